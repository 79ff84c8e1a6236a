"""All hands of seven of the 53 cards, one of each kind and how many are like it.

Hands are alike when only the names of suits differ that five cards of one suit do not need: what
they can be set as is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.cards import JOKER

HANDS = comb(53, 7)

_RANKS_AT = 13
_JOKER_AT = _RANKS_AT + 3 * 13

Kind = tuple[tuple[int, ...], int]


def kinds() -> Iterator[Kind]:
    """Some 290,000 hands, each with the number of those that are like it."""
    for joker in ((), (JOKER,)):
        size, flush = 7 - len(joker), 5 - len(joker)
        flushes: Counter[tuple[int, ...]] = Counter()
        for hand, ranks, count in _with_flush(size, flush):
            flushes[ranks] += count
            yield hand + joker, count
        for ranks in _multisets(size, 4):
            count = _ways(ranks, 4) - flushes[ranks]
            if count:
                yield tuple(4 * r + at % 4 for at, r in enumerate(ranks)) + joker, count


def _with_flush(size: int, flush: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Hands with at least so many of a suit, here spades; their ranks; how many are alike."""
    for suited in range(flush, size + 1):
        for spades in combinations(range(13), suited):
            for others in _multisets(size - suited, 3):
                beside = [4 * r + others[:at].count(r) for at, r in enumerate(others)]
                hand = tuple(4 * r + 3 for r in spades) + tuple(beside)
                yield hand, tuple(sorted(spades + others)), 4 * _ways(others, 3)


@cache
def _multisets(size: int, most: int) -> list[tuple[int, ...]]:
    """So many ranks in order, none more often than that."""
    every = combinations_with_replacement(range(13), size)
    return [ranks for ranks in every if all(ranks.count(r) <= most for r in set(ranks))]


@cache
def _ways(ranks: tuple[int, ...], suits: int) -> int:
    return prod(comb(suits, ranks.count(r)) for r in set(ranks))


def keys(hands: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """A number for each row of seven cards, the same for those that are alike."""
    jokers = (hands == JOKER).sum(axis=1)
    made: NDArray[np.int64] = jokers << _JOKER_AT
    for card_rank in range(13):
        made += (hands >> 2 == card_rank).sum(axis=1) << _RANKS_AT + 3 * card_rank
    for card_suit in range(4):
        held = (hands & 3 == card_suit) & (hands != JOKER)
        bits = (held << (hands >> 2).astype(np.int64)).sum(axis=1)
        made += np.where(held.sum(axis=1) + jokers >= 5, bits, 0)
    return made
