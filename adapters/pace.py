"""How fast requests may go out: so many at once, then so many a second, and silence when asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Pace:
    """`now` gives seconds that only go on."""

    def __init__(self, at_once: float, a_second: float, now: Callable[[], float]) -> None:
        self._most = float(at_once)
        self._a_second = a_second
        self._now = now
        self._left = self._most
        self._since = now()
        self._silent_until = 0.0

    def wait(self, more: int = 1) -> float:
        """Seconds until one more, or so many, may have gone out; 0 where they may now."""
        if quiet := self.quiet_for():
            return quiet
        now = self._now()
        self._left = min(self._most, self._left + (now - self._since) * self._a_second)
        self._since = now
        # What is left of a second's share is a sum of fractions: almost one is one.
        return 0.0 if self._left > more - 1e-9 else (more - self._left) / self._a_second

    def take(self) -> None:
        """Let one go out; `wait` has just said that it may."""
        self._left -= 1

    def silence(self, seconds: float) -> None:
        """Nothing goes out for so long."""
        self._silent_until = max(self._silent_until, self._now() + seconds)

    def quiet_for(self) -> float:
        """Seconds until the silence that was asked for is over; 0 where there is none."""
        return max(0.0, self._silent_until - self._now())

    async def turn(self) -> None:
        """Wait until one may go out, and let it."""
        while True:
            if not (wait := self.wait()):
                break
            await asyncio.sleep(wait)
        self.take()
