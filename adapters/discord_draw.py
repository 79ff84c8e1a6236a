"""What a message of the dealer looks like in Discord: an embed, rows of buttons, a picture, a form.

All text is escaped here, and cut to what Discord takes. Nothing here sends.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.chat import Button, Cards, Form, Message, Select
from bot.text import with_times, words

TITLE, DESCRIPTION, FIELD_NAME, FIELD_VALUE, FIELDS, ALL = 256, 4000, 256, 1024, 25, 5900
FOOTER, ALT = 2000, 1024
LINKS = 1500
LABEL, PLACEHOLDER, OPTION, MODAL_TITLE, MODAL_LABEL, MODAL_HINT = 80, 150, 100, 45, 45, 100
ROWS, IN_ROW, OPTIONS = 5, 5, 25
PICTURE = "table.png"
LOG = 4
"""Lines of what happened under a picture: its buttons should be on the same screen of a phone."""

TONES = {"turn": 0xE8A33D, "won": 0x3BA55D, "lost": 0x747F8D}
FELT = 0x1F6F54
STYLES = {
    "go": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}

_MARKS = re.compile(r"[\\*_~`|<>\[\]()@]")
_AT_START = re.compile(r"(?m)^(\s*)(#{1,3}|[-+]|\d+(?=\.))")
_ADDRESS = re.compile(r"(?i)(https?|discord|mailto)(:)")
_CARD = re.compile(r"(?<![0-9A-Za-z])(10|[2-9AKQJ])([♠♥♦♣])|▮|🃏")


def escaped(text: str) -> str:
    """Plain text that Discord shows as it stands: no markdown, mention, list or link."""
    text = _MARKS.sub(r"\\\g<0>", text)
    text = _ADDRESS.sub(r"\1\\\2", text)
    return _AT_START.sub(_quoted_start, text)


def _quoted_start(found: re.Match[str]) -> str:
    # A backslash before a digit would be shown: in a list it is the dot that is escaped.
    sign = found[2]
    return f"{found[1]}{sign}\\" if sign[0].isdecimal() else f"{found[1]}\\{sign}"


def cut(text: str, most: int) -> str:
    """At most so many characters; not in the middle of an escape, an emoji or a time."""
    if len(text) <= most:
        return text
    kept = re.sub(r"(\\|<a?:?\w*:?\d*:?f?)$", "", text[: most - 1])
    return f"{kept}…"


def told(text: str, most: int) -> str:
    """At most so many characters, cut after a word or a sentence."""
    if len(text) <= most:
        return text
    kept = text[: most - 1]
    # Where words are not set apart a sentence may still end.
    ends = max(kept.rfind(" "), kept.rfind("\n"), kept.rfind("。"), kept.rfind("、"))
    return f"{kept[:ends].rstrip() if ends > most // 2 else kept}…"


def whole(links: Sequence[str], most: int) -> str:
    """As many links as fit in a line of so many characters, each whole."""
    kept = ""
    for link in links:
        if len(kept) + len(link) + 5 > most:
            return f"{kept} · …"
        kept = f"{kept} · {link}" if kept else link
    return kept


@dataclass(frozen=True, slots=True)
class Where:
    """What a private message says of where its table is: a name and an address."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A message ready to be sent or edited. `mark` is equal for what looks the same."""

    embed: discord.Embed
    rows: tuple[tuple[Button, ...], ...]
    select: Select | None
    png: bytes | None
    alt: str
    mark: str
    content: str = ""

    def new(self) -> dict[str, Any]:
        """What a new message is sent with."""
        return self._parts() | {"files": self._files()}

    def change(self) -> dict[str, Any]:
        """What a message that is there is edited with; a picture that is gone is taken off."""
        return self._parts() | {"attachments": self._files()}

    def _parts(self) -> dict[str, Any]:
        return {"content": self.content or None, "embed": self.embed, "view": self._view()}

    def _files(self) -> list[discord.File]:
        if self.png is None:
            return []
        alt = told(self.alt, ALT) or None
        return [discord.File(io.BytesIO(self.png), PICTURE, description=alt)]

    def _view(self) -> ui.View:
        """A view the library need not keep: a press is known by what stands on its button."""
        view = ui.View(timeout=None)
        select = self.select if self.select and self.select.choices else None
        # The list stands first: what is under it is pressed once it is chosen from.
        if select:
            view.add_item(_select(select))
        for at, row in enumerate(rows_of(self.rows, bool(select)), start=bool(select)):
            for button in row:
                view.add_item(_button(button, at))
        view.stop()
        return view


def rows_of(rows: Iterable[tuple[Button, ...]], select: bool = False) -> list[tuple[Button, ...]]:
    """Rows of at most five, as few as needed; a select takes a row of its own."""
    split = [row[at : at + IN_ROW] for row in rows for at in range(0, len(row), IN_ROW)]
    most = ROWS - select
    if len(split) > most:
        flat = [button for row in split for button in row]
        split = [tuple(flat[at : at + IN_ROW]) for at in range(0, len(flat), IN_ROW)]
    return split[:most]


def _button(button: Button, row: int) -> ui.Button[ui.View]:
    style = STYLES.get(button.look, discord.ButtonStyle.secondary)
    label = cut(button.label, LABEL)
    return ui.Button(
        label=label, custom_id=button.token, style=style, disabled=button.disabled, row=row
    )


def _select(select: Select) -> ui.Select[ui.View]:
    options = [
        discord.SelectOption(
            label=cut(choice.label, OPTION), value=choice.value, default=choice.chosen
        )
        for choice in select.choices[:OPTIONS]
    ]
    return ui.Select(
        custom_id=select.token, placeholder=cut(select.label, PLACEHOLDER), options=options, row=0
    )


class Pen:
    """Draws with the cards it was given: emoji by their face ("A♠"), or text where it has none."""

    def __init__(self, emoji: Mapping[str, str] | None = None) -> None:
        self.emoji: Mapping[str, str] = emoji or {}

    def draw(
        self,
        message: Message,
        where: Where | None = None,
        content: str = "",
        links: Sequence[str] = (),
    ) -> Drawn:
        """The message; a private one says and links `where` its table is.

        `links` are its links to tables, as markup.
        """
        embed = discord.Embed(colour=TONES.get(message.tone, FELT))
        if message.title:
            embed.title = cut(escaped(message.title), TITLE)
        if where:
            embed.set_author(name=cut(where.name, TITLE), url=where.url or None)
        text = self._text(message, links or [escaped(link.label) for link in message.links])
        if text:
            embed.description = text
        picture = message.picture
        if picture:
            # Not within the embed: there Discord shows no one its words.
            small = [field for field in message.fields if not _has_time(field)]
            embed.set_footer(text=_in_a_line(small, min(FOOTER, ALL - len(embed))) or None)
        else:
            self._add_fields(embed, message)
        png = picture.png if picture else None
        return Drawn(
            embed, message.rows, message.select, png, picture.alt if picture else "",
            _mark(embed, message, content), content,
        )  # fmt: skip

    def _text(self, message: Message, links: Sequence[str]) -> str:
        """Headline, clock, cards, text, links and log, the log cut first where it is too long.

        Under a picture stands what it does not say; without a title something must stand there.
        """
        parts = []
        if message.headline:
            parts.append(f"**{self._line(message.headline)}**")
        if message.clock:
            ends = words(message.language)("discord.ends")
            parts.append(f"{ends} <t:{message.clock // 1000}:R>")
        parts += [self._laid(cards) for cards in message.cards if cards.faces or cards.note]
        text = message.besides if message.picture and message.title else message.text
        if text:
            told_here = self._line(text)
            parts.append(cut(told_here, DESCRIPTION - LINKS) if links else told_here)
        if message.picture:
            # In small print Discord shows no time on the reader's own clock.
            parts += [self._line(": ".join(field)) for field in message.fields if _has_time(field)]
        parts += [whole(links, LINKS)] * bool(links)
        text = "\n".join(parts)
        left = DESCRIPTION - len(text) - 2
        log = ""
        for line in reversed(message.log[-LOG:] if message.picture else message.log):
            quoted = f"> {self._line(line)}\n"
            if len(log) + len(quoted) > left:
                break
            log = quoted + log
        return cut(f"{text}\n\n{log}".strip(), DESCRIPTION)

    def _laid(self, cards: Cards) -> str:
        faces = " ".join(self.emoji.get(face, face) for face in cards.faces)
        shown = "  ".join(part for part in (faces, self._line(cards.note)) if part)
        return f"{self._line(cards.label)}: {shown}"

    def _line(self, text: str) -> str:
        quoted = with_times(escaped(text), lambda seconds: f"<t:{seconds}:f>")
        return _CARD.sub(lambda found: self.emoji.get(found[0], found[0]), quoted)

    def _add_fields(self, embed: discord.Embed, message: Message) -> None:
        for name, value in message.fields[:FIELDS]:
            shown = cut(self._line(value), FIELD_VALUE)
            # Discord refuses a field of blanks.
            embed.add_field(
                name=cut(escaped(name), FIELD_NAME) or "\u200b", value=shown.strip() or "\u200b"
            )
            if len(embed) > ALL:
                embed.remove_field(-1)
                break

    def line(self, text: str) -> str:
        """A text for a message's content."""
        return cut(self._line(text), 2000)


def _has_time(field: tuple[str, str]) -> bool:
    """Whether a time of day stands in it."""
    return with_times(field[1], lambda seconds: "") != field[1]


def _in_a_line(fields: Iterable[tuple[str, str]], most: int) -> str:
    """The fields in small print; a footer knows no markdown, so nothing in it is escaped."""
    return told(" · ".join(f"{name}: {value}" for name, value in fields if value), most)


def _mark(embed: discord.Embed, message: Message, content: str) -> str:
    """What tells two drawings apart."""
    picture = hashlib.sha256(message.picture.png).digest() if message.picture else b""
    look = repr((embed.to_dict(), message.rows, message.select, content, picture))
    return hashlib.sha256(look.encode(errors="surrogatepass")).hexdigest()


def modal(form: Form) -> ui.Modal:
    """A form as Discord opens it; what was sent is known by the form's token."""
    opened = ui.Modal(title=cut(form.title, MODAL_TITLE), custom_id=form.token)
    for blank in form.blanks[:ROWS]:
        long = len(blank.label) > MODAL_LABEL
        hint = blank.label if long else blank.hint
        typed: ui.TextInput[ui.Modal] = ui.TextInput(
            custom_id=blank.name, default=blank.value or None, placeholder=blank.hint[:100] or None,
            required=False, max_length=4000,
        )  # fmt: skip
        about = cut(hint, MODAL_HINT) or None
        opened.add_item(ui.Label(text=cut(blank.label, MODAL_LABEL), description=about,
                                 component=typed))  # fmt: skip
    opened.stop()
    return opened
