"""How soon a newcomer plays: from the page being ready to the first two cards, by a real process.

A browser without a screen opens the page, presses the first button of the table that it finds
there, and waits for its cards.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import aiohttp

TIMES = 3
PROJECT = Path(__file__).parents[1]
READY = "The card room is open at "


async def _ready(process: asyncio.subprocess.Process) -> str:
    """The address of the page, as soon as it is said."""
    assert process.stderr is not None
    while line := (await process.stderr.readline()).decode():
        if line.startswith(READY):
            return line.removeprefix(READY).strip()
    raise RuntimeError("the dealer did not start")


async def _play(url: str) -> None:
    """Come in, press the obvious button, and have two cards."""
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as session:
        async with session.get(url) as page:
            await page.read()
        parameters = {"v": "1", "channel": "lobby"}
        socket = await session.ws_connect(
            f"{url}/socket", params=parameters, headers={"Origin": url}
        )
        pressed = False
        while True:
            frame: dict[str, Any] = await socket.receive_json(timeout=30)
            items = frame.get("items", [frame["item"]] if frame["kind"] == "item" else [])
            rows = [row for item in items for row in item.get("message", {}).get("rows", ())]
            if rows and not pressed:
                pressed = True
                await socket.send_json({"kind": "press", "id": "1", "token": rows[0][0]["token"]})
            if frame["kind"] == "card" and "Your cards" in str(frame["message"]):
                return


async def _once() -> float:
    """Seconds from ready to the cards."""
    with tempfile.TemporaryDirectory() as folder:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", cwd=folder, stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(PROJECT), "WEB_PORT": "0"},
        )  # fmt: skip
        try:
            url = await _ready(process)
            ready = time.perf_counter()
            await _play(url)
            return time.perf_counter() - ready
        finally:
            process.terminate()
            await process.communicate()


def run() -> list[tuple[str, str]]:
    """(figure, value) rows; some seconds."""
    took = [asyncio.run(_once()) for _ in range(TIMES)]
    return [
        (
            "first hand after ready, one press, a pause of 2 s before the deal",
            f"{median(took):.2f} s (median of {TIMES}, most {max(took):.2f} s)",
        )
    ]


if __name__ == "__main__":
    for figure, value in run():
        print(f"{figure:<64} {value}")
