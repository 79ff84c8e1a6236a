"""A tournament on the page: a tab for everybody, all in one channel."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

from adapters.web import Web
from bot.chat import Dealer, Memory
from tests.adapters.guest import Frame, Guest, Tab
from tests.contest import Contest, Field, Outcome, Player
from tests.inside import behind
from tests.leap import LoopClock, held, seconds


class Visitor:
    """A player at the page, with what each of their private messages shows now."""

    def __init__(self, tab: Tab, contest: Contest) -> None:
        self.id = str(tab.me["id"])
        self.tab = tab
        self.shown: dict[str, Frame] = {}
        self.pressed = 0
        self.frames = 0
        self._contest = contest

    async def press(self, token: str) -> None:
        self.pressed += 1
        await self.tab.touch(token, f"p{self.pressed}")

    def letters(self) -> Sequence[str]:
        return [str(message.get("headline")) for message in self.shown.values()]

    async def read(self) -> None:
        """Hear all that the page is told, and tell the contest what is for them alone."""
        async for said in self.tab.socket:
            self.frames += 1
            if not said.data.startswith('{"kind":"item"'):
                self._hear(json.loads(said.data))

    def _hear(self, frame: Frame) -> None:
        kind = frame["kind"]
        if kind == "cards":
            for card in frame["cards"]:
                self._show(card)
        elif kind == "card":
            self._show(frame)
        elif kind == "forget":
            self.shown.pop(frame["table"], None)
        elif kind == "answer" and "message" in frame:
            self._contest.shown(self.id, tokens(frame["message"]), answer=True)

    def _show(self, card: Frame) -> None:
        self.shown[card["table"]] = card["message"]
        self._contest.shown(self.id, tokens(card["message"]))


def tokens(message: Frame) -> list[str]:
    """What the buttons of a message carry."""
    return [button["token"] for row in message.get("rows", ()) for button in row]


async def register(lobby: str, player: Player) -> None:
    """Press Register in the lobby."""
    await player.press(lobby)


async def tournament(folder: Path, field: Field) -> Outcome:
    """Play it to the end; raises AssertionError where somebody was not told what they had to be."""

    def make(dealer: Dealer, memory: Memory) -> Web:
        return Web(dealer, memory, port=0, now=seconds)

    async def ready() -> None:
        return None

    async with (
        behind(make, folder, LoopClock(), ready, {}) as house,
        AsyncExitStack() as stack,
    ):
        web = house.chats["web"]
        assert isinstance(web, Web)
        contest = Contest(house, field.bold)
        visitors = [await visitor(stack, web, contest) for _ in range(field.players)]
        contest.players = {one.id: one for one in visitors}
        first = visitors[0].tab
        typed = " ".join(f"{name}:{word}" for name, word in field.typed.items())
        with held():
            answer = await first.ask("say", "announce", text=f"/tournament {typed}")
            assert "error" not in answer, answer
            [lobby] = [
                token for frame in [await first.until("item", fits=has_register)]
                for token in tokens(frame["item"]["message"]) if token.startswith("register|")
            ]  # fmt: skip
        readers = [asyncio.create_task(one.read()) for one in visitors]
        await contest.play(partial(register, lobby))
        for one in readers:
            one.cancel()
        await asyncio.gather(*readers, return_exceptions=True)
        frames = sum(one.frames for one in visitors)
        return contest.outcome({"frames to all tabs": f"{frames:,}"})


def has_register(frame: Frame) -> bool:
    return any(one.startswith("register|") for one in tokens(frame["item"]["message"]))


async def visitor(stack: AsyncExitStack, web: Web, contest: Contest) -> Visitor:
    """Somebody who has the page open, at the channel of the tournament."""
    guest = await stack.enter_async_context(Guest(web))
    with held():
        return Visitor(await guest.sit("tournaments"), contest)
