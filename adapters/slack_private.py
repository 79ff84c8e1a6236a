"""What one person alone sees of a table in Slack: a direct message, and answers to them only.

There is one direct message per person and table, changed from hand to hand. An answer that shows
a table is renewed by what a press on it allows, and by nothing else: no state lives there.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from adapters.slack_answers import Answers, Leave
from adapters.slack_draw import Drawn, Pen
from adapters.slack_lanes import REST, TURN, Closed, Lanes, NoChannel, NoMessage
from adapters.slack_people import id_of
from adapters.slack_sheets import Sheet, Sheets
from adapters.slack_tables import MOST, Tables
from bot.chat import Gone, Memory, Message

SHELF, CHANNELS = "slack.private", "slack.dm"
OPEN, SOON = "conversations.open", 1.0
"""What opens direct messages, and how long (s) that may be waited for."""
AGAIN = 3600.0
"""Seconds after which closed direct messages are tried again."""
WORTH = ("turn", "won", "lost")
"""Tones of a message that are worth one of the few renewals of an answer."""


@dataclass(slots=True)
class Glance:
    """An answer only its reader sees that shows a table, and the press that lets it change."""

    leave: Leave
    mark: str = ""
    fresh: bool = True


class Privates:
    """`departed` is called with a person who is not in the workspace any more."""

    def __init__(
        self, lanes: Lanes, sheets: Sheets, answers: Answers, memory: Memory, pen: Pen,
        tables: Tables, departed: Callable[[str], Awaitable[None]], now: Callable[[], float],
    ) -> None:  # fmt: skip
        self._lanes = lanes
        self._sheets = sheets
        self._answers = answers
        self._memory = memory
        self._pen = pen
        self._tables = tables
        self._departed = departed
        self._now = now
        self._letters: dict[tuple[str, str], Sheet] = {}
        self._glances: dict[tuple[str, str], Glance] = {}
        self._closed: dict[str, float] = {}
        self._untold: set[str] = set()

    async def load(self) -> None:
        """Remember which direct messages there are."""
        for key, kept in await self._memory.newest(SHELF, "", MOST):
            person, _, table = key.partition("/")
            self._letters[person, table] = Sheet(*json.loads(kept))

    def untold(self, person: str) -> bool:
        """Whether this person is yet to hear that we cannot write to them; asked once."""
        told = person in self._untold
        self._untold.discard(person)
        return told

    def only_table(self, person: str) -> str:
        """The table about which they have a direct message, where there is just one; else ""."""
        tables = [table for who, table in self._letters if who == person]
        return tables[0] if len(tables) == 1 else ""

    def draw(self, message: Message) -> Drawn:
        """A private message, which says where its table is."""
        return self._pen.draw(message, self._tables.where(message.table))

    # --- the port -----------------------------------------------------------------------------

    async def whisper(self, person: str, table: str, message: Message) -> None:
        """Show or change the private message about a table; raises Gone where there is no way."""
        drawn = self.draw(message)
        seen = await self._refresh(person, table, message, drawn)
        if message.quiet:
            await self._take_back(person, table)
            return
        if self._now() - self._closed.get(person, -AGAIN) < AGAIN:
            if not seen:
                raise Closed(False)
            return
        try:
            await self._write(person, table, message, drawn)
        except (Closed, NoChannel) as closed:
            await self._shut(person, closed)
            raise

    async def _shut(self, person: str, closed: Gone) -> None:
        """They take no direct messages: not tried again for a while, and told where they read."""
        self._closed[person] = self._now()
        self._untold.add(person)
        if isinstance(closed, Closed) and closed.left:
            await self._departed(person)

    async def _write(self, person: str, table: str, message: Message, drawn: Drawn) -> None:
        sheet = self._letters.get((person, table))
        if sheet is None:
            await self._send(person, table, drawn)
            return
        urgency = TURN if message.tone == "turn" else REST

        async def failed(gone: Gone) -> None:
            await self._failed(person, table, sheet, gone)

        await self._sheets.show(sheet, drawn, urgency, failed)

    async def _failed(self, person: str, table: str, sheet: Sheet, gone: Gone) -> None:
        """It was taken away: another takes its place; or no letter reaches them any more."""
        if self._letters.get((person, table)) is not sheet or sheet.wanted is None:
            return
        del self._letters[person, table]
        try:
            if not isinstance(gone, NoMessage):
                raise gone
            await self._send(person, table, sheet.wanted)
        except Gone as shut:
            if isinstance(shut, (Closed, NoChannel)):
                await self._shut(person, shut)

    async def _send(self, person: str, table: str, drawn: Drawn) -> None:
        sheet = await self._sheets.post(await self._channel(person), drawn)
        self._letters[person, table] = sheet
        kept = json.dumps([sheet.channel, sheet.ts, sheet.made])
        await self._memory.put(SHELF, f"{person}/{table}", kept)
        await self._memory.put(CHANNELS, person, sheet.channel)

    async def _channel(self, person: str) -> str:
        """The direct messages with a person; opened once and remembered.

        Where a crowd sits down at once a message to the person's own id opens them, too: opening
        is limited much more than posting is.
        """
        kept = await self._memory.get(CHANNELS, person)
        if kept:
            return kept
        if self._lanes.pace(OPEN).wait() > SOON:
            return id_of(person)
        opened = await self._lanes.call(OPEN, users=id_of(person))
        return str(opened["channel"]["id"])

    async def forget(self, person: str, table: str) -> None:
        """Take the private messages about a table away."""
        glance = self._glances.pop((person, table), None)
        if glance:
            await self._answers.away(glance.leave)
        await self._take_back(person, table)

    async def _take_back(self, person: str, table: str) -> None:
        sheet = self._letters.pop((person, table), None)
        if sheet:
            await self._memory.drop(SHELF, f"{person}/{table}")
            await self._sheets.delete(sheet)

    # --- presses on them -------------------------------------------------------------------------

    def pressed(self, person: str, table: str, ts: str, leave: Leave | None) -> None:
        """A press on a direct message may change it from now on."""
        sheet = self._letters.get((person, table))
        if sheet and sheet.ts == ts:
            sheet.leave = leave

    def glance(self, person: str, table: str, leave: Leave | None, mark: str = "") -> None:
        """A press on an answer that shows a table may renew it from now on."""
        if leave:
            self._glances[person, table] = Glance(leave, mark)

    async def _refresh(self, person: str, table: str, message: Message, drawn: Drawn) -> bool:
        """Bring the answer they have before them up to date; whether there is one."""
        glance = self._glances.get((person, table))
        if glance is None:
            return False
        if not self._answers.alive(glance.leave):
            del self._glances[person, table]
            return False
        if glance.mark == drawn.mark or not (glance.fresh or message.tone in WORTH):
            return True
        glance.mark, glance.fresh = drawn.mark, False
        if await self._answers.instead(glance.leave, drawn.body()):
            return True
        if self._glances.get((person, table)) is glance:
            del self._glances[person, table]
        return False
