"""An evening at a table in Discord, in the words of those who sit there."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from tests.books import audit
from tests.croupier import Croupier
from tests.discord.croupier import launch
from tests.discord.interactions import Interaction
from tests.discord.server import Discord, loopback
from tests.discord.users import User
from tests.discord.world import Channel, Guild, Message

CARD = re.compile(r"(?:10|[2-9AKQJ])[♠♥♦♣]")
BACK = re.compile(r"<:c[24]_back:\d+>")
EMOJI = re.compile(r"<:c[24]_(10|[2-9AKQJ])([cdhs]):\d+>")
SUITS = dict(zip("cdhs", "♣♦♥♠", strict=True))
DECK = [f"c2_{rank}{suit}" for rank in (*range(2, 11), *"JQKA") for suit in SUITS]


def plain(text: str) -> str:
    """A text with every card as it is written, not as emoji."""
    return EMOJI.sub(lambda found: found[1] + SUITS[found[2]], BACK.sub("▮", text))


MINE = {"en-US": "Your cards", "ja": "あなたの手札"}
TURN = {"en-US": "Your turn", "ja": "あなたの番です"}


class Evening:
    """A server with a channel and people, and the dealer running beside it."""

    def __init__(self, discord: Discord, guild: Guild, people: tuple[User, ...]) -> None:
        self.discord = discord
        self.guild = guild
        self.people = people
        self.channel = next(iter(guild.channels.values()))
        self.croupier: Croupier

    async def until(self, what: Callable[[], object], seconds: float = 30) -> None:
        try:
            await self.discord.until(what, seconds)
        except AssertionError as late:
            raise AssertionError(f"{late}\n" + "\n".join(self.croupier.log)) from None

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

    @property
    def table(self) -> Message:
        """The message of the only table."""
        [message] = self.tables()
        return message

    async def answer(self, done: Interaction) -> str:
        """The private answer to something that was done."""
        await self.until(lambda: done.said)
        assert done.said
        return done.said.words()

    async def open(self, host: User, channel: Channel | None = None, **options: object) -> Message:
        """Open a table, wait until it is shown."""
        where = channel or self.channel
        before = len(self.tables(where))
        options.setdefault("blinds", "10/20")
        await self.answer(await host.type(where, "open", options))
        await self.until(lambda: len(self.tables(where)) > before)
        return self.tables(where)[-1]

    async def sit(self, *people: User, table: Message | None = None) -> None:
        """Sit down by the button, one after the other, and wait for the cards."""
        for user in people:
            message = table or self.table
            await self.until(partial(user.buttons, message))
            [label] = [
                one for one in user.buttons(message) if one.startswith(("Sit", "着席", "座"))
            ]
            assert await self.answer(await user.press(message, label))
        if len(people) > 1:
            await self.until(lambda: all(self.cards(user) for user in people))

    def letter(self, user: User) -> Message | None:
        """Their direct message about a table."""
        found = [one for one in user.reads(user.dm) if one.components and one.only is None]
        return found[-1] if found else None

    def cards(self, user: User, letter: Message | None = None) -> list[str]:
        """Their hole cards, as their direct message shows them."""
        shown = letter or self.letter(user)
        return cards_on(user, shown) if shown else []

    def on_turn(self) -> User | None:
        """Whose direct message says that it is their turn."""
        for user in self.people:
            letter = self.letter(user)
            if letter and TURN[user.account.locale] in letter.words():
                return user
        return None

    async def turn(self) -> User:
        await self.until(self.on_turn)
        user = self.on_turn()
        assert user
        return user

    async def act(self, user: User, *labels: str) -> Interaction:
        """Press the first of these acts, as soon as they have it, and wait until it is done."""
        await self.until(lambda: self.offered(user, labels))
        letter, key = self.letter(user), self.offered(user, labels)
        assert letter
        done = await user.press_id(letter, key)
        await self.until(lambda: key not in user.buttons(self.letter(user) or letter).values())
        return done

    def offered(self, user: User, labels: tuple[str, ...]) -> str:
        """What the first act so called carries in their direct message, or ""; no plans."""
        letter = self.letter(user)
        acts = [
            (label, key) for label, key in (user.buttons(letter) if letter else {}).items()
            if key.startswith(("act|", "ask|"))
        ]  # fmt: skip
        return next((key for want in labels for label, key in acts if label.startswith(want)), "")

    async def pass_hand(self) -> None:
        """Check or call until the hand is over."""
        title = self.table.embeds[0]["title"]
        while self.table.embeds[0]["title"] == title:
            user = self.on_turn()
            if user:
                await self.act(user, "Check", "Call", "チェック", "コール")
            else:
                await self.until(lambda: self.on_turn() or self.table.embeds[0]["title"] != title)


def cards_on(user: User, message: Message) -> list[str]:
    label = MINE[user.account.locale]
    line = next((one for one in message.words().split("\n") if one.startswith(label)), "")
    return CARD.findall(plain(line))


def check_secrets(people: tuple[User, ...], dealt: dict[User, set[str]], hand: int) -> None:
    """No viewer has ever seen hole cards of another dealt in this hand and never shown."""
    later = re.compile(f"#(?!{hand}\\b)[0-9]+")
    for viewer in people:
        seen = plain("\n".join(one for one in viewer.account.saw if not later.search(one)))
        for owner, cards in dealt.items():
            found = [card for card in cards if card in seen]
            assert viewer is owner or not found, f"{viewer.account.name} saw {found}"


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
