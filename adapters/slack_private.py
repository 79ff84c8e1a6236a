"""What one person alone sees of a table in Slack: a direct message, and answers to them only.

There is one direct message per person and table, changed from hand to hand. An answer that shows
a table is renewed by what a press on it allows, and by nothing else: no state lives there.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from adapters.slack_answers import Answers, Leave
from adapters.slack_draw import Drawn, Pen
from adapters.slack_lanes import (
    POST,
    REST,
    TURN,
    Changes,
    Closed,
    Lanes,
    NoChannel,
    NoMessage,
    Refused,
    TooFast,
)
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


@dataclass(slots=True, eq=False)
class Wanted:
    """What a letter should show by now, how urgently, and how often that has failed."""

    urgency: float
    drawn: Drawn
    tries: int = 0


Key = tuple[str, str]
"""A person, and the table that a letter to them is about."""


class Privates:
    """`departed` is called with a person who is not in the workspace any more.

    New letters wait in the lane of `arrivals`.
    """

    def __init__(
        self, lanes: Lanes, arrivals: Changes, sheets: Sheets, answers: Answers, memory: Memory,
        pen: Pen, tables: Tables, departed: Callable[[str], Awaitable[None]],
        now: Callable[[], float],
    ) -> None:  # fmt: skip
        self._lanes = lanes
        self._arrivals = arrivals
        self._sheets = sheets
        self._answers = answers
        self._memory = memory
        self._pen = pen
        self._tables = tables
        self._departed = departed
        self._now = now
        self._letters: dict[Key, Sheet] = {}
        self._wanted: dict[Key, Wanted] = {}
        self._glances: dict[Key, Glance] = {}
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
        where = self._tables.where(message.table)
        return self._pen.draw(message, where, self._tables.links(message))

    # --- the port -----------------------------------------------------------------------------

    async def whisper(self, person: str, table: str, message: Message) -> None:
        """Let the private message about a table show this, as soon as its turn comes.

        Raises Gone where it is known that there is no way.
        """
        drawn = self.draw(message)
        seen = await self._refresh(person, table, message, drawn)
        if message.quiet:
            await self._take_back(person, table)
            return
        if self._now() - self._closed.get(person, -AGAIN) < AGAIN:
            if not seen:
                raise Closed(False)
            return
        urgency = TURN if message.tone == "turn" else REST
        self._wanted[person, table] = Wanted(urgency, drawn)
        await self._bring((person, table))

    async def _shut(self, person: str, closed: Gone) -> None:
        """They take no direct messages: not tried again for a while, and told where they read."""
        self._closed[person] = self._now()
        self._untold.add(person)
        if isinstance(closed, Closed) and closed.left:
            await self._departed(person)

    async def _bring(self, key: Key) -> None:
        """Let their direct message show what it should, as soon as its turn comes."""
        if self._needs_new(key):
            self._arrivals.put(key, self._wanted[key].urgency, partial(self._arrive, key))
            return
        self._arrivals.drop(key)
        sheet, wanted = self._letters[key], self._wanted[key]

        async def failed(gone: Gone) -> None:
            await self._failed(key, sheet, gone)

        await self._sheets.show(sheet, wanted.drawn, wanted.urgency, failed)

    def _needs_new(self, key: Key) -> bool:
        """Whether there is no letter, or none that could say in time whose turn it is."""
        sheet, wanted = self._letters.get(key), self._wanted[key]
        if sheet is None:
            return True
        return wanted.urgency == TURN and not self._sheets.soon(sheet, wanted.drawn)

    async def _failed(self, key: Key, sheet: Sheet, gone: Gone) -> None:
        """It was taken away: another takes its place; or no letter reaches them any more."""
        if self._letters.get(key) is not sheet or key not in self._wanted:
            return
        del self._letters[key]
        if isinstance(gone, NoMessage):
            await self._bring(key)
        elif isinstance(gone, (Closed, NoChannel)):
            await self._shut(key[0], gone)

    async def _arrive(self, key: Key) -> None:
        """Send a new letter, which shows what is wanted by now. Raises TooFast to be tried again.

        Posting is limited much less than changing, so that a turn comes by a new letter where a
        change would be late; the old one goes.
        """
        wanted = self._wanted.get(key)
        if wanted is None:
            return
        if not self._needs_new(key):
            await self._bring(key)
            return
        sheet = await self._posted(key, wanted)
        if sheet is None:
            return
        if key not in self._wanted:
            # Taken back while it was on its way.
            self._take_away(sheet)
            return
        if old := self._letters.get(key):
            self._take_away(old)
        await self._keep(key, sheet)
        if self._wanted.get(key, wanted) is not wanted:
            await self._bring(key)

    def _take_away(self, sheet: Sheet) -> None:
        """Delete a letter some time: what else is due to its reader does not wait for it."""
        self._sheets.let_go(sheet)

        async def delete() -> None:
            with suppress(OSError, TimeoutError):
                await self._sheets.delete(sheet)

        self._arrivals.put(sheet, REST, delete)

    async def _posted(self, key: Key, wanted: Wanted) -> Sheet | None:
        """A new letter; None where none reaches them. Raises TooFast to be tried again."""
        try:
            return await self._sheets.post(await self._channel(key[0]), wanted.drawn)
        except (Closed, NoChannel) as closed:
            await self._shut(key[0], closed)
        except Gone:
            pass
        except (Refused, OSError, TimeoutError) as error:
            await self._sheets.later(error, wanted.tries)
            wanted.tries += 1
            raise TooFast(POST) from None
        return None

    async def _keep(self, key: Key, sheet: Sheet) -> None:
        self._letters[key] = sheet
        person, table = key
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
        self._wanted.pop((person, table), None)
        self._arrivals.drop((person, table))
        sheet = self._letters.pop((person, table), None)
        if sheet:
            await self._memory.drop(SHELF, f"{person}/{table}")
            self._take_away(sheet)

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
