"""Whole tournaments on a driven clock through the real manager, with everything checked on the way.

Nobody watches: there is no chat, so that only what is decided takes time.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import pairwise
from typing import Any

from bot.chat import Person, Place
from bot.config import load
from bot.house import CardHouse
from bot.kinds import KINDS
from bot.manager import directed_by
from bot.state import Command
from bot.state import State as Ring
from bot.table import Table
from bot.tournament import own
from bot.tournament.plan import Plan
from bot.tournament.rebuys import may_add_on, may_rebuy
from bot.tournament.state import State
from games import field, holdem, levels
from games.play import Option
from storage import journal, ledger, seasons
from storage.db import Database, open_database
from tests.bot.tournament.witness import Witness
from tests.clock import DrivenClock
from tests.swift import Swift

HOME = Place("nowhere:hall", "nowhere:club")
HOST = Person("nowhere:host", "Host")


def plan(**changes: Any) -> Plan:
    """A turbo by hands: the clock of a random game hardly moves."""
    structure = replace(levels.preset("turbo", "hands"), late=changes.pop("late", 0))
    structure = replace(structure, **changes.pop("structure", {}))
    usual = {"size": 6, "most": 500, "start": 0, "pauses": False, "buy_in": 10_000, "fee": 1_000}
    return Plan(structure, **(usual | changes))


class Arena:
    """A card house with one tournament in it."""

    def __init__(
        self, db: Database, clock: DrivenClock, house: CardHouse | None = None, seed: int = 0
    ) -> None:
        """All that is dealt and drawn comes from the seed, where the house is not another's."""
        settings = {"PAUSES": "off", "PICTURES": "off", "START_CHIPS": "100000"}
        self.db, self.clock = db, clock
        lot = random.Random(f"lot {seed}")
        self.house = house or CardHouse(
            db, clock, load(settings), lot=lambda: lot.randbytes(32).hex()
        )
        self.manager = self.house.manager
        self.lobby_id = ""
        self.last: State | None = None
        self.witness: Witness | None = None
        self.faults: list[Exception] = []
        self.styles: dict[str, str] = {}
        self.drawn_from = tuple(STYLES)
        self.came = 0
        self._checked: dict[str, tuple[object, ...]] = {}

    @property
    def lobby(self) -> Table[State]:
        found: Table[Any] = self.manager.tables[self.lobby_id]
        return found

    @property
    def state(self) -> State:
        return self.lobby.state

    def tables(self) -> list[Table[Ring]]:
        """The tables of the tournament, by number."""
        return [table for table in self.manager.tables.values() if directed_by(table)]

    async def announce(self, terms: Plan) -> None:
        terms = replace(terms, start=self.clock.now() + 3_600_000) if not terms.start else terms
        await self.house.room._desk.cashier.welcome(HOME.community, HOST.id)
        table = await self.manager.open(HOME, HOST, terms, "Open", "announced", "tournament")
        self.lobby_id = table.state.id
        self.watch()

    def watch(self) -> None:
        """Check the tournament at every commit."""
        self.witness = Witness(self.lobby, self.tables())
        self.manager.followers.insert(0, self.check)

    async def enter(self, number: int) -> None:
        self.came = max(self.came, number + 1)
        person = Person(f"nowhere:p{number}", f"P{number}")
        await self.house.room._desk.cashier.welcome(HOME.community, person.id)
        await self.lobby.ask(Command("register", person=person.id, name=person.name))

    def may_come_again(self, who: str) -> bool:
        return self.state.phase == "running" and own.comes_again(self.state, who)

    async def come_again(self, who: str) -> None:
        name = self.state.entrants[who].name
        await self.lobby.ask(Command("register", person=who, name=name))
        await self.settle()

    async def buy_chips(self, who: str) -> None:
        """A rebuy or the add-on, whichever may be taken."""
        verb = "rebuy" if may_rebuy(self.state, who) else "addon"
        await self.lobby.ask(Command(verb, person=who))
        await self.settle()

    def may_buy_chips(self, who: str) -> bool:
        return may_rebuy(self.state, who) or may_add_on(self.state, who)

    async def field(self, players: int) -> None:
        for number in range(players):
            await self.enter(number)

    async def start(self) -> None:
        await self.lobby.ask(Command("start", person=HOST.id))
        await self.settle()

    async def settle(self) -> None:
        """Let everything happen that needs no time."""
        for _ in range(2):
            await self.house.director.rest()
            for table in list(self.manager.tables.values()):
                await table.rest()
            await self.manager.display.outbox.idle()
            await asyncio.sleep(0)

    async def wait(self, ms: int) -> None:
        """Let time go by, alarm after alarm."""
        until = self.clock.now() + ms
        while (due := self.clock.next_due()) is not None and due <= until:
            self.clock.ring_next()
            await self.settle()
        self.clock.advance(until - self.clock.now())

    # --- what is checked -----------------------------------------------------------------------

    def check(self, table: Table[Any]) -> None:
        """Keep what is wrong: the table that has just committed would swallow it."""
        assert self.witness
        try:
            if table.state.id == self.lobby_id:
                self._check_lobby(table.state)
            self.witness.see(table)
        except Exception as fault:
            self.faults.append(fault)

    def _check_lobby(self, state: State) -> None:
        before, self.last = self.last, state
        check_field(state)
        if before and state.phase == "running":
            check_balance(before, state)

    def check_tables(self) -> None:
        """Nothing that was seen was wrong, and what rests holds what the lobby believes."""
        if self.faults:
            raise self.faults[0]
        state = self.state
        boards = {board.id: board for board in state.boards.values()}
        for table in self.tables():
            board = boards[table.state.id]
            now = (table.seq, board.hand, board.busy, board.order)
            if table.state.playing or table.state.order < board.order:
                continue
            if self._checked.get(board.id) == now:
                continue
            self._checked[board.id] = now
            believed = {one.seat: (one.person, one.stack) for one in state.at(board.number)}
            held = {s: (c.person, c.stack) for s, c in table.state.chairs.items() if c.stack}
            assert held == believed

    # --- playing -------------------------------------------------------------------------------

    async def act(self, rng: random.Random, absent: Collection[str] = ()) -> bool:
        """Let everybody whose turn it is do something; False where nobody is to be waited for."""
        acted = False
        for table in self.tables():
            state = table.state
            if not state.playing or state.round is None or "turn" not in state.timers:
                continue
            [seat] = holdem.waiting(state.round)
            chair = state.chairs[seat]
            if chair.person in absent:
                if not chair.away:
                    await table.ask(Command("away", person=chair.person))
                    acted = True
                continue
            if chair.person not in self.styles:
                self.styles[chair.person] = rng.choice(self.drawn_from)
            options = holdem.options(state.round, seat)
            chosen = choice(rng, options, self.styles[chair.person])
            await table.ask(Command("act", person=chair.person, **chosen))
            acted = True
        await self.settle()
        return acted

    async def step(self, rng: random.Random, absent: Collection[str] = ()) -> None:
        """Everybody acts, or the next alarm rings."""
        if not await self.act(rng, absent):
            assert self.clock.next_due() is not None, "nothing will ever happen again"
            self.clock.ring_next()
            await self.settle()
        self.check_tables()

    async def finish(
        self, rng: random.Random, absent: Collection[str] = (), most: int = 10**6
    ) -> int:
        """Play to the end; gives the steps that took."""
        for steps in range(most):
            if self.state.phase != "running":
                return steps
            await self.step(rng, absent)
        raise AssertionError(f"no end after {most} steps: {self.state.to_json()[:2000]}")


STYLES = {
    "any": (0.2, 0.5),
    "bold": (0.7, 0.3),
    "curious": (0.05, 0.95),
}
"""How often somebody goes all-in, and how often they call where they do not: several curious ones
and a bold one make pots that many are all-in for.
"""


def choice(rng: random.Random, options: Sequence[Option], style: str) -> dict[str, Any]:
    """What somebody does who looks at no card; a field of such players thins out."""
    verbs = {option.verb: option for option in options}
    raised = verbs.get("raise") or verbs.get("bet")
    all_in, call = STYLES[style]
    if raised and rng.random() < all_in:
        return {"word": raised.verb, "amount": raised.most if rng.random() < 0.8 else raised.least}
    if "check" in verbs:
        return {"word": "check"}
    return {"word": "call" if rng.random() < call else "fold"}


def check_field(state: State) -> None:
    """Chips, seats and places are each there once."""
    if state.phase != "running":
        return
    assert state.chips() == state.bought() == chips_bought(state) - state.removed
    inside = state.inside()
    seats = [(one.table, one.seat) for one in inside if one.stack]
    assert len(set(seats)) == len(seats)
    assert all(one.stack >= 0 for one in inside)
    assert {one.table for one in inside} <= set(state.boards)
    out = {who for tied in state.fallen for who in tied} | {who for who, *_ in state.falling}
    assert out == {one.person for one in state.entrants.values() if not one.stack}
    thinking = {one.person for one in inside if not one.stack}
    assert thinking <= set(state.deciding()), "a seat is kept for as long as somebody may rebuy"
    assert state.room() >= 0
    assert not state.waiting or state.may_enter()
    assert not any(one.person in state.waiting for one in inside)


def chips_bought(state: State) -> int:
    """The chips of every entry, rebuy and add-on, from what each player took."""
    entrants, plan = state.entrants.values(), state.plan
    stacks = sum([one.entries + one.rebuys for one in entrants])
    addons = sum([one.added for one in entrants])
    return stacks * plan.structure.stack + addons * plan.addon_stack


def pool_paid(state: State) -> int:
    """What the players paid into the prizes."""
    plan = state.plan
    return plan.added + sum(
        one.entries * plan.buy_in + one.rebuys * plan.rebuy + one.added * plan.addon
        for one in state.entrants.values()
    )


def check_balance(before: State, after: State) -> None:
    """No table begins a hand that should first have been balanced, broken or merged."""
    felts = after.felts()
    going = field.surplus(felts, after.plan.size)
    counts = {felt.number: len(felt.taken) for felt in felts if felt.number not in going}
    coming = len(after.playing()) - sum(counts.values())
    for number, board in after.boards.items():
        old = before.boards.get(number)
        if not board.busy or (old and old.hand == board.hand):
            continue
        assert number not in going, "it should have been broken"
        open_to = {felt.number: counts[felt.number] for felt in felts
                   if felt.free and felt.number in counts}  # fmt: skip
        uneven = counts[number] - min(open_to.values(), default=counts[number]) > 1
        lacking = sum(max(0, counts[number] - 1 - count) for count in open_to.values())
        assert not uneven or lacking <= coming, "it is too full"
        assert len(after.inside()) > after.plan.size or len(after.boards) == 1, "one would do"


def check_end(state: State, players: int) -> None:
    """Every place is awarded once, and the prizes sum to the pool."""
    assert state.phase == "over"
    places = list(state.places())
    assert sorted(who for who, _, _ in places) == sorted(state.entrants)
    taken = sorted(
        place for first, shared in {(p, s) for _, p, s in places}
        for place in range(first, first + shared)
    )  # fmt: skip
    assert taken == list(range(1, players + 1))
    assert sum(one.prize for one in state.entrants.values()) == state.pool
    assert state.pool == max(pool_paid(state), state.plan.guarantee)
    bounties = sum(one.won for one in state.entrants.values())
    assert bounties == state.entries * state.plan.bounty


async def check_books(db: Database, state: State) -> None:
    """The prize account is empty, and every wallet holds what it should."""
    assert (await ledger.audit(db)).ok
    assert await ledger.balance(db, state.account) == 0
    held = await ledger.balances(db, f"wallet:{state.community}:")
    for who, one in state.entrants.items():
        paid = one.entries * state.plan.cost
        paid += one.rebuys * state.plan.rebuy + one.added * state.plan.addon
        assert held[state.wallet(who)] == 10_000_000 - paid + one.prize + one.won
    await check_scores(db, state)


async def check_scores(db: Database, state: State) -> None:
    """Everybody's result is kept once, with the points of their place."""
    kept = {one.person: one for one in await seasons.standings(db, state.community, 0)}
    assert set(kept) == set(state.entrants)
    players = len(state.entrants)
    for who, place, shared in state.places():
        one, entrant = kept[who], state.entrants[who]
        mean = sum((players / (place + at)) ** 0.5 - 1 for at in range(shared)) / shared
        assert (
            abs(one.points - 100 * mean * (entrant.entries + entrant.rebuys) ** -0.5) <= 0.5 + 1e-6
        )
        assert (one.played, one.best, one.won, one.paid) == (
            1, place, int(place == 1), int(entrant.prize > 0),
        )  # fmt: skip


async def check_streams(db: Database) -> None:
    """Every table can be played again from its stream, which gives what its checkpoints say."""
    for table, game in await db.load("SELECT id, game FROM room"):
        kind, rows = KINDS[game], await journal.rows_after(db, table, 0)
        kept = [number for number, row in enumerate(rows) if row.checkpoint is not None]
        for start, end in pairwise([*kept, len(rows)]):
            again = kind.rebuild(row[2:] for row in rows[start:end])
            if end < len(rows):
                assert json.loads(again.to_json()) == json.loads(rows[end].checkpoint or "")


@asynccontextmanager
async def opened(
    url: str = "", clock: DrivenClock | None = None, seed: int = 0
) -> AsyncIterator[Arena]:
    """An arena over a database in memory, or over the one at `url`."""
    db = await open_database(url) if url else Swift()
    arena = Arena(db, clock or DrivenClock(), seed=seed)
    try:
        await arena.manager.restore()
        yield arena
    finally:
        await arena.manager.close()
        await db.close()
