"""The public messages of the tables in Slack: where each stands and how far it scrolled away."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from adapters.slack_answers import Leave
from adapters.slack_draw import Pen, Where, escaped
from adapters.slack_lanes import LATE, TABLE, TURN, NoChannel, NoMessage
from adapters.slack_people import PREFIX, id_of
from adapters.slack_sheets import Sheet, Sheets
from bot.chat import Gone, Link, Memory, Message

SHELF, LEFT = "slack.table", "slack.left"
FAR = 12
"""So many messages later a table has scrolled away."""
REST = 60.0
"""Seconds between two moves of a table, however busy the channel."""
MOST = 100_000


@dataclass(slots=True, eq=False)
class Spot:
    """Where a table is shown; `since`: messages below it, `last` the newest of them."""

    table: str
    sheet: Sheet
    since: int = 0
    last: str = ""


class Tables:
    """`address` is the workspace's; `lost` and `gone` are told what cannot be shown any more."""

    def __init__(
        self, sheets: Sheets, memory: Memory, pen: Pen, now: Callable[[], float],
        lost: Callable[[str, str], Awaitable[None]], gone: Callable[[str], Awaitable[None]],
    ) -> None:  # fmt: skip
        self._sheets = sheets
        self._memory = memory
        self._pen = pen
        self._now = now
        self._lost = lost
        self._gone = gone
        self.address = ""
        self._spots: dict[str, Spot] = {}
        self._by_message: dict[tuple[str, str], Spot] = {}
        self._behind: dict[str, Sheet] = {}

    async def load(self) -> None:
        """Remember where the tables were shown, and what was to be taken away."""
        for table, kept in await self._memory.newest(SHELF, "", MOST):
            self._enter(Spot(table, Sheet(*json.loads(kept))))
        for table, kept in await self._memory.newest(LEFT, "", MOST):
            self._behind[table] = Sheet(*json.loads(kept))

    def spot(self, table: str) -> Spot | None:
        """Where a table is shown, if it is."""
        return self._spots.get(table)

    def spots(self) -> list[Spot]:
        """Where every table is shown."""
        return list(self._spots.values())

    def where(self, table: str) -> Where | None:
        """What a private message says of where its table is."""
        spot = self._spots.get(table)
        if spot is None:
            return None
        channel, ts = spot.sheet.channel, spot.sheet.ts.replace(".", "")
        url = f"{self.address}archives/{channel}/p{ts}" if self.address else ""
        return Where(channel, url)

    def links(self, message: Message) -> list[str]:
        """The links of a message, as markup."""
        return [self._link(link) for link in message.links]

    def _link(self, link: Link) -> str:
        where, label = self.where(link.table), escaped(link.label)
        if where and where.url:
            return f"<{where.url}|{label}>"
        channel = where.channel if where else link.place.removeprefix(PREFIX)
        return f"{label} <#{channel}>" if channel else label

    def _enter(self, spot: Spot) -> None:
        spot.sheet.keep = partial(self._remember, spot.table)
        self._spots[spot.table] = spot
        self._by_message[spot.sheet.channel, spot.sheet.ts] = spot

    async def _remember(self, table: str, sheet: Sheet) -> None:
        await self._memory.put(SHELF, table, _kept(sheet))

    # --- the port -----------------------------------------------------------------------------

    async def post(self, place: str, message: Message) -> str:
        """Show a public message at the end of its channel; raises Gone."""
        drawn = self._pen.draw(message, links=self.links(message))
        sheet = await self._sheets.post(id_of(place), drawn, message.table)
        if message.table:
            await self._moved(message.table, sheet)
        return sheet.ts

    async def _moved(self, table: str, sheet: Sheet) -> None:
        old = self._spots.get(table)
        if old:
            self._by_message.pop((old.sheet.channel, old.sheet.ts), None)
        self._enter(Spot(table, sheet))
        await self._remember(table, sheet)
        if behind := self._behind.pop(table, None):
            # What it showed is shown by the new one now, picture and all.
            behind.file = "" if behind.file == sheet.file else behind.file
            await self._sheets.delete(behind)
            await self._memory.drop(LEFT, table)

    async def edit(self, place: str, handle: str, message: Message) -> None:
        """Change a public message; raises Gone, also where it is time to move on below.

        It changes when its turn comes; what is final has been shown when this returns.
        """
        spot = self._by_message.get((id_of(place), handle))
        if spot is None:
            # Not ours to know: it was taken away, or the memory of it was lost.
            raise NoMessage(handle)
        if spot.since >= FAR and self._now() - spot.sheet.made > REST and message.rows:
            self._behind[spot.table] = spot.sheet
            await self._memory.put(LEFT, spot.table, _kept(spot.sheet))
            raise NoMessage(handle)
        drawn = self._pen.draw(message, links=self.links(message))
        # The last change is waited for: it must not hold up what else is to be shown here.
        urgency = TURN if not message.rows else LATE if message.late else TABLE
        await self._sheets.show(
            spot.sheet, drawn, urgency, lambda gone: self._failed(spot, gone), message.table
        )
        if not message.rows:
            await self._sheets.shown(spot.sheet)
            self._forget(spot)
            await self._memory.drop(SHELF, spot.table)

    async def _failed(self, spot: Spot, gone: Gone) -> None:
        """It cannot be changed: the table is shown anew, or closed where that cannot be."""
        place, handle = f"{PREFIX}{spot.sheet.channel}", spot.sheet.ts
        self._forget(spot)
        if isinstance(gone, NoMessage):
            await self._lost(place, handle)
        elif isinstance(gone, NoChannel):
            await self._gone(place)

    def _forget(self, spot: Spot) -> None:
        self._by_message.pop((spot.sheet.channel, spot.sheet.ts), None)
        if self._spots.get(spot.table) is spot:
            del self._spots[spot.table]

    async def delete(self, place: str, handle: str) -> None:
        """Take a public message away; one that is gone already is no error."""
        channel = id_of(place)
        spot = self._by_message.get((channel, handle))
        if spot:
            self._forget(spot)
        await self._sheets.delete(spot.sheet if spot else Sheet(channel, handle, 0.0))

    # --- what happens around them --------------------------------------------------------------

    def pressed(self, channel: str, ts: str, leave: Leave | None) -> None:
        """A press on a table's message may change it from now on."""
        if spot := self._by_message.get((channel, ts)):
            spot.sheet.leave = leave

    def scrolled(self, channel: str, ts: str) -> None:
        """Somebody has said something in a channel; told twice, it counts once."""
        for spot in self._spots.values():
            if spot.sheet.channel == channel and ts > max(spot.sheet.ts, spot.last):
                spot.since += 1
                spot.last = ts

    def taken_away(self, channel: str, ts: str) -> tuple[str, str] | None:
        """(place, handle) if somebody else deleted the message of a table."""
        spot = self._by_message.get((channel, ts))
        if spot is None or self._spots.get(spot.table) is not spot:
            return None
        behind = self._behind.get(spot.table)
        if behind and behind.ts == ts:
            return None
        self._by_message.pop((channel, ts))
        self._sheets.let_go(spot.sheet)
        return f"{PREFIX}{channel}", ts


def _kept(sheet: Sheet) -> str:
    """A message as it is remembered."""
    return json.dumps([sheet.channel, sheet.ts, sheet.made, sheet.file])
