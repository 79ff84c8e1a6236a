"""Structures that were saved are kept by community and name, on both databases."""

from __future__ import annotations

import pytest

from storage import structures
from storage.batch import Conflict, Database
from storage.structures import Kept


async def test_a_structure_is_kept_and_replaced_in_its_own_community(db: Database) -> None:
    friday, deep = Kept("friday", "Friday", "web:ann", 5, "{}"), Kept("a", "A", "web:bob", 6, "1")
    await db.commit([structures.save("one", friday), structures.save("one", deep)])
    await db.commit([structures.save("two", friday)])
    changed = friday._replace(name="FRIDAY", by="web:cat", at=9, body="2")
    await db.commit([structures.save("one", changed)])
    assert await structures.all_of(db, "one") == [deep, changed]
    assert await structures.all_of(db, "two") == [friday]


async def test_what_is_deleted_is_gone_and_cannot_be_deleted_again(db: Database) -> None:
    await db.commit([structures.save("one", Kept("friday", "Friday", "web:ann", 5, "{}"))])
    await db.commit([structures.delete("one", "friday")])
    assert await structures.all_of(db, "one") == []
    with pytest.raises(Conflict):
        await db.commit([structures.delete("one", "friday")])
