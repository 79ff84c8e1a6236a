"""The picture of a house table: the dealer above, the board, everybody's hands in rows below."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from bot.picture import places, sprites
from bot.picture.ground import GLOW, Ground, Patch, glow, put_together, share_of
from bot.picture.lettering import line_height, written
from bot.picture.paint import banner, board_at, corner, pot_at
from bot.picture.palette import ALARM, BRASS, GOLD, GREY, INK, MINT, PAPER, PLATE, PLATE_LIGHT
from bot.picture.sprites import rounded
from bot.picture.subject import HandPicture, HousePicture
from bot.text import amount

_KEPT = 64
_MIDDLE = places.CENTRE[0]


class Rows(NamedTuple):
    """How hands stand: so many in a row, in at most so many rows; a plate's size, a card's and the
    step to the next, how much of a card shows above the plate, from one row to the next, and where
    the plates of the lowest row begin.
    """

    columns: int
    most: int
    plate: tuple[int, int]
    card: tuple[int, int]
    step: int
    peek: int
    pitch: int
    lowest: int


PAIRS = Rows(5, 2, (168, 54), (58, 80), 60, 44, 107, 424)
"""Hands of two cards, below a board."""
FIVES = Rows(3, 3, (284, 38), (52, 72), 54, 46, 100, 438)
SEVENS = Rows(3, 3, (284, 38), (42, 60), 38, 46, 100, 438)
"""Hands of so many cards."""
NAMES = Rows(5, 1, (168, 54), (58, 80), 60, 0, 107, 424)
"""Who plays along with the one hand that all play."""

_DEALER_CARD, _DEALER_STEP, _DEALER_TOP = (55, 77), 59, 10
_APART = 14
_BOARD_TOP, _TOTAL_LINE, _TOTAL_LINE_BARE = 122, 247, 139
_SHARED_TOP = 274
_BANNER_LINE, _BANNER_LINE_BARE = 300, 250
_TONES = {"plain": (PLATE_LIGHT, PAPER), "won": (GOLD, INK), "lost": (PLATE, PAPER)}


def places_for(board: bool, shared: bool) -> int:
    """How many hands there is room for, where there is a board, or one hand that all play."""
    rows = NAMES if shared else PAIRS if board else FIVES
    return rows.columns * rows.most


def _rows(picture: HousePicture) -> Rows:
    if picture.shared is not None:
        return NAMES
    if picture.board is not None:
        return PAIRS
    held = max((len(hand.cards) + hand.backs for hand in picture.hands), default=0)
    return SEVENS if held > 5 else FIVES


@lru_cache(_KEPT)
def draw_house(picture: HousePicture) -> bytes:
    """The picture as a PNG of 900x500 pixels; the same bytes for the same table.

    A running dealer draws in the studio's thread alone.
    """
    language = picture.language
    patches = [
        corner(picture.title, picture.subtitle, language),
        _limits(picture.limits),
        _dealer(picture.dealer, language),
    ]
    if picture.board is not None:
        patches.append(board_at(picture.board, None, False, _BOARD_TOP))
    if picture.total_text:
        line = _TOTAL_LINE_BARE if picture.board is None else _TOTAL_LINE
        patches.append(pot_at(picture.total, picture.total_text, language, line))
    if picture.shared is not None:
        patches.append(_shared(picture.shared, language))
    patches += _hands(picture)
    if picture.banner:
        middle = _BANNER_LINE_BARE if picture.board is None else _BANNER_LINE
        patches.append(banner(picture.banner, language, middle))
    return put_together(patches)


@lru_cache(32)
def _limits(text: str) -> Patch:
    """What may be bet, in the top right corner."""
    line = written(text, 21, 180, whole=True)
    ground = Ground(places.WIDTH - 210, 0, places.WIDTH, 44)
    ground.fill(GREY, line, places.WIDTH - 14 - line.width, 12)
    return ground.patch()


# --- the dealer, and the hand that all play --------------------------------------------------


@lru_cache(64)
def _dealer(hand: HandPicture, language: str) -> Patch:
    ground = Ground(150, 0, 750, 132)
    _cards(ground, hand, _DEALER_TOP, _DEALER_CARD, _DEALER_STEP, peeking=False)
    text = written(hand.name, 21, 560, language, whole=True)
    line = _DEALER_TOP + _DEALER_CARD[1] + 16
    ground.pill(PLATE, 70, _MIDDLE, line, text.width + 24, line_height(21))
    ground.write(PAPER, text, _MIDDLE, line)
    return ground.patch()


def _cards(
    ground: Ground,
    hand: HandPicture,
    top: int,
    size: tuple[int, int],
    step: int,
    *,
    peeking: bool,
    middle: int = _MIDDLE,
) -> None:
    """The cards of a hand in a row around `middle`, those apart after a gap."""
    shown = [sprites.face(card, size, False, peeking) for card in hand.cards]
    shown += [sprites.back(size)] * hand.backs
    gap = _APART if hand.apart else 0
    left = middle - (step * (len(shown) - 1) + size[0] + gap) // 2
    for place, sprite in enumerate(shown):
        shift = gap if place >= len(shown) - hand.apart else 0
        ground.stamp(sprite, left + place * step + shift, top)


@lru_cache(64)
def _shared(hand: HandPicture, language: str) -> Patch:
    """The hand that all play, larger than anybody's."""
    ground = Ground(200, _SHARED_TOP - 10, 700, _SHARED_TOP + 130)
    card, step = (69, 98), 74
    _cards(ground, hand, _SHARED_TOP, card, step, peeking=False)
    text = written(hand.name, 22, 460, language, whole=True)
    line = _SHARED_TOP + card[1] + 14
    ground.pill(PLATE, 75, _MIDDLE, line, text.width + 28, line_height(22))
    ground.write(PAPER, text, _MIDDLE, line)
    return ground.patch()


# --- everybody's hands -----------------------------------------------------------------------


def _hands(picture: HousePicture) -> list[Patch]:
    """Every hand at its place; what glows comes first, for a glow reaches its neighbours."""
    hands, kind = picture.hands, _rows(picture)
    spots = _spots(kind, len(hands) + bool(picture.others))
    placed = list(zip(hands, spots, strict=False))
    shine = [spot for hand, spot in placed if hand.acting or hand.tone == "won"]
    patches = [_halo(kind.plate, spot) for spot in shine]
    # From below, for the note on a plate hangs over the cards of the next row.
    patches += [_hand(hand, kind, spot, picture.language) for hand, spot in reversed(placed)]
    if picture.others:
        patches.append(_others(picture.others, kind, spots[-1]))
    return patches


def _spots(kind: Rows, count: int) -> list[tuple[int, int]]:
    """The middle of each plate's top edge, row by row from the left."""
    if not count:
        return []
    rows = -(-count // kind.columns)
    each = -(-count // rows)
    spots = []
    for row in range(rows):
        here = min(each, count - row * each)
        top = kind.lowest - (rows - 1 - row) * kind.pitch
        width = 300 if kind.columns == 3 else 178
        first = _MIDDLE - (here - 1) * width // 2
        spots += [(first + at * width, top) for at in range(here)]
    return spots


@lru_cache(64)
def _halo(plate: tuple[int, int], spot: tuple[int, int]) -> Patch:
    """What shines around a plate."""
    (middle, top), (width, height) = spot, plate
    left, top = middle - width // 2 - 2 * GLOW, top - 2 * GLOW
    ground = Ground(left, top, left + width + 4 * GLOW, top + height + 4 * GLOW)
    ground.fill(GOLD, glow(width, height), left, top)
    return ground.patch()


@lru_cache(512)
def _hand(hand: HandPicture, kind: Rows, spot: tuple[int, int], language: str) -> Patch:
    (middle, top), (width, height) = spot, kind.plate
    left = middle - width // 2
    ground = Ground(left - 10, top - kind.peek - 4, left + width + 10, top + height + 24)
    _cards(ground, hand, top - kind.peek, kind.card, kind.step, peeking=True, middle=middle)
    won = hand.tone == "won"
    ground.shade(width, height, 13, left, top)
    ground.fill(GOLD if won else PLATE, rounded(width, height, 13), left, top)
    edge = BRASS if won else GOLD if hand.acting else PLATE_LIGHT
    ground.fill(edge, rounded(width, height, 13, 3 if hand.acting else 2), left, top)
    _name(ground, hand, kind, spot, language)
    if hand.note:
        _note(ground, hand, kind, spot, language)
    return ground.patch()


def _name(
    ground: Ground, hand: HandPicture, kind: Rows, spot: tuple[int, int], language: str
) -> None:
    """Name and stakes: on one line where a plate is wide, else one below the other."""
    (middle, top), (width, height) = spot, kind.plate
    won = hand.tone == "won"
    stakes = written(amount(hand.staked) if hand.staked else "–", 21, width // 2, whole=True)
    colour = INK if won else MINT if hand.staked else GREY
    ink = INK if won else PAPER
    if kind.columns == 3:
        line = top + height // 2 - 3
        name = written(hand.name, 21, width - stakes.width - 36, language)
        ground.fill(ink, name, middle - width // 2 + 12, line - name.height // 2)
        ground.fill(colour, stakes, middle + width // 2 - 12 - stakes.width,
                    line - stakes.height // 2)  # fmt: skip
        return
    name = written(hand.name, 21, width - 16, language)
    ground.write(ink, name, middle, top + 14)
    ground.write(colour, stakes, middle, top + 36)


def _note(
    ground: Ground, hand: HandPicture, kind: Rows, spot: tuple[int, int], language: str
) -> None:
    """What was chosen or won, on the lower edge of the plate."""
    (middle, top), (width, height) = spot, kind.plate
    size = 19
    fill, ink = _TONES[hand.tone]
    text = written(hand.note, size, width - 20, language, whole=True)
    line = top + height + 5
    ground.pill(fill, 100, middle, line, text.width + 22, line_height(size) - 2)
    if hand.tone == "lost":
        edge = rounded(text.width + 22, line_height(size) - 2, line_height(size) // 2 - 1, 2)
        ground.fill(ALARM, edge, middle - edge.width // 2, line - edge.height // 2)
    ground.write(ink, text, middle, line)


@lru_cache(64)
def _others(text: str, kind: Rows, spot: tuple[int, int]) -> Patch:
    """How many more there are."""
    (middle, top), (width, height) = spot, kind.plate
    left = middle - width // 2
    ground = Ground(left, top, left + width, top + height)
    ground.fill(PLATE, rounded(width, height, height // 2).point(share_of(70)), left, top)
    ground.write(PAPER, written(text, 21, width - 24, whole=True), middle, top + height // 2)
    return ground.patch()
