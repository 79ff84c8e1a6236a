"""What an app asks for: its manifest, as the workspace that installs it reads it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[2] / "adapters" / "slack-manifest.json"

EVENT_SCOPES: Mapping[str, str] = {
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
    "member_joined_channel": "channels:read",
    "member_left_channel": "channels:read",
    "channel_archive": "channels:read",
    "channel_unarchive": "channels:read",
    "channel_deleted": "channels:read",
    "channel_left": "channels:read",
    "channel_rename": "channels:read",
    "group_archive": "groups:read",
    "group_unarchive": "groups:read",
    "group_deleted": "groups:read",
    "group_left": "groups:read",
    "group_rename": "groups:read",
    "user_change": "users:read",
    "app_home_opened": "",
    "app_uninstalled": "",
    "tokens_revoked": "",
}
"""Events an app may subscribe to, with the scope each needs."""


@dataclass(frozen=True)
class Manifest:
    """`commands`, `shortcuts` and `events` are names; `sockets` is Socket Mode."""

    name: str
    scopes: frozenset[str]
    commands: frozenset[str] = frozenset()
    shortcuts: frozenset[str] = frozenset()
    events: frozenset[str] = frozenset()
    interactive: bool = True
    home: bool = True
    letters: bool = True
    sockets: bool = True
    escapes: frozenset[str] = frozenset()
    """Commands in which Slack writes ids for the people that are named."""

    def hears(self, event: str) -> bool:
        """Whether the app is told of such an event."""
        scope = EVENT_SCOPES[event]
        return event in self.events and (not scope or scope in self.scopes)


def parse(raw: Mapping[str, Any]) -> Manifest:
    """A manifest as Slack would take it; raises AssertionError where it would not."""
    features, settings = raw.get("features", {}), raw.get("settings", {})
    commands = features.get("slash_commands", [])
    for one in commands:
        assert one["command"].startswith("/"), one
        assert 0 < len(one["command"]) <= 32, one
        assert 0 < len(one["description"]) <= 2000, one
        assert len(one.get("usage_hint", "")) <= 1000, one
    shortcuts = features.get("shortcuts", [])
    for one in shortcuts:
        assert one["type"] in ("global", "message"), one
        assert len(one["name"]) <= 24, one
        assert len(one["callback_id"]) <= 255, one
        assert len(one["description"]) <= 150, one
    events = settings.get("event_subscriptions", {}).get("bot_events", [])
    unknown = set(events) - set(EVENT_SCOPES)
    assert not unknown, f"this server knows no events {unknown}"
    name = raw["display_information"]["name"]
    assert 0 < len(name) <= 35, name
    tabs = features.get("app_home", {})
    made = Manifest(
        name,
        frozenset(raw["oauth_config"]["scopes"]["bot"]),
        frozenset(one["command"] for one in commands),
        frozenset(one["callback_id"] for one in shortcuts),
        frozenset(events),
        settings.get("interactivity", {}).get("is_enabled", False),
        tabs.get("home_tab_enabled", False),
        tabs.get("messages_tab_enabled", False),
        settings.get("socket_mode_enabled", False),
        frozenset(one["command"] for one in commands if one.get("should_escape")),
    )
    assert not (commands or shortcuts) or "commands" in made.scopes, "commands need their scope"
    needed = {EVENT_SCOPES[one] for one in events} - {""}
    assert needed <= made.scopes, f"events need {needed - made.scopes}"
    return made


def read(path: Path = FILE) -> Manifest:
    """The manifest that a reader of the README pastes."""
    return parse(json.loads(path.read_text("utf-8")))


GENEROUS = Manifest(
    "Croupier",
    frozenset({
        "chat:write", "commands", "im:write", "im:history", "im:read", "users:read",
        "files:write", "files:read", "channels:read", "channels:history", "groups:read",
        "groups:history",
    }),
    frozenset({"/poker"}),
    frozenset({"open_table"}),
    frozenset(EVENT_SCOPES),
)  # fmt: skip
"""What an app has in tests that are not about any one app."""
