"""Socket Mode: requests that Slack sends over a connection of ours, opened anew in good time.

Slack ends each connection after a few hours and says so before: the next is open, and has been
greeted, before the last is let go, so that nothing is missed in between.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

AGAIN = (1.0, 5.0, 15.0, 60.0)
"""Seconds between tries to connect while Slack is out of reach."""
HEARTBEAT = 20.0
GREETED, GRACE = 15.0, 10.0
"""Seconds to wait for the greeting of a new connection; how long the last one lives beside it."""
log = logging.getLogger(__name__)

Take = Callable[[dict[str, Any]], Awaitable[dict[str, Any] | None]]
"""Works on an envelope and gives what it is acknowledged with; None where it is not."""


class Socket:
    """`client` has the app-level token; `take` is given every envelope."""

    def __init__(self, client: AsyncWebClient, session: aiohttp.ClientSession, take: Take) -> None:
        self._client = client
        self._session = session
        self._take = take
        self._life: asyncio.Task[None] | None = None
        self._lines: set[asyncio.Task[None]] = set()
        self._answers: set[asyncio.Task[None]] = set()
        self._told = ""
        self.connected = asyncio.Event()

    def start(self) -> None:
        """Connect, and stay connected."""
        self._life = asyncio.create_task(self._live(), name="Slack socket")

    async def stop(self) -> None:
        """Let go of every connection."""
        tasks = [*self._lines, *self._answers, *([self._life] if self._life else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _live(self) -> None:
        tries = 0
        while True:
            ended = asyncio.Event()
            if await self._line(ended):
                tries = 0
                await ended.wait()
                continue
            await asyncio.sleep(AGAIN[min(tries, len(AGAIN) - 1)])
            tries += 1

    async def _line(self, ended: asyncio.Event) -> bool:
        """Open a connection; `ended` is set when another is wanted. False where there is none."""
        greeted = asyncio.Event()
        line = asyncio.create_task(self._listen(greeted, ended), name="Slack connection")
        self._lines.add(line)
        line.add_done_callback(self._lines.discard)
        waiting = asyncio.create_task(greeted.wait())
        await asyncio.wait([line, waiting], timeout=GREETED, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if not greeted.is_set():
            line.cancel()
            await asyncio.gather(line, return_exceptions=True)
            return False
        self.connected.set()
        for old in self._lines - {line}:
            asyncio.get_running_loop().call_later(GRACE, old.cancel)
        return True

    async def _listen(self, greeted: asyncio.Event, ended: asyncio.Event) -> None:
        try:
            opened = await self._client.api_call("apps.connections.open")
            url = str(opened["url"])
            async with self._session.ws_connect(url, heartbeat=HEARTBEAT) as socket:
                async for frame in socket:
                    if frame.type is aiohttp.WSMsgType.TEXT:
                        self._hear(socket, json.loads(frame.data), greeted, ended)
        except SlackApiError as error:
            data: Any = error.response.data
            self._tell("Slack opens no connection for SLACK_APP_TOKEN", _why(data))
        except (aiohttp.ClientError, OSError, ValueError, TimeoutError) as error:
            self._tell("the connection to Slack broke", type(error).__name__)
        finally:
            ended.set()

    def _tell(self, what: str, why: str) -> None:
        """Log once why there is no connection, however often it is tried; until there is one."""
        if self._told != f"{what} {why}":
            self._told = f"{what} {why}"
            log.warning("%s: %s", what, why)

    def _hear(
        self, socket: aiohttp.ClientWebSocketResponse, envelope: dict[str, Any],
        greeted: asyncio.Event, ended: asyncio.Event,
    ) -> None:  # fmt: skip
        if envelope.get("type") == "hello":
            self._told = ""
            greeted.set()
        elif envelope.get("type") == "disconnect":
            ended.set()
        elif envelope.get("envelope_id"):
            task = asyncio.create_task(self._answer(socket, envelope))
            self._answers.add(task)
            task.add_done_callback(self._answers.discard)

    async def _answer(
        self, socket: aiohttp.ClientWebSocketResponse, envelope: dict[str, Any]
    ) -> None:
        answer = await self._take(envelope)
        if answer is None:
            return
        try:
            await socket.send_str(json.dumps({"envelope_id": envelope["envelope_id"], **answer}))
        except (aiohttp.ClientError, ConnectionError):
            # Slack will send it again by another connection, and it will be known.
            log.info("an acknowledgement was lost with its connection")


def _why(data: Any) -> str:
    """Slack's word for a refusal; a proxy before it may answer with anything."""
    return str(data.get("error", "?")) if isinstance(data, dict) else "?"
