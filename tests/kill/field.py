"""A dealer with a tournament, to be killed: `python -m tests.kill.field URL COMMITS`.

It takes up what the database holds, announces a tournament where there is none, and lets made-up
people enter it and press random buttons of their private messages as fast as they can. It says
"playing" once everything is taken up, and "enough" after so many commits.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from typing import Any

from bot.chat import Button, Gone, Line, Person, Place, Press
from bot.clock import WallClock
from bot.config import load
from bot.house import CardHouse
from bot.state import Command
from bot.table import Table
from games.play import Refused
from storage.db import open_database
from tests.keeper import Keeper

PLAYERS = 14
PLAN = f"deep {PLAYERS} 100 fee:10 bounty:20 progressive:on seats:4 again:1 by:hands threads:on"
HALL = Place("web:hall", "web:club")
HOST = Person("web:host", "Host")
NEVER = ("Sit out", "My seat", "Last hand", "Help", "Unregister")
SELDOM = ("Fold", "All in")
"""Pressed now and then, or it would be over too soon."""


class Forum(Keeper):
    """A chat with threads; now and then one cannot be had, and now and then one is deleted."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self.rng = rng

    async def branch(self, place: str, title: str, key: str) -> str:
        await asyncio.sleep(self.rng.random() / 50)
        if self.rng.random() < 0.1:
            raise Gone(place)
        return f"{place}-{key}"

    async def seal(self, place: str) -> None:
        """Nobody reads here."""


class Crowd:
    """Everybody who wants to play, and what they are shown."""

    def __init__(self, house: CardHouse, keeper: Forum) -> None:
        self.house, self.keeper = house, keeper
        self.rng, self.ids, self.run = random.Random(), count(), random.randrange(10**12)

    def id(self) -> str:
        return f"{self.run}.{next(self.ids)}"

    async def type(self, person: Person, name: str, words: str = "") -> None:
        await self.house.room.line(Line(self.id(), person, HALL, name, words))

    async def enter(self) -> None:
        """Announce what is not announced, enter, begin; who is in already is refused."""
        if not self.lobbies():
            await self.type(HOST, "tournament", PLAN)
        [lobby] = self.lobbies()
        if lobby.state.phase != "open":
            return
        for number in range(PLAYERS):
            await self.type(Person(f"web:p{number}", f"P{number}"), "register")
        with suppress(Refused):
            await lobby.ask(Command("start", HOST.id))

    def lobbies(self) -> list[Table[Any]]:
        return [table for table in self.house.manager.tables.values() if table.kind.lobby]

    async def press_on(self) -> None:
        """Press for everybody, forever."""
        while True:
            for (person, _), message in list(self.keeper.private.items()):
                buttons = [button for row in message.rows for button in row]
                if liked := [button for button in buttons if self.likes(button)]:
                    await self.press(person, self.rng.choice(liked))
            await self.delete_a_thread()
            await asyncio.sleep(0)

    async def delete_a_thread(self) -> None:
        """Now and then somebody deletes the thread of a table."""
        places = [table.state.place for table in self.house.manager.tables.values()]
        threads = [place for place in places if place != HALL.id]
        if threads and self.rng.random() < 0.01:
            await self.house.room.gone(self.rng.choice(threads))

    def likes(self, button: Button) -> bool:
        if button.disabled or button.label.startswith(NEVER):
            return False
        return not button.label.startswith(SELDOM) or self.rng.random() < 0.2

    async def press(self, person: str, button: Button) -> None:
        """Press a button, and yes to what it may ask once more."""
        who = Person(person, person[4:].title())
        reply = await self.house.room.press(Press(self.id(), who, HALL, button.token))
        if reply and reply.message and reply.message.rows and self.rng.random() < 0.5:
            token = reply.message.rows[0][0].token
            await self.house.room.press(Press(self.id(), who, HALL, token))


async def play(url: str, commits: int) -> None:
    db = await open_database(url, alone=True)
    house = CardHouse(db, WallClock(), load({"PAUSES": "off", "START_CHIPS": "100000"}))
    keeper, left = Forum(random.Random()), iter(range(commits))
    house.chats["web"] = keeper

    def follow(table: Table[Any]) -> None:
        if next(left, None) == commits - 1:
            print("enough", flush=True)

    await house.manager.restore()
    house.manager.followers.append(follow)
    print("playing", flush=True)
    crowd = Crowd(house, keeper)
    await crowd.enter()
    await crowd.press_on()


def main(arguments: Sequence[str]) -> None:
    url, commits = arguments
    asyncio.run(play(url, int(commits)))


if __name__ == "__main__":
    main(sys.argv[1:])
