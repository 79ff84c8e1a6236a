"""Where computer players think: in a thread of its own; what they think of, the kinds say."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from secrets import token_bytes
from typing import Any, NamedTuple

from bot.kind import Kind, Puzzle, Standing
from bot.state import Command, Timer

log = logging.getLogger(__name__)

LEAST_PAUSE = 800
"""Milliseconds between the turn of a computer player and its act, at the least."""

Chooser = Callable[..., Any]
"""Takes what is seen in a puzzle and gives a choice."""


class Thought(NamedTuple):
    """The command by which a computer player acts, and how long (ms) before its latest moment."""

    command: Command
    early: int


class Mind:
    """One thread for all computer players, so that nobody at a table ever waits for one's sums.

    `choose` takes the place of what the kinds of tables would choose by.
    """

    def __init__(self, choose: Chooser | None = None) -> None:
        self._choose = choose
        self._worker = ThreadPoolExecutor(1, "mind")
        self._warm: set[str] = set()

    async def think(self, kind: Kind[Any], state: Standing) -> Thought:
        """What the computer player whose turn it is does; whatever fails, it checks or folds."""
        seed = token_bytes(16)
        puzzle: Puzzle = kind.puzzle(state, seed)
        command, doubt = puzzle.otherwise, 0.0
        try:
            loop = asyncio.get_running_loop()
            choose = self._choose or puzzle.choose
            choice = await loop.run_in_executor(self._worker, choose, *puzzle.seen)
            command, doubt = puzzle.command(choice), choice.doubt
        except Exception as error:
            # The words of an error may hold cards: only its kind is written down.
            log.error("a computer player at table %s failed: %s", state.id, type(error).__name__)
        longest = puzzle.longest
        return Thought(command, longest - min(longest, _pause(doubt, seed, longest)))

    def warm_up(self, kind: Kind[Any]) -> None:
        """Make ready what a kind thinks with before anybody waits for it."""
        if kind.game not in self._warm:
            self._warm.add(kind.game)
            self._worker.submit(kind.warm_up)

    def close(self) -> None:
        """Think no more."""
        self._worker.shutdown(wait=False, cancel_futures=True)


class Thinker:
    """What the computer player whose turn it is at one table thinks, once for each turn.

    A state that has a timer called think has such a player; `ready` is called with each thought.
    """

    def __init__(self, mind: Mind, kind: Kind[Any], ready: Callable[[], None]) -> None:
        self._mind = mind
        self._kind = kind
        self._ready = ready
        self._moment = ""
        self.task: asyncio.Task[None] | None = None
        self.thought: Thought | None = None

    def follow(self, state: Standing) -> None:
        """Begin to think if it has become a computer player's turn; forget what was before."""
        timer = state.timers.get("think")
        moment = timer.valid if timer else ""
        if moment != self._moment:
            self._moment, self.thought, self.task = moment, None, None
            if moment:
                self.task = asyncio.create_task(self._think(moment, state))

    async def _think(self, moment: str, state: Standing) -> None:
        thought = await self._mind.think(self._kind, state)
        if moment == self._moment:
            self.thought, self.task = thought, None
            self._ready()

    def due(self, timer: Timer) -> int | None:
        """When the act is due, in milliseconds since 1970; None while there is none."""
        return timer.due - self.thought.early if self.thought else None


def _pause(doubt: float, seed: bytes, longest: int) -> int:
    """How long a person would take, in milliseconds: longer for a hard choice, never the same."""
    swing = 0.75 + seed[0] / 512
    spread = max(0, longest - LEAST_PAUSE)
    return LEAST_PAUSE + round(min(1.0, doubt * swing + seed[1] / 2048) * spread)
