"""A thousand tables in one process, each acting every four seconds, every act kept durably.

What is measured is the time from a press to the table's message in the adapter's hands, and the
memory of a table at rest.
"""

from __future__ import annotations

import asyncio
import gc
import random
import tempfile
import time
import tracemalloc
from collections.abc import Awaitable, Callable
from itertools import count
from statistics import quantiles

from bot.chat import Line, Message, Person, Place, Press
from bot.clock import WallClock
from bot.config import load
from bot.house import CardHouse
from games import holdem
from storage.db import open_database

TABLES = 1000
SEATS = 3
EVERY = 4.0
SECONDS = 40.0
IDLE = 500

Row = tuple[str, str]


class Stopwatch:
    """A Chat port that notes when each table's message came."""

    platform = "web"

    def __init__(self) -> None:
        self.came: dict[str, asyncio.Event] = {}
        self._handles = count(1)

    async def post(self, place: str, message: Message) -> str:
        self._ring(place)
        return f"m{next(self._handles)}"

    async def edit(self, place: str, handle: str, message: Message) -> None:
        self._ring(place)

    def _ring(self, place: str) -> None:
        if event := self.came.get(place):
            event.set()

    async def delete(self, place: str, handle: str) -> None:
        pass

    async def whisper(self, person: str, table: str, message: Message) -> None:
        pass

    async def forget(self, person: str, table: str) -> None:
        pass


async def _in_house(run: Callable[[CardHouse, Stopwatch], Awaitable[list[Row]]]) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        db = await open_database(f"sqlite:///{folder}/bench.db", alone=True)
        settings = {"PAUSES": "off", "TABLES_PER_CHANNEL": "100", "START_CHIPS": "1000000"}
        house = CardHouse(db, WallClock(), load(settings))
        watch = Stopwatch()
        house.chats["web"] = watch
        await house.manager.restore()
        try:
            return await run(house, watch)
        finally:
            await house.manager.close()
            await db.close()


def _person(table: int, seat: int) -> Person:
    return Person(f"web:{table}.{seat}", f"Player {seat}")


def _place(table: int) -> Place:
    return Place(f"web:room{table}", "web:home")


async def _open(house: CardHouse, table: int, seats: int) -> None:
    place = _place(table)
    await house.room.line(Line(f"o{table}", _person(table, 0), place, "open", "10/20 6 relaxed"))
    for seat in range(seats):
        await house.room.line(Line(f"s{table}.{seat}", _person(table, seat), place, "sit"))


async def _open_all(house: CardHouse, tables: int, seats: int) -> None:
    """Open that many tables, some at a time, and let all be shown."""
    for start in range(0, tables, 50):
        some = range(start, min(tables, start + 50))
        await asyncio.gather(*(_open(house, table, seats) for table in some))
    await house.manager.display.outbox.idle()


async def _busy(house: CardHouse, watch: Stopwatch) -> list[Row]:
    await _open_all(house, TABLES, SEATS)
    tables = sorted(house.manager.tables.values(), key=lambda one: int(one.state.place[8:]))
    rng, took = random.Random(1), list[float]()
    until = time.perf_counter() + SECONDS

    async def act(number: int) -> None:
        table, place = tables[number], _place(number)
        await asyncio.sleep(rng.random() * EVERY)
        while time.perf_counter() < until:
            state = table.state
            if state.round is not None and (waiting := holdem.waiting(state.round)):
                seat = waiting[0]
                verbs = [option.verb for option in holdem.options(state.round, seat)]
                verb = rng.choice([verb for verb in verbs if verb in ("call", "check")] * 3 + verbs)
                word = verb if verb not in ("bet", "raise") else verbs[1]
                token = f"act|{state.id}|{state.hand}.{state.turn}|{word}"
                person = next(p for p in range(SEATS) if state.seat_of(f"web:{number}.{p}") == seat)
                event = watch.came[place.id] = asyncio.Event()
                start = time.perf_counter()
                press = Press(f"{number}.{start}", _person(number, person), place, token)
                await house.room.press(press)
                await event.wait()
                took.append(time.perf_counter() - start)
            await asyncio.sleep(EVERY)

    await asyncio.gather(*(act(number) for number in range(TABLES)))
    cuts = quantiles(took, n=100)
    name = f"press to message, {TABLES:,} tables, an act every {EVERY:.0f} s each"
    return [
        (f"{name}: median", f"{cuts[49] * 1000:.1f} ms ({len(took):,} presses)"),
        (f"{name}: 99th percentile", f"{cuts[98] * 1000:.1f} ms"),
    ]


async def _idle(house: CardHouse, watch: Stopwatch) -> list[Row]:
    await _open(house, IDLE, SEATS)
    await house.manager.display.outbox.idle()
    gc.collect()
    tracemalloc.start()
    await _open_all(house, IDLE, 1)
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return [("memory of an idle table, one person in it", f"{held / IDLE / 1024:.1f} KB")]


def run() -> list[Row]:
    """(figure, value) rows; about two minutes."""
    return [*asyncio.run(_in_house(_idle)), *asyncio.run(_in_house(_busy))]


if __name__ == "__main__":
    for figure, value in run():
        print(f"{figure:<64} {value}")
