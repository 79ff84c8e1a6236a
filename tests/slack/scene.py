"""Ann, a channel and a bare app in it, and the blocks that such tests are made of."""

from __future__ import annotations

from typing import Any

from slack_sdk.webhook.async_client import AsyncWebhookClient

from tests.slack.bare import QUIET, Bare
from tests.slack.desk import Deed
from tests.slack.refusal import Json


class Scene:
    """Ann and the app in a channel."""

    def __init__(self, bare: Bare) -> None:
        self.slack, self.bare, self.client = bare.slack, bare, bare.client
        self.ann = self.slack.user("Ann")
        self.channel = self.slack.channel("general", self.ann)

    async def post(self, *blocks: Json, text: str = "x", **more: Any) -> Any:
        where = more.pop("channel", self.channel.id)
        return await self.client.chat_postMessage(
            channel=where, text=text, blocks=list(blocks) or None, **more
        )

    async def pressed(self, **more: str) -> Deed:
        """Ann presses a button."""
        await self.post(row(button(**more)))
        return await self.ann.presses("Go", self.ann.last(self.channel))

    def hook(self) -> AsyncWebhookClient:
        """The address that came with what was heard last."""
        return AsyncWebhookClient(self.bare.heard[-1]["response_url"], logger=QUIET)


def row(*elements: Json) -> Json:
    return {"type": "actions", "elements": list(elements)}


def button(text: str = "Go", **more: object) -> Json:
    return {"type": "button", "text": plain(text), "action_id": text, **more}


def plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def mark(text: str) -> Json:
    return {"type": "mrkdwn", "text": text}


def section(text: str = "x", **more: object) -> Json:
    return {"type": "section", "text": mark(text), **more}


def blank(**more: object) -> Json:
    element = {"type": "plain_text_input", "action_id": "typed"}
    return {"type": "input", "block_id": "amount", "label": plain("Amount"), "element": element,
            **more}  # fmt: skip


def modal(*blocks: Json, **more: object) -> Json:
    return {
        "type": "modal", "title": plain("Raise"), "submit": plain("Send"),
        "blocks": list(blocks or (blank(),)), **more,
    }  # fmt: skip


def select(count: int, **more: object) -> Json:
    options = [{"text": plain(f"o{at}"), "value": str(at)} for at in range(count)]
    return {"type": "static_select", "action_id": "pick", "options": options, **more}
