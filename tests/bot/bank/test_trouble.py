"""What fails in the middle of a round at a house table: no stake is lost."""

from __future__ import annotations

from storage.db import Unreachable
from tests.bot.bank.felt import (
    FIRST,
    bet_and_deal,
    check_books,
    public,
    table,
    wallet,
)
from tests.bot.shaky import Mute, shaky_house
from tests.house import open_house, text_of


async def test_a_round_that_cannot_be_settled_gives_every_stake_back(url: str) -> None:
    keeper = Mute()
    async with shaky_house(url, keeper) as (house, db):
        await bet_and_deal(house, {"Ann": "10", "Bob": "20"}, "caribbean")
        await house.say("Ann", "/playbet")
        db.refuse("timer street", RuntimeError("no"))
        await house.wait(26)
        state = table(house).state
        assert state.paused
        assert not state.playing
        for who in ("Ann", "Bob"):
            assert await wallet(house, who) == FIRST
        notices = " ".join(m.text for _, m in keeper.public.values())
        assert "went wrong inside the dealer. Every stake goes back" in notices
        assert "being looked into" in notices
        await check_books(house)
        assert "paused" in await house.say("Ann", "/bet 10")
        await house.say("Ann", "/resume")
        await bet_and_deal(house, {"Ann": "10", "Bob": "10"})


async def test_a_settlement_waits_until_the_database_is_back(url: str) -> None:
    async with shaky_house(url, Mute()) as (house, db):
        await bet_and_deal(house, {"Ann": "10"}, "caribbean")
        db.away = True
        await house.wait(60)
        db.away = False
        await house.wait(10)
        assert not table(house).state.playing
        assert "Ante 1 10 loses −10" in public(house).text
        await check_books(house)


async def test_a_bet_whose_commit_was_lost_counts_once(url: str) -> None:
    async with shaky_house(url, Mute()) as (house, db):
        await house.say("Ann", "/open ultimate")
        await house.say("Ann", "/sit")
        token = house.button("Ann", "Ante +10")
        db.lose("chip")
        assert "went wrong" in text_of(await house.press("Ann", token, "p"))
        await house.press("Ann", token, "p")
        assert table(house).state.players[1].bets == (("ante", 1000),)
        db.refuse("chip", Unreachable("away"))
        assert "went wrong" in text_of(await house.press("Ann", token, "q"))
        assert table(house).state.players[1].bets == (("ante", 1000),)
        await check_books(house)


async def test_a_channel_that_is_gone_keeps_no_stake(url: str) -> None:
    keeper = Mute("edit")
    async with open_house(url, chat=keeper) as house:
        await bet_and_deal(house, {"Ann": "10"}, "caribbean")
        keeper.public.clear()
        await house.wait(30)
        assert not table(house).state.playing
        await check_books(house)
