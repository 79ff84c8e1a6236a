"""A tournament in Slack: one channel, everybody's direct messages, and its limits all along."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tests.contest import Contest, Field, Outcome, Player
from tests.leap import BEGAN, LoopClock, held, seconds
from tests.slack.clock import Clock
from tests.slack.inside import inside
from tests.slack.limits import POSTS_A_MINUTE, TIERS
from tests.slack.manifest import read
from tests.slack.refusal import Json
from tests.slack.server import Slack, loopback
from tests.slack.users import User, pressable
from tests.slack.world import DIRECT, Account, Channel, Message


class Member:
    """A player in Slack, who knows where each button is that they have been shown."""

    def __init__(self, user: User) -> None:
        self.id = f"slack:{user.id}"
        self.user = user
        self.places: dict[str, Message] = {}
        self._dm = user.dm

    async def press(self, token: str) -> None:
        message = self.places.get(token)
        button = pressable(message).get(token) if message and not message.gone else None
        if message and button:
            with held():
                await self.user.presses_old(button, message)

    def letters(self) -> Sequence[str]:
        return [one.words() for one in self.user.sees(self._dm)]


def watch(contest: Contest, members: dict[Account, Member], message: Message) -> None:
    """Tell the contest what a message shows to one person alone."""
    only = message.only
    if only is None and message.channel.kind == DIRECT:
        only = message.channel.person
    if only in members:
        member, found = members[only], list(pressable(message))
        member.places |= dict.fromkeys(found, message)
        contest.shown(member.id, found, answer=message.only is not None)


async def register(channel: Channel, player: Player) -> None:
    """Press Register in the lobby."""
    assert isinstance(player, Member)
    [lobby] = filter(registers, channel.messages.values())
    with held():
        await player.user.presses_old(registers(lobby)[0], lobby)


def registers(message: Message) -> list[Json]:
    return [one for token, one in pressable(message).items() if token.startswith("register|")]


async def tournament(folder: Path, field: Field) -> Outcome:
    """Play it to the end; raises AssertionError for anything that Slack would not have borne."""
    loop = asyncio.get_running_loop()
    server = Slack(Clock(lambda: BEGAN + loop.time()), read())
    async with loopback(server) as slack:
        users = [slack.user(f"Player {number}") for number in range(1, field.players + 1)]
        channel = slack.channel("tournaments", *users)
        async with inside(slack, folder, seconds, LoopClock()) as house:
            contest = Contest(house, field.bold)
            members = {user.account: Member(user) for user in users}
            contest.players = {one.id: one for one in members.values()}
            slack.world.watchers.append(partial(watch, contest, members))
            typed = " ".join(f"{name}:{word}" for name, word in field.typed.items())
            with held():
                await users[0].types(f"/poker tournament {typed}", channel)
            await slack.until(lambda: any(map(registers, channel.messages.values())))
            await contest.play(partial(register, channel))
        return contest.outcome(borne(slack))


def borne(slack: Slack) -> dict[str, str]:
    """What the workspace had to bear."""
    minutes = Counter(int(one.at // 60) for one in slack.api.requests)
    busiest = slack.limits.busiest
    return {
        "requests in the busiest minute": f"{max(minutes.values()):,}",
        "changes in the busiest minute": f"{busiest['chat.update']} of {TIERS[3]}",
        "posts in the busiest minute": f"{busiest['chat.postMessage']} of {POSTS_A_MINUTE}",
        "refused for a limit": str(len(slack.limits.exceeded)),
    }
