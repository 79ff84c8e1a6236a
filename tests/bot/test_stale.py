"""Buttons of an earlier moment, of another's turn, of no table: answered, nothing changed."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.chat import Reply
from bot.presses import _PRESSES
from bot.text import words
from tests.bot.evening import (
    FRESH,
    begin,
    check_books,
    fold_out,
    on_turn,
    others,
    seat_of,
    seated,
    settled,
)
from tests.house import House, open_house, text_of

FAILED = words("en")("refusal.failed")
STALE = "This button is from an earlier moment."
DONE = "Done already: it counted once."


async def refused(house: House, who: str, token: str, **values: str) -> str:
    """What a press is answered that must change nothing."""
    before = settled(house.table)
    answer = text_of(await house.press(who, token, **values))
    assert settled(house.table) == before
    assert answer
    return answer


async def test_a_button_pressed_twice_counts_once_and_is_answered_with_how_it_stands() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        token = house.button(player, "Call")
        await house.press(player, token)
        before = settled(house.table)
        reply = await house.press(player, token)
        assert settled(house.table) == before
        assert reply is not None
        assert reply.message is not None
        assert reply.message.text.startswith(DONE)
        assert f"Waiting for ⁨{on_turn(house)}⁩" in reply.message.headline
        assert reply.message.rows == house.seen(player).rows
        assert reply.message.fields == house.seen(player).fields


async def test_a_button_of_an_earlier_hand_is_stale() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        tokens = [b.token for row in house.seen(player).rows[:2] for b in row]
        await fold_out(house)
        await house.wait(0)
        assert house.table.state.hand == 2
        for token in tokens:
            assert (await refused(house, player, token)).startswith(STALE)


async def test_a_form_sent_too_late_is_stale() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        reply = await house.click(player, "Raise…")
        assert reply is not None
        assert reply.form is not None
        await house.wait(90)
        assert on_turn(house) != player
        answer = await refused(house, player, reply.form.token, amount="100")
        assert answer.startswith(STALE)


async def test_a_double_press_acts_once() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        token = house.button(player, "Min 40")
        replies = await asyncio.gather(*(house.press(player, token) for _ in range(4)))
        assert [text_of(reply)[: len(DONE)] for reply in replies].count(DONE) == 3
        assert house.table.state.turn == 2
        assert seated(house, player).silent == 0


async def test_the_button_of_somebody_elses_turn_does_nothing() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        tokens = [b.token for row in house.seen(player).rows[:2] for b in row]
        for who in others(house, player):
            for token in tokens:
                assert "not your turn" in await refused(house, who, token)
        for token in tokens:
            assert "do not sit" in await refused(house, "Dan", token)


async def test_typed_acts_out_of_turn_do_nothing() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        before = settled(house.table)
        [who, _] = others(house, on_turn(house))
        for typed in ("/fold", "/check", "/call", "/bet 100", "/raise 100", "/allin"):
            assert "not your turn" in await house.say(who, typed)
            assert "do not sit" in await house.say("Dan", typed)
        assert settled(house.table) == before


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ("/raise 39", "least is 40"),
        ("/raise 1001", "most is 1,000"),
        ("/raise 40.50", "steps of 1"),
        ("/raise 0", "more than 0"),
        ("/raise -5", "negative"),
        ("/raise 1e30", "no amount"),
        ("/raise NaN", "no amount"),
        ("/raise 1000000000000", "most is 1,000"),
        ("/raise 99999999999999999999999999", "more than there can be"),
        ("/raise @everyone", "no amount"),
        ("/raise", "amount is missing"),
        ("/raise " + "9" * 4000, "too long"),
        ("/check", "20 to call"),
        ("/fold now", "/fold"),
    ],
)
async def test_an_act_that_may_not_be_is_refused(typed: str, part: str) -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        before = settled(house.table)
        answer = await house.say(on_turn(house), typed)
        assert part in answer
        assert len(answer) < 200
        assert settled(house.table) == before


@pytest.mark.parametrize("typed", ["0", "-5", "1e30", "NaN", "", " ", "min max", "9" * 4000, "😀"])
async def test_an_amount_that_is_none_in_the_form_is_refused(typed: str) -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        reply = await house.click(player, "Raise…")
        assert reply is not None
        assert reply.form is not None
        answer = await refused(house, player, reply.form.token, amount=typed)
        assert "went wrong" not in answer
        assert len(answer) < 200


@pytest.mark.parametrize(
    ("typed", "total"), [("min", 4000), ("MIN ", 4000), ("１２０", 12_000), ("0.1k", 10_000)]
)
async def test_the_form_understands_amounts_as_people_type_them(typed: str, total: int) -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        reply = await house.click(player, "Raise…")
        assert reply is not None
        assert reply.form is not None
        await house.press(player, reply.form.token, amount=typed)
        [(_, message)] = house.chat.public.values()
        assert f"⁨{player}⁩ raises to {total // 100}" in message.log


async def test_everything_asks_once_more_and_so_does_a_needless_fold() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        player = on_turn(house)
        before = settled(house.table)
        asked = await house.click(player, "All-in")
        assert settled(house.table) == before
        assert "are you sure" in text_of(asked)
        await house.say(player, "/call")
        other = on_turn(house)
        before = settled(house.table)
        asked = await house.click(other, "Fold")
        assert settled(house.table) == before
        assert "check is free" in text_of(asked)
        assert asked is not None
        assert asked.message is not None
        await house.press(other, asked.message.rows[0][0].token)
        assert not house.table.state.playing


async def test_a_confirmation_of_an_earlier_turn_is_stale() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        asked = await house.click(player, "All-in")
        assert asked is not None
        assert asked.message is not None
        await house.say(player, "/call")
        answer = await refused(house, player, asked.message.rows[0][0].token)
        assert answer.startswith(STALE)


async def test_a_button_of_a_closed_table_says_that_it_is_closed() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        tokens = [b.token for row in house.seen("Ann").rows for b in row]
        [(_, public)] = house.chat.public.values()
        tokens += [b.token for row in public.rows for b in row]
        tokens = [token for token in tokens if not token.startswith("help")]
        await house.say("Zoe", "/close now", host=True)
        for token in tokens:
            assert text_of(await house.press("Ann", token)) == "This table is closed."
        await check_books(house)


GARBAGE = [
    "",
    "|",
    "|||",
    "||||",
    "|" * 5000,
    "act",
    "act|{id}",
    "act|{id}|1.1|fold|more",
    "act|{id}|-1.1|fold",
    "act|{id}|1.1.1|fold",
    "act|{id}|1e9.1|fold",
    "act|{id}|１.１|fold",
    "act|{id}|²·²|fold",
    "act|{id}|99999999999999999999.99999999999999|fold",
    "act|{id}|" + "9" * 5000 + ".1|fold",
    "act|{id}|1.1|raise " + "9" * 5000,
    "act|{id}|1.1|raise 99999999999999999999999999",
    "act|{id}|1.1|raise -4000",
    "act|{id}|1.1|raise 1e3",
    "act|{id}|1.1|deal",
    "act|{id}|1.1|show",
    "act|{id}|1.1|",
    "plan|{id}|1.1|call " + "9" * 5000,
    "plan|{id}|1.1|raise 1000",
    "show|{id}|1.1|both",
    "show|{id}|1.1|everything",
    "form|{id}||nothing",
    "form|{id}|1.1|fold",
    "typed|{id}|1.1|fold",
    "typed|{id}||sit",
    "typed|{id}||topup",
    "close|{id}||now",
    "kick|{id}||1",
    "timer|{id}||turn@1.1",
    "void|{id}||",
    "open|{id}||",
    "__class__|{id}||",
    "act|no such table|1.1|fold",
    "act|{id}\0|1.1|fold",
    "\ud800|{id}|1.1|fold",
    "ACT|{id}|1.1|fold",
    "act|{id}|1.1|fold; DROP TABLE journal",
    "<script>|{id}|1.1|@everyone",
]


@pytest.mark.parametrize("token", GARBAGE, ids=range(len(GARBAGE)))
async def test_a_token_that_is_none_is_answered_and_does_nothing(token: str) -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        written = token.replace("{id}", house.table.state.id)
        answer = await refused(house, on_turn(house), written)
        assert "went wrong" not in answer
        assert len(answer) < 2000


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(tokens=st.lists(st.text(max_size=60) | st.sampled_from(GARBAGE), min_size=30, max_size=50))
def test_any_text_as_a_token_is_answered_and_does_nothing(tokens: list[str]) -> None:
    async def press_all() -> list[Reply | None]:
        async with open_house(FRESH) as house:
            await begin(house, "Ann", "Bob", "Cat")
            before = settled(house.table)
            replies = [await house.press(on_turn(house), token) for token in tokens]
            assert settled(house.table) == before
            return replies

    for reply in asyncio.run(press_all()):
        assert reply is not None


VERBS = (*_PRESSES, "help", "quiz", "nonsense")
WORDS = (
    *("", "fold", "check", "call", "allin", "bet", "raise", "sit", "topup", "first", "both"),
    *("none", "check_fold", "bold", "bold A|B", "angry", "computer:1", "web:ann", "table", "play"),
    *("deadbeef.1.0", "deadbeef.5.4.s", "deadbeef.1.0.c"),
)
"""Words of real tokens; each may come with any verb, and with an amount behind it."""


@st.composite
def forged(draw: st.DrawFn) -> tuple[str, str, str, str]:
    """(verb, moment, word, what is typed) of a press that is well formed and means anything."""
    word = draw(st.sampled_from(WORDS))
    amount = draw(st.sampled_from(["", "", " 0", " 1000", " 2000", f" {10**17}", " x", " -5"]))
    moment = draw(st.sampled_from(["now", "now", "now", "", "0.0", "1.1", f"{10**17}.{10**17}"]))
    typed = draw(st.sampled_from(["", "0", "400", "min", "max", "1e9", "-1", "９９９", "9" * 90]))
    return draw(st.sampled_from(VERBS)), moment, word + amount, typed


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    presses=st.lists(forged(), min_size=60, max_size=90), free=st.booleans(), computer=st.booleans()
)
def test_any_forged_token_is_carried_out_or_refused_and_never_fails(
    presses: list[tuple[str, str, str, str]], free: bool, computer: bool
) -> None:
    async def press_all() -> None:
        async with open_house(FRESH) as house:
            await begin(house, "Ann", "Bob", "Cat")
            if computer:
                await house.say("Ann", "/computer add bold")
            if free:
                await pass_to_flop(house)
            for turn, (verb, moment, word, typed) in enumerate(presses):
                state = house.table.state
                when = moment.replace("now", f"{state.hand}.{state.turn}")
                who = (
                    on_turn(house)
                    if state.playing and turn % 3
                    else ("Ann", "Bob", "Dan")[turn % 3]
                )
                token = f"{verb}|{state.id}|{when}|{word}"
                reply = await house.press(who, token, amount=typed)
                assert FAILED not in text_of(reply), (token, typed)
                await house.wait(0)
            await check_books(house)

    asyncio.run(press_all())


async def pass_to_flop(house: House) -> None:
    """Everybody calls, so that a check is free."""
    for word in ("/call", "/call", "/check"):
        await house.say(on_turn(house), word)


async def test_a_question_is_asked_only_where_there_is_one() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await pass_to_flop(house)
        state = house.table.state
        for word in ("call", "check", "bet", "raise", ""):
            token = f"ask|{state.id}|{state.hand}.{state.turn}|{word}"
            assert (await refused(house, on_turn(house), token)).startswith(STALE)


async def test_a_press_by_a_stranger_shows_only_what_everybody_may_see() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        answer = await refused(house, "Dan", f"cards|{house.table.state.id}||")
        assert answer == "You are watching."
        assert seat_of(house, "Dan") is None
