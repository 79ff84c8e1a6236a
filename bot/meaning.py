"""The words of commands: what kinds there are, what may be chosen, what one of them means."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple, NoReturn

from bot import when
from bot.terms import ANTES, COLOURS, PACES
from bot.text import LANGUAGES, parse_amount, words
from games.levels import PRESETS
from games.play import Refused

Value = str | int | tuple[int, int] | bool


class Word(NamedTuple):
    """A word a command takes. `kind` says how it is read: see `_READ`.

    A `named` one is read only as `name:value`.
    """

    name: str
    kind: str = "text"
    needed: bool = False
    named: bool = False


CALLS = ("at-once", "late", "never")
"""When a person is called whose turn it is."""
OPENING = ("everyone", "managers", "roles")
"""Who may open tables."""
CHANNELS = ("only-here", "not-here", "everywhere")
"""Where tables may be opened, as said in a channel."""
THREADS = ("allowed", "never", "always")
"""Whether a table may, or must, open in a thread of its own."""
SHOWS = ("rules", "log", "bans")
"""What there is to read of the order of a community."""
TOOLS = ("start", "pause", "resume", "add-time", "remove", "move", "undo", "host", "last",
         "cancel")  # fmt: skip
"""What the host of a tournament may do."""
LENGTHS = ("minutes", "hands")
"""What a level is counted in."""
ARROWS = ("→", "->", ">")
"""What may stand between two levels."""
SHELF = ("list", "show", "save", "delete")
"""What may be done with the structures of a community."""
SEASON = ("new", "list")
"""What may be done with the seasons of a community."""
SPOTS = ("ante", "trips", "ante_1", "ante_2", "ante_3", "bet")
"""Where bets are laid at the house tables."""
MOST_TIMES = 99
"""How often is as often as one likes."""

GAMES = ("holdem", "ultimate", "caribbean", "paigow")
_CALLED = {
    "holdem": "texas texasholdem nlh nlhe nolimitholdem ホールデム テキサスホールデム",
    "ultimate": "uth ultimateholdem ultimatetexas ultimatetexasholdem アルティメット"
    " アルティメットホールデム アルティメットテキサスホールデム",
    "caribbean": "csp caribbeanstud caribbeanstudpoker カリビアン カリビアンスタッド"
    " カリビアンスタッドポーカー カリビアンポーカー",
    "paigow": "pgp paigowpoker パイガオ パイガオポーカー パイガウ パイガウポーカー"
    " パイゴウ パイゴウポーカー 牌九",
    "ante": "アンティ",
    "blind": "ブラインド",
    "play": "プレイ",
    "trips": "トリップス",
    "bet": "ベット",
    "ante_1": "アンティ1",
    "ante_2": "アンティ2",
    "ante_3": "アンティ3",
    "turbo": "ターボ",
    "standard": "標準 スタンダード",
    "deep": "ディープ",
}
"""What people also call a game, a spot or a structure, written as `_bare` leaves it."""
LONGEST_NAME = 4
"""Words that the name of a game may have: ultimate texas hold 'em."""


def _unfit() -> NoReturn:
    raise ValueError("of another kind")


def _bare(text: str) -> str:
    """Letters and digits alone, as a name is compared."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(sign for sign in folded if sign.isalnum() or sign == "ー")


def _named(names: Iterable[str]) -> Callable[[str], str]:
    """Reads one of these names, or what else people call it."""
    known = {_bare(name): name for name in names}
    known |= {called: name for name in names for called in _CALLED.get(name, "").split()}
    return lambda text: known[_bare(text)]


_game = _named(GAMES)


def named_game(typed: str) -> str:
    """The first game that is named anywhere in what was typed, or nothing."""
    parts = typed.replace("：", ":").removeprefix("game:").replace(" game:", " ").split()
    for start in range(len(parts)):
        for length in range(LONGEST_NAME, 0, -1):
            with suppress(KeyError):
                return _game(" ".join(parts[start : start + length]))
    return ""


_preset = _named(PRESETS)


def structure_named(text: str) -> str:
    """A preset, however it is called, or else the name itself."""
    try:
        return _preset(text)
    except KeyError:
        return text


def _made(text: str) -> str:
    return structure_named(text) if _bare(text) else _unfit()


def _structure(text: str) -> str:
    """The same among other words: nothing that one of those may be."""
    if text[0].isdecimal() or text.lower() in (*PACES, *LENGTHS, *when.PERIODS, *when.ADVERBS):
        _unfit()
    return _made(text)


def _called(text: str) -> str:
    """A name that is not a level which has none before it."""
    return _unfit() if all(map(is_amount, text.split("/"))) and "/" in text else text


def _levels(text: str) -> str:
    return text if "/" in unicodedata.normalize("NFKC", text) else _unfit()


def _switch(text: str) -> bool:
    return {"on": True, "yes": True, "off": False, "no": False}[text.lower()]


def _off_or(read: Callable[[str], Value]) -> Callable[[str], Value]:
    """Reads `off` as 0, else as `read` does."""
    return lambda text: 0 if text.lower() == "off" else read(text)


def _whole(text: str) -> int:
    return int(text) if re.fullmatch("[1-9][0-9]{0,5}", text) else _unfit()


def _hours(text: str) -> tuple[int, int]:
    """`23:00-7:00` or `23-7` as minutes of the day."""
    plain = unicodedata.normalize("NFKC", text)
    found = re.fullmatch(r"(\d\d?)(?::(\d\d))?[-–~〜](\d\d?)(?::(\d\d))?", plain, re.ASCII)
    if not found:
        _unfit()
    hour, minute, to_hour, to_minute = (int(part or 0) for part in found.groups())
    if max(hour, to_hour) > 23 or max(minute, to_minute) > 59:
        _unfit()
    return hour * 60 + minute, to_hour * 60 + to_minute


def _minutes(text: str) -> int:
    """`45min`, `12h` or `2d` in minutes; a bare number is minutes."""
    plain = unicodedata.normalize("NFKC", text).lower()
    found = re.fullmatch(r"([1-9][0-9]{0,5}) ?(min|m|分|h|時間|d|日)?", plain)
    if not found:
        return _unfit()
    times = {"h": 60, "時間": 60, "d": 1440, "日": 1440}
    return int(found[1]) * times.get(found[2], 1)


def _start(text: str) -> str:
    """What says when something begins, as it was typed: `bot.when` says which moment that is."""
    when.read(text)
    return text


def _often(text: str) -> str:
    """How often, where nothing says that this is meant."""
    return text if text.casefold() in (*when.PERIODS, *when.ADVERBS) else _unfit()


def _every(text: str) -> tuple[int, int]:
    """How often, as (days, weekday from Monday as 0 or -1 for none)."""
    return when.read_period(text)


def _pair(separators: str) -> Callable[[str], tuple[int, int]]:
    def read(text: str) -> tuple[int, int]:
        first, _, second = re.sub(f"[{separators}]", "|", text, count=1).partition("|")
        return parse_amount(first), parse_amount(second)

    return read


def _choice(choices: Iterable[str]) -> Callable[[str], str]:
    by_name = {choice.replace("_", "-"): choice for choice in choices}
    return lambda text: by_name[text.lower().replace("_", "-")]


_CHOSEN: Mapping[str, Iterable[str]] = {
    "seating": ("own", "shared"),
    "by": LENGTHS,
    "shelf": SHELF,
    "season": SEASON,
    "tool": TOOLS,
    "view": ("log",),
    "way": ("icm", "chips"),
    "pace": PACES,
    "ante": ANTES,
    "language": LANGUAGES,
    "colours": COLOURS,
    "which": ("first", "second", "both"),
    "join": ("join", "leave"),
    "post": ("post", "wait"),
    "when": ("now",),
    "computer": ("add", "remove"),
    "calls": CALLS,
    "opening": OPENING,
    "channels": CHANNELS,
    "threads": THREADS,
    "shows": SHOWS,
}
"""Kinds of which nothing but these choices may be said."""

_READ: Mapping[str, Callable[[str], Value]] = {
    **{kind: _choice(choices) for kind, choices in _CHOSEN.items()},
    "amount": parse_amount,
    "number": _whole,
    "limit": _off_or(_whole),
    "times": lambda text: MOST_TIMES if text.lower() == "unlimited" else _whole(text),
    "hours": _off_or(_hours),
    "idle": _off_or(_minutes),
    "blinds": _pair("/／"),
    "range": _pair("-–〜~"),
    "switch": _switch,
    "game": _game,
    "structure": _structure,
    "made": _made,
    "levels": _levels,
    # The last two are bets that nobody lays by hand, which the table says better.
    "spot": _named((*SPOTS, "blind", "play")),
    "table": lambda text: text if text.startswith("#") else _unfit(),
    "title": lambda text: _unfit(),
    "person": lambda text: text.strip('"「」'),
    "banned": lambda text: text.strip('"「」'),
    "called": _called,
    "role": str,
    "zone": str,
    "start": _start,
    "period": lambda text: _every(_often(text)),
    "every": _every,
    "text": str,
}

CHOICES: Mapping[str, tuple[str, ...]] = {
    kind: tuple(choice.replace("_", "-") for choice in choices)
    for kind, choices in {
        **_CHOSEN,
        "game": GAMES,
        "structure": PRESETS,
        "spot": SPOTS,
        "switch": ("on", "off"),
        "period": when.PERIODS,
    }.items()
}
"""What may be chosen for a word, by its kind, as people type it."""

OPEN = ("structure",)
"""Kinds whose choices are only some of what may be said."""


def read_one(word: Word, text: str, example: str) -> Value:
    """The value of one word; raises Refused, with the example, where the text does not fit it."""
    try:
        return _READ[word.kind](text)
    except Refused:
        if word.kind == "amount":
            raise
        raise Refused("bad_option", typed=text, option=word.name, example=example) from None
    except (KeyError, ValueError):
        if word.kind == "game" and not text[:1].isdecimal():
            games = ", ".join(GAMES)
            raise Refused("no_such_game", typed=text, games=games, example=example) from None
        if word.kind == "start":
            raise Refused("bad_start", typed=text[: when.LONGEST_TYPED]) from None
        if word.kind == "every":
            raise Refused("bad_every", typed=text[: when.LONGEST_TYPED]) from None
        raise Refused("bad_option", typed=text, option=word.name, example=example) from None


def fits(word: Word, part: str) -> bool:
    """Whether what was typed can be read as this word."""
    try:
        read_one(word, part, "")
    except Refused:
        return False
    return True


def is_amount(part: str) -> bool:
    """Whether it can be read as chips."""
    return fits(Word("amount", "amount"), part)


def is_choice(kind: str, name: str) -> bool:
    """Whether a name, however it is written, is a choice of this kind in any language."""
    return _bare(name) in _choices(kind)


@lru_cache
def _choices(kind: str) -> frozenset[str]:
    choices = CHOICES[kind]
    shown = [words(one)(f"slash.choice.{choice}") for one in LANGUAGES for choice in choices]
    return frozenset(map(_bare, (*choices, *shown)))


def whole(values: Mapping[str, Value], name: str) -> int:
    """The number or amount read for a word, 0 where it was left out."""
    value = values.get(name, 0)
    assert isinstance(value, int)
    return value
