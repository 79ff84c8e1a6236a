"""Pots from what was put in, and how they are split."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.pots import Pot, layers, split


def test_one_pot_when_all_put_in_the_same() -> None:
    assert layers([100, 100, 50], [0, 1]) == [Pot(250, (0, 1))]


def test_side_pot_for_each_all_in_level() -> None:
    assert layers([50, 200, 100, 200], [0, 1, 2, 3]) == [
        Pot(200, (0, 1, 2, 3)),
        Pot(150, (1, 2, 3)),
        Pot(200, (1, 3)),
    ]


def test_folded_chips_stay_in_the_layers_they_reached() -> None:
    assert layers([50, 200, 120, 200], [0, 1, 3]) == [Pot(200, (0, 1, 3)), Pot(370, (1, 3))]


def test_dead_money_goes_whole_into_the_main_pot() -> None:
    assert layers([50, 200, 200], [0, 1, 2], dead=75) == [Pot(225, (0, 1, 2)), Pot(300, (1, 2))]
    assert layers([200, 200], [0, 1], dead=75) == [Pot(475, (0, 1))]


def test_who_paid_only_dead_money_can_win_only_that() -> None:
    assert layers([0, 200, 200], [0, 1, 2], dead=75) == [Pot(75, (0, 1, 2)), Pot(400, (1, 2))]
    assert layers([0, 200, 200], [0, 1, 2]) == [Pot(400, (1, 2))]


def test_chips_above_every_live_hand_fall_to_the_highest_layer() -> None:
    assert layers([50, 80, 200], [0, 1]) == [Pot(150, (0, 1)), Pot(180, (1,))]


def test_odd_chips_go_to_the_first_winner() -> None:
    assert split(100, [2, 5, 7], 1) == [(2, 34), (5, 33), (7, 33)]
    assert split(101, [2, 5, 7], 1) == [(2, 35), (5, 33), (7, 33)]


def test_shares_are_whole_chips() -> None:
    assert split(700, [1, 3], 100) == [(1, 400), (3, 300)]
    assert split(725, [1, 3], 100) == [(1, 425), (3, 300)]
    assert split(725, [1, 3], 25) == [(1, 375), (3, 350)]


@given(
    st.lists(st.tuples(st.integers(0, 500), st.booleans()), min_size=2, max_size=10),
    st.integers(0, 300),
)
def test_pots_hold_every_chip_and_narrow(seats: list[tuple[int, bool]], dead: int) -> None:
    put_in = [put for put, _ in seats]
    live = [place for place, (_, stays) in enumerate(seats) if stays]
    if not live or not sum(put_in) + dead:
        return
    pots = layers(put_in, live, dead)
    assert sum(pot.amount for pot in pots) == sum(put_in) + dead
    for wide, narrow in pairwise(pots):
        assert set(narrow.claimants) < set(wide.claimants)
    for pot in pots:
        assert pot.claimants
        assert set(pot.claimants) <= set(live)


@pytest.mark.parametrize("chip", [1, 25, 100])
@given(amount=st.integers(1, 10_000), count=st.integers(1, 9))
def test_split_gives_away_every_chip_evenly(chip: int, amount: int, count: int) -> None:
    shares = [share for _, share in split(amount, range(count), chip)]
    assert sum(shares) == amount
    assert len(set(shares[1:])) <= 1
    assert 0 <= shares[0] - shares[-1] < chip * count
