"""Places of those who are knocked out in one hand."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.ranking import Bust, Place, places

BUSTS = st.lists(st.builds(Bust, st.uuids().map(str), st.integers(1, 5), st.integers(1, 4)),
                 max_size=12)  # fmt: skip


def test_one_alone_takes_the_place_behind_those_still_in() -> None:
    assert places([Bust("Ann", 1, 500)], 7) == [Place(8, ["Ann"])]


def test_wsop_126_b_the_bigger_stack_places_higher_at_one_table() -> None:
    busts = [Bust("Ann", 1, 300), Bust("Bob", 1, 900), Bust("Cat", 1, 500)]
    assert places(busts, 4) == [Place(5, ["Bob"]), Place(6, ["Cat"]), Place(7, ["Ann"])]


def test_equal_stacks_at_one_table_tie() -> None:
    busts = [Bust("Ann", 1, 300), Bust("Bob", 1, 300), Bust("Cat", 1, 200)]
    assert places(busts, 1) == [Place(2, ["Ann", "Bob"]), Place(4, ["Cat"])]


def test_tda_rp_8_busts_at_different_tables_of_a_round_tie_and_share() -> None:
    busts = [Bust("Ann", 1, 300), Bust("Bob", 2, 9000)]
    assert places(busts, 10) == [Place(11, ["Ann", "Bob"])]


def test_tda_rp_8_the_order_at_a_table_holds_in_a_round_too() -> None:
    busts = [Bust("Ann", 1, 300), Bust("Bob", 2, 700), Bust("Cat", 1, 800)]
    assert places(busts, 10) == [Place(11, ["Bob", "Cat"]), Place(13, ["Ann"])]


@settings(deadline=None)
@given(BUSTS, st.integers(0, 50))
def test_every_place_is_taken_once(busts: list[Bust], left: int) -> None:
    found = places(busts, left)
    everyone = [who for one in found for who in one.who]
    assert sorted(everyone) == sorted(bust.who for bust in busts)
    taken = [one.place + at for one in found for at in range(len(one.who))]
    assert taken == list(range(left + 1, left + 1 + len(busts)))


@settings(deadline=None)
@given(BUSTS)
def test_nobody_places_above_a_bigger_stack_at_the_same_table(busts: list[Bust]) -> None:
    place = {who: one.place for one in places(busts, 0) for who in one.who}
    for one in busts:
        for other in busts:
            if one.table == other.table and one.stack > other.stack:
                assert place[one.who] < place[other.who]
