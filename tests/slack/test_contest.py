"""A tournament in Slack, to its end: nobody waits long to be told that it is their turn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import quantiles

import pytest

from tests.contest import Field, outcome_of
from tests.slack.contest import tournament


def test_whoever_must_act_is_told_at_three_tables(tmp_path: Path) -> None:
    came = outcome_of(tournament, tmp_path, Field(12, 4, 0.5))
    assert came.tables == 4
    assert came.untold == 0
    assert max(came.waits) < 15


@pytest.mark.prove
def test_whoever_must_act_is_told_within_seconds_at_twelve_tables(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    came = outcome_of(tournament, tmp_path, Field(100))
    most = quantiles(came.waits, n=100)[98]
    record_property(
        "turns told in Slack, and seconds until 99 in 100 were", (len(came.waits), most)
    )
    assert came.tables >= 13
    assert came.untold == 0
    assert most < 10
