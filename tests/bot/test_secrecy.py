"""Nobody but their owner ever sees hidden cards: not in messages, answers, logs or reprs."""

from __future__ import annotations

import json
import logging
import random
import re

import pytest

from bot.chat import Message
from bot.state import Command, State
from bot.text import cards
from games import holdem
from storage import journal
from tests.bot.evening import (
    FRESH,
    begin,
    check_books,
    dealt_state,
    fold_out,
    on_turn,
    others,
    press_something,
    seated,
)
from tests.house import HOME, House, open_house, person, text_of

CARD = re.compile(r"(?:10|[2-9AKQJ])[♣♦♥♠]")


def shown_in(message: Message | str) -> set[str]:
    """Every card that a message or an answer names."""
    return set(CARD.findall(str(message)))


def hidden_from(state: State, person_id: str | None) -> dict[str, int]:
    """The cards that this person must not see, and whose seat they are; None: the public."""
    assert state.round is not None
    viewer = state.seat_of(person_id) if person_id else None
    if viewer is not None and viewer not in holdem.seats(state.round):
        viewer = None
    seen = holdem.look(state.round, viewer)
    open_cards = {card for seat in seen.seats for card in seat.cards} | set(seen.board)
    return {
        cards((card,)): seat
        for seat in holdem.seats(state.round)
        for one in holdem.look(state.round, seat).seats
        if one.seat == seat
        for card in one.cards
        if card not in open_cards
    }


def check_secrecy(house: House) -> None:
    """All messages now: each names only cards that its reader may see."""
    state = house.table.state
    if state.round is None:
        return
    for _, message in house.chat.public.values():
        assert not shown_in(message) & hidden_from(state, None).keys()
    for (reader, _), message in house.chat.private.items():
        assert not shown_in(message) & hidden_from(state, reader).keys(), reader


def seeds_of(rows: list[journal.Row]) -> list[str]:
    return [seed for row in rows if (seed := json.loads(row.command).get("seed"))]


@pytest.mark.parametrize("seed", range(4))
async def test_random_hands_show_nobody_the_cards_of_another(
    seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    rng = random.Random(seed)
    pauses = "on" if seed % 2 else "off"
    async with open_house(FRESH, START_CHIPS="100000", PAUSES=pauses) as house:
        await begin(house, "Ann", "Bob", "Cat", "Dan", table="10/20 6 fast", buyin="400")
        everything: set[str] = set()
        for _ in range(1000):
            if house.table.state.hand == 10:
                break
            check_secrecy(house)
            everything |= shown_in("".join(map(str, house.chat.private.values())))
            for who in ("Ann", "Bob", "Cat", "Dan", "Eve"):
                if rng.random() < 0.1:
                    state = house.table.state
                    answer = await house.say(who, rng.choice(["/cards", "/wallet", "/tables"]))
                    if state.round is not None and house.table.state is state:
                        hidden = hidden_from(state, person(who).id)
                        assert not shown_in(answer) & hidden.keys()
            if not house.table.state.playing:
                for who in ("Ann", "Bob", "Cat", "Dan"):
                    await house.say(who, rng.choice(["/sit", "/rebuy", "/back post"]))
                    check_secrecy(house)
            await house.wait(rng.choice([0, 0, 0, 2, 7]))
            if house.table.state.chairs:
                await press_something(house, rng)
        assert house.table.state.hand == 10
        assert len(everything) > 20, "cards have been dealt and read"
        rows = await journal.rows_after(house.db, house.table.state.id, 0)
        seeds = seeds_of(list(rows))
        assert len(seeds) >= 10
        assert not [seed for seed in seeds if seed in caplog.text]
        assert not shown_in(caplog.text)
        assert '"hole"' not in caplog.text


async def test_a_folded_or_mucked_hand_is_never_shown_to_others() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        state = house.table.state
        assert state.round is not None
        every = hidden_from(state, None)
        assert len(every) == 6
        await fold_out(house)
        check_secrecy(house)
        assert hidden_from(house.table.state, None) == every
        for who in ("Ann", "Bob", "Cat"):
            assert len(hidden_from(house.table.state, person(who).id)) == 4
            assert len(shown_in(house.seen(who)) & every.keys()) == 2


async def test_one_card_shown_is_one_card() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await fold_out(house)
        await house.click("Ann", "Show")
        [(_, public)] = house.chat.public.values()
        assert len(shown_in(public)) == 1
        check_secrecy(house)


async def test_the_cards_command_and_the_button_show_ones_own_alone() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        state = house.table.state
        for who in ("Ann", "Bob", "Cat"):
            typed = await house.say(who, "/cards")
            pressed = text_of(await house.press(who, f"cards|{state.id}||"))
            [(table, message)] = await house.room.cards(person(who), HOME)
            assert table == state.id
            mine = shown_in(house.seen(who))
            assert shown_in(typed) == shown_in(pressed) == shown_in(message) == mine
            assert len(mine) == 2
        assert not shown_in(await house.say("Dan", "/cards"))
        assert await house.room.cards(person("Dan"), HOME) == ()


async def test_closed_messages_never_stop_the_game() -> None:
    async with open_house(FRESH) as house:
        house.chat.closed = {person("Bob").id, person("Cat").id}
        await begin(house, "Ann", "Bob", "Cat")
        assert not [who for who, _ in house.chat.private if who in house.chat.closed]
        for _ in range(6):
            who = on_turn(house)
            assert len(shown_in(await house.say(who, "/cards"))) >= 2
            await house.insist(who, "/fold")
            await house.wait(0)
        assert house.table.state.hand >= 3
        await check_books(house)


async def test_whoever_leaves_takes_their_private_message_along() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        [_, leaver] = others(house, "Ann")
        await house.say(leaver, "/leave")
        await fold_out(house)
        assert (person(leaver).id, house.table.state.id) not in house.chat.private


def test_nothing_that_may_be_logged_names_a_card_or_the_seed() -> None:
    state = dealt_state("Ann", "Bob", "Cat", seed=0xFEED)
    deal = Command("timer", word="next@0", seed=f"{0xFEED:064x}")
    for text in (repr(deal), str(deal), repr(state.round), repr(state), str([state, deal])):
        assert "feed" not in text
        assert not shown_in(text)
        assert "hole" not in text
    assert state.round is not None
    for seat in holdem.seats(state.round):
        view = holdem.look(state.round, seat)
        assert "cards" not in repr(view)


def test_a_checkpoint_holds_no_card_and_no_seed() -> None:
    state = dealt_state("Ann", "Bob", "Cat", seed=0xFEED)
    text = state.to_json()
    assert "feed" not in text
    assert "round" not in json.loads(text)
    assert not [said for said in json.loads(text)["log"] if said[4]]


async def test_a_hand_that_breaks_is_void_once_and_its_error_names_no_card(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        # A broken table, as no rule would leave it: the turn cannot end, no hand can begin.
        seated(house, on_turn(house)).bank = None  # type: ignore[assignment]
        for _ in range(50):
            if house.clock.next_due() is not None:
                house.clock.ring_next()
                await house.settle()
        assert "TypeError" in caplog.text
        assert not shown_in(caplog.text)
        voided = [m.text for _, m in house.chat.public.values() if "is void" in m.text]
        assert len(voided) == 1
        assert {seated(house, who).stack for who in ("Ann", "Bob")} == {100_000}
        await check_books(house)
