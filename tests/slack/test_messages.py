"""Messages, files and response addresses: the server refuses what Slack refuses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.slack.refusal import Json
from tests.slack.scene import Scene, button, mark, plain, row, section, select


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
