"""A toy card room for the page's tests: a Memory of dicts, and a Dealer of one hand."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Protocol

from bot.chat import (
    Blank,
    Button,
    Cards,
    Choice,
    Form,
    Line,
    Message,
    Overview,
    Parameter,
    Person,
    Picture,
    Place,
    Press,
    Reply,
    Select,
    Usage,
)

TABLE = "t1"
HIDDEN = "Q♠ 7♣"
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360f8cf500f0003860180e0a0b4b20000000049454e44ae426082"
)


class Shelves:
    """Memory that lasts as long as the test."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, str]] = {}

    async def put(self, shelf: str, key: str, value: str) -> None:
        self.kept.setdefault(shelf, {})[key] = value

    async def get(self, shelf: str, key: str) -> str | None:
        return self.kept.get(shelf, {}).get(key)

    async def drop(self, shelf: str, key: str) -> None:
        self.kept.get(shelf, {}).pop(key, None)

    async def newest(self, shelf: str, prefix: str, most: int) -> list[tuple[str, str]]:
        found = sorted(i for i in self.kept.get(shelf, {}).items() if i[0].startswith(prefix))
        return found[-most:]


class Room(Protocol):
    """The part of Chat that the toy speaks."""

    async def post(self, place: str, message: Message) -> str: ...
    async def edit(self, place: str, handle: str, message: Message) -> None: ...
    async def whisper(self, person: str, table: str, message: Message) -> None: ...
    async def forget(self, person: str, table: str) -> None: ...


class ToyDealer:
    """Deals two cards to whoever presses "sit"; keeps what it was asked, in order."""

    def __init__(self, now_ms: int = 0) -> None:
        self.chat: Room
        self.presses: list[Press] = []
        self.lines: list[Line] = []
        self.greeted: list[tuple[str, str]] = []
        self.hands: dict[str, str] = {}
        self.deck = ["A♠ K♦", "9♥ 9♣", "J♦ T♦"]
        self.acts: list[str] = []
        self.handle = ""
        self.asked = asyncio.Event()
        self.release = asyncio.Event()
        self.ends = now_ms

    async def press(self, press: Press) -> Reply | None:
        self.presses.append(press)
        match press.token:
            case "sit":
                await self._sit(press.person, press.place)
            case "raise":
                return Reply(form=_raise_form(press.person.language))
            case "raise-to":
                return await self._raise(press.person, press.place, press.values)
            case "mine":
                return Reply(Message(title="My cards", text=self.hands.get(press.person.id, "-")))
            case "sure":
                return Reply(Message(text="Fold?", rows=((Button("Fold", "fold", "danger"),),)))
            case "fold":
                await self._act(f"{press.person.name} folds", press.place)
            case "slow":
                self.asked.set()
                await self.release.wait()
                self.acts.append("slow")
                return Reply(Message(text="At last."))
            case "picture":
                return Reply(Message(picture=Picture(PNG, "my cards")))
            case "fail":
                raise RuntimeError(HIDDEN)
            case token:
                return Reply(Message(text=f"{token} {dict(press.values)}"))
        return None

    async def line(self, line: Line) -> Reply | None:
        self.lines.append(line)
        match line.name:
            case "deal":
                self.handle = await self.chat.post(line.place.id, self.table())
            case "slow":
                self.asked.set()
                await self.release.wait()
            case "picture":
                await self.chat.post(line.place.id, Message(picture=Picture(PNG, "a table")))
            case "fail":
                raise RuntimeError(HIDDEN)
            case _:
                return Reply(Message(text=f"/{line.name} {line.words}"))
        return None

    async def cards(self, person: Person, place: Place) -> tuple[tuple[str, Message], ...]:
        held = self.hands.get(person.id)
        return ((TABLE, self.private(person, held)),) if held else ()

    async def overview(self, person: Person, community: str) -> Overview:
        return Overview((), Message(title="Chips", text="1,000"))

    async def greet(self, person: Person, place: Place) -> None:
        self.greeted.append((person.id, place.id))

    def opens(self, token: str) -> bool:
        return False

    async def suggest(self, line: Line, word: str) -> tuple[str, ...]:
        return ()

    async def lost(self, place: str, handle: str) -> None:
        """Nobody else takes messages away here; so below for places and communities."""

    async def gone(self, where: str) -> None:
        return

    async def shut(self, place: str) -> None:
        return

    async def departed(self, person: str, community: str) -> None:
        return

    def usages(self, language: str) -> tuple[Usage, ...]:
        say = WORDS[language]
        amount = Parameter("amount", "amount", say["amount"])
        pace = Parameter("pace", "choice", say["pace"], choices=("fast", "normal", "relaxed"))
        return (
            Usage("deal", say["deal"], "/deal", (pace,)),
            Usage("sit", say["sit"], "/sit 500", (amount,)),
            Usage("stand", say["stand"], "/stand"),
            Usage("grant", say["grant"], "/grant Ann 500", (amount,), host=True),
        )

    def table(self, language: str = "en") -> Message:
        say = WORDS[language]
        return Message(
            title=say["table"],
            table=TABLE,
            text=f"{say['board']}: 2♥ 7♠ J♦",
            fields=(
                (say["pot"], "120"),
                *((f"Seat {i + 1}", "980") for i in range(len(self.hands))),
            ),
            log=tuple(self.acts[-4:]),
            rows=((Button(say["sit"], "sit", "go"), Button(say["mine"], "mine")),),
            language=language,
        )

    def private(self, person: Person, held: str) -> Message:
        say = WORDS[person.language]
        return Message(
            title=say["table"],
            table=TABLE,
            headline=say["turn"],
            tone="turn",
            cards=(Cards(say["mine"], tuple(held.split()), slots=2, own=True),),
            text=f"{held}\n{say['board']}: 2♥ 7♠ J♦",
            fields=((say["pot"], "120"), (say["stack"], "980"), (say["call"], "40")),
            log=tuple(self.acts[-4:]),
            rows=(
                (
                    Button(say["fold"], "sure", "danger"),
                    Button(f"{say['call']} 40", "call", "go"),
                    Button(f"{say['raise']}…", "raise"),
                ),
                (
                    Button("½", "half"),
                    Button("⅔", "most"),
                    Button(say["off"], "off", disabled=True),
                ),
            ),
            select=Select(say["pace"], "pick", (Choice("A", "a"), Choice("B", "b", chosen=True))),
            clock=self.ends or None,
            call=person.id,
            language=person.language,
        )

    async def _sit(self, person: Person, place: Place) -> None:
        if person.id not in self.hands:
            self.hands[person.id] = self.deck.pop(0)
        await self.chat.whisper(person.id, TABLE, self.private(person, self.hands[person.id]))
        await self._act(f"{person.name} sits down", place)

    async def _raise(self, person: Person, place: Place, values: Mapping[str, str]) -> Reply | None:
        amount = values.get("amount", "")
        if not amount.isdecimal():
            return Reply(Message(text=f"{amount!r} is no amount."))
        await self._act(f"{person.name} raises to {amount}", place)
        return Reply(Message(text=f"Raised to {amount}."))

    async def _act(self, what: str, place: Place) -> None:
        self.acts.append(what)
        if self.handle:
            await self.chat.edit(place.id, self.handle, self.table())


def _raise_form(language: str) -> Form:
    say = WORDS[language]
    blank = Blank("amount", say["amount"], "80", "80 – 980")
    return Form(say["raise"], "raise-to", (blank,), say["raise"])


WORDS = {
    "en": {
        "table": "Table 1 · hand 12",
        "board": "Board",
        "pot": "Pot",
        "turn": "Your turn",
        "stack": "Stack",
        "sit": "Take a seat",
        "mine": "My cards",
        "fold": "Fold",
        "call": "Call",
        "raise": "Raise",
        "off": "All-in",
        "amount": "The total for this street",
        "pace": "Pace",
        "deal": "Open a table",
        "stand": "Get up after this hand",
        "grant": "Give chips to somebody",
    },
    "ja": {
        "table": "テーブル1 · 第12ハンド",
        "board": "ボード",
        "pot": "ポット",
        "turn": "あなたの番",
        "stack": "スタック",
        "sit": "席に着く",
        "mine": "自分のカード",
        "fold": "フォールド",
        "call": "コール",
        "raise": "レイズ",
        "off": "オールイン",
        "amount": "このラウンドでの合計額",
        "pace": "ペース",
        "deal": "テーブルを開く",
        "stand": "このハンドのあとで席を立つ",
        "grant": "だれかにチップを渡す",
    },
}
