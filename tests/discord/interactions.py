"""Interactions: three seconds for the first answer, fifteen minutes for what follows it."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Final, Literal

from tests.discord.check_commands import check_answer
from tests.discord.check_message import (
    EPHEMERAL,
    LAYOUT,
    SILENT,
    SUPPRESS_EMBEDS,
    Sent,
    check_modal,
)
from tests.discord.clock import Clock
from tests.discord.posts import Posts
from tests.discord.refusal import Json, Refusal
from tests.discord.world import Account, Channel, Message

COMMAND: Final = 2
PRESS: Final = 3
ASK: Final = 4
FORM: Final = 5
ANSWER_WITHIN, TOKEN_LASTS = 3.0, 15 * 60.0
SAY, SAY_LATER, UPDATE_LATER, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
_MAY = {
    COMMAND: {SAY, SAY_LATER, MODAL},
    PRESS: {SAY, SAY_LATER, UPDATE_LATER, UPDATE, MODAL},
    ASK: {CHOICES},
    FORM: {SAY, SAY_LATER, UPDATE_LATER, UPDATE},
}


@dataclass(eq=False)
class Interaction:
    """What a user did, and how it was answered: `answer` is the kind of the first answer."""

    id: int
    token: str
    kind: Literal[2, 3, 4, 5]
    user: Account
    channel: Channel
    at: float
    message: Message | None = None
    answer: int = 0
    waits_hidden: bool = False
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    took: float = 0.0

    @property
    def said(self) -> Message | None:
        """The message that answers it, once there is one that is not loading."""
        if self.original and self.original is not self.message and not self.original.loading:
            return self.original
        return self.followups[-1] if self.followups else None


class Desk:
    """Every interaction that was begun."""

    def __init__(self, posts: Posts, clock: Clock) -> None:
        self._posts = posts
        self._clock = clock
        self.by_token: dict[str, Interaction] = {}

    def begin(
        self, kind: Literal[2, 3, 4, 5], user: Account, channel: Channel, message: Message | None
    ) -> Interaction:
        made = Interaction(
            self._clock.snowflake(), secrets.token_urlsafe(24), kind, user, channel,
            self._clock.now(), message,
        )  # fmt: skip
        self.by_token[made.token] = made
        return made

    def answer(self, interaction_id: int, token: str, sent: Sent) -> Interaction:
        """The first answer. Raises Refusal."""
        one = self.by_token.get(token)
        if one is None or one.id != interaction_id:
            raise Refusal(10062)
        late = self._clock.now() - one.at > ANSWER_WITHIN
        if one.answer:
            raise Refusal(40060)
        if late:
            raise Refusal(10062)
        kind, data = sent.json.get("type"), sent.json.get("data") or {}
        if kind not in _MAY[one.kind] or (kind in (UPDATE, UPDATE_LATER) and not one.message):
            raise Refusal(50035, {"type": f"{kind} does not answer an interaction of {one.kind}"})
        assert isinstance(kind, int)
        self._take(one, kind, Sent(data, sent.files))
        one.answer = kind
        one.took = self._clock.now() - one.at
        one.answered.set()
        return one

    def _take(self, one: Interaction, kind: int, sent: Sent) -> None:
        if kind == SAY:
            one.original = self._say(one, sent)
        elif kind == SAY_LATER:
            one.waits_hidden = bool((sent.json.get("flags") or 0) & EPHEMERAL)
            only = one.user if one.waits_hidden else None
            one.original = self._posts.loading(one.channel, only)
        elif kind in (UPDATE, UPDATE_LATER):
            assert one.message
            one.original = one.message
            if kind == UPDATE:
                self._posts.edit(one.message, sent, exempt=True)
        elif kind == CHOICES:
            check_answer(sent.json.get("choices") or [])
            one.choices = sent.json.get("choices") or []
        else:
            check_modal(sent.json)
            one.modal = sent.json

    def _say(self, one: Interaction, sent: Sent) -> Message:
        hidden = bool((sent.json.get("flags") or 0) & EPHEMERAL)
        allowed = EPHEMERAL | SUPPRESS_EMBEDS | SILENT | LAYOUT
        only = one.user if hidden else None
        return self._posts.create(one.channel, sent, allowed=allowed, only=only, exempt=True)

    # --- what follows -------------------------------------------------------------------------

    def alive(self, token: str) -> Interaction:
        """The interaction of a token that is still good. Raises Refusal."""
        one = self.by_token.get(token)
        if one is None or self._clock.now() - one.at > TOKEN_LASTS:
            raise Refusal(50027)
        if not one.answer:
            raise Refusal(10015)
        return one

    def follow(self, token: str, sent: Sent) -> Message:
        """A further answer; the first after a deferral takes the place of the one that waits."""
        one = self.alive(token)
        if one.original and one.original.loading and one.original is not one.message:
            return self._posts.fill(one.original, sent)
        said = self._say(one, sent)
        one.followups.append(said)
        return said

    def find(self, token: str, message: str) -> Message:
        """The message that `@original` or an id means. Raises Refusal."""
        one = self.alive(token)
        known = {str(said.id): said for said in one.followups}
        if one.original:
            known["@original"] = known[str(one.original.id)] = one.original
        found = known.get(message)
        if found is None or found.id not in found.channel.messages:
            raise Refusal(10008)
        return found

    def edit(self, token: str, message: str, sent: Sent) -> Message:
        found = self.find(token, message)
        if found.loading:
            return self._posts.fill(found, sent)
        return self._posts.edit(found, sent, exempt=True)

    def delete(self, token: str, message: str) -> None:
        self._posts.delete(self.find(token, message))
