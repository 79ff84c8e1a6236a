"""Playing on the page: by keyboard alone, by thumb, with the slider, at several tables."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from bot.state import State
from bot.table import Table
from tests.adapters.browser import IN_BROWSER, Screens
from tests.adapters.served import (
    Served,
    acts,
    own_cards,
    say,
    serving,
    sit_down,
    to_act,
    whose_turn,
)

pytestmark = IN_BROWSER


async def turn_passed(page: Page, served: Served, turn: int) -> None:
    """Wait until the buttons of that turn are gone."""
    moment = f"{served.table.state.hand}.{turn}"
    await expect(page.locator(f'[data-token*="|{moment}|fold"]')).to_have_count(0)


# --- by keyboard alone ---------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "locale"), [(1280, "en-GB"), (360, "ja-JP")])
async def test_a_whole_hand_is_played_by_keyboard_alone(
    screen: Screens, tmp_path: Path, width: int, locale: str
) -> None:
    async with serving(tmp_path, pauses="on") as served:
        ann = await screen.window(served.web.url, width=width, locale=locale)
        bob = await screen.window(served.web.url, width=width, locale=locale)
        await ann.keyboard.press("/")
        await ann.keyboard.type("open 10/20 pace:relaxed")
        await ann.keyboard.press("Enter")
        await expect(ann.locator(".post")).to_be_attached()
        for page in (ann, bob):
            await page.keyboard.press("Escape")
            await page.keyboard.press("/")
            await page.keyboard.type("sit 1000")
            await page.keyboard.press("Enter")
            await page.keyboard.press("Escape")
            await page.keyboard.press("Escape")
        for key in ("R", "C", "2", "C", "C", "A"):
            page = await to_act(served.table, ann, bob)
            turn = served.table.state.turn
            await page.keyboard.press(key)
            if key == "R":
                await expect(page.locator("#sheet input[name=amount]")).to_be_focused()
                await page.keyboard.type("１００")
                await page.keyboard.press("Enter")
            if key == "A":
                await expect(page.locator("#sheet button.danger")).to_be_focused()
                await page.keyboard.press("Enter")
            await turn_passed(page, served, turn)
        page = await to_act(served.table, ann, bob)
        await page.keyboard.press("F")
        await expect(ann.locator(".headline:is(.won, .lost)")).to_be_visible()
        await expect(bob.locator(".headline:is(.won, .lost)")).to_be_visible()
        assert screen.faults == []


async def test_keys_do_nothing_while_one_types_or_has_switched_them_off(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        page, _ = await whose_turn(*await sit_down(screen, served))
        await acts(page, served.table)
        seq = served.table.seq
        await page.evaluate("document.activeElement.blur()")
        await page.keyboard.press("/")
        await page.keyboard.type("fcra1")
        await expect(page.locator("#say")).to_have_value("/fcra1")
        await page.fill("#say", "")
        await page.keyboard.press("Escape")
        await page.keyboard.press("?")
        await expect(page.locator("#keys")).to_be_visible()
        await page.keyboard.press("c")
        await page.keyboard.press("Escape")
        await page.click("#options-open")
        await page.locator("[name=keys]").uncheck()
        await page.keyboard.press("Escape")
        await page.keyboard.press("c")
        await page.keyboard.press("f")
        await expect(page.locator("#cards kbd").first).to_be_hidden()
        assert served.table.seq == seq
        await page.reload()
        await acts(page, served.table)
        await page.keyboard.press("c")
        assert served.table.seq == seq
        await page.click("#cards [data-key=C]")
        await expect(page.locator("#happened li").last).to_contain_text(re.compile("call|コール"))


async def test_the_keyboard_stays_where_it_was_when_the_table_is_drawn_again(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        pages = await sit_down(screen, served)
        page, other = await whose_turn(*pages)
        await page.locator("#cards [data-key=C]").focus()
        await page.keyboard.press("Enter")
        await acts(other, served.table)
        await other.locator("#cards [data-key=C]").click()
        for each in pages:
            await expect(each.locator("#cards .face")).to_have_count(5)
        back = await to_act(served.table, *pages)
        # The same key is in the same place, so the next Enter does what the hand expects.
        if back is page:
            await expect(page.locator("#cards [data-key=C]")).to_be_focused()
        await back.locator("#cards [data-key=R]").press("Enter")
        await expect(back.locator("#sheet")).to_be_visible()
        await back.keyboard.press("Escape")
        await expect(back.locator("#cards [data-key=R]")).to_be_focused()


# --- amounts -------------------------------------------------------------------------------------


async def numbers(row: Locator) -> list[str]:
    await expect(row.first).to_be_visible()
    return [re.sub(r"[^\d,]", "", label) for label in await row.all_inner_texts()]


async def test_the_amounts_of_a_press_and_the_marks_of_the_slider_are_the_same(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        ann, bob, cat = await three(screen, served)
        page = await to_act(served.table, ann, bob, cat)
        # 10 and 20 lie there: pot is 20 + 50, half of it 20 + 25.
        amounts = page.locator("#cards .acts .row").nth(1).locator("button > span")
        shown = await numbers(amounts)
        assert shown[:3] == ["40", "45", "70"]
        assert shown[3:] in (["2,000"], ["1,990"])
        await page.click("#cards [data-key=R]")
        assert await numbers(page.locator("#sheet .marks button b")) == shown
        assert screen.faults == []


async def three(screen: Screens, served: Served) -> tuple[Page, Page, Page]:
    """Ann, Bob and Cat in three tabs of one browser, in seats 1, 2 and 3, cards dealt."""
    ann = await screen.window(served.web.url)
    bob = await screen.tab(ann.context, f"{served.web.url}/?as=2")
    cat = await screen.tab(ann.context, f"{served.web.url}/?as=3")
    await say(ann, "/open 10/20 pace:relaxed friendly:on")
    for page in (ann, bob, cat):
        await page.locator(".post button", has_text="Sit with").click()
        await expect(page.locator("#cards .mine")).to_be_visible()
    await to_act(served.table, ann, bob, cat)
    if not served.table.state.was_dealt(3):
        # The first hand began before Cat came: whoever must act folds it away.
        page, hand = await to_act(served.table, ann, bob), served.table.state.hand
        await page.keyboard.press("F")
        await expect(cat.locator(".post h3")).not_to_contain_text(f"Hand #{hand}")
    for page in (ann, bob, cat):
        await own_cards(page)
    return ann, bob, cat


async def test_three_people_in_three_tabs_play_and_each_sees_their_own_cards(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        pages = await three(screen, served)
        for seat, page in enumerate(pages, 1):
            assert await own_cards(page) == served.hole(seat)
            others = {card for other in {1, 2, 3} - {seat} for card in served.hole(other)}
            content = await page.content()
            assert not [card for card in others if card in content]
        for _ in range(3):
            page, turn = await to_act(served.table, *pages), served.table.state.turn
            await page.keyboard.press("C")
            await turn_passed(page, served, turn)
        for page in pages:
            await expect(page.locator("#cards .hand:not(.own) .face")).to_have_count(3)
        assert screen.faults == []


async def test_the_slider_the_field_and_the_marks_go_together(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        pages = await sit_down(screen, served)
        page, _ = await whose_turn(*pages)
        await page.click("#cards [data-key=R]")
        field, slider = page.locator("#sheet [name=amount]"), page.locator("#sheet [type=range]")
        await expect(field).to_have_value("40")
        await slider.press("ArrowRight")
        await expect(field).to_have_value("41")
        await slider.press("End")
        await expect(field).to_have_value("2000")
        await expect(slider).to_have_attribute("aria-valuetext", "2000")
        await slider.press("Home")
        await page.locator("#sheet .rail .sign").last.click()
        await expect(field).to_have_value("60")
        await field.press("ArrowUp")
        await expect(field).to_have_value("80")
        await page.locator("#sheet .rail .sign").first.click()
        await page.locator("#sheet .marks button", has_text=re.compile("Pot|^ポット")).click()
        await expect(field).to_have_value("60")
        await field.fill("１，０００")
        await expect(slider).to_have_attribute("aria-valuetext", re.compile("^(99|100)[0-9]$"))
        await field.fill("0.5k")
        await field.press("Enter")
        await expect(page.locator("#happened li").last).to_contain_text("500")
        assert screen.faults == []


async def test_amounts_off_the_step_and_bounds_of_a_slider(screen: Screens, tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        page = await screen.window(served.web.url)
        told = await page.evaluate(
            """async () => {
              const { amounts, written } = await import("/page/slider.js");
              const odd = amounts({ least: 1250, most: 1790, step: 100 });
              const one = amounts({ least: 500, most: 500, step: 100 });
              const every = ({ count }) => Array.from({ length: count + 1 }, (_, at) => at);
              const all = (scale) => every(scale).map(scale.amount);
              return [all(odd), all(odd).map(odd.index), all(one), written(1250), written(200000)];
            }"""
        )
        ladder = [1250, 1300, 1400, 1500, 1600, 1700, 1790]
        assert told == [ladder, list(range(7)), [500], "12.50", "2000"]


async def test_a_slider_over_a_deep_stack_is_finer_where_most_bets_are(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        page = await screen.window(served.web.url)
        deep = await page.evaluate(
            """async () => {
              const { amounts } = await import("/page/slider.js");
              const scale = amounts({ least: 4000, most: 1000000, step: 100 });
              return Array.from({ length: scale.count + 1 }, (_, at) => scale.amount(at));
            }"""
        )
        assert (deep[0], deep[-1]) == (4000, 1_000_000)
        assert all(below < above for below, above in pairwise(deep))
        assert all(amount % 100 == 0 for amount in deep)
        # Half of the way is for the lowest eighth of the stack.
        assert deep[len(deep) // 2] < 125_000


# --- asked once more -----------------------------------------------------------------------------


async def test_an_all_in_and_a_needless_fold_are_asked_once_more(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        pages = await sit_down(screen, served)
        page, other = await whose_turn(*pages)
        seq = served.table.seq
        await page.click("#cards [data-key=A]")
        await expect(page.locator("#sheet")).to_contain_text(re.compile("are you sure|よろしい"))
        await page.keyboard.press("Escape")
        await expect(page.locator("#sheet")).not_to_be_visible()
        await say(page, "/allin")
        await expect(page.locator("#sheet")).to_contain_text("2,000")
        await page.keyboard.press("Escape")
        assert served.table.seq == seq
        await page.locator("#views [data-view=table]").dispatch_event("click")
        await page.click("#cards [data-key=C]")
        await acts(other, served.table)
        await other.click("#cards [data-key=F]")
        await expect(other.locator("#sheet")).to_contain_text(
            re.compile("check is free|チェックは無料")
        )
        await other.locator("#sheet button.go").click()
        await expect(other.locator("#sheet")).not_to_be_visible()
        await expect(page.locator("#cards .face")).to_have_count(5)
        assert screen.faults == []


# --- one's turn ----------------------------------------------------------------------------------


async def test_a_turn_is_heard_said_and_shown_and_the_sound_can_be_switched_off(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        pages = await sit_down(screen, served)
        page, other = await whose_turn(*pages)
        await page.click("#cards [data-key=C]")
        await acts(other, served.table)
        await expect(other).to_have_title(re.compile("●"))
        said = await other.locator("#called").inner_text()
        assert re.search("Your turn|あなたの番", said)
        assert not re.search("[♠♥♦♣]", said)
        # Whoever acts first on the flop has a turn that begins while the page is open.
        await other.click("#cards [data-key=C]")
        first = await to_act(served.table, *pages)
        assert await first.evaluate("window.notes") >= 2
        second = pages[0] if first is pages[1] else pages[1]
        await second.click("#options-open")
        await second.locator("[name=sound]").uncheck()
        await second.keyboard.press("Escape")
        played = await second.evaluate("window.notes")
        await first.click("#cards [data-key=C]")
        await acts(second, served.table)
        assert await second.evaluate("window.notes") == played
        assert await second.evaluate("JSON.parse(localStorage.croupier).sound") is False


async def test_who_wants_no_calls_hears_no_sound(screen: Screens, tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        pages = await sit_down(screen, served)
        page, other = await whose_turn(*pages)
        await say(other, "/reach calls:never")
        await expect(other.locator("body")).to_contain_text(re.compile("never call|呼びません"))
        await other.locator("#say").blur()
        played = await other.evaluate("window.notes")
        await page.click("#cards [data-key=C]")
        await acts(other, served.table)
        await expect(other).to_have_title(re.compile("●"))
        assert await other.evaluate("window.notes") == played


async def test_a_table_where_it_is_ones_turn_comes_to_the_front(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        ann = await screen.window(served.web.url)
        bob = await screen.window(served.web.url)
        for name in ("East", "West"):
            await say(ann, f"/open 10/20 pace:relaxed name:{name}")
            await expect(ann.locator(".post", has_text=name)).to_be_attached()
        for name in ("East", "West"):
            for page in (ann, bob):
                await page.locator("#tabs button", has_text=name).click()
                await page.locator(".post:visible button", has_text="Sit with").click()
            # A turn that begins would bring its table to the front: it is let begin first.
            table = next(one for one in _named(served) if one.state.name == name)
            await to_act(table, ann, bob)
        for page in (ann, bob):
            await expect(page.locator("#cards .own")).to_have_count(2)
        tables = _named(served)
        east, west = (f'[data-table="{table.state.id}"]' for table in tables)
        for page in (ann, bob):
            await page.locator("#tabs button", has_text="East").click()
        first = await to_act(tables[0], ann, bob)
        other = bob if first is ann else ann
        # Who waits in the East looks at the West, and has nothing to do there.
        await other.locator("#tabs button", has_text="West").click()
        if await other.locator(f".mine.turn{west}").count():
            await other.locator(f"{west} [data-key=C]").click()
            await expect(other.locator(f".mine.turn{west}")).to_have_count(0)
        await first.locator("#tabs button", has_text="East").click()
        await first.locator(f"{east} [data-key=C]").click()
        await expect(other.locator("#tabs [aria-current]")).to_contain_text("East")
        await expect(other.locator(f".mine.turn{east}")).to_be_visible()
        await other.evaluate("document.activeElement.blur()")
        await other.keyboard.press("t")
        await expect(other.locator("#tabs [aria-current]")).to_contain_text("West")
        await expect(other.locator("#tabs .turn")).to_contain_text("East")
        assert screen.faults == []


def _named(served: Served) -> list[Table[State]]:
    return sorted(served.house.manager.tables.values(), key=lambda table: table.state.name)


# --- by thumb, and what the browser remembers ----------------------------------------------------


SMALL = """buttons => buttons
  .map((button) => [button.innerText, button.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 44 || height < 44)
  .map(([label, { width, height }]) => `${label}: ${width} x ${height}`)"""
"""What a thumb would miss."""


async def test_on_a_phone_everything_for_a_turn_is_in_view_and_large_enough(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        ann, bob = await sit_down(screen, served)
        acting, _ = await whose_turn(ann, bob)
        if acting is ann:
            await ann.click("#cards [data-key=C]")
        await acts(bob, served.table)
        small = await bob.locator("button:visible").evaluate_all(SMALL)
        assert small == []
        parts = (
            "#cards .own .face",
            "#cards .acts button",
            "#cards .strip button",
            "#cards .clock",
        )
        for part in parts:
            for each in await bob.locator(part).all():
                await expect(each).to_be_in_viewport(ratio=1)
        await bob.locator("#views [data-view=chat]").click()
        await expect(bob.locator("#cards .mine")).to_be_hidden()
        await expect(bob.locator("#log")).to_be_visible()
        await bob.locator("#views [data-view=table]").click()
        await expect(bob.locator("#cards .mine")).to_be_visible()


async def test_the_browser_remembers_colours_and_cards(screen: Screens, tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        ann, _ = await sit_down(screen, served)
        ground = "getComputedStyle(document.body).backgroundColor"
        dark = await ann.evaluate(ground)
        await ann.click("#options-open")
        await ann.get_by_label("Light").check()
        await ann.get_by_label("Four colours").check()
        assert await ann.evaluate(ground) != dark
        light = await ann.evaluate(ground)
        await ann.reload()
        await own_cards(ann)
        assert await ann.evaluate(ground) == light
        assert await ann.evaluate("document.documentElement.dataset.deck") == "four"


async def test_an_answer_fades_by_itself_unless_it_is_to_stay(
    screen: Screens, tmp_path: Path
) -> None:
    async with serving(tmp_path) as served:
        page = await screen.window(served.web.url)
        await page.clock.install()
        await say(page, "/wallet")
        answer = page.locator("#answers article")
        await expect(answer).to_contain_text("10,000")
        await page.clock.fast_forward(30_000)
        await page.clock.run_for(10_000)
        await expect(answer).to_have_count(0)
        await page.click("#options-open")
        await page.locator("[name=stay]").check()
        await page.keyboard.press("Escape")
        await say(page, "/wallet")
        await expect(answer).to_contain_text("10,000")
        await page.clock.run_for(40_000)
        await expect(answer).to_have_count(1)
        await page.keyboard.press("Escape")
        await page.keyboard.press("Escape")
        await expect(answer).to_have_count(0)
