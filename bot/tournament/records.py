"""What a community keeps of its tournaments: the structures its people saved, and its seasons.

Every change is a command of the community's own stream: its row and what it keeps are one batch.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import NamedTuple

from bot.chat import Person
from bot.clock import Clock
from bot.meaning import is_choice, structure_named
from bot.text import LANGUAGES, isolate, words
from bot.text import person as tidy
from bot.tournament.notation import structure_of
from games import levels
from games.levels import Structure
from games.play import Refused
from storage import journal, seasons, structures
from storage.db import Conflict, Database, Repeated, Statement
from storage.seasons import Season, Standing
from storage.structures import Kept

TRIES = 8
MOST_STRUCTURES = 50
"""So many structures a community may save."""
MOST_SEASONS = 500


class Saved(NamedTuple):
    """A structure under its name, by whom it was saved (a person), "" for a preset."""

    name: str
    by: str
    structure: Structure


def key_of(name: str) -> str:
    """What a name is found by: its letters and digits, however they are written."""
    plain = unicodedata.normalize("NFKC", tidy(name, "")).casefold()
    return "".join(sign for sign in plain if sign.isalnum() or sign == "ー")


_FIRST = {key_of(words(language)("season.first")) for language in LANGUAGES}
"""What is found as the season before the first one that was begun."""


class Records:
    """Amounts are hundredths, times milliseconds since 1970."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock

    # --- structures ---------------------------------------------------------------------------

    async def structures(self, community: str) -> list[Saved]:
        """What was saved in a community, by name."""
        found = await structures.all_of(self._db, community)
        return [Saved(one.name, one.by, structure_of(json.loads(one.body))) for one in found]

    async def structure(self, community: str, name: str, by: str = "minutes") -> Saved:
        """A preset, its levels `by` minutes or hands, or one that was saved. Raises Refused, with
        the names there are.
        """
        key, saved = key_of(structure_named(name)), await self.structures(community)
        if key in levels.PRESETS:
            return Saved(key, "", levels.preset(key, by))
        for one in saved:
            if key_of(one.name) == key:
                return one
        names = [*levels.PRESETS, *(one.name for one in saved)]
        raise Refused("structure.unknown", names=", ".join(isolate(tidy(one)) for one in names))

    async def save(
        self, community: str, by: Person, press: str, name: str, structure: Structure,
        *, manager: bool = False,
    ) -> None:  # fmt: skip
        """Keep a structure, or put it in place of one's own of that name; once for one press. What
        a manager changes stays whose it is.

        Raises Refused for a structure without sense, for that of somebody else unless a `manager`
        says so, and where there are too many.
        """
        levels.check(structure)
        key = key_of(name)
        if not key or structure_named(name) in levels.PRESETS or is_choice("shelf", name):
            raise Refused("structure.name_taken", name=name[:32])

        async def make(at: int) -> list[Statement]:
            known = {one.key: one for one in await structures.all_of(self._db, community)}
            owner = by.id
            if key in known:
                self._check_owner(known[key], by, manager)
                owner = known[key].by
            elif len(known) >= MOST_STRUCTURES:
                raise Refused("structure.too_many", most=MOST_STRUCTURES)
            body = json.dumps(asdict(structure), separators=(",", ":"))
            return [structures.save(community, Kept(key, name, owner, at, body))]

        await self._decree(community, by, press, {"verb": "structure", "name": name}, make)

    async def delete(
        self, community: str, by: Person, press: str, name: str, *, manager: bool = False
    ) -> None:
        """Forget a structure; what was announced with it keeps its own. Raises Refused."""
        key = key_of(name)

        async def make(at: int) -> list[Statement]:
            for one in await structures.all_of(self._db, community):
                if one.key == key:
                    self._check_owner(one, by, manager)
                    return [structures.delete(community, key)]
            raise Refused("structure.not_saved", name=name[:32])

        await self._decree(community, by, press, {"verb": "no structure", "name": name}, make)

    def _check_owner(self, kept: Kept, by: Person, manager: bool) -> None:
        if not manager and kept.by != by.id:
            raise Refused("structure.not_yours", name=kept.name)

    # --- seasons ------------------------------------------------------------------------------

    async def seasons(self, community: str) -> list[tuple[Season, int]]:
        """The seasons and how many tournaments each has had, the first one first. What was played
        before the first season was begun is one, too.
        """
        played = await seasons.tournaments(self._db, community)
        begun = await seasons.all_of(self._db, community)
        if played.get(0) or not begun:
            begun = [Season(0, "", "", "", 0), *begun]
        return [(one, played.get(one.number, 0)) for one in begun]

    async def standings(self, community: str, number: int) -> list[Standing]:
        """What everybody has made of a season, the best first."""
        return await seasons.standings(self._db, community, number)

    async def begin(self, community: str, by: Person, press: str, name: str) -> None:
        """Begin a season, or give another name to one in which nothing was played yet; once for
        one press. Raises Refused.
        """
        key = key_of(name)
        if not key or is_choice("season", name):
            raise Refused("season.name", name=name[:32])

        async def make(at: int) -> list[Statement]:
            known = await self.seasons(community)
            now, played = known[-1]
            if key in _FIRST or any(one.key == key for one, _ in known):
                raise Refused("season.taken", name=name)
            if now.number >= MOST_SEASONS:
                raise Refused("season.too_many", most=MOST_SEASONS)
            if now.number and not played:
                return [seasons.rename(community, Season(now.number, key, name, by.id, at))]
            return [seasons.begin(community, Season(now.number + 1, key, name, by.id, at))]

        await self._decree(community, by, press, {"verb": "season", "name": name}, make)

    # --- the stream ---------------------------------------------------------------------------

    async def _decree(
        self,
        community: str,
        by: Person,
        press: str,
        command: dict[str, str],
        make: Callable[[int], Awaitable[list[Statement]]],
    ) -> None:
        """Commit what `make` makes of the store as it is, with a row of the stream; raises Refused
        as it does. For a press that was carried out before nothing is done.
        """
        text = json.dumps(command | {"from": by.id}, ensure_ascii=False)
        for _ in range(TRIES):
            if await journal.answer(self._db, press) is not None:
                return
            seq, at = await journal.last_seq(self._db, community) + 1, self._clock.now()
            row = journal.Row(seq, at, text, "[]")
            kept = journal.append(community, row, press=journal.Press(press, "null"))
            try:
                await self._db.commit([*kept, *await make(at)])
            except Conflict:
                continue
            except Repeated:
                return
            return
        raise Refused("busy")
