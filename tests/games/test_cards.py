"""Cards as integers and as names."""

from __future__ import annotations

import pytest

from games.cards import DECK, JOKER, UNKNOWN, card, cards, name, names, rank, suit


def test_fifty_two_cards_and_the_joker_have_names_of_their_own() -> None:
    called = [name(c) for c in (*DECK, JOKER)]
    assert len(set(called)) == 53
    assert [card(text) for text in called] == [*DECK, JOKER]


@pytest.mark.parametrize(
    ("text", "number", "its_rank", "its_suit"),
    [("2c", 0, 0, 0), ("2s", 3, 0, 3), ("Td", 33, 8, 1), ("Ah", 50, 12, 2), ("As", 51, 12, 3)],
)
def test_number_says_rank_and_suit(text: str, number: int, its_rank: int, its_suit: int) -> None:
    assert card(text) == number
    assert (rank(number), suit(number)) == (its_rank, its_suit)


@pytest.mark.parametrize("text", ["AsKdJk", "As Kd Jk", " AsKd Jk"])
def test_names_may_run_together_or_apart(text: str) -> None:
    assert cards(text) == (51, 45, JOKER)
    assert names(cards(text)) == "AsKdJk"


def test_card_nobody_saw_is_written_with_question_marks() -> None:
    assert names((UNKNOWN, 51)) == "??As"


@pytest.mark.parametrize("text", ["", "A", "as", "1s", "Ax", "10s", "??", "Ａs", "As "])
def test_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="no such card"):
        card(text)


@pytest.mark.parametrize("text", ["AsK", "AsXx", "A sKd!", "As,Kd"])
def test_anything_else_is_no_list_of_cards(text: str) -> None:
    with pytest.raises(ValueError, match="no such card"):
        cards(text)
