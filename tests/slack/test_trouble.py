"""Each trouble of PLATFORMS, provoked: the game goes on, nothing is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest

from adapters import slack as door_of_slack
from bot.chat import Gone, Message
from bot.clock import WallClock
from bot.config import load
from bot.house import CardHouse
from bot.memory import Shelves
from storage.db import open_database
from tests import nursery
from tests.books import held
from tests.slack.evening import Evening, button, evening
from tests.slack.manifest import read
from tests.slack.server import Slack, loopback
from tests.slack.users import User
from tests.slack.ways import PRESS, encoded


async def seated(night: Evening, words: str = "10/20") -> None:
    await night.open(night.people[0], words)
    await night.sit(*night.people)
    await night.turn()


async def everything_home(folder: Path) -> None:
    """No chip is at a table or in a pot any more."""
    for prefix in ("stack:", "hand:"):
        assert not await held(folder, prefix)


async def test_taken_out_of_its_channel_it_pays_everyone_out(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        night.slack.expect("not_in_channel")
        night.slack.remove_bot(night.channel)
        await night.until(lambda: not any(night.letter(user) for user in night.people))
    await everything_home(tmp_path)


async def test_an_archived_channel_pays_everyone_out(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        night.slack.expect("is_archived", "is_inactive")
        night.slack.archive(night.channel)
        await night.until(lambda: not any(night.letter(user) for user in night.people))
    await everything_home(tmp_path)


async def test_an_archive_nobody_told_of_is_noticed_by_the_next_change(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        night.slack.expect("is_archived", "is_inactive")
        night.channel.archived = True
        user = await night.turn()
        letter = night.letter(user)
        assert letter
        await user.presses("Call", letter)
        await night.until(lambda: not any(night.letter(one) for one in night.people))
    await everything_home(tmp_path)


async def test_a_channel_it_is_not_in_says_so(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as night:
        [ann] = night.people
        other = night.slack.channel("elsewhere", ann, with_bot=False)
        night.slack.expect("not_in_channel")
        done = await ann.types("/poker open 10/20", other)
        await night.until(lambda: done.said and "/invite" in done.said.words())
        # Invited it says hello, and the table opens.
        night.slack.invite_bot(other)
        await night.until(lambda: any("/poker open" in one.words() for one in night.posts(other)))
        await night.open(ann, channel=other)


async def test_somebody_whose_account_is_closed_leaves_with_their_chips(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        await seated(night)
        night.slack.expect("user_disabled")
        night.slack.deactivate(bob)
        await night.until(lambda: "Bob" not in night.table.words().replace("Bob wins", ""), 60)
        assert night.letter(ann)


async def test_a_token_that_is_revoked_ends_the_game_and_no_more_is_asked(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        night.slack.expect("token_revoked")
        night.slack.revoke()
        await night.until(lambda: any("no more" in line for line in night.croupier.log))
        asked = len(night.slack.requests())
        # It still stands in its door, and hangs on nothing.
        done = await night.people[0].types("/poker wallet", night.channel)
        assert "wallet" in await night.answer(done)
        assert len(night.slack.requests()) <= asked + 1
        night.croupier.log[:] = [line.replace("ERROR", "told") for line in night.croupier.log]
    await everything_home(tmp_path)


async def test_closed_direct_messages_never_stop_the_game(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        bob.account.refuses = "messages_tab_disabled"
        night.slack.expect("messages_tab_disabled")
        table = await night.open(ann)
        for user in (ann, bob):
            await user.presses("Sit with", table)
        await night.until(lambda: night.cards(ann))
        played = set[User]()
        while played != {ann, bob}:
            if night.on_turn() is ann:
                await night.act(ann, "Call", "Check")
                played.add(ann)
                continue
            peeked = await bob.presses("My cards", table)
            await night.answer(peeked)
            if peeked.said and "Your turn" in peeked.said.words():
                label = (
                    "Call" if any("Call" in one for one in bob.buttons(peeked.said)) else "Check"
                )
                await bob.presses(label, peeked.said)
                played.add(bob)
        await night.until(lambda: "Flop" in table.words())
        assert not bob.sees(bob.dm)


async def test_connections_are_renewed_before_they_end(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        sockets = night.slack.sockets
        [old] = sockets.lines
        sockets.refresh()
        await night.until(lambda: len(sockets.lines) == 2)
        # The new one is there before the old is let go; a press comes by it.
        await night.act(await night.turn(), "Call", "Check")
        sockets.close_old()
        await night.until(lambda: old not in sockets.lines)
        await night.act(await night.turn(), "Call", "Check")
        sockets.drop()
        await night.until(lambda: sockets.opened == 3)
        await night.act(await night.turn(), "Call", "Check")
        assert len(night.tables()) == 1


async def test_errors_and_limits_on_the_way_delay_and_never_stop_a_table(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        slack, table = night.slack, night.table
        slack.fail("chat.update", status=502)
        slack.fail("chat.update", "internal_error")
        slack.limit("chat.update", 1)
        for _ in range(3):
            pressed = await night.act(await night.turn(), "Call", "Check")
            assert pressed.took < 3
        await night.until(lambda: all(one.times == 0 for one in slack.api.troubles))
        await night.until(lambda: "Flop" in table.words() or "#2" in table.words())
        warned = [line for line in night.croupier.log if "silence" in line]
        assert len(warned) == 1


@pytest.mark.parametrize("error", ["expired_trigger_id", "exchanged_trigger_id"])
async def test_a_form_that_can_open_no_more_is_told(tmp_path: Path, error: str) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        user = await night.turn()
        letter = night.letter(user)
        assert letter
        night.slack.fail("views.open", error)
        opened = await user.presses("Raise…", letter)
        assert "too long" in await night.answer(opened)
        again = await user.presses("Raise…", letter)
        await night.until(lambda: again.modal)


async def test_what_a_press_allows_is_used_up_and_the_game_goes_on(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night, "10/20 pace:relaxed")
        user = await night.turn()
        peeked = await user.presses("My cards", night.table)
        await night.until(lambda: peeked.said)
        glance = peeked.said
        assert glance
        await user.presses("Call", glance)
        night.slack.clock.advance(31 * 60)
        night.slack.expect("expired_url")
        for _ in range(8):
            await night.act(await night.turn(), "Check", "Call")
        assert not [line for line in night.croupier.log if "Traceback" in line]


async def test_pictures_that_are_refused_leave_the_words(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", PICTURES="on") as night:
        night.slack.fail("files.getUploadURLExternal", "internal_error", times=9)
        await seated(night)
        assert not night.table.file
        assert "Ann" in night.table.words()


async def test_requests_that_are_not_slacks_are_refused_and_counted(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", http=True) as night:
        await seated(night)
        user = await night.turn()
        letter = night.letter(user)
        assert letter
        door = night.slack.door
        done = await user.presses("My cards", night.table)
        body = encoded(done.parcel)
        good = door.headers(body, PRESS)
        old = str(int(night.slack.clock.now()) - 301)
        bad = [
            {**good, "X-Slack-Signature": "v0=" + "0" * 64},
            {name: value for name, value in good.items() if name != "X-Slack-Signature"},
            {**good, "X-Slack-Request-Timestamp": old,
             "X-Slack-Signature": door.signature(old, body)},
            {**good, "X-Slack-Request-Timestamp": "yesterday"},
        ]  # fmt: skip
        for headers in bad:
            status, text, _ = await door.ask(body, headers)
            assert status == 401
            assert "token" not in text
        assert (await door.ask(body, good))[0] == 200
        assert any("(4 so far)" in line for line in night.croupier.log)


async def test_no_token_and_no_card_reaches_the_log(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", LOG_LEVEL="debug") as night:
        await seated(night)
        dealt = [card for user in night.people for card in night.cards(user)]
        user = await night.turn()
        letter = night.letter(user)
        assert letter
        night.slack.fail("chat.update", status=500)
        await night.act(user, "Call", "Check")
        await night.act(await night.turn(), "Call", "Check")
        said = "\n".join(night.croupier.log)
        for secret in (night.slack.bot_token, night.slack.app_token, "/hooks/"):
            assert secret not in said
        assert not any(card in said or json.dumps(card) in said for card in dealt)


async def test_a_token_slack_does_not_know_is_told_at_the_start(tmp_path: Path) -> None:
    async with loopback(Slack(manifest=read())) as slack:
        slack.expect("invalid_auth")
        settings = {
            "DATABASE_URL": f"sqlite:///{tmp_path}/croupier.db", "WEB": "off",
            "SLACK_BOT_TOKEN": "xoxb-1000-2000-unknown", "SLACK_APP_TOKEN": slack.app_token,
            "SLACK_API_URL": slack.api_url,
        }  # fmt: skip
        process = await nursery.start("bot", env={**os.environ, **settings})
        assert await process.wait() == 1
        said = await process.stderr.read()
        assert said.decode().strip().endswith("SLACK_BOT_TOKEN: Slack does not know this token")


async def test_an_old_button_of_another_hand_does_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        user = await night.turn()
        letter = night.letter(user)
        assert letter
        old = button(user, letter, "Fold")
        await night.pass_hand()
        await night.turn()
        stale = await user.presses_old(old, letter)
        assert await night.answer(stale)
        assert "folds" not in night.table.words()


async def test_the_first_press_is_carried_out_whatever_slack_says_of_the_token(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, "Ann") as night:
        night.slack.limit("auth.test", 1, times=2)
        assert "wallet" in await night.types(night.people[0], "wallet")
        night.slack.api.troubles.clear()


async def test_that_no_connection_is_opened_is_logged_once(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as night:
        slack = night.slack
        slack.fail("apps.connections.open", "missing_scope", times=2)
        slack.sockets.drop()
        await night.until(lambda: slack.sockets.opened == 2)
        warned = [line for line in night.croupier.log if "SLACK_APP_TOKEN" in line]
        assert len(warned) == 1
        assert "missing_scope" in warned[0]
        assert "wallet" in await night.types(night.people[0], "wallet")


async def test_nobody_waits_long_for_slack_to_say_who_they_are(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as night:
        night.slack.limit("users.info", 60)
        assert "wallet" in await night.types(night.people[0], "wallet")


async def test_who_waits_for_slack_is_told_when_it_does_not_know_the_token_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door_of_slack, "AGAIN", (0.0,))
    async with loopback(Slack(manifest=read())) as slack:
        slack.expect("token_revoked")
        slack.fail("auth.test", status=502)
        slack.revoke()
        db = await open_database(f"sqlite:///{tmp_path}/croupier.db")
        house = CardHouse(db, WallClock(), load({}))
        door = door_of_slack.Slack(
            house.room, Shelves(db), token=slack.bot_token, app_token=slack.app_token,
            api_url=slack.api_url,
        )  # fmt: skip
        await door.start()
        try:
            with pytest.raises(Gone):
                await asyncio.wait_for(door.post("slack:C0AAAAAAA", Message("here")), 30)
        finally:
            await door.stop()
            await house.manager.close()
            await db.close()
