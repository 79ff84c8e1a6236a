"""Which tables there are and who plays at them; and what an adapter remembers over a restart."""

from __future__ import annotations

from typing import NamedTuple

from storage.batch import Database, Statement
from storage.keys import span


class Room(NamedTuple):
    """A table, open or closed. `number` names it among the open ones of its community.

    `host` is the person who opened it, `config` JSON, `handle` the platform's name of its message,
    `within` the place that its place is a part of; times are milliseconds since 1970.
    """

    id: str
    community: str
    place: str
    game: str
    host: str
    number: int
    name: str
    config: str
    opened_at: int
    handle: str | None = None
    closed_at: int | None = None
    within: str = ""


class Someone(NamedTuple):
    """A person as last seen, with what they chose (`settings` is JSON)."""

    id: str
    name: str
    language: str
    settings: str


ROOMS = (
    "SELECT id, community, place, game, host, number, name, config, opened_at, handle, closed_at, "
    "within FROM room"
)
OPEN = (
    "INSERT INTO room (id, community, place, game, host, number, name, config, opened_at, handle, "
    "closed_at, within) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def open_room(room: Room) -> list[Statement]:
    """Add a room; Conflict if its id or its number is taken (take the next free one and retry)."""
    return [Statement(OPEN, tuple(room), expect=1)]


def close_room(room_id: str, at: int) -> list[Statement]:
    """Close an open room and give its number back; Conflict if it is not open."""
    sql = "UPDATE room SET closed_at = ? WHERE id = ? AND closed_at IS NULL"
    return [Statement(sql, (at, room_id), expect=1)]


def configure_room(room_id: str, config: str) -> list[Statement]:
    """Replace a room's settings; Conflict if there is no such room."""
    return [Statement("UPDATE room SET config = ? WHERE id = ?", (config, room_id), expect=1)]


def place_room(room_id: str, place: str, handle: str | None) -> list[Statement]:
    """Note where a room's message stands; Conflict if there is no such room."""
    sql = "UPDATE room SET place = ?, handle = ? WHERE id = ?"
    return [Statement(sql, (place, handle, room_id), expect=1)]


async def room(db: Database, room_id: str) -> Room | None:
    """A room by its id, open or closed."""
    return _one(await _rooms(db, "WHERE id = ?", room_id))


async def open_rooms(
    db: Database, *, community: str | None = None, place: str | None = None
) -> list[Room]:
    """The open rooms (of a community, at a place), in the order in which they were opened."""
    where, args = "WHERE closed_at IS NULL", []
    for column, value in (("community", community), ("place", place)):
        if value is not None:
            where += f" AND {column} = ?"
            args.append(value)
    return await _rooms(db, f"{where} ORDER BY opened_at, id", *args)


async def free_number(db: Database, community: str) -> int:
    """The least number that no open room of the community has."""
    taken = {one.number for one in await open_rooms(db, community=community)}
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


async def _rooms(db: Database, where: str, *args: str | int) -> list[Room]:
    return [Room(*row) for row in await db.load(f"{ROOMS} {where}", *args)]


def _one(found: list[Room]) -> Room | None:
    return found[0] if found else None


def meet(person_id: str, name: str, language: str) -> list[Statement]:
    """Note a person; one known already keeps language and settings and takes the new name."""
    sql = (
        "INSERT INTO person (id, name, language, settings) VALUES (?, ?, ?, '{}') "
        "ON CONFLICT (id) DO UPDATE SET name = excluded.name"
    )
    return [Statement(sql, (person_id, name, language))]


def prefer(person_id: str, language: str, settings: str) -> list[Statement]:
    """Replace what a person chose; Conflict if nobody has met them."""
    sql = "UPDATE person SET language = ?, settings = ? WHERE id = ?"
    return [Statement(sql, (language, settings, person_id), expect=1)]


async def person(db: Database, person_id: str) -> Someone | None:
    """A person as last seen, None if never."""
    found = await db.load("SELECT id, name, language, settings FROM person WHERE id = ?", person_id)
    return Someone(*found[0]) if found else None


async def people_of(db: Database, community: str) -> list[Someone]:
    """Everyone who has a wallet in a community, by id."""
    sql = (
        "SELECT p.id, p.name, p.language, p.settings FROM person p "
        "JOIN account a ON a.id = 'wallet:' || CAST(? AS TEXT) || ':' || p.id ORDER BY p.id"
    )
    return [Someone(*row) for row in await db.load(sql, community)]


def put(shelf: str, key: str, value: str) -> list[Statement]:
    """Keep or replace a value."""
    sql = (
        "INSERT INTO memory (shelf, key, value) VALUES (?, ?, ?) "
        "ON CONFLICT (shelf, key) DO UPDATE SET value = excluded.value"
    )
    return [Statement(sql, (shelf, key, value))]


def drop(shelf: str, key: str) -> list[Statement]:
    """Forget a value; one not kept is no error."""
    return [Statement("DELETE FROM memory WHERE shelf = ? AND key = ?", (shelf, key))]


async def get(db: Database, shelf: str, key: str) -> str | None:
    """The value kept, or None."""
    found = await db.load("SELECT value FROM memory WHERE shelf = ? AND key = ?", shelf, key)
    return str(found[0][0]) if found else None


async def newest(db: Database, shelf: str, prefix: str, most: int) -> list[tuple[str, str]]:
    """At most `most` (key, value) whose key begins so: the last keys by bytes, oldest first."""
    sql = (
        "SELECT key, value FROM memory WHERE shelf = ? AND key >= ? AND key < ? "
        "ORDER BY key DESC LIMIT ?"
    )
    return [(key, value) for key, value in reversed(await db.load(sql, shelf, *span(prefix), most))]
