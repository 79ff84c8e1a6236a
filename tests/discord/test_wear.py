"""What runs out: the time to answer, tokens, messages that grow old, the patience of Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import discord as library
import pytest

from adapters.discord_lanes import QUIET, WITHIN
from bot.chat import Message as Drawn
from tests.discord.clock import Clock
from tests.discord.evening import DECK, Evening, cards_on, evening
from tests.discord.inside import inside
from tests.discord.server import Discord, loopback
from tests.discord.users import User
from tests.discord.world import SEND, Message
from tests.leap import BEGAN, Loop, LoopClock, held, seconds


async def seated(night: Evening, **options: object) -> None:
    await night.open(night.people[0], None, **options)
    await night.sit(*night.people)
    await night.turn()


async def peeked(night: Evening, user: User) -> Message:
    """The answer to My cards."""
    done = await user.press(night.table, "My cards")
    await night.until(lambda: done.said)
    assert done.said
    return done.said


async def test_what_can_no_longer_be_acknowledged_is_not_carried_out(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        night.discord.expect(10062)
        player = await night.turn()
        letter = night.letter(player)
        assert letter
        pressed = await player.press(letter, "Call", wait=False)
        night.discord.clock.advance(3.5)
        await night.until(lambda: any("10062" in one for one in night.croupier.log))
        assert not pressed.answer
        assert night.on_turn() is player
        await night.act(player, "Call")
        await night.until(lambda: "calls" in night.table.words())


async def test_an_acknowledgement_whose_answer_was_lost_counts(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        # The library asks again, and is told that it has been acknowledged already.
        night.discord.expect(40060)
        night.discord.fail("POST", "/interactions/.+/callback", 502, before=False)
        player = await night.turn()
        await night.act(player, "Call")
        await night.until(lambda: night.on_turn() not in (player, None))
        night.discord.fail("POST", "/interactions/.+/callback", 502, before=False)
        assert "wallet" in await night.answer(await player.type(night.channel, "wallet"))


async def test_an_answer_whose_token_has_run_out_is_let_go(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night, pace="relaxed")
        player = await night.turn()
        other = next(user for user in night.people if user is not player)
        glance = await peeked(night, other)
        edits = glance.edits
        # Discord's clock goes on and ours does not: what is dead is taken for alive, once.
        night.discord.clock.advance(15 * 60 + 1)
        night.discord.expect(50027)

        def refused() -> int:
            tried = night.discord.requests("PATCH", "/webhooks")
            return sum(one.status == 401 for one in tried)

        await night.act(player, "Call")
        await night.act(other, "Check")
        await night.until(lambda: "Flop" in night.table.words())
        # The answer, and the table by the press that asked for it.
        once = refused()
        assert once in (1, 2)
        assert glance.edits == edits
        await night.act(await night.turn(), "Check")
        await night.until(lambda: "checks" in night.table.words())
        assert refused() == once
        fresh = await peeked(night, other)
        assert fresh is not glance
        assert len(cards_on(other, fresh)) == 2


async def test_a_message_too_old_to_be_edited_is_left_for_a_new_one(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await seated(night)
        old = night.table
        night.discord.clock.advance(61 * 60)
        night.discord.expect(30046, 50027)
        while old.id in night.channel.messages:
            await night.act(await night.turn(), "Check", "Call")
        await night.until(night.tables)
        assert night.table is not old
        assert night.table.silent
        for user in night.people:
            await night.until(partial(alone, user))
        too_many = [one for one in night.discord.requests("PATCH") if one.status == 429]
        assert len(too_many) <= 3


def alone(user: User) -> bool:
    """Whether there is one message in their direct messages."""
    return len(user.reads(user.dm)) == 1


KINDS = {
    "a table": ("POST", r"/channels/\d+/messages"),
    "an edit": ("PATCH", r"/channels/\d+/messages/\d+"),
    "opening direct messages": ("POST", "/users/@me/channels"),
    "an acknowledgement": ("POST", "/interactions/.+/callback"),
    "an answer in place": ("PATCH", "/webhooks/.+/messages/.+"),
    "an answer below": ("POST", r"/webhooks/\d+/[^/]+"),
    "an answer taken away": ("DELETE", "/webhooks/.+"),
    "a mention taken away": ("DELETE", r"/channels/\d+/messages/\d+"),
    "who is still here": ("GET", r"/guilds/\d+/members/\d+"),
}


async def test_a_failure_of_any_kind_of_request_is_made_up_for(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        for user in night.people:
            await night.answer(await user.type(night.channel, "reach", {"calls": "at-once"}))
        for method, path in KINDS.values():
            night.discord.fail(method, path, 503)
        await night.open(ann, pace="relaxed")
        await night.sit(ann, bob)
        player = await night.turn()
        named = f"<@{player.id}>"
        await night.until(lambda: any(named in one.content for one in night.posts()))
        again = await bob.press(night.table, "Sit")
        assert "already" in await night.answer(again)
        glance = await peeked(night, player)
        question = await player.press(glance, "All-in")
        assert "sure" in await night.answer(question)
        assert question.said
        await player.press(question.said, "Yes")
        await night.until(lambda: question.said and question.said.id not in night.channel.messages)
        await night.until(lambda: not any(named in one.content for one in night.posts()))
        await night.act(await night.turn(), "Fold")
        await night.until(lambda: "#2" in night.table.words())
        left = [name for name, one in zip(KINDS, night.discord.rest.troubles, strict=True)
                if one.times]  # fmt: skip
        assert left == []


# --- hours in seconds ------------------------------------------------------------------------

LONG = 1.0


def leaping(folder: Path, scene: Callable[[Discord, User, Path], Awaitable[None]]) -> None:
    """Run a scene in a server of Ann's, in a time that leaps."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        server = Discord(Clock(lambda: BEGAN + loop.time()))
        server.own_emoji(*DECK, "c2_back")
        async with loopback(server) as discord:
            await scene(discord, discord.user("Ann"), folder)

    with asyncio.Runner(loop_factory=partial(Loop, LONG)) as runner:
        runner.run(run())


def test_a_table_whose_messages_fail_plays_on_and_catches_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(discord: Discord, ann: User, folder: Path) -> None:
        bob = discord.user("Bob")
        guild = discord.guild("Casino", ann, bob)
        guild.members[discord.bot.id].joined -= 7200
        [channel] = guild.channels.values()
        async with inside(discord, folder, seconds, LoopClock()):
            with held():
                await ann.type(channel, "open", {"blinds": "10/20", "pace": "relaxed"})
            await discord.until(lambda: ann.reads(channel))
            table = ann.last(channel)
            for user in (ann, bob):
                with held():
                    await user.press(table, "Sit")
            await discord.until(lambda: "#1" in table.words(), 60, LONG)
            # The library gives a request up after five tries: this is three of ours.
            discord.fail("PATCH", f"/channels/{channel.id}/messages/.+", 500, times=15)
            discord.clock.advance(15 * 60)
            discord.expect(50027)
            for label in ("Call", "Check", "Check"):
                await discord.until(partial(offered, label, ann, bob), 60, LONG)
                [(user, letter)] = offered(label, ann, bob)
                with held():
                    await user.press(letter, label)
            assert "Flop" not in table.words()
            await discord.until(lambda: "Flop" in table.words(), 600, LONG)
        said = [one.message for one in caplog.records if "cannot send table" in one.message]
        assert len(said) == 1
        assert said[0].endswith("DiscordServerError")

    leaping(tmp_path, scene)


def offered(label: str, *users: User) -> list[tuple[User, Message]]:
    """Whose direct message has this button, for now: not for when it will be their turn."""
    letters = [(user, one) for user in users for one in user.reads(user.dm)]
    return [
        (user, one) for user, one in letters
        if any(name.startswith(label) and key.startswith("act|")
               for name, key in user.buttons(one).items())
    ]  # fmt: skip


def test_long_before_a_ban_for_refusals_nothing_is_sent_any_more(tmp_path: Path) -> None:
    async def scene(discord: Discord, ann: User, folder: Path) -> None:
        guild = discord.guild("Casino", ann)
        guild.members[discord.bot.id].joined -= 7200
        channels = [discord.channel(guild, f"c{number}") for number in range(150)]
        discord.expect(50013)
        for channel in channels:
            discord.deny(channel, discord.bot, SEND)
        async with inside(discord, folder, seconds, LoopClock()) as house:
            door = house.chats["discord"]

            async def post(number: int) -> None:
                place = f"discord:{channels[number % len(channels)].id}"
                await door.post(place, Drawn(text=f"message {number}"))

            for number in range(QUIET):
                with pytest.raises(library.Forbidden):
                    await post(number)
            assert discord.limits.refused == QUIET
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(post(0), 60)
            assert discord.limits.refused == QUIET
            # People are answered all the same.
            with held():
                done = await ann.type(channels[0], "wallet")
                await discord.until(lambda: done.said)
            discord.deny(channels[0], discord.bot, 0)
            await asyncio.wait_for(post(0), WITHIN)
            assert ann.last(channels[0]).words() == "message 0"

    leaping(tmp_path, scene)
