"""What one person is offered: amounts of a press, what is asked once more, how a hand ends."""

from __future__ import annotations

import pytest

from adapters.web_wire import private_frame
from bot import panel
from bot.chat import Button, Message
from bot.state import State
from bot.text import words
from games import holdem
from tests.bot.evening import FRESH, act, begin, dealt_state, on_turn, seat_of, whose_turn
from tests.house import HOME, House, open_house, person

EN = words("en")


def shown(state: State, who: str = "") -> Message:
    return panel.private(EN, state, person(who or whose_turn(state)).id)


def buttons(message: Message) -> dict[str, Button]:
    return {button.label: button for row in message.rows for button in row}


def amounts(state: State) -> list[str]:
    """The labels of the amounts that whose turn it is may raise to with one press."""
    acts, *rest = shown(state).rows
    assert acts[0].label == "Fold"
    return [button.label for button in rest[0]]


# --- amounts -----------------------------------------------------------------------------------


def test_a_pot_raise_before_the_flop_counts_the_call() -> None:
    # 10 and 20 lie there; calling makes it 50, so the pot raise is 20 + 50, half of it 20 + 25.
    state = dealt_state("Ann", "Bob", "Cat", stack=100_000)
    assert amounts(state) == ["Min 40", "½ pot 45", "Pot 70", "All-in 1,000"]


def test_a_pot_raise_over_a_raise_counts_the_call() -> None:
    # 10, 20 and 60 lie there; the small blind's call of 50 makes it 140: to 60 + 140.
    state = act(dealt_state("Ann", "Bob", "Cat", stack=100_000), "raise", 6000)
    assert amounts(state) == ["Min 100", "½ pot 130", "Pot 200", "All-in 1,000"]


def test_bets_after_the_flop_are_shares_of_the_pot() -> None:
    state = dealt_state("Ann", "Bob", "Cat", stack=100_000)
    for word in ("call", "call", "check"):
        state = act(state, word)
    assert amounts(state) == ["Min 20", "½ pot 30", "Pot 60", "All-in 980"]


def test_amounts_are_rounded_down_to_the_smallest_chip() -> None:
    # Half of the pot of 15 is 7.5, and the chip of a 2/5 table is 1.
    state = dealt_state("Ann", "Bob", "Cat", stack=50_000, small=200, big=500)
    for word in ("call", "call", "check"):
        state = act(state, word)
    assert amounts(state) == ["Min 5", "½ pot 7", "Pot 15", "All-in 495"]


def test_an_amount_that_repeats_another_or_reaches_all_in_is_left_out() -> None:
    # Heads-up, half a pot would be less than the least raise of 40; the stack of 50 ends it.
    state = dealt_state("Ann", "Bob", stack=5000)
    assert amounts(state) == ["Min 40", "All-in 50"]


def test_the_form_has_the_same_amounts_as_marks_and_the_bounds_of_the_rules() -> None:
    state = dealt_state("Ann", "Bob", "Cat", stack=100_000)
    assert state.round is not None
    [option] = [o for o in holdem.options(state.round, _seat(state)) if o.verb == "raise"]
    [blank] = panel.raise_form(EN, state, option).blanks
    assert blank.scale is not None
    marks = (("Min", 4000), ("½ pot", 4500), ("Pot", 7000), ("All-in", 100_000))
    assert blank.scale.marks == marks
    bounds = (blank.scale.least, blank.scale.most, blank.scale.step, blank.scale.stride)
    assert bounds == (4000, 100_000, 100, 2000)


def _seat(state: State) -> int:
    seat = state.seat_of(person(whose_turn(state)).id)
    assert seat is not None
    return seat


def test_every_button_of_a_turn_has_a_key_of_its_own() -> None:
    state = dealt_state("Ann", "Bob", "Cat", stack=100_000)
    message = shown(state)
    keys = [button.key for row in message.rows[:2] for button in row]
    assert keys == ["F", "C", "R", "1", "2", "3", "A"]
    assert not [button for row in message.rows[2:] for button in row if button.key]


# --- asked once more ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verb", "amount", "asked"),
    [
        ("fold", 0, ""),
        ("call", 0, ""),
        ("raise", 4000, ""),
        ("raise", 100_000, "allin"),
        ("bet", 100_000, "allin"),
        ("allin", 0, "allin"),
    ],
)
def test_an_all_in_is_asked_once_more_by_whatever_words(verb: str, amount: int, asked: str) -> None:
    state = dealt_state("Ann", "Bob", "Cat", stack=100_000)
    assert panel.to_confirm(state, _seat(state), verb, amount) == asked


def test_a_call_of_everything_is_asked_once_more() -> None:
    state = act(dealt_state("Ann", "Bob", stack=5000), "raise", 5000)
    assert panel.to_confirm(state, _seat(state), "call") == "call"
    assert panel.to_confirm(state, _seat(state), "allin") == "call"
    assert panel.to_confirm(state, _seat(state), "fold") == ""


def test_nothing_is_asked_of_who_has_no_turn() -> None:
    state = dealt_state("Ann", "Bob", "Cat", stack=100_000)
    others = [seat for seat in state.chairs if seat != _seat(state)]
    assert [panel.to_confirm(state, seat, "allin") for seat in others] == ["", ""]


async def test_a_typed_all_in_is_asked_once_more() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        player, seq = on_turn(house), house.table.seq
        assert await house.say(player, "/allin") == "All-in with 1,000: are you sure?"
        assert await house.say(player, "/raise 1千") == "All-in with 1,000: are you sure?"
        assert house.table.seq == seq
        await house.insist(player, "/allin")
        assert _line(house, "raises to 1,000 and is all-in")
        assert await house.say(on_turn(house), "/call") == "All-in with 980: are you sure?"


async def test_a_typed_fold_is_asked_once_more_only_where_a_check_is_free() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        first = on_turn(house)
        await house.say(first, "/call")
        second, seq = on_turn(house), house.table.seq
        assert "A check is free here" in await house.say(second, "/fold")
        assert house.table.seq == seq
        await house.insist(second, "/fold")
        assert _line(house, f"⁨{second}⁩ folds")


def _line(house: House, words: str) -> bool:
    return any(words in line for line in house.seen("Ann").log)


# --- what stands there -------------------------------------------------------------------------


def test_a_turn_says_so_with_the_cards_and_the_whole_of_its_clock() -> None:
    state = dealt_state("Ann", "Bob", "Cat", stack=100_000)
    message = shown(state)
    own, board = message.cards
    assert (message.headline, message.tone, message.span) == ("Your turn", "turn", 45_000)
    assert (own.label, len(own.faces), own.slots) == ("Your cards", 2, 2)
    assert (board.label, board.faces, board.slots) == ("Board", (), 5)
    other = next(chair.name for chair in state.chairs.values() if chair.name != whose_turn(state))
    waits = shown(state, other)
    assert waits.headline == f"Waiting for ⁨{whose_turn(state)}⁩"
    assert (waits.tone, waits.clock, waits.span) == ("", None, None)
    assert {b.look for b in waits.rows[0]} == {"choice"}


async def test_the_end_of_a_hand_says_who_won_to_each_in_their_own_way() -> None:
    async with open_house(FRESH, PAUSES="on") as house:
        await begin(house, "Ann", "Bob", "Cat")
        seat = seat_of(house, on_turn(house))
        first = on_turn(house)
        await house.click(first, "Fold")
        second = on_turn(house)
        await house.click(second, "Fold")
        winner = next(who for who in ("Ann", "Bob", "Cat") if who not in (first, second))
        assert seat is not None
        won = house.seen(winner)
        assert (won.headline, won.tone) == ("You won 20.", "won")
        assert ("Result", "+10") in won.fields
        lost = house.seen(second)
        assert (lost.headline, lost.tone) == (f"⁨{winner}⁩ wins 20 uncontested", "lost")
        assert house.seen(first).tone == ""
        [(_, public)] = house.chat.public.values()
        assert public.headline == f"⁨{winner}⁩ wins 20 uncontested"


async def test_hands_shown_at_the_end_are_laid_out_and_no_others() -> None:
    async with open_house(FRESH, PAUSES="on") as house:
        await begin(house, "Ann", "Bob", "Cat")
        folder = on_turn(house)
        await house.click(folder, "Fold")
        while house.table.state.playing:
            who = on_turn(house)
            label = "Call" if any("Call" in b.label for b in house.seen(who).rows[0]) else "Check"
            await house.click(who, label)
        laid = {cards.label: cards.faces for cards in house.seen(folder).cards}
        others = [who for who in ("Ann", "Bob", "Cat") if who != folder]
        assert list(laid)[:2] == ["Your cards", "Board"]
        assert {f"⁨{who}⁩" for who in others} >= set(list(laid)[2:])
        assert list(laid)[2:]
        assert not [c for who in others for c in house.seen(who).cards if folder in c.label]


@pytest.mark.parametrize("calls", ["never", "late"])
async def test_a_turn_shows_itself_and_calls_only_as_wished_however_it_is_shown(
    calls: str,
) -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        for who in ("Ann", "Bob"):
            await house.say(who, f"/reach calls:{calls}")
        await house.say(on_turn(house), "/call")
        who = on_turn(house)
        [(_, kept)] = await house.room.cards(person(who), HOME)
        reply = await house.press(who, f"cards|{house.table.state.id}||")
        assert reply is not None
        for message in (house.seen(who), kept, reply.message):
            assert message is not None
            assert message.tone == "turn"
            assert message.call == (None if calls == "never" else person(who).id)
            assert private_frame(message)["tone"] == "turn"
        other = next(name for name in ("Ann", "Bob") if name != who)
        assert (house.seen(other).tone, house.seen(other).call) == ("", None)
