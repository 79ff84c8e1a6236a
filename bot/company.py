"""Computer players at a table: who may seat them, whose chips they play, when they make room.

Pure: each function changes a `Draft`, which is thrown away when it raises Refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot import bankroll, seats
from bot.state import COMPUTER, Chair, Command, Draft, State
from bot.terms import PACES, Terms
from games.play import Refused


def allowed(terms: Terms) -> bool:
    """Whether computer players may sit here: never where buy-ins are written down as debts."""
    return terms.computers and not terms.tab


def offered(state: State) -> bool:
    """Whether people are shown the way to add and remove computer players: there must be some."""
    people = any(not chair.computer for chair in state.chairs.values())
    useful = bool(state.open_seats() or state.computers())
    return people and useful and allowed(state.terms) and not state.closing


def invite(draft: Draft, command: Command) -> None:
    """Seat a computer player (`word`: temperament, then names parted by |). Raises Refused.

    The first name that nobody here has is taken: a row of the stream says all that it needs.
    """
    state = draft.state
    _check_may(state, command)
    temperament, _, names = command.word.partition(" ")
    free = seat(draft, temperament, names.split("|"))
    facts: dict[str, int | str] = {"who": state.chairs[free].called, "seat": free}
    draft.answer = ("computer_in", facts)


def seat(draft: Draft, temperament: str, names: Sequence[str]) -> int:
    """Give a free seat to a computer player with the usual chips of the house. Raises Refused."""
    state = draft.state
    if not allowed(state.terms):
        raise Refused("computers_on_tab" if state.terms.tab else "computers_off")
    if state.closing:
        raise Refused("closing")
    free = state.free_seats()
    if not state.open_seats():
        raise Refused("no_seat_for_computer")
    here = {chair.name.casefold() for chair in state.chairs.values()}
    name = next((name for name in names if name.casefold() not in here), names[0])
    amount = bankroll.usual_buy_in(state)
    state.chairs[free[0]] = Chair(
        _new_id(state),
        name,
        amount,
        PACES[state.terms.pace].bank,
        owes=seats.owed_by_newcomer(state),
        posts=True,
        computer=temperament,
    )
    bankroll.pay_in(draft, free[0], amount)
    draft.say("sat", free[0], amount=amount)
    seats.wake(draft)
    return free[0]


def _new_id(state: State) -> str:
    """An id that no computer player at this table ever had: an old button means none but its own.

    The books have everybody who ever sat here.
    """
    had = (who.removeprefix(COMPUTER) for who in state.books if who.startswith(COMPUTER))
    return f"{COMPUTER}{1 + max(map(int, had), default=0)}"


def dismiss(draft: Draft, command: Command) -> None:
    """Send a computer player home (`word`: its id), after the hand it is in. Raises Refused."""
    state = draft.state
    _check_may(state, command)
    there = state.seat_of(command.word)
    if there is None or there not in state.computers():
        raise Refused("stale")
    draft.answer = ("computer_out", {"who": state.chairs[there].called})
    _send(draft, there)


def send_home(draft: Draft) -> None:
    """Send every computer player home, after the hand it is in."""
    for there in draft.state.computers():
        _send(draft, there)


def _send(draft: Draft, there: int) -> None:
    # Like who is kicked, it plays its hand: nobody wins a pot by sending it away.
    seats.send_home(draft, there, "kicked" if draft.state.in_hand(there) else "left")


def _check_may(state: State, command: Command) -> None:
    mine = state.seat_of(command.person)
    if mine is None and not command.host and command.person != state.host:
        raise Refused("sit_first")


# --- making room ---------------------------------------------------------------------------------


def sit(draft: Draft, command: Command) -> None:
    """Take a seat; where computer players have the last ones, one makes room. Raises Refused.

    In a hand it plays on to its end: the person waits for that, and the seat is kept for them.
    """
    state = draft.state
    if _full_for(state, command.person) and state.seat_of(command.person) is None:
        idle = [there for there in state.computers() if not state.in_hand(there)]
        if idle and len(state.free_seats()) == _ahead(state, command.person):
            seats.stand_up(draft, command.seat if command.seat in idle else idle[-1], "left")
        elif state.computers() or _going(state):
            _wait_for_room(draft, command)
            return
    seats.sit(draft, command)


def _wait_for_room(draft: Draft, command: Command) -> None:
    state = draft.state
    if all(person != command.person for person, _ in state.queue):
        seats.join_queue(draft, command)
    _make_room(draft)
    place = 1 + _ahead(state, command.person)
    draft.answer = ("seat_soon", {"n": place})


def join_queue(draft: Draft, command: Command) -> None:
    """Wait for a seat; a computer player makes room for each who waits. Raises Refused."""
    seats.join_queue(draft, command)
    _make_room(draft)


def _make_room(draft: Draft) -> None:
    """Let as many computer players go as there are people waiting without a seat to come."""
    state = draft.state
    missing = len(state.queue) - len(state.free_seats()) - _going(state)
    # Who is not in the hand can go at once.
    staying = sorted(state.computers(), key=lambda there: (state.in_hand(there), -there))
    for there in staying[: max(0, missing)]:
        _send(draft, there)


def _going(state: State) -> int:
    """How many computer players leave with the end of this hand."""
    return sum(bool(chair.computer) and chair.kicked for chair in state.chairs.values())


def _ahead(state: State, person: str) -> int:
    """How many wait before this person."""
    waiting = [one for one, _ in state.queue]
    return waiting.index(person) if person in waiting else len(waiting)


def _full_for(state: State, person: str) -> bool:
    return len(state.free_seats()) <= _ahead(state, person)


def rebuy(draft: Draft, there: int) -> None:
    """A computer player that lost everything buys in again, so that the table stays alive."""
    state = draft.state
    chair = state.chairs[there]
    chair.stack = bankroll.usual_buy_in(state)
    bankroll.pay_in(draft, there, chair.stack)
    draft.say("rebought", there, amount=chair.stack)
