"""Slack: the Chat port over its Web API, and its requests on their way in through slack-bolt.

It owns the connection: signing in, Socket Mode or signed HTTP, what the workspace's events mean.
What a message looks like, where it stands and who gets it is told in the modules beside it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections.abc import Callable
from typing import Any

import aiohttp
from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response
from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncBoltRequest
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.error import BoltError
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.calls import Calls
from adapters.pace import Pace
from adapters.port import Port
from adapters.slack_answers import Answers
from adapters.slack_calls import Mentions
from adapters.slack_door import PATH, Door
from adapters.slack_draw import Json, Pen
from adapters.slack_intake import Intake
from adapters.slack_lanes import (
    LETTERS,
    SHUT,
    UPDATE,
    Changes,
    Lanes,
    NoChannel,
    Refused,
    TooFast,
)
from adapters.slack_people import PREFIX, People
from adapters.slack_pictures import Pictures
from adapters.slack_private import Privates
from adapters.slack_sheets import Sheet, Sheets
from adapters.slack_socket import Socket
from adapters.slack_tables import Tables
from bot.chat import Dealer, Gone, Memory, Message
from bot.clock import Clock, WallClock
from bot.text import words

COMMAND = "/poker"
GREETED = "slack.greeted"
AGAIN = (5.0, 15.0, 60.0)
"""Seconds between tries to sign in while Slack is out of reach."""
GOODBYE = 3.0
SLOW = aiohttp.ClientTimeout(total=30)
CHANNEL_GONE = frozenset([
    "channel_archive", "channel_deleted", "channel_left",
    "group_archive", "group_deleted", "group_left",
])  # fmt: skip
ANY = re.compile(".*", re.DOTALL)
log = logging.getLogger(__name__)


class WrongToken(Exception):
    """Slack does not know a token; the message says which."""


def _quiet() -> logging.Logger:
    """The libraries' logger, its voice kept down.

    What they log for debugging are whole messages and requests, cards, tokens and all.
    """
    level = max(logging.INFO, logging.root.level)
    for name in ("slack_bolt", "slack_sdk"):
        logging.getLogger(name).setLevel(level)
    logger = logging.getLogger("slack_bolt.croupier")
    logger.setLevel(level)
    return logger


class Slack(Port):
    """The Chat port of Slack, with an app token over Socket Mode, with a secret over HTTP.

    Addresses other than Slack's own are a proxy's or a test's.
    """

    platform = "slack"

    def __init__(
        self, dealer: Dealer, memory: Memory, *, token: str, app_token: str | None = None,
        signing_secret: str | None = None, host: str = "127.0.0.1", port: int = 3000,
        api_url: str | None = None, language: str = "en", clock: Clock | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:  # fmt: skip
        super().__init__()
        self._dealer = dealer
        self._memory = memory
        self._token = token
        self._app_token = app_token
        self._secret = signing_secret
        self._address = (host, port)
        self._api_url = (api_url or AsyncWebClient.BASE_URL).rstrip("/") + "/"
        self._language = language
        self._clock = clock or WallClock()
        self._now = now
        self._logger = _quiet()
        self._pen = Pen([one.name for one in dealer.usages("en")], COMMAND)
        self._life: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._bot = ""
        self.door: Door | None = None
        self._socket: Socket | None = None
        self._session: aiohttp.ClientSession
        self._client: AsyncWebClient
        self._app: AsyncApp
        self._lanes: Lanes
        self._arrivals: Changes
        self._changes: Changes
        self._pictures: Pictures
        self._people: People
        self._tables: Tables
        self._privates: Privates
        self._calls: Calls[Sheet]
        self._intake: Intake

    async def start(self) -> None:
        """Sign in and connect; while Slack is out of reach, go on trying.

        Raises WrongToken, or OSError where the door cannot be opened.
        """
        self._session = aiohttp.ClientSession(timeout=SLOW)
        self._client = self._make_client(self._token)
        self._build()
        await self._tables.load()
        await self._privates.load()
        self._app = self._make_app()
        try:
            if self._secret and not self._app_token:
                self.door = Door(self._secret, self._take_http, self._now)
                await self.door.start(*self._address)
            signed_in = await self._sign_in()
        except (WrongToken, OSError):
            await self.stop()
            raise
        self._life = asyncio.create_task(self._live(signed_in), name="slack")

    @property
    def listens(self) -> str:
        """Where Slack's requests are awaited, for people; "" with Socket Mode."""
        return f": POST http://{self._address[0]}:{self.door.port}{PATH}" if self.door else ""

    def _make_client(self, token: str) -> AsyncWebClient:
        return AsyncWebClient(
            token=token, base_url=self._api_url, session=self._session, logger=self._logger
        )

    def _build(self) -> None:
        dealer, memory, pen, now = self._dealer, self._memory, self._pen, self._now
        lanes = self._lanes = Lanes(self._client, self._shut)
        loop = asyncio.get_running_loop()
        self._changes = Changes(lanes.pace(UPDATE), loop.time)
        self._arrivals = Changes(Pace(*LETTERS, loop.time), loop.time)
        answers = Answers(self._session, now)
        self._pictures = Pictures(lanes, self._session, now)
        sheets = Sheets(lanes, self._changes, answers, self._pictures, now)
        self._people = People(lanes, self._language, now)
        self._tables = Tables(sheets, memory, pen, now, dealer.lost, dealer.gone)
        self._privates = Privates(
            lanes, self._arrivals, sheets, answers, memory, pen, self._tables, self._departed, now
        )
        voice = Mentions(lanes, self._tables, sheets, self._people, self._departed)
        self._calls = Calls(voice, self._clock)
        self._intake = Intake(
            dealer, lanes, answers, self._people, self._tables, self._privates, pen, now
        )

    def _make_app(self) -> AsyncApp:
        """Bolt, which tells requests apart; the door has checked their signatures before.

        It answers as soon as a listener has acknowledged, where it would look for that only
        every ten milliseconds otherwise; so listeners only begin what is to be done.
        """
        # Bolt reads the environment too, and would say that it has no use for what is there.
        self._logger.setLevel(logging.ERROR)

        async def authorize(team_id: str | None, enterprise_id: str | None) -> AuthorizeResult:
            # Bolt would ask Slack at the first request, which is lost if Slack does not answer.
            return AuthorizeResult(
                enterprise_id=enterprise_id,
                team_id=team_id,
                bot_user_id=self._bot,
                bot_token=self._token,
            )

        app = AsyncApp(
            name="slack_bolt.croupier", logger=self._logger, client=self._client,
            authorize=authorize,
            process_before_response=True, request_verification_enabled=False,
            # It would hide that a message of our own was taken away, too.
            ignoring_self_events_enabled=False,
            signing_secret=self._secret or "-",
        )  # fmt: skip
        _quiet()
        self._listen(app)
        return app

    def _listen(self, app: AsyncApp) -> None:
        async def begin(ack: AsyncAck, body: Json) -> None:
            await ack()
            self._intake.begin(body)

        async def hear(body: Json) -> None:
            self._begin(self._hear(body.get("event") or {}))

        async def failed(error: Exception) -> None:
            log.error("slack-bolt failed: %s", type(error).__name__)

        for listen in (app.action, app.view, app.shortcut, app.command):
            listen(ANY)(begin)
        app.event(ANY)(hear)
        app.error(failed)

    async def stop(self) -> None:
        """Leave; what people pressed meanwhile is answered when the dealer is back."""
        self._ready.clear()
        await self._calls.close()
        if self._socket:
            await self._socket.stop()
        if self.door:
            await self.door.stop()
        await self._intake.settle(GOODBYE)
        await self._arrivals.rest(GOODBYE)
        await self._changes.rest(GOODBYE)
        tasks = [*self._tasks, *([self._life] if self._life else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._arrivals.close()
        await self._changes.close()
        await self._pictures.close()
        await self._session.close()

    async def _sign_in(self) -> bool:
        try:
            me = await self._client.auth_test()
        except SlackApiError as error:
            data: Any = error.response.data
            why = str(data.get("error", "")) if isinstance(data, dict) else ""
            if why in SHUT or why == "not_allowed_token_type":
                raise WrongToken("SLACK_BOT_TOKEN") from None
            log.warning("Slack is out of reach: %s", why or error.response.status_code)
            return False
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            log.warning("Slack is out of reach: %s", type(error).__name__)
            return False
        self._bot = str(me.get("user_id") or "")
        self._people.team = str(me.get("team_id") or "")
        self._intake.community = f"{PREFIX}{self._people.team}"
        self._tables.address = str(me.get("url") or "")
        return True

    async def _live(self, signed_in: bool) -> None:
        tries = 0
        while not signed_in:
            await asyncio.sleep(AGAIN[min(tries, len(AGAIN) - 1)])
            tries += 1
            try:
                signed_in = await self._sign_in()
            except WrongToken as wrong:
                # Whoever waits for Slack is told that there is none.
                self._lanes.close(f"it does not know {wrong}")
                self._ready.set()
                return
        if self._app_token:
            client = self._make_client(self._app_token)
            self._socket = Socket(client, self._session, self._take_envelope)
            self._socket.start()
        self._ready.set()

    def _shut(self) -> None:
        """The workspace lets us in no more: its tables close, stakes go home."""
        self._begin(self._dealer.gone(self._intake.community))

    async def _departed(self, person: str) -> None:
        await self._dealer.departed(person, self._intake.community)

    # --- the port -----------------------------------------------------------------------------

    async def post(self, place: str, message: Message) -> str:
        """Show a public message and give its handle; raises Gone."""
        await self._ready.wait()
        try:
            return await self._tables.post(place, message)
        except NoChannel:
            await self._intake.shut_out(place.removeprefix(PREFIX))
            await self._dealer.gone(place)
            raise

    # --- requests -------------------------------------------------------------------------------

    async def _take_envelope(self, envelope: dict[str, Any]) -> dict[str, Any] | None:
        """What Slack sends over Socket Mode, and what to acknowledge it with."""
        request = AsyncBoltRequest(mode="socket_mode", body=envelope.get("payload") or {})
        response = await self._app.async_dispatch(request)
        if response.status != 200:
            return None
        return {"payload": json.loads(response.body)} if response.body else {}

    async def _take_http(self, body: str, headers: dict[str, str]) -> web.Response:
        """What Slack sends over HTTP, signed."""
        plain: dict[str, Any] = dict(headers)
        try:
            request = AsyncBoltRequest(body=body, headers=plain)
        except (ValueError, BoltError):
            return web.json_response({"error": "not understood"}, status=400)
        return await to_aiohttp_response(await self._app.async_dispatch(request))

    # --- events ---------------------------------------------------------------------------------

    def _begin(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.warning("an event of Slack was lost: %s", type(error).__name__)

    async def _hear(self, event: Json) -> None:
        """What happened in the workspace; told twice, it means the same once."""
        kind, place = str(event.get("type")), f"{PREFIX}{event.get('channel')}"
        ours = event.get("user") == self._bot
        if kind == "message":
            await self._message(event)
        elif kind == "app_home_opened" and event.get("tab") == "home":
            await self._intake.opened_home(str(event.get("user")))
        elif kind in CHANNEL_GONE:
            await self._dealer.gone(place)
        elif kind == "member_joined_channel" and ours:
            await self._greet(place)
        elif kind == "user_change":
            member = self._people.note(event.get("user") or {})
            if member.left:
                await self._departed(member.person.id)
        elif kind == "app_uninstalled" or (kind == "tokens_revoked" and _of_bot(event)):
            self._lanes.close(kind)

    async def _message(self, event: Json) -> None:
        channel, subtype = str(event.get("channel")), event.get("subtype")
        if subtype == "message_deleted":
            if lost := self._tables.taken_away(channel, str(event.get("deleted_ts"))):
                await self._dealer.lost(*lost)
        elif subtype != "message_changed" and not (
            event.get("thread_ts") or event.get("user") == self._bot
        ):
            self._tables.scrolled(channel, str(event.get("ts")))

    async def _greet(self, place: str) -> None:
        """One short message in a channel the bot was invited to, once."""
        if await self._memory.get(GREETED, place):
            return
        await self._memory.put(GREETED, place, "1")
        w = words(self._language)
        text = w("slack.hello", open=f"{COMMAND} open", help=COMMAND)
        try:
            await self._tables.post(place, Message(text, language=self._language))
        except (Gone, Refused, TooFast):
            return


def _of_bot(event: Json) -> bool:
    """Whether it is the bot's own token that was revoked."""
    return bool((event.get("tokens") or {}).get("bot"))
