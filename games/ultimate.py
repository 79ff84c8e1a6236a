"""Ultimate Texas hold'em: the game as `games.banked.Banked` has it, its payouts, its advice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from games.banked import HOUSE, Advice, Bet, Hand, Setup, Spot, View
from games.batch import pairs_of_fours, strengths, subsets
from games.bets import check, check_deck, lost, net, pushed, won
from games.cards import cards, rank
from games.hands import category, describe, strength
from games.odds import OUTCOMES, advice, beside, kinds, left, outcomes, worth
from games.play import Act, Event, Option, Refused, taken
from games.preflop import PREFLOP, kind

NAME = "ultimate"
SPOTS = (Spot("ante", stake=2, cover=3), Spot("trips", needs="ante"))
MOST_PLAYERS = 20
"""How many the own seating deals in; the shared one has no bound."""

PAYS: Mapping[str, Mapping[str, Fraction]] = {
    "blind": {
        "royal_flush": Fraction(500),
        "straight_flush": Fraction(50),
        "four_of_a_kind": Fraction(10),
        "full_house": Fraction(3),
        "flush": Fraction(3, 2),
        "straight": Fraction(1),
    },
    "trips": {
        "royal_flush": Fraction(50),
        "straight_flush": Fraction(40),
        "four_of_a_kind": Fraction(30),
        "full_house": Fraction(8),
        "flush": Fraction(7),
        "straight": Fraction(4),
        "three_of_a_kind": Fraction(3),
    },
}
"""Odds to 1 of the bets that pay by the hand: the Blind when the player wins, Trips always."""

_STREETS = ("preflop", "flop", "river", "over")
_CHOICES: tuple[tuple[str, ...], ...] = (
    ("play4", "play3", "check"),
    ("play2", "check"),
    ("play1", "fold"),
    (),
)
_SHOWN = (0, 3, 5, 5)  # how many cards of the board lie open on each street
_OVER = 3
_TIMES = {"play4": 4, "play3": 3, "play2": 2, "play1": 1}
_PAIR = strength(cards("2c2d3h4h5h"))  # the least of all pairs, which the dealer must have


@dataclass(frozen=True, slots=True)
class _Deal:
    """What is settled when the cards are dealt; in a shared round every seat has the same hole."""

    shared: bool
    bets: Mapping[int, Mapping[str, int]]
    holes: Mapping[int, tuple[int, ...]] = field(repr=False)
    dealer: tuple[int, ...] = field(repr=False)
    board: tuple[int, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Round:
    """A round: the street as in `_STREETS`, who still chooses on it, and everyone's last choice.

    A choice is kept as a hand without cards, so that looking at a crowd's choices makes nothing.
    """

    deal: _Deal
    street: int
    due: tuple[int, ...]
    said: Mapping[int, Hand]


# --- a round ---------------------------------------------------------------------------------


def admit(setup: Setup) -> None:
    """Refused where so many players (too_many_players: most) or such bets cannot be dealt."""
    check(setup, SPOTS)
    if not setup.shared and len(setup.players) > MOST_PLAYERS:
        raise Refused("banked.too_many_players", most=MOST_PLAYERS)


def start(deck: Sequence[int], setup: Setup) -> tuple[Round, list[Event]]:
    """Deal one card each and one to the dealer, the same again, then the board; nothing is burnt.

    In a shared round one player hand is dealt for everyone. Raises Refused as `admit` does, and
    ValueError for a deck that is none.
    """
    admit(setup)
    check_deck(deck)
    players = setup.players
    count = 1 if setup.shared else len(players)
    holes = [(deck[at], deck[at + count + 1]) for at in range(count + 1)]
    board = tuple(deck[2 * count + 2 : 2 * count + 7])
    seats = tuple(player.seat for player in players)
    owned = {seat: holes[0 if setup.shared else at] for at, seat in enumerate(seats)}
    bets = {player.seat: dict(player.bets) for player in players}
    deal = _Deal(setup.shared, bets, owned, holes[-1], board)
    return Round(deal, 0, seats, {seat: Hand(seat) for seat in seats}), _dealt(deal)


def _dealt(deal: _Deal) -> list[Event]:
    if deal.shared:
        return [Event("shared", HOUSE, cards=next(iter(deal.holes.values())))]
    return [Event("hole", seat, cards=hole, to=seat) for seat, hole in deal.holes.items()]


def waiting(round: Round) -> tuple[int, ...]:
    """The seats that still have to choose on this street; empty when the round is over."""
    return round.due


def options(round: Round, seat: int) -> tuple[Option, ...]:
    """What a seat that is waited for may choose; nothing for any other."""
    if seat not in round.due:
        return ()
    ante = round.deal.bets[seat]["ante"]
    verbs = _CHOICES[round.street]
    return tuple(Option(verb, cost=_TIMES.get(verb, 0) * ante) for verb in verbs)


def default(round: Round, seat: int) -> Act:
    """What silence means: a check, and a fold at the last step."""
    return Act(seat, _CHOICES[round.street][-1])


def play(round: Round, act: Act) -> tuple[Round, list[Event]]:
    """The next round and what happened; raises Refused and changes nothing.

    When the last seat has chosen, the next street that somebody has a choice on is dealt, or
    everything is turned up. Reasons: not_in_hand, hand_over, banked.chosen_already, no_such_act.
    """
    seat, verb = act.seat, act.verb
    if seat not in round.said:
        raise Refused("not_in_hand")
    if round.street == _OVER:
        raise Refused("hand_over")
    if seat not in round.due:
        raise Refused("banked.chosen_already")
    taken(options(round, seat), act)
    at = round.due.index(seat)
    due = round.due[:at] + round.due[at + 1 :]
    said = {**round.said, seat: Hand(seat, chosen=verb)}
    return _go_on(Round(round.deal, round.street, due, said), [_told(round, seat, verb)])


def _told(round: Round, seat: int, verb: str) -> Event:
    times = _TIMES.get(verb, 0)
    if not times:
        return Event(verb, seat)
    return Event("play", seat, times * round.deal.bets[seat]["ante"], note=str(times))


def _go_on(round: Round, events: list[Event]) -> tuple[Round, list[Event]]:
    """Deal on while nobody has a choice left; after the last street turn everything up."""
    while not round.due and round.street < _OVER:
        street = round.street + 1
        if street < _OVER:
            due = tuple(seat for seat, hand in round.said.items() if hand.chosen == "check")
            opened = round.deal.board[_SHOWN[round.street] : _SHOWN[street]]
            events.append(Event("board", HOUSE, cards=opened, note=_STREETS[street]))
        else:
            due = ()
        round = Round(round.deal, street, due, round.said)
    if round.street == _OVER:
        events += _turned_up(round)
    return round, events


def _turned_up(round: Round) -> list[Event]:
    """The dealer's hand and whether it qualifies, the hands that were hidden, each one's net."""
    deal = round.deal
    theirs = strength(deal.dealer + deal.board)
    events = [
        Event("dealer", HOUSE, cards=deal.dealer, note=category(theirs)),
        Event("qualifies" if qualifies(theirs) else "not_qualified", HOUSE),
    ]
    if not deal.shared:
        for seat, hole in deal.holes.items():
            name = category(strength(hole + deal.board))
            events.append(Event("shown", seat, cards=hole, note=name))
    for seat, bets in results(round).items():
        events.append(Event("net", seat, net(bets)))
    return events


def over(round: Round) -> bool:
    """Whether every bet is decided."""
    return round.street == _OVER


def _played(round: Round, seat: int) -> int:
    """The Play bet of a seat so far, in antes."""
    return _TIMES.get(round.said[seat].chosen, 0)


def staked(round: Round) -> dict[int, int]:
    """What each seat has staked so far in all: Ante and Blind, Play, Trips, in hundredths."""
    return {
        seat: (2 + _played(round, seat)) * bets["ante"] + bets.get("trips", 0)
        for seat, bets in round.deal.bets.items()
    }


def results(round: Round) -> dict[int, tuple[Bet, ...]]:
    """What each bet of each seat did, in a round that is over; ValueError before."""
    if round.street != _OVER:
        raise ValueError("the round is not over")
    deal = round.deal
    theirs = strength(deal.dealer + deal.board)
    made = {hole: strength(hole + deal.board) for hole in set(deal.holes.values())}
    return {
        seat: _bets(
            made[deal.holes[seat]],
            theirs,
            bets["ante"],
            bets.get("trips", 0),
            _played(round, seat),
        )
        for seat, bets in deal.bets.items()
    }


# --- what bets do ----------------------------------------------------------------------------


def settle(
    player: Sequence[int],
    board: Sequence[int],
    dealer: Sequence[int],
    ante: int,
    trips: int = 0,
    play: int = 0,
) -> tuple[Bet, ...]:
    """What the bets of a hand do: two cards against two with a board of five.

    `ante` is that of the Blind too, `trips` 0 where there is none, both in hundredths; `play` is
    how many antes were played, 0 for a fold. Every round is settled by the same rule.
    """
    mine, theirs = strength((*player, *board)), strength((*dealer, *board))
    return _bets(mine, theirs, ante, trips, play)


def qualifies(dealer: int) -> bool:
    """Whether a dealer's hand of this strength has a pair or better."""
    return dealer >= _PAIR


def _bets(mine: int, theirs: int, ante: int, trips: int, play: int) -> tuple[Bet, ...]:
    name = category(mine)
    bets = _main_bets(name, (mine > theirs) - (mine < theirs), qualifies(theirs), ante, play)
    if trips:
        odds = PAYS["trips"].get(name)
        bets.append(won("trips", trips, odds) if odds else lost("trips", trips))
    return tuple(bets)


def _main_bets(name: str, order: int, qualified: bool, ante: int, play: int) -> list[Bet]:
    """Ante, Blind and Play; `order` is 1 where the player's hand is better, 0 for equal ones."""
    if not play:
        return [lost("ante", ante), lost("blind", ante)]
    if not order:
        return [pushed("ante", ante), pushed("blind", ante), pushed("play", play * ante)]
    if order > 0:
        odds = PAYS["blind"].get(name, Fraction(0))
        rest = [won("blind", ante, odds), won("play", play * ante)]
        return [won("ante", ante) if qualified else pushed("ante", ante), *rest]
    rest = [lost("blind", ante), lost("play", play * ante)]
    return [lost("ante", ante) if qualified else pushed("ante", ante), *rest]


# --- who sees what ---------------------------------------------------------------------------


def look(round: Round, viewer: int | None) -> View:
    """What `viewer` may see (None: the public): the one place where secrecy is decided.

    One's own cards and a shared hand at once, all others when the round is over. In a shared round
    `hands` are that hand and, without cards, every seat with what it chose.
    """
    deal, ended = round.deal, round.street == _OVER
    board = deal.board[: _SHOWN[round.street]]
    if deal.shared:
        hole = next(iter(deal.holes.values()))
        hands = (_hand(HOUSE, hole, board, True, part="shared"), *round.said.values())
    else:
        hands = tuple(
            _hand(seat, hole, board, ended or seat == viewer, round.said[seat].chosen)
            for seat, hole in deal.holes.items()
        )
    return View(
        street=_STREETS[round.street],
        board=board,
        dealer=(_hand(HOUSE, deal.dealer, board, ended),),
        hands=hands,
        waiting=round.due,
        qualifies=qualifies(strength(deal.dealer + board)) if ended else None,
    )


def _hand(
    seat: int,
    held: tuple[int, ...],
    board: tuple[int, ...],
    seen: bool,
    chosen: str = "",
    part: str = "",
) -> Hand:
    if not seen:
        return Hand(seat, part, hidden=len(held), chosen=chosen)
    name, ranks = _made(held, board)
    return Hand(seat, part, held, 0, name, ranks, chosen)


def _made(held: tuple[int, ...], board: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """What a hand is called with this board, and its ranks from 2 to 14."""
    if board:
        name, ranks = describe(strength(held + board))
    else:
        ranks = tuple(sorted({rank(card) for card in held}, reverse=True))
        name = "high_card" if len(ranks) > 1 else "pair"
    return name, tuple(r + 2 for r in ranks)


# --- advice ----------------------------------------------------------------------------------


def advise(round: Round, seat: int, part: str = "") -> Advice | None:
    """The value of each option in antes, counting every card the seat sees; Trips left out.

    None for a seat that has nothing to choose. On the flop it takes a tenth of a second.
    """
    if seat not in round.due:
        return None
    return value(round.deal.holes[seat], round.deal.board[: _SHOWN[round.street]])


def value(hole: Sequence[int], board: Sequence[int], seen: Sequence[int] = ()) -> Advice:
    """The exact value of each option in antes for two cards and a board of 0, 3 or 5.

    `seen` are further cards known to be out of the deck. Before the flop they are not counted: the
    values are those of the exact table for the two cards alone, for counting anew takes minutes.
    Raises ValueError for another number of cards or too few left.
    """
    if len(hole) != 2 or len(board) not in (0, 3, 5):
        raise ValueError("the board has 0, 3 or 5 cards beside a hand of 2")
    if not board:
        return advice(PREFLOP[kind(hole)])
    others = left(hole, board, seen)
    if len(others) < 7 - len(board):
        raise ValueError("too few cards are left")
    weigh = _on_flop if len(board) == 3 else _on_river
    return advice(weigh(hole, board, others))


def _on_river(
    hole: Sequence[int], board: Sequence[int], others: NDArray[np.int8]
) -> dict[str, Fraction]:
    theirs = strengths(beside(board, others[subsets(len(others), 2)]))
    mine = strength((*hole, *board))
    counts = np.bincount(outcomes(mine, theirs, _PAIR), minlength=OUTCOMES)
    total = int(counts @ _worth(1)[kinds(mine)])
    return {"play1": Fraction(total, 2 * len(theirs)), "fold": Fraction(-2)}


def _on_flop(
    hole: Sequence[int], board: Sequence[int], others: NDArray[np.int8]
) -> dict[str, Fraction]:
    """The dealer's seven cards are the flop and four others, of which any two are his own.

    So every four are rated once, and counted six times: for each two that are turn and river.
    """
    runouts = subsets(len(others), 2)
    mine = strengths(beside([*hole, *board], others[runouts]))
    theirs = strengths(beside(board, others[subsets(len(others), 4)]))
    met = np.zeros(OUTCOMES * len(runouts), np.int64)
    for at in pairs_of_fours(len(others)):
        met += np.bincount(OUTCOMES * at + outcomes(mine[at], theirs, _PAIR), minlength=len(met))
    counts = met.reshape(-1, OUTCOMES)
    twice = (counts * _worth(2)[kinds(mine)]).sum()
    once = (counts * _worth(1)[kinds(mine)]).sum(axis=1)
    folded = counts.sum(axis=1) * -4
    deals = 2 * int(counts.sum())
    best = np.maximum(once, folded).sum()
    return {"play2": Fraction(int(twice), deals), "check": Fraction(int(best), deals)}


@cache
def _worth(play: int) -> NDArray[np.int64]:
    """Twice the net in antes of Ante, Blind and Play, by category and outcome."""
    return worth(lambda name, order, qualified: _main_bets(name, order, qualified, 2, play))
