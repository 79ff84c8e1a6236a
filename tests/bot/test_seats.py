"""Sitting down and getting up: opening, buy-ins, top-ups, leaving, rebuying, the wait list."""

from __future__ import annotations

import pytest

from bot.decide import decide
from bot.scene import public_rows
from bot.state import Command, State
from bot.text import cards, words
from games import holdem
from games.play import Refused
from tests.bot.evening import (
    FRESH,
    all_in,
    begin,
    check_books,
    command,
    fold_out,
    offered,
    on_turn,
    others,
    pass_round,
    quiet_state,
    said,
    seat_of,
    seated,
    settled,
    wallet,
)
from tests.house import House, open_house, person, text_of

# --- opening ---------------------------------------------------------------------------------


async def test_open_with_options() -> None:
    async with open_house(FRESH) as house:
        typed = "/open 25/50 seats:3 pace:fast ante:big-blind friendly:on buyin:1k-5000 name:Den"
        assert "Den" in await house.say("Ann", typed)
        terms = house.table.state.terms
        assert (terms.small, terms.big) == (2500, 5000)
        assert (terms.least, terms.most) == (100_000, 500_000)
        assert (terms.size, terms.pace, terms.friendly) == (3, "fast", True)
        assert terms.ante_kind == "big_blind"
        [(_, message)] = house.chat.public.values()
        assert "Den" in message.title
        assert ("Blinds", "25/50 · big-blind ante 50 · friendly") in message.fields


async def test_open_without_a_word_is_10_20_for_six() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        terms = house.table.state.terms
        assert (terms.small, terms.big, terms.size, terms.pace) == (1000, 2000, 6, "normal")
        assert (terms.least, terms.most) == (40_000, 200_000)


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ("/open 20/10", "small/big"),
        ("/open 10/20 seats:1", "2 to 10"),
        ("/open 10/20 seats:11", "2 to 10"),
        ("/open 10/20 seats:99999999999999999999999", "seats"),
        ("/open 10/20 pace:hasty", "hasty"),
        ("/open 10/20 buyin:10-2000", "at least 20"),
        ("/open 10/20 buyin:2000-400", "least-most"),
        ("/open blinds:0/0", "blinds"),
        ("/open blinds:1e30/1e31", "blinds"),
        ("/open blinds:NaN/NaN", "blinds"),
        ("/open blinds:-5/10", "blinds"),
        ("/open 0/0", "blinds"),
        ("/open ten/twenty", "blinds"),
        ("/open 10/20 ante:some", "some"),
        ("/open 10/20 name:" + "x" * 40, "32"),
        ("/open " + "x" * 4000, "2000"),
    ],
)
async def test_a_table_that_cannot_be_played_is_not_opened(typed: str, part: str) -> None:
    async with open_house(FRESH) as house:
        assert part in await house.say("Ann", typed)
        assert not house.manager.tables
        assert not house.chat.public


async def test_no_more_tables_than_the_place_may_have() -> None:
    async with open_house(FRESH, TABLES_PER_CHANNEL="2") as house:
        await house.say("Ann", "/open")
        await house.say("Ann", "/open")
        assert "already 2 tables" in await house.say("Ann", "/open")
        assert len(house.manager.tables) == 2


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


# --- leaving ---------------------------------------------------------------------------------


async def test_leaving_between_hands_is_at_once() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        await fold_out(house)
        stack = seated(house, "Ann").stack
        await house.say("Ann", "/leave")
        assert seat_of(house, "Ann") is None
        assert await wallet(house, "Ann") == 900_000 + stack
        await check_books(house)
        await house.wait(10)
        assert not house.table.state.playing


async def test_leaving_when_in_turn_folds_and_frees_the_seat_after_the_hand() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        assert "as soon as" in await house.say(player, "/leave")
        assert on_turn(house) != player
        assert seated(house, player).leaving
        assert "leaving already" in await house.say(player, "/leave")
        await fold_out(house)
        assert seat_of(house, player) is None
        await check_books(house)


async def test_leaving_out_of_turn_folds_when_the_turn_comes() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat", "Dan")
        first = on_turn(house)
        state = house.table.state
        assert state.round is not None
        order = [state.chairs[seat].name for seat in holdem.seats(state.round)]
        second = order[(order.index(first) + 1) % 4]
        await house.say(second, "/leave")
        assert on_turn(house) == first
        await house.say(first, "/call")
        assert on_turn(house) not in (first, second)
        [(_, message)] = house.chat.public.values()
        assert f"Folded for ⁨{second}⁩" in message.log
        await pass_round(house)
        assert seat_of(house, second) is None
        await check_books(house)


async def test_who_leaves_all_in_still_wins_what_is_theirs() -> None:
    async with open_house(FRESH, PAUSES="on") as house:
        await begin(house, "Ann", "Bob")
        await all_in(house)
        assert house.table.state.playing
        for who in ("Ann", "Bob"):
            assert "as soon as" in await house.say(who, "/leave")
        await house.wait(10)
        assert not house.table.state.chairs
        purses = sorted([await wallet(house, "Ann"), await wallet(house, "Bob")])
        assert purses in ([900_000, 1_100_000], [1_000_000, 1_000_000])
        await check_books(house)


async def test_only_who_leaves_is_told_what_they_left_with() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        leaver = on_turn(house)
        await house.say(leaver, "/leave")
        answer = await house.say(on_turn(house), "/fold")
        assert not house.table.state.playing
        assert answer == ""


async def test_who_does_not_sit_cannot_leave() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        assert "do not sit" in await house.say("Ann", "/leave")


# --- out of chips ----------------------------------------------------------------------------


async def bust(house: House) -> str:
    """Two or three put everything in until somebody is out of chips; gives a broke one."""
    for _ in range(200):
        await all_in(house)
        if not house.table.state.playing:
            broke = [c.name for c in house.table.state.chairs.values() if not c.stack]
            if broke:
                return broke[0]
        await house.wait(0)
    raise AssertionError("nobody went broke in 200 hands")


async def test_the_broke_stand_up_after_a_minute() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        broke = await bust(house)
        await house.wait(59)
        assert seat_of(house, broke) is not None
        await house.wait(1)
        assert seat_of(house, broke) is None
        [(_, message)] = house.chat.public.values()
        assert f"⁨{broke}⁩ is out of chips and stands up" in message.log
        await check_books(house)


async def test_a_rebuy_in_time_keeps_the_seat() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        broke = await bust(house)
        await house.wait(59)
        await house.click(broke, "Rebuy 2,000")
        assert seated(house, broke).stack == 200_000
        await house.wait(1)
        assert house.table.state.playing
        assert seat_of(house, broke) is not None
        await check_books(house)


async def test_a_rebuy_below_the_least_is_refused() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        broke = await bust(house)
        before = settled(house.table)
        assert "400" in await house.say(broke, "/rebuy 399")
        assert settled(house.table) == before
        assert "500" in await house.say(broke, "/rebuy 500")
        assert seated(house, broke).stack == 50_000


# --- the wait list ---------------------------------------------------------------------------


async def full(house: House, *waiting: str) -> None:
    """A table for two that is full and playing, and who waits for a seat."""
    await begin(house, "Ann", "Bob", table="10/20 2")
    for who in waiting:
        assert "wait list" in await house.say(who, "/wait")


async def test_the_wait_list_is_for_full_tables() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open 10/20 2")
        assert "free seat" in await house.say("Cat", "/wait")
        await house.say("Ann", "/sit")
        await house.say("Bob", "/sit")
        assert "already sit" in await house.say("Ann", "/wait")
        assert "number 1" in await house.say("Cat", "/wait")
        assert "number 2" in await house.say("Dan", "/wait")
        assert "place 2" in await house.say("Dan", "/wait")
        assert "off the wait list" in await house.say("Cat", "/wait leave")
        assert "not on the wait list" in await house.say("Cat", "/wait leave")
        assert [name for _, name in house.table.state.queue] == ["Dan"]


async def test_a_freed_seat_is_offered_to_who_waits_longest() -> None:
    async with open_house(FRESH) as house:
        await full(house, "Cat", "Dan")
        await fold_out(house)
        await house.say("Bob", "/leave")
        assert "you have 1 min" in house.seen("Cat").text
        assert "full" in await house.say("Dan", "/sit 1000")
        assert "full" in await house.say("Eve", "/sit 1000")
        await house.click("Cat", "Sit with")
        assert seated(house, "Cat").stack == 200_000
        assert [name for _, name in house.table.state.queue] == ["Dan"]
        assert not offered(house)
        await check_books(house)


async def test_an_offer_not_taken_goes_to_the_next() -> None:
    async with open_house(FRESH) as house:
        await full(house, "Cat", "Dan")
        await fold_out(house)
        await house.say("Bob", "/leave")
        await house.wait(60)
        assert offered(house) == ["Dan"]
        assert [name for _, name in house.table.state.queue] == ["Dan"]
        assert "you have 1 min" in house.seen("Dan").text
        assert "full" in await house.say("Cat", "/sit")
        await house.wait(60)
        assert not offered(house)
        await house.say("Cat", "/sit")
        assert seat_of(house, "Cat") is not None


async def test_an_offer_let_go_passes_on_at_once() -> None:
    async with open_house(FRESH) as house:
        await full(house, "Cat", "Dan")
        await fold_out(house)
        await house.say("Ann", "/leave")
        await house.click("Cat", "Let it go")
        assert offered(house) == ["Dan"]


async def test_leave_takes_one_off_the_wait_list() -> None:
    async with open_house(FRESH) as house:
        await full(house, "Cat")
        assert "off the wait list" in await house.say("Cat", "/leave")
        assert not house.table.state.queue


async def test_two_free_seats_are_kept_for_two_who_wait() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat", table="10/20 3")
        await house.say("Dan", "/wait")
        await house.say("Eve", "/wait")
        await fold_out(house)
        await house.say("Bob", "/leave")
        await house.say("Cat", "/leave")
        assert "full" in await house.say("Guy", "/sit 1000")
        await house.say("Dan", "/sit 1000")
        assert "full" in await house.say("Guy", "/sit 1000")
        await house.say("Eve", "/sit 1000")
        assert others(house) == ["Ann", "Dan", "Eve"]


def way_in(state: State) -> list[str]:
    """What anybody may press at a table, by verb."""
    return [button.token.partition("|")[0] for button in public_rows(words("en"), state)[0]]


def test_a_seat_kept_for_who_waits_is_offered_to_nobody_else() -> None:
    state = quiet_state("Ann", "Bob", size=3)
    assert {"sit", "computers"} <= set(way_in(state))
    state.queue = [("web:cat", "Cat")]
    assert "wait" in way_in(state)
    assert not {"sit", "form", "computers"} & set(way_in(state))
    with pytest.raises(Refused, match="table_full"):
        decide(state, command("sit", "Dan"))
    assert decide(state, command("wait", "Dan")).answer == ("wait_joined", {"n": 2})
    state.chairs[2].computer = "bold"
    assert {"sit", "computers"} <= set(way_in(state)), "a computer player makes room"


def test_a_larger_table_offers_its_new_seats() -> None:
    state = quiet_state("Ann", "Bob", size=2)
    state.queue = [("web:cat", "Cat")]
    larger = quiet_state("Ann", "Bob", size=3).terms
    draft = decide(state, command("settings", "Ann", terms=larger))
    assert "web:cat" in [timer.valid for timer in draft.state.timers.values()]
    assert "seat_offered" in said(draft)


async def test_a_seat_offered_is_kept_while_the_hand_goes_on() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat", table="10/20 3")
        await house.say("Dan", "/wait")
        leaver = on_turn(house)
        await house.say(leaver, "/leave")
        assert not offered(house)
        await fold_out(house)
        assert offered(house) == ["Dan"]


async def test_the_same_press_is_answered_the_same() -> None:
    async with open_house(FRESH) as house:
        await full(house)
        first = await house.say("Cat", "/wait", press="once")
        again = await house.say("Cat", "/wait", press="once")
        assert again
        assert first
        assert len(house.table.state.queue) == 1


async def test_an_unknown_press_of_a_seat_says_so() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        reply = await house.press("Ann", f"stand|{house.table.state.id}||")
        assert "earlier moment" in text_of(reply)


def test_a_command_nobody_may_give_twice_changes_nothing() -> None:
    state = quiet_state("Ann", "Bob")
    before = state.to_json()
    with pytest.raises(Refused, match="already_seated"):
        decide(state, Command("sit", person=person("Ann").id, name="Ann"))
    assert state.to_json() == before
