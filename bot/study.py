"""Single hands for disputes and study: a line of JSON in, a line out, by the games' own rules.

`settle` tells what each bet of a hand does, `advise` what each choice is worth. A line that cannot
be answered says so in its place and leaves the others alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from bot.text import plain, words
from games import cards, caribbean, paigow, ultimate
from games.banked import Advice, Bet
from games.bets import CHIP, net
from games.hands import category, strength
from games.play import Refused

Answer = dict[str, Any]

_LONGEST = 1 << 16
_CARDS = {
    ultimate.NAME: cards.DECK,
    caribbean.NAME: cards.DECK,
    paigow.NAME: paigow.CARDS,
}


class _Bad(ValueError):
    """A line that cannot be answered; the message says why."""


class _Asked:
    """What a line says, read piece by piece; a card may be named once."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.facts = facts
        self.left = set(_CARDS[facts["game"]])

    def cards(self, name: str, *counts: int) -> tuple[int, ...]:
        """The cards of a list, of one of these lengths; each leaves the game's deck."""
        found = self.listed(name, *counts)
        for each in found:
            if each not in self.left:
                raise _Bad(f"{name}: {cards.name(each)} is not in the deck, or is there twice")
            self.left.remove(each)
        return found

    def listed(self, name: str, *counts: int) -> tuple[int, ...]:
        """The cards of a list, of one of these lengths, wherever they come from."""
        given = self.facts.get(name, [])
        if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
            raise _Bad(f"{name} is a list of cards such as As, Td, 2c")
        if counts and len(given) not in counts:
            raise _Bad(f"{name} has {' or '.join(map(str, counts))} cards, not {len(given)}")
        return tuple(map(cards.card, given))

    def amount(self, name: str, none: bool = False) -> int:
        """Positive whole chips, in hundredths; with `none` 0 for a bet that is not there."""
        given = self.facts.get(name)
        if none and (given is None or (given == 0 and type(given) is int)):
            return 0
        if type(given) is not int or given <= 0 or given % CHIP:
            raise _Bad(f"{name} is a positive multiple of {CHIP}")
        return given


def settle(lines: Iterable[bytes]) -> Iterator[Answer]:
    """An answer to each line that is not blank: nets in hundredths, or what is wrong with it."""
    return _answers(_SETTLE, lines)


def advise(lines: Iterable[bytes]) -> Iterator[Answer]:
    """An answer to each line that is not blank: values in antes, or what is wrong with it.

    `seen` lists further cards known to be out of the deck. Before the flop they are not counted
    (see `ultimate.value`); nor does the house way of pai gow ask for them.
    """
    return _answers(_ADVISE, lines)


def _answers(
    games: Mapping[str, Callable[[_Asked], Answer]], lines: Iterable[bytes]
) -> Iterator[Answer]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield _answer(games, line)
        except Refused as refused:
            yield {"line": number, "error": plain(words("en").refusal(refused))}
        except ValueError as error:
            yield {"line": number, "error": str(error)}


def _answer(games: Mapping[str, Callable[[_Asked], Answer]], line: bytes) -> Answer:
    if len(line) > _LONGEST:
        raise _Bad("the line is too long")
    try:
        facts = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise _Bad(f"not JSON: {error}") from None
    if not isinstance(facts, dict):
        raise _Bad("a line is a JSON object")
    name = facts.get("game")
    if not isinstance(name, str) or name not in games:
        raise _Bad(f"game is one of these: {', '.join(games)}")
    return {"game": name, **games[name](_Asked(facts))}


def _settle_ultimate(asked: _Asked) -> Answer:
    player, dealer = asked.cards("player", 2), asked.cards("dealer", 2)
    board = asked.cards("board", 5)
    ante = asked.amount("ante")
    trips = asked.amount("trips", none=True)
    play = asked.facts.get("play")
    if type(play) is not int or not 0 <= play <= 4:
        raise _Bad("play is 4, 3, 2, 1, or 0 for a fold")
    bets = ultimate.settle(player, board, dealer, ante, trips, play)
    mine, theirs = strength(player + board), strength(dealer + board)
    nets = _nets(bets, "ante", "blind", "play", "trips")
    return nets | _hands(mine, theirs, ultimate.qualifies(theirs))


def _settle_caribbean(asked: _Asked) -> Answer:
    player, dealer = asked.cards("player", 5), asked.cards("dealer", 5)
    ante, play = asked.amount("ante"), asked.facts.get("play")
    if not isinstance(play, bool):
        raise _Bad("play is true or false")
    bets = caribbean.settle(player, dealer, ante, play)
    mine, theirs = strength(player), strength(dealer)
    return _nets(bets, "ante", "bet") | _hands(mine, theirs, caribbean.qualifies(theirs))


def _settle_paigow(asked: _Asked) -> Answer:
    player, dealer = asked.cards("player", 7), asked.cards("dealer", 7)
    low = None if asked.facts.get("low") is None else asked.listed("low", 2)
    settled = paigow.settle(player, low, dealer, asked.amount("bet"))
    return {
        name: list(map(cards.name, told)) if isinstance(told, tuple) else told
        for name, told in settled._asdict().items()
    }


def _nets(bets: Iterable[Bet], *spots: str) -> Answer:
    """The net of all bets, and of each spot; 0 where there is no bet."""
    made = tuple(bets)
    each = {spot: net([bet for bet in made if bet.spot == spot]) for spot in spots}
    return {"net": net(made), **each}


def _hands(mine: int, theirs: int, qualifies: bool) -> Answer:
    return {
        "player_hand": category(mine),
        "dealer_hand": category(theirs),
        "qualifies": qualifies,
    }


def _advise_ultimate(asked: _Asked) -> Answer:
    player, board = asked.cards("player", 2), asked.cards("board", 0, 3, 5)
    return _told(ultimate.value(player, board, asked.cards("seen")))


def _advise_caribbean(asked: _Asked) -> Answer:
    player, dealer = asked.cards("player", 5), asked.cards("dealer", 1)
    return _told(caribbean.value(player, dealer[0], asked.cards("seen")))


def _advise_paigow(asked: _Asked) -> Answer:
    high, low = paigow.house_way(asked.cards("player", 7))
    return {"high": list(map(cards.name, high)), "low": list(map(cards.name, low))}


def _told(advice: Advice) -> Answer:
    return {
        "options": {name: float(value) for name, value in advice.values.items()},
        "best": advice.best,
    }


_SETTLE: Mapping[str, Callable[[_Asked], Answer]] = {
    ultimate.NAME: _settle_ultimate,
    caribbean.NAME: _settle_caribbean,
    paigow.NAME: _settle_paigow,
}
_ADVISE: Mapping[str, Callable[[_Asked], Answer]] = {
    ultimate.NAME: _advise_ultimate,
    caribbean.NAME: _advise_caribbean,
    paigow.NAME: _advise_paigow,
}
