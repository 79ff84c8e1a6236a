"""A tournament week after week in a house: opened once each, over deaths, changes and holidays."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from bot.chat import Message
from bot.table import Table
from bot.tournament.director import AGAIN
from bot.tournament.state import State
from storage import journal, ledger, rooms
from storage.db import Overdrawn, Statement, Unreachable, open_database
from tests.bot.evening import wallet
from tests.bot.shaky import Shaky
from tests.bot.tournament.arena import Arena, check_end, check_streams
from tests.bot.tournament.test_series import BERLIN, SUNDAY, moment
from tests.clock import DrivenClock
from tests.house import HOME, House, open_house, person, running, text_of
from tests.keeper import Keeper

FRESH = "sqlite://"
FRIDAY = moment(2027, 3, 12, 12)
"""Two weeks before summer time begins."""
SPRING, AUTUMN = moment(2027, 3, 26, 21), moment(2027, 10, 29, 21)
"""The Fridays before summer time begins and ends."""
LATER = 20 * 60
"""Seconds after which the results have been seen."""


def lobbies(house: House) -> list[Table[State]]:
    return [table for table in house.manager.tables.values() if table.kind.lobby]


def coming(house: House) -> State:
    """The only one that is open for registration."""
    [found] = [table.state for table in lobbies(house) if table.state.phase == "open"]
    return found


def shown(house: House, state: State) -> Message:
    [found] = [one for _, one in house.chat.public.values() if one.table == state.id and one.title]
    return found


def notices(house: House) -> str:
    """All that was said in messages of its own."""
    return "\n".join(message.text for _, message in house.chat.public.values())


def berlin(state: State) -> str:
    return f"{datetime.fromtimestamp(state.plan.start // 1000, BERLIN):%a %m-%d %H:%M}"


async def announce(house: House, typed: str = "turbo 9 100 by:hands every:week") -> State:
    """Announced by Ann; on Sundays at eight unless something else is said."""
    await house.say("Ann", "/order zone:Europe/Berlin", host=True)
    typed += "" if "start:" in typed else " start:sun 8pm"
    assert "is open" in await house.say("Ann", f"/tournament {typed} name:Sunday")
    return coming(house)


async def enter(house: House, *people: str) -> None:
    for who in people:
        assert "You are in" in await house.say(who, "/register")


async def until_start(house: House) -> State:
    """The one that is coming, at the moment at which it begins."""
    found = coming(house)
    await house.wait((found.plan.start - house.clock.now()) / 1000)
    state: State = house.manager.tables[found.id].state
    return state


async def play(house: House, seed: int = 1) -> State:
    """The one that runs, to its end."""
    [lobby] = [table for table in lobbies(house) if table.state.phase == "running"]
    arena = Arena(house.db, house.clock, house.parts)
    arena.lobby_id = lobby.state.id
    await arena.finish(random.Random(seed))
    await house.settle()
    return lobby.state


async def call_off(house: House, who: str = "Ann", **facts: Any) -> None:
    await house.insist(who, "/director cancel", **facts)
    await house.wait(60)


# --- week after week -------------------------------------------------------------------------


async def test_every_sunday_at_eight_on_the_clocks_of_the_place() -> None:
    """Also on the Sunday on which summer time begins."""
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        await announce(house)
        begun = []
        for week in range(3):
            await enter(house, "Ann", "Bob", "Cat")
            started = await until_start(house)
            assert started.phase == "running"
            begun.append(berlin(started))
            over = await play(house, week)
            check_end(over, 3)
            assert over.next == coming(house).id
            assert "The next one of the series is open" in shown(house, over).log[-1]
            assert ("Repeats", "every Sunday 20:00 (Europe/Berlin)") in shown(
                house, coming(house)
            ).fields
            assert coming(house).place == over.place
            assert coming(house).name == "Sunday"
        assert begun == [f"Sun {day} 20:00" for day in ("03-14", "03-21", "03-28")]
        await house.wait(LATER)
        assert [table.state.phase for table in lobbies(house)] == ["open"]
        assert (await ledger.audit(house.db)).ok
        await check_streams(house.db)


async def test_the_next_one_is_announced_when_the_last_chip_is_won() -> None:
    """Not before: a command without a name means the one that is played."""
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        await announce(house)
        await enter(house, "Ann", "Bob")
        await until_start(house)
        assert len(lobbies(house)) == 1
        assert "stands" in await house.say("Ann", "/director pause")
        await house.say("Ann", "/director resume")
        over = await play(house)
        winner = next(one.name for one in over.entrants.values() if one.prize)
        assert "You won the tournament." in await house.say(winner, "/lobby")
        assert "not in this" in await house.say("Dan", "/lobby")
        await enter(house, winner, "Dan")


async def test_reminders_come_each_time() -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        await announce(house)
        for _ in range(2):
            await enter(house, "Ann", "Bob")
            before = coming(house).plan.start - 50 * 60 * 1000
            await house.wait((before - house.clock.now()) / 1000)
            assert "The tournament begins in 1 h" in shown(house, coming(house)).log
            await until_start(house)
            await play(house)


@pytest.mark.parametrize(
    ("typed", "now", "starts"),
    [
        ("start:20:00 every:day", SPRING, ["03-27 20:00", "03-28 20:00", "03-29 20:00"]),
        ("start:20:00 every:day", AUTUMN, ["10-30 20:00", "10-31 20:00", "11-01 20:00"]),
        ("start:2:30 every:day", SPRING, ["03-27 02:30", "03-28 03:30", "03-29 02:30"]),
        ("start:2:30 every:day", AUTUMN, ["10-30 02:30", "10-31 02:30", "11-01 02:30"]),
        ("start:8pm every:sunday", FRIDAY, ["03-14 20:00", "03-21 20:00", "03-28 20:00"]),
        ("start:sun 8pm every:2 weeks", FRIDAY, ["03-14 20:00", "03-28 20:00", "04-11 20:00"]),
        ("start:90min every:week", FRIDAY, ["03-12 13:30", "03-19 13:30", "03-26 13:30"]),
    ],
)  # fmt: skip
async def test_the_clock_shows_the_same_each_time(typed: str, now: int, starts: list[str]) -> None:
    async with open_house(FRESH, DrivenClock(now)) as house:
        await announce(house, f"turbo {typed}")
        for start in starts:
            assert berlin(coming(house)).endswith(start)
            await until_start(house)


async def test_the_zone_is_that_of_the_announcement() -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        await announce(house)
        await house.say("Ann", "/order zone:Asia/Tokyo", host=True)
        await until_start(house)
        assert berlin(coming(house)) == "Sun 03-21 20:00"


async def test_in_japanese() -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        said = await house.say("Ken:ja", "/tournament standard start:日曜20時 毎週")
        assert "毎週日曜 20:00（UTC）" in said
        assert ("開催", "毎週日曜 20:00（UTC）") in shown(house, coming(house)).fields
        await until_start(house)
        assert "次の回の参加受付" in shown(house, coming(house)).log[0]


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("every:week", "start:sun 8pm every:week"),
        ("start:sun 8pm every:month", "every:2 weeks"),
        ("start:sun 8pm every:7", "every:2 weeks"),
        ("start:sat 8pm every:sunday", "another day"),
    ],
)
async def test_what_cannot_come_again_is_refused(typed: str, said: str) -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        assert said in await house.say("Ann", f"/tournament turbo 9 {typed}")
        assert not house.manager.tables
        refused = await house.say("Ken:ja", f"/tournament turbo 9 {typed}")
        assert any("぀" <= sign <= "ヿ" for sign in refused)


# --- the last one, and holidays --------------------------------------------------------------


async def test_the_last_one_is_the_last_one() -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        await announce(house)
        assert "Only a host" in await house.say("Bob", "/director last")
        assert "last one of the series" in await house.say("Ann", "/director last")
        assert ("Repeats", "this is the last one") in shown(house, coming(house)).fields
        assert "Undone" in await house.say("Ann", "/director undo")
        assert "last one" in await house.say("Dan", "/director last", host=True)
        await enter(house, "Ann", "Bob")
        await until_start(house)
        await play(house)
        await house.wait(LATER)
        assert not house.manager.tables


async def test_one_is_called_off_and_the_next_one_stands() -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        first = await announce(house)
        await enter(house, "Ann", "Bob")
        await call_off(house)
        assert await wallet(house, "Bob") == 1_000_000
        assert coming(house).id != first.id
        assert berlin(coming(house)) == "Sun 03-21 20:00"


async def test_one_is_called_off_and_the_series_with_it() -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        await announce(house)
        asked = await house.say("Ann", "/director cancel")
        assert "The series goes on: the next one begins 2027-03-21 19:00 UTC" in asked
        token = f"tool|{coming(house).id}||cancel all"
        said = text_of(await house.press("Ann", token, "once"))
        assert "no other of the series follows" in said
        assert text_of(await house.press("Ann", token, "once")) == said
        await house.wait(60 + LATER)
        assert not house.manager.tables


async def test_calling_off_series_and_all_is_undone_act_by_act() -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        await announce(house)
        await house.press("Ann", f"tool|{coming(house).id}||cancel all")
        await house.say("Ann", "/director undo")
        assert coming(house).last
        await house.say("Ann", "/director undo")
        assert not coming(house).last
        await house.wait(61)
        assert coming(house).phase == "open"


async def test_nobody_comes_for_a_month_and_it_ends_aloud() -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        await announce(house)
        for _ in range(4):
            await until_start(house)
        await house.wait(LATER)
        assert not house.manager.tables
        assert "The series is over: too few players came 4 times in a row" in notices(house)
        [message] = [one for _, one in house.chat.public.values() if "series is over" in one.text]
        assert message.mentions == (person("Ann").id,)


# --- the host and their chips ----------------------------------------------------------------


async def test_the_host_adds_to_the_prizes_each_time_as_long_as_they_can() -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        await announce(house, "turbo 9 start:sun 8pm every:week by:hands prize:6000")
        assert await wallet(house, "Ann") == 400_000
        await enter(house, "Bob", "Cat")
        await until_start(house)
        await play(house)
        poor = coming(house)
        assert (poor.plan.added, poor.pool) == (0, 0)
        assert await wallet(house, "Ann") == 400_000
        assert "The wallet of \u2068Ann\u2069 does not hold the 6,000" in notices(house)
        await house.say("Bob", "/give Ann 2000")
        await enter(house, "Bob", "Cat")
        await until_start(house)
        await play(house)
        assert coming(house).pool == 600_000
        assert await wallet(house, "Ann") == 0
        await call_off(house)
        assert await wallet(house, "Ann") == 0, "it is in the next one"
        assert coming(house).pool == 600_000
        await house.press("Ann", f"tool|{coming(house).id}||cancel all")
        await house.wait(60)
        assert await wallet(house, "Ann") == 600_000
        assert (await ledger.audit(house.db)).ok


async def test_who_takes_it_over_carries_on_and_pays_nothing() -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        await announce(house, "turbo 9 every:week by:hands prize:100")
        await house.say("Bob", "/wallet")
        assert "host of this tournament" in await house.say("Ann", "/director host person:Bob")
        await call_off(house, "Bob")
        assert coming(house).host == person("Bob").id
        assert coming(house).plan.added == 0
        assert "not the host any more" in shown(house, coming(house)).log[-1]
        assert await wallet(house, "Ann") == await wallet(house, "Bob") == 1_000_000
        await house.say("Bob", "/director host person:Ann")
        await call_off(house)
        assert coming(house).pool == 10_000


async def test_a_guarantee_is_the_house_s_each_time() -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        await house.say("Ann", "/tournament turbo 9 start:sun 8pm weekly guarantee:500", host=True)
        await call_off(house)
        assert coming(house).plan.guarantee == 50_000


async def test_a_host_who_has_left_is_no_end() -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        await announce(house)
        await house.room.departed(person("Ann").id, HOME.community)
        await house.settle()
        await call_off(house, "Dan", host=True)
        assert coming(house).host == person("Ann").id
        assert "last one" in await house.say("Dan", "/director last", host=True)


# --- the order of the place ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("/order opening:managers", "who announced it may open no tables here"),
        ("/order channels:not-here", "no tables may be opened in this channel"),
        ("/order quiet:19:00-21:00", "it would begin in the quiet hours"),
        ("/ban Ann", "its host is banned here"),
    ],
)
async def test_what_the_order_lets_be_no_more_ends_aloud(order: str, why: str) -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        await announce(house)
        await house.say("Dan", order, host=True)
        await call_off(house, "Dan", host=True)
        assert f"The series is over: {why}" in notices(house)
        await house.wait(LATER)
        assert not house.manager.tables


async def test_what_ends_in_quiet_hours_is_followed_when_they_are_over() -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        await announce(house)
        await house.say("Dan", "/order quiet:20:01-7:00", host=True)
        await enter(house, "Ann", "Bob")
        await until_start(house)
        await house.wait(61)
        over = await play(house)
        assert over.phase == "over"
        assert len(lobbies(house)) == 1
        await house.wait(9 * 3600)
        assert len(lobbies(house)) == 1
        morning = moment(2027, 3, 15, 7)
        await house.wait((morning - house.clock.now()) / 1000)
        assert berlin(coming(house)) == "Sun 03-21 20:00"
        await house.wait(LATER)
        assert len(lobbies(house)) == 1


async def test_it_needs_no_more_room_than_the_one_before_it() -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        await house.say("Dan", "/order tables:1 most:1", host=True)
        await announce(house)
        await call_off(house)
        assert berlin(coming(house)) == "Sun 03-21 20:00"


async def test_its_place_is_gone_and_so_is_it() -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        await announce(house)
        await house.room.gone(HOME.id)
        await house.settle()
        await house.wait(LATER)
        assert not house.manager.tables


async def test_a_name_that_is_taken_meanwhile_gets_a_number_and_no_longer_than_that() -> None:
    async with open_house(FRESH, DrivenClock(FRIDAY)) as house:
        await house.say("Bob", "/tournament turbo 9 name:Sunday")
        await house.say("Ann", "/tournament turbo 9 start:sun 8pm weekly name:Sunday")
        both = {table.state.name: table.state for table in lobbies(house)}
        assert set(both) == {"Sunday", "Sunday-2"}
        await house.insist("Bob", "/director cancel name:Sunday")
        await house.wait(60 + LATER)
        await call_off(house)
        assert coming(house).name == "Sunday"


# --- once, whatever happens ------------------------------------------------------------------


class Mortal(Shaky):
    """A database that is lost after so many more commits; the last may be kept or not."""

    left = -1
    kept = False

    async def commit(self, batch: Sequence[Statement]) -> None:
        dying = not self.left
        self.left -= 1
        if dying and self.kept:
            await super().commit(batch)
        self.away = self.away or dying
        await super().commit(batch)


async def dies(url: str, keeper: Keeper, commits: int, kept: bool) -> tuple[int, bool]:
    """A series is announced and the first one called off; after so many more commits the dealer
    dies in the middle of one. Gives when, and whether it did.
    """
    db, clock = Mortal(await open_database(url)), DrivenClock(FRIDAY)
    house = House(db, clock, keeper)
    await house.manager.restore()
    await announce(house, "turbo 9 start:sun 8pm every:week prize:50")
    await house.insist("Ann", "/director cancel")
    await house.wait(59)
    db.left, db.kept = commits, kept
    clock.advance(1000)
    await house.settle()
    await house.parts.director.stop()
    with suppress(Unreachable):
        await house.manager.close()
    await db.close()
    return clock.now(), db.away


async def check_once(house: House) -> None:
    """There is the one that was called off, the one after it, and no other that anybody saw."""
    found = await house.db.load("SELECT id FROM room ORDER BY opened_at, id")
    seen = [one for (one,) in found if await journal.last_seq(house.db, one)]
    assert len(seen) == 2
    assert [room.id for room in await rooms.open_rooms(house.db)] == [coming(house).id]
    series = coming(house).plan.series
    assert series
    assert series.number == 2
    assert berlin(coming(house)) == "Sun 03-21 20:00"
    assert await wallet(house, "Ann") == 1_000_000 - 5_000
    posted = {one.table for _, one in house.chat.public.values() if one.rows}
    assert posted == {coming(house).id}
    assert (await ledger.audit(house.db)).ok
    await check_streams(house.db)


@pytest.mark.parametrize("kept", [False, True])
async def test_wherever_the_dealer_dies_the_next_one_is_opened_once(
    tmp_path: Path, kept: bool
) -> None:
    for commits in range(40):
        url, keeper = f"sqlite:///{tmp_path}/{commits}.db", Keeper()
        now, died = await dies(url, keeper, commits, kept)
        async with open_house(url, DrivenClock(now + 5 * 60_000), keeper) as house:
            await house.wait(LATER)
            await check_once(house)
        if not died:
            break
    assert 4 <= commits < 40, "each of its commits was the last one once"


async def test_a_dealer_that_was_down_for_weeks_goes_on_with_the_next_sunday(
    tmp_path: Path,
) -> None:
    url, keeper = f"sqlite:///{tmp_path}/croupier.db", Keeper()
    async with open_house(url, DrivenClock(FRIDAY), keeper) as house:
        await announce(house)
        await enter(house, "Ann", "Bob")
    async with open_house(url, DrivenClock(SUNDAY + 17 * 24 * 3_600_000), keeper) as house:
        await house.wait(61)
        await play(house)
        assert berlin(coming(house)) == "Sun 04-04 20:00"


async def test_a_wallet_that_is_emptied_at_that_moment_is_no_end() -> None:
    db = Shaky(await open_database(FRESH))
    async with running(House(db, DrivenClock(FRIDAY), Keeper())) as house:
        await announce(house, "turbo 9 start:sun 8pm every:week prize:50")
        db.refuse("open", Overdrawn(ledger.wallet(HOME.community, person("Ann").id)))
        await call_off(house)
        await house.wait(AGAIN / 1000)
        assert berlin(coming(house)) == "Sun 03-21 20:00"
        await house.wait(LATER)
        await check_once(house)
