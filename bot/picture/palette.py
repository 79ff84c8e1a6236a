"""The 256 colours of every picture, and a PNG of an image that has no others.

One fixed palette, made of the ramps that the table, its cards and chips are shaded with: pictures
stay small, look alike, and none has to search for its colours.
"""

from __future__ import annotations

import struct
import zlib
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Colour = tuple[int, int, int]

NIGHT: Colour = (9, 12, 18)
EVENING: Colour = (30, 35, 46)
FELT_DEEP: Colour = (7, 48, 38)
FELT: Colour = (20, 98, 74)
FELT_LIGHT: Colour = (48, 140, 108)
LEATHER_DEEP: Colour = (20, 12, 10)
LEATHER: Colour = (84, 52, 38)
LEATHER_LIGHT: Colour = (158, 110, 82)
BRASS_DEEP: Colour = (96, 70, 24)
BRASS: Colour = (214, 168, 74)
GOLD: Colour = (255, 214, 110)
INK: Colour = (20, 23, 30)
PLATE: Colour = (18, 22, 30)
PLATE_LIGHT: Colour = (60, 68, 84)
GREY: Colour = (150, 158, 170)
PAPER: Colour = (250, 249, 245)
RED: Colour = (200, 28, 44)
GREEN: Colour = (16, 122, 62)
BLUE: Colour = (28, 88, 196)
BACK: Colour = (134, 26, 42)
BACK_LIGHT: Colour = (196, 92, 98)
ALARM: Colour = (214, 46, 50)
MINT: Colour = (150, 226, 190)
CHIPS: tuple[Colour, ...] = (
    (44, 166, 176),
    (206, 84, 140),
    (40, 104, 204),
    (232, 232, 226),
    (208, 48, 52),
    (28, 136, 72),
    (48, 50, 58),
    (128, 62, 176),
    (236, 180, 44),
    (226, 112, 36),
)

ROOM = Path(__file__).with_name("room.png")
"""The empty table as `bot.picture.shading` has drawn it."""
_LEVEL = 5


def _ramp(*stops: Colour, steps: int) -> list[Colour]:
    """`steps` colours from the first stop over the others to the last."""
    mixed = []
    for step in range(steps):
        at = step * (len(stops) - 1) / (steps - 1)
        low = min(int(at), len(stops) - 2)
        pairs = zip(stops[low], stops[low + 1], strict=True)
        red, green, blue = (round(one + (other - one) * (at - low)) for one, other in pairs)
        mixed.append((red, green, blue))
    return mixed


def _shades(colour: Colour) -> list[Colour]:
    """A chip's colour in light and shadow, and mixed with the white of its edge."""
    dark = (colour[0] * 5 // 9, colour[1] * 5 // 9, colour[2] * 5 // 9)
    pale = (*((part + 250) // 2 for part in colour),)
    return [dark, colour, (pale[0], pale[1], pale[2])]


ROOM_SHADES, FELT_SHADES, LEATHER_SHADES, BRASS_SHADES = (
    range(12),
    range(12, 42),
    range(42, 55),
    range(55, 67),
)
"""Where in the palette the ramps lie that the empty table is shaded with, from dark to light."""


def _all() -> tuple[Colour, ...]:
    every = [
        *_ramp(NIGHT, EVENING, steps=len(ROOM_SHADES)),
        *_ramp(FELT_DEEP, FELT, FELT_LIGHT, steps=len(FELT_SHADES)),
        *_ramp(LEATHER_DEEP, LEATHER, LEATHER_LIGHT, steps=len(LEATHER_SHADES)),
        *_ramp(BRASS_DEEP, BRASS, GOLD, (255, 244, 214), steps=len(BRASS_SHADES)),
        *_ramp((0, 0, 0), PLATE, PLATE_LIGHT, GREY, PAPER, (255, 255, 255), steps=36),
        *_ramp(PAPER, RED, steps=10)[1:],
        *_ramp(PAPER, BLUE, steps=8)[1:],
        *_ramp(PAPER, GREEN, steps=8)[1:],
        *_ramp(PLATE, ALARM, steps=6)[1:],
        *_ramp(BACK, BACK_LIGHT, PAPER, steps=9)[:-1],
        *_ramp(FELT, PAPER, steps=9)[1:-1],
        *_ramp(PLATE, FELT, steps=6)[1:-1],
        *_ramp(FELT, BRASS, steps=7)[1:-1],
        *_ramp(PLATE, MINT, steps=6)[1:],
        *_ramp(PLATE, GOLD, steps=8)[1:-1],
        *(shade for chip in CHIPS for shade in _shades(chip)),
    ]
    return tuple(dict.fromkeys(every))


COLOURS = _all()
"""At most 256."""
_TABLE = bytes(part for colour in COLOURS for part in colour)
_PALETTE = Image.new("P", (1, 1))
_PALETTE.putpalette(_TABLE)


def painted(shades: NDArray[np.uint8]) -> Image.Image:
    """An image from numbers of colours."""
    image = Image.fromarray(shades)
    image.putpalette(_TABLE)
    return image


def indexed(image: Image.Image) -> Image.Image:
    """An RGB image in the colours of the palette, each pixel in the nearest."""
    return image.quantize(palette=_PALETTE, dither=Image.Dither.NONE)


def png(image: Image.Image) -> bytes:
    """An image of `indexed` as a PNG."""
    width, height = image.size
    rows = np.zeros((height, width + 1), np.uint8)
    rows[:, 1:] = np.asarray(image)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    packer = zlib.compressobj(_LEVEL, memLevel=9)
    parts = (
        _chunk(b"IHDR", header),
        _chunk(b"PLTE", _TABLE),
        _chunk(b"IDAT", packer.compress(rows.tobytes()) + packer.flush()),
        _chunk(b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@cache
def room() -> Image.Image:
    """The empty table, ready to lay things on."""
    made = ROOM.read_bytes()
    width, height = struct.unpack(">II", made[16:24])
    at = made.index(b"IDAT")
    (length,) = struct.unpack(">I", made[at - 4 : at])
    rows = np.frombuffer(zlib.decompress(made[at + 4 : at + 4 + length]), np.uint8)
    return painted(rows.reshape(height, width + 1)[:, 1:])


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
