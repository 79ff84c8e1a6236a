"""Acts that no option offers: every game refuses them, and nothing has changed."""

from __future__ import annotations

from itertools import product
from types import ModuleType
from typing import Any

import pytest

from games import caribbean, holdem, paigow, shuffle, ultimate
from games.banked import Setup
from games.cards import DECK
from games.play import Act, Option, Refused
from tests.games.banked_rounds import players

VERBS = ("play4", "play3", "play2", "play1", "check", "fold", "play", "set", "call", "bet", "raise",
         "show", "house", "", "play5", "x" * 90)  # fmt: skip
CHOICES = ("", "1", "3", "2", "both", "first", "As", "AsAs", "2c3c", "x")
AMOUNTS = (0, -100, 1, 100, 200, 400, 10_000, 10**9)
SEED = bytes(32)


def begun(game: ModuleType) -> Any:
    """A round of two seats."""
    if game is holdem:
        setup = holdem.Setup((1, 2), (10_000, 10_000), 1, 200, (100, 200), (0, 0), (0, 0), 1)
        return holdem.start(shuffle.deck(SEED), setup)[0]
    first = {ultimate: "ante", caribbean: "ante_1", paigow: "bet"}[game]
    cards = paigow.CARDS if game is paigow else DECK
    return game.start(shuffle.deck(SEED, cards), Setup(players({first: 200}, {first: 200})))[0]


def offered(options: tuple[Option, ...], act: Act) -> bool:
    """Whether an option has this act, as its contract says."""
    return any(
        option.verb == act.verb
        and act.choice in (option.choices or ("",))
        and option.least <= act.amount <= option.most
        for option in options
    )


@pytest.mark.parametrize("game", [holdem, ultimate, caribbean, paigow])
def test_what_no_option_has_is_refused_and_changes_nothing(game: ModuleType) -> None:
    round, forged = begun(game), 0
    while True:
        before = game.look(round, 1)
        for seat, verb, choice, amount in product((0, 1, 2, 3), VERBS, CHOICES, AMOUNTS):
            act = Act(seat, verb, amount, choice)
            if offered(game.options(round, seat), act) or (verb == "call" and not amount):
                continue
            forged += 1
            with pytest.raises(Refused):
                game.play(round, act)
        assert game.look(round, 1) == before
        if not game.waiting(round):
            break
        seat = game.waiting(round)[0]
        mild = next((o for o in game.options(round, seat) if o.verb in ("check", "call")), None)
        act = Act(seat, mild.verb, mild.least) if mild else game.default(round, seat)
        round, _ = game.play(round, act)
    assert forged > 5000
