"""What every kind of table does for order: who is kept out, who is its host, when it is idle, how
its clocks stand still.

Pure: each function changes the state of a draft, or raises Refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from bot.kind import Standing, host_only
from bot.said import Said
from bot.state import COMPUTER, Command, Timer
from games.play import Refused

HOUSE = "house"
"""The host of a table that nobody opened."""
TOLD_STAY = ("open", "restart", "order")
"""The commands that tell a table how long it stays when it is idle."""


def check_welcome(state: Standing, command: Command) -> None:
    """Refused for who may not sit or bet here."""
    if command.barred:
        raise Refused("order.banned")
    if command.person in state.barred:
        raise Refused("order.barred_here")


class Sitting(Protocol):
    """What a decision of any kind of table has for this."""

    answer: tuple[str, dict[str, int | str]] | None

    @property
    def state(self) -> Standing: ...

    def say(self, kind: str, seat: int = -1, *, who: str = "") -> Said:
        """Tell the table."""


def bar(draft: Sitting, command: Command, expel: Callable[[str], None]) -> None:
    """Keep a person from this table (`word`: id and name), and `expel` them; a host is none any
    more. Raises Refused.
    """
    state = draft.state
    host_only(state, command)
    person, _, name = command.word.partition(" ")
    if person == command.person:
        raise Refused("order.ban_self")
    if person in state.barred:
        raise Refused("order.already_barred", name=name)
    state.barred[person] = name
    succeed(state, person)
    expel(person)
    draft.answer = ("order.barred", {"who": name})


def admit(draft: Sitting, command: Command) -> None:
    """Let a person in again whom the host kept out. Raises Refused."""
    state = draft.state
    host_only(state, command)
    person, _, name = command.word.partition(" ")
    if person not in state.barred:
        raise Refused("order.not_barred", name=name)
    draft.answer = ("order.admitted", {"who": state.barred.pop(person)})


def hand_over(draft: Sitting, command: Command) -> None:
    """Make another person the host (`word`: id and name). Raises Refused."""
    state = draft.state
    host_only(state, command)
    person, _, name = command.word.partition(" ")
    if person == state.host:
        raise Refused("order.already_host", name=name)
    if person in state.barred or person.startswith(COMPUTER):
        raise Refused("order.no_host", name=name)
    state.host = person
    draft.say("host_now", who=name)
    draft.answer = ("order.host_now", {"who": name})


def succeed(state: Standing, gone: str) -> None:
    """The host has gone for good: the table waits for the next one."""
    if state.host == gone:
        state.host = ""


def new_host(state: Standing) -> str:
    """Make who sits here longest the host of a table that has none; their name, or ""."""
    if state.host or state.closed:
        return ""
    state.host, name = next(iter(state.staying().items()), ("", ""))
    return name


class Clocked(Protocol):
    """What has clocks that a pause stops; `frozen` are those, with what was left of them (ms)."""

    timers: dict[str, Timer]
    frozen: dict[str, Timer]
    paused: bool


def stop_clocks(state: Clocked, clocks: Iterable[str], at: int) -> None:
    """A pause begins: keep what is left of these clocks."""
    state.paused = True
    for name in clocks:
        if timer := state.timers.pop(name, None):
            state.frozen[name] = Timer(max(0, timer.due - at), timer.valid)


def start_clocks(state: Clocked, at: int) -> None:
    """A pause ends: every clock that it stopped goes on with what was left of it."""
    state.paused = False
    for name, left in state.frozen.items():
        state.timers[name] = Timer(at + left.due, left.valid)
    state.frozen = {}


def drop_clocks(state: Clocked, clocks: Iterable[str]) -> None:
    """What these clocks were for is no more, whether they run or stand still."""
    for name in clocks:
        state.timers.pop(name, None)
        state.frozen.pop(name, None)


def watch_idle(state: Standing, command: Command, at: int, *, idle: bool) -> None:
    """Let the clock of an idle table run, and of no other; those the house laid stay."""
    if command.verb in TOLD_STAY:
        state.stay = command.stay if state.host != HOUSE else 0
        state.timers.pop("idle", None)
    if state.closed or not idle or not state.stay:
        state.timers.pop("idle", None)
    elif "idle" not in state.timers:
        state.timers["idle"] = Timer(at + state.stay)
