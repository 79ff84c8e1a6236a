"""Time at the table: turns, the time bank, silence, absence, and the pauses where people look."""

from __future__ import annotations

import pytest

from bot.decide import decide
from bot.terms import HOUR, MINUTE, PACES, SECOND
from games import holdem
from games.play import Refused
from tests.bot.evening import (
    FRESH,
    act,
    all_in,
    begin,
    chair_of,
    check_books,
    command,
    dealt_state,
    fold_out,
    on_turn,
    pass_round,
    ring,
    said,
    seat_of,
    seated,
    whose_turn,
)
from tests.house import House, open_house

TURNS = {"fast": (20, 20), "normal": (45, 45), "relaxed": (180, 180), "all-day": (43200, 21600)}


def log(house: House) -> str:
    [(_, message)] = house.chat.public.values()
    return "\n".join(message.log).replace("\u2068", "").replace("\u2069", "")


async def let_pass(house: House) -> str:
    """Nobody does anything until the turn is over, time bank and all; gives whose turn it was."""
    who, turn = on_turn(house), house.table.state.turn
    while house.table.state.turn == turn:
        due = house.table.state.timers["turn"].due
        await house.wait((due - house.clock.now()) / 1000)
    return who


@pytest.mark.parametrize("pace", PACES)
async def test_a_turn_lasts_as_its_pace_says_and_then_its_time_bank(pace: str) -> None:
    turn, bank = TURNS[pace]
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat", table=f"10/20 6 {pace}")
        player = on_turn(house)
        assert house.seen(player).clock == house.clock.now() + turn * SECOND
        await house.wait(turn - 1)
        assert "time bank" not in log(house)
        await house.wait(1)
        assert on_turn(house) == player
        assert f"{player} takes from the time bank" in log(house)
        assert house.seen(player).clock == house.clock.now() + bank * SECOND
        await house.wait(bank - 1)
        assert on_turn(house) == player
        await house.wait(1)
        assert on_turn(house) != player
        assert f"Folded for {player}" in log(house)
        assert seated(house, player).bank == 0


async def test_silence_checks_where_a_check_is_free() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await house.say(on_turn(house), "/call")
        await house.say(on_turn(house), "/call")
        player = await let_pass(house)
        assert f"Checked for {player}" in log(house)
        seat = seat_of(house, player)
        state = house.table.state
        assert state.round is not None
        [view] = [one for one in holdem.look(state.round, None).seats if one.seat == seat]
        assert not view.folded


async def test_what_is_left_of_the_time_bank_goes_back() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        await house.wait(45 + 15)
        await house.say(player, "/call")
        assert seated(house, player).bank == 30 * SECOND


async def test_an_empty_bank_gives_no_time_and_regains_a_tenth_with_every_hand() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = await let_pass(house)
        await fold_out(house)
        await house.wait(0)
        assert seated(house, player).bank == 4_500
        while on_turn(house) != player:
            await house.say(on_turn(house), "/call")
        await house.wait(45)
        assert house.seen(player).clock == house.clock.now() + 4_500


async def test_a_bank_is_never_more_than_full() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await fold_out(house)
        await house.wait(0)
        assert {seated(house, who).bank for who in ("Ann", "Bob", "Cat")} == {45 * SECOND}


# --- two silences ----------------------------------------------------------------------------


async def test_two_silences_in_a_row_sit_a_player_out() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        player = await let_pass(house)
        assert seated(house, player).silent == 1
        assert not seated(house, player).away
        sleeper = player
        await house.wait(0)
        while not seated(house, sleeper).away:
            assert seated(house, sleeper).silent == 1
            if on_turn(house) == sleeper:
                await let_pass(house)
            else:
                await house.say(on_turn(house), "/raise 40")
        assert f"{sleeper} was silent twice and sits out" in log(house)
        assert "sitting out" in house.seen(sleeper).text
        await house.wait(10)
        assert not house.table.state.playing


async def test_an_act_of_ones_own_resets_silence() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = await let_pass(house)
        await fold_out(house)
        await house.wait(0)
        while on_turn(house) != player:
            await house.say(on_turn(house), "/call")
        owes = "/call" if await house.say(player, "/check") else "/check"
        await house.say(player, owes)
        assert seated(house, player).silent == 0


def test_a_plan_carried_out_resets_silence() -> None:
    state = dealt_state("Ann", "Bob", "Cat")
    waiting = whose_turn(act(state, "call"))
    chair_of(state, waiting).silent = 1
    state = decide(state, command("plan", waiting, word="check_fold")).state
    assert chair_of(act(state, "call"), waiting).silent == 0


# --- who is away -----------------------------------------------------------------------------


async def test_who_is_away_is_folded_at_once_and_not_dealt_in() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        now = house.clock.now()
        assert "sit out" in await house.say(player, "/away")
        assert on_turn(house) != player
        assert house.clock.now() == now
        assert f"Folded for {player}" in log(house)
        assert "already" in await house.say(player, "/away")
        await fold_out(house)
        await house.wait(0)
        state = house.table.state
        assert state.round is not None
        assert seat_of(house, player) not in holdem.seats(state.round)
        assert "no cards in this hand" in house.seen(player).text


async def test_who_is_away_checks_at_once_where_that_is_free() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        first = on_turn(house)
        await house.say(first, "/call")
        second = on_turn(house)
        state = house.table.state
        assert state.round is not None
        [big] = [chair.name for chair in state.chairs.values() if chair.name not in (first, second)]
        await house.say(big, "/away")
        await house.say(second, "/call")
        assert f"Checked for {big}" in log(house)
        assert on_turn(house) != big


async def test_who_comes_back_is_dealt_in_again() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", table="10/20 6 friendly:on")
        await fold_out(house)
        await house.say("Ann", "/away")
        await house.wait(100)
        assert not house.table.state.playing
        assert "not sitting out" in await house.say("Bob", "/back")
        await house.click("Ann", "I'm back")
        await house.wait(0)
        assert house.table.state.hand == 2
        assert "absent:1" not in house.table.state.timers


async def test_a_quarter_of_an_hour_away_is_stood_up() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        await fold_out(house)
        await house.say("Ann", "/away")
        stack = seated(house, "Ann").stack
        await house.wait(15 * 60 - 1)
        assert seat_of(house, "Ann") is not None
        await house.wait(1)
        assert seat_of(house, "Ann") is None
        assert f"Ann was away too long and is stood up with {stack // 100:,}" in log(house)
        await check_books(house)


async def test_at_an_all_day_table_nobody_is_stood_up() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", table="10/20 6 all-day")
        await fold_out(house)
        await house.say("Ann", "/away")
        await house.wait(3 * 24 * 3600)
        assert seat_of(house, "Ann") is not None


async def test_a_table_that_turns_all_day_stands_nobody_up() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        await fold_out(house)
        await house.say("Ann", "/away")
        assert "next hand" in await house.say("Ann", "/settings pace all-day")
        await house.wait(3600)
        assert seat_of(house, "Ann") is not None


def test_every_pace_has_its_absence() -> None:
    absences = {name: pace.absence for name, pace in PACES.items()}
    quarter = 15 * MINUTE
    assert absences == {"fast": quarter, "normal": quarter, "relaxed": quarter, "all-day": None}
    assert PACES["all-day"].turn == 12 * HOUR


# --- pauses ----------------------------------------------------------------------------------


async def test_with_pauses_an_all_in_board_comes_street_by_street() -> None:
    async with open_house(FRESH, PAUSES="on") as house:
        await begin(house, "Ann", "Bob")
        await all_in(house)
        for board in (0, 3, 4):
            state = house.table.state
            assert state.round is not None
            assert len(holdem.look(state.round, None).board) == board
            assert state.playing
            await house.wait(1)
            assert house.table.state.round is state.round
            await house.wait(1)
        assert not house.table.state.playing
        assert len(holdem.look(house.table.state.round, None).board) == 5  # type: ignore[arg-type]


async def test_a_showdown_is_looked_at_for_seven_seconds() -> None:
    async with open_house(FRESH, PAUSES="on") as house:
        await begin(house, "Ann", "Bob", table="10/20 6 friendly:on")
        await pass_round(house)
        await house.wait(6)
        assert house.table.state.hand == 1
        await house.wait(1)
        assert house.table.state.hand == 2


async def test_an_uncontested_hand_is_looked_at_for_three_seconds() -> None:
    async with open_house(FRESH, PAUSES="on") as house:
        await begin(house, "Ann", "Bob")
        await fold_out(house)
        await house.wait(2)
        assert house.table.state.hand == 1
        await house.wait(1)
        assert house.table.state.hand == 2


async def test_a_game_begins_two_seconds_after_the_second_sits_down() -> None:
    async with open_house(FRESH, PAUSES="on") as house:
        await house.say("Ann", "/open")
        await house.say("Ann", "/sit")
        await house.wait(100)
        assert house.table.state.hand == 0
        await house.say("Bob", "/sit")
        await house.wait(1)
        assert house.table.state.hand == 0
        await house.wait(1)
        assert house.table.state.hand == 1


async def test_without_pauses_nothing_takes_time() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        await house.say("Ann", "/sit")
        await house.say("Bob", "/sit")
        now = house.clock.now()
        for _ in range(3):
            await house.wait(0)
            await all_in(house)
            assert not house.table.state.playing
            for who in ("Ann", "Bob"):
                await house.say(who, "/rebuy")
        assert house.table.state.hand == 3
        assert house.clock.now() == now


def test_the_clock_of_a_moment_gone_does_nothing() -> None:
    state = dealt_state("Ann", "Bob", "Cat")
    timer = state.timers["turn"]
    word = f"turn@{timer.valid}"
    for moment, at in ((state, timer.due - 1), (act(state, "call"), timer.due)):
        before = moment.to_json()
        with pytest.raises(Refused, match="stale"):
            decide(moment, command("timer", word=word, at=at))
        assert moment.to_json() == before


def test_a_silent_turn_is_told_in_order() -> None:
    state = dealt_state("Ann", "Bob", "Cat")
    player = whose_turn(state)
    first = ring(state, "turn")
    assert said(first) == ["time_bank"]
    assert first.state.timers["turn"].due == state.timers["turn"].due + 45 * SECOND
    second = ring(first.state, "turn")
    assert said(second) == ["silent_fold"]
    assert chair_of(second.state, player).silent == 1
    assert whose_turn(second.state) != player
