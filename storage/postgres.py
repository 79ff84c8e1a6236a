"""PostgreSQL behind the door: a pool of connections, a batch is one transaction."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from os import PathLike
from pathlib import Path
from random import random
from typing import Any

import asyncpg

from storage.batch import (
    COVERED,
    GAP,
    Conflict,
    Mistake,
    Statement,
    Unfit,
    Unreachable,
    Value,
    check_values,
    overdrawn,
    taken,
)
from storage.migrate import RECORD, RECORDED, TABLE, Migration, lacking, migrations_in

log = logging.getLogger(__name__)

CONNECTIONS = 10
TRIES = 8
"""How often a batch that lost a deadlock is tried."""

LOCK = 0x63726F7570696572
"""The advisory lock under which migrations run: "croupier" in ASCII."""

DEALER = "hashtext(current_schema()), 1"
"""The advisory lock of the one dealer, one for each schema."""

PATIENCE = 5.0
"""Seconds to wait for that lock."""

LOST = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.OperatorInterventionError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
)
DRIVER = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, UnicodeError)
"""All that comes out of the driver; TimeoutError is an OSError."""

AGAIN = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)


async def open_postgres(url: str, alone: bool, folder: Path) -> Postgres:
    """Connect to the server and migrate; the copy before a migration is the host's to make."""
    try:
        pool = await asyncpg.create_pool(
            url,
            min_size=1,
            max_size=CONNECTIONS,
            reset=leave_as_is,
            command_timeout=60,
            server_settings={"synchronous_commit": "on", "application_name": "croupier"},
        )
    except (*LOST, asyncpg.InterfaceError) as error:
        raise Unreachable(f"PostgreSQL cannot be reached: {error}") from None
    database = Postgres(pool)
    try:
        if alone:
            await database.hold_alone()
        await database.migrate(alone, folder)
    except BaseException as error:
        await database.close()
        if isinstance(error, DRIVER):
            raise in_words(error) from None
        raise
    return database


async def leave_as_is(connection: asyncpg.Connection) -> None:
    """Nothing here changes a session, so there is nothing to reset (it would cost a round trip)."""


class Postgres:
    """The Database that PostgreSQL gives."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool
        self._running: set[asyncio.Task[None]] = set()
        self._alone: asyncpg.Connection | None = None
        self._closed = False

    async def load(self, sql: str, *args: Value) -> list[tuple[Any, ...]]:
        self._check_open()
        check_values(args)
        try:
            return [tuple(row) for row in await self._pool.fetch(numbered(sql), *args)]
        except DRIVER as error:
            raise in_words(error) from None

    async def commit(self, batch: Sequence[Statement]) -> None:
        self._check_open()
        for statement in batch:
            check_values(statement.args)
        if not batch:
            return
        task = asyncio.create_task(self._insist(tuple(batch)))
        self._running.add(task)
        task.add_done_callback(self._finished)
        await asyncio.shield(task)

    async def backup(self, path: str | PathLike[str]) -> None:
        raise Unfit("PostgreSQL is copied by its own tool, also while the dealer runs: pg_dump")

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._running:
            await asyncio.wait(self._running)
        if self._alone:
            await self._pool.release(self._alone)
        await self._pool.close()

    async def hold_alone(self) -> None:
        """Keep a second dealer out for as long as this one is connected."""
        self._alone = await self._pool.acquire()
        until = time.monotonic() + PATIENCE
        while not await self._alone.fetchval(f"SELECT pg_try_advisory_lock({DEALER})"):
            if time.monotonic() > until:
                raise Unfit("another dealer is running on this database: stop it first")
            await asyncio.sleep(0.1)

    async def migrate(self, alone: bool, folder: Path) -> None:
        """Run what is lacking, all in one transaction, one process at a time."""
        known = migrations_in(folder)
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
            await connection.execute(by_bytes(TABLE))
            recorded = [tuple(row) for row in await connection.fetch(RECORDED)]
            missing = lacking(known, recorded)
            if missing and not alone:
                free = f"SELECT pg_try_advisory_xact_lock({DEALER})"
                if not await connection.fetchval(free):
                    raise Unfit("a dealer of an older version is running: stop it first")
            for migration in missing:
                await apply(connection, migration)

    async def _insist(self, batch: tuple[Statement, ...]) -> None:
        """Carry out a batch; again if it lost a deadlock, and one by one to find who overdrew."""
        together = True
        for turn in range(TRIES):
            try:
                await self._carry_out(batch, together)
                return
            except AGAIN:
                await asyncio.sleep(random() * 0.02 * 2**turn)
            except DRIVER as error:
                if not (together and overdraws(error)):
                    raise in_words(error) from None
                together = False
        raise Unreachable(f"the batch lost each of {TRIES} races with others")

    async def _carry_out(self, batch: tuple[Statement, ...], together: bool) -> None:
        async with self._pool.acquire() as connection, connection.transaction():
            for statements in runs(batch) if together else ([one] for one in batch):
                await run(connection, statements)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # heard, even where the caller was cancelled and hears nothing

    def _check_open(self) -> None:
        if self._closed:
            raise Unreachable("the database has been closed")


async def apply(connection: asyncpg.Connection, migration: Migration) -> None:
    if migration.number > 1:
        log.warning("migration %04d of a PostgreSQL database: no copy is made", migration.number)
    for sql in migration.statements:
        await connection.execute(by_bytes(sql))
    await connection.execute(numbered(RECORD), *migration[:3])


def runs(batch: Sequence[Statement]) -> Iterator[list[Statement]]:
    """Neighbours with the same words, which can go to the server in one trip."""
    for (_, counted), run_of in groupby(batch, lambda one: (one.sql, one.expect is not None)):
        if counted:
            yield from ([one] for one in run_of)
        else:
            yield list(run_of)


async def run(connection: asyncpg.Connection, statements: Sequence[Statement]) -> None:
    sql = numbered(statements[0].sql)
    if len(statements) > 1:
        await connection.executemany(sql, [one.args for one in statements])
        return
    [statement] = statements
    try:
        status = await connection.execute(sql, *statement.args)
    except asyncpg.CheckViolationError as error:
        if not overdraws(error):
            raise
        raise overdrawn(statement) from None
    if statement.expect is not None:
        touched = int(status.rpartition(" ")[2])
        if touched != statement.expect:
            raise Conflict(f"{touched} rows instead of {statement.expect}")


def overdraws(error: Exception) -> bool:
    return isinstance(error, asyncpg.CheckViolationError) and error.constraint_name == COVERED


def in_words(error: Exception) -> Exception:
    """The door's own word for an error of the driver, whose own words may show whole rows."""
    if isinstance(error, asyncpg.UniqueViolationError):
        return taken(error.table_name)
    if (
        isinstance(error, asyncpg.NotNullViolationError)
        and (error.table_name, error.column_name) == GAP
    ):
        return Conflict("the row before it is missing")
    if isinstance(error, asyncpg.DataError | UnicodeError):
        return ValueError("a value of another type than its column cannot be kept")
    closed = isinstance(error, asyncpg.InterfaceError) and "clos" in str(error)
    said = str(error.args[0]) if error.args else ""
    lost = closed or isinstance(error, LOST)
    return (Unreachable if lost else Mistake)(f"{type(error).__name__}: {said}")


@lru_cache(maxsize=512)
def numbered(sql: str) -> str:
    """`?` as `$1`, `$2`, …, but not inside a literal or a quoted name."""
    count = 0

    def number(found: re.Match[str]) -> str:
        nonlocal count
        if found[0] != "?":
            return found[0]
        count += 1
        return f"${count}"

    return re.sub(r"'[^']*'|\"[^\"]*\"|\?", number, sql)


def by_bytes(sql: str) -> str:
    """A statement of the schema whose text columns sort by bytes, as they do in SQLite."""
    return re.sub(r"\bTEXT\b", 'TEXT COLLATE "C"', sql)
