"""A bare app with the real slack-bolt in it, which does what a test tells it to."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.slack.refusal import Json
from tests.slack.server import Slack

Hear = Callable[[Json], Awaitable[Any]]
QUIET = logging.getLogger("bare app")


class Bare:
    """`heard` is all that came in; `hear` answers it: what it gives is the acknowledgement."""

    def __init__(self, slack: Slack) -> None:
        QUIET.setLevel(logging.CRITICAL)
        self.slack = slack
        self.heard: list[Json] = []
        self.hear: Hear | None = None
        self.silent = False
        self.client = AsyncWebClient(slack.bot_token, base_url=slack.api_url, logger=QUIET)
        self.app = AsyncApp(
            client=self.client, signing_secret=slack.secret, logger=QUIET,
            raise_error_for_unhandled_request=False, process_before_response=True,
        )  # fmt: skip
        self.app.use(self._take)
        self.refused = 0

    async def _take(self, body: Json, ack: Any, next: Any) -> Any:  # noqa: A002 - Bolt's own name
        """A middleware that takes everything before any listener could."""
        self.heard.append(body)
        if self.silent:
            return None
        said = await self.hear(body) if self.hear else None
        if isinstance(said, dict):
            return await ack(**said)
        return await ack(said) if said else await ack()

    async def refuses(self, error: str, work: Awaitable[object]) -> SlackApiError:
        """The work must be refused with this error, and be complained of."""
        with pytest.raises(SlackApiError) as caught:
            await work
        assert caught.value.response["error"] == error
        if error != "ratelimited":
            assert error in self.slack.complaints.pop()
        return caught.value

    async def next(self) -> Json:
        """The next thing that comes in."""
        await self.slack.until(lambda: self.heard)
        return self.heard.pop(0)


@asynccontextmanager
async def by_socket(slack: Slack) -> AsyncIterator[Bare]:
    """A bare app in Socket Mode."""
    bare = Bare(slack)
    web_client = AsyncWebClient(base_url=slack.api_url, logger=QUIET)
    handler = AsyncSocketModeHandler(
        bare.app, slack.app_token, logger=QUIET, web_client=web_client, ping_interval=1
    )
    await handler.connect_async()  # type: ignore[no-untyped-call]
    await slack.connected()
    try:
        yield bare
    finally:
        await handler.close_async()  # type: ignore[no-untyped-call]


@asynccontextmanager
async def by_http(slack: Slack) -> AsyncIterator[Bare]:
    """A bare app behind signed requests."""
    bare = Bare(slack)

    async def take(request: web.Request) -> web.Response:
        return await to_aiohttp_response(
            await bare.app.async_dispatch(await to_bolt_request(request))
        )

    server = web.Application()
    server.router.add_post("/slack/events", take)
    runner = web.AppRunner(server, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    slack.open_door(f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events")
    try:
        yield bare
    finally:
        await runner.cleanup()
