"""Between a lobby and its tables: opens and closes them, carries reports up and orders down, calls
up from the waiting list who can pay, and lets the next of a series be announced.

It remembers nothing. After every commit it compares what the lobby says with what the tables are.
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from typing import Any

from bot import directed
from bot.chat import Place
from bot.clock import Alarm, Clock
from bot.manager import Manager, directed_by
from bot.state import Command
from bot.state import State as RingState
from bot.table import Table
from bot.terms import MINUTE, SECOND, Terms
from bot.text import words
from bot.tournament.clock import CLOCKS
from bot.tournament.herald import Herald
from bot.tournament.series import pending
from bot.tournament.state import Board, State
from games.play import Refused
from storage import ledger
from storage.db import Database, Unreachable

log = logging.getLogger(__name__)

AGAIN = 5 * SECOND
"""How long what could not be carried waits."""
BEAT = MINUTE
"""How often it is written down that the dealer is up while the clock of a field runs: no level
gets back more than that of the time in which it ran.
"""


class Director:
    """Has a task for a table only while there is something to carry."""

    def __init__(self, db: Database, manager: Manager, herald: Herald, clock: Clock) -> None:
        self._db = db
        self._manager = manager
        self._herald = herald
        self._clock = clock
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._alarms: dict[str, Alarm] = {}
        self._pulse: Alarm | None = None
        manager.followers.append(self.follow)
        manager.stops.append(self.stop)

    def follow(self, table: Table[Any]) -> None:
        """Something has changed at a table or in a lobby."""
        if isinstance(table.state, State):
            self._call_up_soon(table)
            self._announce_soon(table)
            self._watch_clocks()
            lobby, tables = table.state.id, list(self._manager.tables.values())
            boards = {board.id: board for board in table.state.boards.values()}
            mine = {one.state.id: one for one in tables if directed_by(one) == lobby}
            for one in {**boards, **mine}:
                if _due(boards.get(one), mine.get(one)):
                    self._look_after(lobby, one)
        elif lobby := directed_by(table):
            self._look_after(lobby, table.state.id)

    async def rest(self) -> None:
        """Wait until nothing is left to carry."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values())

    async def stop(self) -> None:
        """Carry nothing any more; the next start finds what is left."""
        if self.follow in self._manager.followers:
            self._manager.followers.remove(self.follow)
        for alarm in (*self._alarms.values(), self._pulse):
            if alarm:
                alarm.cancel()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _watch_clocks(self) -> None:
        """Let the pulse beat as long as time runs off a clock."""
        if self._pulse is None and any(map(_counts, self._manager.tables.values())):
            self._pulse = self._clock.call_at(self._clock.now() + BEAT, self._beat)

    def _beat(self) -> None:
        self._pulse = None
        self._manager.note_alive()
        self._watch_clocks()

    def _look_after(self, lobby: str, table: str) -> None:
        if table in self._tasks or table in self._alarms or not self._is_due(lobby, table):
            return
        self._tasks[table] = asyncio.create_task(self._carry(lobby, table), name=f"to {table}")

    def _is_due(self, lobby: str, table_id: str) -> bool:
        """Whether there is anything to carry to or from a table."""
        tables = self._manager.tables
        return _due(_board(tables.get(lobby), table_id), tables.get(table_id))

    async def _carry(self, lobby: str, table: str) -> None:
        try:
            while self._is_due(lobby, table):
                await self._carry_one(lobby, table)
        except Exception as error:
            # What an error says may hold cards: only its kind is written down.
            reason = error.reason if isinstance(error, Refused) else type(error).__name__
            log.warning("table %s of a tournament must wait: %s", table, reason)
            self._alarms[table] = self._clock.call_at(
                self._clock.now() + AGAIN, lambda: self._again(lobby, table)
            )
        finally:
            del self._tasks[table]

    def _call_up_soon(self, lobby: Table[State]) -> None:
        name = f"list of {lobby.state.id}"
        if name not in self._tasks and _is_free(lobby.state):
            self._tasks[name] = asyncio.create_task(self._call_up(lobby, name), name=name)

    async def _call_up(self, lobby: Table[State], name: str) -> None:
        """Give free places to the first on the list who can pay, and then to the next."""
        tried: set[str] = set()
        try:
            while _is_free(seen := lobby.state):
                if (person := await self._able(seen, tried)) is not None:
                    tried.add(person)
                    with suppress(Refused):
                        await lobby.ask(Command("call_up", word=person))
                elif lobby.state is seen:
                    return
        except Unreachable as error:
            # The next commit of the lobby is another occasion.
            log.warning("nobody is called up: %s", error)
        finally:
            del self._tasks[name]

    def _announce_soon(self, lobby: Table[State]) -> None:
        name = f"after {lobby.state.id}"
        if name not in self._tasks and name not in self._alarms and pending(lobby.state):
            self._tasks[name] = asyncio.create_task(self._announce(lobby, name), name=name)

    async def _announce(self, lobby: Table[State], name: str) -> None:
        """Let the next one of its series be announced, now or when that may go."""
        try:
            until = await self._herald.announce(lobby)
        except Exception as error:
            reason = error.reason if isinstance(error, Refused) else type(error).__name__
            log.warning("what comes after %s must wait: %s", lobby.state.id, reason)
            until = self._clock.now() + AGAIN
        finally:
            del self._tasks[name]
        if until:
            self._alarms[name] = self._clock.call_at(until, lambda: self._announce_again(lobby))

    def _announce_again(self, lobby: Table[State]) -> None:
        self._alarms.pop(f"after {lobby.state.id}", None)
        self._announce_soon(lobby)

    async def _able(self, state: State, tried: set[str]) -> str | None:
        """Who waits longest and can pay, but for those that were tried."""
        wallets = {who: state.wallet(who) for who in state.waiting if who not in tried}
        held = await ledger.balances_of(self._db, list(wallets.values()))
        able = (who for who, wallet in wallets.items() if held.get(wallet, 0) >= state.plan.cost)
        return next(able, None)

    def _again(self, lobby: str, table: str) -> None:
        self._alarms.pop(table, None)
        self._look_after(lobby, table)

    async def _carry_one(self, lobby_id: str, table_id: str) -> None:
        """Whatever is due first. Raises Refused, and whatever the store raises."""
        tables = self._manager.tables
        lobby, table = tables.get(lobby_id), tables.get(table_id)
        board = _board(lobby, table_id)
        if board is None:
            assert table is not None
            going_on = lobby is not None and lobby.state.phase == "running"
            await table.ask(Command("close", word="broken" if going_on else "over"))
            return
        assert lobby is not None
        if table is None:
            await self._open(lobby.state, board)
        elif table.state.order < board.order:
            await table.ask(Command("direct", word=order(lobby.state, board).to_json()))
        else:
            told = directed.report(table.state)
            await lobby.ask(Command("report", word=told.to_json()))

    async def _open(self, state: State, board: Board) -> None:
        plan, place = state.plan, await self._place(state, board)
        terms = Terms(
            size=board.size,
            pace=plan.pace,
            pauses=plan.pauses,
            language=plan.language,
            cards=plan.cards,
            computers=False,
            tournament=state.id,
            thread=bool(place.within),
        )
        await self._manager.open_directed(board.id, place, state.host, terms, board.name)

    async def _place(self, state: State, board: Board) -> Place:
        """Where a new table is to stand: in a thread of its own if it can have one.

        Asked again, after a crash perhaps, it is the same thread.
        """
        home = Place(state.place, state.community)
        if not state.plan.threads:
            return home
        title = words(state.plan.language)("tournament.thread", name=state.name, n=board.number)
        try:
            return await self._manager.branch(home, title, board.id)
        except Exception as error:
            reason = error.reason if isinstance(error, Refused) else type(error).__name__
            log.warning("table %s of a tournament has no thread: %s", board.id, reason)
            return home


def _is_free(state: State) -> bool:
    """Whether somebody waits for a place while there is one."""
    return bool(state.waiting) and state.may_enter() and state.room() > 0


def _counts(table: Table[Any]) -> bool:
    """Whether it is a lobby on whose clock time runs off."""
    return isinstance(table.state, State) and bool(table.state.timers.keys() & set(CLOCKS))


def _board(lobby: Table[Any] | None, table: str) -> Board | None:
    """What the lobby knows of a table of its own."""
    if lobby is None or not isinstance(lobby.state, State):
        return None
    return next((one for one in lobby.state.boards.values() if one.id == table), None)


def _due(board: Board | None, table: Table[Any] | None) -> bool:
    """Whether a table is not yet as its lobby has it, or has something to tell it."""
    if board is None or table is None:
        return (board is None) != (table is None)
    return table.state.order < board.order or _has_report(board, table.state)


def _has_report(board: Board, state: RingState) -> bool:
    return board.busy and state.hand == board.hand and directed.waits(state)


def order(state: State, board: Board) -> directed.Order:
    """All that a table is to be now."""
    level = state.blinds(board.level)
    thinks = json.dumps(["rebuy", {"price": state.plan.rebuy}])
    seated = [
        directed.Seated(
            one.seat, one.person, one.name, one.stack, one.since,
            one.note if one.stack else thinks, one.away,
        )
        for one in state.inside() if one.table == board.number
    ]  # fmt: skip
    return directed.Order(board.order, seated, board.level, *level, board.hand, board.draw)
