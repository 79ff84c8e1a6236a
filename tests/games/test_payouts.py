"""Prizes, shared places, bounties and deals: sums are exact, ICM is right."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.payouts import (
    apportion,
    bounty,
    curve,
    deal_by_chips,
    deal_by_icm,
    icm,
    paid,
    shared,
)

POOLS = st.integers(1, 10**12)
STACKS = st.lists(st.integers(1, 10**6), min_size=2, max_size=6)
PRIZES = st.lists(st.integers(0, 10**7), min_size=1, max_size=6).map(
    lambda found: sorted(found, reverse=True)
)


# --- the curve -------------------------------------------------------------------------------


def test_a_tenth_to_a_fifth_of_the_field_is_paid() -> None:
    for entries in range(10, 2001):
        assert entries / 10 <= paid(entries) <= entries / 5
    assert [paid(entries) for entries in (2, 4, 5, 9, 10, 100, 500)] == [1, 1, 2, 2, 2, 15, 62]


def test_a_larger_field_never_pays_fewer() -> None:
    counts = [paid(entries) for entries in range(2, 2001)]
    assert counts == sorted(counts)


@settings(deadline=None)
@given(POOLS, st.integers(2, 600))
def test_prizes_sum_to_the_pool_and_fall_from_place_to_place(pool: int, entries: int) -> None:
    prizes = curve(pool, entries)
    assert sum(prizes) == pool
    assert list(prizes) == sorted(prizes, reverse=True)
    assert len(prizes) == paid(entries)


def test_every_field_of_2_to_500_is_paid_in_proportion_by_the_largest_remainder() -> None:
    for entries in range(2, 501):
        pool = entries * 12_345 + entries % 7
        prizes = curve(pool, entries)
        assert sum(prizes) == pool
        assert all(more >= less > 0 for more, less in pairwise(prizes))
        whole = sum(Fraction(1, place) for place in range(1, len(prizes) + 1))
        exact = [pool / whole / place for place in range(1, len(prizes) + 1)]
        up = [share % 1 for prize, share in zip(prizes, exact, strict=True) if prize > share]
        down = [share % 1 for prize, share in zip(prizes, exact, strict=True) if prize <= share]
        assert all(abs(prize - share) < 1 for prize, share in zip(prizes, exact, strict=True))
        assert min(up, default=1) >= max(down, default=0)


@settings(deadline=None)
@given(st.integers(10, 600), st.integers(100, 10**6))
def test_the_last_paid_place_gets_more_than_it_brought(entries: int, buy_in: int) -> None:
    assert curve(entries * buy_in, entries)[-1] > buy_in


def test_nothing_to_win_is_no_prize() -> None:
    assert curve(0, 50) == ()


@settings(deadline=None)
@given(POOLS, st.lists(st.integers(0, 1000), min_size=1, max_size=70).filter(any))
def test_the_largest_remainder_is_within_a_hundredth_of_the_exact_share(
    pool: int, weights: list[int]
) -> None:
    shares = apportion(pool, weights)
    assert sum(shares) == pool
    for share, weight in zip(shares, weights, strict=True):
        assert abs(share - Fraction(pool * weight, sum(weights))) < 1


def test_the_odd_hundredths_go_where_the_remainder_is_largest() -> None:
    assert apportion(100, [1, 1, 1]) == (34, 33, 33)
    assert apportion(10, [5, 13, 2]) == (3, 6, 1)


@pytest.mark.parametrize("weights", [[], [0, 0], [3, -1]])
def test_shares_of_nothing_are_no_shares(weights: list[int]) -> None:
    with pytest.raises(ValueError, match=r"weights|iterable"):
        apportion(100, weights)


# --- shared places ---------------------------------------------------------------------------


def test_tda_rp_8_who_ties_shares_the_prizes_of_both_places() -> None:
    assert shared((500, 301, 100), 2, 2) == (201, 200)
    assert shared((500, 300, 101), 3, 3) == (34, 34, 33)
    assert shared((500, 300), 3, 2) == (0, 0)


@settings(deadline=None)
@given(POOLS, st.integers(2, 100), st.data())
def test_ties_leave_the_sum_of_the_prizes_as_it_was(
    pool: int, entries: int, data: st.DataObject
) -> None:
    prizes = curve(pool, entries)
    place, total = 1, 0
    while place <= entries:
        players = data.draw(st.integers(1, min(4, entries + 1 - place)))
        total += sum(shared(prizes, place, players))
        place += players
    assert total == pool


# --- bounties --------------------------------------------------------------------------------


def test_a_bounty_is_shared_by_who_won_the_last_pot() -> None:
    assert bounty(1001, 1, progressive=False) == ((1001, 0),)
    assert bounty(1001, 2, progressive=False) == ((501, 0), (500, 0))


def test_half_of_a_progressive_bounty_goes_onto_the_winners_head() -> None:
    assert bounty(1001, 1, progressive=True) == ((501, 500),)
    assert bounty(1001, 2, progressive=True) == ((251, 250), (250, 250))


@settings(deadline=None)
@given(POOLS, st.integers(1, 9), st.booleans())
def test_no_bounty_is_lost(head: int, winners: int, progressive: bool) -> None:
    parts = bounty(head, winners, progressive=progressive)
    assert sum(map(sum, parts)) == head


# --- deals -----------------------------------------------------------------------------------


def by_every_order(stacks: list[int], prizes: list[int]) -> list[Fraction]:
    """ICM the long way: every order in which they could come in, with its chance."""
    worth = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = Fraction(1), sum(stacks)
        for who in order:
            chance *= Fraction(stacks[who], left)
            left -= stacks[who]
        for place, who in enumerate(order):
            worth[who] += chance * (prizes[place] if place < len(prizes) else 0)
    return worth


@settings(max_examples=60, deadline=None)
@given(STACKS, PRIZES)
def test_icm_is_what_every_order_gives(stacks: list[int], prizes: list[int]) -> None:
    assert list(icm(stacks, prizes)) == by_every_order(stacks, prizes)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 10**9), min_size=2, max_size=10), PRIZES)
def test_icm_gives_out_all_and_never_more_to_the_smaller_stack(
    stacks: list[int], prizes: list[int]
) -> None:
    worth = icm(stacks, prizes)
    assert sum(worth) == sum(prizes[: len(stacks)])
    ranked = [share for _, share in sorted(zip(stacks, worth, strict=True))]
    assert ranked == sorted(ranked)
    assert max(worth) <= prizes[0]


def test_icm_in_exact_fractions() -> None:
    assert icm([5000, 3000, 2000], [50, 30, 20]) == (
        Fraction(1075, 28),
        Fraction(655, 20),
        Fraction(202, 7),
    )
    assert list(icm([1, 1], [60, 40])) == [50, 50]
    assert list(icm([7, 3], [100])) == [70, 30]


@settings(max_examples=60, deadline=None)
@given(STACKS, PRIZES)
def test_a_deal_shares_out_all_that_is_left_to_be_won(stacks: list[int], prizes: list[int]) -> None:
    left = sum(prizes[: len(stacks)])
    for deal in (deal_by_icm(stacks, prizes), deal_by_chips(stacks, prizes)):
        assert sum(deal) == left
        ranked = [share for _, share in sorted(zip(stacks, deal, strict=True))]
        assert all(more >= less - 1 for less, more in pairwise(ranked))


def test_by_chips_everyone_gets_the_least_prize_and_a_share_of_the_rest() -> None:
    assert deal_by_chips([6000, 3000, 1000], [500, 300, 100]) == (460, 280, 160)


def test_ten_stacks_are_weighed_in_no_time() -> None:
    worth = icm(list(range(1, 11)), [100, 60, 40, 20])
    assert sum(worth) == 220
    assert list(worth) == sorted(worth)


@pytest.mark.parametrize("stacks", [[], [100, 0], [1] * 11])
def test_no_deal_without_chips_or_with_too_many(stacks: list[int]) -> None:
    with pytest.raises(ValueError, match="make a deal"):
        icm(stacks, [100])
