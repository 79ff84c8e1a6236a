"""The contract every game keeps: options, acts, events, refusals, and who may see what.

A game is a module that offers the functions of `Game`. It is pure: the deck and the players come
in, acts go in, events come out. A round is never changed in place: `play` gives the next one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

EVERYONE = -1
"""`Event.to` of what the whole table may see."""


class Option(NamedTuple):
    """One thing a seat may do now.

    `least` and `most` bound `Act.amount` (hundredths of a chip; both 0 where an amount means
    nothing), `cost` is what the act takes from the stack at its least, `choices` the words that
    `Act.choice` may be.
    """

    verb: str
    least: int = 0
    most: int = 0
    cost: int = 0
    choices: tuple[str, ...] = ()


class Act(NamedTuple):
    """What a seat chose. `amount` is a total for the street ("raise to"), in hundredths."""

    seat: int
    verb: str
    amount: int = 0
    choice: str = ""


class Event(NamedTuple):
    """What happened. `to` is the seat that alone may see `cards`, or EVERYONE."""

    kind: str
    seat: int = -1
    amount: int = 0
    cards: tuple[int, ...] = ()
    note: str = ""
    to: int = EVERYONE

    def __repr__(self) -> str:
        cards = self.cards if self.to == EVERYONE else "hidden"
        return f"<Event {self.kind} seat={self.seat} amount={self.amount} cards={cards}>"


class Refused(Exception):
    """An act that may not be. `reason` is a key of the catalogue, `facts` fill its blanks.

    The round that refused is as it was.
    """

    def __init__(self, reason: str, **facts: int | str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts: Mapping[str, int | str] = facts


def taken(options: Sequence[Option], act: Act) -> Option:
    """The option that an act takes; Refused (no_such_act: verb) where none has it all.

    An act names one of the option's choices, or none where it has none, and keeps to its bounds.
    """
    for option in options:
        if (
            option.verb == act.verb
            and act.choice in (option.choices or ("",))
            and option.least <= act.amount <= option.most
        ):
            return option
    raise Refused("no_such_act", verb=act.verb[:20])


Setup = TypeVar("Setup", contravariant=True)
Round = TypeVar("Round")
View = TypeVar("View", covariant=True)


class Game(Protocol[Setup, Round, View]):
    """What a game module offers. Seats are the table's seat numbers throughout."""

    def start(self, deck: Sequence[int], setup: Setup) -> tuple[Round, list[Event]]:
        """Deal a round from `deck`, first card first."""

    def waiting(self, round: Round) -> tuple[int, ...]:
        """The seats that must choose now; empty when the round is over."""

    def options(self, round: Round, seat: int) -> tuple[Option, ...]:
        """All that `seat` may do now: the only source of truth about legality."""

    def default(self, round: Round, seat: int) -> Act:
        """What silence means for a seat that is waited for."""

    def play(self, round: Round, act: Act) -> tuple[Round, list[Event]]:
        """The next round and what happened; raises Refused and changes nothing."""

    def over(self, round: Round) -> bool:
        """Whether every chip has found its owner."""

    def results(self, round: Round) -> dict[int, int]:
        """Net change of each seat's stack in a round that is over; the changes sum to zero."""

    def look(self, round: Round, viewer: int | None) -> View:
        """What `viewer` may see (None: the public): the one place where secrecy is decided."""
