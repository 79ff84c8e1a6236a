"""Hints: a choice is weighed in a thread of its own, so that the tables go on meanwhile."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction

from bot.bank import words
from bot.bank.bets import seat_or_refuse
from bot.bank.state import GAMES, Game, State
from bot.chat import Message
from bot.text import Words
from games.banked import Advice, Player, Setup
from games.bets import CHIP
from games.play import Refused

KEPT = 256
"""Answers kept: a hint asked for twice is weighed once."""

Key = tuple[str, int, int, int, str]


@dataclass(slots=True)
class Adviser:
    """One thread weighs; what is asked meanwhile waits its turn."""

    _thread: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="croupier-hint")
    )
    _kept: dict[Key, asyncio.Future[Advice | None]] = field(default_factory=dict)
    _practised: set[str] = field(default_factory=set)

    def practise(self, game: str) -> None:
        """Weigh a whole round of a game beforehand, once: the first of a process takes longest."""
        if game not in self._practised:
            self._practised.add(game)
            self._thread.submit(_weigh_a_round, GAMES[game])

    async def hint(self, w: Words, state: State, person: str, part: str) -> Message:
        """The value of each option of a person's hand, the best one marked. Raises Refused."""
        if not state.terms.hint:
            raise Refused("bank.no_hint")
        seat = seat_or_refuse(state, person)
        if not state.playing or not state.dealt_in(seat):
            raise Refused("not_in_hand")
        advice = await self._weigh(state, seat, part)
        if advice is None:
            raise Refused("bank.nothing_to_weigh")
        ranked = sorted(advice.values.items(), key=lambda one: one[1], reverse=True)
        lines = [
            w(
                "bank.hint_best" if name == advice.best else "bank.hint",
                option=words.verb(w, state.game, name),
                value=rounded(value),
            )
            for name, value in ranked
        ]
        text = "\n".join([*lines, "", w(f"bank.hint_note.{state.game}")])
        return Message(title=w("bank.button.hint"), text=text, language=w.language)

    async def _weigh(self, state: State, seat: int, part: str) -> Advice | None:
        # Only who has a choice to make, and about a hand there is one for, is weighed for.
        options = state.rules.options(state.round, seat)
        parts = [part for option in options for part in option.choices or ("",)]
        if not parts or (part and part not in parts):
            return None
        part = part or parts[0]
        # In a shared round everyone on this street has the same hand to weigh.
        whose = 0 if state.shared else seat
        key = (state.id, state.hand, state.turn, whose, part)
        if key not in self._kept:
            while len(self._kept) >= KEPT:
                del self._kept[next(iter(self._kept))]
            loop = asyncio.get_running_loop()
            weigh = state.rules.advise
            self._kept[key] = loop.run_in_executor(self._thread, weigh, state.round, seat, part)
        return await asyncio.shield(self._kept[key])

    async def rest(self) -> None:
        """Wait until nothing is weighed."""
        await asyncio.wrap_future(self._thread.submit(int))

    def close(self) -> None:
        """Weigh nothing any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _weigh_a_round(game: Game) -> None:
    bet = (game.spots[0].name, CHIP)
    rules = game.rules
    round, _ = rules.start(game.cards, Setup((Player(1, (bet,)),)))
    while not rules.over(round):
        parts = rules.options(round, 1)[0].choices
        rules.advise(round, 1, parts[0] if parts else "")
        round, _ = rules.play(round, rules.default(round, 1))


def rounded(value: Fraction) -> str:
    """`+0.1234`, `−2.0000`."""
    text = f"{float(value):+.4f}"
    return text.replace("-", "−")
