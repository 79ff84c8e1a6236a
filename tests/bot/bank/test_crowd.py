"""Many at one house table at once, two dealers, and both databases."""

from __future__ import annotations

import asyncio
import json

import pytest

from bot.bank.state import GAMES
from bot.state import Command
from storage import journal, ledger
from tests.bot.bank.felt import (
    FIRST,
    FRESH,
    bet_and_deal,
    check_books,
    public,
    table,
    wallet,
)
from tests.clock import DrivenClock
from tests.house import House, open_house, person, text_of
from tests.keeper import Keeper

VERBS = {"ultimate": "check", "caribbean": "playbet", "paigow": "houseway"}


async def test_five_hundred_people_bet_and_choose_at_once() -> None:
    async with open_house(FRESH) as house:
        await house.say("P0", "/open ultimate shared")
        people = [person(f"P{n}") for n in range(500)]
        chips = {ledger.wallet("web:home", one.id): 100_000 for one in people}
        chips["mint"] = -sum(chips.values())
        await house.db.commit(ledger.transfer("first", 0, "grant", chips))
        ask = table(house).ask
        commands = [Command("chip", one.id, one.name, 1000, id=f"c{one.id}") for one in people]
        assert await asyncio.gather(*map(ask, commands)) == [None] * 500
        assert len(table(house).state.players) == 500
        await house.wait(25)
        state = table(house).state
        assert len(state.rules.waiting(state.round)) == 500
        acts = [Command("act", one.id, one.name, word="play4") for one in people]
        assert await asyncio.gather(*map(ask, acts)) == [None] * 500
        assert not table(house).state.playing
        await house.settle()
        assert "500 players" in public(house).text
        assert len([line for line in public(house).text.splitlines() if "⁨P" in line]) == 10
        [mine] = [b for row in public(house).rows for b in row if b.label == "My result"]
        assert "Ante 10" in text_of(await house.press("P499", mine.token))
        assert "not in the last round" in text_of(await house.press("Zoe", mine.token))
        await check_books(house)
        again = [ask(Command("chip", people[0].id, "P0", 200, id=f"x{n}")) for n in range(200)]
        answers = await asyncio.gather(*again, return_exceptions=True)
        assert sum(isinstance(answer, Exception) for answer in answers) == 192, "eight a person"


async def test_an_evening_of_all_games_on_both_databases(address: str) -> None:
    keeper = Keeper()
    for game in GAMES:
        async with open_house(address, chat=keeper) as house:
            await bet_and_deal(house, {"Ann": "10", "Bob": "20"}, f"{game} name:{game}")
            await check_books(house)
        async with open_house(address, chat=keeper) as house:
            await check_books(house)
            await house.say("Ann", f"/{VERBS[game]}")
            await house.wait(80)
            assert not table(house).state.playing
            await check_books(house)
            answer = await house.say("Ann", "/bet 300")
            assert answer == ""
            assert "this needs" in await house.say("Cat", "/give Ann 999999")
            assert "rounds 1" in await house.say("Bob", "/record")
            await house.say("Ann", "/close")
            audit = await ledger.audit(house.db)
            assert audit.ok
            assert audit.hands == []


async def test_a_group_with_one_who_cannot_pay_takes_the_others(address: str) -> None:
    async with open_house(address, START_CHIPS="50") as house:
        await house.say("Ann", "/open paigow")
        for who in ("Ann", "Bob", "Cat"):
            await house.say(who, "/sit")
        await house.say("Bob", "/give Ann 45")
        ask = table(house).ask
        answers = await asyncio.gather(
            *(ask(Command("chip", person(who).id, who, 1000, id=f"g{who}"))
              for who in ("Ann", "Bob", "Cat")),
            return_exceptions=True,
        )  # fmt: skip
        assert [type(answer).__name__ for answer in answers] == ["NoneType", "Refused", "NoneType"]
        assert [bool(one.steps) for one in table(house).state.players.values()] == [
            True,
            False,
            True,
        ]
        await check_books(house)


async def test_two_dealers_take_bets_in_turns(address: str) -> None:
    clock = DrivenClock()
    async with open_house(address, clock) as here:
        await here.say("Ann", "/open ultimate")
        async with open_house(address, clock) as there:
            assert await here.say("Ann", "/bet 10") == ""
            assert await there.say("Bob", "/bet 20") == ""
            assert await here.say("Ann", "/bet 5") == ""
            await there.say("Bob", "/deal")
            await here.say("Ann", "/deal")
            await here.wait(0)
            await there.settle()
            assert await there.say("Bob", "/playbet 4") == ""
            assert await here.say("Ann", "/playbet 4") == ""
            for house in (here, there):
                await table(house).reload()
            assert table(here).state == table(there).state
            assert not table(here).state.playing
            await check_books(here)


async def test_no_seed_or_hidden_card_stands_in_an_answer_row() -> None:
    async with open_house(FRESH) as house:
        await bet_and_deal(house, {"Ann": "10"}, "ultimate")
        rows = await house.db.load("SELECT answer FROM command")
        dues = await house.db.load("SELECT body FROM due")
        seeds = [
            json.loads(row.command).get("seed", "")
            for row in await journal.rows(house.db, table(house).state.id)
        ]
        [seed] = [one for one in seeds if one]
        assert seed not in str(rows) + str(dues) + repr(table(house).state)


async def lose_a_stake(house: House) -> None:
    """Let the escrow of the round be short of Ann's ten, as no dealer ever would."""
    account = ledger.wallet("web:home", person("Ann").id)
    entries = {table(house).state.escrow: -1000, account: 1000}
    await house.db.commit(ledger.transfer("lost", 0, "bet", entries))


async def test_a_round_whose_stakes_are_not_the_ledgers_is_void(url: str) -> None:
    keeper = Keeper()
    async with open_house(url, chat=keeper) as house:
        await bet_and_deal(house, {"Ann": "10", "Bob": "20"}, "ultimate")
        await lose_a_stake(house)
    async with open_house(url, chat=keeper) as house:
        assert not table(house).state.playing
        for who in ("Ann", "Bob"):
            assert await wallet(house, who) == FIRST
        await check_books(house)
        notices = [m.text for _, m in keeper.public.values()]
        assert any("is void" in text and "Every stake goes back" in text for text in notices)


@pytest.mark.parametrize("by", ["press", "clock"])
async def test_an_escrow_that_is_short_is_the_houses_own_trouble(by: str) -> None:
    keeper = Keeper()
    async with open_house(FRESH, chat=keeper) as house:
        await bet_and_deal(house, {"Ann": "10", "Bob": "20"}, "caribbean")
        await lose_a_stake(house)
        await house.say("Bob", "/fold")
        if by == "press":
            assert "went wrong" in await house.say("Ann", "/fold")
        else:
            await house.wait(26)
        assert not table(house).state.playing
        for who in ("Ann", "Bob"):
            assert await wallet(house, who) == FIRST
        notices = " ".join(m.text for _, m in keeper.public.values())
        assert "Every stake goes back" in notices
        assert "Your wallet holds" not in notices
        await check_books(house)
