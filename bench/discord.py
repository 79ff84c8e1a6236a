"""CPU a press in Discord, from the gateway's payload to the acknowledgement: our door beside a bare
View of discord.py that acknowledges the same press.

Both run in processes of their own at the loopback server of the tests, and are pressed in turns.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median

from tests.discord.evening import DECK
from tests.discord.server import Discord, loopback
from tests.discord.users import User
from tests.discord.world import Message

ROUNDS, PRESSES, WARM = 60, 100, 300
PROJECT = Path(__file__).parents[1]


class Bot:
    """A bot in its own process, which tells what it has cost so far, and who presses its button."""

    def __init__(
        self, process: asyncio.subprocess.Process, discord: Discord, user: User, message: Message
    ) -> None:
        self._process = process
        self._discord = discord
        self._user = user
        self._message = message
        [self._id, *_] = user.buttons(message).values()

    async def cost(self) -> float:
        """CPU seconds it has used."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(b"?\n")
        return float(await self._process.stdout.readline())

    async def press(self, times: int) -> float:
        """Press so often, one after the other; CPU seconds a press."""
        before = await self.cost()
        for _ in range(times):
            await self._user.press_id(self._message, self._id)
        cost = (await self.cost() - before) / times
        # What has been is of no interest: neither side shall slow down with it.
        self._discord.rest.requests.clear()
        self._discord.desk.by_token.clear()
        return cost


@asynccontextmanager
async def _bot(kind: str) -> AsyncIterator[Bot]:
    """A bot of this kind whose message is shown."""
    async with loopback() as discord:
        discord.own_emoji(*DECK, "c2_back")
        user = discord.user("Ann")
        guild = discord.guild("Casino", user)
        guild.members[discord.bot.id].joined -= 7200
        channel = next(iter(guild.channels.values()))
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench.discord_bots", kind, discord.token, discord.api_url,
            discord.gateway_url, str(channel.id), cwd=PROJECT, stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        try:
            await discord.until(lambda: [m for m in user.reads(channel) if m.components], 60)
            yield Bot(process, discord, user, user.last(channel))
        finally:
            assert process.stdin
            process.stdin.close()
            await process.wait()


async def _measure() -> tuple[list[float], list[float]]:
    """CPU seconds a press of ours and of the bare one, round by round."""
    async with AsyncExitStack() as stack:
        ours, bare = [await stack.enter_async_context(_bot(kind)) for kind in ("ours", "bare")]
        for bot in (ours, bare):
            await bot.press(WARM)
        costs: tuple[list[float], list[float]] = ([], [])
        for number in range(ROUNDS):
            pair = ((ours, costs[0]), (bare, costs[1]))
            for bot, cost in pair if number % 2 else reversed(pair):
                cost.append(await bot.press(PRESSES))
        return costs


def run() -> list[tuple[str, str]]:
    """Least, median and most of the paired ratios, and what a press costs."""
    ours, bare = asyncio.run(_measure())
    ratios = sorted(one / other for one, other in zip(ours, bare, strict=True))
    told = " / ".join(f"{ratio:.2f}" for ratio in (ratios[0], median(ratios), ratios[-1]))
    return [
        ("a press in Discord, CPU to the acknowledgement", f"{median(ours) * 1e6:,.0f} µs"),
        ("  a bare View of discord.py", f"{median(bare) * 1e6:,.0f} µs"),
        (f"  ratio of {ROUNDS} pairs (at most 1.15)", told),
    ]


if __name__ == "__main__":
    for title, value in run():
        print(f"{title}: {value}")
