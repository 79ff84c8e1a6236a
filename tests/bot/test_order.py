"""The order of a community as questions and answers: who, where, how many, when."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.chat import Person, Place
from bot.meaning import Value, Word, read_one
from bot.order import MOST_NAMED, Named, Order, zone_named
from bot.terms import HOUR, MINUTE
from bot.text import LANGUAGES, words
from games.play import Refused
from storage.order import Ban

LOBBY = Place("web:lobby", "web:home", "#lobby")
ATTIC = Place("web:attic", "web:home", "#attic")
THREAD = Place("web:thread", "web:home", "#a thread", within="web:attic")
DEALERS = Named("web:1", "@Dealers")
ANN = Person("web:ann", "Ann")
DAN = Person("web:dan", "Dan", roles=("web:9", "web:1"))
NOON = round(datetime(2027, 3, 1, 12, tzinfo=UTC).timestamp()) * 1000


def at(*moment: int) -> int:
    """A moment of UTC in milliseconds since 1970."""
    year, month, day, hour, minute = moment
    return round(datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp()) * 1000


def refused(order: Order, who: Person = ANN, place: Place = LOBBY, when: int = NOON,
            *, manager: bool = False, tab: bool = False) -> str:  # fmt: skip
    """Why this person may not open a table, in a word; "" where they may."""
    try:
        order.check_open(who, place, when, manager=manager, tab=tab)
    except Refused as why:
        return why.reason.removeprefix("order.") if all(in_words(why)) else "without words"
    return ""


def in_words(why: Refused) -> list[str]:
    """A refusal in every language; nothing where a blank was left open."""
    said = [words(language).refusal(why) for language in LANGUAGES]
    return [text if "{" not in text else "" for text in said]


def changed(order: Order, place: Place = LOBBY, **values: Value) -> Order:
    return order.changed(values, place, [DEALERS])


# --- who and where ---------------------------------------------------------------------------


def test_as_it_comes_everybody_may_open_a_table_anywhere_but_on_the_tab() -> None:
    assert refused(Order()) == ""
    assert refused(Order(), tab=True) == "tab_not_allowed"
    assert refused(Order(tab=True), tab=True) == ""


@pytest.mark.parametrize(
    ("opening", "who", "manager", "why"),
    [
        ("everyone", ANN, False, ""),
        ("managers", ANN, False, "managers_open"),
        ("managers", DAN, False, "managers_open"),
        ("managers", ANN, True, ""),
        ("roles", ANN, False, "roles_open"),
        ("roles", DAN, False, ""),
        ("roles", ANN, True, ""),
    ],
)
def test_who_may_open_tables(opening: str, who: Person, manager: bool, why: str) -> None:
    order = Order(opening=opening, roles=(DEALERS,))
    assert refused(order, who, manager=manager) == why


@pytest.mark.parametrize(
    ("said", "open_in"),
    [
        ({}, {LOBBY, ATTIC, THREAD}),
        ({LOBBY: "only-here"}, {LOBBY}),
        ({LOBBY: "not-here"}, {ATTIC, THREAD}),
        ({ATTIC: "only-here"}, {ATTIC, THREAD}),
        ({ATTIC: "not-here"}, {LOBBY}),
        ({THREAD: "only-here"}, {ATTIC, THREAD}),
        ({THREAD: "not-here"}, {LOBBY}),
        ({LOBBY: "only-here", ATTIC: "only-here"}, {LOBBY, ATTIC, THREAD}),
        ({LOBBY: "only-here", ATTIC: "not-here"}, {LOBBY}),
        ({LOBBY: "not-here", ATTIC: "everywhere"}, {LOBBY, ATTIC, THREAD}),
    ],
)
def test_where_tables_may_be_opened(said: Mapping[Place, str], open_in: set[Place]) -> None:
    order = Order()
    for place, how in said.items():
        order = changed(order, place, channels=how)
    assert {place for place in (LOBBY, ATTIC, THREAD) if not refused(order, place=place)} == open_in
    managed = {p for p in (LOBBY, ATTIC, THREAD) if not refused(order, place=p, manager=True)}
    assert managed == open_in


def test_a_channel_changes_its_mind() -> None:
    order = changed(Order(), channels="not-here")
    order = changed(order, channels="only-here")
    assert refused(order) == ""
    assert refused(order, place=ATTIC) == "channel_other"
    with pytest.raises(Refused, match="last_channel"):
        changed(order, channels="not-here")
    order = changed(changed(order, ATTIC, channels="only-here"), channels="not-here")
    assert refused(order) == "channel_shut"
    assert refused(order, place=ATTIC) == ""


def test_the_refusal_names_the_channels_and_roles_that_are_left() -> None:
    order = changed(changed(Order(), channels="only-here"), ATTIC, channels="only-here")
    w = words("en")
    with pytest.raises(Refused) as why:
        order.check_place(Place("web:cellar", "web:home"), NOON)
    assert "#lobby" in w.refusal(why.value)
    assert "#attic" in w.refusal(why.value)
    with pytest.raises(Refused) as why:
        Order(opening="roles", roles=(DEALERS,)).check_host(ANN)
    assert "@Dealers" in w.refusal(why.value)


def test_a_role_is_named_to_be_added_and_again_to_be_taken_away() -> None:
    order = changed(Order(), role=DEALERS.id)
    assert (order.opening, order.roles) == ("roles", (DEALERS,))
    assert refused(order) == "roles_open"
    order = changed(order, role=DEALERS.id)
    assert refused(order, DAN) == "managers_open"
    with pytest.raises(Refused, match="role_missing"):
        changed(order, opening="roles")
    with pytest.raises(Refused, match="no_roles"):
        changed(order, role="Dealers")


def test_who_is_banned_may_not_open_even_as_a_manager() -> None:
    order = Order().banned(Ban(ANN.id, "", DAN.id, 5))
    assert refused(order) == refused(order, manager=True) == "banned"
    assert refused(order, DAN) == ""
    assert refused(order.unbanned(ANN.id)) == ""


@pytest.mark.parametrize(
    ("here", "in_all", "why"),
    [(0, 0, ""), (1, 4, ""), (2, 2, "too_many_tables"), (1, 5, "order.too_many_in_all")],
)
def test_how_many_tables_there_may_be(here: int, in_all: int, why: str) -> None:
    order = Order(tables=2, most=5)
    try:
        order.check_room(here, in_all)
        found = ""
    except Refused as refusal:
        found = refusal.reason
    assert found == why
    replace(order, most=0).check_room(1, 10_000)


# --- when ------------------------------------------------------------------------------------


def quiet(hours: str, zone: str = "UTC") -> Order:
    read = read_one(Word("quiet", "hours"), hours, "")
    return changed(Order(), quiet=read, zone=zone)


@pytest.mark.parametrize(
    ("hours", "zone", "when", "until"),
    [
        ("23:00-7:00", "UTC", at(2027, 3, 1, 22, 59), None),
        ("23:00-7:00", "UTC", at(2027, 3, 1, 23, 0), at(2027, 3, 2, 7, 0)),
        ("23:00-7:00", "UTC", at(2027, 3, 2, 6, 59), at(2027, 3, 2, 7, 0)),
        ("23:00-7:00", "UTC", at(2027, 3, 2, 7, 0), None),
        ("12-13", "UTC", at(2027, 3, 1, 12, 30), at(2027, 3, 1, 13, 0)),
        ("12-13", "UTC", at(2027, 3, 1, 11, 59), None),
        ("0:00-0:30", "UTC", at(2027, 3, 1, 0, 10), at(2027, 3, 1, 0, 30)),
        ("23:30-0:00", "UTC", at(2027, 3, 1, 23, 45), at(2027, 3, 2, 0, 0)),
        ("23:00-7:00", "Asia/Tokyo", at(2027, 3, 1, 14, 0), at(2027, 3, 1, 22, 0)),
        ("23:00-7:00", "Asia/Tokyo", at(2027, 3, 1, 13, 59), None),
        ("23-7", "Asia/Kathmandu", at(2027, 3, 1, 17, 15), at(2027, 3, 2, 1, 15)),
    ],
)
def test_quiet_hours_are_those_of_the_clock_on_the_wall(
    hours: str, zone: str, when: int, until: int | None
) -> None:
    rest = quiet(hours, zone).rest(when)
    assert (rest.until if rest else None) == until
    if rest:
        assert rest.clock.endswith(f" ({zone})")


@pytest.mark.parametrize(
    ("hours", "begins", "ends"),
    [
        # In Berlin the clock goes from 2:00 to 3:00 on 28 March 2027, at 1:00 UTC.
        ("23:00-7:00", at(2027, 3, 27, 22, 0), at(2027, 3, 28, 5, 0)),
        ("23:00-2:30", at(2027, 3, 27, 22, 0), at(2027, 3, 28, 1, 30)),
        ("2:30-7:00", at(2027, 3, 28, 1, 30), at(2027, 3, 28, 5, 0)),
        # And from 3:00 back to 2:00 on 31 October 2027, at 1:00 UTC.
        ("23:00-7:00", at(2027, 10, 30, 21, 0), at(2027, 10, 31, 6, 0)),
        ("23:00-2:30", at(2027, 10, 30, 21, 0), at(2027, 10, 31, 1, 30)),
        ("2:30-7:00", at(2027, 10, 31, 0, 30), at(2027, 10, 31, 6, 0)),
        ("2:15-2:45", at(2027, 10, 31, 0, 15), at(2027, 10, 31, 1, 45)),
    ],
)
def test_quiet_hours_over_a_change_of_summer_time(hours: str, begins: int, ends: int) -> None:
    order = quiet(hours, "Europe/Berlin")
    minutes = range(begins - 90 * MINUTE, ends + 90 * MINUTE, 5 * MINUTE)
    at_rest = [minute for minute in minutes if order.rest(minute)]
    assert at_rest == list(range(begins, ends, 5 * MINUTE))
    assert {rest.until for minute in at_rest if (rest := order.rest(minute))} == {ends}


def test_in_quiet_hours_no_table_is_opened() -> None:
    order = quiet("11-13")
    assert refused(order) == refused(order, manager=True) == "quiet_hours"
    assert refused(order, when=NOON + HOUR) == ""
    assert changed(order, quiet=0).rest(NOON) is None


# --- nonsense --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"quiet": (60, 60)}, "quiet_empty"),
        ({"zone": "Atlantis"}, "no_such_zone"),
        ({"zone": "../../etc/passwd"}, "no_such_zone"),
        ({"zone": ""}, "no_such_zone"),
        ({"idle": 4}, "idle_bounds"),
        ({"idle": 43_201}, "idle_bounds"),
        ({"tables": 1001}, "tables_bounds"),
        ({"most": 999_999}, "tables_bounds"),
        ({"tab": True, "zone": "Mars/Base"}, "no_such_zone"),
    ],
)
def test_nonsense_is_refused_in_words(values: dict[str, Value], why: str) -> None:
    with pytest.raises(Refused) as found:
        Order().changed(values, LOBBY, [DEALERS])
    assert found.value.reason == f"order.{why}"
    assert all(in_words(found.value))


@pytest.mark.parametrize(
    ("kind", "typed", "value"),
    [
        ("hours", "23:00-7:00", (1380, 420)),
        ("hours", "23-7", (1380, 420)),
        ("hours", "２３：００〜７：３０", (1380, 450)),
        ("hours", "off", 0),
        ("hours", "24:00-7:00", None),
        ("hours", "23:60-7", None),
        ("hours", "23:00", None),
        ("hours", "-", None),
        ("hours", "9" * 50, None),
        ("idle", "45", 45),
        ("idle", "45min", 45),
        ("idle", "12h", 720),
        ("idle", "2d", 2880),
        ("idle", "３時間", 180),
        ("idle", "OFF", 0),
        ("idle", "0", None),
        ("idle", "-3h", None),
        ("idle", "1 week", None),
        ("limit", "off", 0),
        ("limit", "7", 7),
        ("limit", "0", None),
        ("limit", "many", None),
        ("opening", "Managers", "managers"),
        ("opening", "nobody", None),
        ("channels", "not-here", "not-here"),
        ("shows", "log", "log"),
    ],
)
def test_how_the_words_of_an_order_are_read(kind: str, typed: str, value: Value | None) -> None:
    if value is None:
        with pytest.raises(Refused, match="bad_option"):
            read_one(Word("x", kind), typed, "example")
    else:
        assert read_one(Word("x", kind), typed, "example") == value


def test_a_zone_is_known_however_it_is_written() -> None:
    assert zone_named(" asia/tokyo ") == "Asia/Tokyo"
    assert zone_named("america/new york") == "America/New_York"
    assert zone_named("utc") == "UTC"


def test_no_more_channels_can_be_named_than_can_be_read() -> None:
    order = Order()
    for n in range(MOST_NAMED):
        order = changed(order, Place(f"web:{n}", "web:home", f"#{n}"), channels="only-here")
    with pytest.raises(Refused, match="too_many_named"):
        changed(order, channels="only-here")
    assert changed(order, Place("web:0", "web:home", "#0"), channels="only-here")


# --- as rows ---------------------------------------------------------------------------------


def test_an_order_comes_back_from_its_rows() -> None:
    order = changed(
        Order(), role=DEALERS.id, tables=2, most=9, tab=True, quiet=(1380, 420),
        zone="Asia/Tokyo", idle=60,
    )  # fmt: skip
    order = changed(changed(order, channels="only-here"), ATTIC, channels="not-here")
    assert Order().with_rules(order.rules()) == order
    assert Order().with_rules({}) == Order()
    assert Order().with_rules({"of_a_later_version": json.dumps(1)}) == Order()
