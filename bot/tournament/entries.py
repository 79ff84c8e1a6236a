"""Who comes into a tournament and who goes out of it before the last chip has decided. Pure."""

from __future__ import annotations

from bot.state import SECOND, Command, Timer
from bot.tournament import money, play
from bot.tournament.state import Draft, Entrant, State
from bot.warden import check_welcome
from games import field
from games.play import Refused

FULL = 15 * SECOND
"""How long after the last entry a sit-and-go begins."""


def register(draft: Draft, command: Command) -> None:
    """Come in before the start, late, or again. Raises Refused."""
    state = draft.state
    check_welcome(state, command)
    known = state.entrants.get(command.person)
    if known and (known.table or state.phase == "open"):
        raise Refused("tournament.already")
    if state.phase == "running":
        _come_in(draft, command, known)
        return
    if state.phase != "open":
        raise Refused("tournament.is_over")
    if len(state.entrants) >= state.plan.most:
        raise Refused("tournament.full", most=state.plan.most)
    state.entrants[command.person] = Entrant(command.person, command.name)
    money.pay_entry(draft, command.person)
    draft.tell("entered", command.name, amount=len(state.entrants))
    draft.answer = ("tournament_entered", {"amount": state.plan.cost})
    if not state.plan.start and len(state.entrants) == state.plan.most:
        state.timers["start"] = Timer(draft.at + FULL)
        draft.tell("full", amount=FULL, aloud=True)


def _come_in(draft: Draft, command: Command, known: Entrant | None) -> None:
    """Late, or again: a full stack and a random seat at a shortest table (TDA 8)."""
    state, person = draft.state, command.person
    if known is None and not state.entering:
        raise Refused("tournament.entries_over")
    if known is None and len(state.entrants) >= state.plan.most:
        raise Refused("tournament.full", most=state.plan.most)
    if known is not None:
        if known.entries > state.plan.again:
            raise Refused("tournament.no_more", most=state.plan.again)
        if not state.entering and person not in state.deciding():
            raise Refused("tournament.entries_over")
        _rise(state, known)
    entrant = known or Entrant(person, command.name)
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


def _rise(state: State, known: Entrant) -> None:
    """Take back the place of who comes in again: only the last entry places."""
    known.entries += 1
    state.timers.pop(f"decide:{known.person}", None)
    fallen = [[who for who in tied if who != known.person] for tied in state.fallen]
    state.fallen = [tied for tied in fallen if tied]
    state.falling = [one for one in state.falling if one[0] != known.person]


def _seat_latecomer(draft: Draft, entrant: Entrant) -> None:
    """A seat that is free, else the first at one more table, which the others then fill."""
    state = draft.state
    found = field.late_seat(state.felts(), draft.seed)
    if found is None:
        board = play.add_board(state)
        found = board.number, field.by_lot(range(1, board.size + 1), draft.seed, "first")[0]
    play.seat_at(state, entrant, state.boards[found[0]], found[1])


def banish(draft: Draft, command: Command) -> None:
    """Who is banned (`word`) is taken out before the start, afterwards blinded off."""
    _send_away(draft, command.word)


def depart(draft: Draft, command: Command) -> None:
    """Who has left the community is taken out before the start, afterwards blinded off."""
    _send_away(draft, command.person)


def _send_away(draft: Draft, person: str) -> None:
    entrant = draft.state.entrants.get(person)
    if draft.state.phase == "open":
        take_out(draft, person)
    elif entrant is None or not entrant.table or entrant.away:
        raise Refused("stale")
    else:
        # Their table is told, too; this is for who is on the way to another one.
        entrant.away = True


def unregister(draft: Draft, command: Command) -> None:
    """Go out before the start, with the whole entry back. Raises Refused."""
    take_out(draft, command.person)
    draft.answer = ("tournament_out", {"amount": draft.state.plan.cost})


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
    if not state.plan.start:
        state.timers.pop("start", None)
