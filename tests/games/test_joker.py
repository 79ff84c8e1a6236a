"""What pai gow hands are worth: every kind of them against trying the joker as every card."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import joker
from games.cards import DECK, JOKER, WITH_JOKER, cards
from games.hands import CATEGORIES

ORDER = [*CATEGORIES, "five_aces"]
STRAIGHTS = [
    "AKQJT",
    "A5432",
    "KQJT9",
    "QJT98",
    "JT987",
    "T9876",
    "98765",
    "87654",
    "76543",
    "65432",
]

Worth = tuple[int, tuple[int, ...]]


def by_trying(hand: tuple[int, ...]) -> Worth:
    """Category and ranks of the best that the joker may be: an ace, or any card that completes."""
    known = [("23456789TJQKA"[card // 4], card % 4) for card in hand if card != JOKER]
    if len(known) == 5:
        return plain(known)
    tried = [plain([*known, (rank, suit)]) for rank in "23456789TJQKA" for suit in range(4)
             if (rank, suit) not in known]  # fmt: skip
    completed = [w for w in tried if "straight" in ORDER[w[0]] or ORDER[w[0]][-5:] == "flush"]
    return max([plain([*known, ("A", -1)]), *completed])


def plain(hand: list[tuple[str, int]]) -> Worth:
    ranks = [rank for rank, _ in hand]
    counts = Counter(ranks)
    order = sorted(counts, key=lambda r: (counts[r], "23456789TJQKA".index(r)), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    place = next((10 - at for at, run in enumerate(STRAIGHTS) if set(run) == set(ranks)), 0)
    flush = len({suit for _, suit in hand}) == 1
    if place:
        kind = "straight" if not flush else "royal_flush" if place == 10 else "straight_flush"
        return ORDER.index(kind), (place,)
    kinds = {5: "five_aces", 4: "four_of_a_kind", 3: "three_of_a_kind", 2: "pair", 1: "high_card"}
    kind = kinds[shape[0]]
    if shape[:2] == [3, 2]:
        kind = "full_house"
    elif shape[:2] == [2, 2]:
        kind = "two_pair"
    elif flush:
        kind = "flush"
    return ORDER.index(kind), tuple("23456789TJQKA".index(rank) for rank in order)


def every_kind() -> list[tuple[int, ...]]:
    """Every hand of five but for the names of suits that make no difference."""
    found = []
    for known, wild in ((5, ()), (4, (JOKER,))):
        suited = [tuple(4 * r + 2 for r in ranks) for ranks in combinations(range(13), known)]
        several = [
            tuple(4 * r + at % 4 for at, r in enumerate(ranks))
            for ranks in combinations_with_replacement(range(13), known)
            if max(map(ranks.count, ranks)) < 5
        ]
        found += [hand + wild for hand in suited + several]
    return found


def test_every_kind_of_hand_stands_where_trying_every_card_puts_it() -> None:
    hands = every_kind()
    assert len(hands) == 6175 + 1287 + 1820 + 715
    worth = sorted({(by_trying(hand), joker.high(hand)) for hand in hands})
    assert all(worse[0] < better[0] and worse[1] < better[1] for worse, better in pairwise(worth))
    for hand in hands:
        assert joker.describe(joker.high(hand))[0] == ORDER[by_trying(hand)[0]]


@settings(deadline=None)
@given(st.permutations(WITH_JOKER), st.permutations(range(4)), st.randoms(use_true_random=False))
def test_order_of_the_cards_and_names_of_the_suits_do_not_matter(
    deck: list[int], suits: list[int], rnd: random.Random
) -> None:
    hand = deck[:5]
    other = [card if card == JOKER else card & ~3 | suits[card & 3] for card in hand]
    rnd.shuffle(other)
    assert joker.high(other) == joker.high(hand)
    assert sorted(joker.read(hand)) == sorted(hand)


@pytest.mark.parametrize("suits", ["cdhsc", "hhhhh"])
def test_ace_to_five_is_the_second_highest_straight(suits: str) -> None:
    runs = [cards("".join(map("".join, zip(run, suits, strict=True)))) for run in STRAIGHTS]
    worth = [joker.high(run) for run in runs]
    assert all(better > worse for better, worse in pairwise(worth))
    if suits == "hhhhh":
        assert joker.describe(worth[0]) == ("royal_flush", (12,))
        assert joker.describe(worth[1]) == ("straight_flush", (3,))
    else:
        assert joker.describe(worth[0]) == ("straight", (12,))
        assert joker.describe(worth[1]) == ("straight", (3,))
        assert joker.describe(worth[2]) == ("straight", (11,))


@pytest.mark.parametrize(
    ("hand", "kind", "ranks"),
    [
        ("Ac Ad Ah As Jk", "five_aces", "A"),
        ("Ac Ad Ah Jk 9s", "four_of_a_kind", "A9"),
        ("Ac Ad Jk 9h 9s", "full_house", "A9"),
        ("9c 9d 9h Jk As", "full_house", "9A"),
        ("9c 9d 9h Jk 2s", "three_of_a_kind", "9A2"),  # never a fourth nine
        ("9c 9d 9h 9s Jk", "four_of_a_kind", "9A"),
        ("9c 9d Jk 4h 2s", "pair", "9A42"),  # never a third nine
        ("9c 9d 4h 4s Jk", "two_pair", "94A"),  # never a full house
        ("Kc Jk 9d 5h 2s", "high_card", "AK952"),
        ("Ac Jk 9d 5h 2s", "pair", "A952"),
        ("9c 8d Jk 6h 5s", "straight", "9"),
        ("8c 7d 6h 5s Jk", "straight", "9"),
        ("5c 4d 3h 2s Jk", "straight", "5"),  # A-2-3-4-5 beats 2-3-4-5-6
        ("5c 4d Jk 2s Ah", "straight", "5"),
        ("Kc Qd Jh Jk Ts", "straight", "A"),
        ("Kc Qd Jk Ts 9h", "straight", "K"),
        ("Kh 9h 5h 2h Jk", "flush", "AK952"),
        ("Ah 9h 5h 2h Jk", "flush", "AK952"),  # the highest rank that is missing
        ("Ah Kh Qh 2h Jk", "flush", "AKQJ2"),
        ("9h 8h 7h 5h Jk", "straight_flush", "9"),
        ("5h 4h 3h 2h Jk", "straight_flush", "5"),
        ("Kh Qh Jh Th Jk", "royal_flush", "A"),
        ("Ah Kh Jk Jh Th", "royal_flush", "A"),
    ],
)  # fmt: skip
def test_the_joker_completes_and_is_an_ace_otherwise(hand: str, kind: str, ranks: str) -> None:
    made = joker.high(cards(hand))
    assert joker.describe(made) == (kind, tuple("23456789TJQKA".index(r) for r in ranks))
    assert joker.complete(made) == (kind in ("straight", "flush", "straight_flush", "royal_flush"))


def test_low_hands_are_pairs_or_high_cards() -> None:
    ladder = ["3c 2d", "4c 2d", "4c 3d", "Ac Kd", "2c 2d", "Kc Kd", "Ac Jk"]
    worth = [joker.low(cards(two)) for two in ladder]
    assert all(worse < better for worse, better in pairwise(worth))
    assert joker.low(cards("Jk Kc")) == joker.low(cards("Ad Kh"))
    assert joker.low(cards("Ac Jk")) == joker.low(cards("Ac Ad"))
    assert joker.describe(joker.low(cards("Jk Kc")), 2) == ("high_card", (12, 11))
    assert joker.describe(joker.low(cards("9h 9c")), 2) == ("pair", (7,))
    assert joker.low(cards("9h 8h")) < joker.low(cards("Th 2c"))  # no straights, no flushes


@pytest.mark.parametrize(
    ("five", "two", "fouls"),
    [
        ("Ac Qd 9h 5s 2c", "Kd Jc", False),
        ("Kc Qd 9h 5s 2c", "Ad 3c", True),
        ("Ac Qd 9h 5s 2c", "Ad Kc", True),  # the second card decides where the first is equal
        ("Ac Qd 9h 5s 2c", "Ad Jc", False),
        ("Ac Qd 9h 5s 2c", "Ad Qc", False),  # where all are equal the five outrank
        ("Ac Qd 9h 5s 2c", "Jk Qc", False),
        ("8c 8d 9h 5s 2c", "8h 8s", False),
        ("8c 8d 3h 5s 2c", "9h 9s", True),
        ("3c 3d 2h 2s 4c", "Ah As", False),
        ("Kc Qd 9h 5s 2c", "3h 3s", True),
    ],
)
def test_a_low_hand_fouls_where_it_outranks_the_high_one(five: str, two: str, fouls: bool) -> None:
    assert (joker.low(cards(two)) > joker.high(cards(five))) == fouls


@settings(deadline=None)
@given(st.permutations(WITH_JOKER))
def test_a_complete_hand_is_seen_among_seven(deck: list[int]) -> None:
    dealt = deck[:7]
    made = [joker.high(five) for five in combinations(dealt, 5)]
    assert joker.holds_complete(dealt) == any(map(joker.complete, made))


@pytest.mark.parametrize("hand", [DECK[:4], DECK[:6], (), (0, 1, 2, 3, 53)])
def test_what_are_no_five_cards_is_refused(hand: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="five of the 53 cards"):
        joker.high(hand)


@pytest.mark.parametrize("hand", [DECK[:1], DECK[:3], ()])
def test_what_are_no_two_cards_is_refused(hand: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="two cards"):
        joker.low(hand)
