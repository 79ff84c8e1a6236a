"""The local web page: a small chat room over the Chat port, served by aiohttp.

It owns the addresses and who may open them; what is said at the tabs is the hall's.
"""

from __future__ import annotations

import asyncio
import html
import json
import socket as sockets
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from string import Template
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web

from adapters.web_door import Door, is_loopback, open_door
from adapters.web_guests import Guests, preferred
from adapters.web_hall import Hall, Seat
from adapters.web_names import clean_channel
from adapters.web_pictures import Pictures
from adapters.web_rooms import PREFIX, Rooms
from adapters.web_tab import Tab, encode
from adapters.web_wire import (
    FRAME_HARD,
    VERSION,
    Frame,
    private_frame,
)
from bot.chat import Dealer, Gone, Memory, Message

PAGE = Path(__file__).parent / "page"
HEARTBEAT = 20.0
FAREWELL = 2.0
"""Seconds that a closing tab has to say goodbye."""

PATIENCE = 5.0
"""Seconds that `stop` waits for what the dealer is still answering."""

TABS_MOST = 20

KINDS = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
SAFE = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Web:
    """The Chat port of the page. `now` gives seconds since 1970; `url` is how others reach it."""

    platform = "web"

    def __init__(
        self,
        dealer: Dealer,
        memory: Memory,
        *,
        host: str = "127.0.0.1",
        port: int = 8080,
        secret: bytes | None = None,
        invite: str | None = None,
        url: str | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._memory = memory
        self._host = host
        self._port = port
        self._secret = secret
        self._invite = invite
        # Reached by another address, through a proxy perhaps, a page on loopback is not local.
        self._local = is_loopback(host) and (not url or is_loopback(urlsplit(url).hostname or ""))
        self._url = url
        files = [path for path in PAGE.iterdir() if path.suffix in KINDS]
        self._files = {path.name: path.read_bytes() for path in files}
        self._words = json.loads(self._files["words.json"])
        self._guests = Guests(memory, self._words, now)
        self._pictures = Pictures()
        self._rooms = Rooms(memory, self._pictures, now)
        self._hall = Hall(dealer, self._guests, now)
        self._sockets: set[web.WebSocketResponse] = set()
        self._door: Door
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Open the page; raises OSError where the port is taken, ValueError for a weak invite."""
        self._door = await open_door(
            self._memory,
            key=self._secret,
            invite=self._invite,
            local=self._local,
            url=self._url,
        )
        # The log of requests is off: addresses of the links are secrets.
        self._runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=PATIENCE)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except OSError:
            await self._runner.cleanup()
            raise
        self._port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Close every tab (they connect anew when the page is back) and let answers finish."""
        if self._runner is None:
            return
        if self._sockets:
            goodbyes = [
                asyncio.create_task(ws.close(code=WSCloseCode.GOING_AWAY)) for ws in self._sockets
            ]
            await asyncio.wait(goodbyes, timeout=PATIENCE)
        await self._hall.settle(PATIENCE)
        await self._runner.cleanup()
        self._runner = None

    @property
    def port(self) -> int:
        """The port; the real one once started, also where 0 asked for any."""
        return self._port

    @property
    def url(self) -> str:
        """Where the page is, as others reach it; without a slash at the end."""
        if self._url:
            return self._url.rstrip("/")
        everywhere = self._host in ("", "0.0.0.0", "::")  # noqa: S104 - compared, not bound
        name = sockets.gethostname() if everywhere else self._host
        return f"http://[{name}]:{self._port}" if ":" in name else f"http://{name}:{self._port}"

    @property
    def invite_link(self) -> str | None:
        """What lets people in, once started; None where everyone is in: on a local page."""
        return None if self._local else f"{self.url}/join/{self._door.invite}"

    @property
    def host_link(self) -> str | None:
        """What lets in who may manage, once started; None on a local page, where all may."""
        return None if self._local else f"{self.url}/host/{self._door.host}"

    async def post(self, place: str, message: Message) -> str:
        """Show a public message and give its handle; raises Gone."""
        async with self._rooms.place(place) as room:
            return await room.post(message)

    async def edit(self, place: str, handle: str, message: Message) -> None:
        """Change a public message in place; raises Gone."""
        async with self._rooms.place(place) as room:
            await room.edit(handle, message)

    async def delete(self, place: str, handle: str) -> None:
        """Take a public message away; a message already gone is no error."""
        async with self._rooms.place(place) as room:
            await room.delete(handle)

    async def whisper(self, person: str, table: str, message: Message) -> None:
        """Show the private message in every tab of theirs; who has none open asks on return."""
        self._whisper(person, {"kind": "card", "table": table, "message": private_frame(message)})

    async def forget(self, person: str, table: str) -> None:
        """Take that private message away."""
        self._whisper(person, {"kind": "forget", "table": table})

    def _whisper(self, person: str, frame: Frame) -> None:
        if not person.startswith(PREFIX):
            raise Gone(person)
        visitor = self._guests.known(person)
        if visitor:
            visitor.whisper(encode(frame))

    def _app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard])
        app.on_response_prepare.append(_make_safe)
        app.router.add_get("/", self._index)
        app.router.add_get("/c/{channel}", self._index)
        app.router.add_get("/{role:join|host}/{secret}", self._enter)
        app.router.add_get("/page/{name}", self._file)
        app.router.add_get("/picture/{name}.png", self._picture)
        app.router.add_get("/socket", self._socket)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not self._door.right_host(request):
            return self._closed(request, "wrong-host")
        public = request.path.startswith(("/join/", "/host/")) or request.path == "/page/page.css"
        if not public and not self._door.admits(request):
            return self._closed(request, "closed-text")
        return await handler(request)

    def _closed(self, request: web.Request, text: str) -> web.Response:
        language = preferred(request.headers.get("Accept-Language", ""))
        words = self._words[language]
        blanks = {"language": language, "title": words["closed-title"], "text": words[text]}
        page = Template(self._files["closed.html"].decode())
        body = page.substitute({name: html.escape(value) for name, value in blanks.items()})
        return web.Response(text=body, status=403, content_type="text/html")

    async def _index(self, request: web.Request) -> web.StreamResponse:
        response = web.Response(
            body=self._files["index.html"], content_type="text/html", charset="utf-8"
        )
        self._door.welcome(request, response)
        return response

    async def _enter(self, request: web.Request) -> web.StreamResponse:
        role = request.match_info["role"]
        if not self._door.knows(role, request.match_info["secret"]):
            return self._closed(request, "wrong-link")
        response = web.Response(status=303, headers={"Location": "/"})
        self._door.welcome(request, response, role)
        return response

    async def _file(self, request: web.Request) -> web.StreamResponse:
        body = self._files.get(request.match_info["name"])
        if body is None:
            raise web.HTTPNotFound
        kind = KINDS[Path(request.match_info["name"]).suffix]
        return web.Response(body=body, content_type=kind, charset="utf-8")

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        png = self._pictures.get(request.path)
        if png is None:
            raise web.HTTPNotFound
        keep = {"Cache-Control": "private, max-age=86400, immutable"}
        return web.Response(body=png, content_type="image/png", headers=keep)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if not self._door.same_origin(request):
            raise web.HTTPForbidden
        # Not compressed: other people's words beside one's cards would let sizes tell of them.
        ws = web.WebSocketResponse(
            heartbeat=HEARTBEAT, timeout=FAREWELL, max_msg_size=FRAME_HARD, compress=False
        )
        await ws.prepare(request)
        self._sockets.add(ws)
        try:
            await self._sit_down(request, ws)
        finally:
            self._sockets.discard(ws)
            await ws.close()
        return ws

    async def _sit_down(self, request: web.Request, ws: web.WebSocketResponse) -> None:
        person = self._door.person(request)
        if person is None or request.query.get("v") != VERSION:
            await ws.send_json({"kind": "error", "error": "who" if person is None else "version"})
            return
        language = preferred(request.headers.get("Accept-Language", ""))
        name = clean_channel(request.query.get("channel", ""))
        async with (
            self._guests.greet(person, language) as visitor,
            self._rooms.channel(name) as room,
        ):
            if visitor.sockets > TABS_MOST:
                await ws.send_json({"kind": "error", "error": "too-many"})
                return
            tab = Tab(ws, request.transport)
            try:
                await self._hall.host(Seat(visitor, room, tab, self._door.hosts(request)), ws)
            finally:
                await tab.close()


async def _make_safe(_: web.Request, response: web.StreamResponse) -> None:
    for name, value in SAFE.items():
        response.headers.setdefault(name, value)
