"""The structures of tournaments that people of a community have saved, by name."""

from __future__ import annotations

from typing import NamedTuple

from storage.batch import Database, Statement


class Kept(NamedTuple):
    """A structure: the `key` it is found by, its name, by whom (a person) and when it was saved
    (milliseconds since 1970), and what it is, as JSON.
    """

    key: str
    name: str
    by: str
    at: int
    body: str


def save(community: str, kept: Kept) -> Statement:
    """Keep a structure, or replace the one with its key."""
    sql = (
        "INSERT INTO structure (community, key, name, by_whom, at, body) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (community, key) DO UPDATE SET name = excluded.name, "
        "by_whom = excluded.by_whom, at = excluded.at, body = excluded.body"
    )
    return Statement(sql, (community, *kept), expect=1)


def delete(community: str, key: str) -> Statement:
    """Forget a structure; Conflict if there is none."""
    sql = "DELETE FROM structure WHERE community = ? AND key = ?"
    return Statement(sql, (community, key), expect=1)


async def all_of(db: Database, community: str) -> list[Kept]:
    """The structures of a community, by key."""
    sql = "SELECT key, name, by_whom, at, body FROM structure WHERE community = ? ORDER BY key"
    return [Kept(*row) for row in await db.load(sql, community)]
