"""The page's socket: talk, presses, private messages, repeats, bad frames, restarts."""

from __future__ import annotations

import asyncio
import base64
import logging
import os

import aiohttp
import pytest

from adapters.web_tab import QUEUE_MOST
from adapters.web_wire import FRAME_HARD, FRAME_MOST
from bot.chat import Message, Person, Place, Usage
from tests.adapters.guest import Frame, Guest, House, open_house
from tests.adapters.toy import HIDDEN, TABLE, Shelves, ToyDealer

LOBBY = "web:lobby"


async def test_talk_is_heard_in_its_channel_and_in_no_other() -> None:
    async with open_house() as house, Guest(house) as ann, Guest(house) as bob:
        here, there, away = await ann.sit(), await bob.sit(), await bob.sit("side")
        await here.ask("say", text="hello <b>all</b> @everyone")
        heard = await there.until("item")
        assert heard["item"]["text"] == "hello <b>all</b> @everyone"
        assert heard["item"]["name"] == here.me["name"]
        assert await away.quiet() == []
        assert house.dealer.lines == []


async def test_who_comes_in_by_the_first_channel_is_greeted_and_nowhere_else() -> None:
    async with open_house() as house, Guest(house) as ann:
        side = await ann.sit("side")
        await side.quiet()
        assert house.dealer.greeted == []
        here = await ann.sit()
        await here.quiet()
        assert house.dealer.greeted == [(here.me["id"], "web:lobby")]
        await here.ask("say", text="hello")
        assert len(house.dealer.greeted) == 1


async def test_a_table_laid_for_who_comes_in_is_there_from_the_first_moment() -> None:
    class Ready(ToyDealer):
        async def greet(self, person: Person, place: Place) -> None:
            await self.chat.post(place.id, Message(text="laid for you"))

    async with open_house(dealer=Ready()) as house, Guest(house) as ann:
        here = await ann.sit()
        assert here.state["items"][0]["message"]["text"] == "laid for you"


async def test_a_dealer_that_cannot_greet_keeps_nobody_out() -> None:
    class Rude(ToyDealer):
        async def greet(self, person: Person, place: Place) -> None:
            raise RuntimeError

    async with open_house(dealer=Rude()) as house, Guest(house) as ann:
        here = await ann.sit()
        assert (await here.ask("say", text="hello"))["kind"] == "answer"


async def test_a_slash_is_for_the_dealer_alone() -> None:
    async with open_house() as house, Guest(house) as ann, Guest(house) as bob:
        here, there = await ann.sit("side"), await bob.sit("side")
        answer = await here.ask("say", text="／ｓｉｔ 500  now")
        assert answer["message"]["text"] == "/sit 500  now"
        (line,) = house.dealer.lines
        assert (line.name, line.words) == ("sit", "500  now")
        assert (line.place.id, line.place.community) == ("web:side", "web:home")
        assert line.person.id == here.me["id"]
        assert await there.quiet() == []


async def test_hole_cards_reach_their_person_alone_in_every_tab() -> None:
    async with open_house() as house, Guest(house) as ann, Guest(house) as bob:
        first, second, other = await ann.sit(), await ann.sit(), await bob.sit()
        await first.ask("say", text="/deal")
        await first.press("sit", "p1")
        await other.press("sit", "p1")
        await second.until("card")
        mine, theirs = await first.press("mine", "p2"), await other.quiet()
        assert mine["message"]["text"] == "A♠ K♦"
        assert "card" not in {frame["kind"] for frame in theirs + await second.quiet()}
        assert "A♠ K♦" in "".join(ann.raw)
        assert "9♥ 9♣" not in "".join(ann.raw)
        assert "9♥ 9♣" in "".join(bob.raw)
        assert "A♠ K♦" not in "".join(bob.raw)


async def test_a_reload_brings_the_whole_panel_again() -> None:
    async with open_house() as house, Guest(house) as ann:
        tab = await ann.sit()
        await tab.press("sit")
        await tab.close()
        again = await ann.sit()
        (card,) = again.cards["cards"]
        assert card["table"] == TABLE
        message = card["message"]
        assert message["text"].startswith("A♠ K♦\n")
        assert [button["token"] for button in message["rows"][0]] == ["sure", "call", "raise"]
        assert message["rows"][1][2]["disabled"] is True
        assert message["select"]["choices"][1] == {"label": "B", "value": "b", "chosen": True}
        assert message["call"] == again.me["id"]
        await house.web.forget(again.me["id"], TABLE)
        assert await again.until("forget") == {"kind": "forget", "table": TABLE}


async def test_a_whisper_while_the_cards_are_asked_for_is_not_covered_by_older_ones() -> None:
    class Slow(ToyDealer):
        async def cards(self, person: Person, place: Place) -> tuple[tuple[str, Message], ...]:
            await self.release.wait()
            return ((TABLE, Message(text="old")),)

    async with open_house(dealer=Slow()) as house, Guest(house) as ann:
        await ann.get("/")
        socket = await ann.session.ws_connect(
            f"{house.url}/socket?v=1", headers={"Origin": house.url}
        )
        state = await socket.receive_json()
        await house.web.whisper(state["me"]["id"], TABLE, Message(text="new"))
        house.dealer.release.set()
        first, second = await socket.receive_json(), await socket.receive_json()
        assert first["cards"][0]["message"]["text"] == "old"
        assert second["message"]["text"] == "new"


async def test_a_press_may_open_a_form_whose_values_come_back() -> None:
    async with open_house() as house, Guest(house) as ann:
        tab = await ann.sit()
        form = (await tab.press("raise", "p1"))["form"]
        assert list(form) == ["title", "token", "send", "blanks"]
        assert form["blanks"][0]["value"] == "80"
        answer = await tab.press("raise-to", "p2", values={"amount": "１00\u202e"})
        assert answer["message"]["text"] == "Raised to １00."
        assert house.dealer.presses[1].values == {"amount": "１00"}


async def test_a_repeated_press_keeps_its_id_and_is_nobody_elses() -> None:
    async with open_house() as house, Guest(house) as ann, Guest(house) as eve:
        tab = await ann.sit()
        await tab.press("x", "same")
        await tab.close()
        await (await ann.sit()).press("x", "same")
        await (await eve.sit()).press("x", "same")
        first, second, other = (press.id for press in house.dealer.presses)
        assert first == second
        assert other != first


async def test_repeated_talk_is_said_once_even_over_a_restart() -> None:
    memory = Shelves()
    async with open_house(memory) as house, Guest(house) as ann:
        tab = await ann.sit()
        await tab.ask("say", "t1", text="once")
        await tab.ask("say", "t1", text="once")
        kept = ann.cookies
    async with open_house(memory) as house, Guest(house) as back:
        back.bring(kept)
        tab = await back.sit()
        await tab.ask("say", "t1", text="once")
        assert [item["text"] for item in (await back.sit()).state["items"]] == ["once"]


async def test_an_answer_to_a_slow_press_does_not_hold_up_the_socket() -> None:
    async with open_house() as house, Guest(house) as ann:
        tab = await ann.sit()
        await tab.touch("slow", "p1")
        assert (await tab.press("quick", "p2"))["id"] == "p2"
        await tab.ask("say", "s1", text="still here")
        house.dealer.release.set()
        answer = await tab.until("answer")
        assert (answer["id"], answer["message"]["text"]) == ("p1", "At last.")


async def test_a_memory_that_fails_is_told_and_the_socket_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Full(Shelves):
        async def put(self, shelf: str, key: str, value: str) -> None:
            if shelf == "web.talk" and "lost" in value:
                raise OSError(value)
            await super().put(shelf, key, value)

    async with open_house(Full()) as house, Guest(house) as ann:
        tab = await ann.sit()
        assert (await tab.ask("say", "s1", text="lost"))["error"] == "broken"
        assert "error" not in await tab.ask("say", "s2", text="kept")
        assert [item["text"] for item in (await ann.sit()).state["items"]] == ["kept"]
        assert "lost" not in caplog.text


async def test_too_many_waiting_presses_are_put_off() -> None:
    async with open_house() as house, Guest(house) as ann:
        tab = await ann.sit()
        for number in range(16):
            await tab.touch("slow", f"p{number}")
        assert (await tab.press("slow", "more"))["error"] == "busy"
        assert len(house.dealer.presses) == 16
        house.dealer.release.set()
        for _ in range(16):
            await tab.until("answer")
        assert "error" not in await tab.press("quick", "again")


async def test_a_dealer_that_fails_says_so_and_gives_nothing_away(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Failing(ToyDealer):
        async def cards(self, person: Person, place: Place) -> tuple[tuple[str, Message], ...]:
            raise RuntimeError(HIDDEN)

        def usages(self, language: str) -> tuple[Usage, ...]:
            raise RuntimeError(HIDDEN)

    async with open_house(dealer=Failing()) as house, Guest(house) as ann:
        with caplog.at_level(logging.DEBUG):
            tab = await ann.sit()
            assert tab.cards == {"kind": "error", "error": "broken"}
            assert tab.state["usages"] == []
            pressed = await tab.press("fail", "p1")
            called = await tab.ask("say", "l1", text="/fail")
        assert pressed == {"kind": "answer", "id": "p1", "error": "broken"}
        assert called["error"] == "broken"
        assert "RuntimeError at " in caplog.text
        assert HIDDEN not in caplog.text
        assert "Q♠" not in "".join(ann.raw)
        assert (await tab.press("fine", "p2"))["message"]["text"] == "fine {}"


BAD = [
    "",
    "x",
    "[]",
    "null",
    "17",
    "{}",
    '{"kind":"nonsense"}',
    '{"kind":"press"}',
    '{"kind":"press","id":5,"token":"x"}',
    '{"kind":"press","id":"","token":"x"}',
    '{"kind":"say","id":"\\u0000","text":"x"}',
    '{"kind":"language","language":"xx"}',
    '{"kind":"name","name":["a"]}',
    '{"kind":"name","name":"\\ud800"}',
    '{"kind":"name","name":NaN}',
    "[" * 8000,
]


@pytest.mark.parametrize("text", BAD)
async def test_a_bad_frame_is_answered_and_changes_nothing(text: str) -> None:
    async with open_house() as house, Guest(house) as ann:
        tab = await ann.sit()
        await tab.socket.send_str(text)
        assert await tab.hear() == {"kind": "error", "error": "bad"}
        assert await tab.quiet() == []
        assert house.dealer.presses == []


@pytest.mark.parametrize(
    "more",
    [
        {"token": "t" * 101},
        {"token": ""},
        {"token": "a\x00b"},
        {"token": "\ud800"},
        {"token": float("nan")},
        {"token": "x", "values": []},
        {"token": "x", "values": {"a": 1}},
        {"token": "x", "values": {"n" * 101: ""}},
        {"token": "x", "values": {str(number): "" for number in range(26)}},
        {},
    ],
)
async def test_a_bad_press_is_answered_by_its_id(more: Frame) -> None:
    async with open_house() as house, Guest(house) as ann:
        tab = await ann.sit()
        assert (await tab.ask("press", "p9", **more))["error"] == "bad"
        assert house.dealer.presses == []


async def test_frames_too_big_are_answered_or_close_the_socket() -> None:
    async with open_house() as house, Guest(house) as ann:
        tab = await ann.sit()
        await tab.socket.send_str("x" * (FRAME_MOST + 1))
        assert await tab.hear() == {"kind": "error", "error": "too-big"}
        await tab.socket.send_bytes(b"\x00\xff")
        assert await tab.hear() == {"kind": "error", "error": "bad"}
        await tab.socket.send_str("x" * (FRAME_HARD + 1))
        assert (await tab.socket.receive()).type is aiohttp.WSMsgType.CLOSE
        assert tab.socket.close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
        assert await (await ann.sit()).quiet() == []


async def test_talk_too_long_or_empty_is_refused_politely() -> None:
    async with open_house() as house, Guest(house) as ann:
        tab = await ann.sit()
        assert (await tab.ask("say", text="x" * 4000))["error"] == "too-long"
        assert (await tab.ask("say", text="/sit " + "5" * 4000))["error"] == "too-long"
        assert (await tab.ask("say", text="\u200b \n"))["error"] == "nothing"
        assert "error" not in await tab.ask("say", text="x" * 2000)
        assert len((await ann.sit()).state["items"]) == 1
        assert house.dealer.lines == []


async def test_talk_at_speed_is_put_off_and_may_go_on_later() -> None:
    async with open_house() as house, Guest(house) as ann:
        tab = await ann.sit()
        errors = [(await tab.ask("say", f"s{i}", text="spam")).get("error") for i in range(10)]
        assert errors == [None] * 6 + ["too-fast"] * 4
        other = await ann.sit()
        assert (await other.ask("say", "s11", text="spam"))["error"] == "too-fast"
        house.clock.time += 3
        assert "error" not in await tab.ask("say", "s12", text="spam")


async def test_frames_at_speed_are_put_off() -> None:
    async with open_house() as house, Guest(house) as ann:
        tab = await ann.sit()
        answers = [await tab.press("x", f"p{i}") for i in range(70)]
        assert [answer.get("error") for answer in answers[55:]].count("too-fast") == 10
        assert len(house.dealer.presses) == 60


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
        ("**@everyone**", "**@everyone**"),
        ("\u202eevil", "evil"),
        ("x" * 4000, "x" * 32),
        ("👩‍🚀 ann", "👩‍🚀 ann"),
    ],
)
async def test_a_name_is_cleaned_and_shown_in_every_tab(typed: str, shown: str) -> None:
    async with open_house() as house, Guest(house) as ann:
        tab, other = await ann.sit(), await ann.sit()
        await tab.tell("name", name=typed)
        for each in (tab, other):
            assert (await each.until("me"))["me"]["name"] == shown
        await tab.press("x")
        assert house.dealer.presses[0].person.name == shown


async def test_an_empty_name_keeps_the_old_one() -> None:
    async with open_house() as house, Guest(house) as ann:
        tab = await ann.sit()
        assert tab.me["chosen"] is False
        await tab.tell("name", name="\u200b\u3164")
        assert await tab.hear() == {"kind": "error", "error": "bad-name"}
        await tab.tell("name", name=None)
        me = (await tab.until("me"))["me"]
        assert (me["name"], me["chosen"]) == (tab.me["name"], True)


async def test_the_language_is_the_browsers_and_may_be_changed() -> None:
    async with open_house() as house, Guest(house, "ja,en;q=0.5") as ann:
        tab, other = await ann.sit(), await ann.sit("side")
        assert tab.me["language"] == "ja"
        assert tab.state["usages"][0]["about"] == "テーブルを開く"
        await tab.tell("language", language="en")
        for each, channel in ((tab, "lobby"), (other, "side")):
            state = await each.until("state")
            assert state["usages"][0]["about"] == "Open a table"
            assert state["channel"] == channel
            assert state["me"]["name"] == tab.me["name"]
        await tab.press("x")
        assert house.dealer.presses[0].person.language == "en"
        assert (await ann.sit()).me["language"] == "en"


async def test_an_old_page_is_told_to_load_anew() -> None:
    async with open_house() as house, Guest(house) as ann:
        await ann.get("/")
        async with ann.session.ws_connect(
            f"{house.url}/socket?v=0", headers={"Origin": house.url}
        ) as socket:
            assert await socket.receive_json() == {"kind": "error", "error": "version"}


async def test_one_person_has_only_so_many_tabs() -> None:
    async with open_house() as house, Guest(house) as ann:
        tabs = [await ann.sit() for _ in range(20)]
        async with ann.session.ws_connect(
            f"{house.url}/socket?v=1", headers={"Origin": house.url}
        ) as socket:
            assert await socket.receive_json() == {"kind": "error", "error": "too-many"}
        await tabs.pop().close()
        assert await (await ann.sit()).quiet() == []


async def test_tabs_that_wait_to_be_greeted_count_too_and_leave_nothing_behind() -> None:
    class Slow(ToyDealer):
        async def greet(self, person: Person, place: Place) -> None:
            self.asked.set()
            await self.release.wait()

    async with open_house(dealer=Slow()) as house, Guest(house) as ann:
        await ann.get("/")
        opened = [
            await ann.session.ws_connect(f"{house.url}/socket?v=1", headers={"Origin": house.url})
            for _ in range(25)
        ]
        refused = [await socket.receive_json(timeout=15) for socket in opened[20:]]
        assert [frame.get("error") for frame in refused] == ["too-many"] * 5
        await house.web.stop()
        house.dealer.release.set()
    pumps = [task for task in asyncio.all_tasks() if "_send_all" in repr(task.get_coro())]
    assert pumps == []


async def silent_socket(
    house: House, cookie: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket whose reader never reads."""
    address = house.url.removeprefix("http://")
    host, _, port = address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=1024)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        "GET /socket?v=1 HTTP/1.1",
        f"Host: {address}",
        f"Origin: {house.url}",
        f"Cookie: {cookie}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
    ]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    assert (await reader.readline()).startswith(b"HTTP/1.1 101")
    return reader, writer


async def test_a_reader_too_slow_is_dropped_and_nobody_waits_for_it() -> None:
    async with open_house() as house, Guest(house) as ann, Guest(house) as eve:
        tab = await ann.sit()
        await eve.get("/")
        (cookie,) = eve.session.cookie_jar
        reader, writer = await silent_socket(house, f"{cookie.key}={cookie.value}")
        for _ in range(3 * QUEUE_MOST):
            await house.web.post(LOBBY, Message(text="x" * 30_000))
            await tab.until("item")
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(3 * QUEUE_MOST * 30_000)
        assert (await tab.ask("say", text="still here"))["id"] == "i1"
        writer.close()
        await asyncio.gather(writer.wait_closed(), return_exceptions=True)


async def test_stopping_waits_for_the_dealers_answer_and_says_goodbye() -> None:
    async with open_house() as house, Guest(house) as ann:
        tab = await ann.sit()
        await tab.touch("slow", "p1")
        await tab.quiet()
        stopping = asyncio.create_task(house.web.stop())
        message = await tab.socket.receive()
        assert message.type is aiohttp.WSMsgType.CLOSE
        assert message.data == aiohttp.WSCloseCode.GOING_AWAY
        _, waiting = await asyncio.wait({stopping}, timeout=0.5)
        assert waiting == {stopping}
        house.dealer.release.set()
        await stopping
        assert house.dealer.acts == ["slow"]
