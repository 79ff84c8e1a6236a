"""How a table looks to everybody: (state, language) -> Message. `bot.panel` is for one person.

What may be seen of a hand is `holdem.look`'s to say; here it is only put into words.
"""

from __future__ import annotations

from bot import bankroll, company, tokens
from bot.chat import Button, Message
from bot.lines import log_lines, winners
from bot.state import Chair, State
from bot.terms import PACES, SECOND
from bot.text import Words, cards
from games import holdem
from games.holdem import SeatView, View
from games.seating import NOTHING


def token(state: State, verb: str, word: str = "", *, moment: bool = False) -> str:
    """What a button carries; one of a moment means nothing in another turn."""
    return tokens.write(verb, state.id, word, (state.hand, state.turn) if moment else None)


def public(w: Words, state: State) -> Message:
    """The table as everybody sees it, with the buttons that anybody may press."""
    view = holdem.look(state.round, None) if state.round is not None else None
    turn = state.timers.get("turn")
    fields = [(w("panel.blinds"), blinds(w, state)), (w("panel.pace"), pace(w, state))]
    shown = _seats(w, state, view)
    if view:
        middle = [(w("panel.board"), cards(view.board) or w("panel.no_board")), *pots(w, view)]
        shown += [f"{name}: {value}" for name, value in middle]
    if state.queue:
        fields.append((w("panel.wait_list"), ", ".join(w.person(name) for _, name in state.queue)))
    return Message(
        title=title(w, state),
        table=state.id,
        headline=(winners(w, state) if "next" in state.timers else "") or status(w, state, view),
        text="\n".join(shown),
        fields=tuple(fields),
        log=log_lines(w, state),
        rows=public_rows(w, state),
        clock=turn.due if turn and "think" not in state.timers else None,
        span=span(state),
        language=w.language,
    )


def title(w: Words, state: State) -> str:
    """`Table 3 · Hand #12`."""
    table = w("panel.table", name=state.name)
    return f"{table} · {w('panel.hand', n=state.hand)}" if state.hand else table


def blinds(w: Words, state: State) -> str:
    """The stakes and what is special about the table."""
    terms = state.terms
    parts = [w("panel.level", n=terms.level)] if terms.level else []
    parts.append(w("panel.blinds_of", small=terms.small, big=terms.big))
    if terms.ante_kind != "none":
        parts.append(w(f"ante.{terms.ante_kind}", amount=terms.ante or terms.big))
    parts += [w("panel.friendly")] * terms.friendly + [w("panel.on_the_tab")] * terms.tab
    return " · ".join(parts)


def summary(w: Words, state: State) -> str:
    """The table as one line in a list: stakes, seats taken, pace."""
    terms = state.terms
    computers = sum(bool(chair.computer) for chair in state.chairs.values())
    return w(
        "reply.tables_row_company" if computers else "reply.tables_row",
        name=state.name,
        small=terms.small,
        big=terms.big,
        taken=len(state.chairs),
        computers=computers,
        seats=terms.size,
        pace=terms.pace.replace("-", "_"),
    )


def pace(w: Words, state: State) -> str:
    """`normal, 45 s a turn`."""
    name = state.terms.pace
    return w("panel.pace_of", pace=name.replace("-", "_"), seconds=PACES[name].turn // SECOND)


def span(state: State) -> int | None:
    """How long the turn is in all, or the time bank once it runs; milliseconds."""
    turn = state.timers.get("turn")
    if turn is None or state.round is None:
        return None
    if turn.valid.endswith(".bank"):
        return sum(state.chairs[seat].bank for seat in holdem.waiting(state.round))
    return PACES[state.terms.pace].turn


def pots(w: Words, view: View) -> list[tuple[str, str]]:
    """The pot in all, and its parts where there are side pots."""
    fields = [(w("panel.pot"), w("word.amount", amount=view.pot))]
    if len(view.pots) > 1:
        for number, pot in enumerate(view.pots):
            name = w("panel.side_pot", n=number) if number else w("panel.main_pot")
            fields.append((name, w("word.amount", amount=pot.amount)))
    return fields


def _seats(w: Words, state: State, view: View | None) -> list[str]:
    dealt = {seat.seat: seat for seat in view.seats} if view else {}
    lines = []
    for number, chair in sorted(state.chairs.items()):
        seat = dealt.get(number) if state.was_dealt(number) else None
        mine = "▸" if view and view.to_act == number else " "
        stack = seat.stack if seat and state.playing else chair.stack
        parts = [w.person(chair.called), w("word.amount", amount=stack)]
        if chair.computer:
            parts.append(w("computer.seat", kind=chair.computer))
        parts += _doing(w, state, chair, seat)
        if view and view.button == number:
            parts.append("Ⓓ")
        lines.append(f"{mine} {number}. " + " · ".join(parts))
    free = 0 if state.closed or state.terms.tournament else len(state.free_seats())
    return [*lines, w("panel.seats_free", n=free)] if free else lines


def _doing(w: Words, state: State, chair: Chair, seat: SeatView | None) -> list[str]:
    """What is to be said of a seat: cards, bet, and all its notes."""
    parts = []
    if seat and seat.cards:
        parts.append(cards(seat.cards))
    if seat and seat.put:
        parts.append(w("panel.in_front", amount=seat.put))
    return parts + [text for text, _ in notes(w, state, chair, seat)]


def notes(w: Words, state: State, chair: Chair, seat: SeatView | None) -> list[tuple[str, str]]:
    """What became of a seat, what matters most first; each with its tone on a picture.

    `seat` is None for who has no cards in the hand.
    """
    found = []
    if seat and seat.won:
        found.append((w("panel.winner", amount=seat.won), "won"))
    if chair.leaving or chair.kicked:
        found.append((w("panel.leaving"), "plain"))
    elif chair.away:
        found.append((w("panel.away"), "plain"))
    elif chair.owes != NOTHING and not seat:
        found.append((w("panel.waits_blind"), "plain"))
    if seat and seat.folded:
        found.append((w("panel.folded"), "plain"))
    elif seat and seat.all_in and state.playing:
        found.append((w("panel.all_in"), "all_in"))
    return found


def round_of(state: State) -> holdem.Round:
    """The hand in play or the last one, where there must be one."""
    assert state.round is not None
    return state.round


def status(w: Words, state: State, view: View | None) -> str:
    """One line on what the table waits for."""
    if state.closed:
        return w("panel.closed")
    if state.paused:
        return w("panel.paused")
    if state.rest and not state.playing:
        return w("panel.resting", until=state.rest.clock)
    if state.playing and view and view.to_act is not None:
        return w("panel.waiting_for", who=state.chairs[view.to_act].called)
    if state.playing or "next" in state.timers:
        return w("panel.next_hand") if not state.playing else w("panel.run_out")
    if state.terms.tournament:
        return w("panel.held")
    return w("panel.idle_alone" if _only_computers(state) else "panel.idle")


def _only_computers(state: State) -> bool:
    return bool(state.chairs) and all(chair.computer for chair in state.chairs.values())


def public_rows(w: Words, state: State) -> tuple[tuple[Button, ...], ...]:
    """Buttons that anybody may press; those for coming in are spare to whoever sits here."""
    if state.closed:
        return ()
    row: list[Button] = []
    if state.terms.tournament:
        row.append(lobby_button(w, state))
    elif (state.open_seats() or state.computers()) and not state.closing:
        amount = bankroll.usual_buy_in(state)
        key = "button.sit_and_play" if _only_computers(state) else "button.sit_with"
        label = w(key, amount=amount)
        row.append(Button(label, token(state, "sit"), "go", spare=True))
        row.append(Button(w("button.buy_in"), token(state, "form", "sit"), spare=True))
    elif not state.closing:
        row.append(Button(w("button.wait_join"), token(state, "wait"), "go", spare=True))
    row.append(Button(w("button.my_cards"), token(state, "cards"), spare=True))
    row.append(help_button(w, state))
    if company.offered(state):
        row.append(Button(w("button.computers"), token(state, "computers"), spare=True))
    return (tuple(row),)


def lobby_button(w: Words, state: State) -> Button:
    """The way to one's own place in the tournament."""
    mine = tokens.write("mine", state.terms.tournament)
    return Button(w("tournament.button.lobby"), mine, "quiet", spare=True)


def help_button(w: Words, state: State) -> Button:
    """The way to help, wherever a table is shown."""
    return Button(w("button.help"), token(state, "help"), "quiet", spare=True)
