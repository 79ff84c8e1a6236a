"""The dealer dies in the middle of a tournament: field, clock, tables and hands go on."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.state import MINUTE, Command
from bot.tournament.director import Director
from games import holdem
from tests.bot.tournament.arena import HOST, Arena, check_books, check_end, opened, plan
from tests.clock import DrivenClock

DOWN = 30 * MINUTE


async def take_up(arena: Arena, lobby: str) -> None:
    """Go on with what the database holds."""
    arena.lobby_id = lobby
    await arena.settle()
    arena.watch()


async def die(arena: Arena, rng: random.Random) -> None:
    """Die before the director has carried all it should."""
    if rng.random() < 0.6:
        await arena.house.director.stop()
        for table in arena.tables():
            state = table.state
            if state.playing and state.round is not None and holdem.waiting(state.round):
                [seat] = holdem.waiting(state.round)
                act = Command("act", person=state.chairs[seat].person, word="fold")
                await table.ask(act)


FORMS: list[dict[str, Any]] = [
    {"again": 1, "late": 1, "bounty": 500},
    {"rebuys": 2, "rebuy": 9_000, "late": 2, "bounty": 500, "progressive": True},
    {"rebuys": 1, "late": 1, "addon": 700, "addon_stack": 250_000, "most": 8},
]
"""What may be bought when the dealer dies."""


async def buy(arena: Arena, rng: random.Random) -> None:
    """Some take what they may."""
    for who in arena.state.entrants:
        if arena.may_buy_chips(who) and rng.random() < 0.1:
            await arena.buy_chips(who)


async def play_and_die(url: str, seed: int, players: int, size: int) -> int:
    """A tournament that dies every few steps; gives how often it did."""
    terms = FORMS[seed % len(FORMS)]
    rng, deaths, lobby, now = random.Random(seed), 0, "", 0
    while True:
        clock = DrivenClock(now) if now else DrivenClock()
        async with opened(url, clock) as arena:
            if not lobby:
                await arena.announce(plan(size=size, **terms))
                await arena.field(players)
                lobby = arena.lobby_id
                await arena.lobby.ask(Command("start", person=HOST.id))
            else:
                deaths += 1
                await take_up(arena, lobby)
            for _ in range(rng.randrange(1, 25)):
                if arena.state.phase == "running":
                    await buy(arena, rng)
                    await arena.step(rng)
            if arena.state.phase == "over":
                check_end(arena.state, len(arena.state.entrants))
                await check_books(arena.db, arena.state)
                return deaths
            await die(arena, rng)
            now = arena.clock.now() + DOWN


@pytest.mark.parametrize("seed", range(4))
async def test_a_tournament_survives_every_death(tmp_path: Path, seed: int) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    assert await play_and_die(url, seed, 9 + 4 * seed, 4) > 3


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(100, 300))
async def test_many_tournaments_survive_every_death(tmp_path: Path, seed: int) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    assert await play_and_die(url, seed, 40, 6) > 3


async def test_the_same_hands_go_on_and_the_level_has_its_whole_time(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    terms = plan(size=4, structure={"hands": 0, "minutes": 10})
    async with opened(url) as arena:
        await arena.announce(terms)
        await arena.field(7)
        await arena.start()
        rng = random.Random(3)
        for _ in range(6):
            await arena.act(rng)
        before = {table.state.id: table.state.to_json() for table in arena.tables()}
        hands = {table.state.id: table.state.hand for table in arena.tables()}
        left = arena.state.timers["level"].due - arena.state.seen
        lobby, stopped = arena.lobby_id, arena.clock.now()
    async with opened(url, DrivenClock(stopped + DOWN)) as arena:
        await take_up(arena, lobby)
        assert {table.state.id for table in arena.tables()} == before.keys()
        assert {table.state.id: table.state.hand for table in arena.tables()} == hands
        assert arena.state.timers["level"].due == stopped + DOWN + left
        await arena.finish(random.Random(4))
        check_end(arena.state, 7)


async def test_a_table_that_was_opened_but_has_no_row_gets_its_first_order(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with opened(url) as arena:
        await arena.announce(plan(size=3))
        await arena.field(6)
        lobby = arena.lobby_id
        director: Director = arena.house.director
        await director.stop()
        await arena.lobby.ask(Command("start", person=HOST.id))
        [first, _] = arena.state.boards.values()
        await director._open(arena.state, first)
        assert [table.seq for table in arena.tables()] == [0]
        now = arena.clock.now()
    async with opened(url, DrivenClock(now)) as arena:
        await take_up(arena, lobby)
        assert len(arena.tables()) == 2
        await arena.wait(0)
        assert all(table.state.playing for table in arena.tables())
        await arena.finish(random.Random(4))
        check_end(arena.state, 6)


async def test_tables_of_a_tournament_that_is_over_are_closed_at_a_start(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with opened(url) as arena:
        await arena.announce(plan(size=3))
        await arena.field(6)
        await arena.start()
        lobby = arena.lobby_id
        await arena.house.director.stop()
        await arena.lobby.ask(Command("cancel", person=HOST.id))
        assert len(arena.tables()) == 2
        now = arena.clock.now()
    async with opened(url, DrivenClock(now)) as arena:
        await take_up(arena, lobby)
        assert not arena.tables()
        assert arena.state.phase == "cancelled"


async def test_a_start_that_passed_meanwhile_waits_another_minute(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with opened(url) as arena:
        await arena.announce(plan(size=3))
        await arena.field(3)
        lobby, start = arena.lobby_id, arena.state.plan.start
    async with opened(url, DrivenClock(start + DOWN)) as arena:
        await take_up(arena, lobby)
        assert arena.state.phase == "open"
        await arena.wait(MINUTE)
        assert arena.state.phase == "running"
