"""A hand in Slack as its players read it, for the docs: `python -m tests.slack.transcript`."""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from pathlib import Path

from tests.slack.check_blocks import elements_of
from tests.slack.evening import evening
from tests.slack.refusal import Json
from tests.slack.views import View, blanks
from tests.slack.world import Message

ISOLATED = re.compile("[\u2066-\u2069]")
CLOCK = re.compile(r"\d\d:\d\d:\d\d UTC")


def page(title: str, place: Message | View) -> str:
    """A message or a form as a block: what it says, its blanks, then its buttons row by row."""
    text = place.words()
    for field in (one["text"] for block in place.blocks for one in block.get("fields", ())):
        text = text.replace(field, field.replace("\n", ": "))
    lines = [text.replace("*", ""), ""]
    if isinstance(place, View):
        held = place.values
        for block, one in blanks(place):
            typed = held[block["block_id"]][one["action_id"]].get("value") or ""
            lines.append(f"[{typed:<12}]")
        lines.append(f"[{place.body['close']['text']}] [{place.body['submit']['text']}]")
    lines += [shown for block in place.blocks if (shown := row(block))]
    body = CLOCK.sub("20:15:45", ISOLATED.sub("", "\n".join(lines)))
    return f"**{title}**\n\n```\n{body.strip()}\n```\n"


def row(block: Json) -> str:
    """The buttons and selects of a block."""
    if block["type"] != "actions":
        return ""
    return " ".join(
        f"[{one['text']['text']}]" if one["type"] == "button" else f"[{_chosen(one)} ▾]"
        for one in elements_of(block)
    )


def _chosen(select: Json) -> str:
    shown: Json = select.get("initial_option") or {"text": select.get("placeholder") or {}}
    return str(shown["text"].get("text", ""))


async def hand(folder: Path) -> str:
    """Two people play a hand; what was in the channel, in their messages and on a form."""
    pages = ["# A hand in Slack\n\nMade by `python -m tests.slack.transcript`.\n"]
    async with evening(folder, "Ann", "Ken:ja", PICTURES="off") as night:
        ann, ken = night.people
        await night.open(ann)
        pages.append(page("#general, as the table opens", night.table))
        await night.sit(ann, ken)
        player = await night.turn()
        await night.until(lambda: "#1" in night.table.words())
        pages.append(page("#general, as the cards are dealt", night.table))
        for user in night.people:
            letter = night.letter(user)
            assert letter
            pages.append(page(f"{user.name}'s direct message", letter))
        letter = night.letter(player)
        assert letter
        opened = await player.presses("Raise…" if player is ann else "レイズ…", letter)
        await night.until(lambda: opened.modal)
        assert opened.modal
        pages.append(page(f"The form behind {player.name}'s raise", opened.modal))
        await player.closes(opened.modal)
        await night.act(player, "Call", "コール")
        await night.act(await night.turn(), "Check", "チェック")
        await night.until(lambda: "Flop" in night.table.words())
        pages.append(page("#general, on the flop", night.table))
    return "\n".join(pages)


def main(path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path.write_text(asyncio.run(hand(Path(folder))), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/slack-hand.md"))
