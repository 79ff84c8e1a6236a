"""What people have played: rounds or hands, stakes, what came back, the best hand."""

from __future__ import annotations

from typing import NamedTuple

from storage.batch import Database, Statement


class Tally(NamedTuple):
    """A person's rounds of a game in a community, amounts in hundredths.

    `best` is the best hand as a number that grows with its worth, 0 for none; `hand` is what it is
    called, as text that only the table understands.
    """

    community: str
    person: str
    game: str
    rounds: int
    staked: int
    back: int
    best: int
    hand: str


ADD = (
    "INSERT INTO tally (community, person, game, rounds, staked, back, best, hand) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (community, person, game) DO UPDATE SET "
    "rounds = tally.rounds + excluded.rounds, staked = tally.staked + excluded.staked, "
    "back = tally.back + excluded.back, "
    "hand = CASE WHEN excluded.best > tally.best THEN excluded.hand ELSE tally.hand END, "
    "best = CASE WHEN excluded.best > tally.best THEN excluded.best ELSE tally.best END"
)


def add(tally: Tally) -> Statement:
    """Count rounds in; the better best hand stays."""
    return Statement(ADD, tuple(tally))


async def of_person(db: Database, community: str, person: str) -> list[Tally]:
    """A person's tallies, by game."""
    sql = (
        "SELECT community, person, game, rounds, staked, back, best, hand FROM tally "
        "WHERE community = ? AND person = ? ORDER BY game"
    )
    return [Tally(*row) for row in await db.load(sql, community, person)]
