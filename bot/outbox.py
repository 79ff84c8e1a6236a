"""Messages going out: one lane a place or person, the latest wins per key, nobody is kept waiting.

A sender is asked for its message only when the lane comes to it, so it always shows what is newest.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from bot.clock import Alarm, Clock

log = logging.getLogger(__name__)

Sender = Callable[[], Awaitable[None]]
RETRIES = (1_000, 5_000, 30_000)
"""Milliseconds between tries of a send that fails; the last goes on until it succeeds."""


class Waiting(NamedTuple):
    """What a lane has still to send: nothing goes before it any more once it is `due` (ms)."""

    due: int
    patience: int
    sender: Sender


class Outbox:
    """`put` returns at once; a lane has a task only while it has something to send."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lanes: dict[str, dict[str, Waiting]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._tries: dict[tuple[str, str], int] = {}
        self._failing: set[tuple[str, str]] = set()
        self._alarms: dict[tuple[str, str], Alarm] = {}

    def put(self, lane: str, key: str, sender: Sender, patience: int = 0) -> None:
        """Send when the lane gets there; an older message of the same key is not sent any more.

        For `patience` milliseconds it lets whatever comes go first.
        """
        self.drop(lane, key, waiting=False)
        self._queue(lane, key, sender, patience)

    def drop(self, lane: str, key: str, *, waiting: bool = True) -> None:
        """Do not try again what failed, nor, if it is `waiting`, send it at all."""
        if alarm := self._alarms.pop((lane, key), None):
            alarm.cancel()
        self._tries.pop((lane, key), None)
        if waiting and lane in self._lanes:
            self._lanes[lane].pop(key, None)

    def _queue(self, lane: str, key: str, sender: Sender, patience: int) -> None:
        waiting = self._lanes.setdefault(lane, {})
        old = waiting.get(key)
        due = old.due if old else self._clock.now() + patience
        waiting[key] = Waiting(due, patience, sender)
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
                key = min(waiting, key=lambda one: waiting[one].due)
                await self._send(lane, key, waiting.pop(key))
        finally:
            del self._lanes[lane], self._tasks[lane]

    async def _send(self, lane: str, key: str, sent: Waiting) -> None:
        try:
            await sent.sender()
        except Exception as error:
            self._failed(lane, key, sent, error)
        else:
            self._tries.pop((lane, key), None)
            self._failing.discard((lane, key))

    def _failed(self, lane: str, key: str, sent: Waiting, error: Exception) -> None:
        """Try again later, unless something newer is to be sent; say so once."""
        tries = self._tries.get((lane, key), 0)
        if (lane, key) not in self._failing:
            # The message may hold cards: only the kind of failure is written down.
            log.warning("cannot send %s to %s: %s", key, lane, type(error).__name__)
            self._failing.add((lane, key))
        if key not in self._lanes[lane]:
            self._tries[lane, key] = tries + 1
            due = self._clock.now() + RETRIES[min(tries, len(RETRIES) - 1)]
            again = self._clock.call_at(
                due, lambda: self._queue(lane, key, sent.sender, sent.patience)
            )
            self._alarms[lane, key] = again
