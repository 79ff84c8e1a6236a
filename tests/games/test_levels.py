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
    PRESETS,
    Level,
    Structure,
    check,
    late,
    level,
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
    assert refused(down) == ("structure.ante_shrinks", {"n": 2})
    for name in PRESETS:
        antes = [level(preset(name), number).ante for number in range(1, 80)]
        assert antes == sorted(antes)


def test_blinds_that_shrink_are_refused() -> None:
    down = replace(PLAIN, levels=(Level(50, 100), Level(100, 200), Level(75, 150)))
    assert refused(down) == ("structure.shrinks", {"n": 3})


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"levels": ()}, "structure.levels"),
        ({"levels": (Level(200, 100),)}, "structure.blinds"),
        ({"levels": (Level(0, 100),)}, "structure.blinds"),
        ({"levels": (Level(50, 100, -1),)}, "structure.blinds"),
        ({"minutes": 0}, "structure.length"),
        ({"hands": 5}, "structure.length"),
        ({"minutes": 0, "hands": MOST_HANDS + 1}, "structure.length"),
        ({"every": 2}, "structure.breaks"),
        ({"rest": 5}, "structure.breaks"),
        ({"every": -1, "rest": -1}, "structure.breaks"),
        ({"late": -1}, "structure.late"),
        ({"stack": 999}, "structure.stack"),
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
