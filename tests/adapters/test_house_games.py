"""A round of each game against the house on the real page: bets, choices, result."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from bot.bank.state import GAMES
from tests.adapters.browser import IN_BROWSER, Screens
from tests.adapters.served import say, serving

pytestmark = IN_BROWSER

CHIP = {"ultimate": "Ante +10", "caribbean": "Ante 1 +10", "paigow": "Bet +10"}
CHOICE = {"ultimate": "Play 4x · 40", "caribbean": "Hand 1: Play · 20", "paigow": "House way"}


async def press(page: Page, label: str) -> None:
    await (
        page.locator("#cards").get_by_role("button", name=label, exact=True, disabled=False).click()
    )


@pytest.mark.parametrize("game", GAMES)
async def test_two_people_play_a_round(screen: Screens, tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as served:
        ann = await screen.window(served.web.url, scheme="light")
        bob = await screen.window(served.web.url, width=360, touch=True)
        await say(ann, f"/open {game}")
        for page in (ann, bob):
            await page.locator(".post button", has_text="Place bets").click()
            await press(page, CHIP[game])
            await expect(page.locator("#cards")).to_contain_text("9,9")
        await press(bob, CHIP[game])
        await press(bob, "Undo")
        await shot(bob, f"{game}-bets")
        for page in (ann, bob):
            await press(page, "Deal")
        await shot(bob, f"{game}-choice")
        for page in (ann, bob):
            await press(page, CHOICE[game])
        [table] = served.house.manager.tables.values()
        await expect(ann.locator("#cards")).to_contain_text(re.compile("→|wins|loses|push"))
        assert not table.state.playing
        await shot(bob, f"{game}-result")
        await shot(ann, f"{game}-result-wide")
        await press(ann, {"ultimate": "Repeat"}.get(game, "Re-bet"))
        await expect(ann.locator("#cards button", has_text="Undo")).to_be_enabled()
        assert screen.faults == []


async def shot(page: Page, name: str) -> None:
    """Keep a picture where the one who looks asks for it."""
    if folder := os.environ.get("SHOTS"):
        await page.wait_for_timeout(600)
        await page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
