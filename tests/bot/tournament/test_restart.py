"""The dealer dies in the middle of a tournament: field, clock, tables and hands go on."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.state import Command
from bot.terms import MINUTE, SECOND
from bot.tournament.director import BEAT, Director
from bot.tournament.entries import FULL
from bot.tournament.host import GRACE
from games import holdem
from tests.bot.tournament.arena import HOME, HOST, Arena, check_books, check_end, opened, plan
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


# --- the time that it was down ---------------------------------------------------------------


async def killed(url: str, arena: Arena) -> int:
    """Nothing is written any more: what the house would note at an orderly end is not there."""
    await arena.house.director.stop()
    [(noted,)] = await arena.db.load("SELECT COUNT(*) FROM memory WHERE shelf = 'alive'")
    arena.manager.tables.clear()
    return int(noted)


def by_the_clock(**changes: int) -> dict[str, Any]:
    return {"size": 4, "structure": {"hands": 0, "minutes": 20, **changes}, "pace": "all-day"}


async def begin(arena: Arena) -> None:
    """Four in a tournament whose levels go by the clock."""
    await arena.announce(plan(**by_the_clock()))
    await arena.field(4)
    await arena.start()


async def test_no_level_gets_back_more_than_a_minute_that_the_dealer_was_up(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with opened(url) as arena:
        await begin(arena)
        began, lobby = arena.clock.now(), arena.lobby_id
        await arena.wait(7 * MINUTE + 30 * SECOND)
        assert arena.state.seen <= began, "nobody has done anything"
        assert await killed(url, arena) == 1
        stopped = arena.clock.now()
    async with opened(url, DrivenClock(stopped + DOWN)) as arena:
        await take_up(arena, lobby)
        given = arena.state.timers["level"].due - (began + 20 * MINUTE)
        assert DOWN <= given <= DOWN + BEAT
        await arena.wait(arena.state.timers["level"].due - arena.clock.now())
        assert arena.state.level == 2


async def test_what_a_table_wrote_last_says_when_the_dealer_was_up(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with opened(url) as arena:
        await begin(arena)
        began, lobby = arena.clock.now(), arena.lobby_id
        await arena.wait(40 * SECOND)
        await arena.act(random.Random(1))
        await killed(url, arena)
        stopped = arena.clock.now()
    async with opened(url, DrivenClock(stopped + DOWN)) as arena:
        await take_up(arena, lobby)
        assert arena.state.timers["level"].due == began + 20 * MINUTE + DOWN


async def test_after_an_orderly_end_the_clock_stood_to_the_millisecond(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with opened(url) as arena:
        await begin(arena)
        began, lobby = arena.clock.now(), arena.lobby_id
        await arena.wait(7 * MINUTE + 33_333)
        stopped = arena.clock.now()
    async with opened(url, DrivenClock(stopped + DOWN)) as arena:
        await take_up(arena, lobby)
        assert arena.state.timers["level"].due == began + 20 * MINUTE + DOWN


async def test_nothing_beats_where_no_time_runs_off(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with opened(url) as arena:
        await begin(arena)
        await arena.lobby.ask(Command("pause", person=HOST.id))
        await arena.wait(BEAT)
        await arena.wait(BEAT)
        due = arena.clock.next_due()
        assert due is None or due > arena.clock.now() + BEAT


async def test_a_pause_is_still_one_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with opened(url) as arena:
        await begin(arena)
        await arena.wait(3 * MINUTE)
        await arena.lobby.ask(Command("pause", person=HOST.id))
        lobby, stopped = arena.lobby_id, arena.clock.now()
    async with opened(url, DrivenClock(stopped + DOWN)) as arena:
        await take_up(arena, lobby)
        assert arena.state.paused
        assert "level" not in arena.state.timers
        await arena.lobby.ask(Command("resume", person=HOST.id))
        assert arena.state.timers["level"].due == arena.clock.now() + 17 * MINUTE


async def test_a_break_has_its_whole_time_over_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with opened(url) as arena:
        await arena.announce(plan(**by_the_clock(minutes=1, every=1, rest=5)))
        await arena.field(4)
        await arena.start()
        await arena.wait(3 * MINUTE)
        assert arena.state.resting
        ends, lobby, stopped = arena.state.timers["rest"].due, arena.lobby_id, arena.clock.now()
    async with opened(url, DrivenClock(stopped + DOWN)) as arena:
        await take_up(arena, lobby)
        assert arena.state.resting
        assert arena.state.timers["rest"].due == ends + DOWN
        await arena.wait(ends - stopped)
        assert not arena.state.resting


async def first_out(arena: Arena) -> str:
    """Play with four until somebody is out of chips and thinks about more; gives who it is."""
    await arena.field(4)
    await arena.start()
    rng = random.Random(2)
    while not arena.state.deciding():
        await arena.step(rng)
    return next(iter(arena.state.deciding()))


async def test_the_minute_to_come_in_again_is_whole_over_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with opened(url) as arena:
        await arena.announce(plan(size=4, again=1, late=1, structure={"hands": 100}))
        who = await first_out(arena)
        due, lobby = arena.state.timers[f"decide:{who}"].due, arena.lobby_id
        stopped = arena.clock.now()
    async with opened(url, DrivenClock(stopped + DOWN)) as arena:
        await take_up(arena, lobby)
        assert arena.state.timers[f"decide:{who}"].due == due + DOWN
        await arena.come_again(who)
        assert arena.state.entrants[who].entries == 2


async def test_a_minute_that_stands_in_a_pause_does_so_over_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with opened(url) as arena:
        await arena.announce(plan(size=4, rebuys=1, late=1, structure={"hands": 100}))
        who = await first_out(arena)
        await arena.wait(20 * SECOND)
        await arena.lobby.ask(Command("pause", person=HOST.id))
        left = arena.state.frozen[f"decide:{who}"].due
        lobby, stopped = arena.lobby_id, arena.clock.now()
    async with opened(url, DrivenClock(stopped + DOWN)) as arena:
        await take_up(arena, lobby)
        await arena.wait(10 * MINUTE)
        assert arena.state.frozen[f"decide:{who}"].due == left
        await arena.lobby.ask(Command("resume", person=HOST.id))
        assert arena.state.timers[f"decide:{who}"].due == arena.clock.now() + left
        await arena.buy_chips(who)
        assert arena.state.entrants[who].rebuys == 1


async def test_a_full_sit_and_go_begins_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with opened(url) as arena:
        terms = plan(size=3, most=3)
        lobby = (await arena.manager.open(HOME, HOST, terms, game="tournament")).state.id
        arena.lobby_id = lobby
        await arena.field(3)
        assert arena.state.timers["start"].due == arena.clock.now() + FULL
        stopped = arena.clock.now()
    async with opened(url, DrivenClock(stopped + DOWN)) as arena:
        await take_up(arena, lobby)
        assert arena.state.phase == "open"
        await arena.wait(MINUTE)
        assert arena.state.phase == "running"


async def test_what_a_host_may_undo_may_be_undone_as_long_over_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with opened(url) as arena:
        await arena.announce(plan(size=4))
        await arena.field(6)
        await arena.start()
        [who, *_] = arena.state.entrants
        await arena.lobby.ask(Command("remove", HOST.id, amount=GRACE, word=who))
        await arena.lobby.ask(Command("cancel", HOST.id, amount=GRACE))
        await arena.wait(20 * SECOND)
        lobby, stopped = arena.lobby_id, arena.clock.now()
    async with opened(url, DrivenClock(stopped + DOWN)) as arena:
        await take_up(arena, lobby)
        assert arena.state.timers["cancel"].due == arena.clock.now() + GRACE - 20 * SECOND
        assert arena.state.frozen[f"remove:{who}"].due == GRACE, "it waits for what becomes of all"
        await arena.lobby.ask(Command("undo", person=HOST.id))
        assert "cancel" not in arena.state.timers
        assert arena.state.timers[f"remove:{who}"].due == arena.clock.now() + GRACE
        await arena.wait(GRACE)
        assert arena.state.phase == "running"


async def test_who_is_moving_or_going_still_is_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with opened(url) as arena:
        await arena.announce(plan(size=4))
        await arena.field(8)
        await arena.start()
        inside = [one.person for one in arena.state.at(1)]
        await arena.lobby.ask(Command("move", person=HOST.id, word=inside[0], amount=2))
        await arena.lobby.ask(Command("remove", person=HOST.id, word=inside[1]))
        await arena.wait(0)
        assert (list(arena.state.moving), arena.state.going) == (inside[:1], inside[1:2])
        lobby, now = arena.lobby_id, arena.clock.now()
    async with opened(url, DrivenClock(now)) as arena:
        await take_up(arena, lobby)
        assert (list(arena.state.moving), arena.state.going) == (inside[:1], inside[1:2])
        await arena.finish(random.Random(5))
        assert arena.state.removed
        check_end(arena.state, 8)
