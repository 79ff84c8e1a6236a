"""What hosts do at a house table, and who goes in the middle of a round."""

from __future__ import annotations

import pytest

from storage import ledger
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
from tests.house import open_house


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
