"""What people type is made fit to show, whatever it is."""

from __future__ import annotations

import json
import re

import pytest

from adapters.web import PAGE
from adapters.web_guests import preferred
from adapters.web_names import clean_channel, clean_name, clean_talk, command, made_up_name


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t of\nGreen  ", "Ann of Green"),
        ("<b>Bob</b>", "<b>Bob</b>"),
        ("@everyone **x** `y`", "@everyone **x** `y`"),
        ("山田　太郎", "山田 太郎"),
        ("שלום", "שלום"),
        ("\u202eevil\u202c", "evil"),
        ("\u2066iso\u2069", "iso"),
        ("a\u200bb\ufeffc\u2060d\u00ade", "abcde"),
        ("a\x00b\x07c\x1b[31m", "abc[31m"),
        ("👩‍🚀", "👩‍🚀"),
        ("👨‍👩‍👧 family", "👨‍👩‍👧 family"),
        ("👍🏽", "👍🏽"),
        ("x\u200dy", "xy"),
        ("z" + "\u0302" * 40, "ẑ" + "\u0302" * 3),
        ("e\u0301", "é"),
    ],
)
def test_a_name_keeps_what_shows(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    "typed", ["", "   ", "\u200b\u200d\ufeff", "\u3164\u115f\u2800", "\u0301\u0301", "\n\t\x00"]
)
def test_a_name_of_nothing_visible_is_none(typed: str) -> None:
    assert clean_name(typed) == ""


def test_a_name_is_cut_by_what_is_seen() -> None:
    assert clean_name("a" * 4000) == "a" * 32
    assert clean_name("👩‍🚀" * 40) == "👩‍🚀" * 32
    assert clean_name("e\u0308\u0323" * 40) == clean_name("e\u0308\u0323") * 32


def test_talk_keeps_its_lines_and_loses_its_tricks() -> None:
    assert clean_talk("one\r\ntwo\x00\n\n\u202ethree ") == "one\ntwo\n\nthree"
    assert clean_talk("\u200b \n ") == ""


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("", "lobby"),
        ("#", "lobby"),
        ("../..", "lobby"),
        ("High Stakes", "high-stakes"),
        ("#Ｐｏｋｅｒ", "poker"),
        ("夜の部屋", "夜の部屋"),
        ("a/b%c_d-e", "abc_d-e"),
        ("x" * 500, "x" * 32),
    ],
)
def test_a_channel_name_is_letters_and_digits(typed: str, name: str) -> None:
    assert clean_channel(typed) == name


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("/sit 500", ("sit", "500")),
        ("／ｓｉｔ　５００", ("sit", "５００")),
        ("/SIT", ("sit", "")),
        ("/say  two  words ", ("say", "two  words")),
        ("/", ("", "")),
        ("sit 500", None),
        ("1/2", None),
    ],
)
def test_a_line_with_a_slash_is_a_command(text: str, called: tuple[str, str] | None) -> None:
    assert command(text) == called


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("", "en"),
        ("ja", "ja"),
        ("ja-JP,ja;q=0.9,en;q=0.8", "ja"),
        ("en-GB,en;q=0.9,ja;q=0.8", "en"),
        ("de,ja;q=0.5,en;q=0.7", "en"),
        ("fr", "en"),
        ("ja;q=0,en", "en"),
        ("ja;q=x;;,,=", "en"),
    ],
)
def test_the_language_a_browser_likes_best(accept: str, language: str) -> None:
    assert preferred(accept) == language


def test_every_word_of_the_page_is_there_and_is_used() -> None:
    catalogue = json.loads((PAGE / "words.json").read_text())
    parts = [*PAGE.glob("*.js"), *PAGE.glob("*.html"), *PAGE.parent.glob("web*.py")]
    sources = "".join(path.read_text() for path in parts)
    families = tuple(re.findall(r"word\(`([a-z]+-)\$", sources))
    asked = re.findall(r"""(?:word\(|data-(?:words|label|hint)=|BadFrame\()"([a-z-]+)\"""", sources)
    assert {"send", "only-you", "too-long"} <= set(asked)
    for words in catalogue.values():
        assert set(asked) <= words.keys()
        assert [
            key for key in words if f'"{key}"' not in sources and not key.startswith(families)
        ] == []


def test_a_made_up_name_stays_and_fits() -> None:
    catalogue = json.loads((PAGE / "words.json").read_text())
    assert catalogue["en"].keys() == catalogue["ja"].keys()
    for words in catalogue.values():
        firsts, seconds = words["name-firsts"], words["name-seconds"]
        pattern = words["name-pattern"]
        names = {made_up_name(f"web:{i}", firsts, seconds, pattern) for i in range(400)}
        assert names == {made_up_name(f"web:{i}", firsts, seconds, pattern) for i in range(400)}
        assert len(names) > 150
        assert all(clean_name(name) == name for name in names)
