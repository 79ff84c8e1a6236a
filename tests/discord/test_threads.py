"""A table in a thread of its own: opened, woken, deleted; kindly refused where there is none."""

from __future__ import annotations

from pathlib import Path

from tests.books import held
from tests.discord.evening import Evening, evening
from tests.discord.world import MAKE_THREADS, NEWS, THREAD, Channel


async def opened(night: Evening, **options: object) -> Channel:
    """The thread of a table that the first of the people opens."""
    before = set(night.guild.channels)
    asked = {"thread": "on", **options}
    await night.answer(await night.people[0].type(night.channel, "open", asked))
    await night.until(lambda: set(night.guild.channels) - before)
    [thread] = [one for key, one in night.guild.channels.items() if key not in before]
    await night.until(lambda: night.tables(thread))
    return thread


async def test_a_table_in_a_thread_is_played_woken_and_closed_with_it(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        thread = await opened(night, blinds="10/20", name="Night owls")
        assert (thread.kind, thread.name) == (THREAD, "Night owls")
        assert not night.posts()
        [table] = night.tables(thread)
        await night.sit(ann, bob, table=table)
        night.discord.expect(50083)
        thread.archived = True
        await night.act(await night.turn(), "Call")
        await night.until(lambda: "calls" in table.words())
        assert not thread.archived
        letter = night.letter(ann)
        assert letter
        assert "#Night owls" in letter.words()
        night.discord.expect(10003)
        night.discord.remove_channel(thread)
        await night.until(lambda: not night.letter(ann) and not night.letter(bob))
    assert await held(tmp_path, "stack:") == {}


async def test_a_house_table_in_a_thread_is_called_like_its_game(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ken:ja") as night:
        thread = await opened(night, game="paigow")
        assert "パイガオ" in thread.name


async def test_a_thread_in_an_announcement_channel_is_of_its_own_kind(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as night:
        [ann] = night.people
        news = night.discord.channel(night.guild, "news", NEWS)
        await night.answer(await ann.type(news, "open", {"blinds": "10/20", "thread": "on"}))
        await night.until(lambda: [one for one in night.guild.channels.values() if one.parent])
        [thread] = [one for one in night.guild.channels.values() if one.parent]
        await night.until(lambda: night.tables(thread))


async def test_whoever_manages_says_whether_tables_get_threads(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as night:
        [ann] = night.people
        done = await ann.type(night.channel, "order", {"threads": "always"})
        assert "every table gets a thread" in await night.answer(done)
        thread = await opened(night, thread="off", name="Owls")
        assert thread.name == "Owls"
        await night.open(ann, thread)
        assert len(night.tables(thread)) == 2
        await night.answer(await ann.type(night.channel, "order", {"threads": "never"}))
        said = await night.answer(await ann.type(night.channel, "open", {"thread": "on"}))
        assert "No table gets a thread" in said
        await night.open(ann)


async def test_where_no_thread_can_be_opened_nothing_is(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as night:
        [ann] = night.people
        night.discord.expect(50013)
        night.discord.deny(night.channel, night.discord.bot, MAKE_THREADS)
        asked = {"blinds": "10/20", "thread": "on"}
        said = await night.answer(await ann.type(night.channel, "open", asked))
        assert "Create Public Threads" in said
        thread = night.discord.thread(night.channel, "talk")
        said = await night.answer(await ann.type(thread, "open", asked))
        assert "No thread" in said
        assert not night.posts()
        assert not night.posts(thread)


async def test_the_threads_of_a_channel_count_with_it_also_after_a_restart(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", TABLES_PER_CHANNEL="2") as night:
        [ann] = night.people
        thread = await opened(night, blinds="10/20")
        await night.open(ann, thread)
        await night.kill(tmp_path, TABLES_PER_CHANNEL="2")
        there = set(night.guild.channels)
        for where, asked in ((night.channel, {"thread": "on"}), (thread, {}), (night.channel, {})):
            said = await night.answer(await ann.type(where, "open", {"blinds": "10/20", **asked}))
            assert "There are 2 tables here" in said
        assert set(night.guild.channels) == there, "a thread was begun for a table that is not"


async def test_tables_in_threads_close_with_the_channel_of_the_threads(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        thread = await opened(night, blinds="10/20")
        [table] = night.tables(thread)
        await night.sit(ann, bob, table=table)
        night.discord.expect(10003)
        del night.guild.channels[thread.id], night.discord.world.channels[thread.id]
        night.discord.remove_channel(night.channel)
        await night.until(lambda: not night.letter(ann) and not night.letter(bob))
    assert await held(tmp_path, "stack:") == {}
