"""What one person alone sees of a table: a direct message, and answers in the channel to them only.

There is one direct message per person and table, edited from hand to hand. An answer that shows a
table is kept up to date as long as Discord lets it be.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import discord

from adapters.discord_draw import Drawn
from adapters.discord_lanes import Closed, Lanes, NoMessage
from adapters.discord_tables import MOST, OLD, Tables, alive, changed_by_press, number
from bot.chat import Gone, Memory, Message
from bot.text import words

SHELF, CHANNELS = "discord.private", "discord.dm"
AGAIN = 3600.0
"""Seconds after which closed direct messages are tried again."""

Edit = Callable[..., Awaitable[Any]]


@dataclass(slots=True)
class Letter:
    """A direct message about a table, `made` when (seconds since 1970); `press`: the last on it."""

    channel: int
    message: int
    made: float
    mark: str = ""
    press: discord.Interaction | None = None


@dataclass(slots=True)
class Glance:
    """An answer only its reader sees that shows a table, and how it can be changed."""

    press: discord.Interaction
    message: int
    edit: Edit = field(repr=False)
    mark: str = ""


class Privates:
    """`departed` is called with a person who shares no server with us any more."""

    def __init__(
        self, client: discord.Client, lanes: Lanes, memory: Memory, tables: Tables,
        departed: Callable[[str], Awaitable[None]], now: Callable[[], float] = time.time,
    ) -> None:  # fmt: skip
        self._client = client
        self._lanes = lanes
        self._memory = memory
        self._tables = tables
        self._departed = departed
        self._now = now
        self._letters: dict[tuple[str, str], Letter] = {}
        self._glances: dict[tuple[str, str], Glance] = {}
        self._of_message: dict[int, tuple[str, str]] = {}
        self._opening = asyncio.Lock()
        self._closed: dict[str, float] = {}
        self._untold: set[str] = set()
        self._answered: dict[str, tuple[discord.Interaction, str]] = {}

    async def load(self) -> None:
        """Remember which direct messages there are."""
        for key, kept in await self._memory.newest(SHELF, "", MOST):
            person, _, table = key.partition("/")
            letter = self._letters[person, table] = Letter(*json.loads(kept))
            self._of_message[letter.message] = (person, table)

    def table_of(self, message: int) -> str | None:
        """The table a direct message is about."""
        found = self._of_message.get(message)
        return found[1] if found else None

    async def answered(self, person: str, interaction: discord.Interaction, language: str) -> None:
        """What they did in a server has been answered: there they can be told of closed doors."""
        self._answered[person] = (interaction, language)
        await self._tell_closed(person)

    async def _tell_closed(self, person: str) -> None:
        """Say once that we cannot write to them, as soon as there is where they can read it."""
        answered = self._answered.get(person)
        if person not in self._untold or answered is None or not alive(answered[0], self._now()):
            return
        self._untold.discard(person)
        (interaction, language), none = answered, discord.AllowedMentions.none()
        text = words(language)("discord.closed_to_me")
        send = interaction.followup.send
        try:
            await self._lanes.by_press(lambda: send(text, ephemeral=True, allowed_mentions=none))
        except discord.HTTPException:
            self._untold.add(person)

    def draw(self, message: Message) -> Drawn:
        return self._tables.private(message)

    # --- the port -----------------------------------------------------------------------------

    async def whisper(self, person: str, table: str, message: Message) -> None:
        """Show or change the private message about a table; raises Gone where there is no way."""
        drawn = self._tables.private(message, table)
        seen = await self._refresh(person, table, drawn)
        if message.quiet:
            await self._take_back(person, table)
            return
        if self._now() - self._closed.get(person, -AGAIN) < AGAIN:
            if not seen:
                raise Closed(False)
            return
        try:
            await self._write(person, table, drawn)
        except Closed as closed:
            self._closed[person] = self._now()
            self._untold.add(person)
            if closed.left:
                await self._departed(person)
            await self._tell_closed(person)
            raise

    async def _write(self, person: str, table: str, drawn: Drawn) -> None:
        letter = self._letters.get((person, table))
        if letter and letter.mark == drawn.mark:
            return
        if letter and self._now() - letter.made < OLD:
            try:
                await self._change(letter, drawn)
            except NoMessage:
                pass
            else:
                letter.mark = drawn.mark
                return
        await self._send(person, table, drawn)
        if letter:
            await self._tables.take_away(letter.channel, letter.message)

    async def _send(self, person: str, table: str, drawn: Drawn) -> None:
        channel = await self._channel(person)
        target = self._client.get_partial_messageable(channel)
        none = discord.AllowedMentions.none()
        sent = await self._lanes.send(
            channel, lambda: target.send(**drawn.new(), allowed_mentions=none)
        )
        made = self._now()
        self._letters[person, table] = Letter(channel, sent.id, made, drawn.mark)
        self._of_message[sent.id] = (person, table)
        kept = json.dumps([channel, sent.id, made])
        await self._memory.put(SHELF, f"{person}/{table}", kept)

    async def _channel(self, person: str) -> int:
        """The direct messages with a person; opened once and remembered."""
        kept = await self._memory.get(CHANNELS, person)
        if kept:
            return int(kept)
        user = discord.Object(number(person))
        # One at a time: a crowd that sits down at once would overrun the limit of this route.
        async with self._opening:
            made = await self._lanes.send(0, lambda: self._client.create_dm(user))
        await self._memory.put(CHANNELS, person, str(made.id))
        return made.id

    async def _change(self, letter: Letter, drawn: Drawn) -> None:
        if await changed_by_press(self._lanes, letter, drawn, self._now()):
            return
        none = discord.AllowedMentions.none()
        target = self._client.get_partial_messageable(letter.channel)
        message = target.get_partial_message(letter.message)
        await self._lanes.edit(
            letter.channel, lambda: message.edit(**drawn.change(), allowed_mentions=none)
        )

    async def forget(self, person: str, table: str) -> None:
        """Take the private messages about a table away."""
        glance = self._glances.pop((person, table), None)
        if glance and alive(glance.press, self._now()):
            gone = discord.Embed(description="—")
            await self._change_glance(glance, embed=gone, view=None)
        await self._take_back(person, table)

    async def _take_back(self, person: str, table: str) -> None:
        letter = self._letters.pop((person, table), None)
        if letter:
            self._of_message.pop(letter.message, None)
            await self._memory.drop(SHELF, f"{person}/{table}")
            try:
                await self._tables.take_away(letter.channel, letter.message)
            except Closed:
                return

    # --- answers only they see -----------------------------------------------------------------

    def glance(self, person: str, table: str, glance: Glance) -> None:
        """Keep an answer that shows a table up to date from now on."""
        self._glances[person, table] = glance
        self._of_message[glance.message] = (person, table)

    def is_glance(self, message: int) -> bool:
        """Whether this is an answer that shows a table and is kept up to date."""
        return any(glance.message == message for glance in self._glances.values())

    def pressed(self, person: str, interaction: discord.Interaction) -> None:
        """A press on a private message may change it from now on."""
        message = interaction.message
        key = self._of_message.get(message.id) if message else None
        if key is None or message is None or key[0] != person:
            return
        letter = self._letters.get(key)
        if letter and letter.message == message.id:
            letter.press = interaction
        elif message.flags.ephemeral:
            edit = interaction.edit_original_response
            self._glances[key] = Glance(interaction, message.id, edit)

    async def _refresh(self, person: str, table: str, drawn: Drawn) -> bool:
        """Bring the answer they have before them up to date; whether there is one."""
        glance = self._glances.get((person, table))
        if glance is None:
            return False
        if not alive(glance.press, self._now()):
            del self._glances[person, table]
            return False
        if glance.mark == drawn.mark:
            return True
        glance.mark = drawn.mark
        if await self._change_glance(glance, **drawn.change()):
            return True
        if self._glances.get((person, table)) is glance:
            del self._glances[person, table]
        return False

    async def _change_glance(self, glance: Glance, **parts: Any) -> bool:
        none = discord.AllowedMentions.none()
        try:
            await self._lanes.by_press(lambda: glance.edit(**parts, allowed_mentions=none))
        except (discord.HTTPException, Gone):
            return False
        return True
