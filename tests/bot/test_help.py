"""Help: every page for every kind of table, true numbers, and a way back and on from each."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bot import help as pages
from bot.chat import Message
from bot.commands import COMMANDS, usages
from bot.decide import decide
from bot.help import EXAMPLES, PAGES, positions_of
from bot.state import State
from bot.terms import MINUTE, SECOND
from bot.text import LANGUAGES, cards, words
from games import hands
from games.cards import cards as named
from tests.bot.evening import FRESH, begin, command, dealt_state, quiet_state
from tests.bot.test_words import japanese
from tests.house import House, open_house, person, text_of

CASES = Path(__file__).parents[1] / "games/cases/evaluator_counts.json"
NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Flo", "Gus", "Hal", "Ida", "Joe"]
KINDS: list[dict[str, Any]] = [
    {},
    {"ante": 2000, "ante_kind": "each", "pace": "fast"},
    {"ante_kind": "big_blind", "pace": "relaxed", "pauses": True},
    {"friendly": True, "pace": "all-day"},
    {"tab": True, "small": 25, "big": 50, "least": 1000, "most": 5000},
]


def states() -> list[State]:
    made = [quiet_state("Ann", **kind) for kind in KINDS]
    made += [dealt_state(*NAMES[:n], size=n, **kind) for kind in KINDS for n in (2, 5, 10)]
    return made


def shown(name: str, state: State | None, who: str = "Ann", language: str = "en") -> Message:
    w = words(language)
    return pages.page(w, name, state, person(who).id, usages(w))


def buttons(message: Message) -> list[tuple[str, str]]:
    return [(button.label, button.token) for row in message.rows for button in row]


# --- every page ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*PAGES, "", "no such page"])
def test_every_page_reads_well_for_every_kind_of_table(name: str, language: str) -> None:
    for state in [*states(), None]:
        for who in ("Ann", "Bob", "Stranger"):
            message = shown(name, state, who, language)
            assert message.language == language
            said = [
                message.title,
                message.text,
                *(text for field in message.fields for text in field),
            ]
            assert all(text.strip() and "{" not in text for text in said)
            assert japanese(message.text) == (language == "ja")
            assert len(message.text) < 2500
            assert len(message.rows) <= 5
            assert all(len(row) <= 5 for row in message.rows)
            assert all(len(token) <= 100 and len(label) < 40 for label, token in buttons(message))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", [None, dealt_state("Ann", "Bob")])
def test_one_can_read_on_from_page_to_page_and_back_from_each(
    state: State | None, language: str
) -> None:
    contents = buttons(shown("", state, language=language))
    offered = [token.split("|")[3] or token.split("|")[0] for _, token in contents]
    assert offered == [*(name for name in PAGES if state or name != "table"), "quiz"]
    name, read = offered[0], []
    while name:
        read.append(name)
        message = shown(name, state, language=language)
        (_, back), (label, onward) = buttons(message)
        assert back == f"help|{state.id if state else ''}||"
        verb, _, _, name = onward.split("|")
        assert label == words(language)("help.onward", page=name or verb)
    assert [*read, "quiz"] == offered


def test_the_page_of_the_table_is_the_index_where_there_is_no_table() -> None:
    assert shown("table", None) == shown("", None)
    assert shown("forged", dealt_state("Ann", "Bob")) == shown("", dealt_state("Ann", "Bob"))


# --- the hands -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_on_the_page_of_hands_is_the_golden_one(language: str) -> None:
    golden = json.loads(CASES.read_text())["7"]
    w = words(language)
    text = shown("hands", None, language=language).text
    assert f"{golden['total']:,}" in text
    blocks = text.split("\n\n")[1:-1]
    order = ["straight_flush_excl_royal" if one == "straight_flush" else one for one in EXAMPLES]
    for place, (entry, name, block) in enumerate(zip(order, EXAMPLES, blocks, strict=True), 1):
        ways = golden["categories"][entry]["count"]
        first, example, odds = block.split("\n")
        assert first == f"{place}. {w(f'category.{name}')}"
        assert example == cards(named(EXAMPLES[name]))
        assert f"{ways:,}" in odds
        share, digits = re.findall(r"(\d*\.?(\d*))%", odds)[0]
        exact = Fraction(100 * ways, golden["total"])
        assert abs(Fraction(share) - exact) <= Fraction(1, 2 * 10 ** len(digits))
        assert len(share.replace(".", "").lstrip("0")) == 3
        [times] = re.findall(r"1 in ([\d.,]+)|([\d.,]+)回に1回", odds)
        one_in = Fraction("".join(times).replace(",", ""))
        near = Fraction(1, 2) if one_in >= 10 else Fraction(1, 20)
        assert abs(one_in - 1 / (exact / 100)) <= near


def test_every_example_is_the_hand_it_stands_for() -> None:
    made = {name: hands.category(hands.strength(named(five))) for name, five in EXAMPLES.items()}
    assert made == {name: name for name in reversed(hands.CATEGORIES)}
    assert all(hands.best(named(five)) == named(five) for five in EXAMPLES.values())


# --- positions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "called"),
    [
        (2, "BB BTN/SB"),
        (3, "SB BB BTN"),
        (4, "SB BB CO BTN"),
        (6, "SB BB UTG HJ CO BTN"),
        (9, "SB BB UTG UTG+1 UTG+2 LJ HJ CO BTN"),
        (10, "SB BB UTG UTG+1 UTG+2 UTG+3 LJ HJ CO BTN"),
    ],
)
def test_positions_are_those_of_as_many_players(players: int, called: str) -> None:
    assert positions_of(players) == called.split()
    text = shown("positions", quiet_state(*NAMES[:players], size=10)).text
    assert re.findall(r"^([A-Z+\d/]+): ", text, re.MULTILINE) == called.split()


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_where_now_and_where_the_reader_is(language: str) -> None:
    state = dealt_state("Ann", "Bob", "Cat", "Dan")
    assert state.positions is not None
    blind = state.chairs[state.positions.big_blind].name
    text = shown("positions", state, blind, language).text
    assert len(re.findall("^▸", text, re.MULTILINE)) == 1
    assert re.search(rf"^▸ BB\W+{blind}", text, re.MULTILINE)
    assert "BB" in text.split("\n")[2]
    assert all(name in text for name in NAMES[:4])
    stranger = shown("positions", state, "Stranger", language).text
    assert "▸" not in stranger
    assert all(name in stranger for name in NAMES[:4])


async def test_a_dead_button_is_told_in_the_hand_it_lies_dead() -> None:
    async with open_house(FRESH) as house:
        await begin(house, *NAMES[:4], table="10/20 6")
        positions = house.table.state.positions
        assert positions is not None
        gone = house.table.state.chairs[positions.small_blind].name
        await house.say(gone, "/leave")
        while house.table.state.hand == 1:
            await house.wait(60)
            for chair in list(house.table.state.chairs.values()):
                if chair.away:
                    await house.say(chair.name, "/back")
        state = house.table.state
        assert state.positions is not None
        assert state.positions.button not in state.chairs
        text = shown("positions", state).text
        assert f"button lies at seat {state.positions.button}" in text


# --- the table's own rules -----------------------------------------------------------------------


def told(state: State, language: str = "en") -> str:
    message = shown("table", state, language=language)
    return message.text + str(message.fields)


def test_the_table_tells_its_own_terms() -> None:
    plain, antes, blind_ante, friendly, tab = (told(quiet_state("Ann", **kind)) for kind in KINDS)
    assert "400 to 2,000 from your wallet" in plain
    assert "10/20" in plain
    assert "45 s a turn" in plain
    assert "15 min" in plain
    assert "wait for the big blind" in plain
    assert "Ante" not in plain
    assert "everyone pays 20 before every hand" in antes
    assert "20 s a turn" in antes
    assert "the big blind pays 20 for the whole table" in blind_ante
    assert "7 s" in blind_ante
    assert "kept for you for 3 min" in blind_ante
    assert "nobody ever owes a blind" in friendly
    assert "as long as you like" in friendly
    assert "12 h a turn" in friendly
    assert "on the tab" in tab
    assert "wallet is not touched" in tab
    assert "0.25/0.50" in tab
    assert "('Smallest chip', '0.25')" in tab


def test_what_the_table_says_of_clocks_and_silence_comes_true() -> None:
    state, silent, at = dealt_state("Ann", "Bob"), Counter[str](), 0
    page = told(state)
    while not any(chair.away for chair in state.chairs.values()):
        name, timer = min(state.timers.items(), key=lambda one: one[1].due)
        if name == "turn" and not timer.valid.endswith(".bank"):
            assert f"{(timer.due - at) // SECOND} s a turn" in page
        at = timer.due
        given = command("timer", word=f"{name}@{timer.valid}", at=at, seed=f"{at:064x}")
        draft = decide(state, given)
        silent.update(said.who for said in draft.said if said.kind == "silent_fold")
        state = draft.state
    [(seat, gone)] = [(seat, chair) for seat, chair in state.chairs.items() if chair.away]
    assert f"After {silent[gone.name]} silent turns in a row" in page
    minutes = (state.timers[f"absent:{seat}"].due - at) // MINUTE
    assert f"kept for {minutes} min, then you are stood up" in page


# --- pressing and typing -------------------------------------------------------------------------


async def press(house: House, who: str, token: str) -> Message:
    reply = await house.press(who, token)
    assert reply is not None
    assert reply.message is not None
    return reply.message


async def test_help_is_one_press_away_for_everybody() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        before = house.table.state.to_json()
        [(_, public)] = house.chat.public.values()
        [token] = [token for label, token in buttons(public) if label == "Help"]
        assert token == house.button("Ann", "Help") == house.button("Bob", "Help")
        for who, language in (("Ann", "en"), ("Stranger:ja", "ja")):
            contents = await press(house, who, token)
            assert contents.title == words(language)("help.title")
            for _, there in buttons(contents):
                page = await press(house, who, there)
                assert page.language == language
                assert page.title != contents.title
                back = buttons(page)[-1 if there.startswith("quiz") else 0][1]
                assert await press(house, who, back) == contents
        assert house.table.state.to_json() == before


async def test_help_is_given_when_the_table_is_gone() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        token = house.button("Ann", "Help")
        await house.say("Ann", "/close now")
        await house.wait(300)
        assert (await press(house, "Ann", token)).title == "Help"
        assert (await press(house, "Ann", "help|nowhere||hands")).title == "The hands, best first"
        assert (await press(house, "Ann", "help|||../../etc")).title == "Help"
        assert text_of(await house.press("Ann", "help")) == "This table is closed."


async def test_help_by_command() -> None:
    async with open_house(FRESH) as house:
        for typed in ("/help", "/rules", "/hands", "/quiz", "/help positions", "/help mistakes"):
            assert await house.say("Ann", typed) != await house.say("Ann:ja", f"{typed}")
        assert "suits" in await house.say("Ann", "/help mistakes")
        await begin(house, "Ann", "Bob")
        assert "Hand #1: you are B" in await house.say("Bob", "/help positions")
        # What is a command, too, is explained as one.
        assert "/table" in await house.say("Ann", "/help table")
        assert set(COMMANDS) & set(PAGES) == {"rules", "hands", "table"}


def test_the_written_rules_have_the_same_numbers() -> None:
    text = (Path(__file__).parents[2] / "docs/rules.md").read_text("utf-8")
    for name, example in EXAMPLES.items():
        share, odds = pages.chance(hands.OF_SEVEN[name])
        row = f"{cards(named(example))} | {share}% | {odds} | {hands.OF_SEVEN[name]:,} |"
        assert f"| {words('en')(f'category.{name}')} | {row}" in text
