"""The end of a street and of a hand: uncalled chips, hands turned up, the board, pots won."""

from __future__ import annotations

from collections.abc import Sequence

from games.betting import OVER, STREETS, Ending, Round, ask, make
from games.hands import category, seven
from games.play import EVERYONE, Event
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
    if able > 1 and round.street < _RIVER:
        _deal(round, events)
        round.clear(live)
        ask(round, 0)
        return
    if round.street < _RIVER:
        _turn_up(round, live, events)
        if round.deal.setup.stepwise:
            round.clear(live)
            round.rest()
            return
    while round.street < _RIVER:
        _deal(round, events)
    _show_down(round, live, put_in, events)


def deal_on(round: Round, events: list[Event]) -> None:
    """The next street of an all-in hand that is dealt step by step; after the last the showdown."""
    _deal(round, events)
    if round.street == _RIVER:
        _show_down(round, round.places(), round.put_in(), events)


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
    seats, holes = round.deal.setup.seats, round.deal.holes
    seen = 0
    for place in live:
        seen |= 3 << 2 * place
        events.append(make(Event, ("turned_up", seats[place], 0, holes[place], "", EVERYONE)))
    round.ending = Ending(seen)
    round.aggressor = -1


def _deal(round: Round, events: list[Event]) -> None:
    """Burn one and deal the next street."""
    round.street += 1
    before, round.board = round.board, _BOARD[round.street]
    cards = round.deal.runout[before : round.board]
    events.append(make(Event, ("board", -1, 0, cards, STREETS[round.street], EVERYONE)))


def _show_down(
    round: Round, live: Sequence[int], put_in: Sequence[int], events: list[Event]
) -> None:
    """Hands are shown or mucked, and the best ones win."""
    strengths = [0] * len(put_in)
    holes, runout = round.deal.holes, round.deal.runout
    for place in live:
        strengths[place] = seven(*holes[place], *runout)
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
    all_up = 0 in [round.stacks[place] for place in live]
    alone = len([place for place in live if strengths[place]]) == 1
    to_beat = [0] * len(pots)
    seen = mucked = 0
    for place in _order(live, round.aggressor):
        mine = strengths[place]
        if not mine or not (all_up or _can_win(place, mine, pots, to_beat)):
            mucked |= 1 << place
            events.append(Event("muck", seats[place]))
        elif not alone:
            seen |= 3 << 2 * place
            shown = ("show", seats[place], 0, holes[place], category(mine), EVERYONE)
            events.append(make(Event, shown))
    return seen, mucked


def _can_win(place: int, mine: int, pots: Sequence[Pot], to_beat: list[int]) -> bool:
    """Whether a hand wins or ties a pot against those shown; raises what others have to beat."""
    wins = False
    for number, pot in enumerate(pots):
        if mine >= to_beat[number] and place in pot.claimants:
            wins = True
            to_beat[number] = mine
    return wins


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
            events.append(make(Event, ("win", seats[place], share, (), str(number), EVERYONE)))
    round.put = [0] * len(won)
    round.ending = Ending(*round.ending[:2], tuple(pots), tuple(won))
    round.street = OVER
    round.bet = 0
    round.rest()
