"""A round against the house in Slack, in the words of those who play it, and who saw what.

Buttons are known by what they carry, so that everybody may read their own language.
"""

from __future__ import annotations

import json
import re
from functools import partial

from tests.slack.check_blocks import elements_of, walk
from tests.slack.desk import Deed
from tests.slack.evening import CARD, Evening
from tests.slack.refusal import Json
from tests.slack.users import Impossible, User
from tests.slack.world import Message

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


def shown(version: str) -> set[str]:
    """Every card that one version of a message gave away: in its words or its elements."""
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


class Table:
    """A house table in an evening; `since` is how much each viewer had seen as the round began."""

    def __init__(self, night: Evening) -> None:
        self.night = night
        self.since: dict[User, int] = {}

    def slip(self, user: User) -> Message:
        found = self.night.letter(user)
        assert found, f"{user.name} has no slip"
        return found

    def button(self, user: User, verb: str, word: str = "") -> tuple[Message, Json]:
        """(message, button) of the one on the slip that does this. Raises Impossible."""
        slip = self.slip(user)
        for one in pressable(slip):
            does, _, rest = str(one.get("value")).partition("|")
            if does == verb and rest.rpartition("|")[2].startswith(word):
                return slip, one
        raise Impossible(f"nothing does {verb} {word!r}")

    def offers(self, user: User, verb: str, word: str = "") -> bool:
        try:
            return bool(self.night.letter(user) and self.button(user, verb, word))
        except Impossible:
            return False

    async def press(self, user: User, verb: str, word: str = "") -> Deed:
        """Press what does this on the slip, as soon as it is offered."""
        await self.night.until(lambda: self.offers(user, verb, word))
        slip, one = self.button(user, verb, word)
        return await user.presses_old(one, slip)

    async def join(self, *people: User) -> None:
        """Press Place bets, and wait for the slip."""
        for user in people:
            table = self.night.table
            [join] = [one for one in pressable(table) if str(one["value"]).startswith("join|")]
            await user.presses_old(join, table)
            await self.night.until(partial(self.offers, user, "chip"))

    async def deal(self, *people: User) -> None:
        """Close the bets."""
        self.since = {user: len(user.account.saw) for user in self.night.people}
        for user in people:
            await self.press(user, "deal")
        await self.night.until(lambda: all(self.chooses(user) for user in people))

    def chooses(self, user: User) -> bool:
        """Whether it is theirs to choose."""
        return self.offers(user, "act") or bool(self.lows(user))

    def lows(self, user: User) -> list[str]:
        """How the low hands read that they may set."""
        slip = self.night.letter(user)
        return list(user.choices(slip)) if slip else []

    async def choose(self, user: User, word: str) -> None:
        """Press a choice, and wait until it is not offered any more."""
        await self.night.until(lambda: self.offers(user, "act", word))
        slip, one = self.button(user, "act", word)
        await user.presses_old(one, slip)
        token = one["value"]
        await self.night.until(
            lambda: token not in [one.get("value") for one in pressable(self.slip(user))]
        )

    def own(self, user: User) -> set[str]:
        """The cards of theirs that their slip shows."""
        return self.laid(user, "Your cards", "あなたの手札")

    def laid(self, user: User, *labels: str) -> set[str]:
        """The cards on those lines of their slip that begin so."""
        letter = self.night.letter(user)
        lines = letter.words().split("\n") if letter else []
        return faces("\n".join(one for one in lines if one.startswith(labels)))

    def check_secrets(self, public: set[str]) -> None:
        """Since the deal nobody has seen a card that is neither theirs nor open to all."""
        for viewer in self.night.people:
            own = self.own(viewer)
            versions = viewer.account.saw[self.since[viewer] :]
            seen = set().union(*map(shown, versions))
            hidden = seen - own - public
            assert not hidden, f"{viewer.name} saw {hidden}"
            assert own <= seen

    def settled(self, user: User) -> bool:
        """Whether the round is over for them: the next bets may be laid."""
        return self.offers(user, "chip")


def pressable(message: Message) -> list[Json]:
    """Every button of a message, with the block it is in."""
    return [
        {**one, "block_id": block["block_id"]}
        for block in message.blocks for one in elements_of(block) if one["type"] == "button"
    ]  # fmt: skip
