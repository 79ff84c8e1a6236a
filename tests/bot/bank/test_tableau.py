"""The picture of a house table: as it was looked at, in words, and with nothing that is hidden."""

from __future__ import annotations

import random
import re

import pytest

from bot.bank import felt, tableau
from bot.bank.state import GAMES, Terms
from bot.picture import draw_house
from bot.text import LANGUAGES, card, net, words
from games.cards import JOKER
from tests.bot.bank.felt import Bare, random_evening
from tests.bot.bank.pictures import GOLDEN, SCENES, choose, dealt
from tests.bot.bank.test_evening import hidden_from
from tests.bot.test_picture import check_like


@pytest.mark.parametrize("name", SCENES)
def test_a_house_table_looks_as_it_was_last_looked_at(name: str) -> None:
    check_like(draw_house(SCENES[name]), GOLDEN / f"{name}.png")


def test_every_golden_picture_is_one_of_a_scene() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(SCENES)


@pytest.mark.parametrize("game", GAMES)
def test_no_picture_and_no_words_of_it_have_a_hidden_card(game: str) -> None:
    w, looked = words("en"), 0
    for seed in range(4):
        for bare, _ in random_evening(random.Random(seed), game, 90):
            picture = tableau.painted(w, bare.state)
            shown = {
                *picture.dealer.cards,
                *(picture.board or ()),
                *(picture.shared.cards if picture.shared else ()),
                *(one for hand in picture.hands for one in hand.cards),
            }
            hidden = hidden_from(bare, "web:nobody")
            assert not shown & hidden
            told = set(re.findall(r"(?:10|[2-9JQKA])[♣♦♥♠]|🃏", tableau.alt(w, picture)))
            assert told == {card(one) for one in shown}
            looked += bool(hidden)
    assert looked > 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_say_all_that_is_drawn(language: str) -> None:
    w = words(language)
    bare = choose(dealt("caribbean", 2, {"ante_1": 10, "ante_2": 10}), "play 1", "fold 2")
    picture = tableau.painted(w, bare.state)
    said = tableau.alt(w, picture)
    drawn = [picture.title, picture.subtitle, picture.limits, picture.total_text]
    drawn += [part for hand in picture.hands for part in (hand.name, hand.note) if part != "…"]
    assert all(text in said for text in drawn)
    assert [hand.staked for hand in picture.hands] == [3000, 1000, 1500, 1500]
    assert [hand.acting for hand in picture.hands] == [False, True, True, False]
    assert [hand.backs for hand in picture.hands] == [5] * 4
    assert said.count(w("picture.backs", n=5)) == 4
    assert len(picture.dealer.cards) == 1


def test_what_each_hand_won_is_on_the_picture() -> None:
    w = words("en")
    bare = choose(dealt("caribbean", 2, {"ante_1": 10, "ante_2": 10}), *["play"] * 4)
    picture = tableau.painted(w, bare.state)
    won = [
        sum(bet.back - bet.staked for bet in made if bet.spot.endswith(part))
        for made in bare.state.made.values()
        for part in ("_1", "_2")
    ]
    assert [hand.note for hand in picture.hands] == [net(one) for one in won]
    assert [hand.tone for hand in picture.hands] == ["won" if one > 0 else "lost" for one in won]


@pytest.mark.parametrize("shared", [False, True])
def test_those_it_is_most_about_are_drawn_where_not_all_have_room(*, shared: bool) -> None:
    terms = Terms(seating="shared" if shared else "own")
    bare = dealt("ultimate", 12, {"ante": 10}, terms)
    picture = tableau.painted(words("en"), bare.state)
    drawn = 4 if shared else 9
    assert [hand.staked for hand in picture.hands] == [2000 + 1000 * n for n in range(12)][-drawn:]
    assert picture.others == f"and {12 - drawn} more"
    assert (picture.shared is not None) == shared


def test_a_table_that_stands_still_says_so_and_bets_are_shown_before_the_last_result() -> None:
    w, bare = words("en"), Bare("ultimate")
    assert "Bets are open" in tableau.painted(w, bare.state).banner
    bare.deal({"Ann": {"ante": 10}})
    choose(bare, "play4")
    assert len(tableau.painted(w, bare.state).board or ()) == 5
    bare.do("chip", "Ann", word="ante", amount=500)
    picture = tableau.painted(w, bare.state)
    assert picture.board == ()
    assert [(hand.name, hand.staked) for hand in picture.hands] == [("Ann", 1000)]
    bare.do("pause", "Ann", host=True)
    assert tableau.painted(w, bare.state).total_text == "Paused"
    assert "🔴" in felt.public(w, bare.state).headline


def test_the_joker_has_a_face() -> None:
    scene = SCENES["paigow_result"]
    assert any(JOKER in hand.cards for hand in (scene.dealer, *scene.hands))
