"""Where a table's message stands: it moves on before it is an hour old, or out of sight; shards."""

from __future__ import annotations

import time
from pathlib import Path

from tests.discord.evening import DECK
from tests.discord.inside import inside
from tests.discord.server import Discord, loopback
from tests.discord.users import User
from tests.discord.world import Channel, Message


class Ahead:
    """The time of day, and how far it is put on."""

    def __init__(self) -> None:
        self.by = 0.0

    def __call__(self) -> float:
        return time.time() + self.by


def tables(user: User, channel: Channel) -> list[Message]:
    return [one for one in user.reads(channel) if one.components and one.only is None]


async def opened(discord: Discord, user: User, channel: Channel) -> Message:
    await user.type(channel, "open", {"blinds": "10/20", "pace": "relaxed"})
    await discord.until(lambda: tables(user, channel))
    return tables(user, channel)[0]


async def test_a_message_that_is_nearly_an_hour_old_is_left_behind(tmp_path: Path) -> None:
    async with loopback() as discord:
        ann, bob, ahead = discord.user("Ann"), discord.user("Bob"), Ahead()
        guild = discord.guild("Casino", ann, bob)
        channel = next(iter(guild.channels.values()))
        discord.own_emoji(*DECK, "c2_back")
        async with inside(discord, tmp_path, ahead):
            old = await opened(discord, ann, channel)
            await ann.press(old, "Sit")
            await discord.until(lambda: "Ann\u2069 sits" in old.words())
            ahead.by = 56 * 60
            await bob.press(old, "Sit")
            await discord.until(lambda: tables(ann, channel) not in ([old], []))
            await discord.until(lambda: len(tables(ann, channel)) == 1)
            [new] = tables(ann, channel)
            assert new is not old
            assert "Bob" in new.words()
            assert new.silent


async def test_a_table_that_has_scrolled_away_moves_below_the_talk(tmp_path: Path) -> None:
    async with loopback() as discord:
        ann, bob, ahead = discord.user("Ann"), discord.user("Bob"), Ahead()
        guild = discord.guild("Casino", ann, bob)
        guild.members[discord.bot.id].joined -= 7200
        channel = next(iter(guild.channels.values()))
        discord.own_emoji(*DECK, "c2_back")
        async with inside(discord, tmp_path, ahead):
            old = await opened(discord, ann, channel)
            await ann.press(old, "Sit")
            await discord.until(lambda: "Ann\u2069 sits" in old.words())
            for number in range(15):
                ann.says(channel, f"line {number}")
            ahead.by = 120
            await bob.press(old, "Sit")
            await discord.until(lambda: old not in tables(ann, channel) and tables(ann, channel))
            assert "line 14" not in [one.content for one in ann.reads(channel)[-1:]]


async def test_servers_are_spread_over_shards_and_messages_come_on_the_first(
    tmp_path: Path,
) -> None:
    async with loopback() as discord:
        discord.gateway.shards = discord.gateway.concurrency = 2
        ann = discord.user("Ann")
        guilds = [discord.guild(f"Casino {number}", ann) for number in range(4)]
        discord.own_emoji(*DECK, "c2_back")
        async with inside(discord, tmp_path, time.time):
            await discord.until(lambda: discord.gateway.identified == 2)
            for guild in guilds:
                await opened(discord, ann, next(iter(guild.channels.values())))
            assert "language" in ann.offered(ann.dm)
            said = await ann.type(ann.dm, "language", {"language": "ja"})
            await discord.until(lambda: said.said)
        assert sorted(one.shard for one in discord.gateway.sessions.values()) in (
            [(0, 2), (1, 2)],
            [],
        )
