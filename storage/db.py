"""The one door to the database: open it by its address, then `load` and `commit`."""

from __future__ import annotations

from pathlib import Path

from storage.batch import (
    Conflict,
    Database,
    Mistake,
    Overdrawn,
    Refusal,
    Repeated,
    Statement,
    Unfit,
    Unreachable,
    Value,
)
from storage.migrate import FOLDER
from storage.postgres import open_postgres
from storage.sqlite import open_sqlite, open_temporary

__all__ = [
    "Conflict",
    "Database",
    "Mistake",
    "Overdrawn",
    "Refusal",
    "Repeated",
    "Statement",
    "Unfit",
    "Unreachable",
    "Value",
    "open_database",
]


async def open_database(
    url: str, *, alone: bool = False, existing: bool = False, migrations: Path = FOLDER
) -> Database:
    """Open the database at `url` and bring it up to date.

    `sqlite:///data/croupier.db` is a path from here, `sqlite:////srv/croupier.db` one from the
    root, `sqlite://` a database that is gone when closed; `postgresql://…` as libpq writes it.
    `existing`: a file that is not there is Unfit instead of made. `alone` is for the dealer: a
    second one on the same database is refused (Unfit), while readers such as an audit come and go.
    Raises ValueError for another kind of address, Unfit for a database that a newer version has
    used or whose history was altered, Unreachable.
    """
    scheme, found, rest = url.partition("://")
    if scheme in ("postgresql", "postgres") and found:
        return await open_postgres(url, alone, migrations)
    if url in ("sqlite://", "sqlite:///:memory:"):
        return await open_temporary(migrations)
    if scheme == "sqlite" and rest.startswith("/") and rest.strip("/"):
        return await open_sqlite(_file(rest[1:], existing), alone, migrations)
    raise ValueError(
        "a database address looks like sqlite:///data/croupier.db (three slashes and a path) "
        "or postgresql://name:password@host/database"
    )


def _file(name: str, existing: bool) -> Path:
    path = Path(name)
    if existing and not path.exists():
        raise Unfit(f"there is no database at {path}")
    return path
