"""Hands that cannot be rebuilt, and starts in the middle of trouble: everyone is paid out."""

from __future__ import annotations

import asyncio

import pytest

from bot.chat import Press
from storage import journal, ledger
from storage.db import Statement, Unreachable, open_database
from tests.bot.evening import (
    begin,
    check_books,
    fold_out,
    on_turn,
    others,
    seat_of,
    seated,
    settled,
    wallet,
)
from tests.bot.later import opened_later, tamper
from tests.bot.shaky import (
    FIRST_CHIPS,
    Mute,
    stacks,
    texts,
    unopened,
)
from tests.clock import START
from tests.house import HOME, open_house, person, text_of

# --- hands that cannot be rebuilt ------------------------------------------------------------


async def test_a_closing_table_whose_hand_is_lost_pays_out_and_closes(
    url: str, keeper: Mute
) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await house.say(on_turn(house), "/call")
        assert "closes after this hand" in await house.say("Ann", "/close")
    await tamper(url, "act", "[]")
    async with opened_later(url, keeper) as house:
        assert not house.manager.tables
        for who in ("Ann", "Bob", "Cat"):
            assert await wallet(house, who) == FIRST_CHIPS
        assert not await stacks(house)
        assert (await ledger.audit(house.db)).ok
        assert "Hand #1 is void" in texts(keeper)
        assert "The table is closed" in texts(keeper)
        assert not keeper.public["m1"][1].rows


async def unreadable(url: str) -> None:
    """Leave checkpoints as another version might have written them."""
    db = await open_database(url)
    sql = "UPDATE journal SET checkpoint = ? WHERE checkpoint IS NOT NULL"
    await db.commit([Statement(sql, ('{"of":"another version"}',))])
    await db.close()


async def test_an_unreadable_checkpoint_pays_everyone_out(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await fold_out(house)
        await house.wait(0)
        held = {who: await wallet(house, who) + seated(house, who).stack for who in others(house)}
        await house.say(on_turn(house), "/call")
    await unreadable(url)
    async with opened_later(url, keeper) as house:
        assert {who: await wallet(house, who) for who in held} == held
        assert not await stacks(house)
        assert (await ledger.audit(house.db)).ok
        assert "is void" in texts(keeper)


async def test_an_unreadable_checkpoint_on_the_tab_keeps_who_owes_whom(
    url: str, keeper: Mute
) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat", table="10/20 6 tab:on")
        await fold_out(house)
        await house.wait(0)
        nets = {person(who).id: seated(house, who).stack - 100_000 for who in others(house)}
        assert any(nets.values())
        await house.say(on_turn(house), "/call")
        table = house.table.state.id
    await unreadable(url)
    async with opened_later(url, keeper) as house:
        await house.say("Zoe", "/close now", host=True)
        await house.wait(2)
        assert not await stacks(house)
        assert (await ledger.audit(house.db)).ok
        owed = await ledger.balances(house.db, "tab:")
        assert {ledger.tab(table, who): net for who, net in nets.items()} == owed
        assert "Nobody owes anybody" not in texts(keeper)
        assert " pays " in texts(keeper)


async def test_after_an_unreadable_checkpoint_people_can_play_again(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        tokens = [house.button(on_turn(house), "Call")]
        await house.say(on_turn(house), "/call")
        tokens.append(house.button(on_turn(house), "Call"))
    await unreadable(url)
    async with opened_later(url, keeper) as house:
        assert not await stacks(house)
        for who in ("Ann", "Bob", "Cat"):
            assert await wallet(house, who) == FIRST_CHIPS
            assert "You sit" in await house.say(who, "/sit 1000")
        await house.wait(0)
        assert house.table.state.playing
        for token in tokens:
            before = settled(house.table)
            await house.press(on_turn(house), token)
            assert settled(house.table) == before, "a button of the lost hand"
        await fold_out(house)
        await check_books(house)
    async with opened_later(url, keeper) as house:
        await check_books(house)
        assert seat_of(house, "Ann") is not None


async def test_nothing_is_void_when_the_hand_was_over(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await fold_out(house)
        held = {who: seated(house, who).stack for who in ("Ann", "Bob", "Cat")}
        assert len(set(held.values())) > 1
        await house.say("Dan", "/sit 500")
    await tamper(url, "sit", "[]")
    async with opened_later(url, keeper) as house:
        assert {who: seated(house, who).stack for who in held} == held
        assert "is void" not in texts(keeper)
        await check_books(house)
        await house.wait(0)
        assert house.table.state.hand == 2
        await fold_out(house)
        await check_books(house)


# --- starting again --------------------------------------------------------------------------


async def test_a_table_closed_just_before_a_crash_loses_its_buttons(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob")
        await fold_out(house)
        keeper.failing = {"edit"}
        await house.say("Ann", "/close")
        assert keeper.public["m1"][1].rows
    keeper.failing = set()
    async with opened_later(url, keeper) as house:
        await house.wait(2)
        assert not keeper.public["m1"][1].rows
        assert texts(keeper).count("The table is closed") >= 1
        assert not await journal.dues(house.db)
        assert not house.manager.tables
        assert "is open" in await house.say("Ann", "/open")


async def test_a_database_out_of_reach_at_a_start_stops_the_start(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
    async with unopened(url, keeper, now=START + 600_000) as (house, db):
        db.refuse("restart", Unreachable("locked"))
        with pytest.raises(Unreachable):
            await house.manager.restore()
    async with opened_later(url, keeper) as house:
        assert on_turn(house) == player
        await check_books(house)


async def test_a_press_during_a_start_waits_for_its_table(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        token = house.button(player, "Call")
    async with unopened(url, keeper, now=START + 600_000) as (house, _):
        press = Press("early", person(player), HOME, token)
        waiting = asyncio.create_task(house.room.press(press))
        cards = asyncio.create_task(house.room.cards(person(player), HOME))
        await house.manager.restore()
        assert text_of(await waiting) == ""
        assert len(await cards) == 1
        await house.settle()
        assert on_turn(house) != player
