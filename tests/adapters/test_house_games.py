"""Rounds of the games against the house on the real page: bets, choices, results, and what goes
wrong: a closed window, silence, a dealer that is killed.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from bot import text
from bot.bank.state import GAMES, State
from games.cards import name
from tests import nursery
from tests.adapters.browser import IN_BROWSER, Screens
from tests.adapters.served import Served, say, serving
from tests.clock import DrivenClock

pytestmark = IN_BROWSER

CHIP = {"ultimate": "Ante +10", "caribbean": "Ante 1 +10", "paigow": "Bet +10"}
CHOICE = {"ultimate": "Play 4x · 40", "caribbean": "Play · 20", "paigow": "House way"}
OPEN = {"ultimate": 0, "caribbean": 1, "paigow": 0}
"""How many of the dealer's cards lie open while people choose."""
OVER = re.compile("→|wins|loses|push")


async def press(page: Page, label: str) -> None:
    await (
        page.locator("#cards").get_by_role("button", name=label, exact=True, disabled=False).click()
    )


async def join(*pages: Page) -> None:
    """Sit down, and have one's first chips."""
    for page in pages:
        await page.locator(".post button", has_text="Place bets").click()
        await expect(page.locator("#cards")).to_contain_text("10,000")


async def bet(game: str, *pages: Page) -> None:
    """Everyone sits down and bets ten."""
    await join(*pages)
    for page in pages:
        await press(page, CHIP[game])
        await expect(page.locator("#cards")).to_contain_text("9,9")


async def dealt(*pages: Page) -> None:
    """Wait until everyone sees their cards."""
    for page in pages:
        await expect(page.locator("#cards .own .face").first).to_be_visible()


def standing(served: Served) -> State:
    """The only table."""
    [table] = served.house.manager.tables.values()
    assert isinstance(table.state, State)
    return table.state


# --- a round, and who sees what ------------------------------------------------------------------


def hands_of(state: State, viewer: int | None) -> tuple[dict[int, set[int]], set[int]]:
    """(the hands by seat, the dealer's and the board) as somebody sees them."""
    view = state.rules.look(state.round, viewer)
    held: dict[int, set[int]] = {}
    for hand in view.hands:
        held.setdefault(hand.seat, set()).update(hand.cards)
    return held, {*view.board, *(card for hand in view.dealer for card in hand.cards)}


def told(frames: list[str]) -> set[str]:
    """Every card that these frames name, as people or as the choices of a list write it."""
    readable = json.dumps([json.loads(frame) for frame in frames], ensure_ascii=False)
    shown = re.findall("(?:10|[2-9JQKA])[♣♦♥♠]|🃏", readable)
    written = re.findall(r"\b(?:[2-9TJQKA][cdhs]|Jk)\b", readable)
    return {*shown, *written}


def faces(cards: set[int]) -> set[str]:
    return {text.card(card) for card in cards} | {name(card) for card in cards}


@pytest.mark.parametrize("game", GAMES)
async def test_two_people_play_a_round_and_nobody_is_sent_a_hidden_card(
    screen: Screens, tmp_path: Path, game: str
) -> None:
    async with serving(tmp_path) as served:
        ann = await screen.window(served.web.url, scheme="light")
        bob = await screen.window(served.web.url, width=360, touch=True)
        await say(ann, f"/open {game} pace:relaxed")
        await join(ann, bob)
        for label in (CHIP[game], CHIP[game], "Undo"):
            await press(bob, label)
        await expect(bob.locator("#cards dl")).to_contain_text(re.compile("9,9[89]0"))
        await shot(bob, f"{game}-bets")
        await press(ann, CHIP[game])
        before = {page: len(screen.frames[page]) for page in (ann, bob)}
        for page in (ann, bob):
            await press(page, "Deal")
        await dealt(ann, bob)
        for width in WIDTHS:
            await ann.set_viewport_size({"width": width, "height": 740})
            await fits(ann)
        await shot(bob, f"{game}-choice")
        if game != "paigow":
            await ann.locator("#cards button", has_text="Hint").click()
            await expect(ann.locator("#answers")).to_contain_text(re.compile(r"★ .+ [+−]\d"))
        _, open_cards = hands_of(standing(served), None)
        assert len(open_cards) == OPEN[game]
        await press(ann, CHOICE[game])
        await expect(ann.locator("#cards .headline")).to_contain_text("Waiting for the others")
        sent = {page: told(screen.frames[page][before[page] :]) for page in (ann, bob)}
        await press(bob, CHOICE[game])
        await expect(ann.locator("#cards")).to_contain_text(OVER)
        await expect(bob.locator("#cards")).to_contain_text(OVER)
        held, house = hands_of(standing(served), None)
        for page, mine, theirs in ((ann, 1, 2), (bob, 2, 1)):
            assert len(faces(held[mine]) & sent[page]) >= len(held[mine])
            assert not faces((held[theirs] | house) - open_cards) & sent[page]
        for width in WIDTHS:
            await ann.set_viewport_size({"width": width, "height": 740})
            await fits(ann)
        await shot(bob, f"{game}-result")
        await shot(ann, f"{game}-result-wide")
        await press(ann, {"ultimate": "Repeat"}.get(game, "Re-bet"))
        await expect(ann.locator("#cards button", has_text="Undo")).to_be_enabled()
        assert standing(served).players[1].bets == standing(served).players[1].last
        assert screen.faults == []


async def test_a_table_that_one_opens_comes_to_the_front(screen: Screens, tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        ann = await screen.window(served.web.url, width=360, touch=True)
        bob = await screen.window(served.web.url)
        await say(ann, "/open 10/20")
        await expect(ann.locator("#tables .post .picture")).to_be_visible()
        await say(ann, "/open paigow")
        await expect(ann.locator("#tabs [aria-current=true]")).to_contain_text("2")
        await expect(ann.locator(".post button", has_text="Place bets")).to_be_visible()
        # Who did not open it goes on looking at what they looked at.
        await expect(bob.locator("#tabs [aria-current=true]")).to_contain_text("1")
        assert screen.faults == []


# --- a closed window, and silence ----------------------------------------------------------------


LINES = """[...document.querySelectorAll("#cards .mine dt")].map(one => {
    const text = document.createRange();
    text.selectNodeContents(one);
    return new Set([...text.getClientRects()].map(line => Math.round(line.top))).size;
})"""
"""Over how many lines each label of a slip goes."""
LAPTOP = 960
WIDTHS = (360, LAPTOP, 1100, 1280)
ROOM = 140
"""Pixels that text needs across, and a picture from top to bottom."""


async def fits(page: Page) -> None:
    """No label of a slip is broken, its text has room, and on a laptop the table is in sight."""
    assert page.viewport_size
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    assert set(await page.evaluate(LINES)) == {1}, width
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    _, _, across, _ = await box(page, "#cards .mine .facts")
    assert across >= ROOM, width
    if width >= LAPTOP:
        _, top, _, high = await box(page, "#tables .picture")
        assert top >= 0
        assert high > ROOM
        _, top, _, high = await box(page, "#cards .mine .acts")
        assert top + high <= height, width


BOX = """which => {
  const { x, y, width, height } = document.querySelector(which)?.getBoundingClientRect() ?? {};
  return width && [x, y, width, height];
}"""


async def box(page: Page, which: str) -> tuple[float, float, float, float]:
    """Where something lies on the page, once it is drawn: (left, top, width, height)."""
    found: list[float] = await (await page.wait_for_function(BOX, arg=which)).json_value()
    left, top, width, height = found
    return left, top, width, height


async def slip(page: Page) -> list[str]:
    """What a slip says, its cards, and its buttons with what they would press."""
    shown = page.locator("#cards")
    await expect(shown.locator(".headline")).to_be_visible()
    buttons = await shown.locator("button[data-token]").evaluate_all(
        "all => all.map(one => `${one.dataset.token} ${one.textContent} ${one.disabled}`)"
    )
    cards = await shown.locator(".face").evaluate_all("all => all.map(one => one.dataset.card)")
    said = await shown.locator(".headline, .text, dl").all_inner_texts()
    return [*said, *cards, *buttons]


async def test_a_closed_window_comes_back_as_it_was_and_the_clock_chooses_for_silence(
    screen: Screens, tmp_path: Path
) -> None:
    clock = DrivenClock(time.time_ns() // 1_000_000)
    async with serving(tmp_path, clock=clock) as served:
        ann = await screen.window(served.web.url)
        bob = await screen.window(served.web.url, width=360, touch=True)
        await say(ann, "/open ultimate")
        await bet("ultimate", ann, bob)
        clock.advance(20_000)
        for page in (ann, bob):
            await expect(page.locator("#cards .headline")).to_contain_text("close in a moment")
        clock.advance(5_000)
        await dealt(ann, bob)
        before = await slip(bob)
        assert any("Play 4x" in one for one in before)
        await bob.close()
        await press(ann, "Check")
        bob = await screen.tab(bob.context, served.web.url)
        assert await slip(bob) == before
        clock.advance(25_000)
        for page in (ann, bob):
            await expect(page.locator("#cards")).to_contain_text("Play 2x")
        await expect(bob.locator("#cards")).to_contain_text("Time ran out: checked for you")
        await expect(ann.locator("#cards")).not_to_contain_text("Time ran out")
        await bob.close()
        await press(ann, "Check")
        clock.advance(25_000)
        await expect(ann.locator("#cards")).to_contain_text("Play 1x")
        clock.advance(25_000)
        bob = await screen.tab(bob.context, served.web.url)
        for page in (ann, bob):
            await expect(page.locator("#cards")).to_contain_text("Time ran out: folded for you")
            await expect(page.locator("#cards .headline")).to_contain_text("You lose 20")
            await expect(page.locator("#cards")).to_contain_text("9,980")
        assert screen.faults == []


# --- a dealer that is killed ---------------------------------------------------------------------


@asynccontextmanager
async def dealer(folder: Path, port: int = 0) -> AsyncIterator[str]:
    """The address of a dealer that runs by itself, and is killed in the end."""
    settings = {
        "DATABASE_URL": f"sqlite:///{folder}/croupier.db",
        "PRACTICE_TABLE": "off",
        "WEB_PORT": str(port),
    }
    process = await nursery.start("bot", env={**os.environ, **settings})
    try:
        while "open at " not in (said := (await process.stderr.readline()).decode()):
            assert said, "the dealer did not start"
        yield said.split("open at ")[1].strip()
    finally:
        process.kill()
        await process.wait()


async def test_a_killed_dealer_goes_on_between_the_streets(screen: Screens, tmp_path: Path) -> None:
    async with dealer(tmp_path) as url:
        ann = await screen.window(url)
        bob = await screen.window(url, width=360, touch=True)
        await say(ann, "/open ultimate pace:relaxed")
        await bet("ultimate", ann, bob)
        for label in ("Deal", "Check"):
            for page in (ann, bob):
                await press(page, label)
        for page in (ann, bob):
            await expect(page.locator("#cards .hand:not(.own) .face")).to_have_count(3)
        before = [await slip(page) for page in (ann, bob)]
    for page in (ann, bob):
        await expect(page.locator("#bar")).to_have_text("Reconnecting…")
    screen.faults.clear()  # the browser complains that nobody answers
    async with dealer(tmp_path, int(url.rpartition(":")[2])):
        for page in (ann, bob):
            await expect(page.locator("#bar")).to_be_hidden()
        assert [await slip(page) for page in (ann, bob)] == before
        await press(ann, "Play 2x · 20")
        await press(bob, "Check")
        await press(bob, "Fold")
        await expect(bob.locator("#cards .headline")).to_contain_text("You lose 20")
        await expect(ann.locator("#cards")).to_contain_text(OVER)


async def shot(page: Page, name: str) -> None:
    """Keep a picture where the one who looks asks for it."""
    if folder := os.environ.get("SHOTS"):
        await page.wait_for_timeout(600)
        await page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
