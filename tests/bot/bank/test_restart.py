"""A house table rebuilt from its stream: a round goes on, or is void and refunded."""

from __future__ import annotations

import pytest

from bot.bank.state import GAMES, State
from storage import journal, rooms
from storage.db import Statement, open_database
from tests.bot.bank.felt import (
    FIRST,
    bet_and_deal,
    check_books,
    public,
    table,
    wallet,
)
from tests.clock import DrivenClock
from tests.house import House, open_house
from tests.keeper import Keeper


def standing(house: House) -> State:
    """The table but for its clocks and log, which a restart sets anew."""
    state = table(house).state.copy()
    state.timers, state.log = {}, ()
    return state


async def test_a_round_goes_on_between_its_streets(url: str) -> None:
    keeper = Keeper()
    async with open_house(url, chat=keeper) as house:
        await bet_and_deal(house, {"Ann": "10", "Bob": "20"}, "ultimate")
        await house.click("Ann", "Check")
        token, before = house.button("Bob", "Play 4x"), standing(house)
    for street in ("preflop", "flop", "river"):
        async with open_house(url, chat=keeper) as house:
            assert standing(house) == before
            await check_books(house)
            state = table(house).state
            assert state.rules.look(state.round, None).street == street
            if street == "preflop":
                await house.press("Bob", token)
            else:
                await house.click("Ann", "Check" if street == "flop" else "Fold")
            before = standing(house)
    assert keeper.posted == 1, "the old message is edited"
    async with open_house(url, chat=keeper) as house:
        assert standing(house) == before
        assert not before.playing
        await check_books(house)
        assert "Play 80" in public(house).text, "the last result is still shown"


@pytest.mark.parametrize("game", GAMES)
async def test_bets_that_are_laid_are_kept(url: str, game: str) -> None:
    async with open_house(url) as house:
        await house.say("Ann", f"/open {game}")
        await house.say("Ann", "/bet 10")
        before = standing(house)
    async with open_house(url, DrivenClock(1_800_000_100_000)) as house:
        assert standing(house) == before
        assert table(house).state.timers["close"].due == house.clock.now() + 25_000
        await house.say("Ann", "/undo")
        assert await wallet(house, "Ann") == FIRST
        await check_books(house)


async def test_a_paused_round_stays_paused(url: str) -> None:
    async with open_house(url) as house:
        await bet_and_deal(house, {"Ann": "10"}, "ultimate")
        await house.say("Ann", "/pause")
    async with open_house(url) as house:
        await house.wait(1000)
        assert table(house).state.playing
        assert "paused" in await house.say("Ann", "/check")
        await house.say("Ann", "/resume")
        assert await house.say("Ann", "/check") == ""


async def tamper(url: str, change: str) -> None:
    """Spoil the stream: what the last rows say, or every checkpoint as well."""
    db = await open_database(url)
    try:
        [room] = await rooms.open_rooms(db)
        seq = await journal.last_seq(db, room.id)
        sql = "UPDATE journal SET events = '[]' WHERE table_id = ? AND seq >= ?"
        await db.commit([Statement(sql, (room.id, seq - 1))])
        if change == "checkpoints":
            sql = "UPDATE journal SET checkpoint = '{' WHERE checkpoint IS NOT NULL"
            await db.commit([Statement(sql)])
    finally:
        await db.close()


@pytest.mark.parametrize("change", ["events", "checkpoints"])
@pytest.mark.parametrize("dealt", [False, True])
async def test_a_round_that_does_not_replay_is_void_and_refunded(
    url: str, change: str, dealt: bool
) -> None:
    keeper = Keeper()
    async with open_house(url, chat=keeper) as house:
        if dealt:
            await bet_and_deal(house, {"Ann": "10", "Bob": "20"}, "ultimate")
            await house.say("Ann", "/playbet 4")
            await house.say("Bob", "/check")
        else:
            await house.say("Ann", "/open ultimate")
            await house.say("Ann", "/bet 10")
            await house.say("Bob", "/bet 20")
            await house.say("Bob", "/double")
    await tamper(url, change)
    async with open_house(url, chat=keeper) as house:
        state = table(house).state
        assert not state.playing
        assert not [player for player in state.players.values() if player.steps]
        for who in ("Ann", "Bob"):
            assert await wallet(house, who) == FIRST
        await check_books(house)
        notices = [m.text for _, m in keeper.public.values()]
        assert any("is void" in text and "Every stake goes back" in text for text in notices)
        await bet_and_deal(house, {"Ann": "10", "Bob": "10"})
        await house.wait(75)
        await check_books(house)
    async with open_house(url, chat=keeper) as house:
        await check_books(house)
        assert not table(house).state.paused
