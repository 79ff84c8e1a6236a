"""A platform that keeps everything in memory: the Chat port for tests."""

from __future__ import annotations

from itertools import count

from bot.chat import Gone, Message


class Keeper:
    """The Chat port of a platform that keeps everything in memory."""

    platform = "web"

    def __init__(self) -> None:
        self.public: dict[str, tuple[str, Message]] = {}
        self.private: dict[tuple[str, str], Message] = {}
        self.closed: set[str] = set()
        self.posted = 0
        self._keys = count(1)

    async def post(self, place: str, message: Message) -> str:
        handle = f"m{next(self._keys)}"
        self.public[handle] = (place, message)
        self.posted += 1
        return handle

    async def edit(self, place: str, handle: str, message: Message) -> None:
        if handle not in self.public:
            raise Gone(handle)
        self.public[handle] = (place, message)

    async def delete(self, place: str, handle: str) -> None:
        self.public.pop(handle, None)

    async def whisper(self, person: str, table: str, message: Message) -> None:
        if person in self.closed:
            raise Gone(person)
        self.private[person, table] = message

    async def forget(self, person: str, table: str) -> None:
        self.private.pop((person, table), None)
