"""Names that mean mischief are shown harmlessly: cut, cleaned, and kept between marks."""

from __future__ import annotations

import unicodedata

import pytest

from bot.chat import Line, Message, Person
from tests.bot.evening import FRESH, begin, check_books
from tests.house import HOME, House, open_house, person, text_of

NAMES = {
    "markdown": "**Ann** _x_ `y` [z](http://example.org)",
    "html": "<img src=x onerror=alert(1)>",
    "everyone": "@everyone <!channel> <@U123>",
    "right to left": "\u202eevil\u202c \u2067x",
    "pop isolate": "a\u2069\u2069\u2069b",
    "zero width": "\u200b\u200d\ufeff\u2060",
    "long": "x" * 4000,
    "wide": "𝕏" * 500,
    "marks": "Z" + "\u0301" * 300,
    "lines": "one\ntwo\r\nthree\ttab",
    "controls": "bell\x07 nul\x00 esc\x1b[31m",
    "half": "a\ud800b",
    "emoji": "🂡👩‍👩‍👧🏴‍☠️",
    "blanks": "   \u3000 ",
    "braces": "{who} {0} %s %(x)s",
    "pipe": "a|b||c",
}
INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn")
ISOLATES = "\u2068\u2069"


def harmless(text: str) -> None:
    """Nothing invisible but our own marks, which stand in pairs and never nest."""
    for line in text.split("\n"):
        bad = [c for c in line if unicodedata.category(c) in INVISIBLE and c not in ISOLATES]
        assert bad == [], ascii(line)
        depth = 0
        for sign in line:
            depth += {"\u2068": 1, "\u2069": -1}.get(sign, 0)
            assert depth in (0, 1), ascii(line)
        assert depth == 0, ascii(line)
        for part in line.split("\u2068")[1:]:
            assert len(part.split("\u2069")[0]) <= 32, ascii(line)


def check(message: Message) -> None:
    texts = [message.text, message.title, *message.log]
    texts += [part for field in message.fields for part in field]
    texts += [button.label for row in message.rows for button in row]
    for text in texts:
        harmless(text)


def check_all(house: House) -> None:
    for _, message in house.chat.public.values():
        check(message)
    for message in house.chat.private.values():
        check(message)


async def say(house: House, who: str, typed: str) -> str:
    """A command of Bob, of Cat, or of whoever has the odd name (person web:odd)."""
    name, _, words = typed.removeprefix("/").partition(" ")
    asker = person(who) if who in ("Bob", "Cat") else Person("web:odd", who)
    line = Line(f"{typed} {house.clock.now()} {house.table.seq}", asker, HOME, name, words)
    reply = await house.room.line(line)
    await house.settle()
    return text_of(reply)


async def fold_all(house: House, odd: str) -> None:
    table, hand = house.table, house.table.state.hand
    while table.state.playing and table.state.hand == hand:
        turn = table.state.turn
        for who in ("Bob", "Cat", odd):
            if table.state.playing and table.state.turn == turn:
                await say(house, who, "/fold")
        assert table.state.turn > turn


@pytest.mark.parametrize("name", NAMES.values(), ids=list(NAMES))
async def test_a_name_is_shown_harmlessly_wherever_it_stands(name: str) -> None:
    async with open_house(FRESH) as house:
        await house.say("Bob", "/open 10/20 3")
        for who in ("Bob", name, "Cat"):
            assert "You sit" in await say(house, who, "/sit 1000")
        await house.wait(0)
        await house.say("Dan", "/wait")
        check_all(house)
        await fold_all(house, name)
        await house.wait(0)
        await say(house, name, "/away")
        await say(house, name, "/back")
        check_all(house)
        for who in (name, "Bob"):
            for typed in ("/top", "/wallet", "/tables", "/settings", "/cards"):
                harmless(await say(house, who, typed))
        await say(house, name, "/give Bob 5")
        await say(house, name, "/leave")
        check_all(house)
        await say(house, "Bob", "/close now")
        check_all(house)
        await check_books(house)


@pytest.mark.parametrize("name", NAMES.values(), ids=list(NAMES))
async def test_a_name_that_was_typed_is_given_back_harmlessly(name: str) -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        for typed in (
            f"/give {name} 5",
            f"/wallet {name}",
            f"/kick {name}",
            f"/sit {name}",
            f"/raise {name}",
            f"/help {name}",
            f"/settings {name}",
            f"/settings pace {name}",
            f"/sit table:{name}",
            f"/language {name}",
            f"/{name}",
        ):
            answer = await house.say("Ann", typed)
            assert answer, typed
            assert "went wrong" not in answer, typed
            assert len(answer) < 1200, typed
            harmless(answer)


@pytest.mark.parametrize("name", NAMES.values(), ids=list(NAMES))
async def test_a_reason_is_shown_harmlessly(name: str) -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        await house.say("Bob", "/wallet")
        for typed in (f"/pause {name[:1500]}", f"/grant Bob 5 {name[:1500]}"):
            answer = await house.say("Ann", typed, host=True)
            assert "went wrong" not in answer, typed
            harmless(answer)
        check_all(house)


@pytest.mark.parametrize("name", NAMES.values(), ids=list(NAMES))
async def test_a_table_may_be_called_anything_that_is_short(name: str) -> None:
    async with open_house(FRESH) as house:
        for _ in range(2):
            answer = await house.say("Ann", f"/open 10/20 name:x {name}")
            assert answer
            assert "went wrong" not in answer
            harmless(answer)
            answer = await house.say("Ann", f"/open 10/20 6 normal 400-2000 none off off {name}")
            assert "went wrong" not in answer
        for typed in ("/tables", "/sit", "/settings", "/settings #1"):
            harmless(await house.say("Bob", typed))
        check_all(house)
