"""Two people at the page in a real browser."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import pytest
from playwright.async_api import expect

from bot.chat import Button, Message
from tests.adapters.browser import IN_BROWSER, Screens
from tests.adapters.guest import Clock, open_house
from tests.adapters.served import known, say
from tests.adapters.toy import ToyDealer

pytestmark = IN_BROWSER

HOUR = 3_600_000


async def test_two_people_sit_down_and_each_sees_their_own_cards(screen: Screens) -> None:
    async with open_house() as house:
        ann, bob = await screen.window(house.web.url), await screen.window(house.web.url)
        await say(ann, "hello there")
        await expect(bob.locator("#log .talk p")).to_have_text("hello there")
        await say(ann, "/deal")
        for page in (ann, bob):
            await page.click(".post [data-token=sit]")
            await page.wait_for_selector(".mine")
        await expect(ann.locator(".own .face.s")).to_have_attribute("data-card", "A♠")
        await expect(bob.locator(".own .face.h")).to_have_attribute("data-card", "9♥")
        await expect(bob.get_by_role("img", name="9 of hearts, 9 of clubs")).to_be_visible()
        assert "A♠" not in await bob.content()
        assert "9♥" not in await ann.content()
        await expect(ann.locator("#happened li")).to_have_count(2)
        await ann.reload()
        await expect(ann.locator(".mine .text")).to_contain_text("A♠ K♦")
        await expect(ann.locator("#log > li")).to_have_count(1)
        assert await ann.title() == "● Your turn · Croupier"
        assert screen.faults == []


async def test_a_form_is_filled_in_and_its_answer_can_be_put_away(screen: Screens) -> None:
    async with open_house() as house:
        ann, bob = await screen.window(house.web.url), await screen.window(house.web.url)
        await say(ann, "/deal")
        await ann.click(".post [data-token=sit]")
        await ann.click(".mine [data-token=raise]")
        await ann.get_by_label("The total for this street").fill("120")
        await ann.keyboard.press("Enter")
        answer = ann.locator("#answers article")
        await expect(answer).to_contain_text("Raised to 120.")
        await expect(bob.locator("#happened li").last).to_contain_text("raises to 120")
        await expect(bob.locator("#answers article")).to_have_count(0)
        await answer.get_by_role("button", name="Close").click()
        await expect(answer).to_have_count(0)
        await ann.click(".mine [data-token=raise]")
        await ann.get_by_role("button", name="Cancel").click()
        await expect(ann.locator("#sheet")).not_to_be_visible()
        await ann.click(".mine [data-token=sure]")
        await ann.click("#sheet [data-token=fold]")
        await expect(ann.locator("#sheet")).not_to_be_visible()
        await ann.select_option(".mine select", "a")
        await expect(ann.locator("#answers")).to_contain_text("{'choice': 'a'}")
        assert screen.faults == []


async def test_after_a_restart_the_page_is_whole_again(screen: Screens) -> None:
    async with open_house() as house:
        page = await screen.window(house.web.url)
        await say(page, "/deal")
        await page.click(".post [data-token=sit]")
        await page.fill("#say", "half a thought")
        await house.web.whisper(house.dealer.presses[0].person.id, "t2", Message(text="another"))
        await expect(page.locator(".mine")).to_have_count(2)
        await house.web.stop()
        await expect(page.locator("#bar")).to_have_text("Reconnecting…")
        await page.click(".mine [data-token=call]")
        await expect(page.locator(".mine [data-token=call]")).to_be_disabled()
        await house.restart()
        await expect(page.locator("#bar")).to_be_hidden()
        await expect(page.locator("#answers")).to_contain_text("call {}")
        await expect(page.locator(".mine [data-token=call]")).to_be_enabled()
        await expect(page.locator(".mine")).to_have_count(1)
        await expect(page.locator(".post")).to_have_count(1)
        await expect(page.locator("#say")).to_have_value("half a thought")
        await say(page, "back again")
        await expect(page.locator("#log .talk p")).to_have_text("back again")


async def test_a_press_whose_answer_was_lost_is_sent_again_with_its_id(screen: Screens) -> None:
    async with open_house() as house:
        page = await screen.window(house.web.url)
        await house.web.post("web:lobby", Message(rows=((Button("Slow", "slow"),),)))
        await page.click("[data-token=slow]")
        await house.dealer.asked.wait()
        stopping = asyncio.create_task(house.web.stop())
        await expect(page.locator("#bar")).to_have_text("Reconnecting…")
        house.dealer.release.set()
        await stopping
        await expect(page.locator("[data-token=slow]")).to_be_disabled()
        await house.restart()
        await expect(page.locator("#answers")).to_have_text(re.compile("At last"))
        await expect(page.locator("[data-token=slow]")).to_be_enabled()
        first, second = house.dealer.presses
        assert first.id == second.id


async def test_a_typed_act_that_was_lost_comes_back_to_the_field_and_is_not_sent_again(
    screen: Screens,
) -> None:
    async with open_house() as house:
        page = await screen.window(house.web.url)
        await say(page, "／slow 10")
        await house.dealer.asked.wait()
        stopping = asyncio.create_task(house.web.stop())
        await expect(page.locator("#say")).to_have_value("／slow 10")
        await expect(page.locator("#answers .error")).to_contain_text("／slow 10")
        house.dealer.release.set()
        await stopping
        await say(page, " /call")
        await expect(page.locator("#say")).to_have_value(" /call")
        await say(page, "talk may wait")
        await house.restart()
        await expect(page.locator("#bar")).to_be_hidden()
        await expect(page.locator("#log .talk p")).to_have_text("talk may wait")
        assert [line.name for line in house.dealer.lines] == ["slow"]


def panel(table: str, label: str, tone: str = "") -> Message:
    """One's own panel with one button, which presses its own label."""
    row = (Button(label, label, "danger" if tone else "choice", key="F"),)
    return Message(title=table, table=table, headline="So it is", tone=tone, rows=(row,))


async def test_a_turn_is_what_the_message_says_and_not_whom_it_calls(screen: Screens) -> None:
    async with open_house() as house:
        page = await screen.window(house.web.url)
        me = await known(page, house.dealer)
        called = replace(panel("east", "Check / fold"), call=me)
        await house.web.whisper(me, "east", called)
        await expect(page.locator(".mine")).to_be_visible()
        await expect(page.locator(".mine.turn")).to_have_count(0)
        await expect(page).to_have_title("Croupier")
        await house.web.whisper(me, "east", panel("east", "Fold", "turn"))
        await expect(page.locator(".mine.turn")).to_be_visible()
        await expect(page).to_have_title("● Your turn · Croupier")


async def test_a_clock_that_runs_for_days_counts_them(screen: Screens) -> None:
    async with open_house() as house:
        page = await screen.window(house.web.url)
        me = await known(page, house.dealer)
        far = replace(panel("east", "Fold"), clock=int(house.clock.time * 1000) + 150 * HOUR)
        await house.web.whisper(me, "east", far)
        await expect(page.locator("#cards .clock")).to_have_text(re.compile(r"^6 d (6:00|5:59)$"))


async def test_a_press_counts_though_its_button_is_drawn_anew_meanwhile(screen: Screens) -> None:
    async with open_house() as house:
        page = await screen.window(house.web.url)
        me = await known(page, house.dealer)
        await house.web.whisper(me, "east", panel("east", "Deal"))
        await page.locator("[data-token=Deal]").hover()
        await page.mouse.down()
        more = replace(panel("east", "Deal"), headline="Two more have bet")
        await house.web.whisper(me, "east", more)
        await expect(page.locator("#cards")).to_contain_text("Two more have bet")
        await page.mouse.up()
        await expect(page.locator("#answers")).to_contain_text("Deal {}")
        await page.mouse.down()
        await house.web.whisper(me, "east", panel("east", "Leave"))
        leave = page.locator("[data-token=Leave]")
        await expect(leave).to_be_visible()
        # Another button has come under the mouse: it is not what was meant.
        await page.mouse.up()
        await leave.click()
        await expect(page.locator("#answers")).to_contain_text("Leave {}")
        assert [press.token for press in house.dealer.presses] == ["Deal", "Leave"]


AIM = """
window.reached = {};
new MutationObserver(() => {
  for (const button of document.querySelectorAll("#cards .acts button")) {
    if (!button.offsetParent) continue;
    const { x, y } = button.getBoundingClientRect();
    reached[button.dataset.token] ??= button.contains(document.elementFromPoint(x + 9, y + 9));
  }
}).observe(document.getElementById("cards"), { childList: true, subtree: true });
"""
"""Whether a tap that falls the very moment when a button appears would reach it."""


@pytest.mark.parametrize("width", [360, 1280])
async def test_a_tap_meant_for_what_was_there_before_presses_nothing(
    screen: Screens, width: int
) -> None:
    async with open_house() as house:
        page = await screen.window(house.web.url, width=width)
        me = await known(page, house.dealer)
        await page.keyboard.press("Escape")
        await house.web.whisper(me, "east", panel("east", "Check / fold"))
        await page.locator("#views [data-view=table]").dispatch_event("click")
        await page.click("[data-token='Check / fold']", trial=True)
        await page.evaluate(AIM)
        shown = (("west", "Fold", "turn"), ("west", "Call any", ""), ("west", "Call 40", "turn"))
        for table, label, tone in shown:
            await house.web.whisper(me, table, panel(table, label, tone))
            # Soon after it is in use.
            await page.locator(f"[data-token='{label}']").click(trial=True)
        # West is gone, and East comes to the front in its place.
        await house.web.forget(me, "west")
        await page.locator("[data-token='Check / fold']").click(trial=True)
        assert await page.evaluate("reached") == {
            "Fold": False,
            "Call any": False,
            "Call 40": False,
            "Check / fold": False,
        }
        await page.click("[data-token='Check / fold']")
        await expect(page.locator("#answers")).to_contain_text("Check / fold {}")


async def test_commands_are_completed_by_keyboard(screen: Screens) -> None:
    async with open_house() as house:
        page = await screen.window(house.web.url)
        options = page.get_by_role("option")
        await page.fill("#say", "／")
        await expect(options).to_have_count(4)
        await expect(options.nth(1)).to_contain_text("Take a seat")
        await expect(options.nth(1)).to_contain_text("/sit 500")
        await page.fill("#say", "/s")
        await expect(options).to_have_count(2)
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("ArrowDown")
        await expect(options.nth(1)).to_have_attribute("aria-selected", "true")
        await page.keyboard.press("ArrowUp")
        await page.keyboard.press("Tab")
        await expect(page.locator("#say")).to_have_value("/sit ")
        await expect(page.locator("#hint")).to_contain_text("The total for this street")
        await page.keyboard.type("500")
        await page.keyboard.press("Enter")
        await expect(page.locator("#answers")).to_contain_text("/sit 500")
        await page.keyboard.type("/deal fa")
        await page.keyboard.press("Tab")
        await expect(page.locator("#say")).to_have_value("/deal fast ")
        await page.keyboard.press("Enter")
        await expect(page.locator(".post h3")).to_have_text("Table 1 · hand 12")
        assert [line.words for line in house.dealer.lines] == ["500", "fast"]
        assert screen.faults == []


async def test_a_name_is_asked_for_and_never_becomes_markup(screen: Screens) -> None:
    async with open_house() as house:
        ann, bob = await screen.window(house.web.url), await screen.window(house.web.url)
        await expect(ann.locator("#welcome")).to_contain_text("Welcome! We call you")
        await ann.get_by_role("button", name="Choose a name").click()
        await ann.keyboard.type("<img src=x onerror=alert(1)>\u202e")
        await ann.get_by_role("button", name="Save").click()
        await expect(ann.locator("#name")).to_have_value("<img src=x onerror=alert(1)>")
        await expect(ann.locator("#welcome")).to_be_hidden()
        await say(ann, "<script>alert(1)</script> **bold** @everyone K♥")
        line = bob.locator("#log .talk")
        await expect(line.locator(".who")).to_have_text("<img src=x onerror=alert(1)>")
        await expect(line.locator("p")).to_have_text(
            "<script>alert(1)</script> **bold** @everyone K♥"
        )
        await expect(line.locator("img, script, b")).to_have_count(0)
        await bob.get_by_role("button", name="Keep it").click()
        await expect(bob.locator("#welcome")).to_be_hidden()
        await ann.click("#who")
        await ann.fill("#name", "\u200b")
        await ann.press("#name", "Enter")
        await expect(ann.locator("#answers")).to_contain_text("Yours stays as it was")
        await expect(ann.locator("#name")).to_have_value("<img src=x onerror=alert(1)>")
        assert screen.faults == []


async def test_too_much_text_is_refused_and_stays_in_the_field(screen: Screens) -> None:
    async with open_house() as house:
        page = await screen.window(house.web.url)
        await say(page, "x" * 4000)
        await expect(page.locator("#answers .error")).to_contain_text("2000 characters")
        await expect(page.locator("#say")).to_have_value("x" * 4000)
        for number in range(7):
            await say(page, f"line {number}")
        await expect(page.locator("#answers .error").first).to_contain_text("One moment, please")
        await expect(page.locator("#say")).to_have_value("line 6")
        await expect(page.locator("#log .talk")).to_have_count(6)


async def test_a_failing_dealer_is_told_kindly(screen: Screens) -> None:
    async with open_house() as house:
        page = await screen.window(house.web.url, locale="ja-JP")
        await say(page, "/fail")
        await expect(page.locator("#answers .error")).to_contain_text("何も変わっていません")
        await say(page, "/echo ok")
        await expect(page.locator("#answers")).to_contain_text("/echo ok")


async def test_the_page_speaks_both_languages_and_its_clock_ticks(screen: Screens) -> None:
    dealer = ToyDealer(int(Clock().time * 1000) + 27_500)
    async with open_house(dealer=dealer) as house:
        page = await screen.window(house.web.url, locale="ja-JP")
        await expect(page.get_by_role("button", name="送信")).to_be_visible()
        await say(page, "/deal")
        await page.click(".post [data-token=sit]")
        await expect(page.locator(".mine .headline")).to_have_text("あなたの番")
        await expect(page.locator(".mine .clock span")).to_have_text(re.compile(r"^0:2[0-8]$"))
        shown = await page.locator(".mine .clock span").inner_text()
        await expect(page.locator(".mine .clock span")).not_to_have_text(shown)
        await page.get_by_role("button", name="EN").click()
        await expect(page.get_by_role("button", name="Send")).to_be_visible()
        await expect(page.locator(".mine .headline")).to_have_text("Your turn")
        assert await page.evaluate("document.documentElement.lang") == "en"
        assert screen.faults == []


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
async def test_nothing_scrolls_sideways_on_a_phone(screen: Screens, locale: str) -> None:
    dealer = ToyDealer(int(Clock().time * 1000) + 27_500)
    async with open_house(dealer=dealer) as house:
        page = await screen.window(f"{house.web.url}/c/{'w' * 32}", width=360, locale=locale)
        await page.click("#who")
        await page.fill("#name", "W" * 40)
        await page.press("#name", "Enter")
        await say(page, "x" * 500)
        place = f"web:{'w' * 32}"
        await house.web.post(place, Message(title="T" * 90, fields=(("F" * 60, "9" * 60),)))
        await say(page, "/deal")
        await page.click(".post [data-token=sit]")
        await expect(page.locator(".mine")).to_be_visible()
        assert await page.evaluate(WIDTHS) == [0] * 6
        call = await page.locator(".mine [data-token=call]").bounding_box()
        assert call is not None
        assert call["height"] >= 44
        await page.click(".mine [data-token=sure]")
        await expect(page.locator("#sheet")).to_be_visible()
        assert await page.evaluate(WIDTHS) == [0] * 6
        await page.keyboard.press("Escape")
        await page.click("#views [data-view=chat]")
        await page.fill("#say", "/")
        await page.wait_for_selector("#completion")
        assert await page.evaluate(WIDTHS) == [0] * 6
        assert screen.faults == []


WIDTHS = """[document.documentElement, document.body,
  ...document.querySelectorAll("#log, #stage, #sheet, #completion")]
  .map((part) => Math.max(0, part.scrollWidth - part.clientWidth - 2))"""


async def test_a_table_stays_in_view_whatever_is_said(screen: Screens) -> None:
    async with open_house() as house:
        page = await screen.window(house.web.url)
        await house.web.post("web:lobby", house.dealer.table())
        for number in range(40):
            await house.web.post("web:lobby", Message(text=f"news {number}"))
        await expect(page.locator("#log > li")).to_have_count(40)
        await expect(page.locator(".post.live")).to_be_in_viewport()
        await page.evaluate("document.getElementById('log').scrollTop = 0")
        await page.get_by_role("button", name="Newest").click()
        await expect(page.locator("#log > li").last).to_be_in_viewport()
        assert screen.faults == []
