"""A hold'em table of a tournament: what its lobby orders, and what it reports after a hand.

Pure, as all that a table decides. An order says all of who sits where and up to which hand to deal,
so the newest makes up for any that was lost.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot import seats
from bot.said import Said
from bot.state import Chair, Command, Draft, State
from bot.terms import PACES
from games import holdem
from games.play import Refused
from games.seating import Positions
from storage import rooms


class Seated(NamedTuple):
    """Who sits in a seat with how many chips, dealt in from the hand `since` on.

    `note` is why they were moved here: a key of the catalogue and its facts, as JSON; who was
    `away` where they come from still is. Who has no chips may still buy some: `rebuy`, with its
    price, is their note.
    """

    seat: int
    person: str
    name: str
    stack: int
    since: int
    note: str = ""
    away: bool = False


class Order(NamedTuple):
    """The `number`-th order of a lobby. Blinds and ante in hundredths; `each`: everyone antes.

    `go` is the last hand that may be dealt, `draw` what draws the button of the first one.
    """

    number: int
    seated: Sequence[Seated]
    level: int
    small: int
    big: int
    ante: int
    each: bool
    go: int
    draw: int

    def to_json(self) -> str:
        return json.dumps(self, separators=(",", ":"), ensure_ascii=False)

    @staticmethod
    def from_json(text: str) -> Order:
        order = Order(*json.loads(text))
        return order._replace(seated=[Seated(*one) for one in order.seated])


class Report(NamedTuple):
    """What a hand of a table of a tournament came to, in hundredths by person.

    `fell` are those without chips, with what they began the hand with; `by` says who won the last
    pot that held their chips; `away` are those who sit out. A hand that was called off has changed
    nothing.
    """

    table: str
    hand: int
    stacks: Mapping[str, int]
    fell: Mapping[str, int]
    by: Mapping[str, Sequence[str]]
    positions: Positions | None
    away: Sequence[str] = ()

    def to_json(self) -> str:
        return json.dumps(self, separators=(",", ":"), ensure_ascii=False)

    @staticmethod
    def from_json(text: str) -> Report:
        report = Report(*json.loads(text))
        last = report.positions
        return report._replace(positions=Positions(*last) if last else None)


ARRIVED = "arrived"
"""Somebody now sits at a table that stands in a place of its own; the note is who."""

NOT_HERE = (
    "sit", "leave", "topup", "post", "wait", "unwait", "kick", "invite", "dismiss", "close",
    "settings", "bar", "admit", "host", "direct", "move",
)  # fmt: skip
"""What people do at other tables; here the lobby decides."""


def check_may(state: State, command: Command) -> None:
    """Refuse what nobody but the lobby may do at a table of a tournament."""
    if not state.terms.tournament or not command.person:
        return
    if command.verb == "pause":
        # The clock of the field would run on, and every other table wait.
        raise Refused("directed_pause")
    if command.verb in NOT_HERE:
        raise Refused("directed")


def blind_off(draft: Draft, person: str) -> None:
    """Who is banned or has gone leaves no hole in a field: they sit out from now on."""
    seat = draft.state.seat_of(person)
    if seat is None or draft.state.chairs[seat].away:
        raise Refused("stale")
    seats.set_away(draft, seat)


def order(draft: Draft, command: Command) -> None:
    """Do as the lobby says; an order that is not newer than the last one is refused."""
    state = draft.state
    given = Order.from_json(command.word)
    if not state.terms.tournament or given.number <= state.order:
        raise Refused("stale")
    state.order = given.number
    _seat(draft, given)
    if given.go > state.hand:
        # What was ordered before the level changed, and not dealt yet, is dealt at the new one.
        _set_level(draft, given)
        state.go, state.draw = given.go, given.draw
    seats.wake(draft)


def _seat(draft: Draft, given: Order) -> None:
    """Seat everyone as ordered; chips change only between two hands."""
    state = draft.state
    bank = PACES[state.terms.pace].bank
    chairs: dict[int, Chair] = {}
    came: list[int] = []
    for one in given.seated:
        chair = state.chairs.get(one.seat)
        known = chair if chair and chair.person == one.person else None
        in_hand = known and state.playing and known.dealt == state.hand
        if known and (known.stack or in_hand or not one.stack):
            stack = known.stack if state.playing else one.stack
            note = known.note if one.stack else one.note
            chairs[one.seat] = replace(known, stack=stack, note=note)
            continue
        # Also who sits here again, having lost everything, has come in anew.
        chairs[one.seat] = Chair(
            one.person, one.name, one.stack, bank, since=one.since, note=one.note, away=one.away
        )
        if one.stack:
            came.append(one.seat)
    state.chairs = chairs
    for seat in sorted(came):
        draft.say("seated", seat, amount=chairs[seat].stack)
        if state.terms.thread:
            # Whoever has not been in this place yet is to find it.
            person, name = chairs[seat].person, chairs[seat].name
            draft.notices.append(Said(ARRIVED, seat, name, amount=seat, note=person))


def _set_level(draft: Draft, given: Order) -> None:
    state = draft.state
    kind = "none" if not given.ante else "each" if given.each else "big_blind"
    terms = replace(
        state.terms,
        small=given.small,
        big=given.big,
        ante=given.ante,
        ante_kind=kind,
        level=given.level,
    )
    if terms != state.terms:
        state.terms = terms
        draft.say("level", amount=given.level)


def move(draft: Draft, command: Command) -> None:
    """The place of the table is there no more: with all that lies on it, it goes to another
    (`word`), which is not its own.
    """
    state = draft.state
    if not state.terms.tournament or state.place == command.word:
        raise Refused("stale")
    state.place = command.word
    state.terms = replace(state.terms, thread=False)
    draft.records += rooms.place_room(state.id, command.word, None)
    draft.notices.append(draft.say("moved_here"))


def dismiss(draft: Draft, why: str) -> None:
    """Close the table: its players sit elsewhere by now, or the tournament is `over`."""
    state = draft.state
    state.chairs.clear()
    state.timers.clear()
    state.closed = True
    draft.say("closed")
    if state.terms.thread:
        draft.notices.append(Said("put_away_over" if why == "over" else "put_away"))


def waits(state: State) -> bool:
    """Whether the last hand that was ordered is over."""
    return bool(state.terms.tournament) and not state.playing and state.hand == state.go > 0


def report(state: State) -> Report:
    """What the last hand came to."""
    dealt = {seat: chair for seat, chair in state.chairs.items() if chair.dealt == state.hand}
    stacks = {chair.person: chair.stack for chair in dealt.values()}
    fell, by = {}, {}
    if state.round is not None:
        results = holdem.results(state.round)
        for seat, chair in dealt.items():
            if not chair.stack:
                fell[chair.person] = -results[seat]
                by[chair.person] = _winners(state, state.round, seat)
    away = [chair.person for chair in dealt.values() if chair.away]
    return Report(state.id, state.hand, stacks, fell, by, state.positions, away)


def _winners(state: State, round: holdem.Round, victim: int) -> list[str]:
    """Who won the last pot that held the chips of a seat."""
    pots = holdem.look(round, None).pots
    last = max(number for number, pot in enumerate(pots) if victim in pot.seats)
    won = {said.seat for said in state.told if said.kind == "win" and said.note == str(last)}
    return [state.chairs[seat].person for seat in sorted(won)]
