"""What a press or a command lets us say in return: its `response_url`, used sparingly."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import aiohttp

USES, LASTS = 5, 29 * 60.0
"""How often and how long (s) Slack lets one be used; a minute less than it says."""
SLOW = 10.0
log = logging.getLogger(__name__)


@dataclass(slots=True)
class Leave:
    """The `response_url` of a press that came in at `since` (seconds), and what is left of it."""

    url: str = field(repr=False)
    since: float
    left: int = USES


class Answers:
    """Answers to who pressed; they count against no rate. `now` in seconds."""

    def __init__(self, session: aiohttp.ClientSession, now: Callable[[], float]) -> None:
        self._session = session
        self._now = now
        self._failed: set[str] = set()

    def leave(self, url: str) -> Leave | None:
        """The leave that a press gives, where it gives any."""
        return Leave(url, self._now()) if url else None

    def alive(self, leave: Leave | None, keep: int = 0) -> bool:
        """Whether it may still be used, with so many uses kept for something else."""
        return leave is not None and leave.left > keep and self._now() - leave.since < LASTS

    async def below(self, leave: Leave | None, body: dict[str, Any]) -> bool:
        """Say something more, to who pressed alone; whether it was said."""
        return await self._use(leave, body | {
            "response_type": "ephemeral", "replace_original": False,
        })  # fmt: skip

    async def instead(self, leave: Leave | None, body: dict[str, Any]) -> bool:
        """Change the message that was pressed; whether it was."""
        return await self._use(leave, body | {"replace_original": True})

    async def away(self, leave: Leave | None) -> bool:
        """Take the message that was pressed away; whether it was."""
        return await self._use(leave, {"delete_original": True})

    async def _use(self, leave: Leave | None, body: dict[str, Any]) -> bool:
        if leave is None or not self.alive(leave):
            return False
        leave.left -= 1
        try:
            async with asyncio.timeout(SLOW), self._session.post(leave.url, json=body) as response:
                if response.status == 200:
                    return True
                why = _why(await response.text())
        except (aiohttp.ClientError, OSError, ValueError) as error:
            why = type(error).__name__
        leave.left = 0
        if why not in self._failed:
            # Each kind once, and never the address or what was to be said.
            self._failed.add(why)
            log.warning("an answer in Slack was not taken: %s", why)
        return False


def _why(text: str) -> str:
    """Slack's word for a refusal, if it is one."""
    found = next((word for word in ("used_url", "expired_url", "invalid_blocks") if word in text),
                 "")  # fmt: skip
    return found or "refused"
