"""What a host announces: the words of the command as a plan. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from bot import when
from bot.chat import Line
from bot.meaning import MOST_TIMES, Value, whole
from bot.terms import HOUR
from bot.tournament import decide
from bot.tournament.notation import lengthened
from bot.tournament.plan import Plan, Series
from bot.tournament.records import Saved
from games.play import Refused

Values = Mapping[str, Value]
DAY = 24 * HOUR
FARTHEST = 60 * DAY
"""How far away (ms) a start may be that is announced."""
USUAL = 9
"""Players of a sit-and-go, and seats of a table, unless something else is said."""


def read_plan(values: Values, now: int, zone: ZoneInfo, made: Saved) -> Plan:
    """The plan that was typed; a time of day is one of the zone. Raises Refused."""
    structure = lengthened(made.structure, values)
    again = whole(values, "again")
    times = whole(values, "rebuys") or (MOST_TIMES if "rebuy" in values else 0)
    addon = whole(values, "addonchips") or (structure.stack if "addon" in values else 0)
    size = whole(values, "seats") or USUAL
    start = _start(values, now, zone)
    usual = decide.MOST_PLAYERS if start else min(size, USUAL)
    most = whole(values, "players") or usual
    if not (start or again or times or addon):
        # What begins when it is full has no seat for who comes late, only for who comes again.
        structure = replace(structure, late=0)
    return Plan(
        structure,
        preset=made.name,
        size=size,
        least=whole(values, "least") or 2,
        most=most,
        start=start,
        buy_in=whole(values, "buyin"),
        fee=whole(values, "fee"),
        bounty=whole(values, "bounty"),
        progressive=bool(values.get("progressive")),
        added=whole(values, "prize"),
        guarantee=whole(values, "guarantee"),
        again=again,
        rebuys=times,
        rebuy=(whole(values, "rebuy") or whole(values, "buyin")) if times else 0,
        addon=(whole(values, "addon") or whole(values, "buyin")) if addon else 0,
        addon_stack=addon,
        pace=str(values.get("pace", "fast")),
    )


def _start(values: Values, now: int, zone: ZoneInfo) -> int:
    """When it is to begin; 0 where nothing was said. Raises Refused."""
    if "start" not in values:
        return 0
    start = when.instant(_said(values), now, zone)
    if start > now + FARTHEST:
        raise Refused("tournament.too_late", n=FARTHEST // DAY)
    return start


def _said(values: Values) -> when.When:
    """When it is to begin, on the day on which it is to be each time. Raises Refused."""
    said, weekday = when.read(str(values["start"])), _every(values).weekday
    return said._replace(weekday=weekday) if said.any_day and weekday >= 0 else said


def _every(values: Values) -> when.Period:
    """How often; no days for once."""
    every = values.get("every")
    return when.Period(*every) if isinstance(every, tuple) else when.Period(0)


def read_series(values: Values, plan: Plan, zone: str, name: str, line: Line) -> Series | None:
    """What was typed of its coming again, by whom; None for nothing. Raises Refused."""
    period = _every(values)
    if not period.days:
        return None
    if not plan.start:
        raise Refused("tournament.every_needs_start")
    there = datetime.fromtimestamp(plan.start // 1000, ZoneInfo(zone))
    if period.weekday not in (-1, there.weekday()):
        raise Refused("tournament.other_day")
    minute = _said(values).at
    return Series(
        period.days,
        zone,
        f"{there:%Y-%m-%d}",
        there.hour * 60 + there.minute if minute is None else minute,
        name,
        line.person.id,
        line.host,
        line.person.roles,
        plan.added,
    )
