"""Rate limits: buckets with their headers, the global one, and the ban for invalid requests."""

from __future__ import annotations

import hashlib
import json
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.discord.clock import Clock


class Rule(NamedTuple):
    """So many requests in so many seconds, on routes that look so, one bucket per major id."""

    name: str
    method: str
    route: str
    most: int
    seconds: float


RULES = (
    Rule("callback", "POST", r"/interactions/(\d+)/[^/]+/callback", 0, 0),
    Rule("followup", "POST|PATCH|DELETE|GET", r"/webhooks/\d+/([^/]+).*", 5, 2),
    Rule("delete", "DELETE", r"/channels/(\d+)/messages/\d+", 5, 1),
    Rule("post", "POST", r"/channels/(\d+)/messages", 5, 5),
    Rule("edit", "PATCH", r"/channels/(\d+)/messages/\d+", 5, 5),
    Rule("dm", "POST", r"/users/@me/channels()", 10, 10),
    Rule("emoji", ".*", r"/applications/(\d+)/emojis.*", 50, 30),
    Rule("commands", ".*", r"/applications/(\d+)/commands.*", 5, 20),
    Rule("other", ".*", r"/(?:\w+/(\d+))?.*", 10, 5),
)
"""Observed rates; the real ones change, so clients must go by the headers."""

GLOBAL = Rule("global", ".*", "", 50, 1)
FOLLOWUPS = Rule("followups in a channel", "POST", "", 30, 60)
INVALID_MOST, INVALID_WITHIN = 10_000, 600


@dataclass
class Bucket:
    """The requests of a window that begins with its first."""

    rule: Rule
    began: float = -1e18
    used: int = 0

    def take(self, now: float) -> float:
        """0 if one more may pass; otherwise the seconds to wait."""
        if now >= self.began + self.rule.seconds:
            self.began, self.used = now, 0
        if self.used >= self.rule.most:
            return self.began + self.rule.seconds - now
        self.used += 1
        return 0.0

    def headers(self, now: float) -> dict[str, str]:
        left = max(0.0, self.began + self.rule.seconds - now)
        name = hashlib.sha256(self.rule.name.encode()).hexdigest()[:16]
        return {
            "X-RateLimit-Limit": str(self.rule.most),
            "X-RateLimit-Remaining": str(max(0, self.rule.most - self.used)),
            "X-RateLimit-Reset": f"{now + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": name,
        }


class Answer(NamedTuple):
    """A response the server gives without asking anybody else."""

    status: int
    body: str
    headers: Mapping[str, str]


def too_many(wait: float, scope: str, headers: Mapping[str, str]) -> Answer:
    """A 429 that says when to come back."""
    everywhere = scope == "global"
    body = {"message": "You are being rate limited.", "retry_after": wait, "global": everywhere}
    more = {"Via": "1.1 google", "Retry-After": str(int(wait) + 1), "X-RateLimit-Scope": scope}
    if everywhere:
        more["X-RateLimit-Global"] = "true"
    kind = {"Content-Type": "application/json"}
    return Answer(429, json.dumps(body), {**headers, **more, **kind})


@dataclass
class Limits:
    """Every bucket there is. `exceeded` lists the requests that came too early."""

    clock: Clock
    exceeded: list[str] = field(default_factory=list)
    busiest: int = 0
    _buckets: dict[tuple[str, str], Bucket] = field(default_factory=dict)
    _everything: Bucket = field(default_factory=lambda: Bucket(GLOBAL))
    _invalid: deque[float] = field(default_factory=deque)

    def take(self, method: str, route: str) -> tuple[Answer | None, dict[str, str]]:
        """(a refusal or None, the headers of the answer) of a request; `route` has no version."""
        rule, major = _rule(method, route)
        if not rule.most:
            return None, {}
        now = self.clock.now()
        if rule.name != "followup" and (wait := self._everything.take(now)):
            self.exceeded.append(f"global: {method} {route}")
            return too_many(wait, "global", {}), {}
        self.busiest = max(self.busiest, self._everything.used)
        bucket = self._buckets.setdefault((rule.name, major), Bucket(rule))
        wait = bucket.take(now)
        headers = bucket.headers(now)
        if wait:
            self.exceeded.append(f"{rule.name}: {method} {route}")
            return too_many(wait, "user", headers), headers
        return None, headers

    def followup(self, channel: int) -> Answer | None:
        """The limit that all answers in a channel share and no header tells of."""
        bucket = self._buckets.setdefault((FOLLOWUPS.name, str(channel)), Bucket(FOLLOWUPS))
        wait = bucket.take(self.clock.now())
        if not wait:
            return None
        self.exceeded.append(f"{FOLLOWUPS.name}: {channel}")
        return too_many(wait, "shared", {})

    @property
    def refused(self) -> int:
        """How many invalid requests count now."""
        now = self.clock.now()
        while self._invalid and self._invalid[0] <= now - INVALID_WITHIN:
            self._invalid.popleft()
        return len(self._invalid)

    def banned(self) -> Answer | None:
        """What an address that sent too many invalid requests is given."""
        if self.refused < INVALID_MOST:
            return None
        return Answer(429, "<html>error code: 1015</html>", {"Content-Type": "text/html"})

    def invalid(self, status: int, scope: str = "") -> None:
        """Count an answer that says the request should not have been sent."""
        if status in (401, 403) or (status == 429 and scope != "shared"):
            self._invalid.append(self.clock.now())


def _rule(method: str, route: str) -> tuple[Rule, str]:
    for rule in RULES:
        found = re.fullmatch(rule.route, route)
        if found and re.fullmatch(rule.method, method):
            return rule, found[1] or ""
    raise AssertionError(f"no rule for {route}")
