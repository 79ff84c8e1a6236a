"""What a message of the dealer looks like in Slack: blocks, within what one message may hold.

Text that somebody else may have written is shown as it stands. Nothing here sends.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bot.chat import Button, Cards, Message, Select
from bot.text import with_times, words

Json = dict[str, Any]

HEADER, SECTION, FIELD, FIELDS, LABEL, VALUE, ALT = 150, 3000, 1900, 10, 75, 150, 2000
PLACEHOLDER, ELEMENTS, OPTIONS, BLOCKS = 150, 25, 100, 50
ALL, EACH = 12_800, 120
"""Characters of a message in all, and what each block counts for besides its text."""
FEW_LEFT = 6000
"""Characters left for words, below which no more buttons are added."""
FALLBACK = 3000
TEXT = 4
"""The place of a message's text among its parts."""
HEADLINE, CARDS = 1000, 2000
LINKS, FOLLOWS = 2500, 2000
PERSON = "slack:"

STYLES = {"go": "primary", "danger": "danger"}
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
# Slack knows no escape for its own marks: they give way to signs that look the same.
_MARKS = {"*": "∗", "_": "＿", "~": "∼", "`": "ˋ"}
_PLAIN = str.maketrans(_ENTITIES | _MARKS)


def escaped(text: str) -> str:
    """Plain text as Slack's markup shows it as it stands: no mention, link, bold or code."""
    return text.translate(_PLAIN)


def cut(text: str, most: int) -> str:
    """At most so many characters; not in the middle of an entity."""
    if len(text) <= most:
        return text
    return re.sub(r"&\w{0,4}$", "", text[: most - 1]) + "…"


@dataclass(frozen=True, slots=True)
class Where:
    """Where the table of a private message is: its channel, and the address of its message."""

    channel: str
    url: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A message ready to be sent. `mark` is equal for what looks the same.

    `text` is what a notification says, `at` where among the blocks the picture stands; then those
    that have `said` in words what it shows give way to those with what it leaves out (`besides`).
    """

    text: str
    blocks: tuple[Json, ...]
    at: int
    said: tuple[Json, ...]
    besides: tuple[Json, ...]
    png: bytes | None
    alt: str
    mark: str

    def body(self, file: str = "") -> Json:
        """What is sent; `file` is the id of the uploaded picture, if there is one."""
        blocks = list(self.blocks)
        if file:
            blocks = [block for block in blocks if block not in self.said]
            alt = cut(self.alt, ALT) or "–"
            picture = {"type": "image", "slack_file": {"id": file}, "alt_text": alt}
            blocks[self.at : self.at] = [picture, *self.besides]
        return {"text": self.text, "blocks": blocks}


def plain(text: str, most: int) -> Json:
    """A text object in which nothing is markup."""
    return {"type": "plain_text", "text": cut(text, most) or "–", "emoji": False}


def marked(text: str, most: int = SECTION) -> Json:
    """A text object of markup that is already escaped."""
    return {"type": "mrkdwn", "text": cut(text, most) or "–", "verbatim": True}


def timed(text: str, most: int) -> Json:
    """Text as it stands, but for times of day, which Slack shows on the reader's own clock."""
    shown = with_times(escaped(text), on_own_clock)
    return marked(shown) if shown != escaped(text) and len(shown) <= most else plain(text, most)


def on_own_clock(seconds: int) -> str:
    """A time since 1970 in the reader's own time zone: markup."""
    spoken = datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"<!date^{seconds}^{{date_short_pretty}} {{time}}|{spoken}>"


class Pen:
    """Draws; `commands` are what may stand after the slash command, `slash` its name."""

    def __init__(self, commands: Iterable[str], slash: str) -> None:
        names = "|".join(sorted(map(re.escape, commands), key=len, reverse=True))
        self._commands = re.compile(rf"(?<![A-Za-z0-9_/.])/({names})(?![A-Za-z0-9_/])")
        self._slash = slash

    def spoken(self, text: str) -> str:
        """The dealer's words with its commands as they are typed here: `/poker sit 500`."""
        return self._commands.sub(rf"{self._slash} \1", text)

    def draw(
        self, message: Message, where: Where | None = None, links: Sequence[str] = ()
    ) -> Drawn:
        """The message; a private one says and links `where` its table is.

        `links` are its links to tables, as markup.
        """
        blocks, at, said = self._sheet(message, where, links).laid()
        if not blocks:
            blocks = ({"type": "section", "text": plain("–", SECTION)},)
        room = sum(len(block["text"]["text"]) for block in said)
        besides = tuple(
            {"type": "section", "text": plain(part, SECTION)}
            for part in _split(cut(self.spoken(message.besides), room) if room else "", SECTION)
        )
        text = " · ".join(part for part in (message.title, message.headline) if part)
        text = cut(escaped(self.spoken(text or message.text)), FALLBACK) or "–"
        picture = message.picture
        png = picture.png if picture else None
        alt = picture.alt if picture else ""
        return Drawn(text, blocks, at, said, besides, png, alt, _mark(text, blocks, png))

    def _sheet(self, message: Message, where: Where | None, links: Sequence[str]) -> _Sheet:
        """What a message says, the most important first; a number is the place of a part."""
        sheet = _Sheet(message.table)
        title = self.spoken(message.title)
        if title:
            sheet.add(0, {"type": "header", "text": plain(title, HEADER)})
        sheet.add(1, *self._headline(message, self.spoken(message.headline)))
        sheet.add_rows(8, message.rows, message.select)
        sheet.add(3, *self._laid(message.cards))
        if line := _line(message, links, sheet.room(LINKS)):
            # No part of the words that a picture takes the place of.
            sheet.add(TEXT + 1, {"type": "section", "text": marked(line)})
        if where:
            sheet.add(7, _place(where, message.language))
        sheet.add_fields(5, [(self.spoken(name), self.spoken(value))
                             for name, value in message.fields])  # fmt: skip
        sheet.add_text(TEXT, self.spoken(message.text))
        sheet.add_log(6, [self.spoken(line) for line in message.log])
        return sheet

    def _headline(self, message: Message, headline: str) -> list[Json]:
        parts = [f"*{cut(escaped(headline), HEADLINE)}*"] if headline else []
        if message.clock:
            parts.append(until(message.clock, message.language))
        return [{"type": "section", "text": marked("\n".join(parts))}] if parts else []

    def _laid(self, cards: Sequence[Cards]) -> list[Json]:
        lines = []
        for laid in cards:
            if laid.faces or laid.note:
                faces = f"*{' '.join(map(escaped, laid.faces))}*" if laid.faces else ""
                shown = "   ".join(part for part in (faces, escaped(laid.note)) if part)
                lines.append(f"{escaped(laid.label)}: {shown}")
        return [{"type": "section", "text": marked("\n".join(lines), CARDS)}] if lines else []


def _line(message: Message, links: Sequence[str], most: int) -> str:
    """Who is mentioned, and as many links as fit in so many characters: markup."""
    called = [f"<@{one.removeprefix(PERSON)}>" for one in message.mentions if PERSON in one]
    shown, kept = links or [escaped(link.label) for link in message.links], ""
    for link in shown:
        if len(kept) + len(link) + 5 > most:
            kept = f"{kept} · …" if kept else ""
            break
        kept = f"{kept} · {link}" if kept else link
    return "\n".join(part for part in (" ".join(called), kept) if part)


def until(due: int, language: str) -> str:
    """When a clock ends, on the reader's own: markup."""
    seconds = due // 1000
    spoken = datetime.fromtimestamp(seconds, UTC).strftime("%H:%M:%S UTC")
    time = f"<!date^{seconds}^{{time_secs}}|{spoken}>"
    return words(language)("slack.until", time="\0").replace("\0", time)


def _place(where: Where, language: str) -> Json:
    to = escaped(words(language)("slack.to_table"))
    link = f" · <{where.url}|{to}>" if where.url else ""
    return {"type": "context", "elements": [marked(f"<#{where.channel}>{link}")]}


def _mark(text: str, blocks: tuple[Json, ...], png: bytes | None) -> str:
    """What tells two drawings apart."""
    look = json.dumps([text, blocks]).encode(errors="surrogatepass")
    return hashlib.sha256(look + hashlib.sha256(png or b"").digest()).hexdigest()


class _Sheet:
    """The blocks of a message as they are added, the most important first; each has a place."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._parts: list[tuple[int, Json]] = []
        self._left = ALL - 2 * EACH  # for the picture
        self._room = BLOCKS - 1

    def add(self, place: int, *blocks: Json) -> None:
        for block in blocks:
            self._left -= EACH + sum(map(len, _texts(block)))
            self._room -= 1
            self._parts.append((place, block))

    def room(self, most: int) -> int:
        """Characters that may be added, as many at most, and something is left for what follows."""
        return max(0, min(most, self._left - FOLLOWS))

    def laid(self) -> tuple[tuple[Json, ...], int, tuple[Json, ...]]:
        """The blocks in their order; where a picture stands, below title and headline; the text."""
        ordered = sorted(self._parts, key=lambda part: part[0])
        at = sum(place <= 2 for place, _ in ordered)
        text = tuple(block for place, block in ordered if place == TEXT)
        return tuple(block for _, block in ordered), at, text

    def add_rows(self, place: int, rows: Iterable[Sequence[Button]], select: Select | None) -> None:
        """What is to be chosen, then the buttons that may be pressed.

        Those of a group stand under its heading.
        """
        if select and select.choices:
            self.add(place, self._actions([_select(select)]))
        for row in rows:
            pressed = [button for button in row if not button.disabled]
            for at in range(0, len(pressed), ELEMENTS):
                part = pressed[at : at + ELEMENTS]
                if self._room < 8 or self._left < FEW_LEFT:
                    return
                if part[0].group:
                    heading = {"type": "context", "elements": [plain(part[0].group, SECTION)]}
                    self.add(place, heading)
                self.add(place, self._actions([_button(button) for button in part]))

    def _actions(self, elements: list[Json]) -> Json:
        for at, one in enumerate(elements):
            one.setdefault("action_id", f"press {at}")
        # The number keeps the id its own, the table says what a press on it is about.
        key = f"{len(self._parts)}/{self._table}"
        return {"type": "actions", "block_id": key, "elements": elements}

    def add_fields(self, place: int, fields: Sequence[tuple[str, str]]) -> None:
        shown: list[Json] = []
        for name, value in fields[:25]:
            text = with_times(escaped(value), on_own_clock)
            text = f"*{escaped(name)}*\n{text}" if name.strip() else text
            one = marked(text, FIELD)
            if sum(len(each["text"]) for each in (*shown, one)) > self._left - 8 * EACH:
                break
            shown.append(one)
        for at in range(0, len(shown), FIELDS):
            if self._room > 4:
                self.add(place, {"type": "section", "fields": shown[at : at + FIELDS]})

    def add_text(self, place: int, text: str) -> None:
        """Split between lines, for one section holds only so much."""
        for part in _split(text, SECTION):
            most = min(SECTION, self._left - 2 * EACH)
            if most < 100 or self._room < 2:
                return
            self.add(place, {"type": "section", "text": timed(part, most)})

    def add_log(self, place: int, lines: Sequence[str]) -> None:
        """As many of the newest lines as fit."""
        most, kept = min(SECTION, self._left - 2 * EACH), ""
        for line in reversed(lines):
            if len(line) + 1 + len(kept) > most:
                break
            kept = f"{line}\n{kept}"
        if kept.strip() and self._room:
            self.add(place, {"type": "context", "elements": [timed(kept.rstrip("\n"), most)]})


def _texts(node: object) -> Iterable[str]:
    """Every text within a block."""
    if isinstance(node, dict):
        if isinstance(text := node.get("text"), str):
            yield text
        for inner in node.values():
            yield from _texts(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _texts(inner)


def _split(text: str, most: int) -> list[str]:
    parts, now = [], ""
    for line in text.split("\n"):
        piece = cut(line, most)
        if now and len(now) + 1 + len(piece) > most:
            parts.append(now)
            now = piece
        else:
            now = f"{now}\n{piece}" if now else piece
    return [part for part in (*parts, now) if part.strip()]


def _button(button: Button) -> Json:
    label = button.short if button.group and button.short else button.label
    made: Json = {"type": "button", "text": plain(label, LABEL), "value": button.token}
    if button.look in STYLES:
        made["style"] = STYLES[button.look]
    if label != button.label:
        made["accessibility_label"] = cut(button.label, LABEL)
    return made


def _select(select: Select) -> Json:
    options = [
        {"text": plain(choice.label, LABEL), "value": choice.value[:VALUE]}
        for choice in select.choices[:OPTIONS]
    ]
    made: Json = {
        "type": "static_select", "action_id": select.token, "options": options,
        "placeholder": plain(select.label, PLACEHOLDER),
    }  # fmt: skip
    chosen = [option for option, choice in zip(options, select.choices, strict=False)
              if choice.chosen]  # fmt: skip
    if chosen:
        made["initial_option"] = chosen[0]
    return made
