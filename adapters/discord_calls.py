"""How Discord calls somebody: a mention under the table, and whether they are still there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from adapters.discord_draw import Pen
from adapters.discord_lanes import UNKNOWN_MEMBER, Lanes
from adapters.discord_tables import PREFIX, Tables, number
from bot.chat import Gone
from bot.text import words

Mention = tuple[int, int]
"""Channel and message."""


class Mentions:
    """`departed` is called with a person who has left the table's server, and its id."""

    def __init__(
        self, client: discord.Client, lanes: Lanes, tables: Tables, pen: Pen,
        departed: Callable[[str, str], Awaitable[None]],
    ) -> None:  # fmt: skip
        self._client = client
        self._lanes = lanes
        self._tables = tables
        self._pen = pen
        self._departed = departed

    async def say(self, person: str, table: str, title: str, language: str) -> Mention | None:
        """Mention a person under their table; nobody else is."""
        spot = self._tables.spot(table)
        if spot is None:
            return None
        user = discord.Object(number(person))
        who = f"<@{user.id}>"
        text = words(language)("discord.your_turn", who="\0", table=title)
        content = self._pen.line(text).replace("\0", who)
        only = discord.AllowedMentions(everyone=False, roles=False, users=[user])
        target = self._client.get_partial_messageable(spot.channel)
        sent = await self._lanes.send(
            spot.channel, lambda: target.send(content, allowed_mentions=only)
        )
        return spot.channel, sent.id

    async def take_back(self, said: Mention) -> None:
        """Take a mention away."""
        await self._tables.take_away(*said)

    async def still_here(self, person: str, table: str) -> bool:
        """Whether a silent player is still in the server; asked only now: it costs a request."""
        spot = self._tables.spot(table)
        guild = self._client.get_guild(spot.guild) if spot else None
        if spot is None or guild is None:
            return True
        try:
            await self._lanes.send(0, lambda: guild.fetch_member(number(person)))
        except Gone:
            return True
        except discord.NotFound as error:
            if error.code != UNKNOWN_MEMBER:
                return True
            await self._departed(person, f"{PREFIX}{spot.guild}")
            return False
        return True
