"""The typed commands of house tables: opening one, its settings, its last results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from bot.bank import presses, words
from bot.bank.state import State, Terms
from bot.chat import Line, Message, Reply
from bot.desk import Desk
from bot.meaning import Value, Word, read_one, whole
from bot.state import Command
from bot.table import Table
from games.play import Refused

PACES: Mapping[str, tuple[int, int]] = {
    "fast": (15, 15),
    "normal": (25, 25),
    "relaxed": (60, 90),
    "all-day": (1800, 43_200),
}
"""Seconds that a window and a street last at each pace."""

_SETTINGS = {
    "bets": ("range", "5-500"), "side": ("amount", "50"), "seating": ("seating", "shared"),
    "window": ("number", "30"), "street": ("number", "20"), "hint": ("switch", "off"),
    "pace": ("pace", "relaxed"), "language": ("language", "ja"),
}  # fmt: skip
"""The settings of a house table: how each is read, and a value as an example."""


def terms_with(terms: Terms, values: Mapping[str, Value]) -> Terms:
    """The terms with what was typed; a pace sets both clocks."""
    changes: dict[str, Any] = {}
    if isinstance(bets := values.get("bets", values.get("buyin")), tuple):
        changes["least"], changes["most"] = bets
        changes["side"] = min(terms.side, bets[1])
    if "pace" in values:
        changes["window"], changes["street"] = PACES[str(values["pace"])]
    for name in ("side", "seating", "window", "street", "hint", "language"):
        if name in values:
            changes[name] = values[name]
    return replace(terms, **changes)


async def open_(
    desk: Desk, line: Line, values: Mapping[str, Value], game: str, thread: str = ""
) -> Reply | None:
    """Open a table of a game against the house, in a thread of this name. Raises Refused."""
    w = await desk.people.words(line.person.id)
    for name in ("blinds", "seats", "ante", "friendly", "tab"):
        if name in values:
            example = w(f"bank.example_open.{game}")
            raise Refused("bank.other_option", option=name, game=game, example=example)
    terms = terms_with(Terms(language=w.language), values)
    return await desk.open(line, terms, str(values.get("name", "")), game, thread=thread)


async def settings(
    desk: Desk, line: Line, table: Table[State], values: Mapping[str, Value]
) -> Reply | None:
    """Show the settings of a house table, or change one. Raises Refused."""
    w = await desk.people.words(line.person.id)
    state = table.state
    if "name" not in values:
        terms = state.terms
        rows = {
            "bets": f"{w('word.amount', amount=terms.least)}–{w('word.amount', amount=terms.most)}",
            "side": w("word.amount", amount=terms.side),
            "seating": w(f"bank.seating.{terms.seating}"),
            "window": w.span(terms.window),
            "street": w.span(terms.street),
            "hint": w("word.on" if terms.hint else "word.off"),
            "language": terms.language,
        }
        said = [w("reply.settings_row", name=name, value=value) for name, value in rows.items()]
        title = w("reply.settings_title", table=state.name)
        return Reply(Message(title=title, text="\n".join(said), language=w.language))
    name = str(values["name"]).lower()
    if name not in _SETTINGS:
        raise Refused("bank.no_such_setting", name=name)
    kind, value_like = _SETTINGS[name]
    example = f"/settings {name} {value_like}"
    if "value" not in values:
        raise Refused("option_missing", option="value", example=example)
    value = read_one(Word(name, kind), str(values["value"]), example)
    changed = terms_with(state.terms, {name: value})
    return await desk.ask(line, table, Command("settings", word=_differences(state.terms, changed)))


def _differences(before: Terms, after: Terms) -> str:
    """`least 500 most 20000`: what is to be changed, as a row of the stream keeps it."""
    said = []
    for field in fields(Terms):
        value = getattr(after, field.name)
        if value != getattr(before, field.name):
            word = ("off", "on")[value] if isinstance(value, bool) else value
            said.append(f"{field.name} {word}")
    return " ".join(said)


async def act(
    desk: Desk, line: Line, table: Table[State], verb: str, values: Mapping[str, Value]
) -> Reply | None:
    """A choice as typed, for a hand where one is named.

    `/bet` lays an exact amount on a spot, and sits down if need be.
    """
    command = Command("act", word=f"{verb} {values.get('hand', '')}".strip())
    if verb == "bet":
        spot = str(values.get("spot", ""))
        command = Command("bet", word=spot, amount=whole(values, "amount"))
    return await presses.ask(desk, line, table, command)


async def results(desk: Desk, line: Line, table: Table[State]) -> Reply | None:
    """The last results of a house table."""
    w = await desk.people.words(line.person.id)
    text = words.last_results(w, table.state.results)
    return Reply(Message(title=w("bank.last_title"), text=text, language=w.language))
