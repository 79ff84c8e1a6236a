"""Random hands, legal and illegal acts: what must hold at every step, whatever happens."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games import holdem
from games.betting import Round
from games.cards import DECK
from games.play import EVERYONE, Act, Event, Refused

AMOUNTS = st.integers(-200, 12_000)
VERBS = st.sampled_from(["fold", "check", "call", "bet", "raise", "show", "", "all_in"])


def _everything(round: Round) -> dict[str, object]:
    return {name: deepcopy(getattr(round, name)) for name in Round.__slots__}


@st.composite
def _setups(draw: st.DrawFn) -> holdem.Setup:
    seats = sorted(draw(st.sets(st.integers(1, 10), min_size=2, max_size=10)))
    count = len(seats)
    small, big = (1, 0) if count == 2 else (0, 1)
    amounts = st.one_of(st.integers(1, 300), st.integers(100, 10_000))
    posts = draw(st.sets(st.integers(2, count - 1))) if count > 2 else set()
    live = {small: draw(st.sampled_from([0, 50])), big: 100} | dict.fromkeys(posts, 100)
    dead = {big: draw(st.sampled_from([0, 100]))} | dict.fromkeys(posts, 50)
    return holdem.Setup(
        seats=tuple(seats),
        stacks=tuple(draw(amounts) for _ in seats),
        button=seats[-1],
        big_blind=100,
        live=tuple(live.get(place, 0) for place in range(count)),
        antes=(draw(st.sampled_from([0, 10])),) * count,
        dead=tuple(dead.get(place, 0) for place in range(count)),
        opener=seats[1 if count == 2 else 2 % count],
        chip=draw(st.sampled_from([1, 25, 50])),
        labels=tuple("post" if place in posts else "" for place in range(count)),
    )


class Table(RuleBasedStateMachine):
    """A hand at which people press whatever they like."""

    @initialize(setup=_setups(), cards=st.permutations(DECK))
    def deal(self, setup: holdem.Setup, cards: list[int]) -> None:
        self.setup = setup
        self.round, self.events = holdem.start(cards, setup)
        self.holes = {e.seat: e.cards for e in self.events if e.kind == "hole"}
        self.acts = 0

    def _play(self, act: Act) -> list[Event]:
        before, kept = self.round, _everything(self.round)
        self.round, events = holdem.play(before, act)
        assert _everything(before) == kept
        self.events += events
        self.acts += 1
        assert self.acts < 500
        return events

    @precondition(lambda self: not holdem.over(self.round))
    @rule(data=st.data())
    def act_as_offered(self, data: st.DataObject) -> None:
        (seat,) = holdem.waiting(self.round)
        option = data.draw(st.sampled_from(holdem.options(self.round, seat)))
        amount = data.draw(st.integers(option.least, option.most))
        chip = self.setup.chip
        if option.verb in ("bet", "raise") and amount < option.most:
            amount = max(option.least, amount - amount % chip)
        event = self._play(Act(seat, option.verb, amount))[0]
        assert (event.kind, event.seat, event.amount) == (option.verb, seat, amount)

    @precondition(lambda self: not holdem.over(self.round))
    @rule()
    def let_the_clock_run_out(self) -> None:
        (seat,) = holdem.waiting(self.round)
        verbs = [option.verb for option in holdem.options(self.round, seat)]
        act = holdem.default(self.round, seat)
        assert act.verb == ("check" if "check" in verbs else "fold")
        self._play(act)

    @rule(
        seat=st.integers(-1, 11), verb=VERBS, amount=AMOUNTS, choice=st.sampled_from(["", "both"])
    )
    def press_anything(self, seat: int, verb: str, amount: int, choice: str) -> None:
        act = Act(seat, verb, amount, choice)
        kept = _everything(self.round)
        if self._offered(act):
            self._play(act)
            return
        with pytest.raises(Refused):
            self._play(act)
        assert _everything(self.round) == kept

    def _offered(self, act: Act) -> bool:
        """Whether the options allow an act."""
        for option in holdem.options(self.round, act.seat):
            if option.verb != act.verb:
                continue
            if act.verb == "show":
                return act.choice in option.choices and not act.amount
            if act.choice:
                return False
            if act.verb in ("fold", "check"):
                return not act.amount
            if act.verb == "call":
                return act.amount in (0, option.least)
            whole = act.amount % self.setup.chip == 0 or act.amount == option.most
            return option.least <= act.amount <= option.most and whole
        return False

    @precondition(lambda self: holdem.over(self.round))
    @rule(data=st.data())
    def show_after_the_hand(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.setup.seats))
        for option in holdem.options(self.round, seat):
            choice = data.draw(st.sampled_from(option.choices))
            (event,) = self._play(Act(seat, "show", choice=choice))
            assert set(event.cards) <= set(self.holes[seat])

    @invariant()
    def every_chip_is_somewhere(self) -> None:
        view = holdem.look(self.round, None)
        middle = 0 if holdem.over(self.round) else view.pot
        assert sum(seat.stack for seat in view.seats) + middle == sum(self.setup.stacks)
        assert all(seat.stack >= 0 for seat in view.seats)
        if holdem.over(self.round):
            assert sum(holdem.results(self.round).values()) == 0
            assert view.pot == sum(seat.won for seat in view.seats)

    @invariant()
    def hidden_cards_stay_hidden(self) -> None:
        told = [e for e in self.events if e.kind in ("turned_up", "show", "shown")]
        public = {card for event in told for card in event.cards}
        for viewer in (None, *self.setup.seats):
            for seat in holdem.look(self.round, viewer).seats:
                own = set(self.holes[seat.seat])
                assert set(seat.cards) == (own if seat.seat == viewer else own & public)
                assert seat.hidden + len(seat.cards) <= 2
        for event in self.events:
            if event.to == EVERYONE and event.kind not in ("turned_up", "show", "shown"):
                assert not set(event.cards) & {c for hole in self.holes.values() for c in hole}

    @invariant()
    def somebody_may_act_until_it_is_over(self) -> None:
        waiting = holdem.waiting(self.round)
        assert bool(waiting) != holdem.over(self.round)
        for seat in waiting:
            verbs = [option.verb for option in holdem.options(self.round, seat)]
            assert verbs[0] == "fold"
            assert len(verbs) >= 2

    @invariant()
    def showdowns_have_five_board_cards(self) -> None:
        view = holdem.look(self.round, None)
        dealt = [card for event in self.events if event.kind == "board" for card in event.cards]
        assert tuple(dealt) == view.board
        if view.street == "showdown":
            assert len(view.board) == 5
        if any(event.kind in ("show", "muck") for event in self.events):
            assert view.street == "showdown"

    def teardown(self) -> None:
        while holdem.waiting(self.round):
            (seat,) = holdem.waiting(self.round)
            self._play(holdem.default(self.round, seat))
            self.every_chip_is_somewhere()
        self.showdowns_have_five_board_cards()


def _run(examples: int) -> None:
    limits = settings(max_examples=examples, stateful_step_count=40, deadline=None)
    run_state_machine_as_test(Table, settings=limits)


def test_what_must_always_hold() -> None:
    _run(100)


@pytest.mark.prove
def test_what_must_always_hold_over_many_hands() -> None:
    _run(20_000)
