"""No-limit hold'em: the game as `games.play.Game` has it, and who may see what of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.betting import OVER, STREETS, Round, Setup, apply, ask, begin, check, choices
from games.cards import DECK, UNKNOWN
from games.hands import category, strength
from games.play import Act, Event, Option, Refused
from games.pots import layers
from games.showdown import close, deal_on, leave

__all__ = [
    "DEAL",
    "PotView",
    "Round",
    "SeatView",
    "Setup",
    "View",
    "chip",
    "contested",
    "default",
    "look",
    "options",
    "over",
    "play",
    "price",
    "results",
    "seats",
    "start",
    "waiting",
]

DEAL = Act(-1, "deal")
"""The dealer's own act: the next street of an all-in hand of a `stepwise` setup."""

_ALL = frozenset(DECK)
_SHOWN = {"first": 1, "second": 2, "both": 3}


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat dealt in, as a viewer sees it.

    `put` is what it has put in on this street, `total` over the hand, dead money included. `cards`
    are those the viewer may see, `hidden` how many lie face down before it. `strength` and
    `category` say what its two cards make with the board, 0 and "" where the viewer cannot know.
    `last` is its last act or blind on this street, `won` what it won in a hand that is over.
    """

    seat: int
    stack: int
    put: int
    total: int
    folded: bool
    all_in: bool
    cards: tuple[int, ...] = field(repr=False)
    hidden: int
    strength: int = field(repr=False)
    category: str = field(repr=False)
    last: str
    won: int


@dataclass(frozen=True, slots=True)
class PotView:
    """A pot without the bets of this street, and the seats that can still win it."""

    amount: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A hand as a viewer sees it.

    `street` is preflop, flop, turn or river, then showdown, or over where the last hand won
    uncontested. `pots` are main pot first, `dead` the part of the main pot that is dead money,
    `pot` all chips in the middle with the bets of this street; when the hand is over, what was won.
    `bet` is what must be matched on this street, `to_act` the seat whose turn it is. `strength` and
    `category` are the viewer's own; before the flop there is no strength yet.
    """

    street: str
    button: int
    board: tuple[int, ...]
    seats: tuple[SeatView, ...]
    pots: tuple[PotView, ...]
    dead: int
    pot: int
    bet: int
    to_act: int | None
    viewer: int | None
    strength: int = field(repr=False)
    category: str = field(repr=False)


def start(deck: Sequence[int], setup: Setup) -> tuple[Round, list[Event]]:
    """Post what is due and deal: one card each from seats[0] on, a second card each.

    Then a card is burnt before flop, turn and river. `deck` is 52 different cards, first card
    first; in old records some may be UNKNOWN. Raises ValueError for a deck or setup that is none.
    The events tell antes, blinds, dead money and each seat's own cards.
    """
    _check_deck(deck)
    _check_setup(setup)
    round, events = begin(setup, deck)
    if not ask(round, setup.seats.index(setup.opener)):
        close(round, events)
    return round, events


def _check_deck(deck: Sequence[int]) -> None:
    if len(deck) == len(_ALL) and set(deck) == _ALL:
        return
    known = [card for card in deck if card != UNKNOWN]
    if len(deck) != len(_ALL) or len(set(known)) != len(known) or not _ALL.issuperset(known):
        raise ValueError("a deck is 52 different cards")


def _check_setup(setup: Setup) -> None:
    seats, live, antes, dead = setup.seats, setup.live, setup.antes, setup.dead
    count = len(seats)
    if not 2 <= count <= 10 or len(set(seats)) != count:
        raise ValueError("2 to 10 different seats play a hand")
    if not len(setup.stacks) == len(live) == len(antes) == len(dead) == count:
        raise ValueError("each seat has a stack, a blind, an ante and dead money, be they 0")
    if setup.labels and len(setup.labels) != count:
        raise ValueError("each seat has a label or none has")
    if min(setup.stacks) <= 0 or min(live) < 0 or min(antes) < 0 or min(dead) < 0:
        raise ValueError("stacks are above 0, blinds and antes not below")
    if setup.big_blind <= 0 or setup.chip <= 0:
        raise ValueError("the big blind and the smallest chip are above 0")
    if setup.opener not in seats:
        raise ValueError("the opener is dealt in")


def waiting(round: Round) -> tuple[int, ...]:
    """The seat whose turn it is; empty when the hand is over or waits for DEAL."""
    return (round.deal.setup.seats[round.turn],) if round.turn >= 0 else ()


def options(round: Round, seat: int) -> tuple[Option, ...]:
    """All that `seat` may do now. Amounts of call, bet and raise are totals for the street.

    After the hand any seat dealt in may `show` first, second or both of its cards not yet seen.
    """
    seats, turn = round.deal.setup.seats, round.turn
    if turn >= 0:
        return choices(round) if seats[turn] == seat else ()
    if seat not in seats or round.street != OVER:
        return ()
    words = _showable(round, seats.index(seat))
    return (Option("show", choices=words),) if words else ()


def _showable(round: Round, place: int) -> tuple[str, ...]:
    """What a seat may still show after the hand: words of `_SHOWN`."""
    seen = round.ending.seen >> 2 * place & 3
    if UNKNOWN in round.deal.holes[place]:
        return ()
    return tuple(word for word, bits in _SHOWN.items() if not bits & seen)


def default(round: Round, seat: int) -> Act:
    """What silence means: a check when it is free, otherwise a fold."""
    return Act(seat, "fold" if round.owes else "check")


def play(round: Round, act: Act) -> tuple[Round, list[Event]]:
    """The next round and what happened; raises Refused and changes nothing.

    Amounts in events are totals for the street. Reasons of a refusal, with their facts:
    not_in_hand, not_your_turn (seat), hand_over, no_such_act (verb), owes (amount),
    nothing_to_call, other_price (amount), too_small (least), too_much (most), chip (chip),
    bet_first, raise_instead (least), cannot_raise (why: only_call, not_reopened, nobody_left),
    nothing_to_show.
    """
    seat, verb, amount, choice = act
    turn = round.turn
    if turn < 0 or seat != round.deal.setup.seats[turn]:
        return _play_out_of_turn(round, act)
    if choice or (amount and verb in ("fold", "check")):
        raise Refused("no_such_act", verb=verb[:20])
    check(round, verb, amount)
    new, event = apply(round, verb, amount)
    events = [event]
    if verb == "fold" and not new.live & new.live - 1:
        leave(new, events)
    elif not ask(new, turn + 1):
        close(new, events)
    return new, events


def _play_out_of_turn(round: Round, act: Act) -> tuple[Round, list[Event]]:
    """The dealer's next street, and cards shown after the hand; anything else is refused."""
    if act == DEAL and round.turn < 0 and round.street != OVER:
        new = round.copy()
        new.rest()
        events: list[Event] = []
        deal_on(new, events)
        return new, events
    seats = round.deal.setup.seats
    if act.seat not in seats:
        raise Refused("not_in_hand")
    place = seats.index(act.seat)
    if round.turn >= 0:
        if not round.live >> place & 1:
            raise Refused("not_in_hand")
        raise Refused("not_your_turn", seat=seats[round.turn])
    if act.verb != "show" or round.street != OVER:
        raise Refused("hand_over")
    if act.amount or act.choice not in _showable(round, place):
        raise Refused("nothing_to_show")
    new = round.copy()
    new.rest()
    bits = _SHOWN[act.choice]
    new.ending = new.ending._replace(seen=new.ending.seen | bits << 2 * place)
    cards = tuple(card for k, card in enumerate(round.deal.holes[place]) if bits >> k & 1)
    return new, [Event("shown", act.seat, 0, cards)]


def seats(round: Round) -> tuple[int, ...]:
    """The seats dealt in, clockwise from the left of the button."""
    return round.deal.setup.seats


def chip(round: Round) -> int:
    """The smallest chip of this hand."""
    return round.deal.setup.chip


def price(round: Round, seat: int) -> int | None:
    """What a call would cost `seat` if it were its turn now; None if it will not be asked again."""
    place = round.deal.setup.seats.index(seat)
    stack = round.stacks[place]
    if round.turn < 0 or not stack or not round.live >> place & 1:
        return None
    farthest, most, next_most = round.reach
    reach = next_most if farthest == place else most
    return min(stack, max(0, min(round.bet, reach) - round.put[place]))


def calls_all_in(round: Round, seat: int) -> bool:
    """Whether a call would take all that `seat` has in front of it, were it its turn now."""
    owed = price(round, seat)
    return bool(owed) and owed == round.stacks[round.deal.setup.seats.index(seat)]


def contested(round: Round) -> bool:
    """Whether more than one hand is live: a hand that ends so ends in a showdown."""
    return bool(round.live & round.live - 1)


def over(round: Round) -> bool:
    """Whether every chip has found its owner."""
    return round.street == OVER


def results(round: Round) -> dict[int, int]:
    """Net change of each seat's stack; the changes sum to zero once the hand is over."""
    due = zip(round.deal.setup.seats, round.stacks, round.deal.setup.stacks, strict=True)
    return {seat: after - before for seat, after, before in due}


def look(round: Round, viewer: int | None) -> View:
    """What the seat `viewer` may see, None being the public: the one place of secrecy.

    Own cards always, others' once they lie face up; never what was folded or mucked unseen.
    """
    setup = round.deal.setup
    seats = tuple(_seat(round, place, viewer) for place in range(len(setup.seats)))
    mine = next((seat for seat in seats if seat.seat == viewer), None)
    pots = _pots(round)
    ended = "showdown" if contested(round) else "over"
    return View(
        street=STREETS[round.street] if round.street < OVER else ended,
        button=setup.button,
        board=round.deal.runout[: round.board],
        seats=seats,
        pots=pots,
        dead=round.deal.dead,
        pot=sum(pot.amount for pot in pots) + sum(round.put),
        bet=round.bet,
        to_act=setup.seats[round.turn] if round.turn >= 0 else None,
        viewer=viewer,
        strength=mine.strength if mine else 0,
        category=mine.category if mine else "",
    )


def _seat(round: Round, place: int, viewer: int | None) -> SeatView:
    setup = round.deal.setup
    seat, hole = setup.seats[place], round.deal.holes[place]
    won = round.ending.won[place] if round.ending.won else 0
    seen = 3 if seat == viewer else round.ending.seen >> 2 * place & 3
    cards = tuple(card for k, card in enumerate(hole) if seen >> k & 1)
    gone = not round.live & ~round.ending.mucked & 1 << place
    worth, name = _worth(round, cards)
    return SeatView(
        seat=seat,
        stack=round.stacks[place],
        put=round.put[place],
        total=setup.stacks[place] - round.stacks[place] + won,
        folded=not round.live >> place & 1,
        all_in=bool(round.live >> place & 1) and round.stacks[place] == won,
        cards=cards,
        hidden=0 if gone else len(hole) - len(cards),
        strength=worth,
        category=name,
        last=round.last[place],
        won=won,
    )


def _worth(round: Round, cards: tuple[int, ...]) -> tuple[int, str]:
    """What two cards make with the board so far, or "pair" and "high_card" before the flop."""
    if len(cards) < 2 or UNKNOWN in cards:
        return 0, ""
    if not round.board:
        return 0, "pair" if cards[0] >> 2 == cards[1] >> 2 else "high_card"
    worth = strength(cards + round.deal.runout[: round.board])
    return worth, category(worth) if worth else ""


def _pots(round: Round) -> tuple[PotView, ...]:
    """The pots without the bets of this street; those that were won when the hand is over."""
    pots = list(round.ending.paid)
    if not pots:
        behind = [all_in - put for all_in, put in zip(round.put_in(), round.put, strict=True)]
        pots = layers(behind, round.places(), round.deal.dead)
    seats = round.deal.setup.seats
    return tuple(
        PotView(pot.amount, tuple(seats[place] for place in pot.claimants))
        for pot in pots
        if pot.amount
    )
