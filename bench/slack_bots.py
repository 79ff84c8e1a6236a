"""A bare app of slack-bolt that acknowledges presses: `python -m bench.slack_bots HOW API CHANNEL`.

`HOW` is `usual`, as its guide shows it, or `fast`, asked to process before responding.
"""

from __future__ import annotations

import asyncio
import re
import sys

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from tests.slack.server import APP_TOKEN, BOT_TOKEN


async def main(how: str, api: str, channel: str) -> None:
    client = AsyncWebClient(BOT_TOKEN, base_url=api)
    app = AsyncApp(client=client, process_before_response=how == "fast")

    async def press(ack: AsyncAck) -> None:
        await ack()

    app.action(re.compile(".*"))(press)
    button = {"type": "button", "text": {"type": "plain_text", "text": "Press"}, "value": "x"}
    blocks = [{"type": "actions", "elements": [button]}]
    await client.chat_postMessage(channel=channel, text="press", blocks=blocks)
    handler = AsyncSocketModeHandler(app, APP_TOKEN, web_client=AsyncWebClient(base_url=api))
    await handler.start_async()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
