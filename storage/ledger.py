"""The books: accounts and the transfers between them, in hundredths of a chip.

Accounts are `mint`, `house:<community>`, `tab:<night>:<person>` (these may owe), and
`wallet:<community>:<person>`, `stack:<table>:<person>`, `hand:<id>`, `prize:<tournament>`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from storage.batch import Database, Statement
from storage.keys import span

MAY_OWE = {
    "mint": 1,
    "house": 1,
    "tab": 1,
    "wallet": 0,
    "stack": 0,
    "hand": 0,
    "prize": 0,
}

MOST = 10**15
"""The most that one entry moves, in hundredths: ten million million chips."""

TRANSFER = "INSERT INTO transfer (id, at, kind, note) VALUES (?, ?, ?, ?)"
# An account is opened empty and only then moved: a check on a row that would be inserted with a
# negative balance fails before either database sees that the account is there already.
OPEN = "INSERT INTO account (id, balance, may_owe) VALUES (?, 0, ?) ON CONFLICT (id) DO NOTHING"
MOVE = "UPDATE account SET balance = balance + ? WHERE id = ?"
ENTRY = "INSERT INTO entry (transfer, account, amount) VALUES (?, ?, ?)"


def wallet(community: str, person: str) -> str:
    """The account of what a person may spend in a community."""
    return f"wallet:{community}:{person}"


def stack(table: str, person: str) -> str:
    """The account of a person's chips at a table."""
    return f"stack:{table}:{person}"


def escrow(table: str, round: int | str) -> str:
    """The account of what lies on a house table's felt in a round."""
    return f"hand:{table}:{round}"


def house(community: str) -> str:
    """The account of the house of a community, which may owe."""
    return f"house:{community}"


def prize(tournament: str) -> str:
    """The account of what a tournament pays out."""
    return f"prize:{tournament}"


def tab(night: str, person: str) -> str:
    """The account of what a person took (below zero: brought) on a night among friends."""
    return f"tab:{night}:{person}"


def transfer(
    key: str, at: int, kind: str, entries: Mapping[str, int], note: str = ""
) -> list[Statement]:
    """Move chips: `entries` says what each account gains (negative: gives), summing to zero.

    `key` is the caller's; carried out a second time it is Repeated. An account that would fall
    below zero without the right to owe is Overdrawn, whatever was read before. Raises ValueError
    for entries that are none, zero, unbalanced or beyond MOST, and for an account of no known kind.
    """
    if not entries or sum(entries.values()) != 0:
        raise ValueError(f"the entries of transfer {key} must sum to zero")
    for account, amount in entries.items():
        if amount == 0 or abs(amount) > MOST:
            raise ValueError(f"{account} cannot be moved by {amount}")
    # The same order everywhere, so that two transfers never wait for each other's accounts.
    accounts = sorted(entries)
    return [
        Statement(TRANSFER, (key, at, kind, note)),
        *(Statement(OPEN, (account, may_owe(account))) for account in accounts),
        *(Statement(MOVE, (entries[account], account)) for account in accounts),
        *(Statement(ENTRY, (key, account, entries[account])) for account in accounts),
    ]


def kept(account: str, amount: int) -> list[Statement]:
    """Overdrawn unless an open account holds at least `amount`; nothing is moved.

    The database itself compares, within the batch, whatever was read before.
    """
    return [Statement(MOVE, (-amount, account)), Statement(MOVE, (amount, account))]


def opened(account: str) -> list[Statement]:
    """Open an account with nothing in it; one that is there already stays as it is."""
    return [Statement(OPEN, (account, may_owe(account)))]


def may_owe(account: str) -> int:
    """1 for the kinds of account that may stand below zero, else 0. Raises ValueError."""
    kind, _, owner = account.partition(":")
    if kind not in MAY_OWE or (kind != "mint" and not owner):
        raise ValueError(f"{account!r} is no account")
    return MAY_OWE[kind]


class Movement(NamedTuple):
    """One line of an account's history; `amount` is what it gained."""

    transfer: str
    at: int
    kind: str
    amount: int
    note: str


async def balance(db: Database, account: str) -> int:
    """What an account holds; 0 if it was never used."""
    rows = await db.load("SELECT balance FROM account WHERE id = ?", account)
    return int(rows[0][0]) if rows else 0


HELD = "COALESCE((SELECT balance FROM account WHERE id = ?), 0)"


STAKED = (
    "COALESCE((SELECT CAST(-SUM(e.amount) AS BIGINT) FROM account a "
    "JOIN entry i ON i.account = a.id JOIN entry e ON e.transfer = i.transfer "
    "WHERE (a.id >= ? AND a.id < ? OR a.id = ?) AND a.balance <> 0 AND e.account = ?), 0)"
)


async def total(
    db: Database, accounts: Sequence[str], staked: tuple[str, Sequence[str]] = ("", ())
) -> int:
    """What these accounts hold together at one moment.

    `staked` (an account, tables) adds what that account has in the escrows of those tables, or
    among the prizes if one of them is a tournament.
    """
    wallet, tables = staked
    sums = " + ".join([HELD] * len(accounts) + [STAKED] * len(tables))
    spans = [
        value for table in tables for value in (*span(escrow(table, "")), prize(table), wallet)
    ]
    [(held,)] = await db.load(f"SELECT {sums}", *accounts, *spans)
    return int(held)


async def balances(db: Database, prefix: str) -> dict[str, int]:
    """Every account whose id begins with `prefix`, by id."""
    sql = "SELECT id, balance FROM account WHERE id >= ? AND id < ? ORDER BY id"
    return dict(await db.load(sql, *span(prefix)))


HOLD = "SELECT id, balance FROM account WHERE id IN ({})"
AT_ONCE = 500
"""Accounts asked for in one query."""


async def balances_of(db: Database, accounts: Sequence[str]) -> dict[str, int]:
    """What each of these accounts holds, by id; one never used is left out."""
    held: dict[str, int] = {}
    for start in range(0, len(accounts), AT_ONCE):
        some = accounts[start : start + AT_ONCE]
        held |= dict(await db.load(HOLD.format(", ".join("?" * len(some))), *some))
    return held


async def stakes(db: Database, table: str) -> dict[str, dict[str, int]]:
    """What each account has put into each escrow of a table that holds anything."""
    return await _stakes(db, escrow(table, ""))


async def _stakes(db: Database, prefix: str) -> dict[str, dict[str, int]]:
    sql = (
        "SELECT a.id, e.account, CAST(-SUM(e.amount) AS BIGINT) FROM account a "
        "JOIN entry i ON i.account = a.id JOIN entry e ON e.transfer = i.transfer "
        "WHERE a.id >= ? AND a.id < ? AND a.balance <> 0 AND e.account <> a.id "
        "GROUP BY a.id, e.account HAVING SUM(e.amount) <> 0 ORDER BY a.id, e.account"
    )
    found: dict[str, dict[str, int]] = {}
    for held, account, put in await db.load(sql, *span(prefix)):
        found.setdefault(held, {})[account] = put
    return found


async def history(db: Database, account: str, most: int) -> list[Movement]:
    """The last `most` movements of an account, newest first."""
    sql = (
        "SELECT t.id, t.at, t.kind, e.amount, t.note FROM entry e "
        "JOIN transfer t ON t.id = e.transfer WHERE e.account = ? "
        "ORDER BY t.at DESC, t.id DESC LIMIT ?"
    )
    return [Movement(*row) for row in await db.load(sql, account, most)]


async def leaderboard(
    db: Database, community: str, most: int, tables: Sequence[str] = ()
) -> list[tuple[str, int]]:
    """The `most` richest as (person, hundredths), richest first, then by id.

    Chips in play count as well for the `tables` named (those that are not on the tab), stakes
    included. Who has no wallet has no place: a computer player at a table.
    """
    wallets = f"wallet:{community}:"
    worth = {
        account.removeprefix(wallets): held
        for account, held in (await balances(db, wallets)).items()
    }
    for table in tables:
        for account, held in (await balances(db, f"stack:{table}:")).items():
            person = account.removeprefix(f"stack:{table}:")
            if person in worth:
                worth[person] += held
    for held_in, put in (await _stakes(db, "hand:")).items() if tables else ():
        if held_in.split(":")[1] in tables:
            for account, amount in put.items():
                person = account.removeprefix(wallets)
                if person in worth:
                    worth[person] += amount
    ranked = sorted(worth.items(), key=lambda one: (-one[1], one[0]))
    return ranked[:most]


@dataclass(frozen=True, slots=True)
class Audit:
    """What the books say. Each list is empty in sound books, but for `hands` (hands being played).

    `wrong` are (account, balance, sum of its entries), `unbalanced` (transfer, sum of its
    entries), `overdrawn` (account, balance), `stranded` (stack or escrow of a closed room, what
    it holds).
    """

    accounts: int
    transfers: int
    total: int
    wrong: list[tuple[str, int, int]]
    unbalanced: list[tuple[str, int]]
    overdrawn: list[tuple[str, int]]
    hands: list[tuple[str, int]]
    stranded: list[tuple[str, int]]

    @property
    def ok(self) -> bool:
        """Whether not one hundredth is out of place."""
        faults = (self.wrong, self.unbalanced, self.overdrawn, self.stranded)
        return self.total == 0 and not any(faults)


# Each check is one statement, and so sees the books at one moment while the dealer goes on.
WRONG = (
    "SELECT a.id, a.balance, COALESCE(s.moved, 0) FROM account a LEFT JOIN "
    "(SELECT account, CAST(SUM(amount) AS BIGINT) AS moved FROM entry GROUP BY account) s "
    "ON s.account = a.id WHERE a.balance <> COALESCE(s.moved, 0) ORDER BY a.id"
)
UNBALANCED = (
    "SELECT t.id, CAST(COALESCE(SUM(e.amount), 0) AS BIGINT) FROM transfer t "
    "LEFT JOIN entry e ON e.transfer = t.id GROUP BY t.id "
    "HAVING COUNT(e.amount) = 0 OR SUM(e.amount) <> 0 ORDER BY t.id"
)
STRANDED = (
    "SELECT a.id, a.balance FROM room r JOIN account a "
    "ON (a.id >= 'stack:' || r.id || ':' AND a.id < 'stack:' || r.id || ';') "
    "OR (a.id >= 'hand:' || r.id || ':' AND a.id < 'hand:' || r.id || ';') "
    "OR a.id = 'prize:' || r.id "
    "WHERE r.closed_at IS NOT NULL AND a.balance <> 0 ORDER BY a.id"
)


async def audit(db: Database) -> Audit:
    """Prove the books: also while the dealer runs, also against hands that wrote to the tables."""
    [(accounts, total)] = await db.load(
        "SELECT COUNT(*), CAST(COALESCE(SUM(balance), 0) AS BIGINT) FROM account"
    )
    [(transfers,)] = await db.load("SELECT COUNT(*) FROM transfer")
    below = await db.load("SELECT id, balance FROM account WHERE balance < 0 ORDER BY id")
    in_hands = "SELECT id, balance FROM account WHERE id >= ? AND id < ? AND balance <> 0"
    return Audit(
        accounts=accounts,
        transfers=transfers,
        total=total,
        wrong=[(account, held, moved) for account, held, moved in await db.load(WRONG)],
        unbalanced=[(key, off) for key, off in await db.load(UNBALANCED)],
        overdrawn=[
            (account, held) for account, held in below if not MAY_OWE.get(account.partition(":")[0])
        ],
        hands=[(account, held) for account, held in await db.load(in_hands, *span("hand:"))],
        stranded=[(account, held) for account, held in await db.load(STRANDED)],
    )
