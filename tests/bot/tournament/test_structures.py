"""Structures of a community: saved by one line, shown, changed by whom they belong to, played."""

from __future__ import annotations

import random

import pytest

from bot.chat import Line
from bot.text import LANGUAGES, words
from bot.tournament.notation import read_structure
from bot.tournament.records import MOST_STRUCTURES, Saved
from bot.tournament.structures import _shown
from games import levels
from tests.bot.tournament.test_lobby import arena_in, lobby_of, shown, state_of
from tests.house import HOME, House, open_house, person

FRESH = "sqlite://"
FRIDAY = "/structure save Friday 25/50 50/100 75/150/150 100/200/200 minutes:10 stack:5000 late:4"


async def saved(house: House) -> list[str]:
    return [one.name for one in await house.room._desk.records.structures("web:home")]


async def test_one_line_saves_a_structure_that_a_tournament_then_goes_by() -> None:
    async with open_house(FRESH) as house:
        text = await house.say("Ann", f"{FRIDAY} break:5 every:2")
        assert "Friday⁩ is saved" in text
        assert "\n3. 75/150 (150)\n" in text
        assert text.count("Break 5 min") == 2
        assert "⚠" not in text
        assert "First stack: 5,000 (100 big blinds)" in text
        assert "Late entry: until level 4 is over" in text
        assert "9 players: 2 h (level 10)" in text
        await house.say("Bob", "/tournament friday 2 100 name:Fun")
        plan = state_of(house).plan
        assert (plan.preset, plan.structure.stack, plan.structure.minutes) == (
            "Friday",
            500_000,
            10,
        )
        assert [one.big for one in plan.structure.levels] == [5_000, 10_000, 15_000, 20_000]
        assert "Structure: ⁨Friday⁩" in shown(house).text
        assert "Levels: 10 min each" in shown(house).text


async def test_a_tournament_is_played_to_its_end_by_an_own_structure() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/structure save quick 25/50 100/200 500/1000 hands:3 stack:1k")
        await house.say("Ann", "/tournament quick 3 100")
        for who in ("Ann", "Bob", "Cat"):
            await house.say(who, "/register")
        await house.wait(15)
        assert {one.stack for one in state_of(house).entrants.values()} <= {100_000, 97_500, 95_000}
        await arena_in(house).finish(random.Random(3))
        assert state_of(house).phase == "over"


async def test_what_was_announced_keeps_its_structure() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", FRIDAY)
        await house.say("Ann", "/tournament Friday 9 100")
        before, seq = state_of(house).plan, lobby_of(house).seq
        await house.say("Ann", "/structure save Friday minutes:30")
        assert state_of(house).plan == before
        assert "deleted" in await house.say("Ann", "/structure delete Friday")
        assert (state_of(house).plan, lobby_of(house).seq) == (before, seq)
        assert "Structure: ⁨Friday⁩" in shown(house).text


async def test_saving_over_ones_own_changes_only_what_is_said() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", FRIDAY)
        await house.say("Ann", "/structure save FRIDAY minutes:30 late:off")
        [found] = await house.room._desk.records.structures("web:home")
        assert found.name == "FRIDAY"
        assert (found.structure.minutes, found.structure.late) == (30, 0)
        assert len(found.structure.levels) == 4


async def test_only_who_saved_it_and_managers_change_or_delete_it() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", FRIDAY)
        for typed in ("save Friday minutes:30", "delete Friday"):
            assert "somebody else's" in await house.say("Bob", f"/structure {typed}")
        [found] = await house.room._desk.records.structures("web:home")
        assert found.structure.minutes == 10
        await house.say("Zoe", "/structure save Friday minutes:30", host=True)
        [found] = await house.room._desk.records.structures("web:home")
        assert (found.structure.minutes, found.by) == (30, "web:ann")
        await house.say("Ann", "/structure save Friday minutes:20")
        assert "deleted" in await house.say("Bob", "/structure delete Friday", host=True)
        assert await saved(house) == []
        assert "No structure" in await house.say("Ann", "/structure delete Friday")


async def test_who_may_not_open_tables_may_save_no_structure() -> None:
    async with open_house(FRESH) as house:
        await house.say("Bob", "/wallet")
        await house.say("Zoe", "/order opening:managers", host=True)
        assert "managers" in await house.say("Bob", FRIDAY)
        await house.say("Zoe", "/order opening:everyone", host=True)
        await house.say("Zoe", "/ban Bob", host=True)
        assert "banned" in await house.say("Bob", FRIDAY)
        assert await saved(house) == []


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("Friday 25/50 50/100 40/80", "Level 3: blinds never shrink. 40/80 comes after 50/100."),
        ("Friday 25/50 100/50", "Level 2: the small blind 100 is above the big blind 50."),
        ("Friday 25/50/50 50/100", "Level 2: the ante is never reduced. 0 comes after 50."),
        ("Friday 0/50", "Level 1: the small blind is more than 0"),
        ("Friday levels:25/50 then more", "Level 2: ⁨then⁩ is no level."),
        ("Friday 25/50 stack:499", "at least 10 big blinds, 500"),
        ("Friday 25/50 stack:-5", "cannot be negative"),
        ("Friday 25/50 minutes:1441", "1 to 1440 minutes"),
        ("Friday 25/50 minutes:5 hands:5", "one of the two"),
        ("Friday 25/50 every:101", "levels from 1 to 100"),
        ("Friday 25/50 break:1441", "1 to 1440 minutes"),
        ("Friday 25/50 after:soon", "levels from 1 to 100"),
        ("Friday 25/50 late:100", "a level from 1 to 99"),
        ("Friday", "Which levels?"),
        ("Friday from:fast", "turbo⁩, ⁨standard⁩, ⁨deep"),
        ("turbo 25/50", "cannot be its name"),
        ("Ｔｕｒｂｏ 25/50", "cannot be its name"),
        ("ターボ 25/50", "cannot be its name"),
        ("!!! 25/50", "cannot be its name"),
        ("25/50 50/100", "Which one?"),
        (f"{'x' * 25} 25/50", "at most 24"),
    ],
)
async def test_what_makes_no_sense_is_refused_and_nothing_is_kept(words: str, why: str) -> None:
    async with open_house(FRESH) as house:
        assert why in await house.say("Ann", f"/structure save {words}")
        assert await saved(house) == []


async def test_what_is_seldom_meant_is_saved_with_a_warning() -> None:
    async with open_house(FRESH) as house:
        said = await house.say("Ann", "/structure save odd 25/50 100/200 100/200 stack:600 late:3")
        warnings = [line for line in said.splitlines() if line.startswith("⚠")]
        assert len(warnings) == 4
        assert "only 12 big blinds" in warnings[0]
        assert "Level 2: the big blind more than doubles, from 50 to 200." in warnings[1]
        assert "Level 3 is the same" in warnings[2]
        assert "at level 3 has fewer than 10 big blinds of 200" in warnings[3]
        assert await saved(house) == ["odd"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_doubt_and_every_kind_of_structure_has_its_words(language: str) -> None:
    w = words(language)
    odd = "25/50/100 100/200/200 100/200/200"
    made = read_structure({"levels": odd, "stack": 60_000, "late": 3}, None)
    doubts = levels.doubts(made)
    assert {key for key, _ in doubts} == {"shallow", "same", "steep", "ante", "late"}
    assert all(w(f"structure.doubt.{key}", **facts) for key, facts in doubts)
    long = read_structure({"levels": "1/2 " * 42, "hands": 8, "ante": "each", "late": 0}, None)
    for one in (made, long, levels.preset("deep")):
        text = _shown(w, Saved("x", "web:ann", one), 0).text
        assert "{" not in text
        assert (w("structure.more", n=2) in text) == (one is long)


async def test_presets_are_shown_and_made_into_own_ones() -> None:
    async with open_house(FRESH) as house:
        text = await house.say("Ann", "/structure turbo players:30")
        assert "\n1. 50/100\n" in text
        assert text.count(" players: ") == text.count("30 players: ") == 1
        line = text.splitlines()[-1]
        assert line.startswith("/structure save own 50/100 100/200 ")
        await house.say("Ann", line)
        await house.say("Ann", "/structure save fastest from:turbo minutes:3")
        fastest, own = await house.room._desk.records.structures("web:home")
        assert own.structure == levels.preset("turbo")
        assert fastest.structure.minutes == 3


async def test_all_structures_are_listed_with_who_saved_them() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", FRIDAY)
        rows = (await house.say("Bob", "/structure")).splitlines()
        assert rows[0] == "turbo · 5,000 (50 big blinds) · 5 min each"
        assert rows[3] == "⁨Friday⁩ · 5,000 (100 big blinds) · 10 min each · saved by ⁨Ann⁩"
        assert "/structure save" in rows[-1]
        assert (await house.say("Cat:ja", "/structure list")).startswith("ターボ ・") is False


async def test_a_name_nobody_has_saved_is_refused_with_the_names_there_are() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", FRIDAY)
        for typed in ("/structure show Thursday", "/tournament Thursday 9 100"):
            said = await house.say("Ann", typed)
            assert "turbo⁩, ⁨standard⁩, ⁨deep⁩, ⁨Friday" in said
        assert not house.manager.tables


async def test_a_community_saves_only_so_many() -> None:
    async with open_house(FRESH) as house:
        for number in range(MOST_STRUCTURES):
            await house.say("Ann", f"/structure save s{number} 25/50")
        assert f"already {MOST_STRUCTURES}" in await house.say("Ann", FRIDAY)
        assert "is saved" in await house.say("Ann", "/structure save s7 minutes:20")
        await house.say("Ann", "/structure delete s7")
        assert "is saved" in await house.say("Ann", FRIDAY)


async def test_a_line_that_is_delivered_twice_does_nothing_more() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", FRIDAY, press="one")
        await house.say("Ann", "/structure delete Friday")
        assert "is saved" in await house.say("Ann", FRIDAY, press="one")
        assert await saved(house) == []


async def test_structures_survive_the_dealer_and_belong_to_their_community(
    tmp_path: object,
) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with open_house(url) as house:
        await house.say("Ann", f"{FRIDAY} break:5 after:2,4 ante:each")
        [before] = await house.room._desk.records.structures("web:home")
    async with open_house(url) as house:
        assert await house.room._desk.records.structures("web:home") == [before]
        assert before.structure.after == (2, 4)
        assert [one.each for one in before.structure.levels] == [False, False, True, True]
        assert await house.room._desk.records.structures("web:other") == []


async def test_the_length_of_levels_may_be_said_in_the_announcement() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/tournament turbo 9 100 minutes:8 name:A")
        await house.say("Ann", "/tournament turbo 9 100 hands:4 name:B")
        await house.say("Ann", "/tournament turbo 9 100 by:hands hands:6 name:C")
        lengths = {
            table.state.name: (table.state.plan.structure.minutes, table.state.plan.structure.hands)
            for table in house.manager.tables.values()
        }
        assert lengths == {"A": (8, 0), "B": (0, 4), "C": (0, 6)}
        assert "one of the two" in await house.say(
            "Ann", "/tournament turbo 9 100 by:hands minutes:8"
        )


async def test_presets_are_understood_in_japanese_and_own_names_offered() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", FRIDAY)
        line = Line("x", person("Ann"), HOME, "tournament")
        assert await house.room.suggest(line, "structure") == (
            "turbo",
            "standard",
            "deep",
            "Friday",
        )
        assert "1. 50/100" in await house.say("Ann:ja", "/structure ターボ")
        await house.say("Ann:ja", "/tournament ターボ 9 100")
        assert state_of(house).plan.preset == "turbo"
        assert "ストラクチャー：ターボ" in shown(house).text


NAMES = ["list", "show", "SAVE", "Delete", "d-elete", "一覧", "表示", "保存", "削除"]


@pytest.mark.parametrize("name", NAMES)
async def test_no_structure_is_called_as_what_the_command_does_in_any_language(name: str) -> None:
    async with open_house(FRESH) as house:
        for who in ("Ann", "Ann:ja"):
            said = await house.say(who, f"/structure save {name} 25/50 50/100")
            assert "no word of this command" in said or "コマンドの言葉" in said
        assert await saved(house) == []


@pytest.mark.parametrize("name", ["lists", "minutes", "hands", "stack", "fast", "break"])
async def test_every_name_that_is_saved_can_be_shown_and_deleted(name: str) -> None:
    async with open_house(FRESH) as house:
        assert "is saved" in await house.say("Ann", f"/structure save {name} 25/50 50/100")
        assert "1. 25/50" in await house.say("Ann", f"/structure show {name}")
        assert "is deleted" in await house.say("Ann", f"/structure delete {name}")
