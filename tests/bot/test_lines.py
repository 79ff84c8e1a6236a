"""Hands that met at a showdown are told apart by the rank that decided, and only where needed."""

from __future__ import annotations

import random

import pytest

from bot.lines import log_lines, told_apart
from bot.state import State
from bot.text import LANGUAGES, words
from games.cards import DECK, cards
from games.hands import strength
from tests.bot.evening import act, dealt_state, ring

ENGLISH, JAPANESE = map(words, LANGUAGES)


@pytest.mark.parametrize(
    ("board", "mine", "other", "told"),
    [
        ("Kc9d7h4s2c", "KdAs", "KhQd", "pair of kings, ace kicker"),
        ("Kc9d7h4s2c", "KhQd", "KdAs", "pair of kings, queen kicker"),
        ("Kc9d7h4s2c", "KdAs", "AhAd", "pair of kings"),
        ("KcAd7h4s2c", "Kd9s", "Kh8d", "pair of kings, nine kicker"),
        ("KcAdQhJs9c", "Kd4s", "Kh3d", "pair of kings"),
        ("KcKd7h7s2c", "As3s", "Qh3d", "two pair, kings and sevens, ace kicker"),
        ("KcKd7h4s2c", "7s3s", "4h3d", "two pair, kings and sevens"),
        ("7c7d7h4s2c", "As3s", "Kh3d", "three of a kind, sevens, ace kicker"),
        ("7c7d7h7s2c", "As3s", "Kh3d", "four of a kind, sevens, ace kicker"),
        ("AcTc7c4s2d", "Kc3c", "QcJc", "flush, ace high, the king decides"),
        ("AcTc7c4s2d", "9c3c", "8c5c", "flush, ace high, the nine decides"),
        ("AcKd7h4s2d", "Qc3c", "Js3h", "ace high, queen kicker"),
        ("9c8d7h4s2d", "JcTc", "6s5h", "straight, jack high"),
        ("9c9d7h7s2d", "9h3c", "7d5h", "full house, nines over sevens"),
    ],
)
def test_what_decided_is_named(board: str, mine: str, other: str, told: str) -> None:
    hands = [strength(cards(hole) + cards(board)) for hole in (mine, other)]
    assert told_apart(ENGLISH, hands[0], hands) == told


def test_what_decided_in_japanese() -> None:
    hands = [strength(cards(hole + "Kc9d7h4s2c")) for hole in ("KdAs", "KhQd")]
    assert told_apart(JAPANESE, hands[0], hands) == "ワンペア（K）、キッカーA"


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_hands_are_called_the_same_exactly_where_they_tie(language: str) -> None:
    rng, w = random.Random(5), words(language)
    for _ in range(4000):
        dealt = tuple(rng.sample(DECK, 9))
        one, other = (strength(dealt[at : at + 2] + dealt[4:]) for at in (0, 2))
        same = told_apart(w, one, [other]) == told_apart(w, other, [one])
        assert same == (one == other)


def shown_down(seed: int) -> State:
    """Ann and Bob go all-in before the flop."""
    state = dealt_state("Ann", "Bob", seed=seed, stack=8000)
    while state.playing:
        state = act(state, "allin") if "turn" in state.timers else ring(state, "street").state
    return state


def test_the_log_of_a_showdown_names_the_kicker_where_one_decided() -> None:
    kickers = 0
    for seed in range(150):
        log = log_lines(ENGLISH, shown_down(seed))
        shown = [line.partition(": ")[2] for line in log if " shows " in line]
        won = [line.partition(" with ")[2].removeprefix("a ") for line in log if " wins " in line]
        assert len(shown) == 2
        assert set(won) <= set(shown)
        assert (len(won) == 2) == (shown[0] == shown[1])
        kickers += "kicker" in won[0]
    assert kickers > 15
