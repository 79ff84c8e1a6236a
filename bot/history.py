"""The hands a hold'em table has dealt: read from its stream, told as one person may see them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot import decide, panel, scene
from bot.chat import Button, Message
from bot.lines import line, lines_of, winners
from bot.said import said_from_json
from bot.state import Command, State
from bot.text import Words, net
from games import holdem
from games.play import Refused
from storage import journal
from storage.db import Database

MOST = 50
"""As many hands that are over can be read again."""
BEGAN, WON, VOID = "hand_began", "win", "hand_voided"
"""What a row says in which a hand begins, and in which one ends."""
ENDING = ("turned_up", "uncalled", "show", "muck", "win", "shown")
"""What happens when nobody acts any more."""
LONGEST = 2400
"""Characters of all that happened: as many as fit into a message everywhere, with what else is."""
BETWEEN, GAP = " · ", "…"


class Past(NamedTuple):
    """A hand that is over: the table as it ended, with those in their chairs who were dealt in.

    `earlier` and `later` are the numbers of the hands before and after it, 0 for none.
    """

    state: State
    earlier: int
    later: int


class History:
    """Reads the streams of tables."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def hand(self, table: State, number: int = 0) -> Past:
        """A hand of a table that is over, by its number; 0 for the newest. Raises Refused."""
        dealt = await self._dealt(table.id)
        over = [hand for hand in dealt if hand < table.hand + (not table.playing)][:MOST]
        if not over:
            raise Refused("no_hand_over")
        wanted = number or over[0]
        if wanted not in over:
            raise Refused("no_such_hand", least=over[-1], most=over[0])
        at = over.index(wanted)
        first, until = dealt[wanted]
        rows = await journal.rows_between(self._db, table.id, first, until)
        earlier = over[at + 1] if at + 1 < len(over) else 0
        # A hand of many acts takes long to play again: the tables do not wait for it.
        state = await asyncio.to_thread(_ended, rows)
        return Past(state, earlier, over[at - 1] if at else 0)

    async def _dealt(self, table: str) -> dict[int, tuple[int, int]]:
        """By its number the row that dealt a hand, and that of the next one (0), newest first.

        One more than can be read, for the newest may not be over.
        """
        found: dict[int, tuple[int, int]] = {}
        until = 0
        for seq, events in await journal.checkpoints(self._db, table, MOST + 1, f'"{BEGAN}"'):
            for kind, _, _, hand, *_ in json.loads(events):
                if kind == BEGAN:
                    # A table salvaged without any checkpoint counts its hands anew.
                    found.setdefault(hand, (seq, until))
                    until = seq
        return found


def _ended(rows: Sequence[journal.Row]) -> State:
    """A table after a hand that begins `rows`; whoever left at its end is still in their chair."""
    hand = list(_of_the_hand(rows))
    void = [said for said in said_from_json(json.loads(hand[-1].events)) if said.kind == VOID]
    try:
        began = decide.rebuild(row[2:] for row in hand[:1]).copy()
        # What was void because it could not be played again cannot be so now.
        state = began if void else decide.rebuild(row[2:] for row in hand).copy()
    except Exception:
        # What an older dealer wrote down may not play again as it did then.
        raise Refused("hand_unreadable") from None
    if void:
        state.playing, state.round, state.log = False, None, tuple(void)
    state.chairs, state.terms = began.chairs, began.terms
    return state


def _of_the_hand(rows: Sequence[journal.Row]) -> Iterator[journal.Row]:
    """The rows up to the end of the first hand, and those that show cards of it later.

    Comings and goings are no part of it, however many follow; nor is the next hand, which may have
    begun since its end was looked for.
    """
    hands, over = 0, False
    for row in rows:
        kinds = [kind for kind, *_ in json.loads(row.events)]
        hands += BEGAN in kinds
        if hands > 1:
            return
        if not over or Command.from_json(row.command).verb == "show":
            yield row
        over = over or WON in kinds or VOID in kinds


def told(w: Words, past: Past, person: str) -> Message:
    """A hand that is over from its first act to its last, with the cards this person may see."""
    state, seat = past.state, past.state.seat_of(person)
    dealt = seat is not None and state.was_dealt(seat)
    view = holdem.look(state.round, seat if dealt else None) if state.round is not None else None
    mine = next((one for one in view.seats if one.seat == seat), None) if view and dealt else None
    fields = [(w("panel.blinds"), scene.blinds(w, state)), *(scene.pots(w, view) if view else ())]
    if mine and mine.won != mine.total:
        fields.append((w("panel.net"), net(mine.won - mine.total)))
    return Message(
        title=scene.title(w, state),
        headline=winners(w, state),
        cards=panel.laid_out(w, state, view, mine),
        text="\n".join(_streets(w, state) if view else _void(w, state)),
        fields=tuple(fields),
        rows=_ways(w, past),
        language=w.language,
    )


def _streets(w: Words, state: State) -> list[str]:
    """What happened, a paragraph for each street and for the end."""
    said = [one for one in state.told if one.kind != "hole"]
    paragraphs: list[list[str]] = [[]]
    ending = False
    for one, words in zip(said, lines_of(w, state, said), strict=True):
        if one.kind == "board" or (one.kind in ENDING and not ending):
            paragraphs.append([])
        ending = one.kind in ENDING
        paragraphs[-1].append(words)
    first, *others = _fitting(paragraphs)
    return [w("history.preflop", acts=first), *others]


def _fitting(paragraphs: Sequence[list[str]]) -> list[str]:
    """Each paragraph as a line, `LONGEST` characters in all: what short ones leave, long ones have.

    The end of a hand is as much to be read as its beginning, so no platform is left to cut it.
    """
    made = [""] * len(paragraphs)
    left = LONGEST
    by_length = sorted(range(len(made)), key=lambda at: sum(map(len, paragraphs[at])))
    for done, at in enumerate(by_length):
        made[at] = _joined(paragraphs[at], left // (len(made) - done))
        left -= len(made[at])
    return made


def _joined(acts: list[str], most: int) -> str:
    """What happened in a row; where that is too long, without what lies in the middle."""
    if len(whole := BETWEEN.join(acts)) <= most:
        return whole
    first: list[str] = []
    last: list[str] = []
    left = most - len(GAP)
    for at in range(len(acts)):
        one, side = (acts[-1 - at // 2], last) if at % 2 else (acts[at // 2], first)
        left -= len(one) + len(BETWEEN)
        if left < 0:
            break
        side.append(one)
    return BETWEEN.join([*first, GAP, *reversed(last)])


def _void(w: Words, state: State) -> list[str]:
    return [line(w, one) for one in state.log if one.kind == VOID]


def _ways(w: Words, past: Past) -> tuple[tuple[Button, ...], ...]:
    """The ways to the hands before and after; both always there, so that they keep their places."""
    ways = (("earlier", past.earlier), ("later", past.later))
    return (
        tuple(
            Button(w(f"history.{way}", n=hand), scene.token(past.state, "past", str(hand)))
            if hand
            else Button(w(f"history.no_{way}"), scene.token(past.state, "past", way), disabled=True)
            for way, hand in ways
        ),
    )
