"""Rate limits: a tier for each method and workspace, and the pace of a channel."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil

from tests.slack.clock import Clock

TIERS: Mapping[int, int] = {1: 1, 2: 20, 3: 50, 4: 100}
"""Requests a minute that Slack promises at least."""
RARE_BURST = 10
"""Requests of the first tier that may come at once."""
UNTIERED = 1000
METHODS: Mapping[str, int] = {
    "apps.connections.open": 1,
    "chat.delete": 3,
    "chat.postEphemeral": 4,
    "chat.update": 3,
    "conversations.history": 3,
    "conversations.info": 3,
    "conversations.join": 3,
    "conversations.list": 2,
    "conversations.members": 4,
    "conversations.open": 3,
    "files.completeUploadExternal": 4,
    "files.delete": 3,
    "files.getUploadURLExternal": 4,
    "files.info": 4,
    "team.info": 3,
    "users.conversations": 3,
    "users.info": 4,
    "users.list": 2,
    "views.open": 4,
    "views.publish": 4,
    "views.push": 4,
    "views.update": 4,
}
POSTS_BURST, POSTS_A_MINUTE = 4, 300
"""Messages in a channel that may come faster than one a second; messages in the whole workspace
("several hundred a minute")."""

ON_ITS_WAY = 0.5
"""Seconds after a client was told to wait in which a request may have been on its way already."""


@dataclass
class Rule:
    """So many at once, and then one in so many seconds."""

    burst: float
    every: float
    left: float = -1.0
    at: float = 0.0

    def take(self, now: float) -> float:
        """0 if one more may pass; otherwise the seconds to wait."""
        if self.left < 0:
            self.left, self.at = self.burst, now
        self.left = min(self.burst, self.left + (now - self.at) / self.every)
        self.at = now
        if self.left < 1:
            return (1 - self.left) * self.every
        self.left -= 1
        return 0.0


@dataclass
class Window:
    """So many in any minute."""

    most: int
    taken: deque[float] = field(default_factory=deque)

    def take(self, now: float) -> float:
        while self.taken and self.taken[0] <= now - 60:
            self.taken.popleft()
        if len(self.taken) >= self.most:
            return self.taken[0] + 60 - now
        self.taken.append(now)
        return 0.0


@dataclass
class Limits:
    """`exceeded` lists the requests that came too early; `busiest` the most of a method in a
    minute."""

    clock: Clock
    exceeded: list[str] = field(default_factory=list)
    busiest: dict[str, int] = field(default_factory=dict)
    _rules: dict[str, Rule | Window] = field(default_factory=dict)
    _told: dict[str, tuple[float, float]] = field(default_factory=dict)

    def take(self, method: str, channel: str = "") -> int:
        """0 if a request may pass; otherwise the whole seconds to wait, as a header says them."""
        now, lane = self.clock.now(), _lane(method, channel)
        since, until = self._told.get(lane, (0.0, 0.0))
        if now < until:
            if now > since + ON_ITS_WAY:
                self.exceeded.append(f"{lane} before the time that Retry-After gave")
            return ceil(until - now)
        wait = max(self._rule(*one).take(now) for one in self._keys(method, channel))
        if wait:
            self.exceeded.append(lane)
            self.hold(method, channel, ceil(wait))
            return ceil(wait)
        rule = self._rules.get(method)
        if isinstance(rule, Window):
            self.busiest[method] = max(self.busiest.get(method, 0), len(rule.taken))
        return 0

    def hold(self, method: str, channel: str, seconds: float) -> None:
        """A client was told to come back with a request after so long: earlier is too early."""
        now = self.clock.now()
        self._told[_lane(method, channel)] = (now, now + seconds)

    def _keys(self, method: str, channel: str) -> list[tuple[str, int]]:
        if method == "chat.postMessage":
            return [(f"in {channel}", 0), (method, POSTS_A_MINUTE)]
        tier = METHODS.get(method)
        return [(method, TIERS[tier] if tier else UNTIERED)]

    def _rule(self, key: str, most: int) -> Rule | Window:
        if key not in self._rules:
            made: Rule | Window = Window(most)
            if not most:
                made = Rule(POSTS_BURST, 1.0)
            elif most == 1:
                made = Rule(RARE_BURST, 60.0)
            self._rules[key] = made
        return self._rules[key]


def _lane(method: str, channel: str) -> str:
    """What a wait holds up: a method, or posting in one channel."""
    return f"{method} {channel}" if method == "chat.postMessage" else method
