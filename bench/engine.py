"""How fast whole hands are played, side by side with two peers: `python -m bench.engine`.

Six seats with 25 to 200 big blinds play at random: fold 15, check or call 60, raise 25, of which
15 in 100 all-in; nobody folds when a check is free. Our hands include a deck shuffled from a secret
seed and the journal of acts and events; the peers shuffle as they do and keep what they keep.
Every round times all three in processor time, one after the other, and ratios are of that round.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from statistics import median
from time import process_time

from pokerfast import FastHand
from pokerkit import Automation, Mode, NoLimitTexasHoldem

from games import hands, holdem, shuffle
from games.play import Act

SEATS = 6
BLIND = 200
ROUNDS = 30
HANDS = {"ours": 600, "pokerfast": 400, "pokerkit": 12}
AUTOMATIONS = tuple(Automation)


def run() -> list[tuple[str, str]]:
    """Pairs of what was measured and the figure: ratios are least, median, most."""
    work = {"ours": _ours, "pokerfast": _pokerfast, "pokerkit": _pokerkit}
    rates: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(400_000):  # tables are filled at the first hands
        hands.strength(random.sample(range(52), 7))
    for number in range(1, ROUNDS + 1):
        for name, play in work.items():
            rates[name].append(_rate(play, number, HANDS[name]))
    figures = [("hands a second, ours", f"{median(rates['ours']):,.0f}")]
    for peer in ("pokerfast", "pokerkit"):
        ratios = [ours / theirs for ours, theirs in zip(rates["ours"], rates[peer], strict=True)]
        spread = f"{min(ratios):.2f} / {median(ratios):.2f} / {max(ratios):.2f} times {peer}"
        figures.append(("whole hands, journal and secure deck included", spread))
    return figures


def _rate(play: Callable[[random.Random], None], seed: int, times: int) -> float:
    """Hands a second."""
    rng = random.Random(seed)
    gc.collect()
    start = process_time()
    for _ in range(times):
        play(rng)
    return times / (process_time() - start)


def _choose(rng: random.Random, owes: bool, least: int, most: int) -> int:
    """-1 to fold, 0 to check or call, otherwise what to raise to; the same for every engine."""
    chance = rng.random()
    if chance < 0.15:
        return -1 if owes else 0
    if chance < 0.75 or not most:
        return 0
    if rng.random() < 0.15:
        return most
    return least + int(rng.random() * (min(most, 3 * least) - least))


def _stacks(rng: random.Random) -> tuple[int, ...]:
    return tuple(rng.randint(25 * BLIND, 200 * BLIND) for _ in range(SEATS))


def _ours(rng: random.Random) -> None:
    setup = holdem.Setup(
        seats=(1, 2, 3, 4, 5, 6),
        stacks=_stacks(rng),
        button=6,
        big_blind=BLIND,
        live=(BLIND // 2, BLIND, 0, 0, 0, 0),
        antes=(0,) * SEATS,
        dead=(0,) * SEATS,
        opener=3,
        chip=1,
        labels=("small_blind", "big_blind", "", "", "", ""),
    )
    round, journal = holdem.start(shuffle.deck(rng.randbytes(32)), setup)
    acts: list[Act] = []
    while waiting := holdem.waiting(round):
        seat = waiting[0]
        offered = holdem.options(round, seat)
        more = offered[2] if len(offered) > 2 else offered[0]
        amount = _choose(rng, offered[1].cost > 0, more.least, more.most)
        if amount < 0:
            act = Act(seat, "fold")
        elif amount == 0:
            act = Act(seat, offered[1].verb)
        else:
            act = Act(seat, more.verb, amount)
        round, events = holdem.play(round, act)
        acts.append(act)
        journal += events


def _pokerfast(rng: random.Random) -> None:
    hand = FastHand(
        player_count=SEATS,
        small_blind=BLIND // 2,
        big_blind=BLIND,
        min_stack=25 * BLIND,
        max_stack=200 * BLIND,
        rng=rng,
    )
    while not hand.done:
        offered = hand.get_action_space()
        already = hand.state.bets[offered["player"]]
        least, most = offered.get("min_bet", -already), offered.get("max_bet", -already)
        amount = _choose(rng, "call" in offered, least + already, most + already)
        if amount < 0:
            hand.fold()
        elif amount:
            hand.bet_or_raise(amount - already)
        elif "call" in offered:
            hand.call()
        else:
            hand.check()


def _pokerkit(rng: random.Random) -> None:
    state = NoLimitTexasHoldem.create_state(
        AUTOMATIONS,
        True,
        0,
        (BLIND // 2, BLIND),
        BLIND,
        _stacks(rng),
        SEATS,
        mode=Mode.TOURNAMENT,
    )
    while state.status:
        least = state.min_completion_betting_or_raising_to_amount or 0
        most = state.max_completion_betting_or_raising_to_amount or 0
        amount = _choose(rng, bool(state.checking_or_calling_amount), least, most)
        if amount < 0:
            state.fold()
        elif amount:
            state.complete_bet_or_raise_to(amount)
        else:
            state.check_or_call()


if __name__ == "__main__":
    for title, figure in run():
        print(f"{title}: {figure}")
