"""The public messages of the tables: where each stands, how old it is, how far it scrolled away."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import discord

from adapters.discord_draw import Drawn, Pen, Where, escaped
from adapters.discord_lanes import Lanes, NoMessage, TooOld
from bot.chat import Gone, Link, Memory, Message

PREFIX = "discord:"
SHELF, LEFT = "discord.table", "discord.left"
OLD = 55 * 60.0
"""Seconds after which a message is left behind: Discord bears few edits of what is an hour old."""
FAR = 12
"""So many messages later a table has scrolled away."""
REST = 60.0
"""Seconds between two moves of a table, however busy the channel."""
TOKEN_LASTS = 14 * 60.0
"""Seconds for which a press may edit its own message; a minute less than Discord says."""
MOST = 100_000


def number(id_: str) -> int:
    """Discord's number in an id of ours. Raises Gone for an id of somebody else's."""
    text = id_.removeprefix(PREFIX)
    if not id_.startswith(PREFIX) or not (text.isascii() and text.isdecimal()):
        raise Gone(id_)
    return int(text)


ARRIVED = "arrived"


def arrived(interaction: discord.Interaction, now: float) -> None:
    """Note on an interaction when it came in, by our own clock: Discord's may go otherwise."""
    interaction.extras[ARRIVED] = now


def alive(interaction: discord.Interaction | None, now: float) -> bool:
    """Whether the token of a press may still be used; `now` in seconds since 1970."""
    return interaction is not None and now - interaction.extras[ARRIVED] < TOKEN_LASTS


class Pressed(Protocol):
    """A message of ours; `press`: the last on it, where that may still change it."""

    press: discord.Interaction | None


async def changed_by_press(lanes: Lanes, shown: Pressed, drawn: Drawn, now: float) -> bool:
    """Change a message by a press on it, which costs none of its channel's budget.

    False where there was none lately, or Discord would not have it.
    """
    press, shown.press = shown.press, None
    if press is None or not alive(press, now) or lanes.silent:
        return False
    edit, none = press.edit_original_response, discord.AllowedMentions.none()
    try:
        await lanes.by_press(lambda: edit(**drawn.change(), allowed_mentions=none))
    except discord.HTTPException:
        return False
    shown.press = shown.press or press
    return True


@dataclass(slots=True)
class Spot:
    """Where a table is shown, and `made` when (seconds since 1970).

    `since`: messages below it; `press`: the last on it.
    """

    table: str
    channel: int
    guild: int
    message: int
    made: float
    mark: str = ""
    since: int = 0
    press: discord.Interaction | None = None

    @property
    def url(self) -> str:
        return f"https://discord.com/channels/{self.guild}/{self.channel}/{self.message}"


class Tables:
    """`home` gives the server of a channel, 0 where it is not known."""

    def __init__(
        self, client: discord.Client, lanes: Lanes, memory: Memory, pen: Pen,
        home: Callable[[int], int], now: Callable[[], float] = time.time,
    ) -> None:  # fmt: skip
        self._client = client
        self._lanes = lanes
        self._memory = memory
        self._pen = pen
        self._home = home
        self._now = now
        self._spots: dict[str, Spot] = {}
        self._by_message: dict[int, Spot] = {}
        self._nonces: dict[tuple[int, str], str] = {}
        self._behind: dict[str, tuple[int, int]] = {}

    async def load(self) -> None:
        """Remember where the tables were shown, and what was to be taken away."""
        for table, kept in await self._memory.newest(SHELF, "", MOST):
            self._enter(Spot(table, *json.loads(kept)))
        for table, kept in await self._memory.newest(LEFT, "", MOST):
            channel, message = json.loads(kept)
            self._behind[table] = (channel, message)

    def spot(self, table: str) -> Spot | None:
        """Where a table is shown, if it is."""
        return self._spots.get(table)

    def spots(self) -> list[Spot]:
        """Where every table is shown."""
        return list(self._spots.values())

    def where(self, table: str) -> Where | None:
        """What a private message says of where its table is."""
        spot = self._spots.get(table)
        if spot is None:
            return None
        guild = self._client.get_guild(spot.guild)
        channel = guild.get_channel_or_thread(spot.channel) if guild else None
        names = [guild.name if guild else "", f"#{channel.name}" if channel else ""]
        return Where(" · ".join(name for name in names if name) or "Discord", spot.url)

    def private(self, message: Message, table: str = "") -> Drawn:
        """A private message as it is sent, which says where its table is."""
        where = self.where(table or message.table)
        return self._pen.draw(message, where, links=self.links(message))

    def links(self, message: Message, channel: int = 0) -> list[str]:
        """The links of a message that is shown in a channel, as markup."""
        return [self._link(link, channel) for link in message.links]

    def _link(self, link: Link, channel: int) -> str:
        spot, label = self._spots.get(link.table), escaped(link.label)
        if spot and channel and isinstance(self._client.get_channel(spot.channel), discord.Thread):
            # Its name, which can be pressed.
            return f"<#{spot.channel}>"
        if spot:
            return f"[{label}]({spot.url})"
        return f"<#{number(link.place)}>" if link.place.startswith(PREFIX) else label

    def _enter(self, spot: Spot) -> None:
        self._spots[spot.table] = spot
        self._by_message[spot.message] = spot

    # --- the port -----------------------------------------------------------------------------

    async def post(self, place: str, message: Message) -> str:
        """Show a public message silently, at the end of its channel; raises Gone."""
        channel = number(place)
        reached = [
            discord.Object(number(one)) for one in message.mentions if one.startswith(PREFIX)
        ]
        called = " ".join(f"<@{one.id}>" for one in reached)
        drawn = self._pen.draw(message, content=called, links=self.links(message, channel))
        only = discord.AllowedMentions(everyone=False, roles=False, users=reached)
        key = (channel, message.table or drawn.mark)
        # The same nonce until it has come to pass: a repeated request makes one message.
        nonce = self._nonces.setdefault(key, secrets.token_hex(8))
        target = self._client.get_partial_messageable(channel)
        sent = await self._lanes.send(
            channel,
            lambda: target.send(
                **drawn.new(), silent=bool(message.table), nonce=nonce, allowed_mentions=only
            ),
        )  # fmt: skip
        self._nonces.pop(key, None)
        if message.table:
            await self._moved(message.table, channel, sent.id, drawn.mark)
        return str(sent.id)

    async def _moved(self, table: str, channel: int, message: int, mark: str) -> None:
        old = self._spots.get(table)
        if old:
            self._by_message.pop(old.message, None)
        spot = Spot(table, channel, self._home(channel), message, self._now(), mark)
        self._enter(spot)
        kept = [channel, spot.guild, message, spot.made]
        await self._memory.put(SHELF, table, json.dumps(kept))
        if behind := self._behind.pop(table, None):
            await self.take_away(*behind)
            await self._memory.drop(LEFT, table)

    async def edit(self, place: str, handle: str, message: Message) -> None:
        """Change a public message in place; raises Gone, also where it is time to move on below."""
        drawn = self._pen.draw(message, links=self.links(message, number(place)))
        spot = self._by_message.get(int(handle)) if handle.isdecimal() else None
        if spot is None:
            # Not ours to know: it was taken away, or the memory of it was lost.
            raise NoMessage(handle)
        if self._left_behind(spot):
            await self._leave(spot)
            raise NoMessage(handle)
        if spot.mark == drawn.mark:
            return
        try:
            await self._change(spot, drawn)
        except TooOld:
            await self._leave(spot)
            raise
        spot.mark = drawn.mark

    async def _leave(self, spot: Spot) -> None:
        """Take this message away once the table is shown in another."""
        self._behind[spot.table] = (spot.channel, spot.message)
        await self._memory.put(LEFT, spot.table, json.dumps([spot.channel, spot.message]))

    def _left_behind(self, spot: Spot) -> bool:
        age = self._now() - spot.made
        return age > OLD or (spot.since >= FAR and age > REST)

    async def _change(self, spot: Spot, drawn: Drawn) -> None:
        if not await changed_by_press(self._lanes, spot, drawn, self._now()):
            await self._lanes.edit(spot.channel, lambda: self._edit(spot, drawn.change()))

    async def _edit(self, spot: Spot, parts: dict[str, Any]) -> None:
        target = self._client.get_partial_messageable(spot.channel)
        await target.get_partial_message(spot.message).edit(
            **parts, allowed_mentions=discord.AllowedMentions.none()
        )

    async def delete(self, place: str, handle: str) -> None:
        """Take a public message away; one that is gone already is no error."""
        if handle.isdecimal():
            await self.take_away(number(place), int(handle))

    async def take_away(self, channel: int, message: int) -> None:
        spot = self._by_message.pop(message, None)
        if spot and self._spots.get(spot.table) is spot:
            del self._spots[spot.table]
        target = self._client.get_partial_messageable(channel)
        try:
            await self._lanes.send(channel, target.get_partial_message(message).delete)
        except Gone:
            return

    # --- what happens around them --------------------------------------------------------------

    def pressed(self, interaction: discord.Interaction) -> None:
        """A press on a table's message may edit it from now on."""
        spot = self._by_message.get(interaction.message.id) if interaction.message else None
        if spot:
            spot.press = interaction

    def scrolled(self, channel: int, message: int) -> None:
        """Somebody has said something in a channel."""
        for spot in self._spots.values():
            if spot.channel == channel and message > spot.message:
                spot.since += 1

    def taken_away(self, message: int) -> tuple[str, str] | None:
        """(place, handle) if somebody else deleted the message of a table."""
        spot = self._by_message.get(message)
        if spot is None or self._spots.get(spot.table) is not spot:
            return None
        behind = self._behind.get(spot.table)
        if behind and behind[1] == message:
            return None
        self._by_message.pop(message)
        return f"{PREFIX}{spot.channel}", str(message)
