"""The dead-button rule: button, blinds, coming in, missed blinds, and the names of places."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.seating import (
    NEWCOMER,
    NOTHING,
    Chair,
    Owes,
    Placement,
    Positions,
    advance,
    first,
    names,
)

CASES = json.loads((Path(__file__).parent / "cases/tda.json").read_text())["positions"]
MISSED_BIG, MISSED_SMALL, MISSED_BOTH = Owes(big=True), Owes(small=True), Owes(True, True)


def sit(*seats: int) -> list[Chair]:
    return [Chair(seat) for seat in seats]


def placed(
    before: tuple[int, int, int], chairs: Iterable[Chair], seats: int = 6, debts: bool = True
) -> Placement:
    placement = advance(Positions(*before), chairs, seats, debts=debts)
    assert placement is not None
    return placement


def case_name(case: dict[str, Any]) -> str:
    return f"{case['rule']} of {len(case['before']['seats'])} without {case['eliminated']}"


@pytest.mark.parametrize("case", CASES, ids=case_name)
@pytest.mark.parametrize("debts", [True, False], ids=["cash", "tournament"])
def test_golden_positions(case: dict[str, Any], debts: bool) -> None:
    before, wanted = case["before"], case["next"]
    left = [seat for seat in before["seats"] if seat not in case["eliminated"]]
    start = (before["button"], before["sb"], before["bb"])
    after = placed(start, sit(*left), len(before["seats"]), debts)
    assert after.big == after.positions.big_blind == wanted["bb"]
    if "button_sb" in wanted:
        assert after.small == after.positions.button == wanted["button_sb"]
        return
    assert after.small == wanted["sb"]
    assert after.positions.small_blind == before["bb"]
    assert after.positions.button == wanted["button"]
    dead = wanted.get("dead", [])
    assert ("button" in dead) == (wanted["button"] not in after.dealt)
    assert ("sb" in dead) <= (after.small is None)


def test_first_button_is_drawn_among_those_ready() -> None:
    chairs = [Chair(2, owes=NEWCOMER), Chair(5), Chair(7, ready=False, owes=NEWCOMER), Chair(8)]
    hands = [first(chairs, drawn) for drawn in range(4)]
    assert [hand and hand.positions for hand in hands] == [
        (2, 5, 8),
        (5, 8, 2),
        (8, 2, 5),
        (2, 5, 8),
    ]
    hand = hands[0]
    assert hand is not None
    assert (hand.dealt, hand.small, hand.big) == ((5, 8, 2), 5, 8)
    assert (hand.live, hand.dead) == ((), ())
    assert hand.owes == {2: NOTHING, 5: NOTHING, 7: NEWCOMER, 8: NOTHING}


def test_first_hand_for_two_has_the_button_on_the_small_blind() -> None:
    hand = first(sit(3, 9), 1)
    assert hand is not None
    assert hand.positions == Positions(button=9, small_blind=9, big_blind=3)
    assert hand.dealt == (3, 9)


@pytest.mark.parametrize("chairs", [[], sit(1), [Chair(1), Chair(2, ready=False)]])
def test_no_hand_with_fewer_than_two_ready(chairs: list[Chair]) -> None:
    assert first(chairs, 0) is None
    assert advance(Positions(1, 2, 3), chairs, 6) is None


def test_positions_move_on_one_seat_at_a_full_table() -> None:
    after = placed((6, 1, 2), sit(1, 2, 3, 4, 5, 6))
    assert after.positions == Positions(1, 2, 3)
    assert after.dealt == (2, 3, 4, 5, 6, 1)
    assert (after.small, after.big, after.live, after.dead) == (2, 3, (), ())


def test_heads_up_the_blinds_alternate_and_the_big_blind_is_dealt_first() -> None:
    after = placed((4, 4, 1), sit(1, 4))
    assert after.positions == Positions(1, 1, 4)
    assert after.dealt == (4, 1)
    assert placed(after.positions, sit(1, 4)).positions == Positions(4, 4, 1)


@pytest.mark.parametrize(
    ("joins", "expected", "dealt"),
    [
        (2, Positions(button=2, small_blind=4, big_blind=1), (4, 1, 2)),
        (5, Positions(button=1, small_blind=4, big_blind=5), (4, 5, 1)),
    ],
)
def test_from_two_to_three_the_old_big_blind_is_the_small_blind(
    joins: int, expected: Positions, dealt: tuple[int, ...]
) -> None:
    after = placed((1, 1, 4), sit(1, 4, joins))
    assert (after.positions, after.dealt) == (expected, dealt)


def test_from_two_to_four_the_button_is_the_seat_before_the_old_big_blind() -> None:
    after = placed((1, 1, 4), sit(1, 2, 4, 5), debts=False)
    assert (after.positions, after.dealt) == (Positions(2, 4, 5), (4, 5, 1, 2))


def test_newcomer_who_waits_is_not_dealt_in_until_the_big_blind_comes() -> None:
    table = [*sit(1, 2, 4), Chair(3, owes=NEWCOMER)]
    waiting = placed((2, 4, 1), table)
    assert (waiting.positions, waiting.dealt) == (Positions(4, 1, 2), (1, 2, 4))
    assert waiting.owes[3] == NEWCOMER
    natural = placed(waiting.positions, table)
    assert natural.big == 3
    assert (natural.live, natural.dead) == ((), ())
    assert natural.owes[3] == NOTHING


def test_newcomer_who_posts_is_dealt_in_with_a_live_big_blind() -> None:
    after = placed((1, 2, 3), [*sit(1, 2, 3, 4), Chair(6, owes=NEWCOMER, posts=True)])
    assert after.dealt == (3, 4, 6, 1, 2)
    assert (after.live, after.dead) == ((6,), ())
    assert after.owes[6] == NOTHING


def test_who_missed_both_blinds_posts_one_live_and_one_dead() -> None:
    after = placed((1, 2, 3), [*sit(1, 2, 3, 4), Chair(6, owes=MISSED_BOTH, posts=True)])
    assert (after.live, after.dead) == ((6,), (6,))
    assert after.owes[6] == NOTHING


def test_who_missed_the_small_blind_alone_posts_it_dead() -> None:
    after = placed((1, 2, 3), [*sit(1, 2, 3, 4), Chair(6, owes=MISSED_SMALL, posts=True)])
    assert (after.live, after.dead) == ((), (6,))


def test_natural_big_blind_clears_both_even_for_who_would_post() -> None:
    after = placed((1, 2, 3), [*sit(1, 2, 3), Chair(5, owes=MISSED_BOTH, posts=True)])
    assert (after.big, after.live, after.dead) == (5, (), ())
    assert after.owes[5] == NOTHING


def test_blinds_missed_while_away_are_owed_once_each() -> None:
    here, away = sit(1, 2, 3, 5), [Chair(4, ready=False)]
    hand = placed((1, 2, 3), here + away)
    owed = [hand.owes[4]]
    for _ in range(8):
        away = [Chair(4, ready=False, owes=owed[-1])]
        hand = placed(hand.positions, here + away)
        owed.append(hand.owes[4])
    assert owed[0] == MISSED_BIG  # the big blind went from 3 to 5; next the small blind does
    assert set(owed[1:]) == {MISSED_BOTH}


def test_who_leaves_between_big_and_small_blind_misses_the_small_alone() -> None:
    after = placed((1, 2, 3), [*sit(1, 2, 4), Chair(3, ready=False)])
    assert (after.positions, after.small) == (Positions(2, 3, 4), None)
    assert after.owes[3] == MISSED_SMALL


def test_newcomer_never_misses_a_small_blind() -> None:
    table = [*sit(1, 2, 5), Chair(3, ready=False, owes=NEWCOMER), Chair(4, owes=NEWCOMER)]
    after = placed((1, 2, 5), table)
    assert (after.owes[3], after.owes[4]) == (NEWCOMER, NEWCOMER)


@pytest.mark.parametrize("debts", [True, False], ids=["cash", "friendly"])
def test_nobody_is_dealt_in_between_button_and_small_blind(debts: bool) -> None:
    table = [*sit(1, 2, 5), Chair(4, owes=NEWCOMER, posts=True)]
    after = placed((1, 2, 5), table, debts=debts)
    assert after.positions == Positions(2, 5, 1)
    assert after.dealt == (5, 1, 2)
    assert 4 in placed(after.positions, table, debts=debts).dealt


def test_tda_10_a_whoever_takes_a_seat_in_a_tournament_waits_behind_the_button_alone() -> None:
    """The last blinds were 4 and 8: the next button is 4, the next small blind 8."""
    for seat in (3, 5, 6, 7, 9):
        after = placed((2, 4, 8), sit(1, 2, 4, 8, seat), seats=9, debts=False)
        assert (seat in after.dealt) == (seat in (3, 9))


def test_tda_10_a_a_seat_may_bring_the_button_or_a_blind() -> None:
    for seat in (1, 4, 8):
        after = placed((2, 4, 8), sit(2, 6, 9, seat), seats=9, debts=False)
        assert seat in after.dealt


def test_friendly_table_deals_newcomers_in_at_once_and_for_nothing() -> None:
    table = [
        *sit(1, 2, 3, 4),
        Chair(5, owes=NEWCOMER),
        Chair(6, ready=False, owes=MISSED_BOTH),
    ]
    after = placed((1, 2, 3), table, debts=False)
    assert after.dealt == (3, 4, 5, 1, 2)
    assert (after.live, after.dead) == ((), ())
    assert set(after.owes.values()) == {NOTHING}


def test_newcomer_who_owes_does_not_come_in_on_the_small_blind() -> None:
    table = [*sit(1, 2, 4, 5), Chair(3, owes=NEWCOMER, posts=True)]
    after = placed((1, 2, 3), table)
    assert (after.positions, after.small) == (Positions(2, 3, 4), None)
    assert after.dealt == (4, 5, 1, 2)
    assert placed(after.positions, table).live == (3,)


def test_newcomer_who_owes_nothing_takes_the_small_blind() -> None:
    after = placed((1, 2, 3), sit(1, 2, 3, 4, 5), debts=False)
    assert (after.small, after.dealt) == (3, (3, 4, 5, 1, 2))


def test_game_goes_on_when_everyone_but_one_waits() -> None:
    waiting = [Chair(seat, owes=NEWCOMER) for seat in (4, 5)]
    after = placed((5, 6, 1), [Chair(2), *waiting])
    assert after.positions == Positions(button=5, small_blind=1, big_blind=2)
    assert after.dealt == (2, 4, 5)
    assert (after.live, after.dead) == ((), ())
    assert set(after.owes.values()) == {NOTHING}


@pytest.mark.parametrize("posts", [True, False])
def test_of_two_alone_nobody_posts_more_than_a_blind(posts: bool) -> None:
    after = placed((1, 2, 3), [Chair(4), Chair(6, owes=MISSED_BOTH, posts=posts)])
    assert (after.positions, after.dealt) == (Positions(6, 6, 4), (4, 6))
    assert (after.live, after.dead, after.owes[6]) == ((), (), NOTHING)


def test_big_blind_that_overtakes_the_button_brings_it_back_before_the_small_blind() -> None:
    after = placed((1, 2, 5), sit(3, 4, 5), debts=False)
    assert after.positions == Positions(button=4, small_blind=5, big_blind=3)
    assert after.dealt == (5, 3, 4)


def test_big_blind_that_comes_to_the_button_brings_it_back_before_the_small_blind() -> None:
    after = placed((1, 2, 5), sit(2, 3, 5), debts=False)
    assert after.positions == Positions(button=3, small_blind=5, big_blind=2)
    assert after.dealt == (5, 2, 3)


TEN = "BTN SB BB UTG UTG+1 UTG+2 UTG+3 LJ HJ CO"


@pytest.mark.parametrize(
    ("players", "called"),
    [
        (10, TEN),
        (9, "BTN SB BB UTG UTG+1 UTG+2 LJ HJ CO"),
        (8, "BTN SB BB UTG UTG+1 LJ HJ CO"),
        (7, "BTN SB BB UTG LJ HJ CO"),
        (6, "BTN SB BB UTG HJ CO"),
        (5, "BTN SB BB UTG CO"),
        (4, "BTN SB BB CO"),
        (3, "BTN SB BB"),
        (2, "BTN/SB BB"),
    ],
)
def test_places_are_named_as_players_know_them(players: int, called: str) -> None:
    hand = first(sit(*range(1, players + 1)), 0)
    assert hand is not None
    assert names(hand.positions, hand.dealt) == dict(
        zip(range(1, players + 1), called.split(), strict=True)
    )


def test_dead_button_and_dead_small_blind_still_count_as_places() -> None:
    after = placed((1, 2, 3), sit(1, 4, 5, 6))
    assert names(after.positions, after.dealt) == {4: "BB", 5: "UTG", 6: "HJ", 1: "CO"}


# One step of a table's life: (seat, what happens there) before the next hand.
HAPPENS = st.lists(
    st.lists(
        st.tuples(
            st.integers(0, 9),
            st.sampled_from(["sit", "leave", "away", "back", "post", "wait"]),
        ),
        max_size=4,
    ),
    min_size=1,
    max_size=40,
)


class Room:
    """A table whose people come and go; it carries over what `advance` says they owe."""

    def __init__(self, seats: int, debts: bool) -> None:
        self.seats, self.debts = seats, debts
        self.chairs: dict[int, Chair] = {}
        self.in_last: set[int] = set()  # dealt in last hand and here ever since
        self.waited: dict[int, int] = {}  # hands dealt past a seat that was ready throughout
        self.before: Positions | None = None

    def happen(self, seat: int, what: str) -> None:
        seat %= self.seats
        chair = self.chairs.get(seat)
        if what == "sit" and chair is None:
            self.chairs[seat] = Chair(seat, owes=NEWCOMER if self.debts else NOTHING)
        elif what == "leave":
            self.chairs.pop(seat, None)
        elif chair is not None and what in ("away", "back"):
            self.chairs[seat] = chair._replace(ready=what == "back")
        elif chair is not None and what in ("post", "wait"):
            self.chairs[seat] = chair._replace(posts=what == "post")
        if what in ("leave", "away"):
            self.in_last.discard(seat)
            self.waited.pop(seat, None)

    def deal(self, drawn: int) -> Placement | None:
        chairs = list(self.chairs.values())
        if self.before is None:
            return first(chairs, drawn)
        return advance(self.before, chairs, self.seats, debts=self.debts)

    def ready(self) -> set[int]:
        return {seat for seat, chair in self.chairs.items() if chair.ready}

    def keep(self, placement: Placement) -> None:
        self.before = placement.positions
        self.in_last = set(placement.dealt)
        for seat in self.ready():
            waits = self.waited.get(seat, 0) + 1
            self.waited[seat] = 0 if seat in placement.dealt else waits
        for seat, owes in placement.owes.items():
            self.chairs[seat] = self.chairs[seat]._replace(owes=owes)


def apart(start: int, end: int, seats: int) -> set[int]:
    """The seats strictly between two, clockwise."""
    return {(start + step) % seats for step in range(1, (end - start) % seats)}


def check_order(room: Room, hand: Placement) -> None:
    button, small, big = hand.positions
    assert hand.big == big
    assert big in hand.dealt
    steps = [(seat - button - 1) % room.seats for seat in hand.dealt]
    assert steps == sorted(set(steps))
    if len(hand.dealt) == 2:
        assert hand.dealt == (big, button)
        assert hand.small == button == small
        return
    assert len({button, small, big}) == 3
    assert not apart(button, small, room.seats) & set(hand.dealt)
    assert not apart(small, big, room.seats) & room.ready()
    assert hand.small == (small if small in hand.dealt else None)


def check_turns(room: Room, before: Positions, hand: Placement) -> None:
    assert hand.big != before.big_blind
    assert not apart(before.big_blind, hand.big, room.seats) & room.ready()
    assert room.in_last <= set(hand.dealt)
    if before.big_blind in room.in_last:
        assert hand.small == before.big_blind


def check_debts(room: Room, hand: Placement, chairs: Mapping[int, Chair]) -> None:
    everyone_free = not hand.live and not hand.dead
    for seat, chair in chairs.items():
        if seat not in hand.dealt:
            assert seat not in hand.live + hand.dead
            assert hand.owes[seat].big >= chair.owes.big
            assert hand.owes[seat].small >= chair.owes.small
            continue
        assert hand.owes[seat] == NOTHING
        if seat == hand.big or not chair.posts:
            assert seat not in hand.live + hand.dead
        else:
            posted = (seat in hand.live, seat in hand.dead)
            assert posted == chair.owes[:2] or everyone_free
        if seat != hand.big and not chair.posts and chair.owes != NOTHING:
            assert everyone_free
            assert len(hand.dealt) == 2 or set(hand.dealt) == room.ready()


@settings(max_examples=400, deadline=None)
@given(st.integers(2, 10), st.booleans(), st.integers(0, 1 << 64), HAPPENS)
def test_every_table_goes_on_fairly(
    seats: int, debts: bool, drawn: int, life: list[list[tuple[int, str]]]
) -> None:
    room = Room(seats, debts)
    for seat in range(0, seats, 2):
        room.happen(seat, "sit")
    for happenings in life:
        for seat, what in happenings:
            room.happen(seat, what)
        hand = room.deal(drawn)
        assert (hand is None) == (len(room.ready()) < 2)
        if hand is None:
            continue
        assert set(hand.dealt) <= room.ready()
        check_order(room, hand)
        if room.before is not None:
            check_turns(room, room.before, hand)
            check_debts(room, hand, dict(room.chairs))
        room.keep(hand)
        assert max(room.waited.values()) <= seats
