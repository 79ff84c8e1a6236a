"""Time that stands: in a pause, and while it is not sure what becomes of somebody or of all."""

from __future__ import annotations

import json

import pytest

from bot.terms import SECOND
from bot.text import words
from bot.tournament import own
from bot.tournament.host import GRACE
from bot.tournament.state import DECIDE, State
from tests.bot.tournament.arena import plan
from tests.bot.tournament.test_chop import laid_open
from tests.bot.tournament.test_host import of_host, refused, ring
from tests.bot.tournament.test_play import ask, kinds, played, running, seated
from tests.bot.tournament.test_rebuys import broke, rebuys

START = 2000
"""When the hand is over in which somebody loses all they have."""


def of_clock(state: State, at: int, verb: str) -> State:
    return of_host(state, verb, at=at)


def coming_again(state: State) -> tuple[State, str]:
    """Somebody is out and may come in again."""
    who = seated(state.boards[1], state)[1]
    return played(state, 1, (who,)).state, who


@pytest.mark.parametrize("way", ["rebuy", "register"])
def test_a_minute_to_choose_stands_in_a_pause_and_goes_on_with_what_was_left(way: str) -> None:
    if way == "rebuy":
        state, who = broke(rebuys(4))
    else:
        state, who = coming_again(running(4, size=6, late=2, again=1))
    paused = of_clock(state, START + 20 * SECOND, "pause")
    assert f"decide:{who}" not in paused.timers
    assert paused.deciding() == [who], "everybody still waits for them"
    later = START + 10_000 * SECOND
    assert ask(paused, way, who[4:], at=later).state.entrants[who].stack, "they may choose in it"
    on = of_clock(paused, later, "resume")
    assert on.timers[f"decide:{who}"].due == later + DECIDE - 20 * SECOND
    assert ask(on, way, who[4:], at=later + 1).state.entrants[who].stack


def test_who_goes_broke_in_the_last_hand_of_a_pause_has_the_whole_minute_after_it() -> None:
    state, who = broke(of_host(rebuys(4), "pause"))
    assert not state.timers
    on = of_clock(state, 10**6, "resume")
    assert on.timers[f"decide:{who}"].due == 10**6 + DECIDE


def test_who_may_choose_says_no_in_a_pause_and_nobody_waits_any_more() -> None:
    state, who = broke(of_host(rebuys(4), "pause"))
    state = ask(state, "unregister", who[4:]).state
    assert not state.deciding()
    assert state.entrants[who].table == 0


def test_the_wait_of_a_removal_stands_in_a_pause() -> None:
    state = running(6, size=6)
    who = seated(state.boards[1], state)[0]
    state = of_host(state, "remove", word=who, amount=GRACE)
    paused = of_clock(state, 1000 + 40 * SECOND, "pause")
    assert f"remove:{who}" not in paused.timers
    assert refused(paused, "remove", word=who) == "tournament.going"
    on = of_clock(paused, 10**6, "resume")
    assert on.timers[f"remove:{who}"].due == 10**6 + 20 * SECOND


def test_a_removal_in_a_pause_waits_from_its_end_on() -> None:
    state = of_host(running(6, size=6), "pause")
    who = seated(state.boards[1], state)[0]
    draft = ask(state, "remove", "Host", word=who, amount=GRACE)
    assert draft.answer
    assert draft.answer[0] == "tournament_removing_paused"
    on = of_clock(draft.state, 10**6, "resume")
    assert on.timers[f"remove:{who}"].due == 10**6 + GRACE
    assert not of_host(draft.state, "undo").leaving(who)


def test_two_minutes_for_a_deal_stand_in_a_pause_in_which_it_may_be_accepted() -> None:
    state = laid_open()
    left = state.timers["chop"].due - 5000
    paused = of_clock(state, 5000, "pause")
    assert "chop" not in paused.timers
    people = list(state.chop.shares) if state.chop else []
    assert of_clock(paused, 10**6, "resume").timers["chop"].due == 10**6 + left
    for who in people:
        paused = ask(paused, "accept", who[4:]).state
    assert paused.phase == "over"


def test_a_deal_that_is_refused_in_a_pause_leaves_no_clock() -> None:
    paused = of_host(laid_open(), "pause")
    assert paused.chop
    [who, *_] = paused.chop.shares
    state = ask(paused, "decline", who[4:]).state
    assert not state.frozen
    assert not of_host(state, "resume").timers


def test_a_pause_of_the_house_s_own_stands_as_well() -> None:
    state, who = broke(rebuys(4))
    draft = ask(state, "void", at=START + 20 * SECOND)
    assert "trouble" in kinds(draft)
    assert draft.state.frozen[f"decide:{who}"].due == DECIDE - 20 * SECOND


def test_while_calling_off_may_be_undone_all_time_stands() -> None:
    state, who = broke(rebuys(4, structure={"hands": 0, "minutes": 10}))
    level = state.timers["level"].due
    state = of_host(state, "cancel", at=START + 10 * SECOND, amount=GRACE)
    assert set(state.timers) == {"cancel"}
    state = of_clock(state, START + 50 * SECOND, "undo")
    assert state.timers["level"].due == level + 40 * SECOND
    assert state.timers[f"decide:{who}"].due == START + DECIDE + 40 * SECOND


def test_calling_off_takes_effect_also_in_a_pause() -> None:
    state, who = broke(of_host(rebuys(4), "pause"))
    over = ring(of_host(state, "cancel", amount=GRACE), "cancel")
    assert over.phase == "cancelled"
    assert over.entrants[who].prize == 0, "who was out of chips and had not chosen is out"
    assert sum(one.prize for one in over.entrants.values()) == over.pool


def test_a_checkpoint_in_which_a_minute_ran_in_a_pause_stands_from_then_on() -> None:
    state, who = broke(of_host(rebuys(4), "pause"))
    plain = json.loads(state.to_json())
    plain["timers"][f"decide:{who}"] = [START + DECIDE, who]
    del plain["frozen"][f"decide:{who}"]
    old = State.from_json(json.dumps(plain))
    now = ask(old, "restart", at=START + 30 * SECOND).state
    assert now.frozen[f"decide:{who}"].due >= DECIDE - 30 * SECOND


def test_who_must_choose_reads_that_their_time_stands() -> None:
    state, who = broke(rebuys(4))
    w = words("en")
    assert own.private(w, state, who).clock == START + DECIDE
    paused = of_clock(state, START + 20 * SECOND, "pause")
    message = own.private(w, paused, who)
    assert message.clock is None
    assert "40 s are left" in message.text
    assert who in own.touched(state, paused)
    assert who in own.touched(paused, of_clock(paused, 10**6, "resume"))


# --- who is about to be taken out, or all -------------------------------------------------------


def test_who_is_about_to_be_taken_out_buys_nothing_and_loses_nothing() -> None:
    state, who = broke(rebuys(4))
    state = of_host(state, "remove", at=START + 10 * SECOND, word=who, amount=GRACE)
    assert refused(state, "rebuy", who[4:]) == "tournament.leaving"
    assert own.private(words("en"), state, who).rows == ()
    assert "about to take you out" in own.private(words("en"), state, who).headline
    assert f"decide:{who}" not in state.timers, "nor does their minute run off"
    out = played(ring(state, f"remove:{who}"), 1).state
    assert (out.entrants[who].table, out.entrants[who].rebuys) == (0, 0)
    assert not out.deciding()


def test_whose_removal_is_undone_has_what_was_left_of_their_minute() -> None:
    state, who = broke(rebuys(4))
    state = of_host(state, "remove", at=START + 10 * SECOND, word=who, amount=GRACE)
    state = of_clock(state, START + 65 * SECOND, "undo")
    assert state.timers[f"decide:{who}"].due == START + 65 * SECOND + DECIDE - 10 * SECOND
    assert ask(state, "rebuy", who[4:]).state.entrants[who].stack


def test_who_goes_out_while_they_are_about_to_be_taken_out_pays_for_no_other_entry() -> None:
    state = running(6, size=6, late=3, again=1)
    who = seated(state.boards[1], state)[1]
    state = of_host(state, "remove", word=who, amount=GRACE)
    state = played(state, 1, (who,)).state
    assert refused(state, "register", who[4:]) == "tournament.leaving"
    assert not own.comes_again(state, who)
    back = of_clock(state, START + 100 * SECOND, "undo")
    assert back.timers[f"decide:{who}"].due == START + 100 * SECOND + DECIDE
    assert ask(back, "register", who[4:]).state.entrants[who].entries == 2
    out = ring(state, f"remove:{who}")
    assert refused(out, "register", who[4:]) == "tournament.taken_out"


def test_who_is_about_to_be_taken_out_takes_no_add_on() -> None:
    clock = {"hands": 0, "minutes": 10}
    state = running(4, size=6, late=1, addon_stack=50_000, addon=3_000, structure=clock)
    state = ring(state, "level")
    assert state.adding
    [who, other, *_] = seated(state.boards[1], state)
    state = of_host(state, "remove", word=who, amount=GRACE)
    assert refused(state, "addon", who[4:]) == "tournament.leaving"
    assert ask(state, "addon", other[4:]).state.entrants[other].added


@pytest.mark.parametrize("verb", ["rebuy", "addon", "register", "late"])
def test_while_all_is_about_to_be_called_off_nobody_pays_for_what_they_would_share(
    verb: str,
) -> None:
    clock = {"hands": 0, "minutes": 10}
    again = {"again": 1} if verb == "register" else {"rebuys": 2, "rebuy": 9_000}
    state = running(4, size=6, late=1, addon_stack=50_000, addon=10, structure=clock, **again)
    state, who = broke(state)
    if verb == "addon":
        state, who = ring(state, "level"), seated(state.boards[1], state)[0]
    state = of_host(state, "cancel", amount=GRACE)
    typed, name = ("register", "New") if verb == "late" else (verb, who[4:])
    assert refused(state, typed, name) == "tournament.ending"
    assert ask(of_host(state, "undo"), typed, name).moves


def test_before_the_start_one_may_still_register_for_what_may_be_undone() -> None:
    state = State("t", "web:home", "web:lobby", "Test", "web:host", plan())
    state = of_host(ask(state, "register", "Ann").state, "cancel", amount=GRACE)
    state = ask(state, "register", "Bob").state
    timer = state.timers["cancel"]
    draft = ask(state, "timer", word=f"cancel@{timer.valid}", at=timer.due)
    back = [move.entries for move in draft.moves]
    assert [one[state.wallet("web:bob")] for one in back[1:]] == [state.plan.cost]


def test_who_may_come_again_for_longer_than_a_minute_loses_the_button_that_ends_it() -> None:
    state, who = coming_again(running(4, size=6, late=2, again=1))
    over = ring(state, f"decide:{who}")
    before, after = (own.private(words("en"), one, who).rows for one in (state, over))
    assert [button.label for button in before[0]] == ["Come in again (110)", "No, I am out"]
    assert [button.label for button in after[0]] == ["Come in again (110)"]
    assert who in own.touched(state, over)


def test_whose_removal_is_undone_after_its_minute_is_told() -> None:
    state = running(6, size=6)
    who = seated(state.boards[1], state)[0]
    going = ring(of_host(state, "remove", word=who, amount=GRACE), f"remove:{who}")
    assert "about to take you out" in own.private(words("en"), going, who).text
    assert who in own.touched(going, of_host(going, "undo"))
