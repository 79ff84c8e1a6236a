"""Discord: the Chat port over discord.py, and the events of its gateway on their way in.

It owns the connection: signing in, registering the commands, what the server's events mean. What a
message looks like, where it stands and who gets it is told in the modules beside it.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.calls import Calls
from adapters.discord_calls import Mention, Mentions
from adapters.discord_commands import differ, registered
from adapters.discord_draw import Pen
from adapters.discord_emoji import card_emoji
from adapters.discord_intake import Intake
from adapters.discord_lanes import Lanes, NoChannel
from adapters.discord_private import Privates
from adapters.discord_tables import PREFIX, Tables, arrived
from adapters.discord_threads import Threads
from adapters.port import Port
from bot.chat import Dealer, Gone, Memory, Message
from bot.clock import Clock, WallClock
from bot.text import words

PERMISSIONS = discord.Permissions(
    view_channel=True, send_messages=True, embed_links=True, attach_files=True,
    read_message_history=True, send_messages_in_threads=True, use_external_emojis=True,
)  # fmt: skip
"""What the bot needs in a channel; nothing else, and no privileged intent."""
THREADS = discord.Permissions(create_public_threads=True)
"""What it needs besides, where tables are to open in threads of their own."""

JOINED = "discord.joined"
AGAIN = (5.0, 15.0, 60.0)
"""Seconds between tries to sign in while Discord is out of reach."""
LATELY = 3600.0
"""A server joined longer ago is not greeted any more."""
LONG_WAIT = 30.0
GOODBYE = 3.0
log = logging.getLogger(__name__)


class WrongToken(Exception):
    """Discord does not know the token."""


def intents() -> discord.Intents:
    """Servers and their channels, and that (not what) somebody has written below a table."""
    return discord.Intents(guilds=True, guild_messages=True)


class Client(discord.AutoShardedClient):
    """The library's client, with what happens in servers handed on to its owner."""

    def __init__(self, owner: Discord) -> None:
        super().__init__(
            intents=intents(), max_messages=None, chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(), max_ratelimit_timeout=LONG_WAIT,
            allowed_mentions=discord.AllowedMentions.none(),
        )  # fmt: skip
        self._owner = owner

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await self._owner.take(interaction)

    async def on_message(self, message: discord.Message) -> None:
        self._owner.scrolled(message)

    async def on_raw_message_delete(self, gone: discord.RawMessageDeleteEvent) -> None:
        await self._owner.taken_away([gone.message_id])

    async def on_raw_bulk_message_delete(self, gone: discord.RawBulkMessageDeleteEvent) -> None:
        await self._owner.taken_away(list(gone.message_ids))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._owner.gone(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._owner.thread_gone(thread.thread_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._owner.greet(guild)

    async def on_ready(self) -> None:
        await self._owner.look_round(self.guilds)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._owner.gone(guild.id)

    async def on_error(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        # The words of an error may hold cards: only its kind is written down.
        kind = sys.exc_info()[0]
        if not self.is_closed():
            log.error("%s failed: %s", event, kind.__name__ if kind else "?")


class Discord(Port):
    """The Chat port of Discord. Addresses other than Discord's own are a proxy's or a test's."""

    platform = "discord"

    def __init__(
        self, dealer: Dealer, memory: Memory, *, token: str, api_url: str | None = None,
        gateway_url: str | None = None, language: str = "en", four_colours: bool = False,
        clock: Clock | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:  # fmt: skip
        super().__init__()
        self._dealer = dealer
        self._memory = memory
        self._token = token
        self._api_url = api_url
        self._gateway_url = gateway_url
        self._language = language
        self._four_colours = four_colours
        self._pen = Pen()
        self._deck: asyncio.Task[None] | None = None
        self._clock = clock or WallClock()
        self._now = now
        self._life: asyncio.Task[None] | None = None
        self._client: Client
        self._lanes: Lanes
        self._threads: Threads
        self._tables: Tables
        self._privates: Privates
        self._calls: Calls[Mention]
        self._intake: Intake
        self._homes: dict[int, int] = {}

    async def start(self) -> None:
        """Sign in and connect; while Discord is out of reach, go on trying. Raises WrongToken."""
        self._point()
        self._client = Client(self)
        pen = self._pen
        client, memory, now = self._client, self._memory, self._now
        threads = self._threads = Threads(
            client, lambda: self._lanes, memory, self._homes.__setitem__
        )
        lanes = self._lanes = Lanes(threads.wake)
        self._tables = Tables(client, lanes, memory, pen, self._home, now)
        self._privates = Privates(client, lanes, memory, self._tables, self._left_all, now)
        voice = Mentions(client, lanes, self._tables, pen, self._dealer.departed)
        self._calls = Calls(voice, self._clock)
        self._intake = Intake(self._dealer, lanes, self._tables, self._privates, now)
        await self._tables.load()
        await self._privates.load()
        signed_in = await self._sign_in()
        self._life = asyncio.create_task(self._live(signed_in), name="discord")

    def _point(self) -> None:
        """Point the library elsewhere, where that is set, and keep its voice down.

        What it logs for debugging are whole messages, cards and all; voices it need not warn of.
        """
        logging.getLogger("discord").setLevel(max(logging.INFO, logging.root.level))
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        if self._api_url:
            path = urlsplit(self._api_url).path.strip("/")
            Route.BASE = self._api_url.rstrip("/") + ("" if path else "/api/v10")
        if self._gateway_url:
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self._gateway_url)

    async def stop(self) -> None:
        """Leave the gateway; what people pressed meanwhile is answered when the dealer is back."""
        if self._life is None:
            return
        await self._calls.close()
        await self._intake.settle(GOODBYE)
        await self._client.close()
        tasks = [self._life, *([self._deck] if self._deck else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._life = None

    async def _sign_in(self) -> bool:
        try:
            await self._client.login(self._token)
        except discord.LoginFailure:
            await self._client.http.close()
            raise WrongToken from None
        except (discord.HTTPException, OSError, aiohttp.ClientError, TimeoutError) as error:
            log.warning("Discord is out of reach: %s", type(error).__name__)
            await self._client.http.close()
            self._client.http.clear()
            return False
        return True

    async def _live(self, signed_in: bool) -> None:
        tries = 0
        while not signed_in:
            await asyncio.sleep(AGAIN[min(tries, len(AGAIN) - 1)])
            tries += 1
            signed_in = await self._sign_in()
        self._ready.set()
        await self._register()
        self._deck = asyncio.create_task(self._paint(), name="card emoji")
        try:
            await self._client.connect()
        except discord.PrivilegedIntentsRequired:
            log.error("Discord wants intents that this dealer does not need")
        except (discord.ConnectionClosed, discord.GatewayNotFound) as error:
            log.error("Discord has closed the connection for good: %s", error)

    async def _register(self) -> None:
        """Register the commands where they have changed; without them what is there goes on."""
        http, application = self._client.http, self._client.application_id
        assert application
        wanted = registered(self._dealer.usages("en"), self._dealer.usages("ja"))
        try:
            there: Any = await http.get_global_commands(application)
            if differ(wanted, there):
                await http.bulk_upsert_global_commands(application, payload=wanted)
        except (discord.DiscordException, OSError) as error:
            log.error("the commands could not be registered: %s", error)

    async def _paint(self) -> None:
        self._pen.emoji = await card_emoji(self._client, self._lanes, self._four_colours)

    def _home(self, channel: int) -> int:
        """The server of a channel, as far as it is known."""
        known = self._client.get_channel(channel)
        guild = getattr(known, "guild", None)
        return guild.id if guild else self._homes.get(channel, 0)

    # --- the port -----------------------------------------------------------------------------

    async def post(self, place: str, message: Message) -> str:
        """Show a public message and give its handle; raises Gone."""
        await self._ready.wait()
        try:
            return await self._tables.post(place, message)
        except NoChannel:
            await self._dealer.gone(place)
            raise
        except discord.Forbidden:
            await self._dealer.shut(place)
            raise

    async def edit(self, place: str, handle: str, message: Message) -> None:
        """Change a public message in place, when its turn comes; raises Gone."""
        try:
            await super().edit(place, handle, message)
        except discord.Forbidden:
            await self._dealer.shut(place)
            raise

    async def branch(self, place: str, title: str, key: str) -> str:
        """Begin a thread for a table in a channel and give its place; raises Gone."""
        await self._ready.wait()
        return await self._threads.branch(place, title, key)

    async def seal(self, place: str) -> None:
        """Put a thread away in which nothing more is to be said."""
        await self._ready.wait()
        await self._threads.seal(place)

    # --- events -------------------------------------------------------------------------------

    async def take(self, interaction: discord.Interaction) -> None:
        """Anything a person pressed, sent or typed."""
        if self._lanes.shut:
            return
        arrived(interaction, self._now())
        if interaction.guild_id and interaction.channel_id:
            self._homes[interaction.channel_id] = interaction.guild_id
        await self._intake.take(interaction)

    def scrolled(self, message: discord.Message) -> None:
        """Something was written in a channel."""
        self._tables.scrolled(message.channel.id, message.id)

    async def taken_away(self, messages: list[int]) -> None:
        """Messages were deleted, perhaps those of tables."""
        for message in messages:
            if lost := self._tables.taken_away(message):
                await self._dealer.lost(*lost)

    async def gone(self, where: int) -> None:
        """A channel or a server is there no more, or closed to us."""
        await self._dealer.gone(f"{PREFIX}{where}")

    async def thread_gone(self, thread: int) -> None:
        """Somebody has deleted a thread."""
        await self._threads.forget(thread)
        await self.gone(thread)

    async def greet(self, guild: discord.Guild) -> None:
        """One short message in a server the bot has joined, where it may speak."""
        if await self._memory.get(JOINED, str(guild.id)):
            return
        channel = _open_channel(guild)
        if channel is None:
            return
        await self._memory.put(JOINED, str(guild.id), str(channel.id))
        w = words("ja" if guild.preferred_locale is discord.Locale.japanese else self._language)
        text = w("discord.hello", open="`/open`", help="`/help`")
        try:
            await self._lanes.send(channel.id, lambda: channel.send(text, silent=True))
        except (discord.HTTPException, Gone, TimeoutError) as error:
            await self._memory.drop(JOINED, str(guild.id))
            log.warning("cannot say hello in a server: %s", type(error).__name__)

    async def look_round(self, guilds: Sequence[discord.Guild]) -> None:
        """Make up for what happened while the bot was not looking: servers left, servers joined."""
        known = {guild.id for guild in guilds}
        for guild_id in {spot.guild for spot in self._tables.spots()} - known - {0}:
            await self.gone(guild_id)
        for guild in guilds:
            joined = guild.me.joined_at
            if joined and self._now() - joined.timestamp() < LATELY:
                await self.greet(guild)

    async def _left_all(self, person: str) -> None:
        """A person shares no server with the bot any more."""
        for guild in {spot.guild for spot in self._tables.spots()}:
            await self._dealer.departed(person, f"{PREFIX}{guild}")


def _open_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """Where newcomers are greeted, or the first channel in which the bot may write."""
    usual = [guild.system_channel] if guild.system_channel else []
    for channel in [*usual, *guild.text_channels]:
        may = channel.permissions_for(guild.me)
        if may.view_channel and may.send_messages:
            return channel
    return None
