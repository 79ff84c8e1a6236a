"""House games as a kind of table: what the table asks is answered by state, rules and scenes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import partial

from bot.bank import decide, felt, play, slip, tableau, words
from bot.bank.state import Draft, State, Terms
from bot.chat import Message
from bot.kind import Agreed, Books, Puzzle, Row, Sketch
from bot.picture import draw_house
from bot.said import Said
from bot.state import Command
from bot.text import Words
from storage.rooms import Room


class Bank:
    """The kind of table at which people play one of the games against the house."""

    queue = 10_000
    together = 128
    wallets = True
    lobby = False

    def __init__(self, game: str) -> None:
        self.game = game

    def blank(self, room: Room) -> State:
        terms = Terms(**json.loads(room.config))
        return State(room.id, room.community, room.place, room.name, room.host, room.game, terms)

    def check(self, terms: Agreed) -> None:
        assert isinstance(terms, Terms)
        decide.check_terms(self.game, terms)

    def deals(self, command: Command) -> bool:
        return command.verb == "timer" and command.word.startswith("close@")

    def counts_wallet(self, command: Command) -> bool:
        return command.verb == "double"

    def decide(self, state: State, command: Command) -> Draft:
        return decide.decide(state, command)

    def rebuild(self, rows: Iterable[Row]) -> State:
        return decide.rebuild(rows)

    def stakes(self, state: State) -> Mapping[str, Mapping[str, int]]:
        draft = Draft(state, 0)
        lay = {draft.wallet(seat): put for seat, put in play.stakes(state).items() if put}
        return {state.escrow: lay} if lay else {}

    def salvage(self, blank: State, rows: Iterable[Row], books: Books, seq: int) -> State:
        return decide.salvage(blank, rows, books, seq)

    def checkpoint(self, before: State, after: State) -> bool:
        """At each deal; before the first one only while nobody is there to be kept."""
        begins = after.playing and not before.playing
        return begins or before.voided or (before.round is None and not before.players)

    def readers(self, state: State) -> set[str]:
        return {player.person for player in state.players.values()}

    def touched(self, before: State, after: State) -> set[str]:
        """Everyone when the table goes on to something else, else who did something."""
        if _moment(before) != _moment(after):
            return self.readers(after)
        kept = before.players
        changed = {seat for seat, player in after.players.items() if kept.get(seat) is not player}
        if after.playing and before.playing:
            still = set(after.rules.waiting(after.round))
            changed |= set(before.rules.waiting(before.round)) - still
        return {after.players[seat].person for seat in changed if seat in after.players}

    def public(self, w: Words, state: State) -> Message:
        return felt.public(w, state)

    def sketch(self, w: Words, state: State) -> Sketch:
        painted = tableau.painted(w, state)
        return Sketch(tableau.alt(w, painted), partial(draw_house, painted))

    def private(self, w: Words, state: State, person: str, wallet: int) -> Message:
        return slip.private(w, state, person, wallet)

    def summary(self, w: Words, state: State) -> str:
        return w(
            "bank.summary",
            name=state.name,
            game=w(f"bank.game.{state.game}"),
            least=state.terms.least,
            most=state.terms.most,
            n=len(state.players),
        )

    def puzzle(self, state: State, seed: bytes) -> Puzzle:
        """Never asked for: no computer players sit at house tables."""
        raise LookupError(state.id)

    def warm_up(self) -> None:
        """Nobody thinks here."""

    def line(self, w: Words, said: Said) -> str:
        return words.line(w, self.game, said)


def _moment(state: State) -> tuple[object, ...]:
    clock = state.timers.get("close") or state.timers.get("street")
    return (state.hand, state.turn, state.signal, state.paused, state.terms, clock)
