"""The pictures of what is on display, and a few just taken down that a page may still ask for."""

from __future__ import annotations

from collections import Counter, OrderedDict

LATE_MOST = 50


class Pictures:
    """PNGs by the address that messages show them by; one that a message shows is never lost."""

    def __init__(self) -> None:
        self._hung: Counter[str] = Counter()
        self._pngs: dict[str, bytes] = {}
        self._late: OrderedDict[str, bytes] = OrderedDict()

    def get(self, address: str) -> bytes | None:
        """What hangs there, or None."""
        return self._pngs.get(address) or self._late.get(address)

    def hang(self, address: str, png: bytes) -> None:
        """One more message shows it."""
        self._hung[address] += 1
        self._pngs[address] = png

    def take_down(self, address: str) -> None:
        """One message less shows it."""
        self._hung[address] -= 1
        if self._hung[address]:
            return
        del self._hung[address]
        self._late[address] = self._pngs.pop(address)
        self._late.move_to_end(address)
        if len(self._late) > LATE_MOST:
            self._late.popitem(last=False)
