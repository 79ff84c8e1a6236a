"""Python programs as processes of their own, each forked from one that has imported what they need.

A dealer that starts from nothing spends over a second of computing on its imports and on what it
then reads and works out once, and the tests start hundreds. What runs is the same program in a
process that can be signalled and killed.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import runpy
import signal
import sys
from collections.abc import Mapping
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path

PROJECT = Path(__file__).parents[1]
_ROOM = 2**24
"""Bytes that a program may say without being read."""
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(
    [
        "adapters.discord",
        "adapters.slack",
        "adapters.web",
        "bot.house",
        "storage.db",
        "tests.keeper",
        "tests.warm",
    ]
)


class Child:
    """A program that runs, as `asyncio.subprocess.Process` shows one."""

    def __init__(self, process: ForkServerProcess, stdout: Pipe, stderr: Pipe) -> None:
        self._process, self._pipes = process, (stdout, stderr)
        self.stdout, self.stderr = stdout.reader, stderr.reader
        self.pid = process.pid
        self.returncode: int | None = None
        self._ended = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().add_reader(process.sentinel, self._end)

    def _end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._process.sentinel)
        self._process.join()
        self.returncode = self._process.exitcode
        self._process.close()
        self._ended.set_result(self.returncode)

    def send_signal(self, number: signal.Signals) -> None:
        assert self.pid
        os.kill(self.pid, number)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """Wait for its end; gives what it exits with, or the signal, negative."""
        code: int = await asyncio.shield(self._ended)
        for pipe in self._pipes:
            await pipe.closed
        return code


class Pipe(asyncio.StreamReaderProtocol):
    """One of the two ways in which a program speaks."""

    def __init__(self) -> None:
        self.reader = asyncio.StreamReader(_ROOM)
        self.closed = asyncio.get_running_loop().create_future()
        super().__init__(self.reader)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.closed.set_result(None)


async def start(module: str, *arguments: str, env: Mapping[str, str] | None = None) -> Child:
    """Run `python -m module arguments…` in the project's folder, with this environment or ours."""
    (out, says), (err, complains) = _FORKS.Pipe(duplex=False), _FORKS.Pipe(duplex=False)
    given = (module, arguments, dict(os.environ if env is None else env), says, complains)
    process = _FORKS.Process(target=_run, args=given, daemon=True)
    # The first one waits until everything is imported.
    await asyncio.to_thread(process.start)
    for end in (says, complains):
        end.close()
    return Child(process, await _listening(out), await _listening(err))


async def _listening(end: Connection) -> Pipe:
    with end:
        heard = os.fdopen(os.dup(end.fileno()), "rb")
    _, pipe = await asyncio.get_running_loop().connect_read_pipe(Pipe, heard)
    return pipe


def _run(
    module: str,
    arguments: tuple[str, ...],
    env: Mapping[str, str],
    says: Connection,
    complains: Connection,
) -> None:
    """Become the program."""
    for end, number in ((says, 1), (complains, 2)):
        os.dup2(end.fileno(), number)
        end.close()
    os.environ.clear()
    os.environ.update(env)
    os.chdir(PROJECT)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
