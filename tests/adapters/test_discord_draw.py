"""What is drawn for Discord is always something that Discord takes, and shows text as it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord_draw import Pen, cut, escaped, modal, rows_of, whole
from bot.chat import Blank, Button, Cards, Choice, Form, Link, Message, Picture, Select
from tests.discord.check_message import File, Sent, check_message, check_modal
from tests.discord.refusal import Json

EMOJI = {"A♠": "<:c2_As:1234567890123456789>"}


def body(message: Message) -> Sent:
    """What the library makes of a drawing, as a request would hold it."""
    parts = Pen(EMOJI).draw(message).new()
    files = [File(at, one.filename, one.fp.read()) for at, one in enumerate(parts["files"])]
    sent: Json = {
        "content": parts["content"],
        "embeds": [parts["embed"].to_dict()],
        "components": parts["view"].to_components(),
        "attachments": [
            {"id": at, "filename": one.filename, "description": one.description}
            for at, one in enumerate(parts["files"])
        ],
    }
    return Sent(sent, tuple(files))


def check(message: Message) -> Json:
    sent = body(message)
    check_message(sent, allowed=0, emoji=())
    return sent.json


async def test_a_message_with_everything_in_excess_is_still_one_discord_takes() -> None:
    message = Message(
        title="t" * 300,
        headline="h" * 500,
        text="A♠ " * 3000,
        cards=(Cards("yours", ("A♠",) * 20, "n" * 100),),
        fields=tuple((f"name {n}" * 50, "A♠ " * 600) for n in range(30)),
        log=tuple(f"line {n} " * 40 for n in range(60)),
        rows=tuple(tuple(Button("b" * 100, f"{row}.{at}") for at in range(7)) for row in range(7)),
        picture=Picture(b"png", "a" * 2000),
        clock=1_800_000_000_000,
        links=tuple(Link("*l*" * 20, f"t{n}") for n in range(90)),
    )
    check(message)


async def test_under_a_picture_stands_what_it_does_not_say() -> None:
    message = Message(
        title="Table 1", headline="Waiting for Ann", text="1. Ann · 1,000", besides="Bets",
        fields=(("Blinds", "10/20"), ("Wait list", "Bob")), log=tuple("abcdef"),
        picture=Picture(b"png", "Table 1. Seat 1: Ann, 1,000."),
    )  # fmt: skip
    sent = check(message)
    [embed] = sent["embeds"]
    assert embed["description"] == "**Waiting for Ann**\nBets\n\n> c\n> d\n> e\n> f"
    assert embed["footer"]["text"] == "Blinds: 10/20 · Wait list: Bob"
    # Within an embed nobody would be told what is on it.
    assert "image" not in embed
    assert sent["attachments"][0]["description"] == "Table 1. Seat 1: Ann, 1,000."


@pytest.mark.parametrize("word", ["seat ", "座席、"])
async def test_words_of_a_picture_are_cut_after_a_word(word: str) -> None:
    sent = check(Message(text="x", picture=Picture(b"png", word * 600)))
    alt = sent["attachments"][0]["description"]
    assert 1000 < len(alt) <= 1024
    assert alt.removesuffix("…").endswith(word.strip(" 、"))


async def test_what_says_nothing_is_still_a_message() -> None:
    shown = check(Message(text="x", fields=(("", " "),)))
    assert shown["embeds"][0]["fields"]


async def test_a_select_stands_in_a_row_of_its_own() -> None:
    choices = tuple(Choice(f"c{n}", f"v{n}") for n in range(40))
    shown = check(Message(
        text="x", select=Select("Which?", "pick", choices),
        rows=tuple((Button("b", f"t{n}"),) for n in range(6)),
    ))  # fmt: skip
    assert len(shown["components"]) == 3


async def test_a_long_form_is_cut_to_what_a_form_may_be() -> None:
    blanks = tuple(Blank(f"b{n}", "label " * 20, "value", "hint " * 40) for n in range(9))
    check_modal(modal(Form("title " * 20, "token", blanks, "Send")).to_dict())


@given(st.text(max_size=200))
def test_nothing_in_a_text_is_markdown_any_more(text: str) -> None:
    shown = escaped(text)
    bare = shown.replace("\\\\", "")
    for sign in "*_~`|<>[]()@":
        assert bare.count(sign) == bare.count("\\" + sign)
    assert "\nhttps://" not in shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# big", r"\# big"),
        ("1. one", r"1\. one"),
        ("- dash", r"\- dash"),
        ("https://evil.example", r"https\://evil.example"),
        ("plain 12.50 − 3", "plain 12.50 − 3"),
    ],
)
def test_lists_headings_and_links_are_only_text(text: str, shown: str) -> None:
    assert escaped(text) == shown


async def test_a_time_of_day_is_shown_on_the_reader_s_own_clock() -> None:
    text = "2026-03-05 14:07 UTC · Ann pauses; not 2026-99-05 14:07 UTC, nor round 14:07:09 UTC"
    [embed] = check(Message(title="Log", text=text))["embeds"]
    assert embed["description"].startswith("<t:1772719620:f> · Ann pauses; not 2026")
    assert "99" in embed["description"]
    assert ":09 UTC" in embed["description"].replace("\\", "")


def test_a_cut_never_leaves_half_of_a_time() -> None:
    for most in range(2, 20):
        assert cut(f"{'x' * 3}<t:1772719629:f> later", most) in ("x…", "xx…", "xxx…")
    assert cut("<t:1772719629:f> later", 18) == "<t:1772719629:f> …"


def test_a_cut_never_leaves_half_of_an_escape_or_an_emoji() -> None:
    assert cut(r"ab\*cd", 4) == "ab…"
    assert cut("x <:c2_As:123> y", 9) == "x …"


@given(st.lists(st.integers(1, 9), max_size=8), st.booleans())
def test_rows_are_as_many_as_fit(sizes: list[int], select: bool) -> None:
    rows = [tuple(Button("b", f"{at}.{n}") for n in range(size)) for at, size in enumerate(sizes)]
    split = rows_of(rows, select)
    assert len(split) <= 5 - select
    assert all(1 <= len(row) <= 5 for row in split)
    if sum(sizes) <= 20:
        flat = [button for row in split for button in row]
        assert flat == [button for row in rows for button in row]


def test_of_many_links_each_is_shown_whole_or_not_at_all() -> None:
    link = "[Friday 1](https://discord.com/channels/1/2/3)"
    assert whole([link, link], 200) == f"{link} · {link}"
    shown = whole([link] * 90, 1500)
    assert len(shown) <= 1500
    assert shown.removesuffix(" · …").split(" · ") == [link] * shown.count("[")
    message = Message(text="w" * 9000, links=(Link("Friday 1", "t"),))
    drawn = Pen().draw(message, links=[link]).embed.description or ""
    assert drawn.endswith(link)
