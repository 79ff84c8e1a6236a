"""Rooms are found by what people know of them; persons and memory keep what they were told."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage import rooms
from storage.db import Conflict, Database
from storage.keys import span
from storage.rooms import Room, Someone


def a_room(key: str, number: int, place: str = "web:lobby", community: str = "web") -> Room:
    return Room(key, community, place, "holdem", "web:ann", number, f"Table {number}", "{}", 1000)


async def opened(db: Database, *some: Room) -> None:
    for one in some:
        await db.commit(rooms.open_room(one))


async def test_a_room_is_found_by_id_place_and_community(db: Database) -> None:
    one, two = a_room("a", 1), a_room("b", 2, "web:attic")
    far = a_room("c", 1, "slack:general", "slack")
    await opened(db, one, two, far)
    assert await rooms.room(db, "b") == two
    assert await rooms.room(db, "z") is None
    assert await rooms.open_rooms(db) == [one, two, far]
    assert await rooms.open_rooms(db, community="web") == [one, two]
    assert await rooms.open_rooms(db, place="web:attic") == [two]
    assert await rooms.open_rooms(db, community="slack", place="web:attic") == []


async def test_a_closed_room_is_kept_but_gives_its_number_back(db: Database) -> None:
    await opened(db, a_room("a", 1), a_room("b", 2), a_room("c", 3))
    assert await rooms.free_number(db, "web") == 4
    assert await rooms.free_number(db, "slack") == 1
    await db.commit(rooms.close_room("b", 5000))
    assert await rooms.free_number(db, "web") == 2
    assert await rooms.room(db, "b") == a_room("b", 2)._replace(closed_at=5000)
    with pytest.raises(Conflict):
        await db.commit(rooms.close_room("b", 6000))
    await opened(db, a_room("d", 2))
    assert [one.id for one in await rooms.open_rooms(db)] == ["a", "c", "d"]


async def test_two_rooms_never_share_a_number(db: Database, rival: Database) -> None:
    results = await asyncio.gather(
        db.commit(rooms.open_room(a_room("a", 1))),
        rival.commit(rooms.open_room(a_room("b", 1))),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["Conflict", "NoneType"]
    assert len(await rooms.open_rooms(db)) == 1


async def test_a_room_changes_settings_and_place(db: Database) -> None:
    await opened(db, a_room("a", 1))
    await db.commit(
        rooms.configure_room("a", '{"pace":"fast"}') + rooms.place_room("a", "web:attic", "m17")
    )
    changed = a_room("a", 1, "web:attic")._replace(config='{"pace":"fast"}', handle="m17")
    assert await rooms.room(db, "a") == changed
    nowhere = [
        rooms.configure_room("z", ""),
        rooms.place_room("z", "", None),
    ]
    for batch in nowhere:
        with pytest.raises(Conflict):
            await db.commit(batch)


async def test_a_person_keeps_what_they_chose_under_a_new_name(db: Database) -> None:
    assert await rooms.person(db, "web:ann") is None
    with pytest.raises(Conflict):
        await db.commit(rooms.prefer("web:ann", "ja", "{}"))
    await db.commit(rooms.meet("web:ann", "Ann", "en"))
    assert await rooms.person(db, "web:ann") == Someone("web:ann", "Ann", "en", "{}")
    await db.commit(rooms.prefer("web:ann", "ja", '{"call":"late"}'))
    await db.commit(rooms.meet("web:ann", "アン", "en"))
    expected = Someone("web:ann", "アン", "ja", '{"call":"late"}')
    assert await rooms.person(db, "web:ann") == expected


async def test_memory_keeps_replaces_and_forgets(db: Database) -> None:
    assert await rooms.get(db, "handles", "k") is None
    await db.commit(rooms.put("handles", "k", "1") + rooms.put("names", "k", "other shelf"))
    await db.commit(rooms.put("handles", "k", "2"))
    assert await rooms.get(db, "handles", "k") == "2"
    await db.commit(rooms.drop("handles", "k") + rooms.drop("handles", "never kept"))
    assert await rooms.get(db, "handles", "k") is None
    assert await rooms.get(db, "names", "k") == "other shelf"


async def test_the_newest_of_a_prefix_come_oldest_first(db: Database) -> None:
    lines = [f"lobby:{number:04}" for number in range(30)]
    others = ["lobb", "lobby", "lobby;", "LOBBY:0001", "lob%:9999", "lobb_:9999"]
    for key in lines + others:
        await db.commit(rooms.put("lines", key, key.upper()))
    last = await rooms.newest(db, "lines", "lobby:", 3)
    assert last == [(key, key.upper()) for key in lines[-3:]]
    assert [key for key, _ in await rooms.newest(db, "lines", "lobby:", 99)] == lines
    assert [key for key, _ in await rooms.newest(db, "lines", "lob%", 9)] == ["lob%:9999"]
    assert len(await rooms.newest(db, "lines", "", 99)) == len(lines + others)
    assert await rooms.newest(db, "lines", "lobby:", 0) == []


EDGES = st.text(
    st.sampled_from("\x01%:;_Aa\x7f\x80é\ud7ff\ue000\uffff\U00010000\U0010fffe"), max_size=4
)


@given(EDGES, EDGES)
def test_a_span_holds_exactly_the_keys_that_begin_so(prefix: str, key: str) -> None:
    least, end = (bound.encode() for bound in span(prefix))
    assert least <= (prefix + key).encode() < end
    assert (least <= key.encode() < end) == key.startswith(prefix)
