"""What wallets hold, and which private messages show it.

Read from the store: those asked for at the same moment in one query.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator

from bot.kind import Standing
from storage import ledger
from storage.db import Database


class Purses:
    """Nothing is remembered from one moment to the next: balances are always as of now."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._asked: dict[str, asyncio.Future[int]] = {}
        self._reading: set[asyncio.Task[None]] = set()

    async def balance(self, account: str) -> int:
        """What an account holds, in hundredths."""
        if not self._asked:
            task = asyncio.create_task(self._read(), name="balances")
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)
        if account not in self._asked:
            self._asked[account] = asyncio.get_running_loop().create_future()
        return await asyncio.shield(self._asked[account])

    async def _read(self) -> None:
        """Answer everyone who has asked by now."""
        asked, self._asked = self._asked, {}
        try:
            held = await ledger.balances_of(self._db, list(asked))
        except Exception as error:
            for waiting in asked.values():
                waiting.set_exception(error)
                waiting.exception()  # heard, even where who asked has gone
            return
        for account, waiting in asked.items():
            if not waiting.done():
                waiting.set_result(held.get(account, 0))


class Slips:
    """The private messages that show the balance of a wallet: by its account, table and person."""

    def __init__(self) -> None:
        self._of: dict[str, dict[str, str]] = {}

    def turn(self, state: Standing, before: set[str], now: set[str]) -> None:
        """Persons whose slip of a table there was, and those whose slip there is now."""
        for person in before ^ now:
            account = ledger.wallet(state.community, person)
            slips = self._of.setdefault(account, {})
            if person in now:
                slips[state.id] = person
            else:
                slips.pop(state.id, None)
            if not slips:
                del self._of[account]

    def showing(self, accounts: Iterable[str]) -> Iterator[tuple[str, str]]:
        """(table, person) of every message that shows one of these accounts."""
        for account in accounts:
            yield from self._of.get(account, {}).items()
