"""A kind of table: all that a table, its manager and the doors ask of what is played on it.

Hold'em is one kind (`bot.ring`). A kind decides, and says how its table looks; queues, commits,
clocks and messages are the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from bot.chat import Message
from bot.said import Said, packed
from bot.state import Command, Move, Rest, Timer
from bot.text import Words
from games.play import Refused
from storage.batch import Statement
from storage.rooms import Room

Row = tuple[str, str, str | None]
"""A row of a stream: the command, what was said, and the checkpoint if there is one, as JSON."""


class Mismatch(Exception):
    """A rebuilt table does not say what its stream says: what is being played must be voided."""


class Agreed(Protocol):
    """What a table plays; each kind has terms of its own."""

    @property
    def language(self) -> str: ...


class Standing(Protocol):
    """A table at one moment, as far as every kind has it."""

    id: str
    community: str
    place: str
    name: str
    host: str
    timers: dict[str, Timer]
    closed: bool
    barred: dict[str, str]
    stay: int
    rest: Rest | None

    @property
    def terms(self) -> Agreed: ...

    def seat_of(self, person: str) -> int | None:
        """The seat number of a person, or None."""

    def seated(self) -> dict[str, str]:
        """The names of everyone who sits here, by person."""

    def staying(self) -> dict[str, str]:
        """The names of the people who sit here and are not about to go, the longest here first."""

    def here(self, person: str) -> bool:
        """Whether a person sits here or waits for a seat."""

    @property
    def idle(self) -> bool:
        """Whether nothing is played and nobody is ready for it."""

    def to_json(self) -> str:
        """A checkpoint: what the rows that follow it stand on."""


S = TypeVar("S", bound=Standing)
S_co = TypeVar("S_co", bound=Standing, covariant=True)


class Decision(Protocol[S_co]):
    """What was made of a command.

    `said` is kept in the stream, `notices` are posted, `moves` and `records` go into the same
    commit, `answer` (a key of the catalogue and its facts) is for who gave the command.
    """

    @property
    def state(self) -> S_co: ...
    @property
    def at(self) -> int: ...
    @property
    def said(self) -> Sequence[Said]: ...
    @property
    def notices(self) -> Sequence[Said]: ...
    @property
    def moves(self) -> Sequence[Move]: ...
    @property
    def records(self) -> Sequence[Statement]: ...
    @property
    def answer(self) -> tuple[str, dict[str, int | str]] | None: ...


class Books(NamedTuple):
    """What the ledger says of a table whose stream cannot be trusted, in hundredths.

    `stacks` and `tabs` by person; `stakes` are what each account has in each escrow of the table.
    """

    stacks: Mapping[str, int]
    tabs: Mapping[str, int]
    stakes: Mapping[str, Mapping[str, int]]


class Sketch(NamedTuple):
    """A picture to be: its words, and what draws it as a PNG, which takes a while."""

    alt: str
    draw: Callable[[], bytes]


class Puzzle(NamedTuple):
    """A choice that a computer player has to make.

    `choose`, called with all that is `seen`, gives a choice and may take a while; a choice says how
    hard it was by its `doubt`, 0 to 1. `command` makes a choice into what the table is told, and
    raises where that cannot be done; `otherwise` is told then. `longest` is how long (ms) the
    player may take.
    """

    choose: Callable[..., Any]
    seen: tuple[Any, ...]
    command: Callable[[Any], Command]
    otherwise: Command
    longest: int


class Kind(Protocol[S]):
    """What a kind of table offers; all of it pure."""

    @property
    def game(self) -> str:
        """What `Room.game` says of such a table."""

    @property
    def queue(self) -> int:
        """How many commands may wait at one such table."""

    @property
    def together(self) -> int:
        """How many commands that wait may go into one commit."""

    @property
    def lobby(self) -> bool:
        """Whether nobody sits here, so that nobody means it who speaks of a table."""

    @property
    def wallets(self) -> bool:
        """Whether what a person sees here shows what is in their wallet."""

    def blank(self, room: Room) -> S:
        """A table as it is entered in the rooms, with nobody at it."""

    def check(self, terms: Agreed) -> None:
        """Refuse terms that cannot be played."""

    def deals(self, command: Command) -> bool:
        """Whether a command deals cards, and so needs a seed."""

    def counts_wallet(self, command: Command) -> bool:
        """Whether a command means "as much as my wallet holds", and so must know that."""

    def decide(self, state: S, command: Command) -> Decision[S]:
        """Carry out a command on a copy of `state`; raises Refused, and `state` is as it was."""

    def rebuild(self, rows: Iterable[Row]) -> S:
        """The state after the rows of a stream, the first with a checkpoint; raises Mismatch."""

    def stakes(self, state: S) -> Mapping[str, Mapping[str, int]]:
        """What each account has in each escrow of the table, to be what the ledger says."""

    def salvage(self, blank: S, rows: Iterable[Row], books: Books, seq: int) -> S:
        """The table as well as it can be known, where `rebuild` fails; a void follows at once."""

    def checkpoint(self, before: S, after: S) -> bool:
        """Whether the row that leads from one to the other is to keep `before` whole."""

    def readers(self, state: S) -> set[str]:
        """The persons who have a private message about this table."""

    def touched(self, before: S, after: S) -> set[str]:
        """The readers whose private message a commit may have changed."""

    def public(self, w: Words, state: S) -> Message:
        """The table as everybody sees it."""

    def sketch(self, w: Words, state: S) -> Sketch | None:
        """The picture that goes with it, or None where this kind has none."""

    def private(self, w: Words, state: S, person: str, wallet: int) -> Message:
        """The table as one person sees it; `wallet` is 0 where `wallets` is false."""

    def summary(self, w: Words, state: S) -> str:
        """The table as one line in a list."""

    def puzzle(self, state: S, seed: bytes) -> Puzzle:
        """What the computer player whose turn it is must choose: asked where a timer is `think`."""

    def warm_up(self) -> None:
        """Make ready what computer players think with; it may take a while."""

    def line(self, w: Words, said: Said) -> str:
        """A thing that happened, in words."""


def host_only(state: Standing, command: Command) -> None:
    """Refused for everyone but who opened the table and who manages its place."""
    if not command.host and command.person != state.host:
        raise Refused("not_host")


def played_again(
    rows: Iterable[Row],
    from_json: Callable[[str], S],
    decide: Callable[[S, Command], Decision[S]],
) -> S:
    """The state after deciding the rows of a stream again, the first with a checkpoint.

    Raises Mismatch where other things are said than the stream has.
    """
    state: S | None = None
    for command, events, checkpoint in rows:
        if checkpoint is not None:
            state = from_json(checkpoint)
        assert state is not None
        draft = decide(state, Command.from_json(command))
        if packed(draft.said) != events:
            raise Mismatch
        state = draft.state
    assert state is not None
    return state
