"""The stream of a table (or of a community): its rows, its deadlines, and what must still be said.

Texts called command, events, checkpoint, valid and body are JSON that only the table understands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from storage.batch import Database, Statement


class Row(NamedTuple):
    """What a table accepted: the `seq`-th thing (from 1), at milliseconds since 1970."""

    seq: int
    at: int
    command: str
    events: str
    checkpoint: str | None = None

    def __repr__(self) -> str:
        # What was said may hold cards and seeds, which no log may show; so below.
        return f"Row(seq={self.seq}, at={self.at})"


class Press(NamedTuple):
    """A command known by its platform's `id`, and what it was answered."""

    id: str
    answer: str = ""

    def __repr__(self) -> str:
        return f"Press({self.id!r})"


class Deadline(NamedTuple):
    """Something a table must do at `due` (milliseconds since 1970), if `valid` still holds."""

    table: str
    name: str
    due: int
    valid: str = ""


class Due(NamedTuple):
    """What `target` (a place, a person) must be shown, as of row `seq`; a newer one of its
    kind takes its place.
    """

    table: str
    target: str
    kind: str
    seq: int
    body: str = ""

    def __repr__(self) -> str:
        return f"Due({self.table!r}, {self.target!r}, {self.kind!r}, {self.seq})"


FIRST = (
    "INSERT INTO journal (table_id, seq, at, command, events, checkpoint) VALUES (?, ?, ?, ?, ?, ?)"
)
# A row stands on the one before it: the key refuses a seq twice, and where that row is missing the
# seq comes out as NULL, which the column refuses. (INSERT … SELECT takes twice the time in SQLite.)
NEXT = (
    "INSERT INTO journal (table_id, seq, at, command, events, checkpoint) VALUES "
    "(?, (SELECT seq + 1 FROM journal WHERE table_id = ? AND seq = ?), ?, ?, ?, ?)"
)
COMMAND = "INSERT INTO command (id, table_id, seq, at, answer) VALUES (?, ?, ?, ?, ?)"
ARM = (
    "INSERT INTO deadline (table_id, name, due, valid) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (table_id, name) DO UPDATE SET due = excluded.due, valid = excluded.valid"
)
DISARM = "DELETE FROM deadline WHERE table_id = ? AND name = ?"
MARK = (
    "INSERT INTO due (table_id, target, kind, seq, body) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (table_id, target, kind) DO UPDATE SET seq = excluded.seq, body = excluded.body"
)
SENT = "DELETE FROM due WHERE table_id = ? AND target = ? AND kind = ? AND seq <= ?"


def append(
    table: str,
    row: Row,
    *,
    press: Press | None = None,
    arm: Sequence[Deadline] = (),
    disarm: Sequence[str] = (),
    dues: Sequence[Due] = (),
) -> list[Statement]:
    """Add `row` to a stream; Conflict unless the newest row is the one before it.

    `press` makes the same press Repeated ever after; the others are `marks`. Raises ValueError
    for a seq below 1.
    """
    if row.seq < 1:
        raise ValueError("the first row of a stream is number 1")
    first = []
    if press:
        first.append(Statement(COMMAND, (press.id, table, row.seq, row.at, press.answer)))
    return [
        *first,
        add(table, row),
        *marks(table, arm=arm, disarm=disarm, dues=dues),
    ]


def marks(
    table: str,
    *,
    arm: Sequence[Deadline] = (),
    disarm: Sequence[str] = (),
    dues: Sequence[Due] = (),
) -> list[Statement]:
    """Clear the deadlines named in `disarm`, then set those of `arm` (replacing any of the same
    name); `dues` replace marks of the same target and kind.
    """
    return [
        *(Statement(DISARM, (table, name)) for name in disarm),
        *(Statement(ARM, tuple(one)) for one in arm),
        *(Statement(MARK, tuple(one)) for one in dues),
    ]


def add(table: str, row: Row) -> Statement:
    if row.seq == 1:
        return Statement(FIRST, (table, *row))
    return Statement(NEXT, (table, table, row.seq - 1, *row[1:]))


def sent(table: str, target: str, kind: str, seq: int) -> list[Statement]:
    """Take a mark away once its message is out, unless a newer one has taken its place."""
    return [Statement(SENT, (table, target, kind, seq))]


def forget_presses(before: int) -> list[Statement]:
    """Drop the presses answered before that time: a platform repeats none so late."""
    return [Statement("DELETE FROM command WHERE at < ?", (before,))]


ROWS = "SELECT seq, at, command, events, checkpoint FROM journal WHERE table_id = ? "


async def rows(db: Database, table: str) -> list[Row]:
    """The stream since its newest checkpoint (that row first); all of it if there is none."""
    newest = (
        "SELECT seq FROM journal WHERE table_id = ? AND checkpoint IS NOT NULL "
        "ORDER BY seq DESC LIMIT 1"
    )
    sql = f"{ROWS} AND seq >= COALESCE(({newest}), 0) ORDER BY seq"
    return [Row(*row) for row in await db.load(sql, table, table)]


async def rows_after(db: Database, table: str, seq: int) -> list[Row]:
    """The rows later than `seq`; after 0 that is the whole stream."""
    return [Row(*row) for row in await db.load(f"{ROWS} AND seq > ? ORDER BY seq", table, seq)]


async def rows_between(db: Database, table: str, first: int, until: int) -> list[Row]:
    """The rows from `first` on that come before `until`; where that is 0, up to the newest."""
    sql = f"{ROWS} AND seq >= ? AND (seq < ? OR ? = 0) ORDER BY seq"
    return [Row(*row) for row in await db.load(sql, table, first, until, until)]


async def checkpoints(db: Database, table: str, most: int, saying: str) -> list[tuple[int, str]]:
    """(seq, events) of the newest rows with a checkpoint and these words in their events, the
    newest first; a row may be found that has words only much like them.
    """
    sql = (
        "SELECT seq, events FROM journal WHERE table_id = ? AND checkpoint IS NOT NULL "
        "AND events LIKE ? ORDER BY seq DESC LIMIT ?"
    )
    found = await db.load(sql, table, f"%{saying}%", most)
    return [(int(seq), str(events)) for seq, events in found]


async def last_seq(db: Database, table: str) -> int:
    """The number of the newest row; 0 for a stream that has none."""
    [(seq,)] = await db.load("SELECT COALESCE(MAX(seq), 0) FROM journal WHERE table_id = ?", table)
    return int(seq)


async def last_at(db: Database, table: str) -> int:
    """When the newest row was added, in milliseconds since 1970; 0 for a stream that has none."""
    sql = "SELECT at FROM journal WHERE table_id = ? ORDER BY seq DESC LIMIT 1"
    found = await db.load(sql, table)
    return int(found[0][0]) if found else 0


async def answer(db: Database, press: str) -> str | None:
    """What a press carried out already was answered; None if it is new."""
    found = await db.load("SELECT answer FROM command WHERE id = ?", press)
    return str(found[0][0]) if found else None


async def deadlines(db: Database, table: str | None = None) -> list[Deadline]:
    """Every deadline that is set (of one table), the next one first."""
    sql = "SELECT table_id, name, due, valid FROM deadline"
    return [Deadline(*row) for row in await _of(db, sql, table, "ORDER BY due, table_id, name")]


async def dues(db: Database, table: str | None = None) -> list[Due]:
    """Every mark not yet sent (of one table), a table's oldest first."""
    sql = "SELECT table_id, target, kind, seq, body FROM due"
    order = "ORDER BY table_id, seq, target, kind"
    return [Due(*row) for row in await _of(db, sql, table, order)]


async def _of(
    db: Database, sql: str, table: str | None, order: str
) -> list[tuple[str, str, str, int, str]] | list[tuple[str, str, int, str]]:
    if table is None:
        return await db.load(f"{sql} {order}")
    return await db.load(f"{sql} WHERE table_id = ? {order}", table)
