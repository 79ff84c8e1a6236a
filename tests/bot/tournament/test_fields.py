"""Whole tournaments of random players: every commit is checked in `arena`, the end here."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.tournament.plan import Plan
from tests.bot.tournament.arena import (
    Arena,
    check_books,
    check_end,
    check_streams,
    opened,
    plan,
)

MANY = 60
"""Players of a field too large to be played again from its streams each time."""


def random_plan(rng: random.Random) -> Plan:
    """Any form of tournament."""
    bounty = rng.choice([0, 0, 5_001])
    again = rng.choice([0, 0, 1, 2])
    rebuys = 0 if again else rng.choice([0, 0, 1, 3, 99])
    addon = rng.choice([0, 0, 250_000])
    more = {"rebuys": rebuys, "rebuy": rng.choice([0, 9_999]) * bool(rebuys)}
    more |= {"addon": rng.choice([0, 5_005]) * bool(addon), "addon_stack": addon}
    return plan(
        **more,
        size=rng.choice([2, 3, 4, 6, 9, 10]),
        buy_in=rng.choice([0, 10_000, 12_345]),
        fee=rng.choice([0, 1_001]),
        bounty=bounty,
        progressive=bool(bounty) and rng.random() < 0.5,
        again=again,
        late=rng.choice([1, 3]) if again or rebuys or addon else rng.choice([0, 0, 2]),
        guarantee=rng.choice([0, 0, 1_000_000]),
        structure={"hands": rng.choice([2, 4])},
    )


async def play(arena: Arena, rng: random.Random, players: int, terms: Plan) -> int:
    """A tournament from its announcement to its end; gives how many were in it."""
    if rng.random() < 0.3:
        # The last of them wait for a place, late entrants too.
        terms = replace(terms, most=max(2, players - rng.randrange(3)))
    await arena.announce(terms)
    await arena.field(players)
    await arena.start()
    away = rng.choice([0, 0.2])
    absent = {who for who in arena.state.entrants if rng.random() < away}
    while arena.state.phase == "running":
        await late_or_again(arena, rng, 2 * players)
        await arena.step(rng, absent)
    return len(arena.state.entrants)


async def late_or_again(arena: Arena, rng: random.Random, most: int) -> None:
    """Let somebody come late, or wait for it, and some come in again or buy more chips."""
    state = arena.state
    came = len(state.entrants) + len(state.waiting)
    if state.may_enter() and rng.random() < 0.1 and came < most:
        await arena.enter(arena.came)
    if not (state.entering or state.adding or state.deciding()):
        return
    again, more = bool(state.plan.again), bool(state.plan.rebuys or state.plan.addon_stack)
    for who in state.entrants:
        if rng.random() < 0.3 and again and arena.may_come_again(who):
            await arena.come_again(who)
        if rng.random() < 0.2 and more and arena.may_buy_chips(who):
            await arena.buy_chips(who)


async def check(seed: int, players: int, terms: Plan | None = None) -> Counter[str]:
    """Play a tournament that its seed says all about; gives what happened in it."""
    rng = random.Random(seed)
    async with opened(seed=seed) as arena:
        if players > MANY:
            # Where hardly anybody dares, a large field plays for ever.
            arena.drawn_from = ("any", "curious", *["bold"] * 6)
        entered = await play(arena, rng, players, terms or random_plan(rng))
        check_end(arena.state, entered)
        await check_books(arena.db, arena.state)
        if players <= MANY and seed % 5 == 0:
            await check_streams(arena.db)
        assert not arena.tables(), "every table is closed"
        assert arena.witness
        return arena.witness.tally


def small(seed: int, most: int) -> int:
    """How many play in a small tournament."""
    return random.Random(f"players {seed}").randint(2, most)


def large_plan(seed: int) -> Plan:
    """Any form, at large tables; who is out comes in once more at most, or it takes for ever."""
    rng = random.Random(f"large {seed}")
    terms = random_plan(rng)
    again, rebuys = min(terms.again, 1), min(terms.rebuys, 1)
    return replace(terms, size=rng.choice([6, 8, 9, 10]), again=again, rebuys=rebuys)


@pytest.mark.parametrize("seed", range(100))
async def test_small_tournaments_of_any_form(seed: int) -> None:
    await check(seed, small(seed, 12))


@pytest.mark.parametrize("seed", range(3))
async def test_fields_of_five_hundred(seed: int) -> None:
    await check(seed, 500, large_plan(seed))


async def test_what_is_proved_comes_to_pass() -> None:
    """Whatever random players never do is not proved by them."""
    tally: Counter[str] = Counter()
    for seed in range(4):
        tally += await check(seed, 40, plan(size=[4, 6, 9, 10][seed], again=1, late=2))
    often = ("hands", "heads-up", "side pots", "several out in a hand", "balanced", "broken")
    assert all(tally[what] >= 10 for what in often), tally
    seldom = ("split pots", "waited", "hand for hand", "big blind twice")
    assert all(tally[what] for what in seldom), tally


async def story(seed: int) -> list[tuple[Any, ...]]:
    """All that is kept of a tournament."""
    async with opened(seed=seed) as arena:
        await play(arena, random.Random(seed), 14, plan(size=6, again=1, late=1, bounty=500))
        tables = "SELECT table_id, seq, at, command, events FROM journal ORDER BY table_id, seq"
        return await arena.db.load(tables)


async def test_the_same_seed_is_the_same_tournament() -> None:
    first, again, other = await story(1), await story(1), await story(2)
    assert first == again
    assert first != other


async def test_a_field_over_many_tables_on_a_disk(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path}/croupier.db") as arena:
        await play(arena, random.Random(5), 60, plan(size=6))
        check_end(arena.state, 60)
        await check_books(arena.db, arena.state)


@pytest.mark.parametrize(("players", "size"), [(2, 9), (8, 3), (14, 6)])
async def test_where_everybody_is_away_it_ends_all_the_same(players: int, size: int) -> None:
    async with opened() as arena:
        await arena.announce(plan(size=size))
        await arena.field(players)
        await arena.start()
        await arena.finish(random.Random(1), list(arena.state.entrants))
        check_end(arena.state, players)
        await check_books(arena.db, arena.state)


# --- the long proofs -------------------------------------------------------------------------


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(1000, 4000))
async def test_thousands_of_small_tournaments(seed: int) -> None:
    await check(seed, small(seed, 30))


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(100, 120))
@pytest.mark.parametrize("players", [100, 200, 500])
async def test_large_fields(players: int, seed: int) -> None:
    await check(seed, players, large_plan(seed))
