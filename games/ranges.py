"""What opponents may hold: every pair of cards, how good it is, and what their acts say of it.

A range is an array of 1,326 weights, one for each pair; all chance is drawn from a given stream.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.batch import strengths
from games.cards import DECK, RANKS, rank, suit
from games.play import Event

Weights = NDArray[np.float64]

PAIRS = np.array(list(combinations(DECK, 2)), np.int64)
"""The two cards of each pair, in the order all ranges have."""

_BITS = np.bitwise_or.reduce(np.uint64(1) << PAIRS.astype(np.uint64), axis=1)
_RUNOUTS = 5
"""Boards looked at for how good a pair may become; odd ones even out over 1,326 pairs."""
_MOST_RIVALS = 5
"""Against more than these the samples would run out, and the answer is no other."""
_SAMPLES = 600

_ORDER = """
AA KK QQ JJ TT 99 AKs 88 AQs AJs AKo KQs AQo ATs KJs 77 AJo KTs A9s QJs ATo KQo A8s
QTs KJo A7s K9s 66 KTo JTs A5s QJo A9o A6s QTo Q9s K8s A4s A8o J9s A3s JTo K9o A2s
55 K7s Q8s T9s K6s A7o Q9o A5o K5s J8s A6o A4o K8o 44 T8s K4s Q7s A3o J9o Q6s 98s
K3s K7o J7s Q5s T9o A2o K2s Q8o T7s K6o Q4s 33 K5o 97s J8o K4o Q3s 87s J6s T8o Q2s
Q7o J5s 98o T6s 96s J3s J4s Q6o K3o 86s J7o 22 Q5o 76s T7o K2o T4s J2s T5s Q4o 97o
T3s 65s 85s 87o 95s J6o 75s Q3o T6o J5o Q2o T2s 96o 94s 54s J4o 86o 64s 74s 93s 76o
84s J3o T5o 53s 92s T4o 83s J2o 95o 65o 85o 73s 63s 75o 82s T3o 43s T2o 52s 62s 94o
54o 84o 42s 74o 64o 72s 93o 32s 92o 63o 83o 53o 73o 82o 43o 52o 62o 72o 42o 32o
"""
CLASSES = tuple(_ORDER.split())
"""The classes of two cards, best first: by what they win of the pot against one unknown hand and
twice that against three."""

# What is kept of a range after an act before the flop: the best share of all pairs that is too
# good for it, and the share beyond which hands are too poor; by how often there had been a raise.
_RAISERS = ((0.0, 0.32), (0.0, 0.14), (0.0, 0.07))
_CALLERS = ((0.08, 0.65), (0.06, 0.42), (0.03, 0.2))
_BLINDS = ("small_blind", "big_blind", "post")
_DOUBTS = 0.12
"""What is left of a weight where the act speaks against the hand: people surprise."""


def bits(cards: Sequence[int]) -> int:
    """Cards as a set in one number."""
    return sum(1 << card for card in cards)


def number(hole: Sequence[int]) -> int:
    """Where a pair stands in all ranges."""
    low, high = sorted(hole)
    return int(np.flatnonzero((PAIRS[:, 0] == low) & (PAIRS[:, 1] == high))[0])


@cache
def before_flop() -> Weights:
    """For each pair the share of all pairs that are better before the flop: 0 for aces."""
    place = {name: at for at, name in enumerate(CLASSES)}
    worth = np.array([-place[class_of(pair)] for pair in PAIRS.tolist()])
    return 1 - _shares(worth, np.full(len(PAIRS), True))


def class_of(pair: Sequence[int]) -> str:
    """The class of two cards: `AA`, `AKs` of one suit, `AKo` of two."""
    low, high = sorted(pair)
    names = RANKS[rank(high)] + RANKS[rank(low)]
    if rank(high) == rank(low):
        return names
    return names + ("s" if suit(high) == suit(low) else "o")


@lru_cache(256)
def quality(board: tuple[int, ...]) -> Weights:
    """For each pair the share of pairs that it beats on a board of three to five, draws included.

    Pairs that share a card with the board have no meaning there.
    """
    free = _apart(board)
    if len(board) == 5:
        return _shares(_made(board, free), free)
    chance = np.random.Generator(np.random.PCG64(bits(board)))
    deck = np.array([card for card in DECK if card not in board], np.int64)
    total, times = np.zeros(len(PAIRS)), np.full(len(PAIRS), 1e-9)
    for _ in range(_RUNOUTS):
        rest = chance.choice(deck, 5 - len(board), replace=False).tolist()
        full = (*board, *rest)
        fits = _apart(full)
        total += np.where(fits, _shares(_made(full, fits), fits), 0)
        times += fits
    return _shares(total / times, free)


def _apart(cards: Sequence[int]) -> NDArray[np.bool_]:
    """Which pairs have none of these cards."""
    apart: NDArray[np.bool_] = _BITS & np.uint64(bits(cards)) == 0
    return apart


def _made(board: tuple[int, ...], among: NDArray[np.bool_]) -> NDArray[np.int32]:
    """The strength of each of these pairs on a full board, 0 for the others."""
    pairs = PAIRS[among]
    hands = np.empty((len(pairs), 7), np.int64)
    hands[:, :2], hands[:, 2:] = pairs, board
    made = np.zeros(len(PAIRS), np.int32)
    made[among] = strengths(hands)
    return made


def _shares(worth: NDArray[np.float64] | NDArray[np.int32], among: NDArray[np.bool_]) -> Weights:
    """Each one's share of those below it, ties counting half."""
    order = np.sort(worth[among])
    below, upto = np.searchsorted(order, worth, "left"), np.searchsorted(order, worth, "right")
    shares: Weights = (below + upto) / (2 * max(1, len(order)))
    return shares


def narrowed(story: Sequence[Event], seat: int, dealt: int) -> Weights:
    """What `seat` may hold after the public events of a hand, oldest first.

    `dealt` is how many were dealt in: with fewer players people play more hands.
    """
    weights = np.ones(len(PAIRS))
    for act in sized(story):
        if act.seat == seat:
            after = _after(act) if act.board else _first(act.kind, act.raises, dealt)
            weights *= after
    return weights


class Sized(NamedTuple):
    """An act that keeps a seat in a hand, with what had happened before it.

    `raises` before the flop; `size` is by how much it raises, as a share of the pot after a call.
    """

    kind: str
    seat: int
    board: tuple[int, ...]
    raises: int
    size: float


def sized(story: Sequence[Event]) -> Iterator[Sized]:
    """The acts of the public events of a hand, oldest first.

    Their amounts are totals of a seat on a street; antes and dead money belong to no street.
    """
    board: tuple[int, ...] = ()
    raises, pot, put = 0, 0, Counter[int]()
    for event in story:
        kind, seat = event.kind, event.seat
        if kind == "board":
            board += event.cards
            put.clear()
        elif kind in ("ante", "dead"):
            pot += event.amount
        elif kind in _BLINDS:
            pot, put[seat] = pot + event.amount, put[seat] + event.amount
        elif kind in ("check", "call", "bet", "raise"):
            bet = max(put.values(), default=0)
            most = max(event.amount, put[seat])
            size = max(0, most - bet) / max(1, pot + bet - put[seat])
            yield Sized(kind, seat, board, raises, size)
            pot, put[seat] = pot + most - put[seat], most
            raises += kind in ("bet", "raise") and not board


def _first(kind: str, raises: int, dealt: int) -> Weights:
    """What an act before the flop leaves of a range."""
    order = before_flop()
    if kind == "check":
        return _within(order, 0.1, 1.0)
    table = _CALLERS if kind == "call" else _RAISERS
    best, worst = table[min(raises, len(table) - 1)]
    wider = {2: 2.0, 3: 1.5, 4: 1.2}.get(dealt, 1.0)
    return _within(order, best, min(1.0, worst * wider))


def _within(order: Weights, best: float, worst: float) -> Weights:
    inside = (
        _rise(order, best, 0.02) * _rise(-order, -worst, 0.06)
        if best
        else (_rise(-order, -worst, 0.06))
    )
    return _DOUBTS + (1 - _DOUBTS) * inside


def _after(act: Sized) -> Weights:
    """What an act after the flop leaves of a range."""
    good = quality(act.board)
    if act.kind == "check":
        return 1 - 0.5 * _rise(good, 0.75, 0.08)
    if act.kind == "call":
        return _DOUBTS + (1 - _DOUBTS) * _rise(good, 0.45, 0.1) * (
            1 - 0.4 * _rise(good, 0.93, 0.03)
        )
    least = 0.55 + 0.15 * min(1.0, act.size) + 0.12 * (act.kind == "raise")
    return 0.18 + 0.82 * _rise(good, least, 0.08)


def _rise(values: Weights, middle: float, width: float) -> Weights:
    """0 well below the middle, 1 well above."""
    risen: Weights = 1 / (1 + np.exp(np.clip((middle - values) / width, -30, 30)))
    return risen


def equity(
    hole: Sequence[int],
    board: Sequence[int],
    rivals: Sequence[Weights],
    chance: np.random.Generator,
    samples: int = _SAMPLES,
) -> float:
    """The share of the pot that `hole` wins if nobody folds any more, 0 to 1.

    Boards are completed and hands drawn from the rivals' ranges at random; draws in which a card
    would be there twice are left out.
    """
    rivals = rivals[:_MOST_RIVALS]
    known = bits((*hole, *board))
    count = samples * (1 + len(rivals)) // 2
    deck = np.array([card for card in DECK if not known >> card & 1], np.int64)
    rest = chance.choice(deck, (count, 5 - len(board)))
    possible = _apart((*hole, *board))
    held = [PAIRS[_draw(weights * possible, count, chance)] for weights in rivals]
    drawn = np.concatenate([rest, *held], axis=1)
    ones = np.uint64(1) << drawn.astype(np.uint64)
    drawn = drawn[ones.sum(axis=1) == np.bitwise_or.reduce(ones, axis=1)]
    return _share_won(hole, board, drawn, len(rivals))


def _draw(weights: Weights, count: int, chance: np.random.Generator) -> NDArray[np.int64]:
    """Numbers of pairs, each as likely as its weight."""
    upto = np.cumsum(weights)
    found: NDArray[np.int64] = np.searchsorted(upto, chance.random(count) * upto[-1], "right")
    return np.minimum(found, len(PAIRS) - 1)


def _share_won(
    hole: Sequence[int], board: Sequence[int], drawn: NDArray[np.int64], rivals: int
) -> float:
    """The average share over rows of what was drawn: the rest of the board, then each rival."""
    count, open_ = len(drawn), 5 - len(board)
    if not count:
        return 1 / (1 + rivals)
    hands = np.empty((1 + rivals, count, 7), np.int64)
    hands[:, :, : len(board)] = board
    hands[:, :, len(board) : 5] = drawn[:, :open_]
    hands[0, :, 5:] = hole
    for rival in range(rivals):
        at = open_ + 2 * rival
        hands[1 + rival, :, 5:] = drawn[:, at : at + 2]
    made = strengths(hands.reshape(-1, 7)).reshape(1 + rivals, count)
    best = made[1:].max(axis=0)
    ties = (made[1:] == made[0]).sum(axis=0)
    shares = np.where(made[0] > best, 1.0, np.where(made[0] == best, 1 / (1 + ties), 0.0))
    return float(shares.mean())
