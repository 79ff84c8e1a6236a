"""When somebody means, in whatever way they say it."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import when

TOKYO, BERLIN, PLAIN = ZoneInfo("Asia/Tokyo"), ZoneInfo("Europe/Berlin"), ZoneInfo("UTC")


def at(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> int:
    return round(datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp()) * 1000


NOON = at(2026, 12, 2, 12)
"""A Wednesday."""


@pytest.mark.parametrize(
    ("typed", "moment"),
    [
        ("90", at(2026, 12, 2, 13, 30)),
        ("90min", at(2026, 12, 2, 13, 30)),
        ("2h", at(2026, 12, 2, 14)),
        ("2時間後", at(2026, 12, 2, 14)),
        ("3d", at(2026, 12, 5, 12)),
        ("３０分", at(2026, 12, 2, 12, 30)),
        ("20:00", at(2026, 12, 2, 20)),
        ("11:59", at(2026, 12, 3, 11, 59)),
        ("12:00", at(2026, 12, 3, 12)),
        ("8pm", at(2026, 12, 2, 20)),
        ("8:30 PM", at(2026, 12, 2, 20, 30)),
        ("12am", at(2026, 12, 3)),
        ("12pm", at(2026, 12, 3, 12)),
        ("20時", at(2026, 12, 2, 20)),
        ("20時30分", at(2026, 12, 2, 20, 30)),
        ("tonight 21:00", at(2026, 12, 2, 21)),
        ("today 9:00", at(2026, 12, 2, 9)),
        ("tomorrow 20:00", at(2026, 12, 3, 20)),
        ("明日の20時", at(2026, 12, 3, 20)),
        ("sun 8pm", at(2026, 12, 6, 20)),
        ("Sunday, 20:00", at(2026, 12, 6, 20)),
        ("sat-20:00", at(2026, 12, 5, 20)),
        ("sat 20:00", at(2026, 12, 5, 20)),
        ("日曜20時", at(2026, 12, 6, 20)),
        ("日曜日の20:00", at(2026, 12, 6, 20)),
        ("wed 13:00", at(2026, 12, 2, 13)),
        ("wed 11:00", at(2026, 12, 9, 11)),
        ("2026-12-06 20:00", at(2026, 12, 6, 20)),
        ("2026/12/6 20:00", at(2026, 12, 6, 20)),
        ("2026-12-06T20:00", at(2026, 12, 6, 20)),
        ("2026-12-01 20:00", at(2026, 12, 1, 20)),
        ("12月6日 20:00", at(2026, 12, 6, 20)),
        ("12月6日20時", at(2026, 12, 6, 20)),
        ("1月3日 19:30", at(2027, 1, 3, 19, 30)),
        ("2月29日 20:00", at(2028, 2, 29, 20)),
    ],
)
def test_what_people_type(typed: str, moment: int) -> None:
    assert when.instant(when.read(typed), NOON, PLAIN) == moment


@pytest.mark.parametrize(
    "typed",
    ["", "0", "-5", "soon", "24:00", "20:60", "13pm", "0am", "sun", "sun 20", "someday 20:00",
     "12/6 20:00", "2026-02-30 20:00", "2月30日 20:00", "sun8pm", "20:00 sun", "9" * 50],
)  # fmt: skip
def test_what_is_no_time(typed: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        when.read(typed)


def test_a_clock_is_that_of_the_zone() -> None:
    assert when.instant(when.read("20:00"), NOON, TOKYO) == at(2026, 12, 3, 11)
    assert when.instant(when.read("sun 20:00"), NOON, TOKYO) == at(2026, 12, 6, 11)
    assert when.instant(when.read("sun 20:00"), at(2027, 3, 24, 12), BERLIN) == at(2027, 3, 28, 18)
    # What summer time skips is an hour later on the wall.
    skipped = when.instant(when.read("2027-03-28 2:30"), NOON, BERLIN)
    assert when.shown(skipped, BERLIN) == (6, "2027-03-28 03:30")


@given(st.integers(NOON // 60_000 + 1, at(2090, 1, 1) // 60_000))
def test_what_is_shown_is_read_back(minute: int) -> None:
    there = minute * 60_000
    _, clock = when.shown(there, TOKYO)
    assert when.instant(when.read(clock), NOON, TOKYO) == there


@given(st.text(max_size=30))
def test_whatever_is_typed_is_a_time_or_refused(typed: str) -> None:
    try:
        read = when.read(typed)
    except ValueError:
        return
    assert (read.minutes > 0) != (read.at is not None)
    when.instant(read, NOON, TOKYO)
