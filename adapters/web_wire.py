"""The words the page and the server exchange: JSON frames, checked coming in, shaped going out."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from adapters.web_names import clean_talk
from bot.chat import Blank, Button, Cards, Form, Message, Parameter, Person, Reply, Select, Usage

VERSION = "1"
"""Grows when an open page would no longer understand; it then loads itself anew."""

FRAME_MOST = 16_000
"""Characters of a frame; longer ones are answered with an error. The longest talk fits escaped."""

FRAME_HARD = 64 * 1024
"""Bytes of a frame; longer ones close the socket (1009)."""

ID_MOST, TOKEN_MOST, VALUES_MOST = 64, 100, 25

Frame = dict[str, Any]


class BadFrame(Exception):
    """A frame that is answered with an error. `id` is that of the press, where there was one."""

    def __init__(self, error: str, id_: str | None = None) -> None:
        super().__init__(error)
        self.error = error
        self.id = id_


@dataclass(frozen=True, slots=True)
class Pressed:
    id: str
    token: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Said:
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Named:
    """A name as typed; None keeps the one that was made up."""

    name: str | None


@dataclass(frozen=True, slots=True)
class Tongue:
    language: str


@dataclass(frozen=True, slots=True)
class Ping:
    pass


Heard = Pressed | Said | Named | Tongue | Ping


def hear(text: str) -> Heard:
    """What the page says; raises BadFrame."""
    if len(text) > FRAME_MOST:
        raise BadFrame("too-big")
    frame = _parse(text)
    match frame:
        case {"kind": "press", "id": str(id_), "token": str(token)}:
            return _pressed(id_, token, frame.get("values", {}))
        case {"kind": "say", "id": str(id_), "text": str(said)} if _id(id_):
            return Said(id_, said)
        case {"kind": "name", "name": str() | None as name}:
            return Named(name)
        case {"kind": "language", "language": "en" | "ja" as language}:
            return Tongue(language)
        case {"kind": "ping"}:
            return Ping()
        case {"id": str(id_)} if _id(id_):
            raise BadFrame("bad", id_)
    raise BadFrame("bad")


def _parse(text: str) -> Any:
    """JSON that can be written again: a lone surrogate would break whoever stores it."""
    id_: str | None = None
    try:
        frame: Any = json.loads(text)
        said = frame.get("id") if isinstance(frame, dict) else None
        id_ = said if isinstance(said, str) and _id(said) else None
        json.dumps(frame, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise BadFrame("bad", id_) from None
    return frame


def _pressed(id_: str, token: str, values: object) -> Pressed:
    if not _id(id_):
        raise BadFrame("bad")
    if not 0 < len(token) <= TOKEN_MOST or not token.isprintable():
        raise BadFrame("bad", id_)
    if not isinstance(values, dict) or len(values) > VALUES_MOST:
        raise BadFrame("bad", id_)
    if any(not isinstance(value, str) or len(name) > TOKEN_MOST for name, value in values.items()):
        raise BadFrame("bad", id_)
    return Pressed(id_, token, {name: clean_talk(value) for name, value in values.items()})


def _id(text: str) -> bool:
    return 0 < len(text) <= ID_MOST and text.isascii() and text.isprintable()


def answer(id_: str, reply: Reply | None = None, error: str | None = None) -> Frame:
    """The answer to a press or a line, by its id."""
    frame: Frame = {"kind": "answer", "id": id_}
    if error:
        frame["error"] = error
    elif reply and reply.form:
        frame["form"] = form_frame(reply.form)
    elif reply and reply.message:
        frame["message"] = private_frame(reply.message)
    if reply and reply.front:
        frame["front"] = reply.front
    return frame


def public_frame(message: Message) -> Frame:
    """A message for everyone; its picture is fetched from the address that is its `src`."""
    frame = _message_frame(message)
    if message.picture:
        name = hashlib.sha256(message.picture.png).hexdigest()[:32]
        frame["picture"] = {"src": f"/picture/{name}.png", "alt": message.picture.alt}
    return frame


def private_frame(message: Message) -> Frame:
    """A message for one person; its picture travels inside, so no address can be guessed."""
    frame = _message_frame(message)
    if message.picture:
        inside = base64.b64encode(message.picture.png).decode()
        frame["picture"] = {"src": f"data:image/png;base64,{inside}", "alt": message.picture.alt}
    return frame


def _message_frame(message: Message) -> Frame:
    frame: Frame = {
        "title": message.title,
        "table": message.table,
        "headline": message.headline,
        "tone": message.tone,
        "cards": [_cards_frame(cards) for cards in message.cards],
        "text": message.text,
        "fields": [list(pair) for pair in message.fields],
        "log": list(message.log),
        "rows": [[_button_frame(button) for button in row] for row in message.rows],
        "select": _select_frame(message.select) if message.select else None,
        "clock": message.clock,
        "span": message.span,
        "call": message.call,
        "language": message.language,
        "links": [{"label": link.label, "table": link.table} for link in message.links],
    }
    return {name: value for name, value in frame.items() if value not in ("", [], None)}


def _cards_frame(cards: Cards) -> Frame:
    return {
        "label": cards.label,
        "faces": list(cards.faces),
        "note": cards.note,
        "slots": cards.slots,
        "own": cards.own,
        "near": cards.near,
    }


def _button_frame(button: Button) -> Frame:
    frame: Frame = {
        "label": button.label,
        "token": button.token,
        "look": button.look,
        "disabled": button.disabled,
    }
    if button.key:
        frame["key"] = button.key
    if button.group:
        frame |= {"group": button.group, "short": button.short}
    if button.spare:
        frame["spare"] = True
    return frame


def _select_frame(select: Select) -> Frame:
    return {
        "label": select.label,
        "token": select.token,
        "choices": [
            {"label": c.label, "value": c.value, "chosen": c.chosen} for c in select.choices
        ],
    }


def form_frame(form: Form) -> Frame:
    return {
        "title": form.title,
        "token": form.token,
        "send": form.send,
        "blanks": [_blank_frame(blank) for blank in form.blanks],
    }


def _blank_frame(blank: Blank) -> Frame:
    frame: Frame = {
        "name": blank.name,
        "label": blank.label,
        "value": blank.value,
        "hint": blank.hint,
    }
    if blank.scale:
        frame["scale"] = asdict(blank.scale)
    return frame


def usage_frame(usage: Usage) -> Frame:
    return {
        "name": usage.name,
        "about": usage.about,
        "example": usage.example,
        "host": usage.host,
        "parameters": [_parameter_frame(parameter) for parameter in usage.parameters],
    }


def _parameter_frame(parameter: Parameter) -> Frame:
    return {
        "name": parameter.name,
        "kind": parameter.kind,
        "about": parameter.about,
        "needed": parameter.needed,
        "choices": list(parameter.choices),
    }


def person_frame(person: Person, *, chosen: bool) -> Frame:
    """`chosen`: whether they have settled on a name."""
    return {"id": person.id, "name": person.name, "language": person.language, "chosen": chosen}
