"""Many hands rated at once with NumPy: the strengths of `games.hands`, for arrays of cards."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain, combinations, combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games import hands
from games.cards import DECK, UNKNOWN, rank, suit

Cards = NDArray[np.integer[Any]]
Strengths = NDArray[np.int32]

# A card's key counts its rank and its suit, so the sum of a hand's keys counts them all. Ranks up
# to _SPLIT are digits to the base of five from bit 0, those above from _HIGH_AT, and suits are
# four bits each from _SUITS_AT. As in `games.hands`, five of a suit set its top bit.
_SPLIT = 7
_HIGH_AT, _SUITS_AT = 17, 31
_LOW = (1 << _HIGH_AT) - 1
_HIGH = (1 << _SUITS_AT - _HIGH_AT) - 1
_START = 0x3333 << _SUITS_AT
_FLUSH = 0x8888 << _SUITS_AT
_UNSEEN = 1 << _SUITS_AT + 20


_RANK_KEYS = (*(5**r for r in range(_SPLIT)), *(5**r << _HIGH_AT for r in range(13 - _SPLIT)))


_KEYS = np.array(
    [*(_RANK_KEYS[rank(c)] + (1 << _SUITS_AT + 4 * suit(c)) for c in DECK), _UNSEEN], np.int64
)  # the last is for UNKNOWN, which is -1


def strengths(cards: Cards) -> Strengths:
    """`hands.strength` of each row of an array of shape (n, 5), (n, 6) or (n, 7).

    Raises ValueError for another shape and for what is no card; a card given twice is not noticed.
    The first call for a number of cards makes its tables (800 KB), in half a second at most.
    """
    if cards.ndim != 2 or not 5 <= cards.shape[1] <= 7:
        raise ValueError("hands are rows of five to seven cards")
    if cards.size and (cards.min() < UNKNOWN or cards.max() >= len(DECK)):
        raise ValueError("a hand is made of the 52 cards")
    total = np.full(len(cards), _START, np.int64)
    for column in cards.T:
        total += _KEYS[column]
    by_ranks, rows, columns = _rank_tables(cards.shape[1])
    made: Strengths = by_ranks[rows[total & _LOW] + columns[total >> _HIGH_AT & _HIGH]]
    flushes = np.flatnonzero(total & _FLUSH)
    made[flushes] = _suited(cards[flushes], total[flushes])
    made[total >= _UNSEEN] = 0
    return made


def _suited(cards: Cards, total: NDArray[np.int64]) -> Strengths:
    """Strengths of hands that all have five of a suit."""
    flags = total >> _SUITS_AT
    flush = np.select([flags >> 4 * s & 8 != 0 for s in range(4)], range(4))
    in_suit = (cards & 3) == flush[:, np.newaxis]
    ranks = np.where(in_suit, 1 << (cards >> 2).astype(np.int64), 0).sum(axis=1)
    made: Strengths = _suit_table()[ranks]
    return made


@cache
def _suit_table() -> Strengths:
    """Strength of a flush by the ranks of its suit, as bits."""
    table = np.zeros(1 << 13, np.int32)
    for count in (5, 6, 7):
        for ranks in combinations(range(13), count):
            table[sum(1 << r for r in ranks)] = hands.strength([4 * r for r in ranks])
    return table


@cache
def _rank_tables(count: int) -> tuple[Strengths, NDArray[np.int32], NDArray[np.int32]]:
    """Strengths of all hands of so many cards without a flush, and where to find them.

    A hand's place is the sum of one number for its low ranks (a row) and one for its high ranks (a
    column of that row): low ranks that leave equally many cards share their columns.
    """
    rows = np.zeros(1 << _HIGH_AT, np.int32)
    columns = np.zeros(_HIGH + 1, np.int32)
    totals: list[int] = []
    for low_count in range(count + 1):
        highs = _totals(range(_SPLIT, 13), count - low_count)
        for column, high in enumerate(highs):
            columns[high >> _HIGH_AT] = column
        for low in _totals(range(_SPLIT), low_count):
            rows[low] = len(totals)
            totals += [low + high for high in highs]
    if count > 5:
        return _best_of_smaller(np.array(totals), count - 1), rows, columns
    return np.array([_without_flush(total) for total in totals], np.int32), rows, columns


def _totals(ranks: range, count: int) -> list[int]:
    """The keys' sums of all ways to take so many cards of these ranks."""
    taken = combinations_with_replacement(ranks, count)
    return [
        sum(map(_RANK_KEYS.__getitem__, some))
        for some in taken
        if all(some[at] != some[at + 4] for at in range(count - 4))
    ]


def _best_of_smaller(totals: NDArray[np.int64], count: int) -> Strengths:
    """The strengths of hands, each the best of the hands of `count` cards with one card less."""
    by_ranks, rows, columns = _rank_tables(count)
    best = np.zeros(len(totals), np.int32)
    for key in _RANK_KEYS:
        unit = key >> _HIGH_AT or key
        ranks = totals >> _HIGH_AT if key >> _HIGH_AT else totals & _LOW
        there = np.flatnonzero(ranks // unit % 5)
        less = totals[there] - key
        made = by_ranks[rows[less & _LOW] + columns[less >> _HIGH_AT]]
        best[there] = np.maximum(best[there], made)
    return best


def _without_flush(total: int) -> int:
    """The strength of ranks by the sum of their keys, in suits that go round."""
    counts = [(total & _LOW) // 5**r % 5 for r in range(_SPLIT)]
    counts += [(total >> _HIGH_AT) // 5**r % 5 for r in range(13 - _SPLIT)]
    ranks = [r for r, times in enumerate(counts) for _ in range(times)]
    return hands.strength([4 * r + place % 4 for place, r in enumerate(ranks)])


@lru_cache(8)
def subsets(count: int, size: int) -> NDArray[np.intp]:
    """All ways to take `size` of the places 0 to `count` - 1, as rows in order; not to be written.

    Shape (C(count, size), size). Those last asked for are kept.
    """
    places = chain.from_iterable(combinations(range(count), size))
    rows = np.fromiter(places, np.intp).reshape(-1, size)
    rows.flags.writeable = False
    return rows


@lru_cache(4)
def pairs_of_fours(count: int) -> list[NDArray[np.int64]]:
    """For each way to take two of four places, which row of `subsets(count, 2)` they are."""
    pairs = subsets(count, 2)
    places = np.zeros((count, count), np.int64)
    places[pairs[:, 0], pairs[:, 1]] = np.arange(len(pairs))
    fours = subsets(count, 4)
    return [places[fours[:, i], fours[:, j]] for i, j in combinations(range(4), 2)]
