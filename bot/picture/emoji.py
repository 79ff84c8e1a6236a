"""Cards small enough to stand in a line of text: rank over suit, as large as they can be."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO

from PIL import Image

from bot.picture.lettering import rank_glyph
from bot.picture.palette import PAPER
from bot.picture.sprites import back, rounded, suit_colour, suit_shape
from bot.text import HIDDEN, card
from games.cards import RANKS, rank, suit

SIDE, WIDTH, CORNER = 128, 108, 18
FACES = (*map(card, range(52)), HIDDEN)
"""How every card is written, and a hidden one."""


def emoji(four_colours: bool) -> Mapping[str, bytes]:
    """A PNG of 128x128 pixels for every card, by how it is written ("A♠"), and for a hidden one.

    A running dealer draws in the studio's thread alone.
    """
    drawn = {card(number): _png(_face(number, four_colours)) for number in range(52)}
    hidden = Image.new("RGBA", (WIDTH, SIDE))
    sprite = back((WIDTH, SIDE))
    hidden.paste(sprite.image, (0, 0), sprite.mask)
    return {**drawn, HIDDEN: _png(hidden)}


def _face(number: int, four_colours: bool) -> Image.Image:
    image = Image.new("RGBA", (WIDTH, SIDE), (*PAPER, 255))
    colour = suit_colour(suit(number), four_colours)
    glyph = rank_glyph(RANKS[rank(number)].replace("T", "10"), 52, WIDTH - 18)
    image.paste(colour, ((WIDTH - glyph.width) // 2, 5), glyph)
    pip = suit_shape(suit(number), 52)
    image.paste(colour, ((WIDTH - pip.width) // 2, SIDE - pip.height - 4), pip)
    image.putalpha(rounded(WIDTH, SIDE, CORNER))
    return image


def _png(image: Image.Image) -> bytes:
    whole = Image.new("RGBA", (SIDE, SIDE))
    whole.paste(image, ((SIDE - WIDTH) // 2, 0))
    out = BytesIO()
    whole.save(out, "PNG", optimize=True)
    return out.getvalue()
