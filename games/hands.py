"""What five, six or seven cards are worth, what the hand is called, and which five cards make it.

A strength packs the category and up to five ranks, four bits each, so comparing two is comparing
hands. Suits never rank; the ace is also low in A-2-3-4-5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from games.cards import DECK, UNKNOWN, rank, suit

CATEGORIES: Final = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)
"""From the worst to the best."""

CATEGORY_AT: Final = 20
"""A strength shifted down by so many bits is the place of its category among CATEGORIES."""

OF_SEVEN: Final[Mapping[str, int]] = {
    "high_card": 23_294_460,
    "pair": 58_627_800,
    "two_pair": 31_433_400,
    "three_of_a_kind": 6_461_620,
    "straight": 6_180_020,
    "flush": 4_047_644,
    "full_house": 3_473_184,
    "four_of_a_kind": 224_848,
    "straight_flush": 37_260,
    "royal_flush": 4_324,
}
"""How many of the C(52, 7) = 133,784,560 seven-card hands have it as their best five."""

_PAIR, _TWO_PAIR, _TRIPS, _STRAIGHT, _FLUSH, _FULL, _QUADS, _STRAIGHT_FLUSH, _ROYAL = range(1, 10)
_COUNTED = (5, 4, 3, 3, 1, 5, 2, 2, 1, 1)  # how many ranks tell two hands of a category apart
_ACE = 12

# A card's key tells its rank and its suit, and so does the sum of a hand's keys. The last three
# octal digits count diamonds, hearts and spades. What lies above tells how often each rank is
# there: every rank has the least number that keeps the sums of seven cards apart (those of five
# or six are apart then too). Most sums stay below 2 ** 30, where Python adds fastest.
_RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
_SUIT_KEYS = (0, 0o1, 0o10, 0o100)
_SUITS = 0o777
_RANKS_AT = 9
_UNSEEN = 1 << 40  # above all sums of cards, so that such a hand is always looked into
_KEYS: tuple[Any, ...] = (
    *((_RANK_KEYS[rank(card)] << _RANKS_AT) + _SUIT_KEYS[suit(card)] for card in DECK),
    None,  # the joker: no number, so that adding it fails
    _UNSEEN,  # for UNKNOWN, which is -1
)

_SIZES = (5, 6, 7)


def _flushes(size: int) -> bytes:
    """For every count of diamonds, hearts and spades, whether five of `size` are of one suit."""
    others = ((suits >> 6 & 7, suits >> 3 & 7, suits & 7) for suits in range(_SUITS + 1))
    return bytes(max(size - sum(known), *known) >= 5 for known in others)


_FLUSHES = {size: _flushes(size) for size in _SIZES}
_FLUSHES_OF_SEVEN = _FLUSHES[7]
# By the number of cards, then the sum's ranks: the strength, filled as hands are met.
_by_ranks: dict[int, dict[int, int]] = {size: {} for size in _SIZES}  # 73,775 in all at most
_by_ranks_of_seven = _by_ranks[7]
_made: dict[int, int] = {}  # one object for each strength, so that fewer lie about in memory
_by_suited: dict[int, int] = {}  # the ranks of one suit as bits: 4,719 at most


def strength(cards: Sequence[int]) -> int:
    """A number that grows with the best five of 5 to 7 different cards; equal means a tie.

    It is 0 for a hand with a card nobody saw, above 0 for any other. Raises ValueError for
    another count and for a joker; a card given twice is not noticed.
    """
    size = len(cards)
    try:
        if size == 7:
            return seven(*cards)
        total = sum([_KEYS[card] for card in cards])
    except (TypeError, IndexError):
        raise ValueError("a hand is made of the 52 cards") from None
    if size not in _SIZES:
        raise ValueError("a hand is five to seven cards")
    if _FLUSHES[size][total & _SUITS]:
        return _flush(cards, total)
    try:
        return _by_ranks[size][total >> _RANKS_AT]
    except KeyError:
        return _meet(cards, total)


def seven(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> int:
    """`strength` of seven cards, a little faster; raises TypeError for a joker."""
    k = _KEYS
    total = k[a] + k[b] + k[c] + k[d] + k[e] + k[f] + k[g]
    if _FLUSHES_OF_SEVEN[total & _SUITS]:
        return _flush((a, b, c, d, e, f, g), total)
    try:
        return _by_ranks_of_seven[total >> _RANKS_AT]
    except KeyError:
        return _meet((a, b, c, d, e, f, g), total)


def category(strength: int) -> str:
    """One of CATEGORIES; raises ValueError for 0, the strength of a hand nobody saw."""
    if strength <= 0:
        raise ValueError("a hand nobody saw has no name")
    return CATEGORIES[strength >> CATEGORY_AT]


def describe(strength: int) -> tuple[str, tuple[int, ...]]:
    """The category and the ranks that tell hands of it apart, the weightiest first.

    `("two_pair", (11, 7, 3))` is kings and nines with a five; a straight has its highest rank,
    3 for A-2-3-4-5. Raises ValueError for 0, the strength of a hand nobody saw.
    """
    if strength <= 0:
        raise ValueError("a hand nobody saw has no name")
    kind = strength >> CATEGORY_AT
    shifts = range(CATEGORY_AT - 4, -4, -4)[: _COUNTED[kind]]
    return CATEGORIES[kind], tuple(strength >> shift & 15 for shift in shifts)


def best(cards: Sequence[int]) -> tuple[int, ...]:
    """The five of 5 to 7 known cards that make the hand, as one reads them.

    Sets come before kickers, high before low, and the ace of A-2-3-4-5 last. Of cards that would
    do equally well the first given is taken. Raises ValueError as `strength` and `describe` do.
    """
    name, ranks = describe(strength(cards))
    kind = CATEGORIES.index(name)
    left = list(cards)
    if kind in (_FLUSH, _STRAIGHT_FLUSH, _ROYAL):
        suits = [suit(card) for card in cards]
        left = [card for card in cards if suits.count(suit(card)) >= 5]
    made = []
    for wanted in _spelled(kind, ranks):
        card = next(card for card in left if rank(card) == wanted)
        left.remove(card)
        made.append(card)
    return tuple(made)


def _spelled(kind: int, ranks: tuple[int, ...]) -> Iterable[int]:
    """The ranks of all five cards, in reading order."""
    if kind in (_STRAIGHT, _STRAIGHT_FLUSH, _ROYAL):
        return [(ranks[0] - step) % 13 for step in range(5)]
    times = {_PAIR: (2,), _TWO_PAIR: (2, 2), _TRIPS: (3,), _FULL: (3, 2), _QUADS: (4,)}
    repeats = times.get(kind, ()) + (1,) * 5
    return [r for r, repeat in zip(ranks, repeats, strict=False) for _ in range(repeat)]


def _pack(kind: int, ranks: Sequence[int]) -> int:
    """The strength of a category and the five ranks (or fewer) that matter in it."""
    packed = kind
    for place in range(5):
        packed = packed << 4 | (ranks[place] if place < len(ranks) else 0)
    return packed


def _flush(cards: Sequence[int], total: int) -> int:
    """The strength of cards with five of a suit, which leave no room for quads or a full house."""
    if total >= _UNSEEN:
        return _unseen(cards)
    suits = [suit(card) for card in cards]
    flush = max(range(4), key=suits.count)
    suited = 0
    for card in cards:
        if suit(card) == flush:
            suited |= 1 << rank(card)
    try:
        return _by_suited[suited]
    except KeyError:
        _by_suited[suited] = made = _rate_suited(suited)
        return made


def _meet(cards: Sequence[int], total: int) -> int:
    """Rate ranks met for the first time, and remember them."""
    if total >= _UNSEEN:
        return _unseen(cards)
    ranks = [rank(card) for card in cards]
    counts = [ranks.count(r) for r in range(13)]
    if max(counts) > 4:
        raise ValueError("a hand is made of different cards")
    made = _rate(counts)
    made = _made.setdefault(made, made)
    _by_ranks[len(cards)][total >> _RANKS_AT] = made
    return made


def _unseen(cards: Sequence[int]) -> int:
    if UNKNOWN not in cards:
        raise ValueError("a hand is made of the 52 cards")
    return 0


def _rate_suited(suited: int) -> int:
    top = _top_of_straight(suited)
    if top == _ACE:
        return _pack(_ROYAL, (top,))
    if top is not None:
        return _pack(_STRAIGHT_FLUSH, (top,))
    return _pack(_FLUSH, [r for r in range(_ACE, -1, -1) if suited >> r & 1][:5])


def _rate(counts: Sequence[int]) -> int:
    """The strength of a hand without a flush, from how many cards it has of each rank."""
    order = sorted((r for r in range(13) if counts[r]), key=lambda r: (counts[r], r), reverse=True)
    first, second = counts[order[0]], counts[order[1]]
    if first == 4:
        return _pack(_QUADS, (order[0], max(order[1:])))
    if first == 3 and second >= 2:
        return _pack(_FULL, (order[0], max(r for r in order[1:] if counts[r] >= 2)))
    top = _top_of_straight(sum(1 << r for r in order))
    if top is not None:
        return _pack(_STRAIGHT, (top,))
    if first == 3:
        return _pack(_TRIPS, order[:3])
    if second == 2:
        return _pack(_TWO_PAIR, (order[0], order[1], max(order[2:])))
    return _pack(_PAIR if first == 2 else 0, order[: 4 if first == 2 else 5])


def _top_of_straight(bits: int) -> int | None:
    """The highest rank of the best straight among ranks given as bits, if there is one."""
    with_low_ace = bits << 1 | bits >> _ACE & 1
    return next((top for top in range(_ACE, 2, -1) if with_low_ace >> top - 3 & 31 == 31), None)
