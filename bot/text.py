"""Words in a language: the catalogues, and how amounts, cards, names and times are written.

Text is plain: each adapter escapes it in its own way.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cache, lru_cache
from math import prod
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from games.cards import JOKER, RANKS, UNKNOWN, rank, suit
from games.play import Refused

LANGUAGES = ("en", "ja")

LONGEST_NAME = 32
MOST_CHIPS = 10**12
LONGEST_AMOUNT = 64
"""More characters than this are no amount, whatever they say."""

Fact = int | str | tuple[int, ...]

# --- amounts ---------------------------------------------------------------------------------


def amount(hundredths: int) -> str:
    """`12.50`, `1,234`, `−5`: whole chips bare, anything else with exactly two decimals."""
    whole, part = divmod(abs(hundredths), 100)
    sign = "−" if hundredths < 0 else ""
    return f"{sign}{whole:,}.{part:02}" if part else f"{sign}{whole:,}"


def net(hundredths: int) -> str:
    """An amount won or lost: `+12.50`, `−3`, `0`."""
    return f"+{amount(hundredths)}" if hundredths > 0 else amount(hundredths)


_ASCII = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: 0x20, 0x2212: 0x2D}
_SHORT = {"k": 10**3, "m": 10**6}
_SMALL = {"十": 10, "百": 100, "千": 1000}
_LARGE = {"万": 10**4, "億": 10**8}
_UNITS = _SHORT | _SMALL | _LARGE
_NUMBER = r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,3}(?: [0-9]{3})+|[0-9]+)?(?:\.[0-9]+)?"
_TERM = re.compile(rf"({_NUMBER}) ?([km]|[十百千]?[万億]?) ?")


def parse_amount(text: str, *, relative: Mapping[str, int] | None = None) -> int:
    """Hundredths of a chip as a person typed them: `250`, `2.5`, `1,000`, `1k`, `1万5千`, `１００`.

    `relative` gives the words that mean an amount here, in lower case (`{"max": 120000}`).
    Raises Refused(`bad_amount.…`) for everything else: the amount is more than nothing, at most
    MOST_CHIPS, and has no more than two decimals.
    """
    typed = text.strip().translate(_ASCII).strip().lower()
    if len(typed) > LONGEST_AMOUNT:
        raise Refused("bad_amount.long", most=LONGEST_AMOUNT)
    if not typed:
        raise Refused("bad_amount.empty")
    if relative and typed in relative:
        return relative[typed]
    value = _value(typed.removeprefix("+").lstrip())
    if value is None:
        raise Refused("bad_amount.unclear", typed=text.strip())
    if value == 0:
        raise Refused("bad_amount.zero")
    if value > MOST_CHIPS * 100:
        raise Refused("bad_amount.big", most=MOST_CHIPS * 100)
    return value


def _value(typed: str) -> int | None:
    """The hundredths of a text already trimmed; None where it is no number."""
    if typed.startswith("-") and _terms(typed[1:].lstrip()):
        raise Refused("bad_amount.negative")
    terms = _terms(typed)
    if len(terms) == 1:
        return _exact(*terms[0])
    chips = _sum(terms) if terms else None
    return None if chips is None else chips * 100


def _terms(typed: str) -> list[tuple[str, str]]:
    """(number, units) pairs that are the whole of `typed`, or nothing."""
    terms = []
    at = 0
    while at < len(typed):
        found = _TERM.match(typed, at)
        if not found or not found[1]:
            return []
        terms.append((found[1].replace(",", "").replace(" ", ""), found[2]))
        at = found.end()
    return terms


def _exact(number: str, units: str) -> int:
    """A number times its units, in hundredths, without rounding."""
    whole, _, decimals = number.partition(".")
    times = 100 * prod(_UNITS[unit] for unit in units)
    value, rest = divmod(int(whole + decimals) * times, int(10 ** len(decimals)))
    if rest:
        raise Refused("bad_amount.fine")
    return value


def _sum(terms: list[tuple[str, str]]) -> int | None:
    """The chips of `1万5千` and its like: whole numbers, each unit smaller than the one before."""
    total = section = 0
    ceiling = least = MOST_CHIPS
    for at, (number, units) in enumerate(terms):
        if "." in number or units in _SHORT or (not units and at + 1 < len(terms)):
            return None
        small = prod(_SMALL.get(unit, 1) for unit in units)
        part = int(number) * small
        if part >= least:
            return None
        section, least = section + part, small
        if units and units[-1] in _LARGE:
            large = _LARGE[units[-1]]
            if section * large >= ceiling:
                return None
            total, section, ceiling, least = total + section * large, 0, large, large
    return total + section if section < ceiling else None


# --- names -----------------------------------------------------------------------------------

_INVISIBLE = {0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0}
_EMOJI = range(0x1F000, 0x1FB00)
_MOST_MARKS = 2


@lru_cache(4096)
def person(name: str, nobody: str = "someone") -> str:
    """A name fit for a line: nothing invisible, no piled marks, at most 32 characters.

    `nobody` stands for a name of which nothing is left. In a sentence, isolate it too.
    """
    tidy = " ".join("".join(_visible(unicodedata.normalize("NFC", name))).split())
    if len(tidy) > LONGEST_NAME:
        tidy = tidy[: LONGEST_NAME - 1].rstrip() + "…"
    return tidy or nobody


def _visible(name: str) -> Iterator[str]:
    marks = _MOST_MARKS
    for sign in name:
        category = unicodedata.category(sign)
        if sign.isspace():
            marks = _MOST_MARKS
            yield " "
        elif category in ("Mn", "Me"):
            marks += 1
            if marks <= _MOST_MARKS:
                yield sign
        elif (category[0] != "C" or ord(sign) in _EMOJI) and ord(sign) not in _INVISIBLE:
            marks = 0
            yield sign


def plain(text: str) -> str:
    """Text without the marks that keep names apart in a sentence: for a command line."""
    return text.replace("\u2068", "").replace("\u2069", "")


def isolate(text: str) -> str:
    """The text between marks that keep its direction from turning the sentence around it."""
    return f"\u2068{text}\u2069"


# --- cards and times -------------------------------------------------------------------------

HIDDEN = "▮"
_SUITS = "♣♦♥♠"


def card(card: int) -> str:
    """`A♠`, `10♦`; `▮` for a card the reader may not see."""
    if card == UNKNOWN:
        return HIDDEN
    if card == JOKER:
        return "🃏"
    return RANKS[rank(card)].replace("T", "10") + _SUITS[suit(card)]


def cards(cards: Iterable[int]) -> str:
    """`A♠ 10♦ ▮`."""
    return " ".join(map(card, cards))


def moment(milliseconds: int) -> str:
    """A time since 1970 as `2026-03-05 14:07:09 UTC`."""
    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def time_of_day(milliseconds: int) -> str:
    """A time since 1970 as `2026-03-05 14:07 UTC`, which a platform may show on another clock."""
    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


_TIME_OF_DAY = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", re.ASCII)


def with_times(text: str, shown: Callable[[int], str]) -> str:
    """The text with every time of day in it (its seconds since 1970) as a platform shows it, where
    that knows the reader's own time zone. A `moment` is the number of a round: it stays.
    """

    def turned(found: re.Match[str]) -> str:
        try:
            read = datetime.strptime(found[0], "%Y-%m-%d %H:%M UTC").replace(tzinfo=UTC)
        except ValueError:
            return found[0]
        return shown(int(read.timestamp()))

    return _TIME_OF_DAY.sub(turned, text)


# --- catalogues ------------------------------------------------------------------------------


class Part(NamedTuple):
    """A piece of an entry: words, then the fact that follows them (none at the end)."""

    words: str
    fact: str | None
    shown: str


Entry = tuple[Part, ...]

_SHOWN: dict[str, Callable[[Any], str]] = {
    "": str,
    "chips": amount,
    "net": net,
    "said": lambda text: isolate(person(text, "…")),
    "cards": cards,
    "moment": moment,
    "time": time_of_day,
}
SHOWN = (*_SHOWN, "person", "span")
"""How an entry may have a fact shown: `{who:person}`; or a key's ending: `{street:street.*}`."""

_SPANS = (("d", 86400), ("h", 3600), ("min", 60), ("s", 1))


class Words:
    """The words of one language: `w("event.raise", who="Ann", amount=6000)`."""

    def __init__(self, language: str, entries: Mapping[str, Mapping[str, Entry]]) -> None:
        """`entries` gives each key its forms: `other`, and `one` where the language has it."""
        self.language = language
        self.entries = entries

    def __call__(self, key: str, **facts: Fact) -> str:
        """The entry in words; raises KeyError for a key or a fact that is missing.

        An entry with forms counts `n`. Facts that an entry does not name are let be.
        """
        forms = self.entries[key]
        entry = forms["one"] if "one" in forms and facts["n"] == 1 else forms["other"]
        return "".join(self._written(part, facts) for part in entry)

    def _written(self, part: Part, facts: Mapping[str, Fact]) -> str:
        if part.fact is None:
            return part.words
        return part.words + self._shown(part.shown, facts[part.fact])

    def _shown(self, shown: str, fact: Any) -> str:
        """A fact as its entry wants it shown."""
        if shown.endswith(".*"):
            return self(f"{shown[:-1]}{fact}")
        if shown == "person":
            return self.person(fact)
        return self.span(fact) if shown == "span" else _SHOWN[shown](fact)

    def person(self, name: str) -> str:
        """A name as it stands in a sentence: cleaned and isolated."""
        return isolate(person(name, self("word.someone")))

    def refusal(self, refused: Refused) -> str:
        """Why not, in words."""
        return self(f"refusal.{refused.reason}", **refused.facts)

    def span(self, seconds: int) -> str:
        """`45 s`, `3 min`, `1 h 30 min`: the two largest units, rounded down."""
        left = max(0, seconds)
        parts: list[tuple[str, int]] = []
        for unit, size in _SPANS:
            count, left = divmod(left, size)
            if count or (unit == "s" and not parts):
                parts.append((unit, count))
        return self("span.join").join(self(f"span.{unit}", n=n) for unit, n in parts[:2])

    def hand(self, category: str, ranks: tuple[int, ...] = ()) -> str:
        """`two pair, kings and nines`. `ranks` as games.hands describes them: 0 deuce … 12 ace."""
        named = {f"r{at}": RANKS[rank] for at, rank in enumerate(ranks, 1)}
        return self(f"hand.{category}", **named)


@cache
def words(language: str) -> Words:
    """The words of a language; whoever's language has no catalogue reads English."""
    known = language if language in LANGUAGES else "en"
    path = Path(__file__).with_name("locale") / f"{known}.toml"
    return Words(known, dict(_entries(tomllib.loads(path.read_text("utf-8")), "")))


def _entries(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, dict[str, Entry]]]:
    for name, value in table.items():
        key = prefix + name
        if isinstance(value, str):
            yield key, {"other": _entry(key, value)}
        elif value.keys() <= {"one", "other"}:
            yield key, {form: _entry(key, words) for form, words in value.items()}
        else:
            yield from _entries(value, f"{key}.")


def _entry(key: str, template: str) -> Entry:
    parts = tuple(
        Part(words, fact, f"!{turned}" if turned else shown or "")
        for words, fact, shown, turned in Formatter().parse(template)
    )
    for part in parts:
        if part.fact == "" or not (part.shown in SHOWN or part.shown.endswith(".*")):
            raise ValueError(f"{key}: no such blank as {{{part.fact}:{part.shown}}}")
    return parts
