"""Threads for tables: begun once for each, found again after a crash, put away when all is said."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

import aiohttp
import discord

from adapters.discord_draw import told
from adapters.discord_lanes import Lanes, NoMessage
from adapters.discord_tables import MOST, PREFIX, number
from bot.chat import Gone, Memory

SHELF = "discord.thread"
BEGUN = ""
"""What is remembered of a thread that was asked for, until its number is known."""
NAME = 100
"""Characters that the name of a thread may have."""
PATIENCE = 15.0
"""Seconds within which Discord has said which channels there are, after a start."""
NEEDED = discord.Permissions(create_public_threads=True, send_messages_in_threads=True)
TROUBLE = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
log = logging.getLogger(__name__)


class Threads:
    """`note` is told the server of a new thread."""

    def __init__(
        self, client: discord.Client, lanes: Callable[[], Lanes], memory: Memory,
        note: Callable[[int, int], None],
    ) -> None:  # fmt: skip
        self._client = client
        self._lanes = lanes
        self._memory = memory
        self._note = note
        self._sealed: set[int] = set()

    async def branch(self, place: str, title: str, key: str) -> str:
        """The place of a thread in a channel, for a `key` always the same; raises Gone."""
        channel = await self._channel(number(place))
        kept = await self._memory.get(SHELF, key)
        thread = await self._find(int(kept)) if kept else None
        name = told(title, NAME)
        if kept == BEGUN:
            thread = await self._orphan(channel, name)
        if thread is None:
            await self._memory.put(SHELF, key, BEGUN)
            thread = await self._begin(channel, name)
        await self._memory.put(SHELF, key, str(thread.id))
        self._note(thread.id, channel.guild.id)
        return f"{PREFIX}{thread.id}"

    async def _channel(self, id_: int) -> discord.TextChannel:
        """A channel in which the bot may begin threads and write in them. Raises Gone."""
        channel = self._client.get_channel(id_)
        if channel is None:
            try:
                # It has only just signed in, and is yet to hear of its channels.
                await asyncio.wait_for(self._client.wait_until_ready(), PATIENCE)
            except TimeoutError:
                raise Gone(str(id_)) from None
            channel = self._client.get_channel(id_)
        # A thread has no threads in it.
        if not isinstance(channel, discord.TextChannel):
            raise Gone(str(id_))
        if not channel.permissions_for(channel.guild.me) >= NEEDED:
            raise Gone(str(id_))
        return channel

    async def _begin(self, channel: discord.TextChannel, name: str) -> discord.Thread:
        kinds = discord.ChannelType
        kind = kinds.news_thread if channel.is_news() else kinds.public_thread
        begin = channel.create_thread
        try:
            return await self._lanes().send(channel.id, lambda: begin(name=name, type=kind))
        except TROUBLE as error:
            # Where only the answer was lost the thread is there.
            if found := await self._orphan(channel, name):
                return found
            log.warning("no thread can be begun: %s", type(error).__name__)
            raise Gone(str(channel.id)) from None

    async def _orphan(self, channel: discord.TextChannel, name: str) -> discord.Thread | None:
        """A thread of ours with this name that is no table's."""
        taken = {kept for _, kept in await self._memory.newest(SHELF, "", MOST)}
        mine = self._client.user.id if self._client.user else 0
        for thread in channel.threads:
            if (thread.owner_id, thread.name) == (mine, name) and str(thread.id) not in taken:
                return thread
        return None

    async def _find(self, id_: int) -> discord.Thread | None:
        found = self._client.get_channel(id_)
        if found is None:
            try:
                found = await self._client.fetch_channel(id_)
            except (discord.NotFound, discord.Forbidden):
                return None
        return found if isinstance(found, discord.Thread) else None

    async def seal(self, place: str) -> None:
        """Archive a thread; nothing more is posted in it."""
        thread = await self._find(number(place))
        if thread is None:
            return
        self._sealed.add(thread.id)
        try:
            await self._lanes().send(thread.id, partial(thread.edit, archived=True))
        except (Gone, discord.Forbidden):
            return
        await self.forget(thread.id)

    async def forget(self, id_: int) -> None:
        """A thread is there no more, or will be no table's again."""
        for key, kept in await self._memory.newest(SHELF, "", MOST):
            if kept == str(id_):
                await self._memory.drop(SHELF, key)

    async def wake(self, id_: int) -> None:
        """Take a thread out of the archive, unless it was put away. Raises Gone."""
        if id_ in self._sealed:
            raise NoMessage(id_)
        thread = self._client.get_channel(id_) or await self._client.fetch_channel(id_)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)
