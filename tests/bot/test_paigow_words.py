"""Whatever a round of pai gow poker says and shows has its words in both languages."""

from __future__ import annotations

import random

import pytest

from bot.text import LANGUAGES, words
from games import joker, paigow
from games.banked import Player, Setup


def said(seed: int) -> set[str]:
    """The keys that a round of three wants, those of the house games where it has none itself."""
    dealt = random.Random(seed).sample(paigow.CARDS, 53)
    setup = Setup(tuple(Player(seat, (("bet", 5_00),)) for seat in (1, 2, 3)))
    round, events = paigow.start(dealt, setup)
    keys = {f"street.{paigow.look(round, None).street}", f"spot.{paigow.SPOTS[0].name}"}
    for seat in paigow.waiting(round):
        keys |= {f"verb.{option.verb}" for option in paigow.options(round, seat)}
        round, told = paigow.play(round, paigow.default(round, seat))
        events += told
    view = paigow.look(round, None)
    bets = [bet for done in paigow.results(round).values() for bet in done]
    keys |= {f"street.{view.street}"} | {f"event.{event.kind}" for event in events}
    keys |= {f"part.{hand.part}" for hand in (*view.hands, *view.dealer)}
    return keys | {f"outcome.{bet.outcome}" for bet in bets}


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_a_round_says_has_its_words(language: str) -> None:
    known = words(language).entries
    wanted = set().union(*map(said, range(20)))
    assert wanted >= {"event.set", "street.setting", "outcome.win_less", "outcome.push"}
    assert {key for key in wanted if not {f"paigow.{key}", f"banked.{key}"} & set(known)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hand_has_its_words(language: str) -> None:
    w = words(language)
    told = set()
    for seed in range(200):
        five = random.Random(seed).sample(paigow.CARDS, 5)
        name, ranks = joker.describe(joker.high(five))
        told.add(w.hand(name, ranks))
    told.add(w.hand("five_aces", (12,)))
    assert all(told)
    assert len(told) > 20
