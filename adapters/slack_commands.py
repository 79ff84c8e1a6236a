"""What was typed after the slash command, as the dealer takes it: in either language, kindly."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import NamedTuple

from adapters.slack_people import PREFIX
from bot.chat import Usage

MENTION = re.compile(r"<@([A-Z0-9]+)(?:\|[^>]*)?>")
CHANNEL = re.compile(r"<#[A-Z0-9]+(?:\|([^>]*))?>")
_COLONS = re.compile("[:：]")


class Typed(NamedTuple):
    """A command's name, its words, and Slack's ids of those it mentions."""

    name: str
    words: str
    mentioned: tuple[str, ...]


class Reader:
    """`english` and `japanese` are the same commands; without a command help is meant."""

    def __init__(self, english: Sequence[Usage], japanese: Sequence[Usage]) -> None:
        pairs = list(zip(english, japanese, strict=True))
        self._names = {ja.called: en.name for en, ja in pairs}
        self._words: dict[str, Mapping[str, str]] = {}
        self._options: dict[str, Mapping[str, str]] = {}
        for en, ja in pairs:
            both = list(zip(en.parameters, ja.parameters, strict=True))
            self._options[en.name] = {two.called: one.name for one, two in both}
            self._words[en.name] = {
                label: choice
                for one, two in both
                for choice, label in zip(one.choices, two.labels, strict=True)
            }

    def read(self, text: str) -> Typed:
        """What was typed; a name that is none stays, for the dealer to say what is near."""
        mentioned = tuple(dict.fromkeys(MENTION.findall(text)))
        text = MENTION.sub(lambda found: f" {PREFIX}{found[1]} ", text)
        text = CHANNEL.sub(lambda found: f"#{found[1] or ''}", text)
        first, *rest = unescape(text).split() or ["help"]
        if first.startswith(PREFIX):
            # Somebody alone is no command: what may be done with them is in the help.
            first = "help"
        name = first.lstrip("/／")
        name = self._names.get(name, name).lower() or "help"
        words = " ".join(self._word(name, word) for word in rest)
        return Typed(name, words, mentioned)

    def _word(self, name: str, word: str) -> str:
        """A word of a command in the dealer's own words: `ペース:速い` is `pace:fast`."""
        option, value = "", word
        if not word.startswith(PREFIX) and (colon := _COLONS.search(word)):
            option, value = word[: colon.start()], word[colon.end() :]
            option = self._options.get(name, {}).get(option, option)
        value = self._words.get(name, {}).get(value, value)
        return f"{option}:{value}" if option else value
