"""A round against the house, in the words of those who play it, and who saw what, anywhere.

Buttons are known by what they carry, so that everybody may read their own language.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection
from functools import partial
from typing import Any, Generic

from tests.evening import CARD, D, Evening, M, U

WRITTEN = re.compile(r"(?<![0-9A-Za-z])(10|[2-9AKQJT])([cdhs])(?![0-9A-Za-z])")
SUITS = dict(zip("cdhs", "♣♦♥♠", strict=True))
JOKER = "🃏"


def faces(text: str) -> set[str]:
    """Every card that can be read in a text."""
    return set(CARD.findall(text)) | ({JOKER} if JOKER in text else set())


def carried(text: str) -> set[str]:
    """Every card that stands in what a button or a choice carries; `text` is without the table."""
    found = {rank.replace("T", "10") + SUITS[suit] for rank, suit in WRITTEN.findall(text)}
    return found | ({JOKER} if "Jo" in text else set())


class Table(ABC, Generic[U, M, D]):
    """A house table in an evening; `since` is how much each viewer had seen as the round began."""

    def __init__(self, night: Evening[U, M, Any, D]) -> None:
        self.night = night
        self.since: dict[U, int] = {}

    @abstractmethod
    def tokens(self, user: U, message: M) -> Collection[str]:
        """What each button carries that they could press, in the order of the buttons."""

    @abstractmethod
    async def push(self, user: U, message: M, token: str) -> D:
        """Press the button that carries this."""

    @abstractmethod
    def lows(self, user: U) -> list[str]:
        """The low hands they may set."""

    @abstractmethod
    def shown(self, version: str) -> set[str]:
        """Every card that one version of a message gave away, by its words or what it carries."""

    def slip(self, user: U) -> M:
        found = self.night.letter(user)
        assert found, f"{user.account.name} has no slip"
        return found

    def found(self, user: U, verb: str, word: str = "") -> str:
        """What the button carries that does this on the slip; "" where there is none."""
        slip = self.night.letter(user)
        for token in self.tokens(user, slip) if slip else ():
            does, _, rest = token.partition("|")
            if does == verb and rest.rpartition("|")[2].startswith(word):
                return token
        return ""

    async def press(self, user: U, verb: str, word: str = "") -> D:
        """Press what does this on the slip, as soon as it is offered."""
        await self.night.until(lambda: self.found(user, verb, word))
        return await self.push(user, self.slip(user), self.found(user, verb, word))

    async def join(self, *people: U) -> None:
        """Press Place bets, and wait for the slip."""
        for user in people:
            await self.push(user, self.night.table, self.public(user, "join"))
            await self.night.until(partial(self.found, user, "chip"))

    def public(self, user: U, verb: str) -> str:
        """What the button carries that does this on the table's message; "" where there is none."""
        tokens = self.tokens(user, self.night.table)
        return next((one for one in tokens if one.startswith(f"{verb}|")), "")

    async def deal(self, *people: U) -> None:
        """Close the bets."""
        self.since = {user: len(user.account.saw) for user in self.night.people}
        for user in people:
            await self.press(user, "deal")
        await self.night.until(lambda: all(self.chooses(user) for user in people))

    def chooses(self, user: U) -> bool:
        """Whether it is theirs to choose."""
        return bool(self.found(user, "act") or self.lows(user))

    async def choose(self, user: U, word: str) -> None:
        """Press a choice, and wait until it is not offered any more."""
        await self.night.until(lambda: self.found(user, "act", word))
        token = self.found(user, "act", word)
        await self.push(user, self.slip(user), token)
        await self.night.until(lambda: token not in self.tokens(user, self.slip(user)))

    def faces(self, message: M) -> set[str]:
        """Every card that can be read on a message."""
        return faces(self.night.plain(message.words()))

    def own(self, user: U) -> set[str]:
        """The cards of theirs that their slip shows."""
        return self.laid(user, "Your cards", "あなたの手札")

    def laid(self, user: U, *labels: str) -> set[str]:
        """The cards on those lines of their slip that begin so."""
        letter = self.night.letter(user)
        lines = letter.words().split("\n") if letter else []
        laid = "\n".join(one for one in lines if one.startswith(labels))
        return faces(self.night.plain(laid))

    async def street(self, user: U, open_cards: int, *labels: str) -> set[str]:
        """The cards that lie open on a street, once it has begun; until then nobody saw others."""
        await self.night.until(lambda: len(self.laid(user, *labels)) == open_cards)
        public = self.laid(user, *labels)
        self.check_secrets(public)
        return public

    def check_secrets(self, public: set[str]) -> None:
        """Since the deal nobody has seen a card that is neither theirs nor open to all."""
        for viewer in self.night.people:
            own = self.own(viewer)
            versions = viewer.account.saw[self.since[viewer] :]
            seen = set().union(*map(self.shown, versions))
            hidden = seen - own - public
            assert not hidden, f"{viewer.account.name} saw {hidden}"
            assert own <= seen

    def settled(self, user: U) -> bool:
        """Whether the round is over for them: the next bets may be laid."""
        return bool(self.found(user, "chip"))

    async def results(self) -> list[str]:
        """What My result tells each, once the table's message offers it."""
        night, told = self.night, []
        for user in night.people:
            await night.until(partial(self.public, user, "result"))
            done = await self.push(user, night.table, self.public(user, "result"))
            told.append(night.plain(await night.answer(done)))
        return told
