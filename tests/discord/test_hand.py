"""Whole hands over the wire: the real client in its own process, every viewer's record searched."""

from __future__ import annotations

import json
import time
from pathlib import Path

from tests.discord.check_message import SILENT
from tests.discord.evening import Evening, cards_on, check_secrets, evening, plain
from tests.discord.users import User


async def test_two_people_play_hands_from_their_direct_messages(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Ken:ja", "Eve") as night:
        ann, ken, eve = night.people
        table = await night.open(ann)
        assert table.flags & SILENT
        await night.sit(ann, ken)
        dealt = {user: set(night.cards(user)) for user in (ann, ken)}
        assert all(len(cards) == 2 for cards in dealt.values())
        first = await night.turn()
        await night.act(first, "Fold", "フォールド")
        await night.until(lambda: "#2" in night.table.words())
        check_secrets(night.people, dealt, 1)
        await night.pass_hand()
        # One message all evening, for everybody and for each alone.
        assert night.table is table
        for user in (ann, ken):
            assert len(user.reads(user.dm)) == 1
        assert not eve.reads(eve.dm)
        letter = night.letter(ken)
        assert letter
        assert "The Casino · #general" in letter.words()
        link = f"https://discord.com/channels/{night.guild.id}/{night.channel.id}/{table.id}"
        assert letter.embeds[0]["author"]["url"] == link


async def test_a_press_changes_its_own_message_at_no_cost(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as night:
        [ann] = night.people
        table = await night.open(ann)
        await night.answer(await ann.press(table, "Sit"))
        await night.until(lambda: "takes" in table.words() or "sits" in table.words())
        assert night.discord.requests("PATCH", "/webhooks")
        assert not night.discord.requests("PATCH", "/channels")


async def test_the_clock_ticks_by_itself(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await night.open(night.people[0], pace="normal")
        await night.sit(*night.people)
        await night.turn()
        await night.until(lambda: "<t:" in night.table.words())
        [ends] = [line for line in night.table.words().split("\n") if "<t:" in line]
        due = int(ends.partition("<t:")[2].partition(":R>")[0])
        assert 30 < due - time.time() < 50


async def raised(night: Evening, user: User, amount: str) -> str:
    letter = night.letter(user)
    assert letter
    opened = await user.press(letter, "Raise…")
    assert opened.modal
    assert opened.took < 1
    return await night.answer(await user.submit(opened, amount=amount))


async def test_a_raise_by_form_is_the_first_answer_to_its_button(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await night.open(night.people[0])
        await night.sit(*night.people)
        user = await night.turn()
        assert "40" in await raised(night, user, "7")
        letter = night.letter(user)
        assert letter
        opened = await user.press(letter, "Raise…")
        sent = await user.submit(opened, amount="120")
        assert sent.answer
        await night.until(lambda: "120" in night.table.words())
        await night.until(lambda: night.on_turn() not in (user, None))


async def test_killed_in_a_hand_it_goes_on_where_it_was(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        table = await night.open(ann, pace="relaxed")
        await night.sit(ann, bob)
        first = await night.turn()
        await night.act(first, "Call")
        player = await night.turn()
        old = player.buttons(night.letter(player) or table)
        peeked = await player.press(table, "My cards")
        await night.until(lambda: peeked.said)
        glance = peeked.said
        assert glance
        before = {user: (night.letter(user), night.cards(user)) for user in night.people}
        edits = table.edits
        await night.kill(tmp_path)
        await night.until(lambda: table.edits > edits)
        assert night.tables() == [table]
        assert await night.turn() is player
        for user in night.people:
            assert (night.letter(user), night.cards(user)) == before[user]
        # An answer from before the restart shows what is so now, and stays.
        await player.press_id(glance, player.buttons(glance)["Sit out"])
        await night.until(lambda: glance.edits)
        assert cards_on(player, glance) == before[player][1]
        letter = night.letter(player)
        assert letter
        await player.press_id(letter, old["Check"])
        await night.until(lambda: "Flop" in table.words())


async def test_what_was_pressed_is_done_once(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Eve") as night:
        ann, bob, eve = night.people
        table = await night.open(ann)
        await night.sit(ann, bob)
        first = await night.turn()
        other = bob if first is ann else ann
        letter = night.letter(first)
        assert letter
        call = first.buttons(letter)["Call 10"]
        both = [await first.press_id(letter, call, wait=False) for _ in range(2)]
        await night.until(lambda: all(one.answer for one in both))
        await night.until(lambda: night.on_turn() is other)
        # Twice pressed, once done; the second is told how it stands.
        await night.until(lambda: any(one.said for one in both))
        await night.until(lambda: "calls 20" in table.words())
        assert table.words().count("calls 20") == 1
        stale = await first.press_id(letter, call)
        said = await night.answer(stale)
        assert "moved on" in said or "Waiting for" in said
        foreign = await eve.press(table, "My cards")
        text = await night.answer(foreign)
        assert not any(card in plain(text) for user in (ann, bob) for card in night.cards(user))
        check_secrets((eve,), {user: set(night.cards(user)) for user in (ann, bob)}, 1)
        assert json.dumps(foreign.said.components if foreign.said else "").count("act|") == 0
