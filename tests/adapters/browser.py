"""A real browser for the tests, where the machine has one."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)

PATIENCE = 15.0
"""Seconds that a page may take to show what was decided, on a machine busy with other tests."""
expect.set_options(timeout=PATIENCE * 1000)

Scheme = Literal["dark", "light"]

NOTES = """
window.notes = 0;
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.notes++; return make.call(this); };
"""
"""Counts the notes a page plays: nobody can hear them here."""


def chromium() -> str | None:
    """The browser of the machine, or the one that Playwright brought."""
    found = [path for name in NAMES if (path := shutil.which(name))]
    brought = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", Path.home() / ".cache/ms-playwright"))
    found += [str(path) for path in sorted(brought.glob("chromium-*/chrome-linux*/chrome"))]
    return found[0] if found else None


CHROMIUM = chromium()
MISSING = "NO CHROMIUM FOUND: the page was NOT tried in a browser"
IN_BROWSER = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason=MISSING),
    pytest.mark.asyncio(loop_scope="session"),
]
"""The marks of a file whose tests drive one browser; who has none is told loudly by make test."""


class Screens:
    """A browser in which each window is another person.

    `faults` is what its console complained of, `frames` all that the socket of a page received.
    """

    def __init__(self, browser: Browser) -> None:
        self.faults: list[str] = []
        self.frames: dict[Page, list[str]] = {}
        self._browser = browser

    async def window(
        self,
        url: str,
        *,
        width: int = 1280,
        locale: str = "en-GB",
        scheme: Scheme = "dark",
        touch: bool = False,
    ) -> Page:
        """Open the page as somebody new and wait until it is connected."""
        context = await self._browser.new_context(
            viewport={"width": width, "height": 740},
            locale=locale,
            color_scheme=scheme,
            has_touch=touch,
            is_mobile=touch,
        )
        context.set_default_timeout(PATIENCE * 1000)
        await context.add_init_script(NOTES)
        return await self.tab(context, url)

    async def tab(self, context: BrowserContext, url: str) -> Page:
        """One more tab of a browser that is open already."""
        page = await context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.append(said.text))
        frames = self.frames[page] = list[str]()

        def hear(frame: str | bytes) -> None:
            frames.append(str(frame))

        page.on("websocket", lambda socket: socket.on("framereceived", hear))
        await page.goto(url)
        await page.wait_for_selector("#bar", state="hidden")
        return page

    async def close(self) -> None:
        """Send everyone home."""
        for context in self._browser.contexts:
            await context.close()


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """A headless browser, closed at the end."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield browser
        finally:
            await browser.close()
