"""Whole hands over the wire: the real libraries in their own process, every viewer's record
searched.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.slack.evening import button, cards_on, check_secrets, evening, title_of


@pytest.mark.parametrize("http", [False, True], ids=["socket", "http"])
async def test_two_people_play_hands_from_their_direct_messages(tmp_path: Path, http: bool) -> None:
    async with evening(tmp_path, "Ann", "Ken:ja", "Eve", http=http) as night:
        ann, ken, eve = night.people
        table = await night.open(ann)
        await night.sit(ann, ken)
        dealt = {user: set(night.cards(user)) for user in (ann, ken)}
        assert all(len(cards) == 2 for cards in dealt.values())
        first = await night.turn()
        await night.act(first, "Fold", "フォールド")
        await night.until(lambda: "#2" in title_of(night.table))
        check_secrets(night.people, dealt, 1)
        await night.pass_hand()
        # One message all evening, for everybody and for each alone.
        assert night.table is table
        for user in (ann, ken):
            assert len([one for one in user.sees(user.dm) if one.only is None]) == 1
        assert not eve.sees(eve.dm)
        letter = night.letter(ken)
        assert letter
        link = f"archives/{night.channel.id}/p{table.ts.replace('.', '')}"
        assert link in letter.seen()


async def test_a_raise_by_form(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await night.open(night.people[0])
        await night.sit(*night.people)
        user = await night.turn()
        letter = night.letter(user)
        assert letter
        opened = await user.presses("Raise…", letter)
        await night.until(lambda: opened.modal)
        # What cannot be raised to is told below, by the press that opened the form.
        await user.sends(opened.modal, {"amount": "7"})
        await night.until(lambda: opened.said and "40" in opened.said.words())
        again = await user.presses("Raise…", letter)
        await night.until(lambda: again.modal)
        await user.sends(again.modal, {"amount": "120"})
        await night.until(lambda: "120" in night.table.words())
        await night.until(lambda: night.on_turn() not in (user, None))


async def test_cards_are_one_press_away_and_can_be_played_from_there(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Eve") as night:
        ann, bob, eve = night.people
        table = await night.open(ann, "10/20 pace:relaxed")
        await night.sit(ann, bob)
        user = await night.turn()
        peeked = await user.presses("My cards", table)
        await night.until(lambda: peeked.said)
        glance = peeked.said
        assert glance
        assert cards_on(user, glance) == night.cards(user)
        await user.presses("Call", glance)
        # Only the press lets it change: it shows at once how the table stands now.
        await night.until(lambda: "Waiting for" in glance.words())
        await night.until(lambda: night.on_turn() not in (user, None))
        other = await night.turn()
        foreign = await eve.presses("My cards", table)
        text = await night.answer(foreign)
        dealt = {one: set(night.cards(one)) for one in (ann, bob)}
        assert not any(card in text for cards in dealt.values() for card in cards)
        check_secrets(night.people, dealt, 1)
        await night.act(other, "Check")
        await night.until(lambda: "Flop" in table.words())


async def test_what_was_pressed_is_done_once(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        table = await night.open(ann)
        await night.sit(ann, bob)
        first = await night.turn()
        other = bob if first is ann else ann
        letter = night.letter(first)
        assert letter
        call = button(first, letter, "Call 10")
        done = await first.presses_old(call, letter)
        for _ in range(10):
            # Delivered again and again, as another envelope and without a word of it.
            copy = night.slack.desk.again(done)
            await copy.parcel.done.wait()
        await night.until(lambda: night.on_turn() is other)
        await night.until(lambda: "calls 20" in table.words())
        assert table.words().count("calls 20") == 1
        whispers = [one for one in first.sees(first.dm) if one.only]
        assert not whispers, "a repeated delivery was answered"
        # A second press is another matter: it comes too late, and is told so.
        stale = await first.presses_old(call, letter)
        said = await night.answer(stale)
        assert "moved on" in said or "Waiting for" in said


async def test_a_question_goes_when_it_is_answered(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        await night.open(ann)
        await night.sit(ann, bob)
        user = await night.turn()
        letter = night.letter(user)
        assert letter
        asked = await user.presses("All-in", letter)
        await night.answer(asked)
        question = asked.said
        assert question
        await user.presses("Yes", question)
        await night.until(lambda: question.gone)
        await night.until(lambda: night.on_turn() not in (user, None))


async def test_every_press_is_acknowledged_at_once(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        await night.open(ann)
        await night.sit(ann, bob)
        for _ in range(4):
            user = await night.turn()
            await night.act(user, "Check", "Call")
        slow = [deed.took for deed in night.slack.desk.deeds if deed.took > 1]
        assert not slow


async def test_killed_in_a_hand_it_goes_on_where_it_was(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        table = await night.open(ann, "10/20 pace:relaxed")
        await night.sit(ann, bob)
        first = await night.turn()
        await night.act(first, "Call")
        player = await night.turn()
        old = button(player, night.letter(player) or table, "Check")
        peeked = await player.presses("My cards", table)
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
        # An answer from before the restart shows what is so now.
        shown = glance.edits
        await player.presses("Sit out", glance)
        await night.until(lambda: glance.edits > shown)
        assert cards_on(player, glance) == before[player][1]
        letter = night.letter(player)
        assert letter
        await player.presses_old(old, letter)
        await night.until(lambda: "Flop" in table.words())


async def test_who_is_silent_is_called_and_the_call_goes_when_they_act(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        await night.open(ann)
        for user in (ann, bob):
            await night.types(user, "reach calls:at-once")
        await night.sit(ann, bob)
        user = await night.turn()
        await night.until(lambda: len(night.posts()) == 2)
        called = night.posts()[-1]
        assert f"<@{user.id}>" in called.text
        await night.act(user, "Fold")
        await night.until(lambda: called.gone)


async def test_the_clock_is_shown_in_the_readers_own_time(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        table = await night.open(ann, "10/20 pace:normal")
        await night.sit(ann, bob)
        await night.until(lambda: "<!date^" in table.seen())
        due = int(table.seen().partition("<!date^")[2].partition("^")[0])
        assert 20 < due - time.time() < 50


async def test_a_message_somebody_deleted_is_shown_anew(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        table = await night.open(ann)
        await night.sit(ann, bob)
        ann.says("where has it gone?", night.channel)
        # A change may be on its way to it.
        night.slack.expect("message_not_found")
        night.slack.moderate(table)
        await night.until(lambda: night.tables() and night.table is not table)
        assert ann.last(night.channel) is night.table


async def test_a_letter_that_is_gone_is_written_anew(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        table = await night.open(ann)
        await night.sit(ann, bob)
        user = await night.turn()
        letter = night.letter(user)
        assert letter
        cards = night.cards(user)
        night.slack.expect("message_not_found")
        night.slack.moderate(letter)
        peeked = await user.presses("My cards", table)
        await night.until(lambda: peeked.said)
        assert peeked.said
        await user.presses("Call", peeked.said)
        await night.until(lambda: night.cards(user) == cards)


async def test_pictures_are_shown_and_old_ones_taken_away(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", PICTURES="on") as night:
        ann, bob = night.people
        await night.open(ann)
        await night.sit(ann, bob)
        await night.until(lambda: night.table.file)
        assert "Ann" in night.table.words()
        await night.act(await night.turn(), "Call")
        before = night.table.file
        await night.until(lambda: night.table.file not in ("", before))
        files = night.slack.world.files
        await night.until(lambda: files[before].deleted)
        shown = [one for one in files.values() if not one.deleted]
        await night.until(lambda: len([one for one in files.values() if not one.deleted]) <= 2)
        assert shown
