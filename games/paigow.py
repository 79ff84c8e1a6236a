"""Pai gow poker: the game as `games.banked.Banked` has it, and what it pays.

Seven of 53 cards each, set as a high hand of five and a low hand of two. Who beats both of the
dealer's wins, less a commission; who beats neither loses; an equal hand, a copy, is the dealer's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games import bets, houseway, joker
from games.banked import HOUSE, Advice, Bet, Hand, Player, Setup, Spot, View
from games.cards import WITH_JOKER, cards, name, names
from games.play import Act, Event, Option, Refused

NAME = "paigow"
SPOTS = (Spot("bet"),)
CARDS = WITH_JOKER
MOST_PLAYERS = 6

COMMISSION: Final = 5
"""What the house keeps of a win, in hundredths of it: whole chips leave whole hundredths."""

_SEVEN = 7
_ALL = frozenset(CARDS)


class Sets(NamedTuple):
    """Seven cards set as two hands, and what each of the two is worth."""

    high: tuple[int, ...]
    low: tuple[int, ...]
    strengths: tuple[int, int]

    def __repr__(self) -> str:
        return "<Sets>"

    @property
    def fouls(self) -> bool:
        """Whether the low hand outranks the high one."""
        return self.strengths[1] > self.strengths[0]


@dataclass(frozen=True, slots=True)
class _Seat:
    """A player's cards and bet; `sets` is None until they are set."""

    dealt: tuple[int, ...] = field(repr=False)
    bet: int
    sets: Sets | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Round:
    """A round: the seats in dealing order, the dealer's cards, and these as set in the end."""

    seats: Mapping[int, _Seat]
    dealer: tuple[int, ...] = field(repr=False)
    theirs: Sets | None = field(default=None, repr=False)


# --- a round ---------------------------------------------------------------------------------


def admit(setup: Setup) -> None:
    """Refused where so many players or such bets cannot be dealt.

    Reasons: banked.too_many_players (most) and those of `bets.check`.
    """
    if setup.shared:
        raise ValueError("everyone has a hand of their own")
    bets.check(setup, SPOTS)
    if len(setup.players) > MOST_PLAYERS:
        raise Refused("banked.too_many_players", most=MOST_PLAYERS)


def start(deck: Sequence[int], setup: Setup) -> tuple[Round, list[Event]]:
    """Deal a card to each player and one to the dealer, seven times round.

    Raises Refused as `admit` does, and ValueError for a deck that is not CARDS in some order.
    """
    admit(setup)
    if len(deck) != len(_ALL) or set(deck) != _ALL:
        raise ValueError("a deck is the 52 cards and the joker")
    step = len(setup.players) + 1
    *hands, dealer = (tuple(deck[at : step * _SEVEN : step]) for at in range(step))
    seats = {
        player.seat: _Seat(dealt, dict(player.bets)["bet"])
        for player, dealt in zip(setup.players, hands, strict=True)
    }
    events = [Event("hole", seat, cards=one.dealt, to=seat) for seat, one in seats.items()]
    return Round(seats, dealer), events


def waiting(round: Round) -> tuple[int, ...]:
    """The seats that have not set their hands; empty when the round is over."""
    return tuple(seat for seat, one in round.seats.items() if one.sets is None)


def options(round: Round, seat: int) -> tuple[Option, ...]:
    """`set`, with every low hand that is no foul: the house way first, then the best low first.

    A choice is the two cards, like "Kd9c".
    """
    one = round.seats.get(seat)
    if one is None or one.sets is not None:
        return ()
    first = _by_house_way(one.dealt)
    found = [_sets(*split) for split in houseway.splits(joker.read(one.dealt))]
    legal = [sets for sets in found if not sets.fouls and sets.low != first.low]
    legal.sort(key=lambda sets: sets.strengths[::-1], reverse=True)
    return (Option("set", choices=tuple(names(sets.low) for sets in (first, *legal))),)


def default(round: Round, seat: int) -> Act:
    """What silence means: the house way."""
    return Act(seat, "set", choice=names(_by_house_way(round.seats[seat].dealt).low))


def play(round: Round, act: Act) -> tuple[Round, list[Event]]:
    """Set a seat's hands for good; with the last of them everything is turned up.

    Raises Refused and changes nothing: not_in_hand, hand_over, banked.chosen_already, no_such_act,
    and for a low hand that cannot be set as `settle` does.
    """
    one = round.seats.get(act.seat)
    if one is None:
        raise Refused("not_in_hand")
    if over(round):
        raise Refused("hand_over")
    if one.sets is not None:
        raise Refused("banked.chosen_already")
    if act.verb != "set" or act.amount:
        raise Refused("no_such_act", verb=act.verb[:20])
    try:
        low = cards(act.choice)
    except ValueError:
        raise Refused("paigow.low_hand") from None
    sets = _set(one.dealt, low)
    seats = {**round.seats, act.seat: _Seat(one.dealt, one.bet, sets)}
    events = [Event("set", act.seat, cards=sets.high + sets.low, to=act.seat)]
    if any(one.sets is None for one in seats.values()):
        return Round(seats, round.dealer), events
    new = Round(seats, round.dealer, _by_house_way(round.dealer))
    return new, events + _turned_up(new)


def _turned_up(round: Round) -> list[Event]:
    """The dealer's two hands, then everyone's, then what each one's bet changed."""
    assert round.theirs is not None
    events = _shown("dealer", HOUSE, round.theirs)
    for seat, one in round.seats.items():
        assert one.sets is not None
        events += _shown("shown", seat, one.sets)
    for seat, made in results(round).items():
        events.append(Event("net", seat, bets.net(made)))
    return events


def _shown(kind: str, seat: int, sets: Sets) -> list[Event]:
    return [
        Event(f"{kind}_{hand.part}", seat, cards=hand.cards, note=hand.name)
        for hand in _hands(seat, sets)
    ]


def over(round: Round) -> bool:
    """Whether every bet is decided."""
    return round.theirs is not None


def staked(round: Round) -> dict[int, int]:
    """What each seat has staked, in hundredths."""
    return {seat: one.bet for seat, one in round.seats.items()}


def results(round: Round) -> dict[int, tuple[Bet, ...]]:
    """What the bet of each seat did, in a round that is over; ValueError before."""
    if round.theirs is None:
        raise ValueError("the round is not over")
    made: dict[int, tuple[Bet, ...]] = {}
    for seat, one in round.seats.items():
        assert one.sets is not None
        made[seat] = (_bet(_against(one.sets, round.theirs), one.bet),)
    return made


# --- two hands -------------------------------------------------------------------------------


def _by_house_way(dealt: Sequence[int]) -> Sets:
    """Seven cards set by the house way, each hand as one reads it."""
    high, low = houseway.house_way(dealt)
    return _sets(high, low)


def _sets(high: Sequence[int], low: Sequence[int]) -> Sets:
    return Sets(joker.read(high), joker.read(low), (joker.high(high), joker.low(low)))


def _set(dealt: Sequence[int], low: Sequence[int]) -> Sets:
    """Seven cards with these two low; Refused where that may not be."""
    if len(low) != 2 or low[0] == low[1]:
        raise Refused("paigow.low_hand")
    for card in low:
        if card not in dealt:
            raise Refused("paigow.not_yours", card=name(card))
    sets = _sets([card for card in dealt if card not in low], low)
    if sets.fouls:
        raise Refused("paigow.fouls")
    return sets


def _against(own: Sets, theirs: Sets) -> tuple[str, str]:
    """What became of the high and of the low hand against the dealer's: win, lose or copy."""
    pairs = zip(own.strengths, theirs.strengths, strict=True)
    high, low = ("win" if own > his else "lose" if own < his else "copy" for own, his in pairs)
    return high, low


def _bet(outcomes: tuple[str, str], staked: int) -> Bet:
    wins = outcomes.count("win")
    if wins == 2:
        return Bet("bet", staked, 2 * staked - _commission(staked), "win_less")
    return bets.pushed("bet", staked) if wins else bets.lost("bet", staked)


def _commission(won: int) -> int:
    return won * COMMISSION // 100


class Settled(NamedTuple):
    """What became of a bet: amounts in hundredths, hands as one reads them, and their categories.

    `high` and `low` are win, lose or copy, as the player's hands did. `net` is after `commission`.
    """

    net: int
    commission: int
    high: str
    low: str
    player_high: tuple[int, ...]
    player_low: tuple[int, ...]
    dealer_high: tuple[int, ...]
    dealer_low: tuple[int, ...]
    player_high_hand: str
    player_low_hand: str
    dealer_high_hand: str
    dealer_low_hand: str


def settle(
    player: Sequence[int], low: Sequence[int] | None, dealer: Sequence[int], bet: int
) -> Settled:
    """What a bet in hundredths does, by the rule of every round; `low` None is the house way.

    Raises Refused for a bet as `admit` does, and for a low hand: paigow.low_hand (not two different
    cards), paigow.not_yours (card), paigow.fouls. Raises ValueError unless both have seven cards of
    the 53, all of them different.
    """
    dealt = (*player, *dealer)
    if len(player) != _SEVEN or len(dealer) != _SEVEN:
        raise ValueError("player and dealer have seven cards each")
    if len(set(dealt)) != len(dealt) or not _ALL.issuperset(dealt):
        raise ValueError("all cards are different ones of the 53")
    admit(Setup((Player(1, (("bet", bet),)),)))
    own = _by_house_way(player) if low is None else _set(player, low)
    theirs = _by_house_way(dealer)
    outcomes = _against(own, theirs)
    made = _bet(outcomes, bet)
    return Settled(
        bets.net([made]),
        _commission(bet) if made.outcome == "win_less" else 0,
        *outcomes,
        *(own.high, own.low, theirs.high, theirs.low),
        *(hand.name for sets in (own, theirs) for hand in _hands(HOUSE, sets)),
    )


def house_way(dealt: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The high and the low hand of seven cards by the house way, each as one reads it.

    Raises ValueError unless they are seven different cards of the 53.
    """
    if len(dealt) != _SEVEN or len(set(dealt)) != _SEVEN or not _ALL.issuperset(dealt):
        raise ValueError("a hand is seven different cards of the 53")
    sets = _by_house_way(dealt)
    return sets.high, sets.low


# --- who sees what ---------------------------------------------------------------------------


def look(round: Round, viewer: int | None) -> View:
    """What `viewer` may see (None: the public): the one place where secrecy is decided.

    One's own cards at once, as two hands when they are set; all others when the round is over.
    """
    theirs = round.theirs
    hands = [
        hand
        for seat, one in round.seats.items()
        for hand in _seen(seat, one, theirs is not None or seat == viewer)
    ]
    return View(
        street="over" if theirs else "setting",
        board=(),
        dealer=_hands(HOUSE, theirs) if theirs else (_face_down(HOUSE),),
        hands=tuple(hands),
        waiting=waiting(round),
    )


def _seen(seat: int, one: _Seat, seen: bool) -> tuple[Hand, ...]:
    if one.sets is not None:
        hands = _hands(seat, one.sets, "set")
        if seen:
            return hands
        return tuple(Hand(seat, h.part, hidden=len(h.cards), chosen=h.chosen) for h in hands)
    return (Hand(seat, cards=joker.read(one.dealt)) if seen else _face_down(seat),)


def _face_down(seat: int) -> Hand:
    return Hand(seat, hidden=_SEVEN)


def _hands(seat: int, sets: Sets, chosen: str = "") -> tuple[Hand, Hand]:
    """The high and the low hand face up."""
    return (
        _hand(seat, "high", sets.high, sets.strengths[0], chosen),
        _hand(seat, "low", sets.low, sets.strengths[1], chosen),
    )


def _hand(seat: int, part: str, held: tuple[int, ...], strength: int, chosen: str) -> Hand:
    name, ranks = joker.describe(strength, len(held))
    return Hand(seat, part, held, 0, name, tuple(r + 2 for r in ranks), chosen)


def advise(round: Round, seat: int, part: str = "") -> Advice | None:
    """Nothing to weigh: the house way, which `options` put first, is the advice here."""
    return None
