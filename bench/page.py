"""What the first load of the page weighs over the wire, without pictures: every file that a browser
fetches, with its headers, and what the socket says at once.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp

from adapters.web import Web
from bot.chat import Line, Person, Place
from bot.clock import WallClock
from bot.config import load
from bot.house import CardHouse
from bot.memory import Shelves
from storage.db import open_database

MOST = 300_000
"""Bytes that the first load may have."""

_NAMED = re.compile(rb"""(?:src=|href=|from |import |fetch\()"(?:/page/|\./)([\w.-]+)\"""")


def run() -> list[tuple[str, str]]:
    """Rows of (figure, value)."""
    files, socket = asyncio.run(_measure())
    total = sum(files.values()) + socket
    largest = max(files, key=lambda name: files[name])
    return [
        ("first load of the page", f"{total / 1000:.1f} kB (at most {MOST // 1000})"),
        ("  files", f"{sum(files.values()) / 1000:.1f} kB in {len(files)}"),
        ("  largest file", f"{files[largest] / 1000:.1f} kB, {largest}"),
        ("  socket", f"{socket / 1000:.1f} kB"),
    ]


async def _measure() -> tuple[dict[str, int], int]:
    """Bytes of each file, and of the first frames of the socket at a channel with a table."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            _serving(folder) as url,
            aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session,
        ):
            files: dict[str, int] = {}
            waiting = ["/"]
            while waiting:
                path = waiting.pop()
                size, body = await _fetch(session, url + path)
                files[path] = size
                named = {f"/page/{name.decode()}" for name in _NAMED.findall(body)}
                waiting += sorted(named - set(files) - set(waiting))
            return files, await _socket(session, url)


async def _fetch(session: aiohttp.ClientSession, url: str) -> tuple[int, bytes]:
    async with session.get(url) as response:
        response.raise_for_status()
        body = await response.read()
        head = sum(len(name) + len(value) + 4 for name, value in response.raw_headers)
        return head + len(b"HTTP/1.1 200 OK\r\n\r\n") + len(body), body


async def _socket(session: aiohttp.ClientSession, url: str) -> int:
    asked = {"v": "1", "channel": "lobby"}
    async with session.ws_connect(f"{url}/socket", params=asked, headers={"Origin": url}) as socket:
        frames = [await socket.receive_str(), await socket.receive_str()]
        return sum(len(frame.encode()) for frame in frames)


@asynccontextmanager
async def _serving(folder: str) -> AsyncIterator[str]:
    """The address of a card room with an open table."""
    db = await open_database(f"sqlite:///{folder}/croupier.db", alone=True)
    house = CardHouse(db, WallClock(), load({}))
    web = Web(house.room, Shelves(db), port=0)
    house.chats["web"] = web
    await web.start()
    try:
        await house.manager.restore()
        ann, place = Person("web:0123456789abcdef", "Ann"), Place("web:lobby", "web:home")
        await house.room.line(Line("1", ann, place, "open", "10/20"))
        await house.manager.display.outbox.idle()
        yield f"http://127.0.0.1:{web.port}"
        await house.manager.close()
    finally:
        await web.stop()
        await db.close()
