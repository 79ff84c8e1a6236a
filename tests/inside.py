"""The dealer in the test's own process, for tests that drive its clock."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

from bot.chat import Chat, Dealer, Memory
from bot.clock import Clock
from bot.config import load
from bot.house import CardHouse
from bot.memory import Shelves
from storage.db import open_database
from tests.leap import Held


class Door(Chat, Protocol):
    """A platform's way in, which opens and closes."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...


@asynccontextmanager
async def behind(
    make: Callable[[Dealer, Memory], Door], folder: Path, clock: Clock,
    ready: Callable[[], Awaitable[None]], settings: dict[str, str],
) -> AsyncIterator[CardHouse]:  # fmt: skip
    """The whole dealer behind a door of one platform, once that is `ready`."""
    db = Held(await open_database(f"sqlite:///{folder}/croupier.db"))
    house = CardHouse(db, clock, load({"PAUSES": "off", "PICTURES": "off"} | settings))
    door = make(house.room, Shelves(db))
    house.chats[door.platform] = door
    try:
        await door.start()
        await house.manager.restore()
        await ready()
        yield house
    finally:
        await door.stop()
        await house.manager.close()
        await db.close()
