"""What a lobby makes of the reports of its tables, without any table: each ruling by its number."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.directed import Report
from bot.state import Command
from bot.tournament.decide import decide
from bot.tournament.state import Board, Draft, State
from games import field
from games.play import Refused
from games.seating import Positions
from tests.bot.tournament.arena import plan

SEED = "5a" * 32


def ask(state: State, verb: str, who: str = "", at: int = 1000, **facts: Any) -> Draft:
    person = f"web:{who.lower()}" if who else ""
    return decide(state, Command(verb, person=person, name=who, at=at, seed=SEED, **facts))


def running(players: int, **terms: Any) -> State:
    """A tournament that has just begun, its tables dealing their first hands."""
    state = State("t", "web:home", "web:lobby", "Test", "web:host", plan(**terms))
    state = ask(state, "open", "Host").state
    for number in range(players):
        state = ask(state, "register", f"P{number}").state
    return ask(state, "start", "Host").state


def seated(board: Board, state: State) -> list[str]:
    return [one.person for one in state.at(board.number)]


def played(
    state: State, number: int, losers: tuple[str, ...] = (), by: str = "", at: int = 2000
) -> Draft:
    """A hand at a table in which these lose everything to one of the others."""
    board = state.boards[number]
    here = {one.person: one.stack for one in state.at(number) if one.since <= board.hand}
    winner = by or next(who for who in here if who not in losers)
    after = {who: 0 if who in losers else stack for who, stack in here.items()}
    after[winner] += sum(here[who] for who in losers)
    fell = {who: here[who] for who in losers}
    told = Report(
        board.id, board.hand, after, fell, {who: [winner] for who in losers}, board.positions
    )
    return ask(state, "report", word=told.to_json(), at=at)


def kinds(draft: Draft) -> list[str]:
    return [said.kind for said in draft.said]


def place_of(state: State, who: str) -> tuple[int, int]:
    [(place, shared)] = [(p, s) for one, p, s in state.places() if one == who]
    return place, shared


# --- hand for hand ---------------------------------------------------------------------------


def busy(state: State) -> list[int]:
    return [number for number, board in state.boards.items() if board.busy]


def dealt(state: State, number: int) -> list[str]:
    """Who was dealt into the hand that a table plays."""
    hand = state.boards[number].hand
    return [one.person for one in state.at(number) if one.since <= hand]


def near_the_money() -> State:
    """Of twenty five are left, at two tables of four; four are paid."""
    state = running(20, size=4, buy_in=10_000)
    assert len(state.prizes()) == 4
    while (out := len(state.playing()) - 5) > 0:
        number = max(busy(state), key=lambda one: len(dealt(state, one)))
        state = played(state, number, tuple(dealt(state, number)[1:][:out])).state
    while len(state.boards) > 2:
        state = played(state, busy(state)[0]).state
    return state


def whole_round(state: State, losers: tuple[str, ...] = ()) -> Draft:
    """A hand at each table; gives what is made of the last report."""
    draft = None
    for number in busy(state):
        out = tuple(who for who in losers if who in dealt(state, number))
        draft = played(state, number, out)
        state = draft.state
    assert draft is not None
    return draft


def test_tda_rp_8_hand_for_hand_begins_one_from_the_money() -> None:
    state = near_the_money()
    assert state.by_hand
    assert "by_hand" in [said.kind for said in state.log]


def test_tda_rp_8_every_table_waits_for_all_others() -> None:
    state = whole_round(near_the_money()).state
    assert state.by_hand
    first, second = busy(state)
    hands = [board.hand for board in state.boards.values()]
    state = played(state, first).state
    assert busy(state) == [second]
    state = played(state, second).state
    assert busy(state) == [first, second]
    assert [board.hand for board in state.boards.values()] == [hand + 1 for hand in hands]


def test_tda_rp_8_busts_of_one_round_at_different_tables_tie_and_share() -> None:
    state = whole_round(near_the_money()).state
    losers = tuple(dealt(state, number)[0] for number in busy(state))
    before = {who: state.entrants[who].stack for who in losers}
    first, _ = busy(state)
    half = played(state, first, losers[:1]).state
    assert losers[0] not in [who for who, *_ in half.places()], "not before the round is over"
    draft = whole_round(state, losers)
    state = draft.state
    assert len(set(before)) == 2
    assert [place_of(state, who) for who in losers] == [(4, 2), (4, 2)]
    prizes = [state.entrants[who].prize for who in losers]
    assert sum(prizes) == state.prizes()[3]
    assert not state.by_hand
    assert "by_hand_over" in kinds(draft)


def test_wsop_126_b_of_two_out_at_one_table_the_bigger_stack_places_higher() -> None:
    state = running(4, size=6)
    people = seated(state.boards[1], state)
    state.entrants[people[0]].stack += 100
    state.entrants[people[1]].stack -= 100
    state = played(state, 1, (people[0], people[1])).state
    assert place_of(state, people[0]) == (3, 1)
    assert place_of(state, people[1]) == (4, 1)


def test_equal_stacks_out_in_one_hand_share_the_prize_to_the_hundredth() -> None:
    state = running(5, size=6, buy_in=10_001)
    assert len(state.prizes()) == 2
    people = seated(state.boards[1], state)
    state = played(state, 1, tuple(people[3:])).state
    state = played(state, 1, (people[1], people[2])).state
    assert state.phase == "over"
    prizes = [state.entrants[who].prize for who in people[:3]]
    assert sum(prizes) == state.pool == 50_005
    assert prizes[1] + prizes[2] == state.prizes()[1]
    assert abs(prizes[1] - prizes[2]) <= 1


# --- moves -----------------------------------------------------------------------------------


def test_tda_11_a_who_is_due_the_big_blind_moves_and_is_told_why() -> None:
    state = running(12, size=6)
    small = seated(state.boards[1], state)
    state = played(state, 1, tuple(small[:2])).state
    due = field.due_big(next(felt for felt in state.felts() if felt.number == 2))
    [mover] = [one.person for one in state.at(2) if one.seat == due]
    draft = played(state, 2)
    assert "moved_balanced" in kinds(draft)
    assert draft.state.entrants[mover].table == 1
    assert "balanced" in draft.state.entrants[mover].note


def test_a_table_changes_only_between_two_of_its_hands() -> None:
    state = running(12, size=6)
    before = seated(state.boards[2], state)
    small = seated(state.boards[1], state)
    state = played(state, 1, tuple(small[:3])).state
    assert seated(state.boards[2], state) == before, "it is in the middle of a hand"


def test_tda_11_a_table_three_short_halts_until_it_is_balanced() -> None:
    state = running(18, size=9)
    small = seated(state.boards[1], state)
    state = played(state, 1, tuple(small[:4])).state
    assert not state.boards[1].busy
    state = played(state, 2).state
    assert [len(felt.taken) for felt in state.felts()] == [7, 7]
    assert all(board.busy for board in state.boards.values())


def test_the_last_table_is_broken_when_the_others_seat_everyone() -> None:
    state = running(15, size=5)
    third = seated(state.boards[3], state)
    for number in (1, 2):
        people = seated(state.boards[number], state)
        state = played(state, number, tuple(people[:3])).state
    assert set(state.boards) == {1, 2, 3}
    draft = played(state, 3, (third[0],))
    assert "broken" in kinds(draft)
    assert set(draft.state.boards) == {1, 2}
    assert all(draft.state.entrants[who].table in (1, 2) for who in third[1:])


def test_the_final_table_is_drawn_anew_when_no_hand_is_being_played() -> None:
    state = running(8, size=6)
    people = seated(state.boards[1], state)
    state = played(state, 1, tuple(people[:2])).state
    assert len(state.boards) == 2, "the other table is in the middle of a hand"
    draft = played(state, 2)
    assert "final" in kinds(draft)
    assert list(draft.state.boards) == [3]
    assert len(draft.state.at(3)) == 6


# --- reports ---------------------------------------------------------------------------------


def test_a_report_counts_once() -> None:
    state = running(4, size=6)
    board = replace(state.boards[1])
    state = played(state, 1).state
    told = Report(board.id, board.hand, {}, {}, {}, board.positions)
    with pytest.raises(Refused) as refusal:
        ask(state, "report", word=told.to_json())
    assert refusal.value.reason == "stale"


def test_nobody_but_a_table_reports() -> None:
    state = running(4, size=6)
    with pytest.raises(Refused):
        ask(state, "report", "Ann", word="{}")


def test_chips_that_do_not_sum_to_what_there_was_count_as_no_hand() -> None:
    state = running(4, size=6)
    board, people = state.boards[1], seated(state.boards[1], state)
    told = Report(board.id, 1, {people[0]: 10**9}, {people[1]: 5}, {people[1]: []}, None)
    after = ask(state, "report", word=told.to_json()).state
    assert after.chips() == state.chips()
    assert len(after.playing()) == 4


def test_a_hand_that_was_called_off_leaves_the_blinds_where_they_were() -> None:
    state = running(4, size=6)
    board, people = state.boards[1], seated(state.boards[1], state)
    stacks = {who: state.entrants[who].stack for who in people}
    told = Report(board.id, 1, stacks, {}, {}, None)
    after = ask(state, "report", word=told.to_json()).state
    assert after.boards[1].hand == 2
    assert after.boards[1].positions is not None


# --- bounties --------------------------------------------------------------------------------


def test_a_bounty_goes_to_who_won_the_last_pot_of_the_victim() -> None:
    state = running(4, size=6, bounty=5_000)
    people = seated(state.boards[1], state)
    draft = played(state, 1, (people[0],), by=people[2])
    winner = draft.state.entrants[people[2]]
    assert (winner.won, winner.head) == (5_000, 5_000)
    [move] = [move for move in draft.moves if move.kind == "tournament_bounty"]
    assert move.entries == {"wallet:web:home:" + people[2]: 5_000, "prize:t": -5_000}


def test_half_of_a_progressive_bounty_goes_onto_the_winners_head() -> None:
    state = running(4, size=6, bounty=5_001, progressive=True)
    people = seated(state.boards[1], state)
    state = played(state, 1, (people[0],), by=people[2]).state
    winner = state.entrants[people[2]]
    assert (winner.won, winner.head) == (2_501, 5_001 + 2_500)


# --- a stream --------------------------------------------------------------------------------


def test_a_tournament_is_kept_as_json_whole() -> None:
    state = running(9, size=3, bounty=500, again=1, late=3)
    people = seated(state.boards[1], state)
    state = played(state, 1, (people[0],)).state
    state.frozen["level"] = next(iter(state.timers.values()))
    again = State.from_json(state.to_json())
    assert again == state
    assert isinstance(again.boards[1].positions, Positions)


def test_a_refused_command_changes_nothing() -> None:
    state = running(4, size=6)
    before = state.to_json()
    for verb in ("register", "unregister", "resume", "start", "nonsense"):
        with pytest.raises(Refused):
            ask(state, verb, "P1")
    assert state.to_json() == before
