"""The dealer as a process of its own, with the real discord.py in it, at the loopback server."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from tests.discord.server import Discord

PROJECT = Path(__file__).parents[2]


class Croupier:
    """One run of the dealer; `log` is what it has said on standard error."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.log: list[str] = []
        self._process = process
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self._process.stderr
        async for line in self._process.stderr:
            self.log.append(line.decode().rstrip())

    async def kill(self) -> None:
        """End it as a power cut would."""
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()
        await self._reading

    async def stop(self) -> None:
        """Ask it to close; it must not have failed."""
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        code = await asyncio.wait_for(self._process.wait(), 60)
        await self._reading
        said = "\n".join(self.log)
        assert code == 0, said
        assert "ERROR" not in said, said
        assert "Traceback" not in said, said


async def launch(discord: Discord, folder: Path, **settings: str) -> Croupier:
    """Start the dealer and wait until it is in Discord with its commands registered."""
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder}/croupier.db",
        "WEB": "off",
        "PAUSES": "off",
        "DISCORD_TOKEN": discord.token,
        "DISCORD_API_URL": discord.api_url,
        "DISCORD_GATEWAY_URL": discord.gateway_url,
        **settings,
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", cwd=PROJECT, env=environment,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    croupier = Croupier(process)
    try:
        await discord.ready()
    except AssertionError:
        await croupier.kill()
        raise AssertionError("\n".join(croupier.log)) from None
    return croupier
