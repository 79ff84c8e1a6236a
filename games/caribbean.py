"""Caribbean stud: the game as `games.banked.Banked` has it, its payouts, its advice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from games.banked import HOUSE, Advice, Bet, Hand, Setup, Spot, View
from games.batch import strengths, subsets
from games.bets import EVEN, check, check_deck, lost, net, pushed, won
from games.cards import cards
from games.hands import category, describe, strength
from games.odds import OUTCOMES, advice, beside, kinds, left, outcomes, worth
from games.play import Act, Event, Option, Refused, taken

NAME = "caribbean"
PARTS = ("1", "2", "3")
"""The hands of a seat, by the numbers of their spots."""

SPOTS = tuple(Spot(f"ante_{part}", cover=3) for part in PARTS)
MOST_HANDS = 9
"""How many a round deals in all: with the dealer's they are 50 cards."""

PAYS: Mapping[str, Mapping[str, Fraction]] = {
    "bet": {
        "royal_flush": Fraction(100),
        "straight_flush": Fraction(50),
        "four_of_a_kind": Fraction(20),
        "full_house": Fraction(7),
        "flush": Fraction(5),
        "straight": Fraction(4),
        "three_of_a_kind": Fraction(3),
        "two_pair": Fraction(2),
        "pair": EVEN,
        "ace_king": EVEN,
    },
}
"""Odds to 1 of the Bet, when the player beats a dealer who qualifies."""

_TIMES = 2  # the Bet, in antes
_VERBS = ("play", "fold")
_SIZE = 5
_ACE_KING = strength(cards("AcKd2h3h4h"))  # the least of all A-K, which the dealer must have


@dataclass(frozen=True, slots=True)
class _Deal:
    """What is settled when the cards are dealt; a hand is named by its seat and its part."""

    antes: Mapping[tuple[int, str], int]
    hands: Mapping[tuple[int, str], tuple[int, ...]] = field(repr=False)
    dealer: tuple[int, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Round:
    """A round: the deal, and what was chosen for each hand, or ""."""

    deal: _Deal
    chosen: Mapping[tuple[int, str], str]


# --- a round ---------------------------------------------------------------------------------


def admit(setup: Setup) -> None:
    """Refused where so many hands (too_many_hands: most) or such bets cannot be dealt."""
    if setup.shared:
        raise ValueError("everyone has hands of their own")
    check(setup, SPOTS)
    if sum(len(player.bets) for player in setup.players) > MOST_HANDS:
        raise Refused("banked.too_many_hands", most=MOST_HANDS)


def start(deck: Sequence[int], setup: Setup) -> tuple[Round, list[Event]]:
    """Deal five cards to everyone's first hand, then to the second, to the third, to the dealer.

    A seat's first hand is that of its first ante. The dealer's first card lies face up. Raises
    Refused as `admit` does, and ValueError for a deck that is none.
    """
    admit(setup)
    check_deck(deck)
    antes = {
        (player.seat, spot.removeprefix("ante_")): amount
        for turn in range(len(PARTS))
        for player in setup.players
        for spot, amount in sorted(player.bets)[turn : turn + 1]
    }
    hands = {at: tuple(deck[_SIZE * k : _SIZE * k + _SIZE]) for k, at in enumerate(antes)}
    dealer = tuple(deck[_SIZE * len(antes) : _SIZE * len(antes) + _SIZE])
    events = [
        Event("hole", seat, cards=hand, note=part, to=seat) for (seat, part), hand in hands.items()
    ]
    events.append(Event("up", HOUSE, cards=dealer[:1]))
    return Round(_Deal(antes, hands, dealer), dict.fromkeys(antes, "")), events


def waiting(round: Round) -> tuple[int, ...]:
    """The seats that still have to choose for a hand; empty when the round is over."""
    return tuple(dict.fromkeys(seat for (seat, _), verb in round.chosen.items() if not verb))


def options(round: Round, seat: int) -> tuple[Option, ...]:
    """To play or fold each hand of the seat that is undecided; `choices` is its part alone."""
    return tuple(
        Option(verb, cost=round.deal.antes[at] * _TIMES * (verb == "play"), choices=(at[1],))
        for at, chosen in round.chosen.items()
        if at[0] == seat and not chosen
        for verb in _VERBS
    )


def default(round: Round, seat: int) -> Act:
    """What silence means: the first undecided hand of the seat is folded."""
    part = next(part for (owner, part), verb in round.chosen.items() if owner == seat and not verb)
    return Act(seat, "fold", choice=part)


def play(round: Round, act: Act) -> tuple[Round, list[Event]]:
    """The next round and what happened; raises Refused and changes nothing.

    `act.choice` is the part of the hand. When the last hand is decided, everything is turned up.
    Reasons: not_in_hand, hand_over, banked.no_such_hand (part), banked.chosen_already, no_such_act.
    """
    seat, at = act.seat, (act.seat, act.choice)
    if all(owner != seat for owner, _ in round.chosen):
        raise Refused("not_in_hand")
    if over(round):
        raise Refused("hand_over")
    if at not in round.chosen:
        raise Refused("banked.no_such_hand", part=act.choice)
    if round.chosen[at]:
        raise Refused("banked.chosen_already")
    bet = taken(options(round, seat), act).cost
    new = Round(round.deal, {**round.chosen, at: act.verb})
    events = [Event(act.verb, seat, bet, note=act.choice)]
    if over(new):
        events += _turned_up(new)
    return new, events


def _turned_up(round: Round) -> list[Event]:
    """The dealer's hand and whether it qualifies, the hands that were hidden, each one's net."""
    deal = round.deal
    theirs = strength(deal.dealer)
    events = [
        Event("dealer", HOUSE, cards=deal.dealer, note=category(theirs)),
        Event("qualifies" if qualifies(theirs) else "not_qualified", HOUSE),
    ]
    for (seat, part), hand in deal.hands.items():
        events.append(Event("shown", seat, cards=hand, note=part))
    for seat, bets in results(round).items():
        events.append(Event("net", seat, net(bets)))
    return events


def over(round: Round) -> bool:
    """Whether every bet is decided."""
    return all(round.chosen.values())


def staked(round: Round) -> dict[int, int]:
    """What each seat has staked so far in all, Antes and Bets, in hundredths."""
    put: dict[int, int] = {}
    for at, ante in round.deal.antes.items():
        played = round.chosen[at] == "play"
        put[at[0]] = put.get(at[0], 0) + ante * (1 + _TIMES * played)
    return put


def results(round: Round) -> dict[int, tuple[Bet, ...]]:
    """What each bet of each seat did ("ante_1", "bet_1"); ValueError before the round is over."""
    if not over(round):
        raise ValueError("the round is not over")
    theirs = strength(round.deal.dealer)
    made: dict[int, tuple[Bet, ...]] = {}
    for at, hand in round.deal.hands.items():
        seat, part = at
        bets = _bets(strength(hand), theirs, round.deal.antes[at], round.chosen[at] == "play")
        named = (bet._replace(spot=f"{bet.spot}_{part}") for bet in bets)
        made[seat] = (*made.get(seat, ()), *named)
    return made


# --- what bets do ----------------------------------------------------------------------------


def settle(player: Sequence[int], dealer: Sequence[int], ante: int, play: bool) -> tuple[Bet, ...]:
    """What "ante" and, if played, "bet" do: five cards against five, `ante` in hundredths.

    Every round is settled by the same rule.
    """
    return _bets(strength(player), strength(dealer), ante, play)


def qualifies(dealer: int) -> bool:
    """Whether a dealer's hand of this strength has A-K or better."""
    return dealer >= _ACE_KING


def _bets(mine: int, theirs: int, ante: int, play: bool) -> tuple[Bet, ...]:
    order = (mine > theirs) - (mine < theirs)
    return _main_bets(category(mine), order, qualifies(theirs), ante, play)


def _main_bets(name: str, order: int, qualified: bool, ante: int, play: bool) -> tuple[Bet, ...]:
    """Ante and Bet; `order` is 1 where the player's hand is better, 0 for equal ones."""
    bet = ante * _TIMES
    if not play:
        return (lost("ante", ante),)
    if not qualified:
        return won("ante", ante), pushed("bet", bet)
    if not order:
        return pushed("ante", ante), pushed("bet", bet)
    if order < 0:
        return lost("ante", ante), lost("bet", bet)
    return won("ante", ante), won("bet", bet, PAYS["bet"].get(name, EVEN))


# --- who sees what ---------------------------------------------------------------------------


def look(round: Round, viewer: int | None) -> View:
    """What `viewer` may see (None: the public): the one place where secrecy is decided.

    One's own hands and the dealer's first card at once, everything when the round is over.
    """
    deal, ended = round.deal, over(round)
    hands = tuple(
        _hand(seat, part, hand, ended or seat == viewer, round.chosen[seat, part])
        for (seat, part), hand in deal.hands.items()
    )
    dealer = _hand(HOUSE, "", deal.dealer, True)
    if not ended:
        dealer = Hand(HOUSE, cards=deal.dealer[:1], hidden=_SIZE - 1)
    qualified = qualifies(strength(deal.dealer)) if ended else None
    return View("over" if ended else "deal", (), (dealer,), hands, waiting(round), qualified)


def _hand(seat: int, part: str, held: tuple[int, ...], seen: bool, chosen: str = "") -> Hand:
    if not seen:
        return Hand(seat, part, hidden=_SIZE, chosen=chosen)
    name, ranks = describe(strength(held))
    return Hand(seat, part, held, 0, name, tuple(r + 2 for r in ranks), chosen)


# --- advice ----------------------------------------------------------------------------------


def advise(round: Round, seat: int, part: str = "") -> Advice | None:
    """The value of playing and folding a hand, in antes, counting every card the seat sees.

    Those are its other hands, too. Without a part it is the seat's first undecided hand; None
    where there is nothing to choose. Takes some hundredths of a second.
    """
    mine = {at[1]: hand for at, hand in round.deal.hands.items() if at[0] == seat}
    undecided = [one for one in mine if not round.chosen[seat, one]]
    part = part or next(iter(undecided), "")
    if part not in undecided:
        return None
    rest = [card for one, hand in mine.items() if one != part for card in hand]
    return value(mine[part], round.deal.dealer[0], rest)


def value(player: Sequence[int], up: int, seen: Sequence[int] = ()) -> Advice:
    """The exact value of playing and folding five cards in antes, the dealer showing `up`.

    `seen` are further cards known to be out of the deck. Raises ValueError for another number of
    cards or too few left.
    """
    others = left(player, [up], seen)
    if len(player) != _SIZE or len(others) < _SIZE - 1:
        raise ValueError("a hand has 5 cards, and the dealer draws 4 of those left")
    mine = strength(player)
    theirs = strengths(beside([up], others[subsets(len(others), _SIZE - 1)]))
    counts = np.bincount(outcomes(mine, theirs, _ACE_KING), minlength=OUTCOMES)
    total = int(counts @ _worth()[kinds(mine)])
    return advice({"play": Fraction(total, len(theirs)), "fold": Fraction(-1)})


@cache
def _worth() -> NDArray[np.int64]:
    """The net in antes of Ante and Bet, by category and outcome."""
    return worth(lambda name, order, qualified: _main_bets(name, order, qualified, 1, True))
