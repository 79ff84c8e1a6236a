"""A round against the house in Discord, in the words of those who play it, and who saw what.

Buttons are known by what they carry, so that everybody may read their own language.
"""

from __future__ import annotations

import json
import re
from functools import partial

from tests.discord.check_message import SELECT, walk
from tests.discord.evening import Evening, plain
from tests.discord.interactions import Interaction
from tests.discord.users import Impossible, User
from tests.discord.world import Message
from tests.evening import CARD

WRITTEN = re.compile(r"(?<![0-9A-Za-z])(10|[2-9AKQJT])([cdhs])(?![0-9A-Za-z])")
SUITS = dict(zip("cdhs", "♣♦♥♠", strict=True))
JOKER = "🃏"


def faces(text: str) -> set[str]:
    """Every card that can be read in a text."""
    shown = plain(text)
    return set(CARD.findall(shown)) | ({JOKER} if JOKER in shown else set())


def carried(text: str) -> set[str]:
    """Every card that stands in what a button or a choice carries; `text` is without the table."""
    found = {rank.replace("T", "10") + SUITS[suit] for rank, suit in WRITTEN.findall(text)}
    return found | ({JOKER} if "Jo" in text else set())


def shown(version: str) -> set[str]:
    """Every card that one version of a message gave away: in its words or its components."""
    content, embeds, components, attachments = json.loads(version)
    found = faces(json.dumps([content, embeds, attachments], ensure_ascii=False))
    for one in walk(components):
        told = [one.get("custom_id", "").rpartition("|")[2]]
        told += [option["value"] for option in one.get("options", ())]
        words = [one.get("label") or "", *(option["label"] for option in one.get("options", ()))]
        found |= carried(" ".join(told)) | faces(" ".join(words))
    return found


class Table:
    """A house table in an evening; `since` is how much each viewer had seen as the round began."""

    def __init__(self, night: Evening) -> None:
        self.night = night
        self.since: dict[User, int] = {}

    async def open(self, host: User, **options: object) -> None:
        """Open it, and wait until it is shown."""
        night = self.night
        await night.answer(await host.type(night.channel, "open", options))
        await night.until(night.tables)

    def slip(self, user: User) -> Message:
        found = self.night.letter(user)
        assert found, f"{user.account.name} has no slip"
        return found

    def button(self, user: User, verb: str, word: str = "") -> tuple[Message, str]:
        """(message, id) of the button on the slip that does this. Raises Impossible."""
        slip = self.slip(user)
        for key in user.buttons(slip).values():
            does, _, rest = key.partition("|")
            if does == verb and rest.rpartition("|")[2].startswith(word):
                return slip, key
        raise Impossible(f"nothing does {verb} {word!r} on {user.buttons(slip)}")

    def offers(self, user: User, verb: str, word: str = "") -> bool:
        try:
            return bool(self.night.letter(user) and self.button(user, verb, word))
        except Impossible:
            return False

    async def press(self, user: User, verb: str, word: str = "") -> Interaction:
        """Press what does this on the slip, as soon as it is offered."""
        await self.night.until(lambda: self.offers(user, verb, word))
        slip, key = self.button(user, verb, word)
        return await user.press_id(slip, key)

    async def join(self, *people: User) -> None:
        """Press Place bets, and wait for the slip."""
        for user in people:
            table = self.night.table
            key = next(one for one in user.buttons(table).values() if one.startswith("join|"))
            await user.press_id(table, key)
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
        """The low hands they may set."""
        slip = self.night.letter(user)
        selects = [one for one in walk(slip.components if slip else ()) if one["type"] == SELECT]
        return [option["value"] for one in selects for option in one["options"]]

    async def choose(self, user: User, word: str) -> None:
        """Press a choice, and wait until it is not offered any more."""
        await self.night.until(lambda: self.offers(user, "act", word))
        slip, key = self.button(user, "act", word)
        await user.press_id(slip, key)
        await self.night.until(lambda: key not in user.buttons(self.slip(user)).values())

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
            assert not hidden, f"{viewer.account.name} saw {hidden}"
            assert own <= seen

    def settled(self, user: User) -> bool:
        """Whether the round is over for them: the next bets may be laid."""
        return self.offers(user, "chip")
