"""House tables are killed with -9 at random moments: every stake lies where the table says."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.bank import play
from bot.bank.state import State
from storage import journal, ledger
from storage.db import open_database
from tests.house import open_house
from tests.kill.reaper import play_and_kill

OPENINGS = ("ultimate fast", "caribbean fast", "paigow fast", "ultimate shared fast")


async def check_taken_up(url: str) -> tuple[int, int]:
    """Start again and look at every table; gives how many have stakes, and rounds going on."""
    db = await open_database(url)
    try:
        audit = await ledger.audit(db)
        assert audit.ok, audit
    finally:
        await db.close()
    staked = going_on = 0
    async with open_house(url) as house:
        for table in house.manager.tables.values():
            state = table.state
            assert isinstance(state, State)
            last = (await journal.rows(house.db, state.id))[-1]
            assert "round_voided" not in last.events
            lies = sum(play.stakes(state).values())
            held = await ledger.balances(house.db, f"hand:{state.id}:")
            assert {account: on for account, on in held.items() if on} == (
                {state.escrow: lies} if lies else {}
            )
            staked += bool(lies)
            going_on += state.playing
        assert (await ledger.audit(house.db)).ok
    return staked, going_on


@pytest.mark.parametrize("seed", range(2))
async def test_kills(tmp_path: Path, seed: int) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    rng = random.Random(seed)
    staked = going_on = 0
    for _ in range(10):
        tens, ms = rng.randrange(30), rng.randrange(30)
        await play_and_kill(url, len(OPENINGS), *OPENINGS, tens=tens, ms=ms)
        stakes, rounds = await check_taken_up(url)
        staked, going_on = staked + stakes, going_on + rounds
    assert staked > 10, "chips should have lain on the tables at most kills"
    assert going_on, "a round should have been in play at some kill"
