"""Rounds against the house for tests: the cards where one wants them, chosen verb by verb."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from types import ModuleType
from typing import Any

from games import caribbean, ultimate
from games.banked import Bet, Player, Setup
from games.cards import DECK, cards
from games.play import Act, Event

ANTE = 200


def players(*bets: Mapping[str, int]) -> tuple[Player, ...]:
    """Seats 1, 2, … with these bets."""
    return tuple(Player(seat, tuple(each.items())) for seat, each in enumerate(bets, 1))


def filled(first: Sequence[int]) -> tuple[int, ...]:
    """A deck that begins with these cards."""
    return (*first, *(card for card in DECK if card not in first))


def ultimate_deck(holes: Sequence[str], dealer: str, board: str) -> tuple[int, ...]:
    """A deck that gives these two cards to each player in turn, and to the dealer."""
    owned = [cards(hole) for hole in (*holes, dealer)]
    return filled([*(hole[0] for hole in owned), *(hole[1] for hole in owned), *cards(board)])


def caribbean_deck(hands: Sequence[str], dealer: str) -> tuple[int, ...]:
    """A deck that deals these hands in this order; the dealer's first card lies face up."""
    return filled([*chain.from_iterable(map(cards, hands)), *cards(dealer)])


class Played:
    """A round played act by act; events are kept."""

    def __init__(self, game: ModuleType, deck: Sequence[int], setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.round: Any
        self.round, self.events = game.start(deck, setup)

    def act(self, seat: int, verb: str, choice: str = "") -> list[Event]:
        self.round, events = self.game.play(self.round, Act(seat, verb, choice=choice))
        self.events += events
        return list(events)

    def told(self) -> list[tuple[str, int, str]]:
        """(kind, seat, note) of every event, in order."""
        return [(event.kind, event.seat, event.note) for event in self.events]

    def verbs(self, seat: int) -> list[str]:
        return [option.verb for option in self.game.options(self.round, seat)]

    def nets(self, seat: int = 1) -> dict[str, int]:
        """What each bet of a seat changed, by spot."""
        bets: Sequence[Bet] = self.game.results(self.round)[seat]
        return {bet.spot: bet.back - bet.staked for bet in bets}


def play_ultimate(
    hole: str, board: str, dealer: str, times: int, trips: int = ANTE, ante: int = ANTE
) -> Played:
    """A lone player who plays so many antes as early as one can, or folds at the end (0)."""
    bets = {"ante": ante} | ({"trips": trips} if trips else {})
    setup = Setup(players(bets))
    played = Played(ultimate, ultimate_deck([hole], dealer, board), setup)
    for verbs in (("play4", "play3"), ("play2",), ("play1",)):
        if f"play{times}" in verbs:
            played.act(1, f"play{times}")
            return played
        played.act(1, "fold" if verbs == ("play1",) else "check")
    return played


def play_caribbean(hand: str, dealer: str, verb: str = "play", ante: int = ANTE) -> Played:
    """A lone player with one hand."""
    setup = Setup(players({"ante_1": ante}))
    played = Played(caribbean, caribbean_deck([hand], dealer), setup)
    played.act(1, verb, "1")
    return played


def rows(table: str) -> list[list[str]]:
    """The words of each line."""
    return [line.split() for line in table.strip().splitlines()]
