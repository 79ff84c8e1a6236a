"""A loop whose time leaps on where there is nothing to do: an hour at a platform in a minute."""

from __future__ import annotations

import asyncio
import selectors
from typing import Any

from bot.clock import WallClock

STRIDE = 0.05
"""How far time leaps in two real milliseconds: a slow disk must not cost a press its answer."""
BEGAN = 1_800_000_000
"""Where such a loop's time begins, in seconds since 1970."""


class Leap(selectors.DefaultSelector):
    """A selector that does not wait: where nothing is there to be read, time leaps on."""

    def __init__(self) -> None:
        super().__init__()
        self.leapt = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[Any, int]]:
        # A breath for the threads: the database's and the heart's.
        found = super().select(0 if timeout == 0 else 0.002)
        if not found and timeout:
            found = super().select(0)
            self.leapt += 0 if found else min(timeout, STRIDE)
        return found


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose time is its own."""

    def __init__(self) -> None:
        self.leap = Leap()
        super().__init__(self.leap)

    def time(self) -> float:
        return super().time() + self.leap.leapt


class LoopClock(WallClock):
    """The dealer's clock, going with the loop."""

    def now(self) -> int:
        return int((BEGAN + asyncio.get_running_loop().time()) * 1000)
