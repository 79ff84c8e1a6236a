"""The menu of computer players, what people type for them, and the practice table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.chat import Message, Place, Reply
from bot.computers import NAMES
from bot.said import MARK
from bot.text import LANGUAGES, words
from games.computer import TEMPERAMENTS
from storage import rooms
from storage.db import open_database
from tests.bot.company import computers, sit_among, until_turn
from tests.bot.evening import FRESH, begin, check_books, seat_of
from tests.house import HOME, House, open_house, person

MOODS = tuple(TEMPERAMENTS)


def the_table(house: House) -> Message:
    """The only public message."""
    [(_, message)] = house.chat.public.values()
    return message


def labels(message: Message | None) -> list[str]:
    assert message is not None
    return [button.label for row in message.rows for button in row]


def token_of(message: Message | None, label: str) -> str:
    assert message is not None
    [found] = [b.token for row in message.rows for b in row if b.label.startswith(label)]
    return found


def shown(reply: Reply | None) -> Message:
    assert reply is not None
    assert reply.message is not None
    return reply.message


# --- words -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_names_enough_for_every_table(language: str) -> None:
    w = words(language)
    names = [w(f"computer.name_{n}") for n in range(1, NAMES + 1)]
    assert len({name.casefold() for name in names}) == NAMES > 9
    assert f"computer.name_{NAMES + 1}" not in w.entries
    assert not [name for name in names if set(name) & set(" :|")]


@pytest.mark.parametrize(
    ("typed", "mood"),
    [("bold", "bold"), ("CAREFUL", "careful"), ("強気", "bold"), ("バランス", "steady")],
)
async def test_a_temperament_may_be_typed_in_either_language(typed: str, mood: str) -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", typed)
        assert [one.computer for one in computers(house)] == [mood]


async def test_without_a_word_each_temperament_comes_once() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "", "", "", "")
        assert [one.computer for one in computers(house)] == [*MOODS, "steady"]


async def test_they_are_named_in_the_language_of_the_table() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann:ja", table="10/20 4")
        await house.say("Ann:ja", "/computer add")
        kana = {words("ja")(f"computer.name_{n}") for n in range(1, NAMES + 1)}
        assert computers(house)[0].name in kana
        answer = await house.say("Ann:ja", f"/computer remove {MARK} {computers(house)[0].name}")
        assert "帰ります" in answer


async def test_they_are_known_by_the_name_that_is_shown() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold", "careful")
        first, second = computers(house)
        await house.say("Ann", f"/kick {first.called}")
        assert computers(house) == [second]
        before = house.table.state.to_json()
        assert "called" in await house.say("Ann", f"/kick {MARK} Nobody")
        assert house.table.state.to_json() == before


async def test_which_one_is_asked_where_there_are_two() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold", "careful")
        answer = await house.say("Ann", "/computer remove")
        assert answer.startswith("Which one?")
        assert all(one.called in answer for one in computers(house))
        assert not any(one.kicked for one in computers(house))
        await house.say("Ann", f"/computer remove {computers(house)[0].called}")
        assert "goes home" in await house.say("Ann", "/computer remove")


async def test_a_list_of_tables_tells_computers_from_people() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann")
        assert "1 of 6 seats ·" in await house.say("Ann", "/tables")
        await house.say("Ann", "/computer add")
        assert "2 of 6 seats (computers: 1)" in await house.say("Bob", "/tables")
        assert "うちコンピューター1" in await house.say("Ken:ja", "/tables")


async def test_the_temperaments_there_are_are_told_in_ones_language() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann:ja")
        answer = await house.say("Ann:ja", "/computer add angry")
        assert "慎重、バランス、強気" in answer


# --- buttons ---------------------------------------------------------------------------------


async def test_two_presses_add_one_and_two_send_it_home() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open 10/20 3")
        assert "Computer players…" not in labels(the_table(house)), "nobody sits here yet"
        await house.say("Ann", "/sit")
        menu = shown(await house.press("Ann", token_of(the_table(house), "Computer")))
        assert labels(menu) == ["Add: careful", "Add: steady", "Add: bold"]
        menu = shown(await house.press("Ann", token_of(menu, "Add: bold")))
        [one] = computers(house)
        assert menu.text.startswith(f"⁨{MARK} {one.name}⁩ sits down")
        menu = shown(await house.press("Ann", token_of(menu, "Add: careful")))
        assert labels(menu) == [f"Send ⁨{MARK} {one.name}⁩ home" for one in computers(house)]
        for one in computers(house):
            menu = shown(await house.press("Ann", token_of(menu, f"Send ⁨{MARK} {one.name}")))
        assert not computers(house)
        await check_books(house)


async def test_a_stale_or_made_up_token_changes_nothing() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold")
        table = house.table.state.id
        for verb, word in (("invite", "angry"), ("invite", ""), ("dismiss", "web:ann"),
                           ("dismiss", "computer:9"), ("dismiss", "")):  # fmt: skip
            before = house.table.state.to_json()
            await house.press("Ann", f"{verb}|{table}||{word}")
            assert house.table.state.to_json() == before, (verb, word)


async def test_the_button_of_an_old_menu_sends_home_nobody_but_its_own() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold")
        [gone] = computers(house)
        old = token_of(shown(await house.press("Ann", token_of(the_table(house), "Comp"))), "Send")
        await house.press("Ann", old)
        for _ in range(3):
            await house.say("Ann", "/computer add careful")
        assert gone.person not in {one.person for one in computers(house)}
        before = house.table.state.to_json()
        assert "Done already" in shown(await house.press("Ann", old)).text
        assert house.table.state.to_json() == before
        await check_books(house)


async def test_alone_at_a_table_the_way_to_company_is_on_ones_own_message() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        await house.say("Ann", "/sit")
        menu = shown(await house.click("Ann", "Computer players"))
        await house.press("Ann", token_of(menu, "Add: steady"))
        await until_turn(house)
        assert "Computer players…" not in labels(house.seen("Ann"))


# --- the practice table ----------------------------------------------------------------------


async def come_in(house: House, who: str, place: Place = HOME) -> None:
    await house.room.greet(person(who), place)
    await house.settle()


async def test_a_newcomer_finds_a_table_and_one_obvious_button() -> None:
    async with open_house(FRESH, PAUSES="on") as house:
        await come_in(house, "Ann")
        assert [one.computer for one in computers(house)] == list(MOODS)
        message = the_table(house)
        assert labels(message)[0] == "Sit down and play"
        assert house.clock.next_due() is None or not house.table.state.timers
        began = house.clock.now()
        await house.press("Ann", token_of(message, "Sit down"))
        assert seat_of(house, "Ann") is not None
        await house.wait(2)
        assert house.table.state.playing
        assert house.clock.now() - began <= 5000
        assert labels(the_table(house))[0].startswith("Sit with")
        await check_books(house)


async def test_it_speaks_the_language_of_who_comes_in() -> None:
    async with open_house(FRESH) as house:
        await come_in(house, "Hanako:ja")
        assert labels(the_table(house))[0] == "座って始める"
        assert house.table.state.terms.friendly


async def test_many_who_come_in_at_once_find_one_table() -> None:
    async with open_house(FRESH) as house:
        await asyncio.gather(*(come_in(house, f"P{n}") for n in range(8)))
        assert len(house.manager.tables) == 1
        await come_in(house, "Ann")
        assert len(house.manager.tables) == 1
        assert len(computers(house)) == 3


async def test_it_is_not_laid_where_a_table_is_open_or_the_host_wants_none() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        await come_in(house, "Cat")
        assert not computers(house)
        assert len(house.manager.tables) == 1
    async with open_house(FRESH, PRACTICE_TABLE="off") as house:
        await come_in(house, "Cat")
        assert not house.manager.tables


async def test_a_restart_brings_no_second_one(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with open_house(url) as house:
        await come_in(house, "Ann")
        first = house.table.state.id
    async with open_house(url) as house:
        await come_in(house, "Ann")
        assert house.table.state.id == first
        assert len(computers(house)) == 3
        await check_books(house)


async def test_one_that_was_closed_stays_closed_until_somebody_comes_in() -> None:
    async with open_house(FRESH) as house:
        await come_in(house, "Ann")
        await house.say("Zoe", "/close", host=True)
        await house.wait(3600)
        assert not house.manager.tables
        assert await house.say("Ann", "/tables") == "No table is open here. Open one with /open."
        await come_in(house, "Bob")
        assert len(computers(house)) == 3


async def test_a_table_cut_off_before_its_first_row_is_laid_anew(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    db = await open_database(url)
    half = rooms.Room("r1", "web:home", HOME.id, "holdem", "house", 1, "Practice", "{}", 1)
    await db.commit(rooms.open_room(half))
    await db.close()
    async with open_house(url) as house:
        await come_in(house, "Ann")
        assert len(computers(house)) == 3


async def test_its_host_is_nobody_but_a_host_may_close_it() -> None:
    async with open_house(FRESH) as house:
        await come_in(house, "Ann")
        assert "Only a host" in await house.say("Ann", "/close")
        assert "closed" in await house.say("Zoe", "/close", host=True)
        await check_books(house)
