"""The ground that pictures are put together on: patches of the empty table with things laid on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageChops, ImageFilter

from bot.picture import places
from bot.picture.palette import Colour, indexed, png, room
from bot.picture.sprites import Sprite, rounded

GLOW = 12
SOFT = 6
"""How far a glow and a shadow reach."""


@dataclass(slots=True)
class Patch:
    """A part of the picture: RGB until it was looked up; which of its pixels count."""

    at: tuple[int, int]
    image: Image.Image
    mask: Image.Image


def put_together(patches: list[Patch]) -> bytes:
    """The empty table with these patches on it, the later ones above, as a PNG of 900x500."""
    image = room().copy()
    if fresh := [patch for patch in patches if patch.image.mode == "RGB"]:
        _look_up(fresh)
    for patch in patches:
        image.paste(patch.image, patch.at, patch.mask)
    return png(image)


def _look_up(fresh: list[Patch]) -> None:
    """Give patches the colours of the palette, all on one sheet: each look-up has its price."""
    ordered = sorted(fresh, key=lambda patch: patch.image.height)
    spots, x, y, tall = [], 0, 0, 0
    for patch in ordered:
        width, height = patch.image.size
        if x + width > places.WIDTH:
            x, y = 0, y + tall
        spots.append((x, y, x + width, y + height))
        x, tall = x + width, height
    sheet = Image.new("RGB", (places.WIDTH, y + tall))
    for patch, spot in zip(ordered, spots, strict=True):
        sheet.paste(patch.image, spot[:2])
    sheet = indexed(sheet)
    for patch, spot in zip(ordered, spots, strict=True):
        patch.image = sheet.crop(spot)


class Ground:
    """A piece of the empty table to draw on; `at` in places is that of the whole picture."""

    def __init__(self, left: int, top: int, right: int, bottom: int) -> None:
        self._at = (max(0, left), max(0, top))
        box = (*self._at, min(places.WIDTH, right), min(places.HEIGHT, bottom))
        self._before = _felt().crop(box)
        self._image = self._before.copy()

    def fill(self, colour: Colour, mask: Image.Image, x: int, y: int) -> None:
        """Colour through a mask whose top left corner is at (x, y)."""
        self._image.paste(colour, (x - self._at[0], y - self._at[1]), mask)

    def stamp(self, sprite: Sprite, x: int, y: int) -> None:
        self._image.paste(sprite.image, (x - self._at[0], y - self._at[1]), sprite.mask)

    def write(self, colour: Colour, text: Image.Image, x: int, y: int) -> None:
        """A line of text centred on (x, y)."""
        self.fill(colour, text, x - text.width // 2, y - text.height // 2)

    def pill(self, colour: Colour, share: int, x: int, y: int, width: int, height: int) -> None:
        """A round bar centred on (x, y); `share` is how much it covers, in per cent."""
        shape = rounded(width, height, height // 2)
        self.fill(
            colour,
            shape.point(share_of(share)) if share < 100 else shape,
            x - width // 2,
            y - height // 2,
        )

    def shade(self, width: int, height: int, radius: int, x: int, y: int) -> None:
        """The shadow of a thing with round corners that lies at (x, y)."""
        self.fill((0, 0, 0), _shadow(width, height, radius), x - SOFT, y - SOFT + 3)

    def patch(self) -> Patch:
        red, green, blue = ImageChops.difference(self._image, self._before).split()
        changed = ImageChops.lighter(ImageChops.lighter(red, green), blue)
        return Patch(self._at, self._image, changed.point(_ANY))


_ANY = [0] + [255] * 255


@cache
def _felt() -> Image.Image:
    return room().convert("RGB")


# --- shapes ----------------------------------------------------------------------------------


@cache
def share_of(percent: int) -> list[int]:
    """A table that makes a mask thinner."""
    return [level * percent // 100 for level in range(256)]


@cache
def _shadow(width: int, height: int, radius: int) -> Image.Image:
    mask = Image.new("L", (width + 2 * SOFT, height + 2 * SOFT))
    mask.paste(130, (SOFT, SOFT), rounded(width, height, radius))
    return mask.filter(ImageFilter.GaussianBlur(SOFT / 2))


@cache
def glow(width: int, height: int) -> Image.Image:
    mask = Image.new("L", (width + 4 * GLOW, height + 4 * GLOW))
    mask.paste(255, (2 * GLOW, 2 * GLOW), rounded(width, height, 13))
    return mask.filter(ImageFilter.GaussianBlur(GLOW * 0.7)).point(share_of(85))
