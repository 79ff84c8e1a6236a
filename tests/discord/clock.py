"""Discord's time: ids that say when they were made, and times as it writes them."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.clock import ServerClock

EPOCH = 1_420_070_400_000
"""Milliseconds since 1970 at which Discord's ids begin."""


class Clock(ServerClock):
    """The clock of a server, with ids."""

    def __init__(self, source: Callable[[], float] = time.time) -> None:
        super().__init__(source)
        self._made = 0

    def snowflake(self) -> int:
        """An id never given before, which says when it was made."""
        self._made += 1
        return (int(self.now() * 1000) - EPOCH) << 22 | self._made & 0x3FFFFF


def made_at(snowflake: int) -> float:
    """Seconds since 1970 at which an id was made."""
    return ((snowflake >> 22) + EPOCH) / 1000


def stamp(seconds: float) -> str:
    """A time as Discord writes it."""
    whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
    return f"{whole}.{int(seconds % 1 * 1_000_000):06d}+00:00"
