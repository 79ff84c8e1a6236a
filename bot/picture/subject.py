"""What is on the picture of a table: plain facts that everybody may see, texts in its language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """A seat with somebody in it; amounts in hundredths, cards as in games.cards.

    `cards` lie face up, `backs` face down. `note` is a word or two on the seat (all-in, check,
    wins 450), `tone` how it is coloured: plain, all_in or won. `dim` is for who is out of the hand.
    """

    number: int
    name: str
    stack: int = 0
    bet: int = 0
    cards: tuple[int, ...] = ()
    backs: int = 0
    note: str = ""
    tone: str = "plain"
    dim: bool = False
    acting: bool = False
    computer: bool = False


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A table with `size` seats, numbered from 1.

    `button` is the seat that has the button, taken or not (0: none). `lit` are the cards of winning
    hands: if there are any, the others on the table are darkened. `pot` in hundredths is drawn as
    chips beside `pot_text`; `below` stands under it, `banner` in the place of an empty board.
    """

    size: int
    seats: tuple[SeatPicture, ...] = ()
    button: int = 0
    board: tuple[int, ...] = ()
    lit: frozenset[int] = frozenset()
    pot: int = 0
    pot_text: str = ""
    below: str = ""
    banner: str = ""
    title: str = ""
    subtitle: str = ""
    four_colours: bool = False
    language: str = "en"


@dataclass(frozen=True, slots=True)
class HandPicture:
    """A hand at a house table and who plays it; `staked` in hundredths, cards as in games.cards.

    `cards` lie face up, `backs` face down; the last `apart` of all lie a little apart. `note` is
    what was chosen or won, `tone` how it is coloured: plain, won or lost. `acting` is for who still
    chooses.
    """

    name: str
    staked: int = 0
    cards: tuple[int, ...] = ()
    backs: int = 0
    apart: int = 0
    note: str = ""
    tone: str = "plain"
    acting: bool = False


@dataclass(frozen=True, slots=True)
class HousePicture:
    """A table at which everyone plays against the house.

    `board` is None where the game has none. `shared` is the hand that all play; `hands` are those
    of the players, and `others` says how many there is no room for. `total` in hundredths is drawn
    as chips beside `total_text`; `banner` stands where nothing has been dealt.
    """

    dealer: HandPicture
    board: tuple[int, ...] | None = None
    shared: HandPicture | None = None
    hands: tuple[HandPicture, ...] = ()
    others: str = ""
    total: int = 0
    total_text: str = ""
    banner: str = ""
    title: str = ""
    subtitle: str = ""
    limits: str = ""
    language: str = "en"


@dataclass(frozen=True, slots=True)
class RankPicture:
    """A line of a scoreboard: who, and what they have; `share` in per mille is how long its bar is,
    `place` stands before the name.
    """

    name: str
    value: str = ""
    share: int = 0
    place: str = ""


@dataclass(frozen=True, slots=True)
class ScorePicture:
    """How a tournament stands. `count` stands in the corner, `headline` across the board; `facts`
    are up to five pairs of a caption and a value; `prizes` are lines of place and amount beside the
    `ranks`, each under its caption; `more` says what there is no room for.
    """

    title: str
    count: str = ""
    headline: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    prizes_caption: str = ""
    prizes: tuple[tuple[str, str], ...] = ()
    ranks_caption: str = ""
    ranks: tuple[RankPicture, ...] = ()
    more: str = ""
    language: str = "en"
