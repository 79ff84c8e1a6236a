"""Who comes into a tournament and who goes out of it before the last chip has decided. Pure."""

from __future__ import annotations

from bot.state import Command, Timer
from bot.terms import HOUR, SECOND
from bot.tournament import knockouts, money, play, queue, seats
from bot.tournament.state import Draft, Entrant, State
from bot.warden import check_welcome
from games import field
from games.play import Refused

FULL = 15 * SECOND
"""How long after the last entry a sit-and-go begins."""
PATIENCE = 24 * HOUR
"""So long after the last entry a sit-and-go that is not full is called off."""
WARNED = HOUR
"""So long before that everybody is told."""


def register(draft: Draft, command: Command) -> None:
    """Come in before the start, late, or again; or wait for a place. Raises Refused."""
    state, person = draft.state, command.person
    if person in state.barred:
        raise Refused("tournament.taken_out")
    check_welcome(state, command)
    known = state.entrants.get(person)
    _check_entry(state, person, known)
    # Who is out and has a minute left has a place kept for them.
    kept = known is not None and person in state.deciding()
    if not kept and (state.waiting or state.room() < 1):
        queue.line_up(draft, person, command.name)
        return
    _let_in(draft, person, command.name, known)


def call_up(draft: Draft, command: Command) -> None:
    """A place is free for somebody (`word`) on the waiting list. Raises Refused."""
    state, person = draft.state, command.word
    known = state.entrants.get(person)
    if person not in state.waiting or state.room() < 1:
        raise Refused("stale")
    _check_entry(state, person, known)
    name = state.waiting.pop(person)
    draft.tell("called_up", name, aloud=True)
    _let_in(draft, person, name, known)


def _check_entry(state: State, person: str, known: Entrant | None) -> None:
    """Refuse who may not come in, whether or not there is a place."""
    if state.phase not in ("open", "running"):
        raise Refused("tournament.is_over")
    if known and (known.table or state.phase == "open"):
        raise Refused("tournament.already")
    if known and known.entries > state.plan.again:
        raise Refused("tournament.no_more", most=state.plan.again)
    if not state.may_enter() and person not in state.deciding():
        raise Refused("tournament.entries_over")
    if refused := money.why_not_now(state, person):
        raise refused


def _let_in(draft: Draft, person: str, name: str, known: Entrant | None) -> None:
    state = draft.state
    if state.phase == "running":
        _come_in(draft, person, name, known)
        return
    state.entrants[person] = Entrant(person, name)
    money.pay_entry(draft, person)
    draft.tell("entered", name, amount=len(state.entrants))
    draft.answer = ("tournament_entered", {"amount": state.plan.cost})
    if state.plan.start:
        return
    await_entries(draft)
    if len(state.entrants) == state.plan.most:
        state.timers["start"] = Timer(draft.at + FULL)
        draft.tell("full", amount=FULL, aloud=True)


def bring_back(draft: Draft, person: str, name: str) -> None:
    """Who was taken out before the start has their place again, whoever waits for one; where it is
    no longer free they are the first who get one.
    """
    state = draft.state
    if state.room() < 1:
        queue.line_up_first(draft, person, name)
        return
    state.waiting.pop(person, None)
    _let_in(draft, person, name, None)


def await_entries(draft: Draft) -> None:
    """A sit-and-go waits for the next who comes in, but not for ever."""
    timers = draft.state.timers
    timers["unfilled"] = Timer(draft.at + PATIENCE)
    timers["warn"] = Timer(draft.at + PATIENCE - WARNED)


def warn_unfilled(draft: Draft) -> None:
    """Say that it is called off soon."""
    left = draft.state.timers["unfilled"].due - draft.at
    draft.tell("unfilled", amount=left, aloud=True)


def give_up(draft: Draft) -> None:
    """Nobody has come in for so long that nobody can still be counted on."""
    play.cancel(draft, "unfilled")


def _come_in(draft: Draft, person: str, name: str, known: Entrant | None) -> None:
    """Late, or again: a full stack and a random seat at a shortest table (TDA 8)."""
    state = draft.state
    if known is not None:
        known.entries += 1
        knockouts.rise(state, person)
    entrant = known or Entrant(person, name)
    state.entrants[person] = entrant
    money.pay_entry(draft, person)
    entrant.stack, entrant.head = state.plan.structure.stack, state.plan.bounty
    entrant.away = False
    _seat_latecomer(draft, entrant)
    kind = "again" if known else "late"
    draft.tell(kind, entrant.name)
    board = state.boards[entrant.table]
    draft.answer = ("tournament_seated", {"name": board.name, "seat": entrant.seat})
    play.arrange(draft)


def _seat_latecomer(draft: Draft, entrant: Entrant) -> None:
    """A seat that is free, else the first at one more table, which the others then fill."""
    state = draft.state
    found = field.late_seat(state.felts(), state.plan.size, draft.seed)
    if found is None:
        board = seats.add_board(state)
        found = board.number, field.by_lot(range(1, board.size + 1), draft.seed, "first")[0]
    seats.seat_at(state, entrant, state.boards[found[0]], found[1])


def banish(draft: Draft, command: Command) -> None:
    """Who is banned (`word`) is taken out before the start, afterwards blinded off."""
    _send_away(draft, command.word)


def depart(draft: Draft, command: Command) -> None:
    """Who has left the community is taken out before the start, afterwards blinded off."""
    _send_away(draft, command.person)


def _send_away(draft: Draft, person: str) -> None:
    entrant = draft.state.entrants.get(person)
    if queue.step_out(draft, person):
        return
    if person in draft.state.deciding():
        _decide_no(draft, person)
    elif draft.state.phase == "open":
        take_out(draft, person)
    elif entrant is None or not entrant.table or entrant.away:
        raise Refused("stale")
    else:
        # Their table is told, too; this is for who is on the way to another one.
        entrant.away = True


def unregister(draft: Draft, command: Command) -> None:
    """Go out before the start, with the whole entry back; wait for no place any more; or come in
    no more. Raises Refused.
    """
    if queue.step_out(draft, command.person):
        draft.answer = ("tournament_not_waiting", {})
    elif command.person in draft.state.deciding():
        _decide_no(draft, command.person)
        draft.answer = ("tournament_decided", {})
    else:
        take_out(draft, command.person)
        draft.answer = ("tournament_out", {"amount": draft.state.plan.cost})


def _decide_no(draft: Draft, person: str) -> None:
    """Who is out of chips buys no more: nobody waits for them."""
    draft.state.let_by(f"decide:{person}")
    play.arrange(draft)


def take_out(draft: Draft, person: str) -> None:
    """Give back the entry of somebody before the start. Raises Refused."""
    state = draft.state
    if state.phase != "open":
        raise Refused("tournament.started")
    if person not in state.entrants:
        raise Refused("tournament.not_in")
    money.refund_entry(draft, person)
    name = state.entrants.pop(person).name
    draft.tell("withdrew", name, amount=len(state.entrants))
    timer = state.timers.get("start")
    enough = len(state.entrants) >= state.plan.least
    if timer and not (enough if timer.valid else state.plan.start):
        # A host's start needs enough, one by the clock is kept, a full one is full no more.
        wait_for_start(draft)


def wait_for_start(draft: Draft) -> None:
    """It does not begin now: it waits for its time, or until it is full."""
    state = draft.state
    state.timers.pop("start", None)
    if state.plan.start:
        state.timers["start"] = Timer(state.plan.start)
    elif len(state.entrants) == state.plan.most:
        state.timers["start"] = Timer(draft.at + FULL)
