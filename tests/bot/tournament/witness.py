"""Sees every commit of a tournament, in its lobby and at its tables: who is moved where, and who
was dealt what. What is wrong is an AssertionError.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.state import Chair
from bot.state import State as Ring
from bot.table import Table
from bot.tournament.state import Board, Entrant, State
from games import holdem
from games.seating import MOST, Positions

HOST = "host"
"""Why somebody is moved whom the host wants elsewhere."""


class Dealt(NamedTuple):
    """The last hand that somebody was dealt: where, and whether they were the big blind."""

    table: str
    hand: int
    big: bool


class Witness:
    """`tally` counts what has been seen, so that a proof can say that it saw everything."""

    def __init__(self, lobby: Table[State], tables: Sequence[Table[Ring]]) -> None:
        """What has been before they were like this stays unknown."""
        self.lobby_id = lobby.state.id
        self.tally: Counter[str] = Counter()
        self._lobby: State | None = None
        self._last: dict[str, Dealt] = {}
        self._moves: dict[str, list[str]] = {}
        self._hands = {table.state.id: table.state.hand for table in tables}
        self._over = dict(self._hands)
        self._waited: dict[str, set[str]] = {}
        self._positions = {
            table.state.id: table.state.positions for table in tables if table.state.positions
        }
        self._see_lobby(lobby.state)

    def see(self, table: Table[Any]) -> None:
        """A table or the lobby has committed something."""
        if table.state.id == self.lobby_id:
            self._see_lobby(table.state)
        elif self._lobby and isinstance(table.state, Ring):
            self._see_table(table.state, self._lobby)

    # --- the lobby -----------------------------------------------------------------------------

    def _see_lobby(self, state: State) -> None:
        before, self._lobby = self._lobby, state
        if before is None or state.phase != "running":
            return
        check_begun(before, state)
        moved = [
            (old, one)
            for who, one in state.entrants.items()
            if one.table and (old := before.entrants.get(who)) and old.table
            and (old.seat != one.seat or old.table != one.table) and old.entries == one.entries
        ]  # fmt: skip
        for old, one in moved:
            why = "broken" if old.table not in state.boards else reason(one)
            self._moves.setdefault(one.person, []).append(why)
            self.tally[why] += 1
        balanced = [
            two for two in moved if two[0].table in state.boards and reason(two[1]) == "balanced"
        ]
        check_moves(before, state, balanced)
        for old, one in moved:
            last, here = self._last.get(one.person), before.boards[old.table]
            if old.table not in state.boards and last and (last.table, last.big) == (here.id, True):
                check_spared(before, state, one)
        for who, one in state.entrants.items():
            old = before.entrants.get(who)
            if old is None or old.entries != one.entries or old.rebuys != one.rebuys:
                # Who comes in, or in again, has nothing to do with what was before.
                self._last.pop(who, None)
                self._moves.pop(who, None)
        self.tally["hand for hand"] += state.by_hand and not before.by_hand

    # --- the tables ----------------------------------------------------------------------------

    def _see_table(self, state: Ring, lobby: State) -> None:
        if state.hand > self._hands.get(state.id, 0) and state.positions:
            self._hands[state.id] = state.hand
            board = next((one for one in lobby.boards.values() if one.id == state.id), None)
            assert board, "a hand is dealt at a table that is none"
            check_dealt(state, board, lobby)
            self._check_waiting(state, board, lobby)
            self._check_blinds(state, state.positions)
            self._positions[state.id] = state.positions
        if not state.playing and state.round and self._over.get(state.id, 0) < state.hand:
            self._over[state.id] = state.hand
            self._count(state)

    def _check_waiting(self, state: Ring, board: Board, lobby: State) -> None:
        """Only who sits between button and small blind waits, and never twice (TDA 10-A)."""
        last = self._positions.get(state.id)
        here = {one.person: one for one in lobby.at(board.number) if one.since <= state.hand}
        dealt = {chair.person for chair in dealt_in(state).values()}
        waiting = {one.person for one in here.values() if one.person not in dealt}
        for who in waiting:
            assert last, f"{who} is not dealt into the first hand"
            assert between(here[who].seat, last), f"{who} is not dealt in"
        again = waiting & self._waited.get(state.id, set())
        assert not again, f"{again} wait a second hand"
        self._waited[state.id] = waiting
        self.tally["waited"] += len(waiting)

    def _check_blinds(self, state: Ring, positions: Positions) -> None:
        """Nobody pays two big blinds in a row, be it because of a move, unless their table was
        broken, which takes over what comes with the seat (TDA 10-A, 11-A, 34-B), or by the host.
        """
        for seat, chair in dealt_in(state).items():
            who, big = chair.person, seat == positions.big_blind
            moves = self._moves.pop(who, [])
            last = self._last.get(who)
            if big and last and last.big:
                assert {"broken", HOST} & set(moves), (
                    f"{who} pays twice: {last}, {moves}, {state.hand}"
                )
                self.tally["big blind twice"] += 1
            self._last[who] = Dealt(state.id, state.hand, big)
        self.tally["hands"] += 1
        self.tally["heads-up"] += positions.heads_up

    def _count(self, state: Ring) -> None:
        """What kind of a hand it was."""
        winners = Counter(said.note for said in state.told if said.kind == "win")
        dealt = dealt_in(state).values()
        self.tally["split pots"] += any(number > 1 for number in winners.values())
        self.tally["side pots"] += len(winners) > 1
        self.tally["several out in a hand"] += sum(not chair.stack for chair in dealt) > 1
        self.tally["all away"] += all(chair.away for chair in dealt)


def dealt_in(state: Ring) -> dict[int, Chair]:
    """Who was dealt the present or last hand, by seat."""
    return {seat: chair for seat, chair in state.chairs.items() if chair.dealt == state.hand}


def between(seat: int, positions: Positions) -> bool:
    """Whether a seat lies between button and small blind of the hand that follows: they move to
    where the blinds were.
    """
    _, button, small = positions
    return 0 < (seat - button) % MOST < (small - button) % MOST


def reach(seat: int, positions: Positions) -> int:
    """How many seats the big blind moves on until it is there; its own counts as the farthest."""
    return (seat - positions.big_blind - 1) % MOST


# --- what must be so -----------------------------------------------------------------------------


def check_begun(before: State, after: State) -> None:
    """Hand for hand no table begins a hand before all are done (TDA RP-8)."""
    if not after.by_hand:
        return
    busy = {number for number, board in after.boards.items() if board.busy}
    begun = {
        number
        for number in busy
        if number not in before.boards or before.boards[number].hand < after.boards[number].hand
    }
    assert not begun or begun == busy, f"hand for hand: {busy - begun} have not finished"


def reason(moved: Entrant) -> str:
    """Why somebody sits where they sit, who was not at a broken table."""
    why = json.loads(moved.note)[0]
    return HOST if why in ("asked", "swapped") else str(why)


def check_moves(before: State, after: State, moved: list[tuple[Entrant, Entrant]]) -> None:
    """Balancing takes who is due the big blind to the worst seat, never the small blind while there
    is another (TDA 11-A).
    """
    for number in {old.table for old, _ in moved}:
        last = before.boards[number].positions
        if last is None:
            # It has not played yet: nobody is due a big blind.
            continue
        assert not before.boards[number].busy or not after.boards[number].busy or (
            before.boards[number].hand != after.boards[number].hand
        ), "somebody is taken out of a hand"  # fmt: skip
        gone = [reach(old.seat, last) for old, _ in moved if old.table == number]
        stay = [reach(one.seat, last) for one in after.at(number) if was_at(before, one)]
        assert not stay or max(gone) < min(stay), "another one was due the big blind"
    free = {felt.number: felt.free for felt in after.felts()}
    for _, one in moved:
        board = before.boards.get(one.table)
        if board and board.positions:
            came = reach(one.seat, board.positions)
            better = [seat for seat in free[one.table] if reach(seat, board.positions) < came]
            assert not better, f"{one.person} could have sat in {better}"


def check_spared(before: State, after: State, one: Entrant) -> None:
    """Who has just paid a big blind at a table that is broken pays the next one where they go only
    if there is no other seat.
    """
    board = before.boards.get(one.table)
    if board is None or board.positions is None:
        return
    last = board.positions
    others = [reach(other.seat, last) for other in after.at(board.number) if other is not one]
    if not others:
        # All others there may still rebuy.
        return
    next_big = min(others)
    if reach(one.seat, last) < next_big:
        free = next(felt.free for felt in after.felts() if felt.number == board.number)
        other = [seat for seat in free if reach(seat, last) > next_big]
        assert not other, f"{one.person} could have sat in {other}"


def was_at(before: State, one: Entrant) -> bool:
    """Whether somebody has been at their table already."""
    old = before.entrants.get(one.person)
    return old is not None and old.table == one.table


def check_dealt(state: Ring, board: Board, lobby: State) -> None:
    """A table deals the hand it was told to, to those the lobby has there, with their chips, at
    the level of that hand (TDA 23).
    """
    assert (True, state.hand) == (board.busy, board.hand), "a hand that nobody has ordered"
    here = {one.person: (one.seat, one.stack) for one in lobby.at(board.number)}
    for seat, chair in dealt_in(state).items():
        assert here.get(chair.person) == (seat, begun_with(state, chair)), f"{chair.person} differs"
    if state.order == board.order:
        level = lobby.blinds(lobby.level)
        assert (state.terms.level, state.terms.small, state.terms.big, state.terms.ante) == (
            lobby.level, level.small, level.big, level.ante,
        ), "the level before is played"  # fmt: skip


def begun_with(state: Ring, chair: Chair) -> int:
    """What somebody had when the hand began: a hand may be over as soon as it is dealt."""
    if state.playing or state.round is None:
        return chair.stack
    seat = state.seat_of(chair.person)
    assert seat is not None
    return chair.stack - holdem.results(state.round)[seat]
