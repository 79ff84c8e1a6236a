"""The server itself refuses what Slack refuses, in its words; a bare app with Bolt asks."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.slack.bare import Bare, by_http, by_socket
from tests.slack.refusal import Json
from tests.slack.server import loopback
from tests.slack.users import User
from tests.slack.world import Channel


class Scene:
    def __init__(self, bare: Bare, ann: User, channel: Channel) -> None:
        self.slack, self.bare, self.ann, self.channel = bare.slack, bare, ann, channel
        self.client = bare.client


@pytest.fixture(params=["socket", "http"])
async def scene(request: pytest.FixtureRequest) -> AsyncIterator[Scene]:
    """Ann and the app in a channel, by either way in."""
    way = by_socket if request.param == "socket" else by_http
    async with loopback() as slack, way(slack) as bare:
        ann = slack.user("Ann")
        yield Scene(bare, ann, slack.channel("general", ann))


def button(**more: object) -> Json:
    plain = {"type": "plain_text", "text": "Go"}
    return {"type": "actions", "elements": [{"type": "button", "text": plain, **more}]}


async def test_a_command_arrives_and_is_answered_by_its_acknowledgement(scene: Scene) -> None:
    async def hear(body: Json) -> str:
        return f"heard {body['text']}"

    scene.bare.hear = hear
    deed = await scene.ann.types("/poker open 50/100", scene.channel)
    assert deed.said
    assert deed.said.words() == "heard open 50/100"
    assert deed.said.only is scene.ann.account


async def test_a_press_arrives_with_what_it_was_on(scene: Scene) -> None:
    await scene.client.chat_postMessage(
        channel=scene.channel.id, text="x", blocks=[button(action_id="go", value="1|2")]
    )
    await scene.ann.presses("Go", scene.ann.last(scene.channel))
    told = next(one for one in scene.bare.heard if one["type"] == "block_actions")
    assert told["actions"][0]["value"] == "1|2"
    assert told["message"]["ts"] == scene.ann.last(scene.channel).ts
