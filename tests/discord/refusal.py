"""What the API answers when it refuses, with Discord's own numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]

MESSAGES: Mapping[int, tuple[int, str]] = {
    0: (401, "401: Unauthorized"),
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20028: (429, "The write action you are performing on the channel has hit the write rate limit"),
    30008: (400, "Maximum number of emojis reached"),
    30032: (400, "Maximum number of application commands reached"),
    30034: (429, "Max number of daily application command creates has been reached"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160006: (400, "Maximum number of active threads reached"),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
}


class Refusal(Exception):
    """An answer of the API that is no success. `details` say which field is wrong, and why."""

    def __init__(
        self, code: int, details: Mapping[str, str] | None = None, *, wait: float = 0.0
    ) -> None:
        status, message = MESSAGES[code]
        self.status = status
        self.code = code
        self.details = dict(details or {})
        self.wait = wait
        super().__init__(f"{status} {code} {message} {self.details or ''}".strip())

    def body(self) -> Json:
        """The JSON of the answer; errors nest as in the real one."""
        body: Json = {"message": MESSAGES[self.code][1], "code": self.code}
        if self.wait:
            body |= {"retry_after": self.wait, "global": False}
        if self.details:
            errors: Json = {}
            for path, why in self.details.items():
                inner = errors
                for part in path.split("."):
                    inner = inner.setdefault(part, {})
                inner.setdefault("_errors", []).append({"code": "BAD", "message": why})
            body["errors"] = errors
        return body


class Wrong:
    """Collects what is wrong with a body, and refuses it all at once."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def unless(self, fine: object, path: str, why: str) -> bool:
        """Note that `path` is wrong unless it is fine; says whether it is."""
        if not fine:
            self.found.setdefault(path, why)
        return bool(fine)

    def text(self, value: object, path: str, least: int, most: int) -> bool:
        """A text of so many characters."""
        if not self.unless(isinstance(value, str), path, "This field is required"):
            return False
        assert isinstance(value, str)
        return self.unless(
            least <= len(value) <= most, path, f"Must be between {least} and {most} in length."
        )

    def refuse(self) -> None:
        if self.found:
            raise Refusal(50035, self.found)
