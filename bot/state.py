"""What one table is at one moment: its chairs, its hand, its timers; and as JSON.

Commands come in, `Said` goes out; both are rows of the table's stream, so both have a JSON form.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from types import MappingProxyType
from typing import Any, NamedTuple

from bot.parts import plain as laid_out
from bot.parts import twin
from bot.said import Said, marked, said_from_json, said_of
from bot.terms import Terms
from games import holdem
from games.play import EVERYONE, Event
from games.seating import NOTHING, Owes, Positions
from storage.batch import Statement

COMPUTER = "computer:"
"""The ids of computer players begin so; no platform is called that."""
LOG = 60
"""Lines of the log a table keeps in mind; the stream keeps them all."""


class Timer(NamedTuple):
    """`due` in milliseconds since 1970; `valid` names the moment it was armed for."""

    due: int
    valid: str = ""


class Rest(NamedTuple):
    """Quiet hours: until when they last, in ms since 1970 and as the wall clock has it."""

    until: int
    clock: str


class Plan(NamedTuple):
    """What a player chose before their turn: check_fold, check, or call at exactly this price."""

    verb: str
    price: int = 0


@dataclass(slots=True)
class Chair:
    """A seat with a player in it. In a hand `stack` is what they had when it began.

    `pending` was bought and lands after the hand; stack and pending together are what the ledger
    holds for the person at this table. Who is `leaving` folds when it is their turn; who is
    `kicked` plays their hand to its end. `silent` counts turns let pass in a row, `dealt` is the
    last hand this person was dealt into. `computer` is the temperament of a computer player, ""
    for a person. In a tournament they are dealt in from the hand `since` on, and `note` says why
    they were moved here.
    """

    person: str
    name: str
    stack: int
    bank: int
    pending: int = 0
    away: bool = False
    leaving: bool = False
    kicked: bool = False
    silent: int = 0
    owes: Owes = NOTHING
    posts: bool = False
    dealt: int = 0
    plan: Plan | None = None
    computer: str = ""
    since: int = 0
    note: str = ""

    @property
    def called(self) -> str:
        """The name as everyone reads it: that of a computer player is marked."""
        return marked(self.name) if self.computer else self.name

    @property
    def ready(self) -> bool:
        """Whether a hand may be dealt to this chair."""
        return self.stack > 0 and not (self.away or self.leaving or self.kicked)


@dataclass(frozen=True, slots=True)
class Command:
    """What reaches a table. `at` (ms) and `seed` (hex) are stamped by the table when it decides.

    `hand` and `turn` say what the person was looking at; `id` is the platform's own press;
    `wallet` is what theirs held, where the command means "as much as I have". The order of the
    community is stamped too: whether the person is `barred`, the `rest` it keeps now, and how long
    an idle table may `stay` (ms, 0 for good), where the command tells the table. A restart tells
    when the dealer is known to have been `alive` last.
    """

    verb: str
    person: str = ""
    name: str = ""
    amount: int = 0
    seat: int = 0
    word: str = ""
    hand: int = 0
    turn: int = 0
    id: str = ""
    at: int = 0
    host: bool = False
    seed: str = field(default="", repr=False)
    terms: Terms | None = None
    wallet: int = 0
    barred: bool = False
    rest: Rest | None = None
    stay: int = 0
    alive: int = 0

    def to_json(self) -> str:
        """Only what differs from the defaults, so that a row is short."""
        kept = {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if getattr(self, f.name) != f.default
        }
        if self.terms is not None:
            kept["terms"] = asdict(self.terms)
        return json.dumps(kept, separators=(",", ":"), ensure_ascii=False)

    @staticmethod
    def from_json(text: str) -> Command:
        kept = json.loads(text)
        if "terms" in kept:
            kept["terms"] = Terms(**kept["terms"])
        if "rest" in kept:
            kept["rest"] = Rest(*kept["rest"])
        return Command(**kept)


@dataclass(slots=True)
class State:
    """A table. `round` is the hand in play, or the last one while people still look at it.

    `turn` grows whenever buttons already shown stop meaning what they meant. `before` is what a
    void gives back: the positions and debts from before the hand. `books` says for each person
    who ever sat here their name and the chips they brought and took; `left` what they took away
    last, and when; `stray` are chips of people without a seat, which the next void pays out;
    `frozen` are the clocks a pause has stopped, with what was left of them; `barred` are the names
    of whom the host keeps out, `stay` and `rest` as commands tell them. `told` is all that
    the game told everybody in this hand; the log is cut and has comings and goings in it. Of a
    tournament's table, `order` is the last one it was given, `go` the last hand it may deal, `draw`
    what draws its first button, `look` how long people look at the last hand.
    """

    id: str
    community: str
    place: str
    name: str
    host: str
    terms: Terms
    chairs: dict[int, Chair] = field(default_factory=dict)
    queue: list[tuple[str, str]] = field(default_factory=list)
    books: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    left: dict[str, tuple[int, int]] = field(default_factory=dict)
    stray: dict[str, int] = field(default_factory=dict)
    frozen: dict[str, Timer] = field(default_factory=dict)
    timers: dict[str, Timer] = field(default_factory=dict)
    barred: dict[str, str] = field(default_factory=dict)
    stay: int = 0
    rest: Rest | None = None
    positions: Positions | None = None
    before: tuple[Positions | None, dict[int, tuple[Owes, bool]]] | None = None
    hand: int = 0
    turn: int = 0
    began: int = 0
    playing: bool = False
    paused: bool = False
    closing: bool = False
    closed: bool = False
    round: holdem.Round | None = None
    log: tuple[Said, ...] = ()
    told: tuple[Said, ...] = ()
    order: int = 0
    go: int = 0
    draw: int = 0
    look: int = 0

    def copy(self) -> State:
        """A copy that may be changed freely; rounds and timers are never changed in place."""
        copied = twin(self)
        copied.chairs = {seat: twin(chair) for seat, chair in self.chairs.items()}
        copied.queue = list(self.queue)
        copied.books = dict(self.books)
        copied.left = dict(self.left)
        copied.stray = dict(self.stray)
        copied.timers = dict(self.timers)
        copied.frozen = dict(self.frozen)
        copied.barred = dict(self.barred)
        return copied

    def seat_of(self, person: str) -> int | None:
        """The seat number of a person, or None."""
        for seat, chair in self.chairs.items():
            if chair.person == person:
                return seat
        return None

    def seated(self) -> dict[str, str]:
        """The names of everyone who sits here, by person."""
        return {chair.person: chair.name for chair in self.chairs.values()}

    def staying(self) -> dict[str, str]:
        """The names of the people who sit here and are not about to go, the longest here first."""
        return {
            chair.person: chair.name
            for chair in self.chairs.values()
            if not (chair.computer or chair.leaving or chair.kicked)
        }

    def here(self, person: str) -> bool:
        """Whether a person sits here or waits for a seat."""
        return self.seat_of(person) is not None or any(one == person for one, _ in self.queue)

    @property
    def idle(self) -> bool:
        """Whether no hand is played and nobody is ready for one."""
        return not self.playing and not any(
            chair.ready and not chair.computer for chair in self.chairs.values()
        )

    def free_seats(self) -> list[int]:
        """Seat numbers with nobody in them, lowest first; seats count from 1."""
        return [seat for seat in range(1, self.terms.size + 1) if seat not in self.chairs]

    def open_seats(self) -> int:
        """How many seats anybody may take: of the free ones, one is kept for each who waits."""
        return max(0, len(self.free_seats()) - len(self.queue))

    def was_dealt(self, seat: int) -> bool:
        """Whether who sits here now has cards in `round`: the last one in this seat may be gone."""
        return self.round is not None and self.chairs[seat].dealt == self.hand

    def plays(self, seat: int) -> bool:
        """Whether a hand may be dealt to this seat; in a tournament also to who is away."""
        chair = self.chairs[seat]
        if self.terms.tournament:
            return chair.stack > 0 and chair.since <= self.hand + 1
        return chair.ready

    def in_hand(self, seat: int) -> bool:
        """Whether who sits here was dealt cards in the hand that is being played."""
        return self.playing and self.was_dealt(seat)

    def computers(self) -> list[int]:
        """The seats of the computer players that stay, lowest first."""
        return [
            seat
            for seat, chair in sorted(self.chairs.items())
            if chair.computer and not chair.kicked
        ]

    def offered(self) -> list[str]:
        """The persons for whom a free seat is kept."""
        return [timer.valid for name, timer in self.timers.items() if name.startswith("offer:")]

    def to_json(self) -> str:
        """A checkpoint. A hand is never in it: the rows that follow play it again."""
        plain = {f.name: getattr(self, f.name) for f in fields(self)}
        del plain["round"], plain["before"], plain["told"]
        plain["terms"] = asdict(self.terms)
        plain["chairs"] = {seat: laid_out(chair) for seat, chair in self.chairs.items()}
        return json.dumps(plain, separators=(",", ":"), ensure_ascii=False)

    @staticmethod
    def from_json(text: str) -> State:
        plain: dict[str, Any] = json.loads(text)
        plain["terms"] = Terms(**plain["terms"])
        plain["chairs"] = {int(seat): _chair(kept) for seat, kept in plain["chairs"].items()}
        plain["queue"] = [(person, name) for person, name in plain["queue"]]
        plain["books"] = {person: tuple(kept) for person, kept in plain["books"].items()}
        plain["left"] = {person: (amount, at) for person, (amount, at) in plain["left"].items()}
        for timers in ("timers", "frozen"):
            plain[timers] = {name: Timer(*timer) for name, timer in plain[timers].items()}
        plain["positions"] = Positions(*plain["positions"]) if plain["positions"] else None
        plain["rest"] = Rest(*plain["rest"]) if plain.get("rest") else None
        plain["log"] = said_from_json(plain["log"])
        return State(**plain)


def _chair(kept: dict[str, Any]) -> Chair:
    plan, owes = kept.pop("plan"), kept.pop("owes")
    return Chair(**kept, owes=Owes(*owes), plan=Plan(*plan) if plan else None)


class Move(NamedTuple):
    """Chips that change hands: account to change in hundredths; the changes sum to zero.

    `keeps` says what an account must still hold once they have.
    """

    kind: str
    entries: Mapping[str, int]
    keeps: Mapping[str, int] = MappingProxyType({})


@dataclass(slots=True)
class Draft:
    """A decision being made: a copy of the state, what is said, which chips move, the answer.

    `answer` is a key of the catalogue and its facts, for who gave the command; `notices` are said
    to the whole table in a message of their own; `records` are noted in the same commit.
    """

    state: State
    at: int
    said: list[Said] = field(default_factory=list)
    notices: list[Said] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    records: list[Statement] = field(default_factory=list)
    answer: tuple[str, dict[str, int | str]] | None = None

    def say(
        self, kind: str, seat: int = -1, *, amount: int = 0, note: str = "", who: str = ""
    ) -> Said:
        """Tell the table; the name is the chair's unless given."""
        chair = self.state.chairs.get(seat)
        said = Said(kind, seat, who, amount, (), note)
        if chair and not who:
            said = said._replace(who=chair.name, computer=bool(chair.computer))
        self.said.append(said)
        self.state.log = (*self.state.log, said)[-LOG:]
        return said

    def tell(self, events: Iterable[Event]) -> None:
        """Tell what the game said."""
        said = []
        for event in events:
            chair = self.state.chairs.get(event.seat)
            name, computer = (chair.name, bool(chair.computer)) if chair else ("", False)
            said.append(said_of(event, name, computer))
        self.said += said
        public = [one for one in said if one.to == EVERYONE]
        self.state.told = (*self.state.told, *public)
        self.state.log = (*self.state.log, *public)[-LOG:]
