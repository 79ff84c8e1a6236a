"""Bets against the house, the same in every game: which may stand, and what they give back."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from games.banked import Bet, Setup, Spot
from games.cards import DECK
from games.play import Refused

CHIP = 100
"""Bets are whole chips, so that 3:2 and 5% come out in hundredths."""

EVEN = Fraction(1)

_ALL = frozenset(DECK)


def check(setup: Setup, spots: Sequence[Spot]) -> None:
    """Refuse bets that cannot stand, as they came from people.

    Reasons: banked.no_bet, banked.no_such_spot (spot), banked.spot_needs (spot, needs),
    bad_amount.zero, bad_amount.negative, chip (chip). Raises ValueError for a setup no table makes:
    nobody plays, a seat twice or below 1, a spot twice.
    """
    seats = {player.seat for player in setup.players}
    if not seats or len(seats) != len(setup.players) or min(seats) < 1:
        raise ValueError("different seats from 1 on play a round")
    known = {spot.name: spot for spot in spots}
    for player in setup.players:
        made = {spot for spot, _ in player.bets}
        if not made:
            raise Refused("banked.no_bet")
        if len(made) != len(player.bets):
            raise ValueError("a spot holds one bet")
        for name, amount in player.bets:
            if name not in known:
                raise Refused("banked.no_such_spot", spot=name)
            _check_amount(amount)
            needs = known[name].needs
            if needs and needs not in made:
                raise Refused("banked.spot_needs", spot=name, needs=needs)


def _check_amount(amount: int) -> None:
    if amount == 0:
        raise Refused("bad_amount.zero")
    if amount < 0:
        raise Refused("bad_amount.negative")
    if amount % CHIP:
        raise Refused("chip", chip=CHIP)


def check_deck(deck: Sequence[int]) -> None:
    """Raises ValueError for anything but the 52 cards in some order."""
    if len(deck) != len(_ALL) or set(deck) != _ALL:
        raise ValueError("a deck is 52 different cards")


def won(spot: str, staked: int, odds: Fraction = EVEN) -> Bet:
    """A bet paid at `odds` to 1, with its stake; odds of 0 push."""
    profit = staked * odds.numerator // odds.denominator
    return Bet(spot, staked, staked + profit, "win" if profit else "push")


def pushed(spot: str, staked: int) -> Bet:
    """A bet that comes back as it was."""
    return Bet(spot, staked, staked, "push")


def lost(spot: str, staked: int) -> Bet:
    """A bet that stays with the house."""
    return Bet(spot, staked, 0, "lose")


def net(bets: Sequence[Bet]) -> int:
    """What bets changed for who made them, in hundredths."""
    return sum(bet.back - bet.staked for bet in bets)
