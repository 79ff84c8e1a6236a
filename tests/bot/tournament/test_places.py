"""Where the tables of a tournament are: in threads or the channel; moved, put away, found again."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from bot.chat import Gone, Line, Link, Message, Place
from bot.manager import directed_by
from bot.state import State as Ring
from bot.table import Table
from tests.bot.tournament.test_lobby import (
    FRESH,
    arena_in,
    enter,
    own,
    shown,
    state_of,
)
from tests.clock import DrivenClock
from tests.house import HOME, House, open_house, person
from tests.keeper import Keeper

SIX = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


class Threads(Keeper):
    """A platform with threads; `made` are their names, `broken` what goes wrong with new ones."""

    def __init__(self) -> None:
        super().__init__()
        self.made: dict[str, str] = {}
        self.asked: list[str] = []
        self.sealed: set[str] = set()
        self.deleted: set[str] = set()
        self.broken: Exception | None = None
        self._of_key: dict[str, str] = {}

    async def branch(self, place: str, title: str, key: str) -> str:
        self.asked.append(title)
        if self.broken:
            raise self.broken
        made = self._of_key.setdefault(key, f"{place}-{len(self._of_key) + 1}")
        self.made[made] = title
        return made

    async def seal(self, place: str) -> None:
        self.sealed.add(place)

    async def post(self, place: str, message: Message) -> str:
        assert place not in self.sealed, "something is said where all has been said"
        if place in self.deleted:
            raise Gone(place)
        return await super().post(place, message)

    async def edit(self, place: str, handle: str, message: Message) -> None:
        assert place not in self.sealed, "something is said where all has been said"
        if place in self.deleted:
            raise Gone(place)
        await super().edit(place, handle, message)

    def read(self, place: str) -> str:
        """All that stands in a place."""
        return "\n".join(f"{m.title} {m.text}" for at, m in self.public.values() if at == place)

    def delete_thread(self, place: str) -> None:
        self.deleted.add(place)
        self.public = {key: said for key, said in self.public.items() if said[0] != place}


def tables(house: House) -> list[Table[Ring]]:
    return [table for table in house.manager.tables.values() if directed_by(table)]


def places(house: House) -> list[str]:
    return sorted(table.state.place for table in tables(house))


async def begun(house: House, words: str = "", *people: str) -> None:
    """Six people, three at a table."""
    typed = f"/tournament deep 6 100 name:Friday seats:3 by:hands {words}"
    assert "is open" in await house.say("Ann", typed)
    await enter(house, *(people or SIX))
    await house.wait(15)
    assert state_of(house).phase == "running"


async def test_every_table_gets_a_thread_that_everybody_finds() -> None:
    chat = Threads()
    async with open_house(FRESH, chat=chat) as house:
        await begun(house)
        assert sorted(chat.made.values()) == ["Friday table 1", "Friday table 2"]
        assert places(house) == sorted(chat.made)
        [lobby] = [
            at for at, message in chat.public.values() if message.table == state_of(house).id
        ]
        assert lobby == HOME.id
        boards = state_of(house).boards.values()
        assert shown(house).links == tuple(Link(board.name, board.id) for board in boards)
        assert shown(house).late
        for who in SIX:
            seat = state_of(house).entrants[person(who).id]
            board = state_of(house).boards[seat.table]
            assert own(house, who).links == (Link(board.name, board.id),)
            [calls] = [
                (at, message) for at, message in chat.public.values()
                if person(who).id in message.mentions
            ]  # fmt: skip
            assert calls[0] == house.manager.tables[board.id].state.place
            assert [link.table for link in calls[1].links] == [state_of(house).id]


async def test_whoever_wants_no_mention_gets_none() -> None:
    chat = Threads()
    async with open_house(FRESH, chat=chat) as house:
        await house.say("Bob", "/reach calls:never")
        await begun(house)
        mentioned = {who for _, message in chat.public.values() for who in message.mentions}
        assert mentioned == {person(who).id for who in SIX if who != "Bob"}


@pytest.mark.parametrize("error", [Gone("x"), OSError("the king of spades"), KeyError("x")])
async def test_where_no_thread_can_be_begun_the_table_is_in_the_channel(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    chat = Threads()
    chat.broken = error
    async with open_house(FRESH, chat=chat) as house:
        await begun(house)
        assert len(chat.asked) == 2
        assert places(house) == [HOME.id] * 2
        assert not any(message.mentions for _, message in chat.public.values())
        assert "has no thread" in caplog.text
        assert "king" not in caplog.text


async def test_a_table_that_goes_to_another_place_takes_its_hand_with_it() -> None:
    chat = Threads()
    async with open_house(FRESH, chat=chat) as house:
        await begun(house)
        table, other = tables(house)
        here, there = table.state.place, other.state.place
        while not table.state.playing:
            await house.wait(1)
        before = table.state
        chat.delete_thread(here)
        await house.room.gone(here)
        await house.settle()
        assert table.state.place == HOME.id
        assert (table.state.hand, table.state.playing) == (before.hand, True)
        assert table.state.round == before.round
        assert "goes on here" in chat.read(HOME.id)
        [(place, _)] = [one for one in chat.public.values() if one[1].table == table.state.id]
        assert place == HOME.id
        assert other.state.place == there
        await house.room.gone(here)
        await house.settle()
        assert table.state.place == HOME.id, "told twice, it means the same"
        assert state_of(house).phase == "running"


async def test_a_thread_deleted_unseen_is_left_when_something_is_to_be_shown(
    tmp_path: Path,
) -> None:
    url, chat, clock = f"sqlite:///{tmp_path}/croupier.db", Threads(), DrivenClock()
    async with open_house(url, clock, chat) as house:
        await begun(house)
        here = tables(house)[0].state.place
        hands = {table.state.id: table.state.hand for table in tables(house)}
    chat.delete_thread(here)
    async with open_house(url, DrivenClock(clock.now()), chat) as house:
        # The door says so, when it finds the thread gone.
        await house.room.gone(here)
        await house.settle()
        assert here not in places(house)
        assert {table.state.id: table.state.hand for table in tables(house)} == hands
    async with open_house(url, DrivenClock(clock.now()), chat) as house:
        assert HOME.id in places(house)
        assert here not in places(house)


async def test_after_a_restart_tables_are_where_they_were(tmp_path: Path) -> None:
    url, chat, clock = f"sqlite:///{tmp_path}/croupier.db", Threads(), DrivenClock()
    async with open_house(url, clock, chat) as house:
        await begun(house)
        before = places(house)
    async with open_house(url, DrivenClock(clock.now()), chat) as house:
        assert places(house) == before
        assert len(chat.asked) == 2
        assert house.manager.whole(before[0]) == HOME.id


async def test_a_thread_is_put_away_with_its_table() -> None:
    chat = Threads()
    async with open_house(FRESH, chat=chat) as house:
        await begun(house, "threads:on")
        first = set(places(house))
        arena = arena_in(house)
        rounds = 0
        while len(state_of(house).boards) > 1:
            rounds += 1
            await arena.step(random.Random(rounds))
        await house.settle()
        assert chat.sealed == first
        for place in first:
            assert "broken" in chat.read(place)
        assert chat.made[places(house)[0]] == "Friday table 3"
        await arena.finish(random.Random(1))
        await house.settle()
        assert set(chat.made) == chat.sealed
        [last] = set(chat.made) - first
        assert "The tournament is over" in chat.read(last)
        await house.wait(600)


async def test_a_tournament_that_is_called_off_puts_its_threads_away() -> None:
    chat = Threads()
    async with open_house(FRESH, chat=chat) as house:
        await begun(house)
        await house.insist("Ann", "/director cancel")
        await house.wait(60)
        assert set(chat.made) == chat.sealed
        assert not tables(house)


async def test_when_the_channel_goes_all_goes() -> None:
    chat = Threads()
    async with open_house(FRESH, chat=chat) as house:
        await begun(house)
        chat.deleted |= {HOME.id, *chat.made}
        await house.room.gone(HOME.id)
        await house.settle()
        assert not house.manager.tables


@pytest.mark.parametrize(
    ("order", "typed", "threads"),
    [
        ("", "9", False),
        ("", "9 threads:on", True),
        ("", "20", True),
        ("", "20 threads:off", False),
        ("threads:never", "20", False),
        ("threads:always", "9", True),
        ("threads:always", "9 threads:off", True),
    ],
)
async def test_the_order_and_the_field_say_whether_there_are_threads(
    order: str, typed: str, threads: bool
) -> None:
    async with open_house(FRESH, chat=Threads()) as house:
        if order:
            await house.say("Ann", f"/order {order}", host=True)
        assert "is open" in await house.say("Ann", f"/tournament turbo {typed}")
        assert state_of(house).plan.threads == threads


async def test_threads_are_refused_where_there_are_none_or_none_may_be() -> None:
    async with open_house(FRESH) as house:
        said = await house.say("Ann", "/tournament turbo 20 threads:on")
        assert "No thread can be opened here" in said
        assert "is open" in await house.say("Ann", "/tournament turbo 20")
        assert not state_of(house).plan.threads
    async with open_house(FRESH, chat=Threads()) as house:
        await house.say("Ann", "/order threads:never", host=True)
        said = await house.say("Ann", "/tournament turbo 20 threads:on")
        assert "No table gets a thread" in said
        assert not house.manager.tables


def bare(text: str) -> str:
    """A text without its marks of direction."""
    return text.replace("\u2068", "").replace("\u2069", "")


async def test_commands_mean_the_table_and_the_tournament_from_wherever_they_are_typed() -> None:
    async with open_house(FRESH, chat=Threads()) as house:
        await begun(house)
        table = next(one for one in tables(house) if one.state.seat_of(person("Ann").id))
        thread = Place(table.state.place, HOME.community, "#t", within=HOME.id)
        assert "You sit at" in await house.say("Ann", "/lobby", place=thread)
        letter = replace(thread, within="")
        assert "You sit at" in await house.say("Ann", "/lobby", place=letter)
        # From the channel: the table at which one sits; who sits nowhere is told of all.
        await house.say("Ann", "/away")
        assert table.state.chairs[table.state.seat_of(person("Ann").id) or 0].away
        assert "table:Friday 1, table:Friday 2" in bare(await house.say("Zoe", "/cards"))
        assert "begun already" in await house.say("Bob", "/unregister", place=thread)
        await house.say("Ann", "/director pause", place=thread)
        assert state_of(house).paused


async def test_an_ordinary_table_in_a_thread_is_meant_where_it_is_the_only_one() -> None:
    chat = Threads()
    async with open_house(FRESH, chat=chat) as house:
        said = await house.room.line(
            Line("l", person("Ann"), HOME, "open", "10/20 name:Owls thread:on")
        )
        assert said
        assert said.message
        [thread] = chat.made
        owls = house.table
        assert said.message.links == (Link("Owls", owls.state.id, thread),)
        await house.settle()
        await house.say("Bob", "/sit 500")
        assert owls.state.seat_of(person("Bob").id)
        await house.say("Ann", "/open 10/20 name:Bats thread:on")
        assert "table:Owls, table:Bats" in bare(await house.say("Ann", "/close"))
        await house.say("Ann", "/close table:Bats")
        assert [one.state.name for one in house.manager.tables.values()] == ["Owls"]
        await house.say("Ann", "/open 10/20 name:Cats")
        await house.say("Ann", "/close")
        assert house.table is owls, "the one in the channel itself is meant before others"
        await house.say("Ann", "/close")
        assert not house.manager.tables
