"""Computer players think from what they see, at a human pace, and never miss their turn."""

from __future__ import annotations

import json
import logging
import random
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.decide import decide
from bot.hand import THINKING
from bot.insight import story
from bot.kind import Puzzle
from bot.mind import LEAST_PAUSE, Mind
from bot.said import said_from_json
from bot.state import LOG, Chair, Command, State
from bot.terms import PACES
from games import computer, holdem
from games.computer import Choice
from games.holdem import View
from games.play import EVERYONE, Act, Option
from storage import journal, ledger
from storage.db import open_database
from tests.bot.company import computers, play_passively, sit_among, turn_of, until_turn
from tests.bot.evening import (
    FRESH,
    act,
    check_books,
    command,
    dealt_state,
    press_something,
    quiet_state,
    ring,
    seated,
)
from tests.bot.test_secrecy import shown_in
from tests.clock import START, DrivenClock
from tests.house import House, open_house, running
from tests.keeper import Keeper

MOODS = ("careful", "steady", "bold")


@asynccontextmanager
async def thinking_by(mind: Mind, url: str = FRESH) -> AsyncIterator[House]:
    """A card room whose computer players have this mind."""
    db = await open_database(url)
    async with running(House(db, DrivenClock(), Keeper(), mind)) as house:
        yield house


# --- the pace --------------------------------------------------------------------------------


async def pauses(house: House, hands: int) -> list[tuple[int, str]]:
    """How long each computer player took for its act, in milliseconds, and what it did."""
    table, found = house.table, []
    began, before = house.clock.now(), table.state.turn
    while table.state.hand < hands or table.state.playing:
        chair = turn_of(house)
        if chair and not chair.computer:
            state = table.state
            assert state.round is not None
            act = holdem.default(state.round, holdem.waiting(state.round)[0])
            await house.say(chair.name, f"/{act.verb}")
            began, before = house.clock.now(), table.state.turn
            continue
        assert house.clock.next_due() is not None
        house.clock.ring_next()
        await house.settle()
        if table.state.turn == before:
            continue
        if chair:
            found.append((house.clock.now() - began, acted(house, chair)))
        began, before = house.clock.now(), table.state.turn
    return found


def acted(house: House, chair: Chair) -> str:
    """What a computer player did last."""
    return [said.kind for said in house.table.state.log if said.who == chair.name][-1]


async def test_they_take_the_time_of_a_person() -> None:
    async with open_house(FRESH, PAUSES="on") as house:
        await sit_among(house, "Ann", *MOODS, table="10/20 6 friendly:on")
        took = [ms for ms, _ in await pauses(house, 12)]
        assert len(took) > 15
        assert min(took) >= LEAST_PAUSE
        assert max(took) <= THINKING < PACES["fast"].turn
        assert len(set(took)) > len(took) / 2, "no two are alike"
        await check_books(house)


async def test_no_clock_is_shown_for_a_computer() -> None:
    async with open_house(FRESH, PAUSES="on") as house:
        await sit_among(house, "Ann", "bold", table="10/20 2")
        seen = set()
        for _ in range(8):
            if chair := turn_of(house):
                [(_, message)] = house.chat.public.values()
                seen.add(bool(chair.computer))
                assert (message.clock is None) == bool(chair.computer)
                if not chair.computer:
                    await house.say("Ann", "/call")
                    await house.say("Ann", "/check")
            house.clock.ring_next()
            await house.settle()
        assert seen == {True, False}


async def test_without_pauses_they_act_at_once() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", *MOODS)
        assert {ms for ms, _ in await pauses(house, 4)} == {0}


async def test_a_pause_of_the_table_stops_them() -> None:
    async with open_house(FRESH, PAUSES="on") as house:
        await sit_among(house, "Ann", "bold", table="10/20 2")
        while not ((chair := turn_of(house)) and chair.computer):
            if chair:
                await house.say("Ann", "/call")
            house.clock.ring_next()
            await house.settle()
        await house.say("Ann", "/pause")
        turn = house.table.state.turn
        await house.wait(3600)
        assert house.table.state.turn == turn
        await house.say("Ann", "/resume")
        await house.wait(THINKING / 1000)
        assert house.table.state.turn > turn


# --- what they see ---------------------------------------------------------------------------


class Watched:
    """A mind that notes all that it is given."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self.stories: list[Any] = []
        self.threads: set[int] = set()

    def __call__(self, view: View, options: Sequence[Option], told: Any, *rest: Any) -> Choice:
        self.views.append(view)
        self.stories.append(told)
        self.threads.add(threading.get_ident())
        return computer.choose(view, options, told, *rest)


async def test_they_are_given_what_their_seat_may_see_and_think_elsewhere() -> None:
    watched = Watched()
    async with thinking_by(Mind(watched)) as house:
        await sit_among(house, "Ann", *MOODS)
        await play_passively(house, 6)
    assert len(watched.views) > 8
    for view, told in zip(watched.views, watched.stories, strict=True):
        assert view.viewer == view.to_act
        for seat in view.seats:
            assert len(seat.cards) == (2 if seat.seat == view.viewer else 0)
        assert all(event.to == EVERYONE and event.kind != "hole" for event in told)
    assert threading.get_ident() not in watched.threads


def test_the_story_of_a_hand_counts_what_was_let_pass_as_an_act() -> None:
    state = dealt_state("Ann", "Bob", "Cat")
    state = ring(state, "turn").state
    state = ring(state, "turn").state
    told = story(state)
    assert [event.kind for event in told if event.kind in ("fold", "check")] == ["fold"]
    assert not [event for event in told if event.cards]


def test_the_story_of_a_hand_is_whole_however_much_happens_beside_it() -> None:
    state = dealt_state("Ann", "Bob", "Cat")
    for word in ("call", "call", "check"):
        state = act(state, word)
    before = story(state)
    assert [event.kind for event in before].count("board") == 1
    for _ in range(LOG):
        state = decide(state, command("away", "Ann")).state
        state = decide(state, command("back", "Ann")).state
    assert [event for event in story(state) if event.kind in ("board", "big_blind", "call")] == [
        event for event in before if event.kind in ("board", "big_blind", "call")
    ]
    assert len(state.log) == LOG


# --- when a mind fails -----------------------------------------------------------------------


def broken(view: View, *rest: Any) -> Choice:
    raise RuntimeError(f"cannot think with {view.seats}")


def cheating(view: View, options: Sequence[Option], *rest: Any) -> Choice:
    assert view.viewer is not None
    return Choice(Act(view.viewer, "raise", options[-1].most + 10**9), 0.0)


@pytest.mark.parametrize("fault", [broken, cheating])
async def test_a_mind_that_fails_checks_or_folds(
    fault: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with thinking_by(Mind(fault)) as house:
        await sit_among(house, "Ann", *MOODS)
        acts = [kind for _, kind in await pauses(house, 5)]
        assert house.table.state.hand == 5
        assert not {"call", "bet", "raise"} & set(acts)
        assert "a computer player at table" in caplog.text
        assert not shown_in(caplog.text)
        assert "cannot think" not in caplog.text
        await check_books(house)


class Side(NamedTuple):
    side: str
    doubt: float


class Coin:
    """What a mind asks of a kind of table, for a game that is not hold'em."""

    game = "coin"

    def puzzle(self, state: State, seed: bytes) -> Puzzle:
        return Puzzle(
            choose=lambda sides: Side(sides[-1], 1.0),
            seen=(("heads", "tails"),),
            command=lambda choice: Command("call", "computer:1", word=choice.side),
            otherwise=Command("pass", "computer:1"),
            longest=5000,
        )


async def test_a_mind_thinks_for_any_kind_of_table() -> None:
    kind: Any = Coin()
    mind = Mind()
    command, early = await mind.think(kind, quiet_state("Ann"))
    mind.close()
    assert (command.verb, command.word) == ("call", "tails")
    assert 0 <= early <= 5000 - LEAST_PAUSE


# --- over a restart --------------------------------------------------------------------------


async def test_who_was_thinking_thinks_again_after_a_restart(tmp_path: Path) -> None:
    url, keeper = f"sqlite:///{tmp_path}/croupier.db", Keeper()
    async with open_house(url, chat=keeper, PAUSES="on") as house:
        await sit_among(house, "Ann", *MOODS)
        while not ((chair := turn_of(house)) and chair.computer):
            if chair:
                await house.say("Ann", "/call")
            house.clock.ring_next()
            await house.settle()
        name, turn = chair.name, house.table.state.turn
    async with open_house(url, DrivenClock(START + 600_000), keeper, PAUSES="on") as house:
        chair = turn_of(house)
        assert chair is not None
        assert (chair.name, chair.computer) == (name, chair.computer)
        assert house.table.state.turn == turn
        await house.wait(THINKING / 1000)
        assert house.table.state.turn > turn
        await check_books(house)


async def test_a_row_says_what_was_chosen_so_that_nobody_thinks_it_again(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with open_house(url) as house:
        await sit_among(house, "Ann", *MOODS)
        await until_turn(house)
        before = house.table.state.to_json()
        rows = await journal.rows(house.db, house.table.state.id)
        acts = [json.loads(row.command) for row in rows]
        mine = [one for one in acts if one["verb"] == "act"]
        assert all(one["person"].startswith("computer:") and one["word"] for one in mine)
    async with thinking_by(Mind(broken), url) as house:
        now, then = json.loads(house.table.state.to_json()), json.loads(before)
        for field in ("chairs", "hand", "turn", "positions"):
            assert now[field] == then[field]


# --- whole evenings --------------------------------------------------------------------------


async def silences(house: House) -> tuple[int, list[str]]:
    """(acts of computer players, those that somebody else had to do for them), of all hands."""
    rows = await journal.rows_after(house.db, house.table.state.id, 0)
    told = [said_from_json(json.loads(row.events)) for row in rows]
    acts = [one.kind for said in told for one in said if one.computer]
    kinds = ("fold", "check", "call", "bet", "raise")
    return (
        sum(kind in kinds for kind in acts),
        [kind for kind in acts if kind.startswith("silent_")],
    )


@pytest.mark.parametrize("seed", range(3))
async def test_evenings_among_people_with_restarts(seed: int, tmp_path: Path) -> None:
    """They act only in turn, never let a turn pass, and the books agree whatever happens."""
    rng, clock, keeper = random.Random(seed), DrivenClock(), Keeper()
    url = f"sqlite:///{tmp_path}/evening.db"
    settings = {"PAUSES": rng.choice(["on", "off"]), "START_CHIPS": "100000"}
    hands = 0
    for evening in range(6):
        async with open_house(url, clock, keeper, **settings) as house:
            if not evening:
                await sit_among(house, "Ann", *MOODS, table="10/20 5 fast")
            for _ in range(60):
                await one_step(house, rng)
            acts, let_pass = await silences(house)
            assert not let_pass
            hands = house.table.state.hand
            await check_books(house)
    assert hands > 6
    assert acts > 40
    async with open_house(url, clock, keeper, **settings) as house:
        await house.say("Zoe", "/close now", host=True)
        assert (await ledger.audit(house.db)).ok
        assert not any((await ledger.balances(house.db, "stack:")).values())


async def one_step(house: House, rng: random.Random) -> None:
    """People come and go, press what they see, and add and send home computer players."""
    luck = rng.random()
    if luck < 0.1:
        kind = rng.choice(["add", "add bold", "add careful", "remove"])
        await house.say("Ann", f"/computer {kind}", host=True)
    elif luck < 0.2:
        await house.say(rng.choice(["Ann", "Bob"]), rng.choice(["/sit", "/back post", "/rebuy"]))
    elif luck < 0.5:
        await press_something(house, rng)
    await house.wait(rng.choice([0, 0, 1, 3, 7]))


async def test_a_computer_is_never_put_away_for_silence() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold")
        await play_passively(house, 4)
        assert not [one for one in computers(house) if one.away or one.silent]
        assert seated(house, "Ann")
