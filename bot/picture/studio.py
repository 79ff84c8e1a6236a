"""The one thread in which everything is drawn: fonts and what is kept drawn serve one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Drawn = TypeVar("Drawn")

_THREAD = ThreadPoolExecutor(1, "studio")


async def drawn(work: Callable[[], Drawn]) -> Drawn:
    """What `work` draws, in its turn, while the event loop goes on."""
    return await asyncio.get_running_loop().run_in_executor(_THREAD, work)
