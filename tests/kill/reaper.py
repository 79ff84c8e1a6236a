"""Starts a busy dealer of this folder and kills it with -9 amid its commits."""

from __future__ import annotations

from asyncio import sleep

from tests import nursery


async def play_and_kill(url: str, tables: int, *openings: str, tens: int, ms: int) -> None:
    """Kill a dealer with so many tables so long after so many tens of its commits."""
    process = await nursery.start("tests.kill.player", url, str(tables), *openings)
    assert await process.stdout.readline() == b"playing\n"
    for _ in range(tens):
        assert await process.stdout.readline() == b"ten more\n"
    await sleep(ms / 1000)
    process.kill()
    await process.wait()


async def start_and_kill(url: str, tables: int, *, ms: int) -> None:
    """Kill it in the middle of starting."""
    process = await nursery.start("tests.kill.player", url, str(tables))
    await sleep(ms / 1000)
    process.kill()
    await process.wait()
