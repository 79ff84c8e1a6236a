"""Ultimate Texas hold'em, ruling by ruling; every bet in every case, by rounds that are played."""

from __future__ import annotations

import pytest

from games import ultimate
from games.banked import HOUSE, Banked, Setup
from games.cards import DECK, cards
from games.play import Act, Option, Refused
from tests.games.banked_rounds import (
    ANTE,
    Played,
    play_ultimate,
    players,
    rows,
    ultimate_deck,
)

# What the player makes, against a dealer who qualifies or not; then what an Ante, a Blind, each
# ante of Play and Trips change, in antes.
CASES = """
    AsKs QsJsTs2c2d 3h4h royal_flush     yes win   1  500   1  50
    9h8h 7h6h5h2c2d KsQd straight_flush  yes win   1   50   1  40
    9s9h 9d9c2h5sKd KhQs four_of_a_kind  yes win   1   10   1  30
    9s9h 9d2c2h5sKd KhQs full_house      yes win   1    3   1   8
    As9s Ks5s2s2c7d QhJh flush           yes win   1  1.5   1   7
    9s8h 7d6c5h5sKd QhAc straight        yes win   1    1   1   4
    9s9h 9d2c5hJsKd KhQs three_of_a_kind yes win   1    0   1   3
    9s5s 9d5c2hJsKd KhQs two_pair        yes win   1    0   1  -1
    AsQh Ad5c2hJs8d 8hTs pair            yes win   1    0   1  -1

    AsKs QsJsTs2c4d 3h7h royal_flush     no  win   0  500   1  50
    9h8h 7h6h5h2cJd KsQd straight_flush  no  win   0   50   1  40
    As9s Ks5s2s3c7d QhJh flush           no  win   0  1.5   1   7
    9s8h 7d6c5h2sKd QhAc straight        no  win   0    1   1   4
    9s9h 9d2c5hJsKd QhAs three_of_a_kind no  win   0    0   1   3
    9s5s 9d5c2hJsKd QhAs two_pair        no  win   0    0   1  -1
    AsQh Ad5c2hJs8d KhTs pair            no  win   0    0   1  -1
    AsQh Kd5c2hJs8d Th9s high_card       no  win   0    0   1  -1

    2c3c AsKsQsJsTs 4d5d royal_flush     yes tie   0    0   0  50
    AsKs 9h8h7h6h5h AdKd straight_flush  yes tie   0    0   0  40
    2c3d 9s9h9d9cAd 4s5h four_of_a_kind  yes tie   0    0   0  30
    2c3d 9s9h9dKcKd 4s5h full_house      yes tie   0    0   0   8
    2c3d AsKs9s7s5s 4h6d flush           yes tie   0    0   0   7
    AsKd 9s8h7d6c5h AdKh straight        yes tie   0    0   0   4
    2c3d 9s9h9dAcKd 4s5h three_of_a_kind yes tie   0    0   0   3
    2c3d 9s9hKcKdAd 4s5h two_pair        yes tie   0    0   0  -1
    2c3d 9s9hKcQdAd 4s5h pair            yes tie   0    0   0  -1
    2c3d KsQhAd9c7d 4s5h high_card       no  tie   0    0   0  -1

    4h3h 8h7h6h5hAs 9hTd straight_flush  yes lose -1   -1  -1  40
    8s8h 8d8c9h9dKs 9s9c four_of_a_kind  yes lose -1   -1  -1  30
    8s8h 8d9h9dKsKc 9s2c full_house      yes lose -1   -1  -1   8
    4s3s Ks9s7s2c5d AsQs flush           yes lose -1   -1  -1   7
    4s3h 7d6c5hKdKc 9s8h straight        yes lose -1   -1  -1   4
    8s8h 8dKsTc2d4h KhKd three_of_a_kind yes lose -1   -1  -1   3
    8s4s 8d4cKh2dJs KsJd two_pair        yes lose -1   -1  -1  -1
    8s4c 8dKsTc2d6h KhQc pair            yes lose -1   -1  -1  -1
    9s4c AdKsTc2d6h KhQc high_card       yes lose -1   -1  -1  -1
    9s4c AdKsTc2d6h Qh7c high_card       no  lose  0   -1  -1  -1
"""
ALL_CASES = [row for row in rows(CASES) if row]


def worth(antes: str) -> int:
    return int(float(antes) * ANTE)


def test_the_module_is_a_banked_game() -> None:
    game: Banked[ultimate.Round] = ultimate
    assert game.waiting(game.start(DECK, Setup(players({"ante": 100})))[0]) == (1,)


def test_every_case_there_can_be_is_among_the_cases() -> None:
    """A dealer without a pair leaves the board without one: no quads, no full house then."""
    kinds = [row[3] for row in ALL_CASES[:9]]
    made = {(row[3], row[4], row[5]) for row in ALL_CASES}
    expected = {(kind, "yes", how) for kind in kinds for how in ("win", "tie", "lose")}
    expected -= {("royal_flush", "yes", "lose")}
    expected |= {(k, "no", "win") for k in kinds if k not in ("four_of_a_kind", "full_house")}
    expected |= {("high_card", "no", how) for how in ("win", "tie", "lose")}
    expected |= {("high_card", "yes", "lose")}
    assert made == expected
    assert len(ALL_CASES) == len(made)


@pytest.mark.parametrize("times", [4, 3, 2, 1])
@pytest.mark.parametrize("row", ALL_CASES, ids=" ".join)
def test_bets_that_were_played_are_paid_by_the_table(row: list[str], times: int) -> None:
    hole, board, dealer, kind, qualifies, _, ante, blind, play, trips = row
    played = play_ultimate(hole, board, dealer, times)
    assert played.nets() == {
        "ante": worth(ante),
        "blind": worth(blind),
        "play": times * worth(play),
        "trips": worth(trips),
    }
    view = ultimate.look(played.round, None)
    assert view.hands[0].name == kind
    assert view.qualifies is (qualifies == "yes")


@pytest.mark.parametrize("row", ALL_CASES, ids=" ".join)
def test_a_fold_loses_ante_and_blind_and_trips_is_paid_all_the_same(row: list[str]) -> None:
    hole, board, dealer, *_, trips = row
    played = play_ultimate(hole, board, dealer, 0)
    assert played.nets() == {"ante": -ANTE, "blind": -ANTE, "trips": worth(trips)}


@pytest.mark.parametrize("times", [4, 3, 2, 1, 0])
@pytest.mark.parametrize("row", ALL_CASES[::6], ids=" ".join)
def test_without_trips_the_other_bets_are_the_same(row: list[str], times: int) -> None:
    hole, board, dealer = row[:3]
    bare, full = (play_ultimate(hole, board, dealer, times, trips) for trips in (0, ANTE))
    assert {**bare.nets(), "trips": full.nets()["trips"]} == full.nets()


def test_outcomes_are_told_apart() -> None:
    played = play_ultimate("9s5s", "9d5c2hJsKd", "QhAs", 1)
    outcomes = {bet.spot: bet.outcome for bet in ultimate.results(played.round)[1]}
    assert outcomes == {"ante": "push", "blind": "push", "play": "win", "trips": "lose"}


def test_the_blind_pays_three_to_two_on_one_chip_in_hundredths() -> None:
    played = play_ultimate("As9s", "Ks5s2s2c7d", "QhJh", 1, ante=100)
    assert played.nets()["blind"] == 150


# --- the course of a round -------------------------------------------------------------------


def test_cards_are_dealt_one_at_a_time_and_the_dealer_is_last() -> None:
    played = Played(ultimate, DECK, Setup(players({"ante": 100}, {"ante": 100})))
    assert [(e.kind, e.seat, e.cards, e.to) for e in played.events] == [
        ("hole", 1, (0, 3), 1),
        ("hole", 2, (1, 4), 2),
    ]
    for seat in (1, 2):
        played.act(seat, "play4")
    streets = [(e.note, e.cards) for e in played.events if e.kind == "board"]
    assert streets == [("flop", (6, 7, 8)), ("river", (9, 10))]
    [dealer] = [event for event in played.events if event.kind == "dealer"]
    assert (dealer.seat, dealer.cards) == (HOUSE, (2, 5))


def test_each_street_offers_what_it_costs() -> None:
    played = Played(ultimate, DECK, Setup(players({"ante": 300})))
    assert ultimate.options(played.round, 1) == (
        Option("play4", cost=1200),
        Option("play3", cost=900),
        Option("check"),
    )
    played.act(1, "check")
    assert ultimate.options(played.round, 1) == (Option("play2", cost=600), Option("check"))
    played.act(1, "check")
    assert ultimate.options(played.round, 1) == (Option("play1", cost=300), Option("fold"))
    played.act(1, "play1")
    assert ultimate.options(played.round, 1) == ()


def test_one_play_bet_in_a_round_and_no_more() -> None:
    played = Played(ultimate, DECK, Setup(players({"ante": 100}, {"ante": 100})))
    played.act(1, "play3")
    with pytest.raises(Refused, match="chosen_already"):
        played.act(1, "play4")
    played.act(2, "check")
    assert ultimate.waiting(played.round) == (2,)
    assert played.verbs(1) == []
    with pytest.raises(Refused, match="chosen_already"):
        played.act(1, "play2")


def test_a_street_ends_when_the_last_has_chosen_in_whatever_order() -> None:
    played = Played(ultimate, DECK, Setup(players(*[{"ante": 100}] * 3)))
    for seat in (2, 3):
        played.act(seat, "check")
        assert ultimate.look(played.round, None).board == ()
    played.act(1, "check")
    assert len(ultimate.look(played.round, None).board) == 3


def test_turn_and_river_come_together() -> None:
    played = Played(ultimate, DECK, Setup(players({"ante": 100})))
    boards = [len(ultimate.look(played.round, 1).board)]
    for _ in range(2):
        played.act(1, "check")
        boards.append(len(ultimate.look(played.round, 1).board))
    assert boards == [0, 3, 5]


def test_when_all_have_played_the_board_is_dealt_without_a_word() -> None:
    played = Played(ultimate, DECK, Setup(players({"ante": 100}, {"ante": 100})))
    played.act(1, "play4")
    played.act(2, "play3")
    assert ultimate.over(played.round)
    assert [kind for kind, _, _ in played.told()] == [
        *["hole"] * 2, *["play"] * 2, *["board"] * 2, "dealer", "qualifies",
        *["shown"] * 2, *["net"] * 2,
    ]  # fmt: skip


def test_silence_checks_and_at_the_last_step_folds() -> None:
    played = Played(ultimate, DECK, Setup(players({"ante": 100})))
    verbs = []
    while not ultimate.over(played.round):
        act = ultimate.default(played.round, 1)
        verbs.append(act.verb)
        played.act(act.seat, act.verb)
    assert verbs == ["check", "check", "fold"]


def test_what_is_staked_grows_with_the_play_bet() -> None:
    played = Played(ultimate, DECK, Setup(players({"ante": 300, "trips": 500}, {"ante": 100})))
    assert ultimate.staked(played.round) == {1: 1100, 2: 200}
    played.act(1, "play3")
    played.act(2, "check")
    assert ultimate.staked(played.round) == {1: 2000, 2: 200}


def test_the_wheel_is_a_straight_and_the_lowest() -> None:
    played = play_ultimate("As2h", "3d4c5hKsKd", "6s9d", 1)
    assert played.nets()["blind"] == ANTE
    beaten = play_ultimate("As2h", "3d4c5hKsKd", "6s7d", 1)
    assert beaten.nets()["blind"] == -ANTE


def test_the_dealer_qualifies_with_a_pair_on_the_board_alone() -> None:
    played = play_ultimate("AsKd", "2s2d5h7c9s", "3h4d", 1)
    assert ultimate.look(played.round, None).qualifies is True


def test_twenty_players_have_own_cards_and_a_twenty_first_is_refused() -> None:
    everyone = players(*[{"ante": 100}] * 21)
    round, _ = ultimate.start(DECK, Setup(everyone[:20]))
    owned = [
        card for seat in range(1, 21) for card in ultimate.look(round, seat).hands[seat - 1].cards
    ]
    assert len(set(owned)) == 40
    with pytest.raises(Refused) as refusal:
        ultimate.start(DECK, Setup(everyone))
    assert (refusal.value.reason, refusal.value.facts) == ("banked.too_many_players", {"most": 20})


def test_a_shared_hand_takes_any_number_and_each_decides_alone() -> None:
    setup = Setup(players(*[{"ante": 100}] * 500), shared=True)
    deck = ultimate_deck(["AsKs"], "3h4h", "QsJsTs2c2d")
    played = Played(ultimate, deck, setup)
    assert [(e.kind, e.cards) for e in played.events] == [("shared", cards("AsKs"))]
    for seat in range(1, 501):
        played.act(seat, "play4" if seat % 2 else "check")
    for verb in ("check", "fold"):
        for seat in range(2, 501, 2):
            played.act(seat, verb)
    assert played.nets(1) == {"ante": 100, "blind": 50_000, "play": 400}
    assert played.nets(2) == {"ante": -100, "blind": -100}
    chosen = {hand.seat: hand.chosen for hand in ultimate.look(played.round, None).hands}
    assert (chosen[1], chosen[500]) == ("play4", "fold")


# --- who sees what ---------------------------------------------------------------------------


def test_own_cards_are_seen_by_their_owner_alone_until_the_reveal() -> None:
    played = Played(ultimate, DECK, Setup(players({"ante": 100}, {"ante": 100})))
    for viewer in (1, 2, None):
        view = ultimate.look(played.round, viewer)
        seen = {hand.seat: len(hand.cards) for hand in view.hands}
        assert seen == {1: 2 * (viewer == 1), 2: 2 * (viewer == 2)}
        assert [(h.cards, h.hidden, h.name) for h in view.dealer] == [((), 2, "")]
        assert view.qualifies is None
    played.act(1, "play4")
    played.act(2, "play4")
    shown = ultimate.look(played.round, None)
    assert all(len(hand.cards) == 2 and hand.name for hand in (*shown.hands, *shown.dealer))


def test_a_folded_hand_is_turned_up_with_the_others() -> None:
    played = play_ultimate("9s9h", "9d2c5hJsKd", "KhQs", 0)
    assert ultimate.look(played.round, None).hands[0].cards == cards("9s9h")


def test_a_hand_is_named_with_ranks_from_two_to_fourteen() -> None:
    played = Played(
        ultimate, ultimate_deck(["AsKd"], "2h2d", "KsAh7c3c4c"), Setup(players({"ante": 100}))
    )
    named = []
    for verb in ("check", "check", "fold"):
        hand = ultimate.look(played.round, 1).hands[0]
        named.append((hand.name, hand.ranks, hand.chosen))
        played.act(1, verb)
    assert named == [
        ("high_card", (14, 13), ""),
        ("two_pair", (14, 13, 7), "check"),
        ("two_pair", (14, 13, 7), "check"),
    ]
    assert ultimate.look(played.round, 1).dealer[0].ranks == (2, 14, 13, 7)


def test_cards_stand_in_no_repr() -> None:
    round, events = ultimate.start(DECK, Setup(players({"ante": 100})))
    view = ultimate.look(round, 1)
    assert "holes" not in repr(round)
    assert "board" not in repr(round)
    assert all("cards=hidden" in repr(event) for event in events)
    assert "cards" not in repr(view.hands)


# --- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bets", "reason"),
    [
        ({}, "banked.no_bet"),
        ({"ante": 0}, "bad_amount.zero"),
        ({"ante": -100}, "bad_amount.negative"),
        ({"ante": 150}, "chip"),
        ({"ante": 100, "trips": 50}, "chip"),
        ({"ante": 100, "trips": 0}, "bad_amount.zero"),
        ({"trips": 100}, "banked.spot_needs"),
        ({"blind": 100}, "banked.no_such_spot"),
        ({"ante": 100, "pairs": 100}, "banked.no_such_spot"),
    ],
)
def test_bets_that_cannot_stand_are_refused(bets: dict[str, int], reason: str) -> None:
    setup = Setup(players({"ante": 100}, bets))
    for refuse in (lambda: ultimate.admit(setup), lambda: ultimate.start(DECK, setup)):
        with pytest.raises(Refused) as refusal:
            refuse()
        assert refusal.value.reason == reason


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (Act(3, "check"), "not_in_hand"),
        (Act(HOUSE, "check"), "not_in_hand"),
        (Act(1, "check"), "banked.chosen_already"),
        (Act(2, "play2"), "no_such_act"),
        (Act(2, "fold"), "no_such_act"),
        (Act(2, "raise", 500), "no_such_act"),
    ],
)
def test_acts_that_may_not_be_are_refused_and_change_nothing(act: Act, reason: str) -> None:
    played = Played(ultimate, DECK, Setup(players({"ante": 100}, {"ante": 100})))
    played.act(1, "check")
    before = [ultimate.look(played.round, viewer) for viewer in (1, 2, None)]
    with pytest.raises(Refused) as refusal:
        ultimate.play(played.round, act)
    assert refusal.value.reason == reason
    assert [ultimate.look(played.round, viewer) for viewer in (1, 2, None)] == before


def test_a_round_that_is_over_takes_no_acts_and_one_that_is_not_has_no_results() -> None:
    played = Played(ultimate, DECK, Setup(players({"ante": 100})))
    with pytest.raises(ValueError, match="not over"):
        ultimate.results(played.round)
    played.act(1, "play4")
    with pytest.raises(Refused, match="hand_over"):
        played.act(1, "check")


@pytest.mark.parametrize("deck", [DECK[:51], (*DECK[:51], 0), (*DECK, 52)])
def test_a_deck_that_is_none_deals_nothing(deck: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="52 different cards"):
        ultimate.start(deck, Setup(players({"ante": 100})))


@pytest.mark.parametrize("twice", [(1, 1), (0, 1), ()])
def test_a_setup_no_table_makes_is_an_error(twice: tuple[int, ...]) -> None:
    [player] = players({"ante": 100})
    with pytest.raises(ValueError, match="different seats"):
        ultimate.admit(Setup(tuple(player._replace(seat=seat) for seat in twice)))
