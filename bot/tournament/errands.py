"""What hosts have asked for and tables do between two hands: taking players out, moving them.

Pure: each function changes a `Draft`.
"""

from __future__ import annotations

from bot.tournament import chop, knockouts, money, seats
from bot.tournament.state import Board, Draft, Entrant, State
from games import field


def due(draft: Draft, person: str) -> None:
    """The time is over in which the removal of a player could be undone."""
    draft.state.going.append(person)
    run(draft)


def run(draft: Draft) -> None:
    """Carry out what can be now: of a round of hand for hand nothing before it is over."""
    state = draft.state
    if state.phase != "running":
        return
    if state.by_hand and state.busy:
        return
    for who in tuple(state.going):
        _take_out(draft, state.entrants[who])
    for who in tuple(state.moving):
        _carry(draft, state.entrants[who])


# --- taking out ----------------------------------------------------------------------------------


def _take_out(draft: Draft, entrant: Entrant) -> None:
    """Their chips leave play (TDA 71); they get the place that they now have, and do not come back.

    Who is alone with all the chips has won, and stays.
    """
    state = draft.state
    board = state.boards.get(entrant.table)
    if board and (board.busy or len(state.playing()) < 2):
        return
    state.going.remove(entrant.person)
    state.moving.pop(entrant.person, None)
    state.let_by(f"decide:{entrant.person}")
    state.barred[entrant.person] = entrant.name
    if board is None or not entrant.stack:
        # They went out by themselves meanwhile: now they cannot come in again, or rebuy.
        return
    # Who went out in the hand just played did so before them.
    knockouts.place_fallen(draft)
    seats.touch(state, board)
    stack, entrant.stack, entrant.table, entrant.seat = entrant.stack, 0, 0, 0
    state.removed += stack
    state.falling.append((entrant.person, board.number, stack))
    draft.tell("expelled", entrant.name, amount=stack, aloud=True)
    money.pass_on_bounty(draft, entrant)
    if state.chop:
        chop.drop(draft)
        draft.tell("chop_off", aloud=True)
    knockouts.place_fallen(draft)


# --- moving --------------------------------------------------------------------------------------


def _carry(draft: Draft, entrant: Entrant) -> None:
    """Move somebody, or let two change places: tables stay within one player of each other."""
    state = draft.state
    number, seat = state.moving[entrant.person]
    here, there = state.boards.get(entrant.table), state.boards.get(number)
    gone = here is None or there is None or not entrant.stack
    if gone or here is there or seats.is_final(state):
        # A table was broken or all go to one, or they were moved or knocked out meanwhile.
        del state.moving[entrant.person]
        draft.tell("move_off", entrant.name)
        return
    assert here
    assert there
    if here.busy:
        return
    partner = _partner(state, entrant, there, seat)
    if partner is None:
        felt = next(felt for felt in state.felts() if felt.number == number)
        free = seat if seat in felt.free else field.worst_seat(felt, draft.seed)
        _seat(draft, entrant, there, free, "asked")
    elif not there.busy:
        left, taken = entrant.seat, partner.seat
        _seat(draft, partner, here, left, "swapped")
        _seat(draft, entrant, there, taken, "asked")
    else:
        # This table deals no hand until that one has played its own.
        return
    del state.moving[entrant.person]


def _partner(state: State, entrant: Entrant, there: Board, seat: int) -> Entrant | None:
    """Who must go the other way: who sits in that seat; else, where a mere move would be undone by
    balancing, who is as far from the big blind as the one who comes.
    """
    felts = {felt.number: felt for felt in state.felts()}
    sitting = {one.seat: one for one in state.at(there.number)}
    if seat in sitting:
        return sitting[seat]
    counts = {number: len(felt.taken) for number, felt in felts.items()}
    counts[entrant.table] -= 1
    counts[there.number] += 1
    if max(counts.values()) - min(counts.values()) < 2 and felts[there.number].free:
        return None
    turns = field.turns_until_big(felts[entrant.table], entrant.seat)
    other = felts[there.number]
    return min(
        sitting.values(),
        key=lambda one: (abs(field.turns_until_big(other, one.seat) - turns), one.seat),
    )


def _seat(draft: Draft, entrant: Entrant, board: Board, seat: int, why: str) -> None:
    state = draft.state
    note = seats.note(why, state.boards[entrant.table], board, seat)
    seats.seat_at(state, entrant, board, seat, note)
    draft.tell(f"moved_{why}", entrant.name, amount=seat, note=board.name)
