"""What the host of a tournament may do to it, and undo. Pure: each function changes a `Draft`.

What cannot be made good again takes effect only after a while in which it may be undone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from bot.kind import host_only
from bot.state import Command, Timer
from bot.terms import MINUTE, SECOND
from bot.tournament import clock, entries, errands, play
from bot.tournament.state import DEEDS, Deed, Draft, Entrant, State, Undo
from bot.warden import HOUSE
from games.play import Refused

GRACE = MINUTE
"""How long a tournament that is called off, or who is taken out, still goes on."""
FROM_HOST = "host"
"""What a start is valid for that the host has ordered."""


def check_host(state: State, command: Command) -> None:
    """Refused for everyone but the host and managers, and for a host who is banned; one who was
    taken out of play, by themselves perhaps, is still the host.
    """
    if command.barred:
        raise Refused("order.banned")
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
    """No table deals another hand, and all time stands."""
    state = draft.state
    check_host(state, command)
    check_running(state)
    if state.paused:
        raise Refused("already_paused")
    state.paused = True
    _did(draft, command, "paused", Undo("pause"), aloud=True)
    draft.answer = ("tournament_paused", {})


def resume(draft: Draft, command: Command) -> None:
    """Time goes on with what was left of it, and hands are dealt again."""
    state = draft.state
    check_host(state, command)
    if not state.paused:
        raise Refused("not_paused")
    stood = {name: left for name, left in state.frozen.items() if name in clock.CLOCKS}
    state.paused = False
    _did(draft, command, "resumed", Undo("resume", clocks=stood), aloud=True)
    draft.answer = ("tournament_resumed", {})
    play.arrange(draft)


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
    key = "" if state.plan.series is None else "_last" if state.last else "_once"
    draft.answer = (f"tournament_cancelled{key}", {"seconds": command.amount // SECOND})
    if command.amount:
        state.timers["cancel"] = Timer(draft.at + command.amount)
    else:
        play.cancel(draft, "host")


def last(draft: Draft, command: Command) -> None:
    """No other one of its series follows it. Raises Refused."""
    state = draft.state
    check_host(state, command)
    if state.phase not in ("open", "running"):
        raise Refused("tournament.is_over")
    if state.plan.series is None:
        raise Refused("tournament.no_series")
    if state.last:
        raise Refused("tournament.last_already")
    state.last = True
    _did(draft, command, "last", Undo("last"), aloud=True)
    draft.answer = ("tournament_last", {})


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
    key = "tournament_removing_paused" if state.paused else "tournament_removing"
    draft.answer = (key, {"who": entrant.name, "seconds": command.amount // SECOND})


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
    if state.leaving(entrant.person):
        raise Refused("tournament.going", name=entrant.name)


# --- undoing -------------------------------------------------------------------------------------


def undo(draft: Draft, command: Command) -> None:
    """Undo the newest act of a host, or the one that lies `seat` acts below it, as long as that can
    be. Raises Refused with the reason.

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
    if command.seat >= len(state.undoes):
        raise Refused("stale")
    at = len(state.undoes) - 1 - command.seat
    meant = state.undoes[at]
    if refused := why_not(state, meant):
        raise refused
    state.undoes = (*state.undoes[:at], *state.undoes[at + 1 :])
    _WAYS[meant.verb].back(draft, meant)
    _did(draft, command, "undone", None, note=meant.verb, aloud=True)
    key = "tournament_undone_of" if meant.name else "tournament_undone"
    draft.answer = (key, {"what": meant.verb, "who": meant.name})
    play.arrange(draft)


def why_not(state: State, act: Undo) -> Refused | None:
    """Why an act cannot be undone now: mostly because it is done."""
    reason = _WAYS[act.verb].why_not(state, act)
    return Refused(reason, name=act.name) if reason else None


def newest(state: State) -> int | None:
    """How many acts of hosts lie above the newest that can be undone; None where none can."""
    acts = enumerate(reversed(state.undoes))
    return next((above for above, act in acts if why_not(state, act) is None), None)


def _undo_pause(draft: Draft, act: Undo) -> None:
    draft.state.paused = False


def _undo_resume(draft: Draft, act: Undo) -> None:
    """Paused again, with what was left of the level then, where it is still the same."""
    state = draft.state
    state.paused = True
    clock.keep(draft)
    for name, left in act.clocks.items():
        if name in state.frozen and state.frozen[name].valid == left.valid:
            state.frozen[name] = left


def _undo_add_time(draft: Draft, act: Undo) -> None:
    for timers, least in ((draft.state.timers, draft.at), (draft.state.frozen, 0)):
        if timer := timers.get("level"):
            timers["level"] = timer._replace(due=max(least, timer.due - act.amount))


def _undo_start(draft: Draft, act: Undo) -> None:
    entries.wait_for_start(draft)


def _undo_cancel(draft: Draft, act: Undo) -> None:
    del draft.state.timers["cancel"]


def _undo_remove(draft: Draft, act: Undo) -> None:
    """They are in again, for the same entry; Overdrawn where their wallet has no longer that."""
    entries.bring_back(draft, act.person, act.name)


def _undo_expel(draft: Draft, act: Undo) -> None:
    draft.state.let_by(f"remove:{act.person}")
    draft.state.going = [who for who in draft.state.going if who != act.person]


def _undo_move(draft: Draft, act: Undo) -> None:
    del draft.state.moving[act.person]


def _undo_last(draft: Draft, act: Undo) -> None:
    draft.state.last = False


def _level_is_over(state: State, act: Undo) -> str:
    level = act.clocks["level"].valid
    running = (timers.get("level") for timers in (state.timers, state.frozen))
    return "" if any(one and one.valid == level for one in running) else "tournament.level_is_over"


def _has_begun(state: State, act: Undo) -> str:
    timer = state.timers.get("start")
    waits = state.phase == "open" and timer is not None and timer.valid == FROM_HOST
    return "" if waits else "tournament.started"


def _is_in(state: State, act: Undo) -> str:
    if state.phase != "open":
        return "tournament.started"
    return "tournament.in_again" if act.person in state.entrants else ""


class Way(NamedTuple):
    """How an act is undone, and what says why it cannot be: the key of a refusal, "" if it can."""

    back: Callable[[Draft, Undo], None]
    why_not: Callable[[State, Undo], str]


_WAYS: Mapping[str, Way] = {
    "pause": Way(_undo_pause, lambda state, act: "" if state.paused else "not_paused"),
    "resume": Way(_undo_resume, lambda state, act: "already_paused" if state.paused else ""),
    "add_time": Way(_undo_add_time, _level_is_over),
    "start": Way(_undo_start, _has_begun),
    "cancel": Way(
        _undo_cancel, lambda state, act: "" if "cancel" in state.timers else "tournament.is_over"
    ),
    "remove": Way(_undo_remove, _is_in),
    "expel": Way(
        _undo_expel, lambda state, act: "" if state.leaving(act.person) else "tournament.is_out"
    ),
    "last": Way(_undo_last, lambda state, act: "" if state.last else "tournament.is_over"),
    "move": Way(
        _undo_move,
        lambda state, act: "" if act.person in state.moving else "tournament.moved_already",
    ),
}
