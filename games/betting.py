"""A hand of no-limit hold'em as it is being bet: the chips, whose turn it is, what they may do.

Everything is kept by place: the index of a seat among those dealt in, 0 left of the button.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.play import Act, Event, Option, Refused
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
    a short stack pays its ante first, then its blind, then dead money (TDA RP-11).
    `opener` acts first before the flop. `chip` is the smallest chip: bets are multiples of it.
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


class Round:
    """A hand between two acts. Nobody changes it but the functions that made this very copy."""

    __slots__ = (
        "acted",  # bits: who has acted on this street (a check counts, a blind does not)
        "aggressor",  # place of the last bet or raise of this street, or -1
        "bet",  # what must be matched on this street
        "dead",  # dead money in the main pot
        "dead_by",  # dead money of each place
        "dealt",  # how many board cards lie face up
        "holes",  # two cards of each place
        "last",  # last act of each place on this street, or ""
        "least",  # least total of a raise by who is to act, 0 if there may be none
        "live",  # bits: who has not folded
        "most",  # greatest total of that raise
        "mucked",  # bits: whose hand went face down into the muck at the showdown
        "owes",  # what who is to act must add to call
        "paid",  # pots as they were won, main pot first
        "put",  # what each place has put in on this street
        "runout",  # the five board cards, dealt or not
        "seen",  # bits, two for each place: which of its cards lie face up
        "setup",
        "stacks",
        "step",  # the largest full bet or raise of this street
        "street",  # index of STREETS, or OVER
        "turn",  # place that is to act, or -1
        "won",  # what each place won; empty before the end
    )

    setup: Setup
    holes: tuple[tuple[int, int], ...]
    runout: tuple[int, ...]
    dealt: int
    dead: int
    dead_by: tuple[int, ...]
    stacks: list[int]
    put: list[int]
    last: list[str]
    live: int
    acted: int
    bet: int
    step: int
    street: int
    turn: int
    owes: int
    least: int
    most: int
    aggressor: int
    seen: int
    mucked: int
    paid: tuple[Pot, ...]
    won: tuple[int, ...]

    def copy(self) -> Round:
        new = _blank(Round)
        new.setup = self.setup
        new.holes = self.holes
        new.runout = self.runout
        new.dealt = self.dealt
        new.dead = self.dead
        new.dead_by = self.dead_by
        new.stacks = self.stacks[:]
        new.put = self.put[:]
        new.last = self.last[:]
        new.live = self.live
        new.acted = self.acted
        new.bet = self.bet
        new.step = self.step
        new.street = self.street
        new.turn = self.turn
        new.owes = self.owes
        new.least = self.least
        new.most = self.most
        new.aggressor = self.aggressor
        new.seen = self.seen
        new.mucked = self.mucked
        new.paid = self.paid
        new.won = self.won
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
        due = zip(self.setup.stacks, self.dead_by, self.stacks, strict=True)
        return [stack - dead - left for stack, dead, left in due]


_blank = Round.__new__


def begin(setup: Setup, deck: Sequence[int]) -> tuple[Round, list[Event]]:
    """Antes, blinds and posts, dead money, two cards each; the first to act is not yet asked."""
    count = len(setup.seats)
    new = _blank(Round)
    new.setup = setup
    new.holes = tuple(zip(deck[:count], deck[count : 2 * count], strict=True))
    first = 2 * count + 1
    new.runout = (*deck[first : first + 3], deck[first + 4], deck[first + 6])
    new.stacks = list(setup.stacks)
    new.put = [0] * count
    new.last = [""] * count
    new.live = (1 << count) - 1
    new.dealt = new.acted = new.seen = new.mucked = new.owes = new.least = new.most = new.street = 0
    new.bet = max(setup.big_blind, *setup.live) if any(setup.live) else 0
    new.step = setup.big_blind
    new.turn = new.aggressor = -1
    new.paid = new.won = ()
    events: list[Event] = []
    if any(setup.antes):
        _post(new, setup.antes, events, ["ante"] * count)
    names = [label or "post" for label in setup.labels or [""] * count]
    new.put = _post(new, setup.live, events, names)
    new.last = [name if put else "" for name, put in zip(names, new.put, strict=True)]
    dead = _post(new, setup.dead, events, ["dead"] * count) if any(setup.dead) else [0] * count
    new.dead_by = tuple(dead)
    new.dead = sum(dead)
    for seat, hole in zip(setup.seats, new.holes, strict=True):
        events.append(Event("hole", seat, 0, hole, "", seat))
    return new, events


def _post(new: Round, due: Sequence[int], events: list[Event], kinds: Sequence[str]) -> list[int]:
    """Take what is due, or all there is; gives what each place paid."""
    paid = [0] * len(due)
    for place, amount in enumerate(due):
        if amount and new.stacks[place]:
            paid[place] = amount = min(amount, new.stacks[place])
            new.stacks[place] -= amount
            note = "" if new.stacks[place] else "all_in"
            events.append(Event(kinds[place], new.setup.seats[place], amount, (), note))
    return paid


def ask(round: Round, start: int) -> bool:
    """Turn to the next place from `start` on that must act; False when the street is closed.

    A place is asked when it owes chips that an opponent can win, or when it has not acted and an
    opponent could still answer a bet. What it may do is noted in the round.
    """
    stacks, put, live, bet = round.stacks, round.put, round.live, round.bet
    count = len(stacks)
    for turn in range(start, start + count):
        place = turn if turn < count else turn - count
        if not stacks[place] or not live >> place & 1:
            continue
        owes = bet - put[place]
        if not owes and round.acted >> place & 1:
            continue
        for other in range(count):
            if put[other] + stacks[other] > bet and live >> other & 1 and other != place:
                _note(round, place, owes, True)
                return True
        others = (put[p] + stacks[p] for p in range(count) if live >> p & 1 and p != place)
        owes = min(bet, max(others)) - put[place]
        if owes > 0:
            _note(round, place, owes, False)
            return True
    round.turn = -1
    round.owes = round.least = round.most = 0
    return False


def _note(round: Round, place: int, owes: int, answered: bool) -> None:
    """Note what `place` may do now. `answered`: an opponent has chips beyond the bet.

    A raise adds the largest full bet or raise of the street (TDA 43-A); who has acted may raise
    only when owing that much, be it by several short all-ins (TDA 47-A).
    """
    stack = round.stacks[place]
    reach = stack + round.put[place]
    round.turn = place
    round.owes = owes if owes < stack else stack
    if answered and reach > round.bet and (owes >= round.step or not round.acted >> place & 1):
        least = round.bet + round.step if round.bet else round.setup.big_blind
        least += -least % round.setup.chip
        round.least = least if least < reach else reach
        round.most = reach
    else:
        round.least = round.most = 0


def choices(round: Round) -> tuple[Option, ...]:
    """What the place whose turn it is may do."""
    owes, least = round.owes, round.least
    put = round.put[round.turn]
    if owes:
        options = [Option("fold"), Option("call", put + owes, put + owes, owes)]
    else:
        options = [Option("fold"), Option("check")]
    if round.most:
        verb = "raise" if round.bet else "bet"
        options.append(Option(verb, least, round.most, least - put))
    return tuple(options)


def check(round: Round, act: Act) -> None:
    """Raise Refused unless the place whose turn it is may do this."""
    verb, amount = act.verb, act.amount
    if verb == "raise" or verb == "bet":
        if not round.most or (verb == "bet") == (round.bet > 0):
            raise _no_raise(round, verb)
        if amount < round.least:
            raise Refused("too_small", least=round.least)
        if amount > round.most:
            raise Refused("too_much", most=round.most)
        if amount % round.setup.chip and amount < round.most:
            raise Refused("chip", chip=round.setup.chip)
    elif verb == "call":
        total = round.put[round.turn] + round.owes
        if not round.owes:
            raise Refused("nothing_to_call")
        if amount and amount != total:
            raise Refused("other_price", amount=total)
    elif verb == "check":
        if round.owes:
            raise Refused("owes", amount=round.owes)
    elif verb != "fold":
        raise Refused("no_such_act", verb=verb[:20])


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


def apply(round: Round, place: int, verb: str, amount: int) -> Event:
    """Change this very round by an act already checked; the turn stays to be passed on."""
    if verb == "fold":
        round.live &= ~(1 << place)
        total = 0
    elif verb == "check":
        total = 0
    else:
        total = amount if verb != "call" else round.put[place] + round.owes
        round.stacks[place] -= total - round.put[place]
        round.put[place] = total
        if verb != "call":
            if total - round.bet >= round.step:
                round.step = total - round.bet
            round.bet = total
            round.aggressor = place
    round.acted |= 1 << place
    round.last[place] = verb
    note = "all_in" if total and not round.stacks[place] else ""
    return Event(verb, round.setup.seats[place], total, (), note)
