"""What was said at a table: things that happened, ready for words; and as JSON.

They are rows of a table's stream, and outlive the words of their day.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from games.play import EVERYONE, Event

MARK = "⚙"
"""Stands before the name of a computer player wherever it is read; plain fonts have it."""


def marked(name: str) -> str:
    """The name of a computer player as everyone reads it."""
    return f"{MARK} {name}"


def bare(typed: str) -> str:
    """A name that somebody typed or copied, without what is only shown with it; caseless."""
    plain = typed.strip().strip("\u2068\u2069").removeprefix("@").removeprefix(MARK)
    return plain.strip().casefold()


class Said(NamedTuple):
    """A thing that happened, with the name it happened to: an `Event` made ready for words.

    The name is bare: how that of a `computer` is marked is left to the words, for rows outlive it.
    """

    kind: str
    seat: int = -1
    who: str = ""
    amount: int = 0
    cards: tuple[int, ...] = ()
    note: str = ""
    to: int = EVERYONE
    computer: bool = False

    @property
    def called(self) -> str:
        """The name as everyone reads it."""
        return marked(self.who) if self.computer else self.who

    def __repr__(self) -> str:
        cards = self.cards if self.to == EVERYONE else "hidden"
        return f"<Said {self.kind} seat={self.seat} amount={self.amount} cards={cards}>"


def packed(said: Iterable[Said]) -> str:
    """What was said as JSON, always the same text for the same things."""
    rows = [one if one.computer else one[:-1] for one in said]
    return json.dumps(rows, separators=(",", ":"), ensure_ascii=False)


def said_from_json(rows: Iterable[list[Any]]) -> tuple[Said, ...]:
    """What `json.loads` made of a list of Said, as Said again."""
    return tuple(Said(*row)._replace(cards=tuple(row[4])) for row in rows)


def said_of(event: Event, name: str, computer: bool = False) -> Said:
    """An event of the game with the name of whose seat it is."""
    kind, seat, amount, cards, note, to = event
    return Said(kind, seat, name, amount, cards, note, to, computer)
