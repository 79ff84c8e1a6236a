"""Chat in the abstract: what every platform can draw, who presses what where, and the two ports.

`Chat` is what an adapter implements (messages out); `Dealer` is what it calls (events in);
`Memory` keeps what an adapter must remember over a restart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class Person:
    """Who speaks. `id` carries the platform's name ("web:3f2a"); `language` is "en" or "ja".

    `roles` are the ids of what the platform calls roles or groups, where it has them and told;
    `bot` says that the platform knows it for no person at all.
    """

    id: str
    name: str
    language: str = "en"
    roles: tuple[str, ...] = field(default=(), compare=False)
    bot: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Place:
    """Where it is said. People of one `community` share wallets.

    `within` is the place that this one is a part of, as a thread is of its channel, and `whole`
    the name of that.
    """

    id: str
    community: str
    name: str = ""
    within: str = ""
    whole: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """`token` comes back in a `Press`, at most 100 characters. `look`: go, plain, danger, quiet,
    or choice for what can be set and taken back.

    `key` is the key of a keyboard that may press it ("F", "1"). `spare` says that whoever has the
    private message of the same table before them has no use for it. Where rows can have a heading,
    those of one `group` stand behind it, and each is called `short`.
    """

    label: str
    token: str
    look: str = "plain"
    disabled: bool = False
    key: str = ""
    spare: bool = False
    group: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    label: str
    value: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """One choice of at most 25; the value chosen comes back in `Press.values["choice"]`."""

    label: str
    token: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """The amounts a blank takes, in hundredths: for a slider, with `marks` (words, amount) on it.

    From `least` to `most` in steps of `step`; the two ends count even where they are off a step.
    `stride` is how far one press of a plus or a minus goes.
    """

    least: int
    most: int
    step: int
    stride: int
    marks: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Blank:
    """A line of a form: comes back in `Press.values[name]` as the text that was typed."""

    name: str
    label: str
    value: str = ""
    hint: str = ""
    scale: Scale | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """What a press may open: a few lines to fill in; `token` comes back when it is sent."""

    title: str
    token: str
    blanks: tuple[Blank, ...]
    send: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG and the words that say the same."""

    png: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards to lay out large where that can be done: "A♠", "10♦"; `slots`: how many there can be.

    `note` says what they make or what became of them; `own` marks those of the reader, `near`
    those one reads together with them, even where a picture of the table shows them, too.
    """

    label: str
    faces: tuple[str, ...]
    note: str = ""
    slots: int = 0
    own: bool = False
    near: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """The way to the message of a `table`; while there is none, to the `place` if that is given."""

    label: str
    table: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """What every platform can draw. All text is plain: each adapter escapes it in its own way.

    `table` is the id of the table it is about. `headline` is what matters most now, in a line,
    and `tone` how it is meant: turn, won, lost, refused or nothing; a private message says turn
    whenever it is the reader's. `cards` stand in no other part. Where there is a `picture`,
    `text` says in words what it shows, and `besides` is what of that it leaves out. `fields` are
    short pairs (name, value); `log` are lines of what happened, oldest first; `clock` is when the
    turn ends, in milliseconds since 1970, for clocks that tick by themselves, and `span` how long
    it is in all; `call` is the person to mention, so that it reaches a phone, after `call_after`
    milliseconds of silence: nobody where they want no mention. `quiet`: the person wants it only
    where they ask for it, not among their private messages. `links` lead to tables, and stand
    after the text. `mentions` are the persons whom a new public message is to reach on their phone.
    `late`: whatever else is to be shown where it stands may go first.
    """

    text: str = ""
    title: str = ""
    table: str = ""
    headline: str = ""
    tone: str = ""
    cards: tuple[Cards, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    log: tuple[str, ...] = ()
    rows: tuple[tuple[Button, ...], ...] = ()
    select: Select | None = None
    picture: Picture | None = None
    besides: str = ""
    clock: int | None = None
    span: int | None = None
    call: str | None = None
    call_after: int = 10_000
    quiet: bool = False
    language: str = "en"
    links: tuple[Link, ...] = ()
    mentions: tuple[str, ...] = ()
    late: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """A button pressed, a choice made or a form sent. `id` is the platform's own, for repeats;
    `host` says that the platform lets them manage.
    """

    id: str
    person: Person
    place: Place
    token: str
    values: Mapping[str, str] = field(default_factory=dict)
    host: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A slash command as typed: `/name words…`. `host` says that the platform lets them manage.

    A platform that asks for each word by its name gives `values` instead; a person is then their
    id, and `people` are those who are named so. `roles` are the names of the roles whose ids stand
    among the values.
    """

    id: str
    person: Person
    place: Place
    name: str
    words: str = ""
    host: bool = False
    values: Mapping[str, str] = field(default_factory=dict)
    people: tuple[Person, ...] = ()
    roles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer, seen only by who pressed: a message, or a form to open; never both.

    `front` is the id of a table that was opened by it, which who opened it wants to see.
    """

    message: Message | None = None
    form: Form | None = None
    front: str = ""


@dataclass(frozen=True, slots=True)
class Overview:
    """What a person finds when they look in: a message for each table they sit at, those first
    that wait for them, and one on what they own and where one can sit.
    """

    tables: tuple[Message, ...]
    counter: Message


@dataclass(frozen=True, slots=True)
class Parameter:
    """A word a command takes. `kind` says how it is read: amount, number, person, role, table, …

    `called` is its name in the reader's language, `labels` are those of its choices. Where it is
    `open`, something else may be said, too.
    """

    name: str
    kind: str
    about: str
    needed: bool = False
    choices: tuple[str, ...] = ()
    called: str = ""
    labels: tuple[str, ...] = ()
    open: bool = False


@dataclass(frozen=True, slots=True)
class Usage:
    """A command as help and completion show it, in one language, in which it is `called` so.

    `host`: for who opened the table and for managers; `manager`: for managers alone.
    """

    name: str
    about: str
    example: str
    parameters: tuple[Parameter, ...] = ()
    host: bool = False
    manager: bool = False
    called: str = ""


class Gone(Exception):
    """The place or the message is there no more (deleted, forbidden, closed for good)."""


class Chat(Protocol):
    """Messages out; one adapter a platform. A handle is what the platform calls a message."""

    platform: str

    async def post(self, place: str, message: Message) -> str:
        """Show a public message and give its handle; raises Gone."""

    async def edit(self, place: str, handle: str, message: Message) -> None:
        """Change a public message in place; raises Gone."""

    async def delete(self, place: str, handle: str) -> None:
        """Take a public message away; a message already gone is no error."""

    async def whisper(self, person: str, table: str, message: Message) -> None:
        """Show or change the one private message of a person about a table; raises Gone."""

    async def forget(self, person: str, table: str) -> None:
        """Take that private message away."""


@runtime_checkable
class Branching(Protocol):
    """What a `Chat` offers besides where a place may have places in it: threads."""

    async def branch(self, place: str, title: str, key: str) -> str:
        """Begin a place for one table within a place and give its id; raises Gone.

        For the same `key` it is the same place, as long as that is there.
        """

    async def seal(self, place: str) -> None:
        """Put such a place away: nothing more is said in it."""


class Dealer(Protocol):
    """Events in: what an adapter calls. Each answers quickly; acknowledge before you call."""

    async def press(self, press: Press) -> Reply | None:
        """A button, select or form."""

    def opens(self, token: str) -> bool:
        """Whether a press is answered by what it opens, a form or a message, and nothing else.

        Where a form must be the first answer, such a press is not acknowledged before.
        """

    async def line(self, line: Line) -> Reply | None:
        """A slash command."""

    async def suggest(self, line: Line, word: str) -> tuple[str, ...]:
        """What may stand for a word of a command here; `line.values` are those typed so far."""

    async def cards(self, person: Person, place: Place) -> tuple[tuple[str, Message], ...]:
        """(table, private message) pairs of all that waits for this person here, as of now."""

    async def overview(self, person: Person, community: str) -> Overview:
        """All that concerns a person in a community, as of now."""

    async def greet(self, person: Person, place: Place) -> None:
        """Somebody opens the place that newcomers see first: the house may lay a table there."""

    def usages(self, language: str) -> tuple[Usage, ...]:
        """Every command, for help and completion."""

    async def lost(self, place: str, handle: str) -> None:
        """Somebody else took a public message away: what it showed is shown anew."""

    async def gone(self, where: str) -> None:
        """A place, or all of a community, is gone for good: its tables close, stakes go home."""

    async def shut(self, place: str) -> None:
        """Nothing may be shown in a place any more, though it is there: who can goes elsewhere."""

    async def departed(self, person: str, community: str) -> None:
        """A person has left a community: they leave its tables with their chips."""


class Memory(Protocol):
    """What an adapter remembers over a restart; `shelf` is the adapter's own word for a kind."""

    async def put(self, shelf: str, key: str, value: str) -> None:
        """Keep or replace a value."""

    async def get(self, shelf: str, key: str) -> str | None:
        """The value kept, or None."""

    async def drop(self, shelf: str, key: str) -> None:
        """Forget a value; one not kept is no error."""

    async def newest(self, shelf: str, prefix: str, most: int) -> list[tuple[str, str]]:
        """At most `most` (key, value) whose key begins so, the last keys in order, oldest first."""
