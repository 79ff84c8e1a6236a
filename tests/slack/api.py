"""The Web API: who may ask, with which scope, how often, and what is answered."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from aiohttp import web

from tests.slack.clock import Clock
from tests.slack.limits import Limits
from tests.slack.manifest import Manifest
from tests.slack.refusal import Json, Refusal

PLAIN_KINDS = ("application/x-www-form-urlencoded", "multipart/form-data")
PLAIN_ONLY = frozenset(
    {
        "conversations.info",
        "conversations.members",
        "files.getUploadURLExternal",
        "files.info",
        "team.info",
        "users.conversations",
        "users.info",
    }
)
"""Methods that read no JSON."""
JSON_ARGUMENTS = ("blocks", "view", "files", "attachments", "metadata")
FLAGS = {"true": True, "false": False, "1": True, "0": False}


@dataclass
class Trouble:
    """An answer that is given instead of the real one, so many times, to requests like this.

    `carried`: the request is carried out all the same, as when an answer is lost on its way.
    """

    method: str
    status: int = 200
    error: str = ""
    wait: int = 0
    times: int = 1
    carried: bool = False
    delay: float = 0.0
    part: str = ""


class Request(NamedTuple):
    """A request that was answered: when, what, with what, and how ("" where it was ok)."""

    at: float
    method: str
    body: Json
    error: str


class Method(NamedTuple):
    """How a method is carried out, and the scopes of which the token needs one (none: no scope)."""

    run: Callable[[Json], Json]
    scopes: tuple[str, ...] = ()


@dataclass
class Api:
    """Every method. `complain` takes (name of the error, words) of what nobody provoked."""

    clock: Clock
    limits: Limits
    manifest: Manifest
    complain: Callable[[str, str], None]
    bot_token: str
    app_token: str
    methods: dict[str, Method] = field(default_factory=dict)
    troubles: list[Trouble] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    revoked: str = ""
    """The error that every request of the bot gets, once its token is good for nothing."""

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Any request below /api/."""
        name = request.match_info["method"]
        body: Json = {}
        try:
            body = await arguments(request)
            status, answer = await self._answer(request, name, body)
        except Refusal as refusal:
            status, answer = 200, refusal.body()
            self.complain(refusal.error, f"{name}: {refusal}")
        error = str(answer.get("error", "")) or ("" if status == 200 else str(status))
        self.requests.append(Request(self.clock.now(), name, body, error))
        headers = {}
        if wait := answer.pop("retry_after", 0):
            headers["Retry-After"] = str(wait)
        if status >= 500:
            return web.Response(status=status, text="<html>", content_type="text/html")
        return web.json_response(answer, status=status, headers=headers)

    async def _answer(self, request: web.Request, name: str, body: Json) -> tuple[int, Json]:
        trouble = self._trouble(name, body)
        if trouble:
            await asyncio.sleep(trouble.delay)
        if trouble and not trouble.carried:
            if trouble.status == 429:
                self.limits.hold(name, str(body.get("channel", "")), trouble.wait)
            return trouble.status, _troubled(trouble)
        self._may(request, name)
        wait = self.limits.take(name, str(body.get("channel", "")))
        if wait:
            return 429, {"ok": False, "error": "ratelimited", "retry_after": wait}
        result = {"ok": True, **self.methods[name].run(body)}
        return (trouble.status, _troubled(trouble)) if trouble else (200, result)

    def _trouble(self, name: str, body: Json) -> Trouble | None:
        for trouble in self.troubles:
            fits = re.fullmatch(trouble.method, name) and trouble.part in json.dumps(body)
            if fits and trouble.times:
                trouble.times -= 1
                return trouble
        return None

    def _may(self, request: web.Request, name: str) -> None:
        """Whether the token of a request may ask for this. Raises Refusal."""
        if name not in self.methods:
            raise Refusal("unknown_method")
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind != "Bearer" or not token:
            raise Refusal("not_authed")
        wanted = self.app_token if name == "apps.connections.open" else self.bot_token
        if token in (self.app_token, self.bot_token) and token != wanted:
            raise Refusal("not_allowed_token_type")
        if token != wanted:
            raise Refusal("invalid_auth")
        if self.revoked and token == self.bot_token:
            raise Refusal(self.revoked)
        scopes = self.methods[name].scopes
        if scopes and not self.manifest.scopes & set(scopes):
            given = ",".join(sorted(self.manifest.scopes))
            raise Refusal("missing_scope", needed=scopes[0], provided=given)

    def add(self, name: str, run: Callable[[Json], Json], scopes: Iterable[str] = ()) -> None:
        self.methods[name] = Method(run, tuple(scopes))


def _troubled(trouble: Trouble) -> Json:
    if trouble.status == 429:
        return {"ok": False, "error": "ratelimited", "retry_after": trouble.wait}
    return {"ok": False, "error": trouble.error or "internal_error"}


async def arguments(request: web.Request) -> Json:
    """What a request gives, from its address and its body, in either encoding. Raises Refusal."""
    given: Json = dict(request.query)
    kind = request.content_type
    if request.method == "POST" and request.can_read_body:
        if kind == "application/json" and request.match_info["method"] not in PLAIN_ONLY:
            given |= _object(await request.text())
        elif kind in PLAIN_KINDS:
            form = await request.post()
            given |= {name: value for name, value in form.items() if isinstance(value, str)}
        else:
            raise Refusal("invalid_post_type")
    if "token" in given:
        raise Refusal("invalid_arguments", "this server takes tokens from the header alone")
    for name in JSON_ARGUMENTS:
        if isinstance(given.get(name), str):
            given[name] = _parsed(given[name], name)
    return given


def _object(text: str) -> Json:
    try:
        found = json.loads(text)
    except ValueError:
        raise Refusal("invalid_json") from None
    if not isinstance(found, dict):
        raise Refusal("invalid_json")
    return found


def _parsed(text: str, name: str) -> object:
    try:
        found: object = json.loads(text)
    except ValueError:
        error = "invalid_blocks_format" if name == "blocks" else "invalid_arguments"
        raise Refusal(error, f"{name} is no JSON") from None
    return found


def needed(body: Json, *names: str) -> list[str]:
    """Arguments that must be there. Raises Refusal."""
    for name in names:
        if not body.get(name):
            raise Refusal("invalid_arguments", f"missing required field: {name}")
    return [str(body[name]) for name in names]


def flag(body: Json, name: str) -> bool:
    value = body.get(name, False)
    return FLAGS[str(value).lower()] if isinstance(value, str) else bool(value)
