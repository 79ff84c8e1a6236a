"""The books balance, nobody spends a chip twice, and the audit sees one hundredth."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import asdict
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage import ledger, rooms
from storage.db import Database, Mistake, Overdrawn, Repeated, Statement, open_database
from storage.ledger import Movement, transfer

ANN, BOB, CAT = "wallet:web:ann", "wallet:web:bob", "wallet:web:cat"


async def grant(db: Database, account: str, amount: int) -> None:
    entries = {"mint": -amount, account: amount}
    await db.commit(transfer(f"grant {account}", 1, "grant", entries))


async def test_chips_move_and_are_accounted_for(db: Database) -> None:
    assert await ledger.balance(db, ANN) == 0
    await grant(db, ANN, 1_000_000)
    gift = transfer("gift 1", 2, "gift", {ANN: -1250, BOB: 1250}, "thanks")
    await db.commit(gift)
    assert await ledger.balance(db, ANN) == 998_750
    assert await ledger.balances(db, "wallet:web:") == {ANN: 998_750, BOB: 1250}
    assert await ledger.balances(db, "") == {"mint": -1_000_000, ANN: 998_750, BOB: 1250}
    assert await ledger.history(db, ANN, 9) == [
        Movement("gift 1", 2, "gift", -1250, "thanks"),
        Movement("grant " + ANN, 1, "grant", 1_000_000, ""),
    ]
    assert [one.transfer for one in await ledger.history(db, ANN, 1)] == ["gift 1"]


@pytest.mark.parametrize(
    "entries",
    [
        {},
        {ANN: 0},
        {ANN: 0, BOB: 0},
        {ANN: 1},
        {ANN: -100, BOB: 99},
        {ANN: -100, BOB: 100, CAT: 0},
        {ANN: -(10**16), "mint": 10**16},
        {"purse:web:ann": -1, ANN: 1},
        {"wallet:": -1, ANN: 1},
        {"": -1, ANN: 1},
    ],
)
def test_what_is_no_transfer_is_refused(entries: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"must sum to zero|cannot be moved|is no account"):
        transfer("t", 1, "gift", entries)


@pytest.mark.parametrize("account", [ANN, "stack:7f3c:web:ann", "hand:7f3c:12", "prize:cup"])
async def test_what_may_not_owe_never_does(db: Database, account: str) -> None:
    for given_first in (0, 500):
        if given_first:
            await grant(db, account, given_first)
        with pytest.raises(Overdrawn) as refusal:
            await db.commit(transfer("t", 2, "bet", {account: -501, "house:web": 501}))
        assert refusal.value.account == account
        assert await ledger.balance(db, account) == given_first
    await db.commit(transfer("t", 2, "bet", {account: -500, "house:web": 500}))
    assert await ledger.balance(db, account) == 0


@pytest.mark.parametrize("account", ["mint", "house:web", "tab:friday:web:ann"])
async def test_what_may_owe_does(db: Database, account: str) -> None:
    await db.commit(transfer("t", 1, "buy-in", {account: -20_000, "stack:t:web:ann": 20_000}))
    assert await ledger.balance(db, account) == -20_000
    assert (await ledger.audit(db)).ok


async def test_a_transfer_is_carried_out_once(db: Database) -> None:
    await grant(db, ANN, 1000)
    refill = transfer("refill web:ann 2026-03-01", 2, "refill", {"mint": -5, ANN: 5})
    await db.commit(refill)
    with pytest.raises(Repeated):
        await db.commit(refill)
    assert await ledger.balance(db, ANN) == 1005


async def test_one_wallet_at_three_tables_is_spent_once(db: Database, rival: Database) -> None:
    for night in range(10):
        wallet = f"wallet:web:{night}"
        await grant(db, wallet, 100_000)
        buy_ins = [
            transfer(f"{night} {table}", 2, "buy-in", {wallet: -70_000, f"stack:{table}:x": 70_000})
            for table in "abc"
        ]
        doors = (db, rival, db)
        results = await asyncio.gather(
            *(door.commit(batch) for door, batch in zip(doors, buy_ins, strict=True)),
            return_exceptions=True,
        )
        refused = [result.account for result in results if isinstance(result, Overdrawn)]
        assert (results.count(None), refused) == (1, [wallet, wallet])
        assert await ledger.balance(db, wallet) == 30_000
    assert (await ledger.audit(db)).ok


async def test_a_batch_may_pass_chips_on(db: Database) -> None:
    await grant(db, ANN, 100)
    there = transfer("1", 2, "gift", {ANN: -100, BOB: 100})
    onward = transfer("2", 2, "gift", {BOB: -100, CAT: 100})
    with pytest.raises(Overdrawn) as refusal:
        await db.commit(onward + there)
    assert refusal.value.account == BOB
    await db.commit(there + onward)
    assert await ledger.balances(db, "wallet:web:") == {ANN: 0, BOB: 0, CAT: 100}


async def test_the_richest_come_first(db: Database) -> None:
    for account, amount in ((ANN, 500), (BOB, 900), (CAT, 500), ("wallet:webs:eve", 9999)):
        await grant(db, account, amount)
    assert await ledger.leaderboard(db, "web", 9) == [("bob", 900), ("ann", 500), ("cat", 500)]
    assert await ledger.leaderboard(db, "web", 1) == [("bob", 900)]
    await db.commit(transfer("b", 2, "buy-in", {BOB: -800, "stack:t1:bob": 800}))
    await db.commit(transfer("c", 2, "buy-in", {CAT: -500, "stack:t2:cat": 500}))
    ranked = await ledger.leaderboard(db, "web", 2, tables=["t1", "t2"])
    assert ranked == [("bob", 900), ("ann", 500)]


NAMES = ("mint", "house:x", "tab:x:a", "wallet:x:a", "wallet:x:b", "stack:x:a", "hand:x")
MOVES = st.lists(
    st.dictionaries(st.sampled_from(NAMES), st.integers(-900, 900), min_size=1, max_size=5),
    min_size=1,
    max_size=12,
)
KEYS = count()


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(moves=MOVES)
async def test_whatever_is_moved_the_books_balance(
    db: Database, moves: list[dict[str, int]]
) -> None:
    held = Counter(await ledger.balances(db, ""))
    for move in moves:
        off = sum(move.values()) - move.get("mint", 0)
        entries = {name: amount for name, amount in {**move, "mint": -off}.items() if amount}
        if not entries:
            continue
        short = [name for name in NAMES[3:] if held[name] + entries.get(name, 0) < 0]
        assert await refused(db, entries) == min(short, default=None)
        if not short:
            held.update(entries)
    assert +held == +Counter(await ledger.balances(db, ""))
    assert -held == -Counter(await ledger.balances(db, ""))
    assert (await ledger.audit(db)).ok


async def refused(db: Database, entries: dict[str, int]) -> str | None:
    """The account that a transfer would overdraw, None if it is carried out."""
    try:
        await db.commit(transfer(f"move {next(KEYS)}", 1, "any", entries))
    except Overdrawn as refusal:
        return refusal.account
    return None


@pytest.fixture
async def books(db: Database) -> Database:
    """A dealer's books in the middle of an evening, in order."""
    for account in (ANN, BOB):
        await grant(db, account, 10_000)
    room = rooms.Room("t1", "web", "web:lobby", "holdem", "web:ann", 1, "Table 1", "{}", 1)
    await db.commit(rooms.open_room(room))
    await db.commit(transfer("in", 2, "buy-in", {ANN: -4000, "stack:t1:web:ann": 4000}))
    await db.commit(transfer("bet", 3, "bet", {BOB: -300, "hand:t9:4": 300}))
    return db


async def test_books_in_order_pass_and_print(books: Database) -> None:
    found = await ledger.audit(books)
    assert found.ok
    assert json.loads(json.dumps(asdict(found))) == {
        "accounts": 5,
        "transfers": 4,
        "total": 0,
        "wrong": [],
        "unbalanced": [],
        "overdrawn": [],
        "hands": [["hand:t9:4", 300]],
        "stranded": [],
    }


async def test_the_audit_sees_a_balance_off_by_one_hundredth(books: Database) -> None:
    await books.commit([Statement("UPDATE account SET balance = 6001 WHERE id = ?", (ANN,), 1)])
    found = await ledger.audit(books)
    assert not found.ok
    assert found.wrong == [(ANN, 6001, 6000)]
    assert found.total == 1


async def test_the_audit_sees_two_faults_that_cancel_out(books: Database) -> None:
    by = "UPDATE account SET balance = balance + ? WHERE id = ?"
    await books.commit([Statement(by, (1, ANN)), Statement(by, (-1, BOB))])
    found = await ledger.audit(books)
    assert not found.ok
    assert (found.total, len(found.wrong)) == (0, 2)


async def test_the_audit_sees_a_transfer_that_does_not_balance(books: Database) -> None:
    await books.commit(
        [
            Statement("UPDATE entry SET amount = 3999 WHERE transfer = 'in' AND amount > 0"),
            Statement("UPDATE account SET balance = 3999 WHERE id = 'stack:t1:web:ann'"),
        ]
    )
    found = await ledger.audit(books)
    assert not found.ok
    assert (found.wrong, found.unbalanced, found.total) == ([], [("in", -1)], -1)


async def test_the_audit_sees_an_entry_without_its_account_moved(books: Database) -> None:
    await books.commit([Statement("DELETE FROM entry WHERE transfer = 'bet'")])
    found = await ledger.audit(books)
    assert not found.ok
    assert found.unbalanced == [("bet", 0)]
    assert found.wrong == [("hand:t9:4", 300, 0), (BOB, 9700, 10_000)]


async def test_the_audit_sees_debt_that_someone_allowed(books: Database) -> None:
    await books.commit([Statement("UPDATE account SET may_owe = 1 WHERE id = ?", (BOB,))])
    await books.commit(transfer("debt", 4, "gift", {BOB: -9701, ANN: 9701}))
    found = await ledger.audit(books)
    assert not found.ok
    assert found.overdrawn == [(BOB, -1)]


async def test_the_audit_sees_chips_left_in_a_closed_room(books: Database) -> None:
    await books.commit(rooms.close_room("t1", 9))
    found = await ledger.audit(books)
    assert not found.ok
    assert found.stranded == [("stack:t1:web:ann", 4000)]
    await books.commit(transfer("out", 9, "cash-out", {"stack:t1:web:ann": -4000, ANN: 4000}))
    assert (await ledger.audit(books)).ok


async def test_the_audit_of_books_in_use_raises_no_false_alarm(
    db: Database, rival: Database
) -> None:
    await grant(db, ANN, 10_000)

    async def play() -> None:
        for number in range(60):
            await db.commit(transfer(f"{number}", 1, "gift", {ANN: -7, f"wallet:web:{number}": 7}))

    playing = asyncio.create_task(play())
    audits = 0
    while not playing.done():
        assert (await ledger.audit(rival)).ok
        audits += 1
    await playing
    assert audits > 1


async def test_chips_cannot_go_to_an_account_that_is_not_there(db: Database) -> None:
    lone = "INSERT INTO entry (transfer, account, amount) VALUES ('t', 'wallet:x:y', 5)"
    with pytest.raises(Mistake, match=r"(?i)foreign key"):
        await db.commit([Statement(lone)])


async def test_half_a_hundredth_is_never_kept(db: Database) -> None:
    halves = {"mint": -1.5, ANN: 1.5}
    with pytest.raises(ValueError, match="a fraction"):
        await db.commit(transfer("t", 1, "grant", halves))  # type: ignore[arg-type]
    assert await ledger.balances(db, "") == {}


async def test_the_books_stay_within_whole_numbers(address: str) -> None:
    db = await open_database(address)
    edge = "UPDATE account SET balance = ? WHERE id = ?"
    await grant(db, ANN, 10**15)
    await db.commit([Statement(edge, (4 * 10**18, ANN), 1)])
    with pytest.raises(Overdrawn):
        await db.commit(transfer("more", 2, "grant", {"mint": -1, ANN: 1}))
    assert await ledger.balance(db, ANN) == 4 * 10**18
    await db.close()
