"""Random evenings: after every hand the ledger agrees with the chairs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from storage import ledger
from tests.bot.evening import (
    begin,
    check_books,
    press_something,
    seat_of,
)
from tests.house import open_house


@pytest.mark.parametrize("seed", range(3))
async def test_the_books_agree_after_every_hand(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    names = ["Ann", "Bob", "Cat", "Dan"]
    async with open_house(f"sqlite:///{tmp_path}/evening.db", START_CHIPS="100000") as house:
        ante = rng.choice(["none", "each", "big-blind"])
        await begin(house, *names, table=f"10/20 5 fast ante:{ante}", buyin="400")
        hands = 0
        for _ in range(1000):
            if house.table.state.hand == 25:
                break
            if hands != house.table.state.hand:
                hands = house.table.state.hand
                await check_books(house)
            if not house.table.state.playing:
                for who in names:
                    await house.say(who, "/sit" if seat_of(house, who) is None else "/rebuy")
                    await house.say(who, "/back post")
            await house.wait(rng.choice([0, 0, 0, 0, 7, 25]))
            if house.table.state.chairs:
                await press_something(house, rng)
        assert house.table.state.hand == 25
        await check_books(house)
        assert await house.say("Zoe", "/close now", host=True)
        assert (await ledger.audit(house.db)).ok
        assert not any((await ledger.balances(house.db, "stack:")).values())
