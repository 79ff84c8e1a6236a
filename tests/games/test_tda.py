"""The golden cases of the tournament rules, each named after its rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games import holdem
from games.cards import UNKNOWN
from games.play import Event, Option, Refused
from tests.games.dealt import Hand, deck, setup

CASES = json.loads((Path(__file__).parent / "cases" / "tda.json").read_text("utf-8"))
BETTING: dict[str, dict[str, Any]] = {case["id"]: case for case in CASES["betting"]}
PLENTY = 1_000_000


def _whole(case: dict[str, Any]) -> dict[str, Any]:
    """A case with the acts of the one it continues before its own."""
    if "continues" not in case:
        return case
    before = _whole(BETTING[case["continues"]])
    table = {key: before[key] for key in ("street", "blinds")}
    return {**table, **case, "acts": before["acts"] + case["acts"]}


def _names(case: dict[str, Any]) -> list[str]:
    """Names in seating order: who acts comes before who does not; blinds first before the flop."""
    names = [act[0] for act in case["acts"]] + [case["to_act"]]
    ordered = list(dict.fromkeys(names))
    if case["street"] == "preflop":
        ordered = ["SB", "BB"] + [name for name in ordered if name not in ("SB", "BB")]
    return ordered


def _deal(case: dict[str, Any], names: list[str]) -> Hand:
    """The hand on the street of the case, nobody having acted on it."""
    small, big = case["blinds"]
    before = 0 if case["street"] == "preflop" else big
    all_in = {act[0]: act[2] + before for act in case["acts"] if act[1] == "allin"}
    stacks = [all_in.get(name, PLENTY) for name in names]
    hand = Hand(setup(*stacks, blinds=(small, big)))
    streets = {"preflop": 0, "postflop": 1, "turn": 2}[case["street"]]
    while ("preflop", "flop", "turn").index(holdem.look(hand.round, None).street) < streets:
        hand.act(hand.turn or 0, "call" if "call" in hand.verbs() else "check")
    return hand


def _play(hand: Hand, names: list[str], acts: list[list[Any]]) -> None:
    for name, verb, *amounts in acts:
        seat = names.index(name) + 1
        if hand.turn != seat:  # the short blind posted all-in
            assert verb == "allin"
            assert holdem.look(hand.round, None).seats[seat - 1].all_in
            continue
        words = {"allin": hand.verbs()[-1], "raise_to": "raise"}
        events = hand.act(seat, words.get(verb, verb), amounts[0] if amounts else 0)
        assert events[0].amount == (amounts[0] if amounts else 0)
        assert (events[0].note == "all_in") == (verb == "allin")


def _compare(hand: Hand, names: list[str], expected: dict[str, Any]) -> None:
    assert hand.turn is not None
    assert names[hand.turn - 1] == expected["to_act"]
    offered = {option.verb: option for option in hand.options()}
    if "options" in expected:
        assert list(offered) == expected["options"]
    if "to_call" in expected:
        assert offered["call"].cost == expected["to_call"]
    if "min_raise_to" in expected:
        assert offered["raise"].least == expected["min_raise_to"]


@pytest.mark.parametrize("name", BETTING, ids=[f"{c['rule']}: {c['id']}" for c in CASES["betting"]])
def test_betting(name: str) -> None:
    case = _whole(BETTING[name])
    names = _names(case)
    hand = _deal(case, names)
    _play(hand, names, case["acts"])
    _compare(hand, names, case)
    if "then" in case:
        _play(hand, names, case["then"]["acts"])
        _compare(hand, names, case["then"])


def test_tda_16_cards_stay_down_until_no_more_can_be_bet() -> None:
    hand = Hand(setup(200, 1000, 1000), ["AsAh", "KsKh", "QsQh"], "2c3d4c5d9h")
    hand.acts("3 call", "1 raise 200", "2 call", "3 call", "2 check", "3 check")
    assert hand.kinds("turned_up") == []
    hand.acts("2 bet 800")
    events = hand.act(3, "call")
    told = [(event.kind, event.seat) for event in events]
    assert told == [
        ("call", 3),
        *(("turned_up", seat) for seat in (1, 2, 3)),
        ("board", -1),
        *(("show", seat) for seat in (1, 2, 3)),
        ("win", 2),
        ("win", 1),
    ]
    assert hand.won() == [(2, 1600, "1"), (1, 600, "0")]


def test_tda_16_all_hands_are_shown_when_one_is_all_in_at_the_showdown() -> None:
    hand = Hand(setup(200, 5000, 5000), ["AsAh", "KsKh", "QsQh"], "2c3d4c5d9h")
    hand.acts("3 call", "1 raise 200", "2 call", "3 call", "2 bet 1000", "3 call")
    hand.acts("2 check", "3 check", "2 check", "3 check")
    assert hand.kinds("turned_up", "muck") == []
    assert hand.kinds("show", "win") == [
        ("show", 1),
        ("show", 2),
        ("show", 3),
        ("win", 2),
        ("win", 1),
    ]
    assert hand.won() == [(2, 2000, "1"), (1, 600, "0")]


def test_tda_17_a_last_aggressor_shows_first_and_losers_muck_unseen() -> None:
    hand = Hand(setup(5000, 5000, 5000), ["AsAh", "KsKh", "QsQh"], "2c3d4c5d9h")
    hand.acts("3 call", "1 call", "2 check", *["1 check", "2 check", "3 check"] * 2)
    hand.acts("1 check", "2 bet 100", "3 call", "1 call")
    assert hand.kinds("show", "muck") == [("show", 2), ("muck", 3), ("show", 1)]


def test_tda_17_a_first_live_hand_left_of_the_button_shows_first() -> None:
    hand = Hand(setup(5000, 5000, 5000), ["AsAh", "KsKh", "QsQh"], "2c3d4c5d9h")
    hand.acts("3 call", "1 fold", "2 check", *["2 check", "3 check"] * 3)
    assert hand.kinds("show", "muck") == [("show", 2), ("muck", 3)]


def test_tda_17_b_last_hand_wins_without_showing_when_the_others_mucked_unseen() -> None:
    unseen = [UNKNOWN if k in (1, 3) else card for k, card in enumerate(deck(["AsAh", "KsKh"]))]
    hand = Hand(setup(500, 500), cards=unseen)
    hand.acts("2 call", "1 check", *["1 check", "2 check"] * 3)
    assert hand.kinds("show", "muck", "win") == [("muck", 2), ("win", 1)]


def test_tda_20_a_odd_chip_goes_to_the_first_winner_left_of_the_button() -> None:
    hand = Hand(setup(1000, 1000, 1000, chip=50), ["7c8d", "AcAd", "AsAh"], "2c3d4c9d9h")
    hand.acts("3 call", "1 fold", "2 check", *["2 check", "3 check"] * 3)
    assert hand.won() == [(2, 150, "0"), (3, 100, "0")]


def test_tda_20_a_what_is_below_a_chip_goes_with_the_odd_chip() -> None:
    hand = Hand(setup(130, 1000, 1000, chip=100), ["7c8d", "AcAd", "AsAh"], "2c3d4c9d9h")
    hand.acts("3 call", "1 raise 130", "2 call", "3 call", *["2 check", "3 check"] * 3)
    assert hand.won() == [(2, 290, "0"), (3, 100, "0")]


def test_tda_21_each_side_pot_is_split_separately() -> None:
    holes = ["7c8d", "AcAd", "AsAh", "KcKd"]
    hand = Hand(setup(301, 601, 1000, 1000), holes, "2c3d4c9d9h")
    hand.acts("3 raise 1000", "4 fold", "1 call", "2 call")
    assert hand.won() == [
        (2, 300, "1"),
        (3, 300, "1"),
        (2, 452, "0"),
        (3, 451, "0"),
    ]


def test_tda_rp_11_short_big_blind_fills_the_blind_before_the_ante() -> None:
    hand = Hand(setup(1000, 130, 1000, big_blind_ante=100), ["7c8d", "AcAd", "KcKd"], "2c3d4c9d9h")
    posts = [event[:3] for event in hand.events[:3]]
    assert posts == [("small_blind", 1, 50), ("big_blind", 2, 100), ("dead", 2, 30)]
    assert hand.events[2].note == "all_in"
    hand.acts("3 call", "1 fold")
    assert hand.won() == [(2, 280, "0")]


def test_tda_rp_11_big_blind_with_less_than_the_blind_pays_no_ante() -> None:
    hand = Hand(setup(1000, 60, 1000, big_blind_ante=100))
    assert hand.kinds("dead") == []
    assert [o for o in hand.options() if o.verb == "call"] == [Option("call", 100, 100, 100)]


@pytest.mark.parametrize("big_blind_ante", [0, 100])
def test_tda_15_b_uncalled_chips_go_back_first(big_blind_ante: int) -> None:
    hand = Hand(setup(1000, 1000, 1000, big_blind_ante=big_blind_ante))
    events = hand.acts("3 raise 700", "1 fold", "2 fold").events[-3:]
    assert events == [
        Event("fold", 2),
        Event("uncalled", 3, 600),
        Event("win", 3, 250 + big_blind_ante, (), "0"),
    ]
    assert hand.stacks() == [950, 900 - big_blind_ante, 1150 + big_blind_ante]


def test_tda_65_a_uncalled_part_of_a_bet_comes_back_to_a_hand_that_loses() -> None:
    hand = Hand(setup(1000, 300), ["7c8d", "AcAd"], "2c3d4c9d9h")
    hand.acts("2 call", "1 raise 1000", "2 call")
    assert hand.kinds("uncalled", "turned_up")[0] == ("uncalled", 1)
    assert hand.stacks() == [700, 600]


def test_wsop_152_big_blind_keeps_the_option_over_a_short_all_in() -> None:
    hand = Hand(setup(1000, 1000, 130, 1000))
    hand.acts("3 raise 130", "4 call", "1 fold")
    assert hand.turn == 2
    assert hand.options()[-1] == Option("raise", 230, 1000, 130)
    hand.act(2, "raise", 300)
    assert hand.turn == 4
    assert "raise" in hand.verbs()


def test_wsop_152_big_blind_keeps_the_option_over_an_all_in_for_less_than_itself() -> None:
    hand = Hand(setup(1000, 1000, 60, 1000))
    hand.acts("3 call", "4 call", "1 call")
    assert hand.turn == 2
    assert hand.verbs() == ["fold", "check", "raise"]


def test_tda_47_check_counts_as_having_acted() -> None:
    """Over an opening all-in of 60 the least raise is to 160; who checked may not raise."""
    hand = Hand(setup(1000, 160, 1000))
    hand.acts("3 call", "1 call", "2 check", "1 check", "2 bet 60")
    assert hand.options()[-1] == Option("raise", 160, 900, 160)
    hand.act(3, "call")
    assert hand.verbs() == ["fold", "call"]
    with pytest.raises(Refused) as refusal:
        hand.act(1, "raise", 400)
    assert (refusal.value.reason, refusal.value.facts) == ("cannot_raise", {"why": "not_reopened"})


def test_tda_47_check_may_raise_once_a_full_raise_came_over_the_short_all_in() -> None:
    hand = Hand(setup(1000, 160, 1000))
    hand.acts("3 call", "1 call", "2 check", "1 check", "2 bet 60", "3 raise 160")
    assert hand.options()[-1] == Option("raise", 260, 900, 260)


def test_short_blind_least_raise_is_twice_the_full_blind() -> None:
    hand = Hand(setup(1000, 20, 1000, 1000))
    assert hand.options()[-1] == Option("raise", 200, 1000, 200)
    hand.acts("3 call", "4 fold", "1 fold")
    assert hand.kinds("uncalled") == [("uncalled", 3)]
    assert sum(amount for _, amount, _ in hand.won()) == 20 + 50 + 50
