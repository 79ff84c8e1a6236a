"""The picture of a table: as it was looked at, light, and harmless whatever people are called."""

from __future__ import annotations

import struct
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from bot.picture import SeatPicture, TablePicture, draw, lettering, places
from bot.picture.palette import BRASS_SHADES, COLOURS, room
from bot.picture.shading import shaded
from games.cards import cards
from tests.bot.pictures import GOLDEN, SCENES

BLOCK = 20
MEAN, WORST = 1.0, 16.0
"""What another version of the drawing library may change: on average, and in the worst block."""


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


def pixels(png: bytes) -> NDArray[np.int16]:
    return np.asarray(opened(png).convert("RGB")).astype(np.int16)


def check_like(drawn: bytes, golden: Path) -> None:
    """A picture is light, in the palette, and as it was last looked at."""
    difference = np.abs(pixels(drawn) - pixels(golden.read_bytes())).mean(axis=2)
    assert difference.mean() <= MEAN
    rows, columns = places.HEIGHT // BLOCK, places.WIDTH // BLOCK
    assert difference.reshape(rows, BLOCK, columns, BLOCK).mean(axis=(1, 3)).max() <= WORST
    assert len(drawn) < 60_000
    image = opened(drawn)
    assert (image.mode, image.size) == ("P", (places.WIDTH, places.HEIGHT))
    assert {colour for _, colour in image.convert("RGB").getcolors(256) or ()} <= set(COLOURS)


def box_of_change(one: TablePicture, other: TablePicture) -> tuple[int, int, int, int] | None:
    """(left, top, right, bottom) of all that differs between two pictures."""
    changed = np.abs(pixels(draw(one)) - pixels(draw(other))).max(axis=2)
    return Image.fromarray((changed > 0).astype(np.uint8)).getbbox()


def plate_box(size: int, seat: int) -> tuple[int, int, int, int]:
    (width, height), spot = places.kit(size).plate, places.spots(size)[seat - 1]
    left, top = spot.x - width // 2, spot.y - height // 2
    return (left, top, left + width, top + height)


def within(inner: tuple[int, int, int, int] | None, outer: tuple[int, int, int, int]) -> bool:
    if inner is None:
        return True
    return (
        inner[0] >= outer[0]
        and inner[1] >= outer[1]
        and inner[2] <= outer[2]
        and inner[3] <= outer[3]
    )


# --- as it was looked at ---------------------------------------------------------------------


@pytest.mark.parametrize("name", SCENES)
def test_a_table_looks_as_it_was_last_looked_at(name: str) -> None:
    golden = pixels((GOLDEN / f"{name}.png").read_bytes())
    difference = np.abs(pixels(draw(SCENES[name])) - golden).mean(axis=2)
    assert difference.mean() <= MEAN
    rows, columns = places.HEIGHT // BLOCK, places.WIDTH // BLOCK
    blocks = difference.reshape(rows, BLOCK, columns, BLOCK).mean(axis=(1, 3))
    assert blocks.max() <= WORST


def test_every_golden_picture_is_one_of_a_scene() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(SCENES)


def test_a_golden_picture_would_tell_another_card() -> None:
    scene = SCENES["showdown"]
    other = pixels(draw(replace(scene, board=cards("AsKhQs7h2c"))))
    difference = np.abs(other - pixels(draw(scene))).mean(axis=2)
    rows, columns = places.HEIGHT // BLOCK, places.WIDTH // BLOCK
    assert difference.reshape(rows, BLOCK, columns, BLOCK).mean(axis=(1, 3)).max() > WORST


def test_the_empty_table_that_is_kept_is_the_one_that_the_code_shades() -> None:
    kept, drawn = (np.asarray(image.convert("RGB")).astype(int) for image in (room(), shaded()))
    assert np.abs(kept - drawn).mean() < 0.01


def test_no_colour_of_the_palette_is_lost() -> None:
    assert len(set(COLOURS)) == len(COLOURS) <= 256
    assert BRASS_SHADES.stop < len(COLOURS)


# --- what it is ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_a_light_png_of_few_colours(name: str) -> None:
    png = draw(SCENES[name])
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, colours = struct.unpack(">IIBB", png[16:26])
    assert (width, height, depth, colours) == (900, 500, 8, 3)
    opened(png).verify()
    assert len(png) < 45_000


def test_the_same_table_is_the_same_bytes_and_not_drawn_twice() -> None:
    scene = SCENES["japanese"]
    assert draw(replace(scene)) is draw(scene)
    assert draw(replace(scene, pot_text="x")) != draw(scene)


@pytest.mark.parametrize("size", range(2, 11))
def test_no_seat_lies_over_another_or_over_the_edge(size: int) -> None:
    kit, spots = places.kit(size), places.spots(size)
    assert len(spots) == size
    boxes = []
    for number in range(1, size + 1):
        left, top, right, bottom = plate_box(size, number)
        note = lettering.line_height(kit.note) - places.NOTE_DROP
        boxes.append((left, top - kit.peek, right, bottom + note))
    for at, one in enumerate(boxes):
        assert within(one, (0, 0, places.WIDTH, places.HEIGHT))
        for other in boxes[:at]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or (
                other[3] <= one[1]
            )  # fmt: skip


@pytest.mark.parametrize("size", range(2, 11))
def test_nothing_of_a_seat_is_drawn_over_the_board(size: int) -> None:
    board = cards("AsKhQs7d2c")
    quiet = TablePicture(size, board=board, pot=100_000, pot_text="Pot 1,000")
    middle = (
        places.CENTRE[0] - 2 * places.BOARD_STEP - places.BOARD_CARD[0] // 2,
        places.BOARD_TOP,
        places.CENTRE[0] + 2 * places.BOARD_STEP + places.BOARD_CARD[0] // 2,
        places.BOARD_TOP + places.BOARD_CARD[1],
    )
    for number in range(1, size + 1):
        seat = SeatPicture(number, "W" * 40, 99_999_999, 12_345_600, backs=2, note="Big blind")
        changed = np.abs(pixels(draw(replace(quiet, seats=(seat,)))) - pixels(draw(quiet)))
        left, top, right, bottom = middle
        assert not changed[top:bottom, left:right].any(), number


def test_two_and_four_colours_differ_in_clubs_and_diamonds_alone() -> None:
    for text, differs in (("As", False), ("Ah", False), ("Ac", True), ("Ad", True)):
        scene = TablePicture(6, board=cards(text))
        assert (draw(scene) != draw(replace(scene, four_colours=True))) is differs


def test_every_card_looks_different() -> None:
    for four in (False, True):
        board = {draw(TablePicture(2, board=(card,), four_colours=four)) for card in range(52)}
        assert len(board) == 52
        held = {
            draw(TablePicture(2, (SeatPicture(1, "Ann", cards=(card,)),), four_colours=four))
            for card in range(52)
        }
        assert len(held) == 52


# --- names -----------------------------------------------------------------------------------


def letters(text: str) -> bytes:
    return lettering.written(text, 23, 400).tobytes()


BOX = letters("\U0010ffff")


@pytest.mark.parametrize(
    "text",
    [
        "Zoë Łukasz Þór Đặng",
        "Ωδύσσεια ΆΈΉΊΌΎΏ ϊΐ",
        "Ёлка Їжак Ђорђе Әлия",
        "花子 ひらがな カタカナ ー々〆 渡邉髙﨑",
        "简体汉语 们这发",
        "繁體漢語 龍龜",
        "한국어 쀍 뷁",
        "Ann-Marie O'Neil (3) #1 @x_y! €½ “…”",
    ],
)
def test_these_scripts_are_written(text: str) -> None:
    assert all(lettering.face_of(sign) is not None for sign in text)


@pytest.mark.parametrize("codec", ["gb2312", "big5", "shift_jis", "euc_kr"])
def test_the_characters_of_a_country_are_there(codec: str) -> None:
    rows = [bytes((high, low)) for high in range(0x81, 0xFF, 3) for low in range(0x40, 0xFF, 7)]
    found = [row.decode(codec, "ignore") for row in rows]
    signs = [sign for sign in found if len(sign) == 1 and sign.isalpha()]
    assert len(signs) > 150
    assert [sign for sign in signs if lettering.face_of(sign) is None] == []


def test_the_fonts_have_all_the_signs_that_are_taken_for_granted() -> None:
    missing = [
        chr(sign)
        for signs, face in lettering.SURE
        for sign in signs[:: 1 if face < 0 else 41]
        if not lettering.has(face, chr(sign))
    ]
    assert missing == []


@pytest.mark.parametrize(
    "sign", ["😀", "م", "ש", "ก", "क", "\u200b", "\u202e", "\u2066", "\x00", "\ufffe", "\u0378"]
)
def test_any_other_sign_is_a_box_that_can_be_seen(sign: str) -> None:
    assert lettering.face_of(sign) is None
    assert letters(sign) == BOX
    assert any(BOX)


@pytest.mark.parametrize("nothing", ["", " ", "\ufe0f", "\u3000"])
def test_a_name_of_nothing_is_a_box_too(nothing: str) -> None:
    assert letters(nothing) == BOX


def test_a_country_s_own_shape_of_a_character_is_used() -> None:
    japanese, chinese = (lettering.written("直", 23, 400, where) for where in ("ja", "en"))
    assert japanese.tobytes() != chinese.tobytes()
    with_kana = lettering.written("直の", 23, 400, "en")
    assert with_kana.crop((0, 0, 20, japanese.height)).tobytes() == (
        japanese.crop((0, 0, 20, japanese.height)).tobytes()
    )


def test_too_long_a_name_ends_in_an_ellipsis_and_too_long_an_amount_is_written_smaller() -> None:
    long, longer = (lettering.written("W" * count, 23, 170) for count in (60, 4_000))
    assert long.width <= 170
    assert long.tobytes() == longer.tobytes()
    assert long.tobytes() != lettering.written("W" * 60, 23, 170, whole=True).tobytes()
    amounts = {
        lettering.written(f"1,234,567,890,12{last}", 23, 110, whole=True).tobytes()
        for last in range(10)
    }
    assert len(amounts) == 10, "the last digit is still there"


@pytest.mark.parametrize("width", range(60, 200, 3))
def test_a_gap_at_the_edge_hides_no_word(width: int) -> None:
    cut, without = (lettering.written(f"Hand{rest}", 21, width) for rest in (" #123,456", ""))
    assert cut.tobytes() != without.tobytes()
    assert cut.width <= width


NAMES = st.one_of(
    st.text(max_size=60),
    st.text(st.characters(min_codepoint=0x2000, max_codepoint=0x206F), max_size=9),
    st.text(st.characters(min_codepoint=0x1F300, max_codepoint=0x1FAFF), max_size=9),
    st.sampled_from(["<script>alert(1)</script>", "&amp;", "a" * 4_000, "خ" * 4_000, "\n\n"]),
)


@settings(max_examples=60, deadline=None)
@given(name=NAMES, size=st.integers(2, 10), data=st.data())
def test_a_name_of_any_kind_stays_on_its_plate(name: str, size: int, data: st.DataObject) -> None:
    number = data.draw(st.integers(1, size))
    seat = SeatPicture(number, "Ann", 100_000, 2_000, backs=2)
    scene = TablePicture(size, (seat,))
    changed = box_of_change(scene, replace(scene, seats=(replace(seat, name=name),)))
    assert within(changed, plate_box(size, number))


@settings(max_examples=40, deadline=None)
@given(
    stack=st.integers(0, 10**14),
    bet=st.integers(0, 10**14),
    pot=st.integers(0, 10**15),
    text=NAMES,
    size=st.integers(2, 10),
)
def test_any_amount_and_any_text_can_be_drawn(
    stack: int, bet: int, pot: int, text: str, size: int
) -> None:
    seat = SeatPicture(size, text, stack, bet, note=text, tone="won", acting=True, computer=True)
    scene = TablePicture(
        size, (seat,), size, pot=pot, pot_text=text, below=text, banner=text, title=text,
        subtitle=text,
    )  # fmt: skip
    assert opened(draw(scene)).size == (900, 500)
