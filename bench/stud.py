"""How fast the stud games are played, and how fast their hints come: `python -m bench.stud`.

Hints are timed by the clock, as a player waits for them; the first of a process makes its tables.
Rounds are random, from dealing to what each bet did, in processor time.
"""

from __future__ import annotations

import gc
import random
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time
from types import ModuleType

from games import caribbean, ultimate
from games.banked import Player, Setup
from games.cards import DECK
from games.play import Act

ANTE = 10_00
HINTS = 40
ROUNDS = 15

FIRST = """
from time import perf_counter
from games import ultimate
start = perf_counter()
ultimate.value((0, 5), (10, 15, 20))
print(perf_counter() - start)
"""


def run() -> list[tuple[str, str]]:
    """Pairs of what was measured and the figure: least, median, most."""
    rng = random.Random(7)
    first = subprocess.run(
        [sys.executable, "-c", FIRST], capture_output=True, text=True, check=True
    )
    return [
        ("Ultimate, hint on the flop, first of a process", f"{1000 * float(first.stdout):.0f} ms"),
        ("Ultimate, hint on the flop", _hint(rng, 5, lambda c: ultimate.value(c[:2], c[2:]))),
        ("Ultimate, hint on the river", _hint(rng, 7, lambda c: ultimate.value(c[:2], c[2:]))),
        ("Caribbean, hint", _hint(rng, 6, lambda c: caribbean.value(c[:5], c[5]))),
        ("Ultimate, rounds a second, 1 player", _rates(ultimate, _antes(1), 300)),
        ("Ultimate, rounds a second, 20 players", _rates(ultimate, _antes(20), 20)),
        ("Ultimate, rounds a second, 500 on one hand", _rates(ultimate, _antes(500, True), 2)),
        ("Caribbean, rounds a second, 1 hand", _rates(caribbean, _hands(1, 1), 300)),
        ("Caribbean, rounds a second, 9 hands", _rates(caribbean, _hands(3, 3), 60)),
    ]


def _hint(rng: random.Random, cards: int, hint: Callable[[list[int]], object]) -> str:
    """Milliseconds for hints on random cards."""
    taken = []
    hint(rng.sample(DECK, cards))  # makes the tables
    for _ in range(HINTS):
        dealt = rng.sample(DECK, cards)
        start = perf_counter()
        hint(dealt)
        taken.append(1000 * (perf_counter() - start))
    return f"{min(taken):.1f} / {median(taken):.1f} / {max(taken):.1f} ms"


def _antes(count: int, shared: bool = False) -> Setup:
    bets = (("ante", ANTE), ("trips", ANTE))
    return Setup(tuple(Player(seat, bets) for seat in range(1, count + 1)), shared)


def _hands(count: int, each: int) -> Setup:
    bets = tuple((f"ante_{part}", ANTE) for part in range(1, each + 1))
    return Setup(tuple(Player(seat, bets) for seat in range(1, count + 1)))


def _rates(game: ModuleType, setup: Setup, times: int) -> str:
    rates = [_rate(game, setup, times, number) for number in range(ROUNDS)]
    return f"{min(rates):,.0f} / {median(rates):,.0f} / {max(rates):,.0f}"


def _rate(game: ModuleType, setup: Setup, times: int, seed: int) -> float:
    """Rounds a second of processor time."""
    rng = random.Random(seed)
    decks = [rng.sample(DECK, len(DECK)) for _ in range(times)]
    gc.collect()
    start = process_time()
    for deck in decks:
        _play(game, deck, setup, rng)
    return times / (process_time() - start)


def _play(game: ModuleType, deck: list[int], setup: Setup, rng: random.Random) -> None:
    round, _ = game.start(deck, setup)
    while seats := game.waiting(round):
        for seat in seats:
            option = rng.choice(game.options(round, seat))
            choice = option.choices[0] if option.choices else ""
            round, _ = game.play(round, Act(seat, option.verb, choice=choice))
    game.results(round)


if __name__ == "__main__":
    for title, figure in run():
        print(f"{title}: {figure}")
