"""The channels of the web page: talk and the dealer's public messages, kept over a restart."""

from __future__ import annotations

import asyncio
import json
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from adapters.web_names import clean_channel
from adapters.web_pictures import Pictures
from adapters.web_tab import Tab, encode
from adapters.web_wire import Frame, public_frame
from bot.chat import Gone, Memory, Message, Person

PREFIX = "web:"
SHELVES = ("web.talk", "web.post")
KEPT = 200
"""Lines of talk, and likewise public messages, that a channel keeps."""

IDLE_MOST = 32
"""Channels kept at hand though nobody is in them and no table is in play there."""


class Room:
    """One channel. An item's number is the time it was said (ms), so none is ever used twice."""

    def __init__(
        self, name: str, memory: Memory, pictures: Pictures, now: Callable[[], float]
    ) -> None:
        self.name = name
        self.tabs: set[Tab] = set()
        self._memory = memory
        self._pictures = pictures
        self._now = now
        self._items: dict[str, dict[int, Frame]] = {shelf: {} for shelf in SHELVES}
        self._last = 0
        self._writing = asyncio.Lock()

    async def load(self) -> None:
        """Take up what was kept; the pictures were not, so what they showed is read in words."""
        for shelf in SHELVES:
            for _, value in await self._memory.newest(shelf, f"{self.name}/", KEPT):
                item = json.loads(value)
                item.get("message", {}).pop("picture", None)
                self._items[shelf][item["at"]] = item
                self._last = max(self._last, item["at"])

    def items(self) -> list[Frame]:
        """All that is on display, oldest first."""
        both = [item for shelf in SHELVES for item in self._items[shelf].values()]
        return sorted(both, key=lambda item: int(item["at"]))

    @property
    def in_play(self) -> bool:
        """Whether a message on display has buttons."""
        return any("rows" in item["message"] for item in self._items["web.post"].values())

    def leave(self) -> None:
        """Take the pictures down, as nobody looks."""
        for item in self._items["web.post"].values():
            self._take_down(item)

    async def talk(self, person: Person, mark: str, text: str) -> None:
        """Say a line; one whose `mark` this person used already is a repeat, and says nothing."""
        async with self._writing:
            said = self._items["web.talk"].values()
            if any(item["who"] == person.id and item["mark"] == mark for item in said):
                return
            line = {"who": person.id, "name": person.name, "text": text, "mark": mark}
            await self._add("web.talk", line)

    async def post(self, message: Message) -> str:
        """Show a public message and give its handle."""
        async with self._writing:
            return str(await self._add("web.post", {"message": public_frame(message)}, message))

    async def edit(self, handle: str, message: Message) -> None:
        """Change a public message; raises Gone."""
        async with self._writing:
            item = {"at": self._at(handle), "message": public_frame(message)}
            await self._show("web.post", item, message)

    async def delete(self, handle: str) -> None:
        """Take a public message away; one that is gone already is no error."""
        async with self._writing:
            try:
                await self._take_away("web.post", self._at(handle))
            except Gone:
                return

    async def _add(self, shelf: str, item: Frame, message: Message | None = None) -> int:
        at = self._last = max(self._last + 1, int(self._now() * 1000))
        await self._show(shelf, {"at": at, **item}, message)
        if len(self._items[shelf]) > KEPT:
            await self._take_away(shelf, self._least_missed(shelf))
        return at

    async def _show(self, shelf: str, item: Frame, message: Message | None) -> None:
        await self._memory.put(shelf, self._key(item["at"]), json.dumps(item))
        if message and message.picture:
            self._pictures.hang(item["message"]["picture"]["src"], message.picture.png)
        before = self._items[shelf].get(item["at"], {})
        self._items[shelf][item["at"]] = item
        self._take_down(before)
        self._send({"kind": "item", "item": item})

    async def _take_away(self, shelf: str, at: int) -> None:
        await self._memory.drop(shelf, self._key(at))
        self._take_down(self._items[shelf].pop(at))
        self._send({"kind": "gone", "at": at})

    def _take_down(self, item: Frame) -> None:
        if picture := item.get("message", {}).get("picture"):
            self._pictures.take_down(picture["src"])

    def _least_missed(self, shelf: str) -> int:
        """The oldest, but a message that still has buttons only when all others have, too."""
        older = {at: item for at, item in self._items[shelf].items() if at != self._last}
        done = (at for at, item in older.items() if "rows" not in item.get("message", {}))
        return min(done, default=min(older))

    def _at(self, handle: str) -> int:
        at = int(handle) if handle.isascii() and handle.isdecimal() else -1
        if at not in self._items["web.post"]:
            raise Gone(handle)
        return at

    def _key(self, at: int) -> str:
        return f"{self.name}/{at:015d}"

    def _send(self, frame: dict[str, Any]) -> None:
        text = encode(frame)
        for tab in tuple(self.tabs):
            tab.send(text)


class Rooms:
    """The channels in use, those with a table in play, and some others; the rest is in memory."""

    def __init__(self, memory: Memory, pictures: Pictures, now: Callable[[], float]) -> None:
        self._memory = memory
        self._pictures = pictures
        self._now = now
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._used: Counter[str] = Counter()
        self._opening = asyncio.Lock()

    @asynccontextmanager
    async def channel(self, name: str) -> AsyncIterator[Room]:
        """The channel of this (clean) name, while it is in use."""
        self._used[name] += 1
        try:
            async with self._opening:
                if name not in self._rooms:
                    room = Room(name, self._memory, self._pictures, self._now)
                    await room.load()
                    self._rooms[name] = room
                self._rooms.move_to_end(name)
            yield self._rooms[name]
        finally:
            self._used[name] -= 1
            self._let_go()

    def place(self, place: str) -> AbstractAsyncContextManager[Room]:
        """The channel a place's id means; raises Gone where it is not one of ours."""
        name = place.removeprefix(PREFIX)
        if not place.startswith(PREFIX) or clean_channel(name) != name:
            raise Gone(place)
        return self.channel(name)

    def _let_go(self) -> None:
        """Of the channels that nobody uses keep those in play, and the last few."""
        self._used = +self._used
        idle = [name for name, room in self._rooms.items() if not self._used[name]]
        resting = [name for name in idle if not self._rooms[name].in_play]
        for name in resting[: max(0, len(resting) - IDLE_MOST)]:
            self._rooms.pop(name).leave()
