"""The seasons of a community and what everybody has scored in each."""

from __future__ import annotations

from typing import NamedTuple

from storage.batch import Database, Statement


class Season(NamedTuple):
    """`key` is what it is found by; by whom (a person) and when (milliseconds since 1970) it was
    begun. Number 0 is what was played before the first one.
    """

    number: int
    key: str
    name: str
    by: str
    at: int


class Score(NamedTuple):
    """How a person came out of a tournament at a time; the prize in hundredths."""

    tournament: str
    person: str
    community: str
    at: int
    place: int
    points: int
    prize: int


class Standing(NamedTuple):
    """What a person has made of a season: tournaments played, won and in the money."""

    person: str
    points: int
    played: int
    won: int
    paid: int
    best: int


SCORE = (
    "INSERT INTO score (tournament, person, community, season, at, place, points, prize) VALUES "
    "(?, ?, ?, COALESCE((SELECT MAX(number) FROM season WHERE community = ?), 0), ?, ?, ?, ?)"
)


def score(one: Score) -> Statement:
    """Note a result for the season that is the present one when it is kept; a second one of the
    same person in the same tournament is a Conflict.
    """
    where = (one.tournament, one.person, one.community, one.community)
    return Statement(SCORE, (*where, one.at, one.place, one.points, one.prize), expect=1)


def begin(community: str, season: Season) -> Statement:
    """Begin a season; Conflict if its number or its key is taken."""
    sql = "INSERT INTO season (community, number, key, name, by_whom, at) VALUES (?, ?, ?, ?, ?, ?)"
    return Statement(sql, (community, *season), expect=1)


def rename(community: str, season: Season) -> Statement:
    """Give a season another name and beginning; Conflict if there is none with its number, if
    something was scored in it, or if its key is taken.
    """
    sql = (
        "UPDATE season SET key = ?, name = ?, by_whom = ?, at = ? "
        "WHERE community = ? AND number = ? AND NOT EXISTS "
        "(SELECT 1 FROM score WHERE score.community = season.community "
        "AND score.season = season.number)"
    )
    return Statement(sql, (*season[1:], community, season.number), expect=1)


async def all_of(db: Database, community: str) -> list[Season]:
    """The seasons of a community, the first one first."""
    sql = "SELECT number, key, name, by_whom, at FROM season WHERE community = ? ORDER BY number"
    return [Season(*row) for row in await db.load(sql, community)]


async def tournaments(db: Database, community: str) -> dict[int, int]:
    """How many tournaments were scored in each season of a community, by its number."""
    sql = "SELECT season, COUNT(DISTINCT tournament) FROM score WHERE community = ? GROUP BY season"
    return {int(number): int(count) for number, count in await db.load(sql, community)}


async def standings(db: Database, community: str, number: int) -> list[Standing]:
    """Everybody's sums in a season, the most points first; then who won more, then came closer."""
    sql = (
        "SELECT person, CAST(SUM(points) AS BIGINT) AS total, COUNT(*), "
        "CAST(SUM(CASE WHEN place = 1 THEN 1 ELSE 0 END) AS BIGINT) AS won, "
        "CAST(SUM(CASE WHEN prize > 0 THEN 1 ELSE 0 END) AS BIGINT), MIN(place) AS best "
        "FROM score WHERE community = ? AND season = ? GROUP BY person "
        "ORDER BY total DESC, won DESC, best, person"
    )
    return [Standing(*row) for row in await db.load(sql, community, number)]
