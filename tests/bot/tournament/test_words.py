"""Everything that a tournament says is said in both languages, in whatever state it is."""

from __future__ import annotations

import ast
import random
from typing import Any

import pytest

from bot.chat import Message
from bot.said import Said
from bot.state import Command, Timer
from bot.text import LANGUAGES, words
from bot.tournament import host as host_tools
from bot.tournament import own, seats, tools
from bot.tournament.kind import LOBBY
from bot.tournament.state import Entrant, State, Undo
from tests.bot.test_words import Listening, calls, function, texts
from tests.bot.tournament.arena import HOST, Arena, opened, plan
from tests.bot.tournament.test_play import ask, near_the_money, played, running
from tests.bot.tournament.test_series import over

KEYS = {key for key in words("en").entries if key.startswith("tournament.")}
ELSEWHERE = {
    "tournament.usual_name",
    "tournament.button.lobby",
    "tournament.moved.rebuy",
    "tournament.thread",
}
"""Said by the command itself, at a table, and what its thread is called."""
APART = ("why", "ends", "act", "sure", "undo", "act_of")
"""Each of these is read by a test of its own."""


def heard(w: Listening, state: State) -> None:
    """Let everybody read all of it."""
    messages: list[Message] = [LOBBY.public(w, state)]
    messages += [
        LOBBY.private(w, state, who, 0) for who in (*LOBBY.readers(state), "nowhere:nobody")
    ]
    messages += [tools.with_tools(w, state, Message()), tools.log(w, state)]
    lines = [LOBBY.summary(w, state), *(LOBBY.line(w, said) for said in state.log)]
    lines += [own.moved(w, one.note) for one in state.entrants.values() if one.note]
    looked = LOBBY.sketch(w, state)
    lines.append(looked.alt)
    for text in (*map(str, messages), *lines):
        assert "{" not in text.replace("mappingproxy({", "")
        assert text.strip()


async def one_tournament(listeners: list[Listening], seed: int) -> None:
    rng = random.Random(seed)
    again = rng.choice([0, 2])
    async with opened() as arena:
        arena.manager.followers.append(lambda table: _listen(arena, listeners, rng))
        await arena.announce(
            plan(
                size=rng.choice([3, 4]),
                preset=rng.choice(["", "turbo", "Friday"]),
                again=again,
                late=3 if again else 0,
                bounty=rng.choice([0, 500]),
                progressive=rng.random() < 0.5,
                buy_in=rng.choice([0, 1000]),
                guarantee=rng.choice([0, 10**6]),
                added=rng.choice([0, 500]),
                structure=rng.choice([{"hands": 3}, {"hands": 3, "every": 1, "rest": 5},
                                      {"hands": 0, "minutes": 1}]),
            )
        )  # fmt: skip
        players = rng.randrange(6, 14)
        await arena.field(players)
        await interfere(arena, rng)
        while arena.state.phase == "running":
            for who in list(arena.state.entrants):
                if arena.may_come_again(who) and rng.random() < 0.5:
                    await arena.come_again(who)
            if arena.state.may_enter() and players < 20 and rng.random() < 0.1:
                players += 1
                await arena.enter(players)
            await arena.step(rng)


async def interfere(arena: Arena, rng: random.Random) -> None:
    """The host does this and that; the tournament begins or is called off."""
    ask = arena.lobby.ask
    await ask(Command("unregister", person="nowhere:p0"))
    if rng.random() < 0.2:
        await arena.wait(3_600_000) if rng.random() < 0.5 else await ask(host("cancel"))
        return
    await ask(host("start"))
    await arena.settle()
    if "level" in arena.state.timers:
        await ask(host("add_time", amount=2))
    await ask(host("pause"))
    await ask(host("resume"))
    await arena.settle()


def _listen(arena: Arena, listeners: list[Listening], rng: random.Random) -> None:
    """Look at the lobby now and then, and whenever it is a moment that does not last."""
    if arena.lobby_id not in arena.manager.tables:
        return
    state = arena.state
    moment = state.phase != "running" or state.paused or state.resting or state.deciding()
    if rng.random() < (0.3 if moment else 0.03):
        for w in listeners:
            heard(w, state)


def host(verb: str, amount: int = 0) -> Command:
    return Command(verb, person=HOST.id, name=HOST.name, amount=amount)


EVENTS = {key for key in KEYS if key.startswith("tournament.event.")}


def told_in_source() -> set[str]:
    """Every kind of thing that the source tells, the moves by their reasons."""
    kinds = {"again", "late", "merged", "final"}
    kinds |= {f"moved_{why}" for why in ("balanced", "broken", "asked", "swapped")}
    for place, call in calls("bot/tournament"):
        if function(call) == "tell":
            found = texts(call.args[0])
            assert found or isinstance(call.args[0], ast.Name | ast.JoinedStr), place
            kinds.update(found)
        if function(call) == "_did":
            kinds.update(texts(call.args[2]))
    return kinds


def test_everything_that_is_told_has_its_words_and_nothing_else_has() -> None:
    assert {f"tournament.event.{kind}" for kind in told_in_source()} == EVENTS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(EVENTS))
def test_what_happened_is_a_line(language: str, key: str) -> None:
    kind = key.removeprefix("tournament.event.")
    notes = {"level": "5000 10000 10000 7500 15000", "cancelled": "few", "undone": "pause",
             "series_over": "few web:ann"}  # fmt: skip
    said = Said(kind, -1, "Ann", 300_000, (), notes.get(kind, "2"))
    line = LOBBY.line(words(language), said)
    assert line
    assert "{" not in line


def still_lives() -> list[State]:
    """Moments that random tournaments seldom see: nobody there yet, full, places shared by who won
    bounties.
    """
    terms = plan(buy_in=0, fee=0)
    empty = State("t", "nowhere:club", "nowhere:hall", "One", HOST.id, terms)
    full = empty.copy()
    full.entrants = {who: Entrant(who, who[8:]) for who in ("nowhere:ann", "nowhere:bob")}
    full.timers["start"] = Timer(1)
    shared = full.copy()
    shared.phase, shared.fallen = "over", [["nowhere:ann", "nowhere:bob"]]
    shared.entrants["nowhere:ann"].won = 500
    shared.timers.clear()
    four = running(4, buy_in=1000)
    chopped = [ask(four, "chop", "P0", word=way).state for way in ("icm", "chips")]
    laid = [played(state, 1).state for state in chopped]
    yes = ask(laid[0], "accept", "P1").state
    return [
        empty,
        full,
        shared,
        near_the_money(),
        *chopped,
        *laid,
        yes,
        *of_more_chips(),
        *of_the_host(four),
        *who_waits_for_the_host(),
        *for_the_season(),
        *of_a_series(),
    ]


def of_a_series() -> list[State]:
    """Every week, every day, seldom, and for the last time."""
    often = [over("open", series={"days": days}) for days in (7, 14, 1, 3)]
    return [*often, ask(often[0], "last", "Ann").state]


def of_more_chips() -> list[State]:
    """Somebody out of chips, somebody alone, chips that come, an add-on; people who wait."""
    terms: dict[str, Any] = {"late": 1, "rebuys": 2, "addon_stack": 500, "size": 6, "most": 3}
    begun = running(3, **terms, rebuy=500)
    coming = ask(begun, "rebuy", "P0").state
    thinking = played(coming, 1, ("web:p1",)).state
    listed = ask(thinking, "register", "Late").state
    alone = played(begun, 1, ("web:p1", "web:p2")).state
    clock = {"hands": 0, "minutes": 1}
    free = running(3, **terms, structure=clock, addon=300)
    waiting = ask(running(2, **{**terms, "rebuys": 99}), "register", "P3").state
    over = level_over(free)
    minute = level_over(played(running(3, late=1, again=1, structure=clock), 1, ("web:p1",)).state)
    missed = listed.copy()
    missed.waiting, missed.missed = {}, missed.waiting
    called_off = ask(two_of_two(), "cancel", "host").state
    return [coming, thinking, listed, alone, waiting, over, missed, minute, called_off, split()]


def level_over(state: State) -> State:
    timer = state.timers["level"]
    return ask(state, "timer", word=f"level@{timer.valid}", at=timer.due).state


def two_of_two() -> State:
    """Two have registered, a third would wait."""
    state = State("t", "web:home", "web:lobby", "Two", "web:host", plan(most=2))
    for who in ("P0", "P1", "P2"):
        state = ask(state, "register", who).state
    return state


def split() -> State:
    """Somebody is left alone at a table while the other one plays."""
    state = running(4, size=2)
    here = state.boards[1]
    loser = state.at(here.number)[1].person
    return played(state, here.number, (loser,)).state


def of_the_host(state: State) -> list[State]:
    """Moments that the host makes."""
    open_ = State("t", "web:home", "web:lobby", "Test", "web:host", plan())
    for who in ("Ann", "Bob"):
        open_ = ask(open_, "register", who).state
    paused = ask(state, "pause", "Host").state
    moved = paused.copy()
    for one, why in zip(moved.playing(), ("asked", "swapped"), strict=False):
        one.note = seats.note(why, moved.boards[1], moved.boards[1], 3)
    begins = ask(open_, "start", "Host", amount=1).state
    ends = [ask(one, "cancel", "Host", amount=1).state for one in (open_, state)]
    return [open_, paused, moved, begins, *ends]


def who_waits_for_the_host() -> list[State]:
    """Somebody with and somebody without chips is about to be taken out; all is paused."""
    thinking = played(running(4, late=1, rebuys=2, rebuy=500), 1, ("web:p1",)).state
    going = [ask(thinking, "remove", "Host", word=f"web:p{n}", amount=60_000) for n in (1, 2)]
    return [*(draft.state for draft in going), ask(thinking, "pause", "Host").state]


def for_the_season() -> list[State]:
    """Tournaments of two that would need four players to count."""
    empty = State("t", "web:home", "web:lobby", "Test", "web:host", plan(scored=4))
    begun = running(2, scored=4)
    loser = begun.at(1)[1].person
    return [empty, begun, played(begun, 1, (loser,)).state]


async def test_random_tournaments_say_everything_in_both_languages() -> None:
    listeners = [Listening(language) for language in LANGUAGES]
    wanted = {key for key in KEYS - ELSEWHERE - EVENTS if key.split(".")[1] not in APART}
    for state in still_lives():
        for w in listeners:
            heard(w, state)
    for seed in range(8):
        await one_tournament(listeners, seed)
        if all(wanted <= w.heard for w in listeners):
            break
    for w in listeners:
        assert " ".join(sorted(wanted - w.heard)) == ""


def test_why_it_is_called_off_is_said() -> None:
    for language in LANGUAGES:
        for why in ("few", "host", "gone", "unfilled"):
            assert LOBBY.line(words(language), Said("cancelled", note=why))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_undone_and_what_is_asked_once_more_is_said(language: str) -> None:
    w = Listening(language)
    for verb in host_tools._WAYS:
        assert LOBBY.line(w, Said("undone", who="Ann", note=verb))
    begun = running(4)
    before = State("t", "web:home", "web:lobby", "Test", "web:host", plan())
    before.entrants["web:p1"] = Entrant("web:p1", "P1")
    for state in (before, begun, over("open")):
        for verb, word in (("cancel", ""), ("remove", "web:p1")):
            asked = tools.sure(w, state, Command(verb, word=word, amount=60_000))
            assert asked.text
            assert asked.rows[0][0].token.endswith(f"{verb} {word}".strip())
    assert {key for key in KEYS if key.split(".")[1] in ("act", "sure")} <= w.heard


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_undone_is_said_with_its_reason_and_what_can_be(language: str) -> None:
    w = Listening(language)
    state = ask(running(4), "pause", "Host").state
    for above in (None, 0):
        said = tools.not_undone(w, state, "Why.", above)
        assert "Why." in said.text
        assert bool(said.rows) == (above is not None)
    assert tools.act(w, Undo("move", "web:p1", "P1")) != tools.act(w, Undo("move", "web:p2", "P2"))
    assert {key for key in KEYS if key.split(".")[1] in ("undo", "act_of")} <= w.heard
