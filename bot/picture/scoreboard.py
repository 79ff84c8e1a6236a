"""The picture of a tournament: where it stands, what there is to win, who is ahead."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bot.picture import places
from bot.picture.ground import Ground, put_together, share_of
from bot.picture.lettering import line_height, written
from bot.picture.palette import BRASS, GOLD, GREY, INK, MINT, PAPER, PLATE, PLATE_LIGHT, Colour
from bot.picture.sprites import rounded
from bot.picture.subject import RankPicture, ScorePicture

MOST_FACTS = 5
MOST_PRIZES = 7
MOST_RANKS = 7
"""Lines there is room for; `more` takes the place of the last."""

_KEPT = 32
_EDGE = 22
_TOP, _HEADLINE, _FACTS, _LISTS = 18, 92, 132, 212
_PITCH = 36
_CAPTION, _LETTERS, _LARGE = 19, 24, 34
_SPLIT = 318
"""Where the list of prizes ends."""
_BAR, _GAP = 30, 10
_MEDAL = 48
_METALS: tuple[Colour, ...] = (GOLD, GREY, BRASS)
"""For the first three places."""


@lru_cache(_KEPT)
def draw_scoreboard(picture: ScorePicture) -> bytes:
    """The picture as a PNG of 900x500 pixels; the same bytes for the same standings.

    A running dealer draws in the studio's thread alone.
    """
    ground = Ground(0, 0, places.WIDTH, places.HEIGHT)
    _board(ground)
    _head(ground, picture)
    _facts(ground, picture)
    left = _prizes(ground, picture) if picture.prizes else _EDGE + 14
    _ranks(ground, picture, left)
    return put_together([ground.patch()])


def _board(ground: Ground) -> None:
    """A dark pane over the table, so that letters stand out."""
    wide, tall = places.WIDTH - 2 * _EDGE + 20, places.HEIGHT - 20
    ground.shade(wide, tall, 18, _EDGE - 10, 10)
    ground.fill(PLATE, rounded(wide, tall, 18).point(share_of(88)), _EDGE - 10, 10)
    ground.fill(BRASS, rounded(wide, tall, 18, 2).point(share_of(70)), _EDGE - 10, 10)


def _head(ground: Ground, picture: ScorePicture) -> None:
    left, right = _EDGE + 14, places.WIDTH - _EDGE - 14
    count = written(picture.count, 28, 300, picture.language, whole=True) if picture.count else None
    free = right - left - (count.width + 30 if count else 0)
    ground.fill(PAPER, written(picture.title, 28, free, picture.language), left, _TOP)
    if count:
        ground.fill(MINT, count, right - count.width, _TOP)
    if picture.headline:
        line = written(picture.headline, _LARGE, right - left, picture.language, whole=True)
        ground.write(GOLD, line, places.CENTRE[0], _HEADLINE)


def _facts(ground: Ground, picture: ScorePicture) -> None:
    """Captions above values, side by side, each as wide as it needs."""
    facts, language = picture.facts[:MOST_FACTS], picture.language
    needs = [
        max(written(caption, _CAPTION, 500, language).width,
            written(value, _LETTERS, 500, language).width) + 2 * _GAP
        for caption, value in facts
    ]  # fmt: skip
    span = places.WIDTH - 2 * _EDGE - 8
    spare = (span - sum(needs)) / max(1, len(needs))
    left = _EDGE + 4.0
    for place, ((caption, value), need) in enumerate(zip(facts, needs, strict=True)):
        wide = need + spare if spare > 0 else need * span / sum(needs)
        middle, room = round(left + wide / 2), round(wide) - 12
        ground.write(GREY, written(caption, _CAPTION, room, language, True), middle, _FACTS)
        ground.write(PAPER, written(value, _LETTERS, room, language, True), middle, _FACTS + 30)
        if place:
            bar = rounded(2, 52, 1).point(share_of(60))
            ground.fill(PLATE_LIGHT, bar, round(left), _FACTS - 12)
        left += wide


def _prizes(ground: Ground, picture: ScorePicture) -> int:
    """What each place wins; gives where the list beside it begins."""
    left, language = _EDGE + 14, picture.language
    ground.fill(GREY, written(picture.prizes_caption, _CAPTION, 270, language), left, _LISTS - 28)
    for row, (place, prize) in enumerate(picture.prizes[:MOST_PRIZES]):
        middle = _LISTS + row * _PITCH + _PITCH // 2
        if prize:
            _medal(ground, place, row, (left, middle))
            line = written(prize, _LETTERS, 190, language, whole=True)
            ground.fill(PAPER, line, left + _MEDAL + 14, middle - line.height // 2)
        else:
            # How many there are in all, which is no place.
            line = written(place, _CAPTION, 260, language)
            ground.fill(GREY, line, left, middle - line.height // 2)
    return _SPLIT


def _medal(ground: Ground, place: str, row: int, at: tuple[int, int]) -> None:
    """A place on a pill, the first three in metal; `at` is the middle of its left edge."""
    left, middle = at
    metal = row < len(_METALS)
    ground.pill(_METALS[row] if metal else PLATE_LIGHT, 100, left + _MEDAL // 2, middle, _MEDAL, 27)
    text = written(place, 19, _MEDAL - 6, whole=True)
    ground.write(INK if metal else PAPER, text, left + _MEDAL // 2, middle)


def _ranks(ground: Ground, picture: ScorePicture, left: int) -> None:
    right, language = places.WIDTH - _EDGE - 14, picture.language
    caption = written(picture.ranks_caption, _CAPTION, right - left, language)
    ground.fill(GREY, caption, left, _LISTS - 28)
    if not any(rank.value for rank in picture.ranks):
        _names(ground, picture.ranks, (left, right), language)
    else:
        for row, rank in enumerate(picture.ranks[:MOST_RANKS]):
            _rank(ground, rank, row, (left, right), language)
    if picture.more:
        line = written(picture.more, _CAPTION, right - left, language)
        middle = _LISTS + MOST_RANKS * _PITCH - _PITCH // 2
        ground.fill(GREY, line, left, middle - line.height // 2)


def _names(
    ground: Ground, ranks: Sequence[RankPicture], span: tuple[int, int], language: str
) -> None:
    """Names alone, in two columns."""
    left, right = span
    wide = (right - left - _GAP) // 2
    for at, rank in enumerate(ranks[: 2 * MOST_RANKS]):
        row, column = divmod(at, 2)
        x = left + column * (wide + _GAP)
        middle = _LISTS + row * _PITCH + _PITCH // 2
        bar = rounded(wide, _BAR, 8).point(share_of(55))
        ground.fill(PLATE_LIGHT, bar, x, middle - _BAR // 2)
        name = written(rank.name, _LETTERS, wide - 20, language)
        ground.fill(PAPER, name, x + 10, middle - line_height(_LETTERS) // 2)


def _rank(
    ground: Ground, rank: RankPicture, row: int, span: tuple[int, int], language: str
) -> None:
    """A name and an amount on their bar."""
    left, right = span
    middle = _LISTS + row * _PITCH + _PITCH // 2
    if rank.place:
        _medal(ground, rank.place, row, (left, middle))
        left += _MEDAL + 4
    if not rank.share:
        line = rounded(right - left, _BAR, 8).point(share_of(30))
        ground.fill(PLATE_LIGHT, line, left, middle - _BAR // 2)
    else:
        wide = max(_BAR, (right - left) * rank.share // 1000)
        bar = rounded(wide, _BAR, 8).point(share_of(45))
        ground.fill(MINT if row else GOLD, bar, left, middle - _BAR // 2)
    top = middle - line_height(_LETTERS) // 2
    value = written(rank.value, _LETTERS, 230, language, whole=True) if rank.value else None
    free = right - left - 20 - (value.width + 16 if value else 0)
    ground.fill(PAPER, written(rank.name, _LETTERS, free, language), left + 10, top)
    if value:
        ground.fill(PAPER, value, right - 10 - value.width, top)
