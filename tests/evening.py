"""An evening at a table, in the words of those who sit there, on whatever platform."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Generic, Protocol, TypeVar

from tests.croupier import Croupier

CARD = re.compile(r"(?:10|[2-9AKQJ])[♠♥♦♣]")
MINE = {"en": "Your cards", "ja": "あなたの手札"}
TURN = {"en": "Your turn", "ja": "あなたの番です"}


class Account(Protocol):
    """Who somebody is, and all that they could ever see."""

    name: str
    locale: str
    saw: list[str]


class Person(Protocol):
    """Somebody and their client."""

    @property
    def account(self) -> Account: ...


class Shown(Protocol):
    """A message."""

    def words(self) -> str: ...


class Done(Protocol):
    """Something that was done, and the private answer to it, once there is one."""

    @property
    def said(self) -> Shown | None: ...


U = TypeVar("U", bound=Person)
M = TypeVar("M", bound=Shown)
C = TypeVar("C")
D = TypeVar("D", bound=Done)


class Evening(ABC, Generic[U, M, C, D]):
    """A place with a channel and people, and the dealer running beside it."""

    people: tuple[U, ...]
    channel: C
    croupier: Croupier

    @abstractmethod
    async def wait(self, what: Callable[[], object], seconds: float) -> None:
        """Wait until something is so; raises AssertionError."""

    @abstractmethod
    async def open(self, host: U) -> M:
        """Open a table, wait until it is shown."""

    @abstractmethod
    def tables(self, channel: C | None = None) -> list[M]:
        """The messages of the tables in a channel."""

    @abstractmethod
    def letter(self, user: U) -> M | None:
        """Their direct message about a table."""

    @abstractmethod
    def offered(self, user: U, message: M) -> dict[str, str]:
        """label -> token of every button that they could press."""

    @abstractmethod
    async def presses(self, user: U, message: M, label: str) -> D:
        """Press the button whose label begins so."""

    @abstractmethod
    def title(self, message: M) -> str:
        """`Table 1 · Hand #2`."""

    def plain(self, text: str) -> str:
        """A text with every card as it is written."""
        return text

    async def until(self, what: Callable[[], object], seconds: float = 30) -> None:
        try:
            await self.wait(what, seconds)
        except AssertionError as late:
            raise AssertionError(f"{late}\n" + "\n".join(self.croupier.log)) from None

    @property
    def table(self) -> M:
        """The message of the only table."""
        [message] = self.tables()
        return message

    async def answer(self, done: D) -> str:
        """The private answer to something that was done."""
        await self.until(lambda: done.said)
        assert done.said
        return done.said.words()

    async def sit(self, *people: U, table: M | None = None) -> None:
        """Sit down by the button, one after the other, and wait for the cards."""
        for user in people:
            message = table or self.table
            await self.until(partial(self.offered, user, message))
            [label] = [
                one for one in self.offered(user, message) if one.startswith(("Sit", "着席", "座"))
            ]
            assert await self.answer(await self.presses(user, message, label))
        if len(people) > 1:
            await self.until(lambda: all(self.cards(user) for user in people))

    def cards(self, user: U, letter: M | None = None) -> list[str]:
        """Their hole cards, as their direct message shows them."""
        shown = letter or self.letter(user)
        return cards_in(self.plain(shown.words()), language(user)) if shown else []

    def on_turn(self) -> U | None:
        """Whose direct message says that it is their turn."""
        for user in self.people:
            letter = self.letter(user)
            if letter and TURN[language(user)] in letter.words():
                return user
        return None

    async def turn(self) -> U:
        await self.until(self.on_turn)
        user = self.on_turn()
        assert user
        return user

    async def act(self, user: U, *labels: str) -> D:
        """Press the first of these acts, as soon as they have it, and wait until it is done."""
        await self.until(lambda: self._act(user, labels))
        letter, found = self.letter(user), self._act(user, labels)
        assert letter
        assert found
        label, token = found
        done = await self.presses(user, letter, label)
        await self.until(
            lambda: token not in self.offered(user, self.letter(user) or letter).values()
        )
        return done

    def _act(self, user: U, labels: tuple[str, ...]) -> tuple[str, str] | None:
        """(label, token) of the first act so called in their direct message; no plans."""
        letter = self.letter(user)
        acts = [
            (label, token)
            for label, token in (self.offered(user, letter) if letter else {}).items()
            if token.startswith(("act|", "ask|"))
        ]
        return next((one for want in labels for one in acts if one[0].startswith(want)), None)

    async def pass_hand(self) -> None:
        """Check or call until the hand is over."""
        title = self.title(self.table)
        while self.title(self.table) == title:
            user = self.on_turn()
            if user:
                await self.act(user, "Check", "Call", "チェック", "コール")
            else:
                await self.until(lambda: self.on_turn() or self.title(self.table) != title)


def language(user: Person) -> str:
    return user.account.locale[:2]


def cards_in(text: str, spoken: str) -> list[str]:
    """The cards in the line that says which are one's own."""
    line = next((one for one in text.split("\n") if one.startswith(MINE[spoken])), "")
    return CARD.findall(line)


def check_secrets(
    people: Sequence[U], dealt: Mapping[U, set[str]], hand: int, plain: Callable[[str], str] = str
) -> None:
    """No viewer has ever seen hole cards of another dealt in this hand and never shown."""
    later = re.compile(f"#(?!{hand}\\b)[0-9]+")
    for viewer in people:
        seen = plain("\n".join(one for one in viewer.account.saw if not later.search(one)))
        for owner, cards in dealt.items():
            found = [card for card in cards if card in seen]
            assert viewer is owner or not found, f"{viewer.account.name} saw {found}"
