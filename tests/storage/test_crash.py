"""A process killed amid its commits: what it was told is there, and nothing is there by halves."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter

from storage import journal, ledger
from storage.db import Database, open_database

TABLES = 4


async def killed_after(address: str, lines: int) -> list[tuple[str, int]]:
    """Let a player play until it was told of some commits, kill it; all that it was told of."""
    player = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.storage.player", address, str(TABLES)),
        stdout=asyncio.subprocess.PIPE,
    )
    assert player.stdout
    told = [await player.stdout.readline() for _ in range(lines)]
    player.kill()
    told += (await player.stdout.read()).splitlines(keepends=True)
    await player.wait()
    whole = [line.decode().split() for line in told if line.endswith(b"\n")]
    return [(table, int(seq)) for table, seq in whole]


async def check_whole(db: Database, newest: dict[str, int]) -> None:
    """Every stream reaches what was told, and each row has its press, chips, deadline and mark."""
    for table, seq in newest.items():
        stream = await journal.rows(db, table)
        last = stream[-1].seq
        assert last >= seq
        assert [row.seq for row in stream] == list(range(1, last + 1))
        assert [one.due for one in await journal.deadlines(db, table)] == [last]
        assert [one.seq for one in await journal.dues(db, table)] == [last]
        assert await journal.answer(db, f"{table} {last}") == ""
        assert await journal.answer(db, f"{table} {last + 1}") is None
        assert await ledger.balance(db, f"stack:{table}:x") == last * (last + 1) // 2
    assert (await ledger.audit(db)).ok


async def test_what_was_told_survives_and_nothing_is_half(address: str) -> None:
    newest: Counter[str] = Counter()
    for lines in (1, 40, 90):
        told = await killed_after(address, lines)
        assert len(told) >= lines
        newest |= Counter(dict(told))
        db = await open_database(address)
        await check_whole(db, newest)
        await db.close()
