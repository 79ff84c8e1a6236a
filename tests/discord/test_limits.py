"""Rate limits over a busy hour: the clock is driven, the real client obeys, the server counts."""

from __future__ import annotations

import asyncio
import contextlib
import random
from pathlib import Path

import pytest

from tests.discord.clock import Clock, made_at
from tests.discord.inside import inside
from tests.discord.interactions import TOKEN_LASTS
from tests.discord.server import Discord, loopback
from tests.discord.users import Impossible, User
from tests.discord.world import Channel
from tests.leap import BEGAN, Loop, LoopClock, held, seconds

TABLES, PLAYERS = 10, 4
THINKING = 2.0
"""Seconds a player takes, on average: ten tables at full speed."""


async def play(discord: Discord, people: list[User], channel: Channel, until: float) -> int:
    """People press whatever they are offered, at a table of their own; gives how often."""
    rng, pressed, loop = random.Random(channel.id), 0, asyncio.get_running_loop()
    while loop.time() < until:
        await asyncio.sleep(rng.expovariate(1 / THINKING))
        user = rng.choice(people)
        letters = [one for one in user.reads(user.dm) if one.components and one.only is None]
        tables = [one for one in user.reads(channel) if one.components]
        if not letters:
            chosen, labels = (tables[-1] if tables else None), ["Sit"]
        else:
            chosen = letters[-1]
            labels = ["Call", "Check", "Min", "Fold", "Rebuy", "I'm back"]
            rng.shuffle(labels)
        for label in labels:
            with contextlib.suppress(Impossible):
                if chosen:
                    with held():
                        await user.press(chosen, label)
                    pressed += 1
                    break
    return pressed


def forget(discord: Discord) -> None:
    """Let go of what nobody comes back to, or an hour would grow slower from minute to minute."""
    now = discord.clock.now()
    desk, world = discord.desk.by_token, discord.world
    for token in [key for key, one in desk.items() if now - one.at > TOKEN_LASTS]:
        del desk[token]
    for channel in world.channels.values():
        for number, message in list(channel.messages.items()):
            if message.only and now - made_at(number) > TOKEN_LASTS:
                del channel.messages[number]
    for account in world.accounts.values():
        account.saw.clear()
        account.pinged.clear()
    discord.rest.requests.clear()


async def age(discord: Discord) -> None:
    while True:
        await asyncio.sleep(60)
        forget(discord)


async def busy(folder: Path, lasts: float) -> None:
    loop = asyncio.get_running_loop()
    server = Discord(Clock(lambda: BEGAN + loop.time()))
    server.own_emoji("c2_back")
    async with loopback(server) as discord:
        groups = [[discord.user(f"P{t}x{n}") for n in range(PLAYERS)] for t in range(TABLES)]
        guild = discord.guild("Casino", *[user for group in groups for user in group])
        guild.members[discord.bot.id].joined -= 7200
        channels = [discord.channel(guild, f"table-{t}") for t in range(TABLES)]
        async with inside(server, folder, seconds, LoopClock(), START_CHIPS="1000000"):
            for group, channel in zip(groups, channels, strict=True):
                await group[0].type(channel, "open", {"blinds": "10/20", "pace": "fast"})
            until = loop.time() + lasts
            aging = asyncio.create_task(age(discord))
            pressed = await asyncio.gather(
                *(play(discord, group, channel, until)
                  for group, channel in zip(groups, channels, strict=True))
            )  # fmt: skip
            aging.cancel()
            assert min(pressed) > lasts / THINKING / 4
            assert discord.limits.exceeded == []
            assert discord.limits.busiest <= 50


def test_no_limit_is_exceeded_in_a_busy_minute_at_ten_tables(tmp_path: Path) -> None:
    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(busy(tmp_path, 60))


@pytest.mark.prove
def test_no_limit_is_exceeded_in_a_busy_hour_at_ten_tables(tmp_path: Path) -> None:
    # Five minutes of a processor; a quarter of an hour where others use it too.
    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(busy(tmp_path, 3600))
