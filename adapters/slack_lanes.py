"""Requests to Slack: paced by method, silent when asked to be, and their refusals told apart.

Slack tells no rates in its headers: what is kept here are those it promises for each method, and
a 429 is obeyed. Changes of messages share one lane of the whole workspace; in it the newest wins.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.pace import Pace
from bot.chat import Gone

UPDATE, POST = "chat.update", "chat.postMessage"
TIER_3, TIER_4 = (8, 0.68), (20, 1.3)
"""(at once, a second): below 50 and 100 in any minute, as Slack promises at least."""
LETTERS = (16, 3.4)
"""New letters, (at once, a second): they leave other messages some room."""
PACES = {
    UPDATE: TIER_3, "chat.delete": TIER_3, "conversations.open": TIER_3, "files.delete": TIER_3,
    "chat.postEphemeral": TIER_4, "users.info": TIER_4, "files.info": TIER_4,
    "files.getUploadURLExternal": TIER_4, "files.completeUploadExternal": TIER_4,
    "views.publish": TIER_4, "views.open": TIER_4, "views.push": TIER_4, "views.update": TIER_4,
    "auth.test": TIER_4, POST: (20, 4.4),
}  # fmt: skip
IN_CHANNEL = (3, 0.95)
"""Messages in one channel: about one a second, with short bursts."""
AS_QUERY = frozenset(["users.info", "files.info", "files.getUploadURLExternal"])
"""Methods that read no JSON."""
SLOW, PATIENCE = 30.0, 90.0
"""Seconds after which one request is given up, and after which trying again is."""
UNKNOWN_WAIT = 5.0

NO_CHANNEL = frozenset([
    "channel_not_found", "not_in_channel", "is_archived", "channel_is_archived", "is_inactive",
    "restricted_action", "restricted_action_read_only_channel", "posting_to_channel_denied",
    "method_not_supported_for_channel_type",
])  # fmt: skip
NO_MESSAGE = frozenset([
    "message_not_found", "cant_update_message", "edit_window_closed",
])  # fmt: skip
NO_LETTERS = frozenset([
    "user_not_found", "user_disabled", "user_not_visible", "users_not_found", "cannot_dm_bot",
    "invalid_users", "messages_tab_disabled", "user_not_in_channel", "not_enabled",
])  # fmt: skip
LEFT = frozenset(["user_disabled"])
SHUT = frozenset([
    "token_revoked", "token_expired", "account_inactive", "invalid_auth", "not_authed",
    "team_access_not_granted", "org_login_required",
])  # fmt: skip
log = logging.getLogger(__name__)


class NoChannel(Gone):
    """The channel is there no more, or closed to us."""


class NoMessage(Gone):
    """The message was deleted, or cannot be changed any more."""


class Closed(Gone):
    """A person takes no direct messages from us; `left`: they are not in the workspace any more."""

    def __init__(self, left: bool) -> None:
        self.left = left
        super().__init__("no direct messages")


class Shut(Gone):
    """The workspace lets us in no more."""


class Refused(Exception):
    """Slack would not; `why` is its word for it."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


class Lanes:
    """`shut` is called once when the workspace lets us in no more; `now` only goes on."""

    def __init__(
        self, client: AsyncWebClient, shut: Callable[[], None],
        now: Callable[[], float] | None = None,
    ) -> None:  # fmt: skip
        self._client = client
        self._shut = shut
        self._now = now or asyncio.get_running_loop().time
        self._paces: dict[str, Pace] = {}
        self._closed = ""

    async def call(self, method: str, **arguments: Any) -> dict[str, Any]:
        """A request when its turn has come, again after a 429.

        Raises Gone, Refused, or what may pass in time (OSError, TimeoutError, …).
        """
        late = self._now() + PATIENCE
        while True:
            for pace in self._of(method, arguments):
                await pace.turn()
            try:
                return await self.send(method, **arguments)
            except TooFast:
                if self._now() > late:
                    raise

    async def send(self, method: str, **arguments: Any) -> dict[str, Any]:
        """A request at once, once. Raises TooFast besides what `call` does."""
        if self._closed:
            raise Shut(self._closed)
        if self._of(method, arguments)[0].quiet_for():
            # It had its turn, but another was told meanwhile that none is taken now.
            raise TooFast(method)
        try:
            async with asyncio.timeout(SLOW):
                how: Any = {"params" if method in AS_QUERY else "json": arguments}
                response = await self._client.api_call(method, **how)
        except SlackApiError as error:
            raise self._meaning(error, method, arguments) from None
        except aiohttp.ClientError as error:
            raise OSError(type(error).__name__) from None
        data: Any = response.data
        return dict(data)

    def pace(self, method: str, channel: str = "") -> Pace:
        """How fast a method may be used; posting is also paced in each channel."""
        key = f"{method} {channel}" if channel else method
        if key not in self._paces:
            if channel and len(self._paces) > 5000:
                self._paces.clear()
            rate = IN_CHANNEL if channel else PACES.get(method, TIER_3)
            self._paces[key] = Pace(*rate, self._now)
        return self._paces[key]

    def _of(self, method: str, arguments: dict[str, Any]) -> list[Pace]:
        if method == POST:
            return [self.pace(POST, str(arguments.get("channel"))), self.pace(POST)]
        return [self.pace(method)]

    def close(self, why: str) -> None:
        """The workspace is closed to us: nothing is sent any more."""
        if not self._closed:
            self._closed = why
            log.error("Slack lets the dealer in no more: %s", why)
            self._shut()

    def _meaning(self, error: SlackApiError, method: str, arguments: dict[str, Any]) -> Exception:
        response: Any = error.response
        if response.status_code == 429:
            wait = _seconds(response.headers.get("Retry-After"))
            self._of(method, arguments)[0].silence(wait)
            log.warning("Slack asks for silence: no %s for %.0f s", method, wait)
            return TooFast(method)
        data = response.data
        why = str(data.get("error", "")) if isinstance(data, dict) else ""
        if why in SHUT:
            self.close(why)
            return Shut(why)
        if why in NO_CHANNEL:
            return NoChannel(why)
        if why in NO_MESSAGE:
            return NoMessage(why)
        if why in NO_LETTERS:
            return Closed(why in LEFT)
        # 5xx and the like may pass in time.
        return Refused(why) if response.status_code == 200 else OSError(response.status_code)


class TooFast(Exception):
    """A 429: the method is silent for as long as was asked."""


def _seconds(text: Any) -> float:
    try:
        return max(1.0, float(text))
    except (TypeError, ValueError):
        return UNKNOWN_WAIT


TURN, TABLE, REST, LATE = 0.0, 30.0, 60.0, 90.0
"""How long (s) something lets others go first: whose turn it is, a table, other private messages,
what is said to be late.

Turns go before all else, however long that has waited.
"""
IN_A_ROW = 3
"""After so many turns something else goes first, so that nothing waits for ever."""

Send = Callable[[], Awaitable[None]]


@dataclass(slots=True)
class Due:
    """What waits in the lane of changes: since when, how long it lets others go first."""

    since: float
    urgency: float
    send: Send = field(repr=False)


class Changes:
    """A lane for all of a kind, changes of messages or new letters, in which the newest wins.

    `send` raises TooFast to be tried again.
    """

    def __init__(self, pace: Pace, now: Callable[[], float]) -> None:
        self._pace = pace
        self._now = now
        self._due: dict[Hashable, Due] = {}
        self._busy: set[Hashable] = set()
        self._worker: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._more = asyncio.Event()
        self._over = False
        self._turns = 0
        """How many turns have gone before all else in a row."""

    def delay(self) -> float:
        """Seconds until one more turn would be sent."""
        turns = sum(due.urgency == TURN for due in self._due.values())
        return self._pace.wait(turns + turns // IN_A_ROW + 1)

    def put(self, key: Hashable, urgency: float, send: Send) -> None:
        """Let `send` run when its turn has come; another of the same key is not run any more."""
        if self._over:
            return
        old = self._due.get(key)
        # A turn that has just come does not go before those that have waited.
        waited = old is not None and (urgency > TURN or old.urgency == TURN)
        since = old.since if old and waited else self._now()
        self._due[key] = Due(since, urgency, send)
        self._more.set()
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work(), name="changes in Slack")

    def drop(self, key: Hashable) -> None:
        """It need not be sent any more."""
        self._due.pop(key, None)

    async def close(self) -> None:
        """Send nothing more."""
        self._over = True
        self._due.clear()
        tasks = [*self._tasks, *([self._worker] if self._worker else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def rest(self, patience: float) -> None:
        """Wait until nothing is due, for so many seconds at most."""
        if self._worker:
            await asyncio.wait([self._worker], timeout=patience)

    async def _work(self) -> None:
        while self._due or self._busy:
            self._more.clear()
            key = self._next()
            if key is None:
                await self._more.wait()
                continue
            if wait := self._pace.wait():
                # What comes meanwhile may have to go first.
                await asyncio.sleep(wait)
                continue
            self._pace.take()
            due = self._due.pop(key)
            self._turns = self._turns + 1 if due.urgency == TURN else 0
            self._start(key, due)

    def _next(self) -> Hashable | None:
        """A turn, or what has waited longest, counting what it lets others go first.

        Never one under way.
        """
        ready = {key: due for key, due in self._due.items() if key not in self._busy}
        turns = {key: due for key, due in ready.items() if due.urgency == TURN}
        others = {key: due for key, due in ready.items() if due.urgency != TURN}
        first = others if others and self._turns >= IN_A_ROW else turns or others
        return min(first, key=lambda key: first[key].since + first[key].urgency, default=None)

    def _start(self, key: Hashable, due: Due) -> None:
        self._busy.add(key)
        task = asyncio.create_task(self._run(key, due))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, key: Hashable, due: Due) -> None:
        try:
            await due.send()
        except TooFast:
            self._due.setdefault(key, due)
        finally:
            self._busy.discard(key)
            self._more.set()
