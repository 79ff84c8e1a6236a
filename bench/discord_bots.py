"""The two bots that `bench.discord` compares; each tells its CPU time for every line it is sent.

`python -m bench.discord_bots ours|bare TOKEN API GATEWAY CHANNEL`
"""

from __future__ import annotations

import asyncio
import sys
import time
from itertools import count

import discord
import yarl
from discord import ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.discord import Discord, intents
from adapters.discord_draw import Pen
from bot.chat import Button, Line, Message, Overview, Person, Place, Press, Reply, Usage

LABELS = ("Fold", "Call 10", "Raise…", "My cards", "Help")
MESSAGE = Message(
    title="Table 1 · Hand #12", table="0123456789ab", headline="Waiting for Ann",
    text="1. Ann · 1,000 · bet 10\n2. Bob · 980 · bet 20", log=("Ann posts 10", "Bob posts 20"),
    rows=(tuple(Button(label, f"act|0123456789ab|12.3|{label}") for label in LABELS),),
)  # fmt: skip


class Idle:
    """A dealer to whom every press means nothing: what is left is the door's own work."""

    async def press(self, press: Press) -> Reply | None:
        return None

    def opens(self, token: str) -> bool:
        return False

    async def line(self, line: Line) -> Reply | None:
        return None

    async def overview(self, person: Person, community: str) -> Overview:
        return Overview((), Message())

    async def suggest(self, line: Line, word: str) -> tuple[str, ...]:
        return ()

    async def cards(self, person: Person, place: Place) -> tuple[tuple[str, Message], ...]:
        return ()

    async def greet(self, person: Person, place: Place) -> None:
        return None

    def usages(self, language: str) -> tuple[Usage, ...]:
        return ()

    async def lost(self, place: str, handle: str) -> None:
        return None

    async def gone(self, where: str) -> None:
        return None

    async def shut(self, place: str) -> None:
        return None

    async def departed(self, person: str, community: str) -> None:
        return None


class Shelf:
    """What an adapter remembers, for as long as it runs."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], str] = {}

    async def put(self, shelf: str, key: str, value: str) -> None:
        self._kept[shelf, key] = value

    async def get(self, shelf: str, key: str) -> str | None:
        return self._kept.get((shelf, key))

    async def drop(self, shelf: str, key: str) -> None:
        self._kept.pop((shelf, key), None)

    async def newest(self, shelf: str, prefix: str, most: int) -> list[tuple[str, str]]:
        return []


async def ours(token: str, api: str, gateway: str, channel: str) -> None:
    door = Discord(Idle(), Shelf(), token=token, api_url=api, gateway_url=gateway)
    await door.start()
    await door.post(f"discord:{channel}", MESSAGE)
    await _tell()
    await door.stop()


class Acknowledging(ui.Button["Acknowledged"]):
    """A button that acknowledges its press."""

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()


class Acknowledged(ui.View):
    """The same buttons, the first of which acknowledges its press."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        for number, button in zip(count(), MESSAGE.rows[0], strict=False):
            drawn = ui.Button[Acknowledged] if number else Acknowledging
            self.add_item(drawn(label=button.label, custom_id=button.token, row=0))


async def bare(token: str, api: str, gateway: str, channel: str) -> None:
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = api, yarl.URL(gateway)
    client = discord.Client(intents=intents(), max_messages=None)
    await client.login(token)
    life = asyncio.create_task(client.connect())
    await client.wait_until_ready()
    client.add_view(view := Acknowledged())
    target = client.get_partial_messageable(int(channel))
    await target.send(embed=Pen().draw(MESSAGE).embed, view=view, silent=True)
    await _tell()
    await client.close()
    await asyncio.gather(life, return_exceptions=True)


async def _tell() -> None:
    """Answer each line on standard input with the CPU seconds used so far, until it ends."""
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while await lines.readline():
        print(time.process_time(), flush=True)


if __name__ == "__main__":
    kind, *where = sys.argv[1:]
    asyncio.run({"ours": ours, "bare": bare}[kind](*where))
