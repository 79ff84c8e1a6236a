"""A tournament in Discord, to its end: nobody waits long to be told that it is their turn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.contest import check_large, check_small
from tests.discord.contest import tournament


def test_whoever_must_act_is_told_at_three_tables(tmp_path: Path) -> None:
    check_small(tournament, tmp_path)


@pytest.mark.prove
def test_whoever_must_act_is_told_within_seconds_at_twelve_tables(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    check_large(tournament, tmp_path, 5, record_property)
