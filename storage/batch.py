"""What passes the door of the database: statements in batches, and the words for a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any, NamedTuple, Protocol

Value = str | int | None

BOUND = 1 << 63
"""Integers lie from -BOUND up to but not including BOUND."""

COVERED = "account_covered"
"""The constraint in the schema that keeps accounts from owing."""

GAP = ("journal", "seq")
"""The table and column that come out as NULL when a row would leave a gap in its stream."""


class Statement(NamedTuple):
    """One SQL statement with `?` for its values, the same words for SQLite and PostgreSQL.

    `expect` is how many rows it must touch; any other number is a Conflict.
    """

    sql: str
    args: tuple[Value, ...] = ()
    expect: int | None = None

    def __repr__(self) -> str:
        # Values may be cards and seeds, which no log may show.
        return f"Statement({self.sql!r})"


class Refusal(Exception):
    """A batch that was not carried out: nothing of it was kept."""


class Conflict(Refusal):
    """The stream has moved on: reload, and decide again."""


class Repeated(Refusal):
    """What this batch does under its own id (a command, a transfer) was done already."""


class Overdrawn(Refusal):
    """`account` would hold less than it may."""

    def __init__(self, account: str) -> None:
        super().__init__(account)
        self.account = account


class Unreachable(Exception):
    """The database cannot be used right now (full, locked, lost): nothing was changed.

    One case is open: a connection to PostgreSQL that is lost during the very commit. Reload before
    you decide again; a batch that was kept after all then shows as Conflict or Repeated.
    """


class Unfit(Exception):
    """This database cannot serve here, however often one tries; the text says what to do."""


class Mistake(Exception):
    """A statement the database does not understand, or a row its schema does not allow.

    Like every error of this door it tells no values, which may be cards and seeds.
    """


class Database(Protocol):
    """One door to SQLite and PostgreSQL. Text must be free of NUL, integers fit 64 bits."""

    async def load(self, sql: str, *args: Value) -> list[tuple[Any, ...]]:
        """The rows of a query; sees every commit that has returned. Raises Unreachable, Mistake."""

    async def commit(self, batch: Sequence[Statement]) -> None:
        """Carry out all of `batch`, durably, or none of it.

        Batches handed over one after another are carried out in that order on SQLite. A caller
        that is cancelled while waiting does not stop its batch: it is still all or nothing.
        Raises Conflict, Repeated, Overdrawn, Unreachable, Mistake, and ValueError for a value that
        cannot be kept.
        """

    async def backup(self, path: str | PathLike[str]) -> None:
        """Write a consistent copy to `path`, a file that does not exist yet, while others write.

        Raises FileExistsError, OSError, Unreachable, and Unfit where this door makes no copies.
        """

    async def close(self) -> None:
        """Finish the batches that wait, then let go; after that everything is Unreachable."""


def check_values(args: tuple[Value, ...]) -> None:
    """Refuse what one of the databases would refuse, so that both refuse it (ValueError)."""
    for value in args:
        if isinstance(value, str):
            if "\0" in value or not (value.isascii() or encodes(value)):
                raise ValueError("text with a NUL or half a character cannot be kept")
        elif value is not None and not (isinstance(value, int) and -BOUND <= value < BOUND):
            # asyncpg would cut a fraction off, SQLite would keep it.
            raise ValueError("a fraction or a number beyond 64 bits cannot be kept")


def encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def taken(table: str | None) -> Refusal:
    """The word for a key of `table` that is there already."""
    return Repeated(table) if table in ("command", "transfer") else Conflict(table)


def overdrawn(statement: Statement) -> Refusal:
    """The word for a statement on an account that COVERED refuses: it names the account alone."""
    return Overdrawn(next(value for value in statement.args if isinstance(value, str)))
