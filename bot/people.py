"""Who is who: names and languages as last seen, and finding a person by what somebody typed."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.chat import Message, Person
from bot.said import bare
from bot.text import LANGUAGES, Words, isolate, person, words
from games.play import Refused
from storage import rooms
from storage.db import Database

REACHED = {"messages": "on", "calls": "late"}
"""How a person is reached who has not said otherwise."""
END = 4
"""Letters of an id that tell people of one name apart."""
NAMESAKES = 5
"""People of one name who are listed for somebody to choose from."""
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

    async def may_call(self, person: str) -> bool:
        """Whether a person may be mentioned at all."""
        return (await self.wishes(person, {}))["calls"] != "never"

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

    async def find(self, community: str, typed: str, near: Collection[str] = ()) -> str:
        """The id of the person meant by a name, an id or a mention. Raises Refused.

        Of several with one name it is the one who is `near`; else each is told apart by the end
        of their id, which may be typed behind the name.
        """
        known = await rooms.people_of(self._db, community)
        return one_called(typed, {one.id: one.name for one in known}, near)


def one_called(typed: str, known: Mapping[str, str], near: Collection[str] = ()) -> str:
    """The id, of `known` with their names, that was meant; see `People.find`. Raises Refused."""
    if typed in known:
        return typed
    wanted = bare(typed)
    found = [id_ for id_, name in known.items() if wanted in (bare(name), bare(_apart(id_, name)))]
    close = [id_ for id_ in found if id_ in near]
    if not found:
        raise Refused("no_such_person", name=typed[:64])
    if len(found) == 1 or len(close) == 1:
        return found[0] if len(found) == 1 else close[0]
    names = (isolate(_apart(id_, known[id_])) for id_ in (close or found)[:NAMESAKES])
    raise Refused("which_person", name=typed[:64], names=", ".join(names))


def _apart(id_: str, name: str) -> str:
    return f"{person(name)} {id_[-END:]}"
