"""A clock that tests drive: nothing happens until `advance` says how much time goes by."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count

START = 1_800_000_000_000


class Ring:
    def __init__(self, ring: Callable[[], None]) -> None:
        self.ring: Callable[[], None] | None = ring

    def cancel(self) -> None:
        self.ring = None


class DrivenClock:
    """The `Clock` port over a time of its own, in milliseconds."""

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
