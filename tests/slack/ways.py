"""The ways in to the app: what is sent, what is acknowledged, what is sent again."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlencode

import aiohttp

from tests.slack.clock import Clock
from tests.slack.refusal import Json, Refusal

ACK_WITHIN = 3.0
AGAIN_AFTER = (0.0, 60.0, 300.0)
"""Seconds after which an event that nobody acknowledged is sent again."""
COMMAND, PRESS, EVENT = "slash_commands", "interactive", "events_api"


@dataclass(eq=False)
class Parcel:
    """Something sent to the app; `reason` is why the last try failed, `answer` came with the ack.

    It is `done` when the acknowledgement has had its effect, or nobody waits for one any more.
    """

    kind: str
    payload: Json
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    at: float = 0.0
    took: float = 0.0
    tries: int = 0
    reason: str = ""
    final: bool = False
    answer: Json = field(default_factory=dict)
    acked: asyncio.Event = field(default_factory=asyncio.Event)
    done: asyncio.Event = field(default_factory=asyncio.Event)
    then: Callable[[], None] | None = None
    """What the acknowledgement brings about, where it comes in time."""

    @property
    def answerable(self) -> bool:
        """Whether the acknowledgement may say something."""
        return self.kind != EVENT and self.payload.get("type") != "block_actions"


class Way(Protocol):
    """How parcels reach the app."""

    async def send(self, parcel: Parcel) -> None:
        """Send a parcel once, and wait for its acknowledgement for three seconds.

        Sets `parcel.acked`, or `parcel.reason`.
        """


class Ways:
    """Sends everything by the way that is open; events again where they were not acknowledged."""

    def __init__(self, clock: Clock, complain: Callable[[str, str], None]) -> None:
        self._clock = clock
        self._complain = complain
        self._tasks: set[asyncio.Task[None]] = set()
        self.way: Way | None = None
        self.sent: list[Parcel] = []

    def deliver(self, parcel: Parcel) -> Parcel:
        """Send a parcel; it is on its way when this returns."""
        parcel.at = self._clock.now()
        self.sent.append(parcel)
        task = asyncio.create_task(self._deliver(parcel))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return parcel

    async def _deliver(self, parcel: Parcel) -> None:
        waits = AGAIN_AFTER if parcel.kind == EVENT else ()
        for wait in (None, *waits):
            if wait is not None:
                await self._clock.sleep(wait)
            assert self.way
            await self.way.send(parcel)
            parcel.tries += 1
            if parcel.acked.is_set():
                parcel.took = self._clock.now() - parcel.at
                self._take(parcel)
                return
            if parcel.final:
                break
        name = str(parcel.payload.get("type") or parcel.payload.get("command"))
        parcel.done.set()
        self._complain(parcel.reason, f"{name} was not acknowledged: {parcel.reason}")

    def _take(self, parcel: Parcel) -> None:
        try:
            if parcel.then:
                parcel.then()
        except Refusal as refusal:
            self._complain(refusal.error, f"in an acknowledgement: {refusal}")
        parcel.done.set()

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Door:
    """Signed HTTP requests to the app's address. `refused` are the status codes it gave back."""

    def __init__(self, clock: Clock, url: str, secret: str) -> None:
        self._clock = clock
        self._secret = secret
        self._client: aiohttp.ClientSession | None = None
        self.url = url
        self.refused: list[int] = []

    def signature(self, stamp: str, body: str) -> str:
        signed = hmac.new(self._secret.encode(), f"v0:{stamp}:{body}".encode(), hashlib.sha256)
        return f"v0={signed.hexdigest()}"

    def headers(self, body: str, kind: str) -> dict[str, str]:
        """What goes with a body, so that the app can tell who it is from."""
        # The app reads the time elsewhere: no driving of this clock may make a request old.
        stamp = str(int(time.time()))
        return {
            "Content-Type": "application/json" if kind == EVENT else FORM,
            "X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": self.signature(stamp, body),
            "User-Agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
        }  # fmt: skip

    async def ask(self, body: str, headers: Mapping[str, str]) -> tuple[int, str, bool]:
        """(status, text, whether to send it no more) of a request with any headers at all."""
        client = self._client = self._client or aiohttp.ClientSession()
        async with client.post(self.url, data=body.encode(), headers=headers) as response:
            final = response.headers.get("X-Slack-No-Retry") == "1"
            return response.status, await response.text(), final

    async def verify(self) -> bool:
        """Whether the address gives back a challenge: only then would Slack take it."""
        challenge = secrets.token_urlsafe(32)
        told = {"token": "out of use", "challenge": challenge, "type": "url_verification"}
        body = json.dumps(told)
        try:
            status, text, _ = await self.ask(body, self.headers(body, EVENT))
        except (aiohttp.ClientError, OSError):
            return False
        return status == 200 and challenge in (text, answered(text).get("challenge"))

    async def send(self, parcel: Parcel) -> None:
        """One request; see Way."""
        body = encoded(parcel)
        headers = self.headers(body, parcel.kind)
        if parcel.tries:
            headers |= {
                "X-Slack-Retry-Num": str(parcel.tries),
                "X-Slack-Retry-Reason": parcel.reason,
            }
        asking = asyncio.ensure_future(self.ask(body, headers))
        done = asyncio.Event()
        asking.add_done_callback(lambda _: done.set())
        if not await self._clock.within(ACK_WITHIN, done):
            parcel.reason = "http_timeout"
            asking.cancel()
            return
        try:
            status, text, parcel.final = asking.result()
        except (aiohttp.ClientError, OSError):
            parcel.reason = "connection_failed"
            return
        if not 200 <= status < 300:
            self.refused.append(status)
            parcel.reason = "http_error"
            return
        parcel.answer = answered(text)
        parcel.acked.set()

    async def stop(self) -> None:
        if self._client:
            await self._client.close()


FORM = "application/x-www-form-urlencoded"


def encoded(parcel: Parcel) -> str:
    """A parcel as the body of a request."""
    if parcel.kind == EVENT:
        return json.dumps(parcel.payload)
    if parcel.kind == COMMAND:
        return urlencode(parcel.payload)
    return urlencode({"payload": json.dumps(parcel.payload)})


def answered(text: str) -> Json:
    """What an acknowledgement says: a JSON object, or a text for a message."""
    if not text:
        return {}
    try:
        found = json.loads(text)
    except ValueError:
        return {"text": text}
    return found if isinstance(found, dict) else {"text": text}
