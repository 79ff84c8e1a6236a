"""Clocks that tests drive: the dealer's own, and the one a platform on loopback goes by."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Callable, Sequence
from itertools import count

START = 1_800_000_000_000


class Ring:
    def __init__(self, ring: Callable[[], None]) -> None:
        self.ring: Callable[[], None] | None = ring

    def cancel(self) -> None:
        self.ring = None


class DrivenClock:
    """The `Clock` port over a time of its own, in milliseconds: nothing happens until `advance`."""

    def __init__(self, now: int = START) -> None:
        self._now = now
        self._rings: list[tuple[int, int, Ring]] = []
        self._order = count()

    def now(self) -> int:
        return self._now

    def call_at(self, due: int, ring: Callable[[], None]) -> Ring:
        alarm = Ring(ring)
        heapq.heappush(self._rings, (due, next(self._order), alarm))
        return alarm

    def next_due(self) -> int | None:
        """When the next alarm rings, if any."""
        while self._rings and self._rings[0][2].ring is None:
            heapq.heappop(self._rings)
        return self._rings[0][0] if self._rings else None

    def ring_next(self) -> None:
        """Go to the next alarm and ring it."""
        due = self.next_due()
        assert due is not None, "nothing is due"
        self._now = max(self._now, due)
        alarm = heapq.heappop(self._rings)[2]
        assert alarm.ring is not None
        alarm.ring()

    def advance(self, ms: int) -> None:
        """Let time go by and ring everything that falls due on the way."""
        until = self._now + ms
        while (due := self.next_due()) is not None and due <= until:
            self.ring_next()
        self._now = until


class ServerClock:
    """Seconds since 1970, for limits, tokens and ages; `source` may be a loop's virtual time."""

    def __init__(self, source: Callable[[], float] = time.time) -> None:
        self._source = source
        self._ahead = 0.0
        self._advanced = asyncio.Event()

    def now(self) -> float:
        return self._source() + self._ahead

    def advance(self, seconds: float) -> None:
        """Let time go by; who waits by this clock looks at it again."""
        self._ahead += seconds
        advanced, self._advanced = self._advanced, asyncio.Event()
        advanced.set()

    async def within(self, seconds: float, event: asyncio.Event) -> bool:
        """Wait for an event, so long at the most by this clock; gives whether it came."""
        due = self.now() + seconds
        while not event.is_set() and (left := due - self.now()) > 0:
            waits = [asyncio.ensure_future(one.wait()) for one in (event, self._advanced)]
            await asyncio.wait(waits, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            for one in waits:
                one.cancel()
        return event.is_set()

    async def sleep(self, seconds: float) -> None:
        """Wait until so much time has gone by on this clock."""
        await self.within(seconds, asyncio.Event())


async def until(
    what: Callable[[], object], seconds: float, complaints: Sequence[str], every: float = 0.01
) -> None:
    """Wait until something is so. Raises AssertionError where it does not come to be."""
    loop = asyncio.get_running_loop()
    late = loop.time() + seconds
    while not what():
        assert loop.time() < late, f"not within {seconds} s; complaints: {complaints}"
        # The dealer is another process on another clock: nothing here can be driven.
        await asyncio.sleep(every)
