"""The house as it is opened again, with all that its stream says, or with what was made of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.state import Command
from storage import journal, rooms
from storage.db import Database, Statement, open_database
from tests.clock import START, DrivenClock
from tests.house import House, open_house
from tests.keeper import Keeper

TEN_MINUTES = 600_000


@asynccontextmanager
async def opened_later(url: str, keeper: Keeper, **settings: str) -> AsyncIterator[House]:
    """The same house, ten minutes after everything was opened."""
    async with open_house(url, DrivenClock(START + TEN_MINUTES), keeper, **settings) as house:
        yield house


async def tamper(url: str, verb: str, events: str | None = None, word: str = "") -> None:
    """Change what the newest row of this verb says."""
    db = await open_database(url)
    try:
        for row in reversed(await all_rows(db)):
            command = Command.from_json(row.command)
            if command.verb == verb and command.word.startswith(word):
                changed = events if events is not None else row.events.replace("call", "check")
                assert changed != row.events
                sql = "UPDATE journal SET events = ? WHERE seq = ?"
                await db.commit([Statement(sql, (changed, row.seq), expect=1)])
                return
        raise AssertionError(f"no row of {verb}")
    finally:
        await db.close()


async def all_rows(db: Database) -> list[journal.Row]:
    [room] = await rooms.open_rooms(db)
    return await journal.rows(db, room.id)
