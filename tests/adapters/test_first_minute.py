"""The newcomer's first minute: one obvious button, a hand, help, a question; axe all the way."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.adapters.browser import IN_BROWSER, Screens
from tests.adapters.served import own_cards, say, serving
from tests.adapters.test_page_access import findings

pytestmark = IN_BROWSER

SIDEWAYS = """[document.documentElement, document.body, sheet]
  .every((part) => part.scrollWidth <= part.clientWidth + 2)"""


@pytest.mark.parametrize(("locale", "width"), [("en-GB", 1280), ("ja-JP", 360)])
async def test_one_press_deals_the_first_hand_and_help_is_there_to_be_read(
    screen: Screens, tmp_path: Path, locale: str, width: int
) -> None:
    async with serving(tmp_path, pauses="on", practice="on") as served:
        page = await screen.window(
            served.web.url, width=width, locale=locale, touch=width < 500, scheme="light"
        )
        await expect(page.locator("#stage .picture")).to_be_visible()
        begin = page.locator("#stage button.go:visible")
        await expect(begin).to_have_count(1)
        await expect(begin).to_be_in_viewport(ratio=1)
        found = await findings(page, "open")
        await begin.click()
        cards = await own_cards(page)
        [seat] = set(served.table.state.chairs) - set(served.table.state.computers())
        assert cards == served.hole(seat)
        found += await findings(page, "dealt")
        sheet = page.locator("#sheet")
        await page.locator("#cards .strip [data-token*=help]").click()
        await expect(sheet.locator(".go")).to_be_visible()
        found += await findings(page, "help")
        await sheet.locator(".rows button").first.click()
        await expect(sheet.locator(".rows button")).to_have_count(2)
        # A page that is longer than the sheet is read from its beginning.
        await expect(sheet.locator("h2")).to_be_in_viewport(ratio=1)
        assert await sheet.evaluate("sheet => sheet.scrollTop") == 0
        assert await page.evaluate(SIDEWAYS)
        found += await findings(page, "a page of help")
        await page.keyboard.press("Escape")
        await say(page, "/computer")
        await expect(sheet.locator(".rows button").first).to_be_visible()
        assert await page.evaluate(SIDEWAYS)
        found += await findings(page, "computer players")
        await page.keyboard.press("Escape")
        await say(page, "/quiz")
        await expect(sheet.locator(".rows button").first).to_be_focused()
        await expect(sheet.locator(".rows")).to_be_in_viewport(ratio=1)
        found += await findings(page, "a question")
        before = await sheet.inner_text()
        await sheet.locator(".rows button").first.click()
        await expect(sheet).not_to_have_text(before, use_inner_text=True)
        assert await page.evaluate(SIDEWAYS)
        found += await findings(page, "its answer")
        assert found == []
        assert screen.faults == []


async def test_an_amount_that_is_refused_can_be_mended_where_it_was_typed(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path, practice="on") as served:
        page = await screen.window(served.web.url, width=360, touch=True, scheme="dark")
        await page.locator("#stage button", has_text="Buy in").click()
        sheet = page.locator("#sheet")
        await sheet.locator(".blank > input").fill("no idea")
        await sheet.locator(".go").click()
        await expect(sheet.get_by_role("alert")).to_contain_text("no amount I understand")
        await expect(sheet.locator(".blank > input")).to_be_focused()
        assert await findings(page, "refused") == []
        await sheet.locator(".blank > input").fill("1k")
        await sheet.locator(".go").click()
        await expect(sheet).to_be_hidden()
        await own_cards(page)
        [person] = [one for one in served.table.state.chairs.values() if not one.computer]
        assert person.stack == 1000_00
