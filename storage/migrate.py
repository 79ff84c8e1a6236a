"""The numbered files that build the schema: what they say, and which of them a database lacks."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from storage.batch import Unfit

FOLDER = Path(__file__).parent / "migrations"

TABLE = (
    "CREATE TABLE IF NOT EXISTS migration "
    "(number BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL)"
)
RECORDED = "SELECT number, name, checksum FROM migration ORDER BY number"
RECORD = "INSERT INTO migration (number, name, checksum) VALUES (?, ?, ?)"


class Migration(NamedTuple):
    """One file NNNN_name.sql; `statements` run in order, in one transaction."""

    number: int
    name: str
    checksum: str
    statements: tuple[str, ...]


def migrations_in(folder: Path) -> list[Migration]:
    """Every migration, by number. Raises ValueError for a name or a number out of order."""
    found = [read(path) for path in sorted(folder.glob("*.sql"))]
    if [one.number for one in found] != list(range(1, len(found) + 1)):
        raise ValueError(f"migrations in {folder} must be numbered 0001, 0002, … without a gap")
    return found


def read(path: Path) -> Migration:
    named = re.fullmatch(r"(\d{4})_(\w+)", path.stem)
    if not named:
        raise ValueError(f"{path.name} must be called NNNN_name.sql")
    text = path.read_text(encoding="utf-8")
    checksum = hashlib.sha256(text.encode()).hexdigest()
    return Migration(int(named[1]), named[2], checksum, split(text))


def split(text: str) -> tuple[str, ...]:
    """The statements of a file: each ends with `;` at the end of a line."""
    code = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("--"))
    parts = re.split(r";[ \t]*(?:\n|$)", code)
    return tuple(part.strip() for part in parts if part.strip())


def lacking(
    known: Sequence[Migration], recorded: Sequence[tuple[int, str, str]]
) -> list[Migration]:
    """The migrations still to run, given what the database has recorded. Raises Unfit."""
    for index, (number, name, checksum) in enumerate(recorded):
        if index >= len(known):
            raise Unfit(
                f"this database is newer than this program: it has seen migration {number:04} "
                f"({name}); start a newer version, or go back to a copy made before it"
            )
        if (number, checksum) != (known[index].number, known[index].checksum):
            raise Unfit(
                f"migration {number:04} ({name}) has been changed since this database ran it; "
                "bring back the old file and put the change into a new one"
            )
    return list(known[len(recorded) :])
