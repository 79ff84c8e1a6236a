"""A database and a chat that fail when they are told to, and a card room over them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from os import PathLike
from typing import Any, NamedTuple

from bot.chat import Message
from bot.table import RETRY
from storage import ledger
from storage.db import Database, Statement, Unreachable, Value, open_database
from tests.clock import START, DrivenClock
from tests.house import House
from tests.keeper import Keeper

FIRST_CHIPS = 1_000_000
RETRY_SECONDS = RETRY / 1000
WRONG = "Something went wrong."
TROUBLE = "Play is paused: this is being looked into"


class Fault(NamedTuple):
    """What goes wrong with rows that begin so ("timer turn"), how often, and whether kept."""

    row: str
    error: Exception
    times: int
    kept: bool = False


class Shaky:
    """A real database that fails when it is told to."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.away = False
        self.faults: list[Fault] = []
        self.before_load: Callable[[], Awaitable[None]] | None = None

    def refuse(self, row: str, error: Exception, times: int = 1) -> None:
        """Fail such rows with nothing kept."""
        self.faults.append(Fault(row, error, times))

    def lose(self, row: str) -> None:
        """Keep the next such row, and lose the connection before saying so."""
        self.faults.append(Fault(row, Unreachable("connection lost"), 1, kept=True))

    async def load(self, sql: str, *args: Value) -> list[tuple[Any, ...]]:
        if self.away:
            raise Unreachable("away")
        if self.before_load:
            await self.before_load()
        return await self._db.load(sql, *args)

    async def commit(self, batch: Sequence[Statement]) -> None:
        if self.away:
            raise Unreachable("away")
        fault = self._fault(batch)
        if fault is None or fault.kept:
            await self._db.commit(batch)
        if fault:
            raise fault.error

    def _fault(self, batch: Sequence[Statement]) -> Fault | None:
        for statement in batch:
            called = _called(statement)
            for number, fault in enumerate(self.faults):
                if called.startswith(fault.row) and fault.times:
                    self.faults[number] = fault._replace(times=fault.times - 1)
                    return fault
        return None

    async def backup(self, path: str | PathLike[str]) -> None:
        await self._db.backup(path)

    async def close(self) -> None:
        await self._db.close()


def _called(statement: Statement) -> str:
    """What a row is about: the verb and word of a command, or "room"; of other rows nothing."""
    if statement.sql.startswith("INSERT INTO room"):
        return "room"
    if not statement.sql.startswith("INSERT INTO journal"):
        return ""
    row = json.loads(str(statement.args[-3]))
    return f"{row['verb']} {row.get('word', '')}"


class Mute(Keeper):
    """A platform on which some things fail."""

    def __init__(self, *failing: str) -> None:
        super().__init__()
        self.failing = set(failing)

    async def edit(self, place: str, handle: str, message: Message) -> None:
        if "edit" in self.failing:
            raise OSError
        await super().edit(place, handle, message)

    async def delete(self, place: str, handle: str) -> None:
        if "delete" in self.failing:
            raise OSError
        await super().delete(place, handle)


@asynccontextmanager
async def unopened(
    url: str, keeper: Keeper, *, now: int = START, **settings: str
) -> AsyncIterator[tuple[House, Shaky]]:
    """A card room over a shaky database that has not taken up its tables yet."""
    db = Shaky(await open_database(url))
    house = House(db, DrivenClock(now), keeper, **settings)
    try:
        yield house, db
    finally:
        await house.manager.close()
        await db.close()


@asynccontextmanager
async def shaky_house(
    url: str, keeper: Keeper, **settings: str
) -> AsyncIterator[tuple[House, Shaky]]:
    async with unopened(url, keeper, now=START, **settings) as (house, db):
        await house.manager.restore()
        yield house, db


def texts(keeper: Keeper) -> str:
    """All that the channel shows."""
    messages = [message for _, message in keeper.public.values()]
    return "\n".join("\n".join([one.text, *one.log]) for one in messages)


async def stacks(house: House) -> dict[str, int]:
    """What lies on the tables, by the books."""
    return {key: held for key, held in (await ledger.balances(house.db, "stack:")).items() if held}


def may_act(house: House, who: str) -> bool:
    """Whether the private message of a person offers to fold now."""
    labels = [button.label for row in house.seen(who).rows for button in row]
    return "Fold" in labels


async def an_hour(house: House) -> None:
    """Let an hour go by, in which no alarm may ring over and over."""
    until = house.clock.now() + 3_600_000
    for _ in range(50):
        due = house.clock.next_due()
        if due is None or due > until:
            house.clock.advance(until - house.clock.now())
            return
        house.clock.ring_next()
        await house.settle()
    raise AssertionError("alarm after alarm")
