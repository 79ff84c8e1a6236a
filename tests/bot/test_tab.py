"""Settling a night: everyone ends even, with the least number of payments."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tab import EXACT, payments

AMOUNTS = st.integers(-10_000_000, 10_000_000)
SMALL = st.integers(-4, 4)


def night(amounts: list[int]) -> dict[str, int]:
    """Nets that sum to zero: the last one takes what the others left."""
    nets = [*amounts, -sum(amounts)]
    return {f"p{number:02}": net for number, net in enumerate(nets)}


def left_over(nets: dict[str, int], paid: list[tuple[str, str, int]]) -> dict[str, int]:
    """What each is still owed after the payments."""
    owed = dict(nets)
    for payer, taker, amount in paid:
        owed[payer] += amount
        owed[taker] -= amount
    return owed


def most_groups(nets: list[int]) -> int:
    """By trying everything: into how many groups that sum to zero can these be split?"""
    if not nets:
        return 0
    first, rest = nets[0], nets[1:]
    best = 0
    for size in range(len(rest) + 1):
        for chosen in combinations(range(len(rest)), size):
            if first + sum(rest[at] for at in chosen) == 0:
                others = [net for at, net in enumerate(rest) if at not in chosen]
                best = max(best, 1 + most_groups(others))
    return best


def check(nets: dict[str, int]) -> list[tuple[str, str, int]]:
    """The payments of a night, which are sound: nobody pays without owing, all end even."""
    paid = payments(nets)
    assert not any(left_over(nets, paid).values())
    assert all(amount > 0 for _, _, amount in paid)
    assert all(nets[payer] < 0 < nets[taker] for payer, taker, _ in paid)
    assert len({(payer, taker) for payer, taker, _ in paid}) == len(paid)
    return paid


@settings(deadline=None)
@given(st.lists(AMOUNTS, max_size=12))
def test_everyone_ends_even_with_at_most_one_payment_less_than_people(amounts: list[int]) -> None:
    nets = night(amounts)
    assert len(check(nets)) <= max(0, sum(net != 0 for net in nets.values()) - 1)


@settings(deadline=None)
@given(st.lists(SMALL, max_size=6))
def test_no_fewer_payments_would_do(amounts: list[int]) -> None:
    nets = night(amounts)
    settling = [net for net in nets.values() if net]
    assert len(check(nets)) == len(settling) - most_groups(settling)


@settings(deadline=None)
@given(st.lists(AMOUNTS, min_size=EXACT + 1, max_size=40))
def test_a_great_night_is_settled_too(amounts: list[int]) -> None:
    nets = night(amounts)
    assert len(check(nets)) < len(nets)


def test_two_pairs_that_cancel_pay_twice_and_not_three_times() -> None:
    nets = {"ann": 500, "bob": -300, "cat": 300, "dan": -500}
    assert sorted(payments(nets)) == [("bob", "cat", 300), ("dan", "ann", 500)]


def test_pairs_that_cancel_are_found_in_a_great_night() -> None:
    nets = {f"p{n:02}": (n // 2 + 1) * (1 if n % 2 else -1) for n in range(2 * EXACT)}
    assert len(check(nets)) == EXACT


def test_nothing_to_settle_is_no_payment() -> None:
    assert payments({}) == []
    assert payments({"ann": 0, "bob": 0}) == []


def test_nets_that_do_not_sum_to_zero_are_none() -> None:
    with pytest.raises(ValueError, match="zero"):
        payments({"ann": 100, "bob": -99})
