"""Messages as a chat on phones, in a plain style of our own: for pictures in the docs."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Sequence
from typing import Any, Protocol

from tests.discord.evening import plain
from tests.discord.refusal import Json

STYLE = """
* { box-sizing: border-box; margin: 0 }
body { display: flex; gap: 20px; padding: 20px; background: #dfe5e2;
  font: 15px/1.42 "Noto Sans", "Noto Sans CJK JP", "Noto Sans JP", system-ui, sans-serif }
.phone { width: 380px; height: 600px; overflow: hidden; border-radius: 22px; background: #f7f9f8;
  color: #1d2522; box-shadow: 0 6px 22px #0003 }
header { padding: 12px 16px; font-weight: 700; border-bottom: 1px solid #d5dcd8 }
.message { padding: 12px 14px }
.message > b { color: #1f6f54 }
.picture { display: block; width: 100%; margin-top: 8px; border-radius: 8px }
.embed { margin-top: 8px; padding: 9px 12px; border-left: 4px solid; border-radius: 6px;
  background: #fff; overflow-wrap: anywhere }
.embed .from, .embed .foot { font-size: 12px; color: #5b6964 }
.embed .from { color: #1f6f54; font-weight: 600 }
.quote { padding-left: 9px; border-left: 3px solid #cfd8d3; color: #46524d }
.field { display: flex; gap: 8px; font-size: 13.5px }
.field span:first-child { color: #5b6964; min-width: 84px }
.row { display: flex; flex-wrap: wrap; gap: 7px; margin-top: 8px }
.row span { padding: 6px 12px; border-radius: 8px; background: #dde4e0; font-weight: 600;
  font-size: 14px }
.row .s3 { background: #24805f; color: #fff } .row .s4 { background: #b3403a; color: #fff }
.row .off { opacity: .45 } .row .list { width: 100%; background: #fff; border: 1px solid #c5cfca }
.red { color: #c0342b }
"""
_RED = re.compile(r"((?:10|[2-9AKQJ])[♥♦])")


class Seen(Protocol):
    """A message as it was at a moment."""

    @property
    def look(self) -> list[Any]: ...
    @property
    def picture(self) -> bytes | None: ...


def page(phones: Sequence[tuple[str, Sequence[Seen]]]) -> str:
    """A page of phones side by side, each with the name of a channel and its messages."""
    shown = "".join(
        f'<div class="phone"><header>{html.escape(name)}</header>'
        f"{''.join(map(_message, messages))}</div>"
        for name, messages in phones
    )
    return f'<!doctype html><meta charset="utf-8"><style>{STYLE}</style>{shown}'


def _message(one: Seen) -> str:
    _, embeds, rows = one.look
    picture = ""
    if one.picture:
        inside = base64.b64encode(one.picture).decode()
        picture = f'<img class="picture" src="data:image/png;base64,{inside}">'
    parts = "".join([picture, *map(_embed, embeds), *map(_row, rows)])
    return f'<div class="message"><b>Croupier</b>{parts}</div>'


def _embed(embed: Json) -> str:
    colour = f"#{embed.get('color', 0):06x}"
    parts = []
    if author := embed.get("author"):
        parts.append(f'<div class="from">{_text(author["name"])}</div>')
    if title := embed.get("title"):
        parts.append(f"<b>{_text(title)}</b>")
    parts += map(_line, embed.get("description", "").split("\n"))
    parts += [
        f'<div class="field"><span>{_text(one["name"])}</span><span>{_text(one["value"])}</span>'
        "</div>"
        for one in embed.get("fields", ())
    ]
    if footer := embed.get("footer"):
        parts.append(f'<div class="foot">{_text(footer["text"])}</div>')
    return f'<div class="embed" style="border-color:{colour}">{"".join(parts)}</div>'


def _line(line: str) -> str:
    quoted = line.removeprefix("> ")
    return f"<div{' class=quote' if quoted != line else ''}>{_text(quoted) or '&nbsp;'}</div>"


def _text(text: str) -> str:
    """A line with bold words and cards in their colours, as it is read."""
    shown = re.sub(r"<t:\d+:R>", "0:25", plain(text))
    shown = html.escape(re.sub("[\u2066-\u2069]", "", shown))
    shown = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", re.sub(r"\\([^\w\s])", r"\1", shown))
    return _RED.sub(r'<span class="red">\1</span>', shown)


def _row(row: Json) -> str:
    return f'<div class="row">{"".join(map(_component, row["components"]))}</div>'


def _component(one: Json) -> str:
    if "options" in one:
        return f'<span class="list">{_text(one["placeholder"])} ▾</span>'
    off = " off" if one.get("disabled") else ""
    return f'<span class="s{one["style"]}{off}">{_text(one["label"])}</span>'
