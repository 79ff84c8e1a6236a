"""A table as one person sees it: their cards, all that they may do now, and the forms for it.

What they may see of a hand is `holdem.look`'s to say, what they may do `holdem.options`'.
"""

from __future__ import annotations

from bot import seats
from bot.chat import Blank, Button, Form, Message
from bot.lines import in_words, log_lines
from bot.scene import help_button, pots, public_rows, status, title, token
from bot.state import SECOND, Chair, State
from bot.text import Words, cards, net
from games import holdem
from games.holdem import SeatView, View
from games.play import Option
from games.seating import NOTHING


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
    return Message(
        title=title(w, state),
        text="\n".join(_private_lines(w, state, number, view, mine)),
        fields=tuple(_private_fields(w, state, chair, view, mine)),
        log=log_lines(w, state),
        rows=_rows_for(w, state, number, view, mine),
        clock=turn.due if turn and acting else None,
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
        amount = seats.usual_buy_in(state)
        take = Button(w("button.sit_with", amount=amount), token(state, "sit"), "go")
        rows = ((take, Button(w("button.decline_seat"), token(state, "unwait"))),)
    return Message(title=title(w, state), text=text, rows=rows, language=w.language)


def _private_lines(
    w: Words, state: State, number: int, view: View | None, mine: SeatView | None
) -> list[str]:
    lines = []
    if mine and mine.cards:
        lines.append(f"{w('panel.your_cards')}: {cards(mine.cards)}")
        if mine.strength:
            lines.append(f"{w('panel.you_hold')}: {in_words(w, mine.strength)}")
    elif state.playing:
        lines.append(w("panel.no_cards"))
    if mine and mine.won:
        lines.append(w("panel.you_won", amount=mine.won))
    if view and state.playing and view.to_act == number and not state.paused:
        lines.append(w("panel.your_turn"))
    else:
        lines.append(status(w, state, view))
    chair = state.chairs[number]
    if chair.away:
        lines.append(w("panel.you_are_away"))
    if chair.owes != NOTHING and not mine:
        lines.append(w("ask.post", amount=seats.debt(state, chair)))
    if chair.plan:
        lines.append(w("panel.pre_set", choice=_plan_words(w, chair.plan.verb, chair.plan.price)))
    if chair.pending:
        lines.append(w("panel.top_up_waits", amount=chair.pending))
    return lines


def _private_fields(
    w: Words, state: State, chair: Chair, view: View | None, mine: SeatView | None
) -> list[tuple[str, str]]:
    fields = []
    if view:
        fields.append((w("panel.board"), cards(view.board) or w("panel.no_board")))
        fields += pots(w, view)
    if state.playing and mine and (owed := holdem.price(_round(state), mine.seat)):
        fields.append((w("panel.to_call"), w("word.amount", amount=owed)))
    stack = mine.stack if mine and state.playing else chair.stack
    fields.append((w("panel.stack"), w("word.amount", amount=stack)))
    if mine and not state.playing and (change := mine.won - mine.total):
        fields.append((w("panel.net"), net(change)))
    if state.playing and mine:
        fields.append((w("panel.time_bank"), w.span(chair.bank // SECOND)))
    return fields


def _round(state: State) -> holdem.Round:
    assert state.round is not None
    return state.round


def _rows_for(
    w: Words, state: State, number: int, view: View | None, mine: SeatView | None
) -> tuple[tuple[Button, ...], ...]:
    chair = state.chairs[number]
    if state.closed or chair.leaving:
        return ()
    rows: list[tuple[Button, ...]] = []
    if view and mine and not state.paused:
        options = holdem.options(_round(state), number)
        if not state.playing:
            rows.append(_show_row(w, state, mine.cards, options))
        elif options:
            rows += _act_rows(w, state, view, mine, options)
        elif not chair.away:
            rows.append(_plan_row(w, state, number))
    rows.append(_seat_row(w, state, chair))
    return tuple(row for row in rows if row)


def _act_rows(
    w: Words, state: State, view: View, mine: SeatView, options: tuple[Option, ...]
) -> list[tuple[Button, ...]]:
    """Fold, check or call; then the raise: least, half pot, pot, all-in, any other amount."""
    by_verb = {option.verb: option for option in options}
    row, raises = [], []
    for verb, option in by_verb.items():
        if verb == "fold":
            ask = "ask" if "check" in by_verb else "act"
            row.append(_act(w("button.fold"), state, verb, ask, "danger"))
        elif verb == "check":
            row.append(_act(w("button.check"), state, verb, "act", "go"))
        elif verb == "call":
            all_in = option.cost == mine.stack
            key = "button.call_all_in" if all_in else "button.call"
            row.append(
                _act(w(key, amount=option.cost), state, verb, "ask" if all_in else "act", "go")
            )
        else:
            raises = _raises(w, state, view, option)
    return [tuple(row), tuple(raises)]


def _act(label: str, state: State, word: str, verb: str = "act", look: str = "plain") -> Button:
    return Button(label, token(state, verb, word, moment=True), look)


def _raises(w: Words, state: State, view: View, option: Option) -> list[Button]:
    buttons, seen = [], {option.most}
    for key, amount in presets(view, option, holdem.chip(_round(state))):
        if amount not in seen:
            seen.add(amount)
            buttons.append(
                _act(w(f"button.{key}", amount=amount), state, f"{option.verb} {amount}")
            )
    buttons.append(_act(w("button.all_in", amount=option.most), state, "allin", "ask", "danger"))
    if option.least < option.most:
        other = w("button.bet_other" if option.verb == "bet" else "button.raise_other")
        buttons.append(_act(other, state, option.verb, "form"))
    return buttons


def presets(view: View, option: Option, chip: int) -> list[tuple[str, int]]:
    """Totals to raise to: the least, half the pot, the pot; the pot counts the call.

    Rounded to the smallest chip and kept within what is legal.
    """
    owed = view.bet - next(seat.put for seat in view.seats if seat.seat == view.to_act)
    amounts = [("minimum", option.least)]
    for key, share in (("half_pot", 2), ("pot", 1)):
        total = view.bet + (view.pot + owed) // share
        total -= total % chip
        amounts.append((key, min(option.most, max(option.least, total))))
    return amounts


def _plan_row(w: Words, state: State, number: int) -> tuple[Button, ...]:
    """What may be chosen before one's turn; what is chosen is marked and a press takes it back."""
    price = holdem.price(_round(state), number)
    if price is None:
        return ()
    plans = [("check_fold", 0), ("call", price) if price else ("check", 0)]
    chosen = state.chairs[number].plan
    return tuple(
        Button(
            ("✓ " if chosen and chosen.verb == verb else "") + _plan_words(w, verb, amount),
            token(state, "plan", f"{verb} {amount}", moment=True),
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
        _act(w(f"button.show_{word}", cards=shown[word]), state, word, "show")
        for option in options
        for word in option.choices
    )


def _seat_row(w: Words, state: State, chair: Chair) -> tuple[Button, ...]:
    row = []
    if not chair.stack and not state.playing:
        amount = seats.usual_buy_in(state)
        row.append(Button(w("button.rebuy", amount=amount), token(state, "topup"), "go"))
    elif chair.stack + chair.pending < state.terms.most:
        row.append(Button(w("button.top_up"), token(state, "form", "topup")))
    if chair.owes != NOTHING:
        key = "button.wait_blind" if chair.posts else "button.post_now"
        amount = seats.debt(state, chair)
        row.append(Button(w(key, amount=amount), token(state, "post")))
    if chair.away:
        row.append(Button(w("button.back"), token(state, "back"), "go"))
    else:
        row.append(Button(w("button.away"), token(state, "away")))
    leave = Button(w("button.leave"), token(state, "leave"), "danger")
    return (*row, leave, help_button(w, state))


# --- asking once more, and forms -----------------------------------------------------------------


def confirm(w: Words, state: State, number: int, word: str) -> Message:
    """Ask once more: an all-in, or a fold when a check is free."""
    if word == "fold":
        text = w("ask.fold")
        yes = _act(w("button.confirm_fold"), state, "fold", "act", "danger")
        no = _act(w("button.confirm_check"), state, "check", "act", "go")
        return Message(text=text, rows=((yes, no),), language=w.language)
    options = {option.verb: option for option in holdem.options(_round(state), number)}
    raised = options.get("raise") or options.get("bet")
    amount = options["call"].cost if word == "call" or raised is None else raised.most
    yes = _act(w("button.confirm_all_in", amount=amount), state, word, "act", "danger")
    return Message(text=w("ask.all_in", amount=amount), rows=((yes,),), language=w.language)


def raise_form(w: Words, state: State, option: Option) -> Form:
    """A form for an exact bet or raise."""
    hint = w("form.between", least=option.least, most=option.most)
    total = w("form.total", least=option.least, most=option.most)
    blank = Blank("amount", total, w("word.amount", amount=option.least), hint)
    typed = token(state, "typed", option.verb, moment=True)
    verb = option.verb
    return Form(w(f"form.{verb}_title"), typed, (blank,), w(f"form.send_{verb}"))


def chips_form(w: Words, state: State, verb: str, least: int, most: int, usual: int) -> Form:
    """A form for a buy-in (`sit`) or a top-up (`topup`)."""
    name = "buy_in" if verb == "sit" else "top_up"
    hint = w("form.between", least=least, most=most)
    blank = Blank("amount", w("form.amount"), w("word.amount", amount=usual), hint)
    send = w("form.send_sit" if verb == "sit" else "form.send_top_up")
    return Form(w(f"form.{name}_title"), token(state, "typed", verb), (blank,), send)
