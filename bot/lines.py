"""What happened at a table, in words: one line each, for the log."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from bot.state import SECOND, Said, State
from bot.text import Fact, Words
from games import hands, holdem
from games.play import EVERYONE

LINES = 9
"""Lines of the log on a table's message."""


def line(w: Words, said: Said, made: Mapping[int, str] | None = None, pots: int = 1) -> str:
    """A thing that happened, in words.

    `made` says what shown hands make, by seat; `pots` how many there were.
    """
    return _line(w, said, (made or {}).get(said.seat, ""), pots > 1)


@lru_cache(4096)
def _line(w: Words, said: Said, hand: str, side_pots: bool) -> str:
    """Everyone at a table reads the same lines again with every act: they are put in words once."""
    facts: dict[str, Fact] = {
        "who": said.who,
        "amount": said.amount,
        "n": said.amount,
        "seat": said.seat,
        "seconds": said.amount // SECOND,
        "cards": said.cards,
        "street": said.note,
        "reason": said.note,
        "hand": hand,
        "to": said.note,
        "net": said.amount,
    }
    if said.kind == "settle_row":
        facts["paid"], facts["taken"] = (int(part) for part in said.note.split())
    if said.kind == "win":
        facts["n"] = int(said.note)
        key = _win(hand, said.note if side_pots else "")
    else:
        key = _key(w, said, hand)
    return w(key, **facts)


def _win(hand: str, pot: str) -> str:
    if pot:
        return "event.win_side" if pot != "0" else "event.win_main"
    return "event.win_with" if hand else "event.win_uncontested"


def _key(w: Words, said: Said, hand: str) -> str:
    kind = said.kind
    if kind == "hand_began" and not said.who:
        kind = "hand_began_dead"
    elif kind == "show" and not hand:
        kind = "shown"
    elif said.note == "all_in":
        kind = f"{kind}_all_in"
    table = f"table.{kind}"
    return table if table in w.entries else f"event.{kind}"


def log_lines(w: Words, state: State) -> tuple[str, ...]:
    """The newest lines of what happened in this hand, oldest first."""
    made = held(w, state)
    pots = 1 + max((int(said.note) for said in state.log if said.kind == "win"), default=0)
    public = [said for said in state.log if said.to == EVERYONE and said.kind != "hole"]
    return tuple(line(w, said, made, pots) for said in public[-LINES:])


def held(w: Words, state: State) -> dict[int, str]:
    """What each hand that lies face up makes, by seat."""
    won = any(said.kind == "win" for said in state.log)
    if state.round is None or not (won and holdem.contested(state.round)):
        return {}
    view = holdem.look(state.round, None)
    return {seat.seat: in_words(w, seat.strength) for seat in view.seats if seat.strength}


def in_words(w: Words, strength: int) -> str:
    """What a hand makes: "two pair, kings and nines"."""
    return w.hand(*hands.describe(strength))
