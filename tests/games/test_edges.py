"""What the house keeps, counted over whole decks by the code that settles a round at a table.

The figures are told at the end of `make prove`.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from itertools import combinations, permutations
from math import sqrt
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from games import caribbean, hands, shuffle, ultimate
from games.banked import Player, Setup
from games.batch import strengths
from games.bets import net
from games.cards import DECK, cards
from games.play import Act
from games.preflop import PREFLOP, kind
from tests.games.test_batch import all_hands, count_all

Record = Callable[[str, object], None]

COUNTS = json.loads((Path(__file__).parent / "cases/evaluator_counts.json").read_text("utf-8"))
TRIPS_RETURN = -4_679_700
STUD_EDGE = Fraction(-546962, 10_000_000)  # of "any pair or better"

# One deal of two, five and two for each hand that the player can make.
EXAMPLES = (
    ("AsKs", "QsJsTs2c2d", "3h4h"),
    ("9h8h", "7h6h5h2c2d", "KsQd"),
    ("9s9h", "9d9c2h5sKd", "KhQs"),
    ("9s9h", "9d2c2h5sKd", "KhQs"),
    ("As9s", "Ks5s2s2c7d", "QhJh"),
    ("9s8h", "7d6c5h5sKd", "QhAc"),
    ("9s9h", "9d2c5hJsKd", "KhQs"),
    ("9s5s", "9d5c2hJsKd", "KhQs"),
    ("AsQh", "Ad5c2hJs8d", "8hTs"),
    ("9s4c", "AdKsTc2d6h", "KhQc"),
)


# --- Trips -----------------------------------------------------------------------------------


def trips_return(counts: dict[str, int]) -> int:
    """What a chip on Trips changes over so many hands of each category, each settled once."""
    total = 0
    seen = set()
    for deal in EXAMPLES:
        hole, board, dealer = map(cards, deal)
        name = hands.category(hands.strength(hole + board))
        [bet] = [b for b in ultimate.settle(hole, board, dealer, 100, 100) if b.spot == "trips"]
        total += counts[name] * net([bet])
        seen.add(name)
    assert seen == set(counts)
    return total // 100


def test_trips_return_what_the_counted_hands_say() -> None:
    counts = {name: entry["count"] for name, entry in COUNTS["7"]["categories"].items()}
    counts["straight_flush"] = counts.pop("straight_flush_excl_royal")
    assert sum(counts.values()) == 133_784_560
    assert trips_return(counts) == TRIPS_RETURN


@pytest.mark.prove
def test_trips_return_over_every_seven_cards(record_property: Record) -> None:
    counts: Counter[str] = Counter()
    for strength, count in enumerate(count_all(7).tolist()):
        if count:
            counts[hands.category(strength)] += count
    returned = trips_return(dict(counts))
    record_property("Trips, net over 133,784,560 hands", f"{returned:,}")
    assert returned == TRIPS_RETURN


# --- Caribbean stud --------------------------------------------------------------------------


def test_the_caribbean_dealer_qualifies_with_as_many_hands_as_there_are() -> None:
    values, counts = np.unique(strengths(all_hands(5)), return_counts=True)
    qualifying = [caribbean.qualifies(value) for value in values.tolist()]
    assert int(counts.sum()) == 2_598_960
    assert int(counts[qualifying].sum()) == 1_463_700


def play_any_pair(seed: int, rounds: int) -> tuple[int, int]:
    """Play rounds from shuffled decks, any pair or better; the sum of nets in antes, of squares."""
    rng = random.Random(seed)
    setup = Setup((Player(1, (("ante_1", 100),)),))
    pair = hands.strength(cards("2c2d3h4h5h"))
    total = squares = 0
    for _ in range(rounds):
        deck = shuffle.deck(rng.randbytes(32))
        round, events = caribbean.start(deck, setup)
        verb = "play" if hands.strength(events[0].cards) >= pair else "fold"
        round, _ = caribbean.play(round, Act(1, verb, choice="1"))
        [bets] = caribbean.results(round).values()
        won = net(bets) // 100
        total += won
        squares += won * won
    return total, squares


def deviations(total: int, squares: int, rounds: int, expected: Fraction) -> tuple[float, float]:
    """The mean, and how many standard errors it lies from what was expected."""
    mean = total / rounds
    error = sqrt((squares / rounds - mean * mean) / rounds)
    return mean, (mean - float(expected)) / error


def test_a_sample_of_caribbean_rounds_costs_what_any_pair_or_better_costs() -> None:
    rounds = 10_000
    _, away = deviations(*play_any_pair(1, rounds), rounds, STUD_EDGE)
    assert abs(away) < 3


@pytest.mark.prove
def test_ten_million_caribbean_rounds_cost_5_46962_percent(record_property: Record) -> None:
    parts, rounds = 100, 100_000
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        played = list(pool.map(play_any_pair, range(parts), [rounds] * parts))
    total, squares = (sum(part) for part in zip(*played, strict=True))
    mean, away = deviations(total, squares, parts * rounds, STUD_EDGE)
    told = f"{mean:+.6f} antes a round over {parts * rounds:,} rounds, {away:+.2f} standard errors"
    record_property("Caribbean stud, any pair or better", told)
    assert abs(away) < 3


# --- Ultimate Texas hold'em ------------------------------------------------------------------


def combos(name: str) -> int:
    return 6 if len(name) == 2 else 4 if name[2] == "s" else 12


def test_the_edge_of_ultimate_is_the_sum_over_all_starting_hands(record_property: Record) -> None:
    assert sum(map(combos, PREFLOP)) == 1326
    edge = sum(combos(name) * max(values.values()) for name, values in PREFLOP.items()) / 1326
    record_property("Ultimate Texas hold'em, best play", f"{float(edge):+.8f} antes a round")
    assert round(float(edge), 8) == -0.02184971


def test_a_flop_is_worth_the_mean_of_its_rivers() -> None:
    """The engine's answer on the flop against its answers on all 1,081 rivers."""
    dealt = random.Random(5).sample(DECK, 5)
    assert on_rivers(dealt[:2], dealt[2:]) == ultimate.value(dealt[:2], dealt[2:]).values["check"]


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(20))
def test_random_flops_are_worth_the_mean_of_their_rivers(seed: int) -> None:
    dealt = random.Random(seed).sample(DECK, 5)
    assert on_rivers(dealt[:2], dealt[2:]) == ultimate.value(dealt[:2], dealt[2:]).values["check"]


def on_rivers(hole: list[int], flop: list[int]) -> Fraction:
    runouts = list(combinations(set(DECK) - {*hole, *flop}, 2))
    values = (max(ultimate.value(hole, [*flop, *two]).values.values()) for two in runouts)
    return sum(values, Fraction(0)) / len(runouts)


@pytest.mark.prove
@pytest.mark.parametrize("hole", ["7c7d", "8c5c", "Qc7d"])
def test_a_starting_hand_is_worth_the_mean_of_its_flops(hole: str) -> None:
    """All 19,600 flops, those that differ only in the names of suits once."""
    two = cards(hole)
    total = sum(
        count * max(ultimate.value(two, flop).values.values()) for flop, count in flops(two)
    )
    assert total / 19_600 == PREFLOP[kind(two)]["check"]


def flops(hole: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    """One flop of each kind beside two cards, and how many there are of it."""
    renamed = [
        suits
        for suits in permutations(range(4))
        if {4 * (card >> 2) + suits[card & 3] for card in hole} == set(hole)
    ]
    kinds: Counter[tuple[int, ...]] = Counter()
    for flop in combinations(sorted(set(DECK) - set(hole)), 3):
        same = (sorted(4 * (card >> 2) + suits[card & 3] for card in flop) for suits in renamed)
        kinds[tuple(min(same))] += 1
    assert kinds.total() == 19_600
    return iter(kinds.items())


def play_well(seed: int, rounds: int) -> tuple[int, int]:
    """Play rounds from shuffled decks as advised; the sum of nets in half antes, of squares."""
    rng = random.Random(seed)
    setup = Setup((Player(1, (("ante", 200),)),))
    total = squares = 0
    for _ in range(rounds):
        round, _ = ultimate.start(shuffle.deck(rng.randbytes(32)), setup)
        while not ultimate.over(round):
            advice = ultimate.advise(round, 1)
            assert advice is not None
            round, _ = ultimate.play(round, Act(1, advice.best))
        won = net(ultimate.results(round)[1]) // 100
        total += won
        squares += won * won
    return total, squares


@pytest.mark.prove
def test_rounds_played_as_advised_cost_2_184971_percent(record_property: Record) -> None:
    parts, rounds = 20, 1_000
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        played = list(pool.map(play_well, range(parts), [rounds] * parts))
    total, squares = (sum(part) for part in zip(*played, strict=True))
    mean, away = deviations(total, squares, parts * rounds, 2 * Fraction(-2184971, 100_000_000))
    told = (
        f"{mean / 2:+.5f} antes a round over {parts * rounds:,} rounds, {away:+.2f} standard errors"
    )
    record_property("Ultimate Texas hold'em, played as advised", told)
    assert abs(away) < 3
