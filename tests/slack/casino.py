"""A round against the house in Slack."""

from __future__ import annotations

import json
from collections.abc import Collection

from tests import casino
from tests.casino import carried, faces
from tests.slack.check_blocks import walk
from tests.slack.desk import Deed
from tests.slack.evening import Evening
from tests.slack.users import User, pressable
from tests.slack.world import Message


class Table(casino.Table[User, Message, Deed]):
    """A house table in an evening in Slack."""

    night: Evening

    def tokens(self, user: User, message: Message) -> Collection[str]:
        return pressable(message)

    async def push(self, user: User, message: Message, token: str) -> Deed:
        return await user.presses_old(pressable(message)[token], message)

    def lows(self, user: User) -> list[str]:
        slip = self.night.letter(user)
        return list(user.choices(slip)) if slip else []

    def shown(self, version: str) -> set[str]:
        text, blocks, *picture = json.loads(version)
        found = faces(text) | faces(json.dumps(picture, ensure_ascii=False))
        for one in walk(blocks):
            if isinstance(words := one.get("text"), str):
                found |= faces(words)
            if isinstance(told := one.get("value"), str):
                found |= carried(told.rpartition("|")[2])
            if isinstance(words := one.get("alt_text"), str):
                found |= faces(words)
        return found
