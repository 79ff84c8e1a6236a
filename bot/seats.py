"""Who sits where with how much: sitting down, topping up, going away, leaving, the wait list.

Pure: each function changes a `Draft`, which is thrown away when it raises Refused.
"""

from __future__ import annotations

from bot import bankroll
from bot.state import Chair, Command, Draft, State, Timer
from bot.terms import HOUR, MINUTE, PACES, SECOND
from games.play import Refused
from games.seating import NEWCOMER, NOTHING, Owes

START_PAUSE = 2 * SECOND
ALL_AWAY = 10 * SECOND
"""Between two hands of a tournament's table at which everybody sits out."""
OFFER = MINUTE
"""How long a free seat is kept for who waits for it, or a turn if that is longer."""
REBUY = MINUTE
"""How long a broke player may think about buying in again."""
_GOODBYES = {"kicked": "stood_up_kicked", "absent": "stood_up_away", "broke": "stood_up_broke"}


def sit(draft: Draft, command: Command) -> None:
    """Take a seat with `amount` (0: as much as usual). Raises Refused."""
    state = draft.state
    if state.closing:
        raise Refused("closing")
    if state.seat_of(command.person) is not None:
        raise Refused("already_seated")
    seat = _seat_for(state, command)
    amount = bankroll.buy_in(state, command.person, command.amount, draft.at)
    terms = state.terms
    owes = owed_by_newcomer(state)
    bank = PACES[terms.pace].bank
    state.chairs[seat] = Chair(command.person, command.name, amount, bank, owes=owes)
    state.queue = [entry for entry in state.queue if entry[0] != command.person]
    state.timers.pop(f"offer:{command.person}", None)
    bankroll.pay_in(draft, seat, amount)
    draft.say("sat", seat, amount=amount)
    waits = "sat" if owes == NOTHING else "sat_waits"
    draft.answer = (waits, {"seat": seat, "amount": amount})
    offer_seat(draft)
    wake(draft)


def owed_by_newcomer(state: State) -> Owes:
    """What who sits down now owes before being dealt in."""
    return NEWCOMER if state.positions and state.terms.owing else NOTHING


def _seat_for(state: State, command: Command) -> int:
    free = state.free_seats()
    waiting = [person for person, _ in state.queue]
    ahead = waiting.index(command.person) if command.person in waiting else len(waiting)
    if command.seat:
        if not 1 <= command.seat <= state.terms.size:
            raise Refused("no_such_seat", seat=command.seat, most=state.terms.size)
        if command.seat not in free:
            raise Refused("seat_taken", seat=command.seat)
    if len(free) <= ahead:
        raise Refused("table_full")
    return command.seat or free[0]


def top_up(draft: Draft, command: Command) -> None:
    """Add chips, up to the table's most; in a hand they land when it is over. Raises Refused."""
    state = draft.state
    seat = seat_or_refuse(state, command.person)
    chair = state.chairs[seat]
    has = chair.stack + chair.pending
    room = state.terms.most - has
    amount = command.amount or (room if has else bankroll.usual_buy_in(state))
    if room <= 0:
        raise Refused("nothing_to_top_up", most=state.terms.most)
    if amount > room:
        raise Refused("buyin_most", most=room)
    if has + amount < state.terms.least:
        raise Refused("buyin_least", least=state.terms.least - has)
    if amount % state.terms.chip and amount != room:
        raise Refused("chip", chip=state.terms.chip)
    waits = state.in_hand(seat)
    if waits:
        chair.pending += amount
    else:
        chair.stack += amount
    bankroll.pay_in(draft, seat, amount)
    state.timers.pop(f"broke:{seat}", None)
    draft.say("topped_up" if has else "rebought", seat, amount=amount)
    draft.answer = (
        "topping_up" if waits else "topped_up" if has else "rebought",
        {"amount": amount},
    )
    wake(draft)


def leave(draft: Draft, command: Command) -> None:
    """Go home with all chips; from a hand one is still in, as soon as it is over."""
    state = draft.state
    person = command.person
    if state.seat_of(person) is None and any(entry[0] == person for entry in state.queue):
        return leave_queue(draft, command)
    seat = seat_or_refuse(state, person)
    chair = state.chairs[seat]
    has = chair.stack + chair.pending
    draft.answer = ("leaving", {}) if state.in_hand(seat) else ("left", {"amount": has})
    send_home(draft, seat, "left")
    return None


def send_home(draft: Draft, seat: int, why: str) -> None:
    """Free a seat (`why`: left, kicked, absent, broke), now or when its hand is over."""
    chair = draft.state.chairs[seat]
    if draft.state.in_hand(seat):
        # Who is sent away keeps their hand: a host must not win a pot by it.
        chair.kicked = why == "kicked"
        chair.leaving = not chair.kicked
        if chair.leaving:
            chair.plan = None
        draft.say("leaving", seat)
    else:
        cash_out(draft, seat, why)


def cash_out(draft: Draft, seat: int, why: str) -> None:
    """Stand a person up with everything they have here; who waits is offered the seat."""
    stand_up(draft, seat, why)
    offer_seat(draft)
    wake(draft)


def stand_up(draft: Draft, seat: int, why: str) -> None:
    """Free a seat and send its chips home, for the caller to say who may have it."""
    state = draft.state
    chair = state.chairs[seat]
    total = chair.stack + chair.pending
    bankroll.pay_out(draft, seat, total)
    # What was taken away longer ago than an hour is nobody's business any more.
    state.left = {who: one for who, one in state.left.items() if draft.at - one[1] < HOUR}
    if total:
        state.left[chair.person] = (total, draft.at)
    draft.say(_GOODBYES.get(why, "left"), seat, amount=total)
    del state.chairs[seat]
    for name in (f"absent:{seat}", f"broke:{seat}"):
        state.timers.pop(name, None)
    if not state.chairs:
        state.positions = None


def go_away(draft: Draft, command: Command) -> None:
    """Sit out until `come_back`. Raises Refused."""
    seat = seat_or_refuse(draft.state, command.person)
    if draft.state.chairs[seat].away:
        raise Refused("already_away")
    set_away(draft, seat)
    draft.answer = ("away", {})


def set_away(draft: Draft, seat: int, why: str = "away") -> None:
    """Mark a chair as sitting out and arm its absence; `why`: away or away_silent."""
    state = draft.state
    chair = state.chairs[seat]
    chair.away, chair.silent, chair.plan = True, 0, None
    watch_absence(draft)
    draft.say(why, seat)
    wake(draft)


def watch_absence(draft: Draft) -> None:
    """Arm the absence of everyone who is away, as the table's pace has it."""
    state = draft.state
    absence = None if state.terms.tournament else PACES[state.terms.pace].absence
    for seat, chair in state.chairs.items():
        name = f"absent:{seat}"
        if absence is None or not chair.away:
            state.timers.pop(name, None)
        elif name not in state.timers:
            state.timers[name] = Timer(draft.at + absence, chair.person)


def come_back(draft: Draft, command: Command) -> None:
    """Play again from the next hand. Raises Refused."""
    state = draft.state
    seat = seat_or_refuse(state, command.person)
    chair = state.chairs[seat]
    if not chair.away:
        raise Refused("not_away")
    chair.away, chair.silent = False, 0
    state.timers.pop(f"absent:{seat}", None)
    draft.say("back", seat)
    draft.answer = ("back" if chair.owes == NOTHING else "back_waits", {})
    wake(draft)


def post_now(draft: Draft, command: Command) -> None:
    """Pay what is owed with the next hand, or wait for the big blind (`word`: post, wait).

    Without a word the choice is turned around. Raises Refused.
    """
    state = draft.state
    chair = state.chairs[seat_or_refuse(state, command.person)]
    if chair.owes == NOTHING:
        raise Refused("nothing_owed")
    chair.posts = {"post": True, "wait": False}.get(command.word, not chair.posts)
    draft.answer = ("posts_next" if chair.posts else "waits_blind", {"amount": debt(state, chair)})


def debt(state: State, chair: Chair) -> int:
    """What coming in before the big blind would cost: big live, small dead; in hundredths."""
    terms = state.terms
    return terms.big * chair.owes.big + terms.small * chair.owes.small


def join_queue(draft: Draft, command: Command) -> None:
    """Wait for a seat. Raises Refused."""
    state = draft.state
    if state.seat_of(command.person) is not None:
        raise Refused("already_seated")
    for place, (person, _) in enumerate(state.queue, 1):
        if person == command.person:
            raise Refused("already_waiting", n=place)
    if state.closing:
        raise Refused("closing")
    if state.open_seats():
        raise Refused("seats_are_free")
    state.queue.append((command.person, command.name))
    draft.say("wait_joined", who=command.name, amount=len(state.queue))
    draft.answer = ("wait_joined", {"n": len(state.queue)})


def leave_queue(draft: Draft, command: Command) -> None:
    """Wait no more. Raises Refused."""
    state = draft.state
    if all(entry[0] != command.person for entry in state.queue):
        raise Refused("not_waiting")
    strike(draft, command.person)
    draft.answer = ("wait_left", {})


def strike(draft: Draft, person: str, why: str = "wait_left") -> None:
    """Take a person off the wait list, if they are on it."""
    state = draft.state
    name = next((name for waiting, name in state.queue if waiting == person), None)
    if name is None:
        return
    state.queue = [entry for entry in state.queue if entry[0] != person]
    state.timers.pop(f"offer:{person}", None)
    draft.say(why, who=name)
    offer_seat(draft)


def patience(state: State) -> int:
    """How long a free seat is kept for who was called from the wait list, in milliseconds."""
    return max(OFFER, PACES[state.terms.pace].turn)


def offer_seat(draft: Draft) -> None:
    """Keep each free seat for a while for one of those who wait, the longest waiting first."""
    state = draft.state
    if state.closing:
        return
    for person, name in state.queue[: len(state.free_seats())]:
        if f"offer:{person}" not in state.timers:
            state.timers[f"offer:{person}"] = Timer(draft.at + patience(state), person)
            draft.say("seat_offered", who=name, amount=patience(state))


def timer_fired(draft: Draft, name: str, valid: str) -> None:
    """The timers of seats: absent:N, broke:N, and offer:PERSON."""
    del draft.state.timers[name]
    why, _, rest = name.partition(":")
    if why == "offer":
        strike(draft, valid, "seat_missed")
    else:
        send_home(draft, int(rest), why)


def seat_or_refuse(state: State, person: str) -> int:
    """The seat of a person; Refused for who has none or is already leaving."""
    seat = state.seat_of(person)
    if seat is None:
        raise Refused("not_seated")
    if state.chairs[seat].leaving:
        raise Refused("already_leaving")
    return seat


def wake(draft: Draft) -> None:
    """Arm the next deal when two can play, one of them a person; disarm it when they cannot.

    A table of a tournament deals only as far as it was told to.
    """
    state = draft.state
    ready = [chair for seat, chair in state.chairs.items() if state.plays(seat)]
    enough = len(ready) > 1 and any(not chair.computer for chair in ready)
    stopped = state.playing or state.paused or state.closing or bool(state.rest)
    held = bool(state.terms.tournament) and state.go <= state.hand
    if stopped or held or not enough:
        state.timers.pop("next", None)
    elif "next" not in state.timers:
        pause = START_PAUSE if state.terms.pauses else 0
        if state.terms.tournament and all(chair.away for chair in ready):
            # Nobody would ever be waited for: hands must not chase each other.
            pause = ALL_AWAY
        state.timers["next"] = Timer(max(draft.at + pause, state.look), str(state.hand))


def close(draft: Draft, why: str = "closed") -> None:
    """Everyone home, the books read out; `why`: closed or closed_idle. The hand must be over."""
    state = draft.state
    for seat in sorted(state.chairs):
        cash_out(draft, seat, "closed")
    state.queue.clear()
    state.timers.clear()
    state.closed = True
    draft.notices.append(draft.say(why, amount=state.stay))
    if state.terms.tab:
        bankroll.read_tab(draft)
