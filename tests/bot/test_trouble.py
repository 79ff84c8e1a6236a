"""The database fails, connections are lost, timers fail, the dealer dies: nobody loses a chip."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.chat import Line, Message, Press
from bot.state import Command
from bot.table import RETRY
from games import seating
from games.play import Refused
from storage import journal, ledger
from storage.db import Conflict, Database, Mistake, Statement, Unreachable, Value, open_database
from tests.bot.test_evening import (
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
from tests.bot.test_restart import opened_later, tamper
from tests.clock import START, DrivenClock
from tests.house import HOME, House, open_house, person, text_of
from tests.keeper import Keeper

FIRST_CHIPS = 1_000_000
RETRY_SECONDS = RETRY / 1000
WRONG = "Something went wrong."
TROUBLE = "Play is paused: this is being looked into"


class Fault(NamedTuple):
    """What goes wrong with rows that begin so ("timer turn"), how often, and whether kept."""

    row: str
    error: Exception
    times: int
    kept: bool = False


class Shaky:
    """A real database that fails when it is told to."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.away = False
        self.faults: list[Fault] = []
        self.before_load: Callable[[], Awaitable[None]] | None = None

    def refuse(self, row: str, error: Exception, times: int = 1) -> None:
        """Fail such rows with nothing kept."""
        self.faults.append(Fault(row, error, times))

    def lose(self, row: str) -> None:
        """Keep the next such row, and lose the connection before saying so."""
        self.faults.append(Fault(row, Unreachable("connection lost"), 1, kept=True))

    async def load(self, sql: str, *args: Value) -> list[tuple[Any, ...]]:
        if self.away:
            raise Unreachable("away")
        if self.before_load:
            await self.before_load()
        return await self._db.load(sql, *args)

    async def commit(self, batch: Sequence[Statement]) -> None:
        if self.away:
            raise Unreachable("away")
        fault = self._fault(batch)
        if fault is None or fault.kept:
            await self._db.commit(batch)
        if fault:
            raise fault.error

    def _fault(self, batch: Sequence[Statement]) -> Fault | None:
        for statement in batch:
            called = _called(statement)
            for number, fault in enumerate(self.faults):
                if called.startswith(fault.row) and fault.times:
                    self.faults[number] = fault._replace(times=fault.times - 1)
                    return fault
        return None

    async def backup(self, path: str | PathLike[str]) -> None:
        await self._db.backup(path)

    async def close(self) -> None:
        await self._db.close()


def _called(statement: Statement) -> str:
    """What a row is about: the verb and word of a command, or "room"; of other rows nothing."""
    if statement.sql.startswith("INSERT INTO room"):
        return "room"
    if not statement.sql.startswith("INSERT INTO journal"):
        return ""
    row = json.loads(str(statement.args[-3]))
    return f"{row['verb']} {row.get('word', '')}"


class Mute(Keeper):
    """A platform on which some things fail."""

    def __init__(self, *failing: str) -> None:
        super().__init__()
        self.failing = set(failing)

    async def edit(self, place: str, handle: str, message: Message) -> None:
        if "edit" in self.failing:
            raise OSError
        await super().edit(place, handle, message)

    async def delete(self, place: str, handle: str) -> None:
        if "delete" in self.failing:
            raise OSError
        await super().delete(place, handle)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/croupier.db"


@pytest.fixture
def keeper() -> Mute:
    return Mute()


@asynccontextmanager
async def unopened(
    url: str, keeper: Keeper, *, now: int = START, **settings: str
) -> AsyncIterator[tuple[House, Shaky]]:
    """A card room over a shaky database that has not taken up its tables yet."""
    db = Shaky(await open_database(url))
    house = House(db, DrivenClock(now), keeper, **settings)
    try:
        yield house, db
    finally:
        await house.manager.close()
        await db.close()


@asynccontextmanager
async def shaky_house(
    url: str, keeper: Keeper, **settings: str
) -> AsyncIterator[tuple[House, Shaky]]:
    async with unopened(url, keeper, now=START, **settings) as (house, db):
        await house.manager.restore()
        yield house, db


def texts(keeper: Keeper) -> str:
    """All that the channel shows."""
    messages = [message for _, message in keeper.public.values()]
    return "\n".join("\n".join([one.text, *one.log]) for one in messages)


async def stacks(house: House) -> dict[str, int]:
    """What lies on the tables, by the books."""
    return {key: held for key, held in (await ledger.balances(house.db, "stack:")).items() if held}


def may_act(house: House, who: str) -> bool:
    """Whether the private message of a person offers to fold now."""
    labels = [button.label for row in house.seen(who).rows for button in row]
    return "Fold" in labels


async def an_hour(house: House) -> None:
    """Let an hour go by, in which no alarm may ring over and over."""
    until = house.clock.now() + 3_600_000
    for _ in range(50):
        due = house.clock.next_due()
        if due is None or due > until:
            house.clock.advance(until - house.clock.now())
            return
        house.clock.ring_next()
        await house.settle()
    raise AssertionError("alarm after alarm")


# --- a commit that was kept although the connection was lost ---------------------------------


async def test_an_act_kept_after_all_is_shown_within_the_retry(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        following = others(house)[others(house).index(player) - 2]
        db.lose("act")
        await house.press(player, house.button(player, "Call"))
        await house.wait(RETRY_SECONDS)
        assert on_turn(house) == following
        assert may_act(house, following)
        assert not may_act(house, player)
        await house.wait(45 - 2 * RETRY_SECONDS)
        assert may_act(house, following), "the next player's clock runs from when they were shown"
        await fold_out(house)
        await check_books(house)


async def test_a_button_pressed_again_after_a_lost_connection_acts_once(
    url: str, keeper: Mute
) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        token = house.button(player, "Call")
        db.lose("act")
        await house.press(player, token, "p1")
        await house.press(player, token, "p1")
        now = on_turn(house)
        assert now != player
        assert may_act(house, now)
        seq = house.table.seq
        await house.press(player, token, "p1")
        await house.press(player, token, "p2")
        assert (on_turn(house), house.table.seq) == (now, seq)


async def test_a_line_repeated_after_a_lost_connection_acts_once(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob")
        await house.say(on_turn(house), "/call")
        big_blind = on_turn(house)
        db.lose("act")
        assert WRONG in await house.say(big_blind, "/check", press="again")
        assert await house.say(big_blind, "/check", press="again") == ""
        assert on_turn(house) == big_blind, "first to act on the flop, who has not acted there"
        assert may_act(house, big_blind)


async def test_chips_of_a_sit_kept_after_all_are_paid_once(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await house.say("Ann", "/open 10/20 6")
        db.lose("sit")
        assert WRONG in await house.say("Ann", "/sit 1000", press="s")
        assert "You sit in seat" in await house.say("Ann", "/sit 1000", press="s")
        assert await wallet(house, "Ann") == FIRST_CHIPS - 100_000
        assert seated(house, "Ann").stack == 100_000
        await check_books(house)


# --- timers that fail or are lost ------------------------------------------------------------


async def test_a_failing_timer_between_hands_pauses_the_table_once(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob")
        await fold_out(house)
        await house.say("Bob", "/away")
        held = {who: seated(house, who).stack for who in ("Ann", "Bob")}
        db.refuse("timer absent", Mistake("a bug"), 1000)
        seq = house.table.seq
        await an_hour(house)
        assert house.table.seq == seq + 1
        assert texts(keeper).count(TROUBLE) == 2, "on the table and aloud"
        assert "is void" not in texts(keeper)
        assert {who: seated(house, who).stack for who in held} == held
        await check_books(house)
        await house.say("Bob", "/back")
        await house.say("Ann", "/resume")
        await house.wait(0)
        assert house.table.state.hand == 2


async def test_a_failing_clock_voids_the_hand_and_waits_for_the_host(
    url: str, keeper: Mute
) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob", "Cat")
        await house.say(on_turn(house), "/raise 500")
        db.refuse("timer turn", Mistake("a bug"), 1000)
        seq = house.table.seq
        await an_hour(house)
        assert house.table.seq == seq + 1
        assert "Hand #1 is void" in texts(keeper)
        assert TROUBLE in texts(keeper)
        assert {seated(house, who).stack for who in ("Ann", "Bob", "Cat")} == {100_000}
        await check_books(house)
        await house.say("Ann", "/resume")
        await house.wait(0)
        assert house.table.state.hand == 2


async def test_a_failing_deal_is_not_tried_for_ever(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob")
        await fold_out(house)
        db.refuse("timer next", Mistake("a bug"), 1000)
        seq = house.table.seq
        await an_hour(house)
        assert house.table.seq == seq + 1
        assert TROUBLE in texts(keeper)
        assert "is void" not in texts(keeper)


async def test_a_clock_goes_on_when_the_database_is_back(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        db.away = True
        await house.wait(120)
        db.away = False
        assert on_turn(house) == player
        await house.wait(RETRY_SECONDS)
        clock = house.seen(player).clock
        assert clock is not None
        assert clock > house.clock.now()
        await house.wait((clock - house.clock.now()) / 1000)
        assert on_turn(house) != player


async def test_a_timer_that_lost_every_race_is_tried_again(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        db.refuse("timer turn", Conflict("lost a race"), 5)
        await house.wait(45 + RETRY_SECONDS)
        clock = house.seen(player).clock
        assert clock is not None
        assert clock > house.clock.now()
        await house.wait((clock - house.clock.now()) / 1000)
        assert on_turn(house) != player


async def test_a_void_that_could_not_be_stored_is_made_up_for(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob", "Cat")
        db.refuse("timer turn", Mistake("a bug"), 1000)
        db.refuse("void", Unreachable("away"), 3)
        await house.wait(45 + 4 * RETRY_SECONDS)
        assert not house.table.state.playing
        assert "Hand #1 is void" in texts(keeper)
        assert TROUBLE in texts(keeper)
        await check_books(house)


async def test_a_lost_row_of_a_timer_is_shown_and_not_done_twice(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        db.lose("timer turn")
        await house.wait(45 + RETRY_SECONDS)
        clock = house.seen(player).clock
        assert clock == house.clock.now() + 45_000 - RETRY
        assert on_turn(house) == player


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


# --- opening ---------------------------------------------------------------------------------


async def test_an_open_sent_again_opens_one_table(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        first = await house.say("Ann", "/open", press="o")
        assert "is open" in first
        assert await house.say("Ann", "/open", press="o") == first
        assert len(house.manager.tables) == keeper.posted == 1
        assert "is open" in await house.say("Bob", "/open", press="o"), "an id is one's own"
        assert len(house.manager.tables) == 2


@pytest.mark.parametrize("row", ["room", "open"])
@pytest.mark.parametrize("kept", [False, True])
async def test_an_open_sent_again_after_trouble_opens_its_table(
    url: str, keeper: Mute, row: str, kept: bool
) -> None:
    async with shaky_house(url, keeper) as (house, db):
        if kept:
            db.lose(row)
        else:
            db.refuse(row, Unreachable("away"))
        assert WRONG in await house.say("Ann", "/open", press="o")
        assert "is open" in await house.say("Ann", "/open", press="o")
        assert len(house.manager.tables) == keeper.posted == 1
        assert keeper.public["m1"][1].rows
        await house.say("Ann", "/sit 1000")
        await check_books(house)
    async with opened_later(url, keeper) as house:
        assert seated(house, "Ann").stack == 100_000


async def test_a_channel_holds_its_limit_however_many_open_at_once(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        people = [person(f"P{number}") for number in range(14)]
        lines = [Line(f"o{who.id}", who, HOME, "open", "") for who in people]
        answers = await asyncio.gather(*(house.room.line(line) for line in lines))
        await house.settle()
        said = [text_of(answer) for answer in answers]
        assert sum("is open" in text for text in said) == 4
        assert sum("There are already 4 tables here" in text for text in said) == 10
        assert len(house.manager.tables) == keeper.posted == 4


# --- seats, blinds, refills ------------------------------------------------------------------


async def test_back_post_says_post_however_often(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await house.say("Dan", "/sit")
        await house.say("Dan", "/away")
        await house.click("Dan", "Post")
        for _ in range(2):
            assert "You post 20" in await house.say("Dan", "/back post")
            assert seated(house, "Dan").posts
            assert not seated(house, "Dan").away
        for _ in range(2):
            assert "wait for the big blind" in await house.say("Dan", "/back wait")
            assert not seated(house, "Dan").posts


@pytest.mark.parametrize(
    "meanwhile_do", [["/leave"], ["/topup 100"], ["/open 10/20 6", "/sit 1000 table:2"]]
)
async def test_a_refill_counts_wallet_and_tables_at_one_moment(
    url: str, keeper: Mute, meanwhile_do: list[str]
) -> None:
    at, loads = 0, 1
    while at < loads:
        here = url.replace("croupier", f"croupier{at}")
        async with shaky_house(here, Keeper(), START_CHIPS="2000", DAILY_FLOOR="2000") as (
            house,
            db,
        ):
            await house.say("Ann", "/open 10/20 6")
            await house.say("Ann", "/sit 1000")
            loads, answer = await refill_meanwhile(house, db, at, meanwhile_do)
            assert "holds 2,000" in answer, f"before load {at}"
            [minted] = (await ledger.balances(house.db, "mint")).values()
            assert minted == -200_000
            await check_books(house)
        at += 1
    assert at > 2


async def refill_meanwhile(
    house: House, db: Shaky, at: int, meanwhile_do: list[str]
) -> tuple[int, str]:
    """Ann's refill while just before its `at`-th look into the database she does other things.

    Gives how often it looked, and its answer.
    """
    loads = 0

    async def meanwhile() -> None:
        nonlocal loads
        loads += 1
        if loads == at + 1:
            db.before_load = None
            for typed in meanwhile_do:
                assert await house.say("Ann", typed)
            db.before_load = meanwhile

    db.before_load = meanwhile
    reply = await house.room.line(Line("refill", person("Ann"), HOME, "daily", ""))
    db.before_load = None
    return loads, text_of(reply)


@pytest.mark.parametrize(("size", "before"), [(4, (4, 5, 6)), (5, (5, 6, 7)), (2, (7, 9, 10))])
def test_a_shrunk_table_keeps_the_big_blind_moving_on(
    size: int, before: tuple[int, int, int]
) -> None:
    chairs = [seating.Chair(seat) for seat in range(1, size + 1)]
    placement = seating.advance(seating.Positions(*before), chairs, seating.MOST)
    assert placement is not None
    assert placement.big == placement.positions.big_blind == 1


async def test_the_big_blind_moves_on_after_seats_were_taken_away(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        assert "seat 6" in await house.say("Dan", "/sit 1000 6")
        await fold_out(house)
        while big_blind(house) != 6:
            assert house.table.state.hand < 9
            await house.wait(0)
            await fold_out(house)
        await house.say("Dan", "/leave")
        assert "new settings" in await house.say("Ann", "/settings seats 4")
        await house.wait(0)
        assert house.table.state.playing
        assert big_blind(house) == seat_of(house, "Ann") == 1


def big_blind(house: House) -> int:
    positions = house.table.state.positions
    assert positions is not None
    return positions.big_blind


# --- messages --------------------------------------------------------------------------------


async def test_a_table_is_shown_again_where_the_old_message_stays(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob")
        keeper.failing = {"delete"}
        await house.say("Ann", "/table")
        assert list(keeper.public) == ["m1", "m2"]
        assert keeper.public["m2"][1].rows
        player = on_turn(house)
        await house.say(player, "/fold")
        assert f"{player}\u2069 folds" in "\n".join(keeper.public["m2"][1].log)
        keeper.failing = set()
        await house.wait(60)
        assert list(keeper.public) == ["m2"]


# --- many at once ----------------------------------------------------------------------------


async def test_a_kick_means_the_person_and_not_who_sits_there_now(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await fold_out(house)
        await house.say("Dan", "/wallet")
        seat = seat_of(house, "Bob")
        assert seat is not None
        ask = house.table.ask
        left, sat, kicked = await asyncio.gather(
            ask(Command("leave", person("Bob").id, "Bob")),
            ask(Command("sit", person("Dan").id, "Dan", amount=50_000, seat=seat)),
            ask(Command("kick", person("Ann").id, "Ann", word=person("Bob").id)),
            return_exceptions=True,
        )
        assert left is not None
        assert sat is not None
        assert isinstance(kicked, Refused)
        assert (kicked.reason, kicked.facts) == ("no_such_person", {"name": person("Bob").id})
        assert seat_of(house, "Dan") == seat
        await check_books(house)


async def test_a_flood_of_one_person_keeps_nobody_else_out(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        ask = house.table.ask
        flood = [ask(Command("topup", person("Ann").id, "Ann", amount=100)) for _ in range(200)]
        *answers, bobs = await asyncio.gather(
            *flood, ask(Command("away", person("Bob").id, "Bob")), return_exceptions=True
        )
        busy = [one for one in answers if isinstance(one, Refused) and one.reason == "busy"]
        assert len(busy) > 100
        assert bobs == ("away", {})
        assert seated(house, "Bob").away
