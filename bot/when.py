"""When somebody means: `90`, `2h`, `20:00`, `sun 8pm`, `2026-12-06 20:00`, 日曜20時; and how often:
`week`, `2 weeks`, `sunday`, 毎日.

What is shown on a clock is read in a time zone. Pure: what time it is, the caller says.
"""

from __future__ import annotations

import re
import unicodedata
from calendar import isleap
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from itertools import count
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.terms import MINUTE

LONGEST_TYPED = 40
"""Characters of a time that was typed."""
LEAP = (2, 29)

_UNITS = {"": 1, "m": 1, "min": 1, "分": 1, "h": 60, "時間": 60, "d": 1440, "日": 1440}
_AFTER = re.compile(r"([1-9]\d{0,5}) ?(|min|m|分|h|時間|d|日)後?", re.ASCII)
_CLOCK = re.compile(
    r"(?P<hour>\d\d?)(?::(?P<minute>\d\d)|時(?:(?P<part>\d\d?)分)?)? ?(?P<half>am|pm)?$", re.ASCII
)
_ISO = re.compile(r"(?P<year>\d{4})[-/](?P<month>\d\d?)[-/](?P<day>\d\d?)", re.ASCII)
_IN_YEAR = re.compile(r"(?P<month>\d\d?)月(?P<day>\d\d?)日", re.ASCII)
_BETWEEN = re.compile(r"((?<=\d)t|[ ,_の-]+)$")
"""What may stand between a day and a time."""

_WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "mon monday 月 月曜 月曜日",
            "tue tuesday tues 火 火曜 火曜日",
            "wed wednesday 水 水曜 水曜日",
            "thu thursday thur thurs 木 木曜 木曜日",
            "fri friday 金 金曜 金曜日",
            "sat saturday 土 土曜 土曜日",
            "sun sunday 日 日曜 日曜日",
        )
    )
    for name in names.split()
}
_NEAR = {"today": 0, "tonight": 0, "今日": 0, "今夜": 0, "tomorrow": 1, "明日": 1}


PERIODS = ("week", "2-weeks", "day")
"""How often most things come again, as it may be said alone; so may what follows."""
ADVERBS = ("weekly", "fortnightly", "biweekly", "daily", "毎週", "隔週", "毎日")
MOST_DAYS = 56
_OFTEN = {
    name: days
    for days, names in {
        1: "day daily 毎日",
        2: "other-day second-day 隔日",
        7: "week weekly 毎週",
        14: "other-week second-week fortnight fortnightly bi-weekly biweekly 隔週",
    }.items()
    for name in names.split()
}
_COUNTED = re.compile(r"([0-9]{1,2}|two|three|four)-?(days?|weeks?|日|週間?)(?:ごと|毎)?")
_NUMBERS = {"two": 2, "three": 3, "four": 4}


class Period(NamedTuple):
    """How often: every so many days, and the `weekday` that was named with it (-1 for none)."""

    days: int
    weekday: int = -1


class When(NamedTuple):
    """What was typed: in so many minutes, or at a minute of a day.

    The day is a date, `weekday` from Monday as 0, `ahead` days from today, a month and day, or the
    next day on which that minute is still to come.
    """

    minutes: int = 0
    at: int | None = None
    date: date | None = None
    weekday: int | None = None
    ahead: int | None = None
    yearly: tuple[int, int] | None = None

    @property
    def any_day(self) -> bool:
        """Whether a time was typed and no day."""
        return self.at is not None and self == When(at=self.at)


def read_period(typed: str) -> Period:
    """How often, as it was typed. Raises ValueError for what is no period."""
    plain = "-".join(unicodedata.normalize("NFKC", typed[:LONGEST_TYPED]).casefold().split())
    plain = re.sub(r"^(every|each)-", "", plain)
    if days := _OFTEN.get(plain):
        return Period(days)
    if found := _COUNTED.fullmatch(plain):
        number = _NUMBERS.get(found[1]) or int(found[1])
        days = number * (7 if found[2][0] in "w週" else 1)
        if not 1 <= days <= MOST_DAYS:
            raise ValueError("too seldom")
        return Period(days)
    name = plain.removeprefix("毎週")
    if name == plain:
        name = plain.removeprefix("毎").removesuffix("s")
        # 毎月 is every month, and 日 alone may be a day.
        if len(name) == 1:
            raise ValueError("a day or a month")
    if name in _WEEKDAYS:
        return Period(7, _WEEKDAYS[name])
    raise ValueError("no period")


def read(typed: str) -> When:
    """What was typed. Raises ValueError for what is no time."""
    plain = unicodedata.normalize("NFKC", typed).strip().casefold()
    if len(plain) > LONGEST_TYPED:
        raise ValueError("too long for a time")
    if found := _AFTER.fullmatch(plain):
        return When(minutes=int(found[1]) * _UNITS[found[2]])
    clock = _CLOCK.search(plain)
    if clock is None:
        raise ValueError("no time of day")
    day = plain[: clock.start()]
    if between := _BETWEEN.search(day):
        day = day[: between.start()]
    elif day and day[-1].isascii():
        raise ValueError("nothing between day and time")
    if clock["minute"] is None and not clock["half"] and "時" not in clock[0]:
        raise ValueError("a bare number is no time of day")
    return _on(day)._replace(at=_minute(clock))


def _minute(clock: re.Match[str]) -> int:
    hour, minute = int(clock["hour"]), int(clock["minute"] or clock["part"] or 0)
    if clock["half"]:
        if not 1 <= hour <= 12:
            raise ValueError("no such hour")
        hour = hour % 12 + (12 if clock["half"] == "pm" else 0)
    if hour > 23 or minute > 59:
        raise ValueError("no such time")
    return hour * 60 + minute


def _on(day: str) -> When:
    if not day:
        return When()
    if day in _WEEKDAYS:
        return When(weekday=_WEEKDAYS[day])
    if day in _NEAR:
        return When(ahead=_NEAR[day])
    if found := _ISO.fullmatch(day):
        return When(date=date(int(found["year"]), int(found["month"]), int(found["day"])))
    if found := _IN_YEAR.fullmatch(day):
        month, number = int(found["month"]), int(found["day"])
        date(2024, month, number)
        return When(yearly=(month, number))
    raise ValueError("no day")


def instant(when: When, now: int, zone: ZoneInfo) -> int:
    """The moment that is meant, in milliseconds since 1970; it may lie in the past where a day was
    named. A time that the clock of the zone skips is when it would have been without the change.
    """
    if when.at is None:
        return now + when.minutes * MINUTE
    today = datetime.fromtimestamp(now // 1000, zone).date()
    if when.date:
        return _moment(when.date, when.at, zone)
    if when.yearly:
        month, day = when.yearly
        # Nine years hold a 29th of February, also around a year like 2100.
        years = (today.year + ahead for ahead in range(9))
        days = [date(year, month, day) for year in years if (month, day) != LEAP or isleap(year)]
        return _next(days, when.at, now, zone)
    if when.ahead is not None:
        return _moment(today + timedelta(days=when.ahead), when.at, zone)
    coming = (today + timedelta(days=ahead) for ahead in range(9))
    wanted = (day for day in coming if when.weekday in (None, day.weekday()))
    return _next(wanted, when.at, now, zone)


def again(first: date, minute: int, days: int, zone: ZoneInfo, after: int) -> int:
    """The next moment after another at which the clock of the zone shows that minute, on the first
    day or any number of times `days` later. One that it skips is when it would have been, one that
    it shows twice the first.
    """
    passed = (datetime.fromtimestamp(after // 1000, zone).date() - first).days // days
    # What a zone skips may be shown a day later.
    at = max(0, passed - 1)
    coming = (first + timedelta(days=days * number) for number in count(at))
    return _next(coming, minute, after, zone)


def shown(at: int, zone: ZoneInfo) -> tuple[int, str]:
    """A moment as a clock of the zone shows it: (weekday from Monday as 0, `2026-12-06 20:00`)."""
    there = datetime.fromtimestamp(at // 1000, zone)
    return there.weekday(), f"{there:%Y-%m-%d %H:%M}"


def _next(days: Iterable[date], minute: int, now: int, zone: ZoneInfo) -> int:
    """The first of these days on which that minute is still to come."""
    moments = (_moment(day, minute, zone) for day in days)
    return next(moment for moment in moments if moment > now)


def _moment(day: date, minute: int, zone: ZoneInfo) -> int:
    shown = datetime.combine(day, time(minute // 60, minute % 60), zone)
    return int(shown.timestamp()) * 1000
