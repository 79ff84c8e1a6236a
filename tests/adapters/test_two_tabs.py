"""The real dealer, the real page and two people in a real browser play a hand."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.async_api import expect

from games import holdem
from tests.adapters.browser import IN_BROWSER, Screens
from tests.adapters.served import own_cards, say, serving, sit_down, whose_turn

pytestmark = IN_BROWSER


async def test_each_sees_their_own_cards_and_never_the_others(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        ann, bob = await sit_down(screen, served)
        for page, mine, theirs in ((ann, 1, 2), (bob, 2, 1)):
            assert await own_cards(page) == served.hole(mine)
            content = await page.content()
            for card in served.hole(theirs):
                assert card not in content
        assert screen.faults == []


async def test_they_play_a_hand_to_the_showdown(screen: Screens, tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        ann, bob = await sit_down(screen, served)
        table = served.table
        label = re.compile("^(Call|Check|コール|チェック)")
        for _ in range(8):
            state = table.state
            assert state.round is not None
            page = {1: ann, 2: bob}[holdem.waiting(state.round)[0]]
            buttons = page.locator(f'#cards [data-token*="|{state.hand}.{state.turn}|"]')
            await buttons.filter(has_text=label).click()
            await expect(buttons).to_have_count(0)
        await expect(ann.locator(".post h3")).to_contain_text(re.compile("Hand #2"))


async def test_a_reload_in_the_middle_of_a_hand_shows_it_again(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        ann, _ = await sit_down(screen, served)
        before = served.hole(1)
        await ann.reload()
        assert await own_cards(ann) == before == served.hole(1)


async def test_a_stale_button_does_nothing_and_says_how_it_stands(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        ann, bob = await sit_down(screen, served)
        acts, _ = await whose_turn(ann, bob)
        stale = await acts.query_selector("#cards .acts button")
        assert stale is not None
        await acts.locator("#cards button", has_text=re.compile("^(Call|コール)")).click()
        table = served.table
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
        await expect(ann.locator("#happened")).to_contain_text("calls 20")
        assert await ann.locator(".post").count() == 1


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
            assert await own_cards(page) == served.hole(mine)
            assert not set(served.hole(theirs)) & set(await own_cards(page))
        await bob.reload()
        assert await own_cards(bob) == served.hole(2)
