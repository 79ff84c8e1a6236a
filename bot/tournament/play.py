"""A tournament in play: the draw, reports of tables, the next hands, the end.

Pure: each function changes a `Draft`. `arrange` comes after everything that happens and does what
can be done now.
"""

from __future__ import annotations

from bot.directed import Report
from bot.state import Command, Timer
from bot.terms import MINUTE
from bot.tournament import chop, clock, knockouts, money, queue, scoring, seats
from bot.tournament.state import Board, Draft
from games import field, levels
from games.play import Refused
from games.seating import MOST, Chair, advance, first

SHOWN = 10 * MINUTE
"""How long the results stay on the stage before the lobby closes."""


def begin(draft: Draft) -> None:
    """Draw the seats and start the clock."""
    state, plan = draft.state, draft.state.plan
    money.take_fees(draft)
    state.phase = "running"
    state.timers.clear()
    for drawn in field.draw(list(state.entrants.values()), plan.size, draft.seed):
        board = seats.add_board(state)
        for seat, entrant in drawn.items():
            entrant.stack, entrant.head = plan.structure.stack, plan.bounty
            seats.seat_at(state, entrant, board, seat)
    state.entering = levels.late(plan.structure, 1)
    if not state.entering:
        queue.dissolve(draft)
    draft.tell("began", amount=len(state.entrants), aloud=True)
    clock.run_level(draft)
    arrange(draft)


# --- what tables report --------------------------------------------------------------------------


def report(draft: Draft, command: Command) -> None:
    """A table has played the hand it was told to. Raises Refused for any other hand.

    What can be done then is for `arrange`.
    """
    state = draft.state
    told = Report.from_json(command.word)
    board = next((one for one in state.boards.values() if one.id == told.table), None)
    if board is None or not board.busy or told.hand != board.hand:
        raise Refused("stale")
    board.busy, board.positions = False, told.positions
    state.dealt += 1
    here = {one.person: one.stack for one in state.at(board.number)}
    had = sum(here.get(who, 0) for who in told.stacks)
    if told.stacks.keys() <= here.keys() and sum(told.stacks.values()) == had:
        for who, stack in told.stacks.items():
            state.entrants[who].stack = stack
            state.entrants[who].away = who in told.away
        knockouts.knock_out(draft, board, told)
    _land(draft, board)


def _land(draft: Draft, board: Board) -> None:
    """What was bought during the hand is there before the next one."""
    for one in draft.state.entrants.values():
        if one.table == board.number and one.coming:
            one.stack += one.coming
            one.coming = one.owed = 0
            seats.touch(draft.state, board)


# --- what can be done now ------------------------------------------------------------------------


def arrange(draft: Draft) -> None:
    """Do all that can be done now: places, the end, moves, and the next hands."""
    state = draft.state
    if state.phase != "running":
        return
    knockouts.free_seats(draft)
    if not (state.by_hand and state.busy):
        knockouts.place_fallen(draft)
    _close_entries(draft)
    _watch_bubble(draft)
    if state.by_hand and state.busy:
        return
    if len(state.playing()) < 2 and not state.deciding():
        finish(draft)
        return
    seats.merge(draft)
    if state.chop:
        _open_deal(draft)
    else:
        _deal(draft)


def _open_deal(draft: Draft) -> None:
    """Lay a deal open as soon as no hand is being played; who is left alone needs none."""
    state = draft.state
    if state.chop and not state.chop.shares and not state.busy:
        chop.lay_open(draft)


def _close_entries(draft: Draft) -> None:
    """The prizes stand as soon as nobody can come in any more."""
    state = draft.state
    if state.paid_out or state.entering or state.adding or state.deciding():
        return
    money.settle_entries(draft)
    prizes = state.prizes()
    draft.tell("closed", amount=state.pool, note=str(len(prizes)), aloud=True)
    money.award(draft)


def _watch_bubble(draft: Draft) -> None:
    """Hand for hand as long as few places part those still in from the money (TDA RP-8)."""
    state = draft.state
    missing = len(state.playing()) - len(state.prizes()) if state.paid_out else 0
    near = 0 < missing <= 1 + len(state.boards) // 5 and len(state.boards) > 1
    if near and not state.by_hand:
        state.by_hand = True
        draft.tell("by_hand", amount=missing, aloud=True)
    elif state.by_hand and not near and not state.falling:
        state.by_hand = False
        draft.tell("by_hand_over", amount=len(state.playing()), aloud=True)


def _deal(draft: Draft) -> None:
    """Let every table that waits deal its next hand, unless something holds it."""
    state, structure = draft.state, draft.state.plan.structure
    if state.paused:
        return
    if structure.hands and state.dealt >= structure.hands * len(state.boards):
        clock.next_level(draft)
    if state.resting or "cancel" in state.timers or seats.is_final(state):
        return
    felts = state.felts()
    # Who is to change seats with somebody at a table that plays a hand waits for its end.
    waits = {
        state.entrants[who].table
        for who, (number, _) in state.moving.items()
        if number in state.boards and state.boards[number].busy
    }
    for number, board in sorted(state.boards.items()):
        if board.busy or number in waits or field.halts(felts, number):
            continue
        if len(state.at(number)) > 1:
            _go(draft, board)


def _go(draft: Draft, board: Board) -> None:
    """Let a table deal one more hand; where its blinds will be is known from now on."""
    state = draft.state
    board.hand += 1
    board.busy, board.level = True, state.level
    board.draw = int.from_bytes(draft.seed[:6]) + board.number
    chairs = [Chair(one.seat) for one in state.at(board.number) if one.since <= board.hand]
    if board.positions is None:
        placement = first(chairs, board.draw)
    else:
        placement = advance(board.positions, chairs, MOST, debts=False)
    if placement is not None:
        board.positions = placement.positions
    seats.touch(state, board)


# --- the end -------------------------------------------------------------------------------------


def finish(draft: Draft) -> None:
    """One has all the chips: everyone is paid, the results are read out."""
    state = draft.state
    knockouts.place_fallen(draft)
    inside = state.playing()
    if state.entering:
        state.entering = False
        queue.dissolve(draft)
    state.fallen.append([one.person for one in inside])
    if not state.paid_out:
        money.settle_entries(draft)
    for one in inside:
        one.table = one.seat = 0
        money.keep_bounty(draft, one)
    money.award(draft)
    for one in inside:
        draft.tell("won", one.name, amount=one.prize, aloud=True)
    _end(draft, "over")


def finish_by_deal(draft: Draft) -> None:
    """Everybody has accepted: each gets their share, and it is over."""
    chop.pay(draft)
    _end(draft, "over")


def cancel(draft: Draft, why: str) -> None:
    """Call it off and give back what is not yet won."""
    for who in draft.state.deciding():
        draft.state.let_by(f"decide:{who}")
    knockouts.free_seats(draft)
    knockouts.place_fallen(draft)
    money.call_off(draft)
    for one in draft.state.entrants.values():
        one.table = one.seat = 0
    draft.tell("cancelled", note=why, aloud=True)
    _end(draft, "cancelled")


def _end(draft: Draft, phase: str) -> None:
    state = draft.state
    state.phase = phase
    scoring.keep(draft)
    state.boards.clear()
    state.timers.clear()
    state.frozen.clear()
    state.chop, state.undoes = None, ()
    state.going.clear()
    state.moving.clear()
    queue.dissolve(draft)
    state.paused = state.resting = state.by_hand = state.adding = False
    state.timers["close"] = Timer(draft.at + SHOWN)
