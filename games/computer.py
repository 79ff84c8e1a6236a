"""A computer player's mind for hold'em: what is seen goes in, an act comes out.

It knows what a person in its seat would know and nothing else, for it is given nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from games import ranges
from games.holdem import SeatView, View
from games.play import EVERYONE, Act, Event, Option
from games.ranges import Weights


class Temperament(NamedTuple):
    """How a computer player differs from the next.

    `opens`: how many more hands it raises first than is usual; `asks`: by how much its share of the
    pot must be above the price of a call; `bets`: how much of an edge a bet for value needs, as a
    part of what there is above an even share; `bluffs`: how often it bets a hand that is nothing;
    `sizes`: the parts of a pot it likes to bet.
    """

    opens: float
    asks: float
    bets: float
    bluffs: float
    sizes: tuple[float, ...]


TEMPERAMENTS: Mapping[str, Temperament] = {
    "careful": Temperament(0.7, 0.05, 0.28, 0.05, (0.5, 0.67)),
    "steady": Temperament(1.0, 0.02, 0.2, 0.12, (0.33, 0.5, 0.67, 0.75)),
    "bold": Temperament(1.4, -0.01, 0.13, 0.22, (0.5, 0.67, 0.75, 1.0)),
}


class Stakes(NamedTuple):
    """The big blind and the smallest chip of a table, in hundredths."""

    big: int
    chip: int


class Choice(NamedTuple):
    """What a mind chose, and how hard it found that: `doubt` goes from 0 to 1."""

    act: Act
    doubt: float


_OPENS = {1: 0.8, 2: 0.46, 3: 0.36, 4: 0.29, 5: 0.24}
"""The share of hands to raise first with, by how many rivals are still in; 0.18 against more."""
_STREETS_LEFT = {"preflop": 3, "flop": 2, "turn": 1, "river": 0}


class _Spot(NamedTuple):
    """A moment in which to choose, seen from the seat that must."""

    view: View
    me: SeatView
    rivals: tuple[SeatView, ...]
    options: Mapping[str, Option]
    story: Sequence[Event]
    stakes: Stakes
    mood: Temperament
    chance: np.random.Generator

    @property
    def price(self) -> int:
        """What a call costs; 0 where a check is free."""
        call = self.options.get("call")
        return call.cost if call else 0

    @property
    def more(self) -> Option | None:
        """The bet or raise there may be."""
        return self.options.get("raise") or self.options.get("bet")

    @property
    def odds(self) -> float:
        """The share of the pot that a call must win to cost nothing."""
        return self.price / (self.view.pot + self.price)

    @property
    def left(self) -> int:
        """How many streets are still to come."""
        return _STREETS_LEFT.get(self.view.street, 0)

    def lucky(self, share: float) -> bool:
        """True so often."""
        return self.chance.random() < share


def choose(
    view: View,
    options: Sequence[Option],
    story: Sequence[Event],
    stakes: Stakes,
    temperament: str,
    seed: bytes,
) -> Choice:
    """What the viewer of `view`, who must act, does: always one of `options`.

    `story` are the public events of this hand so far, oldest first; `seed` is all the chance there
    is: the same of everything gives the same. Nothing that another seat holds can come in.
    """
    me = next(seat for seat in view.seats if seat.seat == view.viewer)
    rivals = tuple(seat for seat in view.seats if not seat.folded and seat is not me)
    spot = _Spot(
        view,
        me,
        rivals,
        {option.verb: option for option in options},
        [event for event in story if event.to == EVERYONE],
        stakes,
        TEMPERAMENTS[temperament],
        np.random.Generator(np.random.PCG64(int.from_bytes(seed))),
    )
    if view.street == "preflop" and not _raises(spot):
        return _open(spot)
    return _answer(spot) if spot.price else _lead(spot)


def _raises(spot: _Spot) -> int:
    return sum(event.kind in ("bet", "raise") for event in spot.story)


# --- before anybody has raised -------------------------------------------------------------------


def _open(spot: _Spot) -> Choice:
    """Before the flop and before any raise: raise good hands, let the rest go."""
    place = float(ranges.before_flop()[ranges.number(spot.me.cards)])
    limpers = sum(event.kind == "call" for event in spot.story)
    usual = _OPENS.get(len(spot.rivals), 0.18) * spot.mood.opens * 0.85**limpers
    most = min(0.95, usual)
    doubt = max(0.0, 0.4 - abs(place - most))
    if place < most and spot.more and spot.lucky(0.94):
        blinds = 2.5 + spot.chance.choice((0.0, 0.0, 0.5)) + limpers
        return _put_in(spot, round(blinds * spot.stakes.big), doubt)
    if not spot.price:
        return Choice(Act(spot.me.seat, "check"), 0.1)
    cheap = spot.odds < 0.3
    if place < most or (cheap and place < usual * 1.6 and spot.lucky(0.3 * spot.mood.opens)):
        return Choice(Act(spot.me.seat, "call"), doubt)
    return Choice(Act(spot.me.seat, "fold"), max(0.0, doubt - 0.2))


# --- after that ----------------------------------------------------------------------------------


def _share(spot: _Spot) -> float:
    """The part of the pot that is won on average against those who play on."""
    return ranges.equity(spot.me.cards, spot.view.board, _ranges(spot), spot.chance)


def _ranges(spot: _Spot) -> list[Weights]:
    """What the rivals may hold, who has put in most first.

    Before the flop those who have put in no chip of their own will are left out: most will fold.
    """
    rivals = sorted(spot.rivals, key=lambda seat: -seat.total)
    if spot.view.street == "preflop":
        willing = {event.seat for event in spot.story if event.kind in ("call", "raise", "bet")}
        rivals = [seat for seat in rivals if seat.seat in willing] or rivals
    dealt = len(spot.view.seats)
    return [ranges.narrowed(spot.story, seat.seat, dealt) for seat in rivals]


def _even(spot: _Spot, edge: float) -> float:
    """A share of the pot by so much of the rest above an even one."""
    fair = 1 / (1 + len(spot.rivals))
    return fair + (1 - fair) * edge


def _lead(spot: _Spot) -> Choice:
    """A check is free: bet what is good, now and then what is nothing, check the rest."""
    share = _share(spot)
    check = Choice(Act(spot.me.seat, "check"), 0.15)
    if spot.more is None:
        return check
    needed = _even(spot, spot.mood.bets)
    if share >= needed and spot.lucky(0.88):
        return _bet(spot, share, 0.35)
    if share < needed and len(spot.rivals) <= 2 and spot.lucky(_bluff(spot, share)):
        return _bet(spot, 0.0, 0.5)
    return check


def _bluff(spot: _Spot, share: float) -> float:
    """How often to bet without a hand: more with one that may still become something."""
    if spot.more is None or spot.more.most < 2 * spot.view.pot:
        return 0.0
    hopeful = 1.6 if spot.left and share > 0.3 else 1.0
    return spot.mood.bluffs * hopeful / len(spot.rivals)


def _answer(spot: _Spot) -> Choice:
    """There is a price: raise with much, call with enough, fold the rest."""
    share = _share(spot)
    last = spot.price >= spot.me.stack or all(not rival.stack for rival in spot.rivals)
    # A hand that must still see streets wins less than its share when it is out of luck.
    wanted = spot.odds + spot.mood.asks + (0.0 if last else 0.015 * spot.left)
    weight = min(1.0, spot.price / spot.view.pot) * (0.5 if spot.left > 1 else 1.0)
    doubt = max(0.0, 1 - 3 * abs(share - wanted)) * (0.3 + 0.7 * weight)
    strong = _even(spot, 0.36 + spot.mood.bets / 2 + 0.06 * max(0, _raises(spot) - 2))
    if spot.more and share >= strong and spot.lucky(0.85):
        return _bet(spot, share, max(0.4, doubt))
    if share >= wanted:
        return Choice(Act(spot.me.seat, "call"), max(0.25, doubt))
    if _raises(spot) < 3 and len(spot.rivals) == 1 and spot.lucky(_bluff(spot, share) / 4):
        return _bet(spot, 0.0, max(0.5, doubt))
    return Choice(Act(spot.me.seat, "fold"), doubt)


# --- how much ------------------------------------------------------------------------------------


def _bet(spot: _Spot, share: float, doubt: float) -> Choice:
    """Bet or raise by a part of the pot; the better the hand, the more."""
    sizes = spot.mood.sizes
    part = float(spot.chance.choice(sizes[-2:] if share > 0.85 else sizes))
    view = spot.view
    pot = view.pot + spot.price
    total = view.bet + round(part * pot) if view.bet else round(part * view.pot)
    return _put_in(spot, max(total, 3 * view.bet if view.street == "preflop" else 0), doubt)


def _put_in(spot: _Spot, total: int, doubt: float) -> Choice:
    """Bet or raise to about so much, in sound chips; nearly everything is everything."""
    more = spot.more
    assert more is not None
    if total >= 0.6 * more.most:
        return Choice(Act(spot.me.seat, more.verb, more.most), max(doubt, 0.5))
    step = spot.stakes.chip
    while step * 20 < total and spot.stakes.big % (step * 2) == 0:
        step *= 2
    total = max(more.least, total - total % step)
    heavy = min(0.3, total / (1 + more.most))
    return Choice(Act(spot.me.seat, more.verb, total), min(1.0, doubt + heavy))
