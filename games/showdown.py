"""The end of a street and of a hand: uncalled chips, hands turned up, the board, pots won."""

from __future__ import annotations

from collections.abc import Sequence

from games.betting import OVER, STREETS, Round, ask
from games.hands import category, strength
from games.play import Event
from games.pots import Pot, layers, split

_BOARD = (0, 3, 4, 5)
_RIVER = 3


def move_on(round: Round, start: int, events: list[Event]) -> None:
    """Turn to the next who must act from place `start` on; with nobody left, deal or end it."""
    if not round.live & round.live - 1:
        _leave_to(round, round.live.bit_length() - 1, events)
    elif not ask(round, start):
        _close(round, events)


def _leave_to(round: Round, winner: int, events: list[Event]) -> None:
    """Everyone else has folded: the last hand wins unseen (RULES: uncontested shows nothing)."""
    _give_back(round, events)
    amount = sum(round.put_in()) + round.dead
    _pay(round, [Pot(amount, (winner,))], [0] * len(round.stacks), events)


def _close(round: Round, events: list[Event]) -> None:
    """A street is closed: the next one, or all of them when no more can be bet, or the showdown."""
    _give_back(round, events)
    able = sum(1 for place in round.places() if round.stacks[place])
    if able <= 1 and round.street < _RIVER:
        _turn_up(round, events)
    while round.street < _RIVER:
        _deal(round, events)
        if able > 1:
            ask(round, 0)
            return
    _show_down(round, events)


def _give_back(round: Round, events: list[Event]) -> None:
    """Chips that nobody called go back first and are in no pot (TDA 15-B)."""
    put_in = round.put_in()
    second, top = sorted(put_in)[-2:]
    place = put_in.index(top)
    if top == second or not round.live >> place & 1:
        return
    round.stacks[place] += top - second
    events.append(Event("uncalled", round.setup.seats[place], top - second))


def _turn_up(round: Round, events: list[Event]) -> None:
    """No more can be bet: all live hands are turned face up before the board runs out (TDA 16)."""
    for place in round.places():
        round.seen |= 3 << 2 * place
        events.append(Event("turned_up", round.setup.seats[place], 0, round.holes[place]))


def _deal(round: Round, events: list[Event]) -> None:
    """Burn one and deal the next street."""
    round.street += 1
    before, round.dealt = round.dealt, _BOARD[round.street]
    count = len(round.put)
    round.put = [0] * count
    round.last = [""] * count
    round.bet = round.acted = 0
    round.step = round.setup.big_blind
    round.aggressor = -1
    cards = round.runout[before : round.dealt]
    events.append(Event("board", -1, 0, cards, STREETS[round.street]))


def _show_down(round: Round, events: list[Event]) -> None:
    live = round.places()
    strengths = [0] * len(round.stacks)
    for place in live:
        strengths[place] = strength(round.holes[place] + round.runout)
    pots = layers(round.put_in(), live, round.dead)
    _show(round, live, strengths, pots, events)
    _pay(round, pots, strengths, events)


def _show(
    round: Round,
    live: Sequence[int],
    strengths: Sequence[int],
    pots: Sequence[Pot],
    events: list[Event],
) -> None:
    """The last river aggressor shows first, otherwise the first live hand (TDA 17-A).

    A hand that cannot win any pot against those already shown is mucked unseen, but nobody mucks
    when one of them is all-in (TDA 16). The last hand left by others nobody saw wins without
    showing (TDA 17-B).
    """
    first = max(round.aggressor, 0)
    all_up = not all(round.stacks[place] for place in live)
    alone = sum(1 for place in live if strengths[place]) == 1
    to_beat = [0] * len(pots)
    for place in [p for p in live if p >= first] + [p for p in live if p < first]:
        seat, mine = round.setup.seats[place], strengths[place]
        claims = [k for k, pot in enumerate(pots) if place in pot.claimants]
        if not mine or not (all_up or any(mine >= to_beat[k] for k in claims)):
            round.mucked |= 1 << place
            events.append(Event("muck", seat))
        elif not alone:
            round.seen |= 3 << 2 * place
            events.append(Event("show", seat, 0, round.holes[place], category(mine)))
            for k in claims:
                to_beat[k] = max(to_beat[k], mine)


def _pay(round: Round, pots: Sequence[Pot], strengths: Sequence[int], events: list[Event]) -> None:
    """Award each pot, side pots before the main pot (TDA 21), and end the hand."""
    won = [0] * len(round.stacks)
    for number in range(len(pots) - 1, -1, -1):
        amount, claimants = pots[number]
        best = max(strengths[place] for place in claimants)
        winners = [place for place in claimants if strengths[place] == best]
        for place, share in split(amount, winners, round.setup.chip):
            won[place] += share
            round.stacks[place] += share
            events.append(Event("win", round.setup.seats[place], share, (), str(number)))
    round.put = [0] * len(won)
    round.won, round.paid = tuple(won), tuple(pots)
    round.street = OVER
    round.turn = -1
    round.owes = round.least = round.most = round.bet = 0
