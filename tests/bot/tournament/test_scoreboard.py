"""The picture of a tournament: as it was looked at, light, and whatever people are called."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.picture import RankPicture, ScorePicture, draw_scoreboard
from bot.text import LANGUAGES, words
from bot.tournament import scoreboard
from tests.bot.test_picture import check_like, opened
from tests.bot.tournament.pictures import GOLDEN, SCENES, named, open_
from tests.bot.tournament.test_play import running


@pytest.mark.parametrize("name", SCENES)
def test_a_scoreboard_looks_as_it_was_last_looked_at(name: str) -> None:
    check_like(draw_scoreboard(SCENES[name]), GOLDEN / f"{name}.png")


def test_every_golden_picture_is_one_of_a_scene() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(SCENES)


def test_who_is_not_on_it_is_counted() -> None:
    w = words("en")
    for players in range(17):
        shown = scoreboard.painted(w, open_(players))
        more = players - len(shown.ranks)
        assert shown.more == (f"and {more} more" if more else "")
        assert len(shown.ranks) in (players, 12)


def test_the_longest_stack_has_the_longest_bar() -> None:
    state = named(running(12, size=6))
    shown = scoreboard.painted(words("en"), state)
    amounts = sorted((one.stack for one in state.playing()), reverse=True)
    assert [rank.share for rank in shown.ranks] == [
        1000 * amount // amounts[0] for amount in amounts[: len(shown.ranks)]
    ]
    assert shown.more == f"and {12 - len(shown.ranks)} more"


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_words_name_everybody_on_it(language: str) -> None:
    w, rng = words(language), random.Random(1)
    for players in rng.sample(range(2, 40), 8):
        state = named(running(players, size=rng.randrange(2, 10)))
        told = scoreboard.alt(w, state)
        for rank in scoreboard.painted(w, state).ranks:
            assert rank.name.partition(" · ")[0] in told
            assert rank.value in told


@given(
    st.lists(
        st.tuples(st.text(max_size=60), st.text(max_size=30), st.integers(0, 1000)), max_size=9
    ),
    st.text(max_size=80),
    st.lists(st.tuples(st.text(max_size=30), st.text(max_size=60)), max_size=7),
)
@settings(max_examples=30, deadline=None)
def test_nothing_that_people_write_breaks_it(
    ranks: list[tuple[str, str, int]], text: str, pairs: list[tuple[str, str]]
) -> None:
    lines = tuple(RankPicture(*one, place=text[:5]) for one in ranks)
    picture = ScorePicture(text, text, text, tuple(pairs), text, tuple(pairs), text, lines, text)
    assert opened(draw_scoreboard(picture)).size == (900, 500)
