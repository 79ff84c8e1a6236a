"""Trouble that nobody announces, and much of it at once: the game goes on, and nothing is lost."""

from __future__ import annotations

import time
from pathlib import Path

from tests.books import held
from tests.slack.evening import Evening, evening, title_of
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


async def test_a_deleted_channel_sends_every_stake_home(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        night.slack.expect("channel_not_found")
        await seated(night)
        night.slack.remove_channel(night.channel)
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


async def test_names_are_shown_as_they_are_and_call_nobody(tmp_path: Path) -> None:
    names = ("<!channel>", "*Bold* & <b> مريم :joy:")
    async with evening(tmp_path, *names) as night:
        await seated(night)
        for part in ("<!channel>", "& <b> مريم"):
            await night.until(lambda: part in night.table.words())  # noqa: B023
        await night.act(await night.turn(), "Call", "Check")
        await night.act(await night.turn(), "Call", "Check")
    # That nobody was called, and no text is garbled, is checked by the workspace itself.


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


async def test_an_answer_that_was_renewed_too_often_stays_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, _ = night.people
        await seated(night, "10/20 pace:relaxed")
        table = night.table
        peeked = await ann.presses("My cards", table)
        await night.until(lambda: peeked.said)
        for _ in range(7):
            await night.act(await night.turn(), "Check", "Call")
        hook = peeked.hook
        assert hook
        assert hook.uses <= 5
        # The dealer goes by another clock, and finds out.
        night.slack.expect("expired_url")
        night.slack.clock.advance(31 * 60)
        await night.act(await night.turn(), "Check", "Call")
        # What vanished with a reload is one press away again.
        ann.reloads()
        assert not [one for one in ann.sees(night.channel) if one.only]
        again = await ann.presses("My cards", table)
        await night.until(lambda: again.said)


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


async def test_a_turn_comes_in_a_new_letter_while_no_change_is_taken(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cid") as night:
        ann, bob, cid = night.people
        await night.open(ann, "10/20 pace:relaxed")
        await night.sit(ann, bob)
        first = await night.turn()
        second = bob if first is ann else ann
        old = night.letter(second)
        night.slack.limit("chat.update", 40, part=night.table.ts)
        await night.types(cid, "sit")
        await night.until(lambda: all(one.times == 0 for one in night.slack.api.troubles))
        await night.act(first, "Call")
        began = time.monotonic()
        await night.until(lambda: night.on_turn() is second)
        assert time.monotonic() - began < 20
        assert night.letter(second) is not old
        await night.until(lambda: len(second.sees(second.dm)) == 1)
        await night.act(second, "Check")


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


async def test_a_table_deleted_while_it_closes_holds_nothing_up(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as night:
        [ann] = night.people
        closing = await night.open(ann)
        night.slack.limit("chat.update", 3)
        await night.types(ann, "close now")
        await night.until(lambda: any("silence" in line for line in night.croupier.log))
        night.slack.moderate(closing)
        await night.open(ann, "50/100")


async def test_a_table_that_slack_will_not_close_holds_nothing_up(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as night:
        [ann] = night.people
        await night.open(ann)
        night.slack.fail("chat.update", "internal_error", times=99)
        await night.types(ann, "close now")
        await night.open(ann, "50/100")
