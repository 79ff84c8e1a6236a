"""Who placed where when several are knocked out in one hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Bust(NamedTuple):
    """A player without chips: at which table, and what they had when the hand began."""

    who: str
    table: int
    stack: int


class Place(NamedTuple):
    """Those who tie for `place` (1 won it) share as many places from it on as they are."""

    place: int
    who: list[str]


def places(busts: Sequence[Bust], left: int) -> list[Place]:
    """The places of all that went out in one hand, or in one hand of a hand-for-hand round, the
    best first. `left` is how many are still in.

    At one table the bigger starting stack places higher and equal stacks tie; at different tables
    they tie and share (TDA RP-8). Where both happen at once, the biggest stack of each table ties
    with the biggest of the others, the second biggest with the second, and so on.
    """
    found: list[Place] = []
    place = left + 1
    for group in _groups(busts):
        found.append(Place(place, group))
        place += len(group)
    return found


def _groups(busts: Sequence[Bust]) -> list[list[str]]:
    """Those who tie, the best group first."""
    tables: dict[int, list[int]] = {}
    for bust in busts:
        tables.setdefault(bust.table, []).append(bust.stack)
    ranked = {table: sorted(set(stacks), reverse=True) for table, stacks in tables.items()}
    groups: dict[int, list[str]] = {}
    for bust in busts:
        groups.setdefault(ranked[bust.table].index(bust.stack), []).append(bust.who)
    return [groups[rank] for rank in sorted(groups)]
