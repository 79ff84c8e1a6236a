"""Rulings of the Tournament Directors Association, each by its number, on real tables."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from bot.state import State as Ring
from bot.table import Table
from bot.tournament.state import State
from games import field, levels
from games.field import Felt
from games.seating import MOST, Chair, advance
from tests.bot.tournament.arena import Arena, opened, plan


class Watch:
    """Sees every hand that is dealt, and every board as the lobby had it before that hand."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.hands: dict[str, list[Ring]] = {}
        self.all: list[Ring] = []
        arena.manager.followers.append(self.look)

    def look(self, table: Table[Any]) -> None:
        if not isinstance(table.state, Ring) or table.state.round is None:
            return
        seen = self.hands.setdefault(table.state.id, [])
        if not seen or seen[-1].hand != table.state.hand:
            seen.append(table.state)
            [board] = [b for b in self.arena.state.boards.values() if b.id == table.state.id]
            assert board.positions == table.state.positions, "the lobby foresees the blinds"
            self.all.append(table.state)


async def watched(players: int, rng: random.Random, *, absent: int = 0, **terms: Any) -> Watch:
    """A tournament to its end, of whose players so many are away."""
    async with opened() as arena:
        await arena.announce(plan(size=6, buy_in=0, fee=0, **terms))
        await arena.field(players)
        watch = Watch(arena)
        await arena.start()
        away = list(arena.state.entrants)[:absent]
        while arena.state.phase == "running":
            await arena.step(rng, away)
        return watch


def dealt(ring: Ring) -> set[int]:
    return {seat for seat, chair in ring.chairs.items() if chair.dealt == ring.hand}


def big_blind(ring: Ring) -> int:
    assert ring.positions
    return ring.positions.big_blind


def shared_out(state: State) -> list[int]:
    return sorted(len(state.at(number)) for number in state.boards)


def antes() -> dict[str, Any]:
    """Every big blind antes for the table from the first level on."""
    made = levels.preset("turbo", "hands")
    listed = tuple(level._replace(ante=level.big) for level in made.levels)
    return {"levels": listed, "stack": made.stack}


# --- seats -----------------------------------------------------------------------------------


async def test_tda_8_late_entrants_get_full_stacks_and_random_seats_and_are_dealt_in() -> None:
    async with opened() as arena:
        await arena.announce(plan(size=6, late=4))
        await arena.field(6)
        await arena.start()
        watch, rng = Watch(arena), random.Random(1)
        for number in range(100, 104):
            await arena.enter(number)
            await arena.settle()
        late = [f"nowhere:p{number}" for number in range(100, 104)]
        stack = arena.state.plan.structure.stack
        assert {arena.state.entrants[who].stack for who in late} == {stack}
        missing = set(late)
        while missing and arena.state.phase == "running":
            await arena.step(rng)
            missing -= {one for one in late if arena.state.entrants[one].stack != stack}
        played = {
            ring.chairs[seat].person
            for rings in watch.hands.values() for ring in rings for seat in dealt(ring)
        }  # fmt: skip
        assert set(late) <= played


@pytest.mark.parametrize("seed", range(3))
async def test_tda_10_a_from_a_broken_table_all_are_dealt_in_at_once_but_behind_the_button(
    seed: int,
) -> None:
    """They take over what comes with the seat: only between button and small blind one waits."""
    async with opened() as arena:
        await arena.announce(plan(size=4, buy_in=0, fee=0))
        await arena.field(13)
        await arena.start()
        watch, rng, broken = Watch(arena), random.Random(seed), 0
        while arena.state.phase == "running" and len(arena.state.boards) > 1:
            before = arena.state
            await arena.step(rng)
            broken += len(arena.state.boards) < len(before.boards)
        assert broken
        checked = 0
        for rings in watch.hands.values():
            for last, ring in pairwise(rings):
                came = {seat for seat, chair in ring.chairs.items()
                        if chair.since == ring.hand and "broken" in chair.note}  # fmt: skip
                for seat in came - dealt(ring):
                    assert last.positions
                    chairs = [Chair(one) for one in ring.chairs]
                    placement = advance(last.positions, chairs, MOST, debts=False)
                    assert placement
                    assert seat not in placement.dealt, "it lies between button and small blind"
                checked += len(came & dealt(ring))
        assert checked


async def test_tda_11_a_table_three_short_deals_no_hand_until_it_is_balanced() -> None:
    async with opened() as arena:
        await arena.announce(plan(size=9))
        await arena.field(18)
        await arena.start()
        watch, rng = Watch(arena), random.Random(3)
        while len(arena.state.boards) > 1:
            await arena.step(rng)
        for rings in watch.hands.values():
            for ring in rings:
                others = [len(dealt(one)) for one in before(watch, ring)]
                assert max(others, default=0) - len(dealt(ring)) < field.HALTS_SHORT + 1


def before(watch: Watch, ring: Ring) -> list[Ring]:
    """The last hand that each other table had begun when this one was dealt."""
    found = []
    for table, rings in watch.hands.items():
        earlier = [one for one in rings if one.began <= ring.began]
        if table != ring.id and earlier and earlier[-1].playing:
            found.append(earlier[-1])
    return found


async def test_tda_11_a_nobody_pays_two_big_blinds_in_a_row_because_they_were_balanced() -> None:
    balanced = 0
    for seed in range(10):
        watch = await watched(22, random.Random(seed))
        paid: dict[str, Ring] = {}
        for ring in watch.all:
            for seat in dealt(ring):
                chair = ring.chairs[seat]
                last = paid.get(chair.person)
                paid[chair.person] = ring
                if last and last.id != ring.id and balanced_from(last, chair.note):
                    balanced += 1
                    assert not (pays_big(last, chair.person) and big_blind(ring) == seat)
        if balanced:
            return
    raise AssertionError("nobody was ever balanced")


def balanced_from(ring: Ring, note: str) -> bool:
    """Whether somebody with this note was balanced away from that table."""
    return '"balanced"' in note and f'"here": "{ring.name}"' in note


def pays_big(ring: Ring, person: str) -> bool:
    chair = ring.chairs.get(big_blind(ring))
    return chair is not None and chair.person == person


# --- blinds ----------------------------------------------------------------------------------


async def test_tda_32_the_big_blind_moves_to_the_next_seat_that_is_taken() -> None:
    """Dead buttons and dead small blinds follow from it; the lobby foresees each of them."""
    watch = await watched(9, random.Random(1), absent=6)
    moved = 0
    for rings in watch.hands.values():
        for last, ring in pairwise(rings):
            # Who came since and waits behind the button pays no blind yet.
            felt = Felt(1, 6, dealt(ring), last.positions)
            assert big_blind(ring) == field.due_big(felt)
            moved += 1
    assert moved > 50


async def test_tda_34_b_heads_up_the_button_has_the_small_blind_and_nobody_two_big_ones() -> None:
    pairs = 0
    for players, absent in ((2, 2), (3, 2), (3, 0), (3, 0)):
        watch = await watched(players, random.Random(players), absent=absent)
        for ring in watch.all:
            if len(dealt(ring)) == 2:
                pairs += 1
                assert ring.positions
                assert ring.positions.button == ring.positions.small_blind
        for last, ring in pairwise(watch.all):
            assert big_blind(last) != big_blind(ring)
    assert pairs > 20


async def test_tda_rp_11_the_ante_is_the_same_however_few_are_left() -> None:
    watch = await watched(6, random.Random(2), absent=5, structure=antes())
    [rings] = watch.hands.values()
    assert {len(dealt(ring)) for ring in rings} >= {2, 6}
    for ring in rings:
        terms = ring.terms
        assert terms.ante_kind == "big_blind"
        assert terms.ante == terms.big == watch.arena.state.blinds(terms.level).ante


# --- hand for hand ---------------------------------------------------------------------------


async def test_tda_rp_8_in_hand_for_hand_no_table_begins_before_all_others_are_done() -> None:
    rounds = 0
    for seed in range(12):
        async with opened() as arena:
            await arena.announce(plan(size=4))
            await arena.field(20)
            await arena.start()
            rng = random.Random(seed)
            while arena.state.phase == "running" and not arena.state.by_hand:
                await arena.step(rng)
            everybody = list(arena.state.entrants)
            while arena.state.by_hand and rounds < 5:
                last = arena.state
                await arena.step(rng, everybody)
                now = arena.state
                hands = {number: board.hand for number, board in last.boards.items()}
                begun = [one for one, board in now.boards.items() if board.hand > hands.get(one, 0)]
                if now.by_hand and last.boards.keys() == now.boards.keys():
                    assert len(begun) in (0, len(now.boards)), "all at once or none"
                    rounds += bool(begun)
        if rounds >= 5:
            return
    raise AssertionError("it never came to that")
