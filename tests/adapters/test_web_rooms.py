"""The channels: public messages and talk in order, in place, and over a restart."""

from __future__ import annotations

import base64
import gc

import pytest

from adapters.web_guests import AWAY_MOST
from adapters.web_rooms import IDLE_MOST, Room
from adapters.web_tab import Visitor
from bot.chat import Button, Gone, Message, Picture
from tests.adapters.guest import Guest, open_house
from tests.adapters.toy import PNG, TABLE, Shelves

LOBBY = "web:lobby"


async def test_public_messages_are_edited_in_place_and_deleted() -> None:
    async with open_house() as house, Guest(house) as ann:
        tab = await ann.sit()
        first = await house.web.post(LOBBY, Message(text="one"))
        await house.web.post(LOBBY, Message(text="two"))
        await house.web.edit(LOBBY, first, Message(text="one!", rows=((Button("Go", "go"),),)))
        again = await ann.sit()
        assert [item["message"]["text"] for item in again.state["items"]] == ["one!", "two"]
        changed = (await tab.quiet())[-1]["item"]
        assert changed["at"] == int(first)
        assert changed["message"]["rows"][0][0]["label"] == "Go"
        await house.web.delete(LOBBY, first)
        assert await tab.until("gone") == {"kind": "gone", "at": int(first)}
        await house.web.delete(LOBBY, first)
        assert len((await ann.sit()).state["items"]) == 1


@pytest.mark.parametrize("handle", ["", "x", "-1", "１２", "99", "9" * 400])
async def test_a_message_that_is_not_there_is_gone(handle: str) -> None:
    async with open_house() as house:
        with pytest.raises(Gone):
            await house.web.edit(LOBBY, handle, Message(text="x"))
        await house.web.delete(LOBBY, handle)


@pytest.mark.parametrize("place", ["discord:1", "lobby", "web:", "web:A B", "web:a/b"])
async def test_a_place_that_is_not_ours_is_gone(place: str) -> None:
    async with open_house() as house:
        with pytest.raises(Gone):
            await house.web.post(place, Message(text="x"))
        with pytest.raises(Gone):
            await house.web.whisper("slack:U1", TABLE, Message(text="x"))


async def test_a_restart_keeps_the_lines_their_order_and_the_handles() -> None:
    memory = Shelves()
    async with open_house(memory) as house, Guest(house) as ann:
        tab = await ann.sit()
        await tab.ask("say", "s1", text="before")
        handle = await house.web.post(LOBBY, Message(text="table"))
        await tab.ask("say", "s2", text="after")
        gone = await house.web.post(LOBBY, Message(text="gone"))
        await house.web.delete(LOBBY, gone)
    async with open_house(memory) as house, Guest(house) as bob:
        house.clock.time += 1
        fresh = await house.web.post(LOBBY, Message(text="fresh"))
        assert fresh != gone
        await house.web.edit(LOBBY, handle, Message(text="table!"))
        items = (await bob.sit()).state["items"]
        shown = [item.get("text") or item["message"]["text"] for item in items]
        assert shown == ["before", "table!", "after", "fresh"]


async def test_a_channel_keeps_its_last_lines_and_every_table_in_play() -> None:
    memory = Shelves()
    table = Message(text="table", rows=((Button("Sit", "sit"),),))
    async with open_house(memory) as house:
        handle = await house.web.post(LOBBY, table)
        for number in range(250):
            await house.web.post(LOBBY, Message(text=str(number)))
        await house.web.edit(LOBBY, handle, table)
    async with open_house(memory) as house, Guest(house) as ann:
        items = (await ann.sit()).state["items"]
        assert len(items) == len(memory.kept["web.post"]) == 200
        assert [item["message"]["text"] for item in items[:2]] == ["table", "51"]
        assert items[-1]["message"]["text"] == "249"


async def test_pictures_are_public_by_address_and_private_inside() -> None:
    async with open_house() as house, Guest(house) as ann:
        tab = await ann.sit()
        await house.web.post(LOBBY, Message(picture=Picture(PNG, "a table")))
        shown = (await tab.until("item"))["item"]["message"]["picture"]
        assert shown["alt"] == "a table"
        async with ann.session.get(house.url + shown["src"]) as response:
            assert response.content_type == "image/png"
            assert await response.read() == PNG
        other = PNG + b"private"
        await house.web.whisper(tab.me["id"], TABLE, Message(picture=Picture(other, "cards")))
        inside = (await tab.until("card"))["message"]["picture"]["src"]
        assert base64.b64decode(inside.partition(",")[2]) == other
        answer = await tab.press("picture")
        assert answer["message"]["picture"]["src"].startswith("data:image/png;base64,")
        assert (await ann.get("/picture/0123.png"))[0] == 404


def picture(number: int) -> Message:
    return Message(text="in words", picture=Picture(PNG + bytes([number]), "a table"))


async def test_the_picture_of_an_idle_table_outlives_any_number_of_others() -> None:
    async with open_house() as house, Guest(house) as ann:
        await house.web.post(LOBBY, picture(0))
        busy = await house.web.post(LOBBY, picture(1))
        for number in range(250):
            await house.web.edit(LOBBY, busy, picture(number))
        await house.web.edit(LOBBY, busy, picture(0))
        await house.web.delete(LOBBY, busy)
        [item] = (await ann.sit()).state["items"]
        assert (await ann.get(item["message"]["picture"]["src"]))[0] == 200


async def test_a_picture_that_no_message_shows_is_kept_for_a_while_only() -> None:
    async with open_house() as house, Guest(house) as ann:
        tab = await ann.sit()
        handle = await house.web.post(LOBBY, picture(0))
        src = (await tab.until("item"))["item"]["message"]["picture"]["src"]
        await house.web.edit(LOBBY, handle, picture(1))
        assert (await ann.get(src))[0] == 200
        for number in range(2, 60):
            await house.web.edit(LOBBY, handle, picture(number))
        assert (await ann.get(src))[0] == 404


async def test_after_a_restart_the_words_stand_for_a_picture_that_is_gone() -> None:
    memory = Shelves()
    async with open_house(memory) as house:
        await house.web.post(LOBBY, picture(0))
    async with open_house(memory) as house, Guest(house) as ann:
        [item] = (await ann.sit()).state["items"]
        assert item["message"]["text"] == "in words"
        assert "picture" not in item["message"]


async def test_a_clock_set_back_puts_nothing_out_of_order() -> None:
    memory = Shelves()
    async with open_house(memory) as house:
        first = await house.web.post(LOBBY, Message(text="first"))
    async with open_house(memory) as house, Guest(house) as ann:
        house.clock.time -= 3600
        second = await house.web.post(LOBBY, Message(text="second"))
        assert int(second) > int(first)
        items = (await ann.sit()).state["items"]
        assert [item["message"]["text"] for item in items] == ["first", "second"]


async def test_what_was_looked_at_once_is_not_at_hand_for_ever() -> None:
    async with open_house() as house, Guest(house) as ann:
        table = Message(picture=Picture(PNG, "a table"), rows=((Button("Sit", "sit"),),))
        await house.web.post("web:played", table)
        await house.web.post("web:over", picture(0))
        await house.web.post("web:over", Message(text="good night"))
        watched = await ann.sit("watched")
        gc.collect()
        before = len([one for one in gc.get_objects() if type(one) is Room])
        for number in range(100):
            await (await ann.sit(f"other-{number}")).close()
        await watched.quiet()
        gc.collect()
        assert len([one for one in gc.get_objects() if type(one) is Room]) - before <= IDLE_MOST
        await house.web.post("web:watched", Message(text="still here"))
        assert (await watched.until("item"))["item"]["message"]["text"] == "still here"
        [item] = (await ann.sit("played")).state["items"]
        assert (await ann.get(item["message"]["picture"]["src"]))[0] == 200
        items = (await ann.sit("over")).state["items"]
        assert [item["message"]["text"] for item in items] == ["in words", "good night"]


async def test_who_came_once_is_not_at_hand_for_ever_and_is_known_again() -> None:
    async with open_house() as house, Guest(house) as ann:
        tab = await ann.sit()
        me = tab.me
        await tab.tell("name", name="Ann")
        await tab.until("me")
        await tab.close()
        before = len([one for one in gc.get_objects() if type(one) is Visitor])
        for _ in range(AWAY_MOST + 60):
            async with Guest(house) as other:
                await (await other.sit("side")).close()
        gc.collect()
        known = len([one for one in gc.get_objects() if type(one) is Visitor])
        assert known - before <= AWAY_MOST + 30
        again = await ann.sit()
        assert (again.me["id"], again.me["name"]) == (me["id"], "Ann")
