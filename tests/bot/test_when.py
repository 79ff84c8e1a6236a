"""When somebody means, in whatever way they say it."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import when
from bot.terms import HOUR

TOKYO, BERLIN, PLAIN = ZoneInfo("Asia/Tokyo"), ZoneInfo("Europe/Berlin"), ZoneInfo("UTC")
SAMOA = ZoneInfo("Pacific/Apia")


DAY = 24 * HOUR


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


# --- how often -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "minute", "days", "zone", "after", "shown"),
    [
        # Summer time begins on 28 March 2027 at 2:00, and ends on 31 October at 3:00.
        ("2027-03-21", 20 * 60, 7, BERLIN, at(2027, 3, 21, 19), "2027-03-28 20:00"),
        ("2027-10-24", 20 * 60, 7, BERLIN, at(2027, 10, 24, 18), "2027-10-31 20:00"),
        ("2027-03-21", 150, 7, BERLIN, at(2027, 3, 21, 12), "2027-03-28 03:30"),
        ("2027-03-21", 150, 7, BERLIN, at(2027, 3, 28, 12), "2027-04-04 02:30"),
        ("2027-03-21", 20 * 60, 7, BERLIN, at(2027, 3, 21, 18), "2027-03-21 20:00"),
        ("2027-03-21", 20 * 60, 7, BERLIN, at(2027, 3, 1), "2027-03-21 20:00"),
        ("2027-03-21", 20 * 60, 14, BERLIN, at(2027, 12, 25), "2027-12-26 20:00"),
        ("2027-03-21", 20 * 60, 1, TOKYO, at(2027, 3, 28, 11), "2027-03-29 20:00"),
        # A place that goes to the other side of the date line has no 30 December 2011.
        ("2011-12-29", 20 * 60, 1, SAMOA, at(2011, 12, 31, 5), "2011-12-31 20:00"),
        ("2011-12-29", 20 * 60, 1, SAMOA, at(2011, 12, 31, 6), "2012-01-01 20:00"),
    ],
)  # fmt: skip
def test_the_same_time_again(
    first: str, minute: int, days: int, zone: ZoneInfo, after: int, shown: str
) -> None:
    found = when.again(date.fromisoformat(first), minute, days, zone, after)
    assert when.shown(found, zone)[1] == shown


def test_a_time_that_comes_twice_in_a_night_is_the_first_one() -> None:
    night = date(2027, 10, 31)
    found = when.again(night, 150, 7, BERLIN, at(2027, 10, 24, 12))
    assert found == at(2027, 10, 31, 0, 30)
    assert when.shown(when.again(night, 150, 7, BERLIN, found), BERLIN)[1] == "2027-11-07 02:30"


@given(
    st.dates(date(2026, 1, 1), date(2030, 1, 1)), st.integers(0, 1439), st.integers(1, 56),
    st.sampled_from([TOKYO, BERLIN, PLAIN, ZoneInfo("America/Sao_Paulo")]),
    st.integers(at(2026, 1, 1) // 1000, at(2031, 1, 1) // 1000),
)  # fmt: skip
def test_it_comes_again_later_and_no_later_than_a_period(
    first: date, minute: int, days: int, zone: ZoneInfo, after: int
) -> None:
    found = when.again(first, minute, days, zone, after * 1000)
    assert found > after * 1000
    began = round(datetime.combine(first, time(), zone).timestamp()) * 1000
    assert found <= max(after * 1000, began) + days * DAY + 3 * HOUR


@given(st.text(max_size=30))
def test_whatever_is_typed_is_a_period_or_refused(typed: str) -> None:
    try:
        read = when.read_period(typed)
    except ValueError:
        return
    assert 1 <= read.days <= when.MOST_DAYS
