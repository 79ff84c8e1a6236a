"""What is on the picture of a table; its words say the same, and nothing hidden is in either."""

from __future__ import annotations

import random
from copy import copy

import pytest

from bot import scene, tableau
from bot.decide import decide
from bot.picture import SeatPicture, TablePicture, draw
from bot.state import State
from bot.text import amount, cards, isolate, words
from games import holdem
from games.cards import DECK
from games.cards import cards as named
from tests.bot.evening import (
    FRESH,
    act,
    begin,
    command,
    dealt_state,
    press_something,
    quiet_state,
    seat_of,
    whose_turn,
)
from tests.house import open_house

EN = words("en")


def painted(state: State) -> TablePicture:
    return tableau.painted(EN, state)


def seat(picture: TablePicture, name: str) -> SeatPicture:
    [found] = [seat for seat in picture.seats if seat.name == name]
    return found


def called_down(state: State) -> State:
    """Everybody checks or calls until the hand is over."""
    while state.playing:
        owes = holdem.price(state.round, holdem.waiting(state.round)[0]) if state.round else 0
        state = act(state, "call" if owes else "check")
    return state


# --- what is on it ---------------------------------------------------------------------------


def test_an_empty_table_says_why_nobody_plays() -> None:
    state = quiet_state("Ann")
    picture = painted(state)
    assert (picture.size, len(picture.seats), picture.board, picture.pot) == (6, 1, (), 0)
    assert picture.banner == "Waiting for players: two can play."
    assert (picture.title, picture.subtitle) == ("Table 1", "10/20")
    assert seat(picture, "Ann") == SeatPicture(1, "Ann", 100_000)


def test_before_the_flop_blinds_backs_button_and_turn_are_there() -> None:
    state = dealt_state("Ann", "Bob", "Cat")
    picture = painted(state)
    assert state.round is not None
    assert sorted(seat.bet for seat in picture.seats) == [0, 1000, 2000]
    assert all(seat.backs == 2 and not seat.cards for seat in picture.seats)
    assert {seat.note for seat in picture.seats} == {"", "Small blind", "Big blind"}
    assert [seat.name for seat in picture.seats if seat.acting] == [whose_turn(state)]
    assert picture.button in (1, 2, 3)
    assert (picture.pot, picture.pot_text) == (3000, "Pot 30")


def test_who_folded_is_dimmed_and_who_raised_is_told() -> None:
    state = dealt_state("Ann", "Bob", "Cat")
    raiser = whose_turn(state)
    state = act(state, "raise", 6000)
    folder = whose_turn(state)
    picture = painted(act(state, "fold"))
    assert seat(picture, raiser).note == "Raise"
    assert (seat(picture, folder).note, seat(picture, folder).dim) == ("folded", True)
    assert seat(picture, folder).backs == 0


def test_an_all_in_has_its_badge_and_side_pots_are_told() -> None:
    state = quiet_state("Ann", "Bob", "Cat", "Dan")
    for place, stack in enumerate((20_000, 40_000, 60_000, 80_000), 1):
        state.chairs[place].stack = stack
    state = decide(state, command("sit", "Eve", amount=100_000)).state
    state = decide(state, command("timer", word="next@0", seed="07".zfill(64), at=10**9)).state
    for _ in range(4):
        state = act(state, "allin")
    picture = painted(state)
    assert {seat.tone for seat in picture.seats} >= {"plain", "all_in"}
    assert [seat.note for seat in picture.seats].count("all-in") == 4


def test_a_showdown_lights_the_winning_five_cards_and_says_what_they_make() -> None:
    state = called_down(dealt_state("Ann", "Bob", "Cat", seed=11))
    picture = painted(state)
    winners = [seat for seat in picture.seats if seat.tone == "won"]
    assert winners
    for winner in winners:
        assert winner.note == f"wins {amount(picture.pot // len(winners))}"
        assert picture.lit <= {*winner.cards, *picture.board} or len(winners) > 1
    assert len(picture.lit) == 5
    assert picture.below
    assert not any(seat.acting for seat in picture.seats)


def test_an_uncontested_win_shows_and_lights_nothing() -> None:
    state = dealt_state("Ann", "Bob")
    picture = painted(act(state, "fold"))
    assert picture.lit == frozenset()
    assert not any(seat.cards for seat in picture.seats)
    assert [seat.tone for seat in picture.seats].count("won") == 1


def test_a_pause_is_told_and_nobody_is_to_act() -> None:
    state = dealt_state("Ann", "Bob")
    state = decide(state, command("pause", "Ann", host=True)).state
    picture = painted(state)
    assert picture.below == "Paused"
    assert not any(seat.acting for seat in picture.seats)


def test_who_sat_down_meanwhile_is_not_given_the_cards_of_the_hand() -> None:
    state = dealt_state("Ann", "Bob")
    state = decide(state, command("sit", "Cat", amount=100_000)).state
    late = seat(painted(state), "Cat")
    assert (late.cards, late.backs, late.bet, late.dim) == ((), 0, 0, True)


def test_the_colours_of_the_cards_are_a_term_of_the_table() -> None:
    state = quiet_state("Ann", cards="four")
    assert painted(state).four_colours
    assert not painted(quiet_state("Ann")).four_colours


async def test_a_host_chooses_four_colours() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open 10/20")
        assert "two colours" in str(await house.say("Ann", "/settings"))
        await house.say("Ann", "/settings cards four")
        assert "four colours" in str(await house.say("Ann", "/settings"))
        assert painted(house.table.state).four_colours
        assert "five" in await house.say("Ann", "/settings cards five")
        assert painted(house.table.state).four_colours


# --- secrecy ---------------------------------------------------------------------------------


def with_other_hidden_cards(state: State, rng: random.Random) -> State:
    """The same table to everybody's eyes, with other cards where nobody sees them."""
    assert state.round is not None
    view = holdem.look(state.round, None)
    seen = {*view.board, *(card for seat in view.seats for card in seat.cards)}
    unseen = [card for card in DECK if card not in seen]
    others = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
    deal = state.round.deal
    other = state.copy()
    other.round = copy(state.round)
    other.round.deal = deal._replace(
        holes=tuple(tuple(others.get(card, card) for card in hole) for hole in deal.holes),
        runout=tuple(others.get(card, card) for card in deal.runout),
    )
    assert other.round.deal != deal
    return other


def stages(seed: int) -> list[State]:
    """Moments of a hand: before the flop, with a fold, on each street, and after it."""
    state = dealt_state("Ann", "Bob", "Cat", "Dan", seed=seed)
    seen = [state]
    state = act(act(state, "raise", 6000), "fold")
    while state.playing:
        seen.append(state)
        owes = holdem.price(state.round, holdem.waiting(state.round)[0]) if state.round else 0
        state = act(state, "call" if owes else "check")
    return [*seen, state]


@pytest.mark.parametrize("seed", range(3))
def test_no_hidden_card_can_change_the_picture_or_its_words(seed: int) -> None:
    rng = random.Random(seed)
    for state in stages(seed):
        other = with_other_hidden_cards(state, rng)
        picture, same = painted(state), painted(other)
        assert tableau.alt(EN, picture) == tableau.alt(EN, same)
        assert draw(picture) == draw(same)


def test_picture_and_words_say_the_same_of_a_seat_first() -> None:
    state = dealt_state("Ann", "Bob", "Cat")
    folder = whose_turn(state)
    state = decide(act(state, "fold"), command("leave", folder)).state
    line = next(row for row in scene.public(EN, state).text.splitlines() if folder in row)
    assert line.split(" · ")[2:4] == [seat(painted(state), folder).note, "folded"]


# --- the same in words -----------------------------------------------------------------------


def check_alt(language: str, state: State) -> None:
    """Everything on the picture is in its words."""
    w = words(language)
    picture = tableau.painted(w, state)
    told = tableau.alt(w, picture)
    for one in picture.seats:
        assert isolate(one.name) in told
        assert amount(one.stack) in told
        assert one.note in told
        assert cards(one.cards) in told
        assert not one.bet or w("panel.in_front", amount=one.bet) in told
        assert not one.backs or w("picture.backs", n=one.backs) in told
    assert told.count(w("picture.acting")) == sum(one.acting for one in picture.seats)
    assert told.count(w("picture.button")) == (picture.button > 0)
    empty = picture.button > 0 and picture.button not in {one.number for one in picture.seats}
    assert (w("picture.empty_button", seat=picture.button) in told) is empty
    assert cards(picture.board) in told
    for text in (picture.title, picture.subtitle, picture.pot_text, picture.below, picture.banner):
        assert text.rstrip(".。") in told


def test_the_words_read_well() -> None:
    state = dealt_state("Ann", "Bob", seed=3)
    acting = whose_turn(state)
    told = tableau.alt(EN, painted(state)).translate({0x2068: None, 0x2069: None})
    assert told.startswith("Table 1. 10/20 · Hand #1. Seat 1: Ann, ")
    assert f"{acting}, 990, 2 cards face down, bet 10, Small blind, dealer button, to act." in told
    assert told.endswith("4 seats free. Board: no cards yet. Pot 30.")


def test_the_words_name_a_button_on_an_empty_seat_and_a_computer() -> None:
    picture = TablePicture(4, (SeatPicture(1, "Ann", computer=True),), 3, named("AsKd"))
    told = tableau.alt(EN, picture)
    assert "The dealer button is on empty seat 3." in told
    assert "computer" in told
    assert "Board: A♠ K♦." in told


@pytest.mark.parametrize("seed", range(3))
async def test_random_evenings_can_always_be_drawn_and_told(seed: int) -> None:
    rng = random.Random(seed)
    names = ["Ann", "花子", "Ёлка", "<b>", "😀"]
    size = rng.choice([5, 6, 8, 10])
    async with open_house(FRESH, START_CHIPS="100000") as house:
        await begin(house, *names, table=f"10/20 {size} fast", buyin="400")
        drawn = 0
        for step in range(160):
            if not house.table.state.playing:
                for who in names:
                    await house.say(who, "/sit" if seat_of(house, who) is None else "/rebuy")
                    await house.say(who, "/back post")
            await house.wait(rng.choice([0, 0, 0, 2, 7]))
            if house.table.state.chairs:
                await press_something(house, rng)
            for language in ("en", "ja"):
                check_alt(language, house.table.state)
            if step % 4 == 0:
                drawn += draw(painted(house.table.state)).startswith(b"\x89PNG")
        assert drawn == 40
        assert house.table.state.hand > 5
