"""What adapters remember over a restart: the `Memory` port over the store."""

from __future__ import annotations

from storage import rooms
from storage.db import Database


class Shelves:
    """Each adapter has shelves of its own; keys and values are text."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def put(self, shelf: str, key: str, value: str) -> None:
        await self._db.commit(rooms.put(shelf, key, value))

    async def get(self, shelf: str, key: str) -> str | None:
        return await rooms.get(self._db, shelf, key)

    async def drop(self, shelf: str, key: str) -> None:
        await self._db.commit(rooms.drop(shelf, key))

    async def newest(self, shelf: str, prefix: str, most: int) -> list[tuple[str, str]]:
        return await rooms.newest(self._db, shelf, prefix, most)
