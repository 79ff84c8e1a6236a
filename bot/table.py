"""One table: a queue, one task that works it, the next alarm; decide -> commit -> swap -> show.

A table at rest has no task. What a computer player has thought comes through the same queue.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Generic, NamedTuple

from bot.clock import Alarm, Clock
from bot.kind import Kind, S
from bot.mind import Mind, Thinker
from bot.rulebook import Rulebook
from bot.said import Said
from bot.state import Command
from bot.stream import Answer, Decided, Stream, all_notices, where
from bot.terms import SECOND
from bot.warden import TOLD_STAY
from games.play import Refused
from storage.db import Conflict, Database, Overdrawn, Repeated, Unreachable

log = logging.getLogger(__name__)

QUEUE_EACH = 8
"""So many of the commands waiting at one table may be one person's, so that nobody keeps the
others out.
"""
TRIES = 5
RETRY = 5 * SECOND
"""How long a timer waits when the database could not be used."""


LOOK = Command("look")
"""Only look whether the stream has moved on."""

Lot = Callable[[], str]
"""Gives the seed of what is dealt and drawn next: 64 hex digits."""


def secure_lot() -> str:
    """A seed that nobody can foresee. Only a simulation may draw from anything else."""
    return secrets.token_hex(32)


class Asked(NamedTuple):
    """A command in the queue, and who waits for its answer (nobody, for timers)."""

    command: Command
    answer: asyncio.Future[Answer] | None


class Table(Generic[S]):
    """`shown` is called when the state has changed: with the table, whose private message may
    have changed, the notices to post, and the accounts whose chips have moved.
    """

    __slots__ = (
        "_alarm", "_clock", "_doubt", "_lot", "_queue", "_rules", "_shown", "_stream", "_task",
        "_thinker", "_waiting", "kind",
    )  # fmt: skip

    def __init__(
        self,
        db: Database,
        clock: Clock,
        mind: Mind,
        rules: Rulebook,
        shown: Callable[[Table[Any], set[str], Sequence[Said], set[str]], None],
        kind: Kind[S],
        state: S,
        lot: Lot = secure_lot,
    ) -> None:
        self.kind = kind
        self._clock = clock
        self._lot = lot
        self._rules = rules
        self._shown = shown
        self._queue: deque[Asked] = deque()
        self._waiting: Counter[str] = Counter()
        self._task: asyncio.Task[None] | None = None
        self._alarm: Alarm | None = None
        self._thinker = Thinker(mind, kind, self._arm)
        self._doubt = False
        self._stream = Stream(db, kind, state)

    @property
    def state(self) -> S:
        """The table as of its newest row that this process knows."""
        return self._stream.state

    @property
    def seq(self) -> int:
        """The number of that row; 0 before the first."""
        return self._stream.seq

    async def ask(self, command: Command) -> Answer:
        """Carry out a person's command in its turn; raises Refused, with nothing changed."""
        full = len(self._queue) >= self.kind.queue
        if full or (command.person and self._waiting[command.person] >= QUEUE_EACH):
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
        for asked in [asked for asked, _ in group] or [self._take()]:
            await self._serve(*asked)

    async def _decided_together(self) -> list[tuple[Asked, Decided[S]]]:
        """The people's commands that wait first, each decided on what the last one left."""
        group: list[tuple[Asked, Decided[S]]] = []
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
            group.append((self._take(), (stamped, draft)))
            state = draft.state
        return group

    async def _commit_together(self, group: list[tuple[Asked, Decided[S]]]) -> bool:
        """Commit a group in one batch; False with nothing kept where that cannot be."""
        before, decided = self.state, [decided for _, decided in group]
        try:
            await self._stream.keep(decided)
        except Exception as error:
            # Each is tried again alone, and answered by what becomes of it there.
            self._doubt = isinstance(error, Unreachable)
            return False
        self._show(before, decided)
        for asked, (_, draft) in group:
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
            log.error("table %s: %s %s", self.state.id, command.verb, where(error))
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
                if await self._stream.moved_on():
                    await self.reload()
                    continue
                if kept := await self._stream.answered(command.id):
                    return kept[0]
                raise
            before = self.state
            try:
                await self._stream.keep([(stamped, draft)])
            except Conflict:
                await self.reload()
                continue
            except Repeated:
                kept = await self._stream.answered(command.id)
                return kept[0] if kept else None
            except Overdrawn as overdrawn:
                raise await self._stream.short(draft, overdrawn) from None
            self._show(before, [(stamped, draft)])
            return draft.answer
        raise Refused("busy")

    async def _stamped(self, command: Command) -> Command:
        """The command with the time and the order that holds now, with chance where it deals, with
        what the wallet holds where that counts: deciding itself is pure.
        """
        seed = self._lot() if self.kind.deals(command) else ""
        wallet = 0
        if self.kind.counts_wallet(command):
            wallet = await self._stream.wallet(command.person)
        now, community = self._clock.now(), self.state.community
        order = await self._rules.of(community)
        barred = order.bars(command.person)
        if barred:
            order = await self._rules.fresh(community)
            barred = order.bars(command.person)
        return replace(
            command, at=now, seed=seed, wallet=wallet, barred=barred, rest=order.rest(now),
            stay=order.idle if command.verb in TOLD_STAY else 0,
        )  # fmt: skip

    def _show(self, before: S, decided: Sequence[Decided[S]]) -> None:
        """Show what decisions that are committed have made of the table."""
        self._arm()
        touched = self.kind.touched(before, self.state)
        moved = {
            account for _, draft in decided for move in draft.moves for account in move.entries
        }
        self._shown(self, touched, all_notices(decided), moved)

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

    async def reload(self) -> None:
        """Take the state from the stream again, and show what has changed meanwhile."""
        before = self.state
        # Where the database is out of reach, doubt comes back with the error.
        self._doubt = False
        changed = await self._stream.reload()
        if changed:
            self._shown(self, self.kind.touched(before, self.state), (), set())
        self._arm()

    async def restore(self, alive: int = 0) -> None:
        """Rebuild the table at a start: its hand goes on, or is voided and refunded aloud.

        `alive` is when the dealer is known to have been up last, where its clocks ask for that.
        """
        sound = await self._stream.restore()
        await self._carry_out(
            Command("restart", alive=alive) if sound else Command("void", word="disagrees")
        )

    async def _give_up_hand(self, timer: str) -> None:
        """The hand cannot go on: void it, aloud, and drop the timer that failed."""
        try:
            await self._stream.agree()
            await self._carry_out(Command("void", word="failed", name=timer))
        except Exception as error:
            log.error("table %s: cannot even void its hand: %s", self.state.id, where(error))
