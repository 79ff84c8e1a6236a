"""The order of a community is kept, on both databases: rules, bans, and who changed what."""

from __future__ import annotations

import pytest

from storage import order
from storage.batch import Conflict, Database
from storage.order import Ban, Ruling


async def test_a_rule_is_kept_and_replaced_in_its_own_community(db: Database) -> None:
    await db.commit([order.set_rule("a", "tab", "true"), order.set_rule("a", "most", "3")])
    await db.commit([order.set_rule("a", "most", "5"), order.set_rule("b", "most", "1")])
    assert await order.rules(db, "a") == {"most": "5", "tab": "true"}
    assert await order.rules(db, "b") == {"most": "1"}
    assert await order.rules(db, "c") == {}


async def test_a_ban_is_kept_until_it_is_lifted(db: Database) -> None:
    first, later = Ban("web:cat", "", "web:ann", 5), Ban("web:eve", "loud", "web:ann", 6)
    await db.commit([order.ban("a", later), order.ban("a", first)])
    assert await order.bans(db, "a") == [first, later]
    assert await order.bans(db, "b") == []
    again = Ban("web:cat", "again", "web:bob", 9)
    await db.commit([order.ban("a", again)])
    assert await order.bans(db, "a") == [later, again]
    await db.commit([order.unban("a", "web:eve")])
    assert await order.bans(db, "a") == [again]
    with pytest.raises(Conflict):
        await db.commit([order.unban("a", "web:eve")])


async def test_the_log_tells_the_newest_first_and_no_change_twice(db: Database) -> None:
    some = [Ruling(n, "most", n * 10, "web:ann", str(n)) for n in range(1, 5)]
    await db.commit([order.note("a", one) for one in some])
    await db.commit([order.note("a", Ruling(4, "tab", 40, "web:bob", "true"))])
    assert await order.rulings(db, "a", 3) == [
        some[3],
        Ruling(4, "tab", 40, "web:bob", "true"),
        some[2],
    ]
    with pytest.raises(Conflict):
        await db.commit([order.note("a", some[0])])
    assert await order.rulings(db, "b", 3) == []
