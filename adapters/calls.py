"""Calling who must act: after some silence a mention, gone when they have acted; anywhere."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from bot.chat import Message
from bot.clock import Alarm, Clock

log = logging.getLogger(__name__)

Said = TypeVar("Said")
"""What a platform needs to take a mention away again."""


class Voice(Protocol[Said]):
    """How a platform calls somebody."""

    async def still_here(self, person: str, table: str) -> bool:
        """Whether a silent player can still be called; who is told of it when they cannot."""

    async def say(self, person: str, table: str, title: str, language: str) -> Said | None:
        """Mention a person under their table, which is called `title`; None where it is nowhere."""

    async def take_back(self, said: Said) -> None:
        """Take a mention away."""


@dataclass(slots=True)
class Call(Generic[Said]):
    """A person who must act: for which turn (its clock), and the mention once it is out."""

    turn: int | None
    alarm: Alarm
    language: str
    title: str
    said: Said | None = None
    over: bool = False


class Calls(Generic[Said]):
    """Each private message that is due says whether its person is to be called."""

    def __init__(self, voice: Voice[Said], clock: Clock) -> None:
        self._voice = voice
        self._clock = clock
        self._calls: dict[tuple[str, str], Call[Said]] = {}
        self._tasks: set[asyncio.Future[None]] = set()

    def hear(self, person: str, table: str, message: Message) -> None:
        """A private message was due: it says whether its person is to be called."""
        key = (person, table)
        call = self._calls.get(key)
        if call and message.call == person and call.turn == message.clock:
            return
        self.forget(person, table)
        if message.call == person:
            due = self._clock.now() + message.call_after
            alarm = self._clock.call_at(due, lambda: self._begin(self._call(key)))
            self._calls[key] = Call(message.clock, alarm, message.language, message.title)

    def forget(self, person: str, table: str) -> None:
        """They have acted, or are gone: the mention goes."""
        call = self._calls.pop((person, table), None)
        if call:
            call.over = True
            call.alarm.cancel()
            if call.said is not None:
                self._begin(self._voice.take_back(call.said))

    async def close(self) -> None:
        """Call nobody any more."""
        for call in self._calls.values():
            call.alarm.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Future[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.warning("cannot call a player: %s", type(error).__name__)

    async def _call(self, key: tuple[str, str]) -> None:
        call = self._calls.get(key)
        if call is None or not await self._voice.still_here(*key):
            return
        call.said = await self._voice.say(*key, call.title, call.language)
        if call.over and call.said is not None:
            # They acted while it was on its way.
            await self._voice.take_back(call.said)
