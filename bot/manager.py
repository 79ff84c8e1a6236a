"""Which tables exist where: open, find, restore, close."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from hashlib import sha256
from typing import Any

from bot.chat import Branching, Chat, Gone, Message, Person, Place
from bot.clock import Clock
from bot.display import Display
from bot.kind import Agreed
from bot.kinds import KINDS
from bot.mind import Mind
from bot.people import People
from bot.rulebook import Rulebook
from bot.said import Said
from bot.state import Command
from bot.table import Lot, Table, secure_lot
from bot.terms import HOUR, Terms
from bot.text import isolate
from bot.text import person as tidy
from games.play import Refused
from storage import journal, rooms
from storage.db import Conflict, Database, Unreachable

log = logging.getLogger(__name__)

TRIES = 5
"""So often a number taken by another process meanwhile is tried anew."""
REPEATS = 7 * 24 * HOUR
"""No platform repeats a press so late."""
ALIVE = "alive"
"""Where it is kept when the dealer was up last."""


class Manager:
    """The tables in memory are a cache: the store knows which there are."""

    def __init__(
        self,
        db: Database,
        clock: Clock,
        people: People,
        rules: Rulebook,
        chats: Mapping[str, Chat],
        *,
        language: str = "en",
        pictures: bool = True,
        mind: Mind | None = None,
        lot: Lot = secure_lot,
    ) -> None:
        """`chats` by platform may be filled later; another `lot` is for simulations alone.

        `followers` are told of every commit of a table once all are taken up, `stops` are awaited
        before the tables are closed.
        """
        self._mind = mind or Mind()
        self._lot = lot
        self.tables: dict[str, Table[Any]] = {}
        self.display = Display(
            db, clock, people, chats, self.tables, language=language, pictures=pictures
        )
        self.ready = asyncio.Event()
        self._db = db
        self._clock = clock
        self._rules = rules
        self._whole: dict[str, str] = {}
        self._numbering = asyncio.Lock()
        self.followers: list[Callable[[Table[Any]], None]] = []
        self.stops: list[Callable[[], Awaitable[None]]] = []

    async def open(
        self,
        place: Place,
        host: Person,
        terms: Agreed,
        title: str = "",
        press: str = "",
        game: str = "holdem",
        thread: str = "",
        *,
        instead: str = "",
    ) -> Table[Any]:
        """Open a table in a place, once for the same press; raises Refused.

        With the name of a `thread` it opens in one of its own there. It is counted `instead` of the
        table of that id, which is over.
        """
        KINDS[game].check(terms)
        table_id = opened_by(press or secrets.token_hex())
        async with self._numbering:
            table = self.tables.get(table_id)
            if table is None:
                await self._check_room(place, instead)
                if thread:
                    place = await self.branch(place, thread, table_id)
                table = await self._found(table_id, place, host.id, game, terms, title)
        if not table.seq:
            try:
                await table.ask(Command("open", person=host.id, name=host.name))
            except Refused as refused:
                # Where something went wrong it may be open after all: the next press finds out.
                if refused.reason != "failed":
                    await self._give_back(table_id)
                raise
        return table

    def may_branch(self, place: str) -> bool:
        """Whether the platform of a place has threads at all."""
        return isinstance(self.display.chat(place), Branching)

    def branching(self, place: str) -> Branching:
        """The chat that can begin a thread in a place. Raises Refused where none can."""
        chat: object = self.display.chat(place)
        if not isinstance(chat, Branching):
            raise Refused("no_thread")
        return chat

    async def branch(self, place: Place, title: str, table_id: str) -> Place:
        """A thread for a table in a place. Raises Refused where there can be none."""
        try:
            branch = await self.branching(place.id).branch(place.id, title, table_id)
        except Gone:
            raise Refused("no_thread") from None
        return replace(place, id=branch, within=place.id)

    async def _give_back(self, table_id: str) -> None:
        """Take a table out of the rooms again that could not be opened."""
        self.tables.pop(table_id, None)
        self.display.end(table_id)
        await self._db.commit(rooms.close_room(table_id, self._clock.now()))

    async def open_directed(
        self, table_id: str, place: Place, host: str, terms: Terms, title: str
    ) -> Table[Any]:
        """A table of a tournament: its first row is the first order it gets. Raises Refused."""
        async with self._numbering:
            known = self.tables.get(table_id)
            return known or await self._found(table_id, place, host, "holdem", terms, title)

    async def lay(
        self, place: Place, host: Person, terms: Agreed, title: str, company: Sequence[str]
    ) -> None:
        """Open a hold'em table with computer players (temperament:name) where nothing is open.

        It has been shown when this returns.
        """
        async with self._numbering:
            if self.at(place.id):
                return
            await self._check_room(place)
            table_id = secrets.token_hex(6)
            table = await self._found(table_id, place, host.id, "holdem", terms, title)
        await table.ask(Command("open", host.id, host.name, word=" ".join(company)))
        await self.display.outbox.out(place.id)
        self._mind.warm_up(table.kind)

    async def _check_room(self, place: Place, instead: str = "") -> None:
        """Refused where no further table fits; those of tournaments do not count, nor does one
        `instead` of which it opens.

        What is a part of a place counts with it, as a thread with its channel.
        """
        order = await self._rules.fresh(place.community)
        counted = [
            one for one in self.in_community(place.community)
            if not directed_by(one) and one.state.id != instead
        ]  # fmt: skip
        here = self.within(place.within or place.id)
        order.check_room(sum(one in here for one in counted), len(counted))

    async def _found(
        self, table_id: str, place: Place, host: str, game: str, terms: Any, title: str
    ) -> Table[Any]:
        """Enter a new table into the rooms under the least number that is free."""
        config, now = json.dumps(asdict(terms)), self._clock.now()
        for _ in range(TRIES):
            number = await rooms.free_number(self._db, place.community)
            called = title or str(number)
            where = (place.community, place.id, game, host, number, called, config, now)
            room = rooms.Room(table_id, *where, within=place.within)
            try:
                await self._db.commit(rooms.open_room(room))
            except Conflict:
                old = await rooms.room(self._db, table_id)
                if old and old.closed_at is None and not await journal.last_seq(self._db, table_id):
                    return self._take(old)
                if old:
                    raise Refused("repeated") from None
                continue
            return self._take(room)
        raise Refused("busy")

    def _table(self, room: rooms.Room) -> Table[Any]:
        kind = KINDS[room.game]
        return Table(
            self._db, self._clock, self._mind, self._rules, self._shown, kind, kind.blank(room),
            self._lot,
        )  # fmt: skip

    def _take(self, room: rooms.Room) -> Table[Any]:
        table = self._table(room)
        self.tables[room.id] = table
        if room.within:
            self._whole[room.place] = room.within
        self.display.begin(room.id, room.handle)
        return table

    def at(self, place: str) -> list[Table[Any]]:
        """The open tables of a place, the oldest first."""
        return [table for table in self.tables.values() if table.state.place == place]

    def within(self, place: str) -> list[Table[Any]]:
        """The open tables of a place and of all that is a part of it, the oldest first."""
        return [
            table for table in self.tables.values()
            if place in (table.state.place, self._whole.get(table.state.place))
        ]  # fmt: skip

    def in_community(self, community: str) -> list[Table[Any]]:
        """The open tables of a community, the oldest first."""
        return [table for table in self.tables.values() if table.state.community == community]

    def table(self, table_id: str) -> Table[Any]:
        """An open table by its id. Raises Refused."""
        try:
            return self.tables[table_id]
        except KeyError:
            raise Refused("table_closed") from None

    def find(self, place: str, person: str, called: str = "") -> Table[Any]:
        """The table that is meant: by name, else where the person sits, else the only one."""
        here = [table for table in self.at(place) if not table.kind.lobby]
        around = [table for table in self.within(place) if not table.kind.lobby]
        if called:
            wanted = called.removeprefix("#").casefold()
            named = [table for table in here + around if table.state.name.casefold() == wanted]
            if not named:
                raise Refused("no_such_table", name=called[:64])
            return named[0]
        # In a channel those in its threads are meant where none stands in the channel itself.
        here = here or around
        if not here:
            raise Refused("no_table")
        mine = [table for table in here if table.state.seat_of(person) is not None]
        if len(mine or here) > 1:
            # As it may be typed after the command.
            called_here = (isolate(f"table:{tidy(table.state.name)}") for table in mine or here)
            raise Refused("which_table", names=", ".join(called_here))
        return (mine or here)[0]

    async def restore(self) -> None:
        """Take up every table where it was, then redraw it by editing its old message."""
        await self._db.commit(journal.forget_presses(self._clock.now() - REPEATS))
        found = await rooms.open_rooms(self._db)
        alive = {room.id: await self._alive(room, found) for room in found}
        for room in found:
            await self._take_up(room, alive[room.id])
        for community in {table.state.community for table in self.tables.values()}:
            # What a ban should have done before the dealer died is done now.
            await self._banish(community)
        for due in await journal.dues(self._db):
            if due.body:
                self.display.notice(due)
            elif due.table not in self.tables:
                await self._redraw_closed(due.table)
        self.ready.set()
        for table in list(self.tables.values()):
            for follow in self.followers:
                follow(table)

    async def _alive(self, room: rooms.Room, found: Sequence[rooms.Room]) -> int:
        """When the dealer that died was last known to be up, for who counts its time; else 0."""
        if not KINDS[room.game].lobby:
            return 0
        own = [one.id for one in found if json.loads(one.config).get("tournament") == room.id]
        noted = await rooms.get(self._db, ALIVE, "at")
        return max([int(noted or 0), *[await journal.last_at(self._db, one) for one in own]])

    def note_alive(self) -> None:
        """Write down soon that the dealer is up: the next start reads it."""
        self.display.outbox.put("books", ALIVE, self._note_alive)

    async def _note_alive(self) -> None:
        await self._db.commit(rooms.put(ALIVE, "at", str(self._clock.now())))

    async def _take_up(self, room: rooms.Room, alive: int) -> None:
        if not await journal.last_seq(self._db, room.id):
            if json.loads(room.config).get("tournament"):
                # Its lobby gives it its first order.
                self._take(room)
            else:
                # Opened, but killed before its first row: nobody has seen it.
                await self._db.commit(rooms.close_room(room.id, self._clock.now()))
            return
        try:
            table = self._take(room)
            await table.restore(alive)
        except Unreachable:
            raise
        except Exception as error:
            # One table that cannot be taken up does not keep the others from playing.
            log.error("table %s cannot be taken up: %s", room.id, type(error).__name__)
            self.tables.pop(room.id, None)

    async def _redraw_closed(self, table_id: str) -> None:
        """Show a last time a table that was closed just before the dealer died."""
        room = await rooms.room(self._db, table_id)
        if room is None or room.closed_at is None:
            return
        table = self._table(room)
        self.display.begin(table_id, room.handle)
        with suppress(Exception):
            await table.reload()
        table.state.closed = True
        self.display.redraw(table)

    async def close(self) -> None:
        """Let every table finish what it was asked, send what is waiting, then rest."""
        for stop in self.stops:
            await stop()
        for table in list(self.tables.values()):
            await table.close()
        if any(table.kind.lobby for table in self.tables.values()):
            with suppress(Unreachable):
                await self._note_alive()
        self._mind.close()
        await self.display.close()

    def _shown(
        self, table: Table[Any], touched: set[str], notices: Sequence[Said], moved: set[str]
    ) -> None:
        """What follows a commit of a table."""
        self.display.show(table, touched, notices, moved)
        if table.state.closed:
            self.tables.pop(table.state.id, None)
        if self.ready.is_set():
            for follow in self.followers:
                follow(table)

    # --- what happens to a place or a person --------------------------------------------------

    def close_all(self, where: str) -> None:
        """Close the tables of a place or a community that is there no more; stakes go home.

        A table of a tournament outlives its thread, and closes with its lobby.
        """
        self.leave_place(where)
        for table in [*self.within(where), *self.in_community(where)]:
            if not directed_by(table):
                table.tell(Command("close", word="now", host=True))

    def leave_place(self, where: str) -> None:
        """Let the table of a tournament go on beside its lobby, if that is elsewhere."""
        for table in self.at(where):
            lobby = self.tables.get(directed_by(table))
            if lobby and lobby.state.place != where:
                table.tell(Command("move", word=lobby.state.place))

    def whole(self, place: str) -> str:
        """The place that a place is a part of, as far as a table has stood in it; else itself."""
        return self._whole.get(place, place)

    def send_home(self, person: str, community: str) -> None:
        """Let a person who left a community leave its tables, also as their host."""
        for table in self.in_community(community):
            if table.state.here(person) or table.state.host == person:
                table.tell(Command("depart", person=person))

    async def keep_order(self, community: str) -> None:
        """Tell the tables of a community its order as it is now; who is banned must go."""
        for table in self.in_community(community):
            table.tell(Command("order"))
        await self._banish(community)

    async def _banish(self, community: str) -> None:
        order = await self._rules.of(community)
        for table in self.in_community(community):
            for ban in order.bans:
                if table.state.here(ban.person) or table.state.host == ban.person:
                    table.tell(Command("banish", word=ban.person))

    async def cards(self, place: str, person: str) -> list[tuple[str, Message]]:
        """(table, private message) of every table of a place where the person sits."""
        return [
            (table.state.id, await self.display.private(table, person))
            for table in self.at(place)
            if table.state.seat_of(person) is not None
        ]


def opened_by(press: str) -> str:
    """The id of the table that a press opens."""
    return sha256(press.encode()).hexdigest()[:12]


def directed_by(table: Table[Any]) -> str:
    """The id of the tournament whose table it is, "" for any other table."""
    terms = table.state.terms
    return terms.tournament if isinstance(terms, Terms) else ""
