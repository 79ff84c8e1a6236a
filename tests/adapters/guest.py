"""A browser without a screen: cookies, pages and sockets against a running page."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, Protocol, Self

import aiohttp
from yarl import URL

from adapters.web import Web
from tests.adapters.toy import Shelves, ToyDealer

Frame = dict[str, Any]


class Clock:
    """The time of the test, in seconds since 1970; it moves when told to."""

    def __init__(self) -> None:
        self.time = 1_700_000_000.0

    def __call__(self) -> float:
        return self.time


class House:
    """A toy dealer behind a running page."""

    def __init__(self, dealer: ToyDealer, memory: Shelves, web: Web, clock: Clock) -> None:
        self.dealer = dealer
        self.memory = memory
        self.web = web
        self.clock = clock

    @property
    def url(self) -> str:
        """By loopback, wherever the page is bound."""
        return f"http://127.0.0.1:{self.web.port}"

    async def restart(self) -> None:
        """Open the page again at the same port, after it was stopped."""
        self.web = Web(self.dealer, self.memory, port=self.web.port, now=self.clock)
        self.dealer.chat = self.web
        await self.web.start()


@asynccontextmanager
async def open_house(
    memory: Shelves | None = None, dealer: ToyDealer | None = None, **settings: Any
) -> AsyncIterator[House]:
    """A page on a free port, closed at the end."""
    dealer, memory, clock = dealer or ToyDealer(), memory or Shelves(), Clock()
    web = Web(dealer, memory, **{"port": 0, "now": clock, **settings})
    dealer.chat = web
    await web.start()
    house = House(dealer, memory, web, clock)
    try:
        yield house
    finally:
        await house.web.stop()


class Reachable(Protocol):
    """A running page."""

    @property
    def url(self) -> str: ...


class Guest:
    """One browser: `raw` is all that it was sent, in any of its tabs, as readable JSON."""

    def __init__(self, house: Reachable, language: str = "en") -> None:
        self.house = house
        self.raw: list[str] = []
        self.session = aiohttp.ClientSession(
            cookie_jar=aiohttp.CookieJar(unsafe=True), headers={"Accept-Language": language}
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await self.session.close()

    @property
    def cookies(self) -> dict[str, str]:
        return {cookie.key: cookie.value for cookie in self.session.cookie_jar}

    def bring(self, cookies: dict[str, str]) -> None:
        """Have these cookies from an earlier visit, or from somebody else."""
        self.session.cookie_jar.update_cookies(cookies, URL(self.house.url))

    async def get(self, path: str, **more: Any) -> tuple[int, str]:
        async with self.session.get(f"{self.house.url}{path}", **more) as response:
            return response.status, await response.text(errors="replace")

    async def sit(self, channel: str = "lobby", *, visit: bool = True) -> Tab:
        """Open the page in a tab and wait for its state."""
        if visit:
            await self.get(f"/c/{channel}")
        socket = await self.session.ws_connect(
            f"{self.house.url}/socket",
            params={"v": "1", "channel": channel},
            headers={"Origin": self.house.url},
        )
        tab = Tab(socket, self.raw)
        tab.state = await tab.until("state")
        tab.cards = await tab.until("cards", "error")
        return tab


class Tab:
    """One open socket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, raw: list[str]) -> None:
        self.socket = socket
        self.state: Frame = {}
        self.cards: Frame = {}
        self._raw = raw

    @property
    def me(self) -> Frame:
        me: Frame = self.state["me"]
        return me

    async def hear(self) -> Frame:
        text = await self.socket.receive_str(timeout=15)
        frame: Frame = json.loads(text)
        self._raw.append(json.dumps(frame, ensure_ascii=False))
        return frame

    async def until(self, *kinds: str, fits: Callable[[Frame], bool] = lambda _: True) -> Frame:
        """The next frame of one of these kinds; those before it are passed over."""
        while True:
            frame = await self.hear()
            if frame["kind"] in kinds and fits(frame):
                return frame

    async def tell(self, kind: str, **more: Any) -> None:
        await self.socket.send_json({"kind": kind, **more})

    async def ask(self, kind: str, id_: str = "i1", **more: Any) -> Frame:
        """Send something that is answered, and give the answer."""
        await self.tell(kind, id=id_, **more)
        return await self.until("answer", fits=lambda frame: frame["id"] == id_)

    async def press(self, token: str, id_: str = "i1", **more: Any) -> Frame:
        """Press a button and give the answer."""
        return await self.ask("press", id_, token=token, **more)

    async def touch(self, token: str, id_: str) -> None:
        """Press a button without waiting for the answer."""
        await self.tell("press", id=id_, token=token)

    async def quiet(self) -> list[Frame]:
        """All that had been sent by now."""
        await self.tell("ping")
        heard = []
        while (frame := await self.hear())["kind"] != "pong":
            heard.append(frame)
        return heard

    async def close(self) -> None:
        await self.socket.close()
