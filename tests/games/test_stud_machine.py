"""Random rounds of both stud games: what must hold at every step, whatever people press.

What bets did is judged by another evaluator and by the pay tables written down once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from random import Random
from types import ModuleType

import pytest
import treys
from hypothesis import given, settings
from hypothesis import strategies as st

from games import caribbean, ultimate
from games.banked import HOUSE, Hand, Player, Setup, View
from games.cards import DECK, name
from games.play import EVERYONE, Act, Event, Refused
from tests.games.banked_rounds import Played

VERBS = ("play4", "play3", "play2", "play1", "play", "check", "fold", "call", "")
TREYS_CARDS = [treys.Card.new(name(card)) for card in DECK]
TREYS = treys.Evaluator()

Judge = Callable[[Played, Sequence[int], Player], dict[str, int]]

# By treys' class of a hand, 0 for a royal flush to 9 for a high card: odds times two.
BLIND = (1000, 100, 20, 6, 3, 2, 0, 0, 0, 0)
TRIPS = (100, 80, 60, 16, 14, 8, 6)
BET = (200, 100, 40, 14, 10, 8, 6, 4, 2, 2)
PAIR = 8


def rated(cards: Sequence[int]) -> tuple[int, int]:
    """Another evaluator's opinion: 1 for the best of all hands to 7462, and the class."""
    rank = TREYS.evaluate([], [TREYS_CARDS[card] for card in cards])
    return rank, TREYS.get_rank_class(rank)


def chips(rng: Random) -> int:
    return 100 * rng.randint(1, 9)


def random_setup(rng: Random, game: ModuleType) -> Setup:
    seats = rng.sample(range(1, 40), rng.randint(1, 9))
    shared = game is ultimate and rng.random() < 0.3
    people = []
    dealt = 0
    for seat in seats:
        bets = {"ante": chips(rng)} | ({"trips": chips(rng)} if rng.random() < 0.5 else {})
        if game is caribbean:
            parts = sorted(rng.sample("123", rng.randint(1, 3)))[: 9 - dealt]
            dealt += len(parts)
            bets = {f"ante_{part}": chips(rng) for part in parts}
        if bets:
            people.append(Player(seat, tuple(bets.items())))
    return Setup(tuple(people), shared)


def cards_of(view: View) -> set[int]:
    hands: tuple[Hand, ...] = (*view.dealer, *view.hands)
    return {card for hand in hands for card in hand.cards} | set(view.board)


def told_to(viewer: int | None, events: Sequence[Event]) -> set[int]:
    return {card for e in events if e.to in (EVERYONE, viewer) for card in e.cards}


def acts(rng: Random, played: Played) -> Iterator[Act]:
    """Until the round is over: mostly what is offered, sometimes silence, sometimes nonsense."""
    game = played.game
    while waiting := game.waiting(played.round):
        seat, luck = rng.choice(waiting), rng.random()
        if luck < 0.2:
            yield Act(rng.randint(0, 41), rng.choice(VERBS), choice=rng.choice(["", "1", "2", "3"]))
        elif luck < 0.4:
            yield game.default(played.round, seat)
        else:
            option = rng.choice(game.options(played.round, seat))
            yield Act(seat, option.verb, choice=(*option.choices, "")[0])


def check_secrecy(played: Played) -> None:
    """A viewer sees exactly what was told to it or to everyone; what is hidden has no name."""
    seats = [None, HOUSE, *(player.seat for player in played.setup.players)]
    for viewer in seats:
        view = played.game.look(played.round, viewer)
        assert cards_of(view) == told_to(viewer, played.events)
        for hand in (*view.hands, *view.dealer):
            assert not (hand.hidden and hand.name)


def check_act(played: Played, act: Act) -> None:
    """A refusal changes nothing; an act stakes what its option said it costs."""
    game, before = played.game, played.round
    kept, staked = deepcopy(before), game.staked(before)
    offered = [
        option
        for option in game.options(before, act.seat)
        if option.verb == act.verb and act.choice in (option.choices or ("",))
    ]
    try:
        played.act(act.seat, act.verb, act.choice)
    except Refused:
        assert not offered
        assert played.round is before
    else:
        [option] = offered
        staked[act.seat] += option.cost
        assert game.staked(played.round) == staked
    assert before == kept


def ultimate_bets(played: Played, dealt: Sequence[int], player: Player) -> dict[str, int]:
    """What each bet of a player changes, judged anew from the deck and the acts told."""
    bets = dict(player.bets)
    count = 1 if played.setup.shared else len(played.setup.players)
    at = 0 if played.setup.shared else played.setup.players.index(player)
    board = dealt[2 * count + 2 : 2 * count + 7]
    mine, kind = rated([dealt[at], dealt[at + count + 1], *board])
    theirs, their_kind = rated([dealt[count], dealt[2 * count + 1], *board])
    ante, qualified = bets["ante"], their_kind <= PAIR
    plays = [e.amount for e in played.events if e.kind == "play" and e.seat == player.seat]
    nets = {"ante": -ante, "blind": -ante}
    if plays:
        [play] = plays
        won = (mine < theirs) - (mine > theirs)
        blind = ante * BLIND[kind] // 2 if won > 0 else won * ante
        nets = {"ante": won * ante if qualified else 0, "blind": blind, "play": won * play}
    if "trips" in bets:
        nets["trips"] = bets["trips"] * TRIPS[kind] // 2 if kind < 7 else -bets["trips"]
    return nets


def caribbean_bets(played: Played, dealt: Sequence[int], player: Player) -> dict[str, int]:
    hands = [(e.seat, e.note) for e in played.events if e.kind == "hole"]
    dealer = dealt[5 * len(hands) : 5 * len(hands) + 5]
    theirs, their_kind = rated(dealer)
    qualified = their_kind <= PAIR or {12, 11} <= {card >> 2 for card in dealer}
    nets: dict[str, int] = {}
    for spot, ante in player.bets:
        part = spot[-1]
        at = hands.index((player.seat, part))
        mine, kind = rated(dealt[5 * at : 5 * at + 5])
        nets[spot] = -ante
        if ("play", player.seat, part) in played.told():
            won = (mine < theirs) - (mine > theirs) if qualified else 1
            bet = ante * BET[kind] if won > 0 else 2 * ante * won
            nets |= {spot: won * ante, f"bet_{part}": bet if qualified else 0}
    return nets


@pytest.mark.parametrize(
    ("game", "judge"),
    [(ultimate, ultimate_bets), (caribbean, caribbean_bets)],
    ids=["ultimate", "caribbean"],
)
@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 2**64))
def test_random_rounds_keep_every_promise(game: ModuleType, judge: Judge, seed: int) -> None:
    rng = Random(seed)
    setup, dealt = random_setup(rng, game), rng.sample(DECK, len(DECK))
    played = Played(game, dealt, setup)
    check_secrecy(played)
    for act in acts(rng, played):
        check_act(played, act)
        check_secrecy(played)
    results = game.results(played.round)
    told = {event.seat: event.amount for event in played.events if event.kind == "net"}
    house = 0
    for player in setup.players:
        seat = player.seat
        assert played.nets(seat) == judge(played, dealt, player)
        assert told[seat] == sum(played.nets(seat).values())
        assert sum(bet.staked for bet in results[seat]) == game.staked(played.round)[seat]
        assert all(bet.back >= 0 for bet in results[seat])
        house -= told[seat]
    staked = sum(game.staked(played.round).values())
    paid = sum(bet.back for bets in results.values() for bet in bets)
    assert staked == paid + house
