"""More chips for who is in it: rebuys in the seat one has, and the add-on; all chips add up."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from bot.terms import MINUTE
from bot.tournament.clock import ADD_ON
from bot.tournament.decide import check_plan
from bot.tournament.state import DECIDE, Draft, State
from games.play import Refused
from tests.bot.tournament.arena import check_end, check_field, opened, plan
from tests.bot.tournament.test_play import ask, kinds, played, running, seated

STACK = 500_000


def rebuys(players: int, **terms: Any) -> State:
    """A rebuy tournament that has just begun."""
    usual = {"late": 2, "rebuys": 2, "rebuy": 9_000, "size": 6}
    return running(players, **(usual | terms))


def fire(state: State, name: str) -> Draft:
    """Let a timer come due."""
    timer = state.timers[name]
    return ask(state, "timer", word=f"{name}@{timer.valid}", at=timer.due)


def next_level(state: State) -> State:
    return fire(state, "level").state


def broke(state: State, number: int = 1, count: int = 1) -> tuple[State, str]:
    """Somebody at a table loses all they have; gives who."""
    losers = seated(state.boards[number], state)[1 : 1 + count]
    return played(state, number, tuple(losers)).state, losers[0]


def moves(draft: Draft) -> list[tuple[str, dict[str, int]]]:
    return [(move.kind, dict(move.entries)) for move in draft.moves]


def refused(state: State, verb: str, who: str) -> str:
    with pytest.raises(Refused) as caught:
        ask(state, verb, who.removeprefix("web:"))
    return caught.value.reason


def by_clock(**terms: Any) -> dict[str, Any]:
    return {"structure": {"hands": 0, "minutes": 10} | terms}


# --- out of chips ----------------------------------------------------------------------------


def test_who_is_out_of_chips_keeps_the_seat_and_rebuys_in_it() -> None:
    state, who = broke(rebuys(4))
    before = state.entrants[who]
    assert (before.table, before.stack) == (1, 0)
    assert who in state.deciding()
    draft = ask(state, "rebuy", who[4:])
    one = draft.state.entrants[who]
    assert (one.table, one.seat, one.stack) == (1, before.seat, STACK)
    assert one.since == draft.state.boards[1].hand + 1, "dealt in with the next hand"
    assert not draft.state.fallen
    assert who not in draft.state.deciding()
    assert moves(draft) == [("tournament_rebuy", {state.wallet(who): -9_000, state.account: 9_000})]
    assert draft.state.pool == 4 * 10_000 + 9_000
    check_field(draft.state)


async def test_who_rebuys_while_the_others_play_a_hand_has_the_chips_before_them_at_once() -> None:
    async with opened() as arena:
        await arena.announce(plan(size=6, late=2, rebuys=2, rebuy=9_000))
        await arena.field(6)
        await arena.start()
        rng = random.Random(1)
        [table] = arena.tables()
        while not (arena.state.deciding() and table.state.playing):
            await arena.step(rng)
        who = arena.state.deciding()[0]
        await arena.buy_chips(who)
        chair = next(one for one in table.state.chairs.values() if one.person == who)
        assert table.state.playing
        assert (chair.stack, chair.since) == (STACK, table.state.hand + 1)
        await arena.finish(rng)
        check_end(arena.state, 6)


def test_nobody_else_is_seated_where_somebody_thinks() -> None:
    state = rebuys(3, size=4)
    state, who = broke(state)
    for name in ("Late", "Later"):
        state = ask(state, "register", name).state
        check_field(state)
    kept = (state.entrants[who].table, state.entrants[who].seat)
    assert kept not in [(one.table, one.seat) for one in state.playing()]


def test_after_a_minute_the_seat_is_free_and_they_are_out() -> None:
    state, who = broke(rebuys(4))
    draft = fire(state, f"decide:{who}")
    assert draft.at == 2000 + DECIDE
    assert kinds(draft) == ["out"]
    assert not draft.state.entrants[who].table
    assert refused(draft.state, "rebuy", who) == "tournament.not_seated"


def test_who_says_no_is_out_at_once() -> None:
    state, who = broke(rebuys(4))
    state = ask(state, "unregister", who[4:]).state
    assert not state.entrants[who].table
    assert not state.deciding()


def test_of_two_the_one_left_waits_for_the_other_s_minute() -> None:
    state, who = broke(rebuys(2))
    assert state.phase == "running"
    assert not state.boards[1].busy, "there is nobody to deal to"
    again = ask(state, "rebuy", who[4:]).state
    assert again.boards[1].busy
    assert fire(state, f"decide:{who}").state.phase == "over"


def test_the_rebuys_of_each_are_counted() -> None:
    state, who = broke(rebuys(3, rebuys=1))
    state = ask(state, "rebuy", who[4:]).state
    # They come in with the hand after the one being played.
    state = played(state, 1).state
    draft = played(state, 1, (who,))
    assert not draft.state.entrants[who].table
    assert "out" in kinds(draft)


def test_places_go_by_who_was_out_of_chips_first() -> None:
    state = rebuys(4)
    first, second = seated(state.boards[1], state)[1:3]
    state = played(state, 1, (first,)).state
    state = played(state, 1, (second,)).state
    for who in (second, first):
        state = ask(state, "unregister", who[4:]).state
    places = {who: place for who, place, _ in state.places()}
    assert places == {first: 4, second: 3}


# --- with chips ------------------------------------------------------------------------------


def test_between_hands_a_rebuy_is_there_at_once_and_during_one_before_the_next() -> None:
    state = rebuys(3)
    who = seated(state.boards[1], state)[0]
    draft = ask(state, "rebuy", who[4:])
    assert (draft.state.entrants[who].stack, draft.state.entrants[who].coming) == (STACK, STACK)
    assert draft.answer == ("tournament_chips_coming", {"amount": STACK})
    check_field(draft.state)
    after = played(draft.state, 1).state
    assert (after.entrants[who].stack, after.entrants[who].coming) == (2 * STACK, 0)
    check_field(after)
    paused = played(ask(state, "pause", "host", host=True).state, 1).state
    now = ask(paused, "rebuy", who[4:])
    assert now.state.entrants[who].stack == 2 * STACK
    assert now.state.boards[1].order > paused.boards[1].order, "the table is told"


def test_who_has_more_than_the_first_stack_buys_none() -> None:
    state = rebuys(3)
    who = seated(state.boards[1], state)[0]
    state = ask(state, "rebuy", who[4:]).state
    assert refused(state, "rebuy", who) == "tournament.too_many_chips"
    state.entrants[who].coming = 0
    state.entrants[who].stack = STACK + 1
    assert refused(state, "rebuy", who) == "tournament.too_many_chips"


def test_who_loses_all_but_has_bought_meanwhile_is_not_out() -> None:
    state = rebuys(3, bounty=700)
    loser = seated(state.boards[1], state)[1]
    state = ask(state, "rebuy", loser[4:]).state
    draft = played(state, 1, (loser,))
    one = draft.state.entrants[loser]
    assert (one.stack, one.head) == (STACK, 700)
    assert not draft.moves
    assert not draft.state.fallen
    check_field(draft.state)


def test_who_is_not_in_it_buys_no_chips() -> None:
    state = rebuys(3)
    assert refused(state, "rebuy", "web:nobody") == "tournament.not_seated"
    assert refused(running(3), "rebuy", "web:p0") == "tournament.no_rebuys"
    assert refused(state, "addon", "web:p0") == "tournament.no_addon"


# --- the end of the period -------------------------------------------------------------------


def test_a_minute_goes_on_though_the_period_is_over_and_the_prizes_wait_for_it() -> None:
    state = rebuys(3, late=1, rebuy=100_000, **by_clock())
    state, who = broke(state)
    state = next_level(state)
    assert not state.entering
    assert not state.paid_out
    other = next(one.person for one in state.playing())
    assert refused(state, "rebuy", other) == "tournament.rebuys_over"
    draft = ask(state, "rebuy", who[4:])
    assert draft.state.paid_out
    assert draft.state.pool == 30_000 + 100_000
    assert sum(draft.state.prizes()) == draft.state.pool
    gone = fire(state, f"decide:{who}").state
    assert gone.paid_out
    assert gone.pool == 30_000


def test_after_the_period_who_is_out_of_chips_is_out() -> None:
    state = next_level(rebuys(3, late=1, **by_clock()))
    state, who = broke(state)
    assert not state.entrants[who].table
    assert not state.deciding()


def test_a_rebuy_that_waits_for_the_end_of_a_hand_outlives_the_period() -> None:
    state = rebuys(3, late=1, **by_clock())
    who = seated(state.boards[1], state)[1]
    state = next_level(ask(state, "rebuy", who[4:]).state)
    state = played(state, 1, (who,)).state
    assert state.entrants[who].stack == STACK
    check_field(state)


# --- moves -----------------------------------------------------------------------------------


def test_who_thinks_keeps_a_seat_when_the_table_is_broken() -> None:
    state = rebuys(8, size=5)
    state, who = broke(state, 2)
    # A third of the places empties, so that one table seats all.
    others = tuple(seated(state.boards[1], state)[1:])
    for loser in others:
        state = played(state, 1, (loser,)).state
        state = ask(state, "unregister", loser[4:]).state
        if len(state.boards) == 1:
            break
    busy = [number for number, board in state.boards.items() if board.busy]
    for number in busy:
        if len(state.boards) > 1:
            state = played(state, number).state
    assert len(state.boards) == 1
    one = state.entrants[who]
    assert one.table in state.boards
    assert "final" in one.note
    back = ask(state, "rebuy", who[4:]).state
    assert back.entrants[who].stack == STACK
    check_field(back)


# --- bounties --------------------------------------------------------------------------------


def test_the_bounty_waits_until_they_are_out_for_good() -> None:
    state = rebuys(4, bounty=800)
    loser = seated(state.boards[1], state)[1]
    draft = played(state, 1, (loser,))
    winner = seated(state.boards[1], state)[0]
    assert not draft.moves
    again = ask(draft.state, "rebuy", loser[4:]).state
    assert again.entrants[loser].head == 800
    out = fire(draft.state, f"decide:{loser}")
    assert moves(out) == [("tournament_bounty", {state.wallet(winner): 800, state.account: -800})]


def test_half_a_progressive_bounty_goes_onto_no_head_that_is_gone() -> None:
    state = rebuys(4, bounty=800, progressive=True)
    winner, loser, third = seated(state.boards[1], state)[:3]
    state = played(state, 1, (loser,), by=winner).state
    state = played(state, 1, (winner,), by=third).state
    state = ask(state, "unregister", winner[4:]).state
    draft = ask(state, "unregister", loser[4:])
    assert moves(draft) == [("tournament_bounty", {state.wallet(winner): 800, state.account: -800})]
    heads = sum(one.head for one in draft.state.entrants.values())
    won = sum(one.won for one in draft.state.entrants.values())
    assert heads + won == 4 * 800


def test_a_tournament_called_off_gives_back_chips_that_have_not_come() -> None:
    state = rebuys(3, fee=0, bounty=500)
    first, loser, third = seated(state.boards[1], state)
    state = played(state, 1, (loser,)).state
    state = ask(state, "rebuy", third[4:]).state
    draft = ask(state, "cancel", "host", host=True)
    back: dict[str, int] = {}
    for _, entries in moves(draft):
        for account, amount in entries.items():
            back[account] = back.get(account, 0) + amount
    assert back[state.account] == -(3 * 10_500 + 9_000)
    assert back[state.wallet(third)] >= 9_000 + 500 + 5_000 * 3 // 2
    assert loser not in "".join(back)
    assert back[state.wallet(first)] >= 1_000, "their own bounty and the one they won"


# --- the add-on ------------------------------------------------------------------------------


def add_ons(players: int, **terms: Any) -> State:
    usual = {"late": 1, "addon": 5_000, "addon_stack": 2 * STACK, "size": 6}
    return running(players, **(usual | by_clock() | terms))


def test_the_add_on_comes_once_in_the_break_after_late_entry() -> None:
    state = add_ons(3, structure={"hands": 0, "minutes": 10, "every": 1, "rest": 7})
    assert refused(state, "addon", "p0") == "tournament.addon_early"
    state = next_level(state)
    assert state.timers["rest"].due - state.seen == 7 * MINUTE
    assert not state.paid_out, "the prizes are not fixed yet"
    state = played(state, 1).state
    assert not state.boards[1].busy, "it is a break"
    draft = ask(state, "addon", "p0")
    one = draft.state.entrants["web:p0"]
    assert one.stack == state.entrants["web:p0"].stack + 2 * STACK
    assert refused(draft.state, "addon", "p0") == "tournament.addon_once"
    check_field(draft.state)
    state = fire(draft.state, "rest").state
    assert state.paid_out
    assert state.pool == 30_000 + 5_000
    assert refused(state, "addon", "p1") == "tournament.addon_over"


def test_where_no_break_follows_there_is_one_for_add_ons() -> None:
    state = next_level(add_ons(3))
    assert state.resting
    assert state.timers["rest"].due - state.seen == ADD_ON * MINUTE
    assert "level" not in state.timers


def test_levels_by_hands_have_that_break_too_and_a_pause_does_not_lose_it() -> None:
    state = add_ons(2, structure={"hands": 2, "minutes": 0})
    state = played(state, 1).state
    state = ask(state, "pause", "host", host=True).state
    state = played(state, 1).state
    assert not state.resting
    state = ask(state, "resume", "host", host=True).state
    assert state.resting
    assert state.adding
    assert fire(state, "rest").state.boards[1].busy


def test_an_add_on_during_the_last_hand_is_there_after_it() -> None:
    state = next_level(add_ons(3))
    assert state.boards[1].busy
    state = ask(state, "addon", "p0").state
    assert state.entrants["web:p0"].coming == 2 * STACK
    state = played(state, 1).state
    assert state.entrants["web:p0"].coming == 0
    check_field(state)


def test_who_is_out_of_chips_rebuys_before_the_add_on() -> None:
    state = add_ons(3, rebuys=1, rebuy=0)
    state, who = broke(state)
    state = next_level(state)
    assert refused(state, "addon", who) == "tournament.rebuy_first"
    state = ask(state, "rebuy", who[4:]).state
    state = ask(state, "addon", who[4:]).state
    assert state.entrants[who].stack + state.entrants[who].coming == 3 * STACK
    check_field(state)


def test_in_a_freeroll_rebuys_and_add_ons_may_be_free() -> None:
    state = add_ons(3, buy_in=0, fee=0, addon=0, rebuys=1, rebuy=0)
    state, who = broke(state)
    draft = ask(state, "rebuy", who[4:])
    assert not draft.moves
    draft = ask(next_level(draft.state), "addon", who[4:])
    assert not draft.moves
    check_field(draft.state)


def test_a_state_from_before_there_were_rebuys_still_loads() -> None:
    state = running(3)
    kept = json.loads(state.to_json())
    for new in ("rebuys", "addons", "adding", "waiting", "missed"):
        del kept[new]
    for new in ("rebuys", "rebuy", "addon", "addon_stack"):
        del kept["plan"][new]
    for one in kept["entrants"]:
        for new in ("coming", "owed", "rebuys", "added", "by"):
            del one[new]
    assert State.from_json(json.dumps(kept)) == state


def test_who_thinks_is_kept_in_a_checkpoint() -> None:
    state, who = broke(rebuys(4, bounty=100))
    assert state.entrants[who].by
    assert State.from_json(state.to_json()) == state


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        ({"rebuys": 1, "again": 1, "late": 1}, "one_way"),
        ({"rebuys": 1, "late": 0}, "rebuys_need_late"),
        ({"addon_stack": 100, "late": 0}, "rebuys_need_late"),
        ({"rebuys": 100, "late": 1}, "rebuys_most"),
        ({"addon_stack": 11 * STACK, "late": 1}, "addon_most"),
        ({"addon_stack": 150, "late": 1}, "addon_chips"),
        ({"addon": 100, "late": 1}, "addon_chips"),
    ],
)
def test_what_makes_no_rebuy_tournament_is_refused(terms: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused) as caught:
        check_plan(plan(**terms))
    assert caught.value.reason == f"tournament.{reason}"
