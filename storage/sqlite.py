"""SQLite behind the door: one connection reads, one writer commits waiting batches in groups."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import aiosqlite

from storage.batch import Statement, Unfit, Unreachable, Value, check_values
from storage.migrate import RECORD, RECORDED, TABLE, Migration, lacking, migrations_in
from storage.writer import Writer, in_words, undo

BUSY_SECONDS = 5.0
"""How long a statement waits for another process before it gives up."""

CHECKPOINT = 4000
"""Pages in the log (16 MB) before they go to the file: hot pages are then written once for many."""

CACHE_KIB = 16_000
"""Room for all the pages that a group of some hundred tables changes."""


async def open_sqlite(path: Path, alone: bool, folder: Path) -> Sqlite:
    """Open the file at `path`, which is made if need be, and migrate it."""
    writing, lock = await asyncio.to_thread(prepare, path, alone, folder)
    try:
        reading = await open_reading(path)
    except BaseException:
        let_go(writing, lock)
        raise
    return Sqlite(path, reading, Writer(writing), lock)


async def open_reading(path: Path) -> aiosqlite.Connection:
    reading = await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
    try:
        await reading.execute_fetchall("PRAGMA query_only = ON")
    except BaseException:
        await reading.close()
        raise
    return reading


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
            raise in_words(error, None) from None

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
            raise in_words(error, None) from None
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
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    except BaseException:
        connection.close()
        raise
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
            raise in_words(error, None) from None
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
    except OSError:
        draft.rename(target)  # a disk without links


def sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
