"""One open tab and one person at the page: what goes out to them, and how much they may send."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from bot.chat import Person

QUEUE_MOST = 256
"""Frames that may wait for a slow reader before the tab is dropped (it connects anew)."""


class Bucket:
    """So many at once, so many a second after that. `now` gives seconds."""

    def __init__(self, most: float, rate: float, now: Callable[[], float]) -> None:
        self._most = most
        self._rate = rate
        self._now = now
        self._left = most
        self._since = now()

    def take(self) -> bool:
        """Whether one more may pass now."""
        now = self._now()
        self._left = min(self._most, self._left + max(0.0, now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Tab:
    """A socket with a bounded queue before it.

    Whispers are held back while the present private messages are being asked for, and follow
    them: an older answer must not cover a newer whisper.
    """

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None) -> None:
        self.asked = 0
        self._socket = socket
        self._transport = transport
        self._queue: asyncio.Queue[str] = asyncio.Queue(QUEUE_MOST)
        self._held: list[str] | None = None
        self._asking = asyncio.Lock()
        self._pump = asyncio.create_task(self._send_all())

    def send(self, frame: str) -> None:
        """Queue a frame; a reader too slow for it is dropped."""
        try:
            self._queue.put_nowait(frame)
        except asyncio.QueueFull:
            self.drop()

    def whisper(self, frame: str) -> None:
        """Queue a frame about private messages, after those that are being asked for."""
        if self._held is None:
            self.send(frame)
        elif len(self._held) < QUEUE_MOST:
            self._held.append(frame)
        else:
            self.drop()

    async def refresh(self, ask: Callable[[], Any]) -> None:
        """Send the frame that `await ask()` gives, then the whispers that came meanwhile."""
        async with self._asking:
            self._held = []
            try:
                self.send(encode(await ask()))
            finally:
                held, self._held = self._held, None
                for frame in held:
                    self.send(frame)

    def drop(self) -> None:
        """End the connection at once, without waiting for the reader."""
        if self._transport is not None:
            self._transport.abort()

    async def close(self) -> None:
        """Send nothing more."""
        self._pump.cancel()
        await asyncio.gather(self._pump, return_exceptions=True)

    async def _send_all(self) -> None:
        try:
            while True:
                await self._socket.send_str(await self._queue.get())
        except ConnectionError:
            self.drop()


@dataclass(eq=False, slots=True)
class Visitor:
    """A person at the page, in as many tabs as are open; `sockets` counts those still coming."""

    person: Person
    talk: Bucket
    chosen: bool = False
    sockets: int = 0
    tabs: set[Tab] = field(default_factory=set)

    def send(self, frame: str) -> None:
        for tab in tuple(self.tabs):
            tab.send(frame)

    def whisper(self, frame: str) -> None:
        for tab in tuple(self.tabs):
            tab.whisper(frame)


def encode(frame: Mapping[str, Any]) -> str:
    return json.dumps(frame, separators=(",", ":"))
