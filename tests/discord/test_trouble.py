"""Each trouble of PLATFORMS, provoked: the game goes on, nothing is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from tests.books import held
from tests.discord.croupier import launch
from tests.discord.evening import Evening, evening
from tests.discord.world import SEND, VIEW

OLD = r"/channels/\d+/messages/\d+"


async def seated(night: Evening, **options: object) -> None:
    await night.open(night.people[0], None, **options)
    await night.sit(*night.people)
    await night.turn()


async def test_a_table_that_a_moderator_deletes_is_shown_again(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        old = night.table
        # An edit may be on its way to it.
        night.discord.expect(10008)
        night.discord.moderate(old)
        await night.until(night.tables)
        assert night.table is not old
        assert "#1" in night.table.words()


async def cut_and_resumed(night: Evening, cut: Callable[[], None]) -> None:
    before = night.discord.gateway.resumed
    cut()
    await night.until(lambda: night.discord.gateway.resumed > before)


async def test_a_lost_connection_is_resumed_and_what_was_missed_is_heard(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        gateway = night.discord.gateway
        for cut in (gateway.drop, gateway.ask_to_reconnect, gateway.abort):
            await cut_and_resumed(night, cut)
            await night.act(await night.turn(), "Call", "Check")
        assert night.discord.gateway.identified == 1


async def test_a_session_that_is_lost_is_begun_anew(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        night.discord.clock.advance(10)
        night.discord.gateway.invalidate()
        await night.until(lambda: night.discord.gateway.identified == 2)
        await night.until(lambda: night.discord.gateway.alive)
        await night.act(await night.turn(), "Call", "Check")
        assert len(night.posts()) == 1


async def test_errors_and_limits_on_the_way_delay_and_never_stop_a_table(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        discord, table = night.discord, night.table
        discord.fail("PATCH", OLD, 500)
        discord.fail("PATCH", OLD, 502, html=True)
        discord.limit("PATCH", OLD, 0.3)
        discord.limit("PATCH", OLD, 0.3, everywhere=True)
        discord.limit("PATCH", OLD, 1.0, warned=False)
        for _ in range(3):
            pressed = await night.act(await night.turn(), "Call", "Check")
            assert pressed.took < 3
        await night.until(lambda: all(one.times == 0 for one in discord.rest.troubles))
        await night.until(lambda: "Flop" in table.words() or "#2" in table.words())
        warned = [line for line in night.croupier.log if "silence" in line]
        assert len(warned) == 1


async def test_a_message_made_while_the_answer_was_lost_is_made_once(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as night:
        night.discord.fail("POST", rf"/channels/{night.channel.id}/messages", 500, before=False)
        await night.open(night.people[0])
        await asyncio.sleep(1.5)
        await night.until(
            lambda: len(night.discord.requests("POST", f"/channels/{night.channel.id}/")) == 2
        )
        assert len(night.tables()) == 1


async def test_a_channel_that_is_deleted_sends_every_stake_home(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        night.discord.expect(10003)
        other = night.discord.channel(night.guild, "poker")
        ann, bob = night.people
        table = await night.open(ann, channel=other)
        await night.sit(ann, bob, table=table)
        night.discord.remove_channel(other)
        await night.until(lambda: not night.letter(ann) and not night.letter(bob))
    assert await held(tmp_path, "stack:") == {}
    assert set((await held(tmp_path, "wallet:")).values()) == {1_000_000}


async def test_a_server_that_throws_the_dealer_out_sends_every_stake_home(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        night.discord.expect(50001, 50278)
        other = night.discord.guild("Elsewhere", night.people[0], night.people[1])
        await seated(night)
        night.discord.remove_bot(night.guild)
        ann, bob = night.people
        await night.until(lambda: not night.letter(ann) and not night.letter(bob))
        assert other.name == "Elsewhere"
    assert await held(tmp_path, "stack:") == {}


async def test_a_server_left_while_the_dealer_was_away_is_noticed(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        night.discord.expect(50001, 50278, 10008)
        night.discord.guild("Elsewhere", *night.people)
        await seated(night)
        await night.croupier.kill()
        night.discord.remove_bot(night.guild)
        night.discord.gateway.forget_sessions()
        night.croupier = await launch(night.discord, tmp_path)
        ann, bob = night.people
        await night.until(lambda: not night.letter(ann) and not night.letter(bob))
    assert await held(tmp_path, "stack:") == {}


async def test_permissions_lost_in_a_hand_come_back_and_the_table_catches_up(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        discord, table = night.discord, night.table
        # Presses on the table could edit it for a quarter of an hour, whatever the bot may do.
        discord.clock.advance(15 * 60)
        discord.expect(50001, 50013, 50027)
        discord.deny(night.channel, discord.bot, VIEW | SEND)
        await night.act(await night.turn(), "Call")
        await night.act(await night.turn(), "Check")
        await night.until(lambda: any("cannot send table" in one for one in night.croupier.log))
        discord.deny(night.channel, discord.bot, 0)
        await night.act(await night.turn(), "Check")
        await night.until(lambda: "Flop" in table.words())
        assert sum("cannot send table" in one for one in night.croupier.log) == 1
        assert night.tables() == [table]


async def test_who_left_the_server_is_noticed_when_they_are_called(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", PICTURES="off") as night:
        for user in night.people:
            await night.answer(await user.type(night.channel, "reach", {"calls": "at-once"}))
        night.discord.expect(10007, 50278, 50007)
        await seated(night)
        stays = await night.turn()
        leaver = next(user for user in night.people if user is not stays)
        # The table's message has a pace of its own and may come after the letters.
        await night.until(lambda: leaver.account.name in seats_of(night))
        night.discord.leave(night.guild, leaver)
        letter = night.letter(stays)
        assert letter
        await stays.press(letter, "Call")
        await night.until(lambda: leaver.account.name not in seats_of(night))
        assert stays.account.name in seats_of(night)
    assert len(await held(tmp_path, "stack:")) == 1


def seats_of(night: Evening) -> str:
    lines = night.table.embeds[0]["description"].split("\n")
    return "\n".join(line for line in lines if r"\. " in line or line.startswith("▸"))


async def test_an_archived_thread_is_woken(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        night.discord.expect(50083)
        ann, bob = night.people
        thread = night.discord.thread(night.channel, "night table")
        table = await night.open(ann, channel=thread)
        await night.sit(ann, bob, table=table)
        thread.archived = True
        await night.act(await night.turn(), "Call")
        await night.until(lambda: "calls" in table.words())
        assert not thread.archived


async def test_a_table_that_scrolled_away_moves_down(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        old = night.table
        for number in range(15):
            night.people[0].says(night.channel, f"chat {number}")
        await night.act(await night.turn(), "Call")
        await night.until(lambda: "calls" in night.tables()[-1].words())
        # Not yet: it has stood here for less than a minute.
        assert night.table is old
