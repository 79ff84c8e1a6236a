"""The computer player: always a legal act, from what it sees alone, and better than no thought."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from games import computer, holdem
from games.computer import TEMPERAMENTS, Choice, Stakes
from games.holdem import Round
from games.play import EVERYONE, Act, Event
from tests.games.match import calling_player, match, mind, random_player

MOODS = tuple(TEMPERAMENTS)
OPPONENTS = {"random": random_player, "calling": calling_player}


def random_setup(rng: random.Random) -> holdem.Setup:
    """Two to ten seats with anything from one chip to 300 big blinds, antes, odd chips."""
    count, chip = rng.randint(2, 10), rng.choice([1, 25, 100])
    small = chip * rng.randint(1, 5)
    big = small * 2
    live = (big, small) if count == 2 else (small, big, *[0] * (count - 2))
    return holdem.Setup(
        seats=tuple(range(1, count + 1)),
        stacks=tuple(rng.randint(1, 300 * big) for _ in range(count)),
        button=count,
        big_blind=big,
        live=live,
        antes=(rng.choice([0, chip]),) * count,
        dead=(0,) * count,
        opener=2 if count == 2 else 3 if count > 2 else 1,
        chip=chip,
        stepwise=True,
    )


def stakes_of(round: Round) -> Stakes:
    return Stakes(round.deal.setup.big_blind, round.deal.setup.chip)


def chosen(round: Round, story: Sequence[Event], mood: str, seed: bytes) -> Choice:
    [seat] = holdem.waiting(round)
    options = holdem.options(round, seat)
    return computer.choose(holdem.look(round, seat), options, story, stakes_of(round), mood, seed)


def play_out(rng: random.Random, ask: Callable[[Round, list[Event]], Act]) -> Round:
    """A hand of random people, `ask` choosing every act; it raises Refused for an illegal one."""
    deck = list(range(52))
    rng.shuffle(deck)
    round, story = holdem.start(deck, random_setup(rng))
    while not holdem.over(round):
        act = ask(round, story) if holdem.waiting(round) else holdem.DEAL
        round, events = holdem.play(round, act)
        story += events
    return round


@pytest.mark.parametrize("seed", range(40))
def test_its_acts_are_always_legal(seed: int) -> None:
    rng = random.Random(seed)

    def ask(round: Round, story: list[Event]) -> Act:
        if rng.random() < 0.3:
            [seat] = holdem.waiting(round)
            return random_player(round, seat, holdem.options(round, seat)[:2], story, rng)
        choice = chosen(round, story, rng.choice(MOODS), rng.randbytes(16))
        assert 0 <= choice.doubt <= 1
        return choice.act

    assert holdem.over(play_out(rng, ask))


@pytest.mark.parametrize("seed", range(12))
def test_its_choice_depends_on_nothing_hidden(seed: int) -> None:
    """The same view of a hand whose unseen cards all lie otherwise gives the same act."""
    rng = random.Random(seed)
    compared = 0

    def ask(round: Round, story: list[Event]) -> Act:
        nonlocal compared
        [seat] = holdem.waiting(round)
        view, chance = holdem.look(round, seat), rng.randbytes(16)
        other, told = dealt_otherwise(round, story, seat, rng)
        assert holdem.look(other, seat) == view
        mood = rng.choice(MOODS)
        mine = chosen(round, story, mood, chance)
        assert chosen(other, told, mood, chance) == mine
        compared += 1
        # Most go on, so that boards are seen.
        verbs = [option.verb for option in holdem.options(round, seat)]
        return mine.act if rng.random() < 0.4 else Act(seat, verbs[1])

    play_out(rng, ask)
    assert compared


def dealt_otherwise(
    round: Round, story: Sequence[Event], seat: int, rng: random.Random
) -> tuple[Round, list[Event]]:
    """The same hand with all cards changed that this seat has not seen."""
    deal, shown = round.deal, round.deal.runout[: round.board]
    mine = deal.holes[deal.setup.seats.index(seat)]
    rest = [card for card in range(52) if card not in (*mine, *shown)]
    rng.shuffle(rest)
    holes = [mine if hole == mine else (rest.pop(), rest.pop()) for hole in deal.holes]
    board = [*shown, *(rest.pop() for _ in range(5 - len(shown)))]
    deck = [hole[0] for hole in holes] + [hole[1] for hole in holes]
    deck += [rest.pop(), *board[:3], rest.pop(), board[3], rest.pop(), board[4], *rest]
    again, told = holdem.start(deck, deal.setup)
    for event in story:
        if event.kind in ("fold", "check", "call", "bet", "raise"):
            amount = event.amount if event.kind in ("bet", "raise") else 0
            again, more = holdem.play(again, Act(event.seat, event.kind, amount))
            told += more
    return again, told


def test_cards_in_its_story_that_are_not_public_change_nothing() -> None:
    round, story = first_to_act(seed=5)
    public = [event for event in story if event.to == EVERYONE]
    assert len(public) < len(story)
    for mood in MOODS:
        assert chosen(round, story, mood, b"x" * 16) == chosen(round, public, mood, b"x" * 16)


def first_to_act(seed: int) -> tuple[Round, list[Event]]:
    rng = random.Random(seed)
    deck = list(range(52))
    rng.shuffle(deck)
    setup = holdem.Setup(
        seats=(1, 2, 3, 4, 5, 6), stacks=(20_000,) * 6, button=6, big_blind=200,
        live=(100, 200, 0, 0, 0, 0), antes=(0,) * 6, dead=(0,) * 6, opener=3,
        labels=("small_blind", "big_blind", "", "", "", ""),
    )  # fmt: skip
    return holdem.start(deck, setup)


def test_the_same_of_everything_gives_the_same_and_another_seed_varies() -> None:
    acts = set()
    for seed in range(60):
        round, story = first_to_act(seed % 10)
        once = chosen(round, story, "bold", bytes([seed] * 16))
        assert once == chosen(round, story, "bold", bytes([seed] * 16))
        acts.add(once.act)
    assert len({act.amount for act in acts if act.verb == "raise"}) > 1, "it varies what it bets"


def test_temperaments_differ_in_how_many_hands_they_play() -> None:
    played = {
        mood: sum(
            chosen(*first_to_act(seed), mood, bytes([seed % 256] * 16)).act.verb != "fold"
            for seed in range(300)
        )
        for mood in MOODS
    }
    assert 20 < played["careful"] < played["steady"] < played["bold"] < 150


def test_rubbish_is_folded_quickly_and_a_close_call_takes_longer() -> None:
    doubts = {"fold": [1.0], "raise": [0.0]}
    for seed in range(80):
        choice = chosen(*first_to_act(seed), "steady", bytes([seed] * 16))
        doubts.setdefault(choice.act.verb, []).append(choice.doubt)
    assert min(doubts["fold"]) < 0.1
    assert max(doubts["raise"]) > 0.25


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("mood", MOODS)
def test_it_beats_who_does_not_think(mood: str, opponent: str) -> None:
    rate = match(mind(mood), OPPONENTS[opponent], 400, seed=7)
    assert rate.won > 2 * rate.error, rate


@pytest.mark.prove
@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("mood", MOODS)
def test_it_beats_who_does_not_think_over_100_000_hands(
    mood: str, opponent: str, record_property: Callable[[str, object], None]
) -> None:
    rate = match(mind(mood), OPPONENTS[opponent], 100_000, seed=2026)
    record_property(f"{mood} against a {opponent} player, 100,000 hands", str(rate))
    assert rate.won > 10 * rate.error, rate
