"""How fast a table is drawn and how light it is, beside plain Pillow drawing the same scenes.

Cold is the first picture a process draws; warm is a later hand of the same players, every scene
of which is new.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

from bench.plain import Plain
from bench.scenes import hand
from bot.picture import TablePicture, draw

_PROCESSES = 7
_HANDS = 4


def _plain(picture: TablePicture) -> bytes:
    return Plain().draw(picture)


_DRAWERS: dict[str, Callable[[TablePicture], bytes]] = {"croupier": draw, "plain": _plain}


def first(drawer: str) -> float:
    """Milliseconds that the first picture takes in this process."""
    scene = hand(1)[20]
    began = time.process_time()
    _DRAWERS[drawer](scene)
    return (time.process_time() - began) * 1000


def _cold(drawer: str) -> float:
    command = [sys.executable, "-m", "bench.picture", drawer]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout)


def _warm() -> tuple[float, float, float, float]:
    """Milliseconds a scene and bytes a scene: ours, theirs."""
    for scene in hand(0):
        draw(scene)
    times: dict[str, list[float]] = {"croupier": [], "plain": []}
    sizes: dict[str, list[int]] = {"croupier": [], "plain": []}
    for number in range(1, _HANDS + 1):
        for at, scene in enumerate(hand(number)):
            for drawer in ("croupier", "plain") if at % 4 == 0 else ("croupier",):
                began = time.process_time()
                png = _DRAWERS[drawer](scene)
                times[drawer].append((time.process_time() - began) * 1000)
                sizes[drawer].append(len(png))
    return (
        median(times["croupier"]),
        median(times["plain"]),
        median(sizes["croupier"]),
        median(sizes["plain"]),
    )


def run() -> list[tuple[str, str]]:
    """The rows of this part."""
    pairs = [(_cold("croupier"), _cold("plain")) for _ in range(_PROCESSES)]
    cold, cold_plain = (median(column) for column in zip(*pairs, strict=True))
    warm, warm_plain, size, size_plain = _warm()
    return [
        ("first picture of a process", f"{cold:.1f} ms"),
        ("  plain Pillow", f"{cold_plain:.1f} ms: {cold_plain / cold:.1f} times as long"),
        ("new scene of a known table", f"{warm:.1f} ms"),
        ("  plain Pillow", f"{warm_plain:.1f} ms: {warm_plain / warm:.1f} times as long"),
        ("bytes", f"{size / 1000:.1f} kB"),
        ("  plain Pillow, RGB", f"{size_plain / 1000:.1f} kB: ours are {size / size_plain:.2f}"),
    ]


if __name__ == "__main__":
    print(first(sys.argv[1]))
