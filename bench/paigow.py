"""How fast pai gow poker is played: rounds a second of the bare game, all set by the house way."""

from __future__ import annotations

import gc
import random
from statistics import median
from time import process_time

from games import paigow
from games.banked import Player, Setup

BET = 25_00
ROUNDS = 15
DEALS = 200


def run() -> list[tuple[str, str]]:
    """Rounds a second for one player and for six: least, median, most."""
    rows = []
    for players in (1, paigow.MOST_PLAYERS):
        rates = sorted(_rate(players, number) for number in range(ROUNDS))
        told = " / ".join(f"{rate:,.0f}" for rate in (rates[0], median(rates), rates[-1]))
        rows.append((f"pai gow poker, rounds a second, {players} at the table", told))
    return rows


def _rate(players: int, seed: int) -> float:
    """Rounds a second of processor time."""
    rng = random.Random(seed)
    decks = [rng.sample(paigow.CARDS, len(paigow.CARDS)) for _ in range(DEALS)]
    setup = Setup(tuple(Player(seat, (("bet", BET),)) for seat in range(1, players + 1)))
    gc.collect()
    start = process_time()
    for deck in decks:
        _play(deck, setup)
    return DEALS / (process_time() - start)


def _play(deck: list[int], setup: Setup) -> None:
    round, _ = paigow.start(deck, setup)
    for seat in paigow.waiting(round):
        round, _ = paigow.play(round, paigow.default(round, seat))
    paigow.results(round)


if __name__ == "__main__":
    for title, value in run():
        print(f"{title}: {value}")
