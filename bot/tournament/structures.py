"""What people type about structures, and how one looks: levels, breaks, how long it takes."""

from __future__ import annotations

from dataclasses import replace

from bot.chat import Line, Message, Reply
from bot.desk import Desk
from bot.meaning import whole
from bot.terms import MINUTE, SECOND
from bot.text import Words
from bot.text import person as tidy
from bot.tournament import words
from bot.tournament.notation import Values, read_structure, write_structure
from bot.tournament.records import Saved, key_of
from games import levels
from games.levels import Structure
from games.play import Refused

LONGEST_NAME = 24
SHOWN = 40
"""Levels of a structure that are shown."""
FIELDS_OF = (9, 30, 100)
"""For so many players it is said how long a structure takes."""
MOST_PLAYERS = 500


async def structure(desk: Desk, line: Line, values: Values) -> Reply | None:
    """The structures of this community: all, one, saved or deleted. Raises Refused."""
    name = str(values.get("name", "")).strip()
    what = str(values.get("what", "")) or ("show" if name else "list")
    if what == "list":
        return await _list(desk, line)
    if not name:
        raise Refused("structure.name_missing")
    w = await desk.people.words(line.person.id)
    if what == "show":
        found = await desk.records.structure(line.place.community, name)
        return Reply(_shown(w, found, whole(values, "players")))
    if what == "save":
        return await _save(desk, line, values, name)
    await desk.records.delete(line.place.community, line.person, line.id, name, manager=line.host)
    return await desk.say(line.person.id, "structure_deleted", name=name)


async def names(desk: Desk, line: Line) -> tuple[str, ...]:
    """What a structure may be called here."""
    saved = await desk.records.structures(line.place.community)
    return (*levels.PRESETS, *(one.name for one in saved))


async def _list(desk: Desk, line: Line) -> Reply:
    w = await desk.people.words(line.person.id)
    presets = [Saved(name, "", levels.preset(name)) for name in levels.PRESETS]
    saved = await desk.records.structures(line.place.community)
    rows = [_row(w, one, "") for one in presets]
    rows += [_row(w, one, await desk.people.name(one.by)) for one in saved]
    rows += ["", w("structure.hint", example=w("command.structure.example"))]
    return Reply(Message("\n".join(rows), w("structure.title"), language=w.language))


def _row(w: Words, one: Saved, by: str) -> str:
    """A structure in a line of the list."""
    made = one.structure
    parts = [
        words.structure_name(w, one.name),
        w("structure.stack", amount=made.stack, n=made.stack // made.levels[0].big),
        words.length(w, made),
    ]
    return " · ".join([*parts, w("structure.by", who=by)] if one.by else parts)


async def _save(desk: Desk, line: Line, values: Values, name: str) -> Reply:
    """Save what was typed, made of what it is to be made `from`, else of the one of that name."""
    if len(name) > LONGEST_NAME:
        raise Refused("name_too_long", most=LONGEST_NAME)
    community, w = line.place.community, await desk.people.words(line.person.id)
    # Who may open a tournament may save what it goes by.
    (await desk.rules.fresh(community)).check_host(line.person, manager=line.host)
    base = None
    if "from" in values:
        base = (await desk.records.structure(community, str(values["from"]))).structure
    elif "levels" not in values:
        saved = await desk.records.structures(community)
        base = next((one.structure for one in saved if key_of(one.name) == key_of(name)), None)
    made = read_structure(values, base)
    await desk.records.save(community, line.person, line.id, name, made, manager=line.host)
    shown = _shown(w, Saved(name, line.person.id, made), whole(values, "players"))
    doubts = [w(f"structure.doubt.{key}", **facts) for key, facts in levels.doubts(made)]
    plain = f'"{tidy(name)}"' if " " in name else tidy(name)
    head = [
        w("structure.saved", name=name, typed=f"structure:{plain}"),
        *(f"⚠ {doubt}" for doubt in doubts),
    ]
    return Reply(replace(shown, text="\n".join([*head, "", shown.text])))


# --- in words -----------------------------------------------------------------------------------


def _shown(w: Words, found: Saved, players: int) -> Message:
    """A structure: its levels and breaks, what else belongs to it, and how long it takes."""
    if players > MOST_PLAYERS:
        raise Refused("structure.players", most=MOST_PLAYERS)
    made = found.structure
    facts = [w("tournament.fact", name=n, value=v) for n, v in _facts(w, made)]
    lines = [*facts, "", *_takes(w, made, players), "", *_levels(w, made)]
    lines += ["", w("structure.typed")]
    name = found.name if found.by else w("structure.own_name")
    lines.append(f"/structure save {tidy(name)} {write_structure(made)}")
    return Message(
        text="\n".join(lines),
        title=w("structure.one", name=words.structure_name(w, found.name)),
        language=w.language,
    )


def _levels(w: Words, made: Structure) -> list[str]:
    rows = []
    for number, one in enumerate(made.levels[:SHOWN], 1):
        key = "structure.level_ante" if one.ante else "structure.level"
        rows.append(w(key, n=number, small=one.small, big=one.big, ante=one.ante))
        if levels.rests(made, number):
            rows.append(w("structure.rest", seconds=made.rest * MINUTE // SECOND))
    if (more := len(made.levels) - SHOWN) > 0:
        rows.append(w("structure.more", n=more))
    return rows


def _facts(w: Words, made: Structure) -> list[tuple[str, str]]:
    deep = w("structure.stack", amount=made.stack, n=made.stack // made.levels[0].big)
    late = w("tournament.late", n=made.late) if made.late else w("structure.no_late")
    facts = [
        (w("tournament.field.stack"), deep),
        (w("tournament.field.levels"), words.length(w, made)),
        (w("tournament.field.late"), late),
    ]
    antes = {one.each for one in made.levels if one.ante}
    if antes:
        facts.append(
            (w("structure.brackets"), w(f"structure.ante_{'each' if True in antes else 'big'}"))
        )
    return facts


def _takes(w: Words, made: Structure, players: int) -> list[str]:
    """About how long it takes so many players, or fields of some sizes; to five minutes."""
    rows = [w("structure.takes")]
    for many in [players] if players > 1 else FIELDS_OF:
        number = levels.ends(made, many)
        if made.hands:
            hands = number * made.hands
            rows.append(w("structure.takes_hands", players=many, n=hands, level=number))
        else:
            seconds = -(-levels.minutes_until(made, number) // 5) * 5 * MINUTE // SECOND
            rows.append(w("structure.takes_time", players=many, seconds=seconds, level=number))
    return rows
