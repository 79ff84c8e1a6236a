"""Copies of records are what the standard library makes of them, only quicker."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from bot.parts import plain, twin
from bot.state import Chair, Plan
from bot.tournament.state import Board, Entrant
from games.seating import Owes, Positions

RECORDS = (
    Chair("web:ann", "Ann", 500, 20, owes=Owes(big=True), plan=Plan("call", 100), since=3),
    Entrant("web:ann", "Ann", 500, table=2, seat=3, away=True),
    Board(2, "abc", "Open 2", 9, positions=Positions(1, 2, 3)),
)


@pytest.mark.parametrize("record", RECORDS)
def test_a_twin_is_another_record_of_the_same_fields(record: Chair | Entrant | Board) -> None:
    copied = twin(record)
    assert copied == replace(record)
    assert copied is not record


def test_a_twin_is_changed_alone() -> None:
    first = Entrant("web:ann", "Ann")
    second = twin(first)
    second.stack = 100
    assert first.stack == 0


@pytest.mark.parametrize("record", RECORDS)
def test_a_record_laid_out_has_all_its_fields(record: Chair | Entrant | Board) -> None:
    assert plain(record) == asdict(record)
