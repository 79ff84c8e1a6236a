"""What a house table is at one moment: its terms, who bets what, the round; and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, NamedTuple

from bot.said import Said, said_from_json, said_of
from bot.state import LOG, Move, Rest, Timer
from games import caribbean, paigow, ultimate
from games.banked import Banked, Bet, Setup, Spot
from games.banked import Player as Dealt
from games.cards import DECK
from games.play import EVERYONE, Event
from storage import ledger
from storage.batch import Statement

RESULTS = 10
"""Rounds whose results a table keeps in mind; the stream keeps them all."""


class Game(NamedTuple):
    """A game against the house: its rules, where bets are laid, and the cards it is dealt from."""

    rules: Banked[Any]
    spots: tuple[Spot, ...]
    cards: tuple[int, ...]
    pays: Mapping[str, Mapping[str, Any]]
    seatings: tuple[str, ...] = ("own",)


GAMES: Mapping[str, Game] = {
    ultimate.NAME: Game(ultimate, ultimate.SPOTS, DECK, ultimate.PAYS, ("own", "shared")),
    caribbean.NAME: Game(caribbean, caribbean.SPOTS, DECK, caribbean.PAYS),
    paigow.NAME: Game(paigow, paigow.SPOTS, paigow.CARDS, {}),
}


@dataclass(frozen=True, slots=True)
class Terms:
    """What a house table takes: amounts in hundredths, times in seconds.

    `least` and `most` bound a bet, `side` is the most on a bet that needs another one. `seating`:
    own cards for everyone, or one shared hand.
    """

    least: int = 200
    most: int = 30_000
    side: int = 10_000
    seating: str = "own"
    window: int = 25
    street: int = 25
    hint: bool = True
    language: str = "en"

    def most_on(self, spot: Spot) -> int:
        """The most that may lie on a spot."""
        return min(self.side, self.most) if spot.needs else self.most

    def least_on(self, spot: Spot) -> int:
        """The least that may lie on a spot."""
        return min(self.least, self.most_on(spot))


Bets = tuple[tuple[str, int], ...]
"""(spot, amount in hundredths), in the order of the game's spots."""


class Step(NamedTuple):
    """What one press added: a chip, a repeat or a double; undo takes it back whole."""

    kind: str
    bets: Bets


class Player(NamedTuple):
    """A person at the table: what they have laid, and the steps that led there.

    `last` are the bets of their last round, `idle` counts the windows
    let pass in a row; `silent` is what was chosen for them when their clock ran out,
    or, as "gone_fold", because they leave. `leaving` is how they go after the round: "left" or
    "kicked".
    """

    person: str
    name: str
    steps: tuple[Step, ...] = ()
    bets: Bets = ()
    last: Bets = ()
    ready: bool = False
    idle: int = 0
    leaving: str = ""
    silent: str = ""

    @property
    def gone(self) -> bool:
        """Whether they left of themselves, and choose no more; who is sent away plays on."""
        return self.leaving == "left"


class Result(NamedTuple):
    """A round that was played: when it began, what was staked and given back, what the dealer
    had.
    """

    began: int
    players: int
    staked: int
    back: int
    hand: str
    ranks: tuple[int, ...]


@dataclass(slots=True)
class State:
    """A house table.

    `hand` is the number of the round that is bet on or played; `round` is what is played, or the
    last one while people still look at it. `seats` says where a person sits, `dealt` are the
    persons and names of who has a hand in `round`, by seat, `put` is what each has staked in it so
    far, `made` what their bets did in the end.
    `turn` grows whenever buttons of a street stop meaning what they meant. `quiet` counts the
    windows in a row in which nobody bet. `stray` are stakes of a round that is lost, by escrow and
    account, which the next void gives back; `voided` says that one has just been. `barred` are the
    names of whom the host keeps out, `stay` and `rest` as commands tell them.
    """

    id: str
    community: str
    place: str
    name: str
    host: str
    game: str
    terms: Terms
    players: dict[int, Player] = field(default_factory=dict)
    seats: dict[str, int] = field(default_factory=dict)
    timers: dict[str, Timer] = field(default_factory=dict)
    frozen: dict[str, Timer] = field(default_factory=dict)
    barred: dict[str, str] = field(default_factory=dict)
    stay: int = 0
    rest: Rest | None = None
    stray: dict[str, dict[str, int]] = field(default_factory=dict)
    results: tuple[Result, ...] = ()
    hand: int = 1
    turn: int = 0
    began: int = 0
    quiet: int = 0
    playing: bool = False
    paused: bool = False
    closing: bool = False
    closed: bool = False
    voided: bool = False
    round: Any = field(default=None, repr=False)
    dealt: dict[int, tuple[str, str]] = field(default_factory=dict)
    put: dict[int, int] = field(default_factory=dict)
    made: dict[int, tuple[Bet, ...]] = field(default_factory=dict)
    log: tuple[Said, ...] = ()

    def copy(self) -> State:
        """A copy that may be changed freely; players and rounds are never changed in place."""
        copied = replace(self)
        copied.players = dict(self.players)
        copied.seats = dict(self.seats)
        copied.timers = dict(self.timers)
        copied.frozen = dict(self.frozen)
        copied.barred = dict(self.barred)
        copied.stray = dict(self.stray)
        copied.put = dict(self.put)
        return copied

    @property
    def rules(self) -> Banked[Any]:
        return GAMES[self.game].rules

    @property
    def spots(self) -> tuple[Spot, ...]:
        return GAMES[self.game].spots

    @property
    def shared(self) -> bool:
        """Whether one hand is played for everyone."""
        return self.terms.seating == "shared"

    @property
    def escrow(self) -> str:
        """The account of what lies on the table in this round."""
        return ledger.escrow(self.id, self.hand)

    @property
    def signal(self) -> str:
        """green while bets are open, amber for the last seconds, red when they are closed."""
        if self.playing or self.paused or self.closing or self.closed or self.rest:
            return "red"
        return "amber" if "close" in self.timers and "amber" not in self.timers else "green"

    def seat_of(self, person: str) -> int | None:
        return self.seats.get(person)

    def sit(self, seat: int, player: Player) -> None:
        """Give a person a seat."""
        self.players[seat] = player
        self.seats[player.person] = seat

    def stand_up(self, seat: int) -> None:
        """Let the person of a seat go."""
        del self.seats[self.players.pop(seat).person]

    def seated(self) -> dict[str, str]:
        return {player.person: player.name for player in self.players.values()}

    def staying(self) -> dict[str, str]:
        players = self.players.values()
        return {player.person: player.name for player in players if not player.leaving}

    def here(self, person: str) -> bool:
        """Whether a person sits here; nobody waits for a seat."""
        return person in self.seats

    @property
    def idle(self) -> bool:
        """Whether no round is played and none is waited for."""
        waits = self.timers.keys() | self.frozen.keys()
        return not self.playing and not waits & {"close", "rest"}

    def dealt_in(self, seat: int) -> bool:
        """Whether who sits here has a hand in `round`."""
        return seat in self.dealt and self.dealt[seat][0] == self.players[seat].person

    def setup(self, bets: Mapping[int, Bets]) -> Setup:
        """These bets as the game takes them, in dealing order."""
        players = tuple(Dealt(seat, made) for seat, made in sorted(bets.items()))
        return Setup(players, self.shared)

    def to_json(self) -> str:
        """A checkpoint. A round is never in it: the rows that follow play it again."""
        plain = {f.name: getattr(self, f.name) for f in fields(self)}
        for name in ("round", "dealt", "put", "made", "seats"):
            del plain[name]
        plain["terms"] = asdict(self.terms)
        return json.dumps(plain, separators=(",", ":"), ensure_ascii=False)

    @staticmethod
    def from_json(text: str) -> State:
        plain: dict[str, Any] = json.loads(text)
        plain["terms"] = Terms(**plain["terms"])
        plain["players"] = {int(seat): _player(*kept) for seat, kept in plain["players"].items()}
        plain["seats"] = {player.person: seat for seat, player in plain["players"].items()}
        for timers in ("timers", "frozen"):
            plain[timers] = {name: Timer(*timer) for name, timer in plain[timers].items()}
        plain["results"] = tuple(
            Result(began, players, staked, back, hand, tuple(ranks))
            for began, players, staked, back, hand, ranks in plain["results"]
        )
        plain["rest"] = Rest(*plain["rest"]) if plain.get("rest") else None
        plain["log"] = said_from_json(plain["log"])
        return State(**plain)


def _player(
    person: str, name: str, steps: list[Any], bets: list[Any], last: list[Any], *rest: Any
) -> Player:
    made = tuple(Step(kind, _bets(added)) for kind, added in steps)
    return Player(person, name, made, _bets(bets), _bets(last), *rest)


def _bets(kept: list[Any]) -> Bets:
    return tuple((spot, amount) for spot, amount in kept)


def summed(spots: Iterable[Spot], steps: Iterable[Step]) -> Bets:
    """What lies on each spot after these steps."""
    total: dict[str, int] = {}
    for step in steps:
        for spot, amount in step.bets:
            total[spot] = total.get(spot, 0) + amount
    return tuple((spot.name, total[spot.name]) for spot in spots if spot.name in total)


def staked(spots: Iterable[Spot], bets: Bets) -> int:
    """What bets stake at once, in hundredths."""
    laid = dict(bets)
    return sum(spot.stake * laid.get(spot.name, 0) for spot in spots)


def covered(spots: Iterable[Spot], bets: Bets) -> int:
    """What a person needs in all to lay bets and play them on, in hundredths."""
    laid = dict(bets)
    return sum(spot.cover * laid.get(spot.name, 0) for spot in spots)


@dataclass(slots=True)
class Draft:
    """A decision being made, as `bot.kind.Decision` has it."""

    state: State
    at: int
    said: list[Said] = field(default_factory=list)
    notices: list[Said] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    records: list[Statement] = field(default_factory=list)
    answer: tuple[str, dict[str, int | str]] | None = None

    def wallet(self, seat: int) -> str:
        """The account that a seat bets from."""
        return ledger.wallet(self.state.community, self.state.players[seat].person)

    def change(self, seat: int, **changes: Any) -> Player:
        """Give a player other values."""
        player = self.state.players[seat] = self.state.players[seat]._replace(**changes)
        return player

    def say(
        self, kind: str, seat: int = -1, *, amount: int = 0, note: str = "", who: str = ""
    ) -> Said:
        """Tell the table; the name is the player's unless given."""
        player = self.state.players.get(seat)
        said = Said(kind, seat, who or (player.name if player else ""), amount, (), note)
        self._tell([said])
        return said

    def tell(self, events: Iterable[Event]) -> None:
        """Tell what the game said."""
        players = self.state.players
        self._tell(
            said_of(event, players[event.seat].name if event.seat in players else "")
            for event in events
        )

    def _tell(self, said: Iterable[Said]) -> None:
        told = list(said)
        self.said += told
        public = tuple(one for one in told[-LOG:] if one.to == EVERYONE)
        self.state.log = (*self.state.log, *public)[-LOG:]
