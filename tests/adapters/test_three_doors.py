"""A Discord server, a Slack workspace and the page at once: one process, one manager, one
database, and people playing at all three.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path

from tests.adapters.guest import Frame, Guest, Tab
from tests.books import audit, held
from tests.croupier import begin
from tests.discord import evening as in_discord
from tests.discord.evening import DECK
from tests.discord.server import loopback as discord_loopback
from tests.evening import C, D, Evening, M, U
from tests.slack import evening as in_slack
from tests.slack.croupier import free_port
from tests.slack.manifest import read
from tests.slack.server import Slack
from tests.slack.server import loopback as slack_loopback

HANDS = 3


@dataclass(frozen=True)
class Page:
    url: str


def tokens(frame: Frame) -> list[str]:
    return [button["token"] for row in frame["message"].get("rows", ()) for button in row]


async def on_page(tab: Tab) -> int:
    """Check and call for some hands; gives the number of the last."""
    number = 0
    while number <= HANDS:
        frame = await tab.until("card")
        found = re.search("#([0-9]+)", frame["message"].get("title", ""))
        number = int(found[1]) if found else number
        if frame["message"].get("tone") == "turn":
            passing = [one for one in tokens(frame) if one.endswith(("|call", "|check"))]
            await tab.touch(passing[0], f"press {passing[0]}"[:60])
    return number


async def at_the_page(page: Page) -> list[str]:
    """Two browsers at a table of their own; gives all that they were sent."""
    async with Guest(page) as ann, Guest(page) as bob:
        tabs = [await ann.sit(), await bob.sit()]
        await tabs[0].ask("say", text="/open 10/20 pace:relaxed")
        for number, tab in enumerate(tabs):
            shown = tab.state if number else await tab.until("item")
            items = [shown["item"]] if "item" in shown else shown["items"]
            opened = [one for one in items if one.get("message", {}).get("table")]
            if not opened:
                opened = [(await tab.until("item"))["item"]]
            sit = next(one for one in tokens(opened[-1]) if one.startswith("sit|"))
            await tab.press(sit, f"sit {number}")
        assert min(await asyncio.gather(*map(on_page, tabs))) > HANDS
        return [*ann.raw, *bob.raw]


async def played(night: Evening[U, M, C, D]) -> None:
    """Two people at a table of their own."""
    await night.open(night.people[0])
    await night.sit(*night.people)
    for _ in range(HANDS):
        await night.pass_hand()


async def test_three_doors_at_once(tmp_path: Path) -> None:
    async with discord_loopback() as discord, slack_loopback(Slack(manifest=read())) as slack:
        page = Page(f"http://127.0.0.1:{free_port()}")
        people = discord.user("Annabel"), discord.user("Ken", "ja")
        guild = discord.guild("The Casino", *people)
        guild.members[discord.bot.id].joined -= 7200
        discord.own_emoji(*DECK, "c2_back")
        members = slack.user("Cattleya"), slack.user("Mio", "ja-JP")
        server = in_discord.Evening(discord, guild, people)
        space = in_slack.Evening(slack, slack.channel("general", *members), members)
        settings = {
            "DISCORD_TOKEN": discord.token, "DISCORD_API_URL": discord.api_url,
            "DISCORD_GATEWAY_URL": discord.gateway_url, "SLACK_BOT_TOKEN": slack.bot_token,
            "SLACK_APP_TOKEN": slack.app_token, "SLACK_API_URL": slack.api_url, "WEB": "on",
            "WEB_PORT": page.url.rpartition(":")[2], "PRACTICE_TABLE": "off", "PICTURES": "off",
        }  # fmt: skip

        async def ready() -> None:
            await discord.ready()
            await slack.connected()

        server.croupier = space.croupier = await begin(tmp_path, ready, settings)
        try:
            raw, *_ = await asyncio.gather(at_the_page(page), played(server), played(space))
        finally:
            await server.croupier.stop()
        # Nobody has seen a word of another door's table.
        ours = {
            "Annabel": [one for user in people for one in user.account.saw],
            "Cattleya": [one for user in members for one in user.account.saw], "Guest": raw,
        }  # fmt: skip
        for name, seen in ours.items():
            others = [other for other in ("Annabel", "Cattleya") if other != name]
            assert not any(other in one for one in seen for other in others), name
    assert (await audit(tmp_path)).ok
    communities = {key.split(":")[1] for key in await held(tmp_path, "wallet:")}
    assert communities == {"discord", "slack", "web"}
