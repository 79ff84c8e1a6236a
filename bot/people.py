"""Who is who: names and languages as last seen, and finding a person by what somebody typed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from bot.chat import Message, Person
from bot.text import LANGUAGES, Words, words
from games.play import Refused
from storage import rooms
from storage.db import Database

REACHED = {"messages": "on", "calls": "late"}
"""How a person is reached who has not said otherwise."""
CALL_AFTER = {"at-once": 0, "late": 10_000, "never": None}
"""Milliseconds of silence after which whoever must act is called."""


class People:
    """A cache over the persons in the store."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._met: dict[str, Person] = {}
        self._chosen: dict[str, dict[str, str]] = {}

    async def meet(self, person: Person) -> None:
        """Note a person's name and language when they are new or have changed."""
        if self._met.get(person.id) == person:
            return
        known = await rooms.person(self._db, person.id)
        batch = rooms.meet(person.id, person.name, person.language)
        if known and known.language != person.language:
            # They turned their platform to another language: that is the newer choice.
            chosen = json.loads(known.settings)
            chosen.pop("language", None)
            batch += rooms.prefer(person.id, person.language, json.dumps(chosen))
        await self._db.commit(batch)
        self._met[person.id] = person
        await self._load(person.id)

    async def words(self, person: str) -> Words:
        """The words of a person's language: the one they chose, else their platform's."""
        chosen = await self._choices(person)
        met = self._met.get(person)
        return words(chosen.get("language") or (met.language if met else "en"))

    async def wishes(self, person: str, chosen: Mapping[str, str]) -> dict[str, str]:
        """How they want to be reached, with what is `chosen` now: messages and calls."""
        kept = await self._choices(person)
        if chosen:
            await self._keep(person, {**kept, **chosen})
        return {**REACHED, **kept, **chosen}

    async def as_wished(self, person: str, message: Message) -> Message:
        """A private message that reaches them in the way they chose."""
        wishes = {**REACHED, **await self._choices(person)}
        after = CALL_AFTER[wishes["calls"]]
        return replace(
            message,
            quiet=wishes["messages"] == "off",
            call=None if after is None else message.call,
            call_after=after or 0,
        )

    async def _choices(self, person: str) -> dict[str, str]:
        if person not in self._chosen:
            await self._load(person)
        return self._chosen[person]

    async def _keep(self, person: str, chosen: dict[str, str]) -> None:
        met = self._met[person]
        await self._db.commit(rooms.prefer(person, met.language, json.dumps(chosen)))
        self._chosen[person] = chosen

    async def _load(self, person: str) -> None:
        kept = await rooms.person(self._db, person)
        self._chosen[person] = json.loads(kept.settings) if kept else {}
        if kept and person not in self._met:
            self._met[person] = Person(kept.id, kept.name, kept.language)

    async def choose(self, person: str, language: str) -> None:
        """Speak this language with a person from now on. Raises Refused."""
        if language not in LANGUAGES:
            raise Refused("no_such_language", languages=", ".join(LANGUAGES))
        await self._keep(person, {**await self._choices(person), "language": language})

    async def name(self, person: str) -> str:
        """A person's name as last seen."""
        if person not in self._met:
            await self._load(person)
        met = self._met.get(person)
        return met.name if met else ""

    async def find(self, community: str, typed: str) -> str:
        """The id of the person meant by a name, an id or a mention. Raises Refused."""
        wanted = typed.strip().removeprefix("@").casefold()
        known = await rooms.people_of(self._db, community)
        found = [one.id for one in known if one.id == typed]
        found = found or [one.id for one in known if one.name.strip().casefold() == wanted]
        if not found:
            raise Refused("no_such_person", name=typed[:64])
        if len(found) > 1:
            raise Refused("which_person", name=typed[:64])
        return found[0]
