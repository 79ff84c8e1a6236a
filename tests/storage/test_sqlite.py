"""What only SQLite does: groups, copies while writing, a disk that is full, a file that is held."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import journal, ledger
from storage.db import Conflict, Database, Statement, Unreachable, open_database
from storage.journal import Row

PUT = "INSERT INTO memory (shelf, key, value) VALUES ('s', ?, ?)"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "croupier.db"


@pytest.fixture
async def sqlite(path: Path) -> AsyncIterator[Database]:
    database = await open_database(f"sqlite:///{path}")
    yield database
    await database.close()


def seen_from_outside(path: Path, sql: str) -> list[tuple[int | str, ...]]:
    connection = sqlite3.connect(path)
    rows = connection.execute(sql).fetchall()
    connection.close()
    return rows


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def test_the_file_is_made_for_its_owner_alone(sqlite: Database, path: Path) -> None:
    await sqlite.commit([Statement(PUT, ("a", ""))])
    assert mode_of(path) == 0o600
    assert seen_from_outside(path, "PRAGMA journal_mode") == [("wal",)]


async def test_the_reading_side_cannot_write(sqlite: Database) -> None:
    with pytest.raises(Unreachable, match="readonly"):
        await sqlite.load("DELETE FROM memory")


async def test_a_copy_made_while_writing_is_whole(sqlite: Database, tmp_path: Path) -> None:
    async def play() -> int:
        for seq in range(1, 120):
            moved = {"mint": -1, "stack:t:x": 1}
            row = journal.append("t", Row(seq, seq, "{}", "x" * 5000))
            await sqlite.commit(row + ledger.transfer(f"{seq}", seq, "win", moved))
        return seq

    playing = asyncio.create_task(play())
    copies: list[Path] = []
    while not playing.done():
        copies.append(tmp_path / f"copy{len(copies)}.db")
        await sqlite.backup(copies[-1])
    assert await playing == 119
    assert names_in(tmp_path) == {copy.name for copy in copies} | {"data"}
    lengths = [await length_of(copy) for copy in copies]
    assert lengths == sorted(lengths)
    assert len(set(lengths)) > 1


async def length_of(copy: Path) -> int:
    """The rows of a copied stream, each with its chips."""
    db = await open_database(f"sqlite:///{copy}")
    assert (await ledger.audit(db)).ok
    last = await journal.last_seq(db, "t")
    assert len(await journal.rows(db, "t")) == await ledger.balance(db, "stack:t:x") == last
    await db.close()
    return last


async def test_a_copy_overwrites_nothing(sqlite: Database, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("precious")
    with pytest.raises(FileExistsError, match="never overwrites"):
        await sqlite.backup(target)
    assert target.read_text() == "precious"
    with pytest.raises(FileNotFoundError):
        await sqlite.backup(tmp_path / "nowhere" / "copy.db")
    assert names_in(tmp_path) == {"copy.db", "data"}


async def test_a_copy_is_made_from_outside_the_dealer(sqlite: Database, path: Path) -> None:
    await sqlite.commit([Statement(PUT, ("a", ""))])
    dealer = await open_database(f"sqlite:///{path}", alone=True)
    visitor = await open_database(f"sqlite:///{path}")
    await visitor.backup(path.with_name("copy.db"))
    await visitor.close()
    await dealer.close()
    assert seen_from_outside(path.with_name("copy.db"), "SELECT key FROM memory") == [("a",)]


async def test_what_is_handed_in_together_is_committed_together(
    sqlite: Database, path: Path
) -> None:
    # Each commit that changes anything moves data_version once, as another connection sees it.
    watcher = sqlite3.connect(path)
    versions = {watcher.execute("PRAGMA data_version").fetchone()}
    await asyncio.gather(*(sqlite.commit([Statement(PUT, (f"{n}", ""))]) for n in range(100)))
    versions.add(watcher.execute("PRAGMA data_version").fetchone())
    watcher.close()
    assert len(versions) == 2


async def test_a_full_disk_refuses_everyone_and_changes_nothing(path: Path) -> None:
    database = await open_database(f"sqlite:///{path}")
    await database.commit([Statement(PUT, ("before", ""))])
    await database.commit([Statement("PRAGMA max_page_count = 100")])
    big = [Statement(PUT, ("big", "x" * 1_000_000))]
    results = await asyncio.gather(
        database.commit([Statement(PUT, ("small", ""))]),
        database.commit(big),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [Unreachable, Unreachable]
    assert await database.load("SELECT key FROM memory") == [("before",)]
    await database.commit([Statement(PUT, ("after", ""))])
    assert await database.load("SELECT key FROM memory ORDER BY key") == [("after",), ("before",)]
    await database.close()


async def test_a_file_held_by_another_is_unreachable_for_that_long(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.sqlite.BUSY_SECONDS", 0.05)
    database = await open_database(f"sqlite:///{path}")
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unreachable, match="locked"):
        await database.commit([Statement(PUT, ("a", ""))])
    assert await database.load("SELECT key FROM memory") == []
    holder.execute("COMMIT")
    holder.close()
    await database.commit([Statement(PUT, ("a", ""))])
    assert await database.load("SELECT key FROM memory") == [("a",)]
    await database.close()


async def test_a_refusal_in_a_group_is_told_to_its_own_caller(sqlite: Database) -> None:
    batches = [journal.append(f"t{n % 10}", Row(1 + n // 10, n, "{}", "[]")) for n in range(40)]
    batches[25] = journal.append("t5", Row(9, 25, "{}", "[]"))
    results = await asyncio.gather(*map(sqlite.commit, batches), return_exceptions=True)
    conflicts = [n for n, result in enumerate(results) if isinstance(result, Conflict)]
    assert conflicts == [25, 35]
    assert [await journal.last_seq(sqlite, f"t{n}") for n in range(10)] == [4] * 5 + [2] + [4] * 4
