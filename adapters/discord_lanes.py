"""Sending: the bot's own requests are paced, bounded in time, and their refusals told apart.

The library keeps to the limits of each route by their headers. What is kept here is the limit of
all routes together, and silence when the wall before Discord asks for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from bot.chat import Gone

AT_ONCE, A_SECOND = 18, 28
"""Never more than 46 in a second, where Discord takes 50."""
SLOW = 60.0
"""Seconds after which a request is given up; it is tried again later."""

UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE, UNKNOWN_MEMBER = 10003, 10004, 10008, 10007
NO_DIRECT, NO_MUTUAL, TOO_OLD, ARCHIVED = 50007, 50278, 30046, 50083
NO_ACCESS, NO_PERMISSION = 50001, 50013

Result = TypeVar("Result")
log = logging.getLogger(__name__)


class NoChannel(Gone):
    """The channel or server is there no more."""


class NoMessage(Gone):
    """The message was deleted, or is too old to be edited."""


class Closed(Gone):
    """A person takes no direct messages from us; `left`: we share no server any more."""

    def __init__(self, left: bool) -> None:
        self.left = left
        super().__init__("no direct messages")


class Lanes:
    """`wake` takes a thread out of the archive; `now` gives seconds that only go on."""

    def __init__(
        self, wake: Callable[[int], Awaitable[None]], now: Callable[[], float] | None = None
    ) -> None:
        self._wake = wake
        self._now = now or asyncio.get_running_loop().time
        self._left = float(AT_ONCE)
        self._since = self._now()
        self._silent_until = 0.0

    async def send(self, channel: int, call: Callable[[], Awaitable[Result]]) -> Result:
        """Carry out a request when its turn has come. Raises Gone, or what may pass in time."""
        for again in (True, False):
            await self._turn()
            try:
                async with asyncio.timeout(SLOW):
                    return await call()
            except discord.RateLimited as limited:
                raise NoMessage("too old") from limited
            except discord.HTTPException as error:
                if error.code == ARCHIVED and again:
                    await self._wake(channel)
                    continue
                raise self._meaning(error) from error
        raise AssertionError("a request is tried twice at most")

    async def _turn(self) -> None:
        while True:
            now = self._now()
            if now < self._silent_until:
                await asyncio.sleep(self._silent_until - now)
                continue
            self._left = min(AT_ONCE, self._left + (now - self._since) * A_SECOND)
            self._since = now
            if self._left >= 1:
                self._left -= 1
                return
            await asyncio.sleep((1 - self._left) / A_SECOND)

    def _meaning(self, error: discord.HTTPException) -> Exception:
        if error.code in (UNKNOWN_CHANNEL, UNKNOWN_GUILD):
            return NoChannel(error.code)
        if error.code in (UNKNOWN_MESSAGE, TOO_OLD):
            return NoMessage(error.code)
        if error.code in (NO_DIRECT, NO_MUTUAL):
            return Closed(error.code == NO_MUTUAL)
        if error.status == 429:
            # Not from Discord but from the wall before it: who goes on sending is shut out.
            wait = _seconds(error.response.headers.get("Retry-After", ""))
            self._silent_until = max(self._silent_until, self._now() + wait)
            log.warning("Discord asks for silence: nothing is sent for %.0f s", wait)
        return error


def _seconds(text: str) -> float:
    try:
        return max(1.0, float(text))
    except ValueError:
        return 5.0
