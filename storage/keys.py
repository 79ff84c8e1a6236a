"""Keys sort by bytes in both databases; this says which of them begin alike."""

from __future__ import annotations

LAST = "\U0010ffff"


def span(prefix: str) -> tuple[str, str]:
    """(least, end): a key begins with `prefix` exactly if least <= key < end."""
    head = prefix.rstrip(LAST)
    if not head:
        return prefix, LAST * (len(prefix) + 1)
    after = ord(head[-1]) + 1
    # The surrogates are no characters and cannot be kept.
    return prefix, head[:-1] + chr(0xE000 if after == 0xD800 else after)
