"""Sending: the bot's own requests are paced, bounded in time, and their refusals told apart.

The library keeps to the limits of each route by their headers. What is kept here is the limit of
all routes together, a pace for edits, and silence when it is asked for or too much is refused.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from adapters.pace import Pace
from bot.chat import Gone

AT_ONCE, A_SECOND = 18, 28
"""Never more than 46 in a second, where Discord takes 50."""
SLOW = 60.0
"""Seconds after which a request is given up; it is tried again later."""

PACE = 1.0
"""Seconds between two edits in a channel: what comes meanwhile is shown in one, and none is held
back, out of date by then, because a burst has used up all that the channel bears.
"""
QUIET, SHUT, WITHIN = 500, 5_000, 600.0
"""After so many refusals in so many seconds nothing is sent on our own account, and then nobody
answered either: for 10,000 an address is banned.
"""
RETRIED = 5
"""So often the library itself tries again before it tells of a limit."""

UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE, UNKNOWN_MEMBER = 10003, 10004, 10008, 10007
NO_DIRECT, NO_MUTUAL, TOO_OLD, ARCHIVED = 50007, 50278, 30046, 50083
ACKNOWLEDGED, UNAVAILABLE = 40060, 503

Result = TypeVar("Result")
log = logging.getLogger(__name__)


class NoChannel(Gone):
    """The channel or server is there no more."""


class NoMessage(Gone):
    """The message was deleted, or can be edited no more."""


class TooOld(NoMessage):
    """The message is there, but Discord will have no more edits of it for a long time."""


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
        self._pace = Pace(AT_ONCE, A_SECOND, self._now)
        self._refused: deque[float] = deque()

    async def send(self, channel: int, call: Callable[[], Awaitable[Result]]) -> Result:
        """Carry out a request when its turn has come. Raises Gone, or what may pass in time."""
        for again in (True, False):
            await self._turn()
            try:
                async with asyncio.timeout(SLOW):
                    return await call()
            except discord.RateLimited as limited:
                raise TooOld from limited
            except discord.HTTPException as error:
                if error.code == ARCHIVED and again:
                    await self._wake(channel)
                    continue
                if error.status == UNAVAILABLE and again:
                    # The one failure of Discord's that the library does not try again.
                    await asyncio.sleep(1.0)
                    continue
                raise self._meaning(error) from error
        raise AssertionError("a request is tried twice at most")

    async def edit(self, channel: int, call: Callable[[], Awaitable[Result]]) -> None:
        """Edit a message, and come back when the next edit may follow: it shows what is then."""
        began = self._now()
        await self.send(channel, call)
        await asyncio.sleep(max(0.0, began + PACE - self._now()))

    async def by_press(self, call: Callable[[], Awaitable[Result]]) -> Result:
        """Carry out a request by the token of a press, which counts against no limit of ours."""
        try:
            return await call()
        except discord.HTTPException as error:
            self.refused(error)
            raise

    # --- silence -------------------------------------------------------------------------------

    @property
    def silent(self) -> bool:
        """Whether nothing may be sent now but answers to what people do."""
        return self._quiet_for() > 0

    @property
    def shut(self) -> bool:
        """Whether people must not be answered either."""
        return self._recently() >= SHUT

    def refused(self, error: discord.HTTPException) -> None:
        """Note a refusal, if it is one of those that Discord counts."""
        if error.status not in (401, 403, 429):
            return
        before = self._recently()
        self._refused += [self._now()] * (RETRIED if error.status == 429 else 1)
        for most in (QUIET, SHUT):
            if before < most <= len(self._refused):
                log.warning("Discord has refused %d requests: silence for a while", most)

    def _recently(self) -> int:
        """How many refusals count now."""
        while self._refused and self._refused[0] <= self._now() - WITHIN:
            self._refused.popleft()
        return len(self._refused)

    def _quiet_for(self) -> float:
        """Seconds until something may be sent on our own account."""
        over = self._recently() - QUIET
        counted = self._refused[over] + WITHIN - self._now() if over >= 0 else 0.0
        return max(self._pace.quiet_for(), counted)

    async def _turn(self) -> None:
        while True:
            if (wait := max(self._quiet_for(), self._pace.wait())) <= 0:
                break
            await asyncio.sleep(wait)
        self._pace.take()

    def _meaning(self, error: discord.HTTPException) -> Exception:
        self.refused(error)
        if error.code in (UNKNOWN_CHANNEL, UNKNOWN_GUILD):
            return NoChannel(error.code)
        if error.code == UNKNOWN_MESSAGE:
            return NoMessage(error.code)
        if error.code == TOO_OLD:
            return TooOld(error.code)
        if error.code in (NO_DIRECT, NO_MUTUAL):
            return Closed(error.code == NO_MUTUAL)
        if error.status == 429:
            # Not from Discord but from the wall before it: who goes on sending is shut out.
            wait = _seconds(error.response.headers.get("Retry-After", ""))
            self._pace.silence(wait)
            log.warning("Discord asks for silence: nothing is sent for %.0f s", wait)
        return error


def _seconds(text: str) -> float:
    try:
        return max(1.0, float(text))
    except ValueError:
        return 5.0
