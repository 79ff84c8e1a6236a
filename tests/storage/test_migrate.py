"""Old databases are brought up to date, and what does not fit is refused and left alone."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from storage import rooms
from storage.db import Database, Unfit, Unreachable, open_database
from storage.migrate import FOLDER, migrations_in, split

COLOUR = """-- Rooms get a colour; the old ones are green.
ALTER TABLE room ADD COLUMN colour TEXT NOT NULL DEFAULT 'green; -- really';
CREATE TABLE felt (
    colour TEXT PRIMARY KEY, -- as a person calls it
    price BIGINT NOT NULL
);
INSERT INTO felt (colour, price) SELECT DISTINCT colour, 5 FROM room;
"""
NOW = [one.number for one in migrations_in(FOLDER)]
NEXT = len(NOW) + 1
BROKEN = "CREATE TABLE third (id TEXT PRIMARY KEY);\nINSERT INTO nowhere VALUES (1);\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The migrations of a later version; tests add to them."""
    later = tmp_path / "migrations"
    shutil.copytree(FOLDER, later)
    (later / f"{NEXT:04}_colour.sql").write_text(COLOUR, encoding="utf-8")
    return later


async def old_database(address: str) -> None:
    """One room, kept by the version before."""
    db = await open_database(address)
    room = rooms.Room("t1", "web", "web:lobby", "holdem", "web:ann", 1, "Table 1", "{}", 1)
    await db.commit(rooms.open_room(room))
    await db.close()


async def numbers(db: Database) -> list[int]:
    return [number for (number,) in await db.load("SELECT number FROM migration ORDER BY number")]


def copies(home: Path) -> list[str]:
    return sorted(path.name for path in home.glob("*before*"))


async def test_an_old_database_is_brought_up_to_date(address: str, folder: Path) -> None:
    await old_database(address)
    db = await open_database(address, migrations=folder)
    assert await db.load("SELECT id, colour FROM room") == [("t1", "green; -- really")]
    assert await db.load("SELECT colour, price FROM felt") == [("green; -- really", 5)]
    assert await numbers(db) == [*NOW, NEXT]
    await db.close()
    again = await open_database(address, migrations=folder)
    assert await numbers(again) == [*NOW, NEXT]
    await again.close()


async def test_many_starts_at_once_migrate_once(address: str, folder: Path) -> None:
    starts = (open_database(address, migrations=folder) for _ in range(6))
    opened = await asyncio.gather(*starts)
    assert [await numbers(db) for db in opened] == [[*NOW, NEXT]] * 6
    for db in opened:
        await db.close()


async def test_a_newer_database_is_refused(address: str, folder: Path) -> None:
    await (await open_database(address, migrations=folder)).close()
    with pytest.raises(Unfit, match=rf"newer than this program.*{NEXT:04} \(colour\)"):
        await open_database(address)


async def test_a_changed_migration_is_refused(address: str, folder: Path) -> None:
    await old_database(address)
    first = folder / "0001_spine.sql"
    first.write_text(first.read_text().replace("BIGINT", "INTEGER"))
    with pytest.raises(Unfit, match=r"0001 \(spine\) has been changed"):
        await open_database(address, migrations=folder)
    db = await open_database(address)
    assert await numbers(db) == NOW
    await db.close()


async def test_a_migration_that_fails_leaves_the_one_before(address: str, folder: Path) -> None:
    await old_database(address)
    (folder / f"{NEXT:04}_colour.sql").write_text(BROKEN, encoding="utf-8")
    with pytest.raises(Exception, match="nowhere"):
        await open_database(address, migrations=folder)
    db = await open_database(address)
    assert await numbers(db) == NOW
    with pytest.raises(Exception, match="third"):
        await db.load("SELECT * FROM third")
    await db.close()


async def test_nothing_is_migrated_under_a_running_dealer(
    address: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.sqlite.BUSY_SECONDS", 0.1)
    dealer = await open_database(address, alone=True)
    with pytest.raises(Unfit, match="running"):
        await open_database(address, migrations=folder)
    assert await numbers(dealer) == NOW
    await dealer.close()
    await (await open_database(address, migrations=folder)).close()


async def test_a_copy_is_kept_before_each_migration(tmp_path: Path, folder: Path) -> None:
    address = f"sqlite:///{tmp_path}/croupier.db"
    await old_database(address)
    (folder / f"{NEXT + 1:04}_third.sql").write_text("CREATE TABLE third (id TEXT PRIMARY KEY);\n")
    await (await open_database(address, migrations=folder)).close()
    assert copies(tmp_path) == [f"croupier.db.before-{number:04}" for number in (NEXT, NEXT + 1)]
    before = await open_database(f"sqlite:///{tmp_path}/croupier.db.before-{NEXT:04}")
    assert [room.id for room in await rooms.open_rooms(before)] == ["t1"]
    assert await numbers(before) == NOW
    await before.close()


async def test_a_new_database_leaves_no_copy(tmp_path: Path, folder: Path) -> None:
    await (await open_database(f"sqlite:///{tmp_path}/new.db", migrations=folder)).close()
    assert copies(tmp_path) == []


def test_statements_end_at_the_end_of_a_line() -> None:
    assert split("-- why; not\nA 'x; y';\n  B\n  C;  \n\n-- end\nD") == ("A 'x; y'", "B\n  C", "D")


@pytest.mark.parametrize(
    "name", [f"{NEXT + 2:04}_gap.sql", "0001_twice.sql", "3_short.sql", "later.sql"]
)
def test_files_out_of_order_are_refused(folder: Path, name: str) -> None:
    (folder / name).write_text("SELECT 1;\n")
    with pytest.raises(ValueError, match=r"without a gap|NNNN_name"):
        migrations_in(folder)


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_text("Dear dealer, " * 400)
    with pytest.raises(Unreachable, match="not a database"):
        await open_database(f"sqlite:///{tmp_path}/letter.db")
    assert (tmp_path / "letter.db").read_text().startswith("Dear dealer")


async def test_a_path_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Unreachable, match="cannot be opened"):
        await open_database(f"sqlite:///{tmp_path}/file/croupier.db")
    with pytest.raises(Unreachable):
        await open_database(f"sqlite:///{tmp_path}")
