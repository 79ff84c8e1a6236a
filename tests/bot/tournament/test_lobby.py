"""What people do about a tournament and what they are told: entries, clock, host, refusals."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.chat import Message
from bot.state import Command
from bot.table import Table
from bot.terms import MINUTE
from bot.tournament.state import State
from storage import ledger
from tests.bot.evening import wallet
from tests.bot.tournament.arena import Arena, check_end, opened, plan
from tests.house import HOME, House, open_house, person, text_of

FRESH = "sqlite://"


def lobby_of(house: House) -> Table[State]:
    [found] = [table for table in house.manager.tables.values() if table.kind.lobby]
    return found


def state_of(house: House) -> State:
    return lobby_of(house).state


def shown(house: House) -> Message:
    """The lobby's message."""
    [found] = [message for _, message in house.chat.public.values()
               if message.table == state_of(house).id]  # fmt: skip
    return found


def own(house: House, who: str) -> Message:
    """What a person is shown of the tournament."""
    return house.chat.private[person(who).id, state_of(house).id]


def arena_in(house: House) -> Arena:
    """Random players for a tournament that people have opened."""
    arena = Arena(house.db, house.clock, house.parts)
    arena.lobby_id = state_of(house).id
    return arena


async def enter(house: House, *people: str) -> None:
    for who in people:
        assert "You are in" in await house.say(who, "/register")


async def announced(house: House, typed: str = "turbo 3 100", *people: str) -> None:
    assert "is open" in await house.say("Ann", f"/tournament {typed}")
    await enter(house, *people)


async def test_each_of_several_tournaments_here_can_be_called_by_its_name() -> None:
    async with open_house(FRESH) as house:
        long = "The longest of all names"
        for name in ("Friday", "friday", "FRIDAY", f'"{long}"', f'"{long}"'):
            await house.say("Ann", f"/tournament turbo 3 name:{name}", host=True)
            await house.say("Ann", "/order tables:20", host=True)
        names = [table.state.name for table in house.manager.tables.values()]
        assert names == ["Friday", "friday-2", "FRIDAY-3", long, f"{long[:22]}-2"]
        assert "friday-2" in await house.say("Bob", "/register")
        for name in names:
            assert "You are in" in await house.say("Bob", f'/register name:"{name}"')


# --- a sit-and-go ----------------------------------------------------------------------------


async def test_a_sit_and_go_from_its_announcement_to_the_last_chip() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100 fee:10 name:Friday", "Ann", "Bob")
        assert "2 of 3" in shown(house).headline
        assert await wallet(house, "Bob") == 1_000_000 - 11_000
        await enter(house, "Cat")
        assert "Full" in shown(house).headline
        await house.wait(15)
        state = state_of(house)
        assert state.phase == "running"
        assert shown(house).headline == "Level 1: 50/100"
        assert "You sit at" in own(house, "Cat").headline
        await arena_in(house).finish(random.Random(1))
        await house.settle()
        check_end(state_of(house), 3)
        [first] = [one for one in state_of(house).entrants.values() if one.prize]
        assert first.prize == 30_000
        assert await wallet(house, first.name) == 1_000_000 - 11_000 + 30_000
        assert await ledger.balance(house.db, ledger.house("web:home")) == 3_000
        assert f"{first.name}⁩ won" in shown(house).headline
        assert "1. " in shown(house).text
        await house.wait(600)
        assert not house.manager.tables
        assert (await ledger.audit(house.db)).ok


async def test_who_unregisters_gets_the_whole_entry_back() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100 fee:10", "Ann", "Bob")
        assert "110 is back" in await house.say("Bob", "/unregister")
        assert await wallet(house, "Bob") == 1_000_000
        assert "not in" in await house.say("Bob", "/unregister")
        assert await wallet(house, "Bob") == 1_000_000
        assert state_of(house).pool == 10_000


async def test_a_full_sit_and_go_waits_again_when_somebody_unregisters() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        await house.say("Bob", "/unregister")
        await house.wait(60)
        assert state_of(house).phase == "open"
        await enter(house, "Cat")
        await house.wait(15)
        assert state_of(house).phase == "running"
        assert "begun already" in await house.say("Cat", "/unregister")


async def test_a_press_that_is_repeated_enters_once() -> None:
    async with open_house(FRESH) as house:
        await announced(house)
        token = shown(house).rows[0][0].token
        first = text_of(await house.press("Bob", token, "once"))
        assert text_of(await house.press("Bob", token, "once")) == first
        assert "already" in text_of(await house.press("Bob", token))
        assert await wallet(house, "Bob") == 1_000_000 - 10_000


async def test_an_entry_above_the_wallet_is_refused_and_changes_nothing() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 20000")
        before = lobby_of(house).seq
        assert "10,000" in await house.say("Bob", "/register")
        assert lobby_of(house).seq == before
        assert not state_of(house).entrants


async def test_a_freeroll_is_paid_by_who_announced_it() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 prize:500")
        assert await wallet(house, "Ann") == 950_000
        assert shown(house).rows[0][0].label == "Register"
        await enter(house, "Bob", "Cat")
        await house.wait(15)
        await arena_in(house).finish(random.Random(1))
        assert sum(one.prize for one in state_of(house).entrants.values()) == 50_000
        assert await wallet(house, "Bob") + await wallet(house, "Cat") == 2_050_000


async def test_who_cannot_pay_the_prize_they_promise_announces_nothing() -> None:
    async with open_house(FRESH) as house:
        assert "wallet" in await house.say("Ann", "/tournament turbo 2 prize:20000")
        assert not house.manager.tables
        assert not house.chat.public
        assert "is open" in await house.say("Ann", "/tournament turbo 2")


async def test_what_was_guaranteed_is_paid_by_the_house() -> None:
    async with open_house(FRESH) as house:
        assert "Only" in await house.say("Ann", "/tournament turbo 2 100 guarantee:1000")
        typed = "/tournament turbo 2 100 guarantee:1000"
        await house.say("Ann", typed, host=True)
        await enter(house, "Ann", "Bob")
        await house.wait(15)
        await arena_in(house).finish(random.Random(1))
        assert state_of(house).pool == 100_000
        assert await ledger.balance(house.db, ledger.house("web:home")) == -80_000


# --- a scheduled one -------------------------------------------------------------------------


async def test_a_start_is_said_as_the_clock_of_the_community_shows_it() -> None:
    async with open_house(FRESH) as house:
        # The driven clock begins on a Friday at 8:00 UTC, which is 17:00 in Tokyo.
        await house.say("Ann", "/order zone:Asia/Tokyo", host=True)
        said = await house.say("Ann", "/tournament turbo buyin:100 start:sun 8pm name:Sunday")
        assert "Sunday 2027-01-17 20:00 (Asia/Tokyo)" in said
        assert shown(house).clock == house.clock.now() + 51 * 60 * MINUTE
        assert "past" in await house.say("Ann", "/tournament turbo start:today 16:59 name:Two")
        assert "読めません" in await house.say("Yui:ja", "/tournament turbo start:いつか name:Two")


async def test_a_scheduled_tournament_reminds_and_begins_on_time() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo start:30 buyin:100", "Ann", "Bob")
        assert shown(house).clock == house.clock.now() + 30 * MINUTE
        posted = house.chat.posted
        await house.wait(20 * 60)
        assert house.chat.posted == posted + 1, "ten minutes before"
        await house.wait(8 * 60)
        assert house.chat.posted == posted + 2, "two minutes before"
        await house.wait(2 * 60 - 1)
        assert state_of(house).phase == "open"
        await house.wait(1)
        assert state_of(house).phase == "running"


async def test_with_too_few_it_is_called_off_and_everybody_gets_the_entry_back_once() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo start:30 buyin:100 least:3 prize:50 fee:5", "Ann", "Bob")
        await house.wait(30 * 60)
        assert state_of(house).phase == "cancelled"
        assert [await wallet(house, who) for who in ("Ann", "Bob")] == [1_000_000, 1_000_000]
        assert "is over" in await house.say("Ann", "/director cancel")
        assert await ledger.balance(house.db, state_of(house).account) == 0
        assert "too few" in "\n".join(m.text for _, m in house.chat.public.values())


async def test_chips_in_a_tournament_count_for_the_daily_refill() -> None:
    """Or whoever enters, refills and unregisters would have chips for nothing."""
    async with open_house(FRESH) as house:
        await announced(house, "turbo start:30 buyin:10000", "Bob")
        assert "yours holds 10,000" in await house.say("Bob", "/daily")
        await house.say("Bob", "/unregister")
        assert await wallet(house, "Bob") == 1_000_000


def big_blind(table: Table[Any]) -> int:
    """The big blind of the hand on the table."""
    assert table.state.round is not None
    found: int = table.state.round.deal.setup.big_blind
    return found


async def test_tda_23_a_new_level_holds_from_the_next_hand() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100 pace:all-day", "Ann", "Bob")
        await house.wait(15)
        [table] = arena_in(house).tables()
        assert table.state.playing
        await house.wait(5 * 60)
        assert state_of(house).level == 2
        assert big_blind(table) == 10_000
        assert table.state.hand == 1
        for who in ("Ann", "Bob"):
            await house.insist(who, "/fold")
        await house.wait(1)
        assert table.state.hand == 2
        assert big_blind(table) == 20_000


async def test_tda_23_a_hand_that_was_not_dealt_yet_is_dealt_at_the_new_level() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        await house.wait(15)
        [table] = arena_in(house).tables()
        for who in ("Ann", "Bob"):
            await house.say(who, "/away")
        await house.wait(5 * 60 - 1)
        hand = table.state.hand
        assert (table.state.playing, table.state.go, big_blind(table)) == (False, hand + 1, 10_000)
        await house.wait(10)
        assert table.state.hand == hand + 1
        assert big_blind(table) == 20_000


async def test_breaks_stop_the_hands_and_the_clock() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "standard 2 100", "Ann", "Bob")
        await house.wait(15)
        [table] = arena_in(house).tables()
        for who in ("Ann", "Bob"):
            await house.say(who, "/away")
        while not state_of(house).resting:
            await house.wait(60)
            assert state_of(house).phase == "running"
        hand = table.state.hand
        assert "Break" in shown(house).headline
        await house.wait(60)
        assert table.state.hand == hand
        await house.wait(5 * 60)
        assert not state_of(house).resting
        assert table.state.hand > hand


# --- coming late, coming again ---------------------------------------------------------------


async def test_tda_8_who_comes_late_gets_a_full_stack_and_a_seat() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo start:5 buyin:100 fee:10 seats:6", "Ann", "Bob", "Cat")
        await house.wait(5 * 60)
        assert "seat" in await house.say("Dan", "/register")
        dan = state_of(house).entrants["web:dan"]
        assert dan.stack == 500_000
        assert state_of(house).pool == 40_000
        await house.wait(5 * 60)
        [table] = arena_in(house).tables()
        assert any(chair.person == "web:dan" and chair.dealt for chair in
                   table.state.chairs.values())  # fmt: skip
        assert await ledger.balance(house.db, ledger.house("web:home")) == 4_000


async def test_a_late_one_for_whom_no_seat_is_free_gets_a_table_that_the_others_fill() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo start:5 seats:3", "Ann", "Bob", "Cat")
        await house.wait(5 * 60)
        await house.say("Dan", "/register")
        assert len(state_of(house).boards) == 2
        await house.wait(4 * 60)
        counts = [len(felt.taken) for felt in state_of(house).felts()]
        assert counts == [2, 2]
        moved = [one for one in state_of(house).entrants.values() if one.note]
        assert "due the big blind" in own(house, moved[0].name).text


async def knocked_out(house: House) -> str:
    """The name of the first who is out."""
    arena, rng = arena_in(house), random.Random(2)
    while not (out := [one for one in state_of(house).entrants.values() if not one.table]):
        await arena.step(rng)
    await house.settle()
    return out[0].name


async def test_who_is_out_comes_in_again_and_only_the_last_entry_places() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100 again:1", "Ann", "Bob", "Cat")
        await house.wait(15)
        name = await knocked_out(house)
        assert own(house, name).rows[0][0].label == "Come in again (100)"
        await house.press(name, own(house, name).rows[0][0].token)
        state = state_of(house)
        assert state.entrants[person(name).id].entries == 2
        assert state.pool == 40_000
        assert not state.fallen
        arena = arena_in(house)
        await arena.finish(random.Random(3))
        check_end(state_of(house), 3)


async def test_a_minute_to_come_in_again_holds_even_as_late_entry_closes() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100 again:2", "Ann", "Bob", "Cat")
        await house.wait(15)
        name = await knocked_out(house)
        lobby = lobby_of(house)
        lobby.state.entering = False
        assert "You are in" in await house.say(name, "/register")
        assert "used all" not in await house.say(name, "/register")


async def test_after_that_minute_and_the_level_nobody_comes_in_again() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100 again:2", "Ann", "Bob", "Cat")
        await house.wait(15)
        name = await knocked_out(house)
        lobby_of(house).state.entering = False
        await house.wait(61)
        before = await wallet(house, name)
        assert "closed" in await house.say(name, "/register")
        assert "closed" in await house.say("Dan", "/register")
        assert await wallet(house, name) == before


async def test_a_deal_is_proposed_shown_and_accepted_by_all() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        await house.wait(15)
        assert "no hand is being played" in await house.say("Bob", "/chop chips")
        for who in ("Ann", "Bob"):
            await house.insist(who, "/fold")
        assert "Ann⁩ · " in shown(house).text
        labels = [button.label for button in own(house, "Ann").rows[0]]
        assert labels[0].startswith("Accept ")
        assert labels[1] == "No deal"
        for who in ("Ann", "Bob"):
            await house.press(who, own(house, who).rows[0][0].token)
        state = state_of(house)
        assert state.phase == "over"
        assert sum(one.prize for one in state.entrants.values()) == 20_000
        assert await wallet(house, "Ann") + await wallet(house, "Bob") == 2_000_000
        assert await ledger.balance(house.db, state.account) == 0
        assert not arena_in(house).tables()


# --- the host --------------------------------------------------------------------------------


async def test_a_pause_stops_clock_and_hands_until_it_is_over() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        await house.wait(15)
        assert "Only" in await house.say("Bob", "/director pause")
        for who in ("Ann", "Bob"):
            await house.say(who, "/away")
        await house.wait(10)
        left = state_of(house).timers["level"].due - house.clock.now()
        assert "clock stands" in await house.say("Ann", "/director pause")
        [table] = arena_in(house).tables()
        await house.wait(30)
        hand = table.state.hand
        await house.wait(3600)
        assert table.state.hand == hand
        assert "Paused" in shown(house).headline
        await house.say("Ann", "/director resume")
        assert state_of(house).timers["level"].due == house.clock.now() + left
        await house.wait(15)
        assert table.state.hand > hand


async def test_time_is_added_to_a_level() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        assert "not being played" in await house.say("Ann", "/director add-time 5")
        await house.wait(15)
        due = state_of(house).timers["level"].due
        assert "5 min longer" in await house.say("Ann", "/director add-time 5")
        assert state_of(house).timers["level"].due == due + 5 * MINUTE


async def test_the_host_starts_early_and_takes_somebody_out_before() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 9 100", "Ann", "Bob")
        assert "with the entry back" in await house.insist("Ann", "/director remove person:Bob")
        assert await wallet(house, "Bob") == 1_000_000
        assert "At least 2" in await house.say("Ann", "/director start")
        await enter(house, "Cat")
        assert "begins in 15 s" in await house.say("Ann", "/director start")
        assert shown(house).clock == house.clock.now() + 15_000
        await house.wait(15)
        assert state_of(house).phase == "running"


async def test_what_is_called_off_in_play_is_shared_half_evenly_half_by_chips() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100 fee:10 bounty:20", "Ann", "Bob", "Cat")
        await house.wait(15)
        await knocked_out(house)
        await house.insist("Ann", "/director cancel")
        await house.wait(60)
        state = state_of(house)
        assert await ledger.balance(house.db, state.account) == 0
        total = sum([await wallet(house, who) for who in ("Ann", "Bob", "Cat")])
        assert total == 3_000_000 - 1_000, "only the fee of who was out stays with the house"
        assert not arena_in(house).tables()
        assert (await ledger.audit(house.db)).ok


async def test_a_tournament_may_be_called_off_in_the_middle_of_a_hand() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        await house.wait(15)
        [table] = arena_in(house).tables()
        assert table.state.playing
        await lobby_of(house).ask(Command("cancel", person=person("Ann").id))
        await house.settle()
        assert not arena_in(house).tables()
        assert (table.state.closed, table.state.playing) == (True, False)
        assert [await wallet(house, who) for who in ("Ann", "Bob")] == [1_000_000, 1_000_000]


async def test_a_place_that_is_gone_calls_its_tournament_off() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        await house.wait(15)
        await house.room.gone(HOME.id)
        await house.settle()
        assert not house.manager.tables
        assert [await wallet(house, who) for who in ("Ann", "Bob")] == [1_000_000, 1_000_000]


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("swift 9", "no such structure"),
        ("turbo 1", "2 to 500 players"),
        ("turbo 501", "2 to 500 players"),
        ("turbo 9 0", "more than 0"),
        ("turbo 9 seats:1", "2 to 10"),
        ("turbo 9 seats:11", "2 to 10"),
        ("turbo start:0", "no time"),
        ("turbo start:25:00", "no time"),
        ("turbo start:-5", "no time"),
        ("turbo start:999999", "at most 60 days"),
        ("turbo 9 least:10", "as many as it needs"),
        ("turbo 9 100 bounty:1000000000000", "Too much"),
        ("turbo 9 name:" + "x" * 25, "24"),
    ],
)
async def test_what_makes_no_tournament_is_refused(typed: str, answer: str) -> None:
    async with open_house(FRESH) as house:
        said = await house.say("Ann", f"/tournament {typed}")
        assert answer in said or "example" in said, said
        assert not house.manager.tables


@pytest.mark.parametrize(
    "typed", ["/leave", "/topup 100", "/sit 100", "/wait", "/close", "/kick Bob"]
)
async def test_at_a_tables_of_a_tournament_only_the_lobby_decides(typed: str) -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        await house.wait(15)
        [table] = arena_in(house).tables()
        before = table.seq
        assert "table of a tournament" in await house.say("Ann", typed, host=True)
        assert table.seq == before


async def test_without_a_tournament_there_is_nothing_to_enter() -> None:
    async with open_house(FRESH) as house:
        for typed in ("/register", "/unregister", "/lobby", "/director pause"):
            assert "no tournament" in await house.say("Ann", typed)


async def test_of_two_tournaments_one_is_named() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/tournament turbo 3 name:One")
        await house.say("Ann", "/tournament turbo 3 name:Two")
        assert "Which tournament" in await house.say("Bob", "/register")
        assert "You are in" in await house.say("Bob", "/register name:two")


async def test_a_lobby_is_no_table_that_people_mean() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open 10/20")
        await announced(house, "turbo 3 100", "Ann")
        assert "You sit" in await house.say("Ann", "/sit 1000")
        assert "Tournament" in await house.say("Ann", "/tables")


async def test_no_tournament_begins_in_quiet_hours_or_against_the_order_of_a_community() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/order opening:managers", host=True)
        assert "managers" in await house.say("Bob", "/tournament turbo 3")
        # The driven clock begins on a Friday at 8:00.
        await house.say("Ann", "/order quiet:9:00-10:00 zone:UTC", host=True)
        said = await house.say("Ann", "/tournament turbo start:90", host=True)
        assert "quiet hours" in said
        assert "is open" in await house.say("Ann", "/tournament turbo start:150", host=True)


async def test_who_is_banned_does_not_enter() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100", "Bob")
        await house.say("Bob", "/unregister")
        await house.say("Ann", "/ban Bob", host=True)
        assert "banned" in await house.say("Bob", "/register")
        assert not state_of(house).entrants


async def test_who_is_away_is_dealt_in_and_stays_away_where_they_are_moved() -> None:
    async with open_house(FRESH) as house:
        people = [f"P{number}" for number in range(6)]
        await announced(house, "turbo 6 100 seats:3 by:hands", *people)
        await house.wait(15)
        for who in people:
            await house.say(who, "/away")
        await house.wait(60)
        assert all(one.away for one in state_of(house).entrants.values())
        while len(tables := arena_in(house).tables()) != 1:
            await house.wait(1)
        [table] = tables
        assert all(chair.away for chair in table.state.chairs.values())


# --- who is sent away ------------------------------------------------------------------------


async def test_who_is_banned_before_the_start_is_out_with_the_entry_back() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100 fee:10", "Ann", "Bob")
        await house.say("Dan", "/ban Bob", host=True)
        assert list(state_of(house).entrants) == [person("Ann").id]
        assert await wallet(house, "Bob") == 1_000_000


async def test_who_is_banned_in_play_is_blinded_off() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100", "Ann", "Bob", "Cat")
        await house.wait(15)
        await house.say("Dan", "/ban Bob", host=True)
        [table] = arena_in(house).tables()
        assert [chair.name for chair in table.state.chairs.values() if chair.away] == ["Bob"]
        assert "banned" in await house.say("Bob", "/back")
        before = table.seq, lobby_of(house).seq
        await house.say("Dan", "/order opening:managers", host=True)
        assert (table.seq, lobby_of(house).seq) <= (before[0] + 1, before[1]), "told only once"
        await arena_in(house).finish(random.Random(1), [person("Bob").id])
        check_end(state_of(house), 3)


async def test_who_has_left_the_community_is_out_or_blinded_off() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100", "Ann", "Bob", "Cat")
        await house.room.departed(person("Bob").id, HOME.community)
        await house.settle()
        assert await wallet(house, "Bob") == 1_000_000
        await enter(house, "Dan")
        await house.wait(15)
        await house.room.departed(person("Dan").id, HOME.community)
        await house.settle()
        [table] = arena_in(house).tables()
        assert [chair.name for chair in table.state.chairs.values() if chair.away] == ["Dan"]


async def test_a_banned_host_has_no_tools() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100 prize:50", "Bob", "Cat")
        await house.say("Dan", "/ban Ann", host=True)
        for tool in ("start", "remove person:Bob", "cancel", "pause"):
            assert "banned" in await house.say("Ann", f"/director {tool}")
        await house.insist("Dan", "/director cancel", host=True)
        await house.wait(60)
        assert await wallet(house, "Ann") == 1_000_000, "what the host added is still theirs"


async def test_the_host_pauses_no_single_table() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        await house.wait(15)
        assert "as a whole" in await house.say("Ann", "/pause")
        [table] = arena_in(house).tables()
        assert not table.state.paused


async def test_who_comes_in_again_is_no_longer_away() -> None:
    async with opened() as arena:
        short = {"hands": 100, "stack": 100_000}
        await arena.announce(plan(size=2, late=3, again=1, structure=short))
        await arena.field(2)
        await arena.start()
        who = next(iter(arena.state.entrants))
        rng = random.Random(2)
        while not arena.may_come_again(who):
            assert arena.state.phase == "running"
            await arena.step(rng, [who])
        assert arena.state.entrants[who].away
        await arena.come_again(who)
        [table] = arena.tables()
        assert not any(chair.away for chair in table.state.chairs.values())


# --- what people see -------------------------------------------------------------------------


async def test_one_s_own_message_says_nothing_that_others_change() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100 again:1 seats:2", "Ann", "Bob", "Cat")
        await house.wait(15)
        assert not own(house, "Ann").fields
        assert own(house, "Ann").clock is None, "it would stand still when the level is over"
        reply = await house.press("Ann", shown(house).rows[0][-1].token)
        assert reply
        assert reply.message
        assert reply.message.clock == shown(house).clock
        more = shown(house).fields
        told = [": ".join(one) for one in reply.message.fields if one not in more]
        assert told
        assert shown(house).text.split("\n")[: len(told)] == told
        assert reply.message.text.startswith("Level 1: 50/100")


async def test_a_place_is_told_once_nobody_can_come_in_any_more() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100 again:1 by:hands", "Ann", "Bob", "Cat")
        await house.wait(15)
        arena, rng = arena_in(house), random.Random(1)
        while len(state_of(house).playing()) > 1 and not state_of(house).fallen:
            await arena.step(rng)
        out = next(one for one in state_of(house).entrants.values() if not one.table)
        await house.settle()
        assert own(house, out.name).headline == "You are out of the tournament."
        await arena.finish(rng)
        await house.settle()
        assert "place" in own(house, out.name).headline


async def test_the_results_keep_a_button_until_the_lobby_closes() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        await house.wait(15)
        await arena_in(house).finish(random.Random(1))
        await house.settle()
        [winner] = [one for one in state_of(house).entrants.values() if one.prize]
        assert own(house, winner.name).headline == "You won the tournament."
        [[button]] = shown(house).rows
        said = text_of(await house.press("Bob", button.token))
        assert f"{winner.name}⁩ won the tournament" in said
        table = state_of(house).id
        await house.wait(600)
        [lobby] = [message for _, message in house.chat.public.values() if message.table == table]
        assert not lobby.rows
