"""What the Chat ports of all platforms with tables, private messages and calls do alike."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from adapters.calls import Calls
from bot.chat import Message


class PublicMessages(Protocol):
    """The messages of tables in channels."""

    async def edit(self, place: str, handle: str, message: Message) -> None:
        """Change one; raises Gone."""

    async def delete(self, place: str, handle: str) -> None:
        """Take one away."""


class PrivateMessages(Protocol):
    """What one person alone sees."""

    async def whisper(self, person: str, table: str, message: Message) -> None:
        """Show or change their message about a table; raises Gone."""

    async def forget(self, person: str, table: str) -> None:
        """Take it away."""


class Port:
    """Changes of what is shown; until the platform is `ready` they wait."""

    _tables: PublicMessages
    _privates: PrivateMessages
    _calls: Calls[Any]

    def __init__(self) -> None:
        self._ready = asyncio.Event()

    async def edit(self, place: str, handle: str, message: Message) -> None:
        """Change a public message in place, when its turn comes; raises Gone."""
        await self._ready.wait()
        await self._tables.edit(place, handle, message)

    async def delete(self, place: str, handle: str) -> None:
        """Take a public message away; a message already gone is no error."""
        await self._ready.wait()
        await self._tables.delete(place, handle)

    async def whisper(self, person: str, table: str, message: Message) -> None:
        """Show or change the one private message of a person about a table; raises Gone."""
        await self._ready.wait()
        self._calls.hear(person, table, message)
        await self._privates.whisper(person, table, message)

    async def forget(self, person: str, table: str) -> None:
        """Take that private message away."""
        await self._ready.wait()
        self._calls.forget(person, table)
        await self._privates.forget(person, table)
