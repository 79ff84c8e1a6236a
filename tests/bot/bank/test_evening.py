"""Random evenings at house tables: chips are conserved, and nobody sees too much."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence

import pytest

from bot.bank import felt, play, slip
from bot.bank.decide import rebuild
from bot.bank.state import GAMES, Draft, State
from bot.text import LANGUAGES, card, words
from games import shuffle
from games.play import EVERYONE, Refused
from tests.bot.bank.felt import PEOPLE, Bare, random_evening
from tests.house import person

SEEDS = range(12)


@pytest.mark.parametrize("game", GAMES)
def test_chips_are_conserved_and_lie_where_the_table_says(game: str) -> None:
    rounds = 0
    for seed in SEEDS:
        for bare, made in random_evening(random.Random(seed), game, 150):
            moved = bare.books
            wallets = sum(
                held - bare.money for at, held in moved.items() if at.startswith("wallet:")
            )
            others = sum(held for at, held in moved.items() if not at.startswith("wallet:"))
            assert wallets + others == 0
            escrows = {at: held for at, held in moved.items() if at.startswith("hand:") and held}
            lies = sum(play.stakes(bare.state).values())
            assert escrows == ({bare.state.escrow: lies} if lies else {})
            rounds += isinstance(made, Draft) and bool(made.records)
    assert rounds > 40


@pytest.mark.parametrize("game", GAMES)
def test_a_rebuilt_table_is_the_same_table(game: str) -> None:
    for seed in SEEDS[:6]:
        for count, (bare, _) in enumerate(random_evening(random.Random(seed), game, 120)):
            if count % 7 == 0:
                again = rebuild(bare.since_checkpoint())
                assert again == bare.state


OPEN = {"preflop": 0, "flop": 3, "river": 5}


def hidden_from(bare: Bare, viewer: str) -> set[int]:
    """Every card of the round in play that the viewer must not see, by the rules of dealing."""
    state = bare.state
    if not state.playing:
        return set()
    seeds = [json.loads(command).get("seed", "") for command, _, _ in bare.rows]
    seed = next(one for one in reversed(seeds) if one)
    deck = shuffle.deck(bytes.fromhex(seed), GAMES[state.game].cards)
    return set(deck) - set(DEALT[state.game](state, deck, state.seat_of(viewer)))


def seen_in_ultimate(state: State, deck: Sequence[int], seat: int | None) -> Sequence[int]:
    """Two cards one by one to each hand and the dealer, then the board."""
    seats = sorted(state.dealt)
    count = 1 if state.shared else len(seats)
    board = deck[2 * count + 2 :][: OPEN[state.rules.look(state.round, None).street]]
    if not state.shared and seat not in seats:
        return board
    at = 0 if state.shared or seat is None else seats.index(seat)
    return [deck[at], deck[at + count + 1], *board]


def seen_in_caribbean(state: State, deck: Sequence[int], seat: int | None) -> Sequence[int]:
    """Five cards to each first hand, each second, each third, then the dealer, one of them up."""
    laid = {one: [spot for spot, _ in state.players[one].bets] for one in sorted(state.dealt)}
    owners = [one for turn in range(3) for one, spots in laid.items() if len(spots) > turn]
    mine = [deck[5 * at + k] for at, one in enumerate(owners) if one == seat for k in range(5)]
    return [*mine, deck[5 * len(owners)]]


def seen_in_paigow(state: State, deck: Sequence[int], seat: int | None) -> Sequence[int]:
    """Seven cards one by one to each hand and the dealer."""
    seats = sorted(state.dealt)
    if seat is None or seat not in seats:
        return []
    step = len(seats) + 1
    return deck[seats.index(seat) : 7 * step : step]


DEALT = {
    "ultimate": seen_in_ultimate,
    "caribbean": seen_in_caribbean,
    "paigow": seen_in_paigow,
}


@pytest.mark.parametrize("game", GAMES)
def test_nobody_reads_a_card_they_may_not_see(game: str) -> None:
    w = words("en")
    looked = 0
    for seed in SEEDS[:6]:
        for bare, made in random_evening(random.Random(seed), game, 100):
            state = bare.state
            for viewer in ("web:nobody", *(person(who).id for who in PEOPLE)):
                hidden = {card(c) for c in hidden_from(bare, viewer)}
                texts = [str(slip.private(w, state, viewer, 0)), str(felt.public(w, state))]
                shown = set(re.findall(r"(?:10|[2-9JQKA])[♣♦♥♠]|🃏", " ".join(texts)))
                assert not shown & hidden
                looked += bool(hidden)
            if isinstance(made, Draft):
                public = [said for said in made.said if said.to == EVERYONE]
                shown = {c for said in public for c in said.cards}
                assert not shown & hidden_from(bare, "web:nobody")
                assert "round=" not in repr(state), "cards stand in no repr"
    assert looked > 100


def test_every_text_is_said_in_both_languages() -> None:
    for language in LANGUAGES:
        w = words(language)
        for game in GAMES:
            for seed in SEEDS[:5]:
                for bare, made in random_evening(random.Random(seed), game, 120):
                    said = [w.refusal(made)] if isinstance(made, Refused) else []
                    if isinstance(made, Draft):
                        said += [bare.kind.line(w, one) for one in (*made.said, *made.notices)]
                        said += (
                            [w(f"reply.{made.answer[0]}", **made.answer[1])] if made.answer else []
                        )
                    said.append(felt.public(w, bare.state).headline)
                    said += [
                        str(slip.private(w, bare.state, person(p).id, 900).fields) for p in PEOPLE
                    ]
                    assert not [text for text in said if "{" in text or not text.strip()]


def test_a_message_fits_every_platform() -> None:
    """At most five rows of five buttons, tokens of a hundred characters, 25 choices."""
    for game in GAMES:
        for bare, _ in random_evening(random.Random(3), game, 150):
            for viewer in PEOPLE:
                message = slip.private(words("en"), bare.state, person(viewer).id, 10_000)
                assert len(message.rows) <= 5
                assert all(len(row) <= 5 for row in message.rows)
                buttons = [button for row in message.rows for button in row]
                assert all(len(button.token) <= 100 for button in buttons)
                assert message.select is None or len(message.select.choices) <= 25


def test_bare_books_refuse_what_a_wallet_cannot_cover() -> None:
    bare = Bare("ultimate", money=2900)
    with pytest.raises(Refused, match="wallet_short"):
        bare.do("chip", "Ann", word="ante", amount=1000)
    bare.do("chip", "Ann", word="ante", amount=900)
