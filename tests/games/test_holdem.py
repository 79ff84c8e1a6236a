"""No-limit hold'em, rule by rule: dealing, forced bets, who is asked, refusals, the showdown."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games import holdem, shuffle
from games.cards import DECK, JOKER, UNKNOWN, cards
from games.play import Act, Event, Game, Option, Refused
from tests.games.dealt import Hand, deck, setup


def test_module_is_the_game() -> None:
    game: Game[holdem.Setup, holdem.Round, holdem.View] = holdem
    assert game.waiting(game.start(DECK, setup(100, 100))[0]) == (2,)


def test_cards_come_one_at_a_time_and_one_is_burnt_before_each_street() -> None:
    hand = Hand(setup(1000, 1000, 1000), cards=DECK)
    dealt = {event.seat: event.cards for event in hand.events if event.kind == "hole"}
    assert dealt == {1: (0, 3), 2: (1, 4), 3: (2, 5)}
    hand.acts("3 call", "1 call", "2 check", *["1 check", "2 check", "3 check"] * 3)
    streets = [(event.note, event.cards) for event in hand.events if event.kind == "board"]
    assert streets == [("flop", (7, 8, 9)), ("turn", (11,)), ("river", (13,))]


def test_hole_cards_are_told_to_their_seat_alone() -> None:
    hand = Hand(setup(1000, 1000, 1000))
    private = [(event.seat, event.to) for event in hand.events if event.cards]
    assert private == [(1, 1), (2, 2), (3, 3)]


def test_heads_up_button_posts_the_small_blind_and_acts_first_then_last() -> None:
    hand = Hand(setup(1000, 1000))
    assert hand.kinds("small_blind", "big_blind") == [("big_blind", 1), ("small_blind", 2)]
    assert hand.turn == 2
    hand.acts("2 call", "1 check")
    assert hand.turn == 1


def test_every_seat_antes_count_in_the_layers() -> None:
    hand = Hand(setup(1000, 1000, 10, ante=25), ["KsKh", "QsQh", "AsAh"], "2c3d4c9d9h")
    assert hand.kinds("ante") == [("ante", 1), ("ante", 2), ("ante", 3)]
    hand.acts("1 call", "2 check", *["1 check", "2 check"] * 3)
    assert hand.won() == [(1, 230, "1"), (3, 30, "0")]


def test_big_blind_ante_is_dead_money_and_never_comes_back() -> None:
    hand = Hand(setup(1000, 1000, 40, big_blind_ante=100), ["KsKh", "QsQh", "AsAh"], "2c3d4c9d9h")
    assert holdem.look(hand.round, None).dead == 100
    hand.acts("3 call", "1 raise 500", "2 fold")
    assert hand.kinds("uncalled") == [("uncalled", 1)]
    assert hand.won() == [(1, 120, "1"), (3, 220, "0")]


def test_posts_are_live_and_missed_small_blinds_dead() -> None:
    table = setup(1000, 1000, 1000, 1000)
    table = replace(
        table,
        live=(50, 100, 0, 100),
        dead=(0, 0, 0, 50),
        labels=("small_blind", "big_blind", "", "post"),
    )
    hand = Hand(table)
    assert hand.events[2:4] == [Event("post", 4, 100), Event("dead", 4, 50)]
    hand.acts("3 fold")
    assert hand.verbs() == ["fold", "check", "raise"]
    hand.acts("4 check", "1 fold", "2 raise 300", "4 fold")
    assert hand.won() == [(2, 300, "0")]


def test_short_small_blind_leaves_the_big_blind_whole() -> None:
    hand = Hand(setup(20, 1000, 1000, 1000))
    assert hand.events[0] == Event("small_blind", 1, 20, (), "all_in")
    hand.acts("3 fold", "4 fold")
    assert holdem.over(hand.round)
    assert hand.kinds("uncalled", "turned_up") == [
        ("uncalled", 2),
        ("turned_up", 1),
        ("turned_up", 2),
    ]


def test_hand_in_which_the_blinds_are_all_in_plays_itself() -> None:
    hand = Hand(setup(30, 40), ["AsAh", "KsKh"], "2c3d4c9d9h")
    assert holdem.over(hand.round)
    assert hand.stacks() == [60, 10]
    assert len(holdem.look(hand.round, None).board) == 5


def test_antes_may_take_everybodys_last_chip() -> None:
    hand = Hand(setup(20, 20, 20, ante=25), ["KsKh", "AsAh", "QsQh"], "2c3d4c9d9h")
    assert hand.kinds("small_blind", "big_blind") == []
    assert hand.stacks() == [0, 60, 0]


def test_big_blind_all_in_from_its_ante_is_still_owed_in_full() -> None:
    hand = Hand(setup(1000, 20, 1000, 1000, ante=25))
    assert hand.kinds("big_blind") == []
    assert hand.options()[1] == Option("call", 100, 100, 100)


def test_nobody_is_asked_for_chips_that_no_opponent_can_win() -> None:
    hand = Hand(setup(30, 20, 1000))
    assert hand.options() == (Option("fold"), Option("call", 30, 30, 30))
    hand.acts("3 call")
    assert holdem.over(hand.round)
    assert hand.kinds("uncalled") == []


def test_small_blind_that_covers_a_short_big_blind_is_not_asked() -> None:
    hand = Hand(setup(1000, 20, 1000))
    hand.acts("3 fold")
    assert holdem.over(hand.round)
    assert hand.events[-1].kind == "win"
    assert ("uncalled", 1) in hand.kinds("uncalled")


def test_big_blind_is_not_asked_when_nobody_could_answer_a_raise() -> None:
    hand = Hand(setup(1000, 1000, 60, 100))
    hand.acts("3 call", "4 call", "1 fold")
    assert holdem.over(hand.round)


def test_no_raise_is_offered_when_every_opponent_is_all_in() -> None:
    hand = Hand(setup(1000, 1000, 300))
    hand.acts("3 raise 300", "1 call")
    assert hand.verbs() == ["fold", "call", "raise"]
    hand.acts("2 fold")
    hand = Hand(setup(1000, 1000, 300))
    hand.acts("3 raise 300", "1 fold")
    assert hand.verbs() == ["fold", "call"]


def test_all_in_for_less_than_a_raise_is_the_only_raise_there_is() -> None:
    hand = Hand(setup(1000, 1000, 150))
    assert hand.options()[2] == Option("raise", 150, 150, 150)


def test_raises_are_whole_chips_but_for_an_all_in() -> None:
    hand = Hand(setup(10_000, 10_000, 1_050, blinds=(100, 200), chip=100))
    with pytest.raises(Refused) as refusal:
        hand.act(3, "raise", 450)
    assert (refusal.value.reason, refusal.value.facts) == ("chip", {"chip": 100})
    hand.act(3, "raise", 1_050)
    assert hand.options()[2].least == 1_900


def test_fold_is_offered_when_a_check_is_free_but_silence_checks() -> None:
    hand = Hand(setup(1000, 1000, 1000))
    hand.acts("3 call", "1 call")
    assert hand.verbs()[0] == "fold"
    assert holdem.default(hand.round, 2) == Act(2, "check")
    hand.acts("2 fold", "1 bet 100")
    assert holdem.default(hand.round, 3) == Act(3, "fold")


@pytest.mark.parametrize(
    ("act", "reason", "facts"),
    [
        (Act(1, "call"), "not_your_turn", {"seat": 3}),
        (Act(9, "call"), "not_in_hand", {}),
        (Act(3, "check"), "owes", {"amount": 100}),
        (Act(3, "bet", 300), "raise_instead", {"least": 200}),
        (Act(3, "raise", 199), "too_small", {"least": 200}),
        (Act(3, "raise", 0), "too_small", {"least": 200}),
        (Act(3, "raise", -5), "too_small", {"least": 200}),
        (Act(3, "raise", 1001), "too_much", {"most": 1000}),
        (Act(3, "raise", 10**30), "too_much", {"most": 1000}),
        (Act(3, "call", 99), "other_price", {"amount": 100}),
        (Act(3, "show", choice="both"), "no_such_act", {"verb": "show"}),
        (Act(3, "x" * 4000), "no_such_act", {"verb": "x" * 20}),
    ],
)
def test_refusals(act: Act, reason: str, facts: dict[str, int | str]) -> None:
    hand = Hand(setup(1000, 1000, 1000))
    with pytest.raises(Refused) as refusal:
        holdem.play(hand.round, act)
    assert (refusal.value.reason, refusal.value.facts) == (reason, facts)


def test_refusals_later_in_a_hand() -> None:
    hand = Hand(setup(1000, 1000, 150))
    hand.acts("3 call", "1 call")
    for act, reason in [
        (Act(2, "call"), "nothing_to_call"),
        (Act(2, "bet", 200), "raise_instead"),
        (Act(3, "call"), "not_your_turn"),
    ]:
        with pytest.raises(Refused, match=reason):
            holdem.play(hand.round, act)
    hand.acts("2 check")
    with pytest.raises(Refused, match="bet_first"):
        holdem.play(hand.round, Act(1, "raise", 200))
    hand.acts("1 bet 100", "2 fold")
    with pytest.raises(Refused) as refusal:
        holdem.play(hand.round, Act(3, "raise", 50))
    assert refusal.value.facts == {"why": "only_call"}
    with pytest.raises(Refused, match="not_in_hand"):
        holdem.play(hand.round, Act(2, "fold"))
    hand.acts("3 fold")
    with pytest.raises(Refused, match="hand_over"):
        holdem.play(hand.round, Act(1, "check"))


def test_raise_is_refused_when_nobody_is_left_to_answer() -> None:
    hand = Hand(setup(1000, 1000, 300))
    hand.acts("3 raise 300", "1 fold")
    with pytest.raises(Refused) as refusal:
        holdem.play(hand.round, Act(2, "raise", 600))
    assert refusal.value.facts == {"why": "nobody_left"}


def test_only_who_is_to_act_has_options() -> None:
    hand = Hand(setup(1000, 1000, 1000))
    assert [bool(holdem.options(hand.round, seat)) for seat in (1, 2, 3, 4)] == [
        False,
        False,
        True,
        False,
    ]


def test_winning_uncontested_shows_nothing() -> None:
    hand = Hand(setup(1000, 1000, 1000))
    hand.acts("3 raise 300", "1 fold", "2 fold")
    view = holdem.look(hand.round, None)
    assert view.street == "over"
    assert [seat.cards for seat in view.seats] == [(), (), ()]
    assert [seat.hidden for seat in view.seats] == [0, 0, 2]
    assert view.board == ()


def test_cards_may_be_shown_after_the_hand_one_or_both() -> None:
    hand = Hand(setup(1000, 1000, 1000), ["AsAh", "KsKh", "QsQh"])
    hand.acts("3 raise 300", "1 fold", "2 fold")
    assert holdem.waiting(hand.round) == ()
    assert holdem.options(hand.round, 3) == (Option("show", choices=("first", "second", "both")),)
    assert hand.act(3, "show", choice="second") == [Event("shown", 3, 0, cards("Qh"))]
    assert holdem.look(hand.round, None).seats[2].cards == cards("Qh")
    assert holdem.look(hand.round, None).seats[2].hidden == 1
    assert holdem.options(hand.round, 3) == (Option("show", choices=("first",)),)
    for choice in ("second", "both", "third", ""):
        with pytest.raises(Refused, match="nothing_to_show"):
            holdem.play(hand.round, Act(3, "show", choice=choice))
    hand.act(3, "show", choice="first")
    assert holdem.look(hand.round, None).seats[2].cards == cards("QsQh")
    assert holdem.options(hand.round, 3) == ()
    assert hand.act(1, "show", choice="both") == [Event("shown", 1, 0, cards("AsAh"))]
    assert holdem.options(hand.round, 9) == ()


def test_hands_already_shown_have_nothing_left_to_show() -> None:
    hand = Hand(setup(1000, 1000), ["AsAh", "KsKh"], "2c3d4c9d9h")
    hand.acts("2 call", "1 check", *["1 check", "2 check"] * 3)
    assert hand.kinds("show", "muck") == [("show", 1), ("muck", 2)]
    assert [seat.cards for seat in holdem.look(hand.round, None).seats] == [cards("AsAh"), ()]
    assert [seat.hidden for seat in holdem.look(hand.round, None).seats] == [0, 0]
    assert holdem.options(hand.round, 1) == ()
    assert holdem.options(hand.round, 2)[0].choices == ("first", "second", "both")


def test_winning_hand_is_never_mucked() -> None:
    hand = Hand(setup(1000, 1000, 1000), ["QsQh", "KsKh", "AsAh"], "2c3d4c9d9h")
    hand.acts("3 call", "1 call", "2 check", *["1 check", "2 check", "3 check"] * 3)
    assert hand.kinds("show", "muck") == [("show", 1), ("show", 2), ("show", 3)]


def test_hand_that_ties_is_shown() -> None:
    hand = Hand(setup(1000, 1000), ["AsAh", "AcAd"], "2c3d4c9d9h")
    hand.acts("2 call", "1 check", *["1 check", "2 check"] * 3)
    assert hand.kinds("show", "win") == [("show", 1), ("show", 2), ("win", 1), ("win", 2)]


def test_showing_order_is_by_the_river_alone() -> None:
    hand = Hand(setup(1000, 1000, 1000), ["QsQh", "KsKh", "AsAh"], "2c3d4c9d9h")
    hand.acts("3 raise 300", "1 call", "2 call", *["1 check", "2 check", "3 check"] * 3)
    assert hand.kinds("show")[0] == ("show", 1)


def test_view_of_a_hand_in_play() -> None:
    holes = ["AsAh", "KsKh", "QsQh", "JsJh"]
    hand = Hand(setup(1000, 1000, 1000, 1000, ante=10), holes, "2c3d4c9d9h")
    hand.acts("3 raise 300", "4 fold", "1 call", "2 call", "1 bet 200")
    view = holdem.look(hand.round, 1)
    assert (view.street, view.button, view.to_act, view.bet) == ("flop", 4, 2, 200)
    assert view.board == cards("2c3d4c")
    assert [(pot.amount, pot.seats) for pot in view.pots] == [(940, (1, 2, 3))]
    assert view.pot == 1140
    one = view.seats[0]
    assert (one.stack, one.put, one.total, one.last) == (490, 200, 510, "bet")
    assert (one.cards, one.hidden, one.category) == (cards("AsAh"), 0, "pair")
    assert (view.strength, view.category) == (one.strength, "pair")
    assert [seat.last for seat in view.seats] == ["bet", "", "", ""]
    assert [seat.hidden for seat in view.seats] == [0, 2, 2, 0]
    assert [seat.folded for seat in view.seats] == [False, False, False, True]


def test_view_before_the_flop_names_the_blinds_and_ones_own_pair() -> None:
    hand = Hand(setup(1000, 1000, 1000), ["AsAh", "KsQh", "2s3h"])
    view = holdem.look(hand.round, 1)
    assert [seat.last for seat in view.seats] == ["small_blind", "big_blind", ""]
    assert (view.category, view.strength) == ("pair", 0)
    assert holdem.look(hand.round, 2).category == "high_card"
    assert holdem.look(hand.round, None).category == ""
    assert view.pots == ()
    assert view.pot == 150


def test_view_of_an_all_in_run_out_shows_hands_and_pots_won() -> None:
    hand = Hand(setup(200, 1000, 1000), ["AsAh", "KsKh", "QsQh"], "2c3d4c9d9h")
    hand.acts("3 raise 1000", "1 call", "2 call")
    view = holdem.look(hand.round, None)
    assert view.street == "showdown"
    assert [seat.cards for seat in view.seats] == [cards("AsAh"), cards("KsKh"), cards("QsQh")]
    assert [seat.won for seat in view.seats] == [600, 1600, 0]
    assert [seat.stack for seat in view.seats] == [600, 1600, 0]
    assert [(pot.amount, pot.seats) for pot in view.pots] == [(600, (1, 2, 3)), (1600, (2, 3))]
    assert [seat.category for seat in view.seats] == ["two_pair"] * 3
    assert all(seat.all_in for seat in view.seats)
    assert holdem.results(hand.round) == {1: 400, 2: 600, 3: -1000}


def test_button_may_be_an_empty_seat() -> None:
    table = replace(setup(1000, 1000, 1000), button=9)
    assert holdem.look(holdem.start(DECK, table)[0], None).button == 9


def test_round_that_was_played_on_stays_as_it_was() -> None:
    hand = Hand(setup(1000, 1000, 1000))
    before, view = hand.round, holdem.look(hand.round, 3)
    hand.acts("3 raise 300", "1 call")
    assert holdem.look(before, 3) == view


def test_round_and_view_do_not_spell_out_cards() -> None:
    hand = Hand(setup(1000, 1000))
    assert repr(hand.round) == "<Round preflop, 2 live>"
    assert "cards" not in repr(holdem.look(hand.round, 1))


@pytest.mark.parametrize(
    "bad",
    [
        DECK[:51],
        (*DECK, JOKER),
        (*DECK[:51], DECK[0]),
        (*DECK[:51], JOKER),
        (UNKNOWN, *DECK[:50], DECK[0]),
        (),
    ],
)
def test_deck_must_be_one(bad: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="a deck is 52 different cards"):
        holdem.start(bad, setup(100, 100))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seats": (1, 1, 3)}, "2 to 10 different seats"),
        ({"stacks": (100, 100)}, "each seat has a stack"),
        ({"live": (50, 100)}, "each seat has a stack"),
        ({"stacks": (100, 0, 100)}, "stacks are above 0"),
        ({"antes": (0, -1, 0)}, "stacks are above 0"),
        ({"big_blind": 0}, "are above 0"),
        ({"chip": 0}, "are above 0"),
        ({"opener": 4}, "the opener is dealt in"),
        ({"labels": ("",)}, "a label or none"),
    ],
)
def test_setup_must_be_one(change: dict[str, object], message: str) -> None:
    table = replace(setup(100, 100, 100), **change)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=message):
        holdem.start(DECK, table)


def test_deck_with_cards_nobody_saw_is_dealt() -> None:
    unseen = [UNKNOWN if k == 0 else card for k, card in enumerate(deck(["AsAh", "KsKh"]))]
    hand = Hand(setup(100, 100), cards=unseen)
    assert holdem.look(hand.round, 1).category == ""


@pytest.mark.parametrize("seed", range(40))
def test_dealt_step_by_step_an_all_in_hand_comes_out_the_same(seed: int) -> None:
    rng = Random(seed)
    count = rng.randint(2, 6)
    table = setup(*(rng.randint(1, 20) * 100 for _ in range(count)))
    cards = shuffle.deck(seed.to_bytes(32, "big"))
    at_once, told = holdem.start(cards, table)
    steps, heard = holdem.start(cards, replace(table, stepwise=True))
    while not holdem.over(steps):
        if not holdem.waiting(steps):
            assert all(not holdem.options(steps, seat) for seat in table.seats)
            before = len(holdem.look(steps, None).board)
            steps, events = holdem.play(steps, holdem.DEAL)
            assert len(holdem.look(steps, None).board) > before
        else:
            option = holdem.options(steps, holdem.waiting(steps)[0])[-1]
            act = Act(holdem.waiting(steps)[0], option.verb, option.most)
            at_once, more = holdem.play(at_once, act)
            told += more
            steps, events = holdem.play(steps, act)
        heard += events
    assert heard == told
    assert holdem.results(steps) == holdem.results(at_once)
