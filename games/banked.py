"""The contract of a game against the house: spots to bet on, hands to look at, what each bet did.

A banked game is a module that offers `Banked`. Everyone decides at once; nobody plays against
anybody but the house, so no chip passes between seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol, TypeVar

from games.play import Act, Event, Option

HOUSE = 0
"""The seat number of the dealer in events; players' seats count from 1."""


class Spot(NamedTuple):
    """Where a player may bet; `name` is a word of the catalogue.

    An amount on it stakes `stake` times itself at once (an Ante that brings a Blind along: 2),
    and is accepted only from a wallet that holds `cover` times itself, so that the round can be
    played on. A spot that `needs` another stands only beside a bet on that one.
    """

    name: str
    stake: int = 1
    cover: int = 1
    needs: str = ""


class Player(NamedTuple):
    """A seat and its bets: (spot, amount) in hundredths, whole chips, in the order of SPOTS."""

    seat: int
    bets: tuple[tuple[str, int], ...]


class Setup(NamedTuple):
    """Who plays a round, in dealing order. `shared`: one player hand, face up, for everyone."""

    players: tuple[Player, ...]
    shared: bool = False


class Hand(NamedTuple):
    """A hand as a viewer may see it; it lies before `seat` (HOUSE: the dealer's or the shared one).

    `part` tells the hands of one seat apart ("1", "2", "3"; "high", "low"; "shared"; "" for the
    only one). `cards` are those the viewer may see, `hidden` is how many more lie face down.
    `name` is the hand's category ("full_house") once it is known, `ranks` are what it is made of
    (2 to 14, what counts most first), `chosen` the verb its owner chose last, or "".
    """

    seat: int
    part: str = ""
    cards: tuple[int, ...] = ()
    hidden: int = 0
    name: str = ""
    ranks: tuple[int, ...] = ()
    chosen: str = ""

    def __repr__(self) -> str:
        return f"<Hand seat={self.seat} part={self.part!r}>"


class View(NamedTuple):
    """A round as a viewer may see it. `street` is a word of the catalogue ("flop", "over")."""

    street: str
    board: tuple[int, ...]
    dealer: tuple[Hand, ...]
    hands: tuple[Hand, ...]
    waiting: tuple[int, ...]
    qualifies: bool | None = None


class Bet(NamedTuple):
    """What one bet did: `spot` ("ante", "blind", "play"), hundredths `staked` and given `back`.

    `back` is 0 for a bet that was lost, `staked` for a push, and holds the stake when it won.
    `outcome` is win, lose, push or, where commission was taken, win_less.
    """

    spot: str
    staked: int
    back: int
    outcome: str


class Advice(NamedTuple):
    """The value of each option in antes, exactly, by name ("play4", "check"), and the best one."""

    values: Mapping[str, Fraction]
    best: str


Round = TypeVar("Round")


class Banked(Protocol[Round]):
    """What a banked game module offers, beside its constants.

    NAME (str), SPOTS (Spots) and CARDS: what `games.shuffle.deck` is to put in order for `start`.
    """

    def admit(self, setup: Setup) -> None:
        """Refused where so many players or hands, or such bets, cannot be dealt."""

    def start(self, deck: Sequence[int], setup: Setup) -> tuple[Round, list[Event]]:
        """Deal a round from `deck`, first card first; raises Refused as `admit` does."""

    def waiting(self, round: Round) -> tuple[int, ...]:
        """The seats that still have to choose on this street; empty when the round is over."""

    def options(self, round: Round, seat: int) -> tuple[Option, ...]:
        """All that `seat` may do now; `cost` is what an act stakes further, in hundredths."""

    def default(self, round: Round, seat: int) -> Act:
        """What silence means for a seat that is waited for."""

    def play(self, round: Round, act: Act) -> tuple[Round, list[Event]]:
        """The next round and what happened; raises Refused and changes nothing.

        When the last seat has chosen, the next street is dealt or the house's cards are turned up.
        """

    def over(self, round: Round) -> bool:
        """Whether every bet is decided."""

    def staked(self, round: Round) -> dict[int, int]:
        """What each seat has staked so far in all, in hundredths."""

    def results(self, round: Round) -> dict[int, tuple[Bet, ...]]:
        """What each bet of each seat did, in a round that is over."""

    def look(self, round: Round, viewer: int | None) -> View:
        """What `viewer` may see (None: the public): the one place where secrecy is decided."""

    def advise(self, round: Round, seat: int, part: str = "") -> Advice | None:
        """The value of each option of a seat (of one of its hands), counting every card it sees.

        None where the game has a way of its own instead (the house way). May take half a second.
        """
