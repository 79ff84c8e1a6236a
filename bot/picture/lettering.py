"""Lettering: names and amounts as masks, in fonts that come with the installation.

Noto Sans writes Latin, Greek and Cyrillic, Noto Sans CJK writes Chinese, Japanese and Korean;
any other sign, and whatever cannot be seen, is drawn as an empty box.
"""

from __future__ import annotations

import unicodedata
from codecs import CodecInfo, lookup
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby

from PIL import Image, ImageDraw, ImageFont

_NOTO_SANS = str(files("manimgx_fonts") / "NotoSans[wght].ttf")
_NOTO_SANS_CJK = str(files("manimgx_fonts_cjk") / "NotoSansCJK-VF.otf.ttc")
_LATIN = -1
_FACES = {"ja": 0, "ko": 1, "zh-Hans": 2, "zh-Hant": 3}
"""The same character is written differently from country to country: each has its face."""
_LETTERS = {
    _LATIN: ("LATIN", "GREEK", "CYRILLIC", "COMBINING", "MODIFIER"),
    0: ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC", "HALFWIDTH",
        "FULLWIDTH", "KATAKANA-HIRAGANA"),
}  # fmt: skip
_COUNTRIES = ((lookup("gb2312"), "zh-Hans"), (lookup("big5"), "zh-Hant"))
_HAN = 0.92
"""Chinese characters fill their square: beside Latin letters of the same size they look too big."""
_CAPITAL = 0.714
"""How high a capital of Noto Sans is, as a share of the size."""
SURE = (
    (range(0x20, 0x7F), _LATIN),
    (range(0xA1, 0xAD), _LATIN),
    (range(0xAE, 0x180), _LATIN),
    (range(0x3A3, 0x3CF), _LATIN),
    (range(0x400, 0x460), _LATIN),
    (range(0x3041, 0x3097), 0),
    (range(0x30A1, 0x30FF), 0),
    (range(0x4E00, 0x9FA6), 0),
    (range(0xAC00, 0xD7A4), 0),
)
"""Signs that the fonts have without a look, which takes as long as drawing one."""
_NO_SIGN = "\U0010ffff"
_SELECTORS = {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
_LONGEST = 80
"""No line on the picture has room for more signs: what follows is not even looked at."""
_ELLIPSIS = "…"
_WEIGHT = 640
_LEAST = 8
"""No letters are smaller."""


@lru_cache(32)
def _font(face: int, size: int) -> ImageFont.FreeTypeFont:
    path, index = (_NOTO_SANS, 0) if face == _LATIN else (_NOTO_SANS_CJK, face)
    size = size if face == _LATIN else round(size * _HAN)
    # The basic layout keeps the signs in the order they are given, whatever their direction.
    font = ImageFont.truetype(path, size, index, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes([_WEIGHT])
    return font


@lru_cache(4096)
def face_of(sign: str) -> int | None:
    """Which font has a sign: -1 Noto Sans, 0 Noto Sans CJK, None neither."""
    for signs, face in SURE:
        if ord(sign) in signs:
            return face
    kind = unicodedata.category(sign)
    if kind[0] == "C" or kind in ("Zl", "Zp"):
        return None
    script = unicodedata.name(sign, "").split(" ")[0]
    for face, scripts in _LETTERS.items():
        if (kind[0] not in "LM" or script in scripts) and has(face, sign):
            return face
    return None


def has(face: int, sign: str) -> bool:
    """Whether a font draws a sign otherwise than one that cannot be in any."""
    return _drawn(face, sign) != _nothing(face)


def _drawn(face: int, sign: str) -> bytes:
    mask, offset = _font(face, 20).getmask2(sign, "L")
    return bytes(mask) + repr((mask.size, offset)).encode()


@cache
def _nothing(face: int) -> bytes:
    return _drawn(face, _NO_SIGN)


def _han(text: str, language: str) -> int:
    """The face that writes a text as its readers are used to."""
    if all(sign < "\u2e80" for sign in text):
        return _FACES["ja"]
    names = {unicodedata.name(sign, "").split(" ")[0] for sign in text}
    if "HANGUL" in names:
        return _FACES["ko"]
    if not names & {"HIRAGANA", "KATAKANA", "HALFWIDTH"} and language != "ja":
        for codec, face in _COUNTRIES:
            if _fits(text, codec):
                return _FACES[face]
    return _FACES["ja"]


def _fits(text: str, codec: CodecInfo) -> bool:
    """Whether a codec has all the Chinese characters of a text."""
    try:
        codec.encode("".join(sign for sign in text if sign >= "\u3400"))
    except UnicodeEncodeError:
        return False
    return True


def _runs(text: str, han: int) -> Iterator[tuple[str, int | None]]:
    for face, signs in groupby(text, face_of):
        yield "".join(signs), han if face == 0 else face


def _length(text: str, size: int, han: int) -> float:
    return sum(_advance(run, face, size) for run, face in _runs(text, han))


@lru_cache(2048)
def _advance(run: str, face: int | None, size: int) -> float:
    if face is None:
        return _box(size) * len(run)
    return _font(face, size).getlength(run)


def _box(size: int) -> int:
    return round(size * 0.7)


def _cut(text: str, size: int, han: int, width: int) -> str:
    """As much of a text as fits, with an ellipsis where something is missing."""
    if _length(text, size, han) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        short = text[:middle].rstrip() + _ELLIPSIS
        if _length(short, size, han) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + _ELLIPSIS


@lru_cache(2048)
def written(
    text: str, size: int, width: int, language: str = "en", whole: bool = False
) -> Image.Image:
    """One line of text as a mask, at most `width` pixels wide; its height depends on `size` alone.

    Too long a text is cut, or written smaller where it must stay `whole` (an amount).
    """
    text = unicodedata.normalize("NFC", text)
    line = "".join(sign for sign in text[:_LONGEST] if ord(sign) not in _SELECTORS)
    line = " ".join(line.split()) or _NO_SIGN
    han, letters = _han(line, language), size
    while (mask := _line(line, size, letters, han, width)) is None:
        length = _length(line, letters, han)
        if whole and letters > _LEAST:
            letters = max(_LEAST, min(letters - 1, int(letters * width / length)))
        else:
            line = _cut(line, letters, han, min(width, round(length)) - 2)
    return mask


def _line(text: str, size: int, letters: int, han: int, width: int) -> Image.Image | None:
    """The mask of a line of `size` with letters that may be smaller; None if it is too long."""
    mask = Image.new("L", (width + 2, line_height(size)))
    pen, at = ImageDraw.Draw(mask), 0.0
    base = round(size * 1.02) - (size - letters) // 3
    runs = list(_runs(text, han))
    for place, (run, face) in enumerate(runs, 1):
        if face is None:
            _draw_boxes(pen, at, base, letters, len(run))
        else:
            pen.text((at, base), run, fill=255, font=_font(face, letters), anchor="ls")
        if place < len(runs):
            at += _advance(run, face, letters)
    box = mask.getbbox()
    right = box[2] if box else 1
    # Near the edge a gap between words may hide that more would follow.
    if right > width - size and _length(text, letters, han) > width:
        return None
    return mask.crop((0, 0, min(right, width), mask.height))


def line_height(size: int) -> int:
    """The height of a line of text: room for accents above and tails below."""
    return round(size * 1.32)


def _draw_boxes(pen: ImageDraw.ImageDraw, at: float, base: int, size: int, count: int) -> None:
    width = _box(size)
    for left in range(round(at), round(at) + width * count, width):
        corners = (left + 2, base - round(size * 0.7), left + width - 2, base)
        pen.rounded_rectangle(corners, 2, outline=200, width=max(1, size // 12))


@cache
def rank_glyph(text: str, height: int, most: int) -> Image.Image:
    """A rank as a mask: capitals are `height` pixels high, squeezed to `most` pixels of width."""
    font = _font(_LATIN, round(height / _CAPITAL))
    mask = Image.new("L", (height * 3, height * 2))
    place = (height // 2, height * 3 // 2)
    ImageDraw.Draw(mask).text(place, text, fill=255, font=font, anchor="ls")
    mask = mask.crop(mask.getbbox())
    return mask if mask.width <= most else mask.resize((most, mask.height))
