"""Structures of tournaments: the presets make sense, and what makes none is refused."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.levels import (
    MOST_HANDS,
    MOST_STACK,
    PRESETS,
    Level,
    Structure,
    check,
    doubts,
    ends,
    late,
    level,
    minutes_until,
    next_rest,
    preset,
    rests,
)
from games.play import Refused

PLAIN = Structure((Level(50, 100), Level(100, 200), Level(150, 300, 300)), 10_000, minutes=10)


def refused(structure: Structure) -> tuple[str, dict[str, int | str]]:
    with pytest.raises(Refused) as refusal:
        check(structure)
    return refusal.value.reason, dict(refusal.value.facts)


@pytest.mark.parametrize("by", ["minutes", "hands"])
@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_sound_and_grow_steadily(name: str, by: str) -> None:
    made = preset(name, by)
    check(made)
    assert bool(made.minutes) == (by == "minutes")
    assert bool(made.hands) == (by == "hands")
    for before, after in pairwise(made.levels):
        assert before.big < after.big <= 2 * before.big
        assert after.small * 2 == after.big
    assert all(blinds.ante in (0, blinds.big) and not blinds.each for blinds in made.levels)


def test_a_turbo_is_shorter_and_shallower_than_a_standard_and_a_deep_one() -> None:
    turbo, standard, deep = (preset(name) for name in PRESETS)
    assert turbo.minutes < standard.minutes < deep.minutes
    depths = [one.stack // one.levels[0].big for one in (turbo, standard, deep)]
    assert depths == [50, 100, 200]


def test_tda_8_late_entry_is_open_until_a_level() -> None:
    structure = replace(PLAIN, late=2)
    assert [late(structure, number) for number in (1, 2, 3)] == [True, True, False]
    assert not late(PLAIN, 1)


def test_tda_rp_11_the_ante_is_never_reduced() -> None:
    down = replace(PLAIN, levels=(Level(50, 100, 100), Level(100, 200, 50)))
    assert refused(down) == (
        "structure.ante_shrinks",
        {"n": 2, "ante": 50, "was": 100},
    )
    gone = replace(PLAIN, levels=(Level(50, 100, 100, each=True), Level(100, 200)))
    assert refused(gone)[0] == "structure.ante_shrinks"
    for name in PRESETS:
        antes = [level(preset(name), number).ante for number in range(1, 80)]
        assert antes == sorted(antes)


def test_blinds_that_shrink_are_refused() -> None:
    down = replace(PLAIN, levels=(Level(50, 100), Level(100, 200), Level(75, 150)))
    assert refused(down) == (
        "structure.shrinks",
        {"n": 3, "small": 75, "big": 150, "was": 100, "were": 200},
    )


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"levels": ()}, "structure.levels"),
        ({"levels": (Level(200, 100),)}, "structure.blinds"),
        ({"levels": (Level(0, 100),)}, "structure.nothing"),
        ({"levels": (Level(50, 100, -1),)}, "structure.nothing"),
        ({"levels": (Level(50, MOST_STACK + 1),)}, "structure.huge"),
        ({"minutes": 0}, "structure.length"),
        ({"hands": 5}, "structure.length"),
        ({"minutes": 0, "hands": MOST_HANDS + 1}, "structure.length"),
        ({"every": 2}, "structure.breaks"),
        ({"rest": 5}, "structure.breaks"),
        ({"every": -1, "rest": -1}, "structure.breaks"),
        ({"every": 2, "after": (1,), "rest": 5}, "structure.breaks"),
        ({"after": (1,)}, "structure.breaks"),
        ({"after": (0,), "rest": 5}, "structure.breaks_after"),
        ({"every": 101, "rest": 5}, "structure.breaks_after"),
        ({"late": -1}, "structure.late"),
        ({"stack": 999}, "structure.stack"),
        ({"stack": MOST_STACK + 1}, "structure.stack"),
    ],
)
def test_a_structure_without_sense_is_refused(wrong: dict[str, Any], reason: str) -> None:
    check(PLAIN)
    assert refused(replace(PLAIN, **wrong))[0] == reason


def test_an_unknown_preset_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(Refused) as refusal:
        preset("fast")
    assert refusal.value.facts == {"names": "turbo, standard, deep"}


def test_breaks_come_after_every_so_many_levels() -> None:
    structure = replace(PLAIN, every=2, rest=5)
    assert [rests(structure, number) for number in range(1, 7)] == [False, True] * 3
    assert not rests(PLAIN, 2)


def test_breaks_may_come_after_levels_that_are_named() -> None:
    structure = replace(PLAIN, after=(2, 5), rest=5)
    check(structure)
    assert [number for number in range(1, 9) if rests(structure, number)] == [2, 5]
    assert [next_rest(structure, number) for number in (1, 2, 3, 6)] == [2, 2, 5, 0]
    assert [next_rest(replace(PLAIN, every=3, rest=5), n) for n in (1, 3, 4)] == [3, 3, 6]
    assert next_rest(PLAIN, 1) == 0


def test_the_time_until_a_level_counts_the_breaks_before_it() -> None:
    assert minutes_until(replace(PLAIN, every=2, rest=5), 4) == 4 * 10 + 5
    assert minutes_until(replace(PLAIN, after=(1, 2), rest=5), 3) == 3 * 10 + 10


def test_a_tournament_ends_when_the_big_blind_is_a_twentieth_of_all_chips() -> None:
    # 10,000 each: with 2 players 20,000 / 20 = 1,000, which is reached by half more a level.
    structure = replace(PLAIN, levels=(Level(50, 100), Level(250, 500), Level(500, 1000)))
    assert ends(structure, 2) == 3
    assert level(structure, ends(structure, 3)).big >= 1500


@settings(deadline=None)
@given(st.sampled_from(PRESETS), st.integers(2, 499))
def test_more_players_never_end_sooner(name: str, players: int) -> None:
    assert ends(preset(name), players) <= ends(preset(name), players + 1)


@pytest.mark.parametrize("by", ["minutes", "hands"])
@pytest.mark.parametrize("name", PRESETS)
def test_nobody_doubts_a_preset(name: str, by: str) -> None:
    assert doubts(preset(name, by)) == []


@pytest.mark.parametrize(
    ("changes", "doubt"),
    [
        ({"stack": 1500}, ("shallow", {"n": 15})),
        ({"levels": (Level(50, 100),) * 2}, ("same", {"n": 2})),
        (
            {"levels": (Level(50, 100), Level(150, 300))},
            ("steep", {"n": 2, "was": 100, "big": 300}),
        ),
        ({"levels": (Level(50, 100, 200),)}, ("ante", {"n": 1, "ante": 200, "big": 100})),
        ({"late": 20}, ("late", {"n": 20, "big": level(PLAIN, 20).big})),
    ],
)
def test_what_is_seldom_meant_is_doubted_and_can_be_played(
    changes: dict[str, Any], doubt: tuple[str, dict[str, int | str]]
) -> None:
    assert doubts(PLAIN) == []
    odd = replace(PLAIN, **changes)
    check(odd)
    assert doubts(odd) == [doubt]


@settings(deadline=None)
@given(st.sampled_from(PRESETS), st.integers(1, 90))
def test_blinds_never_stop_growing(name: str, number: int) -> None:
    structure = preset(name)
    now, then = level(structure, number), level(structure, number + 1)
    assert then.big > now.big
    assert then.small > now.small
    assert then.ante >= now.ante
    assert not any(amount % 100 for amount in then[:3])


def test_there_is_no_level_before_the_first() -> None:
    with pytest.raises(ValueError, match="from 1"):
        level(PLAIN, 0)
