"""The persons at the web page: their names and languages, kept over a restart."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from adapters.web_names import clean_name, made_up_name
from adapters.web_tab import Bucket, Visitor
from bot.chat import Memory, Person

SHELF = "web.person"
LANGUAGES = ("en", "ja")
TALK_AT_ONCE, TALK_A_SECOND = 6, 0.7
AWAY_MOST = 200
"""Persons kept at hand though no tab of theirs is open."""


class Guests:
    """Who is here and who was lately; `words` is the page's catalogue, by language."""

    def __init__(
        self, memory: Memory, words: Mapping[str, Mapping[str, Any]], now: Callable[[], float]
    ) -> None:
        self._memory = memory
        self._words = words
        self._now = now
        self._here: OrderedDict[str, Visitor] = OrderedDict()
        self._greeting = asyncio.Lock()

    def known(self, person: str) -> Visitor | None:
        """Who is here, or was lately."""
        return self._here.get(person)

    @asynccontextmanager
    async def greet(self, person: str, language: str) -> AsyncIterator[Visitor]:
        """The visitor of this id, with one socket more: as remembered, or new with a made-up name
        in `language`.
        """
        async with self._greeting:
            visitor = self._here.get(person) or await self._remembered(person, language)
            self._here[person] = visitor
            self._here.move_to_end(person)
        visitor.sockets += 1
        try:
            yield visitor
        finally:
            visitor.sockets -= 1
            self._let_go()

    def _let_go(self) -> None:
        away = [id_ for id_, visitor in self._here.items() if not visitor.sockets]
        for id_ in away[: max(0, len(away) - AWAY_MOST)]:
            del self._here[id_]

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
