"""A deck in the order a secret seed gives it: unbiased, and for any other program to repeat."""

from __future__ import annotations

import hmac
from collections.abc import Sequence

from games.cards import DECK

LEAST_SEED = 16
"""The fewest bytes a seed may have."""

_LABEL = b"croupier/shuffle/1/"
_FAIR = (0, 0, *(256 - 256 % n for n in range(2, 257)))  # the last card of all takes no byte


def deck(seed: bytes, cards: Sequence[int] = DECK) -> tuple[int, ...]:
    """All of `cards` (at most 256), the first to be dealt first, in the order `seed` gives.

    The algorithm, in words enough to repeat it:

    1. Block k (k = 0, 1, 2 …) is HMAC-SHA256; its key is the seed, its message the ASCII text
       `croupier/shuffle/1/` followed by k in decimal. The stream is block 0, block 1, and so on,
       taken byte by byte.
    2. Begin with `cards` as given, positions counted from 0. For n from the number of cards down
       to 2: take the next byte b of the stream, and another one as long as b is not below the
       largest multiple of n that is at most 256. Exchange the cards at b modulo n and at n - 1.

    If the bytes are even, so are all orders. Raises ValueError for a seed under 16 bytes or for
    too many cards; what it says never shows the seed.
    """
    if len(seed) < LEAST_SEED:
        raise ValueError(f"a seed has at least {LEAST_SEED} bytes")
    if len(cards) >= len(_FAIR):
        raise ValueError("at most 256 cards can be shuffled")
    order = list(cards)
    left = len(order)
    block = 0
    while left > 1:
        for byte in hmac.digest(seed, b"%b%d" % (_LABEL, block), "sha256"):
            if byte < _FAIR[left]:
                chosen = byte % left
                left -= 1
                order[left], order[chosen] = order[chosen], order[left]
        block += 1
    return tuple(order)
