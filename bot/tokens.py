"""What a button carries: which verb, table, moment and word it was drawn for.

A token is no authority: who pressed is the platform's word, what may be done the table's.
"""

from __future__ import annotations

from typing import NamedTuple

from games.play import Refused

LONGEST = 100
"""Characters of a token: no platform keeps more on a button."""


class Token(NamedTuple):
    """Verb, the table, hand and turn (0 where it holds any time), word."""

    verb: str
    table: str
    hand: int
    turn: int
    word: str


def write(verb: str, table: str, word: str = "", moment: tuple[int, int] | None = None) -> str:
    """A token as text; `moment` is the hand and turn it holds for."""
    when = f"{moment[0]}.{moment[1]}" if moment else ""
    return f"{verb}|{table}|{when}|{word}"


def parse(text: str) -> Token:
    """A token as `write` gives it. Raises Refused for anything else."""
    parts = text.split("|")
    if len(parts) != 4 or len(text) > LONGEST:
        raise Refused("stale")
    verb, table, moment, word = parts
    hand, _, turn = (moment or "0.0").partition(".")
    if not (number(hand) and number(turn)):
        raise Refused("stale")
    return Token(verb, table, int(hand), int(turn), word)


def number(text: str) -> bool:
    """Whether a text is a whole number that fits anywhere."""
    return text.isascii() and text.isdecimal() and len(text) < 19
