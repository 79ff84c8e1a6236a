"""Quiet hours and idle tables: when nothing new begins, and when a table closes by itself."""

from __future__ import annotations

from pathlib import Path

from bot.terms import HOUR
from storage import journal
from tests.bot.bank.felt import bet_and_deal, choose_all
from tests.bot.bank.felt import check_books as check_house_books
from tests.bot.bank.felt import public as house_table
from tests.bot.evening import FRESH, begin, check_books, fold_out, wallet
from tests.bot.test_steward import log, manage, plain
from tests.clock import DrivenClock
from tests.house import HOME, House, open_house, person
from tests.keeper import Keeper


def notices(house: House) -> str:
    return plain("\n".join(message.text for _, message in house.chat.public.values()))


# --- quiet hours -----------------------------------------------------------------------------
# A test begins at 8:00 UTC.


async def test_in_quiet_hours_a_hand_is_finished_and_none_is_dealt() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", table="10/20 6 all-day")
        await manage(house, "/order quiet:8:30-10")
        await house.wait(45 * 60)
        await fold_out(house)
        await house.wait(60)
        assert house.table.state.hand == 1
        assert "Quiet hours: the table goes on at 10:00 (UTC)" in log(house)
        assert "10:00 (UTC)" in plain(house.seen("Ann").headline)
        assert "10:00 (UTC)" in await house.say("Ann", "/open")
        assert "You sit" in await house.say("Cat", "/sit")
        await house.say("Ann", "/pause")
        await house.wait(60)
        await house.say("Ann", "/resume")
        assert house.table.state.hand == 1
        await house.wait(72 * 60)
        assert house.table.state.hand == 1
        await house.wait(60)
        assert house.table.state.hand == 2
        assert "Quiet hours" not in log(house).split("\n")[0]
        await check_books(house)


async def test_quiet_hours_that_are_lifted_let_the_table_go_on_at_once() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        await manage(house, "/order quiet:7-12")
        await fold_out(house)
        await house.wait(0)
        assert house.table.state.rest
        await manage(house, "/order quiet:7-11")
        assert "11:00 (UTC)" in log(house)
        await manage(house, "/order quiet:off")
        await house.wait(0)
        assert house.table.state.hand == 2


async def test_quiet_hours_over_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    clock, chat = DrivenClock(), Keeper()
    async with open_house(url, clock, chat) as house:
        await begin(house, "Ann", "Bob")
        await manage(house, "/order quiet:7-12")
        await fold_out(house)
        await house.wait(0)
        assert house.table.state.rest
        dues = {one.name for one in await journal.deadlines(house.db)}
        assert "rest" in dues
    clock.advance(5 * HOUR)
    async with open_house(url, clock, chat) as house:
        await house.wait(0)
        assert house.table.state.hand == 2


async def test_in_quiet_hours_a_house_table_takes_no_bets_and_gives_back_those_laid() -> None:
    async with open_house(FRESH) as house:
        await bet_and_deal(house, {"Ann": "10"}, "paigow")
        await manage(house, "/order quiet:7-9")
        await choose_all(house, "houseway")
        assert "9:00 (UTC)" in house_table(house).headline
        before = await wallet(house, "Ann")
        for typed in ("/bet 10", "/repeat", "/deal"):
            assert "quiet hours" in await house.say("Ann", typed)
        await house.wait(3600)
        assert "Quiet hours" not in house_table(house).headline
        assert await wallet(house, "Ann") == before
        await bet_and_deal(house, {"Ann": "10"})
        await check_house_books(house)


async def test_bets_that_lie_when_quiet_hours_begin_go_home() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open ultimate window:3600")
        assert await house.say("Ann", "/bet 10") == ""
        await manage(house, "/order quiet:8:30-9:30")
        await house.wait(3600)
        [table] = house.manager.tables.values()
        assert not table.state.timers.keys() & {"close", "amber"}
        assert await wallet(house, "Ann") == 1_000_000
        await house.say("Ann", "/pause")
        await house.say("Ann", "/resume")
        assert not table.state.timers.keys() & {"close", "amber"}
        await house.wait(1800)
        assert await house.say("Ann", "/bet 10") == ""
        await check_house_books(house)


# --- idle tables -----------------------------------------------------------------------------


async def test_an_idle_table_closes_itself_aloud_and_chips_go_home() -> None:
    async with open_house(FRESH) as house:
        await manage(house, "/order idle:1h")
        await begin(house, "Ann", "Bob", table="10/20 6 all-day")
        await fold_out(house)
        await house.say("Ann", "/away")
        await house.wait(7200)
        assert house.manager.tables, "Bob is ready to play"
        await house.say("Bob", "/away")
        await house.wait(3599)
        assert house.manager.tables
        await house.say("Bob", "/back")
        await house.wait(0)
        await fold_out(house)
        await house.say("Bob", "/away")
        await house.wait(3599)
        assert house.manager.tables, "the hour begins anew"
        await house.wait(1)
        assert not house.manager.tables
        assert "Nobody has played here for 1 h" in notices(house)
        assert await wallet(house, "Ann") + await wallet(house, "Bob") == 2_000_000
        await check_books(house)


async def test_an_empty_table_stays_for_twelve_hours_as_it_comes() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        await house.say("Ann", "/open ultimate")
        await house.wait(12 * 3600 - 1)
        assert len(house.manager.tables) == 2
        await house.wait(1)
        assert not house.manager.tables


async def test_idle_tables_may_stay_and_open_ones_hear_of_a_change() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        await manage(house, "/order idle:off")
        await house.wait(30 * 24 * 3600)
        assert house.manager.tables
        await manage(house, "/order idle:5min")
        await house.wait(299)
        assert house.manager.tables
        await house.wait(1)
        assert not house.manager.tables


async def test_the_clock_of_an_idle_table_goes_on_over_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    clock, chat = DrivenClock(), Keeper()
    async with open_house(url, clock, chat) as house:
        await manage(house, "/order idle:1h")
        await house.say("Ann", "/open")
        assert "idle" in {one.name for one in await journal.deadlines(house.db)}
    async with open_house(url, clock, chat) as house:
        await house.wait(3600)
        assert not house.manager.tables


async def test_the_house_s_own_table_stays() -> None:
    async with open_house(FRESH, PRACTICE_TABLE="on") as house:
        await house.room.greet(person("Ann"), HOME)
        await house.wait(48 * 3600)
        assert house.manager.tables
