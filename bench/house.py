"""House tables: five hundred people on one shared hand, and hints while another table is played.

Everybody presses at the same moment, and waits until they have been shown what came of it.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from statistics import median

from bot.bank.state import State
from bot.chat import Line, Message, Person, Place, Press
from bot.clock import WallClock
from bot.config import load
from bot.house import CardHouse
from bot.table import Table
from bot.tokens import write
from storage import ledger
from storage.db import open_database

CROWD = 500
SECOND = 1.0
"""Aims, in seconds: for the crowd, and for hints at either game."""
HINTS = {"ultimate": 0.5, "caribbean": 0.05}
TIMES = 5

Row = tuple[str, str]


class Wall:
    """A Chat port that keeps the newest message of each place and person."""

    platform = "web"

    def __init__(self) -> None:
        self.shown: dict[str, Message] = {}
        self.redrawn = asyncio.Event()

    async def post(self, place: str, message: Message) -> str:
        self.shown[place] = message
        return place

    async def edit(self, place: str, handle: str, message: Message) -> None:
        self.shown[place] = message
        self.redrawn.set()

    async def delete(self, place: str, handle: str) -> None:
        pass

    async def whisper(self, person: str, table: str, message: Message) -> None:
        self.shown[person] = message

    async def forget(self, person: str, table: str) -> None:
        pass


class Evening:
    """A card room over a database of its own, and what people do in it."""

    def __init__(self, house: CardHouse, wall: Wall) -> None:
        self.house, self.wall = house, wall
        self._presses = 0

    async def open(self, place: Place, typed: str) -> Table[State]:
        """Open a table of that game; the clocks are long, so that nothing ends by itself."""
        host = Person(f"web:host {place.id}", "Host")
        words = f"{typed} window:600 street:600"
        await self.house.room.line(Line(place.id, host, place, "open", words))
        [table] = self.house.manager.at(place.id)
        assert isinstance(table.state, State)
        return table

    async def press(
        self,
        who: Person,
        place: Place,
        table: Table[State],
        verb: str,
        word: str = "",
        moment: tuple[int, int] | None = None,
    ) -> Message | None:
        """Press a button as the platform would, and give what is answered."""
        self._presses += 1
        token = write(verb, table.state.id, word, moment)
        reply = await self.house.room.press(Press(f"p{self._presses}", who, place, token))
        return reply.message if reply else None

    async def dealt(self, table: Table[State]) -> None:
        """Wait until the round has begun and everybody sees it."""
        while not table.state.playing:
            self.wall.redrawn.clear()
            await self.wall.redrawn.wait()
        await self.house.manager.display.outbox.idle()

    async def shown(self, began: float) -> float:
        """Seconds since then, once everybody has been shown how it stands."""
        await self.house.manager.display.outbox.idle()
        return time.perf_counter() - began


async def _in_house(run: Callable[[Evening], Awaitable[list[Row]]]) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        db = await open_database(f"sqlite:///{folder}/bench.db", alone=True)
        settings = {"START_CHIPS": "1000000", "PICTURES": "on"}
        house, wall = CardHouse(db, WallClock(), load(settings)), Wall()
        house.chats["web"] = wall
        await house.manager.restore()
        try:
            rows = await run(Evening(house, wall))
            assert (await ledger.audit(db)).ok
            return rows
        finally:
            await house.manager.close()
            await db.close()


# --- a crowd -------------------------------------------------------------------------------------


async def _crowd(evening: Evening) -> list[Row]:
    place = Place("web:crowd", "web:home")
    table = await evening.open(place, "ultimate shared")
    people = [Person(f"web:{number}", f"Player {number}") for number in range(CROWD)]
    taken: dict[str, list[float]] = {"places": [], "bets": [], "choices": []}

    async def all_press(what: str, verb: str, word: str, *moment: int) -> None:
        at = (moment[0], moment[1]) if moment else None
        began = time.perf_counter()
        answers = await asyncio.gather(
            *(evening.press(one, place, table, verb, word, at) for one in people)
        )
        took = await evening.shown(began)
        refused = [one.text for one in answers if one and one.tone == "refused"]
        assert not refused, (len(refused), refused[0])
        if what:
            taken[what].append(took)

    await all_press("places", "join", "")
    for _ in range(TIMES):
        await all_press("bets", "chip", "ante 1000", table.state.hand, 0)
        assert len([one for one in table.state.players.values() if one.bets]) == CROWD
        await all_press("", "deal", "", table.state.hand, 0)
        await evening.dealt(table)
        await all_press("choices", "act", "play4", table.state.hand, table.state.turn)
        assert not table.state.playing
        assert "Result" in evening.wall.shown[people[-1].id].headline
    return [
        (f"{CROWD} newcomers sit down at once, first chips included", _ms(taken["places"][0])),
        (f"{CROWD} bets at once: taken and shown to everyone", _against(taken["bets"], SECOND)),
        (f"{CROWD} choices at once: taken, settled and shown", _against(taken["choices"], SECOND)),
    ]


# --- hints ---------------------------------------------------------------------------------------


async def _hints(evening: Evening) -> list[Row]:
    rows: list[Row] = []
    ann, bob = Person("web:ann", "Ann"), Person("web:bob", "Bob")
    other = Place("web:other", "web:home")
    theirs = await evening.open(other, "paigow")
    await evening.press(bob, other, theirs, "join")
    waits = await _waits(evening, bob, other, theirs, asyncio.sleep(1))
    rows.append(("a press at a table, longest of a second with no hint", _ms(max(waits))))
    for game, aim in HINTS.items():
        taken, waits = list[float](), list[float]()
        place = Place(f"web:{game}", "web:home")
        table = await evening.open(place, game)
        for _ in range(TIMES):
            await _up_to_the_hint(evening, ann, place, table)
            began = time.perf_counter()
            moment = (table.state.hand, table.state.turn)
            part = "1" if game == "caribbean" else ""
            hint = asyncio.create_task(evening.press(ann, place, table, "hint", part, moment))
            waits += await _waits(evening, bob, other, theirs, hint)
            answer = await hint
            taken.append(time.perf_counter() - began)
            assert answer is not None
            assert "★" in answer.text
            await _to_the_end(evening, ann, place, table)
        name = f"{game}, hint {'on the flop' if game == 'ultimate' else ''}".strip()
        rows += [
            (f"{name}: the first of the process", _against(taken[:1], aim)),
            (f"{name}: later ones", _against(taken[1:], aim)),
            ("  a press at another table meanwhile, longest", _ms(max(waits))),
        ]
    return rows


async def _up_to_the_hint(evening: Evening, who: Person, place: Place, table: Table[State]) -> None:
    """Bet, deal, and at Ultimate check up to the flop."""
    spot = table.state.spots[0].name
    for verb, word in (("chip", f"{spot} 1000"), ("deal", "")):
        await evening.press(who, place, table, verb, word, (table.state.hand, 0))
    await evening.dealt(table)
    if table.state.game == "ultimate":
        await evening.press(who, place, table, "act", "check", (table.state.hand, table.state.turn))
    await evening.house.manager.display.outbox.idle()


async def _to_the_end(evening: Evening, who: Person, place: Place, table: Table[State]) -> None:
    verb = {"ultimate": "play2", "caribbean": "fold 1"}[table.state.game]
    await evening.press(who, place, table, "act", verb, (table.state.hand, table.state.turn))
    assert not table.state.playing


async def _waits(
    evening: Evening, who: Person, place: Place, table: Table[State], until: Awaitable[object]
) -> list[float]:
    """How long each of somebody's presses takes, one after another, until something is done."""
    waits, done = list[float](), asyncio.ensure_future(until)
    verb = "chip"
    while not done.done():
        began = time.perf_counter()
        moment = (table.state.hand, 0)
        word = "bet 500" if verb == "chip" else ""
        answer = await evening.press(who, place, table, verb, word, moment)
        waits.append(time.perf_counter() - began)
        assert answer is None
        verb = "undo" if verb == "chip" else "chip"
    if verb == "undo":
        await evening.press(who, place, table, "undo", "", (table.state.hand, 0))
    return waits


def _against(taken: list[float], aim: float) -> str:
    """`0.61 s, most 0.70 s (at most 1.00 s)`."""
    return f"{_ms(median(taken))}, most {_ms(max(taken))} (aim {_ms(aim)})"


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


def run() -> list[Row]:
    """(figure, value) rows; about half a minute."""
    return [*asyncio.run(_in_house(_hints)), *asyncio.run(_in_house(_crowd))]


if __name__ == "__main__":
    for figure, value in run():
        print(f"{figure:<64} {value}")
