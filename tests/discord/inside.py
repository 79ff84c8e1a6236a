"""The dealer in the test's own process, for tests that drive its clock."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from adapters.discord import Discord as Door
from bot.chat import Dealer, Memory
from bot.clock import Clock, WallClock
from bot.house import CardHouse
from tests.discord.server import Discord
from tests.inside import behind


@asynccontextmanager
async def inside(
    discord: Discord, folder: Path, now: Callable[[], float], clock: Clock | None = None,
    **settings: str,
) -> AsyncIterator[CardHouse]:  # fmt: skip
    """The whole dealer behind its Discord door; `now` is the door's time, `clock` the tables'."""
    ticking = clock or WallClock()

    def make(dealer: Dealer, memory: Memory) -> Door:
        return Door(dealer, memory, token=discord.token, api_url=discord.api_url,
                    gateway_url=discord.gateway_url, clock=ticking, now=now)  # fmt: skip

    async with behind(make, folder, ticking, discord.ready, settings) as house:
        yield house
