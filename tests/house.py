"""A whole card room for tests: the real dealer over a real database, a driven clock, and a
chat that keeps what it was given. What people see is read from there.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

from bot.chat import Line, Message, Person, Place, Press, Reply
from bot.config import load
from bot.house import CardHouse
from bot.mind import Mind
from bot.state import State
from bot.table import Table
from storage.db import Database, open_database
from tests.clock import DrivenClock
from tests.keeper import Keeper

_IDS = count(1)
"""Ids of presses, never used twice: a house may take up what another left."""
HOME = Place("web:lobby", "web:home", "lobby")


class House:
    """The card room, and short words for what people do in it."""

    def __init__(
        self,
        db: Database,
        clock: DrivenClock,
        chat: Keeper,
        mind: Mind | None = None,
        /,
        **settings: str,
    ) -> None:
        self.db, self.clock, self.chat = db, clock, chat
        usual = {"PAUSES": "off", "TAB_ALLOWED": "on", "PICTURES": "off"}
        self.parts = CardHouse(db, clock, load(usual | settings), mind)
        self.parts.chats["web"] = chat
        self.manager, self.room = self.parts.manager, self.parts.room

    @property
    def table(self) -> Table[State]:
        """The only open table."""
        [table] = self.manager.tables.values()
        return table

    async def say(
        self, who: str, typed: str, *, host: bool = False, place: Place = HOME, press: str = ""
    ) -> str:
        """A slash command; gives the text of the private answer."""
        name, _, words = typed.removeprefix("/").partition(" ")
        key = press or f"line{next(_IDS)}"
        reply = await self.room.line(Line(key, person(who), place, name, words, host))
        await self.settle()
        return text_of(reply)

    async def insist(self, who: str, typed: str, *, host: bool = False) -> str:
        """A slash command, and yes to what it may ask once more; gives the text of the answer."""
        name, _, words = typed.removeprefix("/").partition(" ")
        key = f"line{next(_IDS)}"
        reply = await self.room.line(Line(key, person(who), HOME, name, words, host))
        if reply and reply.message and reply.message.rows:
            press = self.manage if host else self.press
            reply = await press(who, reply.message.rows[0][0].token)
        await self.settle()
        return text_of(reply)

    async def press(self, who: str, token: str, press: str = "", **values: str) -> Reply | None:
        """Press the button with this token."""
        key = press or f"press{next(_IDS)}"
        reply = await self.room.press(Press(key, person(who), HOME, token, values))
        await self.settle()
        return reply

    async def manage(self, who: str, token: str) -> Reply | None:
        """Press it as somebody whom the platform lets manage the place."""
        press = Press(f"press{next(_IDS)}", person(who), HOME, token, host=True)
        reply = await self.room.press(press)
        await self.settle()
        return reply

    async def click(self, who: str, label: str, **values: str) -> Reply | None:
        """Press the button whose label begins so, on the person's private message."""
        return await self.press(who, self.button(who, label), **values)

    def button(self, who: str, label: str) -> str:
        """The token of a button on the person's private message of the only table."""
        for row in self.seen(who).rows:
            for button in row:
                if button.label.removeprefix("✓ ").startswith(label):
                    return button.token
        raise AssertionError(f"{who} has no button {label!r} in {self.seen(who).rows}")

    def seen(self, who: str) -> Message:
        """The private message of a person about their only table."""
        [message] = [m for (p, _), m in self.chat.private.items() if p == person(who).id]
        return message

    async def settle(self) -> None:
        """Let everything that needs no time happen: commits, redraws, private messages."""
        for _ in range(3):
            for table in list(self.manager.tables.values()):
                await table.rest()
            await self.parts.director.rest()
            await self.manager.display.outbox.idle()
            await asyncio.sleep(0)

    async def wait(self, seconds: float) -> None:
        """Let time go by, alarm after alarm."""
        until = self.clock.now() + round(seconds * 1000)
        while (due := self.clock.next_due()) is not None and due <= until:
            self.clock.ring_next()
            await self.settle()
        self.clock.advance(until - self.clock.now())
        await self.settle()


def person(who: str) -> Person:
    """`Ann` is web:ann and reads English; `Ann:ja` reads Japanese."""
    name, _, language = who.partition(":")
    return Person(f"web:{name.lower()}", name, language or "en")


def text_of(reply: Reply | None) -> str:
    """What an answer says, with the cards it lays out."""
    if reply is None or reply.message is None:
        return ""
    laid = [" ".join(cards.faces) for cards in reply.message.cards]
    return "\n".join(part for part in (reply.message.text, reply.message.headline, *laid) if part)


@asynccontextmanager
async def open_house(url: str, clock: DrivenClock | None = None, chat: Keeper | None = None,
                     **settings: str) -> AsyncIterator[House]:  # fmt: skip
    """A card room that takes up whatever the database holds, and rests at the end."""
    db = await open_database(url)
    async with running(House(db, clock or DrivenClock(), chat or Keeper(), **settings)) as house:
        yield house


@asynccontextmanager
async def running(house: House) -> AsyncIterator[House]:
    """The card room from its start to its rest, database included."""
    try:
        await house.manager.restore()
        await house.settle()
        yield house
    finally:
        await house.manager.close()
        await house.db.close()
