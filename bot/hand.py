"""A hand at a table: the deal, the acts, the clock, the end, the void.

Pure: each function changes a `Draft`, which is thrown away when it raises Refused.
"""

from __future__ import annotations

from bot import bankroll, company, played, seats, warden
from bot.state import Chair, Command, Draft, Move, Plan, State, Timer
from bot.terms import PACES, SECOND
from games import holdem, seating, shuffle
from games.play import Act, Option, Refused

LOOK_SHOWDOWN = 7 * SECOND
LOOK_UNCONTESTED = 3 * SECOND
LOOK_STREET = 2 * SECOND
"""Pauses where people want to look; a table's terms switch them off."""

THINKING = 4 * SECOND
"""The longest that a computer player thinks; where there are no pauses it acts at once."""
CLOCKS = ("turn", "think", "street")
"""The timers that belong to a moment of a hand."""
PAUSED = (*CLOCKS, "next")
"""The timers that a pause stops."""

SILENCES = 2
"""So many turns let pass in a row sit a player out."""


def deal(draft: Draft, seed: bytes) -> None:
    """Begin a hand: the button moves, the blinds are posted, the cards are dealt from `seed`."""
    state = draft.state
    state.timers.pop("next", None)
    chairs = [
        seating.Chair(seat, state.plays(seat), chair.owes, chair.posts)
        for seat, chair in sorted(state.chairs.items())
    ]
    if state.positions is None:
        placement = seating.first(chairs, state.draw or int.from_bytes(seed))
    else:
        debts = state.terms.owing
        placement = seating.advance(state.positions, chairs, seating.MOST, debts=debts)
    if placement is None:
        seats.wake(draft)
        return
    state.before = (
        state.positions,
        {seat: (chair.owes, chair.posts) for seat, chair in state.chairs.items()},
    )
    state.hand, state.began, state.playing, state.log = state.hand + 1, draft.at, True, ()
    state.told = ()
    state.turn += 1
    state.positions = placement.positions
    _take_places(state, placement)
    draft.say("hand_began", placement.positions.button, amount=state.hand)
    state.round, events = holdem.start(shuffle.deck(seed), setup(state, placement))
    draft.tell(events)
    carry_on(draft)


def _take_places(state: State, placement: seating.Placement) -> None:
    bank = PACES[state.terms.pace].bank
    for seat, chair in state.chairs.items():
        chair.owes = placement.owes[seat]
        chair.plan = None
        if seat in placement.dealt:
            chair.dealt = state.hand
            chair.posts = False
            chair.bank = min(bank, chair.bank + bank // 10)


def setup(state: State, placement: seating.Placement) -> holdem.Setup:
    """What the game needs to know of the table: who posts what, in dealing order."""
    terms, dealt = state.terms, placement.dealt
    labels = dict.fromkeys(placement.live, "post")
    labels |= {placement.big: "big_blind"}
    if placement.small is not None:
        labels[placement.small] = "small_blind"
    blinds = {"": 0, "small_blind": terms.small, "big_blind": terms.big, "post": terms.big}
    dead = dict.fromkeys(placement.dead, terms.small)
    if terms.ante_kind == "big_blind":
        dead[placement.big] = dead.get(placement.big, 0) + (terms.ante or terms.big)
    return holdem.Setup(
        seats=dealt,
        stacks=tuple(state.chairs[seat].stack for seat in dealt),
        button=placement.positions.button,
        big_blind=terms.big,
        live=tuple(blinds[labels.get(seat, "")] for seat in dealt),
        antes=tuple(terms.ante if terms.ante_kind == "each" else 0 for _ in dealt),
        dead=tuple(dead.get(seat, 0) for seat in dealt),
        opener=dealt[(dealt.index(placement.big) + 1) % len(dealt)],
        chip=terms.chip,
        labels=tuple(labels.get(seat, "") for seat in dealt),
        stepwise=True,
    )


def act(draft: Draft, command: Command) -> None:
    """Play `command.word` (a verb; allin for as much as the rules let) for who is in turn.

    `hand` and `turn` of 0 mean whatever is on now, as typed by somebody who sees the table.
    """
    state = draft.state
    seat = seats.seat_or_refuse(state, command.person)
    if command.hand and (command.hand, command.turn) != (state.hand, state.turn):
        raise Refused("stale")
    if not state.playing or state.round is None:
        raise Refused("hand_over")
    if state.paused:
        raise Refused("paused")
    if not state.in_hand(seat):
        raise Refused("not_in_hand")
    chosen = _meant(holdem.options(state.round, seat), seat, command)
    _keep_bank(draft, seat)
    _play(draft, chosen)
    state.chairs[seat].silent = 0
    carry_on(draft)


def _meant(options: tuple[Option, ...], seat: int, command: Command) -> Act:
    """The act that was meant: people say bet for raise and raise for bet."""
    if command.word == "allin":
        return all_in(options, seat)
    verb = command.word
    if verb in ("bet", "raise"):
        verb = next((option.verb for option in options if option.verb in ("bet", "raise")), verb)
    return Act(seat, verb, command.amount)


def all_in(options: tuple[Option, ...], seat: int) -> Act:
    """As much as the rules let a seat put in: a bet or raise of everything, else the call."""
    for verb in ("raise", "bet", "call"):
        for option in options:
            if option.verb == verb:
                return Act(seat, verb, option.most)
    if options:
        raise Refused("cannot_raise", why="nobody_left")
    raise Refused("not_your_turn")


def _keep_bank(draft: Draft, seat: int) -> None:
    """What is left of a time bank that has been opened goes back."""
    timer = draft.state.timers.get("turn")
    if timer is not None and timer.valid.endswith(".bank"):
        draft.state.chairs[seat].bank = max(0, timer.due - draft.at)


def _play(draft: Draft, chosen: Act, prefix: str = "") -> None:
    """Play one act; with a prefix its first event says who really chose ("silent_fold")."""
    state = draft.state
    assert state.round is not None
    state.round, events = holdem.play(state.round, chosen)
    state.turn += 1
    state.timers.pop("turn", None)
    state.timers.pop("think", None)
    if prefix:
        events[0] = events[0]._replace(kind=prefix + events[0].kind)
    draft.tell(events)
    _drop_plans(state)


def carry_on(draft: Draft) -> None:
    """Let everything happen that needs nobody: plans, who is away, streets, the end."""
    state = draft.state
    while state.playing and not state.paused and state.round is not None:
        if holdem.over(state.round):
            finish(draft)
        elif not (waiting := holdem.waiting(state.round)):
            if state.terms.pauses:
                state.timers.setdefault("street", Timer(draft.at + LOOK_STREET, _moment(state)))
                return
            _play(draft, holdem.DEAL)
        elif (chosen := _unasked(state, waiting[0])) is not None:
            _play(draft, *chosen)
        else:
            if "turn" not in state.timers:
                _start_turn(draft, state.chairs[waiting[0]])
            return


def _start_turn(draft: Draft, chair: Chair) -> None:
    state = draft.state
    turn = PACES[state.terms.pace].turn
    state.timers["turn"] = Timer(draft.at + turn, _moment(state))
    if chair.computer:
        state.timers["think"] = Timer(draft.at + thinking(state), _moment(state))


def thinking(state: State) -> int:
    """How long a computer player may take for a choice, in milliseconds."""
    return THINKING if state.terms.pauses else 0


def _unasked(state: State, seat: int) -> tuple[Act, str] | None:
    """What happens without waiting: who left folds, who is away passes, a plan is carried out."""
    assert state.round is not None
    chair = state.chairs[seat]
    if chair.leaving:
        return Act(seat, "fold"), "silent_"
    if chair.away:
        return holdem.default(state.round, seat), "silent_"
    if chair.plan is None:
        return None
    chosen = _planned(state.round, chair.plan, seat)
    chair.plan, chair.silent = None, 0
    return (chosen, "") if chosen else None


def _planned(round: holdem.Round, plan: Plan, seat: int) -> Act | None:
    verbs = {option.verb: option for option in holdem.options(round, seat)}
    if "check" in verbs:
        return None if plan.verb == "call" else Act(seat, "check")
    if plan.verb == "check_fold":
        return Act(seat, "fold")
    call = verbs.get("call")
    if call and call.cost == plan.price and not holdem.calls_all_in(round, seat):
        return Act(seat, "call", call.least)
    return None


def plan(draft: Draft, command: Command) -> None:
    """Choose before one's turn; the same word again, or "none", takes it back. Raises Refused."""
    state = draft.state
    seat = seats.seat_or_refuse(state, command.person)
    chair = state.chairs[seat]
    if not state.in_hand(seat) or state.round is None:
        raise Refused("not_in_hand")
    if command.hand and command.hand != state.hand:
        raise Refused("stale")
    if seat in holdem.waiting(state.round):
        raise Refused("your_turn")
    price = holdem.price(state.round, seat)
    if price is None:
        raise Refused("nothing_to_plan")
    wanted = Plan(command.word, command.amount)
    if wanted.verb == "none" or wanted == chair.plan:
        chair.plan = None
        return
    if wanted.verb not in ("check_fold", "check", "call"):
        raise Refused("no_such_act")
    if (wanted.verb == "check" and price) or (wanted.verb == "call" and price != wanted.price):
        raise Refused("stale")
    if wanted.verb == "call" and holdem.calls_all_in(state.round, seat):
        # An all-in is asked once more, and that can only be done in one's turn.
        raise Refused("no_all_in_plan")
    chair.plan = wanted


def _drop_plans(state: State) -> None:
    """A plan goes when its price has changed; check/fold holds at any price."""
    assert state.round is not None
    for seat, chair in state.chairs.items():
        if chair.plan is None:
            continue
        price = holdem.price(state.round, seat)
        checks_no_more = chair.plan.verb == "check" and price
        calls_no_more = chair.plan.verb == "call" and price != chair.plan.price
        if price is None or checks_no_more or calls_no_more:
            chair.plan = None


def turn_over(draft: Draft, valid: str) -> None:
    """The turn's clock ran out: first the time bank, then silence."""
    state = draft.state
    assert state.round is not None
    seat = holdem.waiting(state.round)[0]
    chair = state.chairs[seat]
    if chair.bank > 0 and not valid.endswith(".bank") and not chair.computer:
        state.timers["turn"] = Timer(draft.at + chair.bank, valid + ".bank")
        draft.say("time_bank", seat, amount=chair.bank)
        return
    chair.bank = 0 if valid.endswith(".bank") else chair.bank
    _play(draft, holdem.default(state.round, seat), "silent_")
    chair.silent += not chair.computer
    if chair.silent >= SILENCES:
        seats.set_away(draft, seat, "away_silent")
    carry_on(draft)


def next_street(draft: Draft) -> None:
    """The pause before a street of an all-in is over."""
    del draft.state.timers["street"]
    _play(draft, holdem.DEAL)
    carry_on(draft)


def finish(draft: Draft) -> None:
    """The hand is over: chips change owners in one move, then the table is put in order."""
    state = draft.state
    assert state.round is not None
    state.playing, state.before = False, None
    state.turn += 1
    for name in CLOCKS:
        state.timers.pop(name, None)
    results = holdem.results(state.round)
    entries = {}
    for seat, net in results.items():
        chair = state.chairs[seat]
        chair.stack += net
        if net:
            entries[bankroll.stack_account(state, chair.person)] = net
    look = LOOK_SHOWDOWN if holdem.contested(state.round) else LOOK_UNCONTESTED
    until = draft.at + (look if state.terms.pauses else 0)
    if state.terms.tournament:
        # Chips of a tournament are in no ledger, and its lobby puts the table in order.
        state.look = until
        return
    if entries:
        draft.moves.append(Move("hand", entries))
    played.note(draft)
    _tidy(draft)
    if state.closing:
        seats.close(draft)
    elif "next" in state.timers:
        state.timers["next"] = Timer(until, str(state.hand))


def _tidy(draft: Draft) -> None:
    """After a hand: bought chips land, leavers go, the broke are asked whether they rebuy."""
    state = draft.state
    bankroll.land_pending(draft)
    for seat in sorted(state.chairs):
        chair = state.chairs[seat]
        if chair.leaving or chair.kicked:
            kicked = chair.kicked and not chair.computer
            seats.cash_out(draft, seat, "kicked" if kicked else "left")
        elif not chair.stack and chair.computer:
            company.rebuy(draft, seat)
        elif not chair.stack and f"broke:{seat}" not in state.timers:
            state.timers[f"broke:{seat}"] = Timer(draft.at + seats.REBUY, chair.person)
            draft.say("broke", seat)
    seats.wake(draft)


def show(draft: Draft, command: Command) -> None:
    """Show one card or both after the hand (`word`: first, second, both). Raises Refused."""
    state = draft.state
    if state.round is None or state.playing:
        raise Refused("nothing_to_show")
    if command.hand and command.hand != state.hand:
        raise Refused("stale")
    seat = seats.seat_or_refuse(state, command.person)
    if not state.was_dealt(seat):
        raise Refused("not_in_hand")
    state.round, events = holdem.play(state.round, Act(seat, "show", 0, command.word))
    draft.tell(events)


def void(draft: Draft, why: str, timer: str = "") -> None:
    """Take the hand in play back: chips never moved, the button and debts are as before it.

    After `failed` the table waits for its host, for what failed would fail again at once; `timer`
    is the one that did, if any.
    """
    state = draft.state
    if state.playing:
        _undo(state)
        draft.notices.append(draft.say("hand_voided", amount=state.hand, note=why))
    state.timers.pop(timer, None)
    if not state.terms.tournament:
        bankroll.pay_stray(draft)
    if why == "failed":
        state.paused = True
        state.timers.pop("next", None)
        draft.notices.append(draft.say("paused_trouble"))
    if state.terms.tournament:
        return
    _tidy(draft)
    if state.closing:
        seats.close(draft)


def _undo(state: State) -> None:
    if state.before is not None:
        state.positions, owed = state.before
        for seat, debts in owed.items():
            if (chair := state.chairs.get(seat)) is not None:
                chair.owes, chair.posts = debts
    state.playing, state.round, state.before = False, None, None
    state.turn += 1
    warden.drop_clocks(state, PAUSED)


def clock_again(draft: Draft) -> None:
    """After a restart every timer starts afresh, as if no time had passed."""
    state = draft.state
    pace = PACES[state.terms.pace]
    for name, timer in state.timers.items():
        kind = name.split(":")[0]
        full = {
            "turn": pace.turn,
            "think": thinking(state),
            "absent": pace.absence or 0,
            "broke": seats.REBUY,
            "offer": seats.patience(state),
        }.get(kind, seats.START_PAUSE if state.terms.pauses else 0)
        valid = timer.valid.removesuffix(".bank") if kind == "turn" else timer.valid
        state.timers[name] = Timer(draft.at + full, valid)


def _moment(state: State) -> str:
    return f"{state.hand}.{state.turn}"
