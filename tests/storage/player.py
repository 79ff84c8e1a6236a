"""A process to be killed: `python -m tests.storage.player ADDRESS TABLES` plays without end.

Each act is one batch (a row, chips that move, a press, a deadline, a mark); once it is committed,
"table seq" is printed.
"""

from __future__ import annotations

import asyncio
import sys

from storage import journal, ledger
from storage.db import Database, open_database
from storage.journal import Deadline, Due, Press, Row


async def play(db: Database, table: str) -> None:
    seq = await journal.last_seq(db, table)
    while True:
        seq += 1
        moved = {"mint": -seq, f"stack:{table}:x": seq}
        await db.commit(
            journal.append(
                table,
                Row(seq, seq, "{}", "[]"),
                press=Press(f"{table} {seq}"),
                arm=[Deadline(table, "turn", seq)],
                dues=[Due(table, "lobby", "redraw", seq)],
            )
            + ledger.transfer(f"{table} {seq}", seq, "win", moved)
        )
        sys.stdout.write(f"{table} {seq}\n")
        sys.stdout.flush()


async def main(address: str, tables: int) -> None:
    db = await open_database(address)
    await asyncio.gather(*(play(db, f"t{number}") for number in range(tables)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
