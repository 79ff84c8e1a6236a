"""Whole tournaments of random players: every commit is checked in `arena`, the end here."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.tournament.state import Plan
from tests.bot.tournament.arena import Arena, check_books, check_end, opened, plan


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
    absent = [who for who in arena.state.entrants if rng.random() < rng.choice([0, 0.2])]
    came = players
    while arena.state.phase == "running":
        state = arena.state
        if state.may_enter() and rng.random() < 0.1 and came < 2 * players:
            came += 1
            await arena.enter(came)
        for who in state.entrants:
            if rng.random() < 0.3 and arena.may_come_again(who):
                await arena.come_again(who)
            if rng.random() < 0.2 and arena.may_buy_chips(who):
                await arena.buy_chips(who)
        await arena.step(rng, absent)
    return len(arena.state.entrants)


async def check(seed: int, most: int) -> None:
    rng = random.Random(seed)
    async with opened() as arena:
        entered = await play(arena, rng, rng.randrange(2, most), random_plan(rng))
        check_end(arena.state, entered)
        await check_books(arena.db, arena.state)
        assert not arena.tables(), "every table is closed"


@pytest.mark.parametrize("seed", range(40))
async def test_small_tournaments_of_any_form(seed: int) -> None:
    await check(seed, 12)


async def test_a_field_over_many_tables() -> None:
    rng = random.Random(5)
    async with opened() as arena:
        await play(arena, rng, 60, plan(size=6))
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
    await check(seed, 30)


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("players", [100, 200, 500])
async def test_large_fields(players: int, seed: int) -> None:
    changes: dict[str, Any] = {"size": random.Random(seed).choice([6, 8, 9, 10])}
    async with opened() as arena:
        entered = await play(arena, random.Random(seed), players, plan(**changes))
        check_end(arena.state, entered)
        await check_books(arena.db, arena.state)
