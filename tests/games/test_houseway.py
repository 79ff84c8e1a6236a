"""The house way: every row of its table, the golden hands, and all hands there are."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import joker
from games.cards import JOKER, WITH_JOKER, cards, names
from games.houseway import house_way, splits
from tests.games.seven import HANDS, Kind, kinds

CASES = json.loads((Path(__file__).parent / "cases" / "paigow_house_way.json").read_text("utf-8"))[
    "examples"
]

BEST_HIGH = {
    "five_aces": 1_128,
    "royal_flush": 26_132,
    "straight_flush": 184_832,
    "four_of_a_kind": 307_472,
    "full_house": 4_188_528,
    "flush": 6_172_088,
    "straight": 11_236_028,
    "three_of_a_kind": 7_470_676,
    "two_pair": 35_553_816,
    "pair": 64_221_960,
    "high_card": 24_780_420,
}


def values(hand: Iterable[int]) -> list[int]:
    return sorted(map(joker.value, hand))


def sets(dealt: str, low: str) -> None:
    """The house way puts these two of the seven low, or two of the same ranks that do as well."""
    seven, wanted = cards(dealt), cards(low)
    high, two = house_way(seven)
    assert sorted(high + two) == sorted(seven)
    assert values(two) == values(wanted), names(two)
    rest = [card for card in seven if card not in wanted]
    assert joker.high(high) == joker.high(rest)


@pytest.mark.parametrize("at", range(len(CASES)))
def test_golden_hands(at: int) -> None:
    case = CASES[at]
    high, low = house_way(cards(case["cards"]))
    assert (values(high), values(low)) == (values(cards(case["high"])), values(cards(case["low"])))
    called = {"quads": "four_of_a_kind", "trips": "three_of_a_kind"}
    wanted = called.get(case["high_category"], case["high_category"].replace(" ", "_"))
    assert joker.describe(joker.high(high))[0] == wanted


# --- the rows, first case that fits ----------------------------------------------------------


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("As Ac Ad Ah Jk Qs 3d", "Ac Ad"),
        ("As Ac Ad Ah Jk Qs Qd", "Ac Ad"),
        ("As Ac Ad Ah Jk Ks Qd", "Ac Ad"),
        ("As Ac Ad Ah Jk Ks Kd", "Ks Kd"),
    ],
)
def test_five_aces(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("4c 4d 4h 4s 9c 9d 9h", "9c 9d"),
        ("Kc Kd Kh Ks 2c 2d 2h", "2c 2d"),
        ("4c 4d 4h 4s 9c 9d Ah", "9c 9d"),
        ("Qc Qd Qh Qs 2c 2d Ah", "2c 2d"),
        ("5c 5d 5h 5s Ac Jk 9d", "Ac Jk"),
        ("Ac Ad Ah Jk 3c 3d Ks", "3c 3d"),
        ("Ac Ad Ah Jk 3c 3d 3h", "3c 3d"),
    ],
)
def test_quads_with_trips_or_a_pair(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("6c 6d 6h 6s Kd Qc 2h", "Kd Qc"),
        ("6c 6d 6h 6s Jd 9c 3h", "Jd 9c"),
        ("2c 2d 2h 2s 5d 4c 3h", "5d 4c"),
        ("2c 2d 2h 2s 5d 4c Jk", "Jk 5d"),
    ],
)
def test_quads_2_to_6_stay_together(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("7c 7d 7h 7s Qd Jc 3h", "7c 7d"),
        ("Tc Td Th Ts Qd Jc 9h", "Tc Td"),
        ("7c 7d 7h 7s Kd 4c 2h", "Kd 4c"),
        ("Tc Td Th Ts Ad 4c 2h", "Ad 4c"),
        ("8c 8d 8h 8s Jk 4c 2h", "Jk 4c"),
    ],
)
def test_quads_7_to_10_split_unless_a_king_or_an_ace_is_left(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("Jc Jd Jh Js Kd 4c 2h", "Jc Jd"),
        ("Kc Kd Kh Ks Qd Jc 2h", "Kc Kd"),
        ("Jc Jd Jh Js Ad 4c 2h", "Ad 4c"),
        ("Kc Kd Kh Ks Jk 4c 2h", "Jk 4c"),
    ],
)
def test_quads_of_jacks_to_kings_split_unless_an_ace_is_left(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("Ac Ad Ah As Kd Qc 2h", "Ac Ad"),
        ("Ac Ad Ah Jk 8d 7c 2h", "Ac Ad"),
        ("As Ac Ad Jk Ks Qs Js", "Ac Ad"),  # which leaves a royal flush high
        ("As Ac Ad Jk 9s 7s 2s", "Ac Ad"),  # a flush
        ("As Ac Ad Jk 4s 3h 2d", "Ac Ad"),  # a straight
    ],
)
def test_quads_of_aces_split(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("9c 9d 9h 4s 4d 4c Kh", "9c 9d"),
        ("Ac Ad Ah Ks Kd Kc 2h", "Ac Ad"),
        ("Ac Ad Jk 3s 3d 3c 2h", "Ac Ad"),
    ],
)
def test_two_trips(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("8c 8d 8h Ks Kd 4c 4h", "Ks Kd"),
        ("Ac Ad Ah 9s 9d 2c 2h", "9s 9d"),
        ("8c 8d 8h As Jk 4c 4h", "As Jk"),
    ],
)
def test_trips_and_two_pairs(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("7c 7d 7h 5s 5d Ah Kc", "5s 5d"),
        ("7c 7d 7h 2s 2d Ah Qc", "2s 2d"),
        ("7c 7d 7h 2s 2d Kh Qc", "2s 2d"),
        ("7c 7d 7h 2s 2d Ah Kc", "Ah Kc"),
        ("7c 7d 7h 2s 2d Jk Kc", "Jk Kc"),
        ("2c 2d 2h 7s 7d Ah Kc", "7s 7d"),
        ("Ac Ad Ah 2s 2d Kh Qc", "2s 2d"),
        ("As Jk Qs Qh Qd 7s 2s", "As Jk"),
        ("Qc Qd Qh 9c 9d Jh Ts", "9c 9d"),
    ],
)
def test_full_house(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("Kc Kd 8h 8s 3d 3c Ah", "Kc Kd"),
        ("Ac Ad Kh Ks Qd Qc 2h", "Ac Ad"),
        ("Ac Jk 4h 4s 3d 3c 2h", "Ac Jk"),
        ("4c 4d 3h 3s 2d 2c Jk", "4c 4d"),
    ],
)
def test_three_pairs(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("Ac Ad Kh Ks 9d 5c 3h", "Kh Ks"),
        ("Ac Ad 7h 7s Kd 5c 3h", "7h 7s"),
        ("Ac Ad 2h 2s Kd Qc Jh", "2h 2s"),
        ("Ac Jk 2h 2s Kd Qc 9h", "2h 2s"),
        ("Ac Jk 2h 2s Kd Qc Jh", "2h 2s"),  # the joker is a ten high
    ],
)
def test_two_pairs_aces_and_any_split(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("Kc Kd Jh Js Ad 3c 2h", "Jh Js"),
        ("Qc Qd Jh Js Jk 3c 2h", "Jh Js"),
        ("Kc Kd Th Ts Ad 3c 2h", "Th Ts"),
        ("Jc Jd 7h 7s Ad Kc 2h", "7h 7s"),
        ("Jc Jd Th Ts 9d 8c 7h", "Th Ts"),
    ],
)
def test_two_pairs_high_and_high_or_mid_split(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("Jc Jd 5h 5s Kd 8c 2h", "5h 5s"),
        ("Kc Kd 6h 6s Qd 8c 2h", "6h 6s"),
        ("Jc Jd 5h 5s Ad 8c 2h", "Ad 8c"),
        ("Kc Kd 2h 2s Jk Qc 3h", "Jk Qc"),
        ("9c 9d 8h 8s Kd 3c 2h", "8h 8s"),
        ("Tc Td 7h 7s Ad Kc 2h", "Ad Kc"),
        ("Tc Td 7h 7s Jk 3c 2h", "Jk 3c"),
    ],
)
def test_two_pairs_high_and_low_or_mid_and_mid_split_unless_an_ace(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("9c 9d 5h 5s Qd 8c 2h", "5h 5s"),
        ("7c 7d 6h 6s Kd 3c 2h", "Kd 3c"),
        ("Tc Td 2h 2s Ad 8c 3h", "Ad 8c"),
        ("4c 4d 3h 3s Qd 9c 7h", "3h 3s"),
        ("6c 6d 2h 2s Kd Qc 7h", "Kd Qc"),
        ("4c 4d 3h 3s Jk 9c 7h", "Jk 9c"),
        ("4c 4d 3h 3s Ad Kc 7h", "Ad Kc"),
    ],
)
def test_two_pairs_mid_and_low_or_low_and_low_split_unless_a_king_or_ace(
    dealt: str, low: str
) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("9c 9d 8h 8s 7d 6c 5h", "8h 8s"),
        ("6c 6d 5h 5s 4d 3c 2h", "5h 5s"),
        ("9c 9d 5c 5s Kc 8c 2c", "Kc 8c"),
        ("Jh Jd Th Ts 9h 8h 7h", "Th Ts"),
        ("5c 5d 4h 4s Ad 3c 2h", "Ad 3c"),
    ],
)
def test_two_pairs_also_with_a_straight_a_flush_or_a_straight_flush(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("9c 9d 9h 8s 7d 6c 5h", "9d 9h"),
        ("9s 9d 9h Ks 7s 6s 2s", "9d 9h"),
        ("9s 9d 9h 8s 7s 6s 5s", "9d 9h"),  # of three nines, the one that makes it one suit
        ("9c 9d 9h 8s 7d 6c Jk", "9d 9h"),
        ("As Ac Ad 5h 4c 3d 2s", "Ac Ad"),
        ("As Ac Jk 5h 4c 3d 2s", "Ac Jk"),
        ("As Ac Jk Ks Qs 9s 2s", "Ac Jk"),
    ],
)
def test_trips_with_a_complete_hand_that_leaves_a_pair(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("As Ac Jk Ks Qs Js 2d", "Ac Ks"),
        ("As Ac Ad Jk Ks Qs 2d", "Ac Ad"),  # the joker makes these four aces
        ("9c 9d 9h Ks Qs Jk 8d", "Jk Ks"),
        ("9s 9d 9h Ks Qs Js Jk", "9d 9h"),
        ("Qc Qd Qh Jk Kh Jh 9h", "Qc Qd"),
    ],
)
def test_trips_that_seem_to_make_a_complete_hand(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("9h 8d 7c 6s 5h Kc Kd", "Kc Kd"),
        ("Ah Jh 9h 6h 3h Kc Kd", "Kc Kd"),
        ("Kh Jh 9h 6h 3h Ac Jk", "Ac Jk"),
        ("9h 8d 7c 6s 5h 9c 2d", "9h 2d"),
        ("9h 9c 8d 7c 6s 5h 4d", "9h 9c"),  # eight high is complete too
        ("9h 9c 8h 7h 6h 2h Kd", "9c Kd"),  # a flush that leaves a king
        ("Ah Ac Kd Qh Jc Ts 2d", "Ah 2d"),
        ("Jk Ac 8h 7d 6c 5h 2d", "Ac 2d"),
        ("Jk Ac Kh 8h 7d 6c 5h", "Ac Kh"),
    ],
)
def test_one_pair_with_a_complete_hand(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("Kh Qh Th 8h 5h 2h Ac", "Ac Kh"),
        ("Th 9h 8h 7h 6h Jc 2d", "Jc 2d"),
        ("Jc Th 9d 8c 7h 6d 2s", "Jc 2s"),
        ("Jc Th 9d 8c 7h 6d 5s", "Jc Th"),
        ("Ah Kh 9h 8h 7h 6s 5c", "Ah Kh"),  # a straight leaves more than the flush
        ("Jk 9d 8c 7h 5s Kd 2c", "Kd 2c"),
        ("Jk 9d 8c 7h 6s Kd 2c", "Kd 2c"),
        ("Jk Qh Jh 8h 3h Kd 2c", "Kd 2c"),
        ("Kh Qh Jh 9h 8h 7h Jk", "Jk Kh"),
    ],
)
def test_no_pair_with_a_complete_hand(dealt: str, low: str) -> None:
    sets(dealt, low)


def test_complete_hands_that_leave_the_same_low_hand_are_told_by_the_better_high_one() -> None:
    high, low = house_way(cards("9h 9c 8h 7h 6h 5h Kd"))
    assert names(joker.read(high)) == "9h8h7h6h5h"
    assert names(joker.read(low)) == "Kd9c"


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("Ac Ad Ah Ks Jd 5c 2h", "Ac Ks"),
        ("Ac Ad Ah 9s 7d 5c 2h", "Ac 9s"),
        ("Ac Ad Jk Ks Jd 5c 2h", "Ac Ks"),
    ],
)
def test_three_aces(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("9c 9d 9h Ks Jd 5c 2h", "Ks Jd"),
        ("Kc Kd Kh As Jd 5c 2h", "As Jd"),
        ("9c 9d 9h Ks Jk 5c 2h", "Jk Ks"),
        ("2c 2d 2h 8s 7d 5c 4h", "8s 7d"),
    ],
)
def test_other_trips(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("Ac Ad Kh Qs 9d 5c 2h", "Kh Qs"),
        ("Ac Jk Kh Js 9d 5c 2h", "Kh Js"),
        ("2c 2d Ah Ks 9d 8c 5h", "Ah Ks"),
        ("7c 7d Jk Ks 9d 4c 2h", "Jk Ks"),
    ],
)
def test_one_pair(dealt: str, low: str) -> None:
    sets(dealt, low)


@pytest.mark.parametrize(
    ("dealt", "low"),
    [
        ("As Kd 9c 7h 5s 3d 2c", "Kd 9c"),
        ("9c 8d 7h 5s 4d 3h 2d", "8d 7h"),
        ("Jk Kd 9c 7h 5s 3d 2c", "Kd 9c"),
    ],
)
def test_nothing(dealt: str, low: str) -> None:
    sets(dealt, low)


# --- all hands -------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.permutations(WITH_JOKER), st.permutations(range(4)), st.randoms(use_true_random=False))
def test_order_of_the_cards_and_names_of_the_suits_do_not_matter(
    deck: list[int], suits: list[int], rnd: random.Random
) -> None:
    dealt = deck[:7]
    other = [card if card == JOKER else card & ~3 | suits[card & 3] for card in dealt]
    rnd.shuffle(other)
    (high, low), (high_too, low_too) = house_way(dealt), house_way(other)
    assert joker.high(high) == joker.high(high_too)
    assert joker.low(low) == joker.low(low_too)
    assert house_way(dealt[::-1]) == (high, low)


@pytest.mark.parametrize("count", [0, 6, 8])
def test_another_number_of_cards_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="seven cards"):
        house_way(WITH_JOKER[:count])


def fouls(some: Iterable[Kind]) -> tuple[int, int]:
    """Of how many hands the house way fouls how many."""
    fouled = met = 0
    for hand, count in some:
        high, low = house_way(hand)
        assert sorted(high + low) == sorted(hand)
        met += count
        if joker.low(low) > joker.high(high):
            fouled += count
    return fouled, met


def test_the_house_way_fouls_with_no_hand_of_a_sample() -> None:
    rng = random.Random(7)
    assert fouls((tuple(rng.sample(WITH_JOKER, 7)), 1) for _ in range(10_000)) == (0, 10_000)


@pytest.mark.prove
def test_the_house_way_fouls_with_none_of_154143080_hands() -> None:
    assert fouls(kinds()) == (0, 154_143_080)


@pytest.mark.prove
def test_best_high_hands_of_154143080_are_counted_right(
    record_property: Callable[[str, object], None],
) -> None:
    counts: Counter[str] = Counter()
    for hand, count in kinds():
        best = max(joker.high(five) for five, _ in splits(hand))
        counts[joker.describe(best)[0]] += count
    record_property("pai gow, best high hands of all 154,143,080", dict(counts.most_common()))
    assert counts == BEST_HIGH
    assert counts.total() == HANDS == 154_143_080
