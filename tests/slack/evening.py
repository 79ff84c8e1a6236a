"""An evening at a table in Slack, in the words of those who sit there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from tests import evening as evenings
from tests.books import audit
from tests.evening import CARD, cards_in, check_secrets, language
from tests.slack.croupier import launch
from tests.slack.desk import Deed
from tests.slack.manifest import read
from tests.slack.refusal import Json
from tests.slack.server import Slack, loopback
from tests.slack.users import User
from tests.slack.world import Channel, Message

__all__ = ["CARD", "Evening", "button", "cards_on", "check_secrets", "evening", "title_of"]


class Evening(evenings.Evening[User, Message, Channel, Deed]):
    """A workspace with a channel and people, and the dealer running beside it."""

    def __init__(self, slack: Slack, channel: Channel, people: tuple[User, ...]) -> None:
        self.slack = slack
        self.channel = channel
        self.people = people
        self.http = False

    async def wait(self, what: Callable[[], object], seconds: float) -> None:
        await self.slack.until(what, seconds)

    async def kill(self, folder: Path, **settings: str) -> None:
        """Cut the dealer's power in mid-sentence and start it again."""
        await self.croupier.kill()
        await self.slack.until(lambda: not self.slack.sockets.lines)
        self.croupier = await launch(self.slack, folder, http=self.http, **settings)

    def posts(self, channel: Channel | None = None) -> list[Message]:
        """What the dealer has said to everybody and is still there."""
        messages = (channel or self.channel).messages.values()
        return [one for one in messages if one.author.bot and one.only is None]

    def tables(self, channel: Channel | None = None) -> list[Message]:
        return [one for one in self.posts(channel) if _has_buttons(one)]

    async def types(self, user: User, line: str, channel: Channel | None = None) -> str:
        """A command, and what is answered."""
        return await self.answer(
            await user.types(f"/poker {line}".strip(), channel or self.channel)
        )

    async def open(
        self, host: User, words: str = "10/20", channel: Channel | None = None
    ) -> Message:
        """Open a table, wait until it is shown."""
        where = channel or self.channel
        before = len(self.tables(where))
        await self.types(host, f"open {words}", where)
        await self.until(lambda: len(self.tables(where)) > before)
        return self.tables(where)[-1]

    def letter(self, user: User) -> Message | None:
        """Their direct message about a table."""
        found = [one for one in user.sees(user.dm) if one.only is None and _has_buttons(one)]
        return found[-1] if found else None

    def offered(self, user: User, message: Message) -> dict[str, str]:
        return {label: str(one.get("value")) for label, one in user.buttons(message).items()}

    async def presses(self, user: User, message: Message, label: str) -> Deed:
        return await user.presses(label, message)

    def title(self, message: Message) -> str:
        return title_of(message)


def title_of(message: Message) -> str:
    """`Table 1 · Hand #2`."""
    return message.words().split("\n")[0]


def _has_buttons(message: Message) -> bool:
    return any(block["type"] == "actions" for block in message.blocks)


def cards_on(user: User, message: Message) -> list[str]:
    """Their hole cards, as a message shows them."""
    return cards_in(message.words(), language(user))


def button(user: User, message: Message, label: str) -> Json:
    """A button as it is now, to be pressed later."""
    return next(one for name, one in user.buttons(message).items() if name.startswith(label))


@asynccontextmanager
async def evening(
    folder: Path, *names: str, slack: Slack | None = None, http: bool = False,
    private: bool = False, faults: tuple[str, ...] = (), **settings: str,
) -> AsyncIterator[Evening]:  # fmt: skip
    """Ann reads English, `Ken:ja` Japanese; the dealer runs until the end and its books balance.

    The app may do what the manifest of the repository asks for, and no more. `faults` are errors
    that the dealer has to log.
    """
    async with loopback(slack or Slack(manifest=read())) as server:
        people = tuple(
            server.user(name.removesuffix(":ja"), "ja-JP" if name.endswith(":ja") else "en-US")
            for name in names
        )
        begun = Evening(server, server.channel("general", *people, private=private), people)
        begun.http = http
        begun.croupier = await launch(server, folder, http=http, **settings)
        try:
            yield begun
        finally:
            await begun.croupier.stop(*faults)
    assert (await audit(folder)).ok
