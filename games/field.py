"""Who sits where in a tournament: the draw, balancing, breaking tables, the final table.

Every draw comes from a seed, so that it can be repeated. Tables and seats are numbers from 1.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, TypeVar

from games.seating import MOST, Positions

T = TypeVar("T")
HALTS_SHORT = 3
"""So many players short of the fullest, a table waits for balance (TDA 11)."""


class Felt(NamedTuple):
    """A table with the seats that are taken; `positions` are those of its last or present hand.

    `size` is how many seats it has; without `positions` it has not played yet. A seat is `held` for
    who has no chips and may still buy some: they do not count as players, nobody else sits there.
    """

    number: int
    size: int
    taken: Collection[int]
    positions: Positions | None = None
    held: Collection[int] = ()

    @property
    def free(self) -> list[int]:
        """The seats that somebody may be given, lowest first."""
        used = {*self.taken, *self.held}
        return [seat for seat in range(1, self.size + 1) if seat not in used]


class Moved(NamedTuple):
    """From `seat` of `table` to `to_seat` of `to_table`."""

    table: int
    seat: int
    to_table: int
    to_seat: int


def by_lot(things: Iterable[T], seed: bytes, label: str = "") -> list[T]:
    """The things in an order drawn from the seed; another label is another draw."""
    numbered = list(enumerate(things))
    drawn = sorted(
        numbered, key=lambda one: hmac.digest(seed, f"{label}/{one[0]}".encode(), "sha256")
    )
    return [thing for _, thing in drawn]


def tables_for(players: int, size: int) -> int:
    """The fewest tables that seat so many."""
    return -(-players // size)


def draw(players: Sequence[T], size: int, seed: bytes) -> list[dict[int, T]]:
    """Seats drawn at random (TDA 7): for each table its players by seat, as even as can be."""
    tables = tables_for(len(players), size)
    seats = [by_lot(range(1, size + 1), seed, f"seats {at}") for at in range(tables)]
    drawn: list[dict[int, T]] = [{} for _ in range(tables)]
    for at, player in enumerate(by_lot(players, seed, "players")):
        table = at % tables
        drawn[table][seats[table][at // tables]] = player
    return drawn


# --- balancing -----------------------------------------------------------------------------------


def due_big(felt: Felt) -> int:
    """The seat that pays the next big blind: the next one taken after the last (TDA 32)."""
    return min(felt.taken, key=lambda seat: _reach(felt, seat))


def _reach(felt: Felt, seat: int) -> int:
    """How many seats the big blind moves on until it is there; its own counts as the farthest."""
    after = felt.positions.big_blind if felt.positions else 0
    return (seat - after - 1) % MOST


def turns_until_big(felt: Felt, seat: int) -> int:
    """How many others at the table pay the big blind before who sits in this seat (TDA 32)."""
    after = felt.positions.big_blind if felt.positions else 0
    return sorted(felt.taken, key=lambda one: (one - after - 1) % MOST).index(seat)


def worst_seat(felt: Felt, seed: bytes) -> int:
    """The free seat in the worst position: the one that the big blind reaches first, be it at
    once, but never the small blind while there is another (TDA 11-A). Before the first hand it is
    drawn. Raises ValueError at a full table.
    """
    free = felt.free
    if not free:
        raise ValueError("a full table has no seat")
    if felt.positions is None:
        return by_lot(free, seed, f"worst {felt.number}")[0]
    # The last big blind is the next small blind, and so the farthest.
    return min(free, key=lambda seat: _reach(felt, seat))


def balance(felts: Sequence[Felt], number: int, seed: bytes, coming: int = 0) -> Moved | None:
    """The move that table `number`, between two hands, owes the balance of the field (TDA 11-A).

    While it has two players more than the shortest table, who is due the big blind goes there, to
    the worst seat; None where it has not, and where so many are `coming` to the shortest tables
    from those that break that it will not have.
    """
    here = next(felt for felt in felts if felt.number == number)
    roomy = [felt for felt in felts if felt.free]
    shortest = min(roomy, key=lambda felt: (len(felt.taken), felt.number), default=here)
    if len(here.taken) - len(shortest.taken) < 2:
        return None
    if sum(max(0, len(here.taken) - 1 - len(felt.taken)) for felt in roomy) <= coming:
        return None
    return Moved(number, due_big(here), shortest.number, worst_seat(shortest, seed))


def halts(felts: Sequence[Felt], number: int) -> bool:
    """Whether table `number` deals no hand until it is balanced: three short (TDA 11).

    Six-max tables and smaller play on.
    """
    here = next(felt for felt in felts if felt.number == number)
    fullest = max(len(felt.taken) for felt in felts)
    return here.size > 6 and fullest - len(here.taken) >= HALTS_SHORT


# --- breaking ------------------------------------------------------------------------------------


def surplus(felts: Sequence[Felt], size: int, coming: int = 0) -> list[int]:
    """The tables to be broken, the highest number first, as soon as the others can seat everyone
    and so many who are `coming`.

    None as long as every table is needed, and for two tables that become the final one: that is
    drawn anew (`draw`).
    """
    players = coming + sum(len(felt.taken) + len(felt.held) for felt in felts)
    needed = tables_for(players, size)
    if needed < 2:
        return []
    return sorted((felt.number for felt in felts), reverse=True)[: max(0, len(felts) - needed)]


def break_up(felts: Sequence[Felt], number: int, seed: bytes) -> list[Moved]:
    """Where everyone from a broken table goes: any free seat, by lot, the shortest tables first.

    They take over whatever comes with the seat, blinds included (TDA 10-A); who has just paid a
    big blind only draws one that is due again where there is no other seat.
    """
    here = next(felt for felt in felts if felt.number == number)
    others = {felt.number: felt for felt in felts if felt.number != number}
    last = here.positions.big_blind if here.positions else 0
    going = by_lot(sorted({*here.taken, *here.held}), seed, f"break {number}")
    # Who has just paid chooses from the most seats by being drawn first.
    going.sort(key=lambda seat: seat != last)
    moves = []
    for seat in going:
        target = _shortest(others.values(), seed)
        free = by_lot(target.free, seed, f"seat {number}/{seat}")
        if seat == last:
            free.sort(key=lambda one: _pays_next(target, one))
            if _pays_next(target, free[0]):
                # The others, who are seated later, may yet come between.
                free.sort(key=lambda one: _reach(target, one), reverse=True)
        moves.append(Moved(number, seat, target.number, free[0]))
        others[target.number] = _with(target, free[0], held=seat in here.held)
    return moves


def _with(felt: Felt, seat: int, *, held: bool) -> Felt:
    """The table with one more seat taken, or held."""
    if held:
        return felt._replace(held={*felt.held, seat})
    return felt._replace(taken={*felt.taken, seat})


def _shortest(felts: Iterable[Felt], seed: bytes) -> Felt:
    """A table with the fewest players; which of several, the lot says."""
    open_ones = [felt for felt in felts if felt.free]
    return min(by_lot(open_ones, seed, "shortest"), key=lambda felt: len(felt.taken))


def _pays_next(felt: Felt, seat: int) -> bool:
    """Whether who takes this seat pays the next big blind there."""
    return felt.positions is not None and due_big(felt._replace(taken={*felt.taken, seat})) == seat


def late_seat(felts: Sequence[Felt], size: int, seed: bytes) -> tuple[int, int] | None:
    """(table, seat) for who comes late or comes again: a random seat at one of the shortest tables
    that are not about to be broken (TDA 8); None where none is free.
    """
    going = surplus(felts, size, coming=1)
    staying = [felt for felt in felts if felt.number not in going]
    if not any(felt.free for felt in staying):
        return None
    target = _shortest(staying, seed)
    return target.number, by_lot(target.free, seed, "late")[0]
