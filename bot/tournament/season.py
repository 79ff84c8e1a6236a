"""What people type about seasons, and how the table of points looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.chat import Line, Message, Reply
from bot.desk import Desk
from bot.meaning import whole
from bot.text import Words
from bot.text import person as tidy
from bot.tournament.notation import Values
from bot.tournament.records import key_of
from games.play import Refused
from storage.seasons import Season, Standing

LONGEST_NAME = 32
TOP = 10
"""Places of the table that are shown, and one's own."""
LISTED = 25
"""Seasons that are listed, the newest first."""


class Ranked(NamedTuple):
    """A row of the table with its rank; equal points share one."""

    rank: int
    row: Standing


def ranked(standings: Sequence[Standing]) -> list[Ranked]:
    """The standings, the most points first, with their ranks."""
    rows: list[Ranked] = []
    for number, one in enumerate(standings, 1):
        same = rows and rows[-1].row.points == one.points
        rows.append(Ranked(rows[-1].rank if same else number, one))
    return rows


async def season(desk: Desk, line: Line, values: Values) -> Reply | None:
    """The table of a season; all seasons; a new one; or what counts for it. Raises Refused."""
    what, name = str(values.get("what", "")), str(values.get("name", "")).strip()
    if "least" in values:
        return await _count_from(desk, line, values)
    if what == "new":
        return await _begin(desk, line, name)
    w = await desk.people.words(line.person.id)
    known = await desk.records.seasons(line.place.community)
    if what == "list":
        return Reply(_list(w, known))
    found = next((one for one in known if _is_called(w, one[0], name)), None)
    if found is None:
        names = ", ".join(w.person(_called(w, one)) for one, _ in known[-LISTED:])
        raise Refused("season.unknown", names=names)
    # Without a name the newest is meant.
    meant, played = found if name else known[-1]
    standings = await desk.records.standings(line.place.community, meant.number)
    table = await _table(desk, w, line.person.id, meant, played, standings)
    scored = (await desk.rules.fresh(line.place.community)).scored
    return Reply(replace(table, text=f"{table.text} {w('season.least', n=scored)}"))


async def names(desk: Desk, line: Line) -> tuple[str, ...]:
    """What a season may be called here, the newest first."""
    w = await desk.people.words(line.person.id)
    known = await desk.records.seasons(line.place.community)
    return tuple(_called(w, one) for one, _ in reversed(known))


async def _begin(desk: Desk, line: Line, name: str) -> Reply:
    if not line.host:
        raise Refused("order.managers_only")
    if not name:
        raise Refused("season.name_missing")
    if len(name) > LONGEST_NAME:
        raise Refused("name_too_long", most=LONGEST_NAME)
    await desk.records.begin(line.place.community, line.person, line.id, name)
    return await desk.say(line.person.id, "season_begun", name=name)


async def _count_from(desk: Desk, line: Line, values: Values) -> Reply:
    """Of how many players on the tournaments count that are announced from now on."""
    w, players = await desk.people.words(line.person.id), whole(values, "least")
    if not line.host:
        raise Refused("order.managers_only")
    if len(values) > 1:
        raise Refused("too_many_words", example=w("command.season.example"))
    change = await desk.rules.change(
        line.place.community, line.person, line.id, lambda old: old.scoring_from(players)
    )
    text = w("season.least", n=change.after.scored)
    return Reply(Message(f"{text}\n{w('season.least_new')}", language=w.language))


def _called(w: Words, one: Season) -> str:
    return tidy(one.name) if one.number else w("season.first")


def _is_called(w: Words, one: Season, name: str) -> bool:
    return not name or key_of(_called(w, one)) == key_of(name)


# --- in words -----------------------------------------------------------------------------------


def _list(w: Words, known: Sequence[tuple[Season, int]]) -> Message:
    rows = []
    for one, played in reversed(known[-LISTED:]):
        count = w("season.tournaments", n=played)
        since = w("season.since", at=one.at) if one.number else ""
        rows.append(
            " · ".join(filter(None, (w("season.name", name=_called(w, one)), count, since)))
        )
    return Message("\n".join(rows), w("season.list"), language=w.language)


async def _table(
    desk: Desk, w: Words, me: str, one: Season, played: int, standings: Sequence[Standing]
) -> Message:
    rows = ranked(standings)
    mine = next((at for at, row in enumerate(rows) if row.row.person == me), None)
    shown = [*rows[:TOP], *([rows[mine]] if mine is not None and mine >= TOP else [])]
    lines = [_row(w, row, await desk.people.name(row.row.person), me) for row in shown]
    if len(shown) > TOP:
        lines.insert(TOP, "…")
    if mine is None:
        own = w("season.not_in" if rows else "season.empty")
    else:
        own = w("season.mine", rank=rows[mine].rank, of=len(rows), n=rows[mine].row.points)
    return Message(
        title=f"{_title(w, one)} · {w('season.tournaments', n=played)}",
        headline=own,
        text="\n".join([*lines, *([""] if lines else []), w("season.rule")]),
        language=w.language,
    )


def _title(w: Words, one: Season) -> str:
    return w("season.title", name=one.name) if one.number else w("season.first")


def _row(w: Words, ranked: Ranked, name: str, me: str) -> str:
    """A row in two lines, each of which a phone shows whole."""
    one = ranked.row
    mark = "▸ " if one.person == me else ""
    parts = [w("season.played", n=one.played)]
    if one.won:
        parts.append(w("season.won", n=one.won))
    if one.paid:
        parts.append(w("season.paid", n=one.paid))
    if not one.won:
        parts.append(w("season.best", place=one.best))
    row = w("season.row", rank=ranked.rank, who=name, n=one.points)
    return f"{mark}{row}\n    {' · '.join(parts)}"
