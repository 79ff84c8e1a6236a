"""Scoreboards worth looking at: `python -m tests.bot.tournament.pictures` draws them anew.

Look at each before it is committed, also at the width of a phone.
"""

from __future__ import annotations

from pathlib import Path

from bot.picture import ScorePicture, draw_scoreboard
from bot.state import Timer
from bot.text import words
from bot.tournament import scoreboard
from bot.tournament.state import Chop, Entrant, State
from tests.bot.tournament.arena import HOST, plan
from tests.bot.tournament.test_play import running

GOLDEN = Path(__file__).with_name("golden")
NAMES = ("Ann", "Bartholomew the Second", "渡邉ゆうこ", "Göran", "Fatima", "Hana", "Ivo", "Jo",
         "Kim", "Lee", "Mo", "Nia", "Oz", "Pia", "Quinn", "Rosa")  # fmt: skip


def open_(players: int) -> State:
    """A lobby in which so many have registered."""
    terms = plan(buy_in=10_000, fee=1_000, bounty=5_000, again=2, late=4, start=1, size=9)
    state = State("t", "nowhere:club", "nowhere:hall", "Sunday", HOST.id, terms)
    state.entrants = {name: Entrant(name, name) for name in NAMES[:players]}
    state.pool, state.entries = players * 10_000, players
    state.timers["start"] = Timer(1)
    return state


def named(state: State) -> State:
    """Stacks that differ, and names as people have them."""
    for place, one in enumerate(state.entrants.values()):
        one.name, one.stack = NAMES[place % len(NAMES)], (place + 1) * 123_400
    return state


def _scenes() -> dict[str, ScorePicture]:
    english, japanese = words("en"), words("ja")
    playing = named(running(14, buy_in=10_000, size=5))
    playing.level = 4
    deal = named(running(3, buy_in=10_000))
    ways = {one.person: 9_000 + 500 * place for place, one in enumerate(deal.playing())}
    deal.chop = Chop("icm", ways, (next(iter(ways)),))
    over = named(running(9, buy_in=10_000))
    over.phase = "over"
    over.fallen = [[who] for who in list(over.entrants)[:6]] + [list(over.entrants)[6:8]]
    over.fallen.append(list(over.entrants)[8:])
    for place, one in enumerate(over.entrants.values()):
        one.prize = 12_345 * max(0, place - 6)
    return {
        "nobody_yet": scoreboard.painted(english, open_(0)),
        "entrants": scoreboard.painted(japanese, open_(13)),
        "more_entrants": scoreboard.painted(english, open_(16)),
        "stacks": scoreboard.painted(english, playing),
        "stacks_ja": scoreboard.painted(japanese, playing),
        "deal": scoreboard.painted(english, deal),
        "results": scoreboard.painted(japanese, over),
    }


SCENES = _scenes()


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name, scene in SCENES.items():
        (GOLDEN / f"{name}.png").write_bytes(draw_scoreboard(scene))


if __name__ == "__main__":
    main()
