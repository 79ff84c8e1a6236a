"""What the hands of pai gow poker are worth: five cards or two, of 52 and a joker.

The joker completes a straight, a flush or a straight flush and is an ace otherwise; in a flush it
is the highest rank missing. Five aces beat all, A-2-3-4-5 is the second highest straight.
A strength packs category and ranks as in `games.hands`, so comparing two is comparing hands, and a
high hand is at least its low hand where their leading cards are equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games import hands
from games.cards import DECK, JOKER, rank, suit

CATEGORIES: Final = (*hands.CATEGORIES, "five_aces")
"""From the worst to the best."""

ACE: Final = 12

(
    _HIGH,
    _PAIR,
    _TWO_PAIR,
    _TRIPS,
    _STRAIGHT,
    _FLUSH,
    _FULL,
    _QUADS,
    _STRAIGHT_FLUSH,
    _ROYAL,
    _ACES,
) = range(11)
_SHAPES = {
    (1, 1, 1, 1, 1): _HIGH,
    (2, 1, 1, 1): _PAIR,
    (2, 2, 1): _TWO_PAIR,
    (3, 1, 1): _TRIPS,
    (3, 2): _FULL,
    (4, 1): _QUADS,
    (5,): _ACES,
}
_COUNTED = (5, 4, 3, 3, 1, 5, 2, 2, 1, 1, 1)  # how many ranks tell two hands of a category apart
_CATEGORY_AT = 20
_COMPLETE = frozenset((_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH, _ROYAL))

# What a straight is worth, and its ranks as bits: above the wheel (A-2-3-4-5) there is one only.
_BEST, _WHEEL = 13, 12
_FIVE = 3
_STRAIGHTS = (
    (_BEST, 0b1111100000000),
    (_WHEEL, 0b1000000001111),
    *((top, 31 << top - 4) for top in range(11, 3, -1)),
)

# A card's key counts its rank and its suit, and so does the sum of a hand's keys: three bits for
# each of four suits, then for each of thirteen ranks, then for the joker, which is of every suit.
_RANKS_AT = 12
_SUITS = (1 << _RANKS_AT) - 1
_VALUES = (*map(rank, DECK), ACE)
_KEYS = (
    *((1 << _RANKS_AT + 3 * rank(card)) + (1 << 3 * suit(card)) for card in DECK),
    (1 << _RANKS_AT + 3 * 13) + 0o1111,
)
_SUITED = bytes(any(suits >> at & 7 >= 5 for at in (0, 3, 6, 9)) for suits in range(_SUITS + 1))
_IN_A_ROW = bytes(
    max((bits & five).bit_count() for _, five in _STRAIGHTS) for bits in range(1 << 13)
)
_made: tuple[dict[int, int], dict[int, int]] = ({}, {})  # by ranks: in several suits, in one


def value(card: int) -> int:
    """The rank of a card by itself, 0 for a deuce to 12 for an ace: the joker is an ace."""
    return _VALUES[card]


def high(cards: Sequence[int]) -> int:
    """A number that grows with a hand of five different cards; equal means a copy.

    Raises ValueError for another count and for what is no card.
    """
    try:
        a, b, c, d, e = cards
        total = _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e]
    except (IndexError, ValueError):
        raise ValueError("a high hand is five of the 53 cards") from None
    suited = _SUITED[total & _SUITS]
    known, ranks = _made[suited], total >> _RANKS_AT
    try:
        return known[ranks]
    except KeyError:
        known[ranks] = made = _rate(cards, bool(suited))
        return made


def low(cards: Sequence[int]) -> int:
    """The same for two cards, a pair or high cards; `low(two) > high(five)` is a foul."""
    if len(cards) != 2:
        raise ValueError("a low hand is two cards")
    second, first = sorted(map(value, cards))
    return _pack(_PAIR, (first,)) if first == second else _pack(_HIGH, (first, second))


def complete(strength: int) -> bool:
    """Whether a hand is a straight, a flush or a straight flush: what the joker completes."""
    return strength >> _CATEGORY_AT in _COMPLETE


def holds_complete(cards: Sequence[int]) -> bool:
    """Whether some five of up to seven cards are such a hand."""
    if _SUITED[sum([_KEYS[card] for card in cards]) & _SUITS]:
        return True
    bits, wanted = 0, 5
    for card in cards:
        if card == JOKER:
            wanted = 4
        else:
            bits |= 1 << rank(card)
    return _IN_A_ROW[bits] >= wanted


def describe(strength: int, size: int = 5) -> tuple[str, tuple[int, ...]]:
    """The category and the ranks that tell hands of it apart, the weightiest first.

    `size` is the number of cards, 5 or 2. A straight has its highest rank, 3 for A-2-3-4-5.
    """
    kind = strength >> _CATEGORY_AT
    count = size - kind if kind <= _PAIR else _COUNTED[kind]
    ranks = tuple(strength >> _CATEGORY_AT - 4 * place & 15 for place in range(1, count + 1))
    if kind in (_STRAIGHT, _STRAIGHT_FLUSH, _ROYAL):
        ranks = ({_BEST: ACE, _WHEEL: _FIVE}.get(ranks[0], ranks[0]),)
    return CATEGORIES[kind], ranks


def read(cards: Sequence[int]) -> tuple[int, ...]:
    """The cards as one reads them: what is there more often first, then high before low."""
    ranks = [_VALUES[card] for card in cards]
    weights = [(ranks.count(r), card) for r, card in zip(ranks, cards, strict=True)]
    return tuple([card for _, card in sorted(weights, reverse=True)])


def _rate(cards: Sequence[int], suited: bool) -> int:
    """The strength of five cards, which are of one suit or not."""
    ranks = [rank(card) for card in cards if card != JOKER]
    bits = sum(1 << r for r in set(ranks))
    single = len(set(ranks)) == len(ranks)
    straight = next((worth for worth, all_five in _STRAIGHTS if bits | all_five == all_five), None)
    if single and straight is not None:
        if suited:
            return _pack(_ROYAL if straight == _BEST else _STRAIGHT_FLUSH, (straight,))
        return _pack(_STRAIGHT, (straight,))
    if suited:
        missing = (r for r in range(ACE, -1, -1) if r not in ranks)
        ranks += [next(missing)] * (5 - len(ranks))
        return _pack(_FLUSH, sorted(ranks, reverse=True))
    ranks += [ACE] * (5 - len(ranks))
    order = sorted(set(ranks), key=lambda r: (ranks.count(r), r), reverse=True)
    return _pack(_SHAPES[tuple(map(ranks.count, order))], order)


def _pack(kind: int, ranks: Sequence[int]) -> int:
    """The strength of a category and the five ranks (or fewer) that matter in it."""
    packed = kind << _CATEGORY_AT
    for place, r in enumerate(ranks, 1):
        packed |= r << _CATEGORY_AT - 4 * place
    return packed
