"""The end of a street and of a hand: uncalled chips, hands turned up, the board, pots won."""

from __future__ import annotations

from collections.abc import Sequence

from games.betting import OVER, STREETS, Ending, Round, ask
from games.hands import category, strength
from games.play import Event
from games.pots import Pot, layers, split

_BOARD = (0, 3, 4, 5)
_RIVER = 3


def leave(round: Round, events: list[Event]) -> None:
    """Everyone else has folded: the last hand wins, and shows nothing."""
    put_in = _give_back(round, events)
    winner = round.live.bit_length() - 1
    pot = Pot(sum(put_in) + round.deal.dead, (winner,))
    _pay(round, [pot], [0] * len(put_in), events)


def close(round: Round, events: list[Event]) -> None:
    """A street is closed: the next one, or all of them when no more can be bet, or the showdown."""
    put_in = _give_back(round, events)
    live = round.places()
    able = len([place for place in live if round.stacks[place]])
    if able <= 1 and round.street < _RIVER:
        _turn_up(round, live, events)
    while round.street < _RIVER:
        _deal(round, events)
        if able > 1:
            ask(round, 0)
            return
    _show_down(round, live, put_in, events)


def _give_back(round: Round, events: list[Event]) -> list[int]:
    """Chips that nobody called go back first and are in no pot (TDA 15-B); gives what is put in."""
    put_in = round.put_in()
    top = max(put_in)
    if put_in.count(top) > 1:
        return put_in
    place = put_in.index(top)
    if round.live >> place & 1:
        put_in[place] = 0
        second = put_in[place] = max(put_in)
        round.stacks[place] += top - second
        events.append(Event("uncalled", round.deal.setup.seats[place], top - second))
    return put_in


def _turn_up(round: Round, live: Sequence[int], events: list[Event]) -> None:
    """No more can be bet: all live hands are turned face up before the board runs out (TDA 16)."""
    seen = 0
    for place in live:
        seen |= 3 << 2 * place
        events.append(Event("turned_up", round.deal.setup.seats[place], 0, round.deal.holes[place]))
    round.ending = Ending(seen)


def _deal(round: Round, events: list[Event]) -> None:
    """Burn one and deal the next street."""
    round.street += 1
    before, round.board = round.board, _BOARD[round.street]
    count = len(round.put)
    round.put = [0] * count
    round.last = [""] * count
    round.bet = round.acted = 0
    round.step = round.deal.setup.big_blind
    round.aggressor = -1
    cards = round.deal.runout[before : round.board]
    round.measure()
    events.append(Event("board", -1, 0, cards, STREETS[round.street]))


def _show_down(
    round: Round, live: Sequence[int], put_in: Sequence[int], events: list[Event]
) -> None:
    """Hands are shown or mucked, and the best ones win."""
    strengths = [0] * len(put_in)
    holes, runout = round.deal.holes, round.deal.runout
    for place in live:
        strengths[place] = strength(holes[place] + runout)
    pots = layers(put_in, live, round.deal.dead)
    seen, mucked = _show(round, live, strengths, pots, events)
    round.ending = Ending(seen | round.ending.seen, mucked)
    _pay(round, pots, strengths, events)


def _show(
    round: Round,
    live: Sequence[int],
    strengths: Sequence[int],
    pots: Sequence[Pot],
    events: list[Event],
) -> tuple[int, int]:
    """Show or muck each hand; gives, as bits, whose cards are seen and whose hand was mucked.

    The last river aggressor shows first, otherwise the first live hand (TDA 17-A). A hand that
    cannot win any pot against those already shown is mucked unseen, but nobody mucks when one of
    them is all-in (TDA 16). The last hand left by others nobody saw wins without showing
    (TDA 17-B).
    """
    seats, holes = round.deal.setup.seats, round.deal.holes
    all_up = not all([round.stacks[place] for place in live])
    alone = len([place for place in live if strengths[place]]) == 1
    to_beat = [0] * len(pots)
    seen = mucked = 0
    for place in _order(live, round.aggressor):
        mine = strengths[place]
        wins = False
        for number, pot in enumerate(pots):
            if mine >= to_beat[number] and mine and place in pot.claimants:
                wins = True
                to_beat[number] = mine
        if not mine or not (all_up or wins):
            mucked |= 1 << place
            events.append(Event("muck", seats[place]))
        elif not alone:
            seen |= 3 << 2 * place
            events.append(Event("show", seats[place], 0, holes[place], category(mine)))
    return seen, mucked


def _order(live: Sequence[int], first: int) -> Sequence[int]:
    """Live places clockwise from `first`, or from the left of the button where it is -1."""
    if first <= 0:
        return live
    return [place for place in live if place >= first] + [place for place in live if place < first]


def _pay(round: Round, pots: Sequence[Pot], strengths: Sequence[int], events: list[Event]) -> None:
    """Award each pot, side pots before the main pot (TDA 21), and end the hand."""
    seats, chip = round.deal.setup.seats, round.deal.setup.chip
    won = [0] * len(seats)
    for number in range(len(pots) - 1, -1, -1):
        amount, claimants = pots[number]
        best = max([strengths[place] for place in claimants])
        winners = [place for place in claimants if strengths[place] == best]
        for place, share in split(amount, winners, chip):
            won[place] += share
            round.stacks[place] += share
            events.append(Event("win", seats[place], share, (), str(number)))
    round.put = [0] * len(won)
    round.ending = Ending(*round.ending[:2], tuple(pots), tuple(won))
    round.street = OVER
    round.bet = 0
    round.rest()
