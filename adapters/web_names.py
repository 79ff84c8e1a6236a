"""What people type, made fit to show: names, talk, commands and channel names.

Nothing here escapes HTML: the page only ever inserts text as text.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence

NAME_MOST = 32
"""Visible characters of a person's name."""

TALK_MOST = 2000
"""Characters of a line of talk or a command, as typed."""

CHANNEL_MOST = 32
LOBBY = "lobby"

ZERO_WIDTH_JOINER = "\u200d"
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that are no space by their category and yet show nothing."""

MARKS_MOST = 3
"""Marks over one letter; enough for every living script, too few to climb over the line above."""


def clean_name(typed: str) -> str:
    """A name of at most NAME_MOST visible characters, or "" where nothing visible is left."""
    shown = " ".join(_visible(typed.replace("\n", " ")).split())
    name = _cut(shown, NAME_MOST).strip()
    return name if any(unicodedata.category(sign)[0] in "LNPS" for sign in name) else ""


def clean_talk(typed: str) -> str:
    """Talk without control, override and zero-width characters; line breaks stay."""
    lines = _visible(typed.replace("\r\n", "\n").replace("\r", "\n")).split("\n")
    return "\n".join(line.rstrip() for line in lines).strip()


def clean_channel(typed: str) -> str:
    """A channel's name: letters, digits, `-` and `_` of any script; LOBBY where none are left."""
    folded = unicodedata.normalize("NFKC", typed).lower().strip().lstrip("#")
    joined = "-".join(folded.split())
    kept = "".join(sign for sign in joined if sign in "-_" or unicodedata.category(sign)[0] in "LN")
    return kept[:CHANNEL_MOST] or LOBBY


def command(text: str) -> tuple[str, str] | None:
    """(name, words) of a line that begins with a slash, half or full width; None for talk."""
    if text[:1] not in ("/", "／"):
        return None
    name, _, words = re.sub(r"\s+", " ", text[1:], count=1).partition(" ")
    return unicodedata.normalize("NFKC", name).lower(), words.strip()


def made_up_name(person: str, firsts: Sequence[str], seconds: Sequence[str], pattern: str) -> str:
    """A friendly name that is always the same for a person; `pattern` joins the two words."""
    number = int.from_bytes(hashlib.sha256(person.encode()).digest()[:4])
    first = firsts[number % len(firsts)]
    second = seconds[number // len(firsts) % len(seconds)]
    return pattern.format(first, second)


def _visible(text: str) -> str:
    """`text` composed, without what does not show, what turns direction, and towers of marks."""
    kept: list[str] = []
    marks = 0
    composed = unicodedata.normalize("NFC", text)
    for at, sign in enumerate(composed):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind == "Mn" else 0
        if marks > MARKS_MOST or sign in BLANKS:
            continue
        if sign == ZERO_WIDTH_JOINER and _joins(composed, at):
            kept.append(sign)
        elif kind in ("Zl", "Zp") or sign == "\t":
            kept.append(" ")
        elif sign == "\n" or kind[0] != "C":
            kept.append(sign)
    return "".join(kept)


def _joins(text: str, at: int) -> bool:
    """Whether the joiner at `at` holds an emoji together."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return bool(before and after) and _pictorial(before) and _pictorial(after)


def _pictorial(sign: str) -> bool:
    return sign == "\ufe0f" or unicodedata.category(sign) in ("So", "Sk")


def _cut(text: str, most: int) -> str:
    """The first `most` visible characters, each with the marks and joins that belong to it."""
    seen = 0
    for at, sign in enumerate(text):
        belongs = unicodedata.category(sign) in ("Mn", "Me", "Sk") or ZERO_WIDTH_JOINER in (
            sign,
            text[at - 1 : at],
        )
        seen += 0 if belongs and at else 1
        if seen > most:
            return text[:at]
    return text
