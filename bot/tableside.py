"""The commands people give at a table: opening it, sitting down, playing, hosting."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from bot import bankroll, history, panel, scene
from bot.bank import lines as house_games
from bot.bank import presses as press_house
from bot.bank.state import State as HouseTable
from bot.chat import Line, Message, Reply
from bot.desk import Desk
from bot.meaning import Value, Word, read_one, whole
from bot.people import one_called
from bot.state import Command, State
from bot.table import Table
from bot.terms import Terms
from bot.text import Words
from games.play import Refused

Values = Mapping[str, Value]
Run = Callable[[Desk, Line, Values], Awaitable[Reply | None]]
"""How a command is carried out: with the values of its words, to the private answer."""


def table_of(desk: Desk, line: Line, values: Values) -> Table[Any]:
    """The table that a command means. Raises Refused."""
    return desk.manager.find(line.place.id, line.person.id, str(values.get("table", "")))


def ring_of(table: Table[Any]) -> State:
    """The state of a hold'em table. Raises Refused for any other."""
    if not isinstance(table.state, State):
        raise Refused("not_here")
    return table.state


def at_table(verb: str, *, amount: str = "", word: str = "") -> Run:
    """A command that is the table's business alone.

    It says the typed word called `word`, and the typed amount called `amount`.
    """

    async def run(desk: Desk, line: Line, values: Values) -> Reply | None:
        typed = str(values.get(word, ""))
        command = Command(verb, amount=whole(values, amount), word=typed)
        return await desk.ask(line, table_of(desk, line, values), command)

    return run


def act(verb: str, amount: str = "") -> Run:
    """An act in one's turn, with the typed amount called `amount`: asked once more where needed."""

    async def run(desk: Desk, line: Line, values: Values) -> Reply | None:
        table = table_of(desk, line, values)
        if isinstance(table.state, HouseTable):
            return await house_games.act(desk, line, table, verb, values)
        if "hand" in values:
            raise Refused("bank.own_option", option="hand", example=f"/{verb}")
        state, chips = ring_of(table), whole(values, amount)
        seat = state.seat_of(line.person.id)
        if seat is not None and (asked := panel.to_confirm(state, seat, verb, chips)):
            w = await desk.people.words(line.person.id)
            return Reply(panel.confirm(w, state, seat, asked))
        return await desk.ask(line, table, Command("act", amount=chips, word=verb))

    return run


async def open_(desk: Desk, line: Line, values: Values) -> Reply | None:
    game = str(values.get("game", "holdem"))
    w = await desk.people.words(line.person.id)
    order = await desk.rules.fresh(line.place.community)
    own = order.in_thread(line.place, bool(values.get("thread")))
    thread = thread_named(w, values) if own else ""
    if game != "holdem":
        return await house_games.open_(desk, line, values, game, thread)
    for name in ("bets", "side", "seating", "window", "street", "hint"):
        if name in values:
            raise Refused("bank.own_option", option=name, example=w("bank.example_open.ultimate"))
    terms = with_values(replace(desk.usual, language=w.language), values)
    title = str(values.get("name", ""))
    return await desk.open(line, terms, title, game, tab=terms.tab, thread=thread)


def thread_named(w: Words, values: Values) -> str:
    """What the thread of a new table is to be called."""
    name = str(values.get("name", "")).strip()
    game = str(values.get("game", "holdem"))
    return name or w(f"slash.choice.{game}")


def with_values(terms: Terms, values: Values) -> Terms:
    """The terms with what was typed; buy-ins follow the stakes where they are not given."""
    changes: dict[str, Any] = {}
    if isinstance(blinds := values.get("blinds"), tuple):
        changes["small"], changes["big"] = blinds
        changes["least"], changes["most"] = 20 * blinds[1], 100 * blinds[1]
    if isinstance(buyin := values.get("buyin"), tuple):
        changes["least"], changes["most"] = buyin
    if "ante" in values:
        changes["ante_kind"] = values["ante"]
        big = blinds[1] if isinstance(blinds, tuple) else terms.big
        changes["ante"] = max(1, big // 10) if values["ante"] == "each" else 0
    for name, option in (("seats", "size"), ("pace", "pace"), ("friendly", "friendly")):
        if name in values:
            changes[option] = values[name]
    for name in ("tab", "pauses", "language", "cards", "computers"):
        if name in values:
            changes[name] = values[name]
    return replace(terms, **changes)


def at_house_table(verb: str, *, says: str = "", word: str = "") -> Run:
    """A command that only house tables know: it says `says` and the typed word called `word`."""

    async def run(desk: Desk, line: Line, values: Values) -> Reply | None:
        table = table_of(desk, line, values)
        if not isinstance(table.state, HouseTable):
            raise Refused("not_here")
        typed = " ".join(part for part in (says, str(values.get(word, ""))) if part)
        return await press_house.ask(desk, line, table, Command(verb, word=typed))

    return run


async def hint(desk: Desk, line: Line, values: Values) -> Reply | None:
    table = table_of(desk, line, values)
    if not isinstance(table.state, HouseTable):
        raise Refused("not_here")
    w = await desk.people.words(line.person.id)
    part = str(values.get("hand", ""))
    return Reply(await desk.adviser.hint(w, table.state, line.person.id, part))


async def results(desk: Desk, line: Line, values: Values) -> Reply | None:
    """The last results of a house table; of a hold'em table a hand that is over."""
    table = table_of(desk, line, values)
    if not isinstance(table.state, HouseTable):
        return await past(desk, line.person.id, table, whole(values, "hand"))
    if "hand" in values:
        raise Refused("not_here")
    return await house_games.results(desk, line, table)


async def past(desk: Desk, person: str, table: Table[Any], hand: int = 0) -> Reply:
    """A hand that is over, by its number or the newest, as this person may see it."""
    found = await desk.history.hand(ring_of(table), hand)
    return Reply(history.told(await desk.people.words(person), found, person))


async def sit(desk: Desk, line: Line, values: Values) -> Reply | None:
    table = table_of(desk, line, values)
    if isinstance(table.state, HouseTable):
        return await press_house.ask(desk, line, table, Command("sit"))
    return await take_seat(desk, line, table, whole(values, "buyin"), whole(values, "seat"))


async def take_seat(
    desk: Desk, line: Line, table: Table[State], amount: int, seat: int = 0
) -> Reply | None:
    """Sit down; without an amount with what is usual or affordable."""
    usual = await _affordable(desk, line, table)
    amount = amount or usual
    return await desk.ask(line, table, Command("sit", amount=amount, seat=seat))


async def rebuy(desk: Desk, line: Line, table: Table[State]) -> Reply | None:
    """Buy in again with the usual amount, or with all one has if that is enough."""
    return await desk.ask(
        line, table, Command("topup", amount=await _affordable(desk, line, table))
    )


async def _affordable(desk: Desk, line: Line, table: Table[State]) -> int:
    """What to bring when the usual buy-in is more than the wallet holds; 0 for the usual one."""
    state = table.state
    if state.terms.tab:
        return 0
    have = await desk.cashier.wallet(state.community, line.person.id)
    if state.terms.least <= have < bankroll.usual_buy_in(state):
        return have - have % state.terms.chip
    return 0


async def back(desk: Desk, line: Line, values: Values) -> Reply | None:
    table = table_of(desk, line, values)
    state = ring_of(table)
    seat = state.seat_of(line.person.id)
    reply = None
    if not values.get("how") or (seat is not None and state.chairs[seat].away):
        reply = await desk.ask(line, table, Command("back"))
    if how := str(values.get("how", "")):
        return await desk.ask(replace(line, id=f"{line.id}+"), table, Command("post", word=how))
    return reply


async def wait(desk: Desk, line: Line, values: Values) -> Reply | None:
    table = table_of(desk, line, values)
    if values.get("how") == "leave":
        return await desk.ask(line, table, Command("unwait"))
    return await join_queue(desk, line, table)


async def join_queue(desk: Desk, line: Line, table: Table[Any]) -> Reply | None:
    """Wait for a seat, with a wallet to come to it."""
    await desk.cashier.welcome(table.state.community, line.person.id)
    return await desk.ask(line, table, Command("wait"))


async def cards(desk: Desk, line: Line, values: Values) -> Reply | None:
    return Reply(await desk.manager.display.private(table_of(desk, line, values), line.person.id))


async def show_table(desk: Desk, line: Line, values: Values) -> Reply | None:
    desk.manager.display.move_down(table_of(desk, line, values))
    return None


async def tables(desk: Desk, line: Line, values: Values) -> Reply | None:
    w = await desk.people.words(line.person.id)
    here = desk.manager.in_community(line.place.community)
    rows = [table.kind.summary(w, table.state) for table in here]
    text = "\n".join(rows) or w("panel.tables_none")
    return Reply(Message(title=w("reply.tables_title"), text=text, language=w.language))


async def kick(desk: Desk, line: Line, values: Values) -> Reply | None:
    """Stand somebody up; `bar` keeps them from this table, or lets them in again."""
    table = table_of(desk, line, values)
    typed = str(values["person"])
    if "bar" not in values:
        seated = table.state.seated()
        if typed not in seated and typed in {one.id for one in line.people}:
            raise Refused("not_sitting")
        return await desk.ask(line, table, Command("kick", word=one_called(typed, seated)))
    known = {**table.state.barred, **table.state.staying()}
    try:
        person = one_called(typed, known)
    except Refused as refused:
        if refused.reason != "no_such_person":
            raise
        person = await desk.find(line, typed)
    name = known.get(person) or await desk.people.name(person)
    return await desk.ask(
        line, table, Command("bar" if values["bar"] else "admit", word=f"{person} {name}")
    )


async def host(desk: Desk, line: Line, values: Values) -> Reply | None:
    """Hand a table over to somebody who may be a host here."""
    table = table_of(desk, line, values)
    person, name = await desk.successor(line, str(values["person"]))
    return await desk.ask(line, table, Command("host", word=f"{person} {name}"))


SETTINGS = {
    "blinds": "blinds",
    "ante": "ante",
    "buyin": "range",
    "seats": "number",
    "pace": "pace",
    "friendly": "switch",
    "pauses": "switch",
    "language": "language",
    "cards": "colours",
    "computers": "switch",
}
"""What can be changed at a table, and how it is read."""


async def settings(desk: Desk, line: Line, values: Values) -> Reply | None:
    table = table_of(desk, line, values)
    w = await desk.people.words(line.person.id)
    if isinstance(table.state, HouseTable):
        return await house_games.settings(desk, line, table, values)
    state = ring_of(table)
    if "name" not in values:
        return Reply(_settings_message(w, state))
    name = str(values["name"]).lower()
    example = w("command.settings.example")
    if name not in SETTINGS:
        raise Refused("bad_option", typed=name, option="name", example=example)
    if "value" not in values:
        raise Refused("option_missing", option="value", example=example)
    value = read_one(Word(name, SETTINGS[name]), str(values["value"]), example)
    terms = with_values(state.terms, {name: value})
    said = f"{name} {values['value']}"
    return await desk.ask(line, table, Command("settings", terms=terms, word=said))


def _settings_message(w: Words, state: State) -> Message:
    terms = state.terms
    rows = {
        "blinds": scene.blinds(w, state),
        "ante": w(f"ante.{terms.ante_kind}", amount=terms.ante or terms.big),
        "buyin": f"{w('word.amount', amount=terms.least)}–{w('word.amount', amount=terms.most)}",
        "seats": str(terms.size),
        "pace": scene.pace(w, state),
        "friendly": w("word.on" if terms.friendly else "word.off"),
        "pauses": w("word.on" if terms.pauses else "word.off"),
        "computers": w("word.on" if terms.computers else "word.off"),
        "language": terms.language,
        "cards": w(f"picture.{terms.cards}_colours"),
    }
    lines = [w("reply.settings_row", name=name, value=value) for name, value in rows.items()]
    title = w("reply.settings_title", table=state.name)
    return Message(title=title, text="\n".join(lines), language=w.language)
