"""A tournament as a kind of table: its lobby is what is shown, its entries what is pressed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from bot.chat import Message
from bot.kind import Agreed, Books, Puzzle, Row, Sketch
from bot.picture import draw_scoreboard
from bot.said import Said
from bot.state import Command
from bot.text import Words
from bot.tournament import decide, own, scoreboard, words
from bot.tournament.plan import Plan
from bot.tournament.state import Draft, State
from storage.rooms import Room

OFTEN = 100
"""Orders to tables between two checkpoints."""


class Lobby:
    """The kind of table at which nobody sits."""

    game = "tournament"
    queue = 10_000
    together = 64
    wallets = False
    lobby = True

    def blank(self, room: Room) -> State:
        plan = Plan.from_json(room.config)
        return State(room.id, room.community, room.place, room.name, room.host, plan)

    def check(self, terms: Agreed) -> None:
        assert isinstance(terms, Plan)
        decide.check_plan(terms)

    def deals(self, command: Command) -> bool:
        """Anything may draw seats: a report may break a table."""
        return True

    def counts_wallet(self, command: Command) -> bool:
        return False

    def decide(self, state: State, command: Command) -> Draft:
        return decide.decide(state, command)

    def rebuild(self, rows: Iterable[Row]) -> State:
        return decide.rebuild(rows)

    def stakes(self, state: State) -> Mapping[str, Mapping[str, int]]:
        """Nothing: entries lie in the account of the prizes."""
        return {}

    def salvage(self, blank: State, rows: Iterable[Row], books: Books, seq: int) -> State:
        return decide.salvage(blank, rows)

    def checkpoint(self, before: State, after: State) -> bool:
        return not before.seen or before.orders // OFTEN != after.orders // OFTEN

    def readers(self, state: State) -> set[str]:
        return set() if state.closed else {*state.entrants, *state.waiting, *state.missed}

    def touched(self, before: State, after: State) -> set[str]:
        """Whose seat, place or choice has changed; at a start and at the end everyone's."""
        if before.phase != after.phase:
            return self.readers(after)
        return own.touched(before, after)

    def public(self, w: Words, state: State) -> Message:
        return words.public(w, state)

    def sketch(self, w: Words, state: State) -> Sketch:
        painted = scoreboard.painted(w, state)
        return Sketch(scoreboard.alt(w, state), partial(draw_scoreboard, painted))

    def private(self, w: Words, state: State, person: str, wallet: int) -> Message:
        return own.private(w, state, person)

    def summary(self, w: Words, state: State) -> str:
        return words.summary(w, state)

    def puzzle(self, state: State, seed: bytes) -> Puzzle:
        raise AssertionError("no computer player sits in a lobby")

    def warm_up(self) -> None:
        """Nothing: no computer player sits in a lobby."""

    def line(self, w: Words, said: Said) -> str:
        return words.line(w, said)


LOBBY = Lobby()
