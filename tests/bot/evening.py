"""Short words for what people do at a table, for the tests here."""

from __future__ import annotations

import random
from typing import Any

from bot.decide import decide
from bot.state import Chair, Command, Draft, State, Timer
from bot.table import Table
from bot.terms import Terms
from games import holdem
from storage import ledger
from tests.house import House, person

FRESH = "sqlite://"


def seated(house: House, who: str, table: Table[State] | None = None) -> Chair:
    """The chair of a person at the only table."""
    state = (table or house.table).state
    seat = state.seat_of(person(who).id)
    assert seat is not None, f"{who} has no seat"
    return state.chairs[seat]


def seat_of(house: House, who: str) -> int | None:
    return house.table.state.seat_of(person(who).id)


def on_turn(house: House) -> str:
    """The name of who must act."""
    state = house.table.state
    assert state.round is not None
    [seat] = holdem.waiting(state.round)
    return state.chairs[seat].name


def others(house: House, *but: str) -> list[str]:
    """Who else sits at the only table, by seat."""
    chairs = sorted(house.table.state.chairs.items())
    return [chair.name for _, chair in chairs if chair.name not in but]


async def begin(house: House, *people: str, table: str = "10/20 6", buyin: str = "1000") -> None:
    """Open a table, let these people sit down, and wait for the first hand."""
    assert await house.say(people[0], f"/open {table}")
    for who in people:
        await house.say(who, f"/sit {buyin}")
        assert seat_of(house, who) is not None
    await house.wait((house.table.state.timers["next"].due - house.clock.now()) / 1000)
    assert house.table.state.playing


async def pass_round(house: House) -> None:
    """Everybody checks or calls until the hand is over."""
    table, hand = house.table, house.table.state.hand
    while table.state.playing and table.state.hand == hand:
        state = table.state
        assert state.round is not None
        if not holdem.waiting(state.round):
            await house.wait(2)
            continue
        who = on_turn(house)
        owes = holdem.price(state.round, holdem.waiting(state.round)[0])
        await house.say(who, "/call" if owes else "/check")
        assert table.state.turn > state.turn


async def fold_out(house: House) -> None:
    """Everybody folds until the hand is over."""
    table, hand = house.table, house.table.state.hand
    while table.state.playing and table.state.hand == hand:
        turn = table.state.turn
        await house.insist(on_turn(house), "/fold")
        assert table.state.turn > turn


async def all_in(house: House) -> None:
    """Everybody puts everything in until nobody is left to ask."""
    state = house.table.state
    while state.playing and state.round is not None and holdem.waiting(state.round):
        await house.insist(on_turn(house), "/allin")
        assert house.table.state.turn > state.turn
        state = house.table.state


def offered(house: House) -> list[str]:
    """Who has been told that a seat is kept for them."""
    private = house.chat.private
    return [
        name
        for waiting, name in house.table.state.queue
        if "A seat is free" in str(private.get((waiting, house.table.state.id)))
    ]


async def wallet(house: House, who: str) -> int:
    return await ledger.balance(house.db, ledger.wallet("web:home", person(who).id))


async def check_books(house: House) -> None:
    """The books are in order, and every chair holds what the ledger says, person by person."""
    assert (await ledger.audit(house.db)).ok
    held = await ledger.balances(house.db, "stack:")
    chairs = {
        ledger.stack(table.state.id, chair.person): chair.stack + chair.pending
        for table in house.manager.tables.values()
        if isinstance(table.state, State) and not table.state.terms.tournament
        for chair in table.state.chairs.values()
    }
    assert {key: amount for key, amount in held.items() if amount} == {
        key: amount for key, amount in chairs.items() if amount
    }


def settled(table: Table[State]) -> tuple[str, int, object]:
    """All that a refused command must leave as it was."""
    return table.state.to_json(), table.seq, table.state.round


def quiet_state(*names: str, stack: int = 100_000, **terms: Any) -> State:
    """A table without a house, with these people in seats 1, 2, …; the first is the host."""
    state = State("t", "web:home", "web:lobby", "1", person(names[0]).id, Terms())
    state.terms = Terms(**{"pauses": False} | terms)
    for seat, name in enumerate(names, 1):
        state.chairs[seat] = Chair(person(name).id, name, stack, 45_000)
        state.books[person(name).id] = (name, stack, 0)
    return state


def dealt_state(*names: str, seed: int = 7, **terms: Any) -> State:
    """The same with a hand dealt from a seed."""
    state = quiet_state(*names, **terms)
    state.timers["next"] = Timer(0, "0")
    return decide(state, command("timer", word="next@0", seed=f"{seed:064x}")).state


def ring(state: State, name: str) -> Draft:
    """A timer runs out."""
    timer = state.timers[name]
    return decide(state, command("timer", word=f"{name}@{timer.valid}", at=timer.due))


def whose_turn(state: State) -> str:
    """The name of who must act at a table without a house."""
    assert state.round is not None
    return state.chairs[holdem.waiting(state.round)[0]].name


def chair_of(state: State, who: str) -> Chair:
    [chair] = [chair for chair in state.chairs.values() if chair.name == who]
    return chair


def act(state: State, word: str, amount: int = 0) -> State:
    """Who must act does so."""
    return decide(state, command("act", whose_turn(state), word=word, amount=amount)).state


def command(verb: str, who: str = "", **facts: Any) -> Command:
    asker = person(who) if who else None
    return Command(
        verb,
        person=asker.id if asker else "",
        name=asker.name if asker else "",
        **facts,
    )


def said(draft: Draft) -> list[str]:
    return [one.kind for one in draft.said]


async def press_something(house: House, rng: random.Random) -> None:
    """Someone at the table presses a button that they see, more often to play than to go."""
    table = house.table
    seats = [seat for seat, chair in sorted(table.state.chairs.items()) if not chair.computer]
    if table.state.playing and table.state.round and rng.random() < 0.8:
        seats = [seat for seat in holdem.waiting(table.state.round) if seat in seats] or seats
    if not seats:
        return
    who = table.state.chairs[rng.choice(seats)].name
    buttons = [
        button.token
        for row in house.seen(who).rows
        for button in row
        if not button.token.startswith(("leave", "away", "form")) or rng.random() < 0.1
    ]
    if buttons:
        reply = await house.press(who, rng.choice(buttons), amount=str(rng.choice([100, 400, "x"])))
        if reply and reply.message and reply.message.rows:
            await house.press(who, reply.message.rows[0][0].token)
