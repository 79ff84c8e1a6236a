"""The real dealer, the real page and two people in a real browser play a hand."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from adapters.web import Web
from bot import text
from bot.clock import WallClock
from bot.config import load
from bot.house import CardHouse
from bot.memory import Shelves
from games import holdem
from storage import ledger
from storage.db import open_database
from tests.adapters.browser import CHROMIUM, MISSING, Screens

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason=MISSING),
    pytest.mark.asyncio(loop_scope="module"),
]


class Served:
    """The card room with its page, as `croupier run` puts them together."""

    def __init__(self, house: CardHouse, web: Web) -> None:
        self.house, self.web = house, web

    def hole(self, seat: int) -> tuple[str, ...]:
        """The cards of a seat, as the page writes them."""
        [table] = self.house.manager.tables.values()
        assert table.state.round is not None
        seats = holdem.look(table.state.round, seat).seats
        return tuple(text.card(card) for each in seats if each.seat == seat for card in each.cards)


@asynccontextmanager
async def serving(folder: Path, port: int = 0, pauses: str = "off") -> AsyncIterator[Served]:
    db = await open_database(f"sqlite:///{folder}/croupier.db", alone=True)
    house = CardHouse(db, WallClock(), load({"PAUSES": pauses}))
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
    await page.fill("#say", words)
    await page.press("#say", "Enter")


async def press(page: Page, label: str) -> None:
    await page.locator("#cards button", has_text=re.compile(f"^{label}")).click()


async def sit_down(screen: Screens, served: Served) -> tuple[Page, Page]:
    """Ann (seat 1) and Bob (seat 2, in Japanese, on a phone) at a table, cards dealt."""
    ann = await screen.window(served.web.url)
    bob = await screen.window(served.web.url, width=360, locale="ja-JP")
    await say(ann, "/open 10/20 pace:relaxed")
    await ann.locator(".post button", has_text="Sit with").click()
    await expect(ann.locator("#cards")).to_contain_text("Waiting for players")
    await bob.locator(".post button", has_text="Sit with").click()
    for page in (ann, bob):
        await expect(page.locator("#cards .card").first).to_be_visible()
    return ann, bob


async def whose_turn(ann: Page, bob: Page) -> tuple[Page, Page]:
    """(who acts, who waits)."""
    await expect(ann.locator("#cards")).to_contain_text(re.compile("Your turn|Waiting for"))
    text = await ann.locator("#cards").inner_text()
    return (ann, bob) if "Your turn" in text else (bob, ann)


async def test_each_sees_their_own_cards_and_never_the_others(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        ann, bob = await sit_down(screen, served)
        for page, mine, theirs in ((ann, 1, 2), (bob, 2, 1)):
            shown = await page.locator("#cards .text .card").all_inner_texts()
            assert tuple(shown) == served.hole(mine)
            content = await page.content()
            for card in served.hole(theirs):
                assert card not in content
        assert screen.faults == []


async def test_they_play_a_hand_to_the_showdown(screen: Screens, tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        ann, bob = await sit_down(screen, served)
        [table] = served.house.manager.tables.values()
        label = re.compile("^(Call|Check|コール|チェック)")
        for _ in range(8):
            state = table.state
            assert state.round is not None
            page = {1: ann, 2: bob}[holdem.waiting(state.round)[0]]
            buttons = page.locator(f'#cards [data-token*="|{state.hand}.{state.turn}|"]')
            await buttons.filter(has_text=label).click()
            await expect(buttons).to_have_count(0)
        await expect(ann.locator("#log")).to_contain_text(re.compile("Hand #2"))


async def test_a_reload_in_the_middle_of_a_hand_shows_it_again(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        ann, _ = await sit_down(screen, served)
        before = served.hole(1)
        await ann.reload()
        await expect(ann.locator("#cards .card").first).to_be_visible()
        shown = await ann.locator("#cards .text .card").all_inner_texts()
        assert tuple(shown) == before == served.hole(1)


async def test_a_stale_button_does_nothing_and_says_how_it_stands(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        ann, bob = await sit_down(screen, served)
        acts, _ = await whose_turn(ann, bob)
        stale = await acts.query_selector("#cards button")
        assert stale is not None
        await acts.locator("#cards button", has_text=re.compile("^(Call|コール)")).click()
        [table] = served.house.manager.tables.values()
        await expect(acts.locator("#cards")).not_to_contain_text(re.compile("Your turn|あなたの番"))
        seq, hand = table.seq, table.state.hand
        # The button of a turn that has passed, as a slow tab would still show it.
        await stale.evaluate("button => button.click()")
        await expect(acts.locator("#answers")).to_contain_text(re.compile("earlier moment|前の"))
        assert (table.seq, table.state.hand) == (seq, hand)


async def test_the_dealer_restarts_and_the_hand_goes_on(screen: Screens, tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        ann, bob = await sit_down(screen, served)
        port, before = served.web.port, (served.hole(1), served.hole(2))
    async with serving(tmp_path, port) as served:
        assert (served.hole(1), served.hole(2)) == before
        await expect(ann.locator("#bar")).to_be_hidden()
        acts, _ = await whose_turn(ann, bob)
        await acts.locator("#cards button", has_text=re.compile("^(Call|コール)")).click()
        await expect(ann.locator("#log")).to_contain_text("calls 20")
        assert await ann.locator("#log .post").count() == 1


async def test_an_empty_channel_is_one_press_from_a_table(screen: Screens, tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        ann = await screen.window(served.web.url, width=360, locale="ja-JP")
        await ann.locator("#begin", has_text="テーブルを開きます").click()
        await expect(ann.locator(".post .rows button").first).to_be_visible()
        await expect(ann.locator("#begin")).to_be_hidden()
        assert len(served.house.manager.tables) == 1


async def test_two_tabs_of_one_browser_can_be_two_people(screen: Screens, tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        ann = await screen.window(served.web.url)
        bob = await ann.context.new_page()
        await bob.goto(f"{served.web.url}/?as=2")
        await say(ann, "/open 10/20 pace:relaxed")
        for page in (ann, bob):
            await page.locator(".post button", has_text="Sit with").click()
        for page, mine, theirs in ((ann, 1, 2), (bob, 2, 1)):
            await expect(page.locator("#cards .text .card").first).to_be_visible()
            shown = await page.locator("#cards .text .card").all_inner_texts()
            assert tuple(shown) == served.hole(mine)
            assert not set(served.hole(theirs)) & set(shown)
        await bob.reload()
        await expect(bob.locator("#cards .text .card").first).to_have_text(served.hole(2)[0])
