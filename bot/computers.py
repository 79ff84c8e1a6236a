"""Computer players as people meet them: the command, the menu of buttons, the practice table."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot import company
from bot.chat import Button, Line, Message, Person, Place, Reply
from bot.desk import Desk
from bot.said import bare
from bot.scene import token
from bot.state import Command, State
from bot.table import Table
from bot.tableside import Values, ring_of, table_of
from bot.text import LANGUAGES, Words, isolate, words
from bot.warden import HOUSE
from games.computer import TEMPERAMENTS
from games.play import Refused

NAMES = 12
"""How many names the catalogue has for them; more than a table has seats."""
ROW = 3
"""Buttons in a row of the menu."""


async def computer(desk: Desk, line: Line, values: Values) -> Reply | None:
    """`/computer`: the menu; `add` with a temperament; `remove` with a name. Raises Refused."""
    table = table_of(desk, line, values)
    state, who = ring_of(table), str(values.get("who", "")).strip()
    if values.get("what") == "add":
        return await invite(desk, line, table, who or _missing(state))
    if values.get("what") == "remove":
        return await dismiss(desk, line, table, _named(state, who))
    if who:
        example = words(state.terms.language)("command.computer.example")
        raise Refused("bad_option", typed=who[:32], option="what", example=example)
    return await menu(desk, line, table)


async def menu(desk: Desk, line: Line, table: Table[Any]) -> Reply | None:
    """The computer players of a table, and buttons to add and to remove them."""
    w = await desk.people.words(line.person.id)
    return Reply(_menu(w, ring_of(table)))


async def invite(desk: Desk, line: Line, table: Table[Any], temperament: str) -> Reply | None:
    """Seat a computer player; its temperament may be said in any language. Raises Refused."""
    mood = _temperament(temperament, await desk.people.words(line.person.id))
    names = "|".join(_names(ring_of(table).terms.language))
    return await _ask(desk, line, table, Command("invite", word=f"{mood} {names}"))


async def dismiss(desk: Desk, line: Line, table: Table[Any], who: str) -> Reply | None:
    """Send a computer player home by its id. Raises Refused."""
    return await _ask(desk, line, table, Command("dismiss", word=who))


async def _ask(desk: Desk, line: Line, table: Table[Any], command: Command) -> Reply | None:
    """The answer of the table, above the menu as it now is."""
    ring_of(table)
    reply = await desk.ask(line, table, command)
    said = reply.message.text if reply and reply.message else ""
    shown = _menu(await desk.people.words(line.person.id), table.state)
    return Reply(replace(shown, text="\n".join(filter(None, [said, shown.text]))))


def _menu(w: Words, state: State) -> Message:
    moods = [
        Button(w("button.add_computer", kind=mood), token(state, "invite", mood), "go")
        for mood in TEMPERAMENTS
        if company.allowed(state.terms) and state.open_seats()
    ]
    there = [state.chairs[seat] for seat in state.computers()]
    gone = [
        Button(w("button.remove_computer", who=one.called), token(state, "dismiss", one.person))
        for one in there
    ]
    kinds = [w(f"computer.about_{mood}") for mood in TEMPERAMENTS] if moods else []
    here = [w("computer.row", who=one.called, kind=one.computer) for one in there]
    rows = [moods, *(gone[at : at + ROW] for at in range(0, len(gone), ROW))]
    return Message(
        title=w("computer.title"),
        text="\n".join([*here, *kinds] or [w("computer.none")]),
        rows=tuple(tuple(row) for row in rows if row),
        language=w.language,
    )


def _missing(state: State) -> str:
    """A temperament that is not yet at the table, else the steady one."""
    here = {chair.computer for chair in state.chairs.values()}
    return next((mood for mood in TEMPERAMENTS if mood not in here), "steady")


def _temperament(typed: str, w: Words) -> str:
    """The temperament meant by a word of any language. Raises Refused."""
    for mood in TEMPERAMENTS:
        called = {words(language)(f"temperament.{mood}") for language in LANGUAGES}
        if typed.casefold() in {mood, *map(str.casefold, called)}:
            return mood
    kinds = w("picture.comma").join(w(f"temperament.{mood}") for mood in TEMPERAMENTS)
    raise Refused("no_such_temperament", typed=typed[:32], kinds=kinds)


def _named(state: State, typed: str) -> str:
    """The id of a computer player by its name; left out, of the only one. Raises Refused."""
    there = [state.chairs[seat] for seat in state.computers()]
    wanted = bare(typed)
    found = [one for one in there if one.name.casefold() == wanted or not wanted]
    if len(found) > 1:
        raise Refused("which_computer", names=", ".join(isolate(one.called) for one in found))
    if not found:
        raise Refused("no_such_computer", name=typed[:32])
    return found[0].person


def _names(language: str) -> list[str]:
    """All the names there are in a language, in an order of chance."""
    w = words(language)
    names = [w(f"computer.name_{n}") for n in range(1, NAMES + 1)]
    random.shuffle(names)
    return names


async def lay_practice(desk: Desk, place: Place, person: Person) -> None:
    """Open a friendly table with one computer player of each temperament, if none is open here."""
    if not desk.practice or desk.manager.at(place.id):
        return
    with suppress(Refused):
        await _lay(desk, place, person)


async def _lay(desk: Desk, place: Place, person: Person) -> None:
    order = await desk.rules.fresh(place.community)
    order.check_place(place, desk.rules.now())
    w = await desk.people.words(person.id)
    host = Person(HOUSE, w("computer.house"), w.language)
    terms = replace(desk.usual, friendly=True, tab=False, language=w.language)
    players = zip(TEMPERAMENTS, _names(w.language), strict=False)
    seated = [f"{mood}:{name}" for mood, name in players]
    await desk.manager.lay(place, host, terms, w("computer.practice"), seated)
