"""How long a computer player thinks, in processor time: six of them among themselves."""

from __future__ import annotations

import random
from statistics import quantiles
from time import process_time

from games import computer, holdem, shuffle
from games.computer import Stakes

HANDS = 150
SEATS = 6
BIG = 200


def _hand(rng: random.Random, took: list[float]) -> None:
    setup = holdem.Setup(
        seats=(1, 2, 3, 4, 5, 6),
        stacks=(100 * BIG,) * SEATS,
        button=6,
        big_blind=BIG,
        live=(BIG // 2, BIG, 0, 0, 0, 0),
        antes=(0,) * SEATS,
        dead=(0,) * SEATS,
        opener=3,
        labels=("small_blind", "big_blind", "", "", "", ""),
    )
    moods = tuple(computer.TEMPERAMENTS)
    round, story = holdem.start(shuffle.deck(rng.randbytes(32)), setup)
    while waiting := holdem.waiting(round):
        [seat] = waiting
        mood, seed = moods[seat % len(moods)], rng.randbytes(16)
        start = process_time()
        view, options = holdem.look(round, seat), holdem.options(round, seat)
        choice = computer.choose(view, options, story, Stakes(BIG, 100), mood, seed)
        took.append(process_time() - start)
        round, events = holdem.play(round, choice.act)
        story += events


def run() -> list[tuple[str, str]]:
    """(figure, value) rows; some seconds."""
    rng, took = random.Random(1), list[float]()
    for _ in range(20):  # tables are filled at the first hands
        _hand(rng, [])
    for _ in range(HANDS):
        _hand(rng, took)
    cuts = quantiles(took, n=100)
    mean = 1000 * sum(took) / len(took)
    return [
        (f"a choice of a computer player, mean of {len(took):,}", f"{mean:.2f} ms"),
        ("a choice of a computer player, 99th percentile", f"{1000 * cuts[98]:.1f} ms"),
    ]


if __name__ == "__main__":
    for figure, value in run():
        print(f"{figure:<64} {value}")
