"""The page is for everybody: axe finds nothing serious in any of its states."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from bot.chat import Button, Message
from tests.adapters.browser import IN_BROWSER, Scheme, Screens
from tests.adapters.guest import open_house
from tests.adapters.served import acts, known, say, serving, sit_down, whose_turn

pytestmark = IN_BROWSER

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
SERIOUS = ("serious", "critical")
AT_WORST = """
for (const key of document.querySelectorAll("kbd[aria-hidden]")) key.ariaHidden = null;
for (const motion of document.getAnimations()) {
  const { iterations, duration } = motion.effect.getComputedTiming();
  if (iterations === Infinity) motion.pause(), (motion.currentTime = duration / 2);
  else motion.finish();
}
"""
"""What is read is measured also where only eyes see it; what moves, half way through its motion."""


async def findings(page: Page, where: str) -> list[str]:
    """What axe finds serious, in words; what it saw in a motion begun meanwhile is seen again."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE)
    found: list[str] = []
    for _ in range(3):
        await page.evaluate(AT_WORST)
        found = await _found(page)
        if not found:
            break
    return [f"{where}: {one}" for one in found]


async def _found(page: Page) -> list[str]:
    found: dict[str, Any] = await page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for one in found["violations"]
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
async def test_the_last_seconds_of_a_turn_and_a_lost_connection_can_be_read(
    screen: Screens, scheme: Scheme, width: int
) -> None:
    async with open_house() as house:
        page = await screen.window(house.web.url, width=width, scheme=scheme)
        await house.web.post("web:lobby", Message(title="News", fields=(("Pot", "120"),)))
        me = await known(page, house.dealer)
        await page.keyboard.press("Escape")
        late = Message(
            title="East",
            table="east",
            headline="Your turn",
            tone="turn",
            fields=(("Pot", "120"),),
            rows=((Button("Fold", "f", "danger", key="F"), Button("Call", "c", "go", key="C")),),
            clock=int(house.clock.time * 1000) + 5000,
            span=60_000,
        )
        await house.web.whisper(me, "east", late)
        await expect(page.locator(".clock.late")).to_be_attached()
        await page.locator("#views [data-view=table]").dispatch_event("click")
        found = await findings(page, "late")
        await house.web.stop()
        await expect(page.locator("#bar")).to_have_text("Reconnecting…")
        found += await findings(page, "reconnecting")
        await page.locator("#views [data-view=chat]").dispatch_event("click")
        found += await findings(page, "reconnecting, channel")
        assert found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_serious_is_found_with_a_hand_in_play(
    screen: Screens, tmp_path: Path, scheme: Scheme
) -> None:
    async with serving(tmp_path, pauses="on") as served:
        pages = await sit_down(screen, served, scheme)
        found: list[str] = []
        for page, name in zip(pages, ("desktop en", "phone ja"), strict=True):
            found += await findings(page, f"{name} hand")
        for _ in range(2):
            page, _ = await whose_turn(*pages)
            await acts(page, served.table)
            found += await findings(page, "turn")
            await page.click("#cards [data-key=R]")
            await expect(page.locator("#sheet [type=range]")).to_be_visible()
            found += await findings(page, "raise sheet")
            await page.keyboard.press("Escape")
            await page.click("#cards [data-key=A]")
            await expect(page.locator("#sheet")).to_be_visible()
            found += await findings(page, "confirmation")
            await page.keyboard.press("Escape")
            turn = served.table.state.turn
            await page.click("#cards [data-key=C]")
            await expect(page.locator(f'[data-token*=".{turn}|fold"]')).to_have_count(0)
        for page in pages:
            await page.click("#options-open")
            found += await findings(page, "settings")
            await page.keyboard.press("Escape")
            await say(page, "/wallet")
            await expect(page.locator("#answers")).to_contain_text("8,000")
            await page.fill("#say", "/")
            await page.locator("#options li").first.wait_for()
            found += await findings(page, "chat, an answer and commands")
        await pages[0].click("#shortcuts")
        found += await findings(pages[0], "shortcuts")
        assert found == []


@pytest.mark.parametrize(("scheme", "locale"), [("light", "en-GB"), ("dark", "ja-JP")])
async def test_nothing_serious_is_found_before_and_after_a_hand(
    screen: Screens, tmp_path: Path, scheme: Scheme, locale: str
) -> None:
    async with serving(tmp_path, pauses="on") as served:
        empty = await screen.window(served.web.url, width=360, locale=locale, scheme=scheme)
        found = await findings(empty, "empty")
        ann, bob = await sit_down(screen, served, scheme)
        page, other = await whose_turn(ann, bob)
        await acts(page, served.table)
        await page.click("#cards [data-key=F]")
        await expect(other.locator(".headline.won")).to_be_visible()
        for where, each in (("won", other), ("lost", page), ("watching", empty)):
            found += await findings(each, where)
        assert found == []
