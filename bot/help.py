"""The pages of help, in the reader's language, each with the way back and on. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from math import comb

from bot import bankroll, hand, scene, seats
from bot.chat import Button, Message, Usage
from bot.state import State
from bot.terms import HOUR, PACES, SECOND
from bot.text import Words, cards
from bot.tokens import write
from games import holdem, seating
from games.cards import cards as named
from games.hands import CATEGORIES, OF_SEVEN

PLAYERS = 6
"""Whose positions are explained where no table says how many sit."""


def back(w: Words, table: str) -> Button:
    """The way back to the index."""
    return Button(w("help.back"), write("help", table))


def index(w: Words, state: State | None) -> Message:
    """Every page, one press away; that of the table only where there is one."""
    table = state.id if state else ""
    buttons = [_to(w, table, name, w(f"help.page.{name}")) for name in _order(state)]
    rows = tuple(tuple(buttons[at : at + 2]) for at in range(0, len(buttons), 2))
    return Message(title=w("help.title"), text=w("help.intro"), rows=rows, language=w.language)


def page(w: Words, name: str, state: State | None, person: str, known: Sequence[Usage]) -> Message:
    """A page of help for a person; the index where there is no such page.

    `known` are the commands, in the same language.
    """
    order = _order(state)
    if name not in PAGES or name not in order:
        return index(w, state)
    following = order[order.index(name) + 1]
    table = state.id if state else ""
    onward = _to(w, table, following, w("help.onward", page=following))
    text = "\n".join(PAGES[name](w, state, person, known))
    rows = ((back(w, table), onward),)
    title = w(f"help.title_of.{name}")
    fields = _stakes(w, state) if name == "table" and state else ()
    return Message(title=title, text=text, fields=fields, rows=rows, language=w.language)


def _order(state: State | None) -> list[str]:
    """The pages as one turns them; the quiz comes last and has no page after it."""
    return [name for name in (*PAGES, "quiz") if state or name != "table"]


def _to(w: Words, table: str, name: str, label: str) -> Button:
    if name == "quiz":
        return Button(label, write("quiz", table), "go")
    return Button(label, write("help", table, name))


# --- pages that are the same everywhere ----------------------------------------------------------


def _numbered(lines: Sequence[str]) -> list[str]:
    return _apart([f"{n}. {line}" for n, line in enumerate(lines, 1)])


def _apart(lines: Sequence[str]) -> list[str]:
    """Paragraphs with air between them."""
    return "\n\n".join(lines).split("\n")


def _play(w: Words, state: State | None, person: str, known: Sequence[Usage]) -> list[str]:
    parts = ("sit", "cards", "act", "amounts", "clock", "plan", "show", "chips", "type", "leave")
    return _numbered([w(f"help.play.{part}") for part in parts])


def _rules(w: Words, state: State | None, person: str, known: Sequence[Usage]) -> list[str]:
    parts = ("aim", "blinds", "streets", "acts", "least", "all_in", "showdown")
    return _numbered([w(f"rules.{part}") for part in parts])


EXAMPLES: Mapping[str, str] = {
    "royal_flush": "AsKsQsJsTs",
    "straight_flush": "9h8h7h6h5h",
    "four_of_a_kind": "QcQdQhQsKd",
    "full_house": "TcTdTs4h4c",
    "flush": "AdJd8d6d2d",
    "straight": "8c7d6s5h4c",
    "three_of_a_kind": "7c7d7sKhJc",
    "two_pair": "KcKh9d9s5h",
    "pair": "AcAhJd9s6c",
    "high_card": "AhQc9s7d3c",
}


def _hands(w: Words, state: State | None, person: str, known: Sequence[Usage]) -> list[str]:
    lines = [w("help.hands.about", total=f"{comb(52, 7):,}")]
    for place, name in enumerate(reversed(CATEGORIES), 1):
        share, odds = chance(OF_SEVEN[name])
        lines += ["", w("help.hands.hand", n=place, category=name), cards(named(EXAMPLES[name]))]
        lines.append(w("help.hands.odds", ways=f"{OF_SEVEN[name]:,}", share=share, odds=odds))
    return [*lines, "", w("help.hands.ties")]


def chance(ways: int) -> tuple[str, str]:
    """`("0.168", "595")`: the share of all seven-card hands in per cent, and one in how many.

    Three digits of the share; one in how many has a decimal below ten.
    """
    share, odds = Decimal(100 * ways) / comb(52, 7), Decimal(comb(52, 7)) / ways
    digits = 2 - share.adjusted()
    return f"{share:.{digits}f}", f"{odds:.1f}" if odds < 10 else f"{odds:,.0f}"


def _mistakes(w: Words, state: State | None, person: str, known: Sequence[Usage]) -> list[str]:
    parts = ("turn", "string", "board", "suits", "muck")
    lines = _numbered([w(f"rules.mistake_{part}") for part in parts])
    return [*lines, "", w("rules.mistakes_safe")]


def _commands(w: Words, state: State | None, person: str, known: Sequence[Usage]) -> list[str]:
    return _listed(w, [usage for usage in known if not usage.host])


def _hosting(w: Words, state: State | None, person: str, known: Sequence[Usage]) -> list[str]:
    return _listed(w, [usage for usage in known if usage.host])


def _listed(w: Words, known: Sequence[Usage]) -> list[str]:
    rows = [w("reply.help_row", name=usage.name, about=usage.about) for usage in known]
    return [*rows, "", w("reply.help_more")]


# --- positions -----------------------------------------------------------------------------------


def _positions(w: Words, state: State | None, person: str, known: Sequence[Usage]) -> list[str]:
    lines = [w("help.positions.about"), ""]
    if state is not None and state.playing and state.round is not None:
        return lines + _positions_now(w, state, person)
    players = max(2, len(state.chairs) or state.terms.size) if state else PLAYERS
    names = positions_of(players)
    lines.append(w("help.positions.of", n=players))
    return lines + [w("help.positions.place", position=name, about=name) for name in names]


def _positions_now(w: Words, state: State, person: str) -> list[str]:
    assert state.round is not None
    assert state.positions is not None
    names = seating.names(state.positions, holdem.seats(state.round))
    lines = [w("help.positions.now", n=state.hand)]
    mine = state.seat_of(person)
    if mine is not None and state.was_dealt(mine):
        lines[0] = w("help.positions.mine", n=state.hand, position=names[mine])
    for seat, name in names.items():
        who = state.chairs[seat].called
        line = w("help.positions.seat", position=name, who=who, about=name)
        lines.append(f"▸ {line}" if seat == mine else line)
    if state.positions.button not in names:
        lines.append(w("help.positions.dead", seat=state.positions.button))
    return lines


def positions_of(players: int) -> list[str]:
    """What the places of so many players (2 to 10) are called, left of the button first."""
    placement = seating.first([seating.Chair(seat) for seat in range(players)], players - 1)
    assert placement is not None
    names = seating.names(placement.positions, placement.dealt)
    return [names[seat] for seat in placement.dealt]


# --- the rules of this table ---------------------------------------------------------------------


def _stakes(w: Words, state: State) -> tuple[tuple[str, str], ...]:
    terms = state.terms
    return (
        (w("panel.blinds"), scene.blinds(w, state)),
        (w("help.table.chip"), w("word.amount", amount=terms.chip)),
        (w("form.buy_in_title"), w("form.between", least=terms.least, most=terms.most)),
        (w("panel.pace"), scene.pace(w, state)),
        (w("panel.time_bank"), w.span(PACES[terms.pace].bank // SECOND)),
        (w("help.table.seats"), str(terms.size)),
    )


def _table(w: Words, state: State | None, person: str, known: Sequence[Usage]) -> list[str]:
    assert state is not None
    terms, pace = state.terms, PACES[state.terms.pace]
    keys = ["chips_tab" if terms.tab else "chips", "top_up", "rebuy", "rathole"]
    if terms.ante_kind != "none":
        keys.append(f"ante_{terms.ante_kind}")
    keys.append("new_friendly" if terms.friendly else "new")
    keys += ["between", "clock", "silence"]
    keys.append("away" if pace.absence else "away_long")
    keys += ["connection", "wait", "pauses" if terms.pauses else "no_pauses", "host"]
    spans = {
        "turn": pace.turn,
        "bank": pace.bank,
        "rebuy": seats.REBUY,
        "hour": HOUR,
        "absence": pace.absence or 0,
        "patience": seats.patience(state),
        "look": hand.LOOK_SHOWDOWN,
    }
    facts = {name: span // SECOND for name, span in spans.items()}
    amounts = {"least": terms.least, "most": terms.most, "ante": terms.ante or terms.big}
    more = {"silences": hand.SILENCES, "usual": bankroll.usual_buy_in(state)}
    return _apart([w(f"help.table.{key}", **facts, **amounts, **more) for key in keys])


Page = Callable[[Words, State | None, str, Sequence[Usage]], list[str]]
PAGES: Mapping[str, Page] = {
    "play": _play,
    "rules": _rules,
    "hands": _hands,
    "mistakes": _mistakes,
    "positions": _positions,
    "table": _table,
    "commands": _commands,
    "hosting": _hosting,
}
"""In the order a newcomer wants them."""
