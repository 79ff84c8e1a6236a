"""Slash commands as people type them: completed, translated, and only for whom they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.discord.croupier import launch
from tests.discord.evening import DECK, EMOJI, evening
from tests.discord.server import Discord, loopback
from tests.discord.users import Impossible, User
from tests.discord.world import MANAGE_GUILD, SEND, VIEW

EVIL = [
    "**bold** _it_ ~~x~~",
    "@everyone",
    "<@&1> <#2> </x:3>",
    "# big",
    "[click](https://evil.example)",
    "https://evil.example",
    "\u202etfel\u200b",
    "`code` ||spoiler||",
    "1. one",
    "A♠ K♠",
]


def unmarked(text: str) -> str:
    """A text without the marks that keep names apart."""
    return text.replace("\u2068", "").replace("\u2069", "")


async def test_commands_are_typed_completed_and_translated(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Ken:ja") as night:
        ann, ken = night.people
        channel = night.channel
        assert "開く" in ken.offered(channel)
        assert "open" in ann.offered(channel)
        assert "10/20" in await ann.complete(channel, "open", "blinds", "10")
        assert await ann.complete(channel, "help", "command", "/si") == ["sit"]
        assert "400-2000" in await ann.complete(channel, "open", "buyin")
        assert "5-500" in await ann.complete(channel, "open", "bets")
        assert "10/20" in await ann.complete(channel, "settings", "value", name="blinds")
        for wrong in ({"pace": "hasty"}, {"seats": 0}, {"nothing": "x"}):
            with pytest.raises(Impossible):
                await ann.type(channel, "open", wrong)
        await night.open(ann, name="The Big One")
        assert await ken.complete(channel, "座る", "table") == ["The Big One"]
        said = await night.answer(
            await ken.type(channel, "座る", {"buyin": "1千", "table": "The Big One"})
        )
        assert "1,000" in said
        answer = await night.answer(await ann.type(channel, "sit", {"buyin": "-5"}))
        assert "negative" in answer
        assert "Ann" not in await night.answer(await ken.type(channel, "help"))


async def test_who_may_manage_is_discord_s_to_say(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cat") as night:
        ann, bob, cat = night.people
        role = night.discord.role(night.guild, "Managers", MANAGE_GUILD)
        night.discord.join(night.guild, cat, role)
        channel = night.channel
        assert "grant" in cat.offered(channel)
        assert "grant" not in bob.offered(channel)
        with pytest.raises(Impossible):
            await bob.type(channel, "grant", {"person": bob, "amount": "9"})
        given = await cat.type(
            channel, "grant", {"person": bob, "amount": "500", "reason": "won the quiz"}
        )
        await night.until(lambda: any("won the quiz" in one.words() for one in night.posts()))
        assert given.answer
        # Bob opened it: he is its host. Cat may manage; Ann, who owns the server, too.
        await night.open(bob)
        refused = await night.answer(await bob.type(channel, "pause", {"reason": "tea"}))
        assert "paused" in refused
        assert "goes on" in await night.answer(await cat.type(channel, "resume"))
        with pytest.raises(Impossible):
            await bob.type(bob.dm, "open", {"blinds": "10/20"})
        assert "help" in bob.offered(bob.dm)
        assert ann.offered(channel)


async def test_the_order_of_a_server_goes_by_its_roles_and_channels(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cat", "Dan:ja") as night:
        ann, bob, cat, dan = night.people
        channel, discord = night.channel, night.discord
        dealers = discord.role(night.guild, "Dealers", 0)
        discord.join(night.guild, bob, dealers)
        for user in (bob, cat, dan):
            assert not {"order", "ban", "unban", "運営"} & set(user.offered(channel))
        said = await night.answer(await ann.type(channel, "order", {"role": dealers, "tables": 2}))
        assert "@Dealers" in said
        assert "at most 2 tables" in said
        refused = await night.answer(await cat.type(channel, "open", {"blinds": "10/20"}))
        assert "@Dealers" in refused
        assert "@Dealers" in await night.answer(await dan.type(channel, "開く"))
        await night.open(bob)
        assert "may not be" in await night.answer(await bob.type(channel, "host", {"person": cat}))
        discord.join(night.guild, cat, dealers)
        given = await night.answer(await bob.type(channel, "host", {"person": cat}))
        assert "Cat is the host" in unmarked(given)
        # Only here: a thread of this channel is within it, another channel is not.
        await night.answer(await ann.type(channel, "order", {"channels": "only-here"}))
        thread = discord.thread(channel, "evening")
        elsewhere = discord.channel(night.guild, "quiet")
        assert "#general" in await night.answer(await bob.type(elsewhere, "open"))
        await night.open(bob, channel=thread)
        for user in (cat, ann):
            assert not [one for one in user.account.pinged if one.channel is channel]


async def test_a_ban_in_a_server_and_who_may_lift_it(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cat") as night:
        ann, bob, cat = night.people
        channel = night.channel
        manager = night.discord.role(night.guild, "Managers", MANAGE_GUILD)
        night.discord.join(night.guild, cat, manager)
        banned = await cat.type(channel, "ban", {"person": bob, "reason": "**loud**"})
        assert "Bob is banned" in unmarked(await night.answer(banned))
        with pytest.raises(Impossible):
            await bob.type(channel, "unban", {"person": "Bob"})
        assert "You are banned" in await night.answer(await bob.type(channel, "open"))
        await night.open(ann)
        assert "You are banned" in await night.answer(await bob.press(night.table, "Sit"))
        log = await night.answer(await cat.type(channel, "order", {"show": "log"}))
        assert r"Cat: Bob is banned: \*\*loud\*\*" in unmarked(log)
        assert await cat.complete(channel, "unban", "person", "b") == ["Bob"]
        assert "no more" in await night.answer(await cat.type(channel, "unban", {"person": "Bob"}))
        assert "You sit" in await night.answer(await bob.press(night.table, "Sit"))
        zones = await ann.complete(channel, "order", "zone", "tokyo")
        assert zones == ["Asia/Tokyo"]


async def test_gifts_reach_people_who_never_spoke_to_the_dealer(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob Silver") as night:
        ann, bob = night.people
        done = await ann.type(night.channel, "give", {"person": bob, "amount": "100"})
        assert "Bob Silver" in await night.answer(done)
        await night.until(lambda: any("Bob Silver" in one.words() for one in night.posts()))
        wallet = await bob.type(night.channel, "wallet")
        assert "10,100" in await night.answer(wallet)


async def test_a_bot_gets_no_chips_and_no_id_is_ever_read(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        dealer = User(night.discord, night.discord.bot)
        for name in ("give", "grant"):
            asked = {"person": dealer, "amount": "100"}
            assert "is a bot" in await night.answer(await ann.type(night.channel, name, asked))
        assert "10,000" in await night.answer(await ann.type(night.channel, "wallet"))
        await night.open(ann)
        said = await night.answer(await ann.type(night.channel, "kick", {"person": bob}))
        assert said == "That person does not sit at this table."


async def test_no_table_is_opened_where_it_could_not_be_shown(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Ken:ja") as night:
        ann, ken = night.people
        night.discord.deny(night.channel, night.discord.bot, SEND)
        said = await night.answer(await ann.type(night.channel, "open", {"blinds": "10/20"}))
        assert "Send Messages" in said
        night.discord.deny(night.channel, night.discord.bot, VIEW)
        assert "チャンネルを見る" in await night.answer(await ken.type(night.channel, "開く"))
        night.discord.deny(night.channel, night.discord.bot, 0)
        await night.open(ann)
        assert len(night.tables()) == 1


async def test_names_do_no_harm(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", *EVIL[:5], PICTURES="off") as night:
        ann, *others = night.people
        await night.open(ann, seats=6, pace="relaxed")
        for user in others:
            await night.answer(await user.press(night.table, "Sit"))
        await night.until(lambda: "1 seat free" in night.table.words())
        text = night.table.embeds[0]["description"]
        for bad in ("**bold", "[click](", "<@&1>", "\n# ", "||spoiler", "`code`"):
            assert bad not in text
        assert r"\*\*bold" in text
        await night.answer(await others[0].type(night.channel, "top"))
        for user in night.people:
            assert not [one for one in user.account.pinged if one.channel is night.channel]
        assert all(user.account.saw for user in night.people)


async def test_a_server_is_greeted_once(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", greeted=True) as night:
        await night.until(night.posts)
        joined = night.discord.guild("Another", night.people[0])
        channel = next(iter(joined.channels.values()))
        await night.until(lambda: night.posts(channel))
        for where in (channel, night.channel):
            [hello] = night.posts(where)
            assert "/open" in hello.words()
            assert hello.silent
        night.discord.remove_bot(joined)
        await night.kill(tmp_path)
        await night.open(night.people[0])
        assert len(night.posts()) == 2


async def test_a_hello_that_fails_is_said_at_the_next_start(tmp_path: Path) -> None:
    discord = Discord()
    discord.fail("POST", r"/channels/\d+/messages", 403, code=50013)
    discord.expect(50013)
    async with evening(tmp_path, "Ann", discord=discord, greeted=True) as night:
        await night.until(lambda: any("cannot say hello" in one for one in night.croupier.log))
        assert not night.posts()
        await night.kill(tmp_path)
        await night.until(night.posts)


async def test_cards_are_emoji_of_the_application_s_own_once_they_are_there(
    tmp_path: Path,
) -> None:
    discord = Discord()
    async with evening(tmp_path, "Ann", "Bob", discord=discord) as night:
        await night.open(night.people[0])
        await night.sit(*night.people)
        letter = night.letter(night.people[0])
        assert letter
        assert len(EMOJI.findall(letter.words())) == 2
        assert not discord.requests("POST", "/emojis")


async def test_emoji_that_are_missing_are_uploaded_once(tmp_path: Path) -> None:
    async with loopback() as discord:
        user = discord.user("Ann")
        discord.guild("Casino", user)
        discord.own_emoji(*(f"c4_{name[3:]}" for name in DECK[:48]))
        for _ in range(2):
            dealer = await launch(discord, tmp_path, DISCORD_FOUR_COLOURS="on")
            await discord.until(lambda: len(discord.posts.emoji) == 53, 90)
            await dealer.stop()
            discord.gateway.forget_sessions()
            discord.clock.advance(10)
        assert len(discord.requests("POST", "/emojis")) == 5
