"""Hands in PHH notation: real ones where they lie beside the project, and our own."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.phh import Result, replay_file

OWN = (Path(__file__).parent / "cases" / "own.phhs").read_text("utf-8")
RESULTS = {result.hand: result for result in replay_file("own.phhs", OWN)}
REAL = Path(__file__).parents[3] / "shared" / "hands"
HAND = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
finishing_stacks = [99, 101, 100]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 f", "p1 f"]
"""


@pytest.mark.parametrize("hand", [hand for hand in RESULTS if hand != "no_stacks_recorded"])
def test_own_hand(hand: str) -> None:
    result = RESULTS[hand]
    assert (result.error, result.matches) == ("", True), result.finishing_stacks


def test_hand_without_finishing_stacks() -> None:
    assert RESULTS["no_stacks_recorded"].json() == {
        "file": "own.phhs",
        "hand": "no_stacks_recorded",
        "finishing_stacks": [98, None],
        "matches": None,
    }


def test_stacks_are_told_as_the_file_has_them() -> None:
    assert RESULTS["odd_chip"].finishing_stacks == (99, 101, 100)
    decimals = RESULTS["decimals"].finishing_stacks
    assert decimals == (19.75, 20.13, 20.12)
    assert [type(stack) for stack in decimals] == [float] * 3


@pytest.mark.parametrize("path", sorted(REAL.glob("*.phhs")) or [None], ids=str)
def test_real_hands(path: Path | None) -> None:
    if path is None:
        pytest.skip(f"NO REAL HANDS: there is no {REAL} beside the project")
    results = replay_file(path.name, path.read_text("utf-8"))
    assert results
    assert [result for result in results if result.error or not result.matches] == []


def test_single_hand_is_called_1() -> None:
    assert replay_file("a.phh", HAND) == [Result("a.phh", "1", (99, 101, 100), True)]


def test_single_hand_is_called_as_it_says() -> None:
    (result,) = replay_file("a.phh", HAND + 'hand = 77\ntime = 00:00:09\nplayers = ["A", "B", "C"]')
    assert (result.hand, result.matches) == ("77", True)


def test_lists_have_an_entry_for_each_player() -> None:
    (result,) = replay_file("a.phh", HAND.replace("[0, 0, 0]", "[0, 0]"))
    assert result.error == "starting_stacks, antes and blinds_or_straddles differ in length"


def test_mismatch() -> None:
    (result,) = replay_file("a.phh", HAND.replace("[99, 101, 100]", "[99, 100, 101]"))
    assert result == Result("a.phh", "1", (99, 101, 100), False)


def test_bad_hand_leaves_the_others_alone() -> None:
    good = HAND.replace("\nvariant", "\n[{}]\nvariant")
    text = good.format("a") + "\n[b]\nvariant = 'NT'\n" + good.format("c") + "[d]\nx = 1\n"
    results = replay_file("f", 'about = "these hands"\n' + text)
    assert [result.hand for result in results] == ["a", "b", "c", "d"]
    assert [bool(result.error) for result in results] == [False, True, False, True]


def test_file_that_is_no_hand() -> None:
    (result,) = replay_file("a.phh", "x = 1")
    assert (result.hand, result.error) == ("1", "variant 'None' is not NT")


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ('"p1 f"', '"p2 f"', "'p2 f': not_your_turn seat 1"),
        ('"p1 f"', '"p1 cbr 3"', "'p1 cbr 3': too_small least 4"),
        ('"p1 f"', '"p1 cbr 101"', "'p1 cbr 101': too_much most 100"),
        ('"p1 f"', '"p1 cbr x"', "not an amount: 'x'"),
        ('"p1 f"', '"p1 cbr 1e99"', "not an amount: '1e99'"),
        ('"p1 f"', '"p1 cbr 1e-999999"', "too fine an amount: '1e-999999'"),
        ('"p1 f"', '"p1 cbr snan"', "not an amount: 'snan'"),
        ('"p1 f"', '"p1 cbr 0.123456789"', "too fine an amount: '0.123456789'"),
        ('"p1 f"', '"p1 cbr 2.50"', "'p1 cbr 2.50': too_small least 4.0"),
        ('"p1 f"', '"p1 dances"', "'p1 dances': not an action of this game"),
        ('"p1 f"', '"p1 f", "p2 f"', "'p2 f': the hand is over"),
        ('"p1 f"', '"p1 f", "p2 cc"', "'p2 cc': the hand is over"),
        ('"p1 f"', f'"p{"1" * 5000} f"', f"'p{'1' * 39}': no such player"),
        ('"p1 f"', '"p4 f"', "'p4 f': no such player"),
        ('"p1 f"', '"q1 f"', "'q1 f': not a player"),
        ('"p1 f"', '"d db 2c3d4c", "p1 f"', "'d db 2c3d4c': the betting is not over"),
        ('"p1 f"', '"p1 cc", "p2 cc", "p1 cc"', "'p1 cc': the board is not dealt"),
        ('"p1 f"', '"p1 cbr 9"', "unfinished: it is p2's turn"),
        ('"p1 f"', '"p1 cbr 100", "p2 cc"', "unfinished: the board has not five known cards"),
        ('"p1 f"', "5", "'5': not an action of this game"),
        ("p1 ????", "p1 AsAx", "'d dh p1 AsAx': no such card: 'Ax'"),
        ("p1 ????", "p1 AsAs", "a card is dealt twice"),
        ("p1 ????", "p1 AsAcAd", "too many cards are dealt"),
        ('"NT"', '"PO"', "variant 'PO' is not NT"),
        ("starting_stacks", "stacks", "starting_stacks is missing"),
        ("min_bet = 2", "min_bet = 0", "the big blind and the smallest chip are above 0"),
        ("[100, 100, 100]", "[100, 0, 100]", "stacks are above 0, blinds and antes not below"),
        ("[100, 100, 100]", "[100, nan, 100]", "not an amount: 'NaN'"),
        ("[100, 100, 100]", "[100, true, 100]", "not an amount: 'True'"),
        ("[100, 100, 100]", "100", "starting_stacks is not a list"),
        ("actions =", "acts =", "actions are missing"),
    ],
)  # fmt: skip
def test_refused(old: str, new: str, error: str) -> None:
    (result,) = replay_file("a.phh", HAND.replace(old, new))
    assert result.error == error
    assert result.json() == {
        "file": "a.phh",
        "hand": "1",
        "finishing_stacks": None,
        "matches": False,
        "error": error,
    }


def test_showdown_hand_nobody_recorded_is_unfinished() -> None:
    streets = '"p1 cc", "p2 cc", "d db 2c3d4c", "p1 cc", "p2 cc", "d db 9d", "p1 cc", "p2 cc", '
    streets += '"d db 9h", "p1 cc", "p2 cc", "p1 sm AsAh"'
    (result,) = replay_file("a.phh", HAND.replace('"p1 f"', streets))
    assert result.error == "unfinished: the hand of p2 at the showdown is not recorded"
    (result,) = replay_file("a.phh", HAND.replace('"p1 f"', streets + ', "p2 sm"'))
    assert result.finishing_stacks == (102, 98, 100)
    (result,) = replay_file("a.phh", HAND.replace('"p1 f"', streets + ', "p2 sm 9c9s"'))
    assert result.finishing_stacks == (98, 102, 100)


def test_shown_cards_must_be_those_dealt() -> None:
    text = HAND.replace("p1 ????", "p1 AsAh").replace('"p1 f"', '"p1 f", "p1 sm KsKh"')
    (result,) = replay_file("a.phh", text)
    assert result.error == "'p1 sm KsKh': not the cards that were dealt"


@pytest.mark.parametrize(
    "text",
    ["[", "a = ", "a = 1\na = 1", "a = " + "1" * 5000, "a = 1e" + "9" * 50, "a = " + "[" * 9999],
    ids=range(6),
)
def test_text_that_is_no_toml(text: str) -> None:
    (result,) = replay_file("x.phh", text)
    assert (result.file, result.hand, result.matches) == ("x.phh", "", None)
    assert result.error.startswith("not TOML: ")


def test_empty_file_has_no_hands() -> None:
    assert replay_file("x.phhs", "") == []
