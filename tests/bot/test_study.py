"""`settle` and `advise`: every game by its own rules, every bad line answered in its place."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot import study

UTH: dict[str, Any] = {
    "game": "ultimate",
    "player": ["As", "Kd"],
    "board": ["Ad", "Kc", "7h", "2s", "3c"],
    "dealer": ["Qs", "Qd"],
    "ante": 1000,
    "trips": 500,
    "play": 4,
}
STUD: dict[str, Any] = {
    "game": "caribbean",
    "player": ["2s", "2d", "7h", "8s", "Jc"],
    "dealer": ["As", "Kd", "9h", "3s", "4c"],
    "ante": 1000,
    "play": True,
}
PAIGOW: dict[str, Any] = {
    "game": "paigow",
    "player": ["As", "Ad", "Kc", "Kd", "7h", "5s", "2c"],
    "low": ["Kc", "Kd"],
    "dealer": ["Jk", "Qd", "9d", "7s", "5d", "3s", "2h"],
    "bet": 1000,
}


def lines(*asked: object) -> list[bytes]:
    return [json.dumps(each).encode() for each in asked]


def settled(asked: object) -> study.Answer:
    [answer] = study.settle(lines(asked))
    return answer


def advised(asked: object) -> study.Answer:
    [answer] = study.advise(lines(asked))
    return answer


# --- settle ----------------------------------------------------------------------------------


def test_an_ultimate_hand_is_settled_bet_by_bet() -> None:
    assert settled(UTH) == {
        "game": "ultimate",
        "net": 4500,
        "ante": 1000,
        "blind": 0,
        "play": 4000,
        "trips": -500,
        "player_hand": "two_pair",
        "dealer_hand": "pair",
        "qualifies": True,
    }


def test_a_folded_ultimate_hand_loses_ante_and_blind() -> None:
    answer = settled(UTH | {"play": 0, "player": ["7s", "7d"]})
    nets = {name: answer[name] for name in ("net", "ante", "blind", "play", "trips")}
    assert nets == {"net": -500, "ante": -1000, "blind": -1000, "play": 0, "trips": 1500}


@pytest.mark.parametrize("trips", [{"trips": None}, {"trips": 0}, {}])
def test_trips_may_be_left_out(trips: dict[str, Any]) -> None:
    answer = settled({key: value for key, value in UTH.items() if key != "trips"} | trips)
    assert (answer["trips"], answer["net"]) == (0, 5000)


def test_a_caribbean_hand_is_settled_bet_by_bet() -> None:
    assert settled(STUD) == {
        "game": "caribbean",
        "net": 3000,
        "ante": 1000,
        "bet": 2000,
        "player_hand": "pair",
        "dealer_hand": "high_card",
        "qualifies": True,
    }
    folded = settled(STUD | {"play": False})
    assert (folded["net"], folded["ante"], folded["bet"]) == (-1000, -1000, 0)


def test_a_pai_gow_hand_is_settled_with_the_four_sets() -> None:
    answer = settled(PAIGOW)
    assert list(answer) == [
        "game", "net", "commission", "high", "low", "player_high", "player_low", "dealer_high",
        "dealer_low", "player_high_hand", "player_low_hand", "dealer_high_hand", "dealer_low_hand",
    ]  # fmt: skip
    assert (answer["net"], answer["commission"]) == (950, 50)
    assert (answer["high"], answer["low"]) == ("win", "win")
    assert sorted(answer["player_low"]) == ["Kc", "Kd"]
    assert set(answer["dealer_high"] + answer["dealer_low"]) == set(PAIGOW["dealer"])
    assert (answer["player_high_hand"], answer["player_low_hand"]) == ("pair", "pair")


@pytest.mark.parametrize("low", [{"low": None}, {}])
def test_without_a_low_hand_the_house_way_sets(low: dict[str, Any]) -> None:
    asked = {key: value for key, value in PAIGOW.items() if key != "low"} | low
    assert sorted(settled(asked)["player_low"]) == ["Kc", "Kd"]


# --- advise ----------------------------------------------------------------------------------


def test_ultimate_advice_names_the_choices_of_each_street() -> None:
    seen = {"game": "ultimate", "player": ["As", "Kd"]}
    for board, names, best in (
        ({}, ["play4", "play3", "check"], "play4"),
        ({"board": []}, ["play4", "play3", "check"], "play4"),
        ({"board": ["Ad", "Kc", "7h"]}, ["play2", "check"], "play2"),
        ({"board": ["Qd", "Qc", "Jh", "Js", "3c"]}, ["play1", "fold"], "play1"),
    ):
        answer = advised(seen | board)
        assert (list(answer["options"]), answer["best"]) == (names, best)


def test_ultimate_advice_is_a_row_of_the_golden_file() -> None:
    asked = {"game": "ultimate", "player": ["9d", "Ks"], "board": ["3d", "3h", "Ah", "6s", "5c"]}
    answer = advised(asked)
    assert answer["options"] == {"play1": pytest.approx(-1526 / 1980, abs=1e-9), "fold": -2.0}


def test_caribbean_advice_weighs_playing_against_a_fold() -> None:
    asked = {"game": "caribbean", "player": ["3h", "3c", "5c", "6c", "Ah"], "dealer": ["Kc"]}
    assert advised(asked) == {
        "game": "caribbean",
        "options": {"play": pytest.approx(-95891 / 163185, abs=1e-9), "fold": -1.0},
        "best": "play",
    }


def test_cards_seen_change_what_a_choice_is_worth() -> None:
    for asked in (
        {"game": "caribbean", "player": STUD["player"], "dealer": ["As"]},
        {"game": "ultimate", "player": UTH["player"], "board": UTH["board"]},
        {"game": "ultimate", "player": UTH["player"], "board": UTH["board"][:3]},
    ):
        bare, counted = advised(asked), advised(asked | {"seen": ["Ac", "Ah", "Ks"]})
        assert bare["options"] != counted["options"]
        assert bare["options"].keys() == counted["options"].keys()


def test_pai_gow_advice_is_the_house_way() -> None:
    answer = advised({"game": "paigow", "player": PAIGOW["player"]})
    assert sorted(answer["low"]) == ["Kc", "Kd"]
    assert sorted(answer["high"] + answer["low"]) == sorted(PAIGOW["player"])


# --- bad lines -------------------------------------------------------------------------------

BAD: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (UTH, {"game": "roulette"}, "game"),
    (UTH, {"game": None}, "game"),
    (UTH, {"game": ["ultimate"]}, "game"),
    (UTH, {"player": ["As", "1d"]}, "1d"),
    (UTH, {"player": ["As", "as"]}, "as"),
    (UTH, {"player": ["As", "As"]}, "As"),
    (UTH, {"player": ["As", "Qs"]}, "Qs"),
    (UTH, {"player": ["As", "Jk"]}, "Jk"),
    (UTH, {"player": ["As"]}, "player"),
    (UTH, {"player": "AsKd"}, "player"),
    (UTH, {"player": [1, 2]}, "player"),
    (UTH, {"player": None}, "player"),
    (UTH, {"board": UTH["board"][:3]}, "board"),
    (UTH, {"dealer": []}, "dealer"),
    (UTH, {"ante": 0}, "ante"),
    (UTH, {"ante": -100}, "ante"),
    (UTH, {"ante": 150}, "ante"),
    (UTH, {"ante": 100.0}, "ante"),
    (UTH, {"ante": True}, "ante"),
    (UTH, {"ante": "100"}, "ante"),
    (UTH, {"ante": None}, "ante"),
    (UTH, {"trips": -100}, "trips"),
    (UTH, {"trips": 50}, "trips"),
    (UTH, {"trips": False}, "trips"),
    (UTH, {"play": 5}, "play"),
    (UTH, {"play": -1}, "play"),
    (UTH, {"play": True}, "play"),
    (UTH, {"play": None}, "play"),
    (UTH, {"play": 1.0}, "play"),
    (STUD, {"play": 1}, "play"),
    (STUD, {"play": None}, "play"),
    (STUD, {"player": ["2s", "2d", "7h", "8s"]}, "player"),
    (STUD, {"dealer": ["As", "Kd", "9h", "3s", "2s"]}, "2s"),
    (STUD, {"ante": 99}, "ante"),
    (PAIGOW, {"bet": 0}, "bet"),
    (PAIGOW, {"bet": 120}, "bet"),
    (PAIGOW, {"low": ["As", "Ad"]}, "foul"),
    (PAIGOW, {"low": ["As"]}, "low"),
    (PAIGOW, {"low": ["As", "As"]}, "low"),
    (PAIGOW, {"low": ["As", "3d"]}, "3d"),
    (PAIGOW, {"low": "house"}, "low"),
    (PAIGOW, {"dealer": ["Jk", "Jk", "9d", "7s", "5d", "3s", "2h"]}, "Jk"),
    (PAIGOW, {"player": PAIGOW["player"][:6]}, "player"),
]


@pytest.mark.parametrize(("good", "change", "named"), BAD, ids=lambda value: str(value)[:60])
def test_a_bad_line_is_answered_in_its_place_and_the_others_run(
    good: dict[str, Any], change: dict[str, Any], named: str
) -> None:
    first, bad, last = study.settle(lines(good, good | change, good))
    assert first == last
    assert "error" not in first
    assert bad.keys() == {"line", "error"}
    assert bad["line"] == 2
    assert named in bad["error"]
    assert not {"\u2068", "\u2069"} & set(bad["error"])


@pytest.mark.parametrize(
    "change",
    [
        {"board": ["Ad"]},
        {"board": None},
        {"seen": ["As"]},
        {"seen": ["2c", "2c"]},
        {"seen": "2c"},
        {"player": ["As"]},
        {"game": "caribbean"},
        {"game": "holdem"},
    ],
    ids=str,
)
def test_a_bad_line_is_not_advised(change: dict[str, Any]) -> None:
    asked = {"game": "ultimate", "player": ["As", "Kd"], "board": ["Ad", "Kc", "7h"]}
    answer = advised(asked | change)
    assert answer.keys() == {"line", "error"}


def test_cards_seen_must_leave_the_dealer_a_hand() -> None:
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    for asked in (
        {"game": "ultimate", "player": deck[:2], "board": deck[2:5], "seen": deck[5:49]},
        {"game": "ultimate", "player": deck[:2], "board": deck[2:7], "seen": deck[7:51]},
        {"game": "caribbean", "player": deck[:5], "dealer": deck[5:6], "seen": deck[6:49]},
    ):
        assert "left" in advised(asked)["error"]


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"[]",
        b"12",
        b"null",
        b'{"game": "ultimate"',
        b"\xff\xfe",
        b"[" * 60_000,
        b'{"ante": ' + b"9" * 5000 + b"}",
        b"{" + b" " * 70_000 + b"}",
    ],
    ids=lambda line: str(line[:20]),
)
def test_a_line_that_is_no_json_object_is_an_error(line: bytes) -> None:
    answers = list(study.settle([line, *lines(STUD)]))
    assert answers[0].keys() == {"line", "error"}
    assert len(answers[0]["error"]) < 300
    assert answers[1]["net"] == 3000


def test_blank_lines_are_counted_and_passed_over() -> None:
    answers = list(study.settle([b"\n", *lines(STUD), b"  \r\n", b"x\n"]))
    assert [answer.get("line") for answer in answers] == [None, 4]


# --- what the docs say -----------------------------------------------------------------------


def test_the_lines_in_the_docs_are_answered_as_the_docs_say() -> None:
    text = (Path(__file__).parents[2] / "docs/study.md").read_text("utf-8")
    asked, answered, weighed = re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    answers = list(study.settle(asked.encode().splitlines()))
    assert answers[:2] == [json.loads(line) for line in answered.splitlines()]
    advice = list(study.advise(weighed.encode().splitlines()))
    assert len(answers) == len(advice) == 3
    assert not any("error" in answer for answer in (*answers, *advice))
