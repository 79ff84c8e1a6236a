"""A dealer is killed with -9 at random moments: no chip is lost or made, every hand goes on."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.state import State
from storage import journal, ledger, rooms
from storage.db import Database, open_database
from tests.house import open_house
from tests.kill.reaper import play_and_kill, start_and_kill

TABLES = 3


async def check_books(db: Database) -> None:
    audit = await ledger.audit(db)
    assert audit.ok, audit


def check_chips(state: State, stacks: dict[str, int]) -> None:
    """What the table believes is what the ledger says, person by person."""
    believed = {
        ledger.stack(state.id, chair.person): chair.stack + chair.pending
        for chair in state.chairs.values()
    }
    assert {account: held for account, held in believed.items() if held} == {
        account: held for account, held in stacks.items() if held
    }


async def check_rebuilt(url: str) -> tuple[int, int]:
    """Start again and look at every table; gives (hands going on, rows)."""
    db = await open_database(url)
    try:
        await check_books(db)
        before = {room.id: await journal.rows(db, room.id) for room in await rooms.open_rooms(db)}
    finally:
        await db.close()
    going_on = 0
    async with open_house(url) as house:
        for table in house.manager.tables.values():
            said = [kind for kind, *_ in _last_said(await journal.rows(house.db, table.state.id))]
            assert "hand_voided" not in said
            check_chips(table.state, await ledger.balances(house.db, f"stack:{table.state.id}:"))
            going_on += "restarted" in said and table.state.playing
        await check_books(house.db)
    return going_on, sum(len(rows) for rows in before.values())


def _last_said(rows: Sequence[journal.Row]) -> list[list[object]]:
    said: list[list[object]] = json.loads(rows[-1].events)
    return said


async def kill_often(folder: Path, times: int, seed: int) -> None:
    url = f"sqlite:///{folder}/croupier.db"
    rng = random.Random(seed)
    going_on = 0
    for _ in range(times):
        if rng.random() < 0.1:
            await start_and_kill(url, TABLES, ms=rng.randrange(5, 100))
        else:
            await play_and_kill(url, TABLES, tens=rng.randrange(5), ms=rng.randrange(20))
        going_on += (await check_rebuilt(url))[0]
    assert going_on > times, "hands should have been in play at most kills"


@pytest.mark.parametrize("seed", range(4))
async def test_fifty_kills(tmp_path: Path, seed: int) -> None:
    await kill_often(tmp_path, 50, seed)


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(100, 200))
async def test_a_hundred_kills(tmp_path: Path, seed: int) -> None:
    await kill_often(tmp_path, 100, seed)
