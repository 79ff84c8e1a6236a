"""Hands set up for tests: seats 1 to n from the left of the button, cards where one wants them."""

from __future__ import annotations

from collections.abc import Sequence

from games import holdem
from games.cards import DECK, cards
from games.play import Act, Event, Option


def setup(
    *stacks: int,
    blinds: tuple[int, int] = (50, 100),
    ante: int = 0,
    big_blind_ante: int = 0,
    chip: int = 1,
) -> holdem.Setup:
    """Seat 1 posts the small blind and 2 the big one; heads-up 1 is the big blind, 2 the button."""
    count = len(stacks)
    small, big = (1, 0) if count == 2 else (0, 1)
    live, labels, dead = [0] * count, [""] * count, [0] * count
    live[small], live[big] = blinds
    labels[small], labels[big] = "small_blind", "big_blind"
    dead[big] = big_blind_ante
    return holdem.Setup(
        seats=tuple(range(1, count + 1)),
        stacks=stacks,
        button=count,
        big_blind=blinds[1],
        live=tuple(live),
        antes=(ante,) * count,
        dead=tuple(dead),
        opener=2 if count == 2 else 3 % count or count,
        chip=chip,
        labels=tuple(labels),
    )


def deck(holes: Sequence[str] = (), board: str = "") -> tuple[int, ...]:
    """A deck that gives seat 1, 2, … these two cards and the table this board."""
    owned = [cards(hole) for hole in holes]
    public = cards(board)
    known = {card for hole in owned for card in hole} | set(public)
    rest = [card for card in DECK if card not in known]
    street = list(public) + [rest.pop() for _ in range(5 - len(public))]
    dealt = [hole[0] for hole in owned] + [hole[1] for hole in owned]
    dealt += [rest.pop(), *street[:3], rest.pop(), street[3], rest.pop(), street[4]]
    return tuple(dealt + rest)


_PAIRS = [f"{rank}s{rank}h" for rank in "AKQJT98765"]


class Hand:
    """A hand played act by act: `hand.act(3, "raise", 300)`; events are kept."""

    def __init__(
        self,
        setup: holdem.Setup,
        holes: Sequence[str] = (),
        board: str = "",
        cards: Sequence[int] = (),
    ) -> None:
        count = len(setup.seats)
        self.setup = setup
        dealt = cards or deck(holes or _PAIRS[:count], board)
        self.round, self.events = holdem.start(dealt, setup)

    def act(self, seat: int, verb: str, amount: int = 0, choice: str = "") -> list[Event]:
        self.round, events = holdem.play(self.round, Act(seat, verb, amount, choice))
        self.events += events
        return events

    def acts(self, *words: str) -> Hand:
        """Acts such as "3 raise 300", "1 fold"."""
        for word in words:
            seat, verb, *amount = word.split()
            self.act(int(seat), verb, int(amount[0]) if amount else 0)
        return self

    @property
    def turn(self) -> int | None:
        return next(iter(holdem.waiting(self.round)), None)

    def verbs(self) -> list[str]:
        return [option.verb for option in self.options()]

    def options(self) -> tuple[Option, ...]:
        return holdem.options(self.round, self.turn or 0)

    def stacks(self) -> list[int]:
        return [seat.stack for seat in holdem.look(self.round, None).seats]

    def kinds(self, *kinds: str) -> list[tuple[str, int]]:
        """(kind, seat) of the events of these kinds, in order."""
        return [(event.kind, event.seat) for event in self.events if event.kind in kinds]

    def won(self) -> list[tuple[int, int, str]]:
        """(seat, amount, pot) of each win, in order."""
        wins = [event for event in self.events if event.kind == "win"]
        return [(event.seat, event.amount, event.note) for event in wins]
