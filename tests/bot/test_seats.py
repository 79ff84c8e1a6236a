"""Sitting down at a table: buy-ins, what comes back within the hour, top-ups."""

from __future__ import annotations

import pytest

from bot.decide import decide
from bot.text import cards
from games import holdem
from games.play import Refused
from tests.bot.evening import (
    FRESH,
    all_in,
    begin,
    check_books,
    command,
    fold_out,
    on_turn,
    quiet_state,
    seat_of,
    seated,
    settled,
    wallet,
)
from tests.house import open_house

# --- sitting down ----------------------------------------------------------------------------


async def test_sit_by_default_by_amount_and_by_seat() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open 10/20 6")
        assert "seat 1 with 2,000" in await house.say("Ann", "/sit")
        assert "seat 2 with 500" in await house.say("Bob", "/sit 500")
        assert "seat 5 with 1,000" in await house.say("Cat", "/sit 1k seat:5")
        assert "seat 6 with 700" in await house.say("Dan", "/sit 700 6")
        assert await wallet(house, "Ann") == 800_000
        assert await wallet(house, "Bob") == 950_000
        await check_books(house)


async def test_one_press_sits_down_with_the_usual() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open 10/20 2")
        [(_, message)] = house.chat.public.values()
        button = message.rows[0][0]
        assert button.label == "Sit with 2,000"
        await house.press("Bob", button.token)
        assert seated(house, "Bob").stack == 200_000


async def test_the_form_sits_down_with_an_exact_amount() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        [(_, message)] = house.chat.public.values()
        reply = await house.press("Bob", message.rows[0][1].token)
        assert reply is not None
        assert reply.form is not None
        assert reply.form.blanks[0].hint == "400 to 2,000"
        await house.press("Bob", reply.form.token, amount="１，２３４")
        assert seated(house, "Bob").stack == 123_400


async def test_whoever_has_less_than_usual_sits_with_what_they_have() -> None:
    async with open_house(FRESH, START_CHIPS="1500") as house:
        await house.say("Ann", "/open")
        assert "1,500" in await house.say("Ann", "/sit")
        assert await wallet(house, "Ann") == 0


async def test_whoever_cannot_afford_the_least_is_told_what_they_have() -> None:
    async with open_house(FRESH, START_CHIPS="300") as house:
        await house.say("Ann", "/open")
        assert "holds 300" in await house.say("Ann", "/sit")
        assert "holds 300" in await house.say("Ann", "/sit 400")
        assert seat_of(house, "Ann") is None
        assert await wallet(house, "Ann") == 30_000


BAD_AMOUNTS = [
    ("0", "more than 0"),
    ("-5", "negative"),
    ("1e30", "no amount"),
    ("NaN", "no amount"),
    ("2.5", "400"),
    ("2.505", "two decimals"),
    ("１００", "400"),
    ("1万", "2,000"),
    ("5000", "2,000"),
    ("999999999999999999999", "more than there can be"),
    ("400.50", "steps of 1"),
    ("@everyone", "no amount"),
    ("\u202e004", "no amount"),
    ("🂡", "no amount"),
    ("<b>400</b>", "no amount"),
    ("9" * 1900, "too long"),
    ("9" * 4000, "too long"),
]


@pytest.mark.parametrize(("typed", "part"), BAD_AMOUNTS, ids=range(len(BAD_AMOUNTS)))
async def test_a_bad_buy_in_is_refused(typed: str, part: str) -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        before = settled(house.table)
        answer = await house.say("Bob", f"/sit {typed}")
        assert part in answer
        assert len(answer) < 200
        assert settled(house.table) == before


@pytest.mark.parametrize("typed", ["1k", "1千", "１０００", "1,000", "1000.00", "+1000"])
async def test_an_amount_may_be_typed_in_many_ways(typed: str) -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        await house.say("Bob", f"/sit {typed}")
        assert seated(house, "Bob").stack == 100_000


@pytest.mark.parametrize("seat", ["0", "7", "99999999999999999999", "-1", "x"])
async def test_a_seat_that_is_none_is_refused(seat: str) -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        before = settled(house.table)
        assert await house.say("Bob", f"/sit 400 seat:{seat}")
        assert settled(house.table) == before


async def test_no_seat_twice_and_no_taken_seat() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open 10/20 2")
        await house.say("Ann", "/sit 400 seat:2")
        before = settled(house.table)
        assert "already sit" in await house.say("Ann", "/sit 400")
        assert "Seat 2 is taken" in await house.say("Bob", "/sit 400 seat:2")
        assert settled(house.table) == before
        await house.say("Bob", "/sit")
        assert "full" in await house.say("Cat", "/sit")


async def test_sitting_where_there_is_no_table() -> None:
    async with open_house(FRESH) as house:
        assert "no table" in await house.say("Ann", "/sit")


async def test_a_newcomer_waits_for_the_big_blind_or_posts_it() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        assert "big blind" in await house.say("Dan", "/sit 1000")
        await house.click("Dan", "Post 20 now")
        assert seated(house, "Dan").posts
        await house.click("Dan", "Wait for the big blind")
        assert not seated(house, "Dan").posts


async def test_at_a_friendly_table_everyone_is_dealt_in_at_once() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat", table="10/20 6 friendly:on")
        assert "big blind" not in await house.say("Dan", "/sit 1000")
        await fold_out(house)
        await house.wait(0)
        state = house.table.state
        assert state.round is not None
        seat = seat_of(house, "Dan")
        # Only between the button and the small blind nobody is dealt in.
        assert state.positions is not None
        button, small, _ = state.positions
        between = 0 < ((seat or 0) - button) % 6 < (small - button) % 6
        assert (seat in holdem.seats(state.round)) != between


async def test_a_newcomer_never_sees_the_cards_of_who_sat_there_before() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        await fold_out(house)
        loser = "Ann" if seated(house, "Ann").stack < 100_000 else "Bob"
        seat = seat_of(house, loser)
        assert seat is not None
        last = house.table.state.round
        assert last is not None
        [theirs] = [s.cards for s in holdem.look(last, seat).seats if s.seat == seat]
        await house.say(loser, "/leave")
        assert "seat" in await house.say("Dan", f"/sit 1000 seat:{seat}")
        message = house.seen("Dan")
        assert not [card for card in theirs if cards((card,)) in str(message)]
        assert "won" not in message.text
        assert not [b for row in message.rows for b in row if b.token.startswith("show")]
        before = settled(house.table)
        assert await house.say("Dan", "/show both")
        assert settled(house.table) == before


# --- table stakes ----------------------------------------------------------------------------


async def test_who_comes_back_within_the_hour_brings_it_all_back() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        await house.say("Ann", "/sit 2000")
        assert "left with 2,000" in await house.say("Ann", "/leave")
        await house.wait(3599)
        before = settled(house.table)
        assert "bring back 2,000" in await house.say("Ann", "/sit 400")
        assert settled(house.table) == before
        await house.say("Ann", "/sit")
        assert seated(house, "Ann").stack == 200_000


async def test_after_an_hour_one_comes_back_with_what_one_likes() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        await house.say("Ann", "/sit 2000")
        await house.say("Ann", "/leave")
        await house.wait(3600)
        await house.say("Ann", "/sit 400")
        assert seated(house, "Ann").stack == 40_000


def test_more_than_the_most_is_brought_back_whole() -> None:
    state = quiet_state("Ann", "Bob", stack=350_000)
    state = decide(state, command("leave", "Bob", at=1000)).state
    with pytest.raises(Refused, match="rathole"):
        decide(state, command("sit", "Bob", amount=200_000, at=2000))
    draft = decide(state, command("sit", "Bob", at=2000))
    assert draft.state.chairs[2].stack == 350_000
    with pytest.raises(Refused, match="buyin_most"):
        decide(state, command("sit", "Bob", amount=350_100, at=2000))


# --- topping up ------------------------------------------------------------------------------


async def test_a_top_up_between_hands_lands_at_once() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        await house.say("Ann", "/sit 500")
        assert "topped up by 300" in await house.say("Ann", "/topup 300")
        assert seated(house, "Ann").stack == 80_000
        assert "topped up by 1,200" in await house.say("Ann", "/topup")
        assert seated(house, "Ann").stack == 200_000
        assert "as much as this table allows" in await house.say("Ann", "/topup 1")


async def test_a_top_up_in_a_hand_lands_after_it() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat", buyin="1000")
        player = on_turn(house)
        assert "before the next hand" in await house.say(player, "/topup 500")
        assert (seated(house, player).stack, seated(house, player).pending) == (100_000, 50_000)
        assert "500 will be added" in house.seen(player).text
        await check_books(house)
        await fold_out(house)
        assert seated(house, player).pending == 0
        assert seated(house, player).stack == 150_000
        await check_books(house)


async def test_what_lands_above_the_most_goes_back_to_the_wallet() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", buyin="1500")
        for who in ("Ann", "Bob"):
            await house.say(who, "/topup 500")
        await all_in(house)
        await house.wait(0)
        stacks = {who: seated(house, who).stack for who in ("Ann", "Bob")}
        purses = {who: await wallet(house, who) for who in ("Ann", "Bob")}
        await check_books(house)
        if sorted(stacks.values()) == [50_000, 300_000]:
            winner = max(stacks, key=lambda who: stacks[who])
            assert purses[winner] == 850_000, "the 500 bought are back"
        else:
            assert set(stacks.values()) == {200_000}


@pytest.mark.parametrize(
    ("typed", "part"),
    [("0", "more than 0"), ("-5", "negative"), ("1e30", "no amount"), ("0.5", "steps of 1"),
     ("1001", "1,000"), ("1万", "1,000"), ("NaN", "no amount")],
)  # fmt: skip
async def test_a_bad_top_up_is_refused(typed: str, part: str) -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        await house.say("Ann", "/sit 1000")
        before = settled(house.table)
        assert part in await house.say("Ann", f"/topup {typed}")
        assert settled(house.table) == before


async def test_a_top_up_is_for_who_sits_here() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        assert "do not sit" in await house.say("Bob", "/topup 100")
