"""Keys sort by bytes in both databases; this says which of them begin alike."""

from __future__ import annotations

LAST = 0x10FFFF
"""The last code point, which is no character: no key holds it."""


def span(prefix: str) -> tuple[str, str]:
    """(least, end): a key begins with `prefix` exactly if least <= key < end."""
    if not prefix:
        return "", chr(LAST)
    after = ord(prefix[-1]) + 1
    # The surrogates are no characters and cannot be kept.
    return prefix, prefix[:-1] + chr(0xE000 if after == 0xD800 else after)
