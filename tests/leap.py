"""A loop whose time is its own: where nothing happens it leaps on, so that an hour takes minutes.

While a thread works for the loop, or a person waits for an answer, time goes by as it really does,
but for the moments in which the machine stood still: it must not cost anybody what they had three
seconds for.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from typing import Any

from bot.clock import WallClock
from storage.db import Database, Statement, Value

STRIDE = 0.05
"""Seconds of a leap at most: what is on its way takes longer by that."""
BREATH, STALL = 0.002, 0.1
BEGAN = 1_800_000_000


class Leap(selectors.DefaultSelector):
    """A selector that does not wait unless it is held, and the time that goes with it."""

    def __init__(self, stride: float) -> None:
        super().__init__()
        self.held = 0
        self._stride = stride
        self._now = 0.0
        self._read = time.monotonic()

    def now(self) -> float:
        """Seconds since it began; of a moment in which the machine stood still only a little."""
        return self._now + min(time.monotonic() - self._read, STALL)

    def _go_on(self, by: float = 0.0) -> None:
        self._now, self._read = self.now() + by, time.monotonic()

    def select(self, timeout: float | None = None) -> list[tuple[Any, int]]:
        self._go_on()
        if self.held or timeout == 0:
            found = super().select(STALL if timeout is None else min(timeout, STALL))
            self._go_on()
            return found
        # A breath for what is on its way.
        found = super().select(BREATH)
        self._go_on(min(timeout, self._stride) if timeout and not found else 0.0)
        return found


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose time leaps."""

    def __init__(self, stride: float = STRIDE) -> None:
        self.leap = Leap(stride)
        super().__init__(self.leap)

    def time(self) -> float:
        return self.leap.now()


@contextmanager
def held() -> Iterator[None]:
    """Let time go by as it does, if the loop is one that leaps."""
    loop = asyncio.get_running_loop()
    if not isinstance(loop, Loop):
        yield
        return
    loop.leap.held += 1
    try:
        yield
    finally:
        loop.leap.held -= 1


class LoopClock(WallClock):
    """The dealer's clock, going with the loop."""

    def now(self) -> int:
        return int(seconds() * 1000)


def seconds() -> float:
    """Seconds since 1970, by the loop."""
    return BEGAN + asyncio.get_running_loop().time()


class Held:
    """A database whose work is waited for in real time: it is done in threads."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def load(self, sql: str, *args: Value) -> list[tuple[Any, ...]]:
        with held():
            return await self._db.load(sql, *args)

    async def commit(self, batch: Sequence[Statement]) -> None:
        with held():
            await self._db.commit(batch)

    async def backup(self, path: str | PathLike[str]) -> None:
        with held():
            await self._db.backup(path)

    async def close(self) -> None:
        with held():
            await self._db.close()
