"""The persons at the web page: their names and languages, kept over a restart."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from adapters.web_names import clean_name, made_up_name
from adapters.web_tab import Bucket, Visitor
from bot.chat import Memory, Person

SHELF = "web.person"
LANGUAGES = ("en", "ja")
TALK_AT_ONCE, TALK_A_SECOND = 6, 0.7


class Guests:
    """Everyone who came since the start; `words` is the page's catalogue, by language."""

    def __init__(
        self, memory: Memory, words: Mapping[str, Mapping[str, Any]], now: Callable[[], float]
    ) -> None:
        self._memory = memory
        self._words = words
        self._now = now
        self._here: dict[str, Visitor] = {}
        self._greeting = asyncio.Lock()

    def known(self, person: str) -> Visitor | None:
        """Who came since the start, whether or not a tab of theirs is open."""
        return self._here.get(person)

    async def greet(self, person: str, language: str) -> Visitor:
        """The visitor of this id: as remembered, or new with a made-up name in `language`."""
        async with self._greeting:
            if person not in self._here:
                self._here[person] = await self._remembered(person, language)
            return self._here[person]

    async def rename(self, visitor: Visitor, typed: str | None) -> bool:
        """Take the name typed (None: keep what they have); False where nothing of it shows."""
        name = visitor.person.name if typed is None else clean_name(typed)
        if not name:
            return False
        visitor.person = replace(visitor.person, name=name)
        visitor.chosen = True
        await self._keep(visitor)
        return True

    async def speak(self, visitor: Visitor, language: str) -> None:
        """Speak to them in another language from now on."""
        visitor.person = replace(visitor.person, language=language)
        await self._keep(visitor)

    async def _remembered(self, id_: str, language: str) -> Visitor:
        talk = Bucket(TALK_AT_ONCE, TALK_A_SECOND, self._now)
        kept = await self._memory.get(SHELF, id_)
        if kept is not None:
            known = json.loads(kept)
            person = Person(id_, known["name"], known["language"])
            return Visitor(person, talk, chosen=known["chosen"])
        words = self._words[language]
        name = made_up_name(id_, words["name-firsts"], words["name-seconds"], words["name-pattern"])
        visitor = Visitor(Person(id_, name, language), talk)
        await self._keep(visitor)
        return visitor

    async def _keep(self, visitor: Visitor) -> None:
        person = visitor.person
        about = {"name": person.name, "language": person.language, "chosen": visitor.chosen}
        await self._memory.put(SHELF, person.id, json.dumps(about))


def preferred(accept: str) -> str:
    """The language of an Accept-Language header that the page speaks; "en" where it asks for none.

    RFC 9110 12.5.4: the greatest weight wins, the first among equals.
    """
    best, weight = "en", 0.0
    for part in accept.split(","):
        tag, _, rest = part.partition(";")
        language = tag.strip().lower().partition("-")[0]
        heavy = _weight(rest)
        if language in LANGUAGES and heavy > weight:
            best, weight = language, heavy
    return best


def _weight(parameters: str) -> float:
    name, _, value = parameters.partition("=")
    if name.strip().lower() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
