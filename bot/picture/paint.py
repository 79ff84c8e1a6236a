"""Putting the picture together out of patches, each a part of the table in one of its states.

From one redraw to the next most seats look as before: a patch is kept as it lies on the felt, in
the colours of the palette, and laid on again.
"""

from __future__ import annotations

from functools import lru_cache

from bot.picture import places, sprites
from bot.picture.ground import GLOW, SOFT, Ground, Patch, glow, put_together, share_of
from bot.picture.lettering import line_height, written
from bot.picture.palette import (
    ALARM,
    BRASS,
    GOLD,
    GREY,
    INK,
    MINT,
    PAPER,
    PLATE,
    PLATE_LIGHT,
    Colour,
)
from bot.picture.places import Kit, Spot
from bot.picture.sprites import rounded
from bot.picture.subject import SeatPicture, TablePicture
from bot.text import amount

_KEPT = 64
"""So many pictures are kept: one that is asked for again is not drawn again."""
_FELT_INK: Colour = (86, 168, 138)
_NOTES = {"plain": (PLATE_LIGHT, PAPER), "all_in": (ALARM, PAPER), "won": (GOLD, INK)}


@lru_cache(_KEPT)
def draw(picture: TablePicture) -> bytes:
    """The picture as a PNG of 900x500 pixels; the same bytes for the same table.

    A running dealer draws in the studio's thread alone.
    """
    return put_together(_patches(picture))


def _patches(picture: TablePicture) -> list[Patch]:
    patches = [corner(picture.title, picture.subtitle, picture.language), *_places(picture)]
    if 0 < picture.button <= picture.size:
        taken = picture.button in {seat.number for seat in picture.seats}
        patches.append(_button(picture.size, picture.button, taken))
    lit = picture.lit.intersection(picture.board) if picture.lit else None
    if picture.board or picture.pot:
        patches.append(board_at(picture.board, lit, picture.four_colours))
    if picture.pot_text:
        patches.append(pot_at(picture.pot, picture.pot_text, picture.language))
    if picture.below:
        patches.append(_below(picture.below, picture.language))
    if picture.banner:
        patches.append(banner(picture.banner, picture.language))
    return patches


def _places(picture: TablePicture) -> list[Patch]:
    """Every seat, taken or free; those that glow come first, for a glow reaches its neighbours."""
    size = picture.size
    taken = {seat.number for seat in picture.seats}
    patches = [_free(size, number) for number in range(1, size + 1) if number not in taken]
    for seat in sorted(picture.seats, key=lambda seat: not _glows(seat)):
        lit = picture.lit.intersection(seat.cards) if picture.lit else None
        patches.append(_seat(seat, size, lit, picture.four_colours, picture.language))
    patches += [_bet(seat.bet, size, seat.number) for seat in picture.seats if seat.bet]
    return patches


def _glows(seat: SeatPicture) -> bool:
    return seat.acting or seat.tone == "won"


# --- seats -----------------------------------------------------------------------------------


@lru_cache(512)
def _seat(
    seat: SeatPicture, size: int, lit: frozenset[int] | None, four_colours: bool, language: str
) -> Patch:
    kit, spot = places.kit(size), places.spots(size)[seat.number - 1]
    width, height = kit.plate
    left, top = spot.x - width // 2, spot.y - height // 2
    note_height = line_height(kit.note)
    ground = Ground(
        left - 2 * GLOW,
        top - kit.peek - 8,
        left + width + 2 * GLOW,
        top + height + note_height + GLOW,
    )
    if _glows(seat):
        ground.fill(GOLD, glow(width, height), left - 2 * GLOW, top - 2 * GLOW)
    _hold(ground, seat, kit, (spot.x, top - kit.peek), lit, four_colours)
    _plate(ground, seat, kit, spot, language)
    if seat.note:
        fill, ink = _NOTES[seat.tone]
        text = written(seat.note, kit.note, width - 24, language, whole=True)
        middle = top + height - places.NOTE_DROP + note_height // 2
        ground.pill(fill, 100, spot.x, middle, text.width + 20, note_height)
        ground.write(ink, text, spot.x, middle)
    return ground.patch()


def _hold(
    ground: Ground,
    seat: SeatPicture,
    kit: Kit,
    at: tuple[int, int],
    lit: frozenset[int] | None,
    four_colours: bool,
) -> None:
    """The cards before a seat; `at` is the middle of their top edge."""
    shown = [sprites.face(card, kit.card, four_colours, True) for card in seat.cards]
    if lit is not None:
        pairs = zip(seat.cards, shown, strict=True)
        shown = [one if card in lit else sprites.dimmed(one) for card, one in pairs]
    shown += [sprites.back(kit.card)] * seat.backs
    left = at[0] - (kit.step * (len(shown) - 1) + kit.card[0]) // 2
    for place, sprite in enumerate(shown):
        x = left + place * kit.step
        up = 6 if lit and place < len(seat.cards) and seat.cards[place] in lit else 0
        ground.stamp(sprite, x, at[1] - up)
        if up:
            ground.fill(GOLD, rounded(*kit.card, 7, 3), x, at[1] - up)


def _plate(ground: Ground, seat: SeatPicture, kit: Kit, spot: Spot, language: str) -> None:
    """Name and stack on a plate of their own."""
    width, height = kit.plate
    left, top = spot.x - width // 2, spot.y - height // 2
    won = seat.tone == "won"
    shape, edge = rounded(width, height, 13), rounded(width, height, 13, 3 if seat.acting else 2)
    if seat.dim:
        ground.fill(PLATE, shape.point(share_of(84)), left, top)
        ground.fill(PLATE_LIGHT, edge.point(share_of(70)), left, top)
    else:
        ground.shade(width, height, 13, left, top)
        ground.fill(GOLD if won else PLATE, shape, left, top)
        ground.fill(BRASS if won else GOLD if seat.acting else PLATE_LIGHT, edge, left, top)
    ink = INK if won else GREY if seat.dim else PAPER
    room_for = width - 18
    mark = sprites.computer_mark(round(kit.letters * 0.8)) if seat.computer else None
    name = written(seat.name, kit.letters, room_for - (mark.width + 5 if mark else 0), language)
    line = top + height // 2 - line_height(kit.letters) // 2 + 1
    at = spot.x - name.width // 2
    if mark:
        at += (mark.width + 5) // 2
        ground.fill(GREY, mark, at - mark.width - 5, line - mark.height // 2 + 1)
    ground.fill(ink, name, at, line - name.height // 2)
    stack = written(amount(seat.stack), kit.letters, room_for, language, whole=True)
    ink = INK if won else GREY if seat.dim else MINT
    ground.write(ink, stack, spot.x, top + height // 2 + line_height(kit.letters) // 2 - 4)


@lru_cache(64)
def _free(size: int, number: int) -> Patch:
    """A seat that nobody has taken."""
    kit, spot = places.kit(size), places.spots(size)[number - 1]
    width, height = kit.plate[0] * 2 // 3, kit.plate[1] * 3 // 4
    left, top = spot.x - width // 2, spot.y - height // 2
    ground = Ground(left, top, left + width, top + height)
    ground.fill(PLATE, rounded(width, height, height // 2).point(share_of(60)), left, top)
    ground.fill(GREY, rounded(width, height, height // 2, 2).point(share_of(45)), left, top)
    ground.write(GREY, written(str(number), kit.letters, width), spot.x, spot.y)
    return ground.patch()


@lru_cache(512)
def _bet(bet: int, size: int, number: int) -> Patch:
    """The chips a seat has put in on this street, with their amount."""
    kit, spot = places.kit(size), places.spots(size)[number - 1]
    x, y = spot.bet_x, spot.bet_y
    height = line_height(kit.letters)
    pile = sprites.chips(bet, kit.chip, 2 if spot.piled else 3)
    text = written(amount(bet), kit.letters, 64 if spot.piled else 118, whole=True)
    wide, tall = pile.image.size
    bar = text.width + 14
    ground = Ground(x - 110, y - 70, x + 110, y + 50)
    if spot.piled:
        middle, line = x, y + height // 2 + 3
        ground.stamp(pile, x - wide // 2, y - tall)
    else:
        left = x - (wide + 4 + bar) // 2
        middle, line = left + wide + 4 + bar // 2, y
        ground.stamp(pile, left, y + height // 2 - tall)
    ground.pill(PLATE, 60, middle, line, bar, height)
    ground.write(PAPER, text, middle, line)
    return ground.patch()


@lru_cache(64)
def _button(size: int, number: int, taken: bool) -> Patch:
    """The dealer button: beside the cards of a seat, or beside the number of a free one."""
    kit, spot = places.kit(size), places.spots(size)[number - 1]
    disc = sprites.dealer_button(kit.chip, kit.note)
    if taken:
        left = spot.x + kit.plate[0] // 2 - kit.chip + 4
        top = spot.y - kit.plate[1] // 2 - kit.chip - 2
    else:
        left, top = spot.x + kit.plate[0] // 3 - kit.chip - 6, spot.y - kit.chip // 2
    ground = Ground(left, top, left + kit.chip, top + kit.chip)
    ground.stamp(disc, left, top)
    return ground.patch()


# --- the middle and the corner ---------------------------------------------------------------


@lru_cache(64)
def board_at(
    board: tuple[int, ...],
    lit: frozenset[int] | None,
    four_colours: bool,
    top: int = places.BOARD_TOP,
) -> Patch:
    """The five places of the board, and the cards that lie there."""
    width, height = places.BOARD_CARD
    left = places.CENTRE[0] - (4 * places.BOARD_STEP + width) // 2
    right = left + 4 * places.BOARD_STEP + width
    ground = Ground(left - 2 * SOFT, top - 12, right + 2 * SOFT, top + height + 2 * SOFT)
    for place in range(5):
        x = left + place * places.BOARD_STEP
        if place >= len(board):
            ground.fill(_FELT_INK, rounded(width, height, 7, 2).point(share_of(40)), x, top)
            continue
        card = sprites.face(board[place], places.BOARD_CARD, four_colours, False)
        up = 6 if lit and board[place] in lit else 0
        ground.shade(width, height, 7, x, top - up)
        ground.stamp(card if up or lit is None else sprites.dimmed(card), x, top - up)
        if up:
            ground.fill(GOLD, rounded(width, height, 7, 3), x, top - up)
    return ground.patch()


@lru_cache(64)
def pot_at(pot: int, text: str, language: str, y: int = places.POT_LINE) -> Patch:
    """Chips with their amount in words, in the middle of a line."""
    x = places.CENTRE[0]
    line = written(text, 25, 250, language, whole=True)
    pile = sprites.chips(pot, 26, 3) if pot else None
    wide = line.width + (pile.image.width + 10 if pile else 0)
    ground = Ground(x - wide // 2 - 20, y - 45, x + wide // 2 + 20, y + 30)
    ground.pill(PLATE, 60, x, y, wide + 26, line_height(25))
    left = x - wide // 2
    if pile:
        ground.stamp(pile, left, y + 12 - pile.image.height)
        left += pile.image.width + 10
    ground.fill(PAPER, line, left, y - line.height // 2)
    return ground.patch()


@lru_cache(64)
def _below(text: str, language: str) -> Patch:
    x, y = places.CENTRE[0], places.BELOW_LINE
    line = written(text, 21, 420, language, whole=True)
    ground = Ground(x - line.width // 2 - 4, y - 20, x + line.width // 2 + 4, y + 20)
    ground.write(INK, line, x + 1, y + 1)
    ground.write(GOLD, line, x, y)
    return ground.patch()


@lru_cache(32)
def banner(
    text: str, language: str, y: int = places.BOARD_TOP + places.BOARD_CARD[1] // 2
) -> Patch:
    """A line in the place of an empty board, or around `y`."""
    x = places.CENTRE[0]
    line = written(text, 30, 480, language, whole=True)
    ground = Ground(x - 300, y - 40, x + 300, y + 40)
    ground.pill(PLATE, 75, x, y, line.width + 56, 56)
    ground.write(PAPER, line, x, y)
    return ground.patch()


@lru_cache(64)
def corner(title: str, subtitle: str, language: str) -> Patch:
    """What the table is called, in the top left corner."""
    ground = Ground(0, 0, 210, 70)
    for text, colour, y in ((title, PAPER, 12), (subtitle, GREY, 38)):
        if text:
            ground.fill(colour, written(text, 21, 166, language, text is subtitle), 14, y)
    return ground.patch()
