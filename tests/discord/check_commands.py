"""Whether slash commands are ones that Discord would register, and what a person may type."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tests.discord.refusal import Json, Refusal, Wrong

STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = 3, 4, 5, 6, 7, 8, 9, 10
COMMANDS_MOST = 100
LOCALES = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]
)
_NAME = re.compile(r"[-_'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}")


def check_commands(commands: Sequence[Json]) -> None:
    """Refuse a list of global commands that the API would refuse."""
    if len(commands) > COMMANDS_MOST:
        raise Refusal(30032)
    wrong = Wrong()
    names = [(one.get("name"), one.get("type", 1)) for one in commands]
    wrong.unless(len(set(names)) == len(names), "name", "Application command names must be unique")
    for at, one in enumerate(commands):
        _check_named(wrong, one, str(at))
        _check_options(wrong, one.get("options") or [], f"{at}.options")
        wrong.unless(_length(one) <= 8000, str(at), "Command exceeds maximum size (8000)")
        wrong.unless(set(one.get("contexts") or ()) <= {0, 1, 2}, f"{at}.contexts", "Unknown")
        demands = one.get("default_member_permissions")
        fine = demands is None or (isinstance(demands, str) and demands.isdecimal())
        wrong.unless(fine, f"{at}.default_member_permissions", "A number as text, or null")
    wrong.refuse()


def _length(one: Json) -> int:
    """Characters of names, descriptions and values, the longest translation of each."""
    longest = sum(
        max(
            [
                len(str(one.get(name, ""))),
                *map(len, (one.get(f"{name}_localizations") or {}).values()),
            ]
        )
        for name in ("name", "description")
    )
    inside = [*(one.get("options") or ()), *(one.get("choices") or ())]
    return longest + len(str(one.get("value", ""))) + sum(map(_length, inside))


def _check_named(wrong: Wrong, one: Json, path: str) -> None:
    names = {"name": one.get("name"), **_localised(wrong, one, "name", path)}
    for where, name in names.items():
        text = str(name or "")
        fine = _NAME.fullmatch(text) and text == text.lower()
        wrong.unless(fine, f"{path}.{where}", "Command name is invalid")
    wrong.text(one.get("description"), f"{path}.description", 1, 100)
    for where, about in _localised(wrong, one, "description", path).items():
        wrong.text(about, f"{path}.{where}", 1, 100)


def _localised(wrong: Wrong, one: Json, name: str, path: str) -> Mapping[str, object]:
    found = one.get(f"{name}_localizations") or {}
    wrong.unless(set(found) <= LOCALES, f"{path}.{name}_localizations", "Unknown locale")
    return {f"{name}_localizations.{locale}": text for locale, text in found.items()}


def _check_options(wrong: Wrong, options: Sequence[Json], path: str) -> None:
    wrong.unless(len(options) <= 25, path, "Must be 25 or fewer in length.")
    names = [option.get("name") for option in options]
    wrong.unless(len(set(names)) == len(names), path, "Option names must be unique")
    needed = [bool(option.get("required")) for option in options]
    in_order = needed == sorted(needed, reverse=True)
    wrong.unless(in_order, path, "Required options must be placed before non-required options")
    for at, option in enumerate(options):
        where = f"{path}.{at}"
        _check_named(wrong, option, where)
        kind, choices = option.get("type"), option.get("choices") or []
        wrong.unless(kind in range(3, 12), f"{where}.type", "Unknown type")
        wrong.unless(len(choices) <= 25, f"{where}.choices", "Must be 25 or fewer in length.")
        words = option.get("autocomplete") and kind in (STRING, INTEGER, NUMBER)
        asks = not option.get("autocomplete") or (words and not choices)
        wrong.unless(asks, f"{where}.autocomplete", "Not with choices, only for text and numbers")
        for number, choice in enumerate(choices):
            wrong.text(choice.get("name"), f"{where}.choices.{number}.name", 1, 100)
            for text in (choice.get("name_localizations") or {}).values():
                wrong.text(text, f"{where}.choices.{number}.name_localizations", 1, 100)
            if kind == STRING:
                wrong.text(choice.get("value"), f"{where}.choices.{number}.value", 1, 100)


def check_answer(choices: Sequence[Json]) -> None:
    """Refuse what autocompletion may not answer."""
    wrong = Wrong()
    wrong.unless(len(choices) <= 25, "choices", "Must be 25 or fewer in length.")
    for at, choice in enumerate(choices):
        wrong.text(choice.get("name"), f"choices.{at}.name", 1, 100)
        if isinstance(choice.get("value"), str):
            wrong.text(choice["value"], f"choices.{at}.value", 1, 100)
    wrong.refuse()


def fits(option: Json, value: object) -> bool:
    """Whether the client would let a person send this value for an option."""
    kind = option["type"]
    kinds: Mapping[int, tuple[type, ...]] = {
        STRING: (str,), INTEGER: (int,), BOOLEAN: (bool,), NUMBER: (int, float),
    }  # fmt: skip
    if kind in kinds and not isinstance(value, kinds[kind]):
        return False
    if option.get("choices"):
        return value in [choice["value"] for choice in option["choices"]]
    if kind == STRING:
        assert isinstance(value, str)
        return bool(option.get("min_length", 0) <= len(value) <= option.get("max_length", 6000))
    if kind in (INTEGER, NUMBER):
        assert isinstance(value, int | float)
        return bool(option.get("min_value", value) <= value <= option.get("max_value", value))
    return True
