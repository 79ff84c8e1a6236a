"""The one hand that writes to SQLite: a thread that commits waiting batches in groups."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

from storage.batch import (
    COVERED,
    GAP,
    Conflict,
    Mistake,
    Statement,
    Unreachable,
    overdrawn,
    taken,
)

GROUP = 512
"""Batches in one transaction at most, so that nobody waits long for the others."""

PASSING = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_AUTH,
}
"""Primary result codes that say the database cannot be used, not that a statement is wrong."""


class Ticket(NamedTuple):
    """A batch that waits, and whom to tell."""

    batch: tuple[Statement, ...]
    done: asyncio.Future[None]


class Writer:
    """One thread with the one connection that writes; a whole group of batches is one hop."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._loop = asyncio.get_running_loop()
        self._connection = connection
        self._handed_in: list[Ticket] = []
        self._queue: SimpleQueue[list[Ticket] | None] = SimpleQueue()
        self._ended: asyncio.Future[None] = self._loop.create_future()
        self._thread = Thread(target=self._work, name="croupier-writer", daemon=True)
        self._thread.start()

    def hand_in(self, batch: tuple[Statement, ...]) -> asyncio.Future[None]:
        """Queue a batch. Those handed in during one turn of the loop go over together."""
        if not self._handed_in:
            self._loop.call_soon(self._hand_over)
        ticket = Ticket(batch, self._loop.create_future())
        self._handed_in.append(ticket)
        return ticket.done

    async def close(self) -> None:
        """Wait until every batch handed in is carried out."""
        self._hand_over()
        self._queue.put(None)
        await asyncio.shield(self._ended)
        self._thread.join()

    def _hand_over(self) -> None:
        if self._handed_in:
            self._queue.put(self._handed_in)
            self._handed_in = []

    def _work(self) -> None:
        cursor = self._connection.cursor()
        more = True
        while more:
            group, more = self._take()
            if group:
                outcomes = carry_out(cursor, group)
                self._loop.call_soon_threadsafe(tell, group, outcomes)
        cursor.close()
        self._connection.close()
        self._loop.call_soon_threadsafe(self._ended.set_result, None)

    def _take(self) -> tuple[list[Ticket], bool]:
        """All that waits, at least one batch; False when it is time to stop."""
        group: list[Ticket] = []
        handed = self._queue.get()
        while handed is not None:
            group += handed
            if len(group) >= GROUP:
                return group, True
            try:
                handed = self._queue.get_nowait()
            except Empty:
                return group, True
        return group, False


def tell(group: Sequence[Ticket], outcomes: Sequence[Exception | None]) -> None:
    """Answer everyone of a group who still waits."""
    for ticket, outcome in zip(group, outcomes, strict=True):
        if ticket.done.done():
            continue
        if outcome is None:
            ticket.done.set_result(None)
        else:
            ticket.done.set_exception(outcome)


def carry_out(cursor: sqlite3.Cursor, group: Sequence[Ticket]) -> list[Exception | None]:
    """Commit a group in one transaction; what became of each batch, None when it is kept.

    Savepoints are a third of the work and refusals are rare: a group goes without, and only when
    a batch is refused is all of it done again with each batch in a savepoint of its own.
    """
    try:
        if all_stand(cursor, group):
            return [None] * len(group)
        cursor.execute("BEGIN IMMEDIATE")
        outcomes = [attempt(cursor, ticket.batch) for ticket in group]
        cursor.execute("COMMIT")
    except Exception as error:
        undo(cursor.connection)
        return [in_words(error, None) for _ in group]
    return outcomes


def all_stand(cursor: sqlite3.Cursor, group: Sequence[Ticket]) -> bool:
    """Commit a group of which no batch is refused; if one is, False with nothing changed."""
    cursor.execute("BEGIN IMMEDIATE")
    try:
        for ticket in group:
            for statement in ticket.batch:
                run(cursor, statement)
    except Exception:
        undo(cursor.connection)
        return False
    cursor.execute("COMMIT")
    return True


def attempt(cursor: sqlite3.Cursor, batch: Sequence[Statement]) -> Exception | None:
    """Run one batch in its savepoint; why it was refused, None when it stands.

    Raises where the whole transaction is lost, and not just this batch.
    """
    cursor.execute("SAVEPOINT batch")
    for statement in batch:
        try:
            run(cursor, statement)
        except Exception as error:
            refused = in_words(error, statement)
            if isinstance(refused, Unreachable):
                raise
            cursor.execute("ROLLBACK TO batch")
            cursor.execute("RELEASE batch")
            return refused
    cursor.execute("RELEASE batch")
    return None


def run(cursor: sqlite3.Cursor, statement: Statement) -> None:
    sql, args, expect = statement
    cursor.execute(sql, args)
    if expect is not None and cursor.rowcount != expect:
        raise Conflict(f"{cursor.rowcount} rows instead of {expect}")


def undo(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")


def in_words(error: Exception, statement: Statement | None) -> Exception:
    """The door's own word for an error of SQLite; any other error stays what it is."""
    if not isinstance(error, sqlite3.Error):
        return error
    code = getattr(error, "sqlite_errorcode", 0)
    about = str(error).partition(" failed: ")[2]
    if code in (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE):
        return taken(about.partition(".")[0])
    if code == sqlite3.SQLITE_CONSTRAINT_CHECK and about == COVERED and statement:
        return overdrawn(statement)
    if code == sqlite3.SQLITE_CONSTRAINT_NOTNULL and about == ".".join(GAP):
        return Conflict("the row before it is missing")
    return (Unreachable if code & 0xFF in PASSING else Mistake)(str(error))
