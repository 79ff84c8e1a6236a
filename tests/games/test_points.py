"""Points of a season: what a place is worth, shared by who ties, less for who came in again."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.points import points


@pytest.mark.parametrize(("players", "won"), [(2, 41), (4, 100), (9, 200), (16, 300), (100, 900)])
def test_a_win_is_worth_the_root_of_the_field(players: int, won: int) -> None:
    assert points(players, 1) == won


def test_nine_players_by_hand() -> None:
    # 100 × (√(9 ÷ place) − 1), by a pocket calculator.
    worth = [points(9, place) for place in range(1, 10)]
    assert worth == [200, 112, 73, 50, 34, 22, 13, 6, 0]


@given(st.integers(2, 500))
def test_each_place_is_worth_more_than_the_next_and_the_last_nothing(players: int) -> None:
    worth = [points(players, place) for place in range(1, players + 1)]
    assert worth == sorted(worth, reverse=True)
    assert worth[0] > worth[1]
    assert worth[-1] == 0


@given(st.integers(1, 499))
def test_the_same_place_in_a_larger_field_is_worth_more(place: int) -> None:
    larger = [points(players, place) for players in range(place, 501)]
    assert all(one <= other for one, other in pairwise(larger))


@given(st.integers(2, 500), st.data())
def test_who_ties_shares_to_the_half_point(players: int, data: st.DataObject) -> None:
    place = data.draw(st.integers(1, players))
    shared = data.draw(st.integers(1, players - place + 1))
    alone = sum(points(players, place + at) for at in range(shared))
    each = points(players, place, shared=shared)
    assert abs(each * shared - alone) <= shared
    assert points(players, place + shared - 1) <= each <= points(players, place)


def test_a_place_reached_with_four_entries_is_worth_half() -> None:
    assert points(9, 1, entries=4) == 100
    assert points(9, 1, entries=2) == 141
    assert points(9, 9, entries=3) == 0


@pytest.mark.parametrize(
    ("place", "shared", "entries"), [(0, 1, 1), (10, 1, 1), (9, 2, 1), (1, 1, 0)]
)
def test_there_is_no_such_place(place: int, shared: int, entries: int) -> None:
    with pytest.raises(ValueError, match="no such place"):
        points(9, place, shared=shared, entries=entries)
