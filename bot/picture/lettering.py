"""Lettering: names and amounts as masks, in fonts that come with the installation.

Noto Sans writes Latin, Greek and Cyrillic, Noto Sans CJK writes Chinese, Japanese and Korean;
any other sign, and whatever cannot be seen, is drawn as an empty box.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby

from PIL import Image, ImageDraw, ImageFont

_LATIN = -1
_FACES = {"ja": 0, "ko": 1, "zh-Hans": 2, "zh-Hant": 3}
"""The same character is written differently from country to country: each has its face."""
_LETTERS = {
    _LATIN: ("LATIN", "GREEK", "CYRILLIC", "COMBINING", "MODIFIER"),
    0: ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC", "HALFWIDTH",
        "FULLWIDTH", "KATAKANA-HIRAGANA"),
}  # fmt: skip
_HAN = 0.92
"""Chinese characters fill their square: beside Latin letters of the same size they look too big."""
_NO_SIGN = "\U0010ffff"
_SELECTORS = {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
_LONGEST = 80
"""No line on the picture has room for more signs: what follows is not even looked at."""
_ELLIPSIS = "…"
BOLD, HEAVY = 600, 700


@lru_cache(32)
def _font(face: int, size: int, weight: int) -> ImageFont.FreeTypeFont:
    if face == _LATIN:
        path, index = files("manimgx_fonts") / "NotoSans[wght].ttf", 0
    else:
        path, index = files("manimgx_fonts_cjk") / "NotoSansCJK-VF.otf.ttc", face
    # The basic layout keeps the signs in the order they are given, whatever their direction.
    if face != _LATIN:
        size = round(size * _HAN)
    font = ImageFont.truetype(str(path), size, index, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes([weight])
    return font


@lru_cache(4096)
def face_of(sign: str) -> int | None:
    """Which font has a sign: -1 Noto Sans, 0 Noto Sans CJK, None neither."""
    kind = unicodedata.category(sign)
    if kind[0] == "C" or kind in ("Zl", "Zp"):
        return None
    script = unicodedata.name(sign, "").split(" ")[0]
    for face, scripts in _LETTERS.items():
        if (kind[0] not in "LM" or script in scripts) and _drawn(face, sign) != _drawn(
            face, _NO_SIGN
        ):
            return face
    return None


def _drawn(face: int, sign: str) -> bytes:
    mask, offset = _font(face, 20, BOLD).getmask2(sign, "L")
    return bytes(mask) + repr((mask.size, offset)).encode()


def _han(text: str, language: str) -> int:
    """The face that writes a text as its readers are used to."""
    names = {unicodedata.name(sign, "").split(" ")[0] for sign in text}
    if "HANGUL" in names:
        return _FACES["ko"]
    if not names & {"HIRAGANA", "KATAKANA", "HALFWIDTH"} and language != "ja":
        for codec, face in (("gb2312", "zh-Hans"), ("big5", "zh-Hant")):
            if _fits(text, codec):
                return _FACES[face]
    return _FACES["ja"]


def _fits(text: str, codec: str) -> bool:
    """Whether a codec has all the Chinese characters of a text."""
    try:
        "".join(sign for sign in text if sign >= "\u3400").encode(codec)
    except UnicodeEncodeError:
        return False
    return True


def _runs(text: str, han: int) -> Iterator[tuple[str, int | None]]:
    for face, signs in groupby(text, face_of):
        yield "".join(signs), han if face == 0 else face


def _length(text: str, size: int, weight: int, han: int) -> float:
    return sum(
        _box(size) * len(run) if face is None else _font(face, size, weight).getlength(run)
        for run, face in _runs(text, han)
    )


def _box(size: int) -> int:
    return round(size * 0.7)


def _cut(text: str, size: int, weight: int, han: int, width: int) -> str:
    """As much of a text as fits, with an ellipsis where something is missing."""
    if _length(text, size, weight, han) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        short = text[:middle].rstrip() + _ELLIPSIS
        if _length(short, size, weight, han) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + _ELLIPSIS


@lru_cache(2048)
def written(
    text: str, size: int, width: int, language: str = "en", weight: int = BOLD, whole: bool = False
) -> Image.Image:
    """One line of text as a mask, at most `width` pixels wide; its height depends on `size` alone.

    Too long a text is cut, or written smaller where it must stay `whole` (an amount).
    """
    text = unicodedata.normalize("NFC", text)
    line = "".join(sign for sign in text[:_LONGEST] if ord(sign) not in _SELECTORS)
    line = line.strip() or _NO_SIGN
    han = _han(line, language)
    letters = size
    while whole and letters > 8 and _length(line, letters, weight, han) > width:
        letters -= 1
    line = _cut(line, letters, weight, han, width)
    length = min(width, round(_length(line, letters, weight, han)) + 1)
    mask = Image.new("L", (max(1, length), line_height(size)))
    pen, at = ImageDraw.Draw(mask), 0.0
    base = round(size * 1.02) - (size - letters) // 3
    for run, face in _runs(line, han):
        if face is None:
            _draw_boxes(pen, at, base, letters, len(run))
            at += _box(letters) * len(run)
        else:
            font = _font(face, letters, weight)
            pen.text((at, base), run, fill=255, font=font, anchor="ls")
            at += font.getlength(run)
    return mask


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
    font = _font(_LATIN, height * 4, HEAVY)
    left, top, right, bottom = (round(edge) for edge in font.getbbox(text, anchor="ls"))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=font, anchor="ls")
    scale = height / -font.getbbox("H", anchor="ls")[1]
    size = (min(most, round(mask.width * scale)), round(mask.height * scale))
    return mask.resize(size, Image.Resampling.LANCZOS)
