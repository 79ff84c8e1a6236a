"""Where commands and presses are taken: who carries them out, and what the house allows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from bot.bank.adviser import Adviser
from bot.cashier import Cashier
from bot.chat import Line, Link, Message, Person, Reply
from bot.history import History
from bot.kind import Agreed
from bot.manager import Manager
from bot.people import People
from bot.rulebook import Rulebook
from bot.state import Command
from bot.stream import Answer
from bot.table import Table
from bot.terms import Terms
from bot.tournament.records import Records
from games.play import Refused

LONGEST_TITLE = 32


@dataclass(frozen=True, slots=True)
class Desk:
    """The card room's parts, and answers in a person's language; `usual`: a new table's terms.

    `practice`: whether the house lays a table with computer players where nothing is open.
    """

    manager: Manager
    cashier: Cashier
    people: People
    rules: Rulebook
    records: Records
    history: History
    usual: Terms = field(default_factory=Terms)
    practice: bool = False
    adviser: Adviser = field(default_factory=Adviser)

    async def say(self, person: str, key: str, **facts: int | str | tuple[int, ...]) -> Reply:
        """A private answer in the person's language."""
        w = await self.people.words(person)
        return Reply(Message(text=w(f"reply.{key}", **facts), language=w.language))

    async def find(self, line: Line, typed: str) -> str:
        """The id of a person named in a command; who sits here is meant before others."""
        near = {one for table in self.manager.within(line.place.id) for one in table.state.seated()}
        return await self.people.find(line.place.community, typed, near)

    async def successor(self, line: Line, typed: str) -> tuple[str, str]:
        """(id, name) of a person named in a command who may be a host here. Raises Refused."""
        person = await self.find(line, typed)
        name = await self.people.name(person)
        order = await self.rules.fresh(line.place.community)
        known = next((one for one in line.people if one.id == person), Person(person, name))
        # Where roles decide, those of a person who is only named in words are not known.
        try:
            order.check_host(known, manager=line.host)
        except Refused:
            raise Refused("order.no_host", name=name) from None
        return person, name

    async def open(
        self, line: Line, terms: Agreed, title: str, game: str, *, tab: bool = False,
        thread: str = "",
    ) -> Reply | None:  # fmt: skip
        """Open a table where a line was typed, if the order of the community lets it be.

        With the name of a `thread` it opens in one of its own there.

        Raises Refused.
        """
        if len(title) > LONGEST_TITLE:
            raise Refused("name_too_long", most=LONGEST_TITLE)
        order = await self.rules.fresh(line.place.community)
        now = self.rules.now()
        order.check_open(line.person, line.place, now, manager=line.host, tab=tab)
        table = await self.manager.open(
            line.place, line.person, terms, title.strip(), line.id, game, thread
        )
        said = await self.say(line.person.id, "opened", name=table.state.name)
        where = Link(table.state.name, table.state.id, table.state.place)
        if said.message and table.state.place != line.place.id:
            said = replace(said, message=replace(said.message, links=(where,)))
        return replace(said, front=table.state.id)

    async def answer(self, person: str, answer: Answer) -> Reply | None:
        """The table's answer to a command, in words."""
        return await self.say(person, answer[0], **answer[1]) if answer else None

    async def ask(self, line: Line, table: Table[Any], command: Command) -> Reply | None:
        """Put a person's command to a table, and say what it answers. Raises Refused."""
        person = line.person
        stamped = replace(command, person=person.id, name=person.name, id=line.id, host=line.host)
        return await self.answer(person.id, await table.ask(stamped))
