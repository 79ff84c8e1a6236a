"""Pictures of the page for the README: `python -m tests.adapters.pictures`, with Chromium.

Ann on a light desktop and 花子 on a dark phone play a hand at a real table; the cards differ every
time.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from playwright.async_api import Page

from tests.adapters.browser import Screens, launched
from tests.adapters.served import Served, say, serving

DOCS = Path(__file__).parents[2] / "docs"


async def named(page: Page, name: str) -> None:
    await page.click("#who")
    await page.fill("#name", name)
    await page.press("#name", "Enter")


async def play(ann: Page, hanako: Page, served: Served) -> None:
    """Everybody calls until the turn is dealt."""
    await say(ann, "/open 10/20 pace:relaxed name:Saturday")
    await ann.locator(".post button", has_text="Sit with").click()
    await hanako.locator(".post button", has_text="Sit with").click()
    [table] = served.house.manager.tables.values()
    await say(hanako, "よろしくお願いします！")
    await say(ann, "Good luck!")
    # Who writes keeps the channel in view; the table comes back when the field is left.
    for page in (ann, hanako):
        await page.keyboard.press("Escape")
    await hanako.locator("#views [data-view=table]").click()
    for _ in range(4):
        await ann.locator("#cards .face").first.wait_for()
        await asyncio.sleep(0.5)
        state = table.state
        for page in (ann, hanako):
            buttons = page.locator(f'#cards [data-token*="|{state.hand}.{state.turn}|"].go')
            if await buttons.count():
                await buttons.first.click()
                break


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as served, launched() as browser:
            screens = Screens(browser)
            ann = await screens.window(served.web.url, scheme="light")
            hanako = await screens.window(served.web.url, width=360, locale="ja-JP", touch=True)
            await named(ann, "Ann")
            await named(hanako, "花子")
            await play(ann, hanako, served)
            await asyncio.sleep(1)
            await ann.screenshot(path=DOCS / "page.png")
            await hanako.screenshot(path=DOCS / "phone.png")
            await screens.close()


if __name__ == "__main__":
    asyncio.run(main())
