"""How each platform shows a message: what can be read on it, what can be pressed.

Each checks first that the platform would take it at all, by that platform's own rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from adapters import discord_draw, slack_draw, slack_views, web_wire
from bot.chat import Form, Message
from bot.commands import COMMANDS
from tests.discord import check_message as discord_checks
from tests.slack.check_blocks import MESSAGE, check_blocks, elements_of
from tests.slack.check_view import check_view
from tests.slack.world import readable


@dataclass
class Seen:
    """`words` as they read, `buttons` by token, `choices` by value, `blanks` by name.

    `risky` is what the platform would take for more than words.
    """

    words: str
    buttons: dict[str, str] = field(default_factory=dict)
    choices: list[str] = field(default_factory=list)
    blanks: list[str] = field(default_factory=list)
    risky: list[str] = field(default_factory=list)


# --- the page -------------------------------------------------------------------------------------


def on_page(message: Message, public: bool) -> Seen:
    frame = web_wire.public_frame(message) if public else web_wire.private_frame(message)
    buttons = {one["token"]: one["label"] for row in frame.get("rows", ()) for one in row
               if not one["disabled"]}  # fmt: skip
    choices = [one["value"] for one in frame.get("select", {}).get("choices", ())]
    return Seen("\n".join(_strings(frame)), buttons, choices)


def form_on_page(form: Form) -> Seen:
    frame = web_wire.form_frame(form)
    return Seen("\n".join(_strings(frame)), blanks=[one["name"] for one in frame["blanks"]])


def _strings(node: Any) -> list[str]:
    if isinstance(node, str):
        return [node]
    inside = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return [text for one in inside for text in _strings(one)]


# --- Discord --------------------------------------------------------------------------------------

_ESCAPE = re.compile(r"\\(.)")
_MARKUP = re.compile(r"(?<!\\)[*_~`|\[\]()<>@]")


def in_discord(message: Message, public: bool) -> Seen:
    drawn = discord_draw.Pen({}).draw(message)
    parts = drawn.new()
    files = tuple(
        discord_checks.File(at, one.filename, one.fp.read())
        for at, one in enumerate(parts["files"])
    )
    embed, components = parts["embed"].to_dict(), parts["view"].to_components()
    sent = {
        "content": parts["content"], "embeds": [embed], "components": components,
        "attachments": [
            {"id": at, "filename": one.name, "description": drawn.alt[:1024]}
            for at, one in enumerate(files)
        ],
    }  # fmt: skip
    discord_checks.check_message(discord_checks.Sent(sent, files), allowed=0, emoji=())
    raw = [embed.get("title", ""), embed.get("description", "")]
    raw += [part for one in embed.get("fields", ()) for part in (one["name"], one["value"])]
    # A footer knows no markdown.
    footer = embed.get("footer", {}).get("text", "")
    flat = [one for row in components for one in row["components"]]
    buttons = {one["custom_id"]: one["label"] for one in flat
               if one["type"] == discord_checks.BUTTON and not one.get("disabled")}  # fmt: skip
    choices = [option["value"] for one in flat for option in one.get("options", ())]
    # Bold headlines, the clock and the quoted log are Discord's own.
    own = re.compile(r"^\*\*|\*\*$|<t:\d+:R>|^> ", re.MULTILINE)
    risky = [text for text in raw if _MARKUP.search(own.sub("", text).replace(r"\\", ""))]
    words = "\n".join([_ESCAPE.sub(r"\1", "\n".join(raw)), footer, drawn.alt])
    return Seen(words, buttons, choices, risky=risky)


def form_in_discord(form: Form) -> Seen:
    modal: Any = discord_draw.modal(form).to_dict()
    discord_checks.check_modal(modal)
    names = [row["component"]["custom_id"] for row in modal["components"]]
    return Seen("\n".join(_strings(modal)), blanks=names)


# --- Slack ----------------------------------------------------------------------------------------

PEN = slack_draw.Pen(COMMANDS, "/poker")
_SIGNS = str.maketrans("∗＿∼ˋ", "*_~`")
_TOKENS = re.compile(r"<(?!!date\^|https://|#C)[^>]*>")


def in_slack(message: Message, public: bool) -> Seen:
    drawn = PEN.draw(message, None if public else slack_draw.Where("C1", "https://a.slack.com/x"))
    body = drawn.body("F00000000" if drawn.png else "")
    check_blocks(body["blocks"], MESSAGE, lambda key: True)
    assert 0 < len(body["text"]) <= 4000
    return _blocks(body["blocks"])


def _blocks(blocks: list[dict[str, Any]]) -> Seen:
    flat = [one for block in blocks for one in elements_of(block)]
    buttons = {one["value"]: one["text"]["text"] for one in flat if one["type"] == "button"}
    choices = [option["value"] for one in flat for option in one.get("options", ())]
    risky = [
        node["text"] for block in blocks for node in (block.get("text"), *block.get("fields", ()))
        if isinstance(node, dict) and node["type"] == "mrkdwn" and _TOKENS.search(node["text"])
    ]  # fmt: skip
    words = readable(blocks, {}).translate(_SIGNS).replace("/poker ", "/")
    heads = [block["text"]["text"] for block in blocks if block["type"] == "header"]
    return Seen("\n".join([words, *heads]), buttons, choices, risky=risky)


def form_in_slack(form: Form) -> Seen:
    view = slack_views.form(PEN, form, slack_views.Origin("C1", "https://a.slack.com/x"), "en")
    check_view(view, "modal", lambda key: True)
    names = [one["block_id"] for one in view["blocks"] if one["type"] == "input"]
    return Seen("\n".join(_strings(view)), blanks=names)


Look = Callable[[Message, bool], Seen]
LOOKS: Mapping[str, Look] = {"web": on_page, "discord": in_discord, "slack": in_slack}
FORMS: Mapping[str, Callable[[Form], Seen]] = {
    "web": form_on_page, "discord": form_in_discord, "slack": form_in_slack,
}  # fmt: skip
