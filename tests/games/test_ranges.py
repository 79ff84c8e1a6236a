"""Ranges: what two cards are worth, what acts say of them, and shares of the pot."""

from __future__ import annotations

import numpy as np
import pytest

from games import ranges
from games.cards import cards
from games.play import Event
from games.ranges import (
    CLASSES,
    PAIRS,
    before_flop,
    class_of,
    equity,
    narrowed,
    number,
    quality,
    sized,
)

ANY = np.ones(len(PAIRS))


def only(*hands: str) -> ranges.Weights:
    """A range of just these hands."""
    weights = np.zeros(len(PAIRS))
    weights[[number(cards(hand)) for hand in hands]] = 1
    return weights


def share(hole: str, board: str, *rivals: ranges.Weights, samples: int = 8000) -> float:
    chance = np.random.Generator(np.random.PCG64(3))
    return equity(cards(hole), cards(board), rivals, chance, samples)


def test_every_pair_is_of_one_of_the_169_classes() -> None:
    assert len(CLASSES) == len(set(CLASSES)) == 169
    assert {class_of(pair) for pair in PAIRS.tolist()} == set(CLASSES)
    assert class_of(cards("2cAc")) == "A2s"
    assert class_of(cards("Kd9c")) == "K9o"


def test_the_table_of_classes_is_by_what_they_win() -> None:
    """Every 24th class wins less than the one before it, measured anew."""
    first = {class_of(pair): pair for pair in PAIRS.tolist()}
    chance = np.random.Generator(np.random.PCG64(4))
    worth = [
        equity(first[kind], (), [ANY], chance, 4000)
        + 2 * equity(first[kind], (), [ANY] * 3, chance, 4000)
        for kind in CLASSES[::24]
    ]
    assert worth == sorted(worth, reverse=True)
    assert before_flop()[number(cards("AsAd"))] < 0.005
    assert before_flop()[number(cards("3s2d"))] > 0.99


# Shares of two known hands are counted over all boards; see any table of hold'em odds.
@pytest.mark.parametrize(
    ("mine", "theirs", "wins"),
    [("AsAd", "KhKc", 0.819), ("AsKs", "QhQd", 0.462), ("2c2d", "AhKd", 0.526)],
)
def test_a_share_against_a_known_hand(mine: str, theirs: str, wins: float) -> None:
    assert share(mine, "", only(theirs), samples=20_000) == pytest.approx(wins, abs=0.015)


def test_a_share_when_all_is_known() -> None:
    board = "2c7dTsJh3s"
    assert share("TdTc", board, only("JcJd")) == 0
    assert share("TdTc", board, only("7c7s", "AhKh")) == 1
    assert share("AsKc", board, only("AcKs")) == 0.5
    assert share("AcKc", "QsJsTs9s8s", only("2c2d"), only("3c3d")) == pytest.approx(1 / 3)


def test_nobody_is_dealt_a_card_that_is_known() -> None:
    assert share("KcKd", "AcAh2s3d4c", only("5s6s", "KcQc")) == 0, "only the straight is left"
    assert share("AsAd", "2s3d4c", only("AsKs")) == 0.5, "a range that cannot be: nothing is known"


def test_more_rivals_than_are_counted_are_no_fault() -> None:
    assert 0.2 < share("AsAd", "", *[ANY] * 9) < 0.6


def test_the_quality_of_hands_on_a_board() -> None:
    river = quality(cards("2c7dTsJh3s"))
    best_first = ("9d8d", "JcJd", "TdTc", "AsJs", "AsTd", "4c6d")
    found = [river[number(cards(hand))] for hand in best_first]
    assert found == sorted(found, reverse=True)
    flop = quality(cards("2s7sTd"))
    assert flop[number(cards("As5s"))] > flop[number(cards("Ah5h"))], "a draw is worth something"


def story(*acts: tuple[str, int, int], board: str = "") -> list[Event]:
    told = [Event("small_blind", 1, 100), Event("big_blind", 2, 200)]
    for kind, seat, amount in acts:
        if kind == "board":
            told.append(Event("board", -1, 0, cards(board), "flop"))
        else:
            told.append(Event(kind, seat, amount))
    return told


def weight(told: list[Event], seat: int, hand: str) -> float:
    return float(narrowed(told, seat, 6)[number(cards(hand))])


def test_a_bet_is_measured_by_the_pot_that_lies_there() -> None:
    told = story(("call", 3, 200), ("call", 1, 200), ("check", 2, 0))
    told += [Event("board", -1, 0, cards("2s7dTd"), "flop"), Event("check", 1)]
    told += [Event("bet", 2, 300), Event("raise", 3, 900), Event("fold", 1), Event("call", 2, 900)]
    told += [Event("board", -1, 0, cards("Ks"), "turn")]
    told += [Event("bet", 2, 2400), Event("raise", 3, 9600), Event("call", 2, 9600)]
    sizes = [(act.kind, act.seat, round(act.size, 2)) for act in sized(told) if act.board]
    assert sizes == [
        *[("check", 1, 0), ("bet", 2, 0.5), ("raise", 3, 0.5), ("call", 2, 0)],
        *[("bet", 2, 1), ("raise", 3, 1), ("call", 2, 0)],
    ], "600 before the flop, 2400 after it; a raise by the pot as it is after a call"
    assert [act.raises for act in sized(told)] == [0] * 10
    dead = [Event("ante", 1, 50), Event("dead", 3, 50), *story(("raise", 3, 800))]
    assert [act.size for act in sized(dead)] == [600 / (400 + 200)]


def test_acts_before_the_flop_narrow_a_range() -> None:
    raised = story(("raise", 3, 600), ("call", 4, 600), ("fold", 1, 0), ("call", 2, 600))
    assert weight(raised, 3, "AsAd") > 5 * weight(raised, 3, "7s2d")
    assert weight(raised, 4, "9s9d") > weight(raised, 4, "AsAd"), "aces would have raised again"
    again = story(("raise", 3, 600), ("raise", 4, 1800))
    assert weight(again, 4, "KsTd") < weight(raised, 3, "KsQs")
    assert weight(again, 5, "7s2d") == 1, "who has not acted may hold anything"


def test_acts_after_the_flop_narrow_a_range() -> None:
    flop = "2s7dTd"
    checked = story(("board", 0, 0), ("check", 2, 0), board=flop)
    bet = story(("board", 0, 0), ("bet", 2, 400), board=flop)
    raised = [*bet, Event("raise", 3, 1600)]
    for told, seat in ((bet, 2), (raised, 3)):
        assert weight(told, seat, "TsTh") > 3 * weight(told, seat, "4c5c")
    assert weight(checked, 2, "TsTh") < weight(checked, 2, "4c5c")
    assert weight(raised, 3, "AsTh") < weight(bet, 2, "AsTh"), "a raise says more than a bet"
