"""The whole card room on SQLite and on PostgreSQL: evenings, restarts, and two dealers at once."""

from __future__ import annotations

from tests.bot.evening import all_in, begin, check_books, on_turn, pass_round, wallet
from tests.clock import DrivenClock
from tests.house import open_house
from tests.keeper import Keeper


async def test_an_evening_with_a_restart_in_the_middle_of_a_hand(address: str) -> None:
    keeper = Keeper()
    async with open_house(address, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await pass_round(house)
        await check_books(house)
        await house.wait(3)
        hand, acts = house.table.state.hand, on_turn(house)
    async with open_house(address, chat=keeper) as house:
        assert (house.table.state.hand, on_turn(house)) == (hand, acts)
        await all_in(house)
        await check_books(house)
        await house.say("Zoe", "/close now", host=True)
        assert sum([await wallet(house, who) for who in ("Ann", "Bob", "Cat")]) == 3_000_000
        await check_books(house)


async def test_gifts_grants_and_the_leaderboard(address: str) -> None:
    async with open_house(address) as house:
        await house.say("Bob", "/wallet")
        await house.say("Ann", "/give Bob 1000")
        await house.say("Ann", "/grant Bob 1.50 for the quiz", host=True)
        assert (await house.say("Ann", "/top")).splitlines() == [
            "1. \u2068Bob\u2069 · 11,001.50",
            "2. \u2068Ann\u2069 · 9,000",
        ]
        await check_books(house)


async def test_two_dealers_on_one_database_take_turns(address: str) -> None:
    """What one has decided from an old state is refused by the key, reloaded, decided again."""
    clock = DrivenClock()
    async with open_house(address, clock) as here:
        await here.say("Ann", "/open 10/20 6")
        async with open_house(address, clock) as there:
            await here.say("Ann", "/sit 1000")
            assert "seat 2" in await there.say("Bob", "/sit 1000")
            assert "seat 3" in await here.say("Cat", "/sit 1000")
            assert "already" in await there.say("Cat", "/sit")
            await here.wait(1)
            await there.settle()
            hand = max(here.table.state.hand, there.table.state.hand)
            assert hand == 1
            for _ in range(6):
                for house in (here, there):
                    await house.table.reload()
                    if house.table.state.playing:
                        await house.insist(on_turn(house), "/fold")
            for house in (here, there):
                await house.table.reload()
            assert here.table.state.to_json() == there.table.state.to_json()
            await check_books(here)
