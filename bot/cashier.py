"""The wallets of a community: the first chips, the daily refill, gifts, grants, the leaderboard.

Each is a command of the community's own stream, committed with its transfer in one batch.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence

from bot.clock import Clock
from games.play import Refused
from storage import journal, ledger, rooms, tally
from storage.db import Conflict, Database, Overdrawn, Repeated, Statement

DAY = 86_400_000
TRIES = 8


class Cashier:
    """Amounts are hundredths; a community is where people share wallets (a server, a workspace)."""

    def __init__(self, db: Database, clock: Clock, first: int, floor: int) -> None:
        """`first` chips for everyone new; the daily refill fills up to `floor`."""
        self._db = db
        self._clock = clock
        self._first = first
        self._floor = floor
        self._known: set[tuple[str, str]] = set()
        self._newcomers: dict[str, dict[str, None]] = {}
        # A stream has one next row: who waits for it here need not be told that others had it.
        self._stream = asyncio.Lock()

    async def welcome(self, community: str, person: str) -> None:
        """Give a person their first chips, once in a lifetime; a crowd gets them in one commit."""
        if (community, person) in self._known:
            return
        self._newcomers.setdefault(community, {})[person] = None
        async with self._stream:
            if (community, person) in self._known:
                return
            people = list(self._newcomers.pop(community))
            try:
                await self._open_wallets(community, people)
            except BaseException:
                # The others who wait come to it themselves.
                self._newcomers.setdefault(community, {}).update(dict.fromkeys(people))
                raise
            self._known.update((community, one) for one in people)

    async def _open_wallets(self, community: str, people: Sequence[str]) -> None:
        wallets = {one: ledger.wallet(community, one) for one in people}
        for _ in range(TRIES):
            held = await ledger.balances_of(self._db, list(wallets.values()))
            new = [one for one in people if wallets[one] not in held]
            if not new:
                return
            try:
                await self._db.commit(await self._first_chips(community, new, wallets))
                return
            except (Conflict, Repeated):
                # Another process had the next row, or has welcomed one of them.
                continue
        raise Refused("busy")

    async def _first_chips(
        self, community: str, people: Sequence[str], wallets: Mapping[str, str]
    ) -> list[Statement]:
        """A row of the stream and a transfer for each; without first chips an empty wallet."""
        if not self._first:
            return [one for person in people for one in ledger.opened(wallets[person])]
        at, batch = self._clock.now(), list[Statement]()
        seq = await journal.last_seq(self._db, community)
        for number, person in enumerate(people, 1):
            command = {"verb": "welcome", "to": person, "amount": self._first}
            row = journal.Row(seq + number, at, json.dumps(command, ensure_ascii=False), "[]")
            entries = {"mint": -self._first, wallets[person]: self._first}
            batch += journal.append(community, row)
            batch += ledger.transfer(f"first:{community}:{person}", at, "welcome", entries)
        return batch

    async def wallet(self, community: str, person: str) -> int:
        """What a person may spend."""
        await self.welcome(community, person)
        return await ledger.balance(self._db, ledger.wallet(community, person))

    async def at_tables(self, community: str, person: str) -> int:
        """What a person has in front of them at the community's tables, stakes included."""
        tables = await self._tables(community)
        stacks = [ledger.stack(table, person) for table in tables]
        staked = (ledger.wallet(community, person), tables)
        return await ledger.total(self._db, stacks, staked) if stacks else 0

    async def _tables(self, community: str) -> list[str]:
        """The open tables at which chips of wallets are played for."""
        found = await rooms.open_rooms(self._db, community=community)
        return [room.id for room in found if not json.loads(room.config).get("tab")]

    async def daily(self, community: str, person: str) -> tuple[int, int]:
        """(refilled, in the wallet now): up to the floor, once a day (UTC). Raises Refused.

        Chips at the tables count, or whoever has chips there could take the refill for nothing.
        """
        await self.welcome(community, person)
        wallet = ledger.wallet(community, person)
        for _ in range(TRIES):
            tables = await self._tables(community)
            stacks = [ledger.stack(table, person) for table in tables]
            have = await ledger.total(self._db, [wallet, *stacks], (wallet, tables))
            if await self._tables(community) == tables:
                break
        now = self._clock.now()
        day = now // DAY
        key = f"daily:{community}:{person}:{day}"
        if await self._db.load("SELECT id FROM transfer WHERE id = ?", key):
            raise Refused("daily_already", seconds=((day + 1) * DAY - now) // 1000)
        if have >= self._floor:
            raise Refused("daily_enough", floor=self._floor, have=have)
        command = {"verb": "daily", "to": person}
        await self._transfer(community, key, command, "mint", wallet, self._floor - have)
        return self._floor - have, await ledger.balance(self._db, wallet)

    async def give(self, community: str, giver: str, taker: str, amount: int, press: str) -> bool:
        """Move chips from one wallet to another; False if this very press did. Raises Refused."""
        if giver == taker:
            raise Refused("gift_self")
        await self.welcome(community, giver)
        await self.welcome(community, taker)
        source, target = ledger.wallet(community, giver), ledger.wallet(community, taker)
        command = {"verb": "give", "from": giver, "to": taker}
        return await self._transfer(community, f"gift:{press}", command, source, target, amount)

    async def grant(
        self, community: str, host: str, taker: str, amount: int, reason: str, press: str
    ) -> bool:
        """New chips for a person, by the host, with a reason for the books.

        False if this very press granted them already. Raises Refused.
        """
        if not reason.strip():
            raise Refused("reason_missing")
        await self.welcome(community, taker)
        target = ledger.wallet(community, taker)
        command = {"verb": "grant", "from": host, "to": taker, "why": reason}
        return await self._transfer(community, f"grant:{press}", command, "mint", target, amount)

    async def top(self, community: str, most: int) -> Sequence[tuple[str, int]]:
        """The richest as (person, hundredths), chips at the tables included."""
        tables = await self._tables(community)
        return await ledger.leaderboard(self._db, community, most, tables)

    async def played(self, community: str, person: str) -> Sequence[tally.Tally]:
        """What a person has played here, by game."""
        return await tally.of_person(self._db, community, person)

    async def _transfer(
        self,
        community: str,
        key: str,
        command: dict[str, str],
        source: str,
        target: str,
        amount: int,
    ) -> bool:
        """Carry out a command of the community's stream; False for one that was done already."""
        at = self._clock.now()
        kind, why = command["verb"], command.get("why", "")
        moves = ledger.transfer(key, at, kind, {source: -amount, target: amount}, why)
        text = json.dumps(command | {"amount": amount}, ensure_ascii=False)
        async with self._stream:
            for _ in range(TRIES):
                try:
                    await self._db.commit([*await self._row(community, at, text), *moves])
                    return True
                except Conflict:
                    continue
                except Repeated:
                    return False
                except Overdrawn:
                    have = await ledger.balance(self._db, source)
                    raise Refused("wallet_short", have=have, need=amount) from None
        raise Refused("busy")

    async def _row(self, community: str, at: int, command: str) -> list[Statement]:
        seq = await journal.last_seq(self._db, community) + 1
        return journal.append(community, journal.Row(seq, at, command, "[]"))
