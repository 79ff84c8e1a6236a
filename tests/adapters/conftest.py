"""One browser for all tests of a process, and a loud word where there is none."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.adapters.browser import CHROMIUM, MISSING, Screens, launched


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if CHROMIUM is None:
        terminalreporter.write_sep("!", MISSING, red=True, bold=True)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with launched() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def screen(browser: Browser) -> AsyncIterator[Screens]:
    shown = Screens(browser)
    yield shown
    await shown.close()
