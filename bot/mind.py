"""Where computer players think: in a thread of its own, from what their seat may see alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from secrets import token_bytes
from typing import NamedTuple

from bot import hand
from bot.kind import Standing
from bot.state import Command, State, Timer
from games import computer, holdem
from games.computer import Choice, Stakes
from games.holdem import View
from games.play import EVERYONE, Event, Option
from games.ranges import quality

log = logging.getLogger(__name__)

LEAST_PAUSE = 800
"""Milliseconds between the turn of a computer player and its act, at the least."""

Chooser = Callable[[View, Sequence[Option], Sequence[Event], Stakes, str, bytes], Choice]


class Thought(NamedTuple):
    """The command by which a computer player acts, and how long (ms) before its latest moment."""

    command: Command
    early: int


class Mind:
    """One thread for all computer players, so that nobody at a table ever waits for one's sums."""

    def __init__(self, choose: Chooser = computer.choose) -> None:
        self._choose = choose
        self._worker = ThreadPoolExecutor(1, "mind")
        self._warm = False

    async def think(self, state: Standing) -> Thought:
        """What the computer player whose turn it is does; whatever fails, it checks or folds."""
        assert isinstance(state, State)
        round = state.round
        assert round is not None
        [seat] = holdem.waiting(round)
        chair = state.chairs[seat]
        act, doubt = holdem.default(round, seat), 0.0
        options, seed = holdem.options(round, seat), token_bytes(16)
        stakes = Stakes(state.terms.big, holdem.chip(round))
        seen = (holdem.look(round, seat), options, story(state), stakes, chair.computer, seed)
        try:
            loop = asyncio.get_running_loop()
            choice = await loop.run_in_executor(self._worker, self._choose, *seen)
            holdem.play(round, choice.act)
            act, doubt = choice
        except Exception as error:
            # The words of an error may hold cards: only its kind is written down.
            log.error("a computer player at table %s failed: %s", state.id, type(error).__name__)
        command = Command("act", chair.person, amount=act.amount, word=act.verb,
                          hand=state.hand, turn=state.turn)  # fmt: skip
        longest = hand.thinking(state)
        return Thought(command, longest - min(longest, _pause(doubt, seed)))

    def warm_up(self) -> None:
        """Make the tables of the evaluator before anybody waits for them."""
        if not self._warm:
            self._warm = True
            self._worker.submit(quality, (0, 5, 10, 15, 20))

    def close(self) -> None:
        """Think no more."""
        self._worker.shutdown(wait=False, cancel_futures=True)


class Thinker:
    """What the computer player whose turn it is at one table thinks, once for each turn.

    A state that has a timer called think has such a player; `ready` is called with each thought.
    """

    def __init__(self, mind: Mind, ready: Callable[[], None]) -> None:
        self._mind = mind
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
        thought = await self._mind.think(state)
        if moment == self._moment:
            self.thought, self.task = thought, None
            self._ready()

    def due(self, timer: Timer) -> int | None:
        """When the act is due, in milliseconds since 1970; None while there is none."""
        return timer.due - self.thought.early if self.thought else None


def story(state: State) -> list[Event]:
    """What everybody has seen happen in this hand; an act let pass by is an act."""
    return [
        Event(said.kind.removeprefix("silent_"), said.seat, said.amount, said.cards, said.note)
        for said in state.log
        if said.to == EVERYONE
    ]


def _pause(doubt: float, seed: bytes) -> int:
    """How long a person would take, in milliseconds: longer for a hard choice, never the same."""
    swing = 0.75 + seed[0] / 512
    spread = hand.THINKING - LEAST_PAUSE
    return LEAST_PAUSE + round(min(1.0, doubt * swing + seed[1] / 2048) * spread)
