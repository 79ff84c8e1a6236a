"""Where commands and presses are taken: who carries them out, and what the house allows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from bot.bank.adviser import Adviser
from bot.cashier import Cashier
from bot.chat import Line, Message, Reply
from bot.manager import Manager
from bot.people import People
from bot.state import Command, Terms
from bot.stream import Answer
from bot.table import Table


@dataclass(frozen=True, slots=True)
class Desk:
    """The card room's parts, and answers in a person's language; `usual`: a new table's terms.

    `practice`: whether the house lays a table with computer players where nothing is open.
    """

    manager: Manager
    cashier: Cashier
    people: People
    tab_allowed: bool = False
    usual: Terms = field(default_factory=Terms)
    practice: bool = False
    adviser: Adviser = field(default_factory=Adviser)

    async def say(self, person: str, key: str, **facts: int | str | tuple[int, ...]) -> Reply:
        """A private answer in the person's language."""
        w = await self.people.words(person)
        return Reply(Message(text=w(f"reply.{key}", **facts), language=w.language))

    async def find(self, line: Line, typed: str) -> str:
        """The id of a person named in a command; who sits here is meant before others."""
        near = {one for table in self.manager.at(line.place.id) for one in table.state.seated()}
        return await self.people.find(line.place.community, typed, near)

    async def answer(self, person: str, answer: Answer) -> Reply | None:
        """The table's answer to a command, in words."""
        return await self.say(person, answer[0], **answer[1]) if answer else None

    async def ask(self, line: Line, table: Table[Any], command: Command) -> Reply | None:
        """Put a person's command to a table, and say what it answers. Raises Refused."""
        person = line.person
        stamped = replace(command, person=person.id, name=person.name, id=line.id, host=line.host)
        return await self.answer(person.id, await table.ask(stamped))
