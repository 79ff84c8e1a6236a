"""One table: a queue, one task that works it, the next alarm; decide -> commit -> swap -> show.

The state in memory is a cache of the stream, keyed by `seq`. A table at rest has no task.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import NamedTuple

from bot.clock import Alarm, Clock
from bot.decide import Mismatch, decide, rebuild, salvage
from bot.state import SECOND, Command, Draft, Said, State, packed
from games.play import Refused
from storage import journal, ledger, rooms
from storage.db import Conflict, Database, Overdrawn, Repeated, Statement, Unreachable

log = logging.getLogger(__name__)

Answer = tuple[str, dict[str, int | str]] | None
"""What who gave the command is told: a key of the catalogue and its facts."""

QUEUE = 64
"""More commands than this waiting at one table are refused politely."""
QUEUE_EACH = 8
"""So many of them may be one person's, so that nobody keeps the others out."""
TRIES = 5
RETRY = 5 * SECOND
"""How long a timer waits when the database could not be used."""


LOOK = Command("look")
"""Only look whether the stream has moved on."""


class Asked(NamedTuple):
    """A command in the queue, and who waits for its answer (nobody, for timers)."""

    command: Command
    answer: asyncio.Future[Answer] | None


class Table:
    """`shown` is called when the state has changed, with the table and the notices to post."""

    __slots__ = ("_alarm", "_clock", "_db", "_doubt", "_queue", "_shown", "_task", "seq", "state")

    def __init__(
        self,
        db: Database,
        clock: Clock,
        shown: Callable[[Table, Sequence[Said]], None],
        state: State,
    ) -> None:
        self._db = db
        self._clock = clock
        self._shown = shown
        self._queue: deque[Asked] = deque()
        self._task: asyncio.Task[None] | None = None
        self._alarm: Alarm | None = None
        self._doubt = False
        self.state = state
        self.seq = 0

    async def ask(self, command: Command) -> Answer:
        """Carry out a person's command in its turn; raises Refused, with nothing changed."""
        mine = sum(asked.command.person == command.person for asked in self._queue)
        if len(self._queue) >= QUEUE or mine >= QUEUE_EACH:
            raise Refused("busy")
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._put(Asked(command, answer))
        return await answer

    def tell(self, command: Command) -> None:
        """Queue a command of the house; nobody waits for it."""
        self._put(Asked(command, None))

    async def rest(self) -> None:
        """Wait until nothing is queued."""
        while self._task:
            await self._task

    async def close(self) -> None:
        """Finish what is queued; then no alarm rings any more."""
        await self.rest()
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None

    def _put(self, asked: Asked) -> None:
        self._queue.append(asked)
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name=f"table {self.state.id}")

    async def _work(self) -> None:
        try:
            while self._queue:
                await self._serve(*self._queue.popleft())
        finally:
            self._task = None

    async def _serve(self, command: Command, answer: asyncio.Future[Answer] | None) -> None:
        """Carry out one command; whatever goes wrong stays with this command."""
        try:
            result = await self._carry_out(command)
        except Refused as refused:
            self._fail(answer, refused)
        except Unreachable as error:
            log.warning("table %s: the database is out of reach: %s", self.state.id, error)
            self._doubt = True
            self._fail(answer, Refused("failed"))
        except Exception as error:
            # The message of an error may hold cards: only its kind and place are written down.
            log.error("table %s: %s %s", self.state.id, command.verb, _where(error))
            self._fail(answer, Refused("failed"))
            if answer is None:
                await self._give_up_hand(command.word.partition("@")[0])
        else:
            if answer and not answer.done():
                answer.set_result(result)
        if self._doubt or (self._alarm is None and self.state.timers):
            # A timer that could not be carried out is tried again, but not without a breath.
            self._set_alarm(self._clock.now() + RETRY)

    @staticmethod
    def _fail(answer: asyncio.Future[Answer] | None, refused: Refused) -> None:
        if answer and not answer.done():
            answer.set_exception(refused)

    async def _carry_out(self, command: Command) -> Answer:
        """Decide and commit, from the newest state: another process may have moved it on."""
        if self._doubt:
            # A commit whose connection was lost may have been kept after all.
            await self.reload()
        if command == LOOK:
            return None
        for _ in range(TRIES):
            stamped = self._stamped(command)
            try:
                draft = decide(self.state, stamped)
            except Refused:
                if await journal.last_seq(self._db, self.state.id) == self.seq:
                    kept = await journal.answer(self._db, command.id) if command.id else None
                    if kept is None:
                        raise
                    return _unpacked(kept)
                await self.reload()
                continue
            try:
                await self._db.commit(self._batch(stamped, draft))
            except Conflict:
                await self.reload()
                continue
            except Repeated:
                return _unpacked(await journal.answer(self._db, command.id))
            except Overdrawn as overdrawn:
                raise await self._short(draft, overdrawn.account) from None
            self._swap(draft)
            return draft.answer
        raise Refused("busy")

    def _stamped(self, command: Command) -> Command:
        """The command with the time, and with chance where it deals: deciding itself is pure."""
        deals = command.verb == "timer" and command.word.startswith("next@")
        seed = secrets.token_hex(32) if deals else ""
        return replace(command, at=self._clock.now(), seed=seed)

    def _batch(self, command: Command, draft: Draft) -> list[Statement]:
        """All of a decision in one: the row, deadlines, chips, the marks of what must be shown."""
        before, after, seq = self.state, draft.state, self.seq + 1
        begins = before.round is None or after.hand != before.hand
        row = journal.Row(
            seq,
            command.at,
            command.to_json(),
            packed(draft.said),
            before.to_json() if begins and not before.playing else None,
        )
        stream = journal.append(
            after.id,
            row,
            press=journal.Press(command.id, json.dumps(draft.answer)) if command.id else None,
            arm=[
                journal.Deadline(after.id, name, timer.due, timer.valid)
                for name, timer in after.timers.items()
                if before.timers.get(name) != timer
            ],
            disarm=[name for name in before.timers if name not in after.timers],
            dues=self._dues(draft, seq),
        )
        return [
            *stream,
            *(rooms.close_room(after.id, command.at) if after.closed else ()),
            *(self._configure(after) if after.terms != before.terms else ()),
            *self._moves(draft, seq),
        ]

    @staticmethod
    def _moves(draft: Draft, seq: int) -> list[Statement]:
        batch = []
        for number, move in enumerate(draft.moves):
            key = f"{draft.state.id}:{seq}:{number}"
            batch += ledger.transfer(key, draft.at, move.kind, move.entries)
        return batch

    @staticmethod
    def _configure(state: State) -> list[Statement]:
        return rooms.configure_room(state.id, json.dumps(asdict(state.terms)))

    @staticmethod
    def _dues(draft: Draft, seq: int) -> list[journal.Due]:
        table = draft.state.id
        dues = [journal.Due(table, "", "redraw", seq)]
        if draft.notices:
            body = packed(draft.notices)
            dues.append(journal.Due(table, "", f"notice {seq}", seq, body))
        return dues

    def _swap(self, draft: Draft) -> None:
        self.state = draft.state
        self.seq += 1
        self._arm()
        self._shown(self, draft.notices)

    def _arm(self) -> None:
        """Ring for the timer that is due first; a paused or resting table rings for nothing."""
        due = min((timer.due for timer in self.state.timers.values()), default=None)
        if due is None:
            if self._alarm:
                self._alarm.cancel()
                self._alarm = None
        else:
            self._set_alarm(due)

    def _set_alarm(self, due: int) -> None:
        if self._alarm:
            self._alarm.cancel()
        self._alarm = self._clock.call_at(due, self._ring)

    def _ring(self) -> None:
        """Queue what is due; a clock that rang too early is simply armed again."""
        self._alarm = None
        now = self._clock.now()
        due = [(timer.due, name) for name, timer in self.state.timers.items() if timer.due <= now]
        if self._doubt:
            self.tell(LOOK)
        for _, name in sorted(due):
            self.tell(Command("timer", word=f"{name}@{self.state.timers[name].valid}"))
        if not due and not self._doubt:
            self._arm()

    async def _short(self, draft: Draft, account: str) -> Refused:
        need = -min(move.entries.get(account, 0) for move in draft.moves)
        return Refused("wallet_short", have=await ledger.balance(self._db, account), need=need)

    async def reload(self) -> None:
        """Take the state from the stream again, and show what has changed meanwhile."""
        rows = await journal.rows(self._db, self.state.id)
        self._doubt = False
        if not rows:
            return
        self.state = rebuild(row[2:] for row in rows)
        if rows[-1].seq != self.seq:
            self.seq = rows[-1].seq
            self._shown(self, ())
        self._arm()

    async def restore(self) -> None:
        """Rebuild the table at a start: its hand goes on, or is voided and refunded aloud."""
        rows = await journal.rows(self._db, self.state.id)
        try:
            self.state = rebuild(row[2:] for row in rows)
            self.seq = rows[-1].seq
            command = Command("restart")
        except Exception as error:
            if not isinstance(error, Mismatch):
                log.error("table %s: cannot be rebuilt: %s", self.state.id, _where(error))
            stacks = await self._held(ledger.stack(self.state.id, ""))
            tabs = await self._held(ledger.tab(self.state.id, ""))
            self.state = salvage(self.state, (row[2:] for row in rows), stacks, tabs)
            self.seq = rows[-1].seq
            # Buttons of the hand that is lost must mean nothing in the next one.
            self.state.turn = max(self.state.turn, self.seq * 100)
            command = Command("void", word="disagrees")
        await self._carry_out(command)

    async def _held(self, prefix: str) -> dict[str, int]:
        """What the accounts of this table hold, by person."""
        held = await ledger.balances(self._db, prefix)
        return {account.removeprefix(prefix): amount for account, amount in held.items()}

    async def _give_up_hand(self, timer: str) -> None:
        """The hand cannot go on: void it, aloud, and drop the timer that failed."""
        try:
            await self._carry_out(Command("void", word="failed", name=timer))
        except Exception as error:
            log.error("table %s: cannot even void its hand: %s", self.state.id, _where(error))


def _unpacked(kept: str | None) -> Answer:
    """The answer that a press was given the first time."""
    answer = json.loads(kept or "null")
    return (answer[0], answer[1]) if answer else None


def _where(error: BaseException) -> str:
    """The kind of an error and the line it came from, without its words."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    line = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
    return f"{type(error).__name__} at {line}"
