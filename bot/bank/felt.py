"""The public message of a house table: (state, language) -> Message."""

from __future__ import annotations

from dataclasses import replace

from bot import tokens
from bot.bank import play, words
from bot.bank.hands import own
from bot.bank.state import Bets, State
from bot.chat import Button, Message
from bot.text import Words, net
from games.banked import Bet, View

MANY = 15
"""Above so many players the message shows totals, and the biggest."""
BIGGEST = 10


def public(w: Words, state: State) -> Message:
    """The table as everybody sees it, with the buttons that anybody may press."""
    close = state.timers.get("street") or state.timers.get("close")
    return Message(
        title=words.title(w, state),
        table=state.id,
        headline=words.signal(w, state),
        text="\n".join(_text(w, state)),
        besides="\n".join(_besides(w, state)),
        fields=tuple(_fields(w, state)),
        log=words.log_lines(w, state),
        rows=() if state.closed else rows(w, state),
        clock=close.due if close else None,
        span=words.span(state) if close else None,
        language=w.language,
    )


def _text(w: Words, state: State) -> list[str]:
    view = state.rules.look(state.round, None) if state.round is not None else None
    if view and state.playing:
        return [*words.dealer(w, state, view), "", *_choosing(w, state, view)]
    lines = _betting(w, state)
    if view:
        lines += ["", words.number(w, state.began, state.name), *words.dealer(w, state, view)]
        lines += results(w, state, view)
    return lines


def _besides(w: Words, state: State) -> list[str]:
    """What a picture has no room for: what each bet of the last round did."""
    if state.round is None or state.playing:
        return []
    view = state.rules.look(state.round, None)
    return [words.number(w, state.began, state.name), *results(w, state, view)]


def _fields(w: Words, state: State) -> list[tuple[str, str]]:
    total = sum(play.stakes(state).values())
    return [
        (w("bank.field.limits"), words.limits(w, state.game, state.terms)),
        (w("bank.field.total"), w("word.amount", amount=total)),
        (w("bank.field.players"), str(len(state.players))),
    ]


def _betting(w: Words, state: State) -> list[str]:
    """Who has laid what; above MANY the totals of the spots."""
    if len(state.players) > MANY:
        total: dict[str, int] = {}
        for seat in state.players:
            for name, amount in state.players[seat].bets:
                total[name] = total.get(name, 0) + amount
        bets: Bets = tuple((one.name, total[one.name]) for one in state.spots if one.name in total)
        count = sum(bool(player.steps) for player in state.players.values())
        return [w("bank.many_bet", n=count, bets=words.laid(w, state.game, bets) or "–")]
    lines = []
    for seat, player in sorted(state.players.items()):
        bets = state.players[seat].bets
        parts = [w.person(player.name), words.laid(w, state.game, bets) or w("bank.no_bet_yet")]
        parts += ["✓"] * player.ready
        lines.append(f"{seat}. " + " · ".join(parts))
    return lines or [w("bank.nobody")]


def _choosing(w: Words, state: State, view: View) -> list[str]:
    """Who has chosen what, or is still thinking; above MANY how many."""
    put = state.put
    if len(put) > MANY:
        return [w("bank.many_choose", n=len(put) - len(view.waiting), of=len(put))]
    lines = []
    for seat in sorted(put):
        parts = [w.person(state.players[seat].name), w("word.amount", amount=put[seat])]
        parts += [words.hand(w, state.game, one) for one in own(view, seat)]
        parts.append(doing(w, state, view, seat))
        lines.append(f"{seat}. " + " · ".join(part for part in parts if part))
    return lines


def doing(w: Words, state: State, view: View, seat: int) -> str:
    """What a seat has chosen last, or that it is thinking."""
    if seat in view.waiting:
        return "…"
    chosen = [hand.chosen for hand in view.hands if hand.seat == seat and hand.chosen]
    return " / ".join(words.verb(w, state.game, verb) for verb in dict.fromkeys(chosen))


def results(w: Words, state: State, view: View) -> list[str]:
    """What each bet of each player did; above MANY totals and the biggest."""
    made = state.made
    if len(made) <= MANY:
        return [_result(w, state, view, seat, bets) for seat, bets in sorted(made.items())]
    nets = {seat: words.change(bets) for seat, bets in made.items()}
    won = sum(amount for amount in nets.values() if amount > 0)
    lost = -sum(amount for amount in nets.values() if amount < 0)
    ranked = sorted(nets, key=lambda seat: (-abs(nets[seat]), seat))[:BIGGEST]
    return [
        w("bank.many_result", n=len(made), won=won, lost=lost),
        *(f"{name(w, state, seat)} {net(nets[seat])}" for seat in ranked),
    ]


def _result(w: Words, state: State, view: View, seat: int, bets: tuple[Bet, ...]) -> str:
    """One player's hands, what each bet did and the net."""
    parts = [name(w, state, seat)]
    parts += [words.hand(w, state.game, one) for one in own(view, seat)]
    return " · ".join(parts) + f"\n    {words.outcomes(w, state.game, bets)}"


def name(w: Words, state: State, seat: int) -> str:
    """The name of who played in a seat; they may have left."""
    return w.person(state.dealt[seat][1])


def rows(w: Words, state: State) -> tuple[tuple[Button, ...], ...]:
    """The buttons of the public message; who has their own before them needs none of these."""
    first = [Button(w("bank.button.join"), tokens.write("join", state.id), "go")]
    first.append(Button(w("bank.button.mine"), tokens.write("cards", state.id)))
    if state.made:
        first.append(Button(w("bank.button.my_result"), tokens.write("result", state.id)))
    return tuple(
        tuple(replace(button, spare=True) for button in row) for row in (first, about(w, state.id))
    )


def about(w: Words, table: str) -> tuple[Button, ...]:
    """Help, the pay table and the last results: one press away everywhere."""
    return (
        Button(w("bank.button.help"), tokens.write("how", table), "quiet"),
        Button(w("bank.button.pays"), tokens.write("pays", table), "quiet"),
        Button(w("bank.button.last"), tokens.write("last", table), "quiet"),
    )
