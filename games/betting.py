"""A hand of no-limit hold'em as it is being bet: the chips, whose turn it is, what they may do.

Everything is kept by place: the index of a seat among those dealt in, 0 left of the button.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import sub
from typing import NamedTuple

from games.play import EVERYONE, Event, Option, Refused
from games.pots import Pot

STREETS = ("preflop", "flop", "turn", "river")
OVER = 4


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays a hand for what. Tuples have one entry for each seat dealt in.

    `seats` are table seat numbers, clockwise from the left of the button (heads-up: big blind
    first, button last). `stacks` and all other amounts are hundredths; stacks are above 0.
    `button` may be an empty seat. `big_blind` is the least bet and the first raise size.
    `live` are blinds and posts that count as bets, `labels` their names (small_blind, big_blind,
    post, straddle, or "" where nothing is posted). `antes` are every-seat antes, which count in the
    layers; `dead` is dead money: big-blind antes, dead small blinds. These three are what is due:
    a short stack pays its ante first, then its blind, then dead money (TDA RP-11); `dead_first`
    puts dead money before the blind, as old records have it where every seat pays a dead ante.
    `opener` acts first before the flop. `chip` is the smallest chip: bets are multiples of it.
    `stepwise`: when all are all-in, each street waits for DEAL instead of coming at once.
    """

    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    button: int
    big_blind: int
    live: tuple[int, ...]
    antes: tuple[int, ...]
    dead: tuple[int, ...]
    opener: int
    chip: int = 100
    labels: tuple[str, ...] = ()
    dead_first: bool = False
    stepwise: bool = False


class Deal(NamedTuple):
    """What stays as it is for the whole hand."""

    setup: Setup
    holes: tuple[tuple[int, ...], ...]  # two cards of each place
    runout: tuple[int, ...]  # the five board cards, dealt or not
    dead_by: tuple[int, ...]  # dead money of each place
    dead: int
    brought: tuple[int, ...]  # the stacks of the setup less dead money


class Ending(NamedTuple):
    """What the end of a hand brings to light."""

    seen: int = 0  # bits, two for each place: which of its cards lie face up
    mucked: int = 0  # bits: whose hand went into the muck at the showdown
    paid: tuple[Pot, ...] = ()  # pots as they were won, main pot first
    won: tuple[int, ...] = ()  # what each place won; empty before the end


class Round:
    """A hand between two acts. Nobody changes it but the functions that made this very copy."""

    __slots__ = (
        "acted",  # bits: who has acted on this street (a check counts, a blind does not)
        "aggressor",  # place of the last bet or raise of this street, or -1
        "bet",  # what must be matched on this street
        "board",  # how many board cards lie face up
        "deal",
        "ending",
        "last",  # last act of each place on this street, or ""
        "least",  # least total of a raise by who is to act, 0 if there may be none
        "live",  # bits: who has not folded
        "most",  # greatest total of that raise
        "owes",  # what who is to act must add to call
        "put",  # what each place has put in on this street
        "reach",  # who of the live can have most in on this street, how much; the next one's most
        "stacks",
        "step",  # the largest full bet or raise of this street
        "street",  # index of STREETS, or OVER
        "turn",  # place that is to act, or -1
    )

    deal: Deal
    stacks: list[int]
    put: list[int]
    last: list[str]
    live: int
    acted: int
    bet: int
    step: int
    street: int
    board: int
    aggressor: int
    reach: tuple[int, int, int]
    ending: Ending
    turn: int
    owes: int
    least: int
    most: int

    def copy(self) -> Round:
        """The same hand, but for whose turn it is: that is to be settled anew."""
        new = _blank(Round)
        new.deal = self.deal
        new.stacks = self.stacks[:]
        new.put = self.put[:]
        new.last = self.last[:]
        new.live = self.live
        new.acted = self.acted
        new.bet = self.bet
        new.step = self.step
        new.street = self.street
        new.board = self.board
        new.aggressor = self.aggressor
        new.reach = self.reach
        new.ending = self.ending
        return new

    def __repr__(self) -> str:
        name = STREETS[self.street] if self.street < OVER else "over"
        return f"<Round {name}, {self.live.bit_count()} live>"

    def places(self) -> list[int]:
        """The places that have not folded, lowest first."""
        live = self.live
        return [place for place in range(len(self.stacks)) if live >> place & 1]

    def put_in(self) -> list[int]:
        """What each place has put in over the hand, dead money apart."""
        return list(map(sub, self.deal.brought, self.stacks))

    def clear(self, live: Sequence[int]) -> None:
        """Begin a street on which nobody has bet yet."""
        count = len(self.put)
        self.put = [0] * count
        self.last = [""] * count
        self.bet = self.acted = 0
        self.step = self.deal.setup.big_blind
        self.aggressor = -1
        self.measure(live)

    def rest(self) -> None:
        """It is nobody's turn."""
        self.turn = -1
        self.owes = self.least = self.most = 0

    def measure(self, live: Sequence[int]) -> None:
        """Note how far live hands reach: to be done when a street begins and when one folds."""
        stacks, put = self.stacks, self.put
        reaches = [stacks[place] + put[place] for place in live]
        most = max(reaches)
        farthest = live[reaches.index(most)]
        reaches.remove(most)
        self.reach = farthest, most, max(reaches, default=0)


_NOTHING = Ending()
_blank = Round.__new__
make = tuple.__new__  # a NamedTuple's own constructor takes twice as long


def begin(setup: Setup, deck: Sequence[int]) -> tuple[Round, list[Event]]:
    """Antes, blinds and posts, dead money, two cards each; whose turn it is stays to be settled."""
    count = len(setup.seats)
    events: list[Event] = []
    stacks = list(setup.stacks)
    if any(setup.antes):
        _post(setup, stacks, setup.antes, ["ante"] * count, events)
    labels = setup.labels or [""] * count
    dead = (0,) * count
    if setup.dead_first:
        dead = _post(setup, stacks, setup.dead, ["dead"] * count, events)
    put = _post(setup, stacks, setup.live, labels, events)
    if not setup.dead_first and any(setup.dead):
        dead = _post(setup, stacks, setup.dead, ["dead"] * count, events)
    holes = tuple(zip(deck[:count], deck[count : 2 * count], strict=True))
    told = zip(setup.seats, holes, strict=True)
    events += [make(Event, ("hole", seat, 0, hole, "", seat)) for seat, hole in told]
    burnt = 2 * count
    runout = (*deck[burnt + 1 : burnt + 4], deck[burnt + 5], deck[burnt + 7])
    new = _blank(Round)
    brought = tuple(map(sub, setup.stacks, dead))
    new.deal = Deal(setup, holes, runout, dead, sum(dead), brought)
    new.stacks, new.put = stacks, list(put)
    new.last = [""] * count
    for place, paid in enumerate(put):
        if paid:
            new.last[place] = labels[place] or "post"
    new.live = (1 << count) - 1
    new.acted = new.street = new.board = 0
    new.bet = max(setup.live)
    new.step = setup.big_blind
    new.aggressor = -1
    new.ending = _NOTHING
    new.measure(range(count))
    return new, events


def _post(
    setup: Setup,
    stacks: list[int],
    due: Sequence[int],
    kinds: Sequence[str],
    events: list[Event],
) -> tuple[int, ...]:
    """Take what is due from the stacks, or all there is; gives what each place paid."""
    paid = [0] * len(due)
    for place, amount in enumerate(due):
        if amount and stacks[place]:
            paid[place] = amount = min(amount, stacks[place])
            stacks[place] -= amount
            note = "" if stacks[place] else "all_in"
            kind = kinds[place] or "post"
            events.append(Event(kind, setup.seats[place], amount, (), note))
    return tuple(paid)


def ask(round: Round, start: int) -> bool:
    """Turn to the next place from `start` on that must act; False when the street is closed.

    A place is asked when it owes chips that an opponent can win, or when it has not acted and an
    opponent could still answer a bet. What it may do is noted in the round: a raise adds the
    largest full bet or raise of the street (TDA 43-A); who has acted may raise only when owing
    that much, be it by several short all-ins (TDA 47-A); nobody may when no opponent could answer.
    """
    stacks, put, live, bet = round.stacks, round.put, round.live, round.bet
    farthest, reach, second = round.reach
    count = len(stacks)
    for turn in range(start, start + count):
        place = turn if turn < count else turn - count
        stack = stacks[place]
        if not stack or not live >> place & 1:
            continue
        others = second if place == farthest else reach
        owes = (bet if bet < others else others) - put[place]
        fresh = not round.acted >> place & 1
        if owes <= 0 and not (fresh and others > bet):
            continue
        round.turn = place
        round.owes = owes if owes < stack else stack
        round.least = round.most = 0
        most = stack + put[place]
        if others > bet and most > bet and (fresh or owes >= round.step):
            setup = round.deal.setup
            least = bet + round.step if bet else setup.big_blind
            least += -least % setup.chip
            round.least = least if least < most else most
            round.most = most
        return True
    return False


_FOLD, _CHECK = Option("fold"), Option("check")


def choices(round: Round) -> tuple[Option, ...]:
    """What the place whose turn it is may do."""
    owes, most = round.owes, round.most
    put = round.put[round.turn]
    matched = make(Option, ("call", put + owes, put + owes, owes, ())) if owes else _CHECK
    if not most:
        return _FOLD, matched
    verb, least = "raise" if round.bet else "bet", round.least
    return _FOLD, matched, make(Option, (verb, least, most, least - put, ()))


def check(round: Round, verb: str, amount: int) -> None:
    """Raise Refused unless the place whose turn it is may do this."""
    if verb == "raise" or verb == "bet":
        if not round.most or (verb == "bet") == (round.bet > 0):
            raise _no_raise(round, verb)
        if amount < round.least:
            raise Refused("too_small", least=round.least)
        if amount > round.most:
            raise Refused("too_much", most=round.most)
        if amount % round.deal.setup.chip and amount < round.most:
            raise Refused("chip", chip=round.deal.setup.chip)
    elif verb == "check":
        if round.owes:
            raise Refused("owes", amount=round.owes)
    elif verb == "call":
        _check_call(round, amount)
    elif verb != "fold":
        raise Refused("no_such_act", verb=verb[:20])


def _check_call(round: Round, amount: int) -> None:
    """A call needs no amount, but one that is given must be the price."""
    if not round.owes:
        raise Refused("nothing_to_call")
    total = round.put[round.turn] + round.owes
    if amount and amount != total:
        raise Refused("other_price", amount=total)


def _no_raise(round: Round, verb: str) -> Refused:
    """Why there may be no such bet or raise."""
    if round.most:
        return Refused("bet_first" if verb == "raise" else "raise_instead", least=round.least)
    place = round.turn
    reach = round.stacks[place] + round.put[place]
    if reach <= round.bet:
        return Refused("cannot_raise", why="only_call")
    if round.acted >> place & 1 and round.bet - round.put[place] < round.step:
        return Refused("cannot_raise", why="not_reopened")
    return Refused("cannot_raise", why="nobody_left")


def apply(old: Round, verb: str, amount: int) -> tuple[Round, Event]:
    """The hand after an act already checked, and its event; the turn is to be passed on."""
    new = old.copy()
    place = old.turn
    new.acted |= 1 << place
    new.last[place] = verb
    note = ""
    if verb == "fold":
        amount = 0
        new.live &= ~(1 << place)
        if old.put[place] + old.stacks[place] >= old.reach[2]:
            new.measure(new.places())
    elif verb == "check":
        amount = 0
    else:
        put = old.put[place]
        if verb == "call":
            amount = put + old.owes
        else:
            if amount - old.bet >= old.step:
                new.step = amount - old.bet
            new.bet = amount
            new.aggressor = place
        new.put[place] = amount
        new.stacks[place] = left = old.stacks[place] + put - amount
        note = "" if left else "all_in"
    return new, make(Event, (verb, old.deal.setup.seats[place], amount, (), note, EVERYONE))
