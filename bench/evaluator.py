"""How fast hands are rated, side by side with treys: `python -m bench.evaluator`.

Every round times both on the same hands of seven cards, one after the other, and compares that
pair. Cards are ready in each one's own form before the clock starts, and it is the processor's
time that counts, so that a busy machine does not judge.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from statistics import median
from time import process_time

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
    ours: list[tuple[str, int, Callable[[], object]]] = [
        ("seven cards, one call each (strength)", 10, lambda: _each(dealt)),
        ("seven cards, one call each (seven)", 10, lambda: _each_of_seven(dealt)),
        (f"seven cards, {BATCH:,} at once (NumPy)", 100, lambda: batch.strengths(rows)),
    ]
    theirs = _treys(dealt)
    for _, _, work in ours:
        work()  # tables are made at the first call
    ratios: dict[str, list[float]] = {title: [] for title, _, _ in ours}
    for _ in range(ROUNDS):
        base = _seconds(theirs, 1)
        for title, times, work in ours:
            ratios[title].append(base / _seconds(work, times))
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


def _seconds(work: Callable[[], object], times: int) -> float:
    """Seconds for one of `times` repetitions; all together should last as long as the other's."""
    gc.disable()
    start = process_time()
    for _ in range(times):
        work()
    taken = process_time() - start
    gc.enable()
    return taken / times


def _spread(ratios: list[float]) -> str:
    return f"{min(ratios):.1f} / {median(ratios):.1f} / {max(ratios):.1f} times treys"


if __name__ == "__main__":
    for title, ratio in run():
        print(f"{title}: {ratio}")
