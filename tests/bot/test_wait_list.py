"""The wait list of a full table: seats offered, kept, passed on."""

from __future__ import annotations

import pytest

from bot.decide import decide
from bot.scene import public_rows
from bot.state import Command, State
from bot.text import words
from games.play import Refused
from tests.bot.evening import (
    FRESH,
    begin,
    check_books,
    command,
    fold_out,
    offered,
    on_turn,
    others,
    quiet_state,
    said,
    seat_of,
    seated,
)
from tests.house import House, open_house, person, text_of


async def full(house: House, *waiting: str) -> None:
    """A table for two that is full and playing, and who waits for a seat."""
    await begin(house, "Ann", "Bob", table="10/20 2")
    for who in waiting:
        assert "wait list" in await house.say(who, "/wait")


async def test_the_wait_list_is_for_full_tables() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open 10/20 2")
        assert "free seat" in await house.say("Cat", "/wait")
        await house.say("Ann", "/sit")
        await house.say("Bob", "/sit")
        assert "already sit" in await house.say("Ann", "/wait")
        assert "number 1" in await house.say("Cat", "/wait")
        assert "number 2" in await house.say("Dan", "/wait")
        assert "place 2" in await house.say("Dan", "/wait")
        assert "off the wait list" in await house.say("Cat", "/wait leave")
        assert "not on the wait list" in await house.say("Cat", "/wait leave")
        assert [name for _, name in house.table.state.queue] == ["Dan"]


async def test_a_freed_seat_is_offered_to_who_waits_longest() -> None:
    async with open_house(FRESH) as house:
        await full(house, "Cat", "Dan")
        await fold_out(house)
        await house.say("Bob", "/leave")
        assert "you have 1 min" in house.seen("Cat").text
        assert "full" in await house.say("Dan", "/sit 1000")
        assert "full" in await house.say("Eve", "/sit 1000")
        await house.click("Cat", "Sit with")
        assert seated(house, "Cat").stack == 200_000
        assert [name for _, name in house.table.state.queue] == ["Dan"]
        assert not offered(house)
        await check_books(house)


async def test_an_offer_not_taken_goes_to_the_next() -> None:
    async with open_house(FRESH) as house:
        await full(house, "Cat", "Dan")
        await fold_out(house)
        await house.say("Bob", "/leave")
        await house.wait(60)
        assert offered(house) == ["Dan"]
        assert [name for _, name in house.table.state.queue] == ["Dan"]
        assert "you have 1 min" in house.seen("Dan").text
        assert "full" in await house.say("Cat", "/sit")
        await house.wait(60)
        assert not offered(house)
        await house.say("Cat", "/sit")
        assert seat_of(house, "Cat") is not None


async def test_an_offer_let_go_passes_on_at_once() -> None:
    async with open_house(FRESH) as house:
        await full(house, "Cat", "Dan")
        await fold_out(house)
        await house.say("Ann", "/leave")
        await house.click("Cat", "Let it go")
        assert offered(house) == ["Dan"]


async def test_leave_takes_one_off_the_wait_list() -> None:
    async with open_house(FRESH) as house:
        await full(house, "Cat")
        assert "off the wait list" in await house.say("Cat", "/leave")
        assert not house.table.state.queue


async def test_two_free_seats_are_kept_for_two_who_wait() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat", table="10/20 3")
        await house.say("Dan", "/wait")
        await house.say("Eve", "/wait")
        await fold_out(house)
        await house.say("Bob", "/leave")
        await house.say("Cat", "/leave")
        assert "full" in await house.say("Guy", "/sit 1000")
        await house.say("Dan", "/sit 1000")
        assert "full" in await house.say("Guy", "/sit 1000")
        await house.say("Eve", "/sit 1000")
        assert others(house) == ["Ann", "Dan", "Eve"]


def way_in(state: State) -> list[str]:
    """What anybody may press at a table, by verb."""
    return [button.token.partition("|")[0] for button in public_rows(words("en"), state)[0]]


def test_a_seat_kept_for_who_waits_is_offered_to_nobody_else() -> None:
    state = quiet_state("Ann", "Bob", size=3)
    assert {"sit", "computers"} <= set(way_in(state))
    state.queue = [("web:cat", "Cat")]
    assert "wait" in way_in(state)
    assert not {"sit", "form", "computers"} & set(way_in(state))
    with pytest.raises(Refused, match="table_full"):
        decide(state, command("sit", "Dan"))
    assert decide(state, command("wait", "Dan")).answer == ("wait_joined", {"n": 2})
    state.chairs[2].computer = "bold"
    assert {"sit", "computers"} <= set(way_in(state)), "a computer player makes room"


def test_a_larger_table_offers_its_new_seats() -> None:
    state = quiet_state("Ann", "Bob", size=2)
    state.queue = [("web:cat", "Cat")]
    larger = quiet_state("Ann", "Bob", size=3).terms
    draft = decide(state, command("settings", "Ann", terms=larger))
    assert "web:cat" in [timer.valid for timer in draft.state.timers.values()]
    assert "seat_offered" in said(draft)


async def test_a_seat_offered_is_kept_while_the_hand_goes_on() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat", table="10/20 3")
        await house.say("Dan", "/wait")
        leaver = on_turn(house)
        await house.say(leaver, "/leave")
        assert not offered(house)
        await fold_out(house)
        assert offered(house) == ["Dan"]


async def test_the_same_press_is_answered_the_same() -> None:
    async with open_house(FRESH) as house:
        await full(house)
        first = await house.say("Cat", "/wait", press="once")
        again = await house.say("Cat", "/wait", press="once")
        assert again
        assert first
        assert len(house.table.state.queue) == 1


async def test_an_unknown_press_of_a_seat_says_so() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        reply = await house.press("Ann", f"stand|{house.table.state.id}||")
        assert "earlier moment" in text_of(reply)


def test_a_command_nobody_may_give_twice_changes_nothing() -> None:
    state = quiet_state("Ann", "Bob")
    before = state.to_json()
    with pytest.raises(Refused, match="already_seated"):
        decide(state, Command("sit", person=person("Ann").id, name="Ann"))
    assert state.to_json() == before
