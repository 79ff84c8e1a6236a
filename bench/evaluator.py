"""How fast hands are rated, side by side with treys: `python -m bench.evaluator`.

Every round times both on the same seven cards, one after the other; ratios are of that pair, so
that a busy machine slows both. Cards are ready in each one's own form before the clock starts.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from statistics import median
from time import perf_counter

import numpy as np
import treys

from games import batch, hands
from games.cards import DECK, name

BATCH = 20_000
ROUNDS = 15


def run() -> list[tuple[str, str]]:
    """Pairs of what was measured and how many times treys it is: least, median, most."""
    rnd = random.Random(7)
    dealt = [tuple(rnd.sample(DECK, 7)) for _ in range(BATCH)]
    rows = np.array(dealt)
    ours: dict[str, Callable[[], object]] = {
        "seven cards, one call each (strength)": lambda: _each(dealt),
        "seven cards, one call each (seven)": lambda: _each_of_seven(dealt),
        f"seven cards, {BATCH:,} at once (NumPy)": lambda: batch.strengths(rows),
    }
    theirs = _treys(dealt)
    ratios: dict[str, list[float]] = {title: [] for title in ours}
    for work in ours.values():
        work()  # tables are made at the first call
    for _ in range(ROUNDS):
        base = _seconds(theirs)
        for title, work in ours.items():
            ratios[title].append(base / _seconds(work))
    return [(title, _spread(measured)) for title, measured in ratios.items()]


def _each(dealt: list[tuple[int, ...]]) -> None:
    rate = hands.strength
    for cards in dealt:
        rate(cards)


def _each_of_seven(dealt: list[tuple[int, ...]]) -> None:
    rate = hands.seven
    for a, b, c, d, e, f, g in dealt:
        rate(a, b, c, d, e, f, g)


def _treys(dealt: list[tuple[int, ...]]) -> Callable[[], object]:
    ready = [treys.Card.new(name(card)) for card in DECK]
    pairs = [([ready[c] for c in cards[:2]], [ready[c] for c in cards[2:]]) for cards in dealt]
    rate = treys.Evaluator().evaluate

    def work() -> None:
        for hole, board in pairs:
            rate(hole, board)

    return work


def _seconds(work: Callable[[], object]) -> float:
    gc.disable()
    start = perf_counter()
    work()
    taken = perf_counter() - start
    gc.enable()
    return taken


def _spread(ratios: list[float]) -> str:
    return f"{min(ratios):.1f} / {median(ratios):.1f} / {max(ratios):.1f} times treys"


if __name__ == "__main__":
    for title, ratio in run():
        print(f"{title}: {ratio}")
