"""Structures as people type them: kindly read, refused with the level, and written as read."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.commands import COMMANDS
from bot.meaning import Value
from bot.tournament.notation import (
    lengthened,
    read_breaks,
    read_levels,
    read_structure,
    structure_of,
    write_structure,
)
from bot.typed import read, read_named
from games.levels import PRESETS, Level, Structure, check, preset
from games.play import Refused

WORDS = COMMANDS["structure"].words
THREE = (Level(2_500, 5_000), Level(5_000, 10_000), Level(7_500, 15_000, 15_000))


@pytest.mark.parametrize(
    "typed",
    [
        "25/50 50/100 75/150/150",
        "  25/50   50/100\n75/150/150 ",
        "25/50,50/100,75/150/150",
        "25/50, 50/100, 75/150/150,",
        "25/50; 50/100; 75/150 (150)",
        "25/50 → 50/100 → 75/150(150)",
        "25/50、50/100、75/150/150",
        "２５／５０　５０／１００　７５／１５０／１５０",
        "25/50/0 50/100/0 75/150/150",
    ],
)
def test_levels_are_read_however_they_are_typed(typed: str) -> None:
    assert read_levels(typed) == THREE


def test_amounts_of_levels_are_those_people_type_elsewhere() -> None:
    listed = (Level(50_000, 100_000), Level(150_000, 300_000, 300_000), Level(10**6, 2 * 10**6))
    for typed in ("500/1k 1.5k/3k/3k 1万/2万", "500/1,000 1,500/3,000/3,000 10,000/20,000"):
        assert read_levels(typed) == listed


def test_a_comma_in_an_amount_parts_no_levels() -> None:
    assert read_levels("1,000/2,000") == (Level(100_000, 200_000),)
    assert read_levels("100/200,150/300") == (Level(10_000, 20_000), Level(15_000, 30_000))


@pytest.mark.parametrize(
    ("typed", "number", "part"),
    [
        ("25/50 100", 2, "100"),
        ("25/50 50/x", 2, "50/x"),
        ("25/50 50/100 1/2/3/4", 3, "1/2/3/4"),
        ("-5/10", 1, "-5/10"),
        ("25/50 50//100", 2, "50//100"),
        ("1,000/2,000,1,500/3,000", 1, "1,000/2,000,1,500/3,000"),
        ("25/50 75/150 (x)", 2, "75/150/x"),
    ],
)
def test_what_is_no_level_is_refused_with_its_number(typed: str, number: int, part: str) -> None:
    with pytest.raises(Refused) as refused:
        read_levels(typed)
    assert (refused.value.reason, refused.value.facts) == (
        "structure.unread",
        {"n": number, "typed": part},
    )


@pytest.mark.parametrize("typed", ["", " , ", "1/2 " * 101])
def test_none_or_too_many_levels_are_refused(typed: str) -> None:
    with pytest.raises(Refused, match=r"structure\.levels"):
        read_levels(typed)


@settings(deadline=None)
@given(st.text(max_size=80))
def test_whatever_is_typed_is_read_or_refused(typed: str) -> None:
    with suppress(Refused):
        assert all(one.small >= 0 for one in read_levels(typed))
    with suppress(Refused):
        assert all(number > 0 for number in read_breaks(typed))


def test_breaks_are_named_by_their_levels() -> None:
    for typed in ("4,8,11", "4 8 11", "11、4、8", "4, 8 and 11", "４，８，１１", "4,4,8,11"):
        assert read_breaks(typed) == (4, 8, 11)
    for typed in ("", "0", "four", "-4"):
        with pytest.raises(Refused, match="breaks_after"):
            read_breaks(typed)


# --- whole structures ----------------------------------------------------------------------------


def typed(line: str) -> dict[str, Value]:
    return read(WORDS, line, "/try")


@pytest.mark.parametrize(
    "line",
    [
        'save name:Friday levels:"25/50 50/100 75/150/150" minutes:10 stack:5000',
        "save Friday 25/50 50/100 75/150/150 minutes:10 stack:5k",
        "save Friday levels:25/50 50/100 75/150 (150) minutes:10 stack:5千",
        "save levels:25/50 50/100 75/150/150 minutes:10 stack:5000 name:Friday",
        "save Friday minutes 10 stack 5000 levels:“25/50 50/100 75/150/150”",
        "save name：Friday levels：「25/50 50/100 75/150/150」 minutes：10 stack：5000",
    ],
)
def test_one_line_makes_a_structure(line: str) -> None:
    values = typed(line)
    assert (values["what"], values["name"]) == ("save", "Friday")
    made = read_structure(values, None)
    assert made == Structure(THREE, 500_000, minutes=10, late=3)


def test_the_words_of_a_form_make_the_same() -> None:
    given_ = {"what": "save", "name": "Friday night", "levels": "25/50 50/100", "after": "2, 4"}
    values = read_named(WORDS, given_, "/try")
    assert values == given_
    made = read_structure(values, None)
    assert (made.levels, made.after, made.rest) == (THREE[:2], (2, 4), 5)


def test_a_name_of_several_words_needs_no_quotation_marks() -> None:
    assert typed("save Friday night 25/50 50/100 minutes:5") == {
        "what": "save", "name": "Friday night", "levels": "25/50 50/100", "minutes": 5,
    }  # fmt: skip
    assert typed("name:Friday night minutes:5") == {"name": "Friday night", "minutes": 5}
    assert typed('name:"Friday: the night" show')["name"] == "Friday: the night"
    assert typed("Friday night") == {"name": "Friday night"}
    assert typed("show") == {"what": "show"}


def test_what_is_not_said_is_as_usual() -> None:
    made = read_structure({"levels": "25/50 50/100 75/150 100/200 150/300"}, None)
    assert (made.minutes, made.hands, made.stack, made.late) == (10, 0, 500_000, 4)
    assert (made.rest, made.every, made.after) == (0, 0, ())


def test_breaks_come_about_once_an_hour_unless_it_is_said_when() -> None:
    base = Structure(THREE, 500_000, minutes=20)
    assert read_structure({"break": 10}, base) == replace(base, every=3, rest=10)
    assert read_structure({"every": 4}, base) == replace(base, every=4, rest=5)
    assert read_structure({"after": "4,9"}, base) == replace(base, after=(4, 9), rest=5)
    every = replace(base, every=4, rest=5)
    assert read_structure({"after": "9"}, every) == replace(base, after=(9,), rest=5)
    assert read_structure({"break": 0}, every) == base


def test_a_structure_is_made_from_another() -> None:
    turbo = preset("turbo")
    assert read_structure({"minutes": 8}, turbo) == replace(turbo, minutes=8)
    assert read_structure({"late": 0}, turbo) == replace(turbo, late=0)
    by_hands = read_structure({"hands": 6}, turbo)
    assert (by_hands.minutes, by_hands.hands, by_hands.every, by_hands.rest) == (0, 6, 0, 0)
    bare = read_structure({"ante": "none"}, turbo)
    assert not any(one.ante or one.each for one in bare.levels)
    each = read_structure({"ante": "each"}, turbo)
    assert [one.each for one in each.levels] == [bool(one.ante) for one in turbo.levels]


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({}, "structure.no_levels"),
        ({"minutes": 5, "hands": 5, "levels": "1/2"}, "structure.length"),
        ({"levels": "2/1 x"}, "structure.unread"),
        ({"levels": "1/2", "after": "soon"}, "structure.breaks_after"),
    ],
)
def test_words_that_make_nothing_are_refused(values: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused) as refused:
        read_structure(values, None)
    assert refused.value.reason == reason


def test_a_length_that_contradicts_what_it_is_counted_in_is_refused() -> None:
    turbo = preset("turbo")
    assert lengthened(turbo, {"by": "minutes", "minutes": 8}).minutes == 8
    contradictions: list[dict[str, Any]] = [
        {"by": "hands"},
        {"by": "hands", "minutes": 8},
        {"by": "minutes", "hands": 8},
    ]
    for values in contradictions:
        with pytest.raises(Refused, match=r"structure\.length"):
            lengthened(turbo, values)


@st.composite
def structures(draw: st.DrawFn) -> Structure:
    """Any structure that makes sense, its antes all paid in one way."""
    each, antes_from = draw(st.booleans()), draw(st.integers(1, 12))
    listed: list[Level] = []
    small, ante = 1, 0
    for number in range(1, draw(st.integers(1, 10)) + 1):
        small += draw(st.sampled_from([0, 1, 50, 2_500, 100_000, 150_000, 10**8]))
        ante += draw(st.integers(1, 10**6)) if number >= antes_from else 0
        big = small + draw(st.sampled_from([0, small]))
        listed.append(
            Level(small, max([big, *(one.big for one in listed)]), ante, each and ante > 0)
        )
    every, after, rest = draw(st.sampled_from([(0, (), 0), (4, (), 5), (0, (2, 7), 60)]))
    minutes, hands = draw(st.sampled_from([(10, 0), (0, 8)]))
    late = draw(st.integers(0, 99))
    stack = listed[0].big * draw(st.integers(10, 1000)) + draw(st.integers(0, 99))
    return Structure(tuple(listed), stack, minutes, hands, every, rest, late, after)


@settings(deadline=None)
@given(structures())
def test_a_structure_is_read_as_it_is_written(structure: Structure) -> None:
    check(structure)
    line = write_structure(structure)
    assert read_structure(typed(f"save Friday {line}"), None) == structure
    assert read_structure(typed(f"save {line} name:Friday night"), None) == structure


@pytest.mark.parametrize("by", ["minutes", "hands"])
@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_can_be_sent_back_as_it_is_shown(name: str, by: str) -> None:
    made = preset(name, by)
    assert read_structure(typed(f"save own {write_structure(made)}"), None) == made


def test_a_structure_survives_json_also_as_it_was_kept_before_breaks_had_names() -> None:
    made = Structure(THREE, 500_000, minutes=10, rest=5, after=(2, 4), late=3)
    kept = json.loads(json.dumps(asdict(made)))
    assert structure_of(kept) == made
    older = json.loads(json.dumps(asdict(preset("turbo"))))
    del older["after"]
    assert structure_of(older) == preset("turbo")
