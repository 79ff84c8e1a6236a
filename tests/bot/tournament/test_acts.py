"""Whatever anybody does at any moment: every chip is known, no time runs off that must stand, and
what is decided again is the same. Only the lobby is here; its tables report what they like.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from bot.directed import Report
from bot.state import Command
from bot.text import words
from bot.tournament import clock
from bot.tournament.decide import decide
from bot.tournament.host import GRACE, newest
from bot.tournament.kind import LOBBY
from bot.tournament.state import Board, Draft, State
from games.play import Refused
from tests.bot.tournament.arena import check_end, check_field
from tests.bot.tournament.test_fields import random_plan

PEOPLE = [f"P{number}" for number in range(14)]
HOST = "Host"
EACH = (
    *("report",) * 9, *("timer",) * 3, *("register",) * 3, *("host",) * 3, *("rebuy",) * 4, "addon",
    "chop", "accept", "accept", "accept", "decline", "unregister", "depart", "call_up", "restart",
)  # fmt: skip
"""What comes next, as often as it stands here."""
TOOLS = (
    "remove", "remove", "move", "undo", "undo", "pause", "resume", "resume", "add_time", "start",
    "cancel",
)  # fmt: skip


class Crowd:
    """A tournament in which everybody presses what they like."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        terms = replace(random_plan(rng), most=rng.choice([5, 8, 500]), added=rng.choice([0, 777]))
        if rng.random() < 0.5:
            by_clock = replace(terms.structure, hands=0, minutes=3, every=1, rest=2)
            terms = replace(terms, structure=by_clock)
        self.at, self.done = 1000, Counter[str]()
        self.state = State("t", "web:home", "web:lobby", "Test", "web:host", terms)
        self.books = Counter[str]()
        self.ask("open", HOST)
        for who in PEOPLE[: rng.randrange(3, 12)]:
            self.ask("register", who)
        if rng.random() < 0.8:
            self.ask("start", HOST)

    def ask(
        self, verb: str, who: str = "", word: str = "", amount: int = 0, seat: int = 0,
        alive: int = 0,
    ) -> bool:  # fmt: skip
        """Decide a command, and check what is made of it; False where it is refused."""
        person = f"web:{who.lower()}" if who else ""
        seed = self.rng.randbytes(32).hex()
        command = Command(verb, person, who, amount, seat, word, at=self.at, seed=seed, alive=alive)
        before = self.state.to_json()
        try:
            draft = decide(self.state, command)
        except Refused:
            return False
        finally:
            assert self.state.to_json() == before
        again = decide(State.from_json(before), Command.from_json(command.to_json()))
        assert again.state == draft.state
        self.done[verb] += 1
        self.check(draft, person)
        self.state = draft.state
        return True

    def check(self, draft: Draft, person: str) -> None:
        before, state = self.state, draft.state
        for move in draft.moves:
            assert sum(move.entries.values()) == 0
            self.books.update(move.entries)
            if move.kind in ("tournament_rebuy", "tournament_addon"):
                assert not before.leaving(person)
                assert "cancel" not in before.timers
        assert self.books[state.account] == owed(state)
        check_field(state)
        check_time(state)
        told = LOBBY.touched(before, state)
        if before.phase == state.phase == "running":
            for who in self.rng.sample(sorted(LOBBY.readers(before)), 1):
                shown = [LOBBY.private(words("en"), one, who, 0) for one in (before, state)]
                assert who in told or shown[0] == shown[1], who

    # --- what is done --------------------------------------------------------------------------

    def step(self) -> None:
        """Somebody does something, or a clock rings."""
        rng, what = self.rng, self.rng.choice(EACH)
        self.at += rng.choice([0, 10, 1000, 20_000])
        due = min((timer.due for timer in self.state.timers.values()), default=self.at)
        if due < self.at or what == "timer":
            self.ring()
        elif what == "report":
            self.play()
        elif what == "host":
            self.direct(rng.choice(TOOLS))
        elif what == "call_up":
            self.ask(what, word=next(iter(self.state.waiting), ""))
        elif what == "restart":
            self.ask(what, alive=self.at - 1)
        else:
            self.ask(what, rng.choice(PEOPLE), word="icm" if what == "chop" else "")

    def ring(self) -> bool:
        due = [(one.due, name, one.valid) for name, one in self.state.timers.items()]
        if not due:
            return False
        at, name, valid = min(due)
        self.at = max(self.at, at)
        return self.ask("timer", word=f"{name}@{valid}")

    def direct(self, verb: str) -> None:
        state, rng = self.state, self.rng
        if verb == "undo":
            if (above := newest(state)) is not None:
                assert self.ask("undo", HOST, seat=above, amount=len(state.deeds))
        elif verb in ("remove", "move"):
            who = rng.choice([*state.entrants, ""])
            amount = GRACE if verb == "remove" else rng.choice([*state.boards, 0])
            self.ask(verb, HOST, word=who, amount=amount, seat=rng.choice([0, 0, 1, 2]))
        elif verb != "cancel" or rng.random() < 0.05:
            self.ask(verb, HOST, amount={"add_time": 5}.get(verb, rng.choice([0, GRACE])))

    def play(self) -> bool:
        """A table reports a hand: two all-in, or nothing that matters."""
        busy = [board for board in self.state.boards.values() if board.busy]
        if not busy:
            return False
        told = hand(self.state, self.rng.choice(busy), self.rng)
        return self.ask("report", word=told.to_json())

    def finish(self) -> None:
        """Without any more ado to the end."""
        for _ in range(10_000):
            if self.state.phase != "running":
                return
            if self.state.paused:
                self.ask("resume", HOST)
            assert self.play() or self.ring(), "nothing will ever happen again"
        raise AssertionError("no end")


def hand(state: State, board: Board, rng: random.Random) -> Report:
    """Some of who is dealt in are all-in against one of them, who has enough for all."""
    stacks = {one.person: one.stack for one in state.at(board.number) if one.since <= board.hand}
    winner = max(stacks, key=lambda who: (stacks[who], rng.random()), default="")
    others = [who for who in stacks if who != winner]
    losers = rng.sample(others, rng.choice([0, 0, 0, min(1, len(others)), len(others) // 2]))
    fell = {who: stacks[who] for who in losers}
    after = stacks | dict.fromkeys(losers, 0)
    if losers:
        after[winner] += sum(fell.values())
    by = {who: [winner] for who in losers}
    return Report(board.id, board.hand, after, fell, by, board.positions)


def owed(state: State) -> int:
    """What must lie in the account of the prizes."""
    if state.phase == "open":
        return state.entries * state.plan.cost + state.plan.added
    if state.phase != "running":
        return 0
    paid = sum(one.prize for one in state.entrants.values())
    return state.pool - paid + sum(one.head for one in state.entrants.values())


def check_time(state: State) -> None:
    """What must stand does, and nothing else."""
    stands = state.paused or "cancel" in state.timers
    for name in state.timers:
        kind, _, who = name.partition(":")
        assert not (stands and kind in clock.STANDING), name
        assert not (kind == "decide" and state.leaving(who)), name
    for name in state.frozen:
        assert stands or state.leaving(name.removeprefix("decide:")), name


def crowded(seed: int) -> Crowd:
    crowd = Crowd(seed)
    for _ in range(400):
        if crowd.state.phase not in ("open", "running"):
            break
        crowd.step()
    crowd.finish()
    if crowd.state.phase == "over":
        check_end(crowd.state, len(crowd.state.entrants))
    return crowd


def test_whatever_people_press_every_chip_is_known_and_no_time_is_lost() -> None:
    done = Counter[str]()
    for seed in range(12):
        done.update(crowded(seed).done)
    assert done.keys() >= {"rebuy", "register", "remove", "undo", "pause", "resume", "report"}


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(100, 1100))
def test_many_crowds_press_what_they_like(seed: int) -> None:
    crowded(seed)
