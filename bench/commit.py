"""A durable commit through the door, against raw sqlite3 with one FULL transaction each.

One commit is one act of one hand: its journal row, its deadline, its redraw mark. Both sides run
the same statements on a fresh database each, in turns, so that a busy disk slows both alike.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from storage import journal
from storage.batch import Statement
from storage.db import Database, open_database

AIMS = {1: 0.4, 8: 2.0, 64: 4.5}
"""Tables that wait at once, and the ratio to raw sqlite3 aimed at."""

ROUNDS = 7
SECONDS = 1.5

COMMAND = '{"act":{"seat":3,"verb":"raise","amount":6000},"by":"web:3f2a91c4","turn":"17.4"}'
EVENTS = (
    '[{"kind":"raise","seat":3,"amount":6000},{"kind":"turn","seat":5,"amount":0},'
    '{"kind":"options","seat":5,"note":"fold call raise all-in"}]'
)


class Figure(NamedTuple):
    """Commits a second with `tables` waiting, on both sides; `ratio` is the median of rounds."""

    tables: int
    raw: float
    ours: float
    ratio: float
    aim: float


def act(table: str, seq: int) -> list[Statement]:
    """What one act of one hand stores."""
    at = 1_760_000_000_000 + seq
    return journal.append(
        table,
        journal.Row(seq, at, COMMAND, EVENTS),
        arm=[journal.Deadline(table, "turn", at + 45_000, "17.5")],
        dues=[journal.Due(table, "web:lobby", "redraw", seq)],
    )


def tables(count: int) -> list[str]:
    return [f"7f3c9a{number:04}" for number in range(count)]


def raw(path: Path, count: int, first: int) -> tuple[float, int]:
    """Commits a second, one after another, and the next free seq."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = FULL")
    started, seq, done = time.perf_counter(), first, 0
    while time.perf_counter() - started < SECONDS:
        for table in tables(count):
            connection.execute("BEGIN IMMEDIATE")
            for sql, args, _ in act(table, seq):
                connection.execute(sql, args)
            connection.execute("COMMIT")
            done += 1
        seq += 1
    spent = time.perf_counter() - started
    connection.close()
    return done / spent, seq


async def ours(database: Database, count: int, seqs: dict[str, int]) -> float:
    """Commits a second with `count` tables that each wait for theirs."""
    started = time.perf_counter()

    async def play(table: str) -> int:
        done = 0
        while time.perf_counter() - started < SECONDS:
            await database.commit(act(table, seqs[table]))
            seqs[table] += 1
            done += 1
        return done

    done = sum(await asyncio.gather(*map(play, tables(count))))
    return done / (time.perf_counter() - started)


async def compare(folder: Path, count: int) -> Figure:
    """Both sides in turns on databases of their own, which grow alike."""
    raw_path = folder / f"raw{count}.db"
    await (await open_database(f"sqlite:///{raw_path}")).close()
    database = await open_database(f"sqlite:///{folder}/ours{count}.db")
    seqs, raw_seq = dict.fromkeys(tables(count), 1), 1
    pairs = []
    for _ in range(ROUNDS):
        raw_rate, raw_seq = raw(raw_path, count, raw_seq)
        pairs.append((raw_rate, await ours(database, count, seqs)))
    await database.close()
    raws, rates = zip(*pairs, strict=True)
    ratio = median(rate / raw_rate for raw_rate, rate in pairs)
    return Figure(count, median(raws), median(rates), ratio, AIMS[count])


def run() -> list[tuple[str, str]]:
    """A figure for 1, 8 and 64 tables; about a minute. The files lie in the working folder."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        found = [asyncio.run(compare(Path(folder), count)) for count in AIMS]
    return [
        (
            f"a durable commit of one act, {one.tables} tables waiting",
            f"{one.ratio:.2f} times raw sqlite3 ({one.ours:,.0f}/s against {one.raw:,.0f}/s; "
            f"aim {one.aim})",
        )
        for one in found
    ]


if __name__ == "__main__":
    for figure, value in run():
        print(f"{figure}: {value}")
