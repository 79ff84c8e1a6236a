"""An evening at a table in Discord, in the words of those who sit there."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from tests import evening as evenings
from tests.books import audit
from tests.discord.croupier import launch
from tests.discord.interactions import Interaction
from tests.discord.server import Discord, loopback
from tests.discord.users import User
from tests.discord.world import Channel, Guild, Message
from tests.evening import cards_in, language

BACK = re.compile(r"<:c[24]_back:\d+>")
EMOJI = re.compile(r"<:c[24]_(10|[2-9AKQJ])([cdhs]):\d+>")
SUITS = dict(zip("cdhs", "♣♦♥♠", strict=True))
DECK = [f"c2_{rank}{suit}" for rank in (*range(2, 11), *"JQKA") for suit in SUITS]


def plain(text: str) -> str:
    """A text with every card as it is written, not as emoji."""
    return EMOJI.sub(lambda found: found[1] + SUITS[found[2]], BACK.sub("▮", text))


class Evening(evenings.Evening[User, Message, Channel, Interaction]):
    """A server with a channel and people, and the dealer running beside it."""

    def __init__(self, discord: Discord, guild: Guild, people: tuple[User, ...]) -> None:
        self.discord = discord
        self.guild = guild
        self.people = people
        self.channel = next(iter(guild.channels.values()))

    async def wait(self, what: Callable[[], object], seconds: float) -> None:
        await self.discord.until(what, seconds)

    async def kill(self, folder: Path, **settings: str) -> None:
        """Cut the dealer's power in mid-sentence and start it again."""
        await self.croupier.kill()
        self.discord.gateway.forget_sessions()
        self.croupier = await launch(self.discord, folder, **settings)

    def posts(self, channel: Channel | None = None) -> list[Message]:
        """What the bot has said to everybody and is still there."""
        messages = (channel or self.channel).messages.values()
        return [one for one in messages if one.author.bot and one.only is None and not one.loading]

    def tables(self, channel: Channel | None = None) -> list[Message]:
        return [one for one in self.posts(channel) if one.components]

    async def open(self, host: User, channel: Channel | None = None, **options: object) -> Message:
        """Open a table, wait until it is shown."""
        where = channel or self.channel
        before = len(self.tables(where))
        options.setdefault("blinds", "10/20")
        await self.answer(await host.type(where, "open", options))
        await self.until(lambda: len(self.tables(where)) > before)
        return self.tables(where)[-1]

    def letter(self, user: User) -> Message | None:
        """Their direct message about a table."""
        found = [one for one in user.reads(user.dm) if one.components and one.only is None]
        return found[-1] if found else None

    def offered(self, user: User, message: Message) -> dict[str, str]:
        return user.buttons(message)

    async def presses(self, user: User, message: Message, label: str) -> Interaction:
        return await user.press(message, label)

    def title(self, message: Message) -> str:
        return str(message.embeds[0]["title"])

    def plain(self, text: str) -> str:
        return plain(text)


def cards_on(user: User, message: Message) -> list[str]:
    """Their hole cards, as a message shows them."""
    return cards_in(plain(message.words()), language(user))


def check_secrets(people: tuple[User, ...], dealt: dict[User, set[str]], hand: int) -> None:
    """No viewer has ever seen hole cards of another dealt in this hand and never shown."""
    evenings.check_secrets(people, dealt, hand, plain)


@asynccontextmanager
async def evening(
    folder: Path,
    *names: str,
    discord: Discord | None = None,
    greeted: bool = False,
    **settings: str,
) -> AsyncIterator[Evening]:
    """Ann reads English, `Ken:ja` Japanese; the dealer runs until the end and its books balance.

    It has long been in this server, unless it is to be `greeted`.
    """
    async with loopback(discord) as server:
        people = tuple(
            server.user(name.removesuffix(":ja"), "ja" if name.endswith(":ja") else "en-US")
            for name in names
        )
        guild = server.guild("The Casino", *people)
        bot = guild.members[server.bot.id]
        begun = Evening(server, guild, people)
        server.own_emoji(*DECK, "c2_back")
        if not greeted:
            bot.joined -= 2 * 3600
        begun.croupier = await launch(server, folder, **settings)
        try:
            yield begun
        finally:
            await begun.croupier.stop()
        assert server.posts.unstated == [], "a message left open who may be mentioned"
    assert (await audit(folder)).ok
