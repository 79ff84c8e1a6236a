"""The shuffle: the documented algorithm, known answers, no bias, and no seed in an error."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import DECK, names
from games.shuffle import LEAST_SEED, deck

COUNTING = bytes(range(32))

KNOWN = {
    bytes(16): (
        "JdTc7s4d8cKs8h6c7d5dKc4hAd3d7hTdKhQh6d4sTsAs8dThJs6s"
        "3c2c5s9d6hQdQc2h2dKd3hJc7c8s9h9cAh4c3sJh2sQs9s5cAc5h"
    ),
    COUNTING: (
        "4sKd2h4hTd6dAdJdQhQc3s8d8s2d7h7dAhThTs9s5c3d2sKhJs3h"
        "Ac5hKs7cTc6s5dJh4c6h2cKcQsJc7s9c8h3c8c4d5s9d9hQdAs6c"
    ),
    b"\xff" * 64: (
        "2s9s9h9c3dTsJc6d2hAsTdJh4c7s6c8dQc4h5d4sKsQh5sTc2cAh"
        "7c2dAd4dJdTh8sQs6s3s9d5c5h7h3cQd8c3hKcAcKh6hKd8h7dJs"
    ),
}


def stream(seed: bytes) -> Iterator[int]:
    """The bytes as the docstring of `deck` says, by the older interface of hmac."""
    block = 0
    while True:
        message = "croupier/shuffle/1/" + str(block)
        yield from hmac.new(seed, message.encode("ascii"), hashlib.sha256).digest()
        block += 1


def as_documented(seed: bytes, cards: list[int]) -> list[int]:
    source = stream(seed)
    for n in range(len(cards), 1, -1):
        byte = next(source)
        while byte >= 256 // n * n:
            byte = next(source)
        cards[n - 1], cards[byte % n] = cards[byte % n], cards[n - 1]
    return cards


@given(st.binary(min_size=LEAST_SEED, max_size=80), st.integers(0, 256))
def test_another_program_gets_the_same_order(seed: bytes, count: int) -> None:
    cards = list(range(100, 100 + count))
    assert list(deck(seed, tuple(cards))) == as_documented(seed, cards)


@pytest.mark.parametrize("seed", KNOWN, ids=len)
def test_known_answers(seed: bytes) -> None:
    assert names(deck(seed)) == KNOWN[seed]


@given(st.binary(min_size=LEAST_SEED, max_size=64))
def test_every_deck_holds_every_card_once(seed: bytes) -> None:
    assert sorted(deck(seed)) == list(DECK)


def test_joker_and_other_cards_are_shuffled_too() -> None:
    assert sorted(deck(COUNTING, range(53))) == list(range(53))
    assert deck(COUNTING, ()) == ()
    assert deck(COUNTING, (7,)) == (7,)


def test_given_cards_stay_as_they_are() -> None:
    cards = list(DECK)
    deck(COUNTING, cards)
    assert cards == list(DECK)


def seeds(count: int) -> Iterator[bytes]:
    return (number.to_bytes(LEAST_SEED, "big") for number in range(count))


def test_every_card_comes_to_every_position_equally_often() -> None:
    decks = 20_000
    seen = Counter((at, card) for seed in seeds(decks) for at, card in enumerate(deck(seed)))
    expected = decks / 52
    chi = sum((seen[at, c] - expected) ** 2 / expected for at in range(52) for c in DECK)
    # 52/51 of a chi-squared with 51 * 51 degrees of freedom: mean 2652, standard deviation 74.
    assert 2652 - 5 * 74 < chi < 2652 + 5 * 74


def test_small_decks_come_in_every_order_equally_often() -> None:
    decks = 24_000
    seen = Counter(deck(seed, range(4)) for seed in seeds(decks))
    expected = decks / 24
    assert len(seen) == 24
    # 23 degrees of freedom: 49.7 is exceeded once in a thousand.
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 49.7


@pytest.mark.parametrize("seed", [b"", b"secret", b"fifteen bytes!!"])
def test_short_seed_is_refused_and_not_shown(seed: bytes) -> None:
    with pytest.raises(ValueError, match="at least 16 bytes") as refusal:
        deck(seed)
    assert not seed or seed.decode() not in str(refusal.value)


def test_too_many_cards_are_refused() -> None:
    assert len(deck(COUNTING, range(256))) == 256
    with pytest.raises(ValueError, match="256 cards"):
        deck(COUNTING, range(257))
