"""What people type and press about a tournament: announcing it, coming in, the host's tools."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from bot import when
from bot.chat import Line, Place, Press, Reply
from bot.desk import Desk
from bot.manager import directed_by
from bot.meaning import Value, whole
from bot.order import Order
from bot.people import one_called
from bot.said import bare
from bot.state import Command
from bot.table import Table
from bot.text import isolate
from bot.text import person as tidy
from bot.tokens import Token
from bot.tournament import own, rebuys, undoing
from bot.tournament import tools as host_words
from bot.tournament.announcement import read_plan, read_series
from bot.tournament.entries import FULL
from bot.tournament.host import GRACE, check_host
from bot.tournament.plan import LONGEST_NAME, Plan, free_name
from bot.tournament.state import State
from bot.tournament.words import how_often
from games import levels
from games.play import Refused

Values = Mapping[str, Value]
Run = Callable[[Desk, Line, Values], Awaitable[Reply | None]]


def lobby_of(desk: Desk, line: Line, values: Values, *, over: bool = False) -> Table[State]:
    """The tournament that is meant: by name, else where the person is in, else the only one.

    With `over` one that is over comes before one in which the person is not.
    """
    here = _lobbies(desk, line)
    if called := str(values.get("name", "")).casefold():
        here = [table for table in here if table.state.name.casefold() == called]
    alive = [table for table in here if table.state.phase in ("open", "running")] or here
    mine = [table for table in alive if table.state.here(line.person.id)]
    for known in (alive, here) if over else (alive,):
        mine = mine or [table for table in known if line.person.id in table.state.entrants]
    found = mine or alive
    if not found:
        raise Refused("tournament.none")
    if len(found) > 1:
        names = ", ".join(isolate(tidy(table.state.name)) for table in found)
        raise Refused("tournament.which", names=names)
    return found[0]


def _lobbies(desk: Desk, line: Line) -> list[Table[State]]:
    """The lobbies of the tournaments in this place; in the thread of a table, where that is."""
    whole = line.place.within or desk.manager.whole(line.place.id)
    places = dict.fromkeys((line.place.id, whole))
    here: list[Table[Any]] = [table for place in places for table in desk.manager.at(place)]
    return [table for table in here if isinstance(table.state, State)]


def more_chips(verb: str, otherwise: Run | None = None) -> Run:
    """A rebuy or an add-on in the tournament one has a seat in; at other tables something else."""

    async def run(desk: Desk, line: Line, values: Values) -> Reply | None:
        seated = [table for table in _lobbies(desk, line) if _has_seat(table.state, line)]
        named = "amount" in values or "table" in values
        meant = seated or "name" in values or _is_about_one(desk, line)
        if otherwise and (named or not meant):
            return await otherwise(desk, line, values)
        may = {"rebuy": rebuys.may_rebuy, "addon": rebuys.may_add_on}[verb]
        able = [table for table in seated if may(table.state, line.person.id)]
        # Of several tournaments the only one in which it can be done is meant.
        table = able[0] if len(able) == 1 and "name" not in values else None
        return await _ask(desk, line, table or lobby_of(desk, line, values), Command(verb))

    return run


def _is_about_one(desk: Desk, line: Line) -> bool:
    """Whether who sits at no other table here waits for a tournament, or is or was in one."""
    person = line.person.id
    tables = desk.manager.within(line.place.id)
    seats = (one.state.seat_of(person) for one in tables if not directed_by(one))
    about = any(one.state.here(person) for one in _lobbies(desk, line))
    return about and all(seat is None for seat in seats)


def _has_seat(state: State, line: Line) -> bool:
    one = state.entrants.get(line.person.id)
    return state.phase == "running" and one is not None and bool(one.table)


async def announce(desk: Desk, line: Line, values: Values) -> Reply | None:
    """Open a tournament in this place."""
    w = await desk.people.words(line.person.id)
    if "guarantee" in values and not line.host:
        raise Refused("not_host")
    name = str(values.get("name", "")).strip()
    if len(name) > LONGEST_NAME:
        raise Refused("name_too_long", most=LONGEST_NAME)
    order, now = await desk.rules.fresh(line.place.community), desk.rules.now()
    order.check_open(line.person, line.place, now, manager=line.host)
    zone = ZoneInfo(order.zone)
    named, by = str(values.get("structure", "standard")), str(values.get("by", "minutes"))
    made = await desk.records.structure(line.place.community, named, by)
    plan, usual = read_plan(values, now, zone, made), desk.usual
    threads = _in_threads(desk, line.place, order, values, plan)
    name = name or w("tournament.usual_name")
    series = read_series(values, plan, order.zone, name, line)
    plan = replace(
        plan, pauses=usual.pauses, language=w.language, cards=usual.cards, threads=threads,
        scored=order.scored, series=series,
    )  # fmt: skip
    if plan.start:
        # Once it has begun it goes on through quiet hours: it must not begin in them.
        order.check_place(line.place, plan.start)
    if plan.added:
        await desk.cashier.welcome(line.place.community, line.person.id)
    title = free_name(name, _names(desk, line))
    table = await desk.manager.open(line.place, line.person, plan, title, line.id, "tournament")
    return await _opened(desk, line.person.id, table, zone)


async def _opened(desk: Desk, person: str, table: Table[Any], zone: ZoneInfo) -> Reply:
    """What who has announced a tournament is told, its start on a clock of the zone."""
    plan, name = table.state.plan, table.state.name
    if not plan.start:
        return await desk.say(person, "tournament_opened", name=name)
    day, clock = when.shown(plan.start, zone)
    facts = {"name": name, "day": day, "clock": clock, "zone": zone.key}
    if not plan.series:
        return await desk.say(person, "tournament_opened_for", **facts)
    often = how_often(await desk.people.words(person), plan.series)
    return await desk.say(person, "tournament_opened_series", **facts, often=often)


def _names(desk: Desk, line: Line) -> list[str]:
    """What the tournaments here are called."""
    return [table.state.name for table in _lobbies(desk, line)]


def _in_threads(desk: Desk, place: Place, order: Order, values: Values, plan: Plan) -> bool:
    """Whether each table gets a thread: as asked, else where more than one may be needed.

    Raises Refused where threads are asked for and cannot be.
    """
    asked = values.get("threads")
    if asked:
        desk.manager.branching(place.id)
    possible = not place.within and desk.manager.may_branch(place.id)
    usual = possible and order.threads != "never" and plan.most > plan.size
    return order.in_thread(place, bool(usual if asked is None else asked)) and possible


def in_lobby(verb: str) -> Run:
    """A command that is the tournament's business alone."""

    async def run(desk: Desk, line: Line, values: Values) -> Reply | None:
        return await _ask(desk, line, lobby_of(desk, line, values), Command(verb))

    return run


async def chop(desk: Desk, line: Line, values: Values) -> Reply | None:
    """Propose a deal."""
    command = Command("chop", word=str(values.get("way", "icm")))
    return await _ask(desk, line, lobby_of(desk, line, values), command)


async def mine(desk: Desk, line: Line, values: Values) -> Reply | None:
    """Where one stands; or the log of the host."""
    table = lobby_of(desk, line, values, over=True)
    if values.get("show") == "log":
        return await _log(desk, line.person.id, table)
    return await _told(desk, line, table)


async def _told(desk: Desk, line: Line, table: Table[State], *, tools: bool = False) -> Reply:
    """Where one stands, and for the host their `tools`."""
    state, person = table.state, line.person.id
    w = await desk.people.words(person)
    message = own.told(w, state, await desk.manager.display.private(table, person))
    if tools or person == state.host:
        message = host_words.with_tools(w, state, message)
    return Reply(message)


async def _log(desk: Desk, person: str, table: Table[State]) -> Reply:
    return Reply(host_words.log(await desk.people.words(person), table.state))


# --- the host ------------------------------------------------------------------------------------

TAKES = {
    "add-time": ("minutes",),
    "remove": ("person",),
    "move": ("person", "table", "seat"),
    "host": ("person",),
}
"""What may be said with a tool."""
GRACES = {"start": FULL, "cancel": GRACE, "remove": GRACE}
"""How long (ms) what a host does may be undone before it takes effect."""


async def direct(desk: Desk, line: Line, values: Values) -> Reply | None:
    """A tool of the host; without a word all that they may do now."""
    table = lobby_of(desk, line, values)
    _check_takes(values)
    if "what" not in values:
        check_host(table.state, Command("", person=line.person.id, host=line.host))
        return await _told(desk, line, table, tools=True)
    verb = str(values["what"]).replace("-", "_")
    command = Command(verb, amount=GRACES.get(verb, 0))
    if verb == "add_time":
        command = Command(verb, amount=whole(values, "minutes") or 1)
        if command.amount > levels.LONGEST:
            raise Refused("tournament.too_long", n=levels.LONGEST)
    if verb in ("remove", "move", "host"):
        command = await _about(desk, line, table.state, values, command)
    if verb in host_words.ASKED:
        return await _ask_once_more(desk, line, table, command)
    if verb == "undo":
        return await undoing.undo(desk, line, table)
    return await _ask(desk, line, table, command)


def _check_takes(values: Values) -> None:
    """Refuse what does not belong to the tool: most likely it was meant for another."""
    what = str(values.get("what", ""))
    for option, typed in values.items():
        if option not in ("what", "name", *TAKES.get(what, ())):
            meant = TAKES.get(what, ("what",))[0]
            example = "/director add-time 5"
            raise Refused("bad_option", typed=str(typed), option=meant, example=example)


async def _about(desk: Desk, line: Line, state: State, values: Values, command: Command) -> Command:
    """The command with the person whom it is about, and the table they go to. Raises Refused."""
    typed = str(values.get("person", ""))
    if not typed:
        example = f"/director {command.verb} person:Bob"
        raise Refused("option_missing", option="person", example=example)
    if command.verb == "host":
        person, name = await desk.successor(line, typed)
        return replace(command, word=f"{person} {name}")
    names = {who: one.name for who, one in state.entrants.items()}
    inside = {who for who, one in state.entrants.items() if one.table}
    command = replace(command, word=one_called(typed, names, inside))
    if command.verb == "move":
        number = _board(state, str(values.get("table", "")))
        return replace(command, amount=number, seat=whole(values, "seat"))
    return command


def _board(state: State, typed: str) -> int:
    """The number of the table that was meant by its number or its name; 0 for none."""
    wanted = typed.strip().removeprefix("#").casefold()
    found = (one for one in state.boards.values() if wanted in (str(one.number), bare(one.name)))
    return next((one.number for one in found), 0)


async def _ask_once_more(
    desk: Desk, line: Line, table: Table[State], command: Command
) -> Reply | None:
    """Ask whether they are sure. What would be refused is refused before."""
    order = await desk.rules.fresh(line.place.community)
    person, barred = line.person, order.bars(line.person.id)
    stamped = replace(command, person=person.id, host=line.host, barred=barred)
    table.kind.decide(table.state, replace(stamped, name=person.name, at=desk.rules.now()))
    w = await desk.people.words(person.id)
    return Reply(host_words.sure(w, table.state, command))


async def _ask(desk: Desk, line: Line, table: Table[State], command: Command) -> Reply | None:
    if command.verb == "register":
        # Whoever has never been here gets their first chips before they spend them.
        await desk.cashier.welcome(table.state.community, line.person.id)
    return await desk.ask(line, table, command)


# --- presses -------------------------------------------------------------------------------------

Pressed = Callable[[Desk, Press, Table[Any], Token], Awaitable[Reply | None]]


def _line(press: Press) -> Line:
    return Line(press.id, press.person, press.place, "", host=press.host)


async def _press_mine(desk: Desk, press: Press, table: Table[Any], token: Token) -> Reply | None:
    return await _told(desk, _line(press), table)


async def _press_log(desk: Desk, press: Press, table: Table[Any], token: Token) -> Reply | None:
    return await _log(desk, press.person.id, table)


async def _press_ask(desk: Desk, press: Press, table: Table[Any], token: Token) -> Reply | None:
    if token.word != "cancel":
        raise Refused("stale")
    return await _ask_once_more(desk, _line(press), table, Command("cancel", amount=GRACE))


async def _press_tool(desk: Desk, press: Press, table: Table[Any], token: Token) -> Reply | None:
    """A tool of the host, with minutes or a person behind it."""
    verb, _, rest = token.word.partition(" ")
    if verb not in ("start", "pause", "resume", "add_time", "undo", "last", *host_words.ASKED):
        raise Refused("stale")
    if verb == "cancel" and rest == host_words.ALL and not table.state.last:
        line = _line(replace(press, id=f"{press.id}+"))
        await _ask(desk, line, table, Command("last"))
    if verb == "undo":
        return await undoing.press(desk, _line(press), table, rest)
    amount = host_words.MINUTES if verb == "add_time" else GRACES.get(verb, 0)
    return await _ask(desk, _line(press), table, Command(verb, amount=amount, word=rest))


def _pressed(verb: str) -> Pressed:
    async def run(desk: Desk, press: Press, table: Table[Any], token: Token) -> Reply | None:
        return await _ask(desk, _line(press), table, Command(verb))

    return run


PRESSES: Mapping[str, Pressed] = {
    "register": _pressed("register"),
    "unregister": _pressed("unregister"),
    "rebuy": _pressed("rebuy"),
    "addon": _pressed("addon"),
    "accept": _pressed("accept"),
    "decline": _pressed("decline"),
    "mine": _press_mine,
    "log": _press_log,
    "ask": _press_ask,
    "tool": _press_tool,
}
