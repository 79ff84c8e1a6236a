"""Advice: every golden row, cards known to be gone counted, nothing that the reader cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from games import caribbean, ultimate
from games.banked import Advice, Setup
from games.bets import net
from games.cards import DECK, RANKS, cards
from games.preflop import PREFLOP as PREFLOP_VALUES
from tests.games.banked_rounds import Played, caribbean_deck, filled, players, ultimate_deck

CASES = Path(__file__).parent / "cases"
NAMES = {"4x": "play4", "3x": "play3", "2x": "play2", "1x": "play1", "raise": "play"}


def golden(name: str) -> list[dict[str, str]]:
    head, *lines = (CASES / name).read_text("utf-8").splitlines()
    return [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines]


PREFLOP, FLOP, RIVER, CARIBBEAN = map(
    golden, ("ultimate_preflop.tsv", "ultimate_flop.tsv", "ultimate_river.tsv", "caribbean.tsv")
)
CHUNKS = 12


def ultimate_advice(hole: str, board: str, *verbs: str) -> Advice:
    """What a player hears after choosing so, at a table with nobody else."""
    left = [card for card in DECK if card not in cards(hole + board)]
    dealt = ultimate_deck([hole], "".join(map(name, left[:2])), board)
    played = Played(ultimate, dealt, Setup(players({"ante": 100})))
    for verb in verbs:
        played.act(1, verb)
    advice = ultimate.advise(played.round, 1)
    assert advice is not None
    return advice


def name(card: int) -> str:
    return RANKS[card >> 2] + "cdhs"[card & 3]


def caribbean_advice(hand: str, up: str) -> Advice:
    left = [card for card in DECK if card not in cards(hand + up)]
    dealt = caribbean_deck([hand], up + "".join(map(name, left[:4])))
    played = Played(caribbean, dealt, Setup(players({"ante_1": 100})))
    advice = caribbean.advise(played.round, 1)
    assert advice is not None
    return advice


def holes(kind: str) -> str:
    """Two cards of a starting hand such as `K2s`."""
    high, low, suits = kind[0], kind[1], kind[2:]
    return f"{high}h{low}{'h' if suits == 's' else 'c'}"


# --- the golden rows -------------------------------------------------------------------------


def test_before_the_flop_every_hand_is_worth_what_was_counted() -> None:
    assert len(PREFLOP) == 169
    for row in PREFLOP:
        advice = ultimate_advice(holes(row["hand"]), "")
        denominator = int(row["denom"])
        assert advice.values == {
            "play4": Fraction(int(row["EV4_x2sum"]), denominator),
            "play3": Fraction(int(row["EV3_x2sum"]), denominator),
            "check": Fraction(int(row["EVcheck_x2sum"]), denominator),
        }, row
        assert advice.best == NAMES.get(row["decision"], "check"), row


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_on_the_flop_every_row_is_worth_what_was_counted(chunk: int) -> None:
    for row in FLOP[chunk::CHUNKS]:
        advice = ultimate_advice(row["hole"], row["flop"], "check")
        denominator = int(row["denominator"])
        assert advice.values == {
            "play2": Fraction(int(row["EV2x_x2sum"]), denominator),
            "check": Fraction(int(row["EVcheck_x2sum"]), denominator),
        }, row
        assert advice.best == NAMES.get(row["optimal_if_checked_preflop"], "check"), row


def test_on_the_river_every_row_is_worth_what_was_counted() -> None:
    assert len(RIVER) == 600
    for row in RIVER:
        advice = ultimate_advice(row["hole"], row["board"], "check", "check")
        expected = Fraction(int(row["EV1x_x2sum_of_990"]), 2 * 990)
        assert advice.values == {"play1": expected, "fold": -2}, row
        assert advice.best == NAMES.get(row["optimal"], "fold"), row


def test_in_caribbean_stud_every_row_is_worth_what_was_counted() -> None:
    assert len(CARIBBEAN) == 300
    for row in CARIBBEAN:
        advice = caribbean_advice(row["player"], row["dealer_up"])
        expected = Fraction(int(row["EV_raise_sum_of_163185"]), 163185)
        assert advice.values == {"play": expected, "fold": -1}, row
        assert advice.best == NAMES.get(row["optimal"], "fold"), row


def test_every_kind_of_advice_is_among_the_rows() -> None:
    assert {row["decision"] for row in PREFLOP} == {"4x", "check"}
    assert {row["optimal_if_checked_preflop"] for row in FLOP} == {"2x", "check"}
    assert {row["optimal"] for row in RIVER} == {"1x", "fold"}
    assert {row["optimal"] for row in CARIBBEAN} == {"raise", "fold"}


def test_four_antes_are_played_with_the_hands_the_rules_name() -> None:
    played = {name for name, values in PREFLOP_VALUES.items() if values["play4"] > values["check"]}
    ranks = "23456789TJQKA"
    expected = {2 * rank for rank in ranks[1:]}
    least = {"A": ("2", "2"), "K": ("2", "5"), "Q": ("6", "8"), "J": ("8", "T")}
    for high, (suited, offsuit) in least.items():
        below = ranks[: ranks.index(high)]
        expected |= {f"{high}{low}s" for low in below[below.index(suited) :]}
        expected |= {f"{high}{low}o" for low in below[below.index(offsuit) :]}
    assert played == expected
    assert all(v["play3"] < max(v["play4"], v["check"]) for v in PREFLOP_VALUES.values())


# --- cards known to be gone, counted one by one by the rule that settles ----------------------


def mean(nets: Iterator[int], ante: int) -> Fraction:
    counted = list(nets)
    return Fraction(sum(counted), len(counted) * ante)


@pytest.mark.parametrize("seed", range(3))
def test_on_the_river_cards_seen_are_counted_out(seed: int) -> None:
    dealt = Random(seed).sample(DECK, 17)
    hole, board, seen = dealt[:2], dealt[2:7], dealt[7:]
    left = [card for card in DECK if card not in dealt]
    nets = (net(ultimate.settle(hole, board, pair, 200, play=1)) for pair in combinations(left, 2))
    assert ultimate.value(hole, board, seen).values["play1"] == mean(nets, 200)


@pytest.mark.parametrize("seed", range(3))
def test_on_the_flop_cards_seen_are_counted_out_and_the_river_is_played_well(seed: int) -> None:
    dealt = Random(seed).sample(DECK, 40)
    hole, flop, seen = dealt[:2], dealt[2:5], dealt[5:]
    left = [card for card in DECK if card not in dealt]
    advice = ultimate.value(hole, flop, seen)
    best: list[Fraction] = []
    twice: list[Fraction] = []
    for runout in combinations(left, 2):
        board = [*flop, *runout]
        pairs = list(combinations([card for card in left if card not in runout], 2))
        for times, kept in ((1, best), (2, twice)):
            nets = (net(ultimate.settle(hole, board, pair, 200, play=times)) for pair in pairs)
            kept.append(mean(nets, 200))
    assert advice.values["play2"] == sum(twice) / len(twice)
    assert advice.values["check"] == sum(max(value, Fraction(-2)) for value in best) / len(best)


@pytest.mark.parametrize("seed", range(3))
def test_in_caribbean_stud_ones_other_hands_are_counted_out(seed: int) -> None:
    dealt = Random(seed).sample(DECK, 16)
    antes = {"ante_1": 100, "ante_2": 100, "ante_3": 100}
    played = Played(caribbean, filled(dealt), Setup(players(antes)))
    left = [card for card in DECK if card not in dealt][:30]
    advice = caribbean.advise(played.round, 1, "2")
    assert advice is not None
    assert advice == caribbean.value(dealt[5:10], dealt[15], [*dealt[:5], *dealt[10:15]])
    some = [card for card in DECK if card not in dealt and card not in left]
    few = caribbean.value(dealt[5:10], dealt[15], [*dealt[:5], *dealt[10:15], *some[:24]])
    open_cards = [card for card in DECK if card not in dealt and card not in some[:24]]
    nets = (
        net(caribbean.settle(dealt[5:10], (dealt[15], *four), 100, True))
        for four in combinations(open_cards, 4)
    )
    assert few.values["play"] == mean(nets, 100)


# --- who is told what ------------------------------------------------------------------------


def test_advice_counts_no_card_that_its_reader_cannot_see() -> None:
    """Whatever the others and the dealer hold, the advice is the same."""
    heard = []
    for others in (("KsKd", "2c2d"), ("7s3d", "AcAd")):
        setup = Setup(players({"ante": 100}, {"ante": 100}))
        dealt = ultimate_deck(["AsQh", others[0]], others[1], "Ah9d5cJs8s")
        played = Played(ultimate, dealt, setup)
        for verb in ("check", "check"):
            heard.append(ultimate.advise(played.round, 1))
            for seat in (1, 2):
                played.act(seat, verb)
        heard.append(ultimate.advise(played.round, 1))
    assert heard[:3] == heard[3:]


def test_a_hint_of_one_caribbean_hand_counts_no_stranger_s_hand() -> None:
    heard = []
    for other in ("KsKdKcQsQd", "7s3d2c4h9s"):
        setup = Setup(players({"ante_1": 100}, {"ante_1": 100}))
        dealt = caribbean_deck(["AsKh9d5cJs", other], "8s8d2d3h4c")
        heard.append(caribbean.advise(Played(caribbean, dealt, setup).round, 1))
    assert heard[0] is not None
    assert heard[0] == heard[1]


def test_who_has_nothing_to_choose_is_told_nothing() -> None:
    played = Played(ultimate, DECK, Setup(players({"ante": 100}, {"ante": 100})))
    assert ultimate.advise(played.round, 3) is None
    played.act(1, "play4")
    assert ultimate.advise(played.round, 1) is None
    stud = Played(caribbean, DECK, Setup(players({"ante_1": 100, "ante_2": 100})))
    assert caribbean.advise(stud.round, 2) is None
    assert caribbean.advise(stud.round, 1, "3") is None
    stud.act(1, "play", "1")
    assert caribbean.advise(stud.round, 1, "1") is None
    assert caribbean.advise(stud.round, 1) == caribbean.advise(stud.round, 1, "2")


def test_advice_for_cards_that_cannot_be_is_an_error() -> None:
    few = DECK[:43]
    for hole, board, seen in (
        ((0,), (), ()),
        ((0, 1), (2, 3), ()),
        ((0, 1), (2, 3, 4), few[5:] + DECK[43:49]),
        ((0, 1), (2, 3, 4, 5, 6), DECK[7:51]),
    ):
        with pytest.raises(ValueError, match=r"the board has|too few cards"):
            ultimate.value(hole, board, seen)
    for hand, gone in ((DECK[:4], ()), (DECK[:5], DECK[6:49])):
        with pytest.raises(ValueError, match="5 cards"):
            caribbean.value(hand, 51, gone)
