"""The whole server on loopback, and the words tests speak to it with."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from tests.clock import until
from tests.discord.clock import Clock
from tests.discord.gateway import MEMBERS, Gateway
from tests.discord.interactions import Desk
from tests.discord.limits import Answer, Limits
from tests.discord.posts import Posts
from tests.discord.refusal import MESSAGES, Json
from tests.discord.rest import Request, Rest, Trouble
from tests.discord.users import User
from tests.discord.world import (
    TEXT_CHANNEL,
    THREAD,
    USUAL,
    Account,
    Channel,
    Guild,
    Member,
    Message,
    Role,
    World,
)

TOKEN = "loopback.token.of-a-bot-that-is-none"  # noqa: S105 - opens nothing but this server
BEAT_WATCH = 5.0
JSON = {"Content-Type": "application/json"}


class Discord:
    """A Discord for one bot. What it refuses without being told to stands in `complaints`."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.token = TOKEN
        self.complaints: list[str] = []
        self.world = World(self.clock)
        self.bot = self.world.account("Croupier", bot=True)
        self.gateway = Gateway(self.world, self.clock, self.bot, self.token, self.complain)
        self.posts = Posts(self.world, self.gateway, self.clock, self.bot)
        self.desk = Desk(self.posts, self.clock)
        self.limits = Limits(self.clock)
        self.rest = Rest(self.world, self.gateway, self.posts, self.desk, self.limits, self.clock,
                         self.bot, self.token, self.complain)  # fmt: skip
        self._runner: web.AppRunner | None = None
        self._watch: asyncio.Task[None] | None = None
        self.port = 0

    async def start(self, port: int = 0) -> None:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_route("*", "/api/v10/{path:.*}", self.rest.serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", port).start()
        self.port = self._runner.addresses[0][1]
        self.gateway.url = self.gateway_url
        self._watch = asyncio.create_task(self._watch_beats())

    async def stop(self) -> None:
        if self._watch:
            self._watch.cancel()
        for line in list(self.gateway.lines):
            line.end(1001)
        if self._runner:
            await self._runner.cleanup()

    async def _watch_beats(self) -> None:
        while True:
            await asyncio.sleep(BEAT_WATCH)
            self.gateway.check_beats()

    @property
    def api_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/v10"

    @property
    def gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/gateway"

    def complain(self, what: str) -> None:
        self.complaints.append(what)

    def check(self) -> None:
        """Fail the test for everything the real API would have refused or limited."""
        assert not self.complaints, "\n".join(self.complaints)
        assert not self.limits.exceeded, "\n".join(self.limits.exceeded)

    # --- making a world -----------------------------------------------------------------------

    def user(self, name: str, locale: str = "en-US") -> User:
        return User(self, self.world.account(name, locale))

    def guild(self, name: str, *people: User, permissions: int = USUAL) -> Guild:
        """A server of the first of these people (or of somebody else), with the bot in it."""
        owner = people[0].account if people else self.world.account("Owner")
        made = self.world.clock.snowflake()
        everyone = Role(made, "@everyone", permissions)
        guild = Guild(made, name, owner, everyone, {made: everyone})
        for account in (owner, *(one.account for one in people), self.bot):
            guild.members[account.id] = Member(account, joined=self.clock.now())
        self.world.guilds[made] = guild
        self.channel(guild, "general")
        # A server just joined says nothing of having been unavailable.
        told = guild.json(self.bot)
        del told["unavailable"]
        self.gateway.tell_guild(made, 1, "GUILD_CREATE", told)
        return guild

    def channel(self, guild: Guild, name: str, kind: int = TEXT_CHANNEL) -> Channel:
        made = Channel(self.clock.snowflake(), kind, name, guild)
        self.world.channels[made.id] = guild.channels[made.id] = made
        if len(guild.channels) > 1:
            self.gateway.tell_guild(guild.id, 1, "CHANNEL_CREATE", made.json())
        return made

    def thread(self, parent: Channel, name: str) -> Channel:
        assert parent.guild
        made = Channel(self.clock.snowflake(), THREAD, name, parent.guild, parent)
        self.world.channels[made.id] = parent.guild.channels[made.id] = made
        self.gateway.tell_guild(parent.guild.id, 1, "THREAD_CREATE", made.json())
        return made

    def join(self, guild: Guild, user: User, *roles: Role) -> None:
        guild.members[user.account.id] = Member(user.account, list(roles))

    def role(self, guild: Guild, name: str, permissions: int) -> Role:
        made = Role(self.clock.snowflake(), name, permissions)
        guild.roles[made.id] = made
        told = {"guild_id": str(guild.id), "role": made.json()}
        self.gateway.tell_guild(guild.id, 1, "GUILD_ROLE_CREATE", told)
        return made

    def own_emoji(self, *names: str) -> None:
        """Emoji the application has had since before."""
        for name in names:
            key = self.clock.snowflake()
            self.posts.emoji[key] = {
                "id": str(key), "name": name, "roles": [], "user": self.bot.json(),
                "animated": False, "require_colons": True, "managed": False, "available": True,
            }  # fmt: skip

    # --- trouble ------------------------------------------------------------------------------

    def leave(self, guild: Guild, user: User) -> None:
        """Somebody leaves; only who has the members intent is told."""
        del guild.members[user.account.id]
        gone = {"guild_id": str(guild.id), "user": user.account.json()}
        self.gateway.tell_guild(guild.id, MEMBERS, "GUILD_MEMBER_REMOVE", gone)

    def remove_bot(self, guild: Guild) -> None:
        """The bot is thrown out of a server."""
        guild.left = True
        del guild.members[self.bot.id]
        self.gateway.tell_guild(guild.id, 1, "GUILD_DELETE", {"id": str(guild.id)})

    def remove_channel(self, channel: Channel) -> None:
        assert channel.guild
        del self.world.channels[channel.id]
        del channel.guild.channels[channel.id]
        event = "THREAD_DELETE" if channel.kind == THREAD else "CHANNEL_DELETE"
        self.gateway.tell_guild(channel.guild.id, 1, event, channel.json())

    def deny(self, channel: Channel, account: Account, permissions: int) -> None:
        """Take permissions away from somebody in a channel."""
        channel.denied[account.id] = permissions
        assert channel.guild
        self.gateway.tell_guild(channel.guild.id, 1, "CHANNEL_UPDATE", channel.json())

    def moderate(self, message: Message) -> None:
        """A moderator deletes a message."""
        self.posts.delete(message)

    def fail(self, method: str, path: str, status: int = 500, *, code: int = 0, times: int = 1,
             html: bool = False, before: bool = True, delay: float = 0.0) -> None:  # fmt: skip
        """Answer the next requests of this kind with an error; `before` it is carried out or not.

        `path` is a pattern of the whole path below the version; `html`: as a broken proxy would.
        """
        body = json.dumps({"message": MESSAGES.get(code, (0, "failed"))[1], "code": code})
        kind = {"Content-Type": "text/html"} if html else JSON
        answer = Answer(status, "<html>" if html else body, kind)
        self.rest.troubles.append(Trouble(method, path, answer, times, before, delay))

    def limit(self, method: str, path: str, wait: float, *, warned: bool = True,
              everywhere: bool = False, times: int = 1) -> None:  # fmt: skip
        """Answer the next requests with a 429: from Discord itself, or (not `warned`) from the
        wall before it, which knows neither JSON nor Via."""
        body: Json = {"message": "You are being rate limited.", "retry_after": wait}
        headers = {"Retry-After": str(int(wait) + 1)}
        if warned:
            body["global"] = everywhere
            headers |= {
                "Via": "1.1 google",
                "X-RateLimit-Scope": "global" if everywhere else "user",
            }
            answer = Answer(429, json.dumps(body), headers | JSON)
        else:
            answer = Answer(429, "error code: 1015", headers | {"Content-Type": "text/plain"})
        self.rest.troubles.append(Trouble(method, path, answer, times))

    def expect(self, *codes: int) -> None:
        """These refusals are meant to happen: no complaint about them."""
        self.rest.expected += codes

    # --- looking ------------------------------------------------------------------------------

    def requests(self, method: str = "", part: str = "") -> list[Request]:
        """What was asked for, in order."""
        return [
            one for one in self.rest.requests
            if (not method or one.method == method) and part in one.path
        ]  # fmt: skip

    async def until(
        self, what: Callable[[], object], seconds: float = 30.0, every: float = 0.01
    ) -> None:
        """Wait until something is so. Raises AssertionError where it does not come to be."""
        await until(what, seconds, self.complaints, every)

    async def ready(self, seconds: float = 90.0) -> None:
        """Wait until the bot is connected and has registered its commands."""
        await self.until(lambda: self.gateway.alive and self.rest.commands, seconds)


@asynccontextmanager
async def loopback(discord: Discord | None = None) -> AsyncIterator[Discord]:
    """A running server; at the end it must have had nothing to complain of."""
    discord = discord or Discord()
    await discord.start()
    try:
        yield discord
    finally:
        await discord.stop()
    discord.check()
