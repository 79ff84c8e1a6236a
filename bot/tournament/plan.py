"""The plan of a tournament: what was announced, and is never changed."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, replace

from bot.tournament.notation import structure_of
from games.levels import Structure

LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Series:
    """How a tournament comes again: every so many `days` from the `first` (2026-12-06) on, when a
    clock of the `zone` shows that `minute` of the day.

    Each is called by the `name`. `giver` announced the first, by the right of a `manager` or of one
    with these `roles`, and adds `prize` to each from their wallet. This is the `number`-th; `empty`
    were called off right before it because too few had come.
    """

    days: int
    zone: str
    first: str
    minute: int
    name: str
    giver: str
    manager: bool = False
    roles: tuple[str, ...] = ()
    prize: int = 0
    number: int = 1
    empty: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """What was announced: amounts in hundredths, times in milliseconds since 1970.

    `start` is when it begins, 0 for as soon as `most` are there. `size` are the seats of a table.
    `added` comes from the host's wallet, `guarantee` is the least that is paid out. `again` is how
    often one may come in again, at a new seat. `bounty` is the part of an entry on a player's head.

    While late entry is open, who has no more than the first stack may buy it once more, `rebuys`
    times for `rebuy` each, keeping the seat; after it there is one add-on of `addon_stack` chips
    (0: none) for `addon`. All of both goes into the prizes. `threads`: whether each table is to
    have a thread of its own. With fewer than `scored` players it gives no points. `series` is what
    it is a part of.
    """

    structure: Structure
    preset: str = ""
    size: int = 9
    least: int = 2
    most: int = 9
    start: int = 0
    buy_in: int = 0
    fee: int = 0
    bounty: int = 0
    progressive: bool = False
    added: int = 0
    guarantee: int = 0
    again: int = 0
    rebuys: int = 0
    rebuy: int = 0
    addon: int = 0
    addon_stack: int = 0
    pace: str = "fast"
    pauses: bool = True
    language: str = "en"
    cards: str = "two"
    threads: bool = False
    scored: int = 0
    series: Series | None = None

    @property
    def cost(self) -> int:
        """What one entry costs in all."""
        return self.buy_in + self.fee + self.bounty

    @staticmethod
    def from_json(text: str) -> Plan:
        """A plan as `json.dumps(asdict(plan))` wrote it; what it does not name is as usual."""
        plain = json.loads(text)
        if series := plain.get("series"):
            plain["series"] = Series(**(series | {"roles": tuple(series["roles"])}))
        return replace(Plan(**plain), structure=structure_of(plain["structure"]))


def free_name(name: str, taken: Collection[str]) -> str:
    """The name, with a number where it is taken: each tournament of a place can be called by its
    own, and without a blank it needs no quotation marks in a command.
    """
    folded = {one.casefold() for one in taken}
    endings = ("", *(f"-{number}" for number in range(2, len(folded) + 2)))
    tried = (name[: LONGEST_NAME - len(ending)] + ending for ending in endings)
    return next(called for called in tried if called.casefold() not in folded)
