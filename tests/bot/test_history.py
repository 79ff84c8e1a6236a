"""A hand that is over can be read again: all of it that the reader may see, and no card more."""

from __future__ import annotations

import asyncio
import re
from typing import Any, cast

import pytest

from adapters.discord_draw import DESCRIPTION
from adapters.discord_draw import Pen as Discord
from adapters.slack_draw import Pen as Slack
from bot import history, tokens
from bot.chat import Message, Press, Reply
from bot.history import BETWEEN, GAP, LONGEST, MOST, History, Past, told
from bot.scene import round_of
from bot.state import LOG, Command, State
from bot.text import card, words
from games import holdem
from storage import journal
from storage.db import Database, Statement, Value
from tests.bot.evening import (
    act,
    all_in,
    begin,
    dealt_state,
    fold_out,
    on_turn,
    others,
    pass_round,
    seat_of,
)
from tests.clock import DrivenClock
from tests.house import HOME, House, open_house, person, running
from tests.keeper import Keeper
from tests.swift import Swift

CARD = re.compile("(?:10|[2-9AKQJ])[♣♦♥♠]")


def holes(state: State) -> dict[str, set[str]]:
    """The cards of everybody in the hand, by name: what only the dealer knows."""
    assert state.round is not None
    return {
        chair.name: {
            card(one)
            for seen in holdem.look(state.round, seat).seats
            if seen.seat == seat
            for one in seen.cards
        }
        for seat, chair in state.chairs.items()
    }


def board(state: State) -> set[str]:
    assert state.round is not None
    return {card(one) for one in holdem.look(state.round, None).board}


async def past(house: House, who: str, hand: int = 0) -> Message:
    """What the button shows of a hand."""
    token = tokens.write("past", house.table.state.id, str(hand) if hand else "")
    reply = await house.press(who, token)
    assert isinstance(reply, Reply)
    assert reply.message
    return reply.message


def shown(message: Message) -> set[str]:
    """Every card in it."""
    laid = " ".join(face for cards in message.cards for face in cards.faces)
    return set(CARD.findall(f"{message.headline} {message.text} {laid}"))


async def next_hand(house: House) -> None:
    state = house.table.state
    await house.wait((state.timers["next"].due - house.clock.now()) / 1000)


async def test_a_hand_is_told_from_the_blinds_to_the_pot_with_ones_own_cards(url: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben", "Cat")
        await pass_round(house)
        over = house.table.state
        held, middle = holes(over), board(over)
        await next_hand(house)
        assert house.table.state.hand == 2
        for who in ("Ann", "Ben", "Cat"):
            message = await past(house, who)
            assert "Hand #1" in message.title
            assert "wins" in message.headline
            first, *streets = message.text.splitlines()
            assert first.startswith("Before the flop: ")
            assert "posts the big blind, 20 · " in first
            assert [line.split(":")[0] for line in streets[:3]] == ["Flop", "Turn", "River"]
            assert message.headline in message.text
            assert shown(message) >= held[who] | middle


async def test_nobody_reads_a_card_that_was_thrown_away(url: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben", "Cat")
        await fold_out(house)
        held = holes(house.table.state)
        await next_hand(house)
        for who in held:
            assert shown(await past(house, who)) == held[who]
        assert shown(await past(house, "Dan")) == set()


async def test_who_takes_the_seat_of_another_does_not_read_their_cards(url: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben", "Cat")
        seat = seat_of(house, "Cat")
        await house.say("Cat", "/leave")
        await fold_out(house)
        assert seat_of(house, "Cat") is None
        await house.say("Dan", f"/sit 1000 seat:{seat}")
        assert seat_of(house, "Dan") == seat
        await next_hand(house)
        assert shown(await past(house, "Dan", 1)) == set()
        # Who has gone home remembers their own hand all the same.
        assert len(shown(await past(house, "Cat", 1))) == 2


async def test_a_hand_that_is_being_played_is_not_told(url: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben")
        assert "to its end" in await house.say("Ann", "/results")
        await fold_out(house)
        await next_hand(house)
        assert "Hand #1" in (await past(house, "Ann")).title
        assert "hands 1 to 1" in await house.say("Ann", "/results hand:2")


async def test_one_turns_from_hand_to_hand(url: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben")
        for _ in range(3):
            await fold_out(house)
            await next_hand(house)

        async def turn(message: Message, label: str) -> Message:
            [token] = [b.token for row in message.rows for b in row if b.label.startswith(label)]
            press = Press(f"turn {token} {label}", person("Ann"), HOME, token)
            reply = await house.room.press(press)
            assert reply
            assert reply.message
            return reply.message

        newest = await past(house, "Ann")
        assert [b.label for row in newest.rows for b in row] == ["‹ Hand #2", "Newest hand"]
        middle = await turn(newest, "‹")
        assert [b.label for row in middle.rows for b in row] == ["‹ Hand #1", "Hand #3 ›"]
        first = await turn(middle, "‹")
        assert [b.label for row in first.rows for b in row] == ["No earlier hand", "Hand #2 ›"]
        assert (await turn(first, "Hand #2")).text == middle.text


async def test_the_hand_in_play_is_none_of_those_that_can_be_read(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "MOST", 2)
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben")
        for _ in range(3):
            await fold_out(house)
            await next_hand(house)
        assert "hands 2 to 3" in await house.say("Ann", "/results hand:1")
        await fold_out(house)
        assert "hands 3 to 4" in await house.say("Ann", "/results hand:2")


async def test_cards_turned_up_are_told_to_everybody_also_after_a_restart(url: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben", "Cat")
        await all_in(house)
        state = house.table.state
        every = set().union(*holes(state).values(), board(state))
        seen = await past(house, "Dan")
        assert shown(seen) == every
        assert "side pot" not in seen.text
    async with open_house(url) as house:
        assert (await past(house, "Dan")).text == seen.text


async def test_what_is_shown_later_belongs_to_the_hand(url: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben")
        last = on_turn(house)
        [winner] = others(house, last)
        await fold_out(house)
        await house.say(winner, "/show both")
        held = holes(house.table.state)[winner]
        await next_hand(house)
        assert shown(await past(house, "Dan")) == held
        assert f"{winner}⁩ shows" in (await past(house, "Dan")).text


async def test_a_void_hand_says_why(url: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben", "Cat")
        held = holes(house.table.state)
        await house.table.ask(Command("void", word="host"))
        message = await past(house, "Ann")
        assert "is void" in message.text
        assert not shown(message) & set().union(*held.values())


async def come_and_go(house: House, often: int) -> None:
    """The table is paused, and Cat sits down and leaves again, over and over."""
    await house.say("Ann", "/pause")
    for _ in range(often):
        await house.say("Cat", "/sit 1000")
        await house.say("Cat", "/leave")


async def test_comings_and_goings_after_a_hand_change_nothing_of_it(url: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben")
        await pass_round(house)
        seen = await past(house, "Ann")
        await come_and_go(house, LOG // 2 + 1)
        assert await past(house, "Ann") == seen


async def test_a_hand_is_found_behind_many_comings_and_goings(url: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben")
        await fold_out(house)
        await next_hand(house)
        await house.table.ask(Command("void", word="host"))
        await come_and_go(house, MOST // 2 + 1)
        void = await past(house, "Ann")
        assert "Hand #2" in void.title
        assert "is void" in void.text
        assert "Hand #1" in (await past(house, "Ann", 1)).title


async def test_a_hand_that_was_over_stands_when_its_table_had_to_be_salvaged(url: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben")
        await pass_round(house)
        seen = await past(house, "Ann")
        table = house.table.state.id
        await house.say("Ann", "/pause")
        newest = await journal.last_seq(house.db, table)
        spoilt = journal.Row(newest + 1, house.clock.now(), '{"verb": "unheard-of"}', "[]")
        await house.db.commit(journal.append(table, spoilt))
    async with open_house(url) as house:
        assert (await past(house, "Ann")) == seen


async def test_a_hand_that_could_not_go_on_is_void_and_those_before_it_are_told(url: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben")
        await fold_out(house)
        await next_hand(house)
        table = house.table.state.id
        newest = await journal.last_seq(house.db, table)
        spoilt = journal.Row(newest + 1, house.clock.now(), '{"verb": "unheard-of"}', "[]")
        await house.db.commit(journal.append(table, spoilt))
    async with open_house(url) as house:
        message = await past(house, "Ann")
        assert "Hand #2" in message.title
        assert "is void" in message.text
        assert not shown(message)
        [earlier] = [b for row in message.rows for b in row if not b.disabled]
        assert earlier.label == "‹ Hand #1"


async def test_of_two_hands_with_one_number_the_newer_is_told(url: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben")
        await fold_out(house)
        await next_hand(house)
        await fold_out(house)
        spoil = "UPDATE journal SET checkpoint = 'not a table' WHERE checkpoint IS NOT NULL"
        await house.db.commit([Statement(spoil)])
    async with open_house(url) as house:
        for who in ("Ann", "Ben"):
            await house.say(who, "/sit 1000")
        await next_hand(house)
        await fold_out(house)
        assert house.table.state.hand == 2
        assert "Hand #2" in (await past(house, "Ann")).title


class Slow:
    """A database from which one reads so slowly that meanwhile the next hand begins."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def load(self, sql: str, *args: Value) -> list[tuple[Any, ...]]:
        found = await self._house.db.load(sql, *args)
        if not self._house.table.state.playing:
            await next_hand(self._house)
        return found


async def test_a_hand_that_begins_while_one_reads_is_no_part_of_the_last_one(url: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben", "Cat")
        await fold_out(house)
        over = house.table.state
        found = await History(cast("Database", Slow(house))).hand(over)
        assert house.table.state.hand == 2
        assert house.table.state.playing
        assert (found.state.hand, found.state.playing, found.later) == (1, False, 0)


async def test_nobody_waits_while_a_hand_is_played_again() -> None:
    turns = 0

    async def others_go_on() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    # A database that never waits: whoever else has a turn has it while the hand is played again.
    async with running(House(Swift(), DrivenClock(), Keeper())) as house:
        await begin(house, "Ann", "Ben")
        await fold_out(house)
        going_on = asyncio.create_task(others_go_on())
        assert (await History(house.db).hand(house.table.state)).state.hand == 1
        going_on.cancel()
        assert turns


def raised(names: list[str], raises: int) -> State:
    """A hand that is over, with so many raises by the least before the flop and on it."""
    state = dealt_state(*names, stack=10_000_000)
    acts = [*("raise",) * raises, *("call",) * 9, "bet", *("raise",) * raises]
    while state.playing:
        seat = holdem.waiting(round_of(state))[0]
        option = {one.verb: one for one in holdem.options(round_of(state), seat)}
        verb = next(one for one in (*acts[:1], "call", "check") if one in option)
        state, acts = act(state, verb, option[verb].least), acts[1:]
    return state


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_long_hand_is_told_to_its_end_in_as_much_as_a_platform_takes(language: str) -> None:
    w = words(language)
    names = [f"_{name * 30}" for name in "ABCDEFGHIJ"]
    short, long = (told(w, Past(raised(names, n), 0, 0), "web:nobody") for n in (0, 90))
    assert len(long.text) < LONGEST * 1.05
    streets = long.text.splitlines()
    assert len(streets) == len(short.text.splitlines()) == 5
    assert [BETWEEN + GAP + BETWEEN in one for one in streets[:2]] == [True, True]
    assert long.text.endswith(long.headline)
    assert len(Discord().draw(long).embed.description or "") < DESCRIPTION
    [section] = [one for one in Slack((), "/poker").draw(long).blocks if "Before" in str(one)
                 or "プリフロップ" in str(one)]  # fmt: skip
    assert section["text"]["text"].endswith(streets[-1])


def test_a_hand_of_common_length_is_told_whole() -> None:
    names = [f"Player {seat}" for seat in range(1, 11)]
    message = told(words("en"), Past(raised(names, 1), 0, 0), "web:nobody")
    assert GAP not in message.text


@pytest.mark.parametrize("typed", ["/results hand:0", "/results hand:-3", "/results hand:99"])
async def test_a_hand_that_was_never_dealt_is_refused(url: str, typed: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben")
        await fold_out(house)
        assert await house.say("Ann", typed)
