"""A tournament on the page: several tables in one channel, and the ways between them."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.async_api import Page, expect

from bot.chat import Line, Person, Place
from bot.state import Command
from tests.adapters.browser import IN_BROWSER, Screens
from tests.adapters.served import Served, say, serving

pytestmark = IN_BROWSER
HALL = Place("web:lobby", "web:home", "#lobby")


async def begun(screen: Screens, served: Served) -> tuple[Page, Page]:
    """Ann, and Ken on a phone in Japanese, among four at two tables."""
    ann = await screen.window(served.web.url)
    ken = await screen.window(served.web.url, width=360, locale="ja-JP")
    await say(ann, "/tournament deep players:4 seats:2 name:Friday pace:relaxed")
    await ann.locator(".post button.go").click()
    await expect(ann.locator("#cards .mine")).to_contain_text("You are registered")
    await ken.locator(".post button.go").click()
    await expect(ken.locator("#cards .mine")).to_contain_text("参加登録済み")
    for name in ("Bob", "Cat"):
        await served.house.room.line(Line(name, Person(f"web:{name}", name), HALL, "register"))
    [lobby] = served.house.manager.tables.values()
    await lobby.ask(Command("start", person=lobby.state.host, name="Ann"))
    for page in (ann, ken):
        # Whose turn it is not still has the lobby before them.
        await expect(page.locator("#cards .own .face").first).to_be_attached()
    return ann, ken


async def test_links_lead_from_the_lobby_to_every_table_and_to_ones_own(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        ann, ken = await begun(screen, served)
        for page in (ann, ken):
            tabs = page.locator("#tabs button")
            await expect(tabs).to_have_count(3)
            await tabs.first.click()
            shown = page.locator("#tables .post:not([hidden])")
            links = shown.locator(".links button")
            await expect(links).to_have_text(["Friday 1", "Friday 2"])
            own = page.locator("#cards .mine:not([hidden]) .links button")
            await expect(own).to_have_text(re.compile("Friday [12]"))
            table = await own.inner_text()
            await own.click()
            await expect(page.locator("#tabs [aria-current]")).to_contain_text(table)
            await expect(page.locator("#cards .mine:not([hidden]) .own .face")).to_have_count(2)
            other = "Friday 2" if table == "Friday 1" else "Friday 1"
            await tabs.first.click()
            await links.get_by_text(other).click()
            await expect(page.locator("#tabs [aria-current]")).to_contain_text(other)
            await expect(page.locator("#cards .mine:not([hidden])")).to_have_count(0)
        assert await ken.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert screen.faults == []
