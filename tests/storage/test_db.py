"""What both databases promise at the door."""

from __future__ import annotations

import asyncio
import os
import traceback

import pytest

from storage import journal
from storage.db import (
    Conflict,
    Database,
    Mistake,
    Overdrawn,
    Repeated,
    Statement,
    Unfit,
    Unreachable,
    open_database,
)
from storage.journal import Due

PUT = "INSERT INTO memory (shelf, key, value) VALUES (?, ?, ?)"
CHANGE = "UPDATE memory SET value = ? WHERE shelf = ? AND key = ?"
ALL = "SELECT key, value FROM memory ORDER BY key"


def put(key: str, value: str = "") -> Statement:
    return Statement(PUT, ("s", key, value))


async def test_a_batch_is_kept_and_read_back(db: Database) -> None:
    await db.commit([put("a", "1"), put("b", "2")])
    assert await db.load(ALL) == [("a", "1"), ("b", "2")]
    assert await db.load("SELECT value FROM memory WHERE key = ?", "b") == [("2",)]


async def test_an_empty_batch_is_nothing(db: Database) -> None:
    await db.commit([])
    assert await db.load(ALL) == []


async def test_a_commit_that_returned_is_seen_by_everyone(db: Database, rival: Database) -> None:
    for number in range(20):
        await db.commit([put(f"{number:02}")])
        assert len(await db.load(ALL)) == len(await rival.load(ALL)) == number + 1


async def test_a_refused_batch_leaves_nothing(db: Database) -> None:
    await db.commit([put("a")])
    with pytest.raises(Conflict):
        await db.commit([put("b"), put("c"), put("a")])
    with pytest.raises(Conflict):
        await db.commit([put("d"), Statement(CHANGE, ("x", "s", "nobody"), expect=1)])
    assert await db.load(ALL) == [("a", "")]


async def test_expect_counts_the_rows_that_are_touched(db: Database) -> None:
    await db.commit([put("a"), put("b")])
    every = "UPDATE memory SET value = ? WHERE shelf = ?"
    with pytest.raises(Conflict):
        await db.commit([Statement(every, ("x", "s"), expect=1)])
    await db.commit([Statement(every, ("y", "s"), expect=2)])
    await db.commit([Statement("DELETE FROM memory WHERE key = ?", ("nobody",), expect=0)])
    assert await db.load(ALL) == [("a", "y"), ("b", "y")]


async def test_one_refusal_among_many_waiting_touches_no_other(db: Database) -> None:
    batches = [
        [put(f"{n:02}"), put("wanted by two" if n in (7, 11) else f"x{n}")] for n in range(30)
    ]
    results = await asyncio.gather(*map(db.commit, batches), return_exceptions=True)
    refused = [number for number, result in enumerate(results) if result is not None]
    assert len(refused) == 1
    assert refused[0] in (7, 11)
    assert isinstance(results[refused[0]], Conflict)
    kept = [key for key, _ in await db.load(ALL) if key.isdigit()]
    assert kept == [f"{n:02}" for n in range(30) if n != refused[0]]


async def test_a_wrong_statement_is_refused_alone(db: Database) -> None:
    wrong = [put("a"), Statement("INSERT INTO nowhere (x) VALUES (?)", ("1",))]
    results = await asyncio.gather(
        db.commit([put("b")]), db.commit(wrong), db.commit([put("c")]), return_exceptions=True
    )
    assert [type(result) for result in results][::2] == [type(None), type(None)]
    assert isinstance(results[1], Mistake)
    assert await db.load(ALL) == [("b", ""), ("c", "")]


async def test_the_words_for_keys_that_are_there(db: Database) -> None:
    command = Statement(
        "INSERT INTO command (id, table_id, seq, at, answer) VALUES (?, ?, ?, ?, ?)",
        ("press", "t", 1, 1, ""),
    )
    transfer = Statement(
        "INSERT INTO transfer (id, at, kind, note) VALUES (?, ?, ?, ?)", ("x", 1, "gift", "")
    )
    for statement in (command, transfer):
        await db.commit([statement])
        with pytest.raises(Repeated):
            await db.commit([put("a"), statement])
    assert await db.load(ALL) == []


async def test_an_account_below_zero_is_named(db: Database) -> None:
    opened = "INSERT INTO account (id, balance, may_owe) VALUES (?, ?, ?)"
    moved = "UPDATE account SET balance = balance + ? WHERE id = ?"
    names = ["wallet:c:a", "wallet:c:b", "wallet:c:" + "long" * 40]
    await db.commit([Statement(opened, (name, 5, 0)) for name in names])
    for name in names:
        moves = [Statement(moved, (-6 if one == name else 6, one)) for one in names]
        with pytest.raises(Overdrawn) as refusal:
            await db.commit(moves)
        assert refusal.value.account == name
    assert await db.load("SELECT SUM(balance) FROM account") == [(15,)]


@pytest.mark.parametrize("value", ["nul\0", "half\ud800", 1 << 63, -(1 << 63) - 1])
async def test_values_that_cannot_be_kept_are_refused_alike(db: Database, value: str | int) -> None:
    with pytest.raises(ValueError, match="cannot be kept"):
        await db.commit([put("a"), Statement(PUT, ("s", "b", value))])
    with pytest.raises(ValueError, match="cannot be kept"):
        await db.load("SELECT 1 FROM journal WHERE seq = ? OR table_id = ?", value, value)
    assert await db.load(ALL) == []


@pytest.mark.parametrize(
    "text", ["", 'O\'Brien "?" $1 %s', "役満 🂡 \u202e", "x" * 100_000, "a\r\nb"]
)
async def test_any_text_comes_back_as_it_was(db: Database, text: str) -> None:
    await db.commit([Statement(PUT, ("s", "k", text))])
    assert await db.load("SELECT value FROM memory WHERE value = ?", text) == [(text,)]


async def test_whole_numbers_keep_all_their_bits(db: Database) -> None:
    insert = "INSERT INTO deadline (table_id, name, due, valid) VALUES (?, ?, ?, ?)"
    ends = [-(1 << 63), (1 << 63) - 1]
    await db.commit([Statement(insert, ("t", str(end), end, "")) for end in ends])
    assert await db.load("SELECT due FROM deadline ORDER BY due") == [(end,) for end in ends]


async def test_a_mark_in_a_literal_is_no_value(db: Database) -> None:
    await db.commit([Statement("INSERT INTO memory VALUES ('?', ?, 'it''s ?')", ("k",))])
    assert await db.load("SELECT shelf, key, value FROM memory WHERE shelf = '?'") == [
        ("?", "k", "it's ?")
    ]


async def test_text_sorts_by_bytes(db: Database) -> None:
    keys = ["", "B", "Z:1", "_", "a", "a-b", "a:10", "a:9", "aB", "ab", "é", "\uffff", "🂡"]
    await db.commit([put(key) for key in reversed(keys)])
    assert [key for key, _ in await db.load(ALL)] == keys
    assert await db.load("SELECT COUNT(*) FROM memory WHERE key < ?", "a") == [(4,)]


async def test_a_cancelled_caller_loses_and_halves_nothing(db: Database) -> None:
    waiting = [asyncio.create_task(db.commit([put(f"{n}a"), put(f"{n}b")])) for n in range(40)]
    await asyncio.sleep(0)
    for task in waiting[::2]:
        task.cancel()
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(result, asyncio.CancelledError) for result in results[::2])
    assert results[1::2] == [None] * 20
    await db.commit([put("after")])
    kept = {key for key, _ in await db.load(ALL)}
    assert all((f"{n}a" in kept) == (f"{n}b" in kept) for n in range(40))
    assert all(f"{n}a" in kept for n in range(1, 40, 2))


async def test_closing_finishes_what_waits(address: str) -> None:
    database = await open_database(address)
    waiting = [asyncio.create_task(database.commit([put(f"{n:02}")])) for n in range(50)]
    await asyncio.sleep(0)
    await database.close()
    await asyncio.gather(*waiting)
    again = await open_database(address)
    assert len(await again.load(ALL)) == 50
    await again.close()


async def test_what_is_closed_is_unreachable(address: str) -> None:
    database = await open_database(address)
    await database.close()
    await database.close()
    with pytest.raises(Unreachable):
        await database.load(ALL)
    with pytest.raises(Unreachable):
        await database.commit([put("a")])


async def test_two_on_one_database_take_turns(db: Database, rival: Database) -> None:
    await db.commit([Statement(PUT, ("s", "n", "x"))])
    add = "UPDATE memory SET value = value || 'x' WHERE key = ?"
    doors = (db, rival)
    await asyncio.gather(*(doors[n % 2].commit([Statement(add, ("n",), 1)]) for n in range(100)))
    assert await db.load("SELECT LENGTH(value) FROM memory") == [(101,)]


async def test_only_one_dealer_at_a_time(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.sqlite.BUSY_SECONDS", 0.1)
    monkeypatch.setattr("storage.postgres.PATIENCE", 0.1)
    dealer = await open_database(address, alone=True)
    with pytest.raises(Unfit, match="another dealer"):
        await open_database(address, alone=True)
    reader = await open_database(address)
    assert await reader.load(ALL) == []
    await reader.close()
    await dealer.close()
    await (await open_database(address, alone=True)).close()


async def test_no_error_tells_what_was_to_be_kept(db: Database) -> None:
    seed = "5eed" * 8
    row = "INSERT INTO journal (table_id, seq, at, command, events) VALUES (?, ?, ?, ?, ?)"
    await db.commit([Statement(row, ("t", 1, 1, seed, seed))])
    batches = [
        journal.append("t", journal.Row(1, 1, seed, seed, seed), press=journal.Press("a", seed)),
        journal.append("t", journal.Row(9, 1, seed, seed, seed), dues=[Due("t", "", "", 9, seed)]),
        [Statement(row, ("t", None, 1, seed, seed))],
        [Statement(row, ("t", 0, 1, seed, seed))],
        [Statement(row, ("u", 1, None, seed, seed))],
        [Statement(row, ("u", 1, 1, seed, f"{seed}\0"))],
        [Statement(row + " OOPS", ("u", 1, 1, seed, seed))],
    ]
    for batch in batches:
        with pytest.raises((Conflict, Mistake, ValueError)) as refusal:
            await db.commit(batch)
        shown = "".join(traceback.format_exception(refusal.value)) + repr(batch)
        assert "5eed" not in shown
    assert "5eed" not in repr(await journal.rows(db, "t"))


@pytest.mark.parametrize(
    "url",
    ["", "data/croupier.db", "sqlite:data.db", "sqlite://data.db", "sqlite:///", "mysql://x/y"],
)
async def test_an_address_of_another_kind_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="looks like sqlite:///data"):
        await open_database(url)


async def test_a_database_without_a_name_is_gone_when_closed() -> None:
    database = await open_database("sqlite://")
    await database.commit([put("a")])
    assert await database.load(ALL) == [("a", "")]
    [(_, _, file)] = await database.load("PRAGMA database_list")
    home = os.path.dirname(file)
    assert os.path.basename(file) in os.listdir(home)
    await database.close()
    with pytest.raises(FileNotFoundError):
        os.listdir(home)
