"""What a commit shows to whom: the table's message, the private ones, notices and announcements.

What is due to be shown is a row of the commit itself; the marks of what is out go in batches.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from bot.chat import Branching, Chat, Gone, Link, Message
from bot.clock import Clock
from bot.directed import ARRIVED
from bot.easel import Easel
from bot.kind import Standing
from bot.kinds import KINDS
from bot.outbox import Outbox
from bot.people import People
from bot.purses import Purses, Slips
from bot.said import Said, packed, said_from_json
from bot.state import State
from bot.table import Table
from bot.terms import SECOND
from bot.text import Fact, words
from bot.tournament.series import FOR_HOST
from storage import journal, ledger, rooms
from storage.db import Database, Statement, Unreachable

TIDY = SECOND
"""How often marks of messages that are out are taken away, all in one batch."""
CALLING = (ARRIVED, *FOR_HOST)
"""What is said so that it reaches somebody: the note ends in who that is."""
LATE = 20 * SECOND
"""How long the lobby of a tournament lets the tables beside it go first."""


class Display:
    """The messages of the tables that are on show, through `chats` by platform."""

    def __init__(
        self, db: Database, clock: Clock, people: People, chats: Mapping[str, Chat],
        tables: Mapping[str, Table[Any]], *, language: str, pictures: bool,
    ) -> None:  # fmt: skip
        """`tables` are those that are open, by id; announcements are made in `language`."""
        self.outbox = Outbox(clock)
        self.handles: dict[str, str | None] = {}
        self._places: dict[str, str] = {}
        self._new_here: set[str] = set()
        self._told: dict[str, set[str]] = {}
        self._slips = Slips()
        self._db = db
        self._clock = clock
        self._people = people
        self._chats = chats
        self._tables = tables
        self._language = language
        self._easel = Easel(pictures)
        self._purses = Purses(db)
        self._sent: list[Statement] = []
        self._tidying = False

    def begin(self, table_id: str, handle: str | None) -> None:
        """Keep the messages of a table from now on, the public one where it has stood."""
        self.handles[table_id] = handle
        self._told[table_id] = set()
        if handle is None:
            self._new_here.add(table_id)

    def end(self, table_id: str) -> None:
        """Keep them no more."""
        self.handles.pop(table_id, None)
        self._places.pop(table_id, None)
        self._told.pop(table_id, None)
        self._new_here.discard(table_id)

    async def close(self) -> None:
        """Send what is waiting, then rest."""
        await self.outbox.close()
        await self._tidy()

    # --- what changes -------------------------------------------------------------------------

    def show(
        self, table: Table[Any], touched: set[str], notices: Sequence[Said], moved: set[str]
    ) -> None:
        """Queue all that a commit has changed for somebody's eyes."""
        state = table.state
        self.redraw(table)
        readers = table.kind.readers(state)
        told = self._told[state.id]
        for person in readers & touched | readers - told:
            self._put_private(table, person)
        for person in told - readers:
            forget = partial(self._forget, table, person)
            self.outbox.put(person, f"private {state.id}", forget)
        self._told[state.id] = readers
        self.show_balance(moved, state.id)
        if table.kind.wallets:
            self._slips.turn(state, told, set() if state.closed else readers)
        if notices:
            body = packed(notices)
            self.notice(journal.Due(state.id, "", f"notice {table.seq}", table.seq, body))

    def show_balance(self, accounts: Iterable[str], but: str = "") -> None:
        """Show these wallets anew wherever they are shown, but at the table `but`."""
        for table_id, person in self._slips.showing(accounts):
            if table_id != but and (table := self._tables.get(table_id)):
                self._put_private(table, person)

    def redraw(self, table: Table[Any]) -> None:
        """Queue the public message of a table."""
        state, key = table.state, f"table {table.state.id}"
        before = self._places.setdefault(state.id, state.place)
        if before != state.place:
            # Its place is there no more, and its message with it.
            self.outbox.drop(before, key)
            self._places[state.id], self.handles[state.id] = state.place, None
            self._new_here.add(state.id)
        late = LATE if table.kind.lobby else 0
        self.outbox.put(state.place, key, partial(self._redraw, table, state.place), late)

    def move_down(self, table: Table[Any]) -> None:
        """Show the table again at the end of its channel, and take the older message away."""
        state = table.state
        handle, self.handles[state.id] = self.handles[state.id], None
        self.redraw(table)
        chat = self.chat(state.place)
        if handle is not None and chat is not None:
            self.outbox.put(state.place, f"old {handle}", lambda: chat.delete(state.place, handle))

    def lost(self, table: Table[Any], handle: str) -> None:
        """Show a table again if this was its message, which somebody took away."""
        if self.handles.get(table.state.id) == handle:
            self.handles[table.state.id] = None
            self.redraw(table)

    def announce(self, place: str, key: str, facts: Mapping[str, Fact], press: str) -> None:
        """Tell everybody in a place, once a press, in the house's language."""

        async def post() -> None:
            if chat := self.chat(place):
                w = words(self._language)
                with suppress(Gone):
                    await chat.post(place, Message(text=w(key, **facts), language=w.language))

        self.outbox.put(place, f"announce {press}", post)

    def notice(self, due: journal.Due) -> None:
        """Queue a message of its own about a table."""

        async def post() -> None:
            room = await rooms.room(self._db, due.table)
            chat = self.chat(room.place) if room else None
            if room is None or chat is None:
                return
            with suppress(Gone):
                await chat.post(room.place, await self._announcement(room, due.body))
            self._out(journal.sent(*due[:4]))

        self.outbox.put(due.table, due.kind, post)

    async def _announcement(self, room: rooms.Room, body: str) -> Message:
        """What was said at a table, as a message of its own."""
        config, kind = json.loads(room.config), KINDS[room.game]
        w, said = words(config["language"]), said_from_json(json.loads(body))
        called = [one.note.rpartition(" ")[2] for one in said if one.kind in CALLING]
        lobby = self._tables.get(config.get("tournament", ""))
        back = w("tournament.title", name=lobby.state.name) if lobby else ""
        return Message(
            title=w("tournament.title" if kind.lobby else "panel.table", name=room.name),
            text="\n".join(kind.line(w, one) for one in said),
            links=(Link(back, lobby.state.id),) if lobby else (),
            mentions=tuple([one for one in called if await self._people.may_call(one)]),
            language=w.language,
        )

    # --- to whom ------------------------------------------------------------------------------

    def chat(self, name: str) -> Chat | None:
        """The adapter of the platform that a person or place belongs to, if it is running."""
        return self._chats.get(name.partition(":")[0])

    async def private(self, table: Table[Any], person: str) -> Message:
        """A table as one person sees it, as of now, calling them only as they wish."""
        w = await self._people.words(person)
        wallet = 0
        if table.kind.wallets:
            account = ledger.wallet(table.state.community, person)
            wallet = await self._purses.balance(account)
        message: Message = table.kind.private(w, table.state, person, wallet)
        return await self._people.as_wished(person, message)

    async def _redraw(self, table: Table[Any], place: str) -> None:
        state, seq = table.state, table.seq
        chat = self.chat(place)
        if chat is None or state.place != place:
            return
        w = words(state.terms.language)
        picture = await self._easel.picture(table.kind, w, state)
        message = replace(table.kind.public(w, state), picture=picture)
        if not await self._edited(chat, state, message):
            await self._posted(chat, table, state, message)
        if state.closed:
            await self._put_away(chat, state)
        self._out(journal.sent(state.id, "", "redraw", seq))
        if state.closed:
            self.end(state.id)

    async def _edited(self, chat: Chat, state: Standing, message: Message) -> bool:
        """Whether there was a message that could be changed."""
        handle = self.handles.get(state.id)
        if handle is None:
            return False
        try:
            await chat.edit(state.place, handle, message)
        except Gone:
            return False
        return True

    async def _posted(
        self, chat: Chat, table: Table[Any], state: Standing, message: Message
    ) -> None:
        try:
            handle = await chat.post(state.place, message)
        except Gone:
            # When it is over, nobody needs to be left who could see it.
            if not state.closed:
                raise
            return
        if table.state.place != state.place:
            # It has gone elsewhere meanwhile.
            return
        await self._db.commit(rooms.place_room(state.id, state.place, handle))
        self.handles[state.id] = handle
        self._now_here(table)

    def _now_here(self, table: Table[Any]) -> None:
        """What leads to a table that has not stood here before is drawn again, now that it can."""
        state = table.state
        if state.id not in self._new_here:
            return
        self._new_here.discard(state.id)
        lobby = self._tables.get(state.terms.tournament) if isinstance(state, State) else None
        for person in self._told.get(state.id, ()):
            self._put_private(table, person)
            if lobby:
                self._put_private(lobby, person)
        if lobby:
            self.redraw(lobby)

    async def _put_away(self, chat: Chat, state: Standing) -> None:
        """The thread of a tournament's table goes with it, when all is said there."""
        own = isinstance(state, State) and state.terms.thread
        if own and isinstance(chat, Branching):
            await self.outbox.out(state.id)
            with suppress(Gone):
                await chat.seal(state.place)

    def _put_private(self, table: Table[Any], person: str) -> None:
        whisper = partial(self._whisper, table, person)
        self.outbox.put(person, f"private {table.state.id}", whisper)

    async def _whisper(self, table: Table[Any], person: str) -> None:
        chat = self.chat(person)
        if chat is None or table.state.closed:
            return
        message = await self.private(table, person)
        # Closed to us: the cards are still one press away.
        with suppress(Gone):
            await chat.whisper(person, table.state.id, message)

    async def _forget(self, table: Table[Any], person: str) -> None:
        if chat := self.chat(person):
            await chat.forget(person, table.state.id)

    # --- marks --------------------------------------------------------------------------------

    def _out(self, statements: list[Statement]) -> None:
        """Take marks away soon; a crash before that shows the same once more, no worse."""
        self._sent += statements
        if not self._tidying:
            self._tidying = True
            self._clock.call_at(
                self._clock.now() + TIDY,
                lambda: self.outbox.put("books", "tidy", self._tidy),
            )

    async def _tidy(self) -> None:
        self._tidying = False
        sent, self._sent = self._sent, []
        if sent:
            try:
                await self._db.commit(sent)
            except Unreachable:
                self._sent = sent + self._sent
                raise
