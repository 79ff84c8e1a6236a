"""The order of a community: who may open tables, where and how many, who is banned, when it rests.

Pure: an `Order` is a value that answers questions, and that a manager's words make into another.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from bot.chat import Person, Place
from bot.meaning import Value, whole
from bot.state import Rest
from bot.terms import HOUR, MINUTE
from bot.text import isolate, person
from games.play import Refused
from storage.order import Ban

SHORTEST, LONGEST = 5 * MINUTE, 30 * 24 * HOUR
"""Bounds of how long an idle table stays."""
MOST_TABLES = 1000
LEAST_SCORED, MOST_SCORED = 2, 500
"""Bounds of how many players make a tournament count for a season."""
MOST_NAMED = 25
"""So many channels or roles can be named."""
DAY = 24 * 60
"""Minutes of a day."""


class Named(NamedTuple):
    """A channel or a role, with its name as it was when it was set."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Order:
    """The rules of a community.

    Tables may be opened in the channels `only`, where there are any, and never in those `shut`;
    by everyone, or by managers, or by them and who has one of `roles` (`opening`, a word of
    `meaning.OPENING`). `tables` are the most at once in a channel and its threads, `most` in the
    community (0: any number). `threads`, a word of `meaning.THREADS`: whether a table opens in a
    thread of its own. `tab`: whether tables may be on the tab. `quiet` are the minutes of
    the day, in `zone`, from and to which nothing new begins; `idle` is how long (ms) a table stays
    at which nobody is ready to play (0: for good). A tournament gives points from `scored` players
    on.
    """

    only: tuple[Named, ...] = ()
    shut: tuple[Named, ...] = ()
    opening: str = "everyone"
    roles: tuple[Named, ...] = ()
    tables: int = 4
    most: int = 0
    threads: str = "allowed"
    tab: bool = False
    quiet: tuple[int, int] | None = None
    zone: str = "UTC"
    idle: int = 12 * HOUR
    scored: int = 4
    bans: tuple[Ban, ...] = ()

    # --- questions ----------------------------------------------------------------------------

    def check_open(
        self, who: Person, place: Place, at: int, *, manager: bool = False, tab: bool = False
    ) -> None:
        """Refused unless this person may open such a table in this place now."""
        self.check_host(who, manager=manager)
        self.check_place(place, at)
        if tab and not self.tab:
            raise Refused("tab_not_allowed")

    def check_host(self, who: Person, *, manager: bool = False) -> None:
        """Refused for who may not be the host of a table."""
        if self.bars(who.id):
            raise Refused("order.banned")
        if manager or self.opening == "everyone":
            return
        if self.opening == "managers":
            raise Refused("order.managers_open")
        if not {role.id for role in self.roles} & set(who.roles):
            raise Refused("order.roles_open", roles=listed(self.roles))

    def check_place(self, place: Place, at: int) -> None:
        """Refused where, or when, no table may be opened."""
        where = {place.id, place.within}
        if where & {one.id for one in self.shut}:
            raise Refused("order.channel_shut")
        if self.only and not where & {one.id for one in self.only}:
            raise Refused("order.channel_other", channels=listed(self.only))
        if rest := self.rest(at):
            raise Refused("order.quiet_hours", until=rest.clock)

    def check_room(self, here: int, all_in_all: int) -> None:
        """Refused where no table fits beside so many in the channel and in the community."""
        if here >= self.tables:
            raise Refused("too_many_tables", most=self.tables)
        if self.most and all_in_all >= self.most:
            raise Refused("order.too_many_in_all", most=self.most)

    def in_thread(self, place: Place, asked: bool) -> bool:
        """Whether a table that somebody opens in a place gets a thread of its own. Raises Refused.

        What is opened in a thread is in one already.
        """
        if asked and self.threads == "never":
            raise Refused("order.no_threads")
        return asked or (self.threads == "always" and not place.within)

    def bars(self, person: str) -> bool:
        """Whether a person is banned."""
        return any(ban.person == person for ban in self.bans)

    def rest(self, at: int) -> Rest | None:
        """The quiet hours that a moment (ms since 1970) lies in.

        They begin the first time the clock on the wall shows the one time and end the last time it
        shows the other, however often a change of summer time lets it; a time that it skips comes
        when it would have come without the change.
        """
        if self.quiet is None:
            return None
        zone = ZoneInfo(self.zone)
        today = datetime.fromtimestamp(at // 1000, zone).date()
        for day in (today - timedelta(days=1), today):
            begins, ends = _hours(day, self.quiet, zone)
            if begins <= at < ends:
                return Rest(ends, f"{clock(self.quiet[1])} ({self.zone})")
        return None

    def scoring_from(self, players: int) -> Order:
        """The order in which a tournament gives points from so many players on. Raises Refused."""
        if not LEAST_SCORED <= players <= MOST_SCORED:
            raise Refused("season.least", least=LEAST_SCORED, most=MOST_SCORED)
        return replace(self, scored=players)

    # --- changes ------------------------------------------------------------------------------

    def changed(self, values: Mapping[str, Value], place: Place, roles: Iterable[Named]) -> Order:
        """The order with what a manager said in a place; `roles` are those they named.

        Raises Refused for what makes no sense, with nothing changed.
        """
        order = self
        if "channels" in values:
            # A thread comes and goes: what is said in one is said of its channel.
            here = Named(place.within or place.id, place.whole or place.name)
            order = order._with_channel(str(values["channels"]), here)
        order = replace(
            order,
            opening=str(values.get("opening", order.opening)),
            threads=str(values.get("threads", order.threads)),
        )
        if "role" in values:
            order = order._with_role(str(values["role"]), roles)
        if order.opening == "roles" and not order.roles:
            raise Refused("order.role_missing")
        if "tables" in values:
            order = replace(order, tables=_bounded(whole(values, "tables")))
        if "most" in values:
            order = replace(order, most=_bounded(whole(values, "most")))
        if "tab" in values:
            order = replace(order, tab=bool(values["tab"]))
        return order._with_times(values)

    def _with_channel(self, how: str, here: Named) -> Order:
        if how == "everywhere":
            return replace(self, only=(), shut=())
        only, shut = _without(self.only, here), _without(self.shut, here)
        if how == "only-here":
            return replace(self, only=_added(only, here), shut=shut)
        # The last channel that was left is shut: that must not open all the others.
        if self.only and not only:
            raise Refused("order.last_channel")
        return replace(self, only=only, shut=_added(shut, here))

    def _with_role(self, typed: str, known: Iterable[Named]) -> Order:
        """The order with a role more, or without it where it was there."""
        role = next((one for one in known if one.id == typed), None)
        if role is None:
            raise Refused("order.no_roles", typed=typed[:32])
        there = _without(self.roles, role)
        roles = there if len(there) < len(self.roles) else _added(self.roles, role)
        return replace(self, roles=roles, opening="roles" if roles else "managers")

    def _with_times(self, values: Mapping[str, Value]) -> Order:
        order = self
        if "zone" in values:
            order = replace(order, zone=zone_named(str(values["zone"])))
        if isinstance(hours := values.get("quiet"), tuple):
            if hours[0] == hours[1]:
                raise Refused("order.quiet_empty")
            order = replace(order, quiet=hours)
        elif hours is not None:
            order = replace(order, quiet=None)
        if "idle" in values:
            idle = whole(values, "idle") * MINUTE
            if idle and not SHORTEST <= idle <= LONGEST:
                least, most = SHORTEST // 1000, LONGEST // 1000
                raise Refused("order.idle_bounds", least=least, most=most)
            order = replace(order, idle=idle)
        return order

    def banned(self, ban: Ban) -> Order:
        """The order with a person banned."""
        return replace(self, bans=(*self.unbanned(ban.person).bans, ban))

    def unbanned(self, person: str) -> Order:
        """The order with a person's ban lifted."""
        return replace(self, bans=tuple(one for one in self.bans if one.person != person))

    # --- as rows ------------------------------------------------------------------------------

    def rules(self) -> dict[str, str]:
        """Every rule as JSON, by name; bans are rows of their own."""
        return {name: json.dumps(getattr(self, name), ensure_ascii=False) for name in RULES}

    def with_rules(self, rules: Mapping[str, str]) -> Order:
        """The order with the rules that are kept."""
        known = {name: text for name, text in rules.items() if name in RULES}
        return replace(self, **{name: read_rule(name, text) for name, text in known.items()})


RULES = tuple(field.name for field in fields(Order) if field.name != "bans")


def read_rule(name: str, text: str) -> Any:
    """The value of a rule as it is kept."""
    value = json.loads(text)
    if name in ("only", "shut", "roles"):
        return tuple(Named(*one) for one in value)
    return tuple(value) if name == "quiet" and value else value


def clock(minute: int) -> str:
    """A minute of the day as `07:00`."""
    return f"{minute // 60:02}:{minute % 60:02}"


def listed(names: Iterable[Named]) -> str:
    """Channels or roles as they are read."""
    return ", ".join(isolate(person(one.name, one.id)) for one in names)


def zone_named(typed: str) -> str:
    """The time zone meant: `Asia/Tokyo`, however it is written. Raises Refused."""
    wanted = typed.strip().replace(" ", "_").casefold()
    found = _zones().get(wanted)
    if found is None:
        raise Refused("order.no_such_zone", typed=typed[:32])
    return found


@lru_cache(1)
def _zones() -> dict[str, str]:
    return {name.casefold(): name for name in sorted(available_timezones())}


def zones() -> tuple[str, ...]:
    """The names of all time zones."""
    return tuple(_zones().values())


@lru_cache(64)
def _hours(day: date, quiet: tuple[int, int], zone: ZoneInfo) -> tuple[int, int]:
    """When the quiet hours of a day begin and end, in milliseconds since 1970."""
    later = day + timedelta(days=1) if quiet[1] <= quiet[0] else day
    ends = max(_instant(later, quiet[1], zone, fold) for fold in (0, 1))
    return _instant(day, quiet[0], zone, 0), ends


def _instant(day: date, minute: int, zone: ZoneInfo, fold: int) -> int:
    """When the clock on the wall shows a minute of the day for the first or the second time."""
    shown = datetime.combine(day, time(minute // 60, minute % 60, fold=fold), zone)
    return int(shown.timestamp()) * 1000


def _bounded(number: int) -> int:
    if number > MOST_TABLES:
        raise Refused("order.tables_bounds", most=MOST_TABLES)
    return number


def _without(names: tuple[Named, ...], one: Named) -> tuple[Named, ...]:
    return tuple(there for there in names if there.id != one.id)


def _added(names: tuple[Named, ...], one: Named) -> tuple[Named, ...]:
    if len(names) >= MOST_NAMED:
        raise Refused("order.too_many_named", most=MOST_NAMED)
    return (*names, one)
