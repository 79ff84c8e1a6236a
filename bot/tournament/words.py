"""How a tournament looks to everybody: its lobby, and the lines of what happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from bot import tokens
from bot.chat import Button, Link, Message
from bot.meaning import MOST_TIMES
from bot.order import clock
from bot.said import Said
from bot.terms import HOUR, MINUTE, SECOND
from bot.text import Fact, Words, isolate, person
from bot.tournament.clock import rest_after
from bot.tournament.entries import PATIENCE
from bot.tournament.host import FROM_HOST, GRACE
from bot.tournament.plan import Series
from bot.tournament.scoring import counts, points_of
from bot.tournament.series import MOST_EMPTY
from bot.tournament.state import State
from games import levels
from games.levels import Level, Structure

LINES = 8
"""Lines of the log in the lobby."""
BIGGEST = 8
"""Stacks named in the lobby."""
MOST_NAMED = 30
"""Players named before the start, and places named at the end."""


def token(state: State, verb: str, word: str = "") -> str:
    """What a button in a message of this tournament sends when it is pressed."""
    return tokens.write(verb, state.id, word)


def public(w: Words, state: State) -> Message:
    """The lobby as everybody sees it; its picture has all that its text says."""
    due, span = clock_of(state)
    facts = [w("tournament.fact", name=name, value=value) for name, value in fields(w, state)]
    return Message(
        title=title(w, state),
        table=state.id,
        headline=status(w, state),
        text="\n".join([*facts, *_text(w, state)]),
        fields=(*when_fields(w, state), *more_fields(w, state)),
        log=tuple(line(w, said) for said in state.log[-LINES:]),
        rows=_rows(w, state),
        clock=due,
        span=span,
        language=w.language,
        links=tuple(Link(board.name, board.id) for _, board in sorted(state.boards.items())),
        late=True,
    )


def title(w: Words, state: State) -> str:
    """The tournament by its name, over everything that is said of it."""
    return w("tournament.title", name=state.name)


def summary(w: Words, state: State) -> str:
    """The tournament as one line in a list."""
    return f"{title(w, state)} · {status(w, state)}"


def status(w: Words, state: State) -> str:
    """What matters most now, in a line."""
    if state.phase == "open":
        facts = {"n": len(state.entrants), "most": state.plan.most}
        if "cancel" in state.timers:
            return w("tournament.status.cancelling")
        if (start := state.timers.get("start")) and start.valid == FROM_HOST:
            return w("tournament.status.starting", **facts)
        if "start" in state.timers and not state.plan.start:
            return w("tournament.status.full", **facts)
        return w(
            "tournament.status.timed" if state.plan.start else "tournament.status.open", **facts
        )
    if state.phase == "running":
        return _running(w, state)
    if state.phase == "over" and state.fallen and state.fallen[-1]:
        return w("tournament.status.won", who=state.entrants[state.fallen[-1][0]].name)
    return w("tournament.status.cancelled")


def _running(w: Words, state: State) -> str:
    now = w("tournament.level", n=state.level, blinds=blinds(w, state.blinds(state.level)))
    if "cancel" in state.timers:
        return w("tournament.status.cancelling")
    if state.chop:
        return w("tournament.status.chop", level=now)
    if state.paused:
        return w("tournament.status.paused", level=now)
    if state.resting:
        return w("tournament.status.break", level=now)
    return w("tournament.status.by_hand", level=now) if state.by_hand else now


def blinds(w: Words, level: Level) -> str:
    """`100/200 · big-blind ante 200`."""
    text = w("tournament.blinds", small=level.small, big=level.big)
    if not level.ante:
        return text
    return f"{text} · {w('ante.each' if level.each else 'ante.big_blind', amount=level.ante)}"


def clock_of(state: State) -> tuple[int | None, int | None]:
    """When what people wait for comes, and how long that is in all; milliseconds."""
    structure = state.plan.structure
    rest = rest_after(state, state.level - 1)
    spans = {"cancel": GRACE // MINUTE, "start": None, "chop": None}
    spans |= {"rest": rest, "level": structure.minutes}
    for name, minutes in spans.items():
        if timer := state.timers.get(name):
            return timer.due, minutes * MINUTE if minutes else None
    return None, None


def fields(w: Words, state: State) -> list[tuple[str, str]]:
    """What there is to know, in pairs of a name and a value, as many as the picture has room for.

    What else there is, `more_fields` has.
    """
    plan = state.plan
    if state.phase == "running":
        return [*_field_now(w, state), *_prizes(w, state)]
    if state.phase != "open":
        return _prizes(w, state)
    fields = [(w("tournament.field.entry"), entry(w, state))]
    if plan.again:
        fields.append((w("tournament.field.again"), w("tournament.again", n=plan.again)))
    first = plan.structure.levels[0]
    stack = w("tournament.stack", amount=plan.structure.stack, blinds=blinds(w, first))
    fields.append((w("tournament.field.stack"), stack))
    if plan.preset:
        fields.append((w("tournament.field.structure"), structure_name(w, plan.preset)))
    fields.append((w("tournament.field.levels"), length(w, plan.structure)))
    if plan.structure.late:
        late = w("tournament.late", n=plan.structure.late)
        fields.append((w("tournament.field.late"), late))
    return [*fields, *_prizes(w, state)]


def when_fields(w: Words, state: State) -> list[tuple[str, str]]:
    """When it begins, and how often it comes: no picture has that."""
    plan, fields = state.plan, []
    if state.phase == "open" and plan.start:
        fields.append((w("tournament.field.start"), w("tournament.begins", at=plan.start)))
    if plan.series and state.phase in ("open", "running"):
        often = w("tournament.the_last") if state.last else how_often(w, plan.series)
        fields.append((w("tournament.field.series"), often))
    return fields


def how_often(w: Words, series: Series) -> str:
    """`every Sunday 20:00 (Europe/Berlin)`."""
    weeks, rest = divmod(series.days, 7)
    key, n = ("days", series.days) if rest else ("weeks", weeks)
    facts: dict[str, Fact] = {
        "n": n,
        "day": date.fromisoformat(series.first).weekday(),
        "clock": clock(series.minute),
        "zone": series.zone,
    }
    return w(f"tournament.every.{key}" if n > 1 else f"tournament.every.{key[:-1]}", **facts)


def more_fields(w: Words, state: State) -> list[tuple[str, str]]:
    """When a sit-and-go begins, what rebuys and the add-on cost, how many wait for a place, and of
    how many players on it counts for the season.
    """
    plan = state.plan
    if state.phase not in ("open", "running"):
        return []
    fields = []
    if state.phase == "open" and not plan.start:
        early = w("tournament.early", seconds=PATIENCE // SECOND)
        fields.append((w("tournament.field.start"), early))
    if plan.rebuys and state.entering:
        key = "tournament.rebuys_any" if plan.rebuys == MOST_TIMES else "tournament.rebuys"
        text = w(key, n=plan.rebuys, price=price(w, plan.rebuy))
        fields.append((w("tournament.field.rebuys"), text))
    if plan.addon_stack and (state.entering or state.adding):
        text = w("tournament.addon", amount=plan.addon_stack, price=price(w, plan.addon))
        fields.append((w("tournament.field.addon"), text))
    if state.waiting:
        count = w("tournament.waiting", n=len(state.waiting))
        fields.append((w("tournament.field.waiting"), count))
    if plan.scored > 2 and (state.phase == "open" or not counts(state)):
        possible = state.may_enter() and plan.most >= plan.scored
        key = "tournament.scored" if possible else "tournament.not_scored"
        fields.append((w("tournament.field.season"), w(key, n=plan.scored)))
    return fields


def price(w: Words, amount: int) -> str:
    """An amount (hundredths) in chips, or that it costs nothing."""
    return w("word.amount", amount=amount) if amount else w("tournament.free")


def entry(w: Words, state: State) -> str:
    """What coming in costs, in its parts."""
    plan = state.plan
    if not plan.cost:
        return w("tournament.free")
    parts = [w("word.amount", amount=plan.buy_in)] if plan.buy_in else []
    if plan.fee:
        parts.append(w("tournament.fee", amount=plan.fee))
    if plan.bounty:
        key = "tournament.progressive" if plan.progressive else "tournament.bounty"
        parts.append(w(key, amount=plan.bounty))
    return " + ".join(parts)


def structure_name(w: Words, name: str) -> str:
    """What a structure is called, a preset in the reader's language."""
    return w(f"slash.choice.{name}") if name in levels.PRESETS else isolate(person(name))


def length(w: Words, structure: Structure) -> str:
    """How long each level lasts."""
    if structure.hands:
        return w("tournament.by_hands", n=structure.hands)
    return w("tournament.by_clock", seconds=structure.minutes * MINUTE // SECOND)


def _field_now(w: Words, state: State) -> list[tuple[str, str]]:
    inside = state.playing()
    average = state.chips() // max(1, len(inside))
    following = w(
        "tournament.level", n=state.level + 1, blinds=blinds(w, state.blinds(state.level + 1))
    )
    fields = [
        (w("tournament.field.players"),
         w("tournament.left", n=len(inside), entries=state.entries)),
        (w("tournament.field.average"), w("word.amount", amount=average - average % 100)),
        (w("tournament.field.next"), following),
    ]  # fmt: skip
    structure = state.plan.structure
    planned = levels.next_rest(structure, state.level)
    # The break for add-ons comes by itself as late entry closes.
    last = planned or (structure.late if state.entering else 0)
    after = (one for one in range(state.level, last + 1) if rest_after(state, one))
    if number := next(after, 0):
        text = w("tournament.break_after", n=number)
        fields.append((w("tournament.field.break"), text))
    if state.entering and structure.late:
        late = w("tournament.late", n=structure.late)
        fields.append((w("tournament.field.late"), late))
    return fields


def _prizes(w: Words, state: State) -> list[tuple[str, str]]:
    """The prizes of the first places, and how many places are paid."""
    prizes = state.prizes()
    if not prizes:
        return []
    first = " · ".join(
        w("tournament.prize", place=place, amount=amount)
        for place, amount in enumerate(prizes[:3], 1)
    )
    more = [w("tournament.paid", n=len(prizes))] if len(prizes) > 3 else []
    return [(w("tournament.field.prizes"), " · ".join([first, *more]))]


def _text(w: Words, state: State) -> list[str]:
    if state.phase == "open":
        names = [w.person(one.name) for one in state.entrants.values()]
        more = [w("tournament.more", n=len(names) - MOST_NAMED)] * (len(names) > MOST_NAMED)
        return [", ".join([*names[:MOST_NAMED], *more]) or w("tournament.nobody")]
    if state.chop and state.chop.shares:
        return shares_of(w, state)
    if state.phase == "running":
        return _biggest(w, state)
    return _results(w, state)


def shares_of(w: Words, state: State) -> list[str]:
    """What each would get by the deal that lies open, and who has accepted."""
    chop = state.chop
    assert chop is not None
    lines = [w(f"tournament.chop.{chop.how}")]
    for who, share in sorted(chop.shares.items(), key=lambda one: -one[1]):
        mark = "✓ " if who in chop.accepted else ""
        row = w("tournament.chop.share", who=state.entrants[who].name, amount=share)
        lines.append(mark + row)
    return lines


def _biggest(w: Words, state: State) -> list[str]:
    """The biggest stacks and where they sit."""
    stacks = sorted(state.playing(), key=lambda one: -one.stack)[:BIGGEST]
    return [
        w(
            "tournament.big_stack",
            who=one.name,
            amount=one.stack,
            table=state.boards[one.table].name,
        )
        for one in stacks
    ]


def _results(w: Words, state: State) -> list[str]:
    rows, scored = [], points_of(state)
    for who, place, shared in list(state.places())[:MOST_NAMED]:
        one = state.entrants[who]
        facts: dict[str, Fact] = {"place": place, "to": place + shared - 1, "who": one.name}
        row = w("tournament.shared_row" if shared > 1 else "tournament.row", **facts)
        if one.prize:
            row += " · " + w("word.amount", amount=one.prize)
        if one.won:
            row += " · " + w("tournament.bounties_won", amount=one.won)
        if scored.get(who):
            row += " · " + w("season.points", n=scored[who])
        rows.append(row)
    if state.phase == "over" and not counts(state):
        rows.append(w("tournament.no_points", n=state.plan.scored))
    return rows


def _rows(w: Words, state: State) -> tuple[tuple[Button, ...], ...]:
    if state.closed:
        return ()
    if state.phase in ("over", "cancelled"):
        # With a button the results stay where everybody looks.
        result = w("tournament.button.result")
        return ((Button(result, token(state, "mine"), "quiet", spare=True),),)
    row = []
    if state.may_enter():
        row.append(replace(register_button(w, state), spare=True))
    now = {"rebuy": state.entering, "addon": state.adding}
    chips = more_chips(w, state).items()
    row += [replace(button, spare=True) for verb, button in chips if now[verb]]
    if state.phase == "open":
        label = w("tournament.button.unregister")
        row.append(Button(label, token(state, "unregister"), "quiet", spare=True))
    row.append(Button(w("tournament.button.mine"), token(state, "mine"), spare=True))
    if state.deeds:
        row.append(Button(w("tournament.button.log"), token(state, "log"), "quiet", spare=True))
    return (tuple(row),)


def register_button(w: Words, state: State) -> Button:
    """To come in, or to wait for a place."""
    if state.waiting or state.room() < 1:
        return Button(w("tournament.button.wait"), token(state, "register"))
    cost = state.plan.cost
    key = "tournament.button.register" if cost else "tournament.button.register_free"
    return Button(w(key, amount=cost), token(state, "register"), "go")


def more_chips(w: Words, state: State) -> dict[str, Button]:
    """The buttons for what chips there are to buy in play, by what they do."""
    plan, buttons = state.plan, {}
    if state.phase == "running" and plan.rebuys:
        label = w("tournament.button.rebuy", price=price(w, plan.rebuy))
        buttons["rebuy"] = Button(label, token(state, "rebuy"), "go")
    if state.adding:
        label = w("tournament.button.addon", price=price(w, plan.addon))
        buttons["addon"] = Button(label, token(state, "addon"), "go")
    return buttons


# --- what happened -------------------------------------------------------------------------------


def line(w: Words, said: Said) -> str:
    """A thing that happened in a tournament, in words."""
    return w(f"tournament.event.{said.kind}", **_facts(w, said))


def _facts(w: Words, said: Said) -> Mapping[str, Fact]:
    facts: dict[str, Fact] = {
        "who": said.who,
        "amount": said.amount,
        "n": said.amount,
        "seconds": said.amount // SECOND,
        "note": said.note,
    }
    if said.kind == "unfilled":
        facts["hours"] = PATIENCE // HOUR
    if said.kind == "level":
        small, big, ante, next_small, next_big = map(int, said.note.split())
        facts["blinds"] = blinds(w, Level(small, big, ante))
        facts["next"] = w("tournament.blinds", small=next_small, big=next_big)
    if said.kind == "next":
        facts["at"] = said.amount
    if said.kind == "series_over":
        why = said.note.partition(" ")[0]
        facts["why"] = w(f"tournament.ends.{why}", n=MOST_EMPTY)
    if said.kind == "cancelled":
        facts["why"] = w(f"tournament.why.{said.note}")
    return facts
