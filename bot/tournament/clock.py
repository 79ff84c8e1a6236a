"""The clock of a tournament: its levels, its breaks, the end of late entry; and when it stands.

Pure: each function changes a `Draft`.
"""

from __future__ import annotations

from bot.state import Timer
from bot.terms import MINUTE
from bot.tournament import queue
from bot.tournament.seats import touch
from bot.tournament.state import Draft, State
from games import levels

CLOCKS = ("level", "rest")
"""What levels and breaks go by."""
STANDING = (*CLOCKS, "chop", "decide", "remove")
"""What stands in a pause: time in which somebody could play, choose, or be spared."""
ADD_ON = 3
"""Minutes of the break for add-ons where no other break follows late entry."""


def keep(draft: Draft) -> None:
    """Let stand what must not run off now, and let go on what may, with what was left of it."""
    state = draft.state
    for name in [name for name in state.timers if _stands(state, name)]:
        timer = state.timers.pop(name)
        state.frozen[name] = timer._replace(due=max(0, timer.due - draft.at))
    for name in [name for name in state.frozen if not _stands(state, name)]:
        left = state.frozen.pop(name)
        state.timers[name] = left._replace(due=draft.at + left.due)


def _stands(state: State, timer: str) -> bool:
    """In a pause, and while calling off may be undone, all does; who is about to be taken out may
    not choose, so that the time in which they could waits for what becomes of them.
    """
    kind, _, person = timer.partition(":")
    if kind not in STANDING:
        return False
    if state.paused or "cancel" in state.timers:
        return True
    return kind == "decide" and state.leaving(person)


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
