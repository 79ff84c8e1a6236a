"""Calling who must act: a mention under the table after some silence, gone when they have acted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord

from adapters.discord_draw import Pen
from adapters.discord_lanes import UNKNOWN_MEMBER, Lanes
from adapters.discord_tables import PREFIX, Tables, number
from bot.chat import Gone, Message
from bot.clock import Alarm, Clock
from bot.text import words

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Call:
    """A person who must act: for which turn (its clock), and the mention once it is out."""

    turn: int | None
    alarm: Alarm
    language: str
    title: str
    said: tuple[int, int] | None = None
    over: bool = False


class Calls:
    """`departed` is called with a person who has left the table's server, and its id."""

    def __init__(
        self, client: discord.Client, lanes: Lanes, tables: Tables, pen: Pen, clock: Clock,
        departed: Callable[[str, str], Awaitable[None]],
    ) -> None:  # fmt: skip
        self._client = client
        self._lanes = lanes
        self._tables = tables
        self._pen = pen
        self._clock = clock
        self._departed = departed
        self._calls: dict[tuple[str, str], Call] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def hear(self, person: str, table: str, message: Message) -> None:
        """A private message was due: it says whether its person is to be called."""
        key = (person, table)
        call = self._calls.get(key)
        if call and message.call == person and call.turn == message.clock:
            return
        self.forget(person, table)
        if message.call == person:
            due = self._clock.now() + message.call_after
            alarm = self._clock.call_at(due, lambda: self._begin(self._call(key)))
            self._calls[key] = Call(message.clock, alarm, message.language, message.title)

    def forget(self, person: str, table: str) -> None:
        """They have acted, or are gone: the mention goes."""
        call = self._calls.pop((person, table), None)
        if call:
            call.over = True
            call.alarm.cancel()
            if call.said:
                self._begin(self._tables.take_away(*call.said))

    async def close(self) -> None:
        for call in self._calls.values():
            call.alarm.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Future[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.warning("cannot call a player: %s", type(error).__name__)

    async def _call(self, key: tuple[str, str]) -> None:
        person, table = key
        call, spot = self._calls.get(key), self._tables.spot(table)
        if call is None or spot is None:
            return
        if not await self._still_here(person, spot.guild):
            await self._departed(person, f"{PREFIX}{spot.guild}")
            return
        user = discord.Object(number(person))
        who = f"<@{user.id}>"
        text = words(call.language)("discord.your_turn", who="\0", table=call.title)
        content = self._pen.line(text).replace("\0", who)
        only = discord.AllowedMentions(everyone=False, roles=False, users=[user])
        target = self._client.get_partial_messageable(spot.channel)
        sent = await self._lanes.send(
            spot.channel, lambda: target.send(content, allowed_mentions=only)
        )
        call.said = (spot.channel, sent.id)
        if call.over:
            # They acted while it was on its way.
            await self._tables.take_away(*call.said)

    async def _still_here(self, person: str, guild_id: int) -> bool:
        """Whether a silent player is still in the server; asked only now: it costs a request."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return True
        try:
            await self._lanes.send(0, lambda: guild.fetch_member(number(person)))
        except Gone:
            return True
        except discord.NotFound as error:
            return error.code != UNKNOWN_MEMBER
        return True
