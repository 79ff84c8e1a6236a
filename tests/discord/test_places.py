"""The tables of a tournament in threads over the wire: made, found, lost, put away, killed."""

from __future__ import annotations

import re
from pathlib import Path

from tests.discord.evening import Evening, cards_on, evening
from tests.discord.users import User
from tests.discord.world import MAKE_THREADS, SEND_IN_THREADS, THREAD, Channel, Message

FOUR = ("Ann", "Bob", "Cat", "Ken:ja")
THREADS = r"/channels/\d+/threads"


def threads(night: Evening) -> list[Channel]:
    """Every thread that there is, the first made first."""
    return [one for one in night.guild.channels.values() if one.kind == THREAD]


def lobby(night: Evening) -> Message:
    """The message of the tournament, wherever it has moved to."""
    return next(one for one in night.posts() if "Tournament" in one.words() and one.components)


def letter(user: User, words: str) -> Message | None:
    """The direct message with these words."""
    found = [one for one in user.reads(user.dm) if words in one.words()]
    return found[-1] if found else None


def in_play(night: Evening) -> bool:
    """Whether everybody has cards."""
    return all((mine := letter(user, "Friday ")) and cards_on(user, mine) for user in night.people)


async def announce(night: Evening, **options: object) -> None:
    """Four people in two tables, as soon as all have come in."""
    terms = {"structure": "deep", "players": 4, "seats": 2, "name": "Friday", **options}
    done = await night.people[0].type(night.channel, "tournament", terms)
    assert "open for registration" in await night.answer(done)
    for user in night.people:
        await night.answer(await user.type(night.channel, "register"))


async def begun(night: Evening, **options: object) -> None:
    await announce(night, **options)
    await night.answer(await night.people[0].type(night.channel, "director", {"what": "start"}))
    await night.until(lambda: in_play(night))


def of(user: User) -> list[Channel]:
    """The threads in which somebody was called, the first first."""
    return [one.channel for one in user.account.pinged if one.channel.kind == THREAD]


async def homes(night: Evening) -> dict[User, Channel]:
    """The thread of everybody's table, as soon as all are called there."""
    await night.until(lambda: all(map(of, night.people)))
    return {user: of(user)[0] for user in night.people}


def leads(user: User, to: Channel | Message) -> bool:
    """Whether their letter links to a thread, or to a message."""
    mine = letter(user, "Friday ")
    way = f"{to.channel.id}/{to.id}" if isinstance(to, Message) else f"/{to.id}/"
    return bool(mine and way in str(mine.embeds))


def fold(user: User) -> str:
    """The label with which they fold, where it is their turn."""
    mine = letter(user, "Friday ")
    labels = user.buttons(mine) if mine else ()
    return next((one for one in labels if one in ("Fold", "フォールド")), "")


async def in_turn(night: Evening, here: list[User]) -> tuple[User, Message, str]:
    """Whose turn it is among these, their letter, and the label with which they fold."""
    await night.until(lambda: any(map(fold, here)))
    user = next(filter(fold, here))
    mine = letter(user, "Friday ")
    assert mine
    return user, mine, fold(user)


async def test_everybody_is_called_to_a_thread_that_is_linked(tmp_path: Path) -> None:
    async with evening(tmp_path, *FOUR) as night:
        ken = night.people[-1]
        await begun(night)
        one, two = threads(night)
        assert [one.name, two.name] == ["Friday table 1", "Friday table 2"]
        await night.until(lambda: all(f"<#{at.id}>" in lobby(night).words() for at in (one, two)))
        threads_of = await homes(night)
        assert set(threads_of.values()) == {one, two}
        # A letter that was out before its table stood in the thread learns the way there later.
        await night.until(lambda: all(map(leads, threads_of, threads_of.values())))
        said = await night.answer(await ken.press(lobby(night), "My seat"))
        assert re.search(
            rf"\[Friday \d\]\(https://discord.com/channels/\d+/{threads_of[ken].id}/", said
        )


async def test_a_table_whose_thread_is_deleted_goes_on_in_the_channel(tmp_path: Path) -> None:
    async with evening(tmp_path, *FOUR) as night:
        await begun(night)
        ann = night.people[0]
        threads_of = await homes(night)
        thread = threads_of[ann]
        mine = letter(ann, "Friday ")
        assert mine
        cards = cards_on(ann, mine)
        night.discord.expect(10003)
        night.discord.remove_channel(thread)
        await night.until(lambda: [one for one in night.tables() if one is not lobby(night)])
        await night.until(lambda: any("goes on here" in one.words() for one in night.posts()))
        [table] = [one for one in night.tables() if one is not lobby(night)]
        here = [user for user in night.people if threads_of[user] is thread]

        await night.until(lambda: all(leads(user, table) for user in here))
        mine = letter(ann, "Friday ")
        assert mine
        assert cards_on(ann, mine) == cards
        acting, mine, label = await in_turn(night, here)
        await acting.press(table, "My cards")
        await acting.press(mine, label)
        await night.until(lambda: "folds" in table.words() or "Hand #2" in table.words())


async def test_a_table_in_a_thread_that_is_locked_goes_on_in_the_channel(tmp_path: Path) -> None:
    async with evening(tmp_path, *FOUR) as night:
        await begun(night)
        threads_of = await homes(night)
        thread = threads_of[night.people[0]]
        night.discord.expect(50083, 50013)
        thread.archived = thread.locked = True
        here = [user for user in night.people if threads_of[user] is thread]
        user, mine, label = await in_turn(night, here)
        await user.press(mine, label)
        await night.until(lambda: any("goes on here" in one.words() for one in night.posts()))
        await night.until(lambda: len(night.tables()) == 2)


async def test_without_permission_or_room_tables_are_in_the_channel(tmp_path: Path) -> None:
    async with evening(tmp_path, *FOUR) as night:
        night.discord.deny(night.channel, night.discord.bot, MAKE_THREADS | SEND_IN_THREADS)
        await begun(night)
        assert not threads(night)
        await night.until(lambda: len(night.tables()) == 3)
        links = lobby(night).words()
        tables = [str(one.id) for one in night.tables() if one is not lobby(night)]
        await night.until(lambda: all(one in lobby(night).words() for one in tables))
        assert "<#" not in links


async def test_a_thread_whose_answer_was_lost_is_used_and_a_refused_one_done_without(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, *FOUR) as night:
        night.discord.expect(160006)
        night.discord.fail("POST", THREADS, 400, code=160006)
        night.discord.fail("POST", THREADS, 400, code=50024, before=False)
        await begun(night)
        [thread] = threads(night)
        await night.until(lambda: night.tables(thread))
        await night.until(lambda: len(night.tables()) == 2)


async def test_a_kill_while_a_thread_is_made_leaves_none_over(tmp_path: Path) -> None:
    async with evening(tmp_path, *FOUR) as night:
        night.discord.fail("POST", THREADS, 500, before=False, delay=60.0)
        await announce(night)
        await night.answer(await night.people[0].type(night.channel, "director", {"what": "start"}))
        await night.until(lambda: threads(night))
        await night.kill(tmp_path)
        await night.until(lambda: in_play(night))
        assert sorted(one.name for one in threads(night)) == ["Friday table 1", "Friday table 2"]
        await night.until(lambda: all(night.tables(one) for one in threads(night)))
        assert all(len(night.tables(one)) == 1 for one in threads(night))
        assert len(night.tables()) == 1


async def test_after_a_kill_in_play_tables_are_where_they_were(tmp_path: Path) -> None:
    async with evening(tmp_path, *FOUR) as night:
        await begun(night)
        before = {one: [post.id for post in night.tables(one)] for one in threads(night)}
        await night.kill(tmp_path)
        await night.until(lambda: in_play(night))
        ann = night.people[0]
        said = await night.answer(await ann.type((await homes(night))[ann], "lobby"))
        assert "You sit at" in said
        assert {one: [post.id for post in night.tables(one)] for one in threads(night)} == before
        assert len(night.tables()) == 1


async def test_a_host_means_the_table_in_the_thread_and_the_order_the_channel(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, "Ann") as night:
        [ann] = night.people
        done = await ann.type(night.channel, "open", {"blinds": "10/20", "thread": "on"})
        said = await night.answer(done)
        [thread] = threads(night)
        assert str(thread.id) in said
        await night.until(lambda: night.tables(thread))
        other = night.discord.channel(night.guild, "other")
        said = await night.answer(await ann.type(thread, "order", {"channels": "only-here"}))
        assert "general" in said
        refused = await night.answer(await ann.type(other, "open", {"blinds": "10/20"}))
        assert "#general" in refused.replace("\\", "")
        assert "closed" in await night.answer(
            await ann.type(night.channel, "close", {"when": "now"})
        )
        await night.until(lambda: not night.tables(thread))
