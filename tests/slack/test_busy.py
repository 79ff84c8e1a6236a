"""Rates over a busy hour: the clock is driven, the real client obeys, the server counts."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable
from pathlib import Path
from statistics import quantiles

import pytest

from tests.leap import BEGAN, Loop, LoopClock, held, seconds
from tests.slack.clock import Clock
from tests.slack.inside import inside
from tests.slack.manifest import read
from tests.slack.server import Slack, loopback
from tests.slack.users import Impossible, User
from tests.slack.world import Channel, Message

TABLES, PLAYERS = 10, 4
THINKING = 8.0
"""Seconds a player takes, on average: faster than fifty changes a minute can follow."""


def turn(user: User) -> Message | None:
    """Their direct message, where it says that it is their turn."""
    letters = [one for one in user.sees(user.dm) if one.only is None and user.buttons(one)]
    return letters[-1] if letters and "Your turn" in letters[-1].words() else None


def public(channel: Channel) -> list[Message]:
    return [one for one in channel.messages.values() if one.only is None]


async def play(slack: Slack, people: list[User], channel: Channel, until: float) -> list[float]:
    """People act when they are told that it is their turn; gives how long each told took."""
    rng, loop = random.Random(channel.id), asyncio.get_running_loop()
    waits, acted = [], loop.time()
    while loop.time() < until:
        found = [(user, letter) for user in people if (letter := turn(user))]
        if not found:
            await asyncio.sleep(0.25)
            continue
        user, letter = found[0]
        waits.append(loop.time() - acted)
        await asyncio.sleep(rng.expovariate(1 / THINKING))
        old = letter.blocks
        for label in ("Check", "Fold" if rng.random() < 0.2 else "Call", "Fold"):
            with contextlib.suppress(Impossible):
                with held():
                    await user.presses(label, letter)
                break
        acted = loop.time()
        await slack.until(lambda: letter.gone or letter.blocks is not old)  # noqa: B023
    return waits


async def busy(folder: Path, lasts: float) -> list[float]:
    loop = asyncio.get_running_loop()
    server = Slack(Clock(lambda: BEGAN + loop.time()), read())
    async with loopback(server) as slack:
        groups = [[slack.user(f"P{t}x{n}") for n in range(PLAYERS)] for t in range(TABLES)]
        channels = [slack.channel(f"table-{t}", *group) for t, group in enumerate(groups)]
        async with inside(server, folder, seconds, LoopClock(), START_CHIPS="1000000"):
            for group, channel in zip(groups, channels, strict=True):
                await group[0].types("/poker open 10/20 pace:relaxed", channel)
                await slack.until(lambda: public(channel), 120)  # noqa: B023
                [table] = public(channel)
                for user in group:
                    await user.presses("Sit with", table)
            until = loop.time() + lasts
            waits = await asyncio.gather(
                *(play(slack, group, channel, until)
                  for group, channel in zip(groups, channels, strict=True))
            )  # fmt: skip
            assert slack.limits.exceeded == []
            assert slack.limits.busiest["chat.update"] <= 50
            return [wait for table in waits for wait in table[1:]]


def test_no_limit_is_exceeded_in_busy_minutes_at_ten_tables(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    with asyncio.Runner(loop_factory=Loop) as runner:
        waits = runner.run(busy(tmp_path, 180))
    half, nine = quantiles(waits, n=10)[4::4]
    told = f"{half:.1f}, {nine:.1f}, {max(waits):.1f}"
    record_property("turns told", len(waits))
    record_property("seconds until the next is told (half, nine in ten, all)", told)
    assert len(waits) > 60
    assert nine < 5
    assert max(waits) < 30


@pytest.mark.prove
def test_no_limit_is_exceeded_in_a_busy_hour_at_ten_tables(tmp_path: Path) -> None:
    with asyncio.Runner(loop_factory=Loop) as runner:
        waits = runner.run(busy(tmp_path, 3600))
    assert max(waits) < 60
