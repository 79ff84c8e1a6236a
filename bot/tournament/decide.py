"""What a tournament makes of a command: its announcement, deals, timers. Pure.

Deciding twice gives the same: a tournament is rebuilt by deciding its stored commands again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from bot.kind import Row, played_again
from bot.meaning import MOST_TIMES
from bot.state import Command, Timer
from bot.terms import MINUTE, PACES
from bot.text import MOST_CHIPS
from bot.tournament import chop, clock, entries, errands, host, play, rebuys, series
from bot.tournament.plan import Plan
from bot.tournament.state import Draft, State
from games import levels
from games.play import Refused

MOST_PLAYERS = 500
MOST_ADDON = 10
"""First stacks that an add-on may be."""
LATE_START = MINUTE
"""How soon one begins whose start has passed while the dealer was down."""
REMINDERS = (60 * MINUTE, 10 * MINUTE, 2 * MINUTE)
"""How long before a start everybody is reminded."""


def decide(state: State, command: Command) -> Draft:
    """Carry out a command on a copy of `state`; raises Refused, and `state` is as it was."""
    if state.closed:
        raise Refused("table_closed")
    carry_out = _VERBS.get(command.verb)
    if carry_out is None or (command.person and command.verb in _OF_THE_HOUSE):
        raise Refused("tournament.only_lobby")
    draft = Draft(state.copy(), command.at, bytes.fromhex(command.seed))
    carry_out(draft, command)
    clock.keep(draft)
    draft.state.seen = command.at
    return draft


def rebuild(rows: Iterable[Row]) -> State:
    """The state after the rows of a stream, the first with a checkpoint. Raises Mismatch."""
    return played_again(rows, State.from_json, decide)


def salvage(blank: State, rows: Iterable[Row]) -> State:
    """The tournament as far as its stream goes through; a void pauses it."""
    state = blank
    for command, _, checkpoint in rows:
        with suppress(ValueError, LookupError, TypeError, AttributeError):
            if checkpoint is not None:
                state = State.from_json(checkpoint)
        with suppress(Refused, ValueError, LookupError, TypeError, AttributeError):
            state = decide(state, Command.from_json(command)).state
    return state


def check_plan(plan: Plan) -> None:
    """Refuse a tournament that cannot be played."""
    levels.check(plan.structure)
    if not 2 <= plan.size <= 10:
        raise Refused("bad_size", least=2, most=10)
    if not 2 <= plan.least <= plan.most <= MOST_PLAYERS:
        raise Refused("tournament.players", least=2, most=MOST_PLAYERS)
    if plan.pace not in PACES:
        raise Refused("bad_pace", paces=", ".join(PACES))
    more = (plan.rebuy * max(1, plan.rebuys), plan.addon)
    amounts = (plan.buy_in, plan.fee, plan.bounty, plan.added, plan.guarantee, *more)
    if max(amounts) * MOST_PLAYERS > MOST_CHIPS * 100:
        raise Refused("too_much", most=MOST_CHIPS * 100 // MOST_PLAYERS)
    if plan.again and not plan.structure.late:
        raise Refused("tournament.again_needs_late")
    if plan.series and not plan.start:
        raise Refused("tournament.every_needs_start")
    _check_more_chips(plan)


def _check_more_chips(plan: Plan) -> None:
    """Refuse rebuys and add-ons that cannot be."""
    if plan.rebuys and plan.again:
        raise Refused("tournament.one_way")
    if (plan.rebuys or plan.addon_stack) and not plan.structure.late:
        raise Refused("tournament.rebuys_need_late")
    if plan.rebuys > MOST_TIMES:
        raise Refused("tournament.rebuys_most", most=MOST_TIMES)
    stack = plan.structure.stack
    if plan.addon_stack > MOST_ADDON * stack:
        raise Refused("tournament.addon_most", most=MOST_ADDON * stack)
    if plan.addon_stack % 100 or (plan.addon and not plan.addon_stack):
        raise Refused("tournament.addon_chips")


# --- the announcement ---------------------------------------------------------------------------


def _open(draft: Draft, command: Command) -> None:
    state, plan = draft.state, draft.state.plan
    if plan.start and plan.start <= draft.at:
        raise Refused("tournament.past")
    if plan.series and plan.series.number > 1:
        series.opened(draft, command)
    else:
        draft.tell("opened", command.name)
    state.giver = command.person
    if plan.added:
        draft.pay("tournament_added", [(state.wallet(command.person), -plan.added)])
        state.pool += plan.added
        draft.tell("added", command.name, amount=plan.added)
    if plan.start:
        state.timers["start"] = Timer(plan.start)
        _remind_next(draft)
    else:
        entries.await_entries(draft)


# --- deals ---------------------------------------------------------------------------------------


def _propose(draft: Draft, command: Command) -> None:
    host.check_running(draft.state)
    chop.propose(draft, command)
    play.arrange(draft)


def _accept(draft: Draft, command: Command) -> None:
    if chop.accept(draft, command):
        play.finish_by_deal(draft)


def _decline(draft: Draft, command: Command) -> None:
    chop.decline(draft, command)
    play.arrange(draft)


def _lapse(draft: Draft) -> None:
    chop.lapse(draft)
    play.arrange(draft)


# --- timers --------------------------------------------------------------------------------------


def _timer(draft: Draft, command: Command) -> None:
    """A timer came due; one that was armed for another moment does nothing."""
    name, _, valid = command.word.partition("@")
    timer = draft.state.timers.get(name)
    if timer is None or timer.valid != valid or timer.due > command.at:
        raise Refused("stale")
    del draft.state.timers[name]
    kind, _, person = name.partition(":")
    if kind == "remove":
        _remove_due(draft, person)
    else:
        _FIRED[kind](draft)


def _report(draft: Draft, command: Command) -> None:
    play.report(draft, command)
    errands.run(draft)
    play.arrange(draft)


def _remove_due(draft: Draft, person: str) -> None:
    errands.due(draft, person)
    play.arrange(draft)


def _cancel_due(draft: Draft) -> None:
    play.cancel(draft, "host")


def _start_due(draft: Draft) -> None:
    """It begins, or is called off where too few have come."""
    state = draft.state
    if cancel := state.timers.get("cancel"):
        # That may still be undone.
        state.timers["start"] = Timer(cancel.due)
        return
    if len(state.entrants) >= state.plan.least:
        play.begin(draft)
    else:
        play.cancel(draft, "few")


def _remind(draft: Draft) -> None:
    left = draft.state.plan.start - draft.at
    draft.tell("soon", amount=left, aloud=True)
    _remind_next(draft)


def _remind_next(draft: Draft) -> None:
    state = draft.state
    later = [state.plan.start - early for early in REMINDERS]
    due = next((at for at in later if at > draft.at), None)
    if due is not None:
        state.timers["remind"] = Timer(due)


def _level_over(draft: Draft) -> None:
    clock.next_level(draft)
    play.arrange(draft)


def _rest_over(draft: Draft) -> None:
    clock.break_over(draft)
    play.arrange(draft)


def _close_lobby(draft: Draft) -> None:
    """The results have been seen; but what comes next in its series is not forgotten."""
    if series.pending(draft.state):
        draft.state.timers["close"] = Timer(draft.at + play.SHOWN)
    else:
        draft.state.closed = True


_FIRED: Mapping[str, Callable[[Draft], None]] = {
    "start": _start_due,
    "remind": _remind,
    "level": _level_over,
    "rest": _rest_over,
    "decide": play.arrange,
    "chop": _lapse,
    "cancel": _cancel_due,
    "close": _close_lobby,
    "warn": entries.warn_unfilled,
    "unfilled": entries.give_up,
}


# --- trouble -------------------------------------------------------------------------------------


def _close(draft: Draft, command: Command) -> None:
    """The place is gone: what is still to be won goes back."""
    if draft.state.phase in ("open", "running"):
        play.cancel(draft, "gone")
    draft.state.timers.clear()
    draft.state.closed = True


def _restart(draft: Draft, command: Command) -> None:
    """The time for which the dealer was down does not run off any clock.

    It was up when this tournament last changed, and at `command.alive`.
    """
    state = draft.state
    down = max(0, draft.at - max(state.seen, command.alive))
    for name, timer in state.timers.items():
        if name.partition(":")[0] in _OF_PEOPLE:
            state.timers[name] = timer._replace(due=timer.due + down)
    if (start := state.timers.get("start")) and start.due < draft.at + LATE_START:
        state.timers["start"] = start._replace(due=draft.at + LATE_START)
    if state.timers.pop("remind", None):
        _remind_next(draft)
    if state.phase == "running":
        draft.tell("restarted")
        play.arrange(draft)


def _void(draft: Draft, command: Command) -> None:
    """Something failed: the host looks at it; `name` is the timer that failed, if any."""
    state = draft.state
    if state.phase != "running" or state.paused:
        raise Refused("stale")
    state.timers.pop(command.name, None)
    state.paused = True
    draft.tell("trouble", aloud=True)


_OF_PEOPLE = (*clock.STANDING, "cancel", "unfilled", "warn")
"""The timers of which people are to have the whole."""
_OF_THE_HOUSE = ("report", "call_up", "timer", "restart", "void", "close", "go_on", "end")
_VERBS: Mapping[str, Callable[[Draft, Command], None]] = {
    "open": _open,
    "register": entries.register,
    "call_up": entries.call_up,
    "rebuy": rebuys.rebuy,
    "addon": rebuys.add_on,
    "unregister": entries.unregister,
    "banish": entries.banish,
    "depart": entries.depart,
    "chop": _propose,
    "accept": _accept,
    "decline": _decline,
    "report": _report,
    "timer": _timer,
    "pause": host.pause,
    "resume": host.resume,
    "add_time": host.add_time,
    "start": host.start_now,
    "remove": host.remove,
    "move": host.move,
    "undo": host.undo,
    "host": host.hand_over,
    "last": host.last,
    "cancel": host.cancel,
    "go_on": series.go_on,
    "end": series.end,
    "close": _close,
    "restart": _restart,
    "void": _void,
}
