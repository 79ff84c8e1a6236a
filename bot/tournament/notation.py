"""A structure as a host types it, and back: `25/50 50/100 75/150/150 minutes:10`. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from bot.meaning import Value, whole
from bot.text import parse_amount
from games.levels import LONGEST, MOST_HANDS, MOST_LEVELS, REST, Level, Structure
from games.play import Refused

Values = Mapping[str, Value]
USUAL_MINUTES = 10
USUAL_LATE = 4
"""The level until which late entry is open, where nothing is said."""
DEPTH = 100
"""Big blinds of a first stack about which nothing is said."""

_BETWEEN = re.compile(r"(?:[\s;、；→>|]|->)+")
_ANTE = re.compile(r"\s*\(([^()]*)\)")
_SHORTS = ((10**6, "m"), (10**3, "k"))


def read_levels(text: str, *, each: bool = False) -> tuple[Level, ...]:
    """Levels as typed: small/big or small/big/ante, the ante also in brackets; amounts in chips.

    The ante is the big blind's for the table, unless `each` pays it. Raises Refused for the first
    level that is none, with its number from 1.
    """
    typed = list(_split(unicodedata.normalize("NFKC", text)))
    if not 1 <= len(typed) <= MOST_LEVELS:
        raise Refused("structure.levels", most=MOST_LEVELS)
    return tuple(_level(number, one, each) for number, one in enumerate(typed, 1))


def _split(text: str) -> Iterator[str]:
    """The levels, each on its own. A comma parts levels only where a slash is on both sides of it,
    for it may also stand in an amount."""
    for part in _BETWEEN.split(_ANTE.sub(r"/\1", text)):
        pieces = [piece for piece in part.split(",") if piece]
        if len(pieces) > 1 and all("/" in piece.strip("/") for piece in pieces):
            yield from pieces
        elif part.strip(","):
            yield part.strip(",")


def _level(number: int, typed: str, each: bool) -> Level:
    parts = typed.split("/")
    if len(parts) not in (2, 3):
        raise Refused("structure.unread", n=number, typed=typed[:32])
    try:
        # Who writes no ante as 0 means none.
        small, big, *rest = (0 if part == "0" else parse_amount(part) for part in parts)
    except Refused:
        raise Refused("structure.unread", n=number, typed=typed[:32]) from None
    ante = sum(rest)
    return Level(small, big, ante, each and ante > 0)


def read_breaks(text: str) -> tuple[int, ...]:
    """The levels after which there are breaks, as typed: `4,8,11`. Raises Refused."""
    plain = unicodedata.normalize("NFKC", text)
    numbers = [part for part in re.split(r"[\s,;、・と]+|and", plain) if part]
    if not numbers or not all(re.fullmatch("[1-9][0-9]{0,2}", one) for one in numbers):
        raise Refused("structure.breaks_after", most=MOST_LEVELS)
    return tuple(sorted({int(one) for one in numbers}))


def write_levels(levels: Iterable[Level]) -> str:
    """Levels as `read_levels` reads them."""
    return " ".join(
        "/".join(map(write_amount, (one.small, one.big, one.ante)[: 3 if one.ante else 2]))
        for one in levels
    )


def write_amount(hundredths: int) -> str:
    """An amount as it is typed shortest: `250`, `2.50`, `25k`."""
    chips, part = divmod(hundredths, 100)
    if part:
        return f"{chips}.{part:02}"
    for size, sign in _SHORTS:
        if chips >= size and not chips % size:
            return f"{chips // size}{sign}"
    return str(chips)


# --- whole structures ----------------------------------------------------------------------------


def read_structure(values: Values, base: Structure | None) -> Structure:
    """The structure that the words of a command make, of `base` where there is one.

    What is not said is as in the base, else as usual. It is not yet checked for sense. Raises
    Refused for words that say nothing or contradict each other.
    """
    made = base
    if "levels" in values:
        listed = read_levels(str(values["levels"]), each=values.get("ante") == "each")
        made = replace(base, levels=listed) if base else _usual(listed)
    if made is None:
        raise Refused("structure.no_levels")
    made = lengthened(made, values)
    if "ante" in values:
        made = replace(made, levels=tuple(_anted(one, values["ante"]) for one in made.levels))
    stack = whole(values, "stack") or made.stack
    late = whole(values, "late") if "late" in values else made.late
    return _with_breaks(replace(made, stack=stack, late=late), values)


def _usual(listed: tuple[Level, ...]) -> Structure:
    late = min(USUAL_LATE, len(listed))
    return Structure(listed, DEPTH * listed[0].big, minutes=USUAL_MINUTES, late=late)


def lengthened(structure: Structure, values: Values) -> Structure:
    """A structure whose levels last as many `minutes` or `hands` as is said. Raises Refused.

    Where levels go by hands nobody can say when a break would come: it has none unless they are
    asked for.
    """
    minutes, hands, by = whole(values, "minutes"), whole(values, "hands"), values.get("by")
    if minutes and not hands:
        structure = replace(structure, minutes=minutes, hands=0)
    if hands and not minutes:
        structure = replace(structure, minutes=0, hands=hands, every=0, after=(), rest=0)
    both = minutes and hands
    other = {"minutes": structure.hands, "hands": structure.minutes}.get(str(by))
    if both or other:
        raise Refused("structure.length", minutes=LONGEST, hands=MOST_HANDS)
    return structure


def _anted(level: Level, how: Value) -> Level:
    """A level with its ante paid so: by the big blind, by each, or not at all."""
    if how == "none":
        return level._replace(ante=0, each=False)
    return level._replace(each=how == "each" and level.ante > 0)


def _with_breaks(structure: Structure, values: Values) -> Structure:
    if "break" in values and not whole(values, "break"):
        return replace(structure, every=0, after=(), rest=0)
    every, rest = whole(values, "every"), whole(values, "break") or structure.rest
    if every or "after" in values:
        after = read_breaks(str(values["after"])) if "after" in values else ()
        return replace(structure, every=every, after=after, rest=rest or REST)
    if rest and not (structure.every or structure.after):
        # About once an hour.
        every = max(1, 60 // (structure.minutes or USUAL_MINUTES))
    return replace(structure, every=every or structure.every, rest=rest)


def write_structure(structure: Structure) -> str:
    """The words that make a structure: `read_structure` reads the same out of them."""
    words = [write_levels(structure.levels)]
    words.append(f"hands:{structure.hands}" if structure.hands else f"minutes:{structure.minutes}")
    words.append(f"stack:{write_amount(structure.stack)}")
    if structure.rest:
        listed = ",".join(map(str, structure.after))
        when = f"every:{structure.every}" if structure.every else f"after:{listed}"
        words.append(f"break:{structure.rest} {when}")
    words.append(f"late:{structure.late or 'off'}")
    if any(one.each for one in structure.levels):
        words.append("ante:each")
    return " ".join(words)


def structure_of(kept: Mapping[str, Any]) -> Structure:
    """A structure as `dataclasses.asdict` and JSON leave it; one kept long ago may lack words."""
    levels = tuple(Level(*one) for one in kept["levels"])
    return replace(Structure(**kept), levels=levels, after=tuple(kept.get("after", ())))
