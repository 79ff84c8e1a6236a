"""The empty table: a dark room, a leather rail with a brass edge, lit felt with a betting line.

It takes longer to shade than all that lies on it, so it is kept ready in room.png, which
`python -m bot.picture.shading` makes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bot.picture.palette import (
    BRASS_SHADES,
    COLOURS,
    FELT_SHADES,
    LEATHER_SHADES,
    ROOM,
    ROOM_SHADES,
    indexed,
    painted,
    png,
)
from bot.picture.places import CENTRE, HEIGHT, WIDTH

Shades = NDArray[np.uint8]
Field = NDArray[np.floating[Any]]
"""A value for every pixel of the left half; the right half is its mirror."""

_HALF = (392, 186)
"""Half the width and height of the table, rail included."""
_RAIL = 34
_BRASS = 3
_LINE = 92
"""How far the betting line lies inside the edge of the table."""


def shaded() -> Image.Image:
    """The room without anybody in it, in the colours of the palette."""
    across = np.arange(WIDTH // 2, dtype=np.float32)[None, :] + np.float32(0.5 - CENTRE[0])
    down = np.arange(HEIGHT, dtype=np.float32)[:, None] + np.float32(0.5 - CENTRE[1])
    inside = _inside(across, down)
    picture = _room(down, inside)
    brass = _RAIL - _BRASS
    for begins, ends, material in (
        (0, brass, _rail),
        (brass, _RAIL, _edge),
        (_RAIL, HEIGHT, _felt),
    ):
        here = (inside > begins - 0.5) & (inside < ends)
        depth = inside[here]
        x, y = (np.broadcast_to(field, inside.shape)[here] for field in (across, down))
        picture[here] = _blended(picture[here], material(x, y, depth), depth - begins)
    return painted(np.concatenate((picture, picture[:, ::-1]), axis=1))


def _inside(across: Field, down: Field) -> Field:
    """How far a pixel lies inside the edge of the table: a racetrack; below 0 outside."""
    straight = _HALF[0] - _HALF[1]
    return np.float32(_HALF[1]) - np.sqrt(np.maximum(-across - straight, 0) ** 2 + down**2)


def _blended(below: Shades, above: Shades, depth: Field) -> Shades:
    """The upper material, mixed with the lower one along its edge, where depth is about 0."""
    edge = np.flatnonzero(depth < 0.5)
    table = np.array(COLOURS, np.float32)
    under, over = table[below[edge]], table[above[edge]]
    mixed = np.rint(under + (over - under) * (depth[edge] + 0.5)[:, None])
    above[edge] = np.asarray(indexed(Image.fromarray(mixed.astype(np.uint8)[None])))[0]
    return above


def _shade(light: Field, shades: range) -> Shades:
    """The shades of a ramp for a field of light from 0 to 1."""
    at = np.clip(light, 0, 1) * np.float32(len(shades) - 1) + np.float32(shades.start + 0.5)
    return at.astype(np.uint8)


def _room(down: Field, inside: Field) -> Shades:
    """Dark, a little lighter above, and darkest in the table's shadow."""
    return _shade((0.55 - down / 560) * np.clip((6 - inside) / 34, 0.35, 1), ROOM_SHADES)


def _rail(_across: Field, down: Field, inside: Field) -> Shades:
    """A round bolster, lit from above."""
    rise = inside / np.float32(_RAIL)
    bulge = np.clip(4 * rise * (1 - rise), 0, 1)
    shine = np.clip(1 - ((rise - 0.38) / 0.2) ** 2, 0, 1) ** 2
    light = 0.12 + bulge * (0.36 - down / 900) + shine * (0.22 - down / 1300)
    return _shade(light, LEATHER_SHADES)


def _edge(_across: Field, down: Field, _inside: Field) -> Shades:
    return _shade(0.52 - down / 560, BRASS_SHADES)


def _felt(across: Field, down: Field, inside: Field) -> Shades:
    """Lit from above the middle, in shadow under the rail, with a betting line."""
    spread = (across / 470) ** 2 + ((down + 40) / 285) ** 2
    light = 0.95 - 0.5 * spread - 0.22 * np.sqrt(spread)
    light -= 0.3 * np.clip(1 - (inside - _RAIL) / 26, 0, 1) ** 2
    light += 0.16 * np.clip(1.6 - np.abs(inside - _LINE), 0, 1)
    return _shade(light, FELT_SHADES)


if __name__ == "__main__":
    ROOM.write_bytes(png(shaded()))
