"""House tables worth looking at: `python -m tests.bot.bank.pictures` draws them into golden/ anew.

Look at each before it is committed, also at the width of a phone.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bot.bank import tableau
from bot.bank.state import Terms
from bot.picture import HousePicture, draw_house
from bot.text import words
from tests.bot.bank.felt import Bare

GOLDEN = Path(__file__).with_name("golden")
NAMES = ("Ann", "Bartholomew", "渡邉ゆうこ", "Göran", "Fatima", "Hana", "Ivo", "Jo", "Kim", "Lee",
         "Mo", "Nia")  # fmt: skip


def dealt(game: str, people: int, spots: Mapping[str, int], terms: Terms | None = None) -> Bare:
    """A round in which everybody has laid a little more than the one before."""
    bare = Bare(game, terms)
    bets = {
        who: {spot: chips + 5 * place for spot, chips in spots.items()}
        for place, who in enumerate(NAMES[:people])
    }
    bare.deal(bets, seed=3)
    return bare


def choose(bare: Bare, *words: str) -> Bare:
    """Those who are waited for choose these in turn."""
    for word in words:
        seat = bare.waiting()[0]
        bare.do("act", bare.state.players[seat].name, word=word)
    return bare


def _scenes() -> dict[str, HousePicture]:
    english, japanese = words("en"), words("ja")
    own = choose(dealt("ultimate", 12, {"ante": 10}), *["play4", "check"] * 6, "play2")
    over = choose(dealt("ultimate", 7, {"ante": 10}), *["play4", "play3"] * 3, "play4")
    shared = choose(
        dealt("ultimate", 4, {"ante": 10}, Terms(seating="shared")), "play4", "check", "play3"
    )
    crowd = choose(dealt("ultimate", 12, {"ante": 10}, Terms(seating="shared")), *["play4"] * 12)
    stud = choose(dealt("caribbean", 3, {f"ante_{n}": 10 for n in (1, 2, 3)}), "play 1", "fold 2")
    shown = choose(dealt("caribbean", 3, {f"ante_{n}": 10 for n in (1, 2, 3)}), *["play"] * 9)
    pai_gow = choose(dealt("paigow", 6, {"bet": 10}), *["house"] * 6)
    bets = Bare("paigow")
    for who in NAMES[:2]:
        bets.do("chip", who, word="bet", amount=2500)
    bets.do("deal", "Ann")
    return {
        "ultimate_empty": tableau.painted(english, Bare("ultimate").state),
        "ultimate_flop": tableau.painted(japanese, own.state),
        "ultimate_result": tableau.painted(english, over.state),
        "shared_choice": tableau.painted(english, shared.state),
        "shared_result": tableau.painted(japanese, crowd.state),
        "caribbean_choice": tableau.painted(japanese, stud.state),
        "caribbean_result": tableau.painted(english, shown.state),
        "paigow_bets": tableau.painted(english, bets.state),
        "paigow_result": tableau.painted(english, pai_gow.state),
    }


SCENES = _scenes()


def main() -> None:
    for name, scene in SCENES.items():
        (GOLDEN / f"{name}.png").write_bytes(draw_house(scene))


if __name__ == "__main__":
    main()
