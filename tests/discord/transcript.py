"""A hand in Discord as its players read it, for the docs: `python -m tests.discord.transcript`."""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from pathlib import Path

from tests.discord.evening import Evening, evening, plain
from tests.discord.world import Message

ESCAPED = re.compile(r"\\([^\w\s])")
ISOLATED = re.compile("[\u2066-\u2069]")
CLOCK = re.compile(r"<t:\d+:R>")


def page(night: Evening, title: str, message: Message) -> str:
    """A message as a block: what it says, then its buttons row by row."""
    text = CLOCK.sub("in 45 seconds", ISOLATED.sub("", plain(message.words())))
    rows = [
        " ".join(f"[{one['label']}]" for one in row["components"]) for row in message.components
    ]
    body = "\n".join([ESCAPED.sub(r"\1", text).replace("**", ""), "", *rows])
    return f"**{title}**\n\n```\n{ISOLATED.sub('', body).strip()}\n```\n"


async def hand(folder: Path) -> str:
    """Two people play a hand; what was in the channel and in their messages."""
    pages = ["# A hand in Discord\n\nMade by `python -m tests.discord.transcript`.\n"]
    async with evening(folder, "Ann", "Ken:ja", PICTURES="off") as night:
        ann, ken = night.people
        await night.open(ann)
        pages.append(page(night, "#general, as the table opens", night.table))
        await night.sit(ann, ken)
        player = await night.turn()
        await night.until(lambda: "#1" in night.table.words())
        pages.append(page(night, "#general, as the cards are dealt", night.table))
        for user in night.people:
            letter = night.letter(user)
            assert letter
            pages.append(page(night, f"{user.account.name}'s direct message", letter))
        await night.act(player, "Call", "コール")
        await night.act(await night.turn(), "Check", "チェック")
        await night.until(lambda: "Flop" in night.table.words())
        pages.append(page(night, "#general, on the flop", night.table))
    return "\n".join(pages)


def main(path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path.write_text(asyncio.run(hand(Path(folder))), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/discord-hand.md"))
