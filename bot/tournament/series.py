"""A tournament that comes again: when, on what terms, and as long as the order lets it. Pure."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from zoneinfo import ZoneInfo

from bot import when
from bot.chat import Person, Place
from bot.order import Order
from bot.state import Command
from bot.terms import MINUTE
from bot.tournament.plan import Plan, Series
from bot.tournament.state import Draft, State
from games.play import Refused

NOTICE = 10 * MINUTE
"""How long before it begins the next one must be announced; what begins sooner is left out."""
MOST_EMPTY = 4
"""So many in a row to which too few came end a series."""
FEW = "too_few_came"
ENDS = {
    FEW: "few",
    "order.banned": "banned",
    "order.managers_open": "rights",
    "order.roles_open": "rights",
    "order.channel_shut": "channel",
    "order.channel_other": "channel",
    "order.quiet_hours": "quiet",
    "too_many_tables": "full",
    "order.too_many_in_all": "full",
}
"""What ends a series, by the reason for which the next one is refused; any other is `plan`."""
FOR_HOST = ("series_over", "prize_short")
"""What the host is told so that it reaches them: the note ends in who that is."""


def pending(state: State) -> bool:
    """Whether it is over, and nothing has come of the next one yet."""
    over = state.phase in ("over", "cancelled") and not state.closed
    return over and state.plan.series is not None and not (state.next or state.last)


def begins_next(series: Series, after: int) -> int:
    """When the first one after a moment begins; both in milliseconds since 1970."""
    first, zone = date.fromisoformat(series.first), ZoneInfo(series.zone)
    return when.again(first, series.minute, series.days, zone, after)


def following(state: State, order: Order, now: int, place: Place, held: int) -> Plan:
    """The plan of the next one, where the host's wallet holds so much.

    It begins as the series says, after the present one should have begun. Only who has promised to
    add to the prizes does so, and where their wallet has it. Raises Refused where the order of the
    community, as it is now, does not let it be, or nobody comes any more.
    """
    plan, series = state.plan, state.plan.series
    assert series is not None
    few = state.phase == "cancelled" and len(state.entrants) < plan.least
    empty = series.empty + 1 if few else 0
    if empty >= MOST_EMPTY:
        raise Refused(FEW)
    start = begins_next(series, max(plan.start, now + NOTICE))
    host = Person(state.host, "", roles=series.roles)
    order.check_host(host, manager=series.manager)
    # Only what begins must not begin in quiet hours.
    order.check_place(place, start)
    promised = series.prize if state.host == series.giver else 0
    return replace(
        plan,
        start=start,
        added=promised if promised <= held else 0,
        threads=plan.threads and order.threads != "never",
        scored=order.scored,
        series=replace(series, number=series.number + 1, empty=empty),
    )


# --- what the lobby is told ----------------------------------------------------------------------


def opened(draft: Draft, command: Command) -> None:
    """Tell that the series goes on, and what becomes of the prize that was promised to it."""
    state, series = draft.state, draft.state.plan.series
    assert series is not None
    draft.tell("goes_on")
    if series.prize and not state.plan.added:
        if state.host == series.giver:
            note = f"short {state.host}"
            draft.tell("prize_short", command.name, amount=series.prize, note=note, aloud=True)
        else:
            draft.tell("prize_gone", amount=series.prize)


def go_on(draft: Draft, command: Command) -> None:
    """The next one (`word`) is open, and begins at `amount`. Raises Refused."""
    if not pending(draft.state):
        raise Refused("stale")
    draft.state.next = command.word
    draft.tell("next", amount=command.amount)


def end(draft: Draft, command: Command) -> None:
    """The series cannot go on; `word` says why. Raises Refused."""
    state = draft.state
    if not pending(state):
        raise Refused("stale")
    state.last = True
    draft.tell("series_over", note=f"{command.word} {state.host}", aloud=True)
