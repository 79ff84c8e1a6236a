"""A dealer with busy tables, to be killed: `python -m tests.kill.player URL TABLES [OPENING…]`.

It takes up what the database holds, opens what is missing, and lets made-up people press random
buttons of their private messages as fast as they can, among computer players. It says "playing"
once all tables are up, and from then on a line for every ten commits.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from bot.chat import Button, Line, Person, Place, Press
from bot.clock import WallClock
from bot.config import load
from bot.house import CardHouse
from bot.table import Table
from storage.db import open_database
from tests.keeper import Keeper

SEATS = 4
NEVER = ("Leave", "Sit out", "Top up", "Last hand")
"""Pressed seldom, or nobody would play any more."""


async def play(url: str, tables: int, openings: Sequence[str]) -> None:
    db = await open_database(url, alone=True)
    house = CardHouse(db, WallClock(), load({"PAUSES": "off", "START_CHIPS": "1000000"}))
    keeper = Keeper()
    house.chats["web"] = keeper
    await house.manager.restore()
    await open_missing(house, tables, openings)
    print("playing", flush=True)
    house.manager.followers.append(tell(count(1)))
    rng, ids = random.Random(), count()
    await asyncio.gather(
        *(press_on(house, keeper, table, rng, ids) for table in list(house.manager.tables.values()))
    )


def tell(commits: count[int]) -> Callable[[Table[Any]], None]:
    """Say something now and then, so that it can be killed amid its commits."""

    def follow(table: Table[Any]) -> None:
        if next(commits) % 10 == 0:
            print("ten more", flush=True)

    return follow


async def open_missing(house: CardHouse, tables: int, openings: Sequence[str]) -> None:
    for number in range(len(house.manager.tables), tables):
        place = Place(f"web:room{number}-{random.randrange(10**9)}", "web:home")
        host = Person(f"web:host{number}", f"Host {number}")
        opening = openings[number % len(openings)]
        await house.room.line(Line(f"open {place.id}", host, place, "open", opening))
        if opening[0].isdecimal():
            await house.room.line(Line(f"add {place.id}", host, place, "computer", "add bold"))


async def press_on(
    house: CardHouse, keeper: Keeper, table: Table[Any], rng: random.Random, ids: count[int]
) -> None:
    """Sit people down and press for them, forever."""
    run = rng.randrange(10**12)
    people = [Person(f"web:{table.state.place[4:]}.{n}", f"Player {n}") for n in range(SEATS)]
    place = Place(table.state.place, "web:home")
    while True:
        person = rng.choice(people)
        key = f"{run}.{next(ids)}"
        message = keeper.private.get((person.id, table.state.id))
        if rng.random() < 0.01:
            how = rng.choice(["add", "remove"])
            await house.room.line(Line(f"{key}c", person, place, "computer", how))
        if message is None or table.state.seat_of(person.id) is None:
            await house.room.line(Line(key, person, place, "sit"))
        elif buttons := [button for row in message.rows for button in row if chosen(button, rng)]:
            button = rng.choice([*buttons, *[one for one in buttons if one.label == "Deal"] * 20])
            await house.room.press(Press(key, person, place, button.token))
        await asyncio.sleep(0)


def chosen(button: Button, rng: random.Random) -> bool:
    if button.disabled:
        return False
    return not button.label.startswith(NEVER) or rng.random() < 0.02


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], int(sys.argv[2]), sys.argv[3:] or ["10/20 5 fast"]))
