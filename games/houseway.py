"""The house way of pai gow poker: how the dealer, and whoever leaves it to the house, sets a hand.

The joker counts as an ace but for complete hands: straights, flushes, straight flushes. Of settings
between which the rows see no difference, it is the one with the better high hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from operator import itemgetter

from games.joker import ACE, complete, high, holds_complete, low, read, value

_TWO, _SIX, _TEN, _KING = 0, 4, 8, 11

Cards = tuple[int, ...]
Ranks = tuple[int, int]

_SPLITS = tuple(
    (itemgetter(*(at for at in range(7) if at not in two)), itemgetter(*two))
    for two in combinations(range(7), 2)
)


def splits(cards: Cards) -> Iterator[tuple[Cards, Cards]]:
    """Every way to part seven cards into five and two, each in the order given; fouls too."""
    return ((five(cards), two(cards)) for five, two in _SPLITS)


def house_way(cards: Sequence[int]) -> tuple[Cards, Cards]:
    """The high hand (five) and the low hand (two) of seven different cards of the 53.

    The same for the same cards in any order. Raises ValueError for another count.
    """
    if len(cards) != 7:
        raise ValueError("seven cards are set")
    dealt = read(cards)
    ranks = [value(card) for card in dealt]
    different = list(dict.fromkeys(ranks))
    shape = tuple(map(ranks.count, different))
    if shape in _WITH_COMPLETE and holds_complete(dealt):
        left = _left_by_complete(dealt, shape)
        if left is not None:
            return left
    return _with_low(dealt, ranks, *_ROWS[shape](*different))


def _left_by_complete(dealt: Cards, shape: tuple[int, ...]) -> tuple[Cards, Cards] | None:
    """The best low hand beside a complete one; beside three of a kind's, a pair or none."""
    fit = [
        (low(two), strength, five, two)
        for five, two in splits(dealt)
        if complete(strength := high(five)) and (shape != _TRIPS or value(two[0]) == value(two[1]))
    ]
    return max(fit)[2:] if fit else None


def _with_low(dealt: Cards, ranks: list[int], first: int, second: int) -> tuple[Cards, Cards]:
    """The best high hand beside a low hand of these ranks."""
    firsts, seconds = (
        [card for card, r in zip(dealt, ranks, strict=True) if r == wanted]
        for wanted in (first, second)
    )
    lows = product(firsts, seconds) if first != second else combinations(firsts, 2)
    settings = [(tuple([card for card in dealt if card not in two]), two) for two in lows]
    if len(settings) == 1:
        return settings[0]
    return max(settings, key=lambda setting: high(setting[0]))


# Each row takes the ranks of a hand, those that are there more often first, then the higher ones
# first, and says which two are set low.


def _five_aces(ace: int, *others: int) -> Ranks:
    return (_KING, _KING) if others == (_KING,) else (ace, ace)


def _quads_with_more(quads: int, more: int, *_: int) -> Ranks:
    return more, more


def _quads(quads: int, first: int, second: int, third: int) -> Ranks:
    if quads <= _SIX or first >= (_KING if quads <= _TEN else ACE):
        return first, second
    return quads, quads


def _two_trips(higher: int, lower: int, single: int) -> Ranks:
    return higher, higher


def _trips_and_two_pairs(trips: int, higher: int, lower: int) -> Ranks:
    return higher, higher


def _full_house(trips: int, pair: int, first: int, second: int) -> Ranks:
    if pair == _TWO and (first, second) == (ACE, _KING):
        return first, second
    return pair, pair


def _three_pairs(highest: int, middle: int, lowest: int, single: int) -> Ranks:
    return highest, highest


_TOGETHER_BESIDE = {
    ("low", "low"): _KING,
    ("mid", "low"): _KING,
    ("mid", "mid"): ACE,
    ("high", "low"): ACE,
}
"""The least single card beside which two pairs stay together; others never do."""


def _two_pairs(higher: int, lower: int, first: int, second: int, third: int) -> Ranks:
    together = _TOGETHER_BESIDE.get((_size(higher), _size(lower)))
    if together is not None and first >= together:
        return first, second
    return lower, lower


def _size(pair: int) -> str:
    if pair == ACE:
        return "aces"
    return "low" if pair <= _SIX else "mid" if pair <= _TEN else "high"


def _trips(trips: int, first: int, second: int, *_: int) -> Ranks:
    return (trips, first) if trips == ACE else (first, second)


def _pair(pair: int, first: int, second: int, *_: int) -> Ranks:
    return first, second


def _nothing(best: int, first: int, second: int, *_: int) -> Ranks:
    return first, second


_TRIPS = (3, 1, 1, 1, 1)
_ROWS: dict[tuple[int, ...], Callable[..., Ranks]] = {
    (5, 1, 1): _five_aces,
    (5, 2): _five_aces,
    (4, 3): _quads_with_more,
    (4, 2, 1): _quads_with_more,
    (4, 1, 1, 1): _quads,
    (3, 3, 1): _two_trips,
    (3, 2, 2): _trips_and_two_pairs,
    (3, 2, 1, 1): _full_house,
    (2, 2, 2, 1): _three_pairs,
    (2, 2, 1, 1, 1): _two_pairs,
    _TRIPS: _trips,
    (2, 1, 1, 1, 1, 1): _pair,
    (1, 1, 1, 1, 1, 1, 1): _nothing,
}
_WITH_COMPLETE = (_TRIPS, (2, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1, 1))
