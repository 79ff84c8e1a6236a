"""The card room as adapters see it: presses and lines in, private answers out, in words."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from hashlib import sha256

from bot import commands, computers, counter, presses
from bot.chat import Line, Message, Overview, Person, Place, Press, Reply, Usage
from bot.desk import Desk
from bot.said import MARK
from bot.text import person as tidy
from bot.text import words
from bot.tokens import parse
from games.play import Refused
from storage.db import Unreachable

log = logging.getLogger(__name__)


class CardRoom:
    """The `Dealer` port, which waits until the tables are taken up again.

    Nothing that goes wrong with a press or a line reaches an adapter as an exception.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        # What each person pressed last: a double tap is told from a button of earlier.
        self._pressed: dict[str, str] = {}

    async def press(self, press: Press) -> Reply | None:
        """A button, a choice or a form; a stale one is answered with how it stands now."""
        values = {name: _clean(value) for name, value in press.values.items()}
        person = _known(press.person)
        press = replace(press, person=person, id=_whose(person, press.id), values=values)
        return await self._guard(person, press, lambda: presses.carry_out(self._desk, press))

    async def line(self, line: Line) -> Reply | None:
        """A slash command."""
        person = _known(line.person)
        key = _whose(person, line.id)
        values = {name: _clean(value) for name, value in line.values.items()}
        line = replace(line, person=person, id=key, words=_clean(line.words), values=values)

        async def run() -> Reply | None:
            for one in line.people:
                if one.bot:
                    # Chips given to one would never be seen again.
                    raise Refused("named_bot", name=_known(one).name)
                await self._desk.people.meet(_known(one))
                await self._desk.cashier.welcome(line.place.community, one.id)
            return await commands.carry_out(self._desk, line)

        return await self._guard(person, None, run)

    def opens(self, token: str) -> bool:
        """Whether a press is answered by what it opens, a form or a message, and nothing else."""
        return presses.opens(token)

    async def suggest(self, line: Line, word: str) -> tuple[str, ...]:
        """What may stand for a word of a command here."""
        return await commands.suggestions(self._desk, line, word)

    async def lost(self, place: str, handle: str) -> None:
        """A public message was taken away: the table is shown anew."""
        await self._desk.manager.ready.wait()
        for table in self._desk.manager.at(place):
            self._desk.manager.display.lost(table, handle)

    async def gone(self, where: str) -> None:
        """A place or a community is there no more: its tables close."""
        await self._desk.manager.ready.wait()
        self._desk.manager.close_all(where)

    async def shut(self, place: str) -> None:
        """Nothing may be shown in a place: the table of a tournament goes on beside its lobby."""
        await self._desk.manager.ready.wait()
        self._desk.manager.leave_place(place)

    async def departed(self, person: str, community: str) -> None:
        """A person has left a community: they leave its tables."""
        await self._desk.manager.ready.wait()
        self._desk.manager.send_home(person, community)

    async def cards(self, person: Person, place: Place) -> tuple[tuple[str, Message], ...]:
        """(table, private message) of each table of this place where the person sits."""
        await self._desk.manager.ready.wait()
        await self._desk.people.meet(_known(person))
        return tuple(await self._desk.manager.cards(place.id, person.id))

    async def overview(self, person: Person, community: str) -> Overview:
        """All that concerns a person in a community, as of now."""
        person = _known(person)
        await self._desk.manager.ready.wait()
        await self._desk.people.meet(person)
        return await counter.overview(self._desk, community, person.id)

    async def greet(self, person: Person, place: Place) -> None:
        """Lay a practice table where somebody comes in and nothing is open."""
        person = _known(person)
        await self._desk.manager.ready.wait()
        try:
            await self._desk.people.meet(person)
            await computers.lay_practice(self._desk, place, person)
        except Exception as error:
            log.warning("no practice table could be laid: %s", type(error).__name__)

    def usages(self, language: str) -> tuple[Usage, ...]:
        """Every command, for help and completion."""
        return commands.usages(words(language))

    async def _guard(
        self, person: Person, press: Press | None, run: Callable[[], Awaitable[Reply | None]]
    ) -> Reply | None:
        refused = Refused("failed")
        await self._desk.manager.ready.wait()
        try:
            await self._desk.people.meet(person)
            reply = await run()
            if press is not None:
                self._pressed[person.id] = press.token
            return reply
        except Refused as error:
            refused = error
        except Unreachable as error:
            log.warning("the database is out of reach: %s", error)
        except Exception as error:
            # The message of an error may hold cards or typed text: only its kind is written down.
            log.error("a press or line failed: %s", type(error).__name__)
        return await self._refusal(person, press, refused)

    async def _refusal(self, person: Person, press: Press | None, refused: Refused) -> Reply:
        try:
            w = await self._desk.people.words(person.id)
        except Unreachable:
            w = words(person.language)
        again = press is not None and self._pressed.get(person.id) == press.token
        text = w.refusal(Refused("doubled") if again and refused.reason == "stale" else refused)
        if press is None or refused.reason != "stale":
            return Reply(Message(text=text, tone="refused", language=w.language))
        try:
            table = self._desk.manager.table(parse(press.token).table)
        except Refused:
            return Reply(Message(text=w("refusal.table_closed"), language=w.language))
        now = await self._desk.manager.display.private(table, person.id)
        return Reply(replace(now, text=f"{text}\n{now.text}".strip(), log=(), call=None))


def _whose(person: Person, press: str) -> str:
    """A press's id made one's own, so that nobody can use up another's; of bounded length."""
    return f"{person.id} {sha256(press.encode(errors='surrogatepass')).hexdigest()[:32]}"


def _clean(text: str) -> str:
    """Text without what no database keeps: NUL and halves of characters."""
    return text.replace("\0", "").encode(errors="ignore").decode()


def _known(person: Person) -> Person:
    """A person under a name that can be shown anywhere; the mark of computers is not theirs."""
    return replace(person, name=tidy(_clean(person.name).replace(MARK, "")))
