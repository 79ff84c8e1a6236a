"""Short words for what people do at a house table: at a whole card room, and at a bare state."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from bot.bank import play
from bot.bank.decide import decide
from bot.bank.kind import Bank
from bot.bank.state import GAMES, Draft, State, Terms
from bot.chat import Message
from bot.kind import Row
from bot.said import packed
from bot.state import Command
from bot.table import Table
from games.play import Refused
from storage import ledger
from storage.rooms import Room
from tests.clock import START
from tests.house import House, person

FRESH = "sqlite://"
FIRST = 1_000_000
"""What everyone's wallet holds at first."""

MAIN = {"ultimate": "ante", "caribbean": "ante_1", "paigow": "bet"}
PEOPLE = ["Ann", "Bob", "Cat", "Dan"]


# --- a whole card room -----------------------------------------------------------------------


def table(house: House) -> Table[State]:
    """The only table."""
    [found] = house.manager.tables.values()
    assert isinstance(found.state, State)
    return found


def public(house: House) -> Message:
    """What the channel shows of the only table."""
    shown = [m for _, m in house.chat.public.values() if m.fields]
    return shown[-1]


async def wallet(house: House, who: str) -> int:
    return await ledger.balance(house.db, ledger.wallet("web:home", person(who).id))


async def check_books(house: House) -> None:
    """The books are sound, and what lies in escrow is what the table says is staked."""
    audit = await ledger.audit(house.db)
    assert audit.ok, audit
    escrows = dict(audit.hands)
    for found in house.manager.tables.values():
        lies = sum(play.stakes(found.state).values())
        assert escrows.pop(found.state.escrow, 0) == lies
    assert not escrows


async def bet_and_deal(house: House, bets: Mapping[str, str], game: str = "") -> None:
    """Open a table if need be; everyone lays a bet like "10" or "10 trips" and presses Deal."""
    if game:
        assert "is open" in await house.say(next(iter(bets)), f"/open {game}")
    for who, typed in bets.items():
        assert await house.say(who, f"/bet {typed}") == ""
    for who in bets:
        await house.say(who, "/deal")
    await house.wait(0)
    assert table(house).state.playing


async def choose_all(house: House, verb: str) -> None:
    """Everyone chooses the same on this street."""
    state = table(house).state
    turn = state.turn
    for seat in state.rules.waiting(state.round):
        while (now := table(house).state).turn == turn and seat in now.rules.waiting(now.round):
            answer = await house.say(state.players[seat].name, f"/{verb}")
            assert answer == "", answer


# --- a bare state ----------------------------------------------------------------------------


class Bare:
    """A table that is decided on, with its stream and a ledger as simple as can be."""

    def __init__(self, game: str, terms: Terms | None = None, money: int = FIRST) -> None:
        self.kind = Bank(game)
        room = Room("t", "c", "web:lobby", game, "web:ann", 1, "1", "{}", START)
        self.state = self.kind.blank(room)
        if terms:
            self.state.terms = terms
        self.at = START
        self.rows: list[Row] = []
        self.money = money
        self.books: dict[str, int] = {}
        self.do("open", "Ann")

    def held(self, account: str) -> int:
        first = self.money if account.startswith("wallet:") else 0
        return self.books.get(account, first)

    def do(self, verb: str, who: str = "", **facts: Any) -> Draft:
        """Carry out a command, or raise Refused with nothing changed."""
        name, me = (who, person(who).id) if who else ("", "")
        command = Command(verb, me, name, at=self.at, **facts)
        if self.kind.counts_wallet(command):
            command = Command(
                verb, me, name, at=self.at, wallet=self.held(f"wallet:c:{me}"), **facts
            )
        before = self.state.to_json()
        try:
            draft = decide(self.state, command)
        except Refused:
            assert self.state.to_json() == before
            raise
        self._move(draft)
        checkpoint = before if self.kind.checkpoint(self.state, draft.state) else None
        self.rows.append((command.to_json(), packed(draft.said), checkpoint))
        self.state = draft.state
        return draft

    def _move(self, draft: Draft) -> None:
        books = dict(self.books)
        for move in draft.moves:
            assert sum(move.entries.values()) == 0
            for account, amount in move.entries.items():
                assert amount
                books[account] = books.get(account, self.held(account)) + amount
                if not account.startswith("house:") and books[account] < 0:
                    raise Refused("wallet_short", have=0, need=0)
            for account, amount in move.keeps.items():
                if books.get(account, self.held(account)) < amount:
                    raise Refused("wallet_short", have=0, need=0)
        self.books = books

    def ring(self, seed: int = 1) -> Draft:
        """Let time go by until the next timer, and fire it."""
        name, timer = min(self.state.timers.items(), key=lambda one: (one[1].due, one[0]))
        self.at = max(self.at, timer.due)
        command = f"{name}@{timer.valid}"
        return self.do("timer", word=command, seed=f"{seed:064x}" if name == "close" else "")

    def deal(self, bets: Mapping[str, Mapping[str, int]], seed: int = 1) -> None:
        """Everyone lays these bets (whole chips) and presses Deal."""
        for who, laid in bets.items():
            for spot, chips in laid.items():
                self.do("chip", who, word=spot, amount=100 * chips)
        for who in bets:
            self.do("deal", who)
        self.ring(seed)
        assert self.state.playing

    def waiting(self) -> tuple[int, ...]:
        return self.state.rules.waiting(self.state.round) if self.state.playing else ()

    def since_checkpoint(self) -> list[Row]:
        """What a restart reads: the rows from the newest checkpoint on."""
        at = max(n for n, row in enumerate(self.rows) if row[2] is not None)
        return self.rows[at:]


def random_round_terms(rng: random.Random, game: str) -> Terms:
    return Terms(
        least=rng.choice([100, 200, 500]),
        most=rng.choice([1000, 5000, 30_000]),
        side=rng.choice([500, 10_000]),
        seating=rng.choice(GAMES[game].seatings),
        window=rng.choice([5, 25]),
    )


def random_evening(
    rng: random.Random, game: str, steps: int
) -> Iterator[tuple[Bare, Draft | Refused]]:
    """What a table makes of random commands, wanted or not, closing in the end."""
    bare = Bare(game, random_round_terms(rng, game), money=rng.choice([3000, 50_000]))
    for _ in range(steps):
        if bare.state.closed:
            break
        try:
            yield bare, random_step(rng, bare)
        except Refused as refused:
            yield bare, refused
    if not bare.state.closed:
        yield bare, bare.do("close", "Ann", word="now", host=True)
        while not bare.state.closed:
            yield bare, bare.ring(rng.randrange(10**9))


def random_step(rng: random.Random, bare: Bare) -> Draft:
    state, luck = bare.state, rng.random()
    who = rng.choice(PEOPLE)
    if luck < 0.03:
        verb = rng.choice(
            ["pause", "resume", "resume", "resume", "cancel", "void", "restart", "kick"]
        )
        word = {"void": rng.choice(["failed", "host"]), "kick": person(who).id}.get(verb, "")
        return bare.do(verb, "Ann", word=word, host=True)
    if luck < 0.25 and state.timers:
        return bare.ring(rng.randrange(10**9))
    if state.playing and (waiting := bare.waiting()) and luck < 0.85:
        seat = rng.choice(waiting)
        option = rng.choice(state.rules.options(state.round, seat))
        word = " ".join([option.verb, *([rng.choice(option.choices)] if option.choices else [])])
        moment = {"hand": state.hand, "turn": state.turn} if rng.random() < 0.8 else {}
        return bare.do("act", state.players[seat].name, word=word, **moment)
    verb = rng.choice(
        ["chip"] * 8
        + ["deal"] * 3
        + ["repeat", "repeat", "double", "undo", "clear", "leave", "sit"]
    )
    if verb == "chip":
        spot = rng.choice(state.spots).name
        amount = rng.choice([100, 500, 1000, 10_000, 50, 0, -100])
        return bare.do("chip", who, word=spot, amount=amount)
    return bare.do(verb, who)
