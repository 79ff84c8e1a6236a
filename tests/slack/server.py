"""The whole workspace on loopback, and the words tests speak to it with."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from tests.clock import until
from tests.slack.api import Api, Request, Trouble
from tests.slack.clock import Clock
from tests.slack.desk import Desk
from tests.slack.files import Files
from tests.slack.hooks import Hooks
from tests.slack.limits import Limits
from tests.slack.manifest import GENEROUS, Manifest
from tests.slack.methods import Methods
from tests.slack.posts import Posts
from tests.slack.refusal import Json, Refusal
from tests.slack.sockets import Sockets
from tests.slack.users import User
from tests.slack.views import Views
from tests.slack.ways import Door, Ways
from tests.slack.world import PRIVATE, PUBLIC, Account, Channel, Message, World

BOT_TOKEN = "xoxb-1000-2000-loopback"  # noqa: S105 - opens nothing but this server
APP_TOKEN = "xapp-1-A000-3000-loopback"  # noqa: S105
SECRET = "5f0c9d1e7ab34c2f8e6d0b1a29c4e7f3"  # noqa: S105


class Slack:
    """A workspace with one app. What it refuses without being told to stands in `complaints`."""

    def __init__(self, clock: Clock | None = None, manifest: Manifest = GENEROUS) -> None:
        self.clock = clock or Clock()
        self.manifest = manifest
        self.bot_token, self.app_token, self.secret = BOT_TOKEN, APP_TOKEN, SECRET
        self.complaints: list[str] = []
        self.expected: list[str] = []
        self.app = self.clock.key("A")
        self.team: Json = {"id": self.clock.key("T"), "name": "The Casino", "domain": "casino"}
        self.world = World(self.clock)
        self.bot = self.world.account(manifest.name, bot=True)
        self.ways = Ways(self.clock, self.complain)
        self.sockets = Sockets(self.clock, self.app, self.complain)
        self.door = Door(self.clock, "", self.secret)
        self.ways.way = self.sockets
        team = self.team["id"]
        self.posts = Posts(self.world, self.clock, self.bot, team, self.app, self.tell)
        self.posts.letters = manifest.letters
        self.hooks = Hooks(self.clock, self.world, self.posts)
        self.files = Files(self.world, self.clock, self.bot.id)
        self.views = Views(self.clock, self.posts.shows, self.world.names, team, self.app,
                           self.bot.id)  # fmt: skip
        self.desk = Desk(self.clock, self.ways, self.hooks, self.views, self.posts, self.team,
                         self.app, self.bot)  # fmt: skip
        self.limits = Limits(self.clock)
        self.api = Api(self.clock, self.limits, manifest, self.complain, self.bot_token,
                       self.app_token)  # fmt: skip
        Methods(self.world, self.posts, self.files, self.views, self.sockets, manifest, self.bot,
                self.team, self.app, self._upload_url).add_to(self.api)  # fmt: skip
        self._runner: web.AppRunner | None = None
        self.port = 0

    async def start(self, port: int = 0) -> None:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_get("/link/", self.sockets.serve)
        app.router.add_route("*", "/api/{method}", self.api.serve)
        app.router.add_post("/upload/v1/{ticket}", self._upload)
        app.router.add_post("/hooks/{key:.*}", self._hook)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", port).start()
        self.port = self._runner.addresses[0][1]
        self.hooks.base = f"http://127.0.0.1:{self.port}"
        self.sockets.url = f"ws://127.0.0.1:{self.port}/link/"

    async def stop(self) -> None:
        await self.ways.stop()
        await self.door.stop()
        await self.sockets.stop()
        if self._runner:
            await self._runner.cleanup()

    @property
    def api_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/"

    def _upload_url(self, ticket: str) -> str:
        return f"http://127.0.0.1:{self.port}/upload/v1/{ticket}"

    def complain(self, name: str, what: str) -> None:
        """Note what went wrong, unless the test means it to."""
        if name not in self.expected:
            self.complaints.append(what)

    def check(self) -> None:
        """Fail the test for everything Slack would have refused, limited or shown as nonsense."""
        assert not self.complaints, "\n".join(self.complaints)
        if "ratelimited" not in self.expected:
            assert not self.limits.exceeded, "\n".join(self.limits.exceeded)
        assert not self.world.shouts, "\n".join(self.world.shouts)
        assert not self.world.garbled, "\n".join(self.world.garbled)
        assert not self.hooks.unstated, "\n".join(self.hooks.unstated)

    async def _upload(self, request: web.Request) -> web.Response:
        data = await request.read()
        if not self.files.receive(request.match_info["ticket"], data):
            self.complain("upload", "an upload without a ticket, or of another size")
            return web.Response(status=400, text="length mismatch")
        return web.Response(text=f"OK - {len(data)}")

    async def _hook(self, request: web.Request) -> web.Response:
        try:
            if request.content_type != "application/json":
                raise Refusal("invalid_post_type")
            self.hooks.use(request.match_info["key"], await request.json())
        except Refusal as refusal:
            self.complain(refusal.error, f"response_url: {refusal}")
            return web.json_response(refusal.body(), status=404)
        return web.Response(text="ok")

    # --- making a world -----------------------------------------------------------------------

    def user(self, name: str, locale: str = "en-US", *, admin: bool = False) -> User:
        made = self.world.account(name, locale)
        made.admin = admin
        return User(self, made)

    def channel(
        self, name: str, *people: User, private: bool = False, with_bot: bool = True
    ) -> Channel:
        """A channel with these people in it, and the bot unless it was not invited."""
        kind = PRIVATE if private else PUBLIC
        made = Channel(self.clock.key("C"), kind, name, [one.account for one in people])
        if with_bot:
            made.members.append(self.bot)
        self.world.channels[made.id] = made
        self.world.names[made.id] = name
        return made

    def open_door(self, url: str) -> None:
        """Send everything as signed requests to this address from now on."""
        self.door.url = url
        self.ways.way = self.door

    # --- events -------------------------------------------------------------------------------

    def tell(self, kind: str, event: Json) -> None:
        """An event for the app, where its manifest asks for such."""
        if self.manifest.hears(kind):
            self.desk.event(event)

    def join(self, channel: Channel, user: User) -> None:
        channel.members.append(user.account)
        self._moved("member_joined_channel", channel, user.account)

    def leave(self, channel: Channel, user: User) -> None:
        """Somebody leaves a channel, or is taken out of it."""
        channel.members.remove(user.account)
        self._moved("member_left_channel", channel, user.account)

    def invite_bot(self, channel: Channel) -> None:
        """The bot is taken into a channel."""
        channel.members.append(self.bot)
        self._moved("member_joined_channel", channel, self.bot)

    def _moved(self, kind: str, channel: Channel, user: Account) -> None:
        if self.bot in channel.members:
            about = {"user": user.id, "channel": channel.id, "team": self.team["id"]}
            self.tell(kind, {"type": kind, "channel_type": "C", **about})

    def remove_bot(self, channel: Channel, *, told: bool = True) -> None:
        """The bot is taken out of a channel; Slack tells of it, or withholds that."""
        channel.members.remove(self.bot)
        if told:
            self._about_channel("left", channel)

    def archive(self, channel: Channel) -> None:
        channel.archived = True
        self._about_channel("archive", channel)

    def unarchive(self, channel: Channel) -> None:
        channel.archived = False
        self._about_channel("unarchive", channel)

    def remove_channel(self, channel: Channel) -> None:
        channel.deleted = True
        self._about_channel("deleted", channel)

    def _about_channel(self, what: str, channel: Channel) -> None:
        kind = f"{'channel' if channel.kind == PUBLIC else 'group'}_{what}"
        self.tell(kind, {"type": kind, "channel": channel.id})

    def deactivate(self, user: User) -> None:
        """Somebody's account is closed: they are in no channel any more."""
        user.account.deleted = True
        for channel in self.world.channels.values():
            if user.account in channel.members and channel.kind != "im":
                channel.members.remove(user.account)
        told = user.account.json(self.team["id"])
        self.tell("user_change", {"type": "user_change", "user": told})

    def revoke(self, error: str = "token_revoked") -> None:
        """The bot's token is taken back."""
        self.api.revoked = error
        tokens = {"oauth": [], "bot": [self.bot.id]}
        self.tell("tokens_revoked", {"type": "tokens_revoked", "tokens": tokens})

    def uninstall(self) -> None:
        """The app is taken out of the workspace."""
        self.tell("app_uninstalled", {"type": "app_uninstalled"})
        self.revoke("account_inactive")

    def moderate(self, message: Message) -> None:
        """Somebody with the right to do so deletes a message."""
        self.posts.remove(message)

    # --- trouble ------------------------------------------------------------------------------

    def fail(self, method: str, error: str = "", *, status: int = 200, times: int = 1,
             carried: bool = False, delay: float = 0.0, part: str = "") -> None:  # fmt: skip
        """Answer the next requests for this method with an error; `carried` out or not.

        `method` is a pattern, `part` must stand in the arguments. Without an error, and with a
        status of 500 or more, as a broken proxy would.
        """
        self.api.troubles.append(
            Trouble(method, status, error, 0, times, carried, delay, part)
        )  # fmt: skip

    def limit(self, method: str, wait: int, *, times: int = 1, part: str = "") -> None:
        """Answer the next requests with a 429; they may not come again before the wait is over."""
        self.api.troubles.append(Trouble(method, 429, "", wait, times, part=part))

    def expect(self, *names: str) -> None:
        """These refusals are meant to happen: no complaint about them."""
        self.expected += names

    # --- looking ------------------------------------------------------------------------------

    def requests(self, method: str = "", part: str = "") -> list[Request]:
        """What was asked for, in order."""
        return [
            one for one in self.api.requests
            if method in ("", one.method) and part in str(one.body)
        ]  # fmt: skip

    async def until(self, what: Callable[[], object], seconds: float = 30.0) -> None:
        """Wait until something is so. Raises AssertionError where it does not come to be."""
        await until(what, seconds, self.complaints)

    async def connected(self, seconds: float = 90.0) -> None:
        """Wait until the app has a connection in Socket Mode."""
        await self.until(lambda: self.sockets.lines, seconds)

    async def verified(self, seconds: float = 90.0) -> None:
        """Wait until the app's address answers as Slack's settings page wants it to."""
        loop = asyncio.get_running_loop()
        late = loop.time() + seconds
        while not await self.door.verify():
            assert loop.time() < late, f"{self.door.url} did not answer within {seconds} s"
            await asyncio.sleep(0.05)


@asynccontextmanager
async def loopback(slack: Slack | None = None) -> AsyncIterator[Slack]:
    """A running workspace; at the end it must have had nothing to complain of."""
    slack = slack or Slack()
    await slack.start()
    try:
        yield slack
    finally:
        await slack.stop()
    slack.check()
