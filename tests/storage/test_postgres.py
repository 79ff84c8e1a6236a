"""What only PostgreSQL does: placeholders with numbers, deadlocks, connections that are lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from storage.db import Database, Statement, Unfit, Unreachable, open_database
from storage.postgres import numbered

ADD = "UPDATE memory SET value = value || 'x' WHERE key = ?"
PUT = "INSERT INTO memory (shelf, key, value) VALUES ('s', ?, '')"


@pytest.fixture
async def other(server: str) -> AsyncIterator[asyncpg.Connection]:
    """A session of somebody else's, in the same fresh schema as `postgres`."""
    connection = await asyncpg.connect(server)
    await connection.execute("CREATE SCHEMA own")
    await connection.execute("SET search_path = own")
    yield connection
    await connection.execute("DROP SCHEMA own CASCADE")
    await connection.close()


@pytest.fixture
async def postgres(server: str, other: asyncpg.Connection) -> AsyncIterator[Database]:
    database = await open_database(f"{server}&search_path=own")
    yield database
    await database.close()


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("SELECT 1", "SELECT 1"),
        ("a = ? AND b = ?", "a = $1 AND b = $2"),
        ("'?' || ? || 'it''s ?' || ?", "'?' || $1 || 'it''s ?' || $2"),
        ('"odd?" = ?', '"odd?" = $1'),
    ],
)
def test_placeholders_are_numbered_outside_literals(sql: str, expected: str) -> None:
    assert numbered(sql) == expected


async def test_every_text_sorts_by_bytes_whatever_the_server_was_set_up_for(
    postgres: Database,
) -> None:
    sql = (
        "SELECT DISTINCT collation_name FROM information_schema.columns "
        "WHERE table_schema = current_schema() AND data_type = 'text'"
    )
    assert await postgres.load(sql) == [("C",)]


async def test_who_loses_a_deadlock_is_carried_out_all_the_same(
    postgres: Database, other: asyncpg.Connection
) -> None:
    await postgres.commit([Statement(PUT, ("a",)), Statement(PUT, ("b",))])
    await other.execute("SET deadlock_timeout = '1min'")
    ours = [Statement(ADD, ("a",), 1), Statement(ADD, ("b",), 1)]
    async with other.transaction():
        await other.execute("UPDATE memory SET value = 'theirs' WHERE key = 'b'")
        commit = asyncio.create_task(postgres.commit(ours))
        waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        while not await other.fetchval(waits):
            await other.execute("SELECT pg_stat_clear_snapshot()")
        await other.execute("UPDATE memory SET value = 'theirs' WHERE key = 'a'")
    await commit
    rows = await postgres.load("SELECT key, value FROM memory ORDER BY key")
    assert rows == [("a", "theirsx"), ("b", "theirsx")]


async def test_a_lost_connection_is_unreachable_and_then_made_again(
    postgres: Database, other: asyncpg.Connection
) -> None:
    await postgres.commit([Statement(PUT, ("a",))])
    async with other.transaction():
        await other.execute("UPDATE memory SET value = 'theirs' WHERE key = 'a'")
        commit = asyncio.create_task(postgres.commit([Statement(ADD, ("a",), 1)]))
        waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        while not (pid := await other.fetchval(waiting)):
            await other.execute("SELECT pg_stat_clear_snapshot()")
        await other.execute("SELECT pg_terminate_backend($1)", pid)
        with pytest.raises(Unreachable):
            await commit
    await postgres.commit([Statement(ADD, ("a",), 1)])
    assert await postgres.load("SELECT value FROM memory") == [("theirsx",)]


async def test_a_server_that_is_not_there_is_unreachable() -> None:
    with pytest.raises(Unreachable) as refusal:
        await open_database("postgresql://dealer:secret@127.0.0.1:9/none")
    assert "secret" not in str(refusal.value)


async def test_a_backup_is_left_to_its_own_tool(postgres: Database) -> None:
    with pytest.raises(Unfit, match="pg_dump"):
        await postgres.backup("anywhere.db")
