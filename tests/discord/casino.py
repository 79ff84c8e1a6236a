"""A round against the house in Discord."""

from __future__ import annotations

import json
from collections.abc import Collection

from tests import casino
from tests.casino import carried, faces
from tests.discord.check_message import SELECT, walk
from tests.discord.evening import plain
from tests.discord.interactions import Interaction
from tests.discord.users import User
from tests.discord.world import Message


class Table(casino.Table[User, Message, Interaction]):
    """A house table in an evening in Discord."""

    async def open(self, host: User, **options: object) -> None:
        """Open it, and wait until it is shown."""
        night = self.night
        await night.answer(await host.type(night.channel, "open", options))
        await night.until(night.tables)

    def tokens(self, user: User, message: Message) -> Collection[str]:
        return user.buttons(message).values()

    async def push(self, user: User, message: Message, token: str) -> Interaction:
        return await user.press_id(message, token)

    def lows(self, user: User) -> list[str]:
        slip = self.night.letter(user)
        selects = [one for one in walk(slip.components if slip else ()) if one["type"] == SELECT]
        return [option["value"] for one in selects for option in one["options"]]

    def shown(self, version: str) -> set[str]:
        content, embeds, components, attachments = json.loads(version)
        found = faces(plain(json.dumps([content, embeds, attachments], ensure_ascii=False)))
        for one in walk(components):
            options = one.get("options", ())
            told = [one.get("custom_id", "").rpartition("|")[2]]
            told += [option["value"] for option in options]
            words = [one.get("label") or "", *(option["label"] for option in options)]
            found |= carried(" ".join(told)) | faces(plain(" ".join(words)))
        return found
