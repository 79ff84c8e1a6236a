"""The order of a community as it is kept: its rules, its bans, and who changed what when."""

from __future__ import annotations

from typing import NamedTuple

from storage.batch import Database, Statement


class Ban(NamedTuple):
    """Who is banned, why, by whom (persons), and since when (milliseconds since 1970)."""

    person: str
    why: str
    by: str
    at: int


class Ruling(NamedTuple):
    """A change: of the rule `name`, to `value` (JSON), made by row `seq` of the community."""

    seq: int
    name: str
    at: int
    by: str
    value: str


def set_rule(community: str, name: str, value: str) -> Statement:
    """Keep or replace a rule."""
    sql = (
        "INSERT INTO house_rule (community, name, value) VALUES (?, ?, ?) "
        "ON CONFLICT (community, name) DO UPDATE SET value = excluded.value"
    )
    return Statement(sql, (community, name, value))


def ban(community: str, banned: Ban) -> Statement:
    """Ban a person, or ban them anew."""
    sql = (
        "INSERT INTO ban (community, person, why, by_whom, at) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (community, person) DO UPDATE SET "
        "why = excluded.why, by_whom = excluded.by_whom, at = excluded.at"
    )
    return Statement(sql, (community, *banned))


def unban(community: str, person: str) -> Statement:
    """Lift a ban; Conflict if there is none."""
    sql = "DELETE FROM ban WHERE community = ? AND person = ?"
    return Statement(sql, (community, person), expect=1)


def note(community: str, ruling: Ruling) -> Statement:
    """Write a change into the log."""
    sql = "INSERT INTO ruling (community, seq, name, at, by_whom, value) VALUES (?, ?, ?, ?, ?, ?)"
    return Statement(sql, (community, *ruling), expect=1)


async def rules(db: Database, community: str) -> dict[str, str]:
    """The rules that were ever set in a community, by name."""
    sql = "SELECT name, value FROM house_rule WHERE community = ? ORDER BY name"
    return {str(name): str(value) for name, value in await db.load(sql, community)}


async def bans(db: Database, community: str) -> list[Ban]:
    """Who is banned in a community, the longest first."""
    sql = "SELECT person, why, by_whom, at FROM ban WHERE community = ? ORDER BY at, person"
    return [Ban(*row) for row in await db.load(sql, community)]


async def rulings(db: Database, community: str, most: int) -> list[Ruling]:
    """The last changes, the newest first."""
    sql = (
        "SELECT seq, name, at, by_whom, value FROM ruling WHERE community = ? "
        "ORDER BY seq DESC, name LIMIT ?"
    )
    return [Ruling(*row) for row in await db.load(sql, community, most)]
