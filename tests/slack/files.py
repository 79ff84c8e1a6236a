"""Files: a ticket, the bytes, and the word that it is whole; then Slack looks it over."""

from __future__ import annotations

import secrets

from tests.slack.clock import Clock
from tests.slack.refusal import Json, Refusal
from tests.slack.world import PRIVATE, File, World

ALT_MOST, SIZE_MOST = 1000, 1 << 30
LOOKED_OVER = 0.3
"""Seconds after the last step in which a file has no type yet and no block can show it."""


class Files:
    """Every upload and its ticket."""

    def __init__(self, world: World, clock: Clock, bot: str) -> None:
        self._world = world
        self._clock = clock
        self._bot = bot
        self._tickets: dict[str, File] = {}
        self.takes = LOOKED_OVER

    def ticket(self, name: str, length: int, alt: str) -> tuple[str, File]:
        """A ticket to upload a file of so many bytes with. Raises Refusal."""
        if not name or length <= 0:
            raise Refusal("missing_argument")
        if len(alt) > ALT_MOST:
            raise Refusal("alt_txt_too_large")
        made = File(self._clock.key("F"), name, length, alt)
        self._world.files[made.id] = made
        key = secrets.token_urlsafe(24)
        self._tickets[key] = made
        return key, made

    def receive(self, ticket: str, data: bytes) -> bool:
        """The bytes for a ticket; False where there is none or they are not as many."""
        file = self._tickets.get(ticket)
        if file is None or len(data) != file.size:
            return False
        del self._tickets[ticket]
        file.data = data
        return True

    def complete(self, listed: list[Json], channel: str) -> list[Json]:
        """The last step for these files; shared with a channel, if any. Raises Refusal."""
        found = [self._world.files.get(str(one.get("id"))) for one in listed]
        if not listed or not all(one and one.data and one.ready is None for one in found):
            raise Refusal("file_not_found")
        files = [one for one in found if one]
        if channel:
            where = self._world.channels.get(channel)
            if where is None or (where.kind == PRIVATE and not any(o.bot for o in where.members)):
                raise Refusal("channel_not_found")
        now = self._clock.now()
        for file, one in zip(files, listed, strict=True):
            file.title = str(one.get("title") or file.name)
            file.ready = now + self.takes
            if channel:
                file.shared.add(channel)
        return [file.json(self._bot, now) for file in files]

    def info(self, key: str) -> Json:
        return self._find(key).json(self._bot, self._clock.now())

    def delete(self, key: str) -> None:
        file = self._find(key)
        file.deleted = True

    def _find(self, key: str) -> File:
        file = self._world.files.get(key)
        if file is None:
            raise Refusal("file_not_found")
        if file.deleted:
            raise Refusal("file_deleted")
        return file
