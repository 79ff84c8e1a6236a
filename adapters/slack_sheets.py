"""Messages of ours that stay on display and change: by a press on them, or in the lane of changes.

What a message should show is noted at once, and the newest is sent when its turn comes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from adapters.slack_answers import Answers, Leave
from adapters.slack_draw import Drawn, Json
from adapters.slack_lanes import POST, TURN, UPDATE, Changes, Lanes, NoMessage, Refused, TooFast
from adapters.slack_pictures import Pictures
from bot.chat import Gone

TRIES = (1.0, 5.0, 30.0)
"""Seconds between tries of a change that fails; the last goes on until it succeeds."""
SAVED = 3
"""Uses of a press saved for what is to be said to who pressed, and for when it is their turn."""
LATE = 2.0
"""Seconds for which a change that says whose turn it is may have to wait."""
QUIET = {"unfurl_links": False, "unfurl_media": False}
log = logging.getLogger(__name__)

Failed = Callable[[Gone], Awaitable[None]]
"""Called when a message cannot be changed any more."""


@dataclass(slots=True, eq=False)
class Sheet:
    """A message on display, `made` when (seconds since 1970); `mark` says what it shows.

    `file` is the picture on it, which `keep` remembers, `leave` what the last press on it allows,
    `wanted` what it should show, `settled` who waits for it to.
    """

    channel: str
    ts: str
    made: float
    file: str = ""
    mark: str = ""
    leave: Leave | None = None
    wanted: Drawn | None = None
    keep: Callable[[Sheet], Awaitable[None]] | None = field(default=None, repr=False)
    tries: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)
    settled: list[asyncio.Future[None]] = field(default_factory=list, repr=False)


class Sheets:
    """Posts and changes; `now` in seconds since 1970."""

    def __init__(
        self, lanes: Lanes, changes: Changes, answers: Answers, pictures: Pictures,
        now: Callable[[], float],
    ) -> None:  # fmt: skip
        self._lanes = lanes
        self._changes = changes
        self._answers = answers
        self._pictures = pictures
        self._now = now
        self._failing: set[str] = set()

    async def post(self, channel: str, drawn: Drawn, key: str = "") -> Sheet:
        """Show a new message; `key` names its table to the pictures. Raises as Lanes.call does."""
        file = await self._pictures.upload(key, drawn)
        try:
            sent = await self._post(channel, drawn.body(file))
        except Refused:
            if not file:
                raise
            self._pictures.drop(file)
            file, sent = "", await self._post(channel, drawn.body())
        where, ts = str(sent.get("channel") or channel), str(sent["ts"])
        return Sheet(where, ts, self._now(), file, drawn.mark, wanted=drawn)

    async def _post(self, channel: str, body: Json) -> Json:
        return await self._lanes.call(POST, channel=channel, **body, **QUIET)

    async def show(
        self, sheet: Sheet, drawn: Drawn, urgency: float, failed: Failed, key: str = ""
    ) -> None:
        """Let a message show this from its next turn on."""
        sheet.wanted = drawn
        if drawn.mark == sheet.mark and not sheet.lock.locked():
            self._changes.drop(sheet)
            return
        saved = 0 if urgency == TURN else SAVED
        if self._answers.alive(sheet.leave, saved) and await self._by_press(sheet):
            self._changes.drop(sheet)
            return
        self._queue(sheet, urgency, failed, key)

    def soon(self, sheet: Sheet, drawn: Drawn) -> bool:
        """Whether a message could show whose turn it is before long."""
        by_press = self._answers.alive(sheet.leave)
        return drawn.mark == sheet.mark or by_press or self._changes.delay() < LATE

    async def shown(self, sheet: Sheet) -> None:
        """Wait until a message shows what it should.

        Raises Gone where it never will, and what a try failed of: whoever waits holds up others.
        """
        if sheet.wanted is None or sheet.wanted.mark == sheet.mark:
            return
        waits = asyncio.get_running_loop().create_future()
        sheet.settled.append(waits)
        await waits

    def let_go(self, sheet: Sheet) -> None:
        """A message is there no more, or soon will not be: nothing more is sent to it."""
        self._changes.drop(sheet)
        self._pictures.drop(sheet.file)
        sheet.file, sheet.wanted = "", None
        _settle(sheet, NoMessage("let go"))

    async def delete(self, sheet: Sheet) -> None:
        """Take a message away, and its picture; one that is gone already is no error."""
        self.let_go(sheet)
        try:
            await self._lanes.call("chat.delete", channel=sheet.channel, ts=sheet.ts)
        except (Gone, Refused):
            return

    def _queue(self, sheet: Sheet, urgency: float, failed: Failed, key: str) -> None:
        self._changes.put(sheet, urgency, lambda: self._change(sheet, failed, key))

    async def _by_press(self, sheet: Sheet) -> bool:
        """Change it by the press on it, which counts against no rate; whether that was taken.

        Not where there is a picture: a press may show none that the channel has not seen.
        """
        async with sheet.lock:
            drawn, leave = sheet.wanted, sheet.leave
            if drawn is None or drawn.mark == sheet.mark:
                return True
            if drawn.png or not await self._answers.instead(leave, drawn.body()):
                sheet.leave = None if sheet.leave is leave else sheet.leave
                return False
            await self._now_shows(sheet, drawn, "")
            return sheet.wanted is drawn

    async def _change(self, sheet: Sheet, failed: Failed, key: str) -> None:
        try:
            async with sheet.lock:
                await self._update(sheet, key)
        except Gone as gone:
            _settle(sheet, gone)
            await failed(gone)
        except (Refused, OSError, TimeoutError) as error:
            _settle(sheet, error)
            await self.later(error, sheet.tries)
            sheet.tries += 1
            raise TooFast(UPDATE) from None

    async def _update(self, sheet: Sheet, key: str) -> None:
        drawn = sheet.wanted
        if drawn is None or drawn.mark == sheet.mark:
            return
        file = await self._pictures.upload(key, drawn)
        # An upload takes a while: the words are the newest, the picture follows if it is not.
        newest = sheet.wanted or drawn
        where = {"channel": sheet.channel, "ts": sheet.ts}
        try:
            await self._lanes.send(UPDATE, **where, **newest.body(file))
        except Refused:
            if not file:
                raise
            self._pictures.drop(file)
            file = ""
            await self._lanes.call(UPDATE, **where, **newest.body())
        await self._now_shows(sheet, newest, file)
        if newest is not drawn and newest.png != drawn.png:
            sheet.mark = drawn.mark

    async def _now_shows(self, sheet: Sheet, drawn: Drawn, file: str) -> None:
        if sheet.file != file:
            old, sheet.file = sheet.file, file
            if sheet.keep:
                # Before the old one goes: what is remembered after a crash can be taken away.
                await sheet.keep(sheet)
            self._pictures.drop(old)
        sheet.mark, sheet.tries = drawn.mark, 0
        if sheet.wanted is drawn:
            _settle(sheet)

    async def later(self, error: Exception, tries: int) -> None:
        """Wait before another try, longer each time; each kind of failure is told once."""
        kind = error.why if isinstance(error, Refused) else type(error).__name__
        if kind not in self._failing:
            self._failing.add(kind)
            log.warning("a message in Slack cannot be changed: %s", kind)
        await asyncio.sleep(TRIES[min(tries, len(TRIES) - 1)])


def _settle(sheet: Sheet, error: Exception | None = None) -> None:
    """Tell who waits for a message that it shows what it should, or why not."""
    for waits in sheet.settled:
        if not waits.done():
            if error:
                waits.set_exception(error)
            else:
                waits.set_result(None)
    sheet.settled.clear()
