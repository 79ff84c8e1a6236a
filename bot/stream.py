"""The stream of one table: what is decided becomes rows, and rows become the state again.

The state in memory is a cache of the stream, keyed by `seq`.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Generic

from bot.kind import Books, Decision, Kind, Mismatch, S, Standing
from bot.said import Said, packed
from bot.state import Command
from games.play import Refused
from storage import journal, ledger, rooms
from storage.db import Database, Overdrawn, Statement, Unreachable

log = logging.getLogger(__name__)

Answer = tuple[str, dict[str, int | str]] | None
"""What who gave the command is told: a key of the catalogue and its facts."""

Decided = tuple[Command, Decision[S]]
"""A command as it was stamped, and what was made of it."""


class Stream(Generic[S]):
    """`state` is what the rows up to `seq` make of the table."""

    __slots__ = ("_db", "_kind", "seq", "state")

    def __init__(self, db: Database, kind: Kind[S], state: S) -> None:
        self._db = db
        self._kind = kind
        self.state = state
        self.seq = 0

    async def keep(self, decided: Sequence[Decided[S]]) -> None:
        """Commit decisions, each made on what the one before it left, in one batch.

        Raises as `Database.commit` does, with nothing kept.
        """
        batch: list[Statement] = []
        before = self.state
        for number, (command, draft) in enumerate(decided, 1):
            batch += self._row(command, before, draft, self.seq + number)
            before = draft.state
        batch += self._marks(decided)
        await self._db.commit(batch if len(decided) == 1 else _by_words(batch))
        self.state = before
        self.seq += len(decided)

    def _row(self, command: Command, before: S, draft: Decision[S], seq: int) -> list[Statement]:
        """What one decision adds to the stream and the books."""
        after = draft.state
        row = journal.Row(
            seq,
            command.at,
            command.to_json(),
            packed(draft.said),
            before.to_json() if self._kind.checkpoint(before, after) else None,
        )
        press = journal.Press(command.id, json.dumps(draft.answer)) if command.id else None
        return [
            *journal.append(after.id, row, press=press),
            *(rooms.close_room(after.id, command.at) if after.closed else ()),
            *(_configure(after) if after.terms != before.terms else ()),
            *_moves(draft, seq),
            *draft.records,
        ]

    def _marks(self, decided: Sequence[Decided[S]]) -> list[Statement]:
        """The deadlines as they are then, and what must be shown."""
        before, after = self.state, decided[-1][1].state
        seq, notices = self.seq + len(decided), all_notices(decided)
        dues = [journal.Due(after.id, "", "redraw", seq)]
        if notices:
            dues.append(journal.Due(after.id, "", f"notice {seq}", seq, packed(notices)))
        return journal.marks(
            after.id,
            arm=[
                journal.Deadline(after.id, name, timer.due, timer.valid)
                for name, timer in after.timers.items()
                if before.timers.get(name) != timer
            ],
            disarm=[name for name in before.timers if name not in after.timers],
            dues=dues,
        )

    async def moved_on(self) -> bool:
        """Whether another process has written to the stream."""
        return await journal.last_seq(self._db, self.state.id) != self.seq

    async def answered(self, press: str) -> tuple[Answer] | None:
        """The answer that a press was given the first time, if it was carried out before."""
        kept = await journal.answer(self._db, press) if press else None
        if kept is None:
            return None
        answer = json.loads(kept or "null")
        return ((answer[0], answer[1]) if answer else None,)

    async def wallet(self, person: str) -> int:
        """What a person's wallet holds, in hundredths."""
        return await ledger.balance(self._db, ledger.wallet(self.state.community, person))

    async def short(self, draft: Decision[S], overdrawn: Overdrawn) -> Exception:
        """What a person's wallet lacks; any other account is the house's own trouble."""
        account = overdrawn.account
        if not account.startswith("wallet:"):
            return overdrawn
        # Moves are made one after another: what a later one brings does not pay an earlier one.
        need = given = 0
        for move in draft.moves:
            given -= move.entries.get(account, 0)
            need = max(need, given + move.keeps.get(account, 0))
        return Refused("wallet_short", have=await ledger.balance(self._db, account), need=need)

    async def reload(self) -> bool:
        """Take the state from the rows again; whether there was anything new. Raises Mismatch."""
        rows = await journal.rows(self._db, self.state.id)
        if not rows:
            return False
        self.state = self._kind.rebuild(row[2:] for row in rows)
        seq, self.seq = self.seq, rows[-1].seq
        return self.seq != seq

    async def restore(self) -> bool:
        """Rebuild the table at a start, or salvage it: False, and its hand must be voided."""
        rows = await journal.rows(self._db, self.state.id)
        try:
            state = self._kind.rebuild(row[2:] for row in rows)
            if self._kind.stakes(state) != await ledger.stakes(self._db, state.id):
                log.error("table %s: its stakes are not what the books hold", state.id)
                raise Mismatch
            self.state, self.seq = state, rows[-1].seq
        except Unreachable:
            raise
        except Exception as error:
            if not isinstance(error, Mismatch):
                log.error("table %s: cannot be rebuilt: %s", self.state.id, where(error))
            await self._salvage(rows)
            return False
        return True

    async def agree(self) -> None:
        """Salvage the table where what it holds staked is not what the books say."""
        if self._kind.stakes(self.state) != await ledger.stakes(self._db, self.state.id):
            await self._salvage(await journal.rows(self._db, self.state.id))

    async def _salvage(self, rows: Sequence[journal.Row]) -> None:
        """Take the table from stream and books as well as it can be known; a void must follow."""
        self.seq = rows[-1].seq
        books = await self._books()
        self.state = self._kind.salvage(self.state, (row[2:] for row in rows), books, self.seq)

    async def _books(self) -> Books:
        """What the ledger says of this table."""
        stacks = await self._held(ledger.stack(self.state.id, ""))
        tabs = await self._held(ledger.tab(self.state.id, ""))
        return Books(stacks, tabs, await ledger.stakes(self._db, self.state.id))

    async def _held(self, prefix: str) -> dict[str, int]:
        """What the accounts of this table hold, by person."""
        held = await ledger.balances(self._db, prefix)
        return {account.removeprefix(prefix): amount for account, amount in held.items()}


def all_notices(decided: Sequence[Decided[S]]) -> list[Said]:
    """What decisions want posted, in their order."""
    return [said for _, draft in decided for said in draft.notices]


def _moves(draft: Decision[Any], seq: int) -> list[Statement]:
    batch = []
    for number, move in enumerate(draft.moves):
        key = f"{draft.state.id}:{seq}:{number}"
        batch += ledger.transfer(key, draft.at, move.kind, move.entries)
        for account, amount in move.keeps.items():
            batch += ledger.kept(account, amount)
    return batch


def _configure(state: Standing) -> list[Statement]:
    terms: Any = state.terms
    return rooms.configure_room(state.id, json.dumps(asdict(terms)))


def _by_words(batch: list[Statement]) -> list[Statement]:
    """A batch with statements of the same words side by side: they go to the server in one trip.

    Each kind of row stays in its order; no kind of row reads what another one writes.
    """
    first: dict[str, int] = {}
    for statement in batch:
        first.setdefault(statement.sql, len(first))
    return sorted(batch, key=lambda one: first[one.sql])


def where(error: BaseException) -> str:
    """The kind of an error and the line it came from, without its words: they may hold cards."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    line = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
    return f"{type(error).__name__} at {line}"
