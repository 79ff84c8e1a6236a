"""The slash commands: one list feeds help, completion and every adapter."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import sha256

from bot import computers, counter, quiz, steward, tableside
from bot import help as pages
from bot.chat import Line, Message, Parameter, Reply, Usage
from bot.desk import Desk
from bot.kind import Standing
from bot.meaning import CHOICES, OPEN, Word, named_game
from bot.order import zones
from bot.state import State
from bot.tableside import Run, Values
from bot.text import Words
from bot.tournament import lines as tournaments
from bot.tournament import season, structures
from bot.typed import read, read_named
from games.play import Refused

MOST_TYPED = 2000


@dataclass(frozen=True, slots=True)
class Slash:
    """A command: how it is carried out and the words it takes, in order."""

    run: Run
    words: tuple[Word, ...] = ()
    host: bool = False
    manager: bool = False


async def _help(desk: Desk, line: Line, values: Values) -> Reply | None:
    w = await desk.people.words(line.person.id)
    wanted = str(values.get("command", "")).lstrip("/").lower()
    if wanted in COMMANDS:
        return Reply(_help_on(wanted, w))
    if wanted and wanted not in pages.PAGES:
        raise unknown(wanted, w)
    return await help_page(desk, line.person.id, _near(desk, line), wanted)


def _page(name: str) -> Run:
    async def run(desk: Desk, line: Line, values: Values) -> Reply | None:
        return await help_page(desk, line.person.id, _near(desk, line), name)

    return run


async def _quiz(desk: Desk, line: Line, values: Values) -> Reply | None:
    return await quiz_reply(desk, line.person.id, _near(desk, line), "", line.id)


def _near(desk: Desk, line: Line) -> str:
    """The id of the table that who asks may mean: theirs, or the only one here; else ""."""
    try:
        found: Standing = desk.manager.find(line.place.id, line.person.id).state
    except Refused:
        return ""
    return found.id


async def help_page(desk: Desk, person: str, table: str, name: str) -> Reply:
    """A page of help in the person's language; without such a page the index.

    The pages know hold'em: a table of another kind, like one that is gone, adds nothing to them.
    """
    w = await desk.people.words(person)
    found = desk.manager.tables.get(table)
    state = found.state if found and isinstance(found.state, State) else None
    return Reply(pages.page(w, name, state, person, usages(w)))


async def quiz_reply(desk: Desk, person: str, table: str, word: str, press: str) -> Reply:
    """The quiz as far as `word` says; a new one is dealt by the id of the press."""
    w = await desk.people.words(person)
    known = table if table in desk.manager.tables else ""
    fresh = sha256(press.encode()).hexdigest()[:8]
    # Looking for a rare deal may take a tenth of a second: the tables do not wait for it.
    return Reply(await asyncio.to_thread(quiz.reply, w, known, word, fresh))


def _help_on(name: str, w: Words) -> Message:
    lines = [w(f"command.{name}.about")]
    for word in COMMANDS[name].words:
        about = w(f"command.{name}.parameter.{word.name}")
        key = "reply.help_needed" if word.needed else "reply.help_optional"
        lines.append(w(key, name=word.name, about=about))
    lines.append(w("reply.help_example", example=w(f"command.{name}.example")))
    return Message(title=f"/{name}", text="\n".join(lines), language=w.language)


def unknown(typed: str, w: Words) -> Refused:
    """The refusal of a command that does not exist: the nearest one and its example."""
    names = {w(f"slash.{name}"): name for name in COMMANDS} | {name: name for name in COMMANDS}
    near = get_close_matches(typed, names, n=1, cutoff=0.5)
    if not near:
        return Refused("unknown_command_far", typed=f"/{typed[:32]}")
    nearest = names[near[0]]
    example = w(f"command.{nearest}.example")
    return Refused("unknown_command", typed=f"/{typed[:32]}", nearest=nearest, example=example)


_TABLE = Word("table", "table")
COMMANDS: Mapping[str, Slash] = {
    "open": Slash(
        tableside.open_,
        (
            Word("game", "game"),
            Word("blinds", "blinds"),
            Word("seats", "number"),
            Word("pace", "pace"),
            Word("buyin", "range"),
            Word("ante", "ante"),
            Word("friendly", "switch"),
            Word("tab", "switch"),
            Word("name", "title"),
            Word("bets", "range", named=True),
            Word("side", "amount", named=True),
            Word("seating", "seating"),
            Word("window", "number", named=True),
            Word("street", "number", named=True),
            Word("hint", "switch", named=True),
            Word("thread", "switch", named=True),
        ),
    ),
    "sit": Slash(tableside.sit, (Word("buyin", "amount"), Word("seat", "number"), _TABLE)),
    "fold": Slash(tableside.act("fold"), (Word("hand", "number"), _TABLE)),
    "check": Slash(tableside.act("check"), (_TABLE,)),
    "call": Slash(tableside.act("call"), (_TABLE,)),
    "bet": Slash(
        tableside.act("bet", "amount"),
        (Word("amount", "amount", True), Word("spot", "spot"), _TABLE),
    ),
    "raise": Slash(
        tableside.act("raise", "amount"),
        (Word("amount", "amount", True), _TABLE),
    ),
    "allin": Slash(tableside.act("allin"), (_TABLE,)),
    "cards": Slash(tableside.cards, (_TABLE,)),
    "show": Slash(tableside.at_table("show", word="which"), (Word("which", "which", True), _TABLE)),
    "topup": Slash(
        tableside.at_table("topup", amount="amount"), (Word("amount", "amount"), _TABLE)
    ),
    "rebuy": Slash(
        tournaments.more_chips("rebuy", tableside.at_table("topup", amount="amount")),
        (Word("amount", "amount"), _TABLE, Word("name", "title")),
    ),
    "addon": Slash(tournaments.more_chips("addon"), (Word("name", "title"),)),
    "away": Slash(tableside.at_table("away"), (_TABLE,)),
    "back": Slash(tableside.back, (Word("how", "post"), _TABLE)),
    "leave": Slash(tableside.at_table("leave"), (_TABLE,)),
    "wait": Slash(tableside.wait, (Word("how", "join"), _TABLE)),
    "deal": Slash(tableside.at_house_table("deal"), (_TABLE,)),
    "playbet": Slash(
        tableside.at_house_table("act", says="play", word="how"), (Word("how", "number"), _TABLE)
    ),
    "set": Slash(
        tableside.at_house_table("act", says="set", word="low"), (Word("low", needed=True), _TABLE)
    ),
    "houseway": Slash(tableside.at_house_table("act", says="house"), (_TABLE,)),
    "repeat": Slash(tableside.at_house_table("repeat"), (_TABLE,)),
    "double": Slash(tableside.at_house_table("double"), (_TABLE,)),
    "undo": Slash(tableside.at_house_table("undo"), (_TABLE,)),
    "clear": Slash(tableside.at_house_table("clear"), (_TABLE,)),
    "hint": Slash(tableside.hint, (Word("hand", "number"), _TABLE)),
    "tournament": Slash(
        tournaments.announce,
        (
            Word("structure", "structure"),
            Word("players", "number"),
            Word("buyin", "amount"),
            Word("start", "start", named=True),
            Word("every", "period"),
            Word("name", "title"),
            Word("seats", "number", named=True),
            Word("fee", "amount", named=True),
            Word("bounty", "amount", named=True),
            Word("progressive", "switch", named=True),
            Word("again", "number", named=True),
            Word("rebuys", "times", named=True),
            Word("rebuy", "amount", named=True),
            Word("addon", "amount", named=True),
            Word("addonchips", "amount", named=True),
            Word("prize", "amount", named=True),
            Word("guarantee", "amount", named=True),
            Word("least", "number", named=True),
            Word("by", "by"),
            Word("minutes", "number", named=True),
            Word("hands", "number", named=True),
            Word("pace", "pace"),
            Word("threads", "switch", named=True),
        ),
    ),
    "structure": Slash(
        structures.structure,
        (
            Word("what", "shelf"),
            Word("name", "called"),
            Word("levels", "levels"),
            Word("minutes", "number", named=True),
            Word("hands", "number", named=True),
            Word("stack", "amount", named=True),
            Word("break", "limit", named=True),
            Word("every", "number", named=True),
            Word("after", named=True),
            Word("late", "limit", named=True),
            Word("ante", "ante", named=True),
            Word("from", "structure", named=True),
            Word("players", "number", named=True),
        ),
    ),
    "season": Slash(
        season.season,
        (
            Word("what", "season"),
            Word("name", "called"),
            Word("least", "number", named=True),
        ),
    ),
    "register": Slash(tournaments.in_lobby("register"), (Word("name", "title"),)),
    "unregister": Slash(tournaments.in_lobby("unregister"), (Word("name", "title"),)),
    "lobby": Slash(tournaments.mine, (Word("show", "view"), Word("name", "title"))),
    "chop": Slash(tournaments.chop, (Word("way", "way"), Word("name", "title"))),
    "director": Slash(
        tournaments.direct,
        (
            Word("what", "tool"),
            Word("minutes", "number"),
            Word("name", "title"),
            Word("person", "person"),
            Word("table", named=True),
            Word("seat", "number", named=True),
        ),
        host=True,
    ),
    "results": Slash(tableside.results, (Word("hand", "number", named=True), _TABLE)),
    "record": Slash(counter.record, (Word("person", "person"),)),
    "table": Slash(tableside.show_table, (_TABLE,)),
    "tables": Slash(tableside.tables),
    "wallet": Slash(counter.wallet, (Word("person", "person"),)),
    "daily": Slash(counter.daily),
    "give": Slash(counter.give, (Word("person", "person", True), Word("amount", "amount", True))),
    "top": Slash(counter.top),
    "rules": Slash(_page("rules")),
    "hands": Slash(_page("hands")),
    "quiz": Slash(_quiz),
    "help": Slash(_help, (Word("command"),)),
    "language": Slash(counter.language, (Word("language", "language", True),)),
    "computer": Slash(computers.computer, (Word("what", "computer"), _TABLE, Word("who"))),
    "reach": Slash(counter.reach, (Word("messages", "switch"), Word("calls", "calls"))),
    "pause": Slash(tableside.at_table("pause", word="reason"), (_TABLE, Word("reason")), host=True),
    "resume": Slash(tableside.at_table("resume"), (_TABLE,), host=True),
    "cancel": Slash(tableside.at_house_table("cancel"), (_TABLE,), host=True),
    "kick": Slash(
        tableside.kick,
        (_TABLE, Word("person", "person", True), Word("bar", "switch", named=True)),
        host=True,
    ),
    "host": Slash(tableside.host, (_TABLE, Word("person", "person", True)), host=True),
    "close": Slash(
        tableside.at_table("close", word="when"), (Word("when", "when"), _TABLE), host=True
    ),
    "settings": Slash(tableside.settings, (_TABLE, Word("name"), Word("value")), host=True),
    "grant": Slash(
        counter.grant,
        (Word("person", "person", True), Word("amount", "amount", True), Word("reason")),
        host=True,
        manager=True,
    ),
    "order": Slash(
        steward.order,
        (
            Word("show", "shows"),
            Word("channels", "channels", named=True),
            Word("opening", "opening", named=True),
            Word("role", "role", named=True),
            Word("tables", "number", named=True),
            Word("most", "limit", named=True),
            Word("threads", "threads", named=True),
            Word("tab", "switch", named=True),
            Word("quiet", "hours", named=True),
            Word("zone", "zone", named=True),
            Word("idle", "idle", named=True),
        ),
        host=True,
        manager=True,
    ),
    "ban": Slash(
        steward.ban,
        (Word("person", "person", True), Word("reason")),
        host=True,
        manager=True,
    ),
    "unban": Slash(
        steward.unban,
        (Word("person", "banned", True),),
        host=True,
        manager=True,
    ),
}


async def carry_out(desk: Desk, line: Line) -> Reply | None:
    """A slash command, from what was typed to the answer. Raises Refused."""
    w = await desk.people.words(line.person.id)
    name = line.name.lower()
    if len(line.words) > MOST_TYPED:
        raise Refused("text_too_long", most=MOST_TYPED)
    if name not in COMMANDS:
        raise unknown(name, w)
    taken, example = COMMANDS[name].words, _example(desk, line, w)
    values = (
        read_named(taken, line.values, example) if line.values else read(taken, line.words, example)
    )
    return await COMMANDS[name].run(desk, line, values)


def _example(desk: Desk, line: Line, w: Words) -> str:
    """An example of a command, about the game that is named in it or played here."""
    name, game = line.name.lower(), ""
    if name == "open":
        game = named_game(line.values.get("game", line.words))
    else:
        with suppress(Refused):
            game = desk.manager.find(line.place.id, line.person.id).kind.game
    own = f"bank.example_{name}.{game}"
    return w(own if own in w.entries else f"command.{name}.example")


async def suggestions(desk: Desk, line: Line, word: str) -> tuple[str, ...]:
    """What may stand for a word of a command, whatever has been typed of it so far."""
    if line.name == "unban":
        return await steward.banned(desk, line)
    if (line.name, word) in _STRUCTURES:
        return await structures.names(desk, line)
    if (line.name, word) == ("season", "name"):
        return await season.names(desk, line)
    if word == "zone":
        return zones()
    if word == "command":
        return tuple(COMMANDS)
    if line.name == "settings" and word == "name":
        return tuple(tableside.SETTINGS)
    if line.name == "settings" and word == "value":
        name = line.values.get("name", "")
        return CHOICES.get(tableside.SETTINGS.get(name, "")) or STAKES.get(name, ())
    if word == "table":
        return tuple(table.state.name for table in desk.manager.within(line.place.id))
    return STAKES.get(word, ())


_STRUCTURES = (("tournament", "structure"), ("structure", "name"), ("structure", "from"))
STAKES = {
    "blinds": ("1/2", "5/10", "10/20", "25/50", "50/100"),
    "buyin": ("200-1000", "400-2000", "1000-5000"),
    "bets": ("5-500", "10-1000", "50-5000"),
    "quiet": ("off", "22:00-7:00", "23:00-7:00", "0:00-8:00", "1:00-9:00"),
    "idle": ("off", "30min", "1h", "3h", "12h", "1d", "7d"),
    "start": ("15min", "1h", "2h", "20:00", "tomorrow 20:00", "sat 20:00", "sun 20:00"),
    "most": ("off", "1", "2", "3", "5", "10", "20"),
    "levels": ("25/50 50/100 75/150/150 100/200/200", "100/200 200/400/400 300/600/600"),
    "break": ("off", "5", "10", "15"),
    "late": ("off", "2", "4", "6", "8"),
}
"""What is offered where anything may be typed."""


def usages(w: Words) -> tuple[Usage, ...]:
    """Every command as help and completion show it."""
    return tuple(
        Usage(
            name,
            w(f"command.{name}.about"),
            w(f"command.{name}.example"),
            tuple(
                Parameter(
                    word.name,
                    word.kind,
                    w(f"command.{name}.parameter.{word.name}"),
                    word.needed,
                    CHOICES.get(word.kind, ()),
                    w(f"slash.word.{word.name}"),
                    tuple(w(f"slash.choice.{one}") for one in CHOICES.get(word.kind, ())),
                    word.kind in OPEN,
                )
                for word in slash.words
            ),
            slash.host,
            slash.manager,
            w(f"slash.{name}"),
        )
        for name, slash in COMMANDS.items()
    )
