"""What the host of a tournament may do to it, and undo. Pure: each function changes a `Draft`.

What cannot be made good again takes effect only after a while in which it may be undone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.kind import host_only
from bot.state import Command, Timer
from bot.terms import MINUTE, SECOND
from bot.tournament import entries, errands, play
from bot.tournament.state import DEEDS, Deed, Draft, Entrant, State, Undo
from bot.warden import HOUSE, check_welcome
from games.play import Refused

CLOCKS = ("level", "rest")
"""What a pause stops."""
GRACE = MINUTE
"""How long a tournament that is called off, or who is taken out, still goes on."""
FROM_HOST = "host"
"""What a start is valid for that the host has ordered."""


def check_host(state: State, command: Command) -> None:
    """Refused for everyone but the host and managers, and for a host who is banned."""
    check_welcome(state, command)
    host_only(state, command)


def check_running(state: State) -> None:
    """Refused unless hands are being played."""
    if state.phase != "running":
        raise Refused("tournament.not_running")


def _did(
    draft: Draft, command: Command, kind: str, undo: Undo | None, *, amount: int = 0,
    note: str = "", aloud: bool = False,
) -> None:  # fmt: skip
    """Tell what the host did, write it into their log, and keep what it takes to undo it."""
    draft.tell(kind, command.name, amount=amount, note=note, aloud=aloud)
    state = draft.state
    state.deeds = (*state.deeds, Deed(draft.at, draft.said[-1]))[-DEEDS:]
    state.undoes = (*state.undoes, *((undo,) if undo else ()))[-DEEDS:]


# --- the clock -----------------------------------------------------------------------------------


def pause(draft: Draft, command: Command) -> None:
    """No table deals another hand, and the clock stands."""
    state = draft.state
    check_host(state, command)
    check_running(state)
    if state.paused:
        raise Refused("already_paused")
    stop_clocks(draft)
    _did(draft, command, "paused", Undo("pause"), aloud=True)
    draft.answer = ("tournament_paused", {})


def stop_clocks(draft: Draft) -> None:
    """Pause: what is left of the level and of a break is kept for the resumption."""
    state = draft.state
    state.paused = True
    for name in CLOCKS:
        if timer := state.timers.pop(name, None):
            state.frozen[name] = Timer(max(0, timer.due - draft.at), timer.valid)


def resume(draft: Draft, command: Command) -> None:
    """The clock goes on with what was left of it, and hands are dealt again."""
    state = draft.state
    check_host(state, command)
    if not state.paused:
        raise Refused("not_paused")
    stood = dict(state.frozen)
    _go_on(draft)
    _did(draft, command, "resumed", Undo("resume", clocks=stood), aloud=True)
    draft.answer = ("tournament_resumed", {})
    play.arrange(draft)


def _go_on(draft: Draft) -> None:
    state = draft.state
    state.paused = False
    for name, left in state.frozen.items():
        state.timers[name] = Timer(draft.at + left.due, left.valid)
    state.frozen = {}


def add_time(draft: Draft, command: Command) -> None:
    """Make the present level longer by `amount` minutes."""
    state = draft.state
    check_host(state, command)
    check_running(state)
    for timers in (state.timers, state.frozen):
        if timer := timers.get("level"):
            added = command.amount * MINUTE
            timers["level"] = timer._replace(due=timer.due + added)
            undo = Undo("add_time", amount=added, clocks={"level": timer})
            _did(draft, command, "time_added", undo, amount=added)
            draft.answer = ("tournament_time_added", {"n": command.amount})
            return
    raise Refused("tournament.no_clock")


# --- beginning, ending, the host -----------------------------------------------------------------


def start_now(draft: Draft, command: Command) -> None:
    """Begin with those who are there, in `amount` ms."""
    state = draft.state
    check_host(state, command)
    if state.phase != "open":
        raise Refused("tournament.started")
    if "cancel" in state.timers:
        raise Refused("tournament.cancelling")
    if len(state.entrants) < state.plan.least:
        raise Refused("tournament.too_few", least=state.plan.least)
    due, coming = draft.at + command.amount, state.timers.get("start")
    if command.amount and coming and coming.due <= due:
        raise Refused("tournament.starting")
    _did(draft, command, "started_by", Undo("start"), amount=command.amount, aloud=True)
    draft.answer = ("tournament_started", {"seconds": command.amount // SECOND})
    if command.amount:
        state.timers["start"] = Timer(due, FROM_HOST)
    else:
        play.begin(draft)


def cancel(draft: Draft, command: Command) -> None:
    """Call it off in `amount` ms, and deal no hand until then."""
    state = draft.state
    check_host(state, command)
    if state.phase not in ("open", "running"):
        raise Refused("tournament.is_over")
    if "cancel" in state.timers:
        raise Refused("tournament.cancelling")
    undo = Undo("cancel", amount=command.amount)
    _did(draft, command, "cancelling", undo, amount=command.amount, aloud=True)
    draft.answer = ("tournament_cancelled", {"seconds": command.amount // SECOND})
    if command.amount:
        state.timers["cancel"] = Timer(draft.at + command.amount)
    else:
        play.cancel(draft, "host")


def hand_over(draft: Draft, command: Command) -> None:
    """Make another person the host (`word`: id and name). Raises Refused."""
    state = draft.state
    check_host(state, command)
    person, _, name = command.word.partition(" ")
    if person == state.host:
        raise Refused("order.already_host", name=name)
    if person in state.barred or person == HOUSE:
        raise Refused("order.no_host", name=name)
    _did(draft, command, "host_now", None, note=name)
    state.host = person
    draft.answer = ("tournament_host_now", {"who": name})


# --- players -------------------------------------------------------------------------------------


def remove(draft: Draft, command: Command) -> None:
    """Take somebody (`word`) out: before the start with their entry back; in play after `amount` ms
    and the hand they are in then. Raises Refused.
    """
    state, who = draft.state, command.word
    check_host(state, command)
    entrant = state.entrants.get(who)
    if entrant is None:
        raise Refused("tournament.not_in")
    if state.phase == "open":
        entries.take_out(draft, who)
        undo = Undo("remove", who, entrant.name)
        _did(draft, command, "removed", undo, note=entrant.name)
        draft.answer = ("tournament_removed", {"who": entrant.name})
        return
    _check_seated(state, entrant)
    state.timers[f"remove:{who}"] = Timer(draft.at + command.amount, who)
    undo = Undo("expel", who, entrant.name)
    _did(draft, command, "removing", undo, amount=command.amount, note=entrant.name, aloud=True)
    grace = command.amount // SECOND
    draft.answer = ("tournament_removing", {"who": entrant.name, "seconds": grace})


def move(draft: Draft, command: Command) -> None:
    """Move somebody (`word`) to a table (number in `amount`) and `seat` (0 for any) as soon as they
    are between two hands. Raises Refused.
    """
    state, who = draft.state, command.word
    check_host(state, command)
    entrant = state.entrants.get(who)
    if entrant is None:
        raise Refused("tournament.not_in")
    _check_seated(state, entrant)
    if not entrant.stack:
        raise Refused("tournament.is_out", name=entrant.name)
    board = state.boards.get(command.amount)
    if board is None:
        raise Refused("tournament.no_table", names=", ".join(map(str, sorted(state.boards))))
    if entrant.table == board.number:
        raise Refused("tournament.there_already", name=board.name)
    if command.seat > board.size:
        raise Refused("tournament.no_seat", most=board.size)
    state.moving[who] = board.number, command.seat
    undo = Undo("move", who, entrant.name)
    _did(draft, command, "moving", undo, amount=board.number, note=entrant.name)
    draft.answer = ("tournament_moving", {"who": entrant.name, "name": board.name})
    errands.run(draft)
    play.arrange(draft)


def _check_seated(state: State, entrant: Entrant) -> None:
    """Refused for who has no seat, or is about to be taken out."""
    check_running(state)
    if not entrant.table:
        raise Refused("tournament.is_out", name=entrant.name)
    if f"remove:{entrant.person}" in state.timers or entrant.person in state.going:
        raise Refused("tournament.going", name=entrant.name)


# --- undoing -------------------------------------------------------------------------------------


def undo(draft: Draft, command: Command) -> None:
    """Undo the last act of a host that is not undone yet, as long as that can be. Raises Refused
    with the reason.

    Where `amount` says how many acts there were when it was asked for, it is none of a later one.
    """
    state = draft.state
    check_host(state, command)
    if command.amount and command.amount != len(state.deeds):
        raise Refused("stale")
    if state.phase not in ("open", "running"):
        raise Refused("tournament.is_over")
    if not state.undoes:
        raise Refused("tournament.nothing_to_undo")
    last, state.undoes = state.undoes[-1], state.undoes[:-1]
    _UNDO[last.verb](draft, last)
    _did(draft, command, "undone", None, note=last.verb, aloud=True)
    draft.answer = ("tournament_undone", {"what": last.verb})
    play.arrange(draft)


def _undo_pause(draft: Draft, last: Undo) -> None:
    if not draft.state.paused:
        raise Refused("not_paused")
    _go_on(draft)


def _undo_resume(draft: Draft, last: Undo) -> None:
    """Paused again, with what was left of the level then, where it is still the same."""
    state = draft.state
    if state.paused:
        raise Refused("already_paused")
    stop_clocks(draft)
    for name, left in last.clocks.items():
        if name in state.frozen and state.frozen[name].valid == left.valid:
            state.frozen[name] = left


def _undo_add_time(draft: Draft, last: Undo) -> None:
    state, level = draft.state, last.clocks["level"].valid
    for timers, least in ((state.timers, draft.at), (state.frozen, 0)):
        timer = timers.get("level")
        if timer and timer.valid == level:
            timers["level"] = timer._replace(due=max(least, timer.due - last.amount))
            return
    raise Refused("tournament.level_is_over")


def _undo_start(draft: Draft, last: Undo) -> None:
    timer = draft.state.timers.get("start")
    if draft.state.phase != "open" or timer is None or timer.valid != FROM_HOST:
        raise Refused("tournament.started")
    entries.wait_for_start(draft)


def _undo_cancel(draft: Draft, last: Undo) -> None:
    """The time in which no hand was dealt does not run off the clock."""
    state = draft.state
    stood = draft.at - (state.timers.pop("cancel").due - last.amount)
    for name in CLOCKS:
        if timer := state.timers.get(name):
            state.timers[name] = timer._replace(due=timer.due + stood)


def _undo_remove(draft: Draft, last: Undo) -> None:
    """They are in again, for the same entry; Overdrawn where their wallet has no longer that."""
    if draft.state.phase != "open":
        raise Refused("tournament.started")
    entries.register(draft, Command("register", person=last.person, name=last.name, at=draft.at))


def _undo_expel(draft: Draft, last: Undo) -> None:
    state = draft.state
    if not state.entrants[last.person].table:
        raise Refused("tournament.is_out", name=last.name)
    state.timers.pop(f"remove:{last.person}", None)
    state.going = [who for who in state.going if who != last.person]


def _undo_move(draft: Draft, last: Undo) -> None:
    if draft.state.moving.pop(last.person, None) is None:
        raise Refused("tournament.moved_already", name=last.name)


_UNDO: Mapping[str, Callable[[Draft, Undo], None]] = {
    "pause": _undo_pause,
    "resume": _undo_resume,
    "add_time": _undo_add_time,
    "start": _undo_start,
    "cancel": _undo_cancel,
    "remove": _undo_remove,
    "expel": _undo_expel,
    "move": _undo_move,
}
