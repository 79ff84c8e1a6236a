"""A tournament of a hundred through each door: how long who must act waits to be told.

The dealer, its doors and the platforms' libraries are the real ones; the platforms are those of the
tests, with their limits. Their time leaps where nobody does anything, so that half an hour of play
takes less than a minute.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import quantiles

from tests.adapters import contest as page
from tests.contest import Field, Outcome, outcome_of
from tests.discord import contest as discord
from tests.slack import contest as slack

FIELD = Field(100)
DOORS = {"Discord": discord.tournament, "Slack": slack.tournament, "the page": page.tournament}

Row = tuple[str, str]


def _rows(door: str, came: Outcome) -> list[Row]:
    cuts = quantiles(came.waits, n=100)
    told = f"{len(came.waits):,} turns, {came.untold} lost, {came.hours * 60:.0f} min of play"
    return [
        (f"a turn in a tournament of {came.players}, until it is told: {door}", told),
        ("  median", f"{cuts[49] * 1000:,.0f} ms"),
        ("  99th percentile", f"{cuts[98] * 1000:,.0f} ms"),
        ("  the longest", f"{max(came.waits) * 1000:,.0f} ms"),
        *((f"  {name}", value) for name, value in came.borne.items()),
    ]


def run() -> list[Row]:
    """(figure, value) rows; about a minute."""
    rows = []
    for door, tournament in DOORS.items():
        with tempfile.TemporaryDirectory() as folder:
            rows += _rows(door, outcome_of(tournament, Path(folder), FIELD))
    return rows


if __name__ == "__main__":
    for figure, value in run():
        print(f"{figure:<64} {value}")
