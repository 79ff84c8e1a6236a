"""What the blinds are when: levels, antes, breaks and late registration of a tournament.

Amounts are hundredths of a chip, lengths are minutes or hands; what time it is, others know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.play import Refused

MOST_LEVELS = 100
LONGEST = 24 * 60
"""Minutes of the longest level and of the longest break."""
MOST_HANDS = 1000
MOST_STACK = 10**12
"""Hundredths of the largest first stack and of the largest blind."""
STEEP = 2
"""A big blind that grows more than so many times at once takes players by surprise."""
SHALLOW = 20
"""With fewer big blinds there is little left to play with but all-in or fold."""
LAST = 20
"""A tournament is as good as over once all its chips are this many big blinds."""


class Level(NamedTuple):
    """Blinds and ante in hundredths; the ante is the big blind's for the table, or `each` pays.

    Antes are never reduced as a field shrinks (TDA RP-11).
    """

    small: int
    big: int
    ante: int = 0
    each: bool = False


@dataclass(frozen=True, slots=True)
class Structure:
    """How a tournament goes. Exactly one of `minutes` and `hands` says how long a level lasts.

    `stack` is what everyone begins with. After every `every` levels (0: never), or after each
    level listed in `after`, there is a break of `rest` minutes. Whoever comes late may, until level
    `late` is over (0: nobody may).
    """

    levels: tuple[Level, ...]
    stack: int
    minutes: int = 0
    hands: int = 0
    every: int = 0
    rest: int = 0
    late: int = 0
    after: tuple[int, ...] = ()


def level(structure: Structure, number: int) -> Level:
    """The `number`-th level from 1. After the last one listed the blinds go on growing by half, so
    that a tournament ends even where nobody plays. Raises ValueError below 1.
    """
    if number < 1:
        raise ValueError("levels are counted from 1")
    if number <= len(structure.levels):
        return structure.levels[number - 1]
    last = structure.levels[-1]
    beyond = min(number - len(structure.levels), MOST_LEVELS)
    chip = 100 if not any(amount % 100 for amount in last[:3]) else 1
    small, big, ante = (_grown(amount, beyond, chip) for amount in last[:3])
    return Level(small, big, ante, last.each)


def _grown(amount: int, times: int, chip: int) -> int:
    """Half as much again, so many times, rounded up to a whole chip."""
    over, under = int(3**times), int(2**times)
    return -(-amount * over // (under * chip)) * chip


def rests(structure: Structure, number: int) -> bool:
    """Whether a break follows the `number`-th level."""
    if structure.every:
        return number % structure.every == 0
    return number in structure.after


def next_rest(structure: Structure, number: int) -> int:
    """The first level, from the `number`-th on, after which there is a break; 0 for none."""
    if structure.every:
        return -(-number // structure.every) * structure.every
    return min((one for one in structure.after if one >= number), default=0)


def ends(structure: Structure, players: int) -> int:
    """The level in which so many players will most likely be down to one.

    The organisers' rule of thumb: when the big blind has grown to a twentieth of all chips.
    """
    number, chips = 1, structure.stack * players
    while level(structure, number).big * LAST < chips and number < 2 * MOST_LEVELS:
        number += 1
    return number


def minutes_until(structure: Structure, number: int) -> int:
    """Minutes from the start to the end of the `number`-th level by the clock, breaks included."""
    rests_before = sum(rests(structure, one) for one in range(1, number))
    return number * structure.minutes + rests_before * structure.rest


def late(structure: Structure, number: int) -> bool:
    """Whether who comes in the `number`-th level is still let in, with a full stack (TDA 8)."""
    return number <= structure.late


def check(structure: Structure) -> None:
    """Refuse a structure that cannot be played or that goes backwards, and say at which level."""
    if not 1 <= len(structure.levels) <= MOST_LEVELS:
        raise Refused("structure.levels", most=MOST_LEVELS)
    _check_levels(structure.levels)
    timed = (1 <= structure.minutes <= LONGEST) and not structure.hands
    counted = (1 <= structure.hands <= MOST_HANDS) and not structure.minutes
    if not (timed or counted):
        raise Refused("structure.length", minutes=LONGEST, hands=MOST_HANDS)
    _check_breaks(structure)
    if not 0 <= structure.late < MOST_LEVELS:
        raise Refused("structure.late", most=MOST_LEVELS - 1)
    first = structure.levels[0]
    if not 10 * first.big <= structure.stack <= MOST_STACK:
        raise Refused("structure.stack", least=10 * first.big, most=MOST_STACK)


def _check_breaks(structure: Structure) -> None:
    said = bool(structure.every) + bool(structure.after)
    if said != bool(structure.rest) or not 0 <= structure.rest <= LONGEST:
        raise Refused("structure.breaks", most=LONGEST)
    if not 0 <= structure.every <= MOST_LEVELS:
        raise Refused("structure.breaks_after", most=MOST_LEVELS)
    if not all(1 <= number <= MOST_LEVELS for number in structure.after):
        raise Refused("structure.breaks_after", most=MOST_LEVELS)


def _check_levels(levels: Sequence[Level]) -> None:
    before = levels[0]
    for number, now in enumerate(levels, 1):
        if now.small <= 0 or now.ante < 0:
            raise Refused("structure.nothing", n=number)
        if now.small > now.big:
            raise Refused("structure.blinds", n=number, small=now.small, big=now.big)
        if max(now.big, now.ante) > MOST_STACK:
            raise Refused("structure.huge", n=number, most=MOST_STACK)
        if now.small < before.small or now.big < before.big:
            raise Refused(
                "structure.shrinks",
                n=number,
                small=now.small,
                big=now.big,
                was=before.small,
                were=before.big,
            )
        if now.ante < before.ante and (now.each == before.each or not now.ante):
            raise Refused("structure.ante_shrinks", n=number, ante=now.ante, was=before.ante)
        before = now


Doubt = tuple[str, dict[str, int | str]]
"""What an organiser may not have meant: a word for it, and its facts."""


def doubts(structure: Structure) -> list[Doubt]:
    """What can be played but is seldom meant, the first level first."""
    found: list[Doubt] = []
    before = structure.levels[0]
    if structure.stack < SHALLOW * before.big:
        found.append(("shallow", {"n": structure.stack // before.big}))
    for number, now in enumerate(structure.levels[1:], 2):
        if now == before:
            found.append(("same", {"n": number}))
        if now.big > STEEP * before.big:
            found.append(("steep", {"n": number, "was": before.big, "big": now.big}))
        before = now
    antes = ((n, one) for n, one in enumerate(structure.levels, 1) if one.ante > one.big)
    if first := next(antes, None):
        found.append(("ante", {"n": first[0], "ante": first[1].ante, "big": first[1].big}))
    last = level(structure, max(1, structure.late))
    if structure.late and structure.stack < 10 * last.big:
        found.append(("late", {"n": structure.late, "big": last.big}))
    return found


class _Preset(NamedTuple):
    """`steps` are the small blinds of one tenfold, `depth` the first stack in big blinds."""

    steps: tuple[int, ...]
    depth: int
    minutes: int
    hands: int
    every: int
    late: int


_TENFOLDS = 4
_PRESETS: Mapping[str, _Preset] = {
    "turbo": _Preset((50, 100, 150, 200, 300), 50, 5, 5, 8, 4),
    "standard": _Preset((50, 75, 100, 150, 200, 300, 400), 100, 12, 8, 5, 5),
    "deep": _Preset((50, 60, 80, 100, 125, 150, 200, 250, 300, 400), 200, 20, 12, 4, 8),
}
PRESETS = tuple(_PRESETS)
REST = 5
"""Minutes of a preset's breaks."""
ANTES_FROM = 3
"""The level of a preset from which the big blind antes for the table."""


def preset(name: str, by: str = "minutes") -> Structure:
    """A structure by its name, its levels `by` minutes or hands. Raises Refused."""
    if name not in _PRESETS:
        raise Refused("structure.unknown", names=", ".join(PRESETS))
    made = _PRESETS[name]
    small = [100 * step * 10**times for times in range(_TENFOLDS) for step in made.steps]
    levels = tuple(
        Level(blind, 2 * blind, 2 * blind if number >= ANTES_FROM else 0)
        for number, blind in enumerate(small, 1)
    )
    return Structure(
        levels,
        made.depth * levels[0].big,
        minutes=made.minutes if by == "minutes" else 0,
        hands=made.hands if by == "hands" else 0,
        # Where levels go by hands nobody can say when a break would come.
        every=made.every if by == "minutes" else 0,
        rest=REST if by == "minutes" else 0,
        late=made.late,
    )
