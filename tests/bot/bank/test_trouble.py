"""Trouble at house tables: restarts, failures, hosts, leaving; and both databases."""

from __future__ import annotations

import asyncio
import json

import pytest

from bot.bank.state import GAMES, State
from bot.state import Command
from storage import journal, ledger, rooms
from storage.db import Statement, Unreachable, open_database
from tests.bot.bank.felt import (
    FIRST,
    FRESH,
    bet_and_deal,
    check_books,
    choose_all,
    public,
    table,
    wallet,
)
from tests.bot.shaky import Mute, shaky_house
from tests.clock import DrivenClock
from tests.house import House, open_house, person, text_of
from tests.keeper import Keeper

VERBS = {"ultimate": "check", "caribbean": "playbet", "paigow": "houseway"}


def standing(house: House) -> State:
    """The table but for its clocks and log, which a restart sets anew."""
    state = table(house).state.copy()
    state.timers, state.log = {}, ()
    return state


# --- a restart -------------------------------------------------------------------------------


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


# --- failures --------------------------------------------------------------------------------


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


# --- hosts and leaving -----------------------------------------------------------------------


async def test_the_host_pauses_a_round_and_resumes_it() -> None:
    async with open_house(FRESH) as house:
        await bet_and_deal(house, {"Ann": "10", "Bob": "10"}, "ultimate")
        await house.wait(10)
        assert "host" in await house.say("Bob", "/pause")
        await house.say("Ann", "/pause somebody is at the door")
        assert public(house).headline == "🔴 Paused"
        assert public(house).clock is None
        await house.wait(1000)
        await house.say("Ann", "/resume")
        assert table(house).state.timers["street"].due == house.clock.now() + 15_000
        await house.say("Ann", "/check")


async def test_the_host_calls_a_round_off_and_every_stake_goes_back() -> None:
    async with open_house(FRESH) as house:
        await house.say("Zoe", "/open ultimate")
        await bet_and_deal(house, {"Ann": "10", "Bob": "20"})
        await house.say("Ann", "/playbet 4")
        assert "host" in await house.say("Bob", "/cancel")
        await house.say("Zoe", "/pause")
        assert "every stake has gone back" in await house.say("Zoe", "/cancel")
        await house.settle()
        notices = [m.text for _, m in house.chat.public.values()]
        assert any("⁨Zoe⁩ called off the round" in text for text in notices)
        assert await wallet(house, "Ann") == FIRST
        assert await wallet(house, "Bob") == FIRST
        assert not table(house).state.playing
        assert "no round to call off" in await house.say("Zoe", "/cancel")
        await check_books(house)


async def test_a_host_with_chips_in_the_round_does_not_call_it_off_alone() -> None:
    async with open_house(FRESH) as house:
        await bet_and_deal(house, {"Ann": "10", "Bob": "20"}, "ultimate")
        assert "only a manager" in await house.say("Ann", "/cancel")
        await house.say("Ann", "/close now")
        assert table(house).state.playing, "a host in the round plays it to its end"
        assert "stake has gone back" in await house.say("Ann", "/cancel", host=True)


async def test_closing_gives_bets_back_and_waits_for_a_round() -> None:
    async with open_house(FRESH) as house:
        await house.say("Zoe", "/open paigow")
        await house.say("Ann", "/bet 10")
        await house.say("Zoe", "/close")
        assert not house.manager.tables
        assert await wallet(house, "Ann") == FIRST
        assert (await ledger.audit(house.db)).hands == []
        await house.say("Zoe", "/open paigow")
        await bet_and_deal(house, {"Ann": "10"})
        await house.say("Zoe", "/close")
        assert "closing" in await house.say("Bob", "/bet 10")
        await house.say("Ann", "/houseway")
        assert not house.manager.tables
        await house.say("Zoe", "/open paigow")
        held = await wallet(house, "Ann")
        await bet_and_deal(house, {"Ann": "10"})
        await house.say("Zoe", "/close now")
        assert not house.manager.tables
        assert await wallet(house, "Ann") == held
        audit = await ledger.audit(house.db)
        assert audit.ok
        assert audit.hands == []


GO = {"leave": ("Ann", "/leave"), "kick": ("Zoe", "/kick Ann"), "bar": ("Zoe", "/kick Ann bar:on")}


@pytest.mark.parametrize("how", GO)
async def test_who_goes_before_the_deal_gets_bets_back(how: str) -> None:
    async with open_house(FRESH) as house:
        await house.say("Zoe", "/open ultimate")
        await house.say("Ann", "/bet 10")
        await house.say(*GO[how])
        assert await wallet(house, "Ann") == FIRST
        assert not table(house).state.players


@pytest.mark.parametrize("how", ["kick", "bar"])
async def test_who_is_sent_away_in_a_round_plays_it_to_its_end(how: str) -> None:
    async with open_house(FRESH) as house:
        await house.say("Zoe", "/open ultimate")
        await bet_and_deal(house, {"Ann": "10", "Bob": "10"})
        await house.say(*GO[how])
        assert "You leave the table after this round." in house.seen("Ann").text
        assert await house.click("Ann", "Play 4x") is None
        await house.say("Bob", "/playbet 4")
        [put] = [one for seat, one in table(house).state.put.items() if seat == 1]
        assert put == 6000
        assert list(table(house).state.seated().values()) == ["Bob"]
        await check_books(house)


async def test_the_clock_chooses_for_who_is_sent_away_and_is_silent() -> None:
    async with open_house(FRESH) as house:
        await house.say("Zoe", "/open paigow")
        await bet_and_deal(house, {"Ann": "10"})
        await house.say(*GO["kick"])
        assert table(house).state.playing
        await house.wait(25)
        assert not table(house).state.players
        assert "⁨Ann⁩: set by the house way" in public(house).log
        await check_books(house)


async def test_who_left_while_the_round_stood_still_is_chosen_for_when_the_table_closes() -> None:
    async with open_house(FRESH) as house:
        await house.say("Zoe", "/open paigow")
        await bet_and_deal(house, {"Ann": "10"})
        await house.say("Zoe", "/pause")
        await house.say("Ann", "/leave")
        assert table(house).state.playing
        await house.say("Zoe", "/close")
        assert not house.manager.tables
        await check_books(house)


async def test_who_leaves_in_a_round_is_chosen_for() -> None:
    async with open_house(FRESH) as house:
        await house.say("Zoe", "/open ultimate")
        await bet_and_deal(house, {"Ann": "10", "Bob": "10"})
        await house.say("Ann", "/leave")
        assert "You are leaving: checked for you" in house.seen("Ann").text
        await choose_all(house, "check")
        await choose_all(house, "check")
        await choose_all(house, "fold")
        assert not table(house).state.playing
        assert list(table(house).state.seated().values()) == ["Bob"]
        assert "Folded for ⁨Ann⁩" in public(house).log
        assert await wallet(house, "Ann") == FIRST - 2000
        await check_books(house)


async def test_settings_are_read_and_changed() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open ultimate 5-500 shared window:30 street:20 hint:off side:50")
        said = await house.say("Ann", "/settings")
        for part in ("5–500", "one shared hand", "30 s", "20 s", "off"):
            assert part in said
        assert "/settings bets 5-500" in await house.say("Ann", "/settings bets 5")
        assert "/settings window 30" in await house.say("Ann", "/settings window 0")
        await house.say("Ann", "/settings pace relaxed")
        terms = table(house).state.terms
        assert (terms.window, terms.street) == (60, 90)
        for typed in ("bets 10-5", "window 1", "seating round", "size 3", "bets 0-5", "bets 1.5-9"):
            before = table(house).state.terms
            assert await house.say("Ann", f"/settings {typed}")
            assert table(house).state.terms == before, typed
        assert "not an option" in await house.say("Ann", "/open paigow 10/20")
        assert "against the house" in await house.say("Ann", "/open 10/20 shared")
        assert "own cards" in await house.say("Ann", "/open paigow shared")


async def test_stakes_count_for_the_refill_and_the_wallet() -> None:
    async with open_house(FRESH, START_CHIPS="500", DAILY_FLOOR="500") as house:
        await house.say("Ann", "/open paigow bets:2-500")
        await house.say("Ann", "/bet 450")
        assert "At the tables: 450" in await house.say("Ann", "/wallet")
        assert "500" in await house.say("Ann", "/daily")
        await house.say("Ann", "/clear")
        assert await wallet(house, "Ann") == 50_000


# --- many at once, and both databases --------------------------------------------------------


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


async def test_a_round_whose_stakes_are_not_the_ledgers_is_void(url: str) -> None:
    keeper = Keeper()
    async with open_house(url, chat=keeper) as house:
        await bet_and_deal(house, {"Ann": "10", "Bob": "20"}, "ultimate")
        escrow = table(house).state.escrow
        account = ledger.wallet("web:home", person("Ann").id)
        entries = {escrow: -1000, account: 1000}
        await house.db.commit(ledger.transfer("lost", 0, "bet", entries))
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
        escrow = table(house).state.escrow
        account = ledger.wallet("web:home", person("Ann").id)
        entries = {escrow: -1000, account: 1000}
        await house.db.commit(ledger.transfer("lost", 0, "bet", entries))
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
