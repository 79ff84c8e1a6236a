"""Who sits where in a tournament: new tables, tables broken and balanced, the final table.

Pure: each function changes a `Draft`. A table is changed only while it is between two hands.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from hashlib import sha256

from bot.tournament.state import Board, Draft, Entrant, State
from games import field


def add_board(state: State) -> Board:
    """One more table, with nobody at it."""
    state.tables += 1
    number = state.tables
    name = f"{state.name[:24]} {number}"
    state.boards[number] = Board(number, _table_id(state.id, number), name, state.plan.size)
    return state.boards[number]


def _table_id(tournament: str, number: int) -> str:
    """The id of a tournament's table: the same whenever it is opened."""
    return sha256(f"{tournament} {number}".encode()).hexdigest()[:12]


def seat_at(state: State, entrant: Entrant, board: Board, seat: int, note: str = "") -> None:
    """Seat somebody; they come in with the hand after the one that the table may deal now."""
    if before := state.boards.get(entrant.table):
        touch(state, before)
    entrant.table, entrant.seat, entrant.note = board.number, seat, note
    entrant.since = board.hand + 1
    touch(state, board)


def touch(state: State, board: Board) -> None:
    """The table is to be told of it."""
    state.orders += 1
    board.order = state.orders


def note(why: str, here: Board, there: Board, seat: int) -> str:
    """Why somebody was moved, for them to read."""
    return json.dumps([why, {"here": here.name, "there": there.name, "seat": seat}])


# --- fewer tables ---------------------------------------------------------------------------------


def is_final(state: State) -> bool:
    """Whether all that are left fit at one table and still sit at more."""
    return len(state.boards) > 1 and len(state.inside()) <= state.plan.size


def merge(draft: Draft) -> None:
    """Draw the final table once all fit at one; before that break and balance tables."""
    state = draft.state
    if is_final(state):
        if not state.busy:
            _draw_final(draft)
        return
    _balance(draft, _break_tables(draft))


def _balance(draft: Draft, going: Collection[int]) -> None:
    """Move players away from each table between two hands until no other is two short of it.

    Nobody is moved to a table that is about to be broken; its players come to the shortest.
    """
    state = draft.state
    coming = len([one for one in state.playing() if one.table in going])
    felts = _staying(state, going)
    for number, board in sorted(state.boards.items()):
        while not board.busy and (move := field.balance(felts, number, draft.seed, coming)):
            _move(draft, move, "balanced")
            felts = _staying(state, going)


def _staying(state: State, going: Collection[int]) -> list[field.Felt]:
    """The tables that are not about to be broken."""
    return [felt for felt in state.felts() if felt.number not in going]


def _break_tables(draft: Draft) -> set[int]:
    """Break the tables nobody needs; gives those that must first play their hand to the end."""
    state = draft.state
    going = set(field.surplus(state.felts(), state.plan.size))
    for number in sorted(going, reverse=True):
        if not state.boards[number].busy:
            _break(draft, number, going - {number})
    return going & state.boards.keys()


def _draw_final(draft: Draft) -> None:
    """The final table: everyone draws a new seat."""
    state = draft.state
    inside = state.inside()
    [drawn] = field.draw(inside, state.plan.size, draft.seed)
    state.boards.clear()
    board = add_board(state)
    for seat, entrant in drawn.items():
        seat_at(state, entrant, board, seat, note("final", board, board, seat))
    draft.tell("merged" if state.entering else "final", amount=len(inside), aloud=True)


def _break(draft: Draft, number: int, going: Collection[int]) -> None:
    """Seat everyone from a table at the others, but at none that is going to be broken, too."""
    state = draft.state
    for move in field.break_up(_staying(state, going), number, draft.seed):
        _move(draft, move, "broken")
    name = state.boards.pop(number).name
    draft.tell("broken", note=name, aloud=True)


def _move(draft: Draft, move: field.Moved, why: str) -> None:
    state = draft.state
    here, there = state.boards[move.table], state.boards[move.to_table]
    [mover] = [one for one in state.inside() if (one.table, one.seat) == (move.table, move.seat)]
    seat_at(state, mover, there, move.to_seat, note(why, here, there, move.to_seat))
    draft.tell(f"moved_{why}", mover.name, amount=move.to_seat, note=there.name)
