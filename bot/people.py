"""Who is who: names and languages as last seen, and finding a person by what somebody typed."""

from __future__ import annotations

import json

from bot.chat import Person
from bot.text import LANGUAGES, Words, words
from games.play import Refused
from storage import rooms
from storage.db import Database


class People:
    """A cache over the persons in the store."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._met: dict[str, Person] = {}
        self._chosen: dict[str, str] = {}

    async def meet(self, person: Person) -> None:
        """Note a person's name and language when they are new or have changed."""
        if self._met.get(person.id) == person:
            return
        known = await rooms.person(self._db, person.id)
        batch = rooms.meet(person.id, person.name, person.language)
        if known and known.language != person.language:
            # They turned their platform to another language: that is the newer choice.
            batch += rooms.prefer(person.id, person.language, "{}")
        await self._db.commit(batch)
        self._met[person.id] = person
        await self._load(person.id)

    async def words(self, person: str) -> Words:
        """The words of a person's language: the one they chose, else their platform's."""
        if person not in self._chosen:
            await self._load(person)
        met = self._met.get(person)
        return words(self._chosen.get(person) or (met.language if met else "en"))

    async def _load(self, person: str) -> None:
        kept = await rooms.person(self._db, person)
        self._chosen[person] = json.loads(kept.settings).get("language", "") if kept else ""
        if kept and person not in self._met:
            self._met[person] = Person(kept.id, kept.name, kept.language)

    async def choose(self, person: str, language: str) -> None:
        """Speak this language with a person from now on. Raises Refused."""
        if language not in LANGUAGES:
            raise Refused("no_such_language", languages=", ".join(LANGUAGES))
        met = self._met[person]
        settings = json.dumps({"language": language})
        await self._db.commit(rooms.prefer(person, met.language, settings))
        self._chosen[person] = language

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
