"""Pai gow poker: what may be set, what a bet does, who sees what."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from games import joker, paigow, shuffle
from games.banked import HOUSE, Banked, Bet, Player, Setup
from games.cards import WITH_JOKER, cards, names
from games.play import EVERYONE, Act, Event, Refused
from tests.games.seven import keys, kinds

GAME: Banked[paigow.Round] = paigow  # which mypy proves

PAIRED = "KcKhAhJs9s5s2h"  # A-J low, a pair of kings high
LOSING = "9c8d7h5d4d3h2d"  # 8-7 low, nine high
DEALER = "AsKd9h7d5c3c2c"  # K-9 low, A-7-5-3-2 high


def setup(*bets: int, first: int = 1) -> Setup:
    seats = enumerate(bets, first)
    return Setup(tuple(Player(seat, (("bet", amount),)) for seat, amount in seats))


def deck(*hands: str) -> list[int]:
    """A deck that deals these hands, the dealer's last."""
    dealt = [cards(hand) for hand in hands]
    order = [hand[at] for at in range(7) for hand in dealt]
    return order + [card for card in WITH_JOKER if card not in order]


def begin(*hands: str, bet: int = 10_00) -> paigow.Round:
    round, _ = paigow.start(deck(*hands), setup(*[bet] * (len(hands) - 1)))
    return round


def put(round: paigow.Round, seat: int, low: str) -> tuple[paigow.Round, list[Event]]:
    return paigow.play(round, Act(seat, "set", choice=low))


def reason(call: Callable[[], Any]) -> str:
    with pytest.raises(Refused) as refused:
        call()
    return refused.value.reason


def settle(player: str, low: str | None, dealer: str, bet: int = 10_00) -> paigow.Settled:
    two = None if low is None else cards(low)
    return paigow.settle(cards(player), two, cards(dealer), bet)


# --- dealing and setting ---------------------------------------------------------------------


def test_everyone_gets_seven_cards_one_at_a_time_and_the_dealer_is_last() -> None:
    dealt = shuffle.deck(bytes(32), paigow.CARDS)
    round, events = paigow.start(dealt, setup(10_00, 20_00, 5_00, first=3))
    assert [(e.kind, e.seat, e.to, e.cards) for e in events] == [
        ("hole", seat, seat, dealt[at:28:4]) for at, seat in enumerate((3, 4, 5))
    ]
    assert round.dealer == dealt[3:28:4]
    assert paigow.waiting(round) == (3, 4, 5)
    assert paigow.staked(round) == {3: 10_00, 4: 20_00, 5: 5_00}


def test_six_players_and_the_dealer_are_dealt_in() -> None:
    round, events = paigow.start(paigow.CARDS, setup(*[1_00] * 6))
    dealt = [card for event in events for card in event.cards]
    assert len({*dealt, *round.dealer}) == 49


@pytest.mark.parametrize("dealt", [WITH_JOKER[:52], (*WITH_JOKER[1:], 1), ()])
def test_another_deck_is_refused(dealt: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="52 cards and the joker"):
        paigow.start(dealt, setup(10_00))


def test_the_options_are_all_low_hands_that_are_no_foul_the_house_way_first() -> None:
    round = begin(PAIRED, DEALER)
    (option,) = paigow.options(round, 1)
    assert (option.verb, option.least, option.most, option.cost) == ("set", 0, 0, 0)
    assert option.choices[0] == "AhJs"
    assert set(option.choices) == {
        "AhJs", "Ah9s", "Ah5s", "Ah2h", "Js9s", "Js5s", "Js2h", "9s5s", "9s2h", "5s2h",
        "KhJs", "KcJs", "Kh9s", "Kc9s", "Kh5s", "Kc5s", "Kh2h", "Kc2h",
    }  # fmt: skip
    assert len(option.choices) == 18  # neither K-K before an ace nor A-K before a king


seven = st.permutations(WITH_JOKER)


@settings(deadline=None)
@given(seven)
def test_what_is_offered_is_exactly_what_is_no_foul(dealt: list[int]) -> None:
    round, _ = paigow.start(dealt, setup(10_00))
    held = set(dealt[:14:2])
    (option,) = paigow.options(round, 1)
    offered = {frozenset(cards(choice)) for choice in option.choices}
    assert len(offered) == len(option.choices) <= 21
    for low in combinations(held, 2):
        foul = joker.low(low) > joker.high(tuple(held - set(low)))
        assert (frozenset(low) in offered) != foul
        if foul:
            assert reason(partial(put, round, 1, names(low))) == "paigow.fouls"
        else:
            assert paigow.over(put(round, 1, names(low))[0])
    assert option.choices[0] == paigow.default(round, 1).choice
    assert set(cards(option.choices[0])) == set(paigow.house_way(tuple(held))[1])


def test_silence_sets_by_the_house_way() -> None:
    round = begin(PAIRED, DEALER)
    assert paigow.default(round, 1) == Act(1, "set", choice="AhJs")


@pytest.mark.parametrize("low", ["AhJs", "JsAh", "Js Ah"])
def test_a_low_hand_may_be_written_in_any_order(low: str) -> None:
    round, events = put(begin(PAIRED, LOSING, DEALER), 1, low)
    assert events == [Event("set", 1, cards=cards("KhKc9s5s2hAhJs"), to=1)]
    assert paigow.waiting(round) == (2,)


def test_a_hand_that_is_set_cannot_be_changed() -> None:
    round, _ = put(begin(PAIRED, LOSING, DEALER), 1, "AhJs")
    assert paigow.options(round, 1) == ()
    assert reason(lambda: put(round, 1, "Js9s")) == "banked.chosen_already"
    assert reason(lambda: put(round, 1, "AhJs")) == "banked.chosen_already"
    over, _ = put(round, 2, "8d7h")
    assert reason(lambda: put(over, 1, "AhJs")) == "hand_over"
    assert paigow.options(over, 2) == ()


def test_everything_is_turned_up_when_the_last_has_set() -> None:
    round, _ = put(begin("KcKhQhJs9s5s3s", LOSING, DEALER), 2, "8d7h")
    round, events = put(round, 1, "QhJs")
    assert [(e.kind, e.seat, names(e.cards), e.note, e.amount) for e in events if e.to < 0] == [
        ("dealer_high", HOUSE, "As7d5c3c2c", "high_card", 0),
        ("dealer_low", HOUSE, "Kd9h", "high_card", 0),
        ("shown_high", 1, "KhKc9s5s3s", "pair", 0),
        ("shown_low", 1, "QhJs", "high_card", 0),
        ("shown_high", 2, "9c5d4d3h2d", "high_card", 0),
        ("shown_low", 2, "8d7h", "high_card", 0),
        ("net", 1, "", "", 0),
        ("net", 2, "", "", -10_00),
    ]
    assert paigow.results(round) == {
        1: (Bet("bet", 10_00, 10_00, "push"),),
        2: (Bet("bet", 10_00, 0, "lose"),),
    }


def test_results_are_for_a_round_that_is_over() -> None:
    with pytest.raises(ValueError, match="not over"):
        paigow.results(begin(LOSING, DEALER))


def test_there_is_nothing_to_weigh() -> None:
    assert paigow.advise(begin(LOSING, DEALER), 1) is None


# --- what a bet does -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "low", "high_did", "low_did", "net", "commission"),
    [
        ("AhAcKcQs9d5h3d", "KcQs", "win", "win", 9_50, 50),
        ("AhAcQcJs9d5h3d", "QcJs", "win", "lose", 0, 0),
        ("AhKcQsJc8d5h3d", "QsJc", "win", "lose", 0, 0),
        ("QhKcJsTc8d5h3d", "QhJs", "lose", "lose", -10_00, 0),
        ("Ah7cKc9d5h3h2s", "Kc9d", "copy", "copy", -10_00, 0),
        ("Ah8cKc9d5h3h2s", "Kc9d", "win", "copy", 0, 0),
        ("Ah6cKcTd5h3h2s", "KcTd", "lose", "win", 0, 0),
        ("Ah7cKcTd5h3h2s", "KcTd", "copy", "win", 0, 0),
        ("Ah7cKc8d5h3h2s", "Kc8d", "copy", "lose", -10_00, 0),
    ],
)
def test_both_win_one_each_pushes_and_a_copy_is_the_dealers(
    player: str, low: str, high_did: str, low_did: str, net: int, commission: int
) -> None:
    made = settle(player, low, DEALER)
    assert (made.high, made.low) == (high_did, low_did)
    assert (made.net, made.commission) == (net, commission)


@pytest.mark.parametrize(
    ("bet", "commission"), [(1_00, 5), (3_00, 15), (7_00, 35), (20_00, 1_00), (333_00, 16_65)]
)
def test_the_commission_is_exact_to_the_hundredth(bet: int, commission: int) -> None:
    made = settle("AhAcKcQs9d5h3d", None, DEALER, bet)
    assert (made.net, made.commission) == (bet - commission, commission)
    round, _ = put(begin("AhAcKcQs9d5h3d", DEALER, bet=bet), 1, "KcQs")
    assert paigow.results(round) == {1: (Bet("bet", bet, 2 * bet - commission, "win_less"),)}


def test_what_is_settled_says_both_hands_and_their_names() -> None:
    made = settle("AhAcJkAdAs4h4d", "4h4d", "9c9dTh9h8s8c2h")
    assert made == paigow.Settled(
        net=0,
        commission=0,
        high="win",
        low="lose",
        player_high=cards("JkAsAhAdAc"),
        player_low=cards("4h4d"),
        dealer_high=cards("9h9d9cTh2h"),
        dealer_low=cards("8s8c"),
        player_high_hand="five_aces",
        player_low_hand="pair",
        dealer_high_hand="three_of_a_kind",
        dealer_low_hand="pair",
    )


@settings(deadline=None)
@given(seven, st.data())
def test_a_round_and_settle_agree(dealt: list[int], data: st.DataObject) -> None:
    round, _ = paigow.start(dealt, setup(35_00))
    low = data.draw(st.sampled_from(paigow.options(round, 1)[0].choices))
    made = paigow.settle(dealt[:14:2], cards(low), dealt[1:14:2], 35_00)
    round, _ = put(round, 1, low)
    ((bet,),) = paigow.results(round).values()
    assert made.net == bet.back - bet.staked
    assert made.net == {2: 33_25, 1: 0, 0: -35_00}[[made.high, made.low].count("win")]
    view = paigow.look(round, None)
    shown = [hand.cards for hand in (*view.hands, *view.dealer)]
    assert shown == [made.player_high, made.player_low, made.dealer_high, made.dealer_low]


# --- bad input -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "wanted"),
    [
        ("", "paigow.low_hand"),
        ("Kc", "paigow.low_hand"),
        ("KcKhAh", "paigow.low_hand"),
        ("KcKc", "paigow.low_hand"),
        ("Kc,Kh", "paigow.low_hand"),
        ("kckh", "paigow.low_hand"),
        ("10h9d", "paigow.low_hand"),
        ("??Kh", "paigow.low_hand"),
        ("KsAh", "paigow.not_yours"),
        ("AhJk", "paigow.not_yours"),
        ("KcKh", "paigow.fouls"),
        ("AhKh", "paigow.fouls"),
    ],
)
def test_a_low_hand_that_cannot_be_is_refused(low: str, wanted: str) -> None:
    round = begin(PAIRED, LOSING, DEALER)
    before = [paigow.look(round, viewer) for viewer in (None, 1, 2)]
    assert reason(lambda: put(round, 1, low)) == wanted
    assert [paigow.look(round, viewer) for viewer in (None, 1, 2)] == before
    assert paigow.waiting(round) == (1, 2)


@pytest.mark.parametrize("low", ["Kc", "KcKhAh", "KcKc", "KsAh", "KcKh"])
def test_what_cannot_be_set_cannot_be_settled(low: str) -> None:
    wanted = {"KsAh": "not_yours", "KcKh": "fouls"}.get(low, "low_hand")
    assert reason(lambda: settle(PAIRED, low, LOSING)) == f"paigow.{wanted}"


@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        (PAIRED[:12], DEALER),
        (DEALER, PAIRED + "4h"),
        (DEALER, DEALER),
        ("KcKcAhJs9s5s2h", LOSING),
    ],
)
def test_other_than_seven_different_cards_each_cannot_be_settled(player: str, dealer: str) -> None:
    with pytest.raises(ValueError, match=r"cards"):
        settle(player, None, dealer)


def test_the_house_way_is_for_seven_different_cards() -> None:
    for dealt in (PAIRED[:12], "KcKcAhJs9s5s2h", PAIRED + "4h"):
        with pytest.raises(ValueError, match="seven different cards"):
            paigow.house_way(cards(dealt))
    with pytest.raises(ValueError, match="seven different cards"):
        paigow.house_way((0, 1, 2, 3, 4, 5, 53))


@pytest.mark.parametrize(
    ("amount", "wanted"),
    [(0, "bad_amount.zero"), (-1_00, "bad_amount.negative"), (1_50, "chip"), (1, "chip")],
)
def test_a_bet_that_is_not_of_whole_chips_is_refused(amount: int, wanted: str) -> None:
    assert reason(lambda: paigow.start(paigow.CARDS, setup(10_00, amount))) == wanted
    assert reason(lambda: settle(LOSING, None, "AsKdAhJsTd5c2h", amount)) == wanted


def test_other_bets_are_refused() -> None:
    two = Setup((Player(1, (("bet", 1_00), ("trips", 1_00))),))
    none = Setup((Player(1, ()),))
    assert reason(lambda: paigow.admit(two)) == "banked.no_such_spot"
    assert reason(lambda: paigow.admit(none)) == "banked.no_bet"


def test_seven_players_are_too_many() -> None:
    paigow.admit(setup(*[1_00] * 6))
    with pytest.raises(Refused) as refused:
        paigow.start(paigow.CARDS, setup(*[1_00] * 7))
    assert refused.value.reason == "banked.too_many_players"
    assert refused.value.facts == {"most": 6}


def test_there_is_no_shared_hand() -> None:
    with pytest.raises(ValueError, match="hand of their own"):
        paigow.start(paigow.CARDS, setup(1_00)._replace(shared=True))


@pytest.mark.parametrize("verb", ["", "fold", "house_way", "SET"])
def test_other_verbs_are_refused(verb: str) -> None:
    round = begin(LOSING, DEALER)
    assert reason(lambda: paigow.play(round, Act(1, verb, choice="8d7h"))) == "no_such_act"


@pytest.mark.parametrize("seat", [HOUSE, -1, 2, 7])
def test_who_is_not_in_the_round_cannot_set(seat: int) -> None:
    round = begin(LOSING, DEALER)
    assert reason(lambda: put(round, seat, "8d7h")) == "not_in_hand"
    assert paigow.options(round, seat) == ()


# --- who sees what ---------------------------------------------------------------------------


def test_before_the_reveal_one_sees_ones_own_seven_cards_alone() -> None:
    round = begin(PAIRED, LOSING, DEALER)
    own, other = paigow.look(round, 1).hands
    assert (names(own.cards), own.hidden, own.part) == ("KhKcAhJs9s5s2h", 0, "")
    assert (other.cards, other.hidden, other.name) == ((), 7, "")
    round, _ = put(round, 1, "AhJs")
    *mine, other = paigow.look(round, 1).hands
    assert [(h.part, names(h.cards), h.name, h.ranks, h.chosen) for h in mine] == [
        ("high", "KhKc9s5s2h", "pair", (13, 9, 5, 2), "set"),
        ("low", "AhJs", "high_card", (14, 11), "set"),
    ]
    assert (other.cards, other.hidden, other.chosen) == ((), 7, "")
    for viewer in (None, 2, HOUSE, 9):
        hidden = paigow.look(round, viewer).hands[:2]
        assert [(h.part, h.cards, h.hidden, h.name, h.ranks, h.chosen) for h in hidden] == [
            ("high", (), 5, "", (), "set"),
            ("low", (), 2, "", (), "set"),
        ]
    (dealer,) = paigow.look(round, 1).dealer
    assert (dealer.seat, dealer.cards, dealer.hidden) == (HOUSE, (), 7)


def test_after_the_reveal_everybody_sees_everything() -> None:
    round = begin(PAIRED, LOSING, DEALER)
    for seat in (1, 2):
        round, _ = paigow.play(round, paigow.default(round, seat))
    views = [paigow.look(round, viewer) for viewer in (None, 1, 2, 9)]
    assert len(set(views)) == 1
    assert views[0].street == "over"
    assert [(h.seat, h.part, len(h.cards), h.hidden) for h in views[0].hands] == [
        (1, "high", 5, 0), (1, "low", 2, 0), (2, "high", 5, 0), (2, "low", 2, 0),
    ]  # fmt: skip
    assert [(h.part, names(h.cards), h.name) for h in views[0].dealer] == [
        ("high", "As7d5c3c2c", "high_card"),
        ("low", "Kd9h", "high_card"),
    ]


def acts(low: list[str]) -> st.SearchStrategy[Act]:
    verbs = st.sampled_from(["set", "set", "set", "fold", ""])
    return st.builds(Act, st.integers(0, 6), verbs, st.integers(-1, 100), st.sampled_from(low))


@settings(max_examples=60, deadline=None)
@given(st.permutations(WITH_JOKER), st.sets(st.integers(1, 6), min_size=1), st.data())
def test_random_rounds_keep_their_promises(
    dealt: list[int], seats: set[int], data: st.DataObject
) -> None:
    bets = {seat: 100 * data.draw(st.integers(1, 300)) for seat in sorted(seats)}
    made = Setup(tuple(Player(seat, (("bet", bet),)) for seat, bet in bets.items()))
    round, events = paigow.start(dealt, made)
    holes = {event.seat: set(event.cards) for event in events}
    while not paigow.over(round):
        assert paigow.waiting(round)
        seat = data.draw(st.sampled_from(paigow.waiting(round)))
        (option,) = paigow.options(round, seat)
        pair = names(data.draw(st.permutations(sorted(holes[seat])))[:2])
        act = data.draw(acts([*option.choices, pair, "Kd9c", ""]))
        offered = [choice for one in paigow.options(round, act.seat) for choice in one.choices]
        legal = {frozenset(cards(choice)) for choice in offered}
        before, kept = round, [paigow.look(round, viewer) for viewer in (None, *seats)]
        plain = act.verb == "set" and not act.amount
        if plain and act.choice and frozenset(cards(act.choice)) in legal:
            round, told = paigow.play(round, act)
            events += told
        else:
            with pytest.raises(Refused):
                paigow.play(round, act)
            round, told = paigow.play(round, paigow.default(round, seat))
            events += told
        assert [paigow.look(before, viewer) for viewer in (None, *seats)] == kept
        if not paigow.over(round):
            nothing_hidden_is_seen(round, events, holes)
    assert paigow.waiting(round) == ()
    assert paigow.staked(round) == bets
    results = paigow.results(round)
    assert {event.seat: event.amount for event in events if event.kind == "net"} == {
        seat: sum(bet.back - bet.staked for bet in done) for seat, done in results.items()
    }
    for seat, bet in bets.items():
        (done,) = results[seat]
        assert (done.spot, done.staked) == ("bet", bet)
        paid = {"lose": 0, "push": bet, "win_less": bet + bet * 95 // 100}
        assert done.back == paid[done.outcome]
    for seat, hole in holes.items():
        shown = [hand.cards for hand in paigow.look(round, None).hands if hand.seat == seat]
        assert {card for hand in shown for card in hand} == hole


def nothing_hidden_is_seen(
    round: paigow.Round, events: list[Event], holes: dict[int, set[int]]
) -> None:
    for viewer in (None, *holes):
        view = paigow.look(round, viewer)
        seen = {card for hand in (*view.hands, *view.dealer) for card in hand.cards}
        assert seen == (holes[viewer] if viewer is not None else set())
        assert not any(h.name or h.ranks for h in view.hands if h.seat != viewer)
    assert not any(event.cards for event in events if event.to == EVERYONE)
    written = repr((round, events, view, [one.sets for one in round.seats.values()]))
    assert not any(f"cards=({card}" in written for card in WITH_JOKER)
    assert "high=" not in written
    assert "dealt=" not in written


# --- the edge --------------------------------------------------------------------------------


def told(count: int, won: int, pushed: int) -> tuple[float, float, str]:
    """The mean net of a bet in percent, its standard error, and both in words."""
    shares = [(95, won / count), (0, pushed / count), (-100, 1 - (won + pushed) / count)]
    mean = sum(net * share for net, share in shares)
    error = math.sqrt(sum((net - mean) ** 2 * share for net, share in shares) / count)
    parts = "wins {:.2%}, pushes {:.2%}, loses {:.2%}".format(*(share for _, share in shares))
    return mean, error, f"{mean:.3f}% ± {error:.3f}% of a bet in {count:,} rounds; {parts}"


def test_the_house_edge_of_some_rounds_is_as_expected() -> None:
    rng = random.Random(1)
    nets: Counter[int] = Counter()
    for _ in range(5_000):
        dealt = rng.sample(paigow.CARDS, 14)
        nets[paigow.settle(dealt[:7], None, dealt[7:], 1_00).net] += 1
    mean, error, words = told(5_000, nets[95], nets[0])
    assert nets.total() == nets[95] + nets[0] + nets[-100]
    assert abs(mean + 2.731) < 3 * error, words


Strengths = NDArray[np.int64]


def set_by_the_house() -> tuple[Strengths, Strengths]:
    """The key of every kind of hand, in order, and what its high and its low hand are worth."""
    every = [hand for hand, _ in kinds()]
    rated = [(joker.high(high), joker.low(low)) for high, low in map(paigow.house_way, every)]
    found = keys(np.array(every))
    order = np.argsort(found)
    return found[order], np.array(rated)[order]


def deals(count: int, rng: np.random.Generator) -> NDArray[np.int8]:
    """The first 14 cards of so many shuffled decks, as rows."""
    rows = np.tile(np.arange(53, dtype=np.int8), (count, 1))
    every = np.arange(count)
    for at in range(14):
        other = rng.integers(at, 53, count)
        rows[every, other], rows[:, at] = rows[:, at].copy(), rows[every, other]
    return rows[:, :14]


@pytest.mark.prove
def test_the_house_edge_of_twenty_million_rounds_is_as_expected(
    record_property: Callable[[str, object], None],
) -> None:
    known, rated = set_by_the_house()
    rng = np.random.default_rng(2)
    wins = np.zeros(3, np.int64)  # rounds in which the player wins neither hand, one, both
    for _ in range(200):
        dealt = deals(100_000, rng)
        own, theirs = (rated[np.searchsorted(known, keys(seven))] for seven in np.hsplit(dealt, 2))
        wins += np.bincount((own > theirs).sum(axis=1), minlength=3)
    mean, error, words = told(int(wins.sum()), int(wins[2]), int(wins[1]))
    record_property("pai gow, house way on both sides", words)
    assert abs(mean + 2.731) < 3 * error, words


@pytest.mark.prove
def test_hands_that_are_alike_are_found_alike() -> None:
    known, rated = set_by_the_house()
    dealt = deals(2_000, np.random.default_rng(3))[:, :7]
    assert np.array_equal(known[np.searchsorted(known, keys(dealt))], keys(dealt))
    for row, worth in zip(dealt.tolist(), rated[np.searchsorted(known, keys(dealt))], strict=True):
        high, low = paigow.house_way(row)
        assert (joker.high(high), joker.low(low)) == tuple(worth)
