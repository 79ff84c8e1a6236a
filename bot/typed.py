"""Reading the words of a slash command: a word that does not fit its kind gets an example."""

from __future__ import annotations

import re
import unicodedata
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from bot import when
from bot.state import ANTES, COLOURS, PACES
from bot.text import LANGUAGES, parse_amount
from games.levels import PRESETS
from games.play import Refused

CALLS = ("at-once", "late", "never")
"""When a person is called whose turn it is."""
MOST_TIMES = 99
"""How often is as often as one likes."""
TOOLS = ("start", "pause", "resume", "add-time", "remove", "move", "undo", "host", "cancel")
"""What the host of a tournament may do."""
Value = str | int | tuple[int, int] | bool


class Word(NamedTuple):
    """A word a command takes. `kind` says how it is read: see `_READ`.

    A `named` one is read only as `name:value`.
    """

    name: str
    kind: str = "text"
    needed: bool = False
    named: bool = False


OPENING = ("everyone", "managers", "roles")
"""Who may open tables."""
CHANNELS = ("only-here", "not-here", "everywhere")
"""Where tables may be opened, as said in a channel."""
THREADS = ("allowed", "never", "always")
"""Whether a table may, or must, open in a thread of its own."""
SHOWS = ("rules", "log", "bans")
"""What there is to read of the order of a community."""

LENGTHS = ("minutes", "hands")
"""What a level is counted in."""
SHELF = ("list", "show", "save", "delete")
"""What may be done with the structures of a community."""
SEASON = ("new", "list")
"""What may be done with the seasons of a community."""

SPOTS = ("ante", "trips", "ante_1", "ante_2", "ante_3", "bet")
"""Where bets are laid at the house tables."""


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
    return structure_named(text) if _bare(text) else str(_unfit())


def _structure(text: str) -> str:
    """The same among other words: nothing that one of those may be."""
    if text[0].isdecimal() or text.lower() in (*PACES, *LENGTHS):
        _unfit()
    return _made(text)


def _called(text: str) -> str:
    """A name that is not a level which has none before it."""
    return str(_unfit()) if all(map(_is_amount, text.split("/"))) and "/" in text else text


def _levels(text: str) -> str:
    return text if "/" in unicodedata.normalize("NFKC", text) else str(_unfit())


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
        return _unfit(), 0
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


def _pair(separators: str) -> Callable[[str], tuple[int, int]]:
    def read(text: str) -> tuple[int, int]:
        first, _, second = re.sub(f"[{separators}]", "|", text, count=1).partition("|")
        return parse_amount(first), parse_amount(second)

    return read


def _choice(choices: Iterable[str]) -> Callable[[str], str]:
    by_name = {choice.replace("_", "-"): choice for choice in choices}
    return lambda text: by_name[text.lower().replace("_", "-")]


_READ: Mapping[str, Callable[[str], Value]] = {
    "amount": parse_amount,
    "number": _whole,
    "limit": _off_or(_whole),
    "times": lambda text: MOST_TIMES if text.lower() == "unlimited" else _whole(text),
    "hours": _off_or(_hours),
    "idle": _off_or(_minutes),
    "opening": _choice(OPENING),
    "channels": _choice(CHANNELS),
    "threads": _choice(THREADS),
    "shows": _choice(SHOWS),
    "blinds": _pair("/／"),
    "range": _pair("-–〜~"),
    "switch": _switch,
    "pace": _choice(PACES),
    "ante": _choice(ANTES),
    "language": _choice(LANGUAGES),
    "colours": _choice(COLOURS),
    "which": _choice(("first", "second", "both")),
    "join": _choice(("join", "leave")),
    "post": _choice(("post", "wait")),
    "when": _choice(("now",)),
    "computer": _choice(("add", "remove")),
    "calls": _choice(CALLS),
    "game": _game,
    "seating": _choice(("own", "shared")),
    "structure": _structure,
    "made": _made,
    "levels": _levels,
    "by": _choice(LENGTHS),
    "shelf": _choice(SHELF),
    "season": _choice(SEASON),
    "tool": _choice(TOOLS),
    "view": _choice(("log",)),
    "way": _choice(("icm", "chips")),
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
    "text": str,
}
CHOICES = {
    "game": GAMES,
    "seating": ("own", "shared"),
    "structure": PRESETS,
    "by": LENGTHS,
    "shelf": SHELF,
    "season": SEASON,
    "tool": TOOLS,
    "view": ("log",),
    "way": ("icm", "chips"),
    "spot": tuple(name.replace("_", "-") for name in SPOTS),
    "pace": tuple(PACES),
    "ante": tuple(name.replace("_", "-") for name in ANTES),
    "switch": ("on", "off"),
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

OPEN = ("structure",)
"""Kinds whose choices are only some of what may be said."""


def _unfit() -> int:
    raise ValueError("of another kind")


def read(words: Sequence[Word], typed: str, example: str) -> dict[str, Value]:
    """The values of a command's words; raises Refused with the example.

    Words stand in their order or as `name:value` anywhere; the last text takes what is left. Where
    a word is read by its name alone, `name value` is understood, too.
    """
    values: dict[str, Value] = {}
    rest: list[str] = []
    by_name = {word.name: word for word in words}
    parts = deque(typed.split())
    while parts:
        part = parts.popleft()
        option, colon, value = part.replace("：", ":").partition(":")
        word = by_name.get(option.lower())
        apart = word and not colon and word.named and parts and _fits(word, parts[0])
        if word and word.name not in values and (colon or apart):
            text = _all_of(word, parts.popleft() if apart else value, parts, by_name)
            values[word.name] = read_one(_by_name(word), text, example)
        else:
            rest.append(part)
    _read_in_order(words, rest, values, example)
    for word in words:
        if word.needed and word.name not in values:
            raise Refused("option_missing", option=word.name, example=example)
    return values


def read_named(words: Sequence[Word], given: Mapping[str, str], example: str) -> dict[str, Value]:
    """The values of words that were given by name; raises Refused with the example."""
    values: dict[str, Value] = {}
    for word in words:
        if text := given.get(word.name, "").strip():
            values[word.name] = read_one(_by_name(word), text, example)
        elif word.needed:
            raise Refused("option_missing", option=word.name, example=example)
    return values


_FREE = dict.fromkeys(("table", "title", "called", "levels"), "text") | {"structure": "made"}


def _by_name(word: Word) -> Word:
    """A word under its name: what needs a sign of its own in a row of words needs none there."""
    return word._replace(kind=_FREE.get(word.kind, word.kind))


_OPENS, _CLOSES = tuple('"“”„「『'), tuple('"“”」』')


def _all_of(word: Word, value: str, parts: deque[str], by_name: Mapping[str, Word]) -> str:
    """What was typed after `name:`, taken off `parts`: up to the mark that closes a quotation; of
    a name and of levels all until the next `name:`; of a start the day and the time.
    """
    taken = 0
    if value.startswith(_OPENS):
        ends = [at for at, part in enumerate([value[1:], *parts]) if part.endswith(_CLOSES)]
        if ends:
            taken = ends[0]
            text = " ".join([value, *(parts.popleft() for _ in range(taken))])
            return text[1:-1].strip()
    if word.kind in ("called", "levels"):
        options = [part.replace("：", ":").partition(":") for part in parts]
        named = (at for at, one in enumerate(options) if one[1] and one[0].lower() in by_name)
        taken = next(named, len(parts))
    if word.kind == "start" and parts and _fits(word, f"{value} {parts[0]}"):
        taken = 1
    return " ".join([value, *(parts.popleft() for _ in range(taken))]).strip()


def _read_in_order(
    words: Sequence[Word], rest: list[str], values: dict[str, Value], example: str
) -> None:
    """Give each word without a name to the first parameter that is open and fits: to one of those
    after the last that was given, else to one that was passed over.
    """
    open_words = [word for word in words if word.name not in values and not word.named]
    at = 0
    while rest:
        at, count, value = _taker(open_words, at, rest, example)
        values[open_words.pop(at).name] = value
        rest = rest[count:]


def _taker(
    open_words: Sequence[Word], at: int, rest: Sequence[str], example: str
) -> tuple[int, int, Value]:
    """(which open word takes what comes next, how many of the words typed, the value)."""
    unfit: Refused | None = None
    for now in (*range(at, len(open_words)), *range(at)):
        word = open_words[now]
        if word.kind == "blinds" and len(rest) > 1 and all(map(_is_amount, rest[:2])):
            raise Refused("blinds_apart", blinds=f"{rest[0]}/{rest[1]}", example=example)
        count = _length(word, open_words[now + 1 :], rest)
        try:
            return now, count, read_one(word, " ".join(rest[:count]), example)
        except Refused as refused:
            if word.needed or refused.reason in _WRONG:
                raise
            # Two things with a stroke between them were meant as blinds.
            meant = word.kind == "blinds" and "/" in rest[0]
            if meant or (now >= at and not unfit):
                unfit = refused
    raise unfit or Refused("too_many_words", example=example)


_WRONG = {f"bad_amount.{why}" for why in ("zero", "negative", "fine", "big", "long")}
"""An amount that is none: it is not tried as another word."""


def _length(word: Word, later: Sequence[Word], rest: Sequence[str]) -> int:
    """How many of the words typed belong to `word`: the last text takes all, a person's name goes
    on until the next word fits what comes after it, the name of a game as long as it is one.
    """
    if word.kind == "game":
        lengths = range(min(LONGEST_NAME, len(rest)), 1, -1)
        return next((at for at in lengths if _fits(word, " ".join(rest[:at]))), 1)
    if word.kind == "levels":
        unfit = (at for at, part in enumerate(rest) if not (part[0] in "(（" or _fits(word, part)))
        return max(1, next(unfit, len(rest)))
    if word.kind not in ("text", "person", "banned", "called"):
        return 1
    if not later:
        return len(rest)
    if word.kind == "text":
        return 1
    if word.kind == "called":
        own = (at for at in range(1, len(rest)) if _fits(later[0], rest[at]))
        return next(own, len(rest))
    if rest[0].startswith(('"', "「")):
        ends = [at for at, part in enumerate(rest, 1) if part.endswith(('"', "」"))]
        return ends[0] if ends else 1
    if len(later) == 1 and later[0].kind != "text":
        return max(1, len(rest) - 1)
    fits = [at for at in range(1, len(rest)) if _fits(later[0], rest[at])]
    return fits[0] if fits else 1


def _is_amount(part: str) -> bool:
    return _fits(Word("amount", "amount"), part)


def _fits(word: Word, part: str) -> bool:
    try:
        read_one(word, part, "")
    except Refused:
        return False
    return True


def read_one(word: Word, text: str, example: str) -> Value:
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
        raise Refused("bad_option", typed=text, option=word.name, example=example) from None


def whole(values: Mapping[str, Value], name: str) -> int:
    """The number or amount read for a word, 0 where it was left out."""
    value = values.get(name, 0)
    assert isinstance(value, int)
    return value
