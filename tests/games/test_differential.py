"""Random hands against pokerkit, step by step: who acts, what they owe, may raise and end with.

Where the two differ, a named rule must explain it; the play goes on with acts legal in both.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from pokerkit import Automation, Card, Mode, NoLimitTexasHoldem, StandardHighHand

from games import holdem
from games.cards import DECK, name
from games.play import Act, Event

BLOCK = 1_000


class Single(Card):
    """pokerkit's own card, there once: its like are looked for by what they are, not by how they
    read.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__


CARDS = [Single(card.rank, card.suit) for card in Card.parse(*map(name, DECK))]
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
RULES = {
    "short_blind": "callers of a short big blind owe the full one, and raises are measured from it",
    "preflop_reopening": "a short all-in before the flop does not reopen the betting",
    "checker": "who checked may not raise over a short opening all-in",
    "cumulative": "short all-ins add up for each player apart (TDA 47-A, example 1-A)",
    "nobody_left": "nobody is asked when no opponent could answer",
    "odd_chip": "each pot is split apart (TDA 21); pokerkit first merges those with equal winners",
}


class Remembering(StandardHighHand):
    """pokerkit's own hands, each worked out once instead of some thirty times a hand."""

    known: dict[Any, Any] = {}  # noqa: RUF012

    @classmethod
    def from_game(cls, hole_cards: Any, board_cards: Any = ()) -> Any:
        key = (tuple(hole_cards), tuple(board_cards))
        if key not in cls.known:
            if len(cls.known) > 100:
                cls.known.clear()
            cls.known[key] = cls._best(key[0] + key[1])
        return cls.known[key]

    @classmethod
    def _best(cls, cards: tuple[Card, ...]) -> Any:
        """The best five by pokerkit's table, which it would ask four times for each of them."""
        fives = combinations(cards, cls.card_count)
        best = max(fives, key=lambda five: cls.lookup.get_entry(five).index, default=())
        return cls(best)

    @property
    def entry(self) -> Any:
        if "worth" not in self.__dict__:
            self.__dict__["worth"] = super().entry
        return self.__dict__["worth"]


class Oracle:
    """The same hand at pokerkit's table."""

    def __init__(self, setup: holdem.Setup, cards: Sequence[int], dead: Sequence[int]) -> None:
        """`dead` is what each seat pays: pokerkit would take a short ante before the blind."""
        antes = [ante + money for ante, money in zip(setup.antes, dead, strict=True)]
        count = len(setup.seats)
        self.state: Any = NoLimitTexasHoldem.create_state(
            AUTOMATIONS,
            any(setup.antes) or not any(dead),
            antes if count > 2 else antes[::-1],
            (50, 100),
            100,
            setup.stacks,
            count,
            mode=Mode.TOURNAMENT,
        )
        self.state.hand_types = (Remembering,)
        self.state.deck_cards = deque(CARDS[card] for card in cards)
        for _ in range(2 * count):
            self.state.deal_hole()
        self._deal()

    def _deal(self) -> None:
        while self.state.can_deal_board():
            self.state.deal_board()

    def turn(self) -> int | None:
        seat: int | None = self.state.actor_index
        return seat

    def owes(self) -> int:
        amount: int = self.state.checking_or_calling_amount
        return amount

    def raises(self) -> tuple[int, int]:
        """Least and greatest raise, 0 and 0 if there may be none."""
        least = self.state.min_completion_betting_or_raising_to_amount
        return least or 0, self.state.max_completion_betting_or_raising_to_amount or 0

    def play(self, verb: str, amount: int) -> None:
        if verb == "fold":
            self.state.fold()
        elif verb in ("check", "call"):
            self.state.check_or_call()
        else:
            self.state.complete_bet_or_raise_to(amount)
        self._deal()


class Street:
    """What the rules of betting hang on, noted from the acts alone."""

    def __init__(self, bet: int) -> None:
        self.bet = bet
        self.full = 100
        self.acted: set[int] = set()

    def note(self, act: Act) -> None:
        self.acted.add(act.seat)
        if act.verb in ("bet", "raise"):
            if act.amount - self.bet >= self.full:
                self.full = act.amount - self.bet
            self.bet = act.amount


class Match:
    """One hand at both tables."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.setup, dealt = _deal(self.rng)
        self.round, _ = holdem.start(dealt, self.setup)
        self.oracle = Oracle(self.setup, dealt, self.round.deal.dead_by)
        big = self.setup.live.index(100)
        self.short_blind = self.setup.stacks[big] - self.setup.antes[big] < 100
        self.street = Street(100)
        self.found: Counter[str] = Counter()
        self.wins: list[Event] = []
        self.acts: list[Act] = []

    def play(self) -> bool:
        """Play to the end; False where no act is legal in both."""
        while True:
            turn = self.oracle.turn()
            mine = self.round.turn if self.round.turn >= 0 else None
            if turn is None and mine is None:
                self._compare_stacks()
                return True
            if turn != mine:
                self._skip(turn)
                continue
            legal = self._compare()
            if not legal:
                return False
            self._act(self._choose(legal))

    def fail(self, what: str) -> None:
        pytest.fail(f"unexplained {what}: {self.setup}, {self.acts}")

    def explain(self, rule: str, holds: bool, what: str) -> None:
        """A difference between the tables: `rule` must hold, or the test fails."""
        if not holds:
            self.fail(what)
        self.found[rule] += 1

    def _skip(self, turn: int | None) -> None:
        """pokerkit alone asks: explained only if it owes nothing and nobody could answer."""
        if turn is None:
            self.fail("question")
            return
        closed = self.round.street > self.oracle.state.street_index
        idle = self.oracle.owes() == 0 and self.oracle.raises() == (0, 0)
        self.explain("nobody_left", closed and idle, "question by pokerkit")
        self.oracle.play("check", 0)

    def _compare(self) -> list[tuple[str, int, int]]:
        """Compare what may be done; gives the acts legal in both, with their bounds."""
        seat = self.round.turn
        mine = {option.verb: option for option in holdem.options(self.round, seat)}
        call, more = mine.get("call"), mine.get("raise") or mine.get("bet")
        owes, (least, most) = self.oracle.owes(), self.oracle.raises()
        legal = []
        if call and owes:
            legal.append(("fold", 0, 0))
        if owes == (call.cost if call else 0):
            legal.append(("call" if call else "check", 0, 0))
        else:
            self._explain_call(seat, call.cost if call else 0, owes)
        if bool(more) != bool(least):
            self._explain_raise(seat, more is not None)
        elif more and (more.least, more.most) != (least, most):
            self.explain("short_blind", self._short() and more.most == most, "bounds of a raise")
        if more and least and max(least, more.least) <= most:
            legal.append((more.verb, max(least, more.least), most))
        return legal

    def _short(self) -> bool:
        return self.short_blind and self.round.street == 0

    def _explain_call(self, seat: int, mine: int, theirs: int) -> None:
        """Nobody has raised, and we ask for the full blind, or all one has or can win."""
        view = holdem.look(self.round, None)
        me = view.seats[seat]
        others = [s.put + s.stack for s in view.seats if not s.folded and s.seat != seat]
        wanted = min(100, max(others), me.put + me.stack) - me.put
        holds = self._short() and self.street.bet == 100 and mine == wanted > theirs
        self.explain("short_blind", holds, "price of a call")

    def _explain_raise(self, seat: int, ours: bool) -> None:
        if self._short():
            self.found["short_blind"] += 1
            return
        view = holdem.look(self.round, None)
        owes = self.street.bet - view.seats[seat].put
        closed = not ours and seat in self.street.acted and owes < self.street.full
        if view.street == "preflop":
            rule = "preflop_reopening"
        else:
            rule = "checker" if view.seats[seat].put == 0 else "cumulative"
        self.explain(rule, closed, "right to raise")

    def _choose(self, legal: list[tuple[str, int, int]]) -> Act:
        weights = [{"fold": 15, "call": 60, "check": 60}.get(verb, 25) for verb, _, _ in legal]
        verb, least, most = self.rng.choices(legal, weights)[0]
        spread = (least, most, self.rng.randint(least, most), min(most, least + 100))
        return Act(self.round.turn, verb, self.rng.choice(spread))

    def _act(self, act: Act) -> None:
        self.acts.append(act)
        self.street.note(act)
        before = self.round.street
        self.oracle.play(act.verb, act.amount)
        self.round, events = holdem.play(self.round, act)
        if self.round.street != before:
            self.street = Street(0)
        self.wins += [event for event in events if event.kind == "win"]

    def _compare_stacks(self) -> None:
        if list(self.oracle.state.stacks) != self.round.stacks:
            merged = self._merged()
            self.explain("odd_chip", list(self.oracle.state.stacks) == merged, "stacks")

    def _merged(self) -> list[int]:
        """Our stacks had neighbouring pots been one where the same hands could still win them."""
        stacks = list(self.round.stacks)
        winners = {event.seat for event in self.wins}
        pots: list[tuple[set[int], set[int], int]] = []
        for number, pot in enumerate(self.round.ending.paid):
            shares = [event for event in self.wins if event.note == str(number)]
            for event in shares:
                stacks[event.seat] -= event.amount
            claim, takers = winners & set(pot.claimants), {event.seat for event in shares}
            amount = pot.amount
            if pots and pots[-1][0] == claim:
                amount += pots.pop()[2]
            pots.append((claim, takers, amount))
        for _, takers, amount in pots:
            for taker in takers:
                stacks[taker] += amount // len(takers)
            stacks[min(takers)] += amount % len(takers)
        return stacks


def _deal(rng: random.Random) -> tuple[holdem.Setup, list[int]]:
    """2 to 10 seats with 0.01 to 200 big blinds; no ante, one from every seat, or one for all."""
    count = rng.randint(2, 10)
    small, big = (0, 1) if count > 2 else (1, 0)
    ante = rng.choice(("none", "every", "big_blind"))
    depths = ((1, 150), (100, 1_000), (100, 2_000), (1_000, 20_000))
    cards = list(DECK)
    rng.shuffle(cards)
    setup = holdem.Setup(
        seats=tuple(range(count)),
        stacks=tuple(rng.randint(*rng.choice(depths)) for _ in range(count)),
        button=count - 1,
        big_blind=100,
        live=tuple({small: 50, big: 100}.get(seat, 0) for seat in range(count)),
        antes=(25 if ante == "every" else 0,) * count,
        dead=tuple(100 if ante == "big_blind" and seat == big else 0 for seat in range(count)),
        opener=2 % count if count > 2 else 1,
        chip=1,
    )
    return setup, cards


def _play_block(block: int) -> Counter[str]:
    """What was found in a block of hands; most of them must have been compared to the end."""
    found: Counter[str] = Counter()
    finished = 0
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        match = Match(seed)
        finished += match.play()
        found += match.found
    assert finished > BLOCK * 0.9
    assert set(found) <= set(RULES)
    return found


@pytest.mark.parametrize("block", range(20))
def test_differs_from_pokerkit_only_by_named_rules(block: int) -> None:
    found = _play_block(block)
    assert found["short_blind"] > 0
    assert found["preflop_reopening"] > 0


@pytest.mark.prove
@pytest.mark.parametrize("block", range(20, 1_020))
def test_differs_from_pokerkit_only_by_named_rules_in_a_million_hands(block: int) -> None:
    _play_block(block)
