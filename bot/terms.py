"""What a table plays: blinds, seats, pace; and how long a second, a minute and an hour are (ms)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a turn lasts, how large the time bank is, and after how long who is away must go.

    Milliseconds; the bank regains a tenth of its size with every hand dealt to its owner.
    """

    turn: int
    bank: int
    absence: int | None = 15 * MINUTE


PACES: Mapping[str, Pace] = {
    "fast": Pace(20 * SECOND, 20 * SECOND),
    "normal": Pace(45 * SECOND, 45 * SECOND),
    "relaxed": Pace(3 * MINUTE, 3 * MINUTE),
    "all-day": Pace(12 * HOUR, 6 * HOUR, None),
}

ANTES = ("none", "each", "big_blind")
COLOURS = ("two", "four")


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table plays: amounts in hundredths; `tab`: buy-ins are written down, not paid.

    `cards`: how many colours the suits have on its picture, a word of COLOURS. `computers`: whether
    people at it may seat computer players. `tournament`: the table is one of that lobby's, which
    says who sits where and at which `level`; `thread`: it stands in a place of its own there.
    """

    small: int = 1000
    big: int = 2000
    ante: int = 0
    ante_kind: str = "none"
    least: int = 40_000
    most: int = 200_000
    size: int = 6
    pace: str = "normal"
    friendly: bool = False
    tab: bool = False
    pauses: bool = True
    language: str = "en"
    cards: str = "two"
    computers: bool = True
    tournament: str = ""
    level: int = 0
    thread: bool = False

    @property
    def owing(self) -> bool:
        """Whether who comes in or was away owes blinds."""
        return not (self.friendly or self.tournament)

    @property
    def chip(self) -> int:
        """The smallest chip: one whole chip unless the stakes need a finer one."""
        for chip in (100, 50, 25, 10, 5):
            if not any(amount % chip for amount in (self.small, self.big, self.ante)):
                return chip
        return 1
