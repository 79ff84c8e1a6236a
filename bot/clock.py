"""The time of day and waking up later: the one place where the dealer meets a real clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """A wake-up call that may be called off."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Milliseconds since 1970, and calls at a moment."""

    def now(self) -> int: ...

    def call_at(self, due: int, ring: Callable[[], None]) -> Alarm:
        """Call `ring` at `due` or, where that has passed, soon."""


class WallClock:
    """The clock on the wall, and the running event loop's."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def call_at(self, due: int, ring: Callable[[], None]) -> Alarm:
        # A day at most: loops dislike far deadlines, and a wall clock may be set meanwhile.
        wait = min(max(0, due - self.now()), 86_400_000) / 1000
        return asyncio.get_running_loop().call_later(wait, ring)
