"""The dealer in the test's own process, at a Slack on loopback."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from adapters.slack import Slack as Door
from bot.chat import Dealer, Memory
from bot.clock import Clock, WallClock
from bot.house import CardHouse
from tests.inside import behind
from tests.slack.server import Slack


@asynccontextmanager
async def inside(
    slack: Slack, folder: Path, now: Callable[[], float], clock: Clock | None = None,
    **settings: str,
) -> AsyncIterator[CardHouse]:  # fmt: skip
    """The whole dealer behind its Slack door; `now` is the door's time, `clock` the tables'."""
    ticking = clock or WallClock()

    def make(dealer: Dealer, memory: Memory) -> Door:
        return Door(dealer, memory, token=slack.bot_token, app_token=slack.app_token,
                    api_url=slack.api_url, clock=ticking, now=now)  # fmt: skip

    async with behind(make, folder, ticking, slack.connected, settings) as house:
        yield house
