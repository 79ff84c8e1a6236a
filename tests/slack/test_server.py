"""The server itself refuses what Slack refuses, in its words; a bare app with Bolt asks."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from tests.slack.bare import QUIET, Bare, by_http, by_socket
from tests.slack.desk import Deed
from tests.slack.manifest import GENEROUS, Manifest, parse
from tests.slack.refusal import Json
from tests.slack.server import Slack, loopback
from tests.slack.users import Impossible


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


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    async with loopback() as slack, by_socket(slack) as bare:
        yield Scene(bare)


@pytest.fixture(params=["socket", "http"])
async def either(request: pytest.FixtureRequest) -> AsyncIterator[Scene]:
    """By either way in."""
    way = by_socket if request.param == "socket" else by_http
    async with loopback() as slack, way(slack) as bare:
        yield Scene(bare)


# --- what comes in --------------------------------------------------------------------------------


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
    parcel = either.slack.ways.sent[-1]

    def over() -> bool:
        either.slack.clock.advance(10)
        return parcel.done.is_set()

    await either.slack.until(over)
    assert (parcel.tries, len(either.bare.heard)) == (4, 4)
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


# --- socket mode ----------------------------------------------------------------------------------


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


# --- signed requests ------------------------------------------------------------------------------


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


# --- messages -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "blocks",
    [
        [section()] * 51,
        [section("x" * 3001)],
        [section("")],
        [{"type": "section"}],
        [{"type": "section", "fields": [mark("x")] * 11}],
        [{"type": "section", "fields": [mark("x" * 2001)]}],
        [{"type": "header", "text": plain("x" * 151)}],
        [{"type": "header", "text": mark("x")}],
        [{"type": "context", "elements": [mark("x")] * 11}],
        [row()],
        [row(*[button(str(at)) for at in range(26)])],
        [row(button("x" * 76))],
        [row(button(value="x" * 2001))],
        [row(button(action_id="x" * 256))],
        [row(button(style="default"))],
        [row(button(), button())],
        [row(button(colour="red"))],
        [{**row(button()), "block_id": "x" * 256}],
        [section(block_id="a"), section(block_id="a")],
        [row(select(101))],
        [row(select(0))],
        [row(select(1, initial_option={"text": plain("else"), "value": "0"}))],
        [row({**select(1), "options": [{"text": plain("x" * 76), "value": "0"}]})],
        [row({**select(1), "options": [{"text": plain("x"), "value": "0" * 151}]})],
        [{"type": "image", "image_url": "https://x.example/y.png"}],
        [{"type": "image", "slack_file": {"id": "F012345678"}, "alt_text": "x"}],
        [{"type": "image", "slack_file": {"id": "no"}, "alt_text": "x"}],
        [{"type": "image", "image_url": "https://x.example/y.png", "alt_text": "x" * 2001}],
        [{"type": "carousel"}],
    ],
)
async def test_blocks_that_are_too_much_are_refused(scene: Scene, blocks: list[Json]) -> None:
    refused = await scene.bare.refuses("invalid_blocks", scene.post(*blocks))
    assert "[json-pointer:/blocks" in refused.response["response_metadata"]["messages"][0]


async def test_texts_that_are_too_long_or_missing_are_refused(scene: Scene) -> None:
    long = section("x" * 2900)
    await scene.bare.refuses("msg_blocks_too_long", scene.post(long, long, long, long, long))
    await scene.bare.refuses("invalid_blocks_format", scene.client.chat_postMessage(
        channel=scene.channel.id, text="x", blocks="[1]",
    ))  # fmt: skip
    sent = await scene.post()
    about = {"channel": scene.channel.id, "ts": sent["ts"]}
    await scene.bare.refuses("msg_too_long", scene.client.chat_update(text="x" * 4001, **about))
    await scene.bare.refuses("no_text", scene.client.api_call("chat.update", json=about))


async def test_an_update_keeps_its_blocks_only_where_no_text_replaces_them(scene: Scene) -> None:
    sent = await scene.post(section("before"))
    message = scene.ann.last(scene.channel)
    about = {"channel": scene.channel.id, "ts": sent["ts"]}
    await scene.client.chat_update(text="y", blocks=[section("after")], **about)
    assert (message.words(), message.edits) == ("after", 1)
    await scene.client.chat_update(text="bare", **about)
    assert message.words() == "bare"
    assert [one for one in scene.ann.account.saw if "before" in one]


async def test_only_the_bots_own_messages_that_are_there_can_be_changed(scene: Scene) -> None:
    hers = scene.ann.says("hello", scene.channel)
    about: Any = {"channel": scene.channel.id, "ts": hers.ts}
    await scene.bare.refuses("cant_update_message", scene.client.chat_update(text="y", **about))
    await scene.bare.refuses("cant_delete_message", scene.client.chat_delete(**about))
    sent = await scene.post()
    scene.slack.moderate(scene.ann.last(scene.channel))
    about["ts"] = sent["ts"]
    await scene.bare.refuses("message_not_found", scene.client.chat_update(text="y", **about))
    await scene.bare.refuses("message_not_found", scene.client.chat_delete(**about))


async def test_closed_channels_are_refused_by_name(scene: Scene) -> None:
    slack, ann = scene.slack, scene.ann
    away = slack.channel("away", ann, with_bot=False)
    hidden = slack.channel("hidden", ann, private=True, with_bot=False)
    await scene.bare.refuses("not_in_channel", scene.post(channel=away.id))
    await scene.bare.refuses("channel_not_found", scene.post(channel=hidden.id))
    await scene.bare.refuses("channel_not_found", scene.post(channel="C000"))
    sent = await scene.post()
    slack.archive(scene.channel)
    await scene.bare.refuses("is_archived", scene.post())
    update = scene.client.chat_update(channel=scene.channel.id, ts=sent["ts"], text="y")
    await scene.bare.refuses("is_inactive", update)


async def test_what_one_person_sees_cannot_be_changed_by_its_stamp_and_vanishes(
    scene: Scene,
) -> None:
    bob = scene.slack.user("Bob")
    where = scene.channel.id
    whisper = scene.client.chat_postEphemeral
    sent = await whisper(channel=where, user=scene.ann.id, text="secret")
    assert scene.ann.last(scene.channel).words() == "secret"
    assert not bob.sees(scene.channel)
    assert "secret" not in "".join(bob.account.saw)
    update = scene.client.chat_update(channel=where, ts=sent["message_ts"], text="y")
    await scene.bare.refuses("message_not_found", update)
    outsider = whisper(channel=where, user=bob.id, text="x")
    await scene.bare.refuses("user_not_in_channel", outsider)
    scene.ann.reloads()
    assert not scene.ann.sees(scene.channel)


async def test_direct_messages_are_opened_and_may_be_refused(scene: Scene) -> None:
    opened = await scene.client.conversations_open(users=scene.ann.id)
    await scene.post(channel=opened["channel"]["id"], text="psst")
    assert scene.ann.last(scene.ann.dm).words() == "psst"
    assert scene.ann.account.notified == ["psst"]
    bob, eve = scene.slack.user("Bob"), scene.slack.user("Eve")
    bob.account.refuses = "user_not_visible"
    scene.slack.deactivate(eve)
    opens = scene.client.conversations_open
    await scene.bare.refuses("user_not_visible", opens(users=bob.id))
    await scene.bare.refuses("user_disabled", opens(users=eve.id))
    await scene.bare.refuses("user_not_found", opens(users="U000"))
    await scene.bare.refuses("cannot_dm_bot", opens(users=scene.slack.bot.id))


async def test_a_name_that_calls_everybody_is_noticed(scene: Scene) -> None:
    await scene.post(section("&lt;!channel&gt; and <@U0123456> &amp; <https://x.example|more>"))
    scene.slack.check()
    await scene.post(section("<!channel> sits down"))
    assert scene.slack.world.shouts.pop() == "<!channel> sits down"
    await scene.post(section("<b> sits down"))
    assert scene.slack.world.garbled.pop() == "<b> sits down"


async def test_people_are_told_of_with_their_language(scene: Scene) -> None:
    ken = scene.slack.user("健", "ja-JP")
    about = (await scene.client.users_info(user=ken.id, include_locale=True))["user"]
    assert (about["locale"], about["profile"]["display_name"]) == ("ja-JP", "健")
    assert "locale" not in (await scene.client.users_info(user=ken.id))["user"]
    asked = scene.client.api_call("users.info", json={"user": ken.id})
    await scene.bare.refuses("invalid_post_type", asked)


# --- response addresses ---------------------------------------------------------------------------


async def test_an_address_is_good_five_times_in_half_an_hour(scene: Scene) -> None:
    scene.slack.expect("used_url", "expired_url")
    await scene.pressed()
    for _ in range(5):
        assert (await scene.hook().send(text="x", replace_original=False)).status_code == 200
    spent = await scene.hook().send(text="x", replace_original=False)
    assert (spent.status_code, "used_url" in spent.body) == (404, True)
    await scene.pressed()
    scene.slack.clock.advance(30 * 60 + 1)
    late = await scene.hook().send(text="x", replace_original=False)
    assert (late.status_code, "expired_url" in late.body) == (404, True)


async def test_an_ephemeral_is_changed_only_by_a_press_on_it(scene: Scene) -> None:
    await scene.client.chat_postEphemeral(
        channel=scene.channel.id,
        user=scene.ann.id,
        text="x",
        blocks=[section("old"), row(button())],
    )
    shown = scene.ann.last(scene.channel)
    await scene.ann.presses("Go", shown)
    assert "message" not in scene.bare.heard[-1]
    assert scene.bare.heard[-1]["container"]["is_ephemeral"]
    await scene.hook().send(text="y", blocks=[section("new")], replace_original=True)
    assert shown.words() == "new"
    await scene.hook().send(delete_original=True)
    assert shown.gone


async def test_a_commands_address_cannot_replace_what_it_said(scene: Scene) -> None:
    await scene.ann.types("/poker help", scene.channel)
    await scene.hook().send(text="one")
    await scene.hook().send(text="two", replace_original=True)
    assert [one.words() for one in scene.ann.sees(scene.channel)] == ["one", "two"]


async def test_an_answer_to_a_press_says_what_becomes_of_the_message(scene: Scene) -> None:
    await scene.pressed()
    await scene.hook().send(text="x")
    assert scene.slack.hooks.unstated.pop()


# --- forms and home -------------------------------------------------------------------------------


async def opened(scene: Scene, *blocks: Json, **more: object) -> Deed:
    """Ann presses a button that opens a form."""

    async def hear(body: Json) -> None:
        if body.get("type") == "block_actions":
            view = modal(*blocks, **more)
            await scene.client.views_open(trigger_id=body["trigger_id"], view=view)

    scene.bare.hear = hear
    return await scene.pressed()


async def test_a_form_is_filled_in_sent_and_closed(scene: Scene) -> None:
    deed = await opened(scene)
    await scene.ann.sends(deed.modal, {"Amount": "300"})
    told = scene.bare.heard[-1]
    assert told["view"]["state"]["values"]["amount"]["typed"]["value"] == "300"
    assert deed.modal
    assert not deed.modal.open
    with pytest.raises(Impossible):
        await scene.ann.sends(deed.modal, {"Amount": "300"})


async def test_a_form_that_is_answered_with_errors_stays(scene: Scene) -> None:
    deed = await opened(scene)

    async def hear(body: Json) -> Json:
        return {"response_action": "errors", "errors": {"amount": "too much"}}

    scene.bare.hear = hear
    sent = await scene.ann.sends(deed.modal, {"Amount": "9000"})
    assert sent.errors == {"amount": "too much"}
    assert deed.modal
    assert deed.modal.open


async def test_a_trigger_is_good_once_and_for_three_seconds(scene: Scene) -> None:
    await opened(scene)
    again: Any = {"trigger_id": scene.bare.heard[-1]["trigger_id"], "view": modal()}
    await scene.bare.refuses("exchanged_trigger_id", scene.client.views_open(**again))
    await scene.ann.types("/poker help", scene.channel)
    scene.slack.clock.advance(3.1)
    late: Any = {"trigger_id": scene.bare.heard[-1]["trigger_id"], "view": modal()}
    await scene.bare.refuses("expired_trigger_id", scene.client.views_open(**late))
    made_up: Any = {"trigger_id": "1.2.3", "view": modal()}
    await scene.bare.refuses("invalid_trigger_id", scene.client.views_open(**made_up))


@pytest.mark.parametrize(
    "view",
    [
        modal(title=plain("x" * 25)),
        modal(submit=plain("x" * 25)),
        modal(close=plain("x" * 25)),
        modal(private_metadata="x" * 3001),
        modal(callback_id="x" * 256),
        modal(*[section()] * 101),
        {"type": "modal", "title": plain("x"), "blocks": [blank()]},
        modal(blank(label=plain("x" * 2001))),
        modal(blank(element={"type": "plain_text_input", "max_length": 3001})),
        modal(blank(element={"type": "number_input"})),
        modal(blank(element=button())),
        modal(colour="red"),
    ],
)
async def test_a_form_that_is_too_much_is_refused(scene: Scene, view: Json) -> None:
    await scene.ann.types("/poker help", scene.channel)
    trigger = scene.bare.heard[-1]["trigger_id"]
    opening = scene.client.views_open(trigger_id=trigger, view=view)
    await scene.bare.refuses("invalid_arguments", opening)


async def test_forms_lie_on_top_of_each_other_three_high(scene: Scene) -> None:
    deed = await opened(scene, section(), row(button("More")))
    view = deed.modal
    assert view

    async def hear(body: Json) -> None:
        await scene.client.views_push(
            trigger_id=body["trigger_id"], view=modal(section(), row(button("More")))
        )

    for _ in range(2):
        scene.bare.hear = hear
        pushed = await scene.ann.presses("More", view)
        view = pushed.modal
        assert view
    scene.bare.hear = None
    await scene.ann.presses("More", view)
    trigger = scene.bare.heard[-1]["trigger_id"]
    pushing = scene.client.views_push(trigger_id=trigger, view=modal())
    await scene.bare.refuses("push_limit_reached", pushing)


async def test_a_form_that_is_closed_is_told_of_where_it_asks_to_be(scene: Scene) -> None:
    deed = await opened(scene, notify_on_close=True)
    assert deed.modal
    scene.bare.hear = None
    await scene.ann.closes(deed.modal)
    assert scene.bare.heard[-1]["type"] == "view_closed"
    update = scene.client.views_update(view_id=deed.modal.id, view=modal())
    await scene.bare.refuses("not_found", update)


async def test_a_home_tab_is_published_and_its_buttons_work(scene: Scene) -> None:
    view = {"type": "home", "blocks": [section("Your tables"), row(button())]}
    scene.ann.opens_home()
    assert (await scene.bare.next())["event"]["tab"] == "home"
    await scene.client.views_publish(user_id=scene.ann.id, view=view)
    home = scene.ann.home()
    assert home
    assert home.words() == "Your tables"
    await scene.ann.presses("Go", home)
    assert scene.bare.heard[-1]["container"]["type"] == "view"
    wrong = scene.client.views_publish(user_id=scene.ann.id, view=modal())
    await scene.bare.refuses("invalid_arguments", wrong)


# --- files ----------------------------------------------------------------------------------------


def shown(file: str) -> Json:
    return {"type": "image", "slack_file": {"id": file}, "alt_text": "the table"}


async def uploaded(scene: Scene) -> str:
    sent = await scene.client.files_upload_v2(filename="table.png", content=b"PNG", alt_txt="x")
    return str(sent["file"]["id"])


async def test_a_picture_is_shown_once_slack_has_looked_it_over(scene: Scene) -> None:
    file = await uploaded(scene)
    about = await scene.client.files_info(file=file)
    assert about["file"]["mimetype"] == ""
    await scene.bare.refuses("invalid_blocks", scene.post(shown(file)))
    scene.slack.clock.advance(1)
    assert (await scene.client.files_info(file=file))["file"]["mimetype"] == "image/png"
    await scene.post(shown(file))
    assert scene.ann.last(scene.channel).file == file
    await scene.client.files_delete(file=file)
    await scene.bare.refuses("invalid_blocks", scene.post(shown(file)))
    await scene.bare.refuses("file_deleted", scene.client.files_info(file=file))


async def test_an_upload_without_bytes_and_a_second_completion_are_refused(scene: Scene) -> None:
    place = await scene.client.files_getUploadURLExternal(filename="x.png", length=3)
    listed: Any = [{"id": place["file_id"]}]
    complete = scene.client.files_completeUploadExternal
    await scene.bare.refuses("file_not_found", complete(files=listed))
    file = await uploaded(scene)
    await scene.bare.refuses("file_not_found", complete(files=[{"id": file}]))
    asked = scene.client.files_getUploadURLExternal(filename="x.png", length=0)
    await scene.bare.refuses("missing_argument", asked)


async def test_an_address_shows_no_file_of_the_bots_own(scene: Scene) -> None:
    scene.slack.expect("invalid_blocks")
    file = await uploaded(scene)
    scene.slack.clock.advance(1)
    await scene.pressed()
    said = await scene.hook().send(text="x", blocks=[shown(file)], replace_original=False)
    assert (said.status_code, "invalid_blocks" in said.body) == (404, True)


# --- rights ---------------------------------------------------------------------------------------


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
