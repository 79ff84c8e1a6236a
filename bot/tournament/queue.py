"""The waiting list of a tournament: who waits for a place, and who never got one. Pure."""

from __future__ import annotations

from bot.tournament.state import Draft
from games.play import Refused

LONGEST = 500
"""People on a list."""


def line_up(draft: Draft, person: str, name: str) -> None:
    """Wait for a place, or go on waiting: nothing is charged before one is free. Raises Refused."""
    waiting = draft.state.waiting
    if person not in waiting:
        if len(waiting) >= LONGEST:
            raise Refused("tournament.list_full", most=LONGEST)
        waiting[person] = name
        draft.tell("lined_up", name, amount=len(waiting))
    draft.answer = ("tournament_waiting", {"n": list(waiting).index(person) + 1})


def line_up_first(draft: Draft, person: str, name: str) -> None:
    """Wait for a place before all others."""
    state = draft.state
    others = {who: called for who, called in state.waiting.items() if who != person}
    state.waiting = {person: name, **others}
    draft.tell("lined_up", name, amount=len(state.waiting))


def step_out(draft: Draft, person: str) -> bool:
    """Wait no more; False for who does not wait."""
    name = draft.state.waiting.pop(person, None)
    if name is None:
        return False
    draft.tell("stepped_out", name, amount=len(draft.state.waiting))
    return True


def dissolve(draft: Draft) -> None:
    """No place becomes free any more."""
    state = draft.state
    if state.waiting:
        draft.tell("list_over", amount=len(state.waiting), aloud=True)
        state.missed, state.waiting = state.waiting, {}
