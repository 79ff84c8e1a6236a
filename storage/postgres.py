"""PostgreSQL behind the door: a pool of connections, a batch is one transaction."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from os import PathLike
from pathlib import Path
from typing import Any

import asyncpg

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
from storage.migrate import RECORD, RECORDED, TABLE, lacking, migrations_in

log = logging.getLogger(__name__)

CONNECTIONS = 10
TRIES = 8
"""How often a batch that lost a deadlock is tried."""

LOCK = 0x63726F7570696572
"""The advisory lock under which migrations run: "croupier" in ASCII."""

LOST = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.OperatorInterventionError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InternalClientError,
)
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
        raise Unreachable(f"PostgreSQL cannot be reached: {error}") from error
    database = Postgres(pool)
    try:
        await database.migrate(folder)
        if alone:
            await database.hold_alone()
    except BaseException:
        await database.close()
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
        try:
            return [tuple(row) for row in await self._pool.fetch(numbered(sql), *args)]
        except Exception as error:
            raise in_words(error) from error

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

    async def migrate(self, folder: Path) -> None:
        """Run what is lacking, all in one transaction, one process at a time."""
        known = migrations_in(folder)
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
            await connection.execute(by_bytes(TABLE))
            recorded = [tuple(row) for row in await connection.fetch(RECORDED)]
            for migration in lacking(known, recorded):
                if migration.number > 1:
                    log.warning("migration %04d: no copy is kept here", migration.number)
                for sql in migration.statements:
                    await connection.execute(by_bytes(sql))
                await connection.execute(numbered(RECORD), *migration[:3])

    async def hold_alone(self) -> None:
        """Keep a second dealer out for as long as this one is connected."""
        self._alone = await self._pool.acquire()
        own = "SELECT pg_try_advisory_lock(hashtext(current_schema()), 1)"
        if not await self._alone.fetchval(own):
            raise Unfit("another dealer is running on this database: stop it first")

    async def _insist(self, batch: tuple[Statement, ...]) -> None:
        """Carry out a batch; again if it lost a deadlock, and one by one to find who overdrew."""
        together = True
        for _ in range(TRIES):
            try:
                await self._carry_out(batch, together)
                return
            except AGAIN:
                continue
            except asyncpg.CheckViolationError as error:
                if not together or error.constraint_name != COVERED:
                    raise
                together = False
            except Exception as error:
                raise in_words(error) from error
        raise Unreachable(f"the batch lost each of {TRIES} races with others")

    async def _carry_out(self, batch: tuple[Statement, ...], together: bool) -> None:
        async with self._pool.acquire() as connection, connection.transaction():
            for statements in runs(batch) if together else ([one] for one in batch):
                await run(connection, statements)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        # Nobody may be left to hear of it: a caller that was cancelled.
        task.exception()

    def _check_open(self) -> None:
        if self._closed:
            raise Unreachable("the database has been closed")


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
        if error.constraint_name != COVERED:
            raise
        raise overdrawn(statement) from error
    if statement.expect is not None:
        touched = int(status.rpartition(" ")[2])
        if touched != statement.expect:
            raise Conflict(f"{touched} rows instead of {statement.expect}")


def in_words(error: Exception) -> Exception:
    """The door's own word for an error of PostgreSQL; other mistakes stay what they are."""
    if isinstance(error, asyncpg.UniqueViolationError):
        return taken(error.table_name)
    if isinstance(error, asyncpg.NotNullViolationError):
        gap = (error.table_name, error.column_name) == GAP
        return Conflict("the row before it is missing") if gap else error
    closed = isinstance(error, asyncpg.InterfaceError) and "clos" in str(error)
    if closed or isinstance(error, LOST):
        return Unreachable(str(error) or type(error).__name__)
    return error


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
