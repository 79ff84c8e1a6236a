"""Whatever a round of the stud games says and shows has its words in both languages."""

from __future__ import annotations

import random
from types import ModuleType

import pytest

from bot.text import LANGUAGES, words
from games import caribbean, ultimate
from games.banked import Player, Setup
from games.cards import DECK
from games.play import Act

GAMES = [ultimate, caribbean]
BETS = {
    "ultimate": (("ante", 1000), ("trips", 500)),
    "caribbean": (("ante_1", 1000), ("ante_2", 500), ("ante_3", 500)),
}


def said(game: ModuleType, seed: int) -> set[str]:
    """The keys that a round of two wants."""
    rng = random.Random(seed)
    people = tuple(Player(seat, BETS[game.NAME]) for seat in (1, 2))
    setup = Setup(people, shared=game is ultimate and seed % 2 == 0)
    round, events = game.start(rng.sample(DECK, 52), setup)
    keys = {f"spot.{spot.name}" for spot in game.SPOTS} | {f"spot.{spot}" for spot in game.PAYS}
    while waiting := game.waiting(round):
        keys.add(f"street.{game.look(round, None).street}")
        options = game.options(round, waiting[0])
        keys |= {f"verb.{option.verb}" for option in options}
        option = rng.choice(options)
        choice = option.choices[0] if option.choices else ""
        round, told = game.play(round, Act(waiting[0], option.verb, choice=choice))
        events += told
    for event in events:
        keys.add(f"event.{event.kind}")
        if game is caribbean and event.kind in ("play", "fold", "shown"):
            keys.add(f"event.{event.kind}_part")
    keys.add(f"street.{game.look(round, None).street}")
    bets = [bet for made in game.results(round).values() for bet in made]
    return keys | {f"outcome.{bet.outcome}" for bet in bets} | {f"spot.{bet.spot}" for bet in bets}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=[game.NAME for game in GAMES])
def test_everything_a_round_says_has_its_words(game: ModuleType, language: str) -> None:
    known = words(language).entries
    wanted: set[str] = set().union(*(said(game, seed) for seed in range(30)))
    assert wanted >= {"outcome.win", "outcome.lose", "outcome.push", "verb.fold", "event.net"}
    assert {key for key in wanted if f"banked.{key}" not in known} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_the_pay_tables_has_its_words(language: str) -> None:
    known = words(language).entries
    names = {name for game in GAMES for odds in game.PAYS.values() for name in odds}
    assert "ace_king" in names
    assert {n for n in names if not {f"category.{n}", f"banked.pays.{n}"} & set(known)} == set()
