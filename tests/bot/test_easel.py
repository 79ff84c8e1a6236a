"""Pictures go with the messages, are drawn beside the loop, and never keep a message back."""

from __future__ import annotations

import asyncio
import logging
import threading
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.chat import Message
from bot.easel import Easel
from bot.picture.studio import drawn
from bot.ring import RING
from bot.text import words
from tests.bot.evening import FRESH, begin, dealt_state, on_turn
from tests.house import House, open_house

EN = words("en")


def shown(house: House) -> Message:
    """The public message of the only table."""
    [message] = [m for _, m in house.chat.public.values() if m.rows]
    return message


async def test_the_public_message_carries_the_picture_of_the_table_as_it_is() -> None:
    async with open_house(FRESH, PICTURES="on") as house:
        await begin(house, "Ann", "Bob")
        before = shown(house).picture
        assert before is not None
        assert Image.open(BytesIO(before.png)).size == (900, 500)
        assert "Ann" in before.alt
        assert "Bob" in before.alt
        await house.say(on_turn(house), "/call")
        after = shown(house).picture
        assert after is not None
        assert after.png != before.png
        assert "Call" in after.alt


async def test_the_words_are_in_the_language_of_the_table() -> None:
    state = dealt_state("Ann", "Bob", language="ja")
    picture = await Easel(on=True).picture(RING, words("ja"), state)
    assert picture is not None
    assert "伏せたカード2枚" in picture.alt


async def test_a_host_may_do_without_pictures() -> None:
    async with open_house(FRESH, PICTURES="off") as house:
        await begin(house, "Ann", "Bob")
        assert shown(house).picture is None


async def test_a_drawing_that_fails_keeps_no_message_back_and_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with open_house(FRESH, PICTURES="on") as house:
        await begin(house, "Ann", "Bob")
        state = house.table.state
        # More seats than any table may have: there is no place for them on the picture.
        state.terms = replace(state.terms, size=11)
        for _ in range(2):
            await house.say(on_turn(house), "/call")
        message = shown(house)
        assert message.picture is None
        assert "Ann" in message.text
        warnings = [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]
        assert warnings == ["a table cannot be drawn: KeyError"]


async def test_the_loop_goes_on_while_a_table_is_drawn() -> None:
    easel = Easel(on=True)
    busy = threading.Event()
    before = asyncio.create_task(drawn(busy.wait))
    drawing = asyncio.create_task(easel.picture(RING, EN, dealt_state("Ann", "Bob", seed=99)))
    for _ in range(10):
        await asyncio.sleep(0)
    assert not drawing.done()
    assert await asyncio.to_thread(busy.is_set) is False, "other threads are not kept waiting"
    busy.set()
    assert await drawing is not None
    assert await before


async def test_all_is_drawn_in_one_thread() -> None:
    threads = await asyncio.gather(*(drawn(threading.get_ident) for _ in range(8)))
    assert len(set(threads)) == 1
    assert threading.get_ident() not in threads


async def test_tables_drawn_at_once_come_out_as_when_drawn_one_by_one() -> None:
    easel = Easel(on=True)
    states = [dealt_state("Ann", "Bob", "花子", seed=seed, size=3 + seed) for seed in range(6)]
    at_once = await asyncio.gather(*(easel.picture(RING, EN, state) for state in states))
    assert [await easel.picture(RING, EN, state) for state in states] == list(at_once)
    assert len({picture.png for picture in at_once if picture}) == 6
