"""What a house table says: its bets, limits, hands, results and what happened, in words.

What many people are told in the same words is put into them once, and kept a while.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from bot.bank.hands import called
from bot.bank.state import GAMES, Bets, Result, State, Terms
from bot.chat import Cards
from bot.said import Said
from bot.terms import SECOND
from bot.text import Fact, Words, card, cards, net
from games import hands
from games.banked import Bet, Hand, Spot, View
from games.play import EVERYONE

LINES = 8
"""Lines of the log on a table's message."""

_UNSAID = ("hole", "dealer", "dealer_high", "dealer_low", "shown", "shown_high", "shown_low",
           "net")  # fmt: skip
"""What the message shows anyway, and the log need not repeat."""


@lru_cache(512)
def of_game(w: Words, game: str, about: str, name: str) -> str:
    """The word of a game for something: its own, else that of all house games."""
    own = f"{game}.{about}.{name}"
    return w(own if own in w.entries else f"banked.{about}.{name}")


@lru_cache(512)
def chip(w: Words, game: str, spot: str, amount: int) -> str:
    """`Ante +5`: the same on everyone's slip, so it is put in words once."""
    return w("bank.button.chip", spot=of_game(w, game, "spot", spot), amount=amount)


def title(w: Words, state: State) -> str:
    """`Table 3 · Ultimate Texas hold'em`."""
    return f"{w('panel.table', name=state.name)} · {w(f'bank.game.{state.game}')}"


@lru_cache(64)
def number(w: Words, began: int, table: str) -> str:
    """The number of a round: when it began, and the table's name."""
    return w("bank.round", at=began, name=table)


@lru_cache(512)
def laid(w: Words, game: str, bets: Bets) -> str:
    """`Ante 10 · Blind 10 · Trips 5`."""
    twice = {one.name for one in GAMES[game].spots if one.stake == 2}
    named = [
        (name, amount)
        for spot, amount in bets
        for name in ((spot, "blind") if spot in twice else (spot,))
    ]
    return " · ".join(
        w("bank.bet", spot=of_game(w, game, "spot", name), amount=amount) for name, amount in named
    )


def heading(w: Words, game: str, name: str, lies: int) -> str:
    """`Ante · 10`: a spot before its chips, with what lies there."""
    at = of_game(w, game, "spot", name)
    return w("bank.on_spot", spot=at, amount=lies) if lies else at


@lru_cache(512)
def whys(
    w: Words, game: str, terms: Terms, found: tuple[tuple[Spot, str], ...], wallet: int
) -> tuple[str, ...]:
    """Why chips cannot be laid: a line for each reason, with the spots that it holds for."""
    together: dict[tuple[str, str, int, int], list[str]] = {}
    for at, reason in found:
        needs = of_game(w, game, "spot", at.needs) if at.needs else ""
        limits = (terms.least_on(at), terms.most_on(at))
        named = of_game(w, game, "spot", at.name)
        together.setdefault((reason, needs, *limits), []).append(named)
    lines = [
        w(f"bank.why.{reason}", spot=" / ".join(names), needs=needs, least=least, most=most,
          have=wallet)
        for (reason, needs, least, most), names in together.items()
    ]  # fmt: skip
    return tuple(dict.fromkeys(lines))


@lru_cache(64)
def limits(w: Words, game: str, terms: Terms) -> str:
    """`2–300 · Trips 2–100`."""
    return " · ".join(
        w("bank.limit_main" if at == 0 else "bank.limit", spot=of_game(w, game, "spot", one.name),
          least=terms.least_on(one), most=terms.most_on(one))
        for at, one in enumerate(_limited(GAMES[game].spots))
    )  # fmt: skip


def _limited(spots: Iterable[Spot]) -> list[Spot]:
    """The spots whose limits differ from those of the one before."""
    found: list[Spot] = []
    for one in spots:
        if not found or bool(one.needs) != bool(found[-1].needs):
            found.append(one)
    return found


def signal(w: Words, state: State) -> str:
    """What the table waits for, behind its light."""
    if state.closed:
        return w("panel.closed")
    if state.paused:
        return w("bank.signal.paused")
    if state.playing:
        street = of_game(w, state.game, "street", state.rules.look(state.round, None).street)
        return w("bank.signal.playing", street=street)
    if state.rest:
        return w("bank.signal.resting", until=state.rest.clock)
    if state.signal == "green" and "close" not in state.timers:
        return w("bank.signal.asleep")
    return w(f"bank.signal.{state.signal}")


def span(state: State) -> int:
    """How long the clock that runs is in all, in milliseconds."""
    return (state.terms.street if state.playing else state.terms.window) * SECOND


# --- hands -----------------------------------------------------------------------------------


@lru_cache(2048)
def hand(w: Words, game: str, one: Hand) -> str:
    """`High hand: A♠ A♦ … · pair of aces`; what lies face down is marked as such."""
    # Pai gow's hands come as one reads them; others are read from the highest card.
    held = one.cards if game == "paigow" else sorted(one.cards, reverse=True)
    shown = cards((*held, *(-1,) * one.hidden))
    parts = [shown, called(w, one.name, one.ranks)] if one.name and one.ranks else [shown]
    if one.name and not one.ranks:
        parts = [shown, w.hand(one.name)]
    name = part(w, game, one.part)
    said = " · ".join(parts)
    return w("bank.named", name=name, said=said) if name else said


def yours(w: Words, game: str, one: Hand) -> str:
    """A hand as its owner reads it."""
    said = hand(w, game, one)
    return said if one.part else w("bank.yours", hand=said)


def part(w: Words, game: str, name: str) -> str:
    """What tells the hands of one seat apart."""
    if name in ("high", "low"):
        return w(f"{game}.part.{name}")
    return w("bank.hand_of", n=int(name)) if name.isdecimal() else ""


def dealer(w: Words, state: State, view: View) -> list[str]:
    """The dealer's hands, whether he qualifies, the board, the hand that all play."""
    lines = [w("bank.dealer", hand=hand(w, state.game, one)) for one in view.dealer]
    if view.qualifies is not None:
        lines.append(qualifies(w, view.qualifies))
    if view.board:
        lines.append(w("bank.board", cards=view.board))
    lines += [
        w("bank.shared", hand=hand(w, state.game, one))
        for one in view.hands
        if one.part == "shared"
    ]
    return lines


def qualifies(w: Words, does: bool) -> str:
    """Whether the dealer qualifies."""
    return w("banked.event.qualifies" if does else "banked.event.not_qualified")


def hint(w: Words, game: str, at: str) -> str:
    """`Hint`, or `Hand 2: Hint` where a person has several hands."""
    name, word = part(w, game, at), w("bank.button.hint")
    return w("bank.named", name=name, said=word) if name else word


def verb(w: Words, game: str, name: str) -> str:
    """`Play 4x`."""
    return of_game(w, game, "verb", name)


@lru_cache(2048)
def laid_out(w: Words, game: str, label: str, one: Hand, own: bool = False) -> Cards:
    """A hand to lay out large: face up what may be seen, with what it makes."""
    held = one.cards if game == "paigow" else sorted(one.cards, reverse=True)
    made = called(w, one.name, one.ranks) if one.name else ""
    own_name = part(w, game, one.part)
    return Cards(
        " · ".join(name for name in (label, own_name) if name),
        tuple(card(one) for one in held),
        made,
        len(one.cards) + one.hidden,
        own,
    )


def table_cards(w: Words, game: str, view: View) -> tuple[Cards, ...]:
    """The dealer's hands, the board, and the hand that all play."""
    found = [laid_out(w, game, w("bank.field.dealer"), one) for one in view.dealer]
    if view.board or game == "ultimate":
        found.append(Cards(w("panel.board"), tuple(map(card, view.board)), slots=5))
    if view.hands[0].part == "shared":
        found.append(laid_out(w, game, w("bank.field.shared"), view.hands[0], True))
    return tuple(found)


# --- results ---------------------------------------------------------------------------------


def change(bets: Iterable[Bet]) -> int:
    """What bets changed for who made them, in hundredths."""
    return sum(bet.back - bet.staked for bet in bets)


def outcome(w: Words, game: str, bet: Bet) -> str:
    """`Blind 10 wins +30`, `Ante 10 push`."""
    word = of_game(w, game, "outcome", bet.outcome)
    key = "bank.pushed" if bet.back == bet.staked else "bank.decided"
    return w(
        key,
        spot=of_game(w, game, "spot", bet.spot),
        amount=bet.staked,
        outcome=word,
        net=bet.back - bet.staked,
    )


@lru_cache(512)
def outcomes(w: Words, game: str, bets: tuple[Bet, ...]) -> str:
    """What each bet of a person did, and the net."""
    said = " · ".join(outcome(w, game, bet) for bet in bets)
    return w("bank.result", bets=said, net=net(change(bets)))


def last_results(w: Words, results: Iterable[Result]) -> str:
    """The last rounds of a table, the newest first."""
    rows = [
        w("bank.last_row", at=one.began, n=one.players, staked=one.staked, back=one.back,
          hand=called(w, one.hand, one.ranks))
        for one in results
    ]  # fmt: skip
    return "\n".join(reversed(rows)) or w("bank.last_none")


# --- what happened ---------------------------------------------------------------------------


def line(w: Words, game: str, said: Said) -> str:
    """A thing that happened, in words."""
    facts: dict[str, Fact] = {
        "who": said.who,
        "seat": said.seat,
        "amount": said.amount,
        "net": said.amount,
        "at": said.amount,
        "n": said.note,
        "seconds": said.amount // SECOND,
        "cards": said.cards,
        "street": said.note,
        "reason": said.note,
        "hand": _category(w, said),
    }
    return w(_key(w, game, said), **facts)


def _category(w: Words, said: Said) -> str:
    if f"category.{said.note}" in w.entries:
        return w(f"category.{said.note}")
    five = len(said.cards) == 5 and said.kind == "shown"
    return w(f"category.{hands.category(hands.strength(said.cards))}") if five else ""


def _key(w: Words, game: str, said: Said) -> str:
    kinds = [said.kind, said.kind.removeprefix("silent_")]
    if game == "caribbean" and said.note.isdecimal():
        kinds.insert(0, f"{said.kind}_part")
    for kind in kinds:
        for about in ("bank.event", f"{game}.event", "banked.event", "table"):
            if f"{about}.{kind}" in w.entries:
                return f"{about}.{kind}"
    raise KeyError(said.kind)


def log_lines(w: Words, state: State) -> tuple[str, ...]:
    """The newest lines of what happened, oldest first."""
    told = [one for one in state.log if one.to == EVERYONE and one.kind not in _UNSAID]
    return tuple(line(w, state.game, one) for one in told[-LINES:])


# --- help and pay table ----------------------------------------------------------------------


def pays(w: Words, game: str) -> str:
    """What each bet pays."""
    lines = [w(f"bank.pays.{game}")]
    for bet, odds in GAMES[game].pays.items():
        lines += ["", of_game(w, game, "spot", bet)]
        for name, to_one in odds.items():
            key = f"category.{name}" if f"category.{name}" in w.entries else f"banked.pays.{name}"
            lines.append(w("bank.pays_row", hand=w(key), odds=_odds(to_one)))
    return "\n".join(lines)


def _odds(to_one: Fraction) -> str:
    """`3:2`."""
    return f"{to_one.numerator}:{to_one.denominator}"
