"""The season's table: points are kept with the result, once, and an old season stays as it was."""

from __future__ import annotations

import json
import random
from dataclasses import asdict
from pathlib import Path

import pytest

from bot.directed import Report
from bot.tournament.plan import Plan
from bot.tournament.scoring import points_of
from bot.tournament.season import ranked
from bot.tournament.state import Draft
from games.play import Refused
from games.points import points
from storage import seasons
from storage.seasons import SCORE, Score, Standing
from tests.bot.tournament.arena import check_end, check_scores, plan
from tests.bot.tournament.test_chop import laid_open, names
from tests.bot.tournament.test_lobby import arena_in, enter, own, shown, state_of
from tests.bot.tournament.test_play import ask, played, running, seated
from tests.clock import DrivenClock
from tests.house import House, open_house, text_of

FRESH = "sqlite://"


def kept(draft: Draft) -> dict[str, tuple[int, int]]:
    """(place, points) by person, of the results that a commit is to keep."""
    found = [one.args for one in draft.records if one.sql == SCORE]
    return {str(args[1]): (int(args[5] or 0), int(args[6] or 0)) for args in found}


async def play(house: House, name: str, *people: str, seed: int = 1) -> str:
    """A tournament to its end; gives the name of who won."""
    await count_from(house, 2)
    assert "is open" in await house.say(people[0], f"/tournament turbo {len(people)} name:{name}")
    await enter(house, *people)
    await house.wait(15)
    await arena_in(house).finish(random.Random(seed))
    state = state_of(house)
    check_end(state, len(people))
    await house.wait(600)
    assert not house.manager.tables
    return state.entrants[state.fallen[-1][0]].name


async def count_from(house: House, players: int) -> str:
    """A manager lets tournaments of so many count."""
    return await house.say("Zoe", f"/season least:{players}", host=True)


def rows(said: str) -> list[str]:
    """The rows of a table of points, each in one line."""
    joined = said.replace("\n    ", " · ").splitlines()
    return [line.removeprefix("▸ ") for line in joined if "played" in line]


# --- what a commit keeps -------------------------------------------------------------------------


def test_everybodys_points_are_kept_in_the_commit_that_ends_it() -> None:
    state = running(4, size=4)
    first, *others = seated(state.boards[1], state)
    for who in others[:2]:
        draft = played(state, 1, (who,), by=first)
        assert not kept(draft)
        state = draft.state
    draft = played(state, 1, (others[2],), by=first)
    assert draft.state.phase == "over"
    worth = [points(4, place) for place in (4, 3, 2, 1)]
    expected = dict(zip([*others, first], zip((4, 3, 2, 1), worth, strict=True), strict=True))
    assert kept(draft) == expected
    assert points_of(draft.state) == {who: one for who, (_, one) in expected.items()}


def test_who_goes_out_in_the_same_hand_with_the_same_chips_shares_the_points() -> None:
    state = running(4, size=4)
    first, *others = seated(state.boards[1], state)
    draft = played(state, 1, tuple(others), by=first)
    share = round((points(4, 2) + points(4, 3) + points(4, 4)) / 3)
    assert kept(draft) == {first: (1, points(4, 1)), **dict.fromkeys(others, (2, share))}


def test_a_second_report_of_the_last_hand_is_refused_and_keeps_nothing() -> None:
    state = running(2, size=4)
    first, other = seated(state.boards[1], state)
    board, chips = state.boards[1], state.entrants[first].stack
    told = Report(
        board.id, board.hand, {first: 2 * chips, other: 0}, {other: chips}, {other: [first]},
        board.positions,
    ).to_json()  # fmt: skip
    draft = ask(state, "report", word=told)
    assert set(kept(draft)) == {first, other}
    with pytest.raises(Refused, match="stale"):
        ask(draft.state, "report", word=told)


def test_a_deal_gives_points_by_chips() -> None:
    state = laid_open()
    order = sorted(state.playing(), key=lambda one: -one.stack)
    for who in names(state)[:-1]:
        state = ask(state, "accept", who).state
    draft = ask(state, "accept", names(state)[-1])
    found = kept(draft)
    assert len(found) == 10
    assert found[order[0].person] == (1, points(10, 1))
    # The two others have the same chips: they share two places.
    assert {found[one.person] for one in order[1:]} == {(2, points(10, 2, shared=2))}


def test_what_is_called_off_gives_nobody_points() -> None:
    state = running(4, size=4)
    state = played(state, 1, (seated(state.boards[1], state)[1],)).state
    draft = ask(state, "cancel", "Host")
    assert draft.state.phase == "cancelled"
    assert not kept(draft)
    assert points_of(draft.state) == {}


def test_who_came_in_again_gets_less() -> None:
    state = running(4, size=4, late=3, again=1)
    first, *others = seated(state.boards[1], state)
    state = played(state, 1, (others[0],), by=first).state
    state = ask(state, "register", state.entrants[others[0]].name).state
    state = played(state, 1).state
    draft = played(state, 1, (first, *others[1:]), by=others[0])
    while draft.state.phase == "running":
        name = next(one for one in draft.state.timers if one.startswith("decide:"))
        due = draft.state.timers[name].due
        draft = ask(draft.state, "timer", at=due, word=f"{name}@{draft.state.timers[name].valid}")
    assert kept(draft)[others[0]] == (1, points(4, 1, entries=2))


# --- the table -----------------------------------------------------------------------------------


async def test_the_table_of_a_season_after_two_tournaments() -> None:
    async with open_house(FRESH) as house:
        assert "No tournament" in await house.say("Ann", "/season")
        first = await play(house, "One", "Ann", "Bob", "Cat", "Dan", seed=1)
        second = await play(house, "Two", "Ann", "Bob", "Cat", "Dan", seed=5)
        said = await house.say("Ann", "/season")
        assert "Your place: " in said
        table = rows(said)
        assert len(table) == 4
        assert table[0].startswith("1. ")
        assert all("played 2" in row for row in table)
        assert sum("won" in row for row in table) == len({first, second})
        [mine] = [line for line in said.splitlines() if line.startswith("▸ ")]
        assert "Ann" in mine
        assert "no place" in await house.say("Eve", "/season")
        assert "ポイント" in await house.say("Bob:ja", "/season")


async def test_the_results_say_what_each_place_is_worth() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/tournament turbo 4 100")
        await enter(house, "Ann", "Bob", "Cat", "Dan")
        await house.wait(15)
        await arena_in(house).finish(random.Random(1))
        await house.settle()
        assert "⁩ · 400 · 100 points\n2. " in shown(house).text
        await check_scores(house.db, state_of(house))


async def test_managers_begin_a_season_and_the_old_one_stays_as_it_was() -> None:
    async with open_house(FRESH) as house:
        await play(house, "One", "Ann", "Bob", "Cat")
        before = await house.say("Ann", "/season")
        assert "manage" in await house.say("Ann", "/season new Autumn")
        assert await house.say("Ann", "/season") == before
        assert "Autumn⁩ begins" in await house.say("Zoe", "/season new name:Autumn", host=True)
        assert "No tournament" in await house.say("Ann", "/season")
        await play(house, "Two", "Ann", "Bob", seed=2)
        assert len(rows(await house.say("Ann", "/season"))) == 2
        assert await house.say("Ann", "/season name:First season") == before
        assert await house.say("Ann", "/season autumn") == await house.say("Ann", "/season")
        listed = (await house.say("Ann", "/season list")).splitlines()
        assert listed[0].startswith("⁨Autumn⁩ · 1 tournament · since ")
        assert listed[1] == "⁨First season⁩ · 1 tournament"
        assert "Autumn⁩, ⁨" not in (said := await house.say("Ann", "/season Winter"))
        assert "First season⁩, ⁨Autumn" in said


async def test_a_tournament_counts_for_the_season_in_which_it_ends() -> None:
    async with open_house(FRESH) as house:
        await count_from(house, 2)
        await house.say("Ann", "/tournament turbo 2")
        await enter(house, "Ann", "Bob")
        await house.wait(15)
        await house.say("Zoe", "/season new Autumn", host=True)
        await arena_in(house).finish(random.Random(1))
        assert len(rows(await house.say("Ann", "/season Autumn"))) == 2
        assert await house.room._desk.records.standings("web:home", 0) == []


async def test_a_season_in_which_nothing_was_played_is_only_renamed() -> None:
    async with open_house(FRESH) as house:
        await house.say("Zoe", "/season new Autum", host=True)
        await house.say("Zoe", "/season new Autumn", host=True)
        assert (await house.say("Ann", "/season list")).count("\n") == 0
        await play(house, "One", "Ann", "Bob")
        await house.say("Zoe", "/season new Winter", host=True)
        listed = (await house.say("Ann", "/season list")).splitlines()
        assert [line.split("⁩")[0] for line in listed] == ["⁨Winter", "⁨Autumn"]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("new", "What is it called"),
        ("new !!!", "cannot be its name"),
        ("new AUTUMN", "called ⁨AUTUMN⁩ already"),
        (f"new {'x' * 33}", "at most 32"),
        ("Spring", "There are: ⁨"),
        ("new list", "no word of this command"),
        ("new name:NEW", "no word of this command"),
        ("new 新シーズン", "no word of this command"),
        ("new name:First season", "First season⁩ already"),
        ("new 最初のシーズン", "already"),
        ("least:1", "from 2 to 500"),
        ("least:501", "from 2 to 500"),
        ("least:none", "does not fit"),
        ("new Spring least:4", "/season"),
    ],
)
async def test_what_makes_no_season_is_refused_and_begins_none(typed: str, why: str) -> None:
    async with open_house(FRESH) as house:
        await house.say("Zoe", "/season new Autumn", host=True)
        before = await house.say("Zoe", "/season list")
        assert why in await house.say("Zoe", f"/season {typed}", host=True)
        assert await house.say("Zoe", "/season list") == before


async def test_a_line_that_is_delivered_twice_begins_one_season() -> None:
    async with open_house(FRESH) as house:
        await house.say("Zoe", "/season new Autumn", host=True, press="one")
        await play(house, "One", "Ann", "Bob")
        assert "begins" in await house.say("Zoe", "/season new Autumn", host=True, press="one")
        assert "1 tournament" in await house.say("Ann", "/season list")


async def test_ones_own_row_stands_under_the_ten_best_and_equal_points_share_a_rank() -> None:
    async with open_house(FRESH) as house:
        people = [f"P{number}" for number in range(14)]
        for number, who in enumerate(people):
            await house.say(who, "/wallet")
            worth = 10 * (15 - max(number, 2))
            score = Score("t", f"web:{who.lower()}", "web:home", 1, number + 1, worth, 0)
            await house.db.commit([seasons.score(score)])
        said = await house.say("P12", "/season")
        ranks = [row.split(".")[0] for row in rows(said)]
        assert ranks == ["1", "1", "1", *map(str, range(4, 11)), "13"]
        assert "\n…\n▸ 13. ⁨P12⁩ · 30 points\n" in said
        assert "Your place: 13 of 14 · 30 points" in said
        assert "…" not in await house.say("P9", "/season")


def test_ranks_skip_what_ties_have_taken() -> None:
    table = [
        Standing(who, worth, 1, 0, 0, 1) for who, worth in zip("abcd", (9, 5, 5, 1), strict=True)
    ]
    assert [one.rank for one in ranked(table)] == [1, 2, 2, 4]
    assert ranked([]) == []


async def test_who_has_left_the_community_stays_in_the_table() -> None:
    async with open_house(FRESH) as house:
        await play(house, "One", "Ann", "Bob")
        await house.room.departed("web:bob", "web:home")
        await house.settle()
        assert any("Bob" in row for row in rows(await house.say("Ann", "/season")))


async def test_a_restart_counts_nothing_twice_and_loses_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with open_house(url) as house:
        await count_from(house, 3)
        await house.say("Ann", "/tournament turbo 3 100")
        await enter(house, "Ann", "Bob", "Cat")
        await house.wait(15)
        await arena_in(house).finish(random.Random(1))
        before, now = await house.say("Ann", "/season"), house.clock.now()
        assert len(rows(before)) == 3
    for _ in range(2):
        async with open_house(url, DrivenClock(now)) as house:
            assert state_of(house).phase == "over"
            assert await house.say("Ann", "/season") == before
            await check_scores(house.db, state_of(house))


async def test_both_databases_keep_seasons_and_structures(address: str) -> None:
    async with open_house(address) as house:
        await house.say("Ann", "/structure save quick 50/100 200/400 minutes:5 stack:2k")
        await house.say("Zoe", "/season new Autumn", host=True)
        await count_from(house, 2)
        await house.say("Ann", "/tournament quick 2 100")
        await enter(house, "Ann", "Bob")
        await house.wait(15)
        await arena_in(house).finish(random.Random(1))
        await house.say("Ann", "/structure delete quick")
        assert len(rows(await house.say("Ann", "/season"))) == 2
        assert "1 tournament" in await house.say("Ann", "/season list")


# --- what counts ---------------------------------------------------------------------------------


async def test_two_alone_score_nothing_and_are_told_so_beforehand_and_in_the_results() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/tournament turbo 2 100")
        assert ("Season's table", "no points: it takes 4 players") in shown(house).fields
        await enter(house, "Ann", "Bob")
        await house.wait(15)
        await arena_in(house).finish(random.Random(1))
        await house.settle()
        check_end(state_of(house), 2)
        assert shown(house).text.splitlines()[-1].startswith("No points for the season's table")
        for who in ("Ann", "Bob"):
            assert "it takes 4 players" in own(house, who).text
        assert await house.room._desk.records.standings("web:home", 0) == []
        assert "from 4 players on" in await house.say("Ann", "/season")


async def test_a_field_that_is_large_enough_counts_and_each_reads_their_points() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/tournament turbo 4 100")
        assert ("Season's table", "counts from 4 players on") in shown(house).fields
        await enter(house, "Ann", "Bob", "Cat", "Dan")
        await house.wait(15)
        assert not [name for name, _ in shown(house).fields if name == "Season's table"]
        await arena_in(house).finish(random.Random(1))
        await house.settle()
        state = state_of(house)
        await check_scores(house.db, state)
        for who, worth in points_of(state).items():
            name = state.entrants[who].name
            reply = await house.press(name, shown(house).rows[0][0].token)
            assert reply
            assert f"Points for the season's table: {worth}" in text_of(reply).splitlines()


async def test_a_manager_says_what_counts_for_what_is_announced_from_then_on() -> None:
    async with open_house(FRESH) as house:
        await play(house, "One", "Ann", "Bob")
        before = rows(await house.say("Ann", "/season"))
        await house.say("Ann", "/tournament turbo 2 100")
        said = await count_from(house, 6)
        assert said.splitlines()[0] == "A tournament counts from 6 players on."
        assert rows(await house.say("Ann", "/season")) == before, "what was scored stays"
        assert "manage" in await house.say("Ann", "/season least:2")
        assert "from 6 players on" in await house.say("Zoe", "/order log", host=True)
        await enter(house, "Ann", "Bob")
        await house.wait(15)
        await arena_in(house).finish(random.Random(1))
        assert len(points_of(state_of(house))) == 2, "it was announced when two were enough"
        await house.wait(600)
        await house.say("Ann", "/tournament turbo 5 100")
        assert ("Season's table", "no points: it takes 6 players") in shown(house).fields


async def test_what_counts_is_kept(address: str) -> None:
    async with open_house(address) as house:
        await count_from(house, 7)
        assert "from 7 players on" in await house.say("Ann", "/season")


def test_a_plan_of_an_older_release_counts_with_two() -> None:
    plain = json.loads(json.dumps(asdict(plan())))
    del plain["scored"]
    assert Plan.from_json(json.dumps(plain)).scored == 0
