"""Requests of Slack over HTTP: each proves by its signature that it is Slack's, and is of now."""

from __future__ import annotations

import hashlib
import hmac
import logging
import time
from collections.abc import Awaitable, Callable

from aiohttp import web

PATH = "/slack/events"
OLD = 300
"""Seconds after which a signature is worth nothing: somebody may be repeating what they saw."""
MOST = 1 << 20
log = logging.getLogger(__name__)

Take = Callable[[str, dict[str, str]], Awaitable[web.Response]]
"""Works on a body with its headers."""


class Door:
    """`refused` counts requests without a signature that holds; `now` in seconds since 1970."""

    def __init__(self, secret: str, take: Take, now: Callable[[], float] = time.time) -> None:
        self._secret = secret.encode()
        self._take = take
        self._now = now
        self.refused = 0
        self.port = 0
        self._runner: web.AppRunner | None = None

    async def start(self, host: str, port: int) -> None:
        """Listen; port 0 takes any that is free. Raises OSError."""
        app = web.Application(client_max_size=MOST)
        app.add_routes([web.post(PATH, self._answer)])
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError:
            await self._runner.cleanup()
            raise
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Listen no more."""
        if self._runner:
            await self._runner.cleanup()
        if self.refused:
            log.warning("requests refused for their signature: %s", self.refused)

    async def _answer(self, request: web.Request) -> web.Response:
        body = await request.read()
        stamp = request.headers.get("X-Slack-Request-Timestamp", "")
        if not self.signed(body, stamp, request.headers.get("X-Slack-Signature", "")):
            self.refused += 1
            if self.refused & (self.refused - 1) == 0:
                # At 1, 2, 4, 8, …: whoever knocks a million times does not fill the log.
                log.warning("a request not signed by Slack was refused (%s so far)", self.refused)
            return web.json_response({"error": "invalid signature"}, status=401)
        try:
            text = body.decode()
        except UnicodeDecodeError:
            return web.json_response({"error": "no text"}, status=400)
        return await self._take(text, dict(request.headers))

    def signed(self, body: bytes, stamp: str, signature: str) -> bool:
        """Whether a body of that time (seconds since 1970) bears Slack's signature, version 0."""
        if not (stamp.isascii() and stamp.isdecimal() and len(stamp) < 12):
            return False
        if abs(self._now() - int(stamp)) > OLD:
            return False
        base = b"v0:" + stamp.encode() + b":" + body
        wanted = "v0=" + hmac.new(self._secret, base, hashlib.sha256).hexdigest()
        return hmac.compare_digest(wanted.encode(), signature.encode(errors="replace"))
