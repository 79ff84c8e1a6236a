"""What people type and press about a tournament: announcing it, coming in, the host's tools."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from bot import when
from bot.chat import Line, Press, Reply
from bot.desk import Desk
from bot.people import one_called
from bot.state import HOUR, Command
from bot.table import Table
from bot.text import isolate
from bot.text import person as tidy
from bot.tokens import Token
from bot.tournament import decide, own, rebuys
from bot.tournament.notation import lengthened
from bot.tournament.records import Saved
from bot.tournament.state import Plan, State
from bot.typed import MOST_TIMES, Value, whole
from games import levels
from games.play import Refused

Values = Mapping[str, Value]
Run = Callable[[Desk, Line, Values], Awaitable[Reply | None]]
LONGEST_NAME = 24
DAY = 24 * HOUR
FARTHEST = 60 * DAY
"""How far away (ms) a start may be that is announced."""
USUAL = 9
"""Players of a sit-and-go, and seats of a table, unless something else is said."""


def lobby_of(desk: Desk, line: Line, values: Values) -> Table[State]:
    """The tournament that is meant: by name, else where the person is in, else the only one."""
    here = _lobbies(desk, line)
    if called := str(values.get("name", "")).casefold():
        here = [table for table in here if table.state.name.casefold() == called]
    alive = [table for table in here if table.state.phase in ("open", "running")] or here
    mine = [table for table in alive if table.state.here(line.person.id)]
    mine = mine or [table for table in alive if line.person.id in table.state.entrants]
    found = mine or alive
    if not found:
        raise Refused("tournament.none")
    if len(found) > 1:
        names = ", ".join(isolate(tidy(table.state.name)) for table in found)
        raise Refused("tournament.which", names=names)
    return found[0]


def _lobbies(desk: Desk, line: Line) -> list[Table[State]]:
    """The lobbies of the tournaments in this place."""
    here: list[Table[Any]] = desk.manager.at(line.place.id)
    return [table for table in here if isinstance(table.state, State)]


def more_chips(verb: str, otherwise: Run | None = None) -> Run:
    """A rebuy or an add-on in the tournament one has a seat in; at other tables something else."""

    async def run(desk: Desk, line: Line, values: Values) -> Reply | None:
        seated = [table for table in _lobbies(desk, line) if _has_seat(table.state, line)]
        named = "amount" in values or "table" in values
        if otherwise and (named or not (seated or "name" in values)):
            return await otherwise(desk, line, values)
        may = {"rebuy": rebuys.may_rebuy, "addon": rebuys.may_add_on}[verb]
        able = [table for table in seated if may(table.state, line.person.id)]
        # Of several tournaments the only one in which it can be done is meant.
        table = able[0] if len(able) == 1 and "name" not in values else None
        return await _ask(desk, line, table or lobby_of(desk, line, values), Command(verb))

    return run


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
    plan, usual = _plan(values, now, zone, made), desk.usual
    plan = replace(plan, pauses=usual.pauses, language=w.language, cards=usual.cards)
    if plan.start:
        # Once it has begun it goes on through quiet hours: it must not begin in them.
        order.check_place(line.place, plan.start)
    if plan.added:
        await desk.cashier.welcome(line.place.community, line.person.id)
    title = name or w("tournament.usual_name")
    table = await desk.manager.open(line.place, line.person, plan, title, line.id, "tournament")
    if not plan.start:
        return await desk.say(line.person.id, "tournament_opened", name=table.state.name)
    day, clock = when.shown(plan.start, zone)
    facts = {"name": table.state.name, "day": day, "clock": clock, "zone": order.zone}
    return await desk.say(line.person.id, "tournament_opened_for", **facts)


def _plan(values: Values, now: int, zone: ZoneInfo, made: Saved) -> Plan:
    """The plan that was typed; a time of day is one of the zone. Raises Refused."""
    structure = lengthened(made.structure, values)
    again = whole(values, "again")
    times = whole(values, "rebuys") or (MOST_TIMES if "rebuy" in values else 0)
    addon = whole(values, "addonchips") or (structure.stack if "addon" in values else 0)
    size = whole(values, "seats") or USUAL
    start = _start(values, now, zone)
    usual = decide.MOST_PLAYERS if start else min(size, USUAL)
    most = whole(values, "players") or usual
    if not (start or again or times or addon):
        # What begins when it is full has no seat for who comes late, only for who comes again.
        structure = replace(structure, late=0)
    return Plan(
        structure,
        preset=made.name,
        size=size,
        least=whole(values, "least") or 2,
        most=most,
        start=start,
        buy_in=whole(values, "buyin"),
        fee=whole(values, "fee"),
        bounty=whole(values, "bounty"),
        progressive=bool(values.get("progressive")),
        added=whole(values, "prize"),
        guarantee=whole(values, "guarantee"),
        again=again,
        rebuys=times,
        rebuy=(whole(values, "rebuy") or whole(values, "buyin")) if times else 0,
        addon=(whole(values, "addon") or whole(values, "buyin")) if addon else 0,
        addon_stack=addon,
        pace=str(values.get("pace", "fast")),
    )


def _start(values: Values, now: int, zone: ZoneInfo) -> int:
    """When it is to begin; 0 where nothing was said. Raises Refused."""
    if "start" not in values:
        return 0
    start = when.instant(when.read(str(values["start"])), now, zone)
    if start > now + FARTHEST:
        raise Refused("tournament.too_late", n=FARTHEST // DAY)
    return start


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
    return await _told(desk, line.person.id, lobby_of(desk, line, values))


async def direct(desk: Desk, line: Line, values: Values) -> Reply | None:
    """A tool of the host."""
    table = lobby_of(desk, line, values)
    verb, person = str(values["what"]).replace("-", "_"), ""
    if verb == "remove":
        names = {who: one.name for who, one in table.state.entrants.items()}
        person = one_called(str(values.get("person", "")), names)
    minutes = whole(values, "minutes") or 1
    if minutes > levels.LONGEST:
        raise Refused("tournament.too_long", n=levels.LONGEST)
    return await _ask(desk, line, table, Command(verb, amount=minutes, word=person))


async def _ask(desk: Desk, line: Line, table: Table[State], command: Command) -> Reply | None:
    if command.verb == "register":
        # Whoever has never been here gets their first chips before they spend them.
        await desk.cashier.welcome(table.state.community, line.person.id)
    return await desk.ask(line, table, command)


async def _told(desk: Desk, person: str, table: Table[State]) -> Reply:
    w = await desk.people.words(person)
    return Reply(own.told(w, table.state, await desk.manager.display.private(table, person)))


async def _press_mine(desk: Desk, press: Press, table: Table[Any], token: Token) -> Reply | None:
    return await _told(desk, press.person.id, table)


def _pressed(verb: str) -> Callable[[Desk, Press, Table[Any], Token], Awaitable[Reply | None]]:
    async def run(desk: Desk, press: Press, table: Table[Any], token: Token) -> Reply | None:
        line = Line(press.id, press.person, press.place, "")
        return await _ask(desk, line, table, Command(verb))

    return run


PRESSES: Mapping[str, Callable[[Desk, Press, Table[Any], Token], Awaitable[Reply | None]]] = {
    "register": _pressed("register"),
    "unregister": _pressed("unregister"),
    "rebuy": _pressed("rebuy"),
    "addon": _pressed("addon"),
    "accept": _pressed("accept"),
    "decline": _pressed("decline"),
    "mine": _press_mine,
}
