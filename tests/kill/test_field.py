"""A tournament is killed with -9 at random moments: every chip and place is there once."""

from __future__ import annotations

import random
import time
from asyncio import sleep
from collections import Counter
from pathlib import Path

import pytest

from bot.tournament.state import State
from storage import ledger, rooms
from storage.db import open_database
from tests import nursery
from tests.bot.tournament.arena import (
    Arena,
    check_books,
    check_end,
    check_field,
    check_streams,
    opened,
)
from tests.clock import DrivenClock
from tests.kill.field import HALL


async def play_and_kill(url: str, commits: int, ms: int) -> None:
    """Kill it some time after so many commits."""
    process = await nursery.start("tests.kill.field", url, str(commits))
    assert await process.stdout.readline() == b"playing\n"
    assert await process.stdout.readline() == b"enough\n"
    await sleep(ms / 1000)
    process.kill()
    await process.wait()


async def check_killed(url: str) -> None:
    """The books and the streams as they were left, before anything is taken up."""
    db = await open_database(url)
    try:
        audit = await ledger.audit(db)
        assert audit.ok, audit
        await check_streams(db)
    finally:
        await db.close()


def take_up(arena: Arena) -> State | None:
    """The tournament that is going on, if one is announced yet."""
    lobbies = [table for table in arena.manager.tables.values() if table.kind.lobby]
    if not lobbies:
        return None
    [lobby] = lobbies
    arena.lobby_id = lobby.state.id
    return arena.state


async def check_owed(arena: Arena, state: State) -> None:
    """The prize account holds just what is still to be paid, and no table holds a chip."""
    entrants = state.entrants.values()
    owed = state.pool - sum(one.prize for one in entrants) + sum(one.head for one in entrants)
    if state.phase == "open":
        owed += state.entries * (state.plan.fee + state.plan.bounty)
    assert await ledger.balance(arena.db, state.account) == owed
    assert not any((await ledger.balances(arena.db, "stack:")).values())


async def check_places(arena: Arena) -> None:
    """Every table stands in its own thread or beside its lobby, and the rooms say the same."""
    for table in arena.tables():
        state = table.state
        room = await rooms.room(arena.db, state.id)
        assert room
        assert room.place == state.place
        assert state.place == (f"{HALL.id}-{state.id}" if state.terms.thread else HALL.id)


async def check_taken_up(url: str) -> str:
    """Start again and look at field, tables and books; gives the phase."""
    async with opened(url, DrivenClock(time.time_ns() // 10**6)) as arena:
        state = take_up(arena)
        if state is None:
            return "none"
        check_field(state)
        await arena.settle()
        arena.check_tables()
        await check_places(arena)
        assert (await ledger.audit(arena.db)).ok
        await check_owed(arena, arena.state)
        return arena.state.phase


async def kill(tmp_path: Path, seed: int, times: int) -> None:
    """Kill a tournament so often, then play it to its end."""
    url = f"sqlite:///{tmp_path}/croupier.db"
    rng = random.Random(seed)
    phases: Counter[str] = Counter()
    for _ in range(times):
        await play_and_kill(url, rng.randrange(1, 60), rng.randrange(30))
        await check_killed(url)
        phases[await check_taken_up(url)] += 1
    assert phases["running"] > times // 2, "it should have been in play at most kills"
    async with opened(url, DrivenClock(time.time_ns() // 10**6)) as arena:
        state = take_up(arena)
        assert state is not None
        await arena.settle()
        arena.watch()
        await arena.finish(random.Random(seed))
        check_end(arena.state, len(arena.state.entrants))
        await check_books(arena.db, arena.state)


async def test_kills(tmp_path: Path) -> None:
    await kill(tmp_path, 1, 20)


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(100, 150))
async def test_many_kills(tmp_path: Path, seed: int) -> None:
    await kill(tmp_path, seed, 20)
