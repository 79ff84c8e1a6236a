"""Who goes out of a tournament: their minute to buy more, the bounty on them, the place they get.

Pure: each function changes a `Draft`.
"""

from __future__ import annotations

from bot.directed import Report
from bot.state import Timer
from bot.tournament import money
from bot.tournament.seats import touch
from bot.tournament.state import DECIDE, Board, Draft, Entrant, State
from games import ranking


def knock_out(draft: Draft, board: Board, told: Report) -> None:
    """Who has lost all their chips in the hand that a table reports is out, or may buy more."""
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


def rise(state: State, person: str) -> None:
    """Take back the place of who is in it again: only the last time out places."""
    state.let_by(f"decide:{person}")
    fallen = [[who for who in tied if who != person] for tied in state.fallen]
    state.fallen = [tied for tied in fallen if tied]
    state.falling = [one for one in state.falling if one[0] != person]


def place_fallen(draft: Draft) -> None:
    """Give places to all that went out together (TDA RP-8)."""
    state = draft.state
    if not state.falling:
        return
    busts = [ranking.Bust(*one) for one in state.falling]
    state.falling = []
    for place, tied in reversed(ranking.places(busts, len(state.playing()))):
        state.fallen.append(tied)
        for who in tied:
            if not state.entrants[who].table:
                draft.tell("out", state.entrants[who].name, amount=place)
    money.award(draft)
