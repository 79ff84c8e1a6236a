"""The orders of all communities as they are kept: read, changed, and who changed what.

A change is a command of the community's own stream: its row, the rules and bans it sets and what
the log says of it are one batch.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from bot.chat import Person
from bot.clock import Clock
from bot.order import Order
from games.play import Refused
from storage import journal, order
from storage.db import Conflict, Database, Repeated, Statement

TRIES = 8


class Change(NamedTuple):
    """An order before and after a command."""

    before: Order
    after: Order


class Rulebook:
    """What is in memory is a cache; whoever is about to be refused by it is looked up again."""

    def __init__(self, db: Database, clock: Clock, usual: Order) -> None:
        """`usual` is the order of a community in which nothing was ever set."""
        self._db = db
        self._clock = clock
        self._usual = usual
        self._known: dict[str, Order] = {}

    async def of(self, community: str) -> Order:
        """The order of a community, as far as this process knows."""
        known = self._known.get(community)
        return known or await self.fresh(community)

    async def fresh(self, community: str) -> Order:
        """The order of a community, from the store."""
        rules = await order.rules(self._db, community)
        bans = tuple(await order.bans(self._db, community))
        found = replace(self._usual.with_rules(rules), bans=bans)
        self._known[community] = found
        return found

    def now(self) -> int:
        """The time that rules are asked about, in milliseconds since 1970."""
        return self._clock.now()

    async def change(
        self, community: str, by: Person, press: str, make: Callable[[Order], Order]
    ) -> Change:
        """Let `make` make another order, once for the same press; raises Refused as it does."""
        for _ in range(TRIES):
            seq = await journal.last_seq(self._db, community) + 1
            before = await self.fresh(community)
            after = make(before)
            noted = _differences(before, after)
            if not noted:
                return Change(before, after)
            at = self._clock.now()
            command = json.dumps({"verb": "order", "from": by.id, **noted}, ensure_ascii=False)
            row = journal.Row(seq, at, command, "[]")
            batch = journal.append(community, row, press=journal.Press(press, "null"))
            batch += _kept(community, before, after)
            batch += [
                order.note(community, order.Ruling(seq, name, at, by.id, value))
                for name, value in noted.items()
            ]
            try:
                await self._db.commit(batch)
            except Conflict:
                continue
            except Repeated:
                return Change(before, before)
            self._known[community] = after
            return Change(before, after)
        raise Refused("busy")

    async def rulings(self, community: str, most: int) -> list[order.Ruling]:
        """The last changes of a community's order, the newest first."""
        return await order.rulings(self._db, community, most)


def _differences(before: Order, after: Order) -> dict[str, str]:
    """What a change did, as the log keeps it: a rule's new value; `ban` and `unban` of a person."""
    old, new = before.rules(), after.rules()
    noted = {name: value for name, value in new.items() if old[name] != value}
    for ban in set(after.bans) - set(before.bans):
        noted["ban"] = json.dumps([ban.person, ban.why], ensure_ascii=False)
    for person in {ban.person for ban in before.bans} - {ban.person for ban in after.bans}:
        noted["unban"] = json.dumps([person, ""], ensure_ascii=False)
    return noted


def _kept(community: str, before: Order, after: Order) -> list[Statement]:
    """The statements that make the store say what `after` does."""
    old, new = before.rules(), after.rules()
    banned = {ban.person for ban in after.bans}
    return [
        *(order.set_rule(community, name, new[name]) for name in new if new[name] != old[name]),
        *(order.ban(community, ban) for ban in after.bans if ban not in before.bans),
        *(order.unban(community, ban.person) for ban in before.bans if ban.person not in banned),
    ]
