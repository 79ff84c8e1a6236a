"""Slack's time: message stamps that no two messages share."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.clock import ServerClock


class Clock(ServerClock):
    """The clock of a workspace, with stamps and ids."""

    def __init__(self, source: Callable[[], float] = time.time) -> None:
        super().__init__(source)
        self._last = 0
        self._made = 0

    def ts(self) -> str:
        """A stamp never given before, later than all before it; it is a message's id."""
        self._last = max(int(self.now() * 1_000_000), self._last + 1)
        return f"{self._last // 1_000_000}.{self._last % 1_000_000:06d}"

    def key(self, kind: str) -> str:
        """An id as Slack writes them: a letter for what it is, then capitals and digits."""
        self._made += 1
        digits, number = "", 36**9 + self._made * 7_919_993
        while number:
            number, digit = divmod(number, 36)
            digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[digit] + digits
        return f"{kind}0{digits[-9:]}"


def made_at(ts: str) -> float:
    """Seconds since 1970 at which a message was made."""
    return float(ts)
