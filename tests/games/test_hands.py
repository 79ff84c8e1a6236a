"""What hands are worth: order, kickers, ties, all five-card hands, another evaluator's opinion."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement, pairwise
from pathlib import Path

import pytest
import treys
from hypothesis import given
from hypothesis import strategies as st

from games import hands
from games.cards import DECK, JOKER, UNKNOWN, cards, name, names

COUNTS = json.loads((Path(__file__).parent / "cases/evaluator_counts.json").read_text())
TREYS_CARDS = [treys.Card.new(name(card)) for card in DECK]
TREYS = treys.Evaluator()


def by_treys(dealt: Iterable[int]) -> int:
    """Another evaluator's opinion, turned round so that more is better."""
    worth: int = TREYS.evaluate([], [TREYS_CARDS[card] for card in dealt])
    return -worth


def tally(by_strength: Iterable[tuple[int, int]]) -> dict[str, dict[str, int]]:
    """Counts as in the golden file, from (strength, number of hands) of all hands."""
    seen: dict[str, dict[str, int]] = {}
    for strength, count in by_strength:
        kind = hands.category(strength)
        kind = "straight_flush_excl_royal" if kind == "straight_flush" else kind
        entry = seen.setdefault(kind, {"count": 0, "distinct_ranks": 0})
        entry["count"] += count
        entry["distinct_ranks"] += 1
    return seen


def test_all_five_card_hands_are_counted_and_ordered_right() -> None:
    seen: Counter[int] = Counter()
    example: dict[int, tuple[int, ...]] = {}
    for dealt in combinations(DECK, 5):
        strength = hands.strength(dealt)
        seen[strength] += 1
        if seen[strength] == 1:
            example[strength] = dealt
    assert tally(seen.items()) == COUNTS["5"]["categories"]
    assert len(seen) == COUNTS["5"]["distinct"]
    worst_to_best = [by_treys(example[strength]) for strength in sorted(example)]
    assert all(worse < better for worse, better in pairwise(worst_to_best))


def test_the_counts_for_seven_cards_are_the_golden_ones() -> None:
    golden = {
        name.removesuffix("_excl_royal"): entry["count"]
        for name, entry in COUNTS["7"]["categories"].items()
    }
    assert golden == hands.OF_SEVEN
    assert sum(hands.OF_SEVEN.values()) == COUNTS["7"]["total"]


LADDER = """
    7c 5d 4h 3s 2c
    7c 6d 4h 3s 2c
    Ac Kd Qh Js 9c
    2c 2d 5h 4s 3c
    2c 2d Ah Ks Qc
    Ac Ad 4h 3s 2c
    Ac Ad Kh Qs Jc
    3c 3d 2h 2s 4c
    3c 3d 2h 2s Ac
    Kc Kd 9h 9s Ac
    Ac Ad 2h 2s 3c
    Ac Ad Kh Ks Qc
    2c 2d 2h 4s 3c
    Ac Ad Ah Ks Qc
    5c 4d 3h 2s Ac
    6c 5d 4h 3s 2c
    Ac Kd Qh Js Tc
    7c 5c 4c 3c 2c
    Ac Kc Qc Jc 9c
    2c 2d 2h 3s 3c
    2c 2d 2h As Ac
    Ac Ad Ah Ks Kc
    2c 2d 2h 2s 3c
    2c 2d 2h 2s Ac
    Ac Ad Ah As Kc
    5c 4c 3c 2c Ac
    6c 5c 4c 3c 2c
    Kh Qh Jh Th 9h
    Ah Kh Qh Jh Th
"""


def test_hands_stand_in_their_order() -> None:
    ladder = [hands.strength(cards(line)) for line in LADDER.split("\n") if line.strip()]
    assert len(ladder) == 29
    assert all(0 < worse < better for worse, better in pairwise(ladder))


@pytest.mark.parametrize(
    ("dealt", "kind", "ranks", "made"),
    [
        ("As Kd 9h 8c 6s 3d 2c", "high_card", "AK986", "As Kd 9h 8c 6s"),
        ("9h 8c Ks Kd 6s 3d 2c", "pair", "K986", "Ks Kd 9h 8c 6s"),
        ("9h 9c Ks Kd 5s 3d 2c", "two_pair", "K95", "Ks Kd 9h 9c 5s"),
        ("9h 9c Ks Kd 5s 5d Ac", "two_pair", "K9A", "Ks Kd 9h 9c Ac"),
        ("9h 9c Ks Kd 5s 5d 2c", "two_pair", "K95", "Ks Kd 9h 9c 5s"),
        ("9h 9c 9s Kd 6s 3d 2c", "three_of_a_kind", "9K6", "9h 9c 9s Kd 6s"),
        ("Ah 2c 3s 4d 5s Kd Kc", "straight", "5", "5s 4d 3s 2c Ah"),
        ("Ah 2c 3s 4d 5s 6d Kc", "straight", "6", "6d 5s 4d 3s 2c"),
        ("Ah 2c 3s Qd Ks Jd Tc", "straight", "A", "Ah Ks Qd Jd Tc"),
        ("9h 9c 8s 7d 6s 5d 9d", "straight", "9", "9h 8s 7d 6s 5d"),
        ("Ah 3h 9h 8h 6h 2h Ks", "flush", "A9863", "Ah 9h 8h 6h 3h"),
        ("9h 8h 7h 6d 5h 2h 9s", "flush", "98752", "9h 8h 7h 5h 2h"),
        ("9h 9c 9s Kd Ks 3d Kc", "full_house", "K9", "Kd Ks Kc 9h 9c"),
        ("9h 9c 9s Kd Ks Ad Ac", "full_house", "9A", "9h 9c 9s Ad Ac"),
        ("9h 9c 9s 9d Ks Kd Kc", "four_of_a_kind", "9K", "9h 9c 9s 9d Ks"),
        ("9h 9c 9s 9d Ks Kd Ac", "four_of_a_kind", "9A", "9h 9c 9s 9d Ac"),
        ("Ah 2h 3h 4h 5h Kh Qh", "straight_flush", "5", "5h 4h 3h 2h Ah"),
        ("9s 8s 7s 6s 5s Ts Td", "straight_flush", "T", "Ts 9s 8s 7s 6s"),
        ("9d Ad Kd Qd Jd Td Ts", "royal_flush", "A", "Ad Kd Qd Jd Td"),
        ("9d Ad Kd Qd 5c", "high_card", "AKQ95", "Ad Kd Qd 9d 5c"),
        ("9d 9c Kd Qd 5c 5d", "two_pair", "95K", "9d 9c 5c 5d Kd"),
    ],
)
def test_best_five_are_read_as_people_read_them(
    dealt: str, kind: str, ranks: str, made: str
) -> None:
    strength = hands.strength(cards(dealt))
    assert hands.category(strength) == kind
    assert hands.describe(strength) == (kind, tuple("23456789TJQKA".index(r) for r in ranks))
    assert names(hands.best(cards(dealt))) == made.replace(" ", "")


@pytest.mark.parametrize(
    ("board", "one", "other"),
    [
        ("Ah Kd Qs Jc Th", "2c 2d", "Ac Ad"),  # the board plays
        ("Kh Kd 9s 9c Ah", "8c 8d", "2s 2d"),  # a third pair is worth nothing
        ("Kh Kd Ks Kc Ah", "Qc Qd", "2s 2d"),
        ("Ah Kd 7s 5c 4h", "As 2d", "Ac 3d"),  # the sixth and seventh cards never count
        ("2h 3h 4h 5h 6h", "Ac Ah", "Kh Kc"),  # the ace cannot follow the king around
    ],
)
def test_equal_hands_tie(board: str, one: str, other: str) -> None:
    assert hands.strength(cards(board + one)) == hands.strength(cards(board + other))


@pytest.mark.parametrize(
    ("board", "better", "worse"),
    [
        ("Ah Kd 7s 5c 2h", "As Qd", "Ac Jd"),
        ("Ah Ad 7s 5c 2h", "Ks 3d", "Qc Jd"),
        ("9h 9d 9s 9c 2h", "Ks 3d", "Qc Jd"),
        ("9h 9d 7s 7c 2h", "Ks 3d", "Qc Jd"),
        ("9h 8h 7h 2h 2d", "Ah Kc", "Kh Qh"),
        ("Qh Kd As 3c 2h", "Jc Td", "4s 5d"),  # no straight goes round the ace
        ("6h 7h 8h 9h Kh", "5h 2c", "Ah Qh"),
    ],
)
def test_kickers_and_better_cards_decide(board: str, better: str, worse: str) -> None:
    assert hands.strength(cards(board + better)) > hands.strength(cards(board + worse))


def test_straight_does_not_go_round_the_ace() -> None:
    assert hands.category(hands.strength(cards("3c 2d Ah Ks Qc"))) == "high_card"


dealt_cards = st.lists(st.sampled_from(DECK), min_size=6, max_size=7, unique=True)


@given(dealt_cards)
def test_six_and_seven_cards_are_worth_their_best_five(dealt: list[int]) -> None:
    assert hands.strength(dealt) == max(map(hands.strength, combinations(dealt, 5)))


@pytest.mark.parametrize("size", [6, 7])
def test_all_sets_of_ranks_are_worth_their_best_five(size: int) -> None:
    met = 0
    for ranks in combinations_with_replacement(range(13), size):
        if all(ranks[at] != ranks[at + 4] for at in range(size - 4)):
            dealt = [4 * r + at % 4 for at, r in enumerate(ranks)]  # no flush
            assert hands.strength(dealt) == max(map(hands.strength, combinations(dealt, 5)))
            met += 1
    assert met == {6: 18_395, 7: 49_205}[size]


@given(dealt_cards, st.randoms(use_true_random=False))
def test_order_of_the_cards_and_names_of_the_suits_do_not_matter(
    dealt: list[int], rnd: random.Random
) -> None:
    suits = rnd.sample(range(4), 4)
    other = [card & ~3 | suits[card & 3] for card in dealt]
    rnd.shuffle(other)
    assert hands.strength(other) == hands.strength(dealt)


@given(dealt_cards)
def test_best_five_are_five_of_the_cards_and_worth_as_much(dealt: list[int]) -> None:
    made = hands.best(dealt)
    assert len(set(made)) == 5
    assert set(made) <= set(dealt)
    assert hands.strength(made) == hands.strength(dealt)


def agree_with_treys(count: int, size: int) -> None:
    rnd = random.Random(size)
    sample = [rnd.sample(DECK, size) for _ in range(count)]
    pairs = sorted({(hands.strength(dealt), by_treys(dealt)) for dealt in sample})
    for (worse, worse_there), (better, better_there) in pairwise(pairs):
        assert worse < better
        assert worse_there < better_there


@pytest.mark.parametrize("size", [6, 7])
def test_another_evaluator_agrees(size: int) -> None:
    agree_with_treys(10_000, size)


@pytest.mark.prove
@pytest.mark.parametrize("size", [6, 7])
def test_another_evaluator_agrees_on_a_million_hands(size: int) -> None:
    agree_with_treys(1_000_000, size)


@given(st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True))
def test_seven_is_strength_of_seven(dealt: list[int]) -> None:
    assert hands.seven(*dealt) == hands.strength(dealt)


@pytest.mark.parametrize(
    "dealt",
    [
        (UNKNOWN,) * 7,
        (UNKNOWN, UNKNOWN, *cards("AhKhQhJhTh")),
        (*cards("AhAdAsAc"), UNKNOWN),
        (*cards("AhAdAsAcKhKd"), UNKNOWN),
    ],
)
def test_hand_with_a_card_nobody_saw_is_worth_nothing(dealt: tuple[int, ...]) -> None:
    assert hands.strength(dealt) == 0
    with pytest.raises(ValueError, match="nobody saw"):
        hands.category(0)
    with pytest.raises(ValueError, match="nobody saw"):
        hands.best(dealt)


@pytest.mark.parametrize(
    "dealt",
    [
        (),
        cards("AhKhQhJh"),
        cards("AhKhQhJs"),
        cards("2c3c4c5c6c7c8c9c"),
        cards("2c2d3c3d4c4d5c5d"),
        (UNKNOWN,) * 4,
        (UNKNOWN,) * 8,
        (0, 1, 2, 3, 0),
        (*cards("AhKhQhJh"), JOKER),
        (*cards("AhKhQhJh"), -2),
        (*cards("AhKhQhJh"), 53),
    ],
)
def test_what_is_no_hand_is_refused(dealt: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="a hand is"):
        hands.strength(dealt)
