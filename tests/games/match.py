"""Heads-up matches of a computer player, each hand from a deck of its own and 100 big blinds."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, stdev
from typing import NamedTuple

from games import computer, holdem, shuffle
from games.holdem import Round
from games.play import Act, Event, Option

BIG, CHIP = 200, 100
Player = Callable[[Round, int, Sequence[Option], Sequence[Event], random.Random], Act]


class Rate(NamedTuple):
    """What was won a hand, in big blinds per 100 hands, and the standard error of that."""

    won: float
    error: float

    def __str__(self) -> str:
        return f"{self.won:+.1f} ± {self.error:.1f} big blinds per 100 hands"


def random_player(
    round: Round, seat: int, options: Sequence[Option], story: Sequence[Event], rng: random.Random
) -> Act:
    """Any of its options, for any amount."""
    option = rng.choice(options)
    if option.verb not in ("bet", "raise"):
        return Act(seat, option.verb)
    return Act(seat, option.verb, rng.randint(option.least // CHIP, option.most // CHIP) * CHIP)


def calling_player(
    round: Round, seat: int, options: Sequence[Option], story: Sequence[Event], rng: random.Random
) -> Act:
    """Checks and calls, whatever comes."""
    return Act(seat, options[1].verb)


def mind(temperament: str) -> Player:
    """A computer player of this temperament."""

    def play(
        round: Round, seat: int, options: Sequence[Option], story: Sequence[Event],
        rng: random.Random,
    ) -> Act:  # fmt: skip
        view, stakes = holdem.look(round, seat), computer.Stakes(BIG, CHIP)
        return computer.choose(view, options, story, stakes, temperament, rng.randbytes(16)).act

    return play


def play_hand(players: Mapping[int, Player], rng: random.Random, button: int = 2) -> dict[int, int]:
    """One hand between seats 1 and 2; the net of each in hundredths."""
    other = 3 - button
    setup = holdem.Setup(
        seats=(other, button), stacks=(100 * BIG,) * 2, button=button, big_blind=BIG,
        live=(BIG, BIG // 2), antes=(0, 0), dead=(0, 0), opener=button, chip=CHIP,
        labels=("big_blind", "small_blind"),
    )  # fmt: skip
    round, story = holdem.start(shuffle.deck(rng.randbytes(32)), setup)
    while waiting := holdem.waiting(round):
        [seat] = waiting
        act = players[seat](round, seat, holdem.options(round, seat), story, rng)
        round, events = holdem.play(round, act)
        story += events
    return holdem.results(round)


def match(one: Player, other: Player, hands: int, seed: int) -> Rate:
    """What `one` wins from `other`; the button goes back and forth."""
    rng = random.Random(seed)
    won = [play_hand({1: one, 2: other}, rng, 1 + number % 2)[1] / BIG for number in range(hands)]
    return Rate(100 * fmean(won), 100 * stdev(won) / hands**0.5)
