"""The same table drawn by plain Pillow in RGB, nothing kept: `ImageDraw` from back to front.

Twice too large and then reduced its edges are smooth, as ours are; at its own size they are rough.
"""

from __future__ import annotations

from importlib.resources import files
from io import BytesIO

from PIL import Image, ImageDraw, ImageFilter, ImageFont, ImageOps

from bot.picture import SeatPicture, TablePicture, palette, places
from bot.picture.sprites import piles_of
from bot.text import amount

_SUITS = "♣♦♥♠"
_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
Box = tuple[float, float, float, float]


class Plain:
    """One picture being drawn `times` too large; fonts are opened once for it."""

    def __init__(self, times: int) -> None:
        self._times = times
        self.image = Image.new("RGB", (places.WIDTH * times, places.HEIGHT * times))
        self.pen = ImageDraw.Draw(self.image)
        self._glaze = ImageDraw.Draw(self.image, "RGBA")
        self._fonts: dict[tuple[bool, int, int], ImageFont.FreeTypeFont] = {}

    def draw(self, picture: TablePicture) -> bytes:
        """The picture as a PNG."""
        self._room()
        self._text(14, 24, picture.title, 19, palette.PAPER, "lm")
        self._text(14, 50, picture.subtitle, 19, palette.GREY, "lm")
        for seat in picture.seats:
            self._seat(seat, picture.size)
        kit, spot = places.kit(picture.size), places.spots(picture.size)[picture.button - 1]
        x = spot.x + kit.plate[0] / 2 - kit.chip / 2 + 4
        y = spot.y - kit.plate[1] / 2 - kit.chip / 2 - 2
        self._disc(x, y, kit.chip / 2)
        self._board(picture.board)
        self._pot(picture)
        image = self.image
        if self._times > 1:
            image = image.resize((places.WIDTH, places.HEIGHT), Image.Resampling.LANCZOS)
        out = BytesIO()
        image.save(out, "PNG", compress_level=6)
        return out.getvalue()

    def _room(self) -> None:
        size = self.image.size
        sky = Image.linear_gradient("L").resize(size)
        self.image.paste(ImageOps.colorize(sky, palette.EVENING, palette.NIGHT))
        for ring in range(34):
            bulge = 1 - abs(ring / 17 - 1)
            parts = zip(palette.LEATHER_DEEP, palette.LEATHER_LIGHT, strict=True)
            colour = [round(low + (high - low) * bulge * 0.7) for low, high in parts]
            box = (58 + ring, 64 + ring, 842 - ring, 436 - ring)
            self._rounded(box, 186 - ring, tuple(colour))
        self._rounded((89, 95, 811, 405), 155, palette.BRASS)
        light = Image.radial_gradient("L").resize(size)
        felt = ImageOps.colorize(light, palette.FELT_LIGHT, palette.FELT_DEEP, palette.FELT)
        mask = Image.new("L", size)
        inner = tuple(edge * self._times for edge in (92, 98, 808, 402))
        ImageDraw.Draw(mask).rounded_rectangle(inner, 152 * self._times, fill=255)
        self.image.paste(felt, mask=mask)
        self._rounded((150, 156, 750, 344), 94, None, (86, 168, 138, 90), 1)

    def _seat(self, seat: SeatPicture, size: int) -> None:
        kit, spot = places.kit(size), places.spots(size)[seat.number - 1]
        width, height = kit.plate
        left, top = spot.x - width / 2, spot.y - height / 2
        plate = (left, top, left + width, top + height)
        if seat.acting:
            self._glow(plate)
        count = len(seat.cards) + seat.backs
        at = spot.x - (kit.step * (count - 1) + kit.card[0]) / 2
        for place in range(count):
            x = at + place * kit.step
            if place < len(seat.cards):
                self._face(seat.cards[place], x, top - kit.peek, *kit.card)
            else:
                self._back(x, top - kit.peek, *kit.card)
        edge = palette.GOLD if seat.acting else palette.PLATE_LIGHT
        self._rounded(plate, 13, (*palette.PLATE, 178 if seat.dim else 255), edge, 2)
        ink = palette.GREY if seat.dim else palette.PAPER
        self._text(
            spot.x, spot.y - 13, self._cut(seat.name, kit.letters, width - 18), kit.letters, ink
        )
        self._text(spot.x, spot.y + 12, amount(seat.stack), kit.letters, palette.MINT, weight=700)
        if seat.note:
            y = top + height + kit.note / 2
            self._pill(spot.x, y, seat.note, kit.note, palette.PLATE_LIGHT)
        if seat.bet:
            self._bet(seat.bet, spot, kit)

    def _glow(self, plate: Box) -> None:
        left, top, right, bottom = (round(edge * self._times) for edge in plate)
        around = 24 * self._times
        mask = Image.new("L", (right - left + 2 * around, bottom - top + 2 * around))
        inner = (around, around, mask.width - around, mask.height - around)
        ImageDraw.Draw(mask).rounded_rectangle(inner, 13 * self._times, fill=216)
        mask = mask.filter(ImageFilter.GaussianBlur(8 * self._times))
        self.image.paste(palette.GOLD, (left - around, top - around), mask)

    def _face(self, card: int, x: float, y: float, width: float, height: float) -> None:
        self._rounded((x, y, x + width, y + height), 7, palette.PAPER, (176, 178, 180), 1)
        ink = palette.RED if card & 3 in (1, 2) else palette.INK
        self._text(x + width * 0.3, y + width * 0.36, _RANKS[card >> 2], round(width * 0.62), ink)
        suit = _SUITS[card & 3]
        self._text(x + width * 0.76, y + width * 0.3, suit, round(width * 0.4), ink)
        if y >= places.BOARD_TOP:
            self._text(x + width * 0.64, y + height * 0.7, suit, round(width * 0.85), ink)

    def _back(self, x: float, y: float, width: float, height: float) -> None:
        self._rounded((x, y, x + width, y + height), 7, palette.PAPER, (176, 178, 180), 1)
        inner = (x + 4, y + 4, x + width - 4, y + height - 4)
        self._rounded(inner, 4, palette.BACK)
        for step in range(0, round(width + height), 10):
            low, high = max(0, step - height + 8), min(step, width - 8)
            for mirrored in (False, True):
                a, b = (width - 8 - low, width - 8 - high) if mirrored else (low, high)
                line = (x + 4 + a, y + 4 + step - low, x + 4 + b, y + 4 + step - high)
                ends = tuple(edge * self._times for edge in line)
                self.pen.line(ends, palette.BACK_LIGHT, self._times)

    def _bet(self, bet: int, spot: places.Spot, kit: places.Kit) -> None:
        x, y = spot.bet_x, spot.bet_y
        self._chips(bet, x - 30, y + 6, kit.chip)
        self._pill(x + 40, y, amount(bet), kit.letters, (*palette.PLATE, 150))

    def _chips(self, money: int, x: float, y: float, width: int) -> None:
        flat = width * 0.56
        for place, (kind, count) in enumerate(piles_of(money, 3)):
            colour = palette.CHIPS[kind % len(palette.CHIPS)]
            dark = tuple(part * 5 // 9 for part in colour)
            left = x + place * (width + 1)
            for level in range(count):
                top = y - flat - level * 5
                self._ellipse((left, top + 5, left + width, top + flat + 5), dark)
                self._ellipse((left, top, left + width, top + flat), colour, palette.PAPER)
                inner = (left + width * 0.2, top + flat * 0.2, left + width * 0.8, top + flat * 0.8)
                self._ellipse(inner, colour, palette.PAPER)

    def _disc(self, x: float, y: float, radius: float) -> None:
        self._ellipse((x - radius, y - radius, x + radius, y + radius), palette.PAPER, palette.GREY)
        self._text(x, y, "D", round(radius), palette.INK, weight=700)

    def _board(self, board: tuple[int, ...]) -> None:
        width, height = places.BOARD_CARD
        for place in range(5):
            x = places.CENTRE[0] - (4 * places.BOARD_STEP + width) / 2 + place * places.BOARD_STEP
            y = places.BOARD_TOP
            if place < len(board):
                self._face(board[place], x, y, width, height)
            else:
                box = (x, y, x + width, y + height)
                self._rounded(box, 7, None, (86, 168, 138, 102), 2)

    def _pot(self, picture: TablePicture) -> None:
        x, y = places.CENTRE[0], places.POT_LINE
        self._rounded((x - 130, y - 17, x + 130, y + 17), 17, (*palette.PLATE, 150))
        self._chips(picture.pot, x - 110, y + 8, 26)
        self._text(x + 40, y, picture.pot_text, 25, palette.PAPER, weight=700)

    # --- shapes ------------------------------------------------------------------------------

    def _rounded(
        self,
        box: Box,
        radius: float,
        fill: tuple[int, ...] | None,
        edge: tuple[int, ...] | None = None,
        line: int = 0,
    ) -> None:
        large = tuple(side * self._times for side in box)
        # Only what is seen through costs the mixing of every pixel.
        clear = any(len(colour) == 4 and colour[3] < 255 for colour in (fill, edge) if colour)
        pen = self._glaze if clear else self.pen
        pen.rounded_rectangle(large, radius * self._times, fill, edge, line * self._times)

    def _ellipse(
        self, box: Box, fill: tuple[int, ...], edge: tuple[int, ...] | None = None
    ) -> None:
        self.pen.ellipse(tuple(side * self._times for side in box), fill, edge, self._times)

    def _pill(self, x: float, y: float, text: str, size: int, fill: tuple[int, ...]) -> None:
        half = self._font(text, size, 700).getlength(text) / self._times / 2 + 9
        self._rounded((x - half, y - size * 0.66, x + half, y + size * 0.66), size * 0.66, fill)
        self._text(x, y, text, size, palette.PAPER, weight=700)

    def _font(self, text: str, size: int, weight: int) -> ImageFont.FreeTypeFont:
        wide = any(sign in _SUITS or sign > "\u2e80" for sign in text)
        key = (wide, size, weight)
        if key not in self._fonts:
            path = files("manimgx_fonts") / "NotoSans[wght].ttf"
            if wide:
                path = files("manimgx_fonts_cjk") / "NotoSansCJK-VF.otf.ttc"
            self._fonts[key] = ImageFont.truetype(str(path), size * self._times)
            self._fonts[key].set_variation_by_axes([weight])
        return self._fonts[key]

    def _cut(self, text: str, size: int, width: float) -> str:
        short = text
        while short and self._font(text, size, 600).getlength(short) > width * self._times:
            short = short[:-1]
        return short if short == text else short[:-1] + "…"

    def _text(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        ink: tuple[int, ...],
        anchor: str = "mm",
        weight: int = 600,
    ) -> None:
        font = self._font(text, size, weight)
        self.pen.text((x * self._times, y * self._times), text, ink, font, anchor)
