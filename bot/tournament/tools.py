"""The host's side of a tournament in words: their tools, what is asked once more, and their log."""

from __future__ import annotations

from dataclasses import replace

from bot.chat import Button, Message
from bot.state import Command
from bot.terms import SECOND
from bot.text import Words
from bot.tournament.host import FROM_HOST, newest
from bot.tournament.series import begins_next
from bot.tournament.state import State, Undo
from bot.tournament.words import line, title, token

MINUTES = 5
"""How much longer one press makes a level."""
SHOWN = 25
"""Acts of the host in the log that are shown."""
ASKED = ("cancel", "remove")
"""What is asked once more."""
ALL = "all"
"""What is called off with a tournament, if it is not the only one of its series."""


def with_tools(w: Words, state: State, message: Message) -> Message:
    """An answer to the host, with what they may do now."""
    rows = tuple(row for row in _tools(w, state) if row)
    return replace(message, rows=(*message.rows, *rows))


def _tools(w: Words, state: State) -> tuple[tuple[Button, ...], ...]:
    if state.phase not in ("open", "running"):
        return ((_log(w, state),),)
    clock: list[Button] = []
    if "cancel" not in state.timers:
        clock = _clock(w, state)
    above = newest(state)
    last = [] if above is None else [undoing(w, state, above)]
    last.append(_log(w, state))
    if goes_on(state):
        last.append(Button(w("tournament.host.last"), token(state, "tool", "last")))
    if "cancel" not in state.timers:
        cancel = w("tournament.host.cancel")
        last.append(Button(cancel, token(state, "ask", "cancel"), "danger"))
    return tuple(clock), tuple(last)


def act(w: Words, undo: Undo) -> str:
    """What a host did, and to whom, as the object of "undo"."""
    key = "tournament.act_of" if undo.name else f"tournament.act.{undo.verb}"
    return w(key, what=undo.verb, who=undo.name)


def undoing(w: Words, state: State, above: int) -> Button:
    """To undo the act above which so many lie, as long as no other is done."""
    label = w("tournament.host.undo", what=act(w, state.undoes[-1 - above]))
    return Button(label, token(state, "tool", f"undo {len(state.deeds)} {above}"))


def not_undone(w: Words, state: State, reason: str, above: int | None) -> Message:
    """That the newest act cannot be undone, why, and which could be instead, to be confirmed."""
    last = act(w, state.undoes[-1])
    lines = [w("tournament.undo.cannot", what=last, why=reason)]
    if above is None:
        return Message("\n".join([*lines, w("tournament.undo.none")]), language=w.language)
    lines.append(w("tournament.undo.instead", what=act(w, state.undoes[-1 - above])))
    rows = ((undoing(w, state, above),),)
    return Message("\n".join(lines), title(w, state), state.id, rows=rows, language=w.language)


def _clock(w: Words, state: State) -> list[Button]:
    """When it begins, and how its clock runs."""
    if state.phase == "open":
        start = state.timers.get("start")
        if len(state.entrants) < state.plan.least or (start and start.valid == FROM_HOST):
            return []
        return [Button(w("tournament.host.start"), token(state, "tool", "start"), "go")]
    verb = "resume" if state.paused else "pause"
    row = [Button(w(f"tournament.host.{verb}"), token(state, "tool", verb))]
    if "level" in state.timers or "level" in state.frozen:
        longer = w("tournament.host.add_time", n=MINUTES)
        row.append(Button(longer, token(state, "tool", f"add_time {MINUTES}")))
    return row


def _log(w: Words, state: State) -> Button:
    return Button(w("tournament.button.log"), token(state, "log"), "quiet")


def sure(w: Words, state: State, command: Command) -> Message:
    """Ask the host once more."""
    verb, who = command.verb, command.word
    key = "remove_before" if verb == "remove" and state.phase == "open" else verb
    name = state.entrants[who].name if who else ""
    text = w(f"tournament.sure.{key}", who=name, seconds=command.amount // SECOND)
    following = goes_on(state) if verb == "cancel" else 0
    label = w(f"tournament.sure.yes_{verb}{'_once' if following else ''}", who=name)
    row = [Button(label, token(state, "tool", f"{verb} {who}".strip()), "danger")]
    if following:
        text += "\n" + w("tournament.sure.only_this", at=following)
        every = w("tournament.sure.yes_cancel_all")
        row.append(Button(every, token(state, "tool", f"{verb} {ALL}"), "danger"))
    return Message(text, title(w, state), state.id, rows=(tuple(row),), language=w.language)


def goes_on(state: State) -> int:
    """When the next of its series begins, as far as can be said now (ms); 0 where there is none."""
    series = state.plan.series
    if series is None or state.last:
        return 0
    return begins_next(series, max(state.plan.start, state.seen))


def log(w: Words, state: State) -> Message:
    """All that hosts did, the newest first: for everyone to read."""
    shown = reversed(state.deeds[-SHOWN:])
    lines = [w("tournament.log.row", at=deed.at, what=line(w, deed.said)) for deed in shown]
    text = "\n".join(lines) or w("tournament.log.none")
    return Message(text, w("tournament.log.title", name=state.name), language=w.language)
