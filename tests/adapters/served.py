"""The real dealer behind the real page, and what people at it do."""

from __future__ import annotations

import re
from asyncio import sleep, timeout
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from playwright.async_api import Error, Page, expect

from adapters.web import Web
from bot import text
from bot.clock import Clock, WallClock
from bot.config import load
from bot.house import CardHouse
from bot.memory import Shelves
from bot.state import State
from bot.table import Table
from games import holdem
from storage import ledger
from storage.db import open_database
from tests.adapters.browser import PATIENCE, Scheme, Screens
from tests.adapters.toy import ToyDealer


class Served:
    """The card room with its page, as `croupier run` puts them together."""

    def __init__(self, house: CardHouse, web: Web) -> None:
        self.house, self.web = house, web

    @property
    def table(self) -> Table[State]:
        """The only open table."""
        [table] = self.house.manager.tables.values()
        return table

    def hole(self, seat: int) -> tuple[str, ...]:
        """The cards of a seat, as the page writes them."""
        assert self.table.state.round is not None
        seats = holdem.look(self.table.state.round, seat).seats
        return tuple(text.card(card) for each in seats if each.seat == seat for card in each.cards)


@asynccontextmanager
async def serving(
    folder: Path,
    port: int = 0,
    pauses: str = "off",
    practice: str = "off",
    clock: Clock | None = None,
) -> AsyncIterator[Served]:
    """A card room on a free port, over the database of this folder; its books are right after."""
    db = await open_database(f"sqlite:///{folder}/croupier.db", alone=True)
    settings = load({"PAUSES": pauses, "PRACTICE_TABLE": practice})
    house = CardHouse(db, clock or WallClock(), settings)
    web = Web(house.room, Shelves(db), port=port)
    house.chats["web"] = web
    await web.start()
    try:
        await house.manager.restore()
        yield Served(house, web)
        await house.manager.close()
        assert (await ledger.audit(db)).ok
    finally:
        await web.stop()
        await db.close()


async def say(page: Page, words: str) -> None:
    """Type a line; on a phone the field is behind a tab, which a turn that begins puts away."""
    chat, field = page.locator("#views [data-view=chat]"), page.locator("#say")
    async with timeout(PATIENCE):
        while True:
            if await chat.is_visible():
                await chat.click()
            with suppress(Error):
                await field.fill(words, timeout=1000)
                break
    await field.press("Enter")


async def known(page: Page, dealer: ToyDealer) -> str:
    """The id of the person at this page, which is the first to say something."""
    await say(page, "/hello")
    await expect(page.locator("#answers")).to_contain_text("/hello")
    return dealer.lines[0].person.id


async def own_cards(page: Page) -> tuple[str, ...]:
    """The cards that the page lays out as one's own, once they are there."""
    shown = page.locator("#cards .own .face")
    await expect(shown).to_have_count(2)
    cards = [await card.get_attribute("data-card") for card in await shown.all()]
    return tuple(card or "" for card in cards)


async def acts(page: Page, table: Table[State]) -> None:
    """Wait until the page shows the buttons of the turn that it is at this table by then."""
    await to_act(table, page)


async def to_act(table: Table[State], *pages: Page) -> Page:
    """Whichever of these pages shows the buttons of the turn that it is, as soon as one does."""
    async with timeout(PATIENCE):
        while True:
            turn = f"{table.state.id}|{table.state.hand}.{table.state.turn}"
            for page in pages:
                if await page.locator(f'#cards [data-token*="|{turn}|fold"]').is_visible():
                    return page
            await sleep(0.02)


async def press(page: Page, label: str) -> None:
    await page.locator("#cards button", has_text=re.compile(f"^{label}")).click()


async def sit_down(screen: Screens, served: Served, scheme: Scheme = "dark") -> tuple[Page, Page]:
    """Ann (seat 1) and Bob (seat 2, in Japanese, on a phone) at a table, cards dealt."""
    ann = await screen.window(served.web.url, scheme=scheme)
    bob = await screen.window(served.web.url, width=360, locale="ja-JP", scheme=scheme)
    await say(ann, "/open 10/20 pace:relaxed")
    await ann.locator(".post button", has_text="Sit with").click()
    await expect(ann.locator("#cards")).to_contain_text("Waiting for players")
    await bob.locator(".post button", has_text="Sit with").click()
    for page in (ann, bob):
        await expect(page.locator("#cards .face").first).to_be_visible()
    return ann, bob


async def whose_turn(ann: Page, bob: Page) -> tuple[Page, Page]:
    """(who acts, who waits)."""
    await expect(ann.locator("#cards")).to_contain_text(re.compile("Your turn|Waiting for"))
    text = await ann.locator("#cards").inner_text()
    return (ann, bob) if "Your turn" in text else (bob, ann)
