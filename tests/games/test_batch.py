"""The evaluator for arrays: equal to the plain one, and all six- and seven-card hands counted."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from games import hands
from games.batch import Cards, strengths
from games.cards import DECK, JOKER, UNKNOWN
from tests.games.test_hands import COUNTS, tally

TOP = hands.strength([51, 47, 43, 39, 35])
AT_ONCE = 1 << 20


def all_hands(size: int) -> NDArray[np.int8]:
    """Every hand of `size` cards, a row each, in the order of `itertools.combinations`."""
    if size == 0:
        return np.zeros((1, 0), np.int8)
    shorter = all_hands(size - 1)
    parts = [
        np.insert(shorter[len(shorter) - comb(51 - lowest, size - 1) :], 0, lowest, axis=1)
        for lowest in DECK
    ]
    return np.concatenate(parts)


def some_hands(count: int, size: int, seed: int) -> Cards:
    rng = np.random.default_rng(seed)
    deals: NDArray[np.int64] = rng.permuted(np.tile(np.arange(52), (count, 1)), axis=1)[:, :size]
    return deals


def test_all_five_card_hands_are_worth_what_the_plain_evaluator_says() -> None:
    dealt = all_hands(5)
    assert len(dealt) == COUNTS["5"]["total"]
    made = strengths(dealt)
    plain = np.fromiter(map(hands.strength, combinations(DECK, 5)), np.int32, len(dealt))
    assert np.array_equal(made, plain)
    values, counts = np.unique(made, return_counts=True)
    counted = zip(values.tolist(), counts.tolist(), strict=True)
    assert tally(counted) == COUNTS["5"]["categories"]


@pytest.mark.parametrize("size", [6, 7])
def test_random_hands_are_worth_what_the_plain_evaluator_says(size: int) -> None:
    dealt = some_hands(50_000, size, seed=size)
    made = strengths(dealt).tolist()
    assert made == [hands.strength(row) for row in dealt.tolist()]
    assert {hands.category(strength) for strength in made} >= set(hands.CATEGORIES[:8])


@pytest.mark.parametrize("size", [6, 7])
def test_every_straight_flush_is_found_in_every_suit(size: int) -> None:
    rows = []
    for suit in range(4):
        for top in range(3, 13):
            straight = [(top - step) % 13 * 4 + suit for step in range(5)]
            others = [card for card in DECK if card not in straight]
            rows += [straight + others[at : at + size - 5] for at in range(len(others) - 1)]
    assert strengths(np.array(rows)).tolist() == [hands.strength(row) for row in rows]


def test_small_and_unsigned_integers_will_do() -> None:
    dealt = some_hands(1_000, 7, seed=1)
    wanted = strengths(dealt)
    for kind in (np.int8, np.uint8, np.int32):
        assert np.array_equal(strengths(dealt.astype(kind)), wanted)


def test_no_hands_give_no_strengths() -> None:
    assert strengths(np.zeros((0, 7), np.int64)).tolist() == []


def test_hands_with_a_card_nobody_saw_are_worth_nothing() -> None:
    dealt = some_hands(2_000, 7, seed=2)
    wanted = strengths(dealt)
    for unseen in range(1, 8):
        dealt[::2, :unseen] = UNKNOWN
        made = strengths(dealt)
        assert not made[::2].any()
        assert np.array_equal(made[1::2], wanted[1::2])


@pytest.mark.parametrize("card", [JOKER, -2, 60])
def test_what_is_no_card_is_refused(card: int) -> None:
    dealt = some_hands(3, 7, seed=3)
    dealt[1, 4] = card
    with pytest.raises(ValueError, match="52 cards"):
        strengths(dealt)


@pytest.mark.parametrize("shape", [(7,), (3, 4), (3, 8), (2, 2, 7)])
def test_what_are_no_rows_of_hands_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="five to seven cards"):
        strengths(np.zeros(shape, np.int64))


def count_all(size: int) -> NDArray[np.int64]:
    """How many hands of `size` cards have each strength."""
    shorter = all_hands(size - 1)
    counts = np.zeros(TOP + 1, np.int64)
    for lowest in DECK:
        others = shorter[len(shorter) - comb(51 - lowest, size - 1) :]
        for start in range(0, len(others), AT_ONCE):
            dealt = np.insert(others[start : start + AT_ONCE], 0, lowest, axis=1)
            np.add.at(counts, strengths(dealt), 1)
    return counts


@pytest.mark.prove
@pytest.mark.parametrize("size", [6, 7])
def test_all_hands_of_more_cards_are_counted_right(size: int) -> None:
    counts = count_all(size)
    met = np.flatnonzero(counts)
    assert counts.sum() == COUNTS[str(size)]["total"]
    assert len(met) == COUNTS[str(size)]["distinct"]
    counted = zip(met.tolist(), counts[met].tolist(), strict=True)
    assert tally(counted) == COUNTS[str(size)]["categories"]


@pytest.mark.prove
def test_two_million_hands_are_worth_what_the_plain_evaluator_says() -> None:
    for seed in range(20):
        dealt = some_hands(100_000, 7, seed=100 + seed)
        assert strengths(dealt).tolist() == [hands.strength(row) for row in dealt.tolist()]
