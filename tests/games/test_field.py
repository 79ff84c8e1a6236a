"""Seats of a tournament: the draw, balancing, breaking, each by its rule."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.field import (
    Felt,
    Moved,
    balance,
    break_up,
    by_lot,
    draw,
    due_big,
    halts,
    late_seat,
    surplus,
    tables_for,
    worst_seat,
)
from games.seating import MOST, Chair, Positions, advance

SEED = b"a seed for the seats"
SEEDS = st.binary(min_size=16, max_size=32)


def felt(number: int, *taken: int, size: int = 9, last: tuple[int, int, int] | None = None) -> Felt:
    return Felt(number, size, taken, Positions(*last) if last else None)


@st.composite
def felts(draw_one: st.DrawFn, least: int = 2) -> list[Felt]:
    """A field of tables that have all played, each with two to nine players."""
    made = []
    for number in range(1, draw_one(st.integers(least, 6)) + 1):
        taken = draw_one(st.sets(st.integers(1, 9), min_size=2, max_size=9))
        big = draw_one(st.sampled_from(sorted(taken)))
        around = sorted(taken, key=lambda seat: (seat - big) % MOST)
        small, button = (around[-1], around[-2]) if len(taken) > 2 else (around[-1], around[-1])
        made.append(Felt(number, 9, frozenset(taken), Positions(button, small, big)))
    return made


# --- the draw --------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.integers(2, 500), st.integers(2, 10), SEEDS)
def test_tda_7_everyone_gets_a_seat_and_tables_are_even(
    players: int, size: int, seed: bytes
) -> None:
    drawn = draw(range(players), size, seed)
    assert len(drawn) == tables_for(players, size)
    assert sorted(who for table in drawn for who in table.values()) == list(range(players))
    counts = [len(table) for table in drawn]
    assert max(counts) - min(counts) <= 1
    assert max(counts) <= size
    assert all(1 <= seat <= size for table in drawn for seat in table)


def test_tda_7_every_seat_is_equally_likely() -> None:
    met: Counter[tuple[int, int]] = Counter()
    for number in range(6000):
        drawn = draw(range(6), 3, b"%016d" % number)
        met.update((at, seat) for at, table in enumerate(drawn) for seat in table if
                   table[seat] == 0)  # fmt: skip
    assert len(met) == 6
    assert all(880 < times < 1120 for times in met.values())


def test_a_draw_can_be_repeated_and_another_seed_is_another_draw() -> None:
    assert draw(range(30), 9, SEED) == draw(range(30), 9, SEED)
    assert draw(range(30), 9, SEED) != draw(range(30), 9, SEED + b"!")
    assert by_lot(range(9), SEED, "one") != by_lot(range(9), SEED, "two")


# --- balancing -------------------------------------------------------------------------------


def test_tda_11_a_who_is_due_the_big_blind_moves_to_the_worst_seat() -> None:
    full = felt(1, 1, 2, 3, 4, 5, 6, 7, 8, 9, last=(3, 4, 5))
    short = felt(2, 1, 3, 5, 7, 9, last=(5, 7, 9))
    assert due_big(full) == 6
    assert worst_seat(short, SEED) == 2, "the big blind was in seat 9: 1 is taken, 2 comes first"
    assert balance([full, short], 1, SEED) == Moved(1, 6, 2, 2)


def test_tda_11_a_worst_seat_may_be_a_single_big_blind() -> None:
    short = felt(2, 1, 5, 7, last=(1, 5, 7))
    assert worst_seat(short, SEED) == 8
    chairs = [Chair(seat) for seat in (1, 5, 7, 8)]
    placement = advance(Positions(1, 5, 7), chairs, MOST, debts=False)
    assert placement is not None
    assert placement.big == 8


def test_tda_11_a_worst_seat_is_never_the_small_blind() -> None:
    """The big blind of the last hand is gone: whoever sat down there would be the small blind."""
    short = felt(2, 1, 5, 8, 9, last=(1, 5, 7))
    assert worst_seat(short, SEED) == 2
    only = Felt(2, 5, (1, 2, 4, 5), Positions(1, 2, 3))
    assert worst_seat(only, SEED) == 3, "where no other seat is free it is taken all the same"


def test_tables_one_player_apart_are_balanced() -> None:
    assert balance([felt(1, 1, 2, 3, 4), felt(2, 1, 2, 3)], 1, SEED) is None
    assert balance([felt(1, 1, 2, 3), felt(2, 1, 2, 3, 4, 5)], 1, SEED) is None


@settings(deadline=None)
@given(felts(), SEEDS)
def test_tda_11_a_balancing_ends_with_tables_one_player_apart(
    tables: list[Felt], seed: bytes
) -> None:
    found = {one.number: one for one in tables}
    players = sum(len(one.taken) for one in tables)
    for _ in range(60):
        moves = [balance(list(found.values()), number, seed) for number in found]
        move = next((one for one in moves if one), None)
        if move is None:
            break
        source, target = found[move.table], found[move.to_table]
        assert move.seat == due_big(source)
        assert move.to_seat in target.free
        found[move.table] = source._replace(taken=set(source.taken) - {move.seat})
        found[move.to_table] = target._replace(taken={*target.taken, move.to_seat})
    counts = [len(one.taken) for one in found.values()]
    assert max(counts) - min(counts) <= 1
    assert sum(counts) == players


@settings(deadline=None)
@given(felts(), SEEDS)
def test_tda_11_nobody_pays_two_big_blinds_in_a_row_by_a_balancing_move(
    tables: list[Felt], seed: bytes
) -> None:
    for one in tables:
        move = balance(tables, one.number, seed)
        if move is not None:
            assert one.positions is not None
            assert move.seat != one.positions.big_blind


def test_tda_11_a_table_three_short_of_the_fullest_halts() -> None:
    full, two, three = felt(1, *range(1, 10)), felt(2, *range(1, 8)), felt(3, *range(1, 7))
    assert [halts([full, two, three], number) for number in (1, 2, 3)] == [False, False, True]


def test_tda_11_six_max_tables_play_on() -> None:
    tables = [felt(1, 1, 2, 3, 4, 5, 6, size=6), felt(2, 1, 2, size=6)]
    assert not halts(tables, 2)


# --- breaking --------------------------------------------------------------------------------


def test_the_last_table_breaks_as_soon_as_the_others_seat_everyone() -> None:
    tables = [felt(1, *range(1, 8)), felt(2, *range(1, 8)), felt(3, *range(1, 5))]
    assert surplus(tables, 9) == [3]
    assert surplus([*tables[:2], felt(3, *range(1, 6))], 9) == []


def test_every_table_that_nobody_needs_breaks_at_once() -> None:
    tables = [felt(number, 1, 2, 3) for number in range(1, 8)]
    assert surplus(tables, 9) == [7, 6, 5, 4]


def test_tda_11_who_comes_from_broken_tables_fills_the_shortest_first() -> None:
    tables = [felt(1, 1, 2, 3, 4, 5), felt(2, 1, 2, 3), felt(3, 1, 2, 3)]
    assert balance(tables, 1, SEED, coming=2) is None
    assert balance(tables, 1, SEED, coming=1) is not None


def test_two_tables_become_the_final_one_by_a_new_draw() -> None:
    assert surplus([felt(1, 1, 2, 3), felt(2, 1, 2)], 9) == []


@settings(deadline=None)
@given(felts(least=3), SEEDS)
def test_tda_10_a_everyone_from_a_broken_table_finds_a_free_seat(
    tables: list[Felt], seed: bytes
) -> None:
    if not (number := max(surplus(tables, 9), default=0)):
        return
    moves = break_up(tables, number, seed)
    broken = tables[number - 1]
    assert sorted(move.seat for move in moves) == sorted(broken.taken)
    targets = [(move.to_table, move.to_seat) for move in moves]
    assert len(set(targets)) == len(targets)
    for move in moves:
        assert move.to_table != number
        assert move.to_seat in tables[move.to_table - 1].free


@settings(deadline=None)
@given(felts(least=3), SEEDS)
def test_tda_10_who_has_just_paid_a_big_blind_pays_none_where_there_is_another_seat(
    tables: list[Felt], seed: bytes
) -> None:
    if not (number := max(surplus(tables, 9), default=0)):
        return
    broken = tables[number - 1]
    assert broken.positions is not None
    [move] = [one for one in break_up(tables, number, seed)
              if one.seat == broken.positions.big_blind]  # fmt: skip
    target = tables[move.to_table - 1]
    with_mover = target._replace(taken={*target.taken, move.to_seat})
    if due_big(with_mover) == move.to_seat:
        assert all(
            due_big(target._replace(taken={*target.taken, seat})) == seat for seat in target.free
        )


@settings(deadline=None)
@given(SEEDS, st.sampled_from([3, 5, 8]))
def test_tda_10_who_has_just_paid_lets_another_come_before_them(seed: bytes, paid: int) -> None:
    """At the other table one is left, who has just paid, too: any seat there is due at first."""
    broken = felt(2, 3, 5, 8, last=(1, 2, paid))
    moves = break_up([felt(1, 6, last=(7, 7, 6)), broken], 2, seed)
    after = felt(1, 6, *(move.to_seat for move in moves), last=(7, 7, 6))
    [due] = [move.seat for move in moves if move.to_seat == due_big(after)]
    assert due != paid


# --- late ------------------------------------------------------------------------------------


def test_tda_8_who_comes_late_gets_a_random_seat_at_a_shortest_table() -> None:
    tables = [felt(1, 1, 2, 3), felt(2, 1, 2), felt(3, 4, 9)]
    met = {late_seat(tables, 9, b"%016d" % number) for number in range(400)}
    assert met == {(2, seat) for seat in range(3, 10)} | {
        (3, seat) for seat in range(1, 9) if seat != 4
    }


def test_tda_8_nobody_is_seated_where_every_seat_is_taken() -> None:
    assert late_seat([felt(1, 1, 2, size=2)], 2, SEED) is None


def test_who_comes_late_is_seated_at_no_table_that_is_about_to_be_broken() -> None:
    tables = [felt(1, 1, 2, 3, 4, size=6), felt(2, 1, 2, 3, 4, 5, size=6), felt(3, 1, 2, size=6)]
    met = {late_seat(tables, 6, b"%016d" % number) for number in range(100)}
    assert met == {(1, 5), (1, 6)}, "the two of the third fit at the others, too"
    full = [tables[1], felt(2, 1, 2, 3, 4, 5, size=6), tables[2]]
    met = {late_seat(full, 6, b"%016d" % number) for number in range(100)}
    assert met == {(3, seat) for seat in (3, 4, 5, 6)}, "with one more all three are needed"


# --- who pays what next ----------------------------------------------------------------------


@settings(deadline=None)
@given(felts(least=1))
def test_tda_32_who_is_due_the_big_blind_is_who_pays_it(tables: list[Felt]) -> None:
    for one in tables:
        assert one.positions is not None
        chairs = [Chair(seat) for seat in one.taken]
        placement = advance(one.positions, chairs, MOST, debts=False)
        assert placement is not None
        assert placement.big == due_big(one)


def test_tda_34_b_with_two_left_nobody_is_due_the_big_blind_twice() -> None:
    for gone in (1, 2, 3):
        left = [seat for seat in (1, 2, 3) if seat != gone]
        assert due_big(felt(1, *left, last=(1, 2, 3))) != 3


def test_a_full_table_has_no_worst_seat() -> None:
    with pytest.raises(ValueError, match="full"):
        worst_seat(felt(1, 1, 2, size=2), SEED)


# --- seats that are kept ---------------------------------------------------------------------


def test_a_seat_that_is_held_is_no_player_and_not_free() -> None:
    held = felt(1, 1, 2)._replace(held=(3, 4))
    assert held.free == [5, 6, 7, 8, 9]
    assert late_seat([held._replace(size=4)], 4, SEED) is None
    moved = balance([held, felt(2, 1, 2, 3, 4, last=(1, 2, 3))], 2, SEED)
    assert moved is not None
    assert moved.to_seat in held.free


def test_nobody_is_moved_to_a_table_whose_last_seats_are_held() -> None:
    kept = felt(1, 1, size=3)._replace(held=(2, 3))
    roomy, full = felt(2, 1, size=4), felt(3, 1, 2, 3, 4, size=4)
    moved = balance([kept, roomy, full], 3, SEED)
    assert moved is not None
    assert moved.to_table == 2
    assert balance([kept, full], 3, SEED) is None


def test_a_table_breaks_only_where_those_who_think_find_seats_too_and_takes_them_along() -> None:
    tables = [felt(1, 1, 2, 3), felt(2, 1, 2, 3), felt(3, 1, 2)._replace(held=(5,))]
    tables = [one._replace(size=5) for one in tables]
    assert surplus(tables, 5) == [3]
    moves = break_up(tables, 3, SEED)
    assert sorted(move.seat for move in moves) == [1, 2, 5]
    assert len({(move.to_table, move.to_seat) for move in moves}) == 3
    crowded = [tables[0]._replace(held=(4, 5)), *tables[1:]]
    assert surplus(crowded, 5) == []
