"""What is on the picture of a table: plain facts that everybody may see, texts in its language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """A seat with somebody in it; amounts in hundredths, cards as in games.cards.

    `cards` lie face up, `backs` face down. `note` is a word or two on the seat (all-in, check,
    wins 450), `tone` how it is coloured: plain, all_in or won. `dim` is for who is out of the hand.
    """

    number: int
    name: str
    stack: int = 0
    bet: int = 0
    cards: tuple[int, ...] = ()
    backs: int = 0
    note: str = ""
    tone: str = "plain"
    dim: bool = False
    acting: bool = False
    computer: bool = False


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A table with `size` seats, numbered from 1.

    `button` is the seat that has the button, taken or not (0: none). `lit` are the cards of winning
    hands: if there are any, the others on the table are darkened. `pot` in hundredths is drawn as
    chips beside `pot_text`; `below` stands under it, `banner` in the place of an empty board.
    """

    size: int
    seats: tuple[SeatPicture, ...] = ()
    button: int = 0
    board: tuple[int, ...] = ()
    lit: frozenset[int] = frozenset()
    pot: int = 0
    pot_text: str = ""
    below: str = ""
    banner: str = ""
    title: str = ""
    subtitle: str = ""
    four_colours: bool = False
    language: str = "en"
