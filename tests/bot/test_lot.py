"""What is dealt and drawn comes from a lot that nobody can foresee, but in a simulation."""

from __future__ import annotations

import ast
import re
from inspect import signature
from pathlib import Path

import pytest

from bot.house import CardHouse
from bot.manager import Manager
from bot.table import Table, secure_lot

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("made", [Table, Manager, CardHouse])
def test_whoever_says_nothing_deals_from_the_secure_lot(made: type[object]) -> None:
    assert signature(made).parameters["lot"].default is secure_lot


def test_the_secure_lot_never_gives_the_same_seed_twice() -> None:
    seeds = {secure_lot() for _ in range(1000)}
    assert len(seeds) == 1000
    assert all(re.fullmatch(r"[0-9a-f]{64}", seed) for seed in seeds)


def test_the_dealer_itself_names_no_other_lot() -> None:
    started = ast.parse((ROOT / "bot" / "__main__.py").read_text("utf-8"))
    named = {keyword.arg for keyword in ast.walk(started) if isinstance(keyword, ast.keyword)}
    calls = [node for node in ast.walk(started) if isinstance(node, ast.Call)]
    made = [node for node in calls if getattr(node.func, "id", "") == "CardHouse"]
    assert made
    assert "lot" not in named
    assert all(len(node.args) <= 4 for node in made)
