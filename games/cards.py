"""Cards as small integers: four times the rank (deuce 0 … ace 12) plus the suit (c d h s)."""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = tuple(range(52))
JOKER = 52
WITH_JOKER = (*DECK, JOKER)
UNKNOWN = -1
"""A card nobody saw, as old records have them; it is worth less than any other."""

_NAMES = (*(rank + suit for rank in RANKS for suit in SUITS), "Jk")
_CARDS = {name: card for card, name in enumerate(_NAMES)}


def rank(card: int) -> int:
    """0 for a deuce to 12 for an ace."""
    return card >> 2


def suit(card: int) -> int:
    """0 to 3 for clubs, diamonds, hearts, spades."""
    return card & 3


def name(card: int) -> str:
    """`As`, `Td`, `2c`, `Jk`; `??` for a card nobody saw."""
    return "??" if card == UNKNOWN else _NAMES[card]


def names(cards: Iterable[int]) -> str:
    """The names run together: `AsKd`."""
    return "".join(map(name, cards))


def card(text: str) -> int:
    """The card of a name; raises ValueError for anything else."""
    try:
        return _CARDS[text]
    except KeyError:
        raise ValueError(f"no such card: {text[:8]!r}") from None


def cards(text: str) -> tuple[int, ...]:
    """The cards of names run together or apart: `AsKd`, `As Kd`; raises ValueError."""
    packed = text.replace(" ", "")
    if len(packed) % 2:
        raise ValueError(f"no such cards: {text[:20]!r}")
    return tuple(card(packed[i : i + 2]) for i in range(0, len(packed), 2))
