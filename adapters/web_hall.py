"""What is said at the open tabs: frames in, talk and the dealer's answers out."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

from adapters.web_guests import Guests
from adapters.web_names import LOBBY, TALK_MOST, clean_talk, command
from adapters.web_rooms import PREFIX, Room
from adapters.web_tab import Bucket, Tab, Visitor, encode
from adapters.web_wire import (
    BadFrame,
    Frame,
    Heard,
    Named,
    Ping,
    Pressed,
    Said,
    Tongue,
    answer,
    hear,
    person_frame,
    private_frame,
    usage_frame,
)
from bot.chat import Dealer, Line, Place, Press, Reply

COMMUNITY = "web:home"
FRAMES_AT_ONCE, FRAMES_A_SECOND = 60, 15
ASKED_MOST = 16
"""Presses and lines of one tab that may wait for the dealer at a time."""
GREETING = 2.0
"""Seconds that who comes in waits at most for the house to lay a table."""

log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Seat:
    """One tab of one person in one channel; `host` says that they may manage."""

    visitor: Visitor
    room: Room
    tab: Tab
    host: bool

    @property
    def place(self) -> Place:
        return Place(f"{PREFIX}{self.room.name}", COMMUNITY, f"#{self.room.name}")

    def own(self, id_: str) -> str:
        """An id of the page as the dealer sees it: nobody can repeat another person's press."""
        return f"{self.visitor.person.id}:{id_}"

    def me(self) -> Frame:
        return person_frame(self.visitor.person, chosen=self.visitor.chosen)

    def refuse(self, error: str, id_: str | None) -> None:
        self.tab.send(
            encode(answer(id_, error=error) if id_ else {"kind": "error", "error": error})
        )


class Hall:
    """Everyone who sits at the page now, and what the dealer still owes them an answer to."""

    def __init__(self, dealer: Dealer, guests: Guests, now: Callable[[], float]) -> None:
        self._dealer = dealer
        self._guests = guests
        self._now = now
        self._seats: set[Seat] = set()
        self._owed: set[asyncio.Task[None]] = set()

    async def host(self, seat: Seat, ws: web.WebSocketResponse) -> None:
        """Serve a tab until its socket closes."""
        if seat.room.name == LOBBY:
            await self._greet(seat)
        self._seats.add(seat)
        seat.visitor.tabs.add(seat.tab)
        seat.room.tabs.add(seat.tab)
        try:
            self._show_state(seat)
            await self._listen(seat, ws)
        finally:
            self._seats.discard(seat)
            seat.visitor.tabs.discard(seat.tab)
            seat.room.tabs.discard(seat.tab)

    async def settle(self, patience: float) -> None:
        """Let the dealer finish what it was asked, for at most so many seconds."""
        if self._owed:
            _, late = await asyncio.wait(self._owed, timeout=patience)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _listen(self, seat: Seat, ws: web.WebSocketResponse) -> None:
        bucket = Bucket(FRAMES_AT_ONCE, FRAMES_A_SECOND, self._now)
        async for frame in ws:
            await self._hear(seat, bucket, frame.data if frame.type is WSMsgType.TEXT else "")

    async def _hear(self, seat: Seat, bucket: Bucket, text: str) -> None:
        id_: str | None = None
        try:
            heard = hear(text)
            id_ = getattr(heard, "id", None)
            if not bucket.take():
                raise BadFrame("too-fast")
            await self._do(seat, heard)
        except BadFrame as bad:
            seat.refuse(bad.error, bad.id or id_)
        except Exception as error:
            _note("a frame", error)
            seat.refuse("broken", id_)

    async def _do(self, seat: Seat, heard: Heard) -> None:
        match heard:
            case Pressed():
                self._pressed(seat, heard)
            case Said():
                await self._said(seat, heard)
            case Named(name):
                await self._named(seat, name)
            case Tongue(language):
                await self._guests.speak(seat.visitor, language)
                for other in [s for s in self._seats if s.visitor is seat.visitor]:
                    self._show_state(other)
            case Ping():
                seat.tab.send(encode({"kind": "pong", "now": self._millis()}))

    def _pressed(self, seat: Seat, pressed: Pressed) -> None:
        person = seat.visitor.person
        key, values = seat.own(pressed.id), pressed.values
        press = Press(key, person, seat.place, pressed.token, values, seat.host)
        self._ask(seat, pressed.id, self._dealer.press(press))

    async def _said(self, seat: Seat, said: Said) -> None:
        if len(said.text) > TALK_MOST:
            raise BadFrame("too-long")
        text = clean_talk(said.text)
        if not text:
            raise BadFrame("nothing")
        person = seat.visitor.person
        called = command(text)
        if called is not None:
            name, words = called
            line = Line(seat.own(said.id), person, seat.place, name, words, seat.host)
            self._ask(seat, said.id, self._dealer.line(line))
        elif not seat.visitor.talk.take():
            raise BadFrame("too-fast")
        else:
            await seat.room.talk(person, said.id, text)
            seat.tab.send(encode(answer(said.id)))

    async def _named(self, seat: Seat, name: str | None) -> None:
        if not await self._guests.rename(seat.visitor, name):
            raise BadFrame("bad-name")
        # The dealer learns the new name at once: others may want to give or speak to it.
        self._later(seat.tab.refresh(lambda: self._cards(seat)))
        seat.visitor.send(encode({"kind": "me", "me": seat.me()}))

    def _ask(self, seat: Seat, id_: str, call: Coroutine[Any, Any, Reply | None]) -> None:
        """Let the dealer answer while the socket goes on listening."""
        if seat.tab.asked >= ASKED_MOST:
            call.close()
            raise BadFrame("busy")
        seat.tab.asked += 1
        self._later(self._answer(seat, id_, call))

    async def _answer(self, seat: Seat, id_: str, call: Awaitable[Reply | None]) -> None:
        try:
            frame = answer(id_, await call)
        except Exception as error:
            _note("an answer", error)
            frame = answer(id_, error="broken")
        finally:
            seat.tab.asked -= 1
        seat.tab.send(encode(frame))

    def _show_state(self, seat: Seat) -> None:
        """All that is public at once; the private messages as soon as the dealer has them."""
        state = {
            "kind": "state",
            "now": self._millis(),
            "me": seat.me(),
            "host": seat.host,
            "most": TALK_MOST,
            "channel": seat.room.name,
            "items": seat.room.items(),
            "usages": self._usages(seat.visitor.person.language),
        }
        seat.tab.send(encode(state))
        self._later(seat.tab.refresh(lambda: self._cards(seat)))

    async def _greet(self, seat: Seat) -> None:
        """Somebody comes in by the first channel: the house may have a table ready for them.

        Better to find it there than to see an empty room first, but nobody waits for long.
        """

        async def greet() -> None:
            try:
                await self._dealer.greet(seat.visitor.person, seat.place)
            except Exception as error:
                _note("a greeting", error)

        await asyncio.wait([self._later(greet())], timeout=GREETING)

    async def _cards(self, seat: Seat) -> Frame:
        try:
            cards = await self._dealer.cards(seat.visitor.person, seat.place)
            shown = [{"table": table, "message": private_frame(said)} for table, said in cards]
        except Exception as error:
            _note("the private messages", error)
            return {"kind": "error", "error": "broken"}
        return {"kind": "cards", "cards": shown}

    def _usages(self, language: str) -> list[Frame]:
        try:
            return [usage_frame(usage) for usage in self._dealer.usages(language)]
        except Exception as error:
            _note("the commands", error)
            return []

    def _later(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._owed.add(task)
        task.add_done_callback(self._owed.discard)
        return task

    def _millis(self) -> int:
        return int(self._now() * 1000)


def _note(what: str, error: Exception) -> None:
    """Log where it failed, and nothing that was said: an error's own words may hold cards."""
    steps = traceback.extract_tb(error.__traceback__)[-4:]
    trail = " > ".join(f"{Path(step.filename).name}:{step.lineno}" for step in steps)
    log.error("Failed at %s: %s at %s", what, type(error).__name__, trail)
