"""Who has the button and the blinds, who is dealt in, who posts what, and what missed blinds cost.

The dead-button rule (TDA 32, 34-B): the big blind always moves on to the next player; the small
blind follows to where the big blind was, the button to where the small blind was, be anyone there
or not. Seats are any numbers that differ around the table; clockwise is upwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

MOST = 10
"""Seats of the largest table; clockwise is the same on any circle that has all the seats."""


class Positions(NamedTuple):
    """Seats of a hand's button and blinds. Only the big blind is sure to have a player."""

    button: int
    small_blind: int
    big_blind: int

    @property
    def heads_up(self) -> bool:
        """Whether two were dealt in: the button is the small blind then."""
        return self.button == self.small_blind


class Owes(NamedTuple):
    """What a seat must post to be dealt in before the big blind reaches it.

    `new` is who has not been dealt in since sitting down: the small blind is never missed then.
    """

    big: bool = False
    small: bool = False
    new: bool = False


NOTHING = Owes()
NEWCOMER = Owes(big=True, new=True)
"""What who sits down at a cash table owes; at a friendly table and in a tournament, NOTHING."""


class Chair(NamedTuple):
    """An occupied seat. `ready`: has chips and is not away (in a tournament: has chips).

    `posts`: would rather post what it owes than wait for the big blind.
    """

    seat: int
    ready: bool = True
    owes: Owes = NOTHING
    posts: bool = False


class Placement(NamedTuple):
    """How the next hand begins.

    `dealt` are the seats dealt in, in dealing order. `small` posts the small blind (None: it is
    dead), `big` the big blind. `live` post a big blind that counts as their bet, `dead` a small
    blind that does not. `owes` is what each chair owes from now on.
    """

    positions: Positions
    dealt: tuple[int, ...]
    small: int | None
    big: int
    live: tuple[int, ...]
    dead: tuple[int, ...]
    owes: Mapping[int, Owes]


def first(chairs: Iterable[Chair], drawn: int) -> Placement | None:
    """The first hand: everyone ready is dealt in and owes nothing; None with fewer than two.

    `drawn` is any number from 0 drawn by lot, much larger than the table; it draws the button.
    """
    chairs = list(chairs)
    ready = sorted(chair.seat for chair in chairs if chair.ready)
    if len(ready) < 2:
        return None
    at = drawn % len(ready)
    dealt = (*ready[at + 1 :], *ready[: at + 1])
    button, small = dealt[-1], dealt[-1] if len(dealt) == 2 else dealt[0]
    big = dealt[0] if len(dealt) == 2 else dealt[1]
    owes = {chair.seat: NOTHING if chair.ready else chair.owes for chair in chairs}
    return Placement(Positions(button, small, big), dealt, small, big, (), (), owes)


def advance(
    before: Positions, chairs: Iterable[Chair], seats: int, *, debts: bool = True
) -> Placement | None:
    """The hand after one that had the positions `before`; None with fewer than two seats ready.

    `seats` is how many the table has. Without `debts` (friendly tables, tournaments) nobody ever
    owes anything; only a place between button and small blind still waits (TDA 10-A).

    The big blind is the next seat that is ready; waiting for it ends there, and it pays for all.
    Others are dealt in if they owe nothing or post it, but never between the button and the small
    blind, and who owes does not come in on the small blind itself. If that leaves fewer than two,
    all who are ready are dealt in and owe nothing: a game never stops because everyone waits. Two
    alone owe nothing either: each of them pays a blind.
    """
    by_seat = {c.seat: c if debts else c._replace(owes=NOTHING) for c in chairs}
    table = _Table(seats)
    ready = [seat for seat, chair in by_seat.items() if chair.ready]
    if len(ready) < 2:
        return None
    big = table.clockwise(ready, before.big_blind)[0]
    dealt, follows = _dealt(table, before, by_seat, big)
    free = len(dealt) < 2
    if free:
        dealt, follows = ready, False
    positions = _positions(table, before, dealt, big, follows)
    owing = [] if free or positions.heads_up else [s for s in dealt if s != big]
    order = table.clockwise(dealt, positions.button)
    small = positions.small_blind
    return Placement(
        positions,
        order,
        small if small in order else None,
        big,
        tuple(s for s in order if s in owing and by_seat[s].owes.big),
        tuple(s for s in order if s in owing and by_seat[s].owes.small),
        _owed(table, before, by_seat, order, big) if debts else dict.fromkeys(by_seat, NOTHING),
    )


_OTHERS = ("UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO")
_NAMED = ((), (6,), (0, 6), (0, 5, 6), (0, 4, 5, 6), (0, 1, 4, 5, 6), (0, 1, 2, 4, 5, 6), range(7))


def names(positions: Positions, dealt: Sequence[int]) -> dict[int, str]:
    """What players call the places of those dealt in: BTN SB BB UTG … HJ CO, or BTN/SB and BB.

    `dealt` in dealing order, and so is the answer. A dead button or small blind counts as a place:
    the last before a dead button is still the CO.
    """
    button, small, big = positions
    if positions.heads_up:
        return {big: "BB", button: "BTN/SB"}
    blinds = {small: "SB", big: "BB", button: "BTN"}
    others = [seat for seat in dealt if seat not in blinds]
    called = dict(zip(others, (_OTHERS[i] for i in _NAMED[len(others)]), strict=True))
    return {seat: blinds.get(seat) or called[seat] for seat in dealt}


class _Table(NamedTuple):
    """The circle of seats."""

    seats: int

    def clockwise(self, among: Iterable[int], after: int) -> tuple[int, ...]:
        """These seats in order, beginning left of `after`, which comes last itself."""
        return tuple(sorted(among, key=lambda seat: (seat - after - 1) % self.seats))

    def between(self, seat: int, start: int, end: int) -> bool:
        """Whether one meets `seat` on the way from `start` to `end`, neither of them counted."""
        return 0 < (seat - start) % self.seats < (end - start) % self.seats


def _dealt(
    table: _Table, before: Positions, chairs: Mapping[int, Chair], big: int
) -> tuple[list[int], bool]:
    """Who is dealt in by the rules, and whether the button follows the small blind.

    It does not after a hand for two, nor when so many left that the big blind overtakes it.
    """
    behind, end = before.small_blind, before.big_blind
    follows = not (before.heads_up or big == behind or table.between(big, behind, end))
    dealt = [big]
    for seat, chair in chairs.items():
        owing = chair.owes != NOTHING
        barred = (owing and seat == end) or (follows and table.between(seat, behind, end))
        if chair.ready and seat != big and not barred and (chair.posts or not owing):
            dealt.append(seat)
    return dealt, follows


def _positions(
    table: _Table, before: Positions, dealt: Sequence[int], big: int, follows: bool
) -> Positions:
    """Button and blinds for those dealt in."""
    if len(dealt) == 2:
        other = dealt[0] if dealt[1] == big else dealt[1]
        return Positions(other, other, big)
    small = before.big_blind
    if follows:
        return Positions(before.small_blind, small, big)
    last = [seat for seat in table.clockwise(dealt, small) if seat != small][-1]
    return Positions(last, small, big)


def _owed(
    table: _Table,
    before: Positions,
    chairs: Mapping[int, Chair],
    dealt: Sequence[int],
    big: int,
) -> dict[int, Owes]:
    """What each chair owes once this hand is dealt.

    The big blind is missed by those it passes (none of them is ready). The small blind is missed
    by who is not dealt in as it passes or comes to the seat; it moves to where the big blind was.
    """
    owed = {}
    for seat, chair in chairs.items():
        owes = chair.owes
        if table.between(seat, before.big_blind, big):
            owes = owes._replace(big=True)
        passed = table.between(seat, before.small_blind, before.big_blind)
        if not owes.new and (passed or seat == before.big_blind):
            owes = owes._replace(small=True)
        owed[seat] = NOTHING if seat in dealt else owes
    return owed
