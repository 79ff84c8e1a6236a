"""Messages going out: one lane a place or person, the latest wins per key, nobody is kept waiting.

A sender is asked for its message only when the lane comes to it, so it always shows what is newest.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.clock import Alarm, Clock

log = logging.getLogger(__name__)

Sender = Callable[[], Awaitable[None]]
RETRIES = (1_000, 5_000, 30_000)
"""Milliseconds between tries of a send that fails; the last goes on until it succeeds."""


class Outbox:
    """`put` returns at once; a lane has a task only while it has something to send."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lanes: dict[str, dict[str, Sender]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._tries: dict[tuple[str, str], int] = {}
        self._failing: set[tuple[str, str]] = set()
        self._alarms: dict[tuple[str, str], Alarm] = {}

    def put(self, lane: str, key: str, sender: Sender) -> None:
        """Send when the lane gets there; an older message of the same key is not sent any more."""
        if alarm := self._alarms.pop((lane, key), None):
            alarm.cancel()
        self._tries.pop((lane, key), None)
        self._queue(lane, key, sender)

    def _queue(self, lane: str, key: str, sender: Sender) -> None:
        self._lanes.setdefault(lane, {})[key] = sender
        if lane not in self._tasks:
            self._tasks[lane] = asyncio.create_task(self._work(lane), name=f"lane {lane}")

    async def idle(self) -> None:
        """Wait until every lane is empty; what waits for another try is not waited for."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values())

    async def out(self, lane: str) -> None:
        """Wait until a lane has sent what it had."""
        if task := self._tasks.get(lane):
            await asyncio.wait([task])

    async def close(self) -> None:
        """Stop sending; what is still due is in the store."""
        for alarm in self._alarms.values():
            alarm.cancel()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, lane: str) -> None:
        waiting = self._lanes[lane]
        try:
            while waiting:
                key = next(iter(waiting))
                await self._send(lane, key, waiting.pop(key))
        finally:
            del self._lanes[lane], self._tasks[lane]

    async def _send(self, lane: str, key: str, sender: Sender) -> None:
        try:
            await sender()
        except Exception as error:
            self._failed(lane, key, sender, error)
        else:
            self._tries.pop((lane, key), None)
            self._failing.discard((lane, key))

    def _failed(self, lane: str, key: str, sender: Sender, error: Exception) -> None:
        """Try again later, unless something newer is to be sent; say so once."""
        tries = self._tries.get((lane, key), 0)
        if (lane, key) not in self._failing:
            # The message may hold cards: only the kind of failure is written down.
            log.warning("cannot send %s to %s: %s", key, lane, type(error).__name__)
            self._failing.add((lane, key))
        if key not in self._lanes[lane]:
            self._tries[lane, key] = tries + 1
            due = self._clock.now() + RETRIES[min(tries, len(RETRIES) - 1)]
            again = self._clock.call_at(due, lambda: self._queue(lane, key, sender))
            self._alarms[lane, key] = again
