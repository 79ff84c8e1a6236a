"""Where tables are drawn: away from the event loop, and never in the way of their message."""

from __future__ import annotations

import logging

from bot.chat import Picture
from bot.kind import Kind, S
from bot.picture.studio import drawn
from bot.text import Words

log = logging.getLogger(__name__)


class Easel:
    """Draws what is to be sent; `on` is the host's choice."""

    def __init__(self, on: bool) -> None:
        self._on = on
        self._failed: set[str] = set()

    async def picture(self, kind: Kind[S], w: Words, state: S) -> Picture | None:
        """A table with its words, or nothing where it has no picture or cannot be drawn."""
        if not self._on:
            return None
        try:
            sketch = kind.sketch(w, state)
            # Beside the loop, for drawing takes as long as many commands do.
            return Picture(await drawn(sketch.draw), sketch.alt) if sketch else None
        except Exception as error:
            # Names and cards may stand in the error: only its kind is written down, and once.
            failed = type(error).__name__
            if failed not in self._failed:
                log.warning("a table cannot be drawn: %s", failed)
                self._failed.add(failed)
            return None
