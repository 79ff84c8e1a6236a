"""Where everything lies on the picture, in pixels: the seats, what is before them, the middle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

WIDTH, HEIGHT = 900, 500
CENTRE = (450, 250)
BOARD_CARD = (69, 98)
BOARD_STEP = 74
BOARD_TOP = 177
POT_LINE = 302
BELOW_LINE = 329
NOTE_DROP = 5
"""How far the note under a seat reaches up into its plate."""


class Kit(NamedTuple):
    """Sizes: a plate, a card before a seat, the step from one card to the next, how much of a card
    shows above the plate, letters and those of a note, a chip.
    """

    plate: tuple[int, int]
    card: tuple[int, int]
    step: int
    peek: int
    letters: int
    note: int
    chip: int


class Spot(NamedTuple):
    """The centre of a seat's plate, and of its bet; `piled`: the amount stands under the chips."""

    x: int
    y: int
    bet_x: int
    bet_y: int
    piled: bool = False


ROOMY = Kit((188, 62), (66, 90), 68, 60, 23, 18, 30)
TIGHT = Kit((166, 55), (55, 76), 57, 48, 21, 16, 26)
ROOMY_MOST = 6
"""Up to so many seats are drawn larger, which is what a phone needs."""

_SPOTS: Mapping[Kit, Mapping[str, Spot]] = {
    ROOMY: {
        "bottom": Spot(450, 448, 450, 345),
        "bottom left": Spot(310, 448, 310, 344),
        "bottom right": Spot(590, 448, 590, 344),
        "left": Spot(100, 262, 231, 254, True),
        "top left": Spot(310, 95, 310, 158),
        "top": Spot(450, 95, 450, 158),
        "top right": Spot(590, 95, 590, 158),
        "right": Spot(800, 262, 669, 254, True),
    },
    TIGHT: {
        "bottom": Spot(450, 455, 450, 361),
        "bottom left": Spot(340, 455, 340, 361),
        "bottom right": Spot(560, 455, 560, 361),
        "far bottom left": Spot(268, 455, 268, 361),
        "far bottom right": Spot(632, 455, 632, 361),
        "lower left": Spot(87, 336, 219, 312, True),
        "upper left": Spot(87, 180, 219, 203, True),
        "far top left": Spot(268, 79, 286, 145),
        "top left": Spot(340, 79, 340, 145),
        "top": Spot(450, 79, 450, 145),
        "top right": Spot(560, 79, 560, 145),
        "far top right": Spot(632, 79, 614, 145),
        "upper right": Spot(813, 180, 681, 203, True),
        "lower right": Spot(813, 336, 681, 312, True),
    },
}
_LEFT = ("lower left", "upper left")
_RIGHT = ("upper right", "lower right")
_RINGS: Mapping[int, tuple[str, ...]] = {
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "top left", "top right", "right"),
    6: ("bottom left", "left", "top left", "top right", "right", "bottom right"),
    7: ("bottom", *_LEFT, "top left", "top right", *_RIGHT),
    8: ("bottom left", *_LEFT, "top left", "top right", *_RIGHT, "bottom right"),
    9: ("far bottom left", *_LEFT, "top left", "top right", *_RIGHT, "far bottom right", "bottom"),
    10: ("far bottom left", *_LEFT, "far top left", "top", "far top right", *_RIGHT,
         "far bottom right", "bottom"),
}  # fmt: skip


def kit(size: int) -> Kit:
    """The sizes for a table with so many seats."""
    return ROOMY if size <= ROOMY_MOST else TIGHT


def spots(size: int) -> tuple[Spot, ...]:
    """The spots of a table with 2 to 10 seats, clockwise from seat 1 below."""
    known = _SPOTS[kit(size)]
    return tuple(known[name] for name in _RINGS[size])
