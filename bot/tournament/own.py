"""A person's own place in a tournament, and what they may do about it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter
from typing import TypeVar

from bot.chat import Button, Link, Message
from bot.terms import SECOND
from bot.text import Words
from bot.tournament.chop import PATIENCE
from bot.tournament.money import why_not_now
from bot.tournament.rebuys import may_add_on, may_rebuy
from bot.tournament.scoring import counts, points_for
from bot.tournament.state import DECIDE, Entrant, State
from bot.tournament.words import (
    clock_of,
    entry,
    fields,
    more_chips,
    more_fields,
    register_button,
    shares_of,
    status,
    title,
    token,
    when_fields,
)


def private(w: Words, state: State, person: str) -> Message:
    """A person's own place in the tournament, and what they may do about it.

    What changes by what others do is not in it, but for their place on the waiting list: nobody's
    message is drawn anew for that.
    """
    one = state.entrants.get(person)
    due, span = _own_clock(state, person)
    headline, tone = _mine(w, state, person)
    board = state.boards.get(one.table) if one else None
    return Message(
        title=title(w, state),
        table=state.id,
        headline=headline,
        tone=tone,
        text="\n".join(_own_text(w, state, person, one)),
        rows=_own_rows(w, state, person),
        clock=due,
        span=span,
        language=w.language,
        links=(Link(board.name, board.id),) if board else (),
    )


def told(w: Words, state: State, message: Message) -> Message:
    """A person's own message as an answer: with how things stand at this moment."""
    due, span = (message.clock, message.span) if message.clock else clock_of(state)
    lines = [status(w, state), *([message.text] if message.text else [])]
    return replace(
        message,
        text="\n".join(lines),
        fields=(*when_fields(w, state), *fields(w, state), *more_fields(w, state)),
        clock=due,
        span=span,
    )


_around = attrgetter("timers", "frozen", "going", "entering", "adding", "paid_out", "chop", "level")
"""What else a person's own message goes by: where that is the same, only who changed is looked at.
"""


def touched(before: State, after: State) -> set[str]:
    """Whose own message says something else after a commit within a phase."""
    same = _around(before) == _around(after)
    changed = {
        who
        for who, one in after.entrants.items()
        if not (same and one == before.entrants.get(who))
        and _standing(before, who) != _standing(after, who)
    }
    lists, alone = (_lists(before), _lists(after)), (waits(before), waits(after))
    return changed | _differing(*lists) | _differing(*alone)


def _standing(state: State, person: str) -> tuple[object, ...]:
    """All that a person's own message says of them, but for whom they wait for."""
    one = state.entrants.get(person)
    if one is None:
        return ()
    may = comes_again(state, person), may_rebuy(state, person), may_add_on(state, person)
    chop = state.chop if one.table else None
    sure = state.paid_out and not one.table
    seat = (one.table, one.seat, one.note, bool(one.stack), one.coming)
    mine = f"decide:{person}"
    time = _own_clock(state, person), mine in state.timers, state.frozen.get(mine)
    leaving = state.leaving(person)
    return *may, chop, sure, *seat, *time, leaving, one.prize, one.won, one.head, one.entries


def _lists(state: State) -> dict[str, int]:
    """The place of everyone on the waiting list; 0 for whom none became free."""
    return dict.fromkeys(state.missed, 0) | {who: n for n, who in enumerate(state.waiting, 1)}


T = TypeVar("T")


def _differing(before: Mapping[str, T], after: Mapping[str, T]) -> set[str]:
    return {who for who in {**before, **after} if before.get(who) != after.get(who)}


def place_on_list(state: State, person: str) -> int:
    """Their place on the waiting list from 1; 0 for who does not wait."""
    return list(state.waiting).index(person) + 1 if person in state.waiting else 0


def waits(state: State) -> dict[str, str]:
    """Who has chips and nobody to play with, and what they wait for: `others` or a `seat`."""
    playing = state.playing()
    if len(playing) == 1:
        return {playing[0].person: "others"}
    counts = Counter(one.table for one in playing)
    alone = (one for one in playing if counts[one.table] == 1 and not state.boards[one.table].busy)
    return {one.person: "seat" for one in alone}


def _own_clock(state: State, person: str) -> tuple[int | None, int | None]:
    """Until when this person may accept a deal, rebuy, or come in again; milliseconds."""
    if state.chop and person in state.chop.shares and (timer := state.timers.get("chop")):
        return timer.due, PATIENCE
    timer = state.timers.get(f"decide:{person}")
    if timer and (state.plan.rebuys or not state.entering):
        return timer.due, DECIDE
    return None, None


def _mine(w: Words, state: State, person: str) -> tuple[str, str]:
    """Where one stands, in a line, and how it is meant."""
    one = state.entrants.get(person)
    if place := place_on_list(state, person):
        return w("tournament.mine.waiting", n=place), ""
    if person in state.missed and state.phase != "cancelled":
        return w("tournament.mine.missed"), ""
    if one is None and state.phase != "cancelled":
        return w("tournament.mine.not_in"), ""
    if state.phase == "open":
        return w("tournament.mine.in"), ""
    if one is None or state.phase == "cancelled":
        return status(w, state), ""
    if _is_leaving(state, one) and not one.stack:
        return w("tournament.mine.leaving"), ""
    if one.table:
        key = "tournament.mine.seat" if one.stack else "tournament.mine.broke"
        return w(key, table=state.boards[one.table].name, seat=one.seat), ""
    return _out(w, state, one)


def _is_leaving(state: State, one: Entrant) -> bool:
    """Whether a host is about to take out who has a seat or could still buy one."""
    inside = one.table or one.person in state.deciding()
    return bool(inside) and state.leaving(one.person)


def _out(w: Words, state: State, one: Entrant) -> tuple[str, str]:
    """Who is out of it, and in which place once that is sure."""
    # As long as anybody may come in, places are not sure.
    for who, place, shared in state.places() if state.paid_out else ():
        if who == one.person:
            key = "tournament.mine.shared" if shared > 1 else "tournament.mine.place"
            if (place, shared) == (1, 1):
                key = "tournament.mine.won"
            tone = "won" if one.prize else "lost"
            return w(key, place=place, to=place + shared - 1, n=len(state.entrants)), tone
    return w("tournament.mine.out"), "lost" if state.phase == "running" else ""


def _own_text(w: Words, state: State, person: str, one: Entrant | None) -> list[str]:
    if one is None or person in state.waiting:
        return [entry(w, state)] if state.may_enter() else []
    # Who is out is not told what becomes of a deal: they read it in the lobby.
    lines = shares_of(w, state) if state.chop and state.chop.shares and one.table else []
    if one.table and one.note:
        lines.append(moved(w, one.note))
    if why := waits(state).get(person):
        lines.append(w(f"tournament.mine.waits.{why}"))
    if _is_leaving(state, one):
        lines.append(w("tournament.mine.no_buying"))
    if not one.table and comes_again(state, person):
        key = "again" if state.entering else "again_now"
        lines.append(w(f"tournament.mine.{key}"))
    if left := state.frozen.get(f"decide:{person}"):
        lines.append(w("tournament.mine.stands", seconds=left.due // SECOND))
    return [*lines, *_amounts(w, state, one)]


def _amounts(w: Words, state: State, one: Entrant) -> list[str]:
    """What they have won, and what is still to come."""
    back = "back" if state.phase == "cancelled" else "prize"
    lines = []
    if one.coming:
        lines.append(w("tournament.mine.coming", amount=one.coming))
    # What was called off before the draw was never played: the whole entry is back.
    amount = one.prize if state.tables or state.phase != "cancelled" else state.plan.cost
    if amount:
        lines.append(w(f"tournament.mine.{back}", amount=amount))
    if one.won:
        lines.append(w("tournament.mine.bounties", amount=one.won))
    if (worth := points_for(state, one.person)) is not None:
        lines.append(w("tournament.mine.points", n=worth))
    elif state.phase == "over" and not counts(state):
        lines.append(w("tournament.no_points", n=state.plan.scored))
    if one.head and state.phase == "running":
        lines.append(w("tournament.mine.head", amount=one.head))
    return lines


def moved(w: Words, note: str) -> str:
    """Why somebody was moved to where they sit."""
    why, facts = json.loads(note)
    return w(f"tournament.moved.{why}", **facts)


def comes_again(state: State, person: str) -> bool:
    """Whether somebody who is out may come in again now."""
    one = state.entrants.get(person)
    if one is None or one.table or state.phase != "running" or person in state.barred:
        return False
    if one.entries > state.plan.again:
        return False
    if why_not_now(state, person):
        return False
    return state.entering or person in state.deciding()


def _own_rows(w: Words, state: State, person: str) -> tuple[tuple[Button, ...], ...]:
    one = state.entrants.get(person)
    if person in state.waiting:
        label = w("tournament.button.step_out")
        return ((Button(label, token(state, "unregister"), "quiet"),),)
    if one is None and state.may_enter():
        return ((register_button(w, state),),)
    if one is not None and state.phase == "open":
        label = w("tournament.button.unregister")
        return ((Button(label, token(state, "unregister"), "quiet"),),)
    if state.chop and person in state.chop.shares and person not in state.chop.accepted:
        share = state.chop.shares[person]
        yes = w("tournament.button.accept", amount=share)
        no = Button(w("tournament.button.decline"), token(state, "decline"), "danger")
        return ((Button(yes, token(state, "accept"), "go"), no),)
    return _own_chips(w, state, person)


def _own_chips(w: Words, state: State, person: str) -> tuple[tuple[Button, ...], ...]:
    """Coming in again, a rebuy or the add-on, for who may; and no, where others wait for that."""
    row = []
    if comes_again(state, person):
        label = w("tournament.button.again", amount=state.plan.cost)
        row.append(Button(label, token(state, "register"), "go"))
    may = {"rebuy": may_rebuy(state, person), "addon": may_add_on(state, person)}
    row += [button for verb, button in more_chips(w, state).items() if may[verb]]
    if row and person in state.deciding():
        row.append(Button(w("tournament.button.no_more"), token(state, "unregister"), "quiet"))
    return (tuple(row),) if row else ()
