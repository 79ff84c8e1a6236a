"""The dealer in the test's own process, for tests that drive its clock."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from adapters.discord import Discord as Door
from bot.clock import Clock, WallClock
from bot.config import load
from bot.house import CardHouse
from bot.memory import Shelves
from storage.db import open_database
from tests.discord.leap import Held
from tests.discord.server import Discord


@asynccontextmanager
async def inside(
    discord: Discord, folder: Path, now: Callable[[], float], clock: Clock | None = None,
    **settings: str,
) -> AsyncIterator[CardHouse]:  # fmt: skip
    """The whole dealer behind its Discord door; `now` is the door's time, `clock` the tables'."""
    ticking = clock or WallClock()
    db = Held(await open_database(f"sqlite:///{folder}/croupier.db"))
    house = CardHouse(db, ticking, load({"PAUSES": "off", "PICTURES": "off"} | settings))
    door = Door(house.room, Shelves(db), token=discord.token, api_url=discord.api_url,
                gateway_url=discord.gateway_url, clock=ticking, now=now)  # fmt: skip
    house.chats["discord"] = door
    try:
        await door.start()
        await house.manager.restore()
        await discord.ready()
        yield house
    finally:
        await door.stop()
        await house.manager.close()
        await db.close()
