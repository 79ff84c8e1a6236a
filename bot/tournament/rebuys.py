"""More chips for who is in a tournament already: rebuys, and one add-on. Pure.

Chips come between two hands: what is bought during one is there before the next.
"""

from __future__ import annotations

from bot.state import Command
from bot.tournament import knockouts, money, play, seats
from bot.tournament.state import Draft, Entrant, State
from bot.warden import check_welcome
from games.play import Refused


def may_rebuy(state: State, person: str) -> bool:
    """Whether somebody may buy the first stack once more now."""
    return _why_no_rebuy(state, person) is None


def _why_no_rebuy(state: State, person: str) -> Refused | None:
    plan, one = state.plan, state.entrants.get(person)
    if not plan.rebuys:
        return Refused("tournament.no_rebuys")
    if refused := _waits(state, person):
        return refused
    if state.phase != "running" or one is None or not one.table:
        return Refused("tournament.not_seated")
    if not state.entering and person not in state.deciding():
        return Refused("tournament.rebuys_over")
    if one.rebuys >= plan.rebuys:
        return Refused("tournament.rebuys_used", most=plan.rebuys)
    if one.stack + one.coming > plan.structure.stack:
        return Refused("tournament.too_many_chips", most=plan.structure.stack)
    return money.why_not_now(state, person)


def _waits(state: State, person: str) -> Refused | None:
    """Who only waits for a place has nothing to buy more of."""
    return Refused("tournament.waits") if person in state.waiting else None


def _check_welcome(state: State, command: Command) -> None:
    if command.person in state.barred:
        raise Refused("tournament.taken_out")
    check_welcome(state, command)


def rebuy(draft: Draft, command: Command) -> None:
    """Buy the first stack once more, in the seat one has. Raises Refused."""
    state, plan = draft.state, draft.state.plan
    _check_welcome(state, command)
    if refused := _why_no_rebuy(state, command.person):
        raise refused
    one = state.entrants[command.person]
    one.rebuys += 1
    state.rebuys += 1
    money.pay_chips(draft, "tournament_rebuy", one, plan.rebuy)
    draft.tell("rebought", one.name, amount=plan.structure.stack)
    if one.stack:
        _give(draft, one, plan.structure.stack, plan.rebuy)
    else:
        _back_in(draft, one)
    play.arrange(draft)


def _back_in(draft: Draft, one: Entrant) -> None:
    """Who was out of chips is dealt in again at their seat; whoever broke them wins no bounty."""
    state = draft.state
    knockouts.rise(state, one.person)
    one.stack, one.away, one.by = state.plan.structure.stack, False, ()
    board = state.boards[one.table]
    seats.seat_at(state, one, board, one.seat)
    draft.answer = ("tournament_seated", {"name": board.name, "seat": one.seat})


def may_add_on(state: State, person: str) -> bool:
    """Whether somebody may take the add-on now."""
    return _why_no_addon(state, person) is None


def _why_no_addon(state: State, person: str) -> Refused | None:
    plan, one = state.plan, state.entrants.get(person)
    if not plan.addon_stack:
        return Refused("tournament.no_addon")
    if refused := _waits(state, person):
        return refused
    if state.phase != "running" or one is None or not one.table:
        return Refused("tournament.not_seated")
    if not state.adding:
        key = "tournament.addon_early" if state.entering else "tournament.addon_over"
        return Refused(key)
    if one.added:
        return Refused("tournament.addon_once")
    if not one.stack:
        return Refused("tournament.rebuy_first")
    return money.why_not_now(state, person)


def add_on(draft: Draft, command: Command) -> None:
    """Take the add-on, once. Raises Refused."""
    state, plan = draft.state, draft.state.plan
    _check_welcome(state, command)
    if refused := _why_no_addon(state, command.person):
        raise refused
    one = state.entrants[command.person]
    one.added = True
    state.addons += 1
    money.pay_chips(draft, "tournament_addon", one, plan.addon)
    draft.tell("added_on", one.name, amount=plan.addon_stack)
    _give(draft, one, plan.addon_stack, plan.addon)


def _give(draft: Draft, one: Entrant, chips: int, price: int) -> None:
    """At once, or before the next hand where their table is about one."""
    board = draft.state.boards[one.table]
    if board.busy:
        one.coming, one.owed = one.coming + chips, one.owed + price
        draft.answer = ("tournament_chips_coming", {"amount": chips})
        return
    one.stack += chips
    seats.touch(draft.state, board)
    draft.answer = ("tournament_chips_here", {"amount": chips})
