"""Pictures of the tables: uploaded when they are about to be shown, old ones taken away."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from typing import Any

import aiohttp

from adapters.slack_draw import ALT, Drawn, cut
from adapters.slack_lanes import Lanes, Refused, TooFast
from bot.chat import Gone

NAME = "table.png"
LOOKS = (0.2, 0.4, 0.8, 1.6)
"""Seconds between looks at whether Slack has looked an upload over; then it goes without."""
PAUSE = 300.0
"""Seconds without pictures after Slack has refused one."""
SLOW = 20.0
log = logging.getLogger(__name__)


class Pictures:
    """What cannot be uploaded is done without: the table's words say the same."""

    def __init__(
        self, lanes: Lanes, session: aiohttp.ClientSession, now: Callable[[], float]
    ) -> None:  # fmt: skip
        self._lanes = lanes
        self._session = session
        self._now = now
        self._again = float("-inf")
        self._made: dict[str, tuple[str, str]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def upload(self, key: str, drawn: Drawn) -> str:
        """The id of the file that shows this picture of the table `key`; "" where there is none."""
        if drawn.png is None or self._now() < self._again:
            return ""
        digest = hashlib.sha256(drawn.png).hexdigest()
        known = self._made.get(key)
        if known and known[0] == digest:
            return known[1]
        file = ""
        try:
            file = await self._upload(drawn.png, cut(drawn.alt, ALT))
            if await self._ready(file):
                self._made[key] = (digest, file)
                return file
        except (Gone, Refused, TooFast, OSError, TimeoutError, aiohttp.ClientError) as error:
            why = error.why if isinstance(error, Refused) else type(error).__name__
            log.warning("tables are shown without pictures for a while: %s", why)
            self._again = self._now() + PAUSE
        self.drop(file)
        return ""

    async def _upload(self, png: bytes, alt: str) -> str:
        about: dict[str, Any] = {"filename": NAME, "length": len(png)}
        if alt:
            about["alt_txt"] = alt[:1000]
        place = await self._lanes.call("files.getUploadURLExternal", **about)
        file = str(place["file_id"])
        async with (
            asyncio.timeout(SLOW),
            self._session.post(str(place["upload_url"]), data=png) as response,
        ):
            if response.status != 200:
                raise OSError(response.status)
        files = [{"id": file, "title": NAME}]
        await self._lanes.call("files.completeUploadExternal", files=files)
        return file

    async def _ready(self, file: str) -> bool:
        """Whether Slack has looked it over: before that nothing can show it."""
        for wait in LOOKS:
            answer = await self._lanes.call("files.info", file=file)
            if (answer.get("file") or {}).get("mimetype"):
                return True
            await asyncio.sleep(wait)
        return False

    def drop(self, file: str) -> None:
        """Take a file away that no message shows any more; in its own time."""
        if not file:
            return
        for key in [key for key, made in self._made.items() if made[1] == file]:
            del self._made[key]
        task = asyncio.create_task(self._drop(file))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _drop(self, file: str) -> None:
        try:
            await self._lanes.call("files.delete", file=file)
        except (Gone, Refused, TooFast, OSError, TimeoutError) as error:
            log.info("an old picture stays in Slack: %s", type(error).__name__)

    async def close(self) -> None:
        """Wait for nothing more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
