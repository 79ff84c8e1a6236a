"""Laying bets while they are open: chips, repeat, double, undo, clear, and who is ready.

Pure: each function changes a `Draft`, which is thrown away when it raises Refused.
"""

from __future__ import annotations

from bot.bank.state import Bets, Draft, Player, State, Step, covered, staked, summed
from bot.state import Command, Move, Timer
from bot.terms import SECOND
from games.banked import Spot
from games.bets import CHIP
from games.play import Refused

AMBER = 5 * SECOND
"""How long before bets close the signal turns amber."""

IDLE = 2
"""So many windows without a bet, and a person stands up, a table sleeps."""


def sit(draft: Draft, command: Command) -> None:
    """Take a place at the table, once. Raises Refused."""
    if draft.state.seat_of(command.person) is not None:
        raise Refused("already_seated")
    seat = _sit(draft, command)
    draft.answer = ("bank.sat", {"seat": seat})


def _sit(draft: Draft, command: Command) -> int:
    state = draft.state
    if state.closing:
        raise Refused("closing")
    seat = next(n for n in range(1, len(state.players) + 2) if n not in state.players)
    if not state.shared:
        first = (state.spots[0].name, state.terms.least)
        state.rules.admit(state.setup(dict.fromkeys((*state.players, seat), (first,))))
    state.sit(seat, Player(command.person, command.name))
    draft.say("sat", seat)
    return seat


def seat_or_refuse(state: State, person: str) -> int:
    """The seat of a person, or Refused."""
    seat = state.seat_of(person)
    if seat is None:
        raise Refused("not_seated")
    return seat


def _better(draft: Draft, command: Command) -> int:
    """The seat of who may change their bets now. Raises Refused."""
    state = draft.state
    seat = seat_or_refuse(state, command.person)
    if command.hand and command.hand != state.hand:
        raise Refused("stale")
    _open_or_refuse(state)
    return seat


def _open_or_refuse(state: State) -> None:
    if state.paused:
        raise Refused("paused")
    if state.closing:
        raise Refused("closing")
    if state.playing:
        raise Refused("bank.bets_closed")


def chip(draft: Draft, command: Command) -> None:
    """Lay `amount` on the spot `word` ("": the first); what passes the limit fills up to it.

    Who does not sit yet sits down with it. Raises Refused.
    """
    state = draft.state
    if state.seat_of(command.person) is None:
        if command.hand and command.hand != state.hand:
            raise Refused("stale")
        _open_or_refuse(state)
        _sit(draft, command)
    seat = _better(draft, command)
    spot = _spot(state, command.word)
    amount = command.amount
    if amount <= 0:
        raise Refused("bad_amount.negative" if amount < 0 else "bad_amount.zero")
    if amount % CHIP:
        raise Refused("chip", chip=CHIP)
    lies = dict(state.players[seat].bets).get(spot.name, 0)
    least, most = state.terms.least_on(spot), state.terms.most_on(spot)
    if lies + amount < least:
        raise Refused("bank.bet_least", spot=_called(spot), least=least)
    if lies >= most:
        raise Refused("bank.spot_full", spot=_called(spot), most=most)
    added = min(amount, most - lies)
    _add(draft, seat, Step("chip", ((spot.name, added),)))
    if added < amount:
        draft.answer = ("bank.filled", {"spot": _called(spot), "most": most})


def _called(spot: Spot) -> str:
    """What a spot is called in an answer: the Bet of a game with no Ante is just a bet."""
    return "only" if spot.name == "bet" else spot.name


def _spot(state: State, word: str) -> Spot:
    if not word:
        return state.spots[0]
    for spot in state.spots:
        if word in (spot.name, spot.name.removesuffix("_1")):
            return spot
    if word in ("blind", "play"):
        raise Refused(f"bank.no_spot.{word}")
    raise Refused("banked.no_such_spot", spot=word)


def repeat(draft: Draft, command: Command) -> None:
    """Lay the bets of the last round again, within the limits; a lone player's are then dealt."""
    seat = _better(draft, command)
    state = draft.state
    player = state.players[seat]
    if player.steps:
        raise Refused("bank.bets_laid")
    if not player.last:
        raise Refused("bank.nothing_to_repeat")
    most = {spot.name: state.terms.most_on(spot) for spot in state.spots}
    least = {spot.name: state.terms.least_on(spot) for spot in state.spots}
    bets = tuple((spot, max(least[spot], min(amount, most[spot]))) for spot, amount in player.last)
    _add(draft, seat, Step("repeat", bets))
    draft.answer = ("bank.repeated", {"amount": staked(state.spots, bets)})
    if len(state.players) == 1:
        draft.change(seat, ready=True)
        deal_if_ready(draft)


def double(draft: Draft, command: Command) -> None:
    """Double every bet once, as far as limits and `command.wallet` reach; one step to undo."""
    seat = _better(draft, command)
    state = draft.state
    bets = state.players[seat].bets
    if not bets:
        raise Refused("banked.no_bet")
    if any(step.kind == "double" for step in state.players[seat].steps):
        raise Refused("bank.doubled_already")
    reserve = covered(state.spots, bets) - staked(state.spots, bets)
    room = command.wallet - reserve
    wanted, added = 0, []
    for spot in state.spots:
        lies = dict(bets).get(spot.name, 0)
        more = min(lies, state.terms.most_on(spot) - lies)
        paid = min(more, room // spot.cover // CHIP * CHIP)
        wanted += more
        if paid > 0:
            added.append((spot.name, paid))
            room -= paid * spot.cover
    if not wanted:
        raise Refused("bank.at_limit")
    if not added:
        raise Refused(
            "wallet_short", have=command.wallet, need=reserve + CHIP * state.spots[0].cover
        )
    _add(draft, seat, Step("double", tuple(added)))
    short = sum(amount for _, amount in added) < sum(amount for _, amount in bets)
    key = "bank.doubled_short" if short else "bank.doubled"
    draft.answer = (key, {"amount": staked(state.spots, state.players[seat].bets)})


def undo(draft: Draft, command: Command) -> None:
    """Take the last step back."""
    seat = _better(draft, command)
    steps = draft.state.players[seat].steps
    if not steps:
        raise Refused("bank.nothing_to_undo")
    _lay(draft, seat, steps[:-1])


def clear(draft: Draft, command: Command) -> None:
    """Take all bets back."""
    seat = _better(draft, command)
    if not draft.state.players[seat].steps:
        raise Refused("bank.nothing_to_undo")
    _lay(draft, seat, ())


def ready(draft: Draft, command: Command) -> None:
    """Press Deal: bets close when everyone who is waited for has."""
    seat = _better(draft, command)
    if not draft.state.players[seat].steps:
        raise Refused("banked.no_bet")
    draft.change(seat, ready=True)
    deal_if_ready(draft)


def _add(draft: Draft, seat: int, step: Step) -> None:
    """Lay one more step; Refused where the game does not take such bets."""
    state = draft.state
    steps = (*state.players[seat].steps, step)
    laid = {seat: summed(state.spots, steps)}
    if not state.shared:
        laid = {
            n: state.players[n].bets for n, player in state.players.items() if player.steps
        } | laid
    state.rules.admit(state.setup(laid))
    _lay(draft, seat, steps)


def _lay(draft: Draft, seat: int, steps: tuple[Step, ...]) -> None:
    """Let these steps be a seat's bets: the difference goes to the escrow or comes back from it."""
    state = draft.state
    before, after = state.players[seat].bets, summed(state.spots, steps)
    draft.change(seat, steps=steps, bets=after, ready=False, idle=0)
    move_stakes(draft, seat, before, after)
    if steps and not state.timers.keys() & {"close"}:
        open_window(draft)


def move_stakes(draft: Draft, seat: int, before: Bets, after: Bets) -> None:
    """Move the difference of two bets; the wallet must then cover what plays on a larger one."""
    spots = draft.state.spots
    more = staked(spots, after) - staked(spots, before)
    if not more:
        return
    wallet = draft.wallet(seat)
    keeps = covered(spots, after) - staked(spots, after) if more > 0 else 0
    entries = {wallet: -more, draft.state.escrow: more}
    draft.moves.append(Move("bet", entries, {wallet: keeps} if keeps else {}))


def open_window(draft: Draft) -> None:
    """Let bets be laid until the clock runs out."""
    state = draft.state
    length = state.terms.window * SECOND
    moment = f"{state.hand}.{state.turn}"
    state.timers["close"] = Timer(draft.at + length, moment)
    if length > AMBER:
        state.timers["amber"] = Timer(draft.at + length - AMBER, moment)


def shut_window(state: State) -> None:
    """No bets are open, or none are waited for."""
    for name in ("close", "amber"):
        state.timers.pop(name, None)


def all_ready(state: State) -> bool:
    """Whether there are bets and everyone waited for has pressed Deal.

    Who let the last window pass without a bet is not waited for.
    """
    players = state.players.values()
    waits = any(not one.ready and (one.steps or not one.idle) for one in players)
    return not waits and any(one.steps for one in players)


def deal_if_ready(draft: Draft) -> None:
    """Close bets at once when nobody is waited for any more."""
    state = draft.state
    if not state.playing and not state.paused and all_ready(state):
        state.timers.pop("amber", None)
        state.timers["close"] = Timer(draft.at, f"{state.hand}.{state.turn}")
