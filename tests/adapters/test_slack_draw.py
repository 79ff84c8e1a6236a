"""What is drawn for Slack is always something that Slack takes, and shows text as it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.slack_draw import Pen, cut, escaped, until
from adapters.slack_views import Origin, form, typed
from bot.chat import Blank, Button, Cards, Choice, Form, Link, Message, Picture, Select
from tests.slack.check_blocks import MESSAGE, check_blocks, elements_of
from tests.slack.check_view import check_view
from tests.slack.refusal import Json

PEN = Pen(["open", "sit", "help"], "/poker")


def check(message: Message) -> list[Json]:
    drawn = PEN.draw(message)
    body = drawn.body("F00000000" if drawn.png else "")
    assert 0 < len(body["text"]) <= 4000
    return check_blocks(body["blocks"], MESSAGE, lambda key: True)


def test_a_message_with_everything_in_excess_is_still_one_slack_takes() -> None:
    check(Message(
        title="t" * 300, headline="h" * 5000, text="A♠ & <b> " * 3000,
        cards=(Cards("yours", ("A♠",) * 20, "n" * 4000),),
        fields=tuple((f"name {n}" * 50, "A♠ " * 900) for n in range(30)),
        log=tuple(f"line {n} " * 40 for n in range(60)),
        rows=tuple(tuple(Button("b" * 100, f"{row}.{at}") for at in range(7)) for row in range(60)),
        select=Select("s" * 200, "pick", tuple(Choice("c" * 90, f"v{n}") for n in range(120))),
        picture=Picture(b"png", "a" * 3000), clock=1_800_000_000_000, besides="b\n" * 9000,
        links=tuple(Link("*l*" * 20, f"t{n}") for n in range(90)),
        mentions=tuple(f"slack:U{n}" for n in range(9)),
    ))  # fmt: skip


def test_a_picture_stands_for_the_words_and_under_it_is_what_it_leaves_out() -> None:
    message = Message(
        "In all\nEach bet", "Table 1", picture=Picture(b"png", "x"), besides="Each bet"
    )
    drawn = PEN.draw(message)
    kinds = {file: [block["type"] for block in drawn.body(file)["blocks"]] for file in ("", "F1")}
    assert kinds == {"": ["header", "section"], "F1": ["header", "image", "section"]}
    assert drawn.body()["blocks"][-1]["text"]["text"] == "In all\nEach bet"
    assert drawn.body("F1")["blocks"][-1]["text"]["text"] == "Each bet"


def test_what_says_nothing_is_still_a_message() -> None:
    assert check(Message())
    assert check(Message(text="x", fields=(("", " "),)))


def test_buttons_that_may_not_be_pressed_are_left_out_with_their_heading() -> None:
    off = Button("Ante +5", "chip", disabled=True, group="Ante", short="+5")
    on = Button("Trips +5", "chip2", group="Trips", short="+5")
    blocks = check(Message(text="x", rows=((off,), (on,))))
    [button] = [one for block in blocks for one in elements_of(block)]
    assert button["text"]["text"] == "+5"
    assert button["accessibility_label"] == "Trips +5"
    assert [block["type"] for block in blocks] == ["section", "context", "actions"]


def test_a_press_says_which_table_it_is_about() -> None:
    [_, actions] = check(Message(text="x", table="t1", rows=((Button("b", "token"),),)))
    assert actions["block_id"].partition("/")[2] == "t1"
    assert actions["elements"][0]["value"] == "token"


@given(st.text(max_size=200))
def test_nothing_in_a_text_is_markup_any_more(text: str) -> None:
    shown = escaped(text)
    assert not set("<>*_~`") & set(shown)
    for entity in ("&amp;", "&lt;", "&gt;"):
        shown = shown.replace(entity, "")
    assert "&" not in shown


def test_a_cut_never_leaves_half_of_an_entity() -> None:
    assert cut("ab&amp;cd", 6) == "ab…"
    assert cut("plain", 5) == "plain"


@pytest.mark.parametrize(
    ("said", "typed_here"),
    [
        ("Open one with /open.", "Open one with /poker open."),
        ("/open のあと /sit 5000", "/poker open のあと /poker sit 5000"),
        ("blinds 10/20, and/or /opener", "blinds 10/20, and/or /opener"),
    ],
)
def test_commands_are_named_as_they_are_typed_here(said: str, typed_here: str) -> None:
    assert PEN.spoken(said) == typed_here


def test_a_clock_is_in_the_readers_time() -> None:
    assert until(1_800_000_000_000, "en") == (
        "Until <!date^1800000000^{time_secs}|08:00:00 UTC>"
    )  # fmt: skip


def test_a_long_form_is_one_slack_takes_and_is_read_back() -> None:
    blanks = tuple(Blank(f"b{n}", "label " * 20, "v" * 4000, "hint " * 40) for n in range(9))
    made = form(PEN, Form("title " * 20, "token", blanks, "Send " * 9), Origin("C1", "x"), "en")
    check_view(made, "modal", lambda key: True)
    assert Origin.of(made) == Origin("C1", "x")
    assert Origin.of({"private_metadata": "[]"}) == Origin()
    state = {"values": {"b0": {"typed": {"value": "120"}}, "b1": {"typed": {"value": None}}}}
    assert typed({"state": state}) == {"b0": "120", "b1": ""}


def test_mentions_and_links_are_markup_and_nothing_else_is() -> None:
    message = Message("*sit*", links=(Link("<!channel>", "t"),), mentions=("slack:U1", "web:2"))
    text = str(PEN.draw(message).blocks)
    assert "<@U1>" in text
    assert "web:2" not in text
    assert "&lt;!channel&gt;" in text
    assert "<https://x|Friday 1>" in str(PEN.draw(message, links=["<https://x|Friday 1>"]).blocks)
