"""How soon a press in Slack is acknowledged: the dealer beside bare apps of slack-bolt, as its
guide shows it and asked to process before responding. Each in a process of its own, over Socket
Mode at the loopback workspace of the tests, pressed in turns.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median

from tests.slack.manifest import read
from tests.slack.server import Slack, loopback
from tests.slack.users import User
from tests.slack.world import Message

ROUNDS, PRESSES, PAUSE = 10, 20, 0.1
PROJECT = Path(__file__).parents[1]
Bot = tuple[User, Message]


@asynccontextmanager
async def _bot(how: str, folder: str) -> AsyncIterator[Bot]:
    """Somebody, and a message of an app with a button that changes nothing."""
    async with loopback(Slack(manifest=read())) as slack:
        user = slack.user("Ann")
        channel = slack.channel("general", user)
        slack.expect("ratelimited")
        command = ["bench.slack_bots", how, slack.api_url, channel.id]
        settings = {
            "DATABASE_URL": f"sqlite:///{folder}/croupier.db", "WEB": "off", "PICTURES": "off",
            "SLACK_BOT_TOKEN": slack.bot_token, "SLACK_APP_TOKEN": slack.app_token,
            "SLACK_API_URL": slack.api_url, "LOG_LEVEL": "error",
        }  # fmt: skip
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", *(["bot"] if how == "ours" else command), cwd=PROJECT,
            env={**os.environ, **settings}, stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            await slack.connected()
            if how == "ours":
                await user.types("/poker open 10/20", channel)
            await slack.until(lambda: [one for one in user.sees(channel) if one.only is None], 60)
            [message] = [one for one in user.sees(channel) if one.only is None]
            yield user, message
        finally:
            process.terminate()
            await process.wait()


async def _press(bot: Bot) -> list[float]:
    """Seconds from each press to its acknowledgement."""
    user, message = bot
    label = "My cards" if "My cards" in user.buttons(message) else "Press"
    took = []
    for _ in range(PRESSES):
        took.append((await user.presses(label, message)).took)
        # The work that follows the acknowledgement is not what is measured.
        await asyncio.sleep(PAUSE)
    return took


async def _measure(*kinds: str) -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            bots = {how: await stack.enter_async_context(_bot(how, folder)) for how in kinds}
            took: dict[str, list[float]] = {how: [] for how in kinds}
            for bot in bots.values():
                await _press(bot)
            for number in range(ROUNDS):
                for how in kinds if number % 2 else reversed(kinds):
                    took[how] += await _press(bots[how])
            return took


def run() -> list[tuple[str, str]]:
    """The median, and what nine in ten presses take at most."""
    took = asyncio.run(_measure("ours", "fast", "usual"))
    named = {
        "ours": "a press in Slack, until it is acknowledged",
        "fast": "  slack-bolt alone, processing before responding",
        "usual": "  slack-bolt alone, as its guide shows it",
    }
    rows = []
    for how, seconds in took.items():
        most = sorted(seconds)[len(seconds) * 9 // 10]
        rows.append((named[how], f"{median(seconds) * 1e3:.1f} ms (nine in ten: {most * 1e3:.1f})"))
    return rows


if __name__ == "__main__":
    for title, value in run():
        print(f"{title}: {value}")
