"""How fast a table is drawn and how light it is, beside plain Pillow drawing the same scenes.

Smooth is plain Pillow with edges as smooth as ours, rough what it draws straight away.

Cold is with every cache empty, fonts to be opened included; warm is a later hand of the same
players, each scene of it new. Both are timed in processor time, one after the other, and ratios
are of that round.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from statistics import median
from time import process_time

from bench.plain import Plain
from bench.scenes import hand
from bot.picture import TablePicture, draw, lettering, paint, palette, sprites

_COLD, _WARM = 20, 20


def forget() -> None:
    """Empty every cache of the pictures."""
    for module in (lettering, paint, palette, sprites):
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


def _timed(work: Callable[[TablePicture], bytes], scene: TablePicture) -> tuple[float, int]:
    """Milliseconds and bytes."""
    gc.collect()
    began = process_time()
    png = work(scene)
    return (process_time() - began) * 1000, len(png)


def _smooth(scene: TablePicture) -> bytes:
    return Plain(2).draw(scene)


def _rough(scene: TablePicture) -> bytes:
    return Plain(1).draw(scene)


_PLAIN = {"smooth": _smooth, "rough": _rough}


def _cold(scene: TablePicture) -> bytes:
    forget()
    return draw(scene)


def _rows(
    name: str, ours: Callable[[TablePicture], bytes], scenes: list[TablePicture]
) -> list[tuple[str, str]]:
    mine = []
    theirs: dict[str, list[tuple[float, int]]] = {kind: [] for kind in _PLAIN}
    for scene in scenes:
        mine.append(_timed(ours, scene))
        for kind, draws in _PLAIN.items():
            theirs[kind].append(_timed(draws, scene))
    kept = median(size for _, size in mine) / 1000
    rows = [(f"{name}: a picture", f"{median(took for took, _ in mine):.1f} ms, {kept:.1f} kB")]
    for kind, timed in theirs.items():
        ratios = [plain / own for (own, _), (plain, _) in zip(mine, timed, strict=True)]
        lighter = median(own / plain for (_, own), (_, plain) in zip(mine, timed, strict=True))
        spread = f"{min(ratios):.1f} / {median(ratios):.1f} / {max(ratios):.1f}"
        rows.append((f"{name}: as fast as plain Pillow, {kind}", f"{spread} times"))
        rows.append((f"{name}: bytes of it, {kind}", f"{lighter:.2f}"))
    return rows


def run() -> list[tuple[str, str]]:
    """The rows of this part; ratios are least, median, most."""
    for draws in _PLAIN.values():
        draws(hand(0)[0])
    cold = _rows("cold", _cold, hand(1)[:_COLD])
    for scene in hand(2):
        draw(scene)
    return cold + _rows("warm", draw, hand(3)[:_WARM])
