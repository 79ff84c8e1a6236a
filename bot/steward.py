"""The commands of who manages a community: its order, in words and changed; bans and their log."""

from __future__ import annotations

import json
from itertools import groupby

from bot.chat import Line, Message, Reply
from bot.desk import Desk
from bot.order import Named, Order, clock, listed, read_rule
from bot.people import one_called
from bot.tableside import Values
from bot.terms import SECOND
from bot.text import Words
from bot.warden import HOUSE
from games.play import Refused
from storage.order import Ban, Ruling

LOGGED = 25
"""Changes in the log that are shown."""
MOST_WHY = 200


async def order(desk: Desk, line: Line, values: Values) -> Reply | None:
    """The order as it is; or its log, or who is banned; or changed, and as it is then."""
    w = await desk.people.words(line.person.id)
    shows = str(values.get("show", "rules"))
    asked = {name: value for name, value in values.items() if name != "show"}
    if not line.host and (asked or shows != "rules"):
        raise Refused("order.managers_only")
    if shows != "rules":
        if asked:
            raise Refused("too_many_words", example=w("command.order.example"))
        return Reply(await (_log if shows == "log" else _bans)(desk, line, w))
    community = line.place.community
    if not asked:
        return Reply(_rules(w, await desk.rules.fresh(community)))
    if asked.get("threads") == "always":
        # Where there are none, no table could be opened any more.
        desk.manager.branching(line.place.id)
    roles = [Named(role, name) for role, name in line.roles.items()]
    change = await desk.rules.change(
        community, line.person, line.id, lambda old: old.changed(asked, line.place, roles)
    )
    await desk.manager.keep_order(community)
    return Reply(_rules(w, change.after))


async def ban(desk: Desk, line: Line, values: Values) -> Reply | None:
    """Keep a person from sitting, opening and betting anywhere in the community."""
    if not line.host:
        raise Refused("order.managers_only")
    community, why = line.place.community, str(values.get("reason", "")).strip()
    if len(why) > MOST_WHY:
        raise Refused("text_too_long", most=MOST_WHY)
    person = await _meant(desk, line, str(values["person"]))
    if person == line.person.id:
        raise Refused("order.ban_self")
    banned = Ban(person, why, line.person.id, desk.rules.now())
    await desk.rules.change(community, line.person, line.id, lambda old: old.banned(banned))
    await desk.manager.keep_order(community)
    return await desk.say(line.person.id, "order.banned", who=await desk.people.name(person))


async def _meant(desk: Desk, line: Line, typed: str) -> str:
    """The id of who is to be banned; a host may never have had a wallet. Raises Refused."""
    tables = desk.manager.in_community(line.place.community)
    hosts = {table.state.host for table in tables}
    try:
        return await desk.find(line, typed)
    except Refused as refused:
        named = {host: await desk.people.name(host) for host in hosts - {HOUSE, ""}}
        if refused.reason != "no_such_person" or not named:
            raise
        return one_called(typed, named)


async def unban(desk: Desk, line: Line, values: Values) -> Reply | None:
    """Lift a person's ban."""
    if not line.host:
        raise Refused("order.managers_only")
    community, typed = line.place.community, str(values["person"])
    found = await desk.rules.fresh(community)
    names = {one.person: await desk.people.name(one.person) for one in found.bans}
    try:
        person = one_called(typed, names)
    except Refused as refused:
        if refused.reason != "no_such_person":
            raise
        raise Refused("order.not_banned", name=typed[:64]) from None
    await desk.rules.change(community, line.person, line.id, lambda old: old.unbanned(person))
    return await desk.say(line.person.id, "order.unbanned", who=names[person])


async def banned(desk: Desk, line: Line) -> tuple[str, ...]:
    """Whose ban may be lifted: names, and ids where two have the same."""
    if not line.host:
        return ()
    found = await desk.rules.fresh(line.place.community)
    names = [await desk.people.name(one.person) for one in found.bans]
    return tuple(
        name if name and names.count(name) == 1 else one.person
        for name, one in zip(names, found.bans, strict=True)
    )


# --- in words --------------------------------------------------------------------------------


def _rules(w: Words, order: Order) -> Message:
    shown = {
        "channels": _channels(w, order),
        "opening": _opening(w, order.opening, order.roles),
        "tables": w("order.tables", n=order.tables),
        "most": _most(w, order.most),
        "threads": w(f"order.threads_{order.threads}"),
        "tab": w("order.tab_on" if order.tab else "order.tab_off"),
        "quiet": _quiet(w, order.quiet, order.zone),
        "idle": _idle(w, order.idle),
    }
    lines = [w("reply.settings_row", name=name, value=value) for name, value in shown.items()]
    lines += [w("order.bans", n=len(order.bans))] if order.bans else []
    return Message(title=w("order.title"), text="\n".join(lines), language=w.language)


def _channels(w: Words, order: Order) -> str:
    said = []
    if order.only:
        said.append(w("order.only", channels=listed(order.only)))
    if order.shut:
        said.append(w("order.shut", channels=listed(order.shut)))
    return w("order.comma").join(said) or w("order.everywhere")


def _opening(w: Words, opening: str, roles: tuple[Named, ...]) -> str:
    return w(f"order.opening_{opening}", roles=listed(roles))


def _most(w: Words, most: int) -> str:
    return w("order.most", n=most) if most else w("order.most_any")


def _quiet(w: Words, quiet: tuple[int, int] | None, zone: str) -> str:
    if quiet is None:
        return w("order.quiet_off", zone=zone)
    return w("order.quiet", begins=clock(quiet[0]), ends=clock(quiet[1]), zone=zone)


def _idle(w: Words, idle: int) -> str:
    return w("order.idle", seconds=idle // SECOND) if idle else w("order.idle_off")


async def _bans(desk: Desk, line: Line, w: Words) -> Message:
    found = await desk.rules.fresh(line.place.community)
    lines = []
    for one in found.bans:
        who, by = await desk.people.name(one.person), await desk.people.name(one.by)
        key = "order.ban_why" if one.why else "order.ban"
        lines.append(w(key, who=who, by=by, at=one.at, why=one.why))
    text = "\n".join(lines) or w("order.no_bans")
    return Message(title=w("order.bans_title"), text=text, language=w.language)


async def _log(desk: Desk, line: Line, w: Words) -> Message:
    """What was changed, the newest first: a line for each command."""
    rulings = await desk.rules.rulings(line.place.community, LOGGED)
    lines = []
    for _, made in groupby(rulings, key=lambda one: one.seq):
        first, *rest = made
        changes = [await _change(desk, w, one) for one in (first, *rest)]
        who, what = await desk.people.name(first.by), w("order.comma").join(changes)
        lines.append(w("order.log_row", at=first.at, who=who, what=what))
    text = "\n".join(lines) or w("order.no_log")
    return Message(title=w("order.log_title"), text=text, language=w.language)


async def _change(desk: Desk, w: Words, ruling: Ruling) -> str:
    """A line of the log: what a rule was made, or who was banned."""
    name, text = ruling.name, ruling.value
    if name in ("ban", "unban"):
        person, why = json.loads(text)
        key = "order.log_ban_why" if why else f"order.log_{name}"
        return w(key, who=await desk.people.name(person), why=why)
    value = read_rule(name, text)
    said = {
        "only": lambda: w("order.only" if value else "order.log_only_none", channels=listed(value)),
        "shut": lambda: w("order.shut" if value else "order.log_shut_none", channels=listed(value)),
        "opening": lambda: w("order.log_opening", opening=value),
        "roles": lambda: w("order.log_roles", roles=listed(value) or "–"),
        "tables": lambda: w("order.tables", n=value),
        "most": lambda: _most(w, value),
        "threads": lambda: w(f"order.threads_{value}"),
        "tab": lambda: w("order.tab_on" if value else "order.tab_off"),
        "quiet": lambda: w("order.log_quiet", hours=_hours(value) or w("word.off")),
        "zone": lambda: w("order.log_zone", zone=value),
        "idle": lambda: _idle(w, value),
        "scored": lambda: w("season.least", n=value),
    }
    return said[name]()


def _hours(value: tuple[int, int] | None) -> str:
    return f"{clock(value[0])}–{clock(value[1])}" if value else ""
