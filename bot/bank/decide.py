"""What a house table makes of a command: the next state, what is said, which chips move. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial
from typing import Any

from bot import warden
from bot.bank import bets, play
from bot.bank.state import GAMES, Draft, State, Terms
from bot.kind import Books, Row, host_only, played_again
from bot.state import Command
from bot.text import LANGUAGES, MOST_CHIPS
from games.bets import CHIP
from games.play import Refused

MOST_BET = MOST_CHIPS
"""In hundredths: a hundredth of the most chips there are, so that no pay table passes them."""
LONGEST = 12 * 3600
"""Seconds that a window or a street may last."""


def decide(state: State, command: Command) -> Draft:
    """Carry out a command on a copy of `state`; raises Refused, and `state` is as it was."""
    if state.closed:
        raise Refused("table_closed")
    carry_out = _VERBS.get(command.verb)
    if carry_out is None:
        raise Refused("not_here")
    draft = Draft(state.copy(), command.at)
    draft.state.voided = False
    seat = state.seat_of(command.person)
    if seat is not None and command.name and command.name != state.players[seat].name:
        draft.change(seat, name=command.name)
    if command.verb in _FOR_THE_WELCOME:
        warden.check_welcome(state, command)
    if command.rest and command.verb in _FOR_THE_AWAKE:
        raise Refused("order.quiet_hours", until=command.rest.clock)
    carry_out(draft, command)
    if command.rest and draft.state.players:
        play.rest(draft, command.rest)
    if name := warden.new_host(draft.state):
        draft.say("host_now", who=name)
    warden.watch_idle(draft.state, command, draft.at, idle=draft.state.idle)
    return draft


def rebuild(rows: Iterable[Row]) -> State:
    """The state after the rows of a stream, oldest first, the first with a checkpoint.

    Raises Mismatch.
    """
    return played_again(rows, State.from_json, decide)


_KEPT = ("sit", "settings", "host", "bar", "admit", "banish", "depart", "order")


def salvage(blank: State, rows: Iterable[Row], books: Books, seq: int) -> State:
    """The table without its round, from a stream that cannot be rebuilt.

    Who sits there is taken from it as far as that goes through; what lies in escrow, and whose it
    is, is what the ledger says: the void that must follow gives it back.
    """
    state = blank
    for command, _, checkpoint in rows:
        with suppress(ValueError, LookupError, TypeError, AttributeError):
            if checkpoint is not None:
                state = _unlaid(State.from_json(checkpoint))
        with suppress(Refused, ValueError, LookupError, TypeError, AttributeError):
            parsed = Command.from_json(command)
            if parsed.verb == "close":
                state.closing = True
            elif parsed.verb == "leave" and (seat := state.seat_of(parsed.person)):
                state.stand_up(seat)
            elif parsed.verb in _KEPT:
                state = decide(state, parsed).state
    for escrow in books.stakes:
        number = escrow.rpartition(":")[2]
        state.hand = max(state.hand, int(number) if number.isdecimal() else 0)
    # Buttons of the round that is lost must mean nothing in the next one.
    state.turn = max(state.turn, seq * 100)
    state.stray = {escrow: dict(accounts) for escrow, accounts in books.stakes.items()}
    return state


def _unlaid(state: State) -> State:
    """A table with nothing on it and no clock running."""
    players = {
        seat: player._replace(steps=(), bets=(), ready=False)
        for seat, player in state.players.items()
    }
    return replace(state, players=players, timers={}, frozen={}, rest=None, playing=False)


def check_terms(game: str, terms: Terms) -> None:
    """Refuse a table that cannot be played."""
    if not 0 < terms.least <= terms.most:
        raise Refused("bank.bad_limits")
    if any(amount <= 0 or amount % CHIP for amount in (terms.least, terms.most, terms.side)):
        raise Refused("chip", chip=CHIP)
    if max(terms.most, terms.side) > MOST_BET:
        raise Refused("too_much", most=MOST_BET)
    if terms.seating not in GAMES[game].seatings:
        raise Refused("bank.bad_seating")
    if not (5 <= terms.window <= LONGEST and 5 <= terms.street <= LONGEST):
        raise Refused("bank.bad_clock", least=5, most=LONGEST)
    if terms.language not in LANGUAGES:
        raise Refused("no_such_language", languages=", ".join(LANGUAGES))


def _open(draft: Draft, command: Command) -> None:
    draft.say("opened", who=command.name)


def _timer(draft: Draft, command: Command) -> None:
    """A timer came due; one that was armed for another moment does nothing."""
    name, _, valid = command.word.partition("@")
    timer = draft.state.timers.get(name)
    if timer is None or timer.valid != valid or timer.due > command.at:
        raise Refused("stale")
    if name == "close" and command.rest:
        play.rest(draft, command.rest)
    elif name == "close":
        play.close_window(draft, bytes.fromhex(command.seed))
    elif name == "street":
        play.silence(draft)
    elif name == "rest":
        play.wake_up(draft)
    elif name == "idle":
        play.close(draft, "closed_idle")
    else:
        del draft.state.timers[name]


def _leave(draft: Draft, command: Command) -> None:
    _send_home(draft, bets.seat_or_refuse(draft.state, command.person), "left")


def _kick(draft: Draft, command: Command) -> None:
    host_only(draft.state, command)
    seat = draft.state.seat_of(command.word)
    if seat is None or draft.state.players[seat].leaving:
        raise Refused("not_sitting")
    name = draft.state.players[seat].name
    _send_home(draft, seat, "kicked")
    draft.answer = ("bank.kicked", {"who": name})


def _bar(draft: Draft, command: Command) -> None:
    warden.bar(draft, command, partial(_expel, draft))


def _banish(draft: Draft, command: Command) -> None:
    """Who is banned goes as who is kicked does, and is no host any more."""
    warden.succeed(draft.state, command.word)
    _expel(draft, command.word)


def _expel(draft: Draft, person: str) -> None:
    seat = draft.state.seat_of(person)
    if seat is not None and not draft.state.players[seat].leaving:
        _send_home(draft, seat, "kicked")


def _depart(draft: Draft, command: Command) -> None:
    """Who has left the community leaves the table, and is no host any more."""
    warden.succeed(draft.state, command.person)
    if draft.state.here(command.person):
        _leave(draft, command)


def _order(draft: Draft, command: Command) -> None:
    """The order of the community has changed."""
    if draft.state.rest and not command.rest:
        play.wake_up(draft)


def _send_home(draft: Draft, seat: int, how: str) -> None:
    """Let a person go: with their bets before the deal, after the round when they are in it."""
    state = draft.state
    if state.playing and state.dealt_in(seat):
        draft.change(seat, leaving=how)
        draft.answer = ("bank.leaving", {})
        play.carry_on(draft)
        return
    play.take_back(draft, seat)
    draft.say(how, seat)
    state.stand_up(seat)
    draft.answer = ("bank.left", {})
    bets.deal_if_ready(draft)


def _pause(draft: Draft, command: Command) -> None:
    host_only(draft.state, command)
    state = draft.state
    if state.paused:
        raise Refused("already_paused")
    warden.stop_clocks(state, play.CLOCKS, draft.at)
    draft.say("paused_why" if command.word else "paused", who=command.name, note=command.word)
    draft.answer = ("bank.paused", {})


def _resume(draft: Draft, command: Command) -> None:
    host_only(draft.state, command)
    state = draft.state
    if not state.paused:
        raise Refused("not_paused")
    draft.say("resumed", who=command.name)
    draft.answer = ("resumed", {})
    _thaw(draft)
    if not state.playing and state.players and "close" not in state.timers:
        bets.open_window(draft)


def _thaw(draft: Draft) -> None:
    """Let the clocks go on that a pause has stopped, and the round with them."""
    warden.start_clocks(draft.state, draft.at)
    play.carry_on(draft)


def _cancel(draft: Draft, command: Command) -> None:
    """Call the round off; who has chips in it may do so only with the platform's word."""
    host_only(draft.state, command)
    state = draft.state
    lay = play.stakes(state)
    if not lay:
        raise Refused("bank.nothing_to_cancel")
    if state.seat_of(command.person) in lay and state.playing and not command.host:
        raise Refused("bank.in_it_yourself")
    state.paused = False
    play.void(draft, "host", who=command.name)
    draft.answer = ("bank.cancelled", {})


def _close(draft: Draft, command: Command) -> None:
    """Close after the round; `now` calls the round off, if the host is not in it."""
    host_only(draft.state, command)
    state = draft.state
    state.closing = True
    mine = state.seat_of(command.person) in play.stakes(state)
    if state.playing and command.word == "now" and not mine:
        play.void(draft, "closed")
    elif state.playing:
        draft.say("closing", who=command.name)
        _thaw(draft)
    else:
        play.close(draft)
    draft.answer = ("closed" if state.closed else "bank.closing", {})


def _settings(draft: Draft, command: Command) -> None:
    """Change settings: `word` is their names and values as `with_settings` reads them."""
    host_only(draft.state, command)
    state = draft.state
    terms = with_settings(state.terms, command.word)
    check_terms(state.game, terms)
    if terms.seating != state.terms.seating and play.stakes(state):
        raise Refused("bank.bets_laid")
    state.terms = terms
    draft.say("settings_changed", who=command.name, note=command.word)
    draft.answer = ("bank.settings_set", {})


def with_settings(terms: Terms, word: str) -> Terms:
    """Terms with some of them changed: `least 500 hint off`, amounts in hundredths.

    Raises Refused.
    """
    known = {field.name for field in fields(Terms)}
    parts = word.split()
    for name, typed in zip(parts[::2], parts[1::2], strict=False):
        if name not in known:
            raise Refused("bank.no_such_setting", name=name[:32])
        value: Any = typed
        if isinstance(getattr(terms, name), bool):
            value = typed == "on"
        elif isinstance(getattr(terms, name), int):
            value = int(typed) if typed.isdecimal() else 0
        terms = replace(terms, **{name: value})
    return terms


def _void(draft: Draft, command: Command) -> None:
    play.void(draft, command.word, command.name)


def _restart(draft: Draft, command: Command) -> None:
    play.clock_again(draft)
    _order(draft, command)
    draft.say("restarted" if draft.state.playing else "restarted_idle")


_FOR_THE_WELCOME = ("sit", "chip", "bet", "repeat", "double", "deal")
_FOR_THE_AWAKE = ("chip", "bet", "repeat", "double", "deal")
"""What who is banned may not do, and what nobody may do in quiet hours."""

_VERBS: Mapping[str, Callable[[Draft, Command], None]] = {
    "open": _open,
    "sit": bets.sit,
    "leave": _leave,
    "chip": bets.chip,
    "bet": bets.chip,
    "repeat": bets.repeat,
    "double": bets.double,
    "undo": bets.undo,
    "clear": bets.clear,
    "deal": bets.ready,
    "act": play.act,
    "timer": _timer,
    "pause": _pause,
    "resume": _resume,
    "cancel": _cancel,
    "kick": _kick,
    "bar": _bar,
    "admit": warden.admit,
    "host": warden.hand_over,
    "banish": _banish,
    "depart": _depart,
    "order": _order,
    "close": _close,
    "settings": _settings,
    "void": _void,
    "restart": _restart,
}
