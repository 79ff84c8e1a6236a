"""What a choice is worth: every hand a dealer can have is met and counted, with NumPy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.banked import Advice, Bet
from games.bets import net
from games.cards import DECK
from games.hands import CATEGORIES, CATEGORY_AT

OUTCOMES = 6
"""The dealer is better, equal, worse: 0, 1, 2 where he does not qualify, 3, 4, 5 where he does."""


def left(*known: Sequence[int]) -> NDArray[np.int8]:
    """The cards of the deck that are not among these, in order."""
    return np.array(sorted(set(DECK).difference(*known)), np.int8)


def beside(known: Sequence[int], others: NDArray[np.int8]) -> NDArray[np.int8]:
    """The same known cards before each row of others."""
    fixed = np.broadcast_to(np.array(known, np.int8), (len(others), len(known)))
    return np.hstack((fixed, others))


def outcomes(mine: Any, theirs: NDArray[np.int32], line: int) -> NDArray[np.int64]:
    """Each meeting of a player's strength and a dealer's, who qualifies from `line` on."""
    met: NDArray[np.int64] = 3 * (theirs >= line) + (mine > theirs) + (mine >= theirs)
    return met


def worth(bets: Callable[[str, int, bool], Sequence[Bet]]) -> NDArray[np.int64]:
    """What bets change, by the player's category and the outcome, shape (10, OUTCOMES).

    `bets` is the rule that settles rounds: category, order (1: the player's hand is better, 0:
    equal), whether the dealer qualifies.
    """
    nets = [
        [net(bets(name, order, qualified)) for qualified in (False, True) for order in (-1, 0, 1)]
        for name in CATEGORIES
    ]
    return np.array(nets, np.int64)


def kinds(strengths: Any) -> Any:
    """The row of `worth` that strengths belong to."""
    return strengths >> CATEGORY_AT


def advice(values: Mapping[str, Fraction]) -> Advice:
    """The values and the best of them, the first of equals."""
    return Advice(values, max(values, key=values.__getitem__))
