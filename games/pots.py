"""Pots: computed from what each seat has put in, never kept; and how a tied pot is split."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Pot(NamedTuple):
    """Chips in the middle and the places (not seat numbers) that can win them, lowest first."""

    amount: int
    claimants: tuple[int, ...]


def layers(put_in: Sequence[int], live: Sequence[int], dead: int = 0) -> list[Pot]:
    """The main pot and then each side pot (TDA 21).

    `put_in` is what each place has put in over the whole hand; `live` are the places still in it,
    at least one, lowest first. Chips of folded hands stay in the layers they reached; those above
    every live hand fall to the highest layer there is. `dead` money goes whole into the main pot.
    """
    levels = sorted({put_in[place] for place in live})
    if len(levels) == 1:
        return [Pot(sum(put_in) + dead, tuple(live))]
    pots: list[Pot] = []
    amount, below, last = dead, 0, levels[-1]
    for level in levels:
        reach = level if level < last else max(put_in)
        amount += sum([(put if put < reach else reach) - below for put in put_in if put > below])
        if amount:
            pots.append(Pot(amount, tuple([place for place in live if put_in[place] >= level])))
        amount, below = 0, level
    return pots


def split(amount: int, winners: Sequence[int], chip: int) -> list[tuple[int, int]]:
    """(winner, share) of a pot that `winners`, in order from the left of the button, tie for.

    Shares are equal and whole chips; what is left over goes to the first of them (TDA 20-A).
    """
    if len(winners) == 1:
        return [(winners[0], amount)]
    share = amount // chip // len(winners) * chip
    odd = amount - share * len(winners)
    return [(winner, share + odd if winner == winners[0] else share) for winner in winners]
