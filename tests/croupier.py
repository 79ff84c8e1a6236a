"""The dealer as a process of its own, with the platforms' real libraries in it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests import nursery


class Croupier:
    """One run of the dealer; `log` is what it has said on standard error."""

    def __init__(self, process: nursery.Child) -> None:
        self.log: list[str] = []
        self._process = process
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for line in self._process.stderr:
            self.log.append(line.decode().rstrip())

    async def kill(self) -> None:
        """End it as a power cut would."""
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()
        await self._reading

    async def stop(self, *faults: str) -> None:
        """Ask it to close; it must not have failed, but for what it has to call an error."""
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        code = await asyncio.wait_for(self._process.wait(), 60)
        await self._reading
        meant = [line for line in self.log if any(fault in line for fault in faults)]
        said = "\n".join(line for line in self.log if line not in meant)
        assert code == 0, said
        assert "ERROR" not in said, said
        assert "Traceback" not in said, said


async def begin(
    folder: Path, ready: Callable[[], Awaitable[None]], settings: dict[str, str]
) -> Croupier:
    """Start the dealer with these settings and wait until it is ready where people are."""
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder}/croupier.db",
        "WEB": "off",
        "PAUSES": "off",
        **settings,
    }
    croupier = Croupier(await nursery.start("bot", env=environment))
    try:
        await ready()
    except AssertionError:
        await croupier.kill()
        raise AssertionError("\n".join(croupier.log)) from None
    return croupier
