"""What comes in to the app and who may ask for what: a bare app with Bolt finds out."""

from __future__ import annotations

import time
from functools import partial

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from tests.slack.bare import QUIET, by_http, by_socket
from tests.slack.manifest import GENEROUS, Manifest, parse
from tests.slack.refusal import Json
from tests.slack.scene import Scene, button, row, section
from tests.slack.server import Slack, loopback
from tests.slack.users import Impossible
from tests.slack.ways import ACK_WITHIN, AGAIN_AFTER


async def test_a_command_arrives_and_is_answered_by_its_acknowledgement(either: Scene) -> None:
    async def hear(body: Json) -> str:
        return f"heard {body['text']}"

    either.bare.hear = hear
    deed = await either.ann.types("/poker open 50/100", either.channel)
    assert deed.said
    assert deed.said.words() == "heard open 50/100"
    assert deed.said.only is either.ann.account


async def test_a_press_arrives_with_what_it_was_on(either: Scene) -> None:
    deed = await either.pressed(value="1|2")
    told = next(one for one in either.bare.heard if one["type"] == "block_actions")
    assert told["actions"][0]["value"] == "1|2"
    assert told["message"]["ts"] == either.ann.last(either.channel).ts
    assert deed.took < 3


async def test_an_event_arrives_only_where_the_manifest_asks_for_it(either: Scene) -> None:
    either.ann.says("hello", either.channel)
    told = await either.bare.next()
    assert told["event"]["text"] == "hello"
    assert told["event"]["channel_type"] == "channel"
    assert not Manifest("Deaf", frozenset({"chat:write"})).hears("message.channels")


async def test_an_event_that_nobody_acknowledges_comes_three_times_more(either: Scene) -> None:
    either.slack.expect("timeout", "http_error")
    either.bare.silent = True
    either.ann.says("hello", either.channel)
    slack, parcel = either.slack, either.slack.ways.sent[-1]
    for number, wait in enumerate((0.0, *AGAIN_AFTER), 1):
        slack.clock.advance(wait)
        await slack.until(partial(lambda so_far: len(either.bare.heard) >= so_far, number))
        if slack.ways.way is slack.sockets:
            # By HTTP there is an answer, and it says no; here there is none in time.
            slack.clock.advance(ACK_WITHIN + 1)
        await slack.until(partial(lambda so_far: parcel.tries >= so_far, number))
    await slack.until(parcel.done.is_set)
    assert len(either.bare.heard) == 4
    assert {one["event_id"] for one in either.bare.heard} == {parcel.payload["event_id"]}


async def test_a_deed_that_is_not_acknowledged_in_three_seconds_has_failed(scene: Scene) -> None:
    await scene.post(row(button()))
    scene.bare.silent = True
    deed = await scene.ann.presses("Go", scene.ann.last(scene.channel), wait=False)
    await scene.slack.until(lambda: scene.bare.heard)
    scene.slack.clock.advance(3)
    await deed.parcel.done.wait()
    assert deed.parcel.reason == "operation_timeout"
    assert "not acknowledged" in scene.slack.complaints.pop()


async def test_a_deed_may_come_again_as_if_it_were_another(either: Scene) -> None:
    deed = await either.pressed()
    await either.slack.desk.again(deed).parcel.done.wait()
    told = [one for one in either.bare.heard if one["type"] == "block_actions"]
    assert len(told) == 2
    assert told[0]["actions"] == told[1]["actions"]
    event = {"type": "message", "text": "x"}
    first, second = either.slack.desk.event(event), either.slack.desk.event(event)
    await either.slack.until(lambda: first.done.is_set() and second.done.is_set())
    assert first.payload["event_id"] != second.payload["event_id"]


async def test_a_recycled_socket_is_replaced_before_it_closes(scene: Scene) -> None:
    scene.slack.sockets.refresh()
    await scene.slack.until(lambda: scene.slack.sockets.opened == 2)
    scene.slack.sockets.close_old()
    await scene.ann.types("/poker help", scene.channel)


async def test_payloads_go_to_any_of_several_sockets(scene: Scene) -> None:
    async with by_socket(scene.slack) as other:
        await scene.slack.until(lambda: len(scene.slack.sockets.lines) == 2)
        for _ in range(4):
            await scene.ann.types("/poker help", scene.channel)
        assert len(scene.bare.heard) == len(other.heard) == 2


async def test_a_ticket_is_good_once_and_only_for_the_app_token(scene: Scene) -> None:
    connect, wrong = scene.client.apps_connections_open, "xapp-0"
    mistaken = connect(app_token=scene.slack.bot_token)
    await scene.bare.refuses("not_allowed_token_type", mistaken)
    await scene.bare.refuses("invalid_auth", connect(app_token=wrong))
    app = AsyncWebClient(scene.slack.app_token, base_url=scene.slack.api_url, logger=QUIET)
    await scene.bare.refuses("not_allowed_token_type", app.auth_test())


async def test_an_address_proves_itself_and_takes_only_what_is_signed() -> None:
    async with loopback() as slack, by_http(slack) as bare:
        assert bare.slack is slack
        body = '{"type": "event_callback", "event": {"type": "message"}}'
        good = slack.door.headers(body, "events_api")
        old = str(int(time.time()) - 301)
        wrong: list[dict[str, str]] = [
            {"X-Slack-Signature": "v0=" + "0" * 64},
            {"X-Slack-Signature": ""},
            {
                "X-Slack-Request-Timestamp": old,
                "X-Slack-Signature": slack.door.signature(old, body),
            },
        ]
        assert (await slack.door.ask(body, good))[0] == 200
        for change in wrong:
            assert (await slack.door.ask(body, good | change))[0] == 401


async def test_a_method_without_its_scope_is_refused() -> None:
    narrow = Manifest("Narrow", frozenset({"chat:write"}), home=False)
    async with loopback(Slack(manifest=narrow)) as slack, by_socket(slack) as bare:
        ann = slack.user("Ann")
        refused = await bare.refuses("missing_scope", bare.client.conversations_open(users=ann.id))
        assert refused.response["needed"] == "im:write"
        await bare.refuses("missing_scope", bare.client.users_info(user=ann.id))
        home = {"type": "home", "blocks": [section()]}
        await bare.refuses("not_enabled", bare.client.views_publish(user_id=ann.id, view=home))
        with pytest.raises(Impossible):
            await ann.types("/poker help", slack.channel("x", ann))


async def test_a_token_that_is_taken_back_opens_nothing(scene: Scene) -> None:
    scene.slack.uninstall()
    await scene.bare.refuses("account_inactive", scene.post())


def test_a_manifest_that_slack_would_not_take_is_refused() -> None:
    raw: Json = {
        "display_information": {"name": "Croupier"},
        "features": {"slash_commands": [{"command": "/poker", "description": "play"}]},
        "oauth_config": {"scopes": {"bot": ["commands", "chat:write"]}},
        "settings": {"event_subscriptions": {"bot_events": ["app_home_opened"]}},
    }
    assert parse(raw).commands == {"/poker"}
    raw["settings"]["event_subscriptions"]["bot_events"].append("message.channels")
    with pytest.raises(AssertionError, match="channels:history"):
        parse(raw)
    assert GENEROUS.hears("message.im")


async def test_what_people_read_is_read(scene: Scene) -> None:
    link, date = "<https://x.example|more>", "<!date^1^{time}|at noon>"
    await scene.post(section(f"<@{scene.ann.id}> &amp; {link} {date}"))
    assert scene.ann.last(scene.channel).words() == "@Ann & more at noon"
