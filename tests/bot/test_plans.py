"""Choosing before one's turn: carried out at once, dropped when the price changes, taken back."""

from __future__ import annotations

import pytest

from bot import panel
from bot.decide import decide
from bot.state import Plan, State, Timer
from bot.text import words
from games import holdem
from games.play import Refused
from tests.bot.evening import (
    FRESH,
    act,
    begin,
    chair_of,
    command,
    dealt_state,
    on_turn,
    quiet_state,
    seated,
    whose_turn,
)
from tests.house import House, open_house


def order(state: State) -> list[str]:
    """Names in the order in which they act before the flop: button, small blind, big blind."""
    names = [whose_turn(state)]
    while len(names) < len(state.chairs):
        state = act(state, "call")
        names.append(whose_turn(state))
    return names


def plan(state: State, who: str, word: str, amount: int = 0, hand: int = 0) -> State:
    chosen = command("plan", who, word=word, amount=amount, hand=hand, turn=state.turn)
    return decide(state, chosen).state


def last_act(state: State, who: str) -> str:
    assert state.round is not None
    seat = next(number for number, chair in state.chairs.items() if chair.name == who)
    return next(one.last for one in holdem.look(state.round, None).seats if one.seat == seat)


@pytest.fixture
def table() -> tuple[State, str, str, str]:
    """A hand for three: (state, button, small blind, big blind); the button is to act."""
    state = dealt_state("Ann", "Bob", "Cat")
    button, small, big = order(state)
    return state, button, small, big


def test_check_fold_folds_at_once_where_there_is_a_price(
    table: tuple[State, str, str, str],
) -> None:
    state, _, small, big = table
    after = act(plan(state, small, "check_fold"), "call")
    assert last_act(after, small) == "fold"
    assert whose_turn(after) == big
    assert chair_of(after, small).plan is None


def test_check_fold_checks_where_a_check_is_free(table: tuple[State, str, str, str]) -> None:
    state, _, small, big = table
    after = act(act(plan(state, big, "check_fold"), "call"), "call")
    assert after.round is not None
    assert len(holdem.look(after.round, None).board) == 3
    assert whose_turn(after) == small


def test_check_fold_holds_at_any_price(table: tuple[State, str, str, str]) -> None:
    state, _, small, big = table
    after = act(act(plan(state, big, "check_fold"), "raise", 10_000), "call")
    assert after.round is not None
    folded = {one.seat for one in holdem.look(after.round, None).seats if one.folded}
    assert [after.chairs[seat].name for seat in folded] == [big]
    assert whose_turn(after) == small


def test_a_call_is_carried_out_at_its_price(table: tuple[State, str, str, str]) -> None:
    state, _, small, big = table
    after = act(plan(state, small, "call", 1000), "call")
    assert last_act(after, small) == "call"
    assert whose_turn(after) == big


def test_a_call_is_dropped_when_the_price_changes(table: tuple[State, str, str, str]) -> None:
    state, _, small, _ = table
    after = act(plan(state, small, "call", 1000), "raise", 6000)
    assert chair_of(after, small).plan is None
    assert whose_turn(after) == small


def test_a_check_is_dropped_when_there_is_a_bet(table: tuple[State, str, str, str]) -> None:
    state, button, small, _ = table
    flop = act(act(act(state, "call"), "call"), "check")
    assert whose_turn(flop) == small
    after = act(plan(flop, button, "check"), "bet", 4000)
    assert chair_of(after, button).plan is None
    after = act(act(plan(flop, button, "check"), "check"), "check")
    assert after.round is not None
    assert len(holdem.look(after.round, None).board) == 4, "the button has checked"


def test_the_same_choice_again_takes_it_back(table: tuple[State, str, str, str]) -> None:
    state, _, small, _ = table
    chosen = plan(state, small, "call", 1000)
    assert chair_of(chosen, small).plan == Plan("call", 1000)
    assert chair_of(plan(chosen, small, "call", 1000), small).plan is None
    other = plan(chosen, small, "check_fold")
    assert chair_of(other, small).plan == Plan("check_fold")
    assert chair_of(plan(other, small, "none"), small).plan is None


@pytest.mark.parametrize(
    ("word", "amount", "reason"),
    [
        ("call", 2000, "stale"),
        ("call", 0, "stale"),
        ("call", 10**30, "stale"),
        ("check", 0, "stale"),
        ("raise", 4000, "no_such_act"),
        ("", 0, "no_such_act"),
        ("fold\x00", 0, "no_such_act"),
    ],
)
def test_a_choice_that_holds_no_more_is_refused(
    table: tuple[State, str, str, str], word: str, amount: int, reason: str
) -> None:
    state, _, small, _ = table
    before = state.to_json()
    with pytest.raises(Refused, match=reason):
        plan(state, small, word, amount)
    assert state.to_json() == before


def test_a_choice_for_another_hand_is_refused(table: tuple[State, str, str, str]) -> None:
    state, button, small, _ = table
    with pytest.raises(Refused, match="stale"):
        plan(state, small, "check_fold", hand=99)
    with pytest.raises(Refused, match="your_turn"):
        plan(state, button, "check_fold")
    with pytest.raises(Refused, match="not_seated"):
        plan(state, "Dan", "check_fold")
    folded = act(state, "fold")
    with pytest.raises(Refused, match="nothing_to_plan"):
        plan(folded, button, "check_fold")


def test_plans_follow_one_another_without_anybody_waiting(
    table: tuple[State, str, str, str],
) -> None:
    state, _, small, big = table
    after = act(plan(plan(state, small, "call", 1000), big, "check"), "call")
    assert after.round is not None
    assert len(holdem.look(after.round, None).board) == 3
    assert whose_turn(after) == small


def test_who_sits_out_or_leaves_has_no_plan(table: tuple[State, str, str, str]) -> None:
    state, _, small, big = table
    chosen = plan(plan(state, small, "call", 1000), big, "check_fold")
    gone = decide(chosen, command("away", small)).state
    gone = decide(gone, command("leave", big)).state
    assert (chair_of(gone, small).plan, chair_of(gone, big).plan) == (None, None)


def test_no_plan_outlives_its_hand() -> None:
    state = dealt_state("Ann", "Bob", "Cat", "Dan")
    chosen = plan(state, order(state)[3], "check_fold")
    over = act(act(act(chosen, "fold"), "fold"), "fold")
    assert not over.playing
    timer = over.timers["next"]
    at = timer.due
    dealing = command("timer", word=f"next@{timer.valid}", at=at, seed="05" * 32)
    again = decide(over, dealing).state
    assert {chair.plan for chair in again.chairs.values()} == {None}


def short_of(table: tuple[State, str, str, str], stack: int) -> tuple[State, str]:
    """(state, big blind) of a hand in which the small blind has so much left."""
    state = quiet_state("Ann", "Bob", "Cat")
    _, small, _ = table[1:]
    chair_of(state, small).stack = stack
    state.timers["next"] = Timer(0, "0")
    state = decide(state, command("timer", word="next@0", seed="07".zfill(64))).state
    assert order(state)[1] == small
    return state, order(state)[2]


def test_no_all_in_is_planned_or_offered_before_ones_turn(
    table: tuple[State, str, str, str],
) -> None:
    small = table[2]
    state, _ = short_of(table, 2000)
    seen = panel.private(words("en"), state, chair_of(state, small).person)
    labels = [button.label for row in seen.rows for button in row]
    assert "Check / fold" in labels
    assert not [label for label in labels if label.startswith("Call")]
    with pytest.raises(Refused, match="no_all_in_plan"):
        plan(state, small, "call", 1000)
    chair_of(state, small).plan = Plan("call", 1000)
    after = act(state, "call")
    assert whose_turn(after) == small, "even an old plan does not go all-in unasked"


def test_a_call_of_less_than_all_is_still_planned(table: tuple[State, str, str, str]) -> None:
    state, big = short_of(table, 2100)
    after = act(plan(state, table[2], "call", 1000), "call")
    assert whose_turn(after) == big


# --- pressed ---------------------------------------------------------------------------------


async def waiting_player(house: House) -> str:
    await begin(house, "Ann", "Bob", "Cat")
    state = house.table.state
    assert state.round is not None
    [next_one] = [
        chair.name
        for chair in state.chairs.values()
        if chair.name != on_turn(house)
        and any(button.label == "Call 10" for row in house.seen(chair.name).rows for button in row)
    ]
    return next_one


async def test_a_plan_is_marked_on_its_button_and_told_to_its_owner_alone() -> None:
    async with open_house(FRESH) as house:
        small = await waiting_player(house)
        await house.click(small, "Call 10")
        assert "On your turn: Call 10" in house.seen(small).text
        assert any(b.label == "✓ Call 10" for row in house.seen(small).rows for b in row)
        [(_, public)] = house.chat.public.values()
        assert "Call" not in str(public)
        await house.click(small, "Call 10")
        assert "On your turn" not in house.seen(small).text


async def test_a_plan_happens_the_moment_the_turn_comes() -> None:
    async with open_house(FRESH) as house:
        small = await waiting_player(house)
        await house.click(small, "Check / fold")
        await house.say(on_turn(house), "/call")
        assert on_turn(house) != small
        [(_, public)] = house.chat.public.values()
        assert f"⁨{small}⁩ folds" in public.log


async def test_a_plan_button_of_another_price_is_stale() -> None:
    async with open_house(FRESH) as house:
        small = await waiting_player(house)
        token = house.button(small, "Call 10")
        await house.say(on_turn(house), "/raise 60")
        reply = await house.press(small, token)
        assert reply is not None
        assert reply.message is not None
        assert reply.message.text.startswith("It is your turn")
        assert seated(house, small).plan is None


async def test_a_plan_button_tapped_as_the_turn_comes_neither_plans_nor_acts() -> None:
    async with open_house(FRESH) as house:
        small = await waiting_player(house)
        token = house.button(small, "Check / fold")
        await house.say(on_turn(house), "/call")
        assert on_turn(house) == small
        seq = house.table.seq
        reply = await house.press(small, token)
        assert reply is not None
        assert reply.message is not None
        assert reply.message.text.startswith("It is your turn")
        assert house.table.seq == seq
        assert on_turn(house) == small
