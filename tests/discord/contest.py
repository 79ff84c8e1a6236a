"""A tournament in Discord: one channel, everybody's direct messages, and its limits all along."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tests.contest import Contest, Field, Outcome, Player
from tests.discord.check_message import BUTTON, walk
from tests.discord.clock import Clock
from tests.discord.evening import DECK
from tests.discord.inside import inside
from tests.discord.server import Discord, loopback
from tests.discord.users import User
from tests.discord.world import DM, THREAD, Channel, Message
from tests.leap import BEGAN, LoopClock, held, seconds


class Member:
    """A player in Discord, who knows where each button is that they have been shown."""

    def __init__(self, user: User) -> None:
        self.id = f"discord:{user.id}"
        self.user = user
        self.places: dict[str, Message] = {}

    async def press(self, token: str) -> None:
        message = self.places.get(token)
        if message and token in ids(message) and message.id in message.channel.messages:
            with held():
                await self.user.press_id(message, token)

    def letters(self) -> Sequence[str]:
        return [one.words() for one in self.user.reads(self.user.dm)]


def ids(message: Message) -> list[str]:
    """What the buttons of a message carry."""
    return [
        one["custom_id"] for one in walk(message.components)
        if one.get("type") == BUTTON and "custom_id" in one and not one.get("disabled")
    ]  # fmt: skip


def watch(contest: Contest, members: dict[int, Member], message: Message) -> None:
    """Tell the contest what a message shows to one person alone."""
    only = message.only
    if only is None and message.channel.kind == DM:
        [only] = [one for one in message.channel.people if not one.bot]
    member = members.get(only.id) if only else None
    if member:
        found = ids(message)
        member.places |= dict.fromkeys(found, message)
        contest.shown(member.id, found, answer=message.only is not None)


async def register(channel: Channel, player: Player) -> None:
    """Press Register in the lobby."""
    assert isinstance(player, Member)
    [lobby] = [one for one in channel.messages.values() if registers(one)]
    with held():
        await player.user.press_id(lobby, registers(lobby)[0])


def registers(message: Message) -> list[str]:
    return [token for token in ids(message) if token.startswith("register|")]


async def tournament(folder: Path, field: Field) -> Outcome:
    """Play it to the end; raises AssertionError for anything that Discord would not have borne."""
    loop = asyncio.get_running_loop()
    server = Discord(Clock(lambda: BEGAN + loop.time()))
    server.own_emoji(*DECK, "c2_back")
    async with loopback(server) as discord:
        users = [discord.user(f"Player {number}") for number in range(1, field.players + 1)]
        guild = discord.guild("The Casino", *users)
        guild.members[discord.bot.id].joined -= 7200
        [channel] = guild.channels.values()
        async with inside(discord, folder, seconds, LoopClock()) as house:
            contest = Contest(house, field.bold)
            members = {user.id: Member(user) for user in users}
            contest.players = {one.id: one for one in members.values()}
            discord.world.watchers.append(partial(watch, contest, members))
            with held():
                await users[0].type(channel, "tournament", field.typed)
            await discord.until(lambda: any(map(registers, channel.messages.values())))
            await contest.play(partial(register, channel))
            tables = [one for one in guild.channels.values() if one.kind == THREAD]
            await discord.until(lambda: all(one.archived for one in tables), 120, 1)
            for one in tables:
                said = [message.words() for message in one.messages.values()]
                ends = [words for words in said if "is broken" in words or "is over" in words]
                assert ends, said
                assert "Tournament" in ends[-1], "it leads to the lobby"
        minutes = Counter(int(one.at // 60) for one in discord.rest.requests)
        return contest.outcome({
            "requests in the busiest minute": f"{max(minutes.values()):,}",
            "in the busiest second": f"{discord.limits.busiest} of 50",
            "refused for a limit": str(len(discord.limits.exceeded)),
        })  # fmt: skip
