"""Choices that nobody was offered, as a forged button would send them: nothing is changed."""

from __future__ import annotations

from itertools import product

import pytest

from bot.bank import play
from bot.bank.state import GAMES
from games.play import Refused
from tests.bot.bank.felt import MAIN, Bare

VERBS = ("play4", "play3", "play2", "play1", "play", "check", "fold", "set", "house", "raise", "")
PARTS = ("1", "2", "3", "4", "0", "x", "4 1", "1 1", "As", "2c3c")


def check_staked(bare: Bare) -> None:
    """Escrow, table and game say the same of what is staked."""
    state = bare.state
    assert bare.books.get(state.escrow, 0) == sum(play.stakes(state).values())
    if state.playing:
        assert state.put == state.rules.staked(state.round)


@pytest.mark.parametrize("game", GAMES)
def test_a_forged_choice_stakes_what_it_plays_or_is_refused(game: str) -> None:
    refused = 0
    for number, (verb, part) in enumerate(product(VERBS, PARTS)):
        bare = Bare(game)
        bare.deal({"Ann": {MAIN[game]: 10}, "Bob": {MAIN[game]: 10}}, seed=number)
        for who in ("Ann", "Bob"):
            before, round = dict(bare.books), bare.state.round
            try:
                bare.do("act", who, word=f"{verb} {part}")
            except Refused:
                refused += 1
                assert (bare.books, bare.state.round) == (before, round)
            check_staked(bare)
    assert refused > 100


@pytest.mark.parametrize("game", GAMES)
def test_no_choice_may_be_added_to_a_verb_that_has_none(game: str) -> None:
    bare = Bare(game)
    bare.deal({"Ann": {MAIN[game]: 10}})
    for option, part in product(bare.state.rules.options(bare.state.round, 1), PARTS):
        if part in option.choices:
            continue
        with pytest.raises(Refused):
            bare.do("act", "Ann", word=f"{option.verb} {part}")
