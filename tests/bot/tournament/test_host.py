"""The host's tools: taking out, moving, undoing, calling off, handing over, and the log of it."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from bot.chat import Message
from bot.state import Command
from bot.terms import SECOND
from bot.text import words
from bot.tournament import tools
from bot.tournament.host import GRACE
from bot.tournament.state import State
from games import field
from games.play import Refused
from storage import ledger
from tests.bot.evening import wallet
from tests.bot.tournament.arena import (
    HOST,
    Arena,
    check_books,
    check_end,
    check_field,
    opened,
    plan,
)
from tests.bot.tournament.test_lobby import (
    FRESH,
    announced,
    arena_in,
    lobby_of,
    own,
    shown,
    state_of,
)
from tests.bot.tournament.test_play import (
    ask,
    busy,
    dealt,
    kinds,
    near_the_money,
    place_of,
    played,
    running,
    seated,
    whole_round,
)
from tests.house import House, open_house, text_of


def of_host(state: State, verb: str, at: int = 1000, *, word: str = "", amount: int = 0,
            seat: int = 0) -> State:  # fmt: skip
    return ask(state, verb, "Host", at, word=word, amount=amount, seat=seat).state


def ring(state: State, name: str, at: int = 0) -> State:
    """Let a timer come due."""
    timer = state.timers[name]
    return ask(state, "timer", word=f"{name}@{timer.valid}", at=max(at, timer.due)).state


def refused(state: State, verb: str, who: str = "Host", **facts: Any) -> str:
    before = state.to_json()
    with pytest.raises(Refused) as refusal:
        ask(state, verb, who, **facts)
    assert state.to_json() == before
    return refusal.value.reason


def expelled(state: State, who: str) -> State:
    """Somebody taken out: as soon as they are between two hands."""
    state = ring(of_host(state, "remove", word=who), f"remove:{who}")
    if state.entrants[who].table and not state.by_hand:
        state = played(state, state.entrants[who].table).state
    return state


# --- taking out ------------------------------------------------------------------------------


def test_who_is_taken_out_plays_their_hand_and_their_chips_leave_play() -> None:
    state = running(12, size=6)
    who = seated(state.boards[1], state)[0]
    state = ring(of_host(state, "remove", word=who), f"remove:{who}")
    assert state.entrants[who].table == 1, "in the middle of a hand"
    had = state.entrants[who].stack
    draft = played(state, 1)
    state = draft.state
    assert "expelled" in kinds(draft)
    assert (state.entrants[who].table, state.entrants[who].stack) == (0, 0)
    assert state.removed == had
    check_field(state)
    assert place_of(state, who) == (12, 1)
    assert who not in dealt(state, 1)


def test_after_the_hand_they_go_at_once_also_in_a_pause() -> None:
    state = running(6, size=6)
    who = seated(state.boards[1], state)[0]
    state = ring(of_host(state, "remove", word=who), f"remove:{who}")
    state = played(of_host(state, "pause"), 1).state
    assert state.entrants[who].table == 0
    assert state.paused
    check_field(state)


def test_who_busts_in_the_last_hand_before_places_below_who_is_taken_out_after_it() -> None:
    state = running(12, size=6)
    gone, bust, *_ = seated(state.boards[1], state)
    state = ring(of_host(state, "remove", word=gone), f"remove:{gone}")
    state = played(state, 1, (bust,)).state
    assert (place_of(state, bust), place_of(state, gone)) == ((12, 1), (11, 1))


def test_who_is_taken_out_in_the_money_is_paid_for_the_place_they_have() -> None:
    state = running(5, size=6, buy_in=10_000)
    first, second, *rest = seated(state.boards[1], state)
    state = played(state, 1, tuple(rest), by=first).state
    state = expelled(state, second)
    assert state.phase == "over"
    assert state.entrants[second].prize == state.prizes()[1] > 0
    assert state.entrants[first].prize == state.prizes()[0]
    check_end(state, 5)


def test_who_is_taken_out_does_not_come_in_again() -> None:
    state = running(12, size=6, late=3, again=2)
    who = seated(state.boards[1], state)[0]
    state = expelled(state, who)
    assert refused(state, "register", who.removeprefix("web:")) == "tournament.taken_out"


def test_a_host_who_takes_themselves_out_of_play_is_still_the_host() -> None:
    state = running(6, size=6, late=2, rebuys=1, rebuy=100)
    who = seated(state.boards[1], state)[0]
    name = state.entrants[who].name
    state = of_host(state, "host", word=f"{who} {name}")
    state = ring(ask(state, "remove", name, word=who, amount=GRACE).state, f"remove:{who}")
    state = played(state, 1).state
    assert state.entrants[who].table == 0
    assert refused(state, "rebuy", name) == "tournament.taken_out"
    assert refused(state, "pause", name, barred=True) == "order.banned"
    assert ask(state, "pause", name).state.paused


def test_who_busts_while_they_are_about_to_be_taken_out_does_not_come_in_again() -> None:
    state = running(12, size=6, late=3, again=2)
    who = seated(state.boards[1], state)[0]
    state = of_host(state, "remove", word=who, amount=GRACE)
    state = played(state, 1, (who,)).state
    assert who in state.deciding()
    state = ring(state, f"remove:{who}")
    assert who not in state.deciding()
    assert not state.removed
    assert refused(state, "register", who.removeprefix("web:")) == "tournament.taken_out"


def test_the_bounty_on_their_head_goes_onto_the_heads_of_all_others() -> None:
    state = running(6, size=6, bounty=5_001)
    who = seated(state.boards[1], state)[0]
    state = expelled(state, who)
    heads = [one.head for one in state.playing()]
    assert sum(heads) == 6 * 5_001
    assert max(heads) - min(heads) <= 1
    assert state.entrants[who].head == 0


def test_who_has_all_the_chips_has_won_and_stays() -> None:
    state = running(3, size=6, again=1, late=2)
    first, second, third = seated(state.boards[1], state)
    state = played(state, 1, (second, third), by=first).state
    assert state.phase == "running", "two may come in again"
    state = ring(of_host(state, "remove", word=first), f"remove:{first}")
    assert state.entrants[first].table
    for who in (second, third):
        state = ring(state, f"decide:{who}")
    assert state.phase == "over"
    assert place_of(state, first) == (1, 1)


def test_tda_rp_8_in_hand_for_hand_nobody_is_taken_out_before_the_round_is_over() -> None:
    state = whole_round(near_the_money()).state
    first, second = busy(state)
    who = dealt(state, first)[0]
    state = ring(of_host(state, "remove", word=who), f"remove:{who}")
    state = played(state, first).state
    assert state.entrants[who].table, "the other table is still in this round"
    state = played(state, second).state
    assert place_of(state, who) == (5, 1)
    check_field(state)


def test_a_deal_is_off_where_one_of_its_players_is_taken_out() -> None:
    state = ask(running(4, size=6, buy_in=1000), "chop", "P0", word="icm").state
    state = played(state, 1).state
    assert state.chop
    assert state.chop.shares
    state = ring(of_host(state, "remove", word="web:p1"), "remove:web:p1")
    assert state.chop is None
    assert "chop" not in state.timers
    assert state.boards[1].busy, "play goes on"


def test_nobody_is_taken_out_twice_or_who_is_out_or_not_in() -> None:
    state = running(12, size=6)
    who, other, *_ = seated(state.boards[1], state)
    assert refused(state, "remove", word="web:nobody") == "tournament.not_in"
    going = of_host(state, "remove", word=who, amount=GRACE)
    assert refused(going, "remove", word=who) == "tournament.going"
    state = played(state, 1, (other,)).state
    assert refused(state, "remove", word=other) == "tournament.is_out"
    assert refused(state, "remove", "P3", word=who) == "not_host"


async def test_taking_out_is_asked_once_more_and_told_to_all() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100", "Ann", "Bob", "Cat")
        await house.wait(15)
        assert "no entry goes back" in await house.say("Ann", "/director remove person:Bob")
        await house.wait(120)
        assert state_of(house).entrants["web:bob"].table, "nobody said yes"
        said = await house.insist("Ann", "/director remove person:Bob")
        assert "in the hand" not in said
        assert "1 min from now" in said
        assert "takes \u2068Bob\u2069 out" in "\n".join(shown(house).log)
        for who in ("Ann", "Bob", "Cat"):
            await house.say(who, "/away")
        await house.wait(120)
        assert not state_of(house).entrants["web:bob"].table
        assert await wallet(house, "Bob") == 1_000_000 - 10_000
        [table] = arena_in(house).tables()
        assert {chair.name for chair in table.state.chairs.values()} == {"Ann", "Cat"}
        assert "taken out of this tournament" in await house.say("Bob", "/register")


# --- moving ----------------------------------------------------------------------------------


def test_a_move_that_evens_tables_is_a_mere_move() -> None:
    state = running(11, size=6)
    who = seated(state.boards[1], state)[0]
    state = of_host(state, "move", word=who, amount=2)
    assert state.entrants[who].table == 1
    free = next(felt for felt in state.felts() if felt.number == 2).free
    draft = played(state, 1)
    state = draft.state
    assert "moved_asked" in kinds(draft)
    assert (state.entrants[who].table, state.entrants[who].seat) == (2, *free)
    assert who not in dealt(state, 2), "they come in with the next hand"
    assert "asked" in state.entrants[who].note
    check_field(state)


def test_a_move_that_balancing_would_undo_is_an_exchange_between_two_hands_of_both() -> None:
    state = running(12, size=6)
    who = seated(state.boards[1], state)[0]
    felts = {felt.number: felt for felt in state.felts()}
    turns = field.turns_until_big(felts[1], state.entrants[who].seat)
    [partner] = [one for one in state.at(2)
                 if field.turns_until_big(felts[2], one.seat) == turns]  # fmt: skip
    seats = state.entrants[who].seat, partner.seat
    state = of_host(state, "move", word=who, amount=2)
    state = played(state, 1).state
    assert not state.boards[1].busy, "it waits for the other table"
    assert state.entrants[who].table == 1
    draft = played(state, 2)
    state = draft.state
    assert (state.entrants[who].table, state.entrants[who].seat) == (2, seats[1])
    partner = state.entrants[partner.person]
    assert (partner.table, partner.seat) == (1, seats[0])
    assert busy(state) == [1, 2]
    assert "swapped" in partner.note
    check_field(state)


def test_a_seat_may_be_named_and_who_sits_there_changes_places() -> None:
    state = running(11, size=6)
    who, other = seated(state.boards[1], state)[0], state.at(2)[3]
    old = state.entrants[who].seat
    state = of_host(state, "move", word=who, amount=2, seat=other.seat)
    state = played(played(state, 1).state, 2).state
    assert (state.entrants[who].table, state.entrants[who].seat) == (2, other.seat)
    moved = state.entrants[other.person]
    assert (moved.table, moved.seat) == (1, old)
    check_field(state)


def test_two_who_are_to_change_tables_with_each_other_s_block_nothing() -> None:
    state = running(12, size=6)
    one, other = seated(state.boards[1], state)[0], seated(state.boards[2], state)[0]
    state = of_host(of_host(state, "move", word=one, amount=2), "move", word=other, amount=1)
    state = played(played(state, 1).state, 2).state
    assert busy(state) == [1, 2]
    assert not state.moving
    check_field(state)


def test_a_move_is_off_when_everybody_is_drawn_to_one_table() -> None:
    state = running(8, size=6)
    people = seated(state.boards[1], state)
    state = of_host(state, "move", word=people[3], amount=2)
    draft = played(state, 1, tuple(people[:2]))
    assert "move_off" in kinds(draft)
    assert not draft.state.moving
    draft = played(draft.state, 2)
    assert "final" in kinds(draft)
    assert draft.state.boards[3].busy, "no move holds it"


def test_what_makes_no_move_is_refused() -> None:
    state = running(12, size=6)
    who = seated(state.boards[1], state)[0]
    assert refused(state, "move", word=who, amount=3) == "tournament.no_table"
    assert refused(state, "move", word=who, amount=1) == "tournament.there_already"
    assert refused(state, "move", word=who, amount=2, seat=7) == "tournament.no_seat"
    assert refused(state, "move", word="web:nobody", amount=2) == "tournament.not_in"
    assert refused(state, "move", "P1", word=who, amount=2) == "not_host"
    out = played(state, 1, (who,)).state
    assert refused(out, "move", word=who, amount=2) == "tournament.is_out"


async def test_who_is_moved_reads_it_and_who_exchanged_with_them_does_too() -> None:
    async with open_house(FRESH) as house:
        people = ["Ann", "Bob", "Cat", "Dan"]
        await announced(house, "turbo 4 100 seats:2 pace:all-day name:Friday", *people)
        await house.wait(15)
        first = [one.name for one in state_of(house).at(1)]
        said = await house.say("Ann", f"/director move person:{first[0]} table:2")
        assert "Friday 2" in said
        for _ in range(10):
            # Who is on turn at either table; the others are refused.
            for who in people:
                await house.insist(who, "/fold")
            if not state_of(house).moving:
                break
            await house.wait(15)
        after = {one.name: one for one in state_of(house).entrants.values()}
        assert after[first[0]].table == 2
        assert "host moves you" in own(house, first[0]).text
        partner = next(one for one in state_of(house).at(1) if one.name not in first)
        assert "change places" in own(house, partner.name).text
        assert "There are: 1, 2" in await house.say("Ann", "/director move person:Bob table:9")
        assert "person" in await house.say("Ann", "/director move table:2")


# --- undoing ---------------------------------------------------------------------------------


def test_a_pause_is_undone() -> None:
    state = running(4, structure={"hands": 0, "minutes": 10})
    left = state.timers["level"].due - 1000
    state = of_host(of_host(state, "pause", 1000), "undo", 50_000)
    assert not state.paused
    assert state.timers["level"].due == 50_000 + left
    assert refused(state, "undo") == "tournament.started", "the act before it"
    assert refused(registered(2), "undo") == "tournament.nothing_to_undo"


def test_going_on_is_undone_with_the_time_that_was_left() -> None:
    state = running(4, structure={"hands": 0, "minutes": 10})
    state = of_host(state, "pause", 1000)
    left = state.frozen["level"]
    state = of_host(of_host(state, "resume", 20_000), "undo", 50_000)
    assert state.paused
    assert state.frozen["level"] == left
    assert "level" not in state.timers


def test_added_time_is_undone_as_long_as_the_level_lasts() -> None:
    state = running(4, structure={"hands": 0, "minutes": 10})
    due = state.timers["level"].due
    longer = of_host(state, "add_time", amount=5)
    assert of_host(longer, "undo").timers["level"].due == due
    late = of_host(longer, "undo", at=due + 1000)
    assert late.timers["level"].due == due + 1000, "over at once, not in the past"
    paused = of_host(longer, "pause")
    assert refused(ring(longer, "level"), "undo") == "tournament.level_is_over"
    assert paused.undoes[-1].verb == "pause", "the last act first"
    both = of_host(of_host(paused, "undo"), "undo")
    assert both.timers["level"].due == due


def test_an_undo_that_was_pressed_before_another_act_of_a_host_undoes_none_of_it() -> None:
    state = of_host(of_host(running(4), "pause"), "resume")
    seen = len(state.deeds)
    state = of_host(state, "undo", amount=seen)
    assert state.paused
    assert refused(state, "undo", amount=seen) == "stale"
    assert not of_host(state, "undo").paused, "typed, it means the last one"


async def test_undo_that_is_pressed_twice_undoes_one_act() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        await house.wait(15)
        await house.say("Ann", "/director pause")
        await house.say("Ann", "/director add-time 5")
        token = await tool(house, "Undo the added time")
        both = await asyncio.gather(house.press("Ann", token), house.press("Ann", token))
        assert sorted("counted once" in text_of(reply) for reply in both) == [False, True]
        assert state_of(house).paused


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("dance", "dance\u2069 does not fit what"),
        ("add-time -5", "-5\u2069 does not fit minutes"),
        ("add-time five", "five\u2069 does not fit minutes"),
        ("pause person:Bob", "Bob\u2069 does not fit what"),
        ("remove person:Bob minutes:5", "5\u2069 does not fit person"),
    ],
)
async def test_a_word_that_is_no_tool_s_is_refused(typed: str, said: str) -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        await house.wait(15)
        before = lobby_of(house).seq
        assert said in await house.say("Ann", f"/director {typed}")
        assert lobby_of(house).seq == before


def registered(players: int, **terms: int) -> State:
    state = State("t", "web:home", "web:lobby", "Test", "web:host", plan(**terms))
    state = ask(state, "open", "Host").state
    for number in range(players):
        state = ask(state, "register", f"P{number}").state
    return state


def test_a_start_is_undone_until_it_has_begun() -> None:
    state = of_host(registered(4), "start", amount=15 * SECOND)
    assert state.phase == "open"
    assert refused(state, "start", amount=15 * SECOND) == "tournament.starting"
    undone = of_host(state, "undo")
    assert "start" not in undone.timers
    begun = ring(state, "start")
    assert begun.phase == "running"
    assert refused(begun, "undo") == "tournament.started"


def test_an_early_start_that_is_undone_comes_at_its_time() -> None:
    state = registered(4, start=10**7)
    state = of_host(state, "start", amount=15 * SECOND)
    assert state.timers["start"].due == 1000 + 15 * SECOND
    assert of_host(state, "undo").timers["start"].due == 10**7


def test_an_early_start_waits_again_when_too_few_are_left() -> None:
    state = of_host(registered(2, start=10**7), "start", amount=15 * SECOND)
    state = ask(state, "unregister", "P0").state
    assert state.timers["start"].due == 10**7
    state = of_host(registered(3), "start", amount=15 * SECOND)
    state = ask(state, "unregister", "P0").state
    assert "start" in state.timers, "two are enough"
    assert "start" not in ask(state, "unregister", "P1").state.timers


def test_who_was_taken_out_before_the_start_is_in_again_for_the_same_entry() -> None:
    state = of_host(registered(3, buy_in=500), "remove", word="web:p1")
    assert state.pool == 1000
    draft = ask(state, "undo", "Host")
    assert draft.state.pool == 1500
    assert draft.state.entrants["web:p1"].name == "P1"
    [move] = draft.moves
    assert move.entries["wallet:web:home:web:p1"] == -500 - draft.state.plan.fee
    begun = of_host(state, "start")
    assert refused(begun, "undo") == "tournament.started"


def test_who_is_about_to_be_taken_out_stays_when_that_is_undone() -> None:
    state = running(12, size=6)
    who = seated(state.boards[1], state)[0]
    state = of_host(state, "remove", word=who, amount=GRACE)
    undone = of_host(state, "undo")
    assert not undone.timers
    assert played(undone, 1).state.entrants[who].table
    due = ring(state, f"remove:{who}")
    assert not of_host(due, "undo").going, "also after the minute, while the hand is played"
    assert refused(played(due, 1).state, "undo") == "tournament.is_out"


def test_a_move_is_undone_until_it_is_carried_out() -> None:
    state = running(12, size=6)
    who = seated(state.boards[1], state)[0]
    state = played(of_host(state, "move", word=who, amount=2), 1).state
    undone = of_host(state, "undo")
    assert undone.boards[1].busy, "nothing holds the table any more"
    assert undone.entrants[who].table == 1
    assert refused(played(state, 2).state, "undo") == "tournament.moved_already"


def test_calling_off_is_undone_and_no_hand_is_dealt_meanwhile() -> None:
    state = running(12, size=6, structure={"hands": 0, "minutes": 10})
    due = state.timers["level"].due
    state = of_host(state, "cancel", amount=GRACE)
    assert refused(state, "cancel", amount=GRACE) == "tournament.cancelling"
    state = played(state, 1).state
    assert busy(state) == [2]
    undone = of_host(state, "undo", at=1000 + 40 * SECOND)
    assert busy(undone) == [1, 2]
    assert undone.timers["level"].due == due + 40 * SECOND
    over = ring(state, "cancel")
    assert over.phase == "cancelled"
    assert refused(over, "undo") == "tournament.is_over"


def test_a_start_waits_while_calling_off_may_be_undone() -> None:
    state = of_host(registered(3, start=30_000), "cancel", amount=GRACE)
    assert refused(state, "start") == "tournament.cancelling"
    waits = ring(state, "start")
    assert waits.phase == "open"
    assert waits.timers["start"].due == waits.timers["cancel"].due
    begun = ring(of_host(waits, "undo", at=40_000), "start")
    assert begun.phase == "running"


async def test_a_wallet_that_no_longer_holds_the_entry_keeps_them_out() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 9 100", "Bob", "Cat")
        await house.insist("Ann", "/director remove person:Bob")
        await house.say("Bob", "/give Cat 9990")
        before = lobby_of(house).seq
        assert "100" in await house.say("Ann", "/director undo")
        assert lobby_of(house).seq == before
        await house.say("Cat", "/give Bob 500")
        assert "Undone" in await house.say("Ann", "/director undo")
        assert "web:bob" in state_of(house).entrants
        assert await wallet(house, "Bob") == 1_000 + 50_000 - 10_000


async def test_who_is_banned_is_not_brought_back() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 9 100", "Bob", "Cat")
        await house.insist("Ann", "/director remove person:Bob")
        await house.say("Dan", "/ban Bob", host=True)
        assert "banned here" in await house.say("Ann", "/director undo")
        assert "web:bob" not in state_of(house).entrants


def test_acts_are_undone_one_after_another_the_last_one_first() -> None:
    state = running(12, size=6)
    who = seated(state.boards[1], state)[0]
    state = of_host(state, "remove", word=who, amount=GRACE)
    state = of_host(of_host(state, "pause"), "cancel", amount=GRACE)
    for left in ("pause", f"remove:{who}", ""):
        state = of_host(state, "undo")
        assert state.paused == (left == "pause")
        assert state.leaving(who) == bool(left)
        assert State.from_json(state.to_json()) == state


def test_a_checkpoint_from_before_there_was_any_of_this_is_read() -> None:
    state = running(6)
    plain = json.loads(state.to_json())
    for name in ("removed", "going", "moving", "deeds", "undoes"):
        del plain[name]
    state.deeds = state.undoes = ()
    assert State.from_json(json.dumps(plain)) == state


# --- calling off -----------------------------------------------------------------------------


async def test_calling_off_is_asked_once_more_shown_with_its_clock_and_pays_once() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100 fee:10", "Ann", "Bob")
        assert "Call the tournament off?" in await house.say("Ann", "/director cancel")
        assert state_of(house).phase == "open"
        assert "in 1 min" in await house.insist("Ann", "/director cancel")
        assert shown(house).headline == "About to be called off"
        assert shown(house).clock == house.clock.now() + GRACE
        assert "about to be called off" in await house.say("Ann", "/director cancel")
        await house.wait(59)
        assert state_of(house).phase == "open"
        await house.wait(1)
        assert state_of(house).phase == "cancelled"
        assert [await wallet(house, who) for who in ("Ann", "Bob")] == [1_000_000] * 2
        assert await ledger.balance(house.db, state_of(house).account) == 0
        assert "is over" in await house.say("Ann", "/director undo")


async def test_what_was_added_to_the_prizes_goes_back_to_who_added_it_not_to_a_next_host() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100 prize:500", "Bob")
        await house.say("Ann", "/director host person:Bob")
        await house.insist("Bob", "/director cancel")
        await house.wait(60)
        assert [await wallet(house, who) for who in ("Ann", "Bob")] == [1_000_000] * 2


def test_where_a_checkpoint_does_not_know_who_added_to_the_prizes_it_was_the_host() -> None:
    state = registered(0, added=500)
    plain = json.loads(state.to_json())
    assert plain.pop("giver") == "web:host"
    draft = ask(State.from_json(json.dumps(plain)), "cancel", "Host")
    assert [move.entries["wallet:web:home:web:host"] for move in draft.moves] == [500]


async def test_nobody_but_the_host_is_asked() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100", "Ann", "Bob")
        assert "Only a host" in await house.say("Bob", "/director cancel")
        assert "Only a host" in await house.say("Bob", "/director")
        token = tools.sure(
            words("en"), state_of(house), Command("cancel", amount=GRACE)
        ).rows[0][0].token  # fmt: skip
        assert "Only a host" in text_of(await house.press("Bob", token))
        assert "called off in" in text_of(await house.manage("Bob", token))


# --- the log and the tools -------------------------------------------------------------------


def labels(message: Message) -> list[str]:
    return [button.label for row in message.rows for button in row]


async def test_everyone_reads_what_the_host_did_and_when() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        assert "nothing yet" in await house.say("Cat", "/lobby log")
        await house.wait(15)
        await house.say("Ann", "/director pause")
        await house.wait(60)
        await house.say("Ann", "/director undo")
        await house.say("Dan", "/director add-time 5", host=True)
        assert "Host's log" in labels(shown(house))
        log = (await house.say("Cat", "/lobby log")).splitlines()
        assert [line.partition(" · ")[2] for line in log] == [
            "\u2068Dan\u2069 makes the level longer by 5 min",
            "\u2068Ann\u2069 undoes the pause",
            "\u2068Ann\u2069 pauses the tournament",
        ]
        assert log[2].startswith("2027-01-15 08:00 UTC")
        [token] = [button.token for button in shown(house).rows[0] if "log" in button.label]
        assert text_of(await house.press("Cat", token)).splitlines() == log


async def test_the_log_outlives_the_lines_of_the_lobby() -> None:
    state = running(4)
    for _ in range(30):
        state = of_host(of_host(state, "pause"), "resume")
    assert len(state.deeds) == 61, "with the start"
    assert State.from_json(state.to_json()).deeds == state.deeds


async def test_the_host_finds_their_tools_where_their_seat_is() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 9 100", "Ann", "Bob")
        mine = shown(house).rows[0][-1].token
        reply = await house.press("Bob", mine)
        assert reply
        assert reply.message
        assert "Begin now" not in labels(reply.message)
        await house.press("Ann", await tool(house, "Begin now"))
        assert "Begin now" not in await tools_of(house)
        await house.wait(15)
        await house.press("Ann", await tool(house, "Pause"))
        assert state_of(house).paused
        await house.press("Ann", await tool(house, "+5 min"))
        assert "Undo the added time" in await tools_of(house)
        await house.press("Ann", await tool(house, "Go on"))
        asked = await house.press("Ann", await tool(house, "Call off"))
        assert asked
        assert asked.message
        await house.press("Ann", asked.message.rows[0][0].token)
        assert "Call off" not in await tools_of(house)
        await house.press("Ann", await tool(house, "Undo"))
        assert "cancel" not in state_of(house).timers


async def tools_of(house: House) -> dict[str, str]:
    """The buttons of the host by their labels."""
    [token] = [button.token for button in shown(house).rows[0] if button.label == "My seat"]
    reply = await house.press("Ann", token)
    assert reply
    assert reply.message
    return {button.label: button.token for row in reply.message.rows for button in row}


async def tool(house: House, label: str) -> str:
    found = await tools_of(house)
    return next(token for name, token in found.items() if name.startswith(label))


async def test_a_manager_has_all_tools_by_command_and_by_button() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        await house.wait(15)
        await house.say("Dan", "/director pause", host=True)
        assert state_of(house).paused
        token = await tool(house, "Go on")
        assert "Only a host" in text_of(await house.press("Dan", token))
        await house.manage("Dan", token)
        assert not state_of(house).paused


async def test_a_tournament_is_handed_over() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100 pace:all-day", "Ann", "Bob")
        await house.wait(15)
        said = await house.say("Ann", "/director host person:Bob")
        assert "Bob\u2069 is the host of this tournament now" in said
        assert "Only a host" in await house.say("Ann", "/director pause")
        assert "clock stands" in await house.say("Bob", "/director pause")
        assert "is the host already" in await house.say("Bob", "/director host person:Bob")
        assert "know nobody" in await house.say("Bob", "/director host person:Nobody")
        assert "makes \u2068Bob\u2069 the host" in await house.say("Cat", "/lobby log")


@pytest.mark.parametrize("typed", ["undo", "move person:Bob table:1", "host person:Bob", "resume"])
async def test_a_banned_host_has_none_of_the_tools(typed: str) -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Bob", "Cat")
        await house.wait(15)
        await house.say("Ann", "/director pause")
        await house.say("Dan", "/ban Ann", host=True)
        before = lobby_of(house).seq
        assert "You are banned" in await house.say("Ann", f"/director {typed}")
        assert lobby_of(house).seq == before


# --- whole tournaments -----------------------------------------------------------------------


async def meddle(arena: Arena, rng: random.Random) -> None:
    """Some act of the host's; what is refused is refused."""
    state = arena.state
    inside, boards = state.playing(), sorted(state.boards)
    verb = rng.choice(["remove", "move", "move", "move", "undo", "pause", "resume", "add_time"])
    word, amount = rng.choice(inside).person, rng.choice([0, 5000])
    if verb == "move":
        amount = rng.choice(boards)
    if verb == "remove" and rng.random() < 0.7:
        return
    seat = rng.choice([0, 0, rng.randrange(1, state.plan.size + 1)])
    command = Command(verb, HOST.id, HOST.name, word=word, amount=amount, seat=seat)
    try:
        await arena.lobby.ask(command)
    except Refused:
        return
    await arena.settle()


async def meddled_with(seed: int, players: int) -> State:
    rng = random.Random(seed)
    async with opened() as arena:
        await arena.announce(plan(size=rng.choice([3, 6]), bounty=500, again=1, late=1))
        await arena.field(players)
        await arena.start()
        while arena.state.phase == "running":
            if rng.random() < 0.15:
                await meddle(arena, rng)
            elif arena.state.paused and (rng.random() < 0.3 or not arena.clock.next_due()):
                await arena.lobby.ask(Command("resume", HOST.id, HOST.name))
                await arena.settle()
            else:
                await arena.step(rng)
        check_end(arena.state, players)
        await check_books(arena.db, arena.state)
        return arena.state


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_a_host_does_a_tournament_ends_and_every_chip_is_known(seed: int) -> None:
    state = await meddled_with(seed, 9 + 3 * seed)
    assert state.deeds


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(100, 400))
async def test_many_hosts_meddle(seed: int) -> None:
    await meddled_with(seed, 8 + seed % 40)
