"""Who somebody is in Slack: name, language, whether they manage; asked once and kept a while."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, NamedTuple

from adapters.slack_lanes import Closed, Lanes, Refused, TooFast
from bot.chat import Gone, Person

PREFIX = "slack:"
FRESH = 3600.0
"""Seconds for which what is known of somebody holds, unless Slack tells of a change."""
SOON = 5.0
"""Seconds Slack has to say who somebody is whose turn may be running; the answer is kept, later."""
MOST = 5000
log = logging.getLogger(__name__)


def id_of(ours: str) -> str:
    """Slack's id in an id of ours. Raises Gone for an id of somebody else's."""
    if not ours.startswith(PREFIX):
        raise Gone(ours)
    return ours.removeprefix(PREFIX)


class Member(NamedTuple):
    """A person as Slack knows them; `manages` the workspace; `left`: they were deactivated."""

    person: Person
    manages: bool = False
    left: bool = False


class People:
    """`language` is spoken to whom Slack does not tell of; `team` is the workspace's id."""

    def __init__(self, lanes: Lanes, language: str, now: Callable[[], float]) -> None:
        self._lanes = lanes
        self._language = language
        self._now = now
        self.team = ""
        self._known: dict[str, tuple[Member, float]] = {}
        self._asked: dict[str, asyncio.Task[Member]] = {}

    async def who(self, user: str, name: str = "") -> Member:
        """Who this is; by the `name` that came with what they did where Slack does not answer."""
        known = self._known.get(user)
        if known and self._now() - known[1] < FRESH:
            return known[0]
        try:
            async with asyncio.timeout(SOON):
                return await self.ask(user)
        except (Gone, Refused, TooFast, OSError) as error:
            log.warning("Slack does not say who somebody is: %s", type(error).__name__)
            if known:
                return known[0]
            return Member(Person(f"{PREFIX}{user}", name or user, self._language))

    async def ask(self, user: str) -> Member:
        """Who this is now; those who ask at once share one request. Raises as Lanes.call does."""
        task = self._asked.get(user)
        if task is None:
            task = self._asked[user] = asyncio.create_task(self._ask(user))
            task.add_done_callback(lambda done: self._answered(user, done))
        return await asyncio.shield(task)

    def _answered(self, user: str, task: asyncio.Task[Member]) -> None:
        self._asked.pop(user, None)
        if not task.cancelled():
            task.exception()  # heard, even where nobody waits any more

    async def _ask(self, user: str) -> Member:
        try:
            answer = await self._lanes.call("users.info", user=user, include_locale=True)
        except Closed:
            return Member(Person(f"{PREFIX}{user}", user, self._language), left=True)
        return self.note(answer.get("user") or {"id": user})

    def note(self, user: dict[str, Any]) -> Member:
        """Keep what Slack says of somebody."""
        profile = user.get("profile") or {}
        names = (profile.get("display_name"), profile.get("real_name"), user.get("real_name"),
                 user.get("name"), user.get("id"))  # fmt: skip
        name = next(str(one) for one in (*names, "?") if one)
        key = str(user.get("id", ""))
        before = self._known.get(key)
        kept = before[0].person.language if before else self._language
        locale = str(user.get("locale") or "")
        language = ("ja" if locale.startswith("ja") else "en") if locale else kept
        leads = bool(user.get("is_admin") or user.get("is_owner"))
        manages = leads and self._ours(user)
        person = Person(f"{PREFIX}{key}", name, language)
        member = Member(person, manages, bool(user.get("deleted")))
        if len(self._known) >= MOST:
            self._known.clear()
        if locale or before:
            # An event may tell of somebody without their language: who has not been met is asked.
            self._known[key] = (member, self._now())
        return member

    def _ours(self, user: dict[str, Any]) -> bool:
        """Whether somebody is of this workspace: a shared channel has guests who lead another."""
        grid = user.get("enterprise_user") or {}
        return self.team in (user.get("team_id"), *(grid.get("teams") or ()))
