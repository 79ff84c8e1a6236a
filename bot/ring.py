"""Hold'em as a kind of table: what the table asks is answered by its state, rules and scenes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import partial

from bot import decide, insight, lines, panel, scene, tableau
from bot.chat import Message
from bot.kind import Agreed, Books, Puzzle, Row, Sketch
from bot.picture import draw
from bot.played import GAME
from bot.said import Said
from bot.state import Command, Draft, State
from bot.terms import Terms
from bot.text import Words
from storage.rooms import Room


class Ring:
    """The kind of table at which people play hold'em with each other."""

    game = GAME
    queue = 64
    together = 1
    wallets = False
    lobby = False

    def blank(self, room: Room) -> State:
        terms = Terms(**json.loads(room.config))
        return State(room.id, room.community, room.place, room.name, room.host, terms)

    def check(self, terms: Agreed) -> None:
        assert isinstance(terms, Terms)
        decide.check_terms(terms)

    def deals(self, command: Command) -> bool:
        return command.verb == "timer" and command.word.startswith("next@")

    def counts_wallet(self, command: Command) -> bool:
        return False

    def decide(self, state: State, command: Command) -> Draft:
        return decide.decide(state, command)

    def rebuild(self, rows: Iterable[Row]) -> State:
        return decide.rebuild(rows)

    def stakes(self, state: State) -> Mapping[str, Mapping[str, int]]:
        """Nothing: chips lie before their owners until a hand is over."""
        return {}

    def salvage(self, blank: State, rows: Iterable[Row], books: Books, seq: int) -> State:
        state = decide.salvage(blank, rows, books.stacks, books.tabs)
        # Buttons of the hand that is lost must mean nothing in the next one.
        state.turn = max(state.turn, seq * 100)
        return state

    def checkpoint(self, before: State, after: State) -> bool:
        return not before.playing and (before.round is None or after.hand != before.hand)

    def readers(self, state: State) -> set[str]:
        people = {chair.person for chair in state.chairs.values() if not chair.computer}
        return people | set(state.offered())

    def touched(self, before: State, after: State) -> set[str]:
        return self.readers(after)

    def public(self, w: Words, state: State) -> Message:
        return scene.public(w, state)

    def sketch(self, w: Words, state: State) -> Sketch:
        painted = tableau.painted(w, state)
        return Sketch(tableau.alt(w, painted), partial(draw, painted))

    def private(self, w: Words, state: State, person: str, wallet: int) -> Message:
        return panel.private(w, state, person)

    def summary(self, w: Words, state: State) -> str:
        return scene.summary(w, state)

    def puzzle(self, state: State, seed: bytes) -> Puzzle:
        return insight.puzzle(state, seed)

    def warm_up(self) -> None:
        insight.warm_up()

    def line(self, w: Words, said: Said) -> str:
        return lines.line(w, said)


RING = Ring()
