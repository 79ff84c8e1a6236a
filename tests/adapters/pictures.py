"""Pictures of the page for the README: `python -m tests.adapters.pictures`, with Chromium.

Ann on a light desktop and 花子 on a dark phone each sit down at a practice table of their own and
call, then Ann plays Ultimate Texas hold'em; the cards differ every time.
"""

from __future__ import annotations

import asyncio
import io
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Page

from games import holdem
from tests.adapters.browser import Screens, launched
from tests.adapters.served import Served, say, serving

DOCS = Path(__file__).parents[2] / "docs"
COLOURS = 128
PATIENCE = 120_000
SETTLED = 0.7
BOARD_LEAST, IN_HAND_LEAST = 3, 3
HANDS_LEAST = 3
"""One's own cards, the board and those of somebody else are laid out."""


async def named(page: Page, name: str) -> None:
    await page.click("#who")
    await page.fill("#name", name)
    await page.press("#name", "Enter")


async def begin(page: Page, name: str) -> None:
    """The newcomer's first minute."""
    await named(page, name)
    await page.locator("#stage button.go:visible").click()
    await page.locator("#cards .own .face").first.wait_for()


async def shot(page: Page, name: str) -> None:
    """Take the picture in few colours, so that it loads at once."""
    await page.mouse.move(0, 0)
    if await page.locator("#answers .shut").count():
        await page.locator("#answers .shut").first.click()
    png = await page.screenshot()
    few = Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(DOCS / name, optimize=True)


def in_hand(served: Served) -> int:
    """How many have not folded."""
    hand = served.table.state.round
    return sum(not seat.folded for seat in holdem.look(hand, None).seats) if hand else 0


async def call(page: Page) -> None:
    button = page.locator("#cards .mine.turn .acts [data-key=C]")
    token = await button.get_attribute("data-token")
    await button.click()
    if await page.locator("#sheet").is_visible():
        await page.locator("#sheet .go").click()
    await page.locator(f'[data-token="{token}"]').wait_for(state="detached")


async def until_board(page: Page, served: Served) -> None:
    """Call until it is one's turn with a board and at least two others in the hand."""
    while True:
        await page.locator("#cards .mine.turn .acts [data-key=C]").wait_for(timeout=PATIENCE)
        board = await page.locator("#cards .hand:not(.own) .face").count()
        if board >= BOARD_LEAST and in_hand(served) >= IN_HAND_LEAST:
            return
        await call(page)


async def until_shown(page: Page) -> None:
    """Call until a showdown, won or lost."""
    end = page.locator(".headline:is(.won, .lost)")
    turn = page.locator("#cards .mine.turn .acts [data-key=C]")
    while True:
        await end.or_(turn).first.wait_for(timeout=PATIENCE)
        if await turn.count():
            await call(page)
        elif await page.locator("#cards .hand").count() >= HANDS_LEAST:
            return
        else:
            await end.wait_for(state="detached", timeout=PATIENCE)


async def at_practice(
    screens: Screens, name: str, file: str, *, ending: bool = False, **window: Any
) -> None:
    """A card room of its own, and one picture of it: in mid-hand, or at its end."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder), pauses="on", practice="on") as served:
            page = await screens.window(served.web.url, **window)
            await begin(page, name)
            await (until_shown(page) if ending else until_board(page, served))
            await asyncio.sleep(SETTLED)
            await shot(page, file)
            await screens.close()


async def at_ultimate(screens: Screens, name: str, file: str) -> None:
    """A round of Ultimate Texas hold'em, on the flop."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as served:
            page = await screens.window(served.web.url, scheme="light")
            await named(page, name)
            await say(page, "/open ultimate")
            await page.locator(".post button", has_text="Place bets").click()
            press = page.locator("#cards").get_by_role
            for label in ("Ante +25", "Trips +10", "Deal", "Check"):
                await press("button", name=label, exact=True, disabled=False).click()
            await press("button", name="Play 2x · 50", exact=True).wait_for()
            await asyncio.sleep(SETTLED)
            await shot(page, file)
            await screens.close()


async def main() -> None:
    async with launched() as browser:
        screens = Screens(browser)
        await at_practice(screens, "Ann", "page.png", scheme="light")
        await at_practice(screens, "花子", "phone.png", width=360, locale="ja-JP", touch=True)
        await at_practice(screens, "Ann", "showdown.png", ending=True)
        await at_ultimate(screens, "Ann", "ultimate.png")


if __name__ == "__main__":
    asyncio.run(main())
