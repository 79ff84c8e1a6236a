"""What lies on the table: cards and their backs, chips, the dealer button. Drawn once, then kept.

Shapes are drawn four times too large and reduced, which makes their edges smooth.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.picture.lettering import rank_glyph, written
from bot.picture.palette import (
    BACK,
    BACK_LIGHT,
    BLUE,
    CHIPS,
    GREEN,
    INK,
    PAPER,
    PLATE,
    RED,
    Colour,
)
from games.cards import JOKER

FINE = 4
_CORNER = 7
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = range(4)
_TWO = {_CLUBS: INK, _DIAMONDS: RED, _HEARTS: RED, _SPADES: INK}
_FOUR = {_CLUBS: GREEN, _DIAMONDS: BLUE, _HEARTS: RED, _SPADES: INK}
_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_EDGE: Colour = (176, 178, 180)
_VALUES = (
    *(1, 5, 25, 100, 500, 2_500, 10_000, 50_000, 100_000, 500_000),
    *(2_500_000, 10**7, 5 * 10**7, 10**8, 10**9, 10**10, 10**11, 10**12, 10**13, 10**14),
)
"""What the chips are worth, in hundredths; after ten their colours begin anew."""
_FULL = 5
"""Chips in a full pile."""
_WHITE = 3
"""The kind of chip whose edge is not white."""


class Sprite(NamedTuple):
    """RGB pixels, and a mask that says how far they cover what is below."""

    image: Image.Image
    mask: Image.Image


@cache
def rounded(width: int, height: int, radius: int, line: int = 0) -> Image.Image:
    """The mask of a rectangle with round corners; with `line`, of its outline alone."""
    mask = Image.new("L", (width * FINE, height * FINE))
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, width * FINE - 1, height * FINE - 1),
        radius * FINE,
        fill=None if line else 255,
        outline=255 if line else None,
        width=line * FINE,
    )
    return mask.reduce(FINE)


# --- cards -----------------------------------------------------------------------------------


def suit_colour(suit: int, four_colours: bool) -> Colour:
    """Clubs, diamonds, hearts, spades as 0 to 3: in two colours or in four."""
    return (_FOUR if four_colours else _TWO)[suit]


@lru_cache(256)
def face(card: int, size: tuple[int, int], four_colours: bool, peeking: bool) -> Sprite:
    """A card face up. One that peeks out above a plate has rank and suit side by side on top."""
    width, height = size
    if card == JOKER:
        return _joker(size, peeking)
    suit = card & 3
    colour = suit_colour(suit, four_colours)
    image = Image.new("RGB", size, PAPER)
    glyph = rank_glyph(_RANKS[card >> 2], round(width * 0.5), round(width * 0.5))
    if peeking:
        image.paste(colour, (round(width * 0.09), round(width * 0.14)), glyph)
        pip = suit_shape(suit, round(width * 0.4))
        image.paste(colour, (width - pip.width - round(width * 0.05), round(width * 0.18)), pip)
    else:
        image.paste(colour, (round(width * 0.1), round(width * 0.12)), glyph)
        pip = suit_shape(suit, round(width * 0.58))
        low = height - pip.height - round(width * 0.1)
        image.paste(colour, (width - pip.width - round(width * 0.08), low), pip)
        small = suit_shape(suit, round(width * 0.26))
        image.paste(colour, (width - small.width - round(width * 0.1), round(width * 0.14)), small)
    image.paste(_EDGE, (0, 0), rounded(width, height, _CORNER, 1))
    return Sprite(image, rounded(width, height, _CORNER))


def _joker(size: tuple[int, int], peeking: bool) -> Sprite:
    """The joker: its letters, and a star instead of a suit."""
    width, height = size
    image = Image.new("RGB", size, PAPER)
    glyph = rank_glyph("JK", round(width * 0.42), round(width * 0.5))
    image.paste(PLATE, (round(width * 0.09), round(width * 0.14)), glyph)
    star = _star(round(width * (0.38 if peeking else 0.6)))
    low = round(width * 0.18) if peeking else height - star.height - round(width * 0.1)
    image.paste(BACK, (width - star.width - round(width * 0.04), low), star)
    image.paste(_EDGE, (0, 0), rounded(width, height, _CORNER, 1))
    return Sprite(image, rounded(width, height, _CORNER))


@cache
def _star(size: int) -> Image.Image:
    """The mask of a star with five points."""
    edge = size * FINE
    mask = Image.new("L", (edge, edge))
    turns = [(at * pi / 5, 0.5 if at % 2 == 0 else 0.21) for at in range(10)]
    points = [(0.5 + far * sin(turn), 0.52 - far * cos(turn)) for turn, far in turns]
    ImageDraw.Draw(mask).polygon(_scaled(points, edge), fill=255)
    return mask.reduce(FINE)


@cache
def back(size: tuple[int, int]) -> Sprite:
    """A card face down: a lattice in a white frame."""
    width, height = size
    fine = Image.new("RGB", (width * FINE, height * FINE), BACK)
    pen = ImageDraw.Draw(fine)
    step = 10 * FINE
    for start in range(-height * FINE, width * FINE + height * FINE, step):
        pen.line((start, 0, start + height * FINE, height * FINE), BACK_LIGHT, FINE)
        pen.line((start, height * FINE, start + height * FINE, 0), BACK_LIGHT, FINE)
    image = fine.reduce(FINE)
    image.paste(PAPER, (0, 0), rounded(width, height, _CORNER, 4))
    image.paste(_EDGE, (0, 0), rounded(width, height, _CORNER, 1))
    return Sprite(image, rounded(width, height, _CORNER))


def dimmed(sprite: Sprite) -> Sprite:
    """The same in shadow: a card that did not win."""
    shadow = Image.new("RGB", sprite.image.size, PLATE)
    return Sprite(Image.blend(sprite.image, shadow, 0.5), sprite.mask)


@cache
def suit_shape(suit: int, size: int) -> Image.Image:
    """The mask of a suit: clubs, diamonds, hearts, spades as 0 to 3."""
    edge = size * FINE
    mask = Image.new("L", (edge, edge))
    pen = ImageDraw.Draw(mask)
    if suit == _DIAMONDS:
        pen.polygon(_scaled([(0.5, 0), (0.88, 0.5), (0.5, 1), (0.12, 0.5)], edge), fill=255)
    elif suit == _HEARTS:
        pen.polygon(_scaled(_heart(), edge), fill=255)
    else:
        pen.polygon(_scaled(_stem(), edge), fill=255)
    if suit == _SPADES:
        pen.polygon(_scaled([(x, 0.86 * (1 - y)) for x, y in _heart()], edge), fill=255)
    elif suit == _CLUBS:
        for x, y in ((0.5, 0.235), (0.245, 0.57), (0.755, 0.57)):
            _disc(pen, edge, x, y, 0.235)
        _disc(pen, edge, 0.5, 0.5, 0.13)
    return mask.reduce(FINE)


def _heart() -> list[tuple[float, float]]:
    points = []
    for step in range(64):
        turn = step / 32 * pi
        x = 16 * sin(turn) ** 3
        y = 13 * cos(turn) - 5 * cos(2 * turn) - 2 * cos(3 * turn) - cos(4 * turn)
        points.append((0.5 + x / 33, (12 - y) / 29))
    return points


def _stem() -> list[tuple[float, float]]:
    return [(0.46, 0.5), (0.54, 0.5), (0.57, 0.84), (0.72, 1), (0.28, 1), (0.43, 0.84)]


def _scaled(points: list[tuple[float, float]], edge: int) -> list[tuple[float, float]]:
    return [(x * (edge - 1), y * (edge - 1)) for x, y in points]


def _disc(pen: ImageDraw.ImageDraw, edge: int, x: float, y: float, radius: float) -> None:
    low, high = (x - radius) * edge, (y - radius) * edge
    pen.ellipse((low, high, low + 2 * radius * edge, high + 2 * radius * edge), fill=255)


# --- chips and the button --------------------------------------------------------------------


@cache
def chip(kind: int, width: int) -> Sprite:
    """A chip lying flat, seen from a little above."""
    colour = CHIPS[kind % len(CHIPS)]
    dark = (colour[0] * 5 // 9, colour[1] * 5 // 9, colour[2] * 5 // 9)
    edge = (120, 126, 140) if kind % len(CHIPS) == _WHITE else (224, 224, 220)
    thick, flat = chip_thickness(width) * FINE, round(width * 0.56) * FINE
    wide = width * FINE
    image = Image.new("RGB", (wide, flat + thick), dark)
    mask = Image.new("L", image.size)
    pen, cover = ImageDraw.Draw(image), ImageDraw.Draw(mask)
    for pen_, fill in ((pen, dark), (cover, 255)):
        pen_.ellipse((0, thick, wide - 1, flat + thick - 1), fill=fill)
        pen_.rectangle((0, flat // 2, wide - 1, flat // 2 + thick), fill=fill)
        pen_.ellipse((0, 0, wide - 1, flat - 1), fill=fill if fill == 255 else colour)
    for share in (0.12, 0.5, 0.88):
        middle, half = share * wide, wide * 0.055
        drop = flat / 2 + (flat / 2) * (1 - (2 * share - 1) ** 2) ** 0.5
        pen.rectangle((middle - half, drop - FINE, middle + half, drop + thick), fill=edge)
    for start in range(15, 375, 60):
        pen.pieslice((0, 0, wide - 1, flat - 1), start, start + 26, fill=edge)
    inset = (wide * 0.17, flat * 0.17, wide * 0.83, flat * 0.83)
    pen.ellipse(inset, fill=colour)
    ring = (wide * 0.25, flat * 0.25, wide * 0.75, flat * 0.75)
    pen.ellipse(ring, outline=edge, width=FINE)
    pen.ellipse((0, 0, wide - 1, flat - 1), outline=dark, width=FINE // 2)
    return Sprite(image.reduce(FINE), mask.reduce(FINE))


def chip_thickness(width: int) -> int:
    """How much higher a pile gets with every chip."""
    return max(3, width // 6)


def piles_of(amount: int, most: int) -> tuple[tuple[int, int], ...]:
    """(kind, count) of the piles that show an amount in hundredths, the dearest first.

    At most so many piles of five: it is an impression, the amount itself is written beside it.
    """
    piles = []
    for kind in range(len(_VALUES) - 1, -1, -1):
        count = min(_FULL, amount // _VALUES[kind])
        if count:
            piles.append((kind, count))
            amount -= count * _VALUES[kind]
        if len(piles) == most:
            break
    return tuple(piles)


@lru_cache(256)
def chips(amount: int, width: int, most: int) -> Sprite:
    """The chips of an amount: piles side by side, bottoms on one line."""
    piles = piles_of(amount, most) or ((0, 1),)
    thick, step = chip_thickness(width), width + 1
    flat = chip(0, width).image.height
    tall = flat + thick * (max(count for _, count in piles) - 1)
    size = (step * len(piles) - 1, tall)
    image, mask = Image.new("RGB", size), Image.new("L", size)
    for place, (kind, count) in enumerate(piles):
        one = chip(kind, width)
        for level in range(count):
            at = (place * step, tall - flat - level * thick)
            image.paste(one.image, at, one.mask)
            mask.paste(255, at, one.mask)
    return Sprite(image, mask)


@cache
def dealer_button(width: int, letters: int) -> Sprite:
    """A white disc with a D."""
    edge = width * FINE
    image = Image.new("RGB", (edge, edge), (120, 122, 126))
    pen = ImageDraw.Draw(image)
    pen.ellipse((FINE, FINE, edge - FINE - 1, edge - 2 * FINE), fill=PAPER)
    rim = (3 * FINE, 3 * FINE, edge - 3 * FINE, edge - 4 * FINE)
    pen.ellipse(rim, outline=(150, 154, 160), width=FINE)
    mask = Image.new("L", (edge, edge))
    ImageDraw.Draw(mask).ellipse((0, 0, edge - 1, edge - 1), fill=255)
    small = image.reduce(FINE)
    glyph = written("D", letters, width)
    glyph = glyph.crop(glyph.getbbox())
    small.paste(INK, ((width - glyph.width) // 2, (width - glyph.height) // 2), glyph)
    return Sprite(small, mask.reduce(FINE))


@cache
def computer_mark(height: int) -> Image.Image:
    """The mask of a small machine's head, for computer players."""
    edge = height * FINE
    mask = Image.new("L", (edge, edge))
    pen = ImageDraw.Draw(mask)
    pen.rounded_rectangle((edge * 0.1, edge * 0.3, edge * 0.9, edge * 0.92), edge * 0.16, fill=255)
    pen.line((edge * 0.5, edge * 0.3, edge * 0.5, edge * 0.12), fill=255, width=FINE * 2)
    pen.ellipse((edge * 0.41, edge * 0.02, edge * 0.59, edge * 0.2), fill=255)
    for x in (0.34, 0.66):
        left, right = edge * (x - 0.09), edge * (x + 0.09)
        pen.ellipse((left, edge * 0.46, right, edge * 0.64), fill=0)
    pen.rectangle((edge * 0.32, edge * 0.74, edge * 0.68, edge * 0.8), fill=0)
    return mask.reduce(FINE)
