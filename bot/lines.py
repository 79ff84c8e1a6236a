"""What happened at a table, in words: one line each, for the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from bot.said import Said
from bot.state import State
from bot.terms import SECOND
from bot.text import Fact, Words
from games import hands, holdem
from games.cards import RANKS
from games.play import EVERYONE

LINES = 9
"""Lines of the log on a table's message."""


class Made(NamedTuple):
    """What a hand makes: "straight, ace high", and as one wins with it: "a straight, ace high"."""

    hand: str
    won: str


def line(w: Words, said: Said, made: Mapping[int, Made] | None = None, pots: int = 1) -> str:
    """A thing that happened, in words.

    `made` says what shown hands make, by seat; `pots` how many there were.
    """
    hand, won = (made or {}).get(said.seat, ("", ""))
    return _line(w, said, won if said.kind == "win" else hand, pots > 1)


@lru_cache(4096)
def _line(w: Words, said: Said, hand: str, side_pots: bool) -> str:
    """Everyone at a table reads the same lines again with every act: they are put in words once."""
    facts: dict[str, Fact] = {
        "who": said.called,
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
    public = [said for said in state.log if said.to == EVERYONE and said.kind != "hole"]
    return lines_of(w, state, public[-LINES:])


def winners(w: Words, state: State) -> str:
    """Who won the hand that is over, with what; nothing while one is played."""
    won = [said for said in state.log if said.kind == "win"]
    return " · ".join(lines_of(w, state, won)) if won and not state.playing else ""


def lines_of(w: Words, state: State, wanted: Iterable[Said]) -> tuple[str, ...]:
    """A line for each of the things that happened in the hand of this state."""
    made = held(w, state)
    pots = 1 + max((int(said.note) for said in state.log if said.kind == "win"), default=0)
    return tuple(line(w, said, made, pots) for said in wanted)


def held(w: Words, state: State) -> dict[int, Made]:
    """What each hand that lies face up makes, by seat; told apart from those it met."""
    won = any(said.kind == "win" for said in state.log)
    if state.round is None or not (won and holdem.contested(state.round)):
        return {}
    view = holdem.look(state.round, None)
    met = [seat.strength for seat in view.seats if seat.strength and not seat.folded]
    return {seat.seat: _made(w, seat.strength, met) for seat in view.seats if seat.strength}


def _made(w: Words, strength: int, met: list[int]) -> Made:
    hand = told_apart(w, strength, met)
    return Made(hand, w(f"won_with.{hands.category(strength)}", hand=hand))


def in_words(w: Words, strength: int) -> str:
    """What a hand makes: "two pair, kings and nines"."""
    return w.hand(*hands.describe(strength))


def told_apart(w: Words, strength: int, others: Iterable[int]) -> str:
    """What a hand makes, with the rank that parts it from others that would be called the same.

    "pair of kings, ace kicker"; of several such ranks the last, which decided.
    """
    name, ranks = hands.describe(strength)
    hand = w.hand(name, ranks)
    at = max((parting(strength, other) for other in others), default=0)
    if at < _SAID.get(name, len(ranks)):
        return hand
    key = "hand_told.card" if name == "flush" else "hand_told.kicker"
    return w(key, hand=hand, rank=RANKS[ranks[at]])


_SAID = {
    "high_card": 1,
    "pair": 1,
    "two_pair": 2,
    "three_of_a_kind": 1,
    "flush": 1,
    "four_of_a_kind": 1,
}
"""How many ranks the words for a hand name already; all of them where nothing stands here."""


def parting(strength: int, other: int) -> int:
    """Where two hands of one category part: the first rank of `hands.describe` that differs.

    0 where they are of different categories or do not part at all.
    """
    (name, ranks), (other_name, other_ranks) = hands.describe(strength), hands.describe(other)
    if name != other_name or ranks == other_ranks:
        return 0
    return next(at for at, rank in enumerate(ranks) if rank != other_ranks[at])
