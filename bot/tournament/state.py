"""What a tournament is at one moment: its players, tables and clock; and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from types import MappingProxyType
from typing import Any, NamedTuple

from bot.parts import plain as laid_out
from bot.parts import twin
from bot.said import Said, said_from_json
from bot.state import Move, Rest, Timer
from bot.terms import MINUTE
from bot.tournament.plan import Plan
from games import levels, payouts
from games.field import Felt
from games.levels import Level
from games.seating import Positions
from storage import ledger
from storage.batch import Statement

LOG = 40
"""Lines of the log a tournament keeps in mind; the stream keeps them all."""
DEEDS = 200
"""Acts of the host that it keeps in mind."""
DECIDE = MINUTE
"""How long (ms) who is out of chips may think about a rebuy, or about coming in again."""


@dataclass(slots=True)
class Entrant:
    """Who is in it. `table` and `seat` are 0 for who sits nowhere; `since` as `Seated` has it.

    `entries` counts how often they came in, `head` is the bounty on them, `won` what bounties
    brought them, `prize` what they were paid for their place. `note` says why they were moved.

    Who has a seat and no chips may still buy some. Chips that were bought during a hand are
    `coming` before the next one, `owed` is what was paid for them. `rebuys` are those taken,
    `added` whether the add-on was. `by` knocked them out, should they buy no more.
    """

    person: str
    name: str
    stack: int = 0
    table: int = 0
    seat: int = 0
    since: int = 0
    entries: int = 1
    head: int = 0
    won: int = 0
    prize: int = 0
    note: str = ""
    away: bool = False
    coming: int = 0
    owed: int = 0
    rebuys: int = 0
    added: bool = False
    by: tuple[str, ...] = ()


@dataclass(slots=True)
class Board:
    """A table. `hand` is the last one it may deal, `busy` until that one is over.

    `order` is the number of the last order to it, `level` what it plays in that hand, `draw` what
    draws its first button. `positions` are those of the hand that it plays or has played last.
    """

    number: int
    id: str
    name: str
    size: int
    hand: int = 0
    busy: bool = False
    order: int = 0
    level: int = 1
    draw: int = 0
    positions: Positions | None = None


@dataclass(frozen=True, slots=True)
class Chop:
    """A deal that was proposed: `how` (icm or chips), and once it lies open the shares by person
    and who has accepted.
    """

    how: str
    shares: dict[str, int] = field(default_factory=dict)
    accepted: tuple[str, ...] = ()


class Deed(NamedTuple):
    """What a host did, `at` milliseconds since 1970: for the log that everyone may read."""

    at: int
    said: Said


class Undo(NamedTuple):
    """What it takes to undo an act of a host: which it was, to whom, by how much (ms), and
    the clocks as they were.
    """

    verb: str
    person: str = ""
    name: str = ""
    amount: int = 0
    clocks: Mapping[str, Timer] = MappingProxyType({})


@dataclass(slots=True)
class State:
    """A tournament. `phase` is open (for entries), running, over or cancelled.

    `fallen` are those out for good, first out first, each with whom they tie. `falling` went out in
    the present round of hand for hand. `seen` is when something last happened, `frozen` what is
    left (ms) of the timers that stand, `dealt` hands at this level, `orders` those given,
    `chopped` the level at which a deal was proposed last. `rebuys` and `addons` count those taken,
    `adding` is while there are add-ons. `waiting` are the names of who waits for a place, the first
    one first, by person; `missed` of those for whom none became free. `removed` are the chips that
    left play with who was taken out. Between two hands those who are `going` are taken out, and
    those who are `moving` go to a table and seat (0 for any). `deeds` is what hosts did, `undoes`
    what undoes it. `giver` announced it and added to the prizes, whoever is the `host` by now.
    `next` is the id of the one that follows in its series, unless this is the `last`.
    """

    id: str
    community: str
    place: str
    name: str
    host: str
    plan: Plan
    phase: str = "open"
    entrants: dict[str, Entrant] = field(default_factory=dict)
    boards: dict[int, Board] = field(default_factory=dict)
    fallen: list[list[str]] = field(default_factory=list)
    falling: list[tuple[str, int, int]] = field(default_factory=list)
    timers: dict[str, Timer] = field(default_factory=dict)
    frozen: dict[str, Timer] = field(default_factory=dict)
    level: int = 1
    dealt: int = 0
    orders: int = 0
    tables: int = 0
    pool: int = 0
    entries: int = 0
    rebuys: int = 0
    addons: int = 0
    paid_out: bool = False
    entering: bool = True
    adding: bool = False
    resting: bool = False
    by_hand: bool = False
    paused: bool = False
    chop: Chop | None = None
    chopped: int = 0
    waiting: dict[str, str] = field(default_factory=dict)
    missed: dict[str, str] = field(default_factory=dict)
    seen: int = 0
    log: tuple[Said, ...] = ()
    closed: bool = False
    barred: dict[str, str] = field(default_factory=dict)
    stay: int = 0
    rest: Rest | None = None
    removed: int = 0
    going: list[str] = field(default_factory=list)
    moving: dict[str, tuple[int, int]] = field(default_factory=dict)
    deeds: tuple[Deed, ...] = ()
    undoes: tuple[Undo, ...] = ()
    giver: str = ""
    next: str = ""
    last: bool = False

    @property
    def terms(self) -> Plan:
        """What every table calls what it plays."""
        return self.plan

    def copy(self) -> State:
        """A copy that may be changed freely."""
        copied = twin(self)
        copied.entrants = {who: twin(one) for who, one in self.entrants.items()}
        copied.boards = {number: twin(one) for number, one in self.boards.items()}
        # A tie that has been told is never changed.
        copied.fallen = list(self.fallen)
        copied.falling = list(self.falling)
        copied.timers, copied.frozen = dict(self.timers), dict(self.frozen)
        copied.waiting, copied.missed = dict(self.waiting), dict(self.missed)
        copied.barred, copied.moving = dict(self.barred), dict(self.moving)
        copied.going = list(self.going)
        return copied

    def seat_of(self, person: str) -> int | None:
        """Nobody sits in a lobby."""
        return None

    def seated(self) -> dict[str, str]:
        """Nobody sits in a lobby."""
        return {}

    def staying(self) -> dict[str, str]:
        """Nobody sits in a lobby."""
        return {}

    def here(self, person: str) -> bool:
        """Whether somebody is in it who may still win something, or waits for a place."""
        known = person in self.entrants or person in self.waiting
        return known and self.phase in ("open", "running")

    @property
    def idle(self) -> bool:
        """Never: it ends by itself."""
        return False

    # --- who is where --------------------------------------------------------------------------

    def playing(self) -> list[Entrant]:
        """Who has a seat and chips."""
        return [one for one in self.entrants.values() if one.table and one.stack]

    def inside(self) -> list[Entrant]:
        """Who has a seat, also who has no chips and may still buy some."""
        return [one for one in self.entrants.values() if one.table]

    def deciding(self) -> list[str]:
        """Who is out of chips and may still buy some or come in again within their minute."""
        return [
            name.partition(":")[2]
            for name in (*self.timers, *self.frozen)
            if name.startswith("decide:")
        ]

    def leaving(self, person: str) -> bool:
        """Whether a host is about to take somebody out."""
        timer = f"remove:{person}"
        return person in self.going or timer in self.timers or timer in self.frozen

    def at(self, number: int) -> list[Entrant]:
        """Who sits at a table with chips, by seat."""
        here = (one for one in self.entrants.values() if one.table == number and one.stack)
        return sorted(here, key=lambda one: one.seat)

    @property
    def busy(self) -> bool:
        """Whether a hand is being played at any table."""
        return any(board.busy for board in self.boards.values())

    def felts(self) -> list[Felt]:
        """The tables as the rules of seating see them."""
        taken: dict[int, set[int]] = {number: set() for number in self.boards}
        held: dict[int, set[int]] = {number: set() for number in self.boards}
        for one in self.inside():
            (taken if one.stack else held)[one.table].add(one.seat)
        return [
            Felt(number, board.size, taken[number], board.positions, held[number])
            for number, board in sorted(self.boards.items())
        ]

    def chips(self) -> int:
        """All chips that are in play, also those that come before the next hand."""
        return sum(one.stack + one.coming for one in self.entrants.values())

    def bought(self) -> int:
        """All chips that were ever given out and did not leave play: what `chips` must be."""
        stacks = (self.entries + self.rebuys) * self.plan.structure.stack
        return stacks + self.addons * self.plan.addon_stack - self.removed

    def room(self) -> int:
        """How many more may come in: who has gone out in play leaves a place to others."""
        if self.phase == "open":
            return self.plan.most - len(self.entrants)
        return self.plan.most - len({one.person for one in self.inside()} | {*self.deciding()})

    # --- money ---------------------------------------------------------------------------------

    @property
    def account(self) -> str:
        """Where the prizes lie."""
        return ledger.prize(self.id)

    def wallet(self, person: str) -> str:
        """Where somebody's chips lie that are in no game."""
        return ledger.wallet(self.community, person)

    def prizes(self) -> tuple[int, ...]:
        """The prize of each place, as things stand."""
        pool = self.pool if self.paid_out else max(self.pool, self.plan.guarantee)
        return payouts.curve(pool, self.entries, len(self.entrants))

    def ties(self) -> Iterator[tuple[int, list[str]]]:
        """(place, who share it) of all who are out for good, the best first."""
        place = 1 + len(self.entrants) - sum(map(len, self.fallen))
        for tied in reversed(self.fallen):
            yield place, tied
            place += len(tied)

    def places(self) -> Iterator[tuple[str, int, int]]:
        """(person, place, how many share it) of all who are out for good, the best first."""
        for place, tied in self.ties():
            yield from ((who, place, len(tied)) for who in tied)

    # --- the clock -----------------------------------------------------------------------------

    def may_enter(self) -> bool:
        """Whether who is not in it may come in now."""
        if self.phase == "open":
            return True
        return self.phase == "running" and self.entering

    def let_by(self, timer: str) -> None:
        """Nobody waits any more for a timer, be it running or standing."""
        self.timers.pop(timer, None)
        self.frozen.pop(timer, None)

    def blinds(self, number: int) -> Level:
        """Blinds and ante (hundredths) of a level from 1."""
        return levels.level(self.plan.structure, number)

    # --- as JSON -------------------------------------------------------------------------------

    def to_json(self) -> str:
        """A checkpoint."""
        plain = {f.name: getattr(self, f.name) for f in fields(self)}
        plain["plan"] = asdict(self.plan)
        plain["entrants"] = [laid_out(one) for one in self.entrants.values()]
        plain["boards"] = [laid_out(one) for one in self.boards.values()]
        plain["chop"] = asdict(self.chop) if self.chop else None
        plain["undoes"] = [(*undo[:-1], dict(undo.clocks)) for undo in self.undoes]
        return json.dumps(plain, separators=(",", ":"), ensure_ascii=False)

    @staticmethod
    def from_json(text: str) -> State:
        """What a checkpoint has, also one of an older release."""
        plain: dict[str, Any] = json.loads(text)
        plain["plan"] = Plan.from_json(json.dumps(plain["plan"]))
        plain["entrants"] = {one["person"]: _entrant(one) for one in plain["entrants"]}
        plain["boards"] = {one["number"]: _board(one) for one in plain["boards"]}
        plain["falling"] = [(who, table, stack) for who, table, stack in plain["falling"]]
        for timers in ("timers", "frozen"):
            plain[timers] = {name: Timer(*timer) for name, timer in plain[timers].items()}
        if chop := plain["chop"]:
            plain["chop"] = Chop(chop["how"], chop["shares"], tuple(chop["accepted"]))
        plain["log"] = said_from_json(plain["log"])
        # What an older checkpoint does not have is as it is in a new tournament.
        plain["moving"] = {who: tuple(to) for who, to in plain.get("moving", {}).items()}
        deeds = plain.get("deeds", ())
        plain["deeds"] = tuple(Deed(at, *said_from_json([said])) for at, said in deeds)
        plain["undoes"] = tuple(map(_undo, plain.get("undoes", ())))
        return State(**plain)


def _entrant(kept: dict[str, Any]) -> Entrant:
    return Entrant(**(kept | {"by": tuple(kept.get("by", ()))}))


def _undo(kept: list[Any]) -> Undo:
    *what, clocks = kept
    stood = {clock: Timer(*timer) for clock, timer in clocks.items()}
    return Undo(*what)._replace(clocks=stood)


def _board(kept: dict[str, Any]) -> Board:
    last = kept.pop("positions")
    return Board(**kept, positions=Positions(*last) if last else None)


@dataclass(slots=True)
class Draft:
    """A decision being made, as `bot.kind.Decision` has it; `seed` draws seats and buttons."""

    state: State
    at: int
    seed: bytes = b""
    said: list[Said] = field(default_factory=list)
    notices: list[Said] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    records: list[Statement] = field(default_factory=list)
    answer: tuple[str, dict[str, int | str]] | None = None

    def tell(
        self, kind: str, who: str = "", *, amount: int = 0, note: str = "", aloud: bool = False
    ) -> None:
        """Tell everybody: in the lobby, and `aloud` in a message of its own."""
        said = Said(kind, -1, who, amount, (), note)
        self.said.append(said)
        self.state.log = (*self.state.log, said)[-LOG:]
        if aloud:
            self.notices.append(said)

    def pay(self, kind: str, entries: Sequence[tuple[str, int]]) -> None:
        """Move chips between these accounts and the prizes, which take what is left of them."""
        changes: dict[str, int] = {}
        for account, amount in entries:
            changes[account] = changes.get(account, 0) + amount
        rest = -sum(changes.values())
        changes[self.state.account] = changes.get(self.state.account, 0) + rest
        moved = {account: amount for account, amount in changes.items() if amount}
        if moved:
            self.moves.append(Move(kind, moved))
