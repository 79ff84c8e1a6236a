"""One table: a queue, one task that works it, the next alarm; decide -> commit -> swap -> show.

The state in memory is a cache of the stream, keyed by `seq`. A table at rest has no task. What a
computer player has thought comes through the same queue.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any, Generic, NamedTuple

from bot.clock import Alarm, Clock
from bot.kind import Books, Decision, Kind, Mismatch, S, Standing
from bot.mind import Mind, Thinker
from bot.state import SECOND, Command, Said, packed
from games.play import Refused
from storage import journal, ledger, rooms
from storage.db import Conflict, Database, Overdrawn, Repeated, Statement, Unreachable

log = logging.getLogger(__name__)

Answer = tuple[str, dict[str, int | str]] | None
"""What who gave the command is told: a key of the catalogue and its facts."""

QUEUE_EACH = 8
"""So many of the commands waiting at one table may be one person's, so that nobody keeps the
others out.
"""
TRIES = 5
RETRY = 5 * SECOND
"""How long a timer waits when the database could not be used."""


LOOK = Command("look")
"""Only look whether the stream has moved on."""


class Asked(NamedTuple):
    """A command in the queue, and who waits for its answer (nobody, for timers)."""

    command: Command
    answer: asyncio.Future[Answer] | None


class Table(Generic[S]):
    """`shown` is called when the state has changed: with the table, whose private message may
    have changed, and the notices to post.
    """

    __slots__ = (
        "_alarm", "_clock", "_db", "_doubt", "_queue", "_shown", "_task", "_thinker",
        "_waiting", "kind", "seq", "state",
    )  # fmt: skip

    def __init__(
        self,
        db: Database,
        clock: Clock,
        mind: Mind,
        shown: Callable[[Table[Any], set[str], Sequence[Said]], None],
        kind: Kind[S],
        state: S,
    ) -> None:
        self.kind = kind
        self._db = db
        self._clock = clock
        self._shown = shown
        self._queue: deque[Asked] = deque()
        self._waiting: Counter[str] = Counter()
        self._task: asyncio.Task[None] | None = None
        self._alarm: Alarm | None = None
        self._thinker = Thinker(mind, kind, self._arm)
        self._doubt = False
        self.state = state
        self.seq = 0

    async def ask(self, command: Command) -> Answer:
        """Carry out a person's command in its turn; raises Refused, with nothing changed."""
        if len(self._queue) >= self.kind.queue or self._waiting[command.person] >= QUEUE_EACH:
            raise Refused("busy")
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._put(Asked(command, answer))
        return await answer

    def tell(self, command: Command) -> None:
        """Queue a command of the house; nobody waits for it."""
        self._put(Asked(command, None))

    async def rest(self) -> None:
        """Wait until nothing is queued and nobody thinks."""
        while busy := self._task or self._thinker.task:
            await busy

    async def close(self) -> None:
        """Finish what is queued; then no alarm rings any more."""
        await self.rest()
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None

    def _put(self, asked: Asked) -> None:
        self._queue.append(asked)
        self._waiting[asked.command.person] += 1
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name=f"table {self.state.id}")

    async def _work(self) -> None:
        try:
            while self._queue:
                await self._serve_group()
        finally:
            self._task = None

    def _take(self) -> Asked:
        asked = self._queue.popleft()
        self._waiting[asked.command.person] -= 1
        if not self._waiting[asked.command.person]:
            del self._waiting[asked.command.person]
        return asked

    async def _serve_group(self) -> None:
        """Carry out what waits, as much in one commit as the kind of table likes.

        A group holds only what goes through from what this process knows; whatever may be refused
        is carried out alone, from the newest state.
        """
        group = await self._decided_together()
        if len(group) > 1 and await self._commit_together(group):
            return
        for asked in [asked for asked, _, _ in group] or [self._take()]:
            await self._serve(*asked)

    async def _decided_together(self) -> list[tuple[Asked, Command, Decision[S]]]:
        """The people's commands that wait first, each decided on what the last one left."""
        group: list[tuple[Asked, Command, Decision[S]]] = []
        state = self.state
        while self._queue and len(group) < self.kind.together and not self._doubt:
            asked = self._queue[0]
            if asked.answer is None or len(self._queue) + len(group) < 2:
                break
            try:
                stamped = await self._stamped(asked.command)
                draft = self.kind.decide(state, stamped)
            except Exception:
                # Carried out alone, it is answered as it should be.
                break
            group.append((self._take(), stamped, draft))
            state = draft.state
        return group

    async def _commit_together(self, group: list[tuple[Asked, Command, Decision[S]]]) -> bool:
        """Commit a group in one batch; False with nothing kept where that cannot be."""
        batch: list[Statement] = []
        before = self.state
        for number, (_, command, draft) in enumerate(group):
            batch += self._row(command, before, draft, self.seq + 1 + number)
            before = draft.state
        last = group[-1][2]
        batch += self._marks(self.state, last, [said for *_, one in group for said in one.notices],
                             self.seq + len(group))  # fmt: skip
        try:
            await self._db.commit(_by_words(batch))
        except Exception as error:
            # Each is tried again alone, and answered by what becomes of it there.
            self._doubt = isinstance(error, Unreachable)
            return False
        self._swap(last.state, len(group), [said for *_, one in group for said in one.notices])
        for asked, _, draft in group:
            if asked.answer and not asked.answer.done():
                asked.answer.set_result(draft.answer)
        return True

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
            if answer is None or isinstance(error, Overdrawn):
                # What is short and no wallet is short for every command that follows.
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
            stamped = await self._stamped(command)
            try:
                draft = self.kind.decide(self.state, stamped)
            except Refused:
                if await journal.last_seq(self._db, self.state.id) == self.seq:
                    kept = await journal.answer(self._db, command.id) if command.id else None
                    if kept is None:
                        raise
                    return _unpacked(kept)
                await self.reload()
                continue
            try:
                seq = self.seq + 1
                row = self._row(stamped, self.state, draft, seq)
                await self._db.commit(row + self._marks(self.state, draft, draft.notices, seq))
            except Conflict:
                await self.reload()
                continue
            except Repeated:
                return _unpacked(await journal.answer(self._db, command.id))
            except Overdrawn as overdrawn:
                raise await self._short(draft, overdrawn) from None
            self._swap(draft.state, 1, draft.notices)
            return draft.answer
        raise Refused("busy")

    async def _stamped(self, command: Command) -> Command:
        """The command with the time, with chance where it deals, with what the wallet holds where
        that counts: deciding itself is pure.
        """
        seed = secrets.token_hex(32) if self.kind.deals(command) else ""
        wallet = 0
        if self.kind.counts_wallet(command):
            account = ledger.wallet(self.state.community, command.person)
            wallet = await ledger.balance(self._db, account)
        return replace(command, at=self._clock.now(), seed=seed, wallet=wallet)

    def _row(self, command: Command, before: S, draft: Decision[S], seq: int) -> list[Statement]:
        """What one decision adds to the stream and the books."""
        after = draft.state
        row = journal.Row(
            seq,
            command.at,
            command.to_json(),
            packed(draft.said),
            before.to_json() if self.kind.checkpoint(before, after) else None,
        )
        press = journal.Press(command.id, json.dumps(draft.answer)) if command.id else None
        return [
            *journal.append(after.id, row, press=press),
            *(rooms.close_room(after.id, command.at) if after.closed else ()),
            *(_configure(after) if after.terms != before.terms else ()),
            *_moves(draft, seq),
            *draft.records,
        ]

    @staticmethod
    def _marks(before: S, draft: Decision[S], notices: Sequence[Said], seq: int) -> list[Statement]:
        """The deadlines as they are then, and what must be shown."""
        after = draft.state
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

    def _swap(self, state: S, rows: int, notices: Sequence[Said]) -> None:
        touched = self.kind.touched(self.state, state)
        self.state = state
        self.seq += rows
        self._arm()
        self._shown(self, touched, notices)

    def _arm(self) -> None:
        """Ring for the timer that is due first; a paused or resting table rings for nothing."""
        self._thinker.follow(self.state)
        due = min((due for due, _ in self._due()), default=None)
        if due is None:
            if self._alarm:
                self._alarm.cancel()
                self._alarm = None
        else:
            self._set_alarm(due)

    def _due(self) -> list[tuple[int, str]]:
        """When each timer is due, and its name; a thought is, once it has taken long enough."""
        dues = []
        for name, timer in self.state.timers.items():
            due = self._thinker.due(timer) if name == "think" else timer.due
            if due is not None:
                dues.append((due, name))
        return dues

    def _set_alarm(self, due: int) -> None:
        if self._alarm:
            self._alarm.cancel()
        self._alarm = self._clock.call_at(due, self._ring)

    def _ring(self) -> None:
        """Queue what is due; a clock that rang too early is simply armed again."""
        self._alarm = None
        now = self._clock.now()
        due = [(at, name) for at, name in self._due() if at <= now]
        if self._doubt:
            self.tell(LOOK)
        for _, name in sorted(due):
            if name == "think" and (thought := self._thinker.thought):
                self.tell(thought.command)
            else:
                self.tell(Command("timer", word=f"{name}@{self.state.timers[name].valid}"))
        if not due and not self._doubt:
            self._arm()

    async def _short(self, draft: Decision[S], overdrawn: Overdrawn) -> Exception:
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

    async def reload(self) -> None:
        """Take the state from the stream again, and show what has changed meanwhile."""
        rows = await journal.rows(self._db, self.state.id)
        self._doubt = False
        if not rows:
            return
        before, self.state = self.state, self.kind.rebuild(row[2:] for row in rows)
        if rows[-1].seq != self.seq:
            self.seq = rows[-1].seq
            self._shown(self, self.kind.touched(before, self.state), ())
        self._arm()

    async def restore(self) -> None:
        """Rebuild the table at a start: its hand goes on, or is voided and refunded aloud."""
        rows = await journal.rows(self._db, self.state.id)
        try:
            state = self.kind.rebuild(row[2:] for row in rows)
            if self.kind.stakes(state) != await ledger.stakes(self._db, state.id):
                log.error("table %s: its stakes are not what the books hold", state.id)
                raise Mismatch
            self.state, self.seq = state, rows[-1].seq
            command = Command("restart")
        except Unreachable:
            raise
        except Exception as error:
            if not isinstance(error, Mismatch):
                log.error("table %s: cannot be rebuilt: %s", self.state.id, _where(error))
            await self._salvage(rows)
            command = Command("void", word="disagrees")
        await self._carry_out(command)

    async def _salvage(self, rows: Sequence[journal.Row]) -> None:
        """Take the table from stream and books as well as it can be known; a void must follow."""
        self.seq = rows[-1].seq
        books = await self._books()
        self.state = self.kind.salvage(self.state, (row[2:] for row in rows), books, self.seq)

    async def _books(self) -> Books:
        """What the ledger says of this table."""
        stacks = await self._held(ledger.stack(self.state.id, ""))
        tabs = await self._held(ledger.tab(self.state.id, ""))
        return Books(stacks, tabs, await ledger.stakes(self._db, self.state.id))

    async def _held(self, prefix: str) -> dict[str, int]:
        """What the accounts of this table hold, by person."""
        held = await ledger.balances(self._db, prefix)
        return {account.removeprefix(prefix): amount for account, amount in held.items()}

    async def _give_up_hand(self, timer: str) -> None:
        """The hand cannot go on: void it, aloud, and drop the timer that failed."""
        try:
            if self.kind.stakes(self.state) != await ledger.stakes(self._db, self.state.id):
                await self._salvage(await journal.rows(self._db, self.state.id))
            await self._carry_out(Command("void", word="failed", name=timer))
        except Exception as error:
            log.error("table %s: cannot even void its hand: %s", self.state.id, _where(error))


def _moves(draft: Decision[S], seq: int) -> list[Statement]:
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
