"""A tournament that comes again: what is typed, what comes next and what ends it, what is said."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.chat import Place
from bot.commands import COMMANDS
from bot.meaning import Value
from bot.order import Named, Order
from bot.said import Said
from bot.state import Command, Timer
from bot.terms import HOUR, MINUTE
from bot.text import LANGUAGES, plain
from bot.tournament import series, tools
from bot.tournament.decide import decide
from bot.tournament.kind import LOBBY
from bot.tournament.plan import Plan, Series
from bot.tournament.state import Entrant, State
from bot.tournament.words import how_often
from bot.typed import read, read_named
from games.play import Refused
from storage.order import Ban
from tests.bot.test_words import Listening
from tests.bot.tournament.arena import plan
from tests.bot.tournament.test_play import ask

BERLIN = ZoneInfo("Europe/Berlin")
WEEK = 7 * 24 * HOUR


def moment(year: int, month: int, day: int, hour: int) -> int:
    """An hour in Berlin."""
    return round(datetime(year, month, day, hour, tzinfo=BERLIN).timestamp()) * 1000


SUNDAY = moment(2027, 3, 14, 20)


# --- what comes next -------------------------------------------------------------------------


def over(phase: str = "over", players: int = 3, **changes: Any) -> State:
    """A Sunday tournament that is over."""
    comes_again = {
        "days": 7, "zone": "Europe/Berlin", "first": "2027-03-14", "minute": 20 * 60,
        "name": "Sunday", "giver": "web:ann",
    }  # fmt: skip
    every = Series(**(comes_again | changes.pop("series", {})))
    terms = replace(plan(start=SUNDAY), series=every, **changes)
    state = State("t", "web:home", "web:lobby", "Sunday", "web:ann", terms, phase)
    state.entrants = {f"web:p{n}": Entrant(f"web:p{n}", f"P{n}") for n in range(1, players + 1)}
    return state


def next_of(
    state: State, order: Order | None = None, now: int = SUNDAY + 2 * HOUR, held: int = 10**6
) -> Plan:
    place = Place(state.place, state.community, within="web:whole")
    return series.following(state, order or Order(), now, place, held)


def why_not(state: State, **changes: Any) -> str:
    with pytest.raises(Refused) as refused:
        next_of(state, Order(**changes))
    return series.ENDS.get(refused.value.reason, refused.value.reason)


def test_the_next_one_is_the_same_a_week_later() -> None:
    state = over(again=2, bounty=500, threads=True, scored=Order().scored)
    found = next_of(state)
    assert found.start == SUNDAY + WEEK
    assert found.series
    assert found.series.number == 2
    assert replace(found, start=SUNDAY, series=state.plan.series) == state.plan


def test_one_that_was_begun_early_is_not_followed_by_itself() -> None:
    assert next_of(over(), now=SUNDAY - 24 * HOUR).start == SUNDAY + WEEK


def test_what_was_missed_is_left_out() -> None:
    """Down for weeks, or still playing when the next one should have begun."""
    daily = {"days": 1}
    assert next_of(over(), now=SUNDAY + 15 * 24 * HOUR).start == moment(2027, 4, 4, 20)
    at_seven = SUNDAY + 24 * HOUR - 9 * MINUTE
    assert next_of(over(series=daily), now=at_seven).start == moment(2027, 3, 16, 20)
    assert next_of(over(series=daily), now=at_seven - 2 * MINUTE).start == moment(2027, 3, 15, 20)


def test_no_table_gets_a_thread_where_there_are_to_be_none_by_now() -> None:
    assert not next_of(over(threads=True), Order(threads="never")).threads


def test_what_was_promised_is_added_where_the_wallet_of_who_promised_it_has_it() -> None:
    state = over(series={"prize": 5_000}, added=5_000)
    assert next_of(state, held=5_000).added == 5_000
    poor = next_of(state, held=4_999)
    assert poor.added == 0
    assert poor.series
    assert poor.series.prize == 5_000, "it is added again as soon as it can be"
    handed_over = replace(state, host="web:bob")
    assert next_of(handed_over).added == 0, "Bob has promised nothing"


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"bans": (Ban("web:ann", "", "web:bob", 1),)}, "banned"),
        ({"opening": "managers"}, "rights"),
        ({"opening": "roles", "roles": (Named("web:vip", "VIP"),)}, "rights"),
        ({"shut": (Named("web:lobby", "lobby"),)}, "channel"),
        ({"shut": (Named("web:whole", "hall"),)}, "channel"),
        ({"only": (Named("web:other", "other"),)}, "channel"),
        ({"quiet": (19 * 60, 21 * 60), "zone": "Europe/Berlin"}, "quiet"),
    ],
)
def test_the_order_as_it_is_now_ends_it(order: dict[str, Any], why: str) -> None:
    assert why_not(over(), **order) == why


def test_the_right_by_which_it_was_announced_holds() -> None:
    roles: dict[str, Any] = {"opening": "roles", "roles": (Named("web:vip", "VIP"),)}
    assert next_of(over(series={"roles": ("web:vip",)}), Order(**roles)).start
    assert next_of(over(series={"manager": True}), Order(opening="managers")).start
    assert next_of(over(series={"manager": True}), Order(**roles)).start


def test_quiet_hours_in_which_it_does_not_begin_are_no_hindrance() -> None:
    order = Order(quiet=(22 * 60, 7 * 60), zone="Europe/Berlin")
    assert next_of(over(), order).start == SUNDAY + WEEK


def test_nobody_comes_four_times_in_a_row_and_it_ends() -> None:
    state, seen = over("cancelled", players=1), []
    for _ in range(series.MOST_EMPTY - 1):
        state = replace(state, plan=next_of(state))
        assert state.plan.series
        seen.append(state.plan.series.empty)
    assert seen == [1, 2, 3]
    assert why_not(state) == "few"
    came = next_of(replace(state, phase="over"))
    assert came.series
    assert came.series.empty == 0
    assert next_of(over("cancelled", players=2, series={"empty": 3})).series, "the host did that"


def test_only_what_is_over_waits_for_its_next_one() -> None:
    assert series.pending(over())
    assert series.pending(over("cancelled"))
    for changes in (
        {"phase": "running"}, {"phase": "open"}, {"closed": True}, {"last": True}, {"next": "x"},
        {"plan": plan()},
    ):  # fmt: skip
        assert not series.pending(replace(over(), **changes))


def test_a_lobby_stays_until_its_next_one_is_open() -> None:
    state = over()
    state.timers["close"] = Timer(SUNDAY)
    close = Command("timer", word="close@", at=SUNDAY)
    waits = decide(state, close).state
    assert not waits.closed
    assert waits.timers["close"].due > SUNDAY
    gone_on = decide(waits, Command("go_on", word="u", amount=SUNDAY + WEEK, at=SUNDAY)).state
    assert decide(gone_on, replace(close, at=waits.timers["close"].due)).state.closed
    for verb in ("go_on", "end"):
        with pytest.raises(Refused, match="stale"):
            decide(gone_on, Command(verb, word="v", at=SUNDAY))
        with pytest.raises(Refused, match="only_lobby"):
            decide(state, Command(verb, person="web:ann", word="v", at=SUNDAY))


def test_a_series_is_kept_with_its_tournament() -> None:
    state = over(series={"roles": ("web:vip",), "manager": True})
    state.next, state.last = "u", True
    assert State.from_json(state.to_json()) == state
    assert Plan.from_json(json.dumps(asdict(state.plan))) == state.plan


def test_a_tournament_of_before_there_were_series_comes_once() -> None:
    kept = json.loads(over().to_json())
    del kept["next"], kept["last"], kept["plan"]["series"]
    state = State.from_json(json.dumps(kept))
    assert state.plan.series is None
    assert not series.pending(state)


# --- the last one ----------------------------------------------------------------------------


def test_the_host_ends_it_and_takes_that_back() -> None:
    state = over("open")
    with pytest.raises(Refused, match="not_host"):
        ask(state, "last", "Bob")
    ended = ask(state, "last", "Ann")
    assert ended.state.last
    assert ended.answer == ("tournament_last", {})
    assert [said.kind for said in ended.notices] == ["last"]
    with pytest.raises(Refused, match="last_already"):
        ask(ended.state, "last", "Ann")
    assert not ask(ended.state, "undo", "Ann").state.last
    with pytest.raises(Refused, match="is_over"):
        ask(over(), "last", "Ann")


def test_what_comes_once_has_no_last_one() -> None:
    state = replace(over("open"), plan=plan())
    with pytest.raises(Refused, match="no_series"):
        ask(state, "last", "Ann")
    assert ask(state, "cancel", "Ann", amount=1).answer == ("tournament_cancelled", {"seconds": 0})


def test_who_calls_one_off_hears_what_becomes_of_the_series() -> None:
    state = over("open")
    [key, _] = ask(state, "cancel", "Ann", amount=1).answer or ("", {})
    assert key == "tournament_cancelled_once"
    [key, _] = ask(ask(state, "last", "Ann").state, "cancel", "Ann").answer or ("", {})
    assert key == "tournament_cancelled_last"


# --- what is typed ---------------------------------------------------------------------------

TAKEN = COMMANDS["tournament"].words


@pytest.mark.parametrize(
    "typed",
    [
        "standard start:sun 8pm every:week",
        "standard every:week start:sun 8pm",
        "standard start:sun 8pm weekly",
        "weekly standard start:sun 8pm",
        "standard start:sun 8pm every week",
        "standard start sun 8pm every:every week",
        'standard start:"sun 8pm" every:"week"',
        "standard start：日曜20時 毎週",
        "week start:sun 8pm standard",
    ],
)
def test_every_week(typed: str) -> None:
    values = read(TAKEN, typed, "")
    assert values["every"] == (7, -1)
    assert values["structure"] == "standard"
    assert str(values["start"]).removesuffix(" 8pm") in ("sun", "日曜20時")


@pytest.mark.parametrize(
    ("typed", "days"),
    [
        ("every:day", 1), ("daily", 1), ("毎日", 1), ("every 2 weeks", 14), ("every:2 weeks", 14),
        ("every:2-weeks", 14), ("2-weeks", 14), ("every other week", 14), ("隔週", 14),
        ("every:２週間", 14), ("fortnightly", 14), ("every:3 days", 3),
    ],
)  # fmt: skip
def test_other_periods(typed: str, days: int) -> None:
    values = read(TAKEN, f"turbo 9 {typed} 100 start:8pm", "")
    assert values["every"] == (days, -1)
    assert (values["players"], values["buyin"]) == (9, 10_000)


@pytest.mark.parametrize("typed", ["every:sunday", "every:sundays", "every Sun", "every:毎週日曜",
                                   "every:毎週日", "every:日曜"])  # fmt: skip
def test_a_day_of_the_week(typed: str) -> None:
    assert read(TAKEN, f"turbo start:8pm {typed}", "")["every"] == (7, 6)


@pytest.mark.parametrize(
    "typed",
    [
        "month",
        "7",
        "0 days",
        "9 weeks",
        "-1 week",
        "never",
        "sunday 8pm",
        "日",
        "毎月",
        "毎",
        "w" * 99,
    ],
)
def test_what_does_not_say_how_often_is_refused(typed: str) -> None:
    with pytest.raises(Refused, match="bad_every") as refused:
        read_named(TAKEN, {"every": typed}, "")
    for language in LANGUAGES:
        assert "every:" in Listening(language).refusal(refused.value)


def test_a_number_that_is_meant_otherwise_is_no_period() -> None:
    values: dict[str, Value] = read(TAKEN, "turbo 2 100", "")
    assert "every" not in values
    assert values["players"] == 2


# --- what people read ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "english", "japanese"),
    [
        ({}, "every Sunday 20:00 (Europe/Berlin)", "毎週日曜 20:00（Europe/Berlin）"),
        ({"days": 14}, "every 2 weeks, Sunday 20:00 (Europe/Berlin)",
         "2週ごと 日曜 20:00（Europe/Berlin）"),
        ({"days": 1, "minute": 545}, "every day 09:05 (Europe/Berlin)",
         "毎日 09:05（Europe/Berlin）"),
        ({"days": 3}, "every 3 days 20:00 (Europe/Berlin)", "3日ごと 20:00（Europe/Berlin）"),
    ],
)  # fmt: skip
def test_how_often_it_comes_is_read(changes: dict[str, Any], english: str, japanese: str) -> None:
    every = over(series=changes).plan.series
    assert every
    assert how_often(Listening("en"), every) == english
    assert how_often(Listening("ja"), every) == japanese


def facts(language: str, state: State) -> list[str]:
    return [value for _, value in LOBBY.public(Listening(language), state).fields]


@pytest.mark.parametrize(
    ("language", "often", "last"),
    [
        ("en", "every Sunday 20:00 (Europe/Berlin)", "this is the last one"),
        ("ja", "毎週日曜 20:00（Europe/Berlin）", "今回で最終回"),
    ],
)
def test_the_lobby_says_when_it_begins_and_how_often(language: str, often: str, last: str) -> None:
    state = over("open")
    # Each platform shows that time on the reader's own clock.
    assert facts(language, state) == ["2027-03-14 19:00 UTC", often]
    assert facts(language, replace(state, phase="running", boards={}))[0] == often
    assert last in facts(language, ask(state, "last", "Ann").state)
    for phase in ("over", "cancelled"):
        assert not facts(language, over(phase))


def test_why_it_ends_is_said() -> None:
    for language in LANGUAGES:
        w = Listening(language)
        for why in {*series.ENDS.values(), "plan"}:
            assert LOBBY.line(w, Said("series_over", note=f"{why} web:ann"))
        assert {key for key in w.entries if key.startswith("tournament.ends.")} <= w.heard


def test_before_one_is_called_off_the_host_is_asked_whether_the_series_is() -> None:
    state = over("open")
    asked = tools.sure(Listening("en"), state, Command("cancel", amount=MINUTE))
    [[one, every]] = asked.rows
    assert "2027-03-21 19:00 UTC" in asked.text
    assert (one.token, every.token) == ("tool|t||cancel", "tool|t||cancel all")
    ended = ask(state, "last", "Ann").state
    [[only]] = tools.sure(Listening("en"), ended, Command("cancel", amount=MINUTE)).rows
    assert plain(only.label) == "Call off"
