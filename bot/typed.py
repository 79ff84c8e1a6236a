"""Taking apart the line of a command: which word of it belongs to which parameter."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from bot.meaning import ARROWS, LONGEST_NAME, Value, Word, fits, is_amount, read_one
from games.play import Refused


def read(words: Sequence[Word], typed: str, example: str) -> dict[str, Value]:
    """The values of a command's words; raises Refused with the example.

    Words stand in their order or as `name:value` anywhere; the last text takes what is left. Where
    a word is read by its name alone, `name value` is understood, too, and of what is on or off the
    bare name as on.
    """
    values: dict[str, Value] = {}
    rest: list[str] = []
    by_name = {word.name: word for word in words}
    parts = deque(typed.split())
    while parts:
        part = parts.popleft()
        option, colon, value = part.replace("：", ":").partition(":")
        word = by_name.get(option.lower())
        apart = word and not colon and _is_apart(word, list(parts)[:2])
        if word and word.name not in values and (colon or apart):
            text = _all_of(word, parts.popleft() if apart else value, parts, by_name)
            values[word.name] = read_one(_by_name(word), text, example)
        elif word and word.name not in values and word.kind == "switch" and word.named:
            values[word.name] = True
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


_FREE = dict.fromkeys(("table", "title", "called", "levels"), "text")
_FREE |= {"structure": "made", "period": "every"}
_IN_TWO = ("start", "every")
"""Kinds of what may be typed in two words: a day and a time, a number and what is counted."""


def _is_apart(word: Word, following: Sequence[str]) -> bool:
    """Whether the value of a word comes after its bare name, where at most two are `following`."""
    meant = _by_name(word)
    in_two = meant.kind in _IN_TWO
    if not following or not (word.named or in_two):
        return False
    return fits(meant, following[0]) or (in_two and fits(meant, " ".join(following)))


def _by_name(word: Word) -> Word:
    """A word under its name: what needs a sign of its own in a row of words needs none there."""
    return word._replace(kind=_FREE.get(word.kind, word.kind))


_OPENS, _CLOSES = tuple('"“”„「『'), tuple('"“”」』')


def _all_of(word: Word, value: str, parts: deque[str], by_name: Mapping[str, Word]) -> str:
    """What was typed after `name:`, taken off `parts`: up to the mark that closes a quotation; of
    a name and of levels all until the next `name:`; of what may be said in two words both.
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
    if _by_name(word).kind in _IN_TWO and parts and fits(_by_name(word), f"{value} {parts[0]}"):
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
        if word.kind == "blinds" and len(rest) > 1 and all(map(is_amount, rest[:2])):
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
        return next((at for at in lengths if fits(word, " ".join(rest[:at]))), 1)
    if word.kind == "levels":
        unfit = (
            at for at, part in enumerate(rest)
            if not (part[0] in "(（" or part in ARROWS or fits(word, part))
        )  # fmt: skip
        return max(1, next(unfit, len(rest)))
    if word.kind not in ("text", "person", "banned", "called"):
        return 1
    if not later:
        return len(rest)
    if word.kind == "text":
        return 1
    if word.kind == "called":
        own = (at for at in range(1, len(rest)) if fits(later[0], rest[at]))
        return next(own, len(rest))
    if rest[0].startswith(('"', "「")):
        ends = [at for at, part in enumerate(rest, 1) if part.endswith(('"', "」"))]
        return ends[0] if ends else 1
    if len(later) == 1 and later[0].kind != "text":
        return max(1, len(rest) - 1)
    return next((at for at in range(1, len(rest)) if fits(later[0], rest[at])), 1)
