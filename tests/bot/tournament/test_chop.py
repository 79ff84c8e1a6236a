"""Deals at the last table: everybody or nobody, and what each gets is what was shown."""

from __future__ import annotations

import pytest

from bot.text import words
from bot.tournament import own
from bot.tournament.chop import PATIENCE
from bot.tournament.state import State
from games import payouts
from games.play import Refused
from tests.bot.tournament.test_play import ask, kinds, place_of, played, running, seated


def refused(state: State, verb: str, who: str, word: str = "") -> str:
    before = state.to_json()
    with pytest.raises(Refused) as refusal:
        ask(state, verb, who, word=word)
    assert state.to_json() == before
    return refusal.value.reason


def three_left(**terms: int) -> State:
    """Three of ten at one table; two are paid."""
    state = running(10, size=10, buy_in=10_000, **terms)
    people = seated(state.boards[1], state)
    state = played(state, 1, tuple(people[3:]), by=people[0]).state
    assert len(state.playing()) == 3
    return state


def names(state: State) -> list[str]:
    return [one.name for one in state.playing()]


def laid_open(how: str = "icm") -> State:
    """A deal that everybody can read."""
    state = three_left()
    state = ask(state, "chop", names(state)[0], word=how).state
    return played(state, 1).state


def test_a_deal_is_laid_open_when_the_hand_is_over_and_no_other_is_dealt() -> None:
    state = three_left()
    draft = ask(state, "chop", names(state)[0], word="icm")
    assert draft.state.chop is not None
    assert not draft.state.chop.shares
    draft = played(draft.state, 1)
    assert kinds(draft).count("chop_share") == 3
    assert draft.state.chop is not None
    assert not draft.state.boards[1].busy


@pytest.mark.parametrize("how", ["icm", "chips"])
def test_the_shares_are_what_the_rules_give_and_sum_to_all_that_is_left(how: str) -> None:
    state = laid_open(how)
    assert state.chop is not None
    stacks = [state.entrants[who].stack for who in state.chop.shares]
    deal = payouts.deal_by_icm if how == "icm" else payouts.deal_by_chips
    assert tuple(state.chop.shares.values()) == deal(stacks, state.prizes())
    assert sum(state.chop.shares.values()) == state.pool


def test_with_everybody_s_yes_each_gets_their_share_and_it_is_over() -> None:
    state = laid_open()
    assert state.chop is not None
    shares, people = state.chop.shares, names(state)
    for who in people[:-1]:
        state = ask(state, "accept", who).state
        assert state.phase == "running"
    draft = ask(state, "accept", people[-1])
    state = draft.state
    assert state.phase == "over"
    assert {who: state.entrants[who].prize for who in shares} == shares
    paid = {account: amount for move in draft.moves for account, amount in move.entries.items()
            if account.startswith("wallet:")}  # fmt: skip
    assert paid == {state.wallet(who): share for who, share in shares.items()}
    richest = max(shares, key=lambda who: shares[who])
    assert place_of(state, richest) == (1, 1)


def test_one_no_is_enough_and_play_goes_on() -> None:
    state = laid_open()
    first, second, *_ = names(state)
    state = ask(state, "accept", first).state
    draft = ask(state, "decline", second)
    assert draft.state.chop is None
    assert not draft.moves
    assert draft.state.boards[1].busy
    assert refused(draft.state, "accept", first) == "tournament.no_chop"


def test_a_deal_that_not_everybody_accepts_in_time_lapses() -> None:
    state = laid_open()
    state = ask(state, "accept", names(state)[0]).state
    due = state.timers["chop"].due
    assert due == 2000 + PATIENCE
    draft = ask(state, "timer", at=due, word="chop@")
    assert "chop_lapsed" in kinds(draft)
    assert draft.state.chop is None
    assert draft.state.boards[1].busy


def test_who_has_just_been_knocked_out_has_no_share_and_cannot_accept() -> None:
    state = three_left()
    people = seated(state.boards[1], state)
    out = state.entrants[people[1]].name
    state = ask(state, "chop", out, word="icm").state
    state = played(state, 1, (people[1],), by=people[0]).state
    assert state.chop is not None
    assert len(state.chop.shares) == 2
    assert refused(state, "accept", out) == "tournament.no_chop"
    assert refused(state, "decline", out) == "tournament.no_chop"


def test_nobody_accepts_before_the_shares_are_shown_nor_twice() -> None:
    state = three_left()
    first = names(state)[0]
    state = ask(state, "chop", first, word="icm").state
    assert refused(state, "accept", first) == "tournament.no_chop"
    state = ask(played(state, 1).state, "accept", first).state
    assert refused(state, "accept", first) == "tournament.chop_accepted"


def test_a_deal_is_for_those_at_the_last_table_once_prizes_are_fixed() -> None:
    many = running(12, size=6)
    assert refused(many, "chop", "P0", "icm") == "tournament.chop_final"
    late = running(4, size=6, late=3, again=1)
    assert refused(late, "chop", "P0", "icm") == "tournament.chop_final"
    state = three_left()
    gone = next(one.name for one in state.entrants.values() if not one.table)
    assert refused(state, "chop", gone, "icm") == "tournament.not_playing"
    assert refused(state, "chop", "Nobody", "icm") == "tournament.not_playing"
    assert refused(state, "chop", names(state)[0], "fairly") == "tournament.chop_ways"


def test_a_deal_that_failed_is_not_proposed_again_at_the_same_level() -> None:
    state = laid_open()
    first, second, *_ = names(state)
    assert refused(state, "chop", second, "icm") == "tournament.chop_pending"
    state = ask(state, "decline", second).state
    assert refused(state, "chop", first, "chips") == "tournament.chop_again"


def test_a_deal_is_kept_as_json() -> None:
    state = laid_open()
    state = ask(state, "accept", names(state)[0]).state
    assert State.from_json(state.to_json()) == state


def test_who_is_out_reads_of_a_deal_in_the_lobby_alone() -> None:
    state = laid_open()
    out = next(one.person for one in state.entrants.values() if not one.table)
    sits = next(one.person for one in state.entrants.values() if one.table)
    w = words("en")
    assert "A deal by ICM" in own.private(w, state, sits).text
    assert "A deal by ICM" not in own.private(w, state, out).text
