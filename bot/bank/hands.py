"""What hands at a house table are called, and which of two is the better one to remember."""

from __future__ import annotations

from collections.abc import Iterable

from bot.text import Words
from games import joker
from games.banked import HOUSE, Hand, View
from games.hands import CATEGORIES

ORDER = (*CATEGORIES, "five_aces")
_RANKS = 5


def worth(hand: Hand) -> int:
    """A number that grows with a hand; 0 for one that is not seen."""
    if not hand.name:
        return 0
    number = ORDER.index(hand.name) + 1
    for rank in (*hand.ranks, *(0,) * _RANKS)[:_RANKS]:
        number = number * 16 + rank
    return number


def best(view: View, seats: Iterable[int]) -> dict[int, tuple[int, str]]:
    """The best hand of each seat in a round that is over: its worth, and what it is, as text."""
    found: dict[int, tuple[int, str]] = {}
    for hand in view.hands:
        if hand.cards and hand.part != "low":
            this = (worth(hand), " ".join([hand.name, *map(str, hand.ranks)]))
            found[hand.seat] = max(this, found.get(hand.seat, this))
    return {seat: found.get(seat) or found[HOUSE] for seat in seats}


def called(w: Words, name: str, ranks: tuple[int, ...]) -> str:
    """`two pair, kings and nines`, from a category and ranks of 2 to 14."""
    return w.hand(name, tuple(rank - 2 for rank in ranks))


def read(w: Words, kept: str) -> str:
    """What `best` kept, in words."""
    name, *ranks = kept.split()
    return called(w, name, tuple(map(int, ranks)))


def own(view: View, seat: int) -> tuple[Hand, ...]:
    """The hands that a seat has for itself; none where one hand is played for all."""
    if view.hands[0].part == "shared":
        return ()
    return tuple(hand for hand in view.hands if hand.seat == seat and (hand.cards or hand.hidden))


def named(seat: int, part: str, held: tuple[int, ...], strength: int) -> Hand:
    """Cards as a hand of pai gow, with what they make; `strength` as the joker's game rates it."""
    name, ranks = joker.describe(strength, len(held))
    return Hand(seat, part, joker.read(held), 0, name, tuple(rank + 2 for rank in ranks))
