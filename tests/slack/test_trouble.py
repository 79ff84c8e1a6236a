"""Each trouble of PLATFORMS, provoked: the game goes on, nothing is lost, nothing is done twice."""

from __future__ import annotations

import json
import time
from pathlib import Path

from tests.books import held
from tests.slack.evening import Evening, button, evening, title_of
from tests.slack.users import User


async def seated(night: Evening, words: str = "10/20") -> None:
    await night.open(night.people[0], words)
    await night.sit(*night.people)
    await night.turn()


async def sent_home(folder: Path) -> None:
    """Every stake must be in its owner's wallet."""
    assert await held(folder, "stack:") == {}
    assert set((await held(folder, "wallet:")).values()) == {1_000_000}


def letters(night: Evening) -> list[User]:
    return [user for user in night.people if night.letter(user)]


# --- channels -------------------------------------------------------------------------------------


async def test_an_archived_channel_sends_every_stake_home(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        night.slack.expect("is_archived", "is_inactive")
        await seated(night)
        night.slack.archive(night.channel)
        await night.until(lambda: not letters(night))
    await sent_home(tmp_path)


async def test_a_deleted_channel_sends_every_stake_home(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        night.slack.expect("channel_not_found")
        await seated(night)
        night.slack.remove_channel(night.channel)
        await night.until(lambda: not letters(night))
    await sent_home(tmp_path)


async def test_a_dealer_taken_out_of_a_channel_sends_every_stake_home(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", private=True) as night:
        night.slack.expect("channel_not_found", "not_in_channel")
        await seated(night)
        night.slack.remove_bot(night.channel)
        await night.until(lambda: not letters(night))
    await sent_home(tmp_path)


async def test_a_dealer_taken_out_without_being_told_notices_it(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", private=True) as night:
        night.slack.expect("channel_not_found", "not_in_channel")
        await seated(night)
        night.slack.remove_bot(night.channel, told=False)
        player = await night.turn()
        letter = night.letter(player)
        assert letter
        await player.presses("Fold", letter)
        await night.until(lambda: not letters(night))
    assert await held(tmp_path, "stack:") == {}


async def test_a_table_is_not_opened_where_the_dealer_is_not(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as night:
        night.slack.expect("not_in_channel")
        [ann] = night.people
        away = night.slack.channel("away", ann, with_bot=False)
        done = await ann.types("/poker open 10/20", away)
        await night.until(lambda: done.said and "/invite" in done.said.words())
        night.slack.invite_bot(away)
        await night.open(ann, channel=away)
    await sent_home(tmp_path)


# --- people ---------------------------------------------------------------------------------------


async def test_somebody_whose_account_is_closed_leaves_with_their_chips(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cid") as night:
        night.slack.expect("user_disabled", "channel_not_found")
        await seated(night)
        gone = await night.turn()
        night.slack.deactivate(gone)
        await night.until(lambda: night.on_turn() not in (gone, None))
        while gone.name in seats_of(night):
            await night.act(await night.turn(), "Check", "Call", "Fold")
    assert len(await held(tmp_path, "stack:")) == 2


def seats_of(night: Evening) -> str:
    return "\n".join(
        line for line in night.table.words().split("\n") if ". " in line or "▸" in line
    )


async def test_direct_messages_that_are_refused_stop_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        night.slack.expect("user_not_visible")
        bob.account.refuses = "user_not_visible"
        table = await night.open(ann, "10/20 pace:relaxed")
        await night.sit(ann)
        sat = await bob.presses("Sit", table)
        await night.answer(sat)
        # He is told where he can read it, and plays from the answer to My cards.
        await night.until(lambda: any("direct message" in one for one in private_words(night, bob)))
        await night.until(lambda: "#1" in title_of(table))
        for _ in range(2):
            peeked = await bob.presses("My cards", table)
            await night.until(lambda: peeked.said)  # noqa: B023
            assert peeked.said
            if "Your turn" in peeked.said.words():
                await bob.presses("Call" if "Call" in str(bob.buttons(peeked.said)) else "Check",
                                  peeked.said)  # fmt: skip
                await night.until(lambda: night.on_turn() is ann)
            else:
                await night.act(ann, "Call", "Check")
        await night.until(lambda: "Flop" in table.words())
        assert not bob.sees(bob.dm)


def private_words(night: Evening, user: User) -> list[str]:
    return [one.words() for one in user.sees(night.channel) if one.only]


async def test_names_are_shown_as_they_are_and_call_nobody(tmp_path: Path) -> None:
    names = ("<!channel>", "*Bold* & <b>", "مريم :joy:")
    async with evening(tmp_path, *names) as night:
        await seated(night)
        shown = night.table.words()
        assert all(part in shown for part in ("<!channel>", "& <b>", "مريم"))
        await night.act(await night.turn(), "Call", "Check")
        await night.act(await night.turn(), "Call", "Check")
    # That nobody was called, and no text is garbled, is checked by the workspace itself.


# --- messages and forms ---------------------------------------------------------------------------


async def test_a_table_that_somebody_deletes_is_shown_again(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        # A change may be on its way to it.
        night.slack.expect("message_not_found")
        await seated(night)
        old = night.table
        night.slack.moderate(old)
        await night.until(night.tables)
        assert night.table is not old
        assert "#1" in title_of(night.table)


async def test_a_direct_message_that_was_deleted_is_sent_again(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        night.slack.expect("message_not_found")
        await seated(night)
        player = await night.turn()
        other = next(user for user in night.people if user is not player)
        old = night.letter(other)
        assert old
        night.slack.moderate(old)
        await night.act(player, "Call", "Check")
        await night.until(lambda: night.letter(other) not in (None, old))
        assert await night.turn() is other


async def test_a_form_that_opens_too_late_is_told_of(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        player = await night.turn()
        letter = night.letter(player)
        assert letter
        for error in ("expired_trigger_id", "exchanged_trigger_id"):
            night.slack.fail("views.open", error)
            done = await player.presses("Raise…", letter)
            await night.until(lambda: done.said)  # noqa: B023
            assert done.modal is None
        again = await player.presses("Raise…", letter)
        await night.until(lambda: again.modal)


async def test_an_answer_that_was_renewed_too_often_stays_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        await seated(night, "10/20 pace:relaxed")
        table = night.table
        peeked = await ann.presses("My cards", table)
        await night.until(lambda: peeked.said)
        for _ in range(7):
            await night.act(await night.turn(), "Check", "Call")
        hook = peeked.hook
        assert hook
        assert hook.uses <= 5
        night.slack.clock.advance(31 * 60)
        await night.act(await night.turn(), "Check", "Call")
        # What vanished with a reload is one press away again.
        ann.reloads()
        assert ann.last(table.channel) is table
        again = await ann.presses("My cards", table)
        await night.until(lambda: again.said)
        assert bob.last(table.channel) is table


async def test_a_table_that_scrolled_away_moves_down(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night, "10/20 pace:relaxed")
        old = night.table
        for number in range(15):
            night.people[0].says(f"chat {number}", night.channel)
        await night.act(await night.turn(), "Call", "Check")
        await night.until(lambda: "calls" in night.tables()[-1].words())
        # Not yet: it has stood here for less than a minute.
        assert night.table is old


# --- the connection -------------------------------------------------------------------------------


async def test_a_recycled_socket_loses_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        sockets = night.slack.sockets
        for round_ in range(2, 4):
            sockets.refresh()
            # Pressed in the gap: the old connection serves until the new one is there.
            await night.act(await night.turn(), "Call", "Check")
            await night.until(lambda: sockets.opened == round_)  # noqa: B023
            sockets.close_old()
            await night.act(await night.turn(), "Call", "Check")


async def test_a_socket_that_breaks_is_opened_again(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        night.slack.sockets.drop()
        await night.until(lambda: night.slack.sockets.opened == 2)
        await night.act(await night.turn(), "Call", "Check")


async def test_errors_and_limits_on_the_way_delay_and_never_stop_a_table(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night, "10/20 pace:relaxed")
        slack, table = night.slack, night.table
        slack.fail("chat.update", status=503)
        slack.fail("chat.update", "internal_error")
        slack.fail("chat.update", "fatal_error", carried=True)
        slack.limit("chat.update", 1, times=2)
        for _ in range(3):
            pressed = await night.act(await night.turn(), "Call", "Check")
            assert pressed.took < 3
        await night.until(lambda: all(one.times == 0 for one in slack.api.troubles))
        await night.until(lambda: "Flop" in table.words() or "#2" in title_of(table))
        assert any("silence" in line for line in night.croupier.log)


async def test_your_turn_arrives_while_tables_are_held_up(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night, "10/20 pace:relaxed")
        player = await night.turn()
        other = next(user for user in night.people if user is not player)
        night.slack.limit("chat.update", 2, part=night.table.ts)
        letter = night.letter(player)
        assert letter
        await player.presses("Call", letter)
        began = time.monotonic()
        await night.until(lambda: night.on_turn() is other)
        assert time.monotonic() - began < 20


async def test_a_token_that_is_taken_back_hangs_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", faults=("lets the dealer in no more",)) as night:
        night.slack.expect("token_revoked")
        await seated(night)
        night.slack.revoke()
        await night.until(lambda: any("no more" in line for line in night.croupier.log))
    await sent_home(tmp_path)


async def test_requests_that_are_not_slacks_are_turned_away_and_counted(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", http=True) as night:
        door = night.slack.door
        body = json.dumps({"type": "event_callback", "event": {"type": "app_uninstalled"}})
        good = door.headers(body, "events_api")
        old = str(int(time.time()) - 301)
        stolen = {"X-Slack-Request-Timestamp": old, "X-Slack-Signature": door.signature(old, body)}
        for wrong in ({"X-Slack-Signature": "v0=" + "0" * 64}, {"X-Slack-Signature": ""}, stolen):
            assert (await door.ask(body, good | wrong))[0] == 401
        await night.types(night.people[0], "help")
        await night.until(lambda: any("(2 so far)" in line for line in night.croupier.log))


async def test_an_event_told_eleven_times_means_the_same_once(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        night.slack.expect("is_archived", "is_inactive")
        await seated(night)
        night.slack.archive(night.channel)
        event = next(
            one.payload["event"] for one in reversed(night.slack.ways.sent)
            if one.payload.get("event", {}).get("type") == "channel_archive"
        )  # fmt: skip
        for _ in range(10):
            await night.slack.desk.event(dict(event)).done.wait()
        await night.until(lambda: not letters(night))
    await sent_home(tmp_path)


async def test_a_button_of_the_hand_before_does_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        player = await night.turn()
        letter = night.letter(player)
        assert letter
        fold = button(player, letter, "Fold")
        await night.act(player, "Fold")
        await night.until(lambda: "#2" in title_of(night.table))
        await night.turn()
        before = night.table.words()
        stale = await player.presses_old(fold, letter)
        assert await night.answer(stale)
        assert night.table.words() == before
