"""Socket Mode: connections that are opened with a ticket, greeted, used in turn and recycled."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from tests.slack.clock import Clock
from tests.slack.refusal import Json
from tests.slack.ways import ACK_WITHIN, EVENT, Parcel

CONNECTIONS_MOST = 10
TICKET_LASTS = 30.0
LIVES = 18_060
"""Seconds after which Slack says that it recycles a connection."""


@dataclass(eq=False)
class Line:
    """One connection; a `leaving` one was told that it will be closed."""

    ws: web.WebSocketResponse
    leaving: bool = False
    queue: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)
    got: list[str] = field(default_factory=list)

    def put(self, frame: Json) -> None:
        self.queue.put_nowait(json.dumps(frame))

    def end(self) -> None:
        """Close after what is queued."""
        self.queue.put_nowait(None)

    async def pump(self) -> None:
        while True:
            frame = await self.queue.get()
            if frame is None:
                await self.ws.close()
                return
            try:
                await self.ws.send_str(frame)
            except ConnectionError:
                return


class Sockets:
    """Every connection of the app, and the parcels that wait for their acknowledgement."""

    def __init__(self, clock: Clock, app: str, complain: Callable[[str, str], None]) -> None:
        self._clock = clock
        self._app = app
        self._complain = complain
        self._tickets: dict[str, float] = {}
        self._waiting: dict[str, Parcel] = {}
        self._turn = 0
        self.url = ""
        self.lines: list[Line] = []
        self.opened = 0

    def ticket(self) -> str:
        """An address to connect to, good once and for a short while."""
        key = secrets.token_hex(16)
        self._tickets[key] = self._clock.now()
        return f"{self.url}?ticket={key}&app_id={self._app}"

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """A connection, from hello to goodbye."""
        given = self._tickets.pop(request.query.get("ticket", ""), None)
        if given is None or self._clock.now() - given > TICKET_LASTS:
            self._complain("ticket", "a connection without a good ticket")
            return web.Response(status=404)
        ws = web.WebSocketResponse()
        await ws.prepare(request)
        line = Line(ws)
        pump = asyncio.create_task(line.pump())
        if len(self.lines) >= CONNECTIONS_MOST:
            self._complain("too_many_websockets", "more than ten connections")
            line.put({"type": "disconnect", "reason": "too_many_websockets"})
            line.end()
        else:
            self.lines.append(line)
            self.opened += 1
            line.put(self._hello())
        try:
            async for frame in ws:
                if frame.type is WSMsgType.TEXT:
                    self._hear(json.loads(frame.data))
        finally:
            if line in self.lines:
                self.lines.remove(line)
            pump.cancel()
            await asyncio.gather(pump, return_exceptions=True)
        return ws

    def _hello(self) -> Json:
        about = {"host": "loopback", "build_number": 1, "approximate_connection_time": LIVES}
        return {
            "type": "hello", "num_connections": len(self.lines), "debug_info": about,
            "connection_info": {"app_id": self._app},
        }  # fmt: skip

    def _hear(self, frame: Json) -> None:
        parcel = self._waiting.pop(str(frame.get("envelope_id")), None)
        if parcel is None:
            self._complain("envelope", f"acknowledged what was not sent: {frame}")
            return
        answer = frame.get("payload") or {}
        if answer and not parcel.answerable:
            self._complain("envelope", f"an answer where none is taken: {answer}")
        parcel.answer = answer
        parcel.acked.set()

    async def send(self, parcel: Parcel) -> None:
        """One envelope on one of the connections; see Way."""
        # One that is to be closed serves as long as there is no other.
        ready = [one for one in self.lines if not one.leaving] or self.lines
        if not ready:
            parcel.reason = "connection_failed" if parcel.kind == EVENT else "dispatch_failed"
            return
        if parcel.tries:
            parcel.id = secrets.token_hex(16)
        self._turn += 1
        line = ready[self._turn % len(ready)]
        line.got.append(parcel.id)
        frame: Json = {
            "envelope_id": parcel.id, "type": parcel.kind, "payload": parcel.payload,
            "accepts_response_payload": parcel.answerable,
        }  # fmt: skip
        if parcel.kind == EVENT:
            frame |= {"retry_attempt": parcel.tries, "retry_reason": parcel.reason}
        self._waiting[parcel.id] = parcel
        line.put(frame)
        if not await self._clock.within(ACK_WITHIN, parcel.acked):
            parcel.reason = "timeout" if parcel.kind == EVENT else "operation_timeout"

    # --- trouble -----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Tell every connection there is now that it will be closed soon."""
        for line in self.lines:
            line.put(_goodbye("warning"))
            line.leaving = True

    def close_old(self) -> None:
        """Close the connections that were told so."""
        for line in [one for one in self.lines if one.leaving]:
            line.put(_goodbye("refresh_requested"))
            line.end()

    def disable(self) -> None:
        """Socket Mode is switched off in the app's settings."""
        for line in self.lines:
            line.put(_goodbye("link_disabled"))
            line.leaving = True
            line.end()

    def drop(self) -> None:
        """Cut every connection without a word, as a broken network does."""
        for line in self.lines:
            transport = line.ws._req.transport if line.ws._req else None
            if transport:
                transport.abort()

    async def stop(self) -> None:
        for line in list(self.lines):
            line.end()


def _goodbye(reason: str) -> Json:
    return {"type": "disconnect", "reason": reason, "debug_info": {"host": "loopback"}}
