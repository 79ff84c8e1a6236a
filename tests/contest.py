"""A tournament as its players live it, through whatever door: they press what they are shown.

Noted is how long each of them waits to be told that it is their turn.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple, Protocol

from bot import tokens
from bot.house import CardHouse
from bot.state import State as Ring
from bot.table import Table
from bot.tokens import Token
from bot.tournament.state import State as Lobby
from games import holdem
from tests.leap import Loop

SEATS = 9
TERMS = {"structure": "turbo", "by": "hands", "buyin": "100", "name": "Marathon"}
"""What is announced, besides how many players and seats."""
COMING = 1.5
"""Seconds between two who register, on average."""
LEAST, MORE, MOST = 1.5, 4.0, 15.0
"""A player thinks for the least (s), and more than that on average, but never longer than most."""
BOLD, CALLS = 0.3, 0.4
"""How often a player goes all-in, and else calls where a check is not free."""
AFTERWARDS = 600.0
"""Seconds within which everybody has read how they came out."""
STRIDE = 10.0
"""How far (s) a loop may leap at once: all that is on its way is in one process."""


class Player(Protocol):
    """Somebody with a client: `id` is the dealer's name for them."""

    @property
    def id(self) -> str: ...

    async def press(self, token: str) -> None:
        """Press the button with this token where they see it now; nothing if it is gone."""

    def letters(self) -> Iterable[str]:
        """What can be read on each private message that they have now."""


@dataclass(slots=True)
class Turn:
    """Somebody's turn: when the commit was that made it theirs, when they had been told; seconds.

    `over` is when another commit ended it. `asked` says that they have been asked once more.
    """

    person: str
    since: float
    told: float | None = None
    over: float | None = None
    asked: bool = False


class Field(NamedTuple):
    """How many play, at tables of how many seats, and how often they go all-in."""

    players: int
    seats: int = SEATS
    bold: float = BOLD

    @property
    def typed(self) -> dict[str, str | int]:
        """What is typed to announce it."""
        return {**TERMS, "players": self.players, "seats": self.seats}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it: who and where, the waits (s) to be told, hours of play, and by name what
    the platform had to bear. `untold` are turns that were over before who had them was told.
    """

    players: int
    tables: int
    untold: int
    waits: Sequence[float]
    hours: float
    borne: Mapping[str, str]


class Contest:
    """A tournament in a house; `shown` is to be called with all that a client privately shows."""

    def __init__(self, house: CardHouse, bold: float) -> None:
        self.players: dict[str, Player] = {}
        self.turns: dict[tuple[str, int, int], Turn] = {}
        self.tables: set[str] = set()
        self.began = 0.0
        self.ended = 0.0
        self._house = house
        self._bold = bold
        self._rng = random.Random(1)
        self._loop = asyncio.get_running_loop()
        self._on: dict[str, Turn] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed: list[BaseException] = []
        self._over = asyncio.Event()
        house.manager.followers.append(self._follow)

    # --- what the dealer commits ------------------------------------------------------------------

    def _follow(self, table: Table[Any]) -> None:
        state = table.state
        if isinstance(state, Lobby):
            if state.phase == "running" and not self.began:
                self.began = self._loop.time()
            if state.phase in ("over", "cancelled") and not self.ended:
                self.ended = self._loop.time()
                self._over.set()
        elif isinstance(state, Ring) and state.terms.tournament:
            self.tables.add(state.id)
            self._note_turn(state)

    def _note_turn(self, state: Ring) -> None:
        key = (state.id, state.hand, state.turn)
        playing = state.playing and state.round is not None and "turn" in state.timers
        turn = self.turns.get(key) if playing else None
        last = self._on.get(state.id)
        if last is not None and last is not turn:
            last.over = self._loop.time()
            del self._on[state.id]
        if not playing or turn is not None:
            return
        assert state.round is not None
        [seat] = holdem.waiting(state.round)
        person = state.chairs[seat].person
        self._on[state.id] = self.turns[key] = Turn(person, self._loop.time())

    # --- what players see and do ------------------------------------------------------------------

    def shown(self, person: str, buttons: Sequence[str], *, answer: bool = False) -> None:
        """A message that only this person sees shows these tokens; `answer`: to what they did."""
        if person not in self.players:
            return
        acts = [token for token in map(_parsed, buttons) if token and token.verb in ("act", "ask")]
        if acts:
            self._offered(person, acts, answer=answer)
        elif any(token.startswith("back|") for token in buttons):
            [back] = [token for token in buttons if token.startswith("back|")]
            self._begin(self._later(person, back))

    def _offered(self, person: str, acts: Sequence[Token], *, answer: bool) -> None:
        turn = self.turns.get(acts[0][1:4])
        if turn is None or turn.person != person:
            return
        if answer and turn.asked:
            turn.asked = False
            self._begin(self._later(person, _written(acts[0])))
        elif turn.told is None:
            turn.told = self._loop.time()
            self._begin(self._later(person, _written(self._choose(acts, turn))))

    def _choose(self, acts: Sequence[Token], turn: Turn) -> Token:
        by_word = {token.word: token for token in acts}
        if "allin" in by_word and self._rng.random() < self._bold:
            chosen = by_word["allin"]
        elif "check" in by_word:
            chosen = by_word["check"]
        else:
            chosen = by_word["call" if self._rng.random() < CALLS else "fold"]
        turn.asked = chosen.verb == "ask"
        return chosen

    async def _later(self, person: str, token: str) -> None:
        """Press it after some thought."""
        await asyncio.sleep(min(MOST, LEAST + self._rng.expovariate(1 / MORE)))
        await self.players[person].press(token)

    def _begin(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self._failed.append(error)
            self._over.set()

    # --- from the announcement to the end ---------------------------------------------------------

    async def play(self, register: Callable[[Player], Awaitable[None]]) -> None:
        """Let everybody come in, one after another, and play until one has all the chips.

        Raises AssertionError where somebody was not told what they had to know.
        """
        for player in self.players.values():
            await asyncio.sleep(self._rng.expovariate(1 / COMING))
            self._begin(register(player))
        await self._over.wait()
        for task in self._tasks:
            task.cancel()
        if self._failed:
            raise self._failed[0]
        await self._told_results()

    async def _told_results(self) -> None:
        """Everybody reads how they came out."""
        [lobby] = [t for t in self._house.manager.tables.values() if isinstance(t.state, Lobby)]
        assert lobby.state.phase == "over"
        late = self._loop.time() + AFTERWARDS
        for one in self.players.values():
            result = (await self._house.manager.display.private(lobby, one.id)).headline
            while not any(result in letter for letter in one.letters()):
                assert self._loop.time() < late, f"{one.id} was not told: {result}"
                await asyncio.sleep(1.0)

    # --- what came of it --------------------------------------------------------------------------

    def outcome(self, borne: Mapping[str, str]) -> Outcome:
        told = [one for one in self.turns.values() if one.told is not None]
        waits = [one.told - one.since for one in told if one.told is not None]
        hours = (self.ended - self.began) / 3600
        return Outcome(len(self.players), len(self.tables), self._untold(), waits, hours, borne)

    def _untold(self) -> int:
        return sum(turn.told is None and turn.over is not None for turn in self.turns.values())


def _parsed(text: str) -> Token | None:
    return tokens.parse(text) if text.count("|") == 3 else None


def _written(token: Token) -> str:
    moment = (token.hand, token.turn)
    return tokens.write(token.verb, token.table, token.word, moment)


Door = Callable[[Path, Field], Coroutine[Any, Any, Outcome]]
"""Plays a tournament of a field through a door, with a folder for its database."""


def outcome_of(tournament: Door, folder: Path, field: Field) -> Outcome:
    """Play a tournament of a door in a time that leaps."""
    with asyncio.Runner(loop_factory=partial(Loop, STRIDE)) as runner:
        return runner.run(tournament(folder, field))


def check_small(tournament: Door, folder: Path) -> None:
    """Twelve at three tables: whoever must act is told before their time runs out."""
    came = outcome_of(tournament, folder, Field(12, 4, 0.5))
    assert came.tables == 4
    assert came.untold == 0
    assert max(came.waits) < 15


def check_large(
    tournament: Door, folder: Path, seconds: float, record: Callable[[str, object], None]
) -> None:
    """A hundred at twelve tables: 99 in 100 are told within so many seconds."""
    came = outcome_of(tournament, folder, Field(100))
    most = quantiles(came.waits, n=100)[98]
    record("turns told, and seconds until 99 in 100 were", (len(came.waits), most))
    assert came.tables >= 13
    assert came.untold == 0
    assert most < seconds
