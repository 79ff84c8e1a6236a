"""A sit-and-go over the wire: the lobby, a table, cards for nobody but their owner, the end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.discord.evening import Evening, cards_on, evening
from tests.discord.users import Impossible, User
from tests.discord.world import Message


def post(night: Evening, *words: str) -> Message | None:
    """The newest message of the channel with all these words and buttons."""
    found = [one for one in night.posts() if all(word in one.words() for word in words)]
    return found[-1] if found else None


def letter(user: User, words: str) -> Message | None:
    """The direct message with these words."""
    found = [one for one in user.reads(user.dm) if words in one.words()]
    return found[-1] if found else None


async def test_a_sit_and_go_from_the_announcement_to_the_winner(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Ken:ja") as night:
        ann, ken = night.people
        terms = {"structure": "turbo", "players": 2, "buyin": "100", "name": "Friday"}
        done = await ann.type(night.channel, "tournament", terms)
        assert "open for registration" in await night.answer(done)
        await night.until(lambda: post(night, "Registration is open"))
        lobby = post(night, "Registration is open")
        assert lobby
        assert "You are in" in await night.answer(await ann.press(lobby, "Register (100)"))
        # With the last one in it begins, and the answer goes on to say what is so by then.
        await night.answer(await ken.press(lobby, "Register (100)"))
        assert any("参加登録" in shown for shown in ken.account.saw)
        await night.until(lambda: post(night, "Friday 1", "Hand #1"))
        await night.until(lambda: all(letter(user, "#1") for user in night.people))
        table = post(night, "Friday 1", "Hand #1")
        assert table
        hands = []
        for user in night.people:
            mine = letter(user, "#1")
            assert mine
            hands.append(cards_on(user, mine))
        assert all(len(set(cards)) == 2 for cards in hands)
        for cards in hands:
            assert not any(card in table.seen() for card in cards)
        asked = await ann.type(night.channel, "director", {"what": "cancel"})
        assert "Call the tournament off?" in await night.answer(asked)
        assert asked.said
        done = await ann.press(asked.said, "Call off")
        assert "called off in 1 min" in await night.answer(done)
        await night.until(lambda: "About to be called off" in lobby.words())


async def test_one_that_comes_again_is_announced_chosen_from_what_there_is(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Ken:ja") as night:
        ann, ken = night.people
        terms = {"structure": "turbo", "start": "sun 8pm", "every": "2-weeks", "name": "Sunday"}
        said = await night.answer(await ann.type(night.channel, "tournament", terms))
        assert "every 2 weeks, Sunday 20:00" in said
        await night.until(lambda: post(night, "Registration is open"))
        lobby = post(night, "Registration is open")
        assert lobby
        await night.until(lambda: "every 2 weeks" in lobby.seen())
        begins = re.search(r"Start: <t:(\d+):f>", lobby.seen())
        assert begins, "on the reader's own clock, under the picture, too"
        assert int(begins[1]) % 86_400 == 20 * 3600
        with pytest.raises(Impossible):
            await ken.type(night.channel, "tournament", {**terms, "every": "month"})
        asked = await ann.type(night.channel, "director", {"what": "cancel"})
        assert "The series goes on" in await night.answer(asked)
        assert asked.said
        done = await ann.press(asked.said, "Call off and end the series")
        assert "no other of the series follows" in await night.answer(done)
