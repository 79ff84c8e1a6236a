"""Tables to draw: one hand at a full table of ten, scene by scene, with names of all kinds."""

from __future__ import annotations

from dataclasses import replace

from bot.picture import SeatPicture, TablePicture
from bot.text import amount
from games.cards import cards

NAMES = (
    "Ann",
    "Bartholomew",
    "花子",
    "Ёлка",
    "Ωδύσσεια",
    "한국어",
    "简体字",
    "Zoë",
    "Müller",
    "國寶",
)
_BOARDS = ("", "AsTd9h", "AsTd9hQc", "AsTd9hQc2s")


def hand(number: int) -> list[TablePicture]:
    """The scenes of a hand, one for each act: each differs from the one before as acts do.

    Hands of different numbers have other stacks, bets, positions and boards.
    """
    scenes = []
    button = number % 10 + 1
    seats = [
        SeatPicture(place, name, 100_000 + 3_700 * place + 1_000 * number, backs=2)
        for place, name in enumerate(NAMES, 1)
    ]
    pot = 3_000
    for street, names in enumerate(_BOARDS):
        board = tuple((card + number) % 52 for card in cards(names))
        seats = [replace(seat, bet=0, note="" if not seat.dim else seat.note) for seat in seats]
        for turn in range(10):
            place = (button + turn) % 10
            if seats[place].dim:
                continue
            if (place + street + number) % 4 == 0 and street < 3:
                seats[place] = replace(seats[place], backs=0, note="Fold", dim=True)
            else:
                bet = 2_000 * (street + 1) + 500 * (number % 7)
                stack, pot = seats[place].stack - bet, pot + bet
                seats[place] = replace(seats[place], bet=bet, stack=stack, note="Call")
            acting = next(
                (at for at in ((place + step) % 10 for step in range(1, 10)) if not seats[at].dim),
                place,
            )
            shown = (replace(seat, acting=at == acting) for at, seat in enumerate(seats))
            scenes.append(
                TablePicture(
                    10, tuple(shown), button, board, pot=pot, pot_text=f"Pot {amount(pot)}",
                    title="Table 3", subtitle=f"10/20 · Hand #{number}",
                )
            )  # fmt: skip
    return scenes
