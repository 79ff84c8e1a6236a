"""Every kind of message the dealer makes, as the real dealer makes them, in one language.

Who sits there has the names that people do have, and those that break what is careless.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from bot.chat import Form, Line, Message, Overview, Reply
from bot.tokens import write
from tests.bot.tournament.arena import Arena
from tests.house import HOME, House, open_house, person

NAMES = (
    "Ann", "<!channel>", "@everyone", "*Bold* _it_ `code` ~no~", "花子", "-1. # dash",
    "x" * 40, "[link](//evil.example) & <b>", "日本語のとても長い名前です" * 3, "محمد",
)  # fmt: skip
TWENTY = (*NAMES, *(f"Player {n}" for n in range(11, 21)))
HELP = (
    "",
    "play",
    "rules",
    "hands",
    "mistakes",
    "positions",
    "commands",
    "hosting",
    "quiz",
    "open",
    "table",
)


class Scene(NamedTuple):
    """A message and what it is called; `public` ones stand in the channel."""

    name: str
    message: Message
    public: bool = False


class Play(NamedTuple):
    """Everything that was seen and opened."""

    scenes: list[Scene]
    forms: list[tuple[str, Form]]
    overviews: list[tuple[str, Overview]]

    def keep(self, name: str, reply: Reply | None) -> None:
        if reply and reply.form:
            self.forms.append((name, reply.form))
        elif reply and reply.message:
            self.scenes.append(Scene(name, reply.message))

    def look(self, name: str, house: House, *people: str) -> None:
        """What the channel and these people see at the only table."""
        public = [message for _, message in house.chat.public.values() if message.table]
        self.scenes.append(Scene(f"{name}, the channel", public[-1], public=True))
        self.scenes.extend(Scene(f"{name}, {who}", house.seen(who)) for who in people)

    async def press(self, name: str, house: House, who: str, verb: str, **values: str) -> None:
        """Press the first button of this verb on somebody's private message."""
        rows = house.seen(who).rows
        token = next(b.token for row in rows for b in row if b.token.startswith(f"{verb}|"))
        self.keep(name, await house.press(who, token, **values))


async def every_scene(language: str) -> Play:
    """All of them; who plays reads `language`, and so do their tables."""
    play = Play([], [], [])
    await _ring(play, language)
    for game in ("ultimate", "caribbean", "paigow"):
        await _bank(play, language, game)
    await _tournament(play, language)
    return play


async def _ring(play: Play, language: str) -> None:
    *people, guest = (f"{name}:{language}" for name in NAMES)
    async with open_house("sqlite://", PICTURES="on") as house:
        await house.say(people[0], "/open 10/20 seats:10 pace:relaxed name:<b>*1*")
        play.look("nobody sits yet", house)
        for who in people:
            await house.say(who, "/sit")
        play.look("before the cards", house, people[0])
        await house.wait(10)
        play.look("before the flop", house, *people)
        for name in ("raise", "allin"):
            await _in_turn(play, house, people, name)
        play.keep("the form to buy in", await _public(house, guest, "form"))
        play.keep("my cards", await _public(house, people[0], "cards"))
        play.keep("a guest", await _public(house, guest, "cards"))
        await _answers(play, house, people[0])
        for _ in range(60):
            if not house.table.state.playing:
                break
            await _call(house, people)
        play.look("how it ended", house, *people)
        await play.press("the last hand", house, people[0], "past")
        past = write("past", house.table.state.id)
        play.keep("the last hand, a guest", await house.press(guest, past))
        await _typed(play, house, people[0], "/results", "/results hand:7", "/record")
        seen = await house.room.overview(person(people[0]), HOME.community)
        play.overviews.append(("the overview", seen))
        await house.say(people[0], "/close now", host=True)
        play.look("closed", house)


async def _in_turn(play: Play, house: House, people: list[str], name: str) -> None:
    who = _acting(house, people)
    verb = "form" if name == "raise" else "ask"
    await play.press(name, house, who, verb)


def _acting(house: House, people: list[str]) -> str:
    return next(who for who in people if house.seen(who).tone == "turn")


async def _call(house: House, people: list[str]) -> None:
    who = _acting(house, people)
    rows = house.seen(who).rows
    tokens = [b.token for row in rows for b in row if b.token.startswith("act|")]
    token = next(t for t in tokens if t.rpartition("|")[2] in ("call", "check"))
    await house.press(who, token)


async def _public(house: House, who: str, verb: str) -> Reply | None:
    [message] = [message for _, message in house.chat.public.values() if message.table]
    token = next(b.token for row in message.rows for b in row if b.token.startswith(f"{verb}|"))
    return await house.press(who, token)


async def _answers(play: Play, house: House, who: str) -> None:
    """Answers to what may be typed: help, lists, refusals."""
    typed = [f"/help {page}".strip() for page in HELP]
    typed += ["/settings", "/tables", "/wallet", "/top", "/computer add", "/opne 1/2", "/sit lots"]
    await _typed(play, house, who, *typed)


async def _typed(play: Play, house: House, who: str, *typed: str) -> None:
    for line in typed:
        name, _, words = line.removeprefix("/").partition(" ")
        typed_line = Line(f"line {line}", person(who), HOME, name, words)
        play.keep(line, await house.room.line(typed_line))


async def _bank(play: Play, language: str, game: str) -> None:
    people = [f"{name}:{language}" for name in TWENTY]
    async with open_house("sqlite://", PICTURES="on") as house:
        await house.say(people[0], f"/open {game} bets:10-500")
        for who in people:
            await house.say(who, "/bet 10")
        play.look(f"{game}: bets", house, people[0])
        for who in people:
            await house.say(who, "/deal")
        await house.wait(0)
        play.look(f"{game}: choices", house, *people[:3])
        select = house.seen(people[0]).select
        if select:
            chosen = select.choices[-1].value
            play.keep("a low hand", await house.press(people[0], select.token, choice=chosen))
        else:
            await play.press(f"{game}: a hint", house, people[0], "hint")
        for _ in range(8):
            await house.wait(120)
        play.look(f"{game}: results", house, *people[:3])
        for verb in ("result", "pays", "last"):
            play.keep(f"{game}: {verb}", await _public(house, people[0], verb))


async def _tournament(play: Play, language: str) -> None:
    """A field of 19 at seven tables in one channel, from the announcement to its end."""
    # No platform has such a sign in its ids, which are made of the names here.
    people = [f"{name}:{language}" for name in TWENTY if "@" not in name]
    terms = "deep 19 100 fee:10 bounty:50 progressive:on again:1 seats:3 by:hands name:<b>*1*"
    async with open_house("sqlite://", START_CHIPS="100000") as house:
        await house.say(people[0], f"/tournament {terms}")
        _lobby(play, "a tournament is announced", house)
        for who in people:
            await house.say(who, "/register")
        _lobby(play, "it is full", house, *people[:3])
        await house.wait(15)
        _lobby(play, "it has begun", house, *people)
        _tables(play, "its tables", house)
        play.keep("my seat", await _lobby_press(house, people[1], "mine"))
        await house.say(people[0], "/director pause")
        _lobby(play, "it is paused", house)
        await house.say(people[0], "/director resume")
        arena = Arena(house.db, house.clock, house.parts)
        arena.lobby_id = _lobby_of(house)
        rng, step = random.Random(7), 0
        while arena.state.phase == "running":
            step += 1
            if step in (40, 120, 240):
                _lobby(play, f"after {step} steps", house, *people)
                _tables(play, f"tables after {step} steps", house)
            await arena.step(rng)
            if len(arena.state.playing()) == 3 and not arena.state.chopped:
                await house.say(_called(people, arena), "/chop chips")
            if (chop := arena.state.chop) and chop.shares and not chop.accepted:
                _lobby(play, "a deal is proposed", house, *people)
                await house.say(_called(people, arena), "/chop chips")
                await house.press(_called(people, arena), write("decline", arena.lobby_id))
        await house.settle()
        _lobby(play, "how it ended", house)
        play.keep("my result", await _lobby_press(house, people[2], "mine"))


def _called(people: list[str], arena: Arena) -> str:
    """Somebody who is still in it."""
    inside = {one.person for one in arena.state.playing()}
    return next(who for who in people if person(who).id in inside)


def _lobby_of(house: House) -> str:
    return next(key for key, table in house.manager.tables.items() if table.kind.lobby)


def _lobby(play: Play, name: str, house: House, *people: str) -> None:
    """What the channel and these people see of the tournament itself."""
    lobby = _lobby_of(house)
    [shown] = [message for _, message in house.chat.public.values() if message.table == lobby]
    play.scenes.append(Scene(f"{name}, the channel", shown, public=True))
    for who in people:
        if own := house.chat.private.get((person(who).id, lobby)):
            play.scenes.append(Scene(f"{name}, {who}", own))


def _tables(play: Play, name: str, house: House) -> None:
    """What everybody sees at the tables, and what each player does."""
    lobby = _lobby_of(house)
    shown = [
        message for _, message in house.chat.public.values() if message.table not in ("", lobby)
    ]
    play.scenes.extend(Scene(f"{name}: {one.title}", one, public=True) for one in shown)
    private = [one for (_, table), one in house.chat.private.items() if table != lobby]
    play.scenes.extend(Scene(f"{name}: {one.title}, a player", one) for one in private)
    said = [message for _, message in house.chat.public.values() if not message.table]
    play.scenes.extend(Scene(f"{name}: said", one, public=True) for one in said)


async def _lobby_press(house: House, who: str, verb: str) -> Reply | None:
    return await house.press(who, write(verb, _lobby_of(house)))
