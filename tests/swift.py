"""A database in memory for simulations: the dealer's own statements, with no thread and no disk.

Nothing in it ever waits, so that a simulation does the same things in the same order each time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any

from storage.batch import Statement, Unfit, Value, check_values
from storage.migrate import FOLDER
from storage.sqlite import migrate
from storage.writer import attempt, in_words


def _memory() -> sqlite3.Connection:
    return sqlite3.connect(":memory:", isolation_level=None, cached_statements=256)


@cache
def _empty() -> bytes:
    """A database that has just been made."""
    connection = _memory()
    migrate(connection, Path(), True, FOLDER)
    made = connection.serialize()
    connection.close()
    return made


class Swift:
    """The Database port, as `storage.sqlite` has it, but gone when it is closed."""

    def __init__(self) -> None:
        self._connection = _memory()
        self._connection.deserialize(_empty())
        self._connection.execute("PRAGMA foreign_keys = ON")
        self._cursor = self._connection.cursor()

    async def load(self, sql: str, *args: Value) -> list[tuple[Any, ...]]:
        check_values(args)
        try:
            return self._connection.execute(sql, args).fetchall()
        except sqlite3.Error as error:
            raise in_words(error, None) from None

    async def commit(self, batch: Sequence[Statement]) -> None:
        for statement in batch:
            check_values(statement.args)
        self._cursor.execute("BEGIN")
        refused = attempt(self._cursor, batch)
        self._cursor.execute("COMMIT")
        if refused:
            raise refused

    async def backup(self, path: str | PathLike[str]) -> None:
        raise Unfit("a simulation is repeated by its seed")

    async def close(self) -> None:
        self._cursor.close()
        self._connection.close()
