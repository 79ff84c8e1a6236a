"""What the dealer shows outside of messages in Slack: forms, the Home tab, and answers there."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adapters.slack_draw import BLOCKS, HEADER, Drawn, Json, Pen, cut, plain
from bot.chat import Form, Message, Overview
from bot.text import words

TITLE, BLANK_LABEL, TYPED = 24, 2000, 3000
HOME_BLOCKS = 98


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a form was opened, kept on it: its channel, and the `response_url` of the press."""

    channel: str = ""
    url: str = ""

    def json(self) -> str:
        return json.dumps({"channel": self.channel, "url": self.url})

    @staticmethod
    def of(view: Mapping[str, Any]) -> Origin:
        """What was kept on a view; empty where that cannot be read."""
        try:
            kept = json.loads(view.get("private_metadata") or "{}")
            return Origin(str(kept.get("channel", "")), str(kept.get("url", "")))
        except (ValueError, AttributeError):
            return Origin()


def form(pen: Pen, form: Form, origin: Origin, language: str) -> Json:
    """A form as Slack opens it; what was sent is known by the form's token."""
    blocks: list[Json] = []
    title = pen.spoken(form.title)
    if len(title) > TITLE:
        blocks.append({"type": "header", "text": plain(title, HEADER)})
    for blank in form.blanks:
        typed: Json = {"type": "plain_text_input", "action_id": "typed", "max_length": TYPED}
        if blank.value:
            typed["initial_value"] = blank.value[:TYPED]
        block: Json = {
            "type": "input", "block_id": blank.name, "element": typed, "optional": True,
            "label": plain(pen.spoken(blank.label), BLANK_LABEL),
        }  # fmt: skip
        if blank.hint:
            block["hint"] = plain(pen.spoken(blank.hint), BLANK_LABEL)
        blocks.append(block)
    w = words(language)
    return {
        "type": "modal", "callback_id": form.token, "title": plain(title, TITLE),
        "submit": plain(form.send, TITLE), "close": plain(w("slack.cancel"), TITLE),
        "private_metadata": origin.json(), "blocks": blocks,
    }  # fmt: skip


def typed(view: Mapping[str, Any]) -> dict[str, str]:
    """What was typed into each blank of a form that was sent."""
    values: Any = (view.get("state") or {}).get("values") or {}
    found: dict[str, str] = {}
    for name, actions in values.items():
        for action in actions.values():
            found[name] = str(action.get("value") or "")
    return found


def page(drawn: Drawn, title: str, language: str, origin: Origin) -> Json:
    """A message as a modal: an answer to a press where no message can be sent below."""
    w = words(language)
    return {
        "type": "modal", "callback_id": "page", "title": plain(cut(title, TITLE), TITLE),
        "close": plain(w("slack.close"), TITLE), "private_metadata": origin.json(),
        "blocks": drawn.body()["blocks"][: BLOCKS - 1],
    }  # fmt: skip


def overview(pen: Pen, seen: Overview, notice: Message | None = None) -> list[Json]:
    """A person's tables, what waits for them first, then what they own and where one can sit."""
    parts = [notice] if notice else []
    blocks: list[Json] = []
    for message in (*parts, *seen.tables, seen.counter):
        drawn = pen.draw(message).body()["blocks"]
        divider: Sequence[Json] = ({"type": "divider"},) if blocks else ()
        if len(blocks) + len(drawn) + len(divider) > HOME_BLOCKS:
            break
        blocks += [*divider, *drawn]
    return [_own(block, at) for at, block in enumerate(blocks)]


def _own(block: Json, at: int) -> Json:
    """A block under an id that no other has, though each message has numbered its own."""
    if "block_id" not in block:
        return block
    table = str(block["block_id"]).partition("/")[2]
    return block | {"block_id": f"{at}/{table}"}


def home(blocks: list[Json]) -> Json:
    """The Home tab."""
    return {"type": "home", "blocks": blocks}


def modal(blocks: list[Json], language: str) -> Json:
    """The same in a modal, for the shortcut."""
    w = words(language)
    return {
        "type": "modal", "callback_id": "overview", "title": plain(w("slack.title"), TITLE),
        "close": plain(w("slack.close"), TITLE), "private_metadata": Origin().json(),
        "blocks": blocks,
    }  # fmt: skip
