"""Places of those who are knocked out in one hand."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.ranking import Bust, Place, places

BUSTS = st.lists(st.builds(Bust, st.uuids().map(str), st.integers(1, 5), st.integers(1, 4)),
                 max_size=12)  # fmt: skip


def test_one_alone_takes_the_place_behind_those_still_in() -> None:
    assert places([Bust("Ann", 1, 500)], 7) == [Place("Ann", 8, 1)]


def test_wsop_126_b_the_bigger_stack_places_higher_at_one_table() -> None:
    busts = [Bust("Ann", 1, 300), Bust("Bob", 1, 900), Bust("Cat", 1, 500)]
    assert places(busts, 4) == [Place("Bob", 5, 1), Place("Cat", 6, 1), Place("Ann", 7, 1)]


def test_equal_stacks_at_one_table_tie() -> None:
    busts = [Bust("Ann", 1, 300), Bust("Bob", 1, 300), Bust("Cat", 1, 200)]
    assert places(busts, 1) == [Place("Ann", 2, 2), Place("Bob", 2, 2), Place("Cat", 4, 1)]


def test_tda_rp_8_busts_at_different_tables_of_a_round_tie_and_share() -> None:
    busts = [Bust("Ann", 1, 300), Bust("Bob", 2, 9000)]
    assert places(busts, 10) == [Place("Ann", 11, 2), Place("Bob", 11, 2)]


def test_tda_rp_8_the_order_at_a_table_holds_in_a_round_too() -> None:
    busts = [Bust("Ann", 1, 300), Bust("Bob", 2, 700), Bust("Cat", 1, 800)]
    found = places(busts, 10)
    assert found == [Place("Bob", 11, 2), Place("Cat", 11, 2), Place("Ann", 13, 1)]


@settings(deadline=None)
@given(BUSTS, st.integers(0, 50))
def test_every_place_is_taken_once(busts: list[Bust], left: int) -> None:
    found = places(busts, left)
    assert sorted(place.who for place in found) == sorted(bust.who for bust in busts)
    taken = [place for one in {(p.place, p.shared) for p in found}
             for place in range(one[0], one[0] + one[1])]  # fmt: skip
    assert sorted(taken) == list(range(left + 1, left + 1 + len(busts)))


@settings(deadline=None)
@given(BUSTS)
def test_nobody_places_above_a_bigger_stack_at_the_same_table(busts: list[Bust]) -> None:
    place = {one.who: one.place for one in places(busts, 0)}
    for one in busts:
        for other in busts:
            if one.table == other.table and one.stack > other.stack:
                assert place[one.who] < place[other.who]
