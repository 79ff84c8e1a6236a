"""The REST half: routes, bodies, authority, limits and provoked trouble."""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from aiohttp import BodyPartReader, web

from tests.discord.check_commands import check_commands
from tests.discord.check_message import File, Sent
from tests.discord.clock import Clock
from tests.discord.gateway import Gateway
from tests.discord.interactions import Desk
from tests.discord.limits import Answer, Limits
from tests.discord.posts import Posts
from tests.discord.refusal import Json, Refusal, Wrong
from tests.discord.world import (
    MAKE_THREADS,
    MANAGE_THREADS,
    NEWS,
    SEND_IN_THREADS,
    TEXT_CHANNEL,
    THREAD,
    VIEW,
    Account,
    Channel,
    World,
)

EMOJI_MOST, EMOJI_BYTES = 2000, 256 * 1024
COMMANDS_A_DAY = 200
THREADS_MOST = 1000
"""Threads of a server that may be active at once."""


@dataclass
class Trouble:
    """An answer that is given instead of the real one, so many times, to requests like this."""

    method: str
    path: str
    answer: Answer
    times: int = 1
    before: bool = True
    delay: float = 0.0


class Request(NamedTuple):
    """A request that was answered: when, what, and how."""

    at: float
    method: str
    path: str
    status: int


@dataclass
class Rest:
    """The API over the world. `complaints` are refusals that nobody provoked."""

    world: World
    gateway: Gateway
    posts: Posts
    desk: Desk
    limits: Limits
    clock: Clock
    bot: Account
    token: str
    complain: Callable[[str], None]
    troubles: list[Trouble] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    commands: list[Json] = field(default_factory=list)
    expected: list[int] = field(default_factory=list)
    """Codes of refusals that this test means to provoke."""
    _created: deque[float] = field(default_factory=deque)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Any request below /api/v10."""
        path = "/" + request.match_info["path"]
        response = await self._answer(request, path)
        self.requests.append(Request(self.clock.now(), request.method, path, response.status))
        scope = response.headers.get("X-RateLimit-Scope", "")
        self.limits.invalid(response.status, scope)
        return response

    async def _answer(self, request: web.Request, path: str) -> web.Response:
        banned = self.limits.banned()
        if banned:
            self.complain("the address is banned for invalid requests")
            return _response(banned)
        trouble = self._trouble(request.method, path)
        if trouble and trouble.before:
            await asyncio.sleep(trouble.delay)
            return _response(trouble.answer)
        answer, headers = self.limits.take(request.method, path)
        if answer:
            return _response(answer)
        try:
            sent = await _body(request)
            result = self._carry_out(request, path, sent)
        except Refusal as refusal:
            return self._refused(request.method, path, refusal, headers)
        if trouble:
            await asyncio.sleep(trouble.delay)
            return _response(trouble.answer)
        if isinstance(result, Answer):
            return _response(result)
        if result is None:
            return web.Response(status=204, headers=headers)
        return _response(Answer(200, json.dumps(result), headers | _JSON))

    def _refused(
        self, method: str, path: str, refusal: Refusal, headers: dict[str, str]
    ) -> web.Response:
        if refusal.code not in self.expected:
            self.complain(f"{method} {_short(path)}: {refusal}")
        if refusal.status == 429:
            headers |= {"Via": "1.1 google", "X-RateLimit-Scope": "user"}
        return _response(Answer(refusal.status, json.dumps(refusal.body()), headers | _JSON))

    def _trouble(self, method: str, path: str) -> Trouble | None:
        for trouble in self.troubles:
            fits = re.fullmatch(trouble.method, method) and re.fullmatch(trouble.path, path)
            if fits and trouble.times:
                trouble.times -= 1
                return trouble
        return None

    def _carry_out(self, request: web.Request, path: str, sent: Sent) -> object:
        for method, pattern, run in _ROUTES:
            found = re.fullmatch(pattern, path)
            if found and method == request.method:
                open_door = path.startswith(("/interactions/", "/webhooks/"))
                authority = request.headers.get("Authorization")
                if not open_door and authority != f"Bot {self.token}":
                    raise Refusal(0)
                return run(self, request, sent, *found.groups())
        self.complain(f"no such route: {request.method} {path}")
        return Answer(404, '{"message": "404: Not Found", "code": 0}', _JSON)

    # --- about the bot ------------------------------------------------------------------------

    def _me(self, request: web.Request, sent: Sent) -> Json:
        return self.bot.json()

    def _application(self, request: web.Request, sent: Sent) -> Json:
        return {
            "id": str(self.bot.id), "name": self.bot.name, "icon": None, "description": "",
            "bot_public": True, "bot_require_code_grant": False, "verify_key": "0" * 64,
            "owner": self.bot.json(), "team": None, "flags": 0, "bot": self.bot.json(),
        }  # fmt: skip

    def _gateway(self, request: web.Request, sent: Sent) -> Json:
        limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000}
        limit["max_concurrency"] = self.gateway.concurrency
        return {
            "url": self.gateway.url, "shards": self.gateway.shards, "session_start_limit": limit,
        }  # fmt: skip

    def _emojis(self, request: web.Request, sent: Sent, app: str) -> Json:
        self._mine(app)
        return {"items": list(self.posts.emoji.values())}

    def _add_emoji(self, request: web.Request, sent: Sent, app: str) -> Json:
        self._mine(app)
        wrong, body = Wrong(), sent.json
        name = str(body.get("name", ""))
        wrong.unless(re.fullmatch(r"\w{2,32}", name, re.ASCII), "name", "2 to 32 letters")
        taken = name in [one["name"] for one in self.posts.emoji.values()]
        wrong.unless(not taken, "name", "An emoji of this name already exists")
        found = re.fullmatch(r"data:image/(png|jpeg|gif|webp);base64,(\S+)", str(body.get("image")))
        if wrong.unless(found, "image", "Not a data URI of an image") and found:
            data = _decoded(found[2])
            wrong.unless(data, "image", "Not base64")
            wrong.unless(len(data) <= EMOJI_BYTES, "image", "File cannot be larger than 256.0 kb.")
        wrong.refuse()
        if len(self.posts.emoji) >= EMOJI_MOST:
            raise Refusal(30008)
        key = self.clock.snowflake()
        made: Json = {
            "id": str(key), "name": name, "roles": [], "user": self.bot.json(), "animated": False,
            "require_colons": True, "managed": False, "available": True,
        }  # fmt: skip
        self.posts.emoji[key] = made
        return made

    def _delete_emoji(self, request: web.Request, sent: Sent, app: str, key: str) -> None:
        self._mine(app)
        if self.posts.emoji.pop(int(key), None) is None:
            raise Refusal(10014)

    def _list_commands(self, request: web.Request, sent: Sent, app: str) -> list[Json]:
        self._mine(app)
        return self.commands

    def _put_commands(self, request: web.Request, sent: Sent, app: str) -> list[Json]:
        self._mine(app)
        body: list[Json] = sent.json.get("list", [])
        check_commands(body)
        known = {one["name"]: one for one in self.commands}
        now = self.clock.now()
        while self._created and self._created[0] <= now - 86_400:
            self._created.popleft()
        new = [one for one in body if one["name"] not in known]
        if len(self._created) + len(new) > COMMANDS_A_DAY:
            raise Refusal(30034, wait=86_400.0)
        self._created.extend([now] * len(new))
        self.commands = [
            {
                **one,
                "id": (known.get(one["name"]) or {"id": str(self.clock.snowflake())})["id"],
                "application_id": app, "version": str(self.clock.snowflake()), "type": 1,
                "default_member_permissions": one.get("default_member_permissions"),
            }
            for one in body
        ]  # fmt: skip
        return self.commands

    def _mine(self, app: str) -> None:
        if app != str(self.bot.id):
            raise Refusal(10002)

    # --- channels and messages ----------------------------------------------------------------

    def _open_dm(self, request: web.Request, sent: Sent) -> Json:
        recipient = self.world.accounts.get(int(sent.json.get("recipient_id", 0)))
        if recipient is None:
            raise Refusal(10013)
        if recipient.bot:
            raise Refusal(50033)
        return self.world.direct(recipient, self.bot).json()

    def _see(self, channel_id: str) -> Channel:
        channel = self.world.channel(int(channel_id))
        if not channel.permissions(self.bot) & VIEW:
            raise Refusal(50001)
        return channel

    def _get_channel(self, request: web.Request, sent: Sent, channel: str) -> Json:
        return self._see(channel).json()

    def _change_channel(self, request: web.Request, sent: Sent, channel: str) -> Json:
        found = self._see(channel)
        if found.kind != THREAD:
            raise Refusal(50024)
        may = found.permissions(self.bot)
        usual = set(sent.json) <= {"archived"} and not found.locked
        # Anybody who may write in it wakes it; who made it may also put it away.
        ours = usual and (not sent.json.get("archived") or found.made is self.bot)
        if not may & (MANAGE_THREADS | (SEND_IN_THREADS if ours else 0)):
            raise Refusal(50013)
        found.archived = sent.json.get("archived", found.archived)
        found.locked = sent.json.get("locked", found.locked)
        assert found.guild
        self.gateway.tell_guild(found.guild.id, 1, "THREAD_UPDATE", found.json())
        return found.json()

    def _post(self, request: web.Request, sent: Sent, channel: str) -> Json:
        return self.posts.json(self.posts.post(self.world.channel(int(channel)), sent))

    def _get_message(self, request: web.Request, sent: Sent, channel: str, message: str) -> Json:
        found = self.world.channel(int(channel))
        return self.posts.json(self.posts.find(found, int(message)))

    def _edit(self, request: web.Request, sent: Sent, channel: str, message: str) -> Json:
        found = self.world.channel(int(channel)).messages.get(int(message))
        if found is None or found.only:
            self._see(channel)
            raise Refusal(10008)
        return self.posts.json(self.posts.change(found, sent))

    def _delete(self, request: web.Request, sent: Sent, channel: str, message: str) -> None:
        found = self.world.channel(int(channel)).messages.get(int(message))
        if found is None or found.only:
            self._see(channel)
            raise Refusal(10008)
        self.posts.bot_deletes(found)

    def _start_thread(self, request: web.Request, sent: Sent, channel: str, message: str) -> Json:
        parent = self._see(channel)
        if not parent.permissions(self.bot) & MAKE_THREADS:
            raise Refusal(50013)
        self.posts.find(parent, int(message))
        wrong = Wrong()
        wrong.text(sent.json.get("name"), "name", 1, 100)
        wrong.refuse()
        return self._thread(parent, int(message), sent.json["name"])

    def _begin_thread(self, request: web.Request, sent: Sent, channel: str) -> Json:
        parent = self._see(channel)
        if parent.kind not in (TEXT_CHANNEL, NEWS):
            raise Refusal(50024)
        if not parent.permissions(self.bot) & MAKE_THREADS:
            raise Refusal(50013)
        wrong = Wrong()
        wrong.text(sent.json.get("name"), "name", 1, 100)
        public = sent.json.get("type") == parent.type_of_threads
        wrong.unless(public, "type", "Only public threads here")
        wrong.refuse()
        return self._thread(parent, self.clock.snowflake(), sent.json["name"])

    def _thread(self, parent: Channel, key: int, name: str) -> Json:
        made = Channel(key, THREAD, name, parent.guild, parent, made=self.bot)
        assert parent.guild
        active = [one for one in parent.guild.channels.values() if one.kind == THREAD]
        if sum(not one.archived for one in active) >= THREADS_MOST:
            raise Refusal(160006)
        self.world.channels[key] = parent.guild.channels[key] = made
        self.gateway.tell_guild(parent.guild.id, 1, "THREAD_CREATE", made.json())
        return made.json()

    def _member(self, request: web.Request, sent: Sent, guild: str, user: str) -> Json:
        found = self.world.guilds.get(int(guild))
        if found is None or found.left:
            raise Refusal(10004)
        if int(user) not in self.world.accounts:
            raise Refusal(10013)
        if int(user) not in found.members:
            raise Refusal(10007)
        return found.members[int(user)].json()

    # --- interactions -------------------------------------------------------------------------

    def _callback(self, request: web.Request, sent: Sent, interaction: str, token: str) -> object:
        one = self.desk.answer(int(interaction), token, sent)
        if request.query.get("with_response") not in ("1", "true"):
            return None
        about: Json = {"id": interaction, "type": one.kind}
        result: Json = {"interaction": about}
        if one.original:
            about["response_message_id"] = str(one.original.id)
            about["response_message_loading"] = one.original.loading
            about["response_message_ephemeral"] = one.original.only is not None
        if one.answer in (4, 7) and one.original:
            result["resource"] = {"type": one.answer, "message": self.posts.json(one.original)}
        return result

    def _follow(self, request: web.Request, sent: Sent, app: str, token: str) -> object:
        self._mine(app)
        one = self.desk.alive(token)
        limited = self.limits.followup(one.channel.id)
        return limited or self.posts.json(self.desk.follow(token, sent))

    def _get_answer(
        self, request: web.Request, sent: Sent, app: str, token: str, which: str
    ) -> Json:
        self._mine(app)
        return self.posts.json(self.desk.find(token, which))

    def _edit_answer(
        self, request: web.Request, sent: Sent, app: str, token: str, which: str
    ) -> Json:
        self._mine(app)
        return self.posts.json(self.desk.edit(token, which, sent))

    def _delete_answer(
        self, request: web.Request, sent: Sent, app: str, token: str, which: str
    ) -> None:
        self._mine(app)
        self.desk.delete(token, which)


_JSON = {"Content-Type": "application/json"}
_ROUTES: tuple[tuple[str, str, Callable[..., object]], ...] = (
    ("GET", "/users/@me", Rest._me),
    ("GET", "/oauth2/applications/@me", Rest._application),
    ("GET", "/gateway/bot", Rest._gateway),
    ("GET", r"/applications/(\d+)/emojis", Rest._emojis),
    ("POST", r"/applications/(\d+)/emojis", Rest._add_emoji),
    ("DELETE", r"/applications/(\d+)/emojis/(\d+)", Rest._delete_emoji),
    ("GET", r"/applications/(\d+)/commands", Rest._list_commands),
    ("PUT", r"/applications/(\d+)/commands", Rest._put_commands),
    ("POST", "/users/@me/channels", Rest._open_dm),
    ("GET", r"/channels/(\d+)", Rest._get_channel),
    ("PATCH", r"/channels/(\d+)", Rest._change_channel),
    ("POST", r"/channels/(\d+)/messages", Rest._post),
    ("GET", r"/channels/(\d+)/messages/(\d+)", Rest._get_message),
    ("PATCH", r"/channels/(\d+)/messages/(\d+)", Rest._edit),
    ("DELETE", r"/channels/(\d+)/messages/(\d+)", Rest._delete),
    ("POST", r"/channels/(\d+)/messages/(\d+)/threads", Rest._start_thread),
    ("POST", r"/channels/(\d+)/threads", Rest._begin_thread),
    ("GET", r"/guilds/(\d+)/members/(\d+)", Rest._member),
    ("POST", r"/interactions/(\d+)/([^/]+)/callback", Rest._callback),
    ("POST", r"/webhooks/(\d+)/([^/]+)", Rest._follow),
    ("GET", r"/webhooks/(\d+)/([^/]+)/messages/([^/]+)", Rest._get_answer),
    ("PATCH", r"/webhooks/(\d+)/([^/]+)/messages/([^/]+)", Rest._edit_answer),
    ("DELETE", r"/webhooks/(\d+)/([^/]+)/messages/([^/]+)", Rest._delete_answer),
)


def _response(answer: Answer) -> web.Response:
    headers = {name: value for name, value in answer.headers.items() if name != "Content-Type"}
    # Clients compare the type with exactly this text: no charset may follow it.
    headers["Content-Type"] = answer.headers.get("Content-Type", "application/json")
    return web.Response(status=answer.status, body=answer.body.encode(), headers=headers)


def _short(path: str) -> str:
    """A path without the token that stands in it."""
    return re.sub(r"(?<=/)[\w-]{30,}", "…", path)


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        return b""


async def _body(request: web.Request) -> Sent:
    """The JSON and the files of a request; a bare list stands under "list". Raises Refusal."""
    if request.content_type == "multipart/form-data":
        return await _form(request)
    raw = await request.read()
    if not raw:
        return Sent({})
    return Sent(_parsed(raw))


def _parsed(raw: bytes) -> Json:
    try:
        plain = json.loads(raw)
    except ValueError:
        raise Refusal(50109) from None
    return {"list": plain} if isinstance(plain, list) else plain


async def _form(request: web.Request) -> Sent:
    body: Json = {}
    files = []
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        name, filename = str(part.name), part.filename
        data = bytes(await part.read())
        number = re.fullmatch(r"files\[(\d+)\]", name)
        if name == "payload_json":
            body = _parsed(data)
        elif number and filename:
            files.append(File(int(number[1]), filename, data))
        else:
            raise Refusal(50035, {name: "Unexpected form field"})
    return Sent(body, tuple(files))
