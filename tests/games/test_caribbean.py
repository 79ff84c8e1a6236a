"""Caribbean stud, ruling by ruling; Ante and Bet in every case, by rounds that are played."""

from __future__ import annotations

import pytest

from games import caribbean
from games.banked import HOUSE, Banked, Setup
from games.cards import DECK, cards
from games.play import Act, Option, Refused
from tests.games.banked_rounds import (
    ANTE,
    Played,
    caribbean_deck,
    play_caribbean,
    players,
    rows,
)

# The player's hand and the dealer's, who qualifies or not; what Ante and Bet change, in antes (the
# Bet is two).
CASES = """
    AsKsQsJsTs AdKd9d7d5c royal_flush     yes win   1 200
    9h8h7h6h5h AdKd9d7d5c straight_flush  yes win   1 100
    9s9h9d9c2h AdKdTd7d5c four_of_a_kind  yes win   1  40
    9s9h9d2c2h AdKd8d7d5c full_house      yes win   1  14
    As9s7s5s2s AdKd8d7d5c flush           yes win   1  10
    9s8h7d6c5h AdKd8c7c4c straight        yes win   1   8
    9s9h9d5cJs AdKd8d7d4c three_of_a_kind yes win   1   6
    9s9h5d5cJs AdKd8d7d4c two_pair        yes win   1   4
    2s2h5d7cJs AdKd8d7h4c pair            yes win   1   2
    AsKhJd7c2s AdKd9d7h4c high_card       yes win   1   2

    AsKsQsJsTs KdQd9d7d5c royal_flush     no  win   1   0
    9h8h7h6h5h KdQd9d7d5c straight_flush  no  win   1   0
    9s9h9d9c2h KdQdTd7d5c four_of_a_kind  no  win   1   0
    9s9h9d2c2h KdQd8d7d5c full_house      no  win   1   0
    As9s7s5s2s KdQd8d7d5c flush           no  win   1   0
    9s8h7d6c5h KdQd8d7h4c straight        no  win   1   0
    9s9h9d5cJs KdQd8d7h4c three_of_a_kind no  win   1   0
    9s9h5d5cJs KdQd8d7h4c two_pair        no  win   1   0
    2s2h5d7cJs KdQd8d7h4c pair            no  win   1   0
    AsKhJd7c2s AdQd9d7h4c high_card       no  win   1   0
    QsTh8d7c2s QhTd8c7h2d high_card       no  tie   1   0
    7s5h4d3c2s AdQd9d7h4c high_card       no  lose  1   0

    AsKsQsJsTs AdKdQdJdTd royal_flush     yes tie   0   0
    9h8h7h6h5h 9d8d7d6d5d straight_flush  yes tie   0   0
    As9s7s5s2s Ad9d7d5d2d flush           yes tie   0   0
    9s8h7d6c5h 9d8d7h6h5c straight        yes tie   0   0
    9s9h5d5cJs 9d9c5s5hJd two_pair        yes tie   0   0
    2s2h5d7cJs 2d2c5h7sJd pair            yes tie   0   0
    AsKhJd7c2s AdKdJh7h2c high_card       yes tie   0   0

    9h8h7h6h5h Td9d8d7d6d straight_flush  yes lose -1  -2
    9s9h9d9c2h TsThTdTc3h four_of_a_kind  yes lose -1  -2
    9s9h9d2c2h TsThTd3c3h full_house      yes lose -1  -2
    As9s7s5s2s Ad9d7d5d3d flush           yes lose -1  -2
    9s8h7d6c5h Td9d8d7h6s straight        yes lose -1  -2
    9s9h9d5cJs TdThTc7h4c three_of_a_kind yes lose -1  -2
    9s9h5d5cJs 9d9c6d6hJh two_pair        yes lose -1  -2
    2s2h5d7cJs 2d2c5h7sQd pair            yes lose -1  -2
    AsKhJd7c2s AdKdJh7h3c high_card       yes lose -1  -2
    AsQhJd7c2s AdKd8h7h3c high_card       yes lose -1  -2
"""
ALL_CASES = [row for row in rows(CASES) if row]


def test_the_module_is_a_banked_game() -> None:
    game: Banked[caribbean.Round] = caribbean
    assert game.waiting(game.start(DECK, Setup(players({"ante_1": 100})))[0]) == (1,)


@pytest.mark.parametrize("row", ALL_CASES, ids=" ".join)
def test_hands_that_are_played_are_paid_by_the_table(row: list[str]) -> None:
    hand, dealer, kind, qualifies, _, ante, bet = row
    played = play_caribbean(hand, dealer)
    assert played.nets() == {"ante_1": int(ante) * ANTE, "bet_1": int(bet) * ANTE}
    view = caribbean.look(played.round, None)
    assert view.hands[0].name == kind
    assert view.qualifies is (qualifies == "yes")


def test_every_case_there_can_be_is_among_the_cases() -> None:
    """Trips, quads and full houses cannot tie, nor a royal flush lose."""
    kinds = [row[2] for row in ALL_CASES[:10]]
    made = {(row[2], row[3], row[4]) for row in ALL_CASES}
    expected = {(kind, "yes", how) for kind in kinds for how in ("win", "tie", "lose")}
    expected -= {(f"{three}_of_a_kind", "yes", "tie") for three in ("three", "four")}
    expected -= {("full_house", "yes", "tie"), ("royal_flush", "yes", "lose")}
    expected |= {(kind, "no", "win") for kind in kinds}
    expected |= {("high_card", "no", "tie"), ("high_card", "no", "lose")}
    assert made == expected


@pytest.mark.parametrize("row", ALL_CASES, ids=" ".join)
def test_a_fold_loses_the_ante_whatever_the_dealer_has(row: list[str]) -> None:
    assert play_caribbean(row[0], row[1], "fold").nets() == {"ante_1": -ANTE}


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        ("AsKh4d3c2s", True),
        ("AsQhJdTc8s", False),
        ("2s2h5d4c3s", True),
        ("5s4h3d2cAs", True),
        ("KsQhJdTc8s", False),
        ("7s5s4s3s2s", True),
    ],
)
def test_the_dealer_qualifies_with_ace_and_king_or_better(dealer: str, qualifies: bool) -> None:
    played = play_caribbean("9d9c8d7c6d", dealer)
    assert caribbean.look(played.round, 1).qualifies is qualifies


def test_a_bet_that_comes_back_is_a_push_beside_an_ante_that_wins() -> None:
    played = play_caribbean("9s9h9d9c2h", "KdQdTd7d5c")
    outcomes = {bet.spot: bet.outcome for bet in caribbean.results(played.round)[1]}
    assert outcomes == {"ante_1": "win", "bet_1": "push"}


# --- the course of a round -------------------------------------------------------------------


def test_everyones_first_hand_comes_before_anyones_second() -> None:
    bets = (
        {"ante_1": 100, "ante_2": 100, "ante_3": 100},
        {"ante_1": 100},
        {"ante_2": 100, "ante_3": 100},
    )
    played = Played(caribbean, DECK, Setup(players(*bets)))
    dealt = [(e.seat, e.note, e.cards[0], e.to) for e in played.events if e.kind == "hole"]
    assert dealt == [
        (1, "1", 0, 1),
        (2, "1", 5, 2),
        (3, "2", 10, 3),
        (1, "2", 15, 1),
        (3, "3", 20, 3),
        (1, "3", 25, 1),
    ]
    assert [e.cards for e in played.events if e.kind == "up"] == [(30,)]
    assert caribbean.look(played.round, None).dealer[0].cards == (30,)


def test_each_hand_is_decided_alone_and_costs_twice_its_own_ante() -> None:
    setup = Setup(players({"ante_1": 100, "ante_3": 300}, {"ante_2": 200}))
    played = Played(caribbean, DECK, setup)
    assert caribbean.options(played.round, 1) == (
        Option("play", cost=200, choices=("1",)),
        Option("fold", choices=("1",)),
        Option("play", cost=600, choices=("3",)),
        Option("fold", choices=("3",)),
    )
    played.act(1, "play", "3")
    assert played.verbs(1) == ["play", "fold"]
    assert caribbean.waiting(played.round) == (1, 2)
    assert caribbean.staked(played.round) == {1: 1000, 2: 200}
    played.act(2, "fold", "2")
    played.act(1, "fold", "1")
    assert caribbean.over(played.round)
    assert set(played.nets(1)) == {"ante_1", "ante_3", "bet_3"}
    assert played.nets(2) == {"ante_2": -200}


def test_three_hands_are_paid_each_by_its_own() -> None:
    setup = Setup(players({"ante_1": 100, "ante_2": 200, "ante_3": 300}))
    deck = caribbean_deck(["9s9h9d5cJs", "2s2h5d7c8s", "AsQh8h7h2c"], "AdKdTh7d4c")
    played = Played(caribbean, deck, setup)
    played.act(1, "play", "1")
    played.act(1, "play", "2")
    played.act(1, "fold", "3")
    assert played.nets() == {
        "ante_1": 100, "bet_1": 600, "ante_2": 200, "bet_2": 400, "ante_3": -300,
    }  # fmt: skip


def test_silence_folds_every_hand_that_is_left() -> None:
    setup = Setup(players({"ante_1": 100, "ante_2": 100, "ante_3": 100}))
    played = Played(caribbean, DECK, setup)
    played.act(1, "play", "2")
    acts = []
    while caribbean.waiting(played.round):
        acts.append(caribbean.default(played.round, 1))
        played.act(1, acts[-1].verb, acts[-1].choice)
    assert acts == [Act(1, "fold", choice="1"), Act(1, "fold", choice="3")]
    assert caribbean.over(played.round)


def test_the_reveal_tells_everything_once() -> None:
    played = Played(caribbean, DECK, Setup(players({"ante_1": 100, "ante_2": 100})))
    played.act(1, "play", "1")
    played.act(1, "fold", "2")
    assert played.told()[3:] == [
        ("play", 1, "1"),
        ("fold", 1, "2"),
        ("dealer", HOUSE, "full_house"),
        ("qualifies", HOUSE, ""),
        ("shown", 1, "1"),
        ("shown", 1, "2"),
        ("net", 1, ""),
    ]


def test_nine_hands_are_dealt_and_ten_are_refused() -> None:
    three = {"ante_1": 100, "ante_2": 100, "ante_3": 100}
    round, _ = caribbean.start(DECK, Setup(players(three, three, three)))
    assert len(caribbean.look(round, None).hands) == 9
    ten = Setup(players(three, three, three, {"ante_2": 100}))
    for refuse in (lambda: caribbean.admit(ten), lambda: caribbean.start(DECK, ten)):
        with pytest.raises(Refused) as refusal:
            refuse()
        assert refusal.value.reason == "banked.too_many_hands"
        assert refusal.value.facts == {"most": 9}


# --- who sees what ---------------------------------------------------------------------------


def test_own_hands_are_seen_by_their_owner_alone_until_the_reveal() -> None:
    setup = Setup(players({"ante_1": 100, "ante_2": 100}, {"ante_1": 100}))
    played = Played(caribbean, DECK, setup)
    for viewer in (1, 2, None):
        view = caribbean.look(played.round, viewer)
        for hand in view.hands:
            mine = hand.seat == viewer
            assert (len(hand.cards), hand.hidden) == ((5, 0) if mine else (0, 5))
            assert bool(hand.name) is mine
        [dealer] = view.dealer
        assert (len(dealer.cards), dealer.hidden, dealer.name) == (1, 4, "")
        assert view.qualifies is None
    for seat, part in ((1, "1"), (1, "2"), (2, "1")):
        played.act(seat, "fold", part)
    shown = caribbean.look(played.round, None)
    assert all(len(hand.cards) == 5 and hand.name for hand in (*shown.hands, *shown.dealer))


def test_a_hand_is_named_with_ranks_from_two_to_fourteen() -> None:
    played = play_caribbean("9s9h5d5cJs", "AdKd8d7d4c")
    [hand] = caribbean.look(played.round, 1).hands
    assert (hand.part, hand.ranks, hand.chosen) == ("1", (9, 5, 11), "play")
    assert hand.cards == cards("9s9h5d5cJs")


def test_cards_stand_in_no_repr() -> None:
    round, events = caribbean.start(DECK, Setup(players({"ante_1": 100})))
    assert "hands" not in repr(round)
    assert "dealer" not in repr(round)
    assert "cards" not in repr(caribbean.look(round, 1).hands)
    assert "cards=hidden" in repr(events[0])


# --- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bets", "reason"),
    [
        ({}, "banked.no_bet"),
        ({"ante_1": 0}, "bad_amount.zero"),
        ({"ante_2": -100}, "bad_amount.negative"),
        ({"ante_1": 100, "ante_3": 250}, "chip"),
        ({"ante_4": 100}, "banked.no_such_spot"),
        ({"ante": 100}, "banked.no_such_spot"),
        ({"bet_1": 100}, "banked.no_such_spot"),
    ],
)
def test_bets_that_cannot_stand_are_refused(bets: dict[str, int], reason: str) -> None:
    setup = Setup(players({"ante_1": 100}, bets))
    with pytest.raises(Refused) as refusal:
        caribbean.admit(setup)
    assert refusal.value.reason == reason


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (Act(3, "play", choice="1"), "not_in_hand"),
        (Act(HOUSE, "fold", choice="1"), "not_in_hand"),
        (Act(1, "play", choice="1"), "banked.chosen_already"),
        (Act(1, "fold", choice="1"), "banked.chosen_already"),
        (Act(1, "play", choice="3"), "banked.no_such_hand"),
        (Act(1, "play"), "banked.no_such_hand"),
        (Act(2, "play", choice="2"), "banked.no_such_hand"),
        (Act(2, "check", choice="1"), "no_such_act"),
    ],
)
def test_acts_that_may_not_be_are_refused_and_change_nothing(act: Act, reason: str) -> None:
    setup = Setup(players({"ante_1": 100, "ante_2": 100}, {"ante_1": 100}))
    played = Played(caribbean, DECK, setup)
    played.act(1, "play", "1")
    before = [caribbean.look(played.round, viewer) for viewer in (1, 2, None)]
    with pytest.raises(Refused) as refusal:
        caribbean.play(played.round, act)
    assert refusal.value.reason == reason
    assert [caribbean.look(played.round, viewer) for viewer in (1, 2, None)] == before


def test_a_round_that_is_over_takes_no_acts_and_one_that_is_not_has_no_results() -> None:
    played = Played(caribbean, DECK, Setup(players({"ante_1": 100})))
    with pytest.raises(ValueError, match="not over"):
        caribbean.results(played.round)
    played.act(1, "fold", "1")
    with pytest.raises(Refused, match="hand_over"):
        played.act(1, "play", "1")


def test_no_hand_is_shared() -> None:
    with pytest.raises(ValueError, match="of their own"):
        caribbean.admit(Setup(players({"ante_1": 100}), shared=True))
