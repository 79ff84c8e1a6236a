"""What a table makes of a command: the next state, what is said, which chips move. Pure.

Deciding twice gives the same, for time and seed come in with the command: a table is rebuilt by
deciding its stored commands again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial

from bot import company, directed, hand, seats, warden
from bot.kind import Row, host_only, played_again
from bot.state import Command, Draft, Rest, State, Timer
from bot.terms import ANTES, PACES, Terms
from bot.text import MOST_CHIPS
from games.play import Refused

MOST_SEATS = 10
MOST_BUY_IN = MOST_CHIPS * 100


def decide(state: State, command: Command) -> Draft:
    """Carry out a command on a copy of `state`; raises Refused, and `state` is as it was."""
    if state.closed:
        raise Refused("table_closed")
    directed.check_may(state, command)
    draft = Draft(state.copy(), command.at)
    seat = state.seat_of(command.person)
    if seat is not None and command.name:
        draft.state.chairs[seat].name = command.name
    carry_out = _VERBS.get(command.verb)
    if carry_out is None:
        raise Refused("not_here")
    if command.verb in _FOR_THE_WELCOME:
        warden.check_welcome(state, command)
    carry_out(draft, command)
    if draft.state.playing:
        hand.carry_on(draft)
    if name := warden.new_host(draft.state):
        draft.say("host_now", who=name)
    if not state.terms.tournament:
        warden.watch_idle(draft.state, command, draft.at, idle=draft.state.idle)
    return draft


def rebuild(rows: Iterable[Row]) -> State:
    """The state after the rows of a stream (command, events, checkpoint), oldest first.

    The first row has a checkpoint: the state before its command. Raises Mismatch.
    """
    return played_again(rows, State.from_json, decide)


def salvage(
    blank: State, rows: Iterable[Row], stacks: Mapping[str, int], tabs: Mapping[str, int]
) -> State:
    """The table without its hand, from the rows of a stream that cannot be rebuilt.

    Comings and goings are taken from the stream as far as they go through, onto `blank` where not
    even a checkpoint can be read; what each person has here is what the ledger says in `stacks`,
    and what they took from the tab so far in `tabs`. Chips of people without a chair are `stray`:
    the void that must follow pays them out.
    """
    state = _as_far_as_it_goes(blank, rows)
    if not state.terms.tournament:
        # In a tournament it is in no ledger: there it is what the lobby last said.
        _count_again(state, stacks, tabs)
    return state


def _as_far_as_it_goes(blank: State, rows: Iterable[Row]) -> State:
    """Who comes and goes in the rows of a stream; acts in its hands are passed over."""
    state, playing = blank, False
    for command, events, checkpoint in rows:
        with suppress(ValueError, LookupError, TypeError, AttributeError):
            if checkpoint is not None:
                state = State.from_json(checkpoint)
        with suppress(Refused, ValueError, LookupError, TypeError, AttributeError):
            for kind, *_ in json.loads(events):
                state.hand += kind == "hand_began"
                playing = kind == "hand_began" or (playing and kind != "win")
            parsed = Command.from_json(command)
            if parsed.verb == "close":
                state.closing = True
            elif parsed.verb not in _OF_A_HAND:
                state = decide(state, parsed).state
    state.playing = playing
    return state


def _count_again(state: State, stacks: Mapping[str, int], tabs: Mapping[str, int]) -> None:
    """Everyone has here what the ledger says."""
    seated = {chair.person for chair in state.chairs.values()}
    for chair in state.chairs.values():
        chair.stack, chair.pending = stacks.get(chair.person, 0), 0
    state.stray = {who: held for who, held in stacks.items() if held and who not in seated}
    for person, net in tabs.items():
        name, brought, _ = state.books.get(person, ("", 0, 0))
        brought = max(brought, -net)
        state.books[person] = (name, brought, brought + net)


_OF_A_HAND = ("act", "plan", "show", "timer")


def check_terms(terms: Terms) -> None:
    """Refuse a table that cannot be played."""
    if not 0 < terms.small <= terms.big:
        raise Refused("bad_stakes")
    if (
        terms.ante < 0
        or terms.ante_kind not in ANTES
        or (terms.ante_kind == "each" and not terms.ante)
    ):
        raise Refused("bad_ante")
    if not terms.big <= terms.least <= terms.most:
        raise Refused("bad_buyin", least=terms.big)
    if terms.most > MOST_BUY_IN:
        raise Refused("too_much", most=MOST_BUY_IN)
    if not 2 <= terms.size <= MOST_SEATS:
        raise Refused("bad_size", least=2, most=MOST_SEATS)
    if terms.pace not in PACES:
        raise Refused("bad_pace", paces=", ".join(PACES))
    if any(amount % terms.chip for amount in (terms.least, terms.most)):
        raise Refused("chip", chip=terms.chip)


def _open(draft: Draft, command: Command) -> None:
    draft.say("opened", who=command.name)
    for one in command.word.split():
        temperament, _, name = one.partition(":")
        company.seat(draft, temperament, [name])


def _timer(draft: Draft, command: Command) -> None:
    """A timer of the state came due; one that was armed for another moment does nothing."""
    name = command.word.partition("@")[0]
    timer = draft.state.timers.get(name)
    if timer is None or timer.valid != command.word.partition("@")[2] or timer.due > command.at:
        raise Refused("stale")
    if name == "turn":
        hand.turn_over(draft, timer.valid)
    elif name == "think":
        # What it chose comes as an act of its own.
        raise Refused("stale")
    elif name == "street":
        hand.next_street(draft)
    elif name == "next" and command.rest and not draft.state.terms.tournament:
        _rest(draft, command.rest)
    elif name == "next":
        hand.deal(draft, bytes.fromhex(command.seed))
    elif name == "rest":
        _wake_up(draft)
    elif name == "idle":
        seats.close(draft, "closed_idle")
    else:
        seats.timer_fired(draft, name, timer.valid)


def _rest(draft: Draft, rest: Rest) -> None:
    """Quiet hours: the next hand comes when they are over."""
    state = draft.state
    state.timers.pop("next", None)
    state.rest = rest
    state.timers["rest"] = Timer(rest.until)
    draft.say("resting", note=rest.clock)


def _wake_up(draft: Draft) -> None:
    draft.state.rest = None
    draft.state.timers.pop("rest", None)
    draft.say("rested")
    seats.wake(draft)


def _order(draft: Draft, command: Command) -> None:
    """The order of the community has changed."""
    if draft.state.rest and not command.rest:
        _wake_up(draft)
    elif draft.state.rest and command.rest != draft.state.rest:
        assert command.rest is not None
        _rest(draft, command.rest)


def _pause(draft: Draft, command: Command) -> None:
    host_only(draft.state, command)
    if draft.state.paused:
        raise Refused("already_paused")
    warden.stop_clocks(draft.state, hand.PAUSED, draft.at)
    draft.say("paused_why" if command.word else "paused", who=command.name, note=command.word)
    draft.answer = ("paused", {})


def _resume(draft: Draft, command: Command) -> None:
    host_only(draft.state, command)
    if not draft.state.paused:
        raise Refused("not_paused")
    warden.start_clocks(draft.state, draft.at)
    draft.say("resumed", who=command.name)
    draft.answer = ("resumed", {})
    seats.wake(draft)


def _kick(draft: Draft, command: Command) -> None:
    host_only(draft.state, command)
    seat = draft.state.seat_of(command.word)
    if seat is None or draft.state.chairs[seat].leaving:
        raise Refused("not_sitting")
    name = draft.state.chairs[seat].called
    seats.send_home(draft, seat, "kicked")
    draft.answer = ("kicked", {"who": name})


def _bar(draft: Draft, command: Command) -> None:
    warden.bar(draft, command, partial(_expel, draft))


def _banish(draft: Draft, command: Command) -> None:
    """Who is banned goes as who is kicked does, and is no host any more."""
    if draft.state.terms.tournament:
        directed.blind_off(draft, command.word)
        return
    warden.succeed(draft.state, command.word)
    _expel(draft, command.word)


def _expel(draft: Draft, person: str) -> None:
    """Take a person's seat, after the hand they are in, or their place on the wait list."""
    state = draft.state
    seat = state.seat_of(person)
    if seat is None:
        seats.strike(draft, person)
    elif not (state.chairs[seat].leaving or state.chairs[seat].kicked):
        seats.send_home(draft, seat, "kicked")


def _depart(draft: Draft, command: Command) -> None:
    """Who has left the community leaves the table, and is no host any more."""
    if draft.state.terms.tournament:
        directed.blind_off(draft, command.person)
        return
    warden.succeed(draft.state, command.person)
    seat = draft.state.seat_of(command.person)
    if seat is None:
        seats.strike(draft, command.person)
    elif not draft.state.chairs[seat].leaving:
        seats.leave(draft, command)


def _close(draft: Draft, command: Command) -> None:
    """Close after the hand; `now` calls the hand off, if the host is not in it."""
    state = draft.state
    if state.terms.tournament:
        if state.playing:
            hand.void(draft, "closed")
        directed.dismiss(draft, command.word)
        return
    host_only(state, command)
    mine = state.seat_of(command.person)
    in_it = mine is not None and state.in_hand(mine)
    now = command.word == "now" and state.playing and not in_it
    if state.paused:
        _resume(draft, command)
    state.closing = True
    draft.answer = ("closing" if state.playing and not now else "closed", {})
    if now:
        hand.void(draft, "closed")
    elif state.playing:
        draft.say("closing", who=command.name)
    else:
        seats.close(draft)


def _settings(draft: Draft, command: Command) -> None:
    host_only(draft.state, command)
    state, terms = draft.state, command.terms
    assert terms is not None
    check_terms(terms)
    if terms.tab != state.terms.tab:
        raise Refused("tab_fixed")
    if any(seat > terms.size for seat in state.chairs):
        raise Refused("bad_size", least=max(state.chairs), most=MOST_SEATS)
    state.terms = terms
    if not company.allowed(terms):
        company.send_home(draft)
    seats.watch_absence(draft)
    seats.offer_seat(draft)
    seats.wake(draft)
    draft.say("settings_changed", who=command.name, note=command.word)
    draft.answer = ("settings_set", {})


def _void(draft: Draft, command: Command) -> None:
    hand.void(draft, command.word, command.name)


def _restart(draft: Draft, command: Command) -> None:
    hand.clock_again(draft)
    _order(draft, command)
    draft.say("restarted" if draft.state.playing else "restarted_idle")


_FOR_THE_WELCOME = ("sit", "wait", "back", "topup", "invite")

_VERBS: Mapping[str, Callable[[Draft, Command], None]] = {
    "open": _open,
    "sit": company.sit,
    "leave": seats.leave,
    "away": seats.go_away,
    "back": seats.come_back,
    "topup": seats.top_up,
    "post": seats.post_now,
    "wait": company.join_queue,
    "unwait": seats.leave_queue,
    "act": hand.act,
    "plan": hand.plan,
    "show": hand.show,
    "timer": _timer,
    "pause": _pause,
    "resume": _resume,
    "kick": _kick,
    "bar": _bar,
    "admit": warden.admit,
    "host": warden.hand_over,
    "banish": _banish,
    "depart": _depart,
    "order": _order,
    "invite": company.invite,
    "dismiss": company.dismiss,
    "close": _close,
    "settings": _settings,
    "direct": directed.order,
    "move": directed.move,
    "void": _void,
    "restart": _restart,
}
