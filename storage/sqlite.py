"""SQLite behind the door: one connection reads, one writer commits waiting batches in groups."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from os import PathLike
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

import aiosqlite

from storage.batch import (
    COVERED,
    GAP,
    Conflict,
    Statement,
    Unfit,
    Unreachable,
    Value,
    check_values,
    overdrawn,
    taken,
)
from storage.migrate import RECORD, RECORDED, TABLE, Migration, lacking, migrations_in

BUSY_SECONDS = 5.0
"""How long a statement waits for another process before it gives up."""

GROUP = 512
"""Batches in one transaction at most, so that nobody waits long for the others."""

CHECKPOINT = 4000
"""Pages in the log (16 MB) before they go to the file: hot pages are then written once for many."""

CACHE_KIB = 16_000
"""Room for all the pages that a group of some hundred tables changes."""

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


async def open_sqlite(path: Path, alone: bool, folder: Path) -> Sqlite:
    """Open the file at `path`, which is made if need be, and migrate it."""
    writing, lock = await asyncio.to_thread(prepare, path, alone, folder)
    try:
        reading = await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
        await reading.execute_fetchall("PRAGMA query_only = ON")
    except BaseException:
        let_go(writing, lock)
        raise
    return Sqlite(path, reading, Writer(writing), lock)


async def open_temporary(folder: Path) -> Sqlite:
    """A database in a folder of its own, which is gone when it is closed."""
    home = Path(tempfile.mkdtemp(prefix="croupier-"))
    try:
        database = await open_sqlite(home / "croupier.db", False, folder)
    except BaseException:
        shutil.rmtree(home)
        raise
    database.home = home
    return database


class Sqlite:
    """The Database that SQLite gives."""

    home: Path | None = None

    def __init__(
        self,
        path: Path,
        reading: aiosqlite.Connection,
        writer: Writer,
        lock: sqlite3.Connection | None,
    ) -> None:
        self.path = path
        self._reading = reading
        self._writer = writer
        self._lock = lock
        self._closed = False

    async def load(self, sql: str, *args: Value) -> list[tuple[Any, ...]]:
        self._check_open()
        check_values(args)
        try:
            return list(await self._reading.execute_fetchall(sql, args))  # type: ignore[arg-type]
        except sqlite3.Error as error:
            raise in_words(error, None) from error

    async def commit(self, batch: Sequence[Statement]) -> None:
        self._check_open()
        for statement in batch:
            check_values(statement.args)
        if batch:
            await self._writer.hand_in(tuple(batch))

    async def backup(self, path: str | PathLike[str]) -> None:
        self._check_open()
        await asyncio.to_thread(copy, self.path, Path(path), False)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._reading.close()
        await self._writer.close()
        if self._lock:
            self._lock.close()
        if self.home:
            await asyncio.to_thread(shutil.rmtree, self.home)

    def _check_open(self) -> None:
        if self._closed:
            raise Unreachable("the database has been closed")


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
    """The door's own word for an error of SQLite; other mistakes stay what they are."""
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
    if code & 0xFF in PASSING:
        return Unreachable(str(error))
    return error


def prepare(
    path: Path, alone: bool, folder: Path
) -> tuple[sqlite3.Connection, sqlite3.Connection | None]:
    """The writing connection to a file that is there and up to date, and the lock if asked for."""
    connection = lock = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        lock = only_dealer(path) if alone else None
        connection = connect(path)
        use_wal(connection)
        migrate(connection, path, alone, folder)
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException as error:
        let_go(connection, lock)
        if isinstance(error, OSError):
            raise Unreachable(f"{path} cannot be opened: {error.strerror}") from error
        if isinstance(error, sqlite3.Error):
            raise in_words(error, None) from error
        raise
    return connection, lock


def let_go(*connections: sqlite3.Connection | None) -> None:
    for connection in connections:
        if connection:
            connection.close()


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
    )
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
    connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    return connection


def only_dealer(path: Path) -> sqlite3.Connection:
    """Hold a lock beside the database until closed, or until the process is no more."""
    lock = sqlite3.connect(
        f"{path}.lock", timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise Unfit(f"another dealer is running on {path}: stop it first") from error
    return lock


def use_wal(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log. SQLite does not wait here for another that does the same."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)


def migrate(connection: sqlite3.Connection, path: Path, alone: bool, folder: Path) -> None:
    """Run what is lacking, but never under the feet of a dealer of an older version."""
    known = migrations_in(folder)
    if lacking(known, recorded(connection)):
        lock = None if alone else only_dealer(path)
        try:
            used = has_tables(connection)
            while missing := lacking(known, recorded(connection)):
                apply(connection, missing[0], path if used else None)
        finally:
            let_go(lock)


def apply(connection: sqlite3.Connection, migration: Migration, path: Path | None) -> None:
    """Run one migration in one transaction, after a copy of the file at `path` (None: no copy)."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Others read what was committed last, so the copy is the state before this transaction.
        if path:
            copy(path, path.with_name(f"{path.name}.before-{migration.number:04}"), True)
        connection.execute(TABLE)
        for sql in migration.statements:
            connection.execute(sql)
        if broken := connection.execute("PRAGMA foreign_key_check").fetchall():
            raise Unfit(f"migration {migration.number:04} leaves rows adrift: {broken[0]}")
        connection.execute(RECORD, (migration.number, migration.name, migration.checksum))
        connection.execute("COMMIT")
    except BaseException:
        undo(connection)
        raise


def has_tables(connection: sqlite3.Connection, name: str = "%") -> bool:
    sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name LIKE ? LIMIT 1"
    return bool(connection.execute(sql, (name,)).fetchall())


def recorded(connection: sqlite3.Connection) -> list[tuple[int, str, str]]:
    if not has_tables(connection, "migration"):
        return []
    return connection.execute(RECORDED).fetchall()


def copy(source: Path, target: Path, replace: bool) -> None:
    """A consistent copy of a database in use: complete and on the disk before it has its name."""
    if not replace and os.path.lexists(target):
        raise FileExistsError(f"{target} exists already; a copy never overwrites")
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    draft = Path(name)
    try:
        os.close(handle)
        connection = connect(source)
        try:
            connection.execute("VACUUM INTO ?", (name,))
        except sqlite3.Error as error:
            raise in_words(error, None) from error
        finally:
            connection.close()
        sync(draft)
        publish(draft, target, replace)
        sync(target.parent)
    finally:
        draft.unlink(missing_ok=True)


def publish(draft: Path, target: Path, replace: bool) -> None:
    if replace:
        draft.replace(target)
        return
    try:
        os.link(draft, target)
    except FileExistsError as error:
        raise FileExistsError(f"{target} exists already; a copy never overwrites") from error


def sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
