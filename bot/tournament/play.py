"""A tournament in play: the draw, reports of tables, places, moves, hands to be dealt.

Pure: each function changes a `Draft`. `arrange` comes after everything that happens and does what
can be done now: a table is changed only while it is between two hands.
"""

from __future__ import annotations

import json
from collections.abc import Collection

from bot.directed import Report
from bot.state import MINUTE, Command, Timer
from bot.tournament import chop, money, queue, scoring
from bot.tournament.state import DECIDE, Board, Draft, Entrant, State, table_id
from games import field, levels, ranking
from games.play import Refused
from games.seating import MOST, Chair, advance, first

ADD_ON = 3
"""Minutes of the break for add-ons where no other break follows late entry."""
SHOWN = 10 * MINUTE
"""How long the results stay on the stage before the lobby closes."""


def begin(draft: Draft) -> None:
    """Draw the seats and start the clock."""
    state, plan = draft.state, draft.state.plan
    money.take_fees(draft)
    state.phase = "running"
    state.timers.clear()
    for drawn in field.draw(list(state.entrants.values()), plan.size, draft.seed):
        board = add_board(state)
        for seat, entrant in drawn.items():
            entrant.stack, entrant.head = plan.structure.stack, plan.bounty
            seat_at(state, entrant, board, seat)
    state.entering = levels.late(plan.structure, 1)
    if not state.entering:
        queue.dissolve(draft)
    draft.tell("began", amount=len(state.entrants), aloud=True)
    run_level(draft)
    arrange(draft)


def add_board(state: State) -> Board:
    """One more table, with nobody at it."""
    state.tables += 1
    number = state.tables
    name = f"{state.name[:24]} {number}"
    state.boards[number] = Board(number, table_id(state.id, number), name, state.plan.size)
    return state.boards[number]


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


# --- the clock -----------------------------------------------------------------------------------


def run_level(draft: Draft) -> None:
    """Start the clock of the present level, where it goes by the clock."""
    state = draft.state
    state.dealt = 0
    if minutes := state.plan.structure.minutes:
        state.timers["level"] = Timer(draft.at + minutes * MINUTE, str(state.level))


def next_level(draft: Draft) -> None:
    """The level is over; each table plays the next one from its next hand (TDA 23).

    That is also a hand it was told to deal and has not dealt yet.
    """
    state, structure = draft.state, draft.state.plan.structure
    state.timers.pop("level", None)
    over, state.level = state.level, state.level + 1
    if state.entering and not levels.late(structure, state.level):
        _end_late_entry(draft)
    for board in state.boards.values():
        board.level = state.level
        touch(state, board)
    blinds, following = state.blinds(state.level), state.blinds(state.level + 1)
    note = f"{blinds.small} {blinds.big} {blinds.ante} {following.small} {following.big}"
    draft.tell("level", amount=state.level, note=note, aloud=True)
    if minutes := rest_after(state, over):
        state.resting = True
        state.dealt = 0
        state.timers["rest"] = Timer(draft.at + minutes * MINUTE, str(state.level))
        draft.tell("break", amount=minutes * MINUTE, aloud=True)
    else:
        run_level(draft)


def rest_after(state: State, number: int) -> int:
    """The minutes of the break that follows a level; 0 where none does.

    Add-ons are taken in a break, so that nobody buys in the middle of a hand.
    """
    structure = state.plan.structure
    if levels.rests(structure, number):
        return structure.rest
    return ADD_ON if state.plan.addon_stack and number == structure.late else 0


def _end_late_entry(draft: Draft) -> None:
    """Nobody comes in or rebuys any more, but who has a minute left; add-ons are open."""
    state = draft.state
    state.entering = False
    queue.dissolve(draft)
    if state.plan.addon_stack:
        state.adding = True
        draft.tell("adding", amount=state.plan.addon_stack, aloud=True)


def break_over(draft: Draft) -> None:
    """Play goes on."""
    draft.state.timers.pop("rest", None)
    draft.state.resting = draft.state.adding = False
    draft.tell("break_over", aloud=True)
    run_level(draft)


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
        _knock_out(draft, board, told)
    _land(draft, board)


def _land(draft: Draft, board: Board) -> None:
    """What was bought during the hand is there before the next one."""
    for one in draft.state.entrants.values():
        if one.table == board.number and one.coming:
            one.stack += one.coming
            one.coming = one.owed = 0
            touch(draft.state, board)


def _knock_out(draft: Draft, board: Board, told: Report) -> None:
    state, plan = draft.state, draft.state.plan
    for who, stack in told.fell.items():
        entrant = state.entrants[who]
        if entrant.coming:
            # They had more chips behind.
            continue
        state.falling.append((who, board.number, stack))
        entrant.by = tuple(told.by[who])
        rebuys = entrant.rebuys < plan.rebuys
        if state.entering and (rebuys or entrant.entries <= plan.again):
            state.timers[f"decide:{who}"] = Timer(draft.at + DECIDE, who)
        if state.entering and rebuys:
            draft.tell("broke", entrant.name)
            touch(state, board)
        else:
            _take_seat(draft, entrant)
    if not state.by_hand:
        place_fallen(draft)


def _take_seat(draft: Draft, entrant: Entrant) -> None:
    """Out for good, or until they come in again: whoever did it wins the bounty."""
    state = draft.state
    entrant.table = entrant.seat = 0
    money.pay_bounty(draft, entrant, [state.entrants[one] for one in entrant.by])
    entrant.by = ()


def free_seats(draft: Draft) -> None:
    """Who has no chips and has let their minute go by has no seat either."""
    state = draft.state
    if not state.plan.rebuys:
        return
    deciding = state.deciding()
    for one in state.inside():
        if not one.stack and one.person not in deciding:
            touch(state, state.boards[one.table])
            _take_seat(draft, one)
            draft.tell("out", one.name)


def place_fallen(draft: Draft) -> None:
    """Give places to all that went out together (TDA RP-8)."""
    state = draft.state
    if not state.falling:
        return
    busts = [ranking.Bust(*one) for one in state.falling]
    state.falling = []
    tied: dict[int, list[str]] = {}
    for one in ranking.places(busts, len(state.playing())):
        tied.setdefault(one.place, []).append(one.who)
    for place in sorted(tied, reverse=True):
        state.fallen.append(tied[place])
        for who in tied[place]:
            if not state.entrants[who].table:
                draft.tell("out", state.entrants[who].name, amount=place)
    money.award(draft)


# --- what can be done now ------------------------------------------------------------------------


def arrange(draft: Draft) -> None:
    """Do all that can be done now: places, the end, moves, and the next hands."""
    state = draft.state
    if state.phase != "running":
        return
    free_seats(draft)
    busy = any(board.busy for board in state.boards.values())
    if not (state.by_hand and busy):
        place_fallen(draft)
    _close_entries(draft)
    _watch_bubble(draft)
    if state.by_hand and any(board.busy for board in state.boards.values()):
        return
    if len(state.playing()) < 2 and not state.deciding():
        finish(draft)
        return
    _merge(draft)
    if state.chop:
        _open_deal(draft)
    else:
        _deal(draft)


def _open_deal(draft: Draft) -> None:
    """Lay a deal open as soon as no hand is being played; who is left alone needs none."""
    state = draft.state
    if state.chop and not state.chop.shares and not any(b.busy for b in state.boards.values()):
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


def is_final(state: State) -> bool:
    """Whether all that are left fit at one table and still sit at more."""
    return len(state.boards) > 1 and len(state.inside()) <= state.plan.size


def _merge(draft: Draft) -> None:
    """The final table, or tables broken and balanced."""
    state = draft.state
    if is_final(state):
        if not any(board.busy for board in state.boards.values()):
            _draw_final(draft)
        return
    going = _break_tables(draft)
    for number, board in sorted(state.boards.items()):
        if not board.busy:
            _balance(draft, number, going)


def _balance(draft: Draft, number: int, going: Collection[int]) -> None:
    """Move players away from a table until no other is two short of it.

    Nobody is moved to a table that is about to be broken; its players come to the shortest.
    """
    state = draft.state
    coming = sum(len(felt.taken) for felt in state.felts() if felt.number in going)
    while True:
        felts = [felt for felt in state.felts() if felt.number not in going]
        move = field.balance(felts, number, draft.seed, coming)
        if move is None:
            return
        _move(draft, move, "balanced")


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
    felts = [felt for felt in state.felts() if felt.number not in going]
    for move in field.break_up(felts, number, draft.seed):
        _move(draft, move, "broken")
    name = state.boards.pop(number).name
    draft.tell("broken", note=name, aloud=True)


def _move(draft: Draft, move: field.Moved, why: str) -> None:
    state = draft.state
    here, there = state.boards[move.table], state.boards[move.to_table]
    [mover] = [one for one in state.inside() if (one.table, one.seat) == (move.table, move.seat)]
    seat_at(state, mover, there, move.to_seat, note(why, here, there, move.to_seat))
    draft.tell(f"moved_{why}", mover.name, amount=move.to_seat, note=there.name)


def note(why: str, here: Board, there: Board, seat: int) -> str:
    """Why somebody was moved, for them to read."""
    return json.dumps([why, {"here": here.name, "there": there.name, "seat": seat}])


def _deal(draft: Draft) -> None:
    """Let every table that waits deal its next hand, unless something holds it."""
    state, structure = draft.state, draft.state.plan.structure
    if state.paused:
        return
    if structure.hands and state.dealt >= structure.hands * len(state.boards):
        next_level(draft)
    if state.resting or "cancel" in state.timers or is_final(state):
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
    touch(state, board)


# --- the end -------------------------------------------------------------------------------------


def finish(draft: Draft) -> None:
    """One has all the chips: everyone is paid, the results are read out."""
    state = draft.state
    place_fallen(draft)
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
    for name in [name for name in draft.state.timers if name.startswith("decide:")]:
        del draft.state.timers[name]
    free_seats(draft)
    place_fallen(draft)
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
