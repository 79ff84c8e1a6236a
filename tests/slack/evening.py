"""An evening at a table in Slack, in the words of those who sit there."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from tests.books import audit
from tests.croupier import Croupier
from tests.slack.croupier import launch
from tests.slack.desk import Deed
from tests.slack.manifest import read
from tests.slack.refusal import Json
from tests.slack.server import Slack, loopback
from tests.slack.users import User
from tests.slack.world import Channel, Message

CARD = re.compile(r"(?:10|[2-9AKQJ])[♠♥♦♣]")
MINE = {"en-US": "Your cards", "ja-JP": "あなたの手札"}
TURN = {"en-US": "Your turn", "ja-JP": "あなたの番です"}


class Evening:
    """A workspace with a channel and people, and the dealer running beside it."""

    def __init__(self, slack: Slack, channel: Channel, people: tuple[User, ...]) -> None:
        self.slack = slack
        self.channel = channel
        self.people = people
        self.http = False
        self.croupier: Croupier

    async def until(self, what: Callable[[], object], seconds: float = 30) -> None:
        try:
            await self.slack.until(what, seconds)
        except AssertionError as late:
            raise AssertionError(f"{late}\n" + "\n".join(self.croupier.log)) from None

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

    @property
    def table(self) -> Message:
        """The message of the only table."""
        [message] = self.tables()
        return message

    async def answer(self, done: Deed) -> str:
        """The private answer to something that was done."""
        await self.until(lambda: done.said)
        assert done.said
        return done.said.words()

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

    async def sit(self, *people: User, table: Message | None = None) -> None:
        """Sit down by the button, one after the other, and wait for the cards."""
        for user in people:
            message = table or self.table
            await self.until(partial(user.buttons, message))
            [label] = [
                one for one in user.buttons(message) if one.startswith(("Sit", "着席", "座"))
            ]
            assert await self.answer(await user.presses(label, message))
        if len(people) > 1:
            await self.until(lambda: all(self.cards(user) for user in people))

    def letter(self, user: User) -> Message | None:
        """Their direct message about a table."""
        found = [one for one in user.sees(user.dm) if one.only is None and _has_buttons(one)]
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

    async def act(self, user: User, *labels: str) -> Deed:
        """Press the first of these buttons that there is, and wait until the turn has gone on."""
        letter = self.letter(user)
        assert letter
        buttons = user.buttons(letter)
        label = next(one for want in labels for one in buttons if one.startswith(want))
        old = buttons[label].get("value")
        done = await user.presses(label, letter)
        await self.until(lambda: old not in tokens(user, self.letter(user) or letter))
        return done

    async def pass_hand(self) -> None:
        """Check or call until the hand is over."""
        title = title_of(self.table)
        while title_of(self.table) == title:
            user = self.on_turn()
            if user:
                await self.act(user, "Check", "Call", "チェック", "コール")
            else:
                await self.until(lambda: self.on_turn() or title_of(self.table) != title)


def title_of(message: Message) -> str:
    """`Table 1 · Hand #2`."""
    return message.words().split("\n")[0]


def tokens(user: User, message: Message) -> list[str]:
    """What the buttons of a message carry."""
    return [str(one.get("value")) for one in user.buttons(message).values()]


def _has_buttons(message: Message) -> bool:
    return any(block["type"] == "actions" for block in message.blocks)


def cards_on(user: User, message: Message) -> list[str]:
    label = MINE[user.account.locale]
    line = next((one for one in message.words().split("\n") if one.startswith(label)), "")
    return CARD.findall(line)


def button(user: User, message: Message, label: str) -> Json:
    """A button as it is now, to be pressed later."""
    return next(one for name, one in user.buttons(message).items() if name.startswith(label))


def check_secrets(people: tuple[User, ...], dealt: dict[User, set[str]], hand: int) -> None:
    """No viewer has ever seen hole cards of another dealt in this hand and never shown."""
    later = re.compile(f"#(?!{hand}\\b)[0-9]+")
    for viewer in people:
        seen = "\n".join(one for one in viewer.account.saw if not later.search(one))
        for owner, cards in dealt.items():
            found = [card for card in cards if card in seen]
            assert viewer is owner or not found, f"{viewer.name} saw {found}"


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
