"""A hand and a round of each house game in Discord as their players read them, for the docs.

`python -m tests.discord.transcript` writes docs/discord-*.md, and with a Chromium docs/discord.png.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from tests.discord.casino import Table
from tests.discord.chat_page import page
from tests.discord.evening import Evening, evening, plain
from tests.discord.refusal import Json
from tests.discord.users import User
from tests.discord.world import Message
from tests.evening import TURN

ESCAPED = re.compile(r"\\([^\w\s])")
ISOLATED = re.compile("[\u2066-\u2069]")
CLOCK = re.compile(r"<t:\d+:R>")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SIZE = (820, 640)
"""Two phones side by side."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as it was at a moment, and where it was read."""

    where: str
    text: str
    look: list[Any]
    picture: bytes | None


def shown(where: str, message: Message) -> Shown:
    look = json.loads(json.dumps([message.content, message.embeds, message.components]))
    picture = next(iter(message.files.values()), None) if message.attachments else None
    return Shown(where, message.words(), look, picture)


def block(one: Shown) -> str:
    """A message in the docs: what it says, then its buttons row by row."""
    text = CLOCK.sub("0:25", ISOLATED.sub("", plain(one.text)))
    rows = [" ".join(map(pressable, row["components"])) for row in one.look[2]]
    body = "\n".join([ESCAPED.sub(r"\1", text).replace("**", ""), "", *rows])
    return f"**{one.where}**\n\n```\n{ISOLATED.sub('', body).strip()}\n```\n"


def pressable(component: Json) -> str:
    if options := component.get("options"):
        return f"[{component['placeholder']} ▾ {options[0]['label']}, … {len(options)} in all]"
    return f"[{component['label']}]"


def letter(night: Evening, user: User) -> Shown:
    message = night.letter(user)
    assert message
    return shown(f"{user.account.name}'s direct message", message)


async def hand(night: Evening) -> list[Shown]:
    """Two people play a hand as far as the flop."""
    ann, ken = night.people
    found = []
    await night.open(ann, pace="relaxed")
    await night.until(lambda: len(night.table.components) > 0)
    found.append(shown("#general, as the table opens", night.table))
    await night.sit(ann, ken)
    player = await night.turn()
    await night.until(lambda: "#1" in night.table.words())
    found.append(shown("#general, as the cards are dealt", night.table))
    found += [letter(night, user) for user in night.people]
    await night.act(player, "Call", "コール")
    await night.act(await night.turn(), "Check", "チェック")
    await night.until(lambda: re.search("Flop|フロップ", night.table.words()))
    found.append(shown("#general, on the flop", night.table))
    for _ in night.people:
        player = await night.turn()
        found.append(letter(night, player))
        await night.act(player, "Check", "チェック")
    return found


def round_of(
    chip: str, choices: tuple[str, ...], **options: object
) -> Callable[[Evening], Awaitable[list[Shown]]]:
    """Two people play a round of a house game; each choice is made by both."""

    async def run(night: Evening) -> list[Shown]:
        table = Table(night)
        ann, ken = night.people
        await table.open(ann, **options)
        await table.join(ann, ken)
        for user in (ann, ken):
            await table.press(user, "chip", chip)
        await night.until(lambda: table.found(ann, "deal"))
        found = [letter(night, ann)]
        await table.deal(ann, ken)
        found += [letter(night, user) for user in night.people]
        for choice in choices[:-1]:
            for user in (ann, ken):
                await table.choose(user, choice)
        await night.until(lambda: "🔴" in night.table.words())
        found.append(shown("#general, while they choose", night.table))
        for user in (ann, ken):
            await table.press(user, "act", choices[-1])
        await night.until(lambda: all(map(table.settled, night.people)))
        await night.until(lambda: "→" in night.table.words())
        found.append(shown("#general, when the dealer has shown", night.table))
        return [*found, letter(night, ann)]

    return run


SCENES: Mapping[str, tuple[str, Callable[[Evening], Awaitable[list[Shown]]]]] = {
    "hand": ("A hand of hold'em", hand),
    "ultimate": (
        "A round of Ultimate Texas hold'em",
        round_of("ante 1000", ("check", "check", "play1"), game="ultimate"),
    ),
    "caribbean": (
        "A round of Caribbean stud",
        round_of("ante_1 1000", ("play",), game="caribbean"),
    ),
    "paigow": ("A round of pai gow poker", round_of("bet 1000", ("house",), game="paigow")),
}


async def played(
    scene: Callable[[Evening], Awaitable[list[Shown]]], *people: str, pictures: bool = False
) -> list[Shown]:
    with tempfile.TemporaryDirectory() as folder:
        pictured = "on" if pictures else "off"
        async with evening(Path(folder), *people, PICTURES=pictured) as night:
            return await scene(night)


def photograph(folder: Path) -> None:
    """Two phones: the channel in English, direct messages in Japanese; not without Chromium."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.stderr.write("no Chromium: docs/discord.png stays as it is\n")
        return
    held = asyncio.run(played(hand, "Ann", "Ken:ja", pictures=True))
    [flop] = [one for one in held if one.where.endswith("on the flop")]
    turns = [one for one in held if TURN["ja"] in one.text]
    with tempfile.TemporaryDirectory() as made:
        html = Path(made) / "chat.html"
        html.write_text(page([("#general", [flop]), ("Croupier", turns[-1:])]), "utf-8")
        size = ",".join(map(str, SIZE))
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--disable-background-networking", f"--window-size={size}",
            "--force-device-scale-factor=1.5", f"--screenshot={folder / 'discord.png'}", str(html),
        ]  # fmt: skip
        subprocess.run(command, check=True, capture_output=True)
    with Image.open(folder / "discord.png") as taken:
        taken.quantize(256).save(folder / "discord.png", optimize=True)


def main(folder: Path) -> None:
    for name, (title, scene) in SCENES.items():
        found = asyncio.run(played(scene, "Ann", "Ken:ja"))
        head = f"# {title} in Discord\n\nMade by `python -m tests.discord.transcript`.\n"
        (folder / f"discord-{name}.md").write_text("\n".join([head, *map(block, found)]), "utf-8")
    photograph(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs"))
