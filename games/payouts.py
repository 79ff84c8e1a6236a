"""Who is paid how much: the curve, shared places, bounties, and deals at the final table.

Amounts are hundredths of a chip. Whatever is shared out sums to what there was, to the hundredth.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache

MOST_IN_DEAL = 10
"""Players of the largest deal: ICM weighs every order in which they could come in."""


def paid(entries: int) -> int:
    """How many places are paid: a fifth of a small field, an eighth of a large one.

    Below ten entries, where a fifth would pay the winner alone, five and more pay two.
    """
    if entries < 10:
        return 2 if entries >= 5 else 1
    if entries <= 50:
        return entries // 5
    return min(entries // 5, max(10, 5 + entries // 10, entries // 8))


@lru_cache(maxsize=256)
def curve(pool: int, entries: int, players: int = 0) -> tuple[int, ...]:
    """The prize of each place, the first one first: in proportion 1, 1/2, 1/3, and so on.

    `players` is how many there are where some came in more than once: each has one place.
    """
    if not pool or not entries:
        return ()
    places = min(paid(entries), players or entries)
    return apportion(pool, [Fraction(1, place) for place in range(1, places + 1)])


def apportion(pool: int, weights: Sequence[Fraction | int]) -> tuple[int, ...]:
    """`pool` in proportion to the weights, by the largest remainder; the earlier one breaks a tie.

    Raises ValueError where no weight is above 0 or one is below.
    """
    whole = sum(weights)
    if whole <= 0 or min(weights) < 0:
        raise ValueError("weights are at least 0, one of them more")
    exact = [Fraction(pool) * weight / whole for weight in weights]
    shares = [int(share) for share in exact]
    odd = sorted(range(len(exact)), key=lambda at: (shares[at] - exact[at], at))
    for at in odd[: pool - sum(shares)]:
        shares[at] += 1
    return tuple(shares)


def shared(prizes: Sequence[int], place: int, players: int) -> tuple[int, ...]:
    """What each of `players` gets that share the places from `place` on (from 1)."""
    pot = sum(prizes[place - 1 : place - 1 + players])
    return apportion(pot, [1] * players)


# --- bounties ------------------------------------------------------------------------------------


def bounty(head: int, winners: int, *, progressive: bool) -> tuple[tuple[int, int], ...]:
    """(cash, onto their own head) for each winner of the last pot that held the victim's chips.

    They share the victim's head. A progressive one is half cash, the odd hundredth with it, and
    half on the winner's head.
    """
    shares = apportion(head, [1] * winners)
    if not progressive:
        return tuple((share, 0) for share in shares)
    return tuple((share - share // 2, share // 2) for share in shares)


# --- deals ---------------------------------------------------------------------------------------


def icm(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[Fraction, ...]:
    """What each stack is worth by the Independent Chip Model (Malmuth, Harville), exactly.

    A player comes in first as often as they have chips; among the others the same holds for the
    second place, and so on. Raises ValueError for more than MOST_IN_DEAL stacks or one of nothing.
    """
    if len(stacks) > MOST_IN_DEAL or min(stacks, default=0) <= 0:
        raise ValueError(f"1 to {MOST_IN_DEAL} stacks above 0 make a deal")
    everyone = (1 << len(stacks)) - 1

    @cache
    def chance(gone: int) -> Fraction:
        """How likely it is that just these took the first places, in any order."""
        if not gone:
            return Fraction(1)
        return sum(
            (
                chance(gone ^ 1 << last) * Fraction(stacks[last], left(gone ^ 1 << last))
                for last in range(len(stacks))
                if gone >> last & 1
            ),
            Fraction(0),
        )

    def left(gone: int) -> int:
        return sum(stack for at, stack in enumerate(stacks) if not gone >> at & 1)

    worth = [Fraction(0)] * len(stacks)
    for gone in range(everyone):
        place = gone.bit_count()
        if place < len(prizes) and prizes[place]:
            ahead = chance(gone) * prizes[place] / left(gone)
            for at, stack in enumerate(stacks):
                if not gone >> at & 1:
                    worth[at] += ahead * stack
    return tuple(worth)


def deal_by_icm(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[int, ...]:
    """The prizes still to be won, shared out by `icm` to the hundredth."""
    worth = icm(stacks, prizes)
    pool = sum(prizes[: len(stacks)])
    return apportion(pool, worth) if pool else (0,) * len(stacks)


def deal_by_chips(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[int, ...]:
    """The least prize still to be won to everyone, the rest in proportion to the chips."""
    if min(stacks, default=0) <= 0:
        raise ValueError("stacks are above 0")
    mine = [*prizes[: len(stacks)], *[0] * (len(stacks) - len(prizes))]
    least = min(mine)
    rest = sum(mine) - least * len(mine)
    return tuple(least + share for share in apportion(rest, stacks))
