"""A table as one person sees it: their cards, all that they may do now, and the forms for it.

What they may see of a hand is `holdem.look`'s to say, what they may do `holdem.options`'.
"""

from __future__ import annotations

import json

from bot import bankroll, company, seats, tokens
from bot.chat import Blank, Button, Cards, Form, Message, Scale
from bot.lines import in_words, log_lines, winners
from bot.scene import (
    help_button,
    lobby_button,
    pots,
    public_rows,
    round_of,
    span,
    status,
    title,
    token,
)
from bot.state import Chair, State
from bot.terms import SECOND
from bot.text import Words, card, net
from games import holdem
from games.holdem import SeatView, View
from games.play import Option
from games.seating import NOTHING

MOST_SHOWN = 4
"""Hands of others laid out at the end."""
MOST_BUTTONS = 5
"""So many buttons go into a row everywhere."""


def private(w: Words, state: State, person: str) -> Message:
    """The table as one person sees it, with everything they may do now."""
    number = state.seat_of(person)
    if number is None:
        return _for_guest(w, state, person)
    chair = state.chairs[number]
    dealt = state.was_dealt(number)
    view = None
    if state.round is not None:
        view = holdem.look(state.round, number if dealt else None)
    mine = next((s for s in view.seats if s.seat == number), None) if view and dealt else None
    turn = state.timers.get("turn")
    acting = view is not None and view.to_act == number and not state.paused
    headline, tone = _headline(w, state, view, mine, acting)
    return Message(
        title=title(w, state),
        table=state.id,
        headline=headline,
        tone=tone,
        cards=laid_out(w, state, view, mine),
        text="\n".join(_private_lines(w, state, chair, mine, acting)),
        fields=tuple(_private_fields(w, state, chair, view, mine)),
        log=log_lines(w, state),
        rows=_rows_for(w, state, number, view, mine),
        clock=turn.due if turn and acting else None,
        span=span(state) if acting else None,
        call=person if acting else None,
        language=w.language,
    )


def _for_guest(w: Words, state: State, person: str) -> Message:
    text, rows = w("panel.spectator"), public_rows(w, state)[:1]
    for place, (waiting, _) in enumerate(state.queue, 1):
        if waiting == person:
            text = w("panel.your_wait", n=place)
            rows = ((Button(w("button.wait_leave"), token(state, "unwait")),),)
    if person in state.offered():
        text = w("panel.offered", seconds=seats.patience(state) // SECOND)
        amount = bankroll.usual_buy_in(state)
        take = Button(w("button.sit_with", amount=amount), token(state, "sit"), "go")
        rows = ((take, Button(w("button.decline_seat"), token(state, "unwait"))),)
    return Message(title=title(w, state), text=text, rows=rows, language=w.language)


def _headline(
    w: Words, state: State, view: View | None, mine: SeatView | None, acting: bool
) -> tuple[str, str]:
    """What matters most now and its tone: one's turn, how the hand ended, what is waited for."""
    if acting:
        return w("panel.your_turn"), "turn"
    if mine and not (state.playing or state.rest) and (ending := winners(w, state)):
        tone = "won" if mine.won > mine.total else "lost" if mine.won < mine.total else ""
        return w("panel.you_won", amount=mine.won) if mine.won else ending, tone
    return status(w, state, view), ""


def laid_out(w: Words, state: State, view: View | None, mine: SeatView | None) -> tuple[Cards, ...]:
    """One's own cards and the board; at the end the hands shown by others, winners first."""
    if view is None:
        return ()
    laid = [Cards(w("panel.board"), faces(view.board), slots=5, near=True)]
    if mine and mine.cards:
        made = in_words(w, mine.strength) if mine.strength else ""
        note = w("panel.folded") if mine.folded else made
        laid.insert(0, Cards(w("panel.your_cards"), faces(mine.cards), note, 2, own=True))
    if not state.playing:
        shown = [s for s in view.seats if s.cards and not (mine and s.seat == mine.seat)]
        best = sorted(shown, key=lambda seat: -seat.won)[:MOST_SHOWN]
        laid += [_shown(w, state, seat) for seat in best]
    return tuple(laid)


def _shown(w: Words, state: State, seat: SeatView) -> Cards:
    chair = state.chairs.get(seat.seat)
    name = chair.called if chair and state.was_dealt(seat.seat) else ""
    note = [in_words(w, seat.strength)] if seat.strength else []
    note += [w("panel.winner", amount=seat.won)] * bool(seat.won)
    return Cards(w.person(name), faces(seat.cards), " · ".join(note), near=True)


def _private_lines(
    w: Words, state: State, chair: Chair, mine: SeatView | None, acting: bool
) -> list[str]:
    lines = []
    if chair.note and not (chair.dealt and chair.stack):
        why, facts = json.loads(chair.note)
        lines.append(w(f"tournament.moved.{why}", **facts))
    if state.playing and not mine:
        lines.append(w("panel.no_cards"))
    if acting and state.timers["turn"].valid.endswith(".bank"):
        lines.append(w("panel.on_time_bank"))
    if chair.away:
        lines.append(w("panel.you_are_away"))
    if chair.owes != NOTHING and not mine:
        lines.append(w("ask.post", amount=seats.debt(state, chair)))
    if chair.plan:
        lines.append(w("panel.pre_set", choice=_plan_words(w, chair.plan.verb, chair.plan.price)))
    if chair.pending:
        lines.append(w("panel.top_up_waits", amount=chair.pending))
    if mine and "next" in state.timers:
        lines.append(w("panel.next_hand"))
    return lines


def _private_fields(
    w: Words, state: State, chair: Chair, view: View | None, mine: SeatView | None
) -> list[tuple[str, str]]:
    fields = []
    if view:
        fields += pots(w, view)
    if state.playing and mine and (owed := holdem.price(round_of(state), mine.seat)):
        fields.append((w("panel.to_call"), w("word.amount", amount=owed)))
    stack = mine.stack if mine and state.playing else chair.stack
    fields.append((w("panel.stack"), w("word.amount", amount=stack)))
    if mine and not state.playing and (change := mine.won - mine.total):
        fields.append((w("panel.net"), net(change)))
    if state.playing and mine:
        fields.append((w("panel.time_bank"), w.span(chair.bank // SECOND)))
    return fields


def faces(shown: tuple[int, ...]) -> tuple[str, ...]:
    """Each card as it is written."""
    return tuple(map(card, shown))


def _rows_for(
    w: Words, state: State, number: int, view: View | None, mine: SeatView | None
) -> tuple[tuple[Button, ...], ...]:
    chair = state.chairs[number]
    if state.closed or chair.leaving:
        return ()
    rows: list[tuple[Button, ...]] = []
    if view and mine and not state.paused:
        options = holdem.options(round_of(state), number)
        if not state.playing:
            rows.append(_show_row(w, state, mine.cards, options))
        elif options:
            rows += _act_rows(w, state, view, mine, options)
        elif not chair.away:
            rows.append(_plan_row(w, state, number))
    if company.offered(state) and not state.playing and "next" not in state.timers:
        rows.append((Button(w("button.computers"), token(state, "computers"), "go"),))
    if state.terms.tournament and not chair.stack:
        rows += [_rebuy_row(w, state, chair), (lobby_button(w, state), help_button(w, state))]
    else:
        rows.append(_seat_row(w, state, chair))
    return tuple(row for row in rows if row)


def _act_rows(
    w: Words, state: State, view: View, mine: SeatView, options: tuple[Option, ...]
) -> list[tuple[Button, ...]]:
    """Fold, check or call, raise; then amounts of a press: least, half pot, pot, all-in."""
    by_verb = {option.verb: option for option in options}
    row, amounts = [], []
    for verb, option in by_verb.items():
        ask = "ask" if to_confirm(state, mine.seat, verb) else "act"
        if verb == "fold":
            row.append(_act(w("button.fold"), state, verb, "F", verb=ask, look="danger"))
        elif verb == "check":
            row.append(_act(w("button.check"), state, verb, "C", look="go"))
        elif verb == "call":
            label = w("button.call_all_in" if ask == "ask" else "button.call", amount=option.cost)
            row.append(_act(label, state, verb, "C", verb=ask, look="go"))
        else:
            if option.least < option.most:
                other = w("button.bet_other" if verb == "bet" else "button.raise_other")
                row.append(_act(other, state, verb, "R", verb="form"))
            amounts = _amounts(w, state, view, option)
    return [tuple(row), tuple(amounts)]


def _act(
    label: str, state: State, word: str, key: str = "", *, verb: str = "act", look: str = "plain"
) -> Button:
    return Button(label, token(state, verb, word, moment=True), look, key=key)


def _amounts(w: Words, state: State, view: View, option: Option) -> list[Button]:
    buttons = [
        _act(w(f"button.{name}", amount=amount), state, f"{option.verb} {amount}", str(number))
        for number, (name, amount) in enumerate(presets(view, option, _chip(state)), 1)
    ]
    label = w("button.all_in", amount=option.most)
    return [*buttons, _act(label, state, "allin", "A", verb="ask", look="danger")]


def _chip(state: State) -> int:
    return holdem.chip(round_of(state))


def presets(view: View, option: Option, chip: int) -> list[tuple[str, int]]:
    """Totals to raise to, short of all-in: the least, half the pot, the pot, without repeats.

    The pot counts the call. Rounded down to the smallest chip and kept within what is legal.
    """
    owed = view.bet - next(seat.put for seat in view.seats if seat.seat == view.to_act)
    amounts = {option.least: "minimum"}
    for name, share in (("half_pot", 2), ("pot", 1)):
        total = view.bet + (view.pot + owed) // share
        total -= total % chip
        amounts.setdefault(min(option.most, max(option.least, total)), name)
    return [(name, amount) for amount, name in amounts.items() if amount < option.most]


def _plan_row(w: Words, state: State, number: int) -> tuple[Button, ...]:
    """What may be chosen before one's turn; what is chosen is marked and a press takes it back.

    An all-in is not: it is asked once more, in one's turn.
    """
    price = holdem.price(round_of(state), number)
    if price is None:
        return ()
    plans = [("check_fold", 0)]
    if not holdem.calls_all_in(round_of(state), number):
        plans.append(("call", price) if price else ("check", 0))
    chosen = state.chairs[number].plan
    return tuple(
        Button(
            ("✓ " if chosen and chosen.verb == verb else "") + _plan_words(w, verb, amount),
            token(state, "plan", f"{verb} {amount}", moment=True),
            "choice",
        )
        for verb, amount in plans
    )


def _plan_words(w: Words, verb: str, amount: int) -> str:
    return w(f"button.pre_{verb}", amount=amount)


def _show_row(
    w: Words, state: State, hole: tuple[int, ...], options: tuple[Option, ...]
) -> tuple[Button, ...]:
    shown = {"first": hole[:1], "second": hole[1:], "both": hole}
    return tuple(
        _act(w(f"button.show_{word}", cards=shown[word]), state, word, verb="show")
        for option in options
        for word in option.choices
    )


def _seat_row(w: Words, state: State, chair: Chair) -> tuple[Button, ...]:
    row: list[Button] = []
    if state.terms.tournament:
        row.append(lobby_button(w, state))
    elif not chair.stack and not state.playing:
        amount = bankroll.usual_buy_in(state)
        row.append(Button(w("button.rebuy", amount=amount), token(state, "topup"), "go"))
    elif chair.stack + chair.pending < state.terms.most:
        row.append(Button(w("button.top_up"), token(state, "form", "topup"), "quiet"))
    if chair.owes != NOTHING:
        key = "button.wait_blind" if chair.posts else "button.post_now"
        amount = seats.debt(state, chair)
        row.append(Button(w(key, amount=amount), token(state, "post")))
    if chair.away:
        row.append(Button(w("button.back"), token(state, "back"), "go"))
    else:
        row.append(Button(w("button.away"), token(state, "away"), "quiet"))
    if not state.terms.tournament:
        row.append(Button(w("button.leave"), token(state, "leave"), "quiet"))
    if state.hand > state.playing and len(row) < MOST_BUTTONS - 1:
        row.append(Button(w("button.past"), token(state, "past"), "quiet"))
    return (*row, help_button(w, state))


def _rebuy_row(w: Words, state: State, chair: Chair) -> tuple[Button, ...]:
    """For who has no chips in a tournament and may buy some, as their note says."""
    why, facts = json.loads(chair.note or '["", {}]')
    if why != "rebuy":
        return ()
    price = w("word.amount", amount=facts["price"]) if facts["price"] else w("tournament.free")
    press = tokens.write("rebuy", state.terms.tournament)
    return (Button(w("tournament.button.rebuy", price=price), press, "go"),)


# --- asking once more, and forms -----------------------------------------------------------------


def to_confirm(state: State, seat: int, verb: str, amount: int = 0) -> str:
    """What is asked once more before this act of this seat: "allin", "call" or "fold"; else "".

    An all-in by whatever words, and a fold where a check is free.
    """
    if state.round is None or not state.playing or state.paused:
        return ""
    options = {option.verb: option for option in holdem.options(state.round, seat)}
    if verb == "fold":
        return "fold" if "check" in options else ""
    raised = options.get("raise") or options.get("bet")
    called = options.get("call")
    if called is None and raised is None:
        return ""
    if raised and (verb == "allin" or (verb in ("bet", "raise") and amount == raised.most)):
        return "allin"
    all_in = verb == "allin" or (verb == "call" and holdem.calls_all_in(state.round, seat))
    return "call" if called and all_in else ""


def confirm(w: Words, state: State, number: int, word: str) -> Message:
    """Ask once more, as `to_confirm` says: an all-in, or a fold when a check is free."""
    turn = state.timers.get("turn")
    if word == "fold":
        text = w("ask.fold")
        yes = _act(w("button.confirm_fold"), state, "fold", look="danger")
        row: tuple[Button, ...] = (yes, _act(w("button.confirm_check"), state, "check", look="go"))
    else:
        options = {option.verb: option for option in holdem.options(round_of(state), number)}
        raised = options.get("raise") or options.get("bet")
        amount = options["call"].cost if word == "call" or raised is None else raised.most
        text = w("ask.all_in", amount=amount)
        label = w("button.confirm_all_in", amount=amount)
        row = (_act(label, state, word, look="danger"),)
    due = turn.due if turn else None
    return Message(text, title(w, state), rows=(row,), clock=due, span=span(state),
                   language=w.language)  # fmt: skip


def raise_form(w: Words, state: State, option: Option) -> Form:
    """A form for an exact bet or raise, with the amounts of the buttons as marks."""
    hint = w("form.between", least=option.least, most=option.most)
    view = holdem.look(round_of(state), None)
    marks = [(w(f"form.{name}"), amount) for name, amount in presets(view, option, _chip(state))]
    marks.append((w("form.all_in"), option.most))
    scale = Scale(option.least, option.most, _chip(state), state.terms.big, tuple(marks))
    least = w("word.amount", amount=option.least)
    blank = Blank("amount", w("form.total"), least, hint, scale)
    typed = token(state, "typed", option.verb, moment=True)
    verb = option.verb
    return Form(w(f"form.{verb}_title"), typed, (blank,), w(f"form.send_{verb}"))


def chips_form(w: Words, state: State, verb: str, least: int, most: int, usual: int) -> Form:
    """A form for a buy-in (`sit`) or a top-up (`topup`)."""
    name = "buy_in" if verb == "sit" else "top_up"
    hint = w("form.between", least=least, most=most)
    scale = Scale(least, most, state.terms.chip, state.terms.big) if least < most else None
    blank = Blank("amount", w("form.amount"), w("word.amount", amount=usual), hint, scale)
    send = w("form.send_sit" if verb == "sit" else "form.send_top_up")
    return Form(w(f"form.{name}_title"), token(state, "typed", verb), (blank,), send)
