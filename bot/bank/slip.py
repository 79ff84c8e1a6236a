"""The private message of a house table: one person's bets, cards, choices and result."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bot import tokens
from bot.bank import felt, words
from bot.bank.hands import named, own
from bot.bank.state import Player, State, covered, staked
from bot.chat import Button, Cards, Choice, Message, Select
from bot.text import Words
from bot.text import cards as faces
from games import joker
from games.banked import Hand, Spot, View
from games.cards import cards as read_cards

SCALE: Final = (1, 5, 10, 25, 100, 500, 1000, 5000, 10_000, 50_000, 100_000, 500_000, 1_000_000)
CHIPS = 5
"""So many chips are offered for a spot: the largest of SCALE that are a third of the limit."""


def private(w: Words, state: State, person: str, wallet: int) -> Message:
    """The table as one person sees it, with everything they may do now."""
    seat = state.seat_of(person)
    if seat is None or state.closed:
        text = w("panel.closed" if state.closed else "bank.watching")
        rows = () if state.closed else felt.rows(w, state)
        return Message(title=words.title(w, state), text=text, rows=rows, language=w.language)
    if state.playing and state.dealt_in(seat):
        return _in_round(w, state, seat, wallet)
    return _betting(w, state, seat, wallet)


# --- a round ---------------------------------------------------------------------------------


def _in_round(w: Words, state: State, seat: int, wallet: int) -> Message:
    view = state.rules.look(state.round, seat)
    chooses = seat in view.waiting and not state.paused
    clock = state.timers.get("street")
    fields = [
        (w("bank.field.bets"), words.laid(w, state.game, state.players[seat].bets)),
        (w("bank.field.staked"), w("word.amount", amount=state.put[seat])),
        (w("bank.field.balance"), w("word.amount", amount=wallet)),
    ]
    return Message(
        title=words.title(w, state),
        table=state.id,
        headline=_headline(w, state, seat, view, chooses),
        tone="turn" if chooses else "",
        cards=_cards(w, state, seat, view),
        text="\n".join(_round_lines(w, state, seat)),
        fields=tuple(fields),
        rows=(*(_choices(w, state, view, seat, wallet) if chooses else ()), _seat_row(w, state.id)),
        select=low_hands(w, state, seat) if chooses else None,
        clock=clock.due if clock and chooses else None,
        span=words.span(state) if clock and chooses else None,
        call=state.players[seat].person if chooses else None,
        language=w.language,
    )


def _headline(w: Words, state: State, seat: int, view: View, chooses: bool) -> str:
    if state.paused:
        return w("bank.signal.paused")
    if chooses:
        return w("bank.choose")
    return w("bank.chosen", choice=felt.doing(w, state, view, seat))


def _cards(w: Words, state: State, seat: int, view: View) -> tuple[Cards, ...]:
    """One's own hands first, or the one that all play; then the dealer's and the board."""
    mine = [
        words.laid_out(w, state.game, w("panel.your_cards"), hand, True)
        for hand in _unnumbered(own(view, seat))
    ]
    laid = (*mine, *words.table_cards(w, state.game, view))
    return tuple(sorted(laid, key=lambda hand: not hand.own))


def _unnumbered(hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
    """A person's hands, where the only one needs no number."""
    return tuple(hand._replace(part="") for hand in hands) if len(hands) == 1 else hands


def _round_lines(w: Words, state: State, seat: int) -> list[str]:
    player = state.players[seat]
    told = [silent(w, player), w("bank.leaves") if player.leaving == "kicked" else ""]
    return [words.number(w, state.began, state.name), *filter(None, told)]


def silent(w: Words, player: Player) -> str:
    """What was chosen for a person whose clock ran out, or nothing."""
    return w(f"bank.silent.{player.silent}") if player.silent else ""


def _choices(
    w: Words, state: State, view: View, seat: int, wallet: int
) -> tuple[tuple[Button, ...], ...]:
    """A row for each hand; what the wallet cannot pay is disabled."""
    if low_hands(w, state, seat) is not None:
        button = Button(w("paigow.house_way"), _act(state, "house"), "go")
        return ((button,),)
    parts: dict[str, list[Button]] = {}
    several = len(own(view, seat)) > 1
    for option in state.rules.options(state.round, seat):
        part = option.choices[0] if option.choices else ""
        label = words.verb(w, state.game, option.verb)
        if option.cost:
            label = w("bank.button.option", choice=label, amount=option.cost)
        if part and several:
            label = w("bank.named", name=words.part(w, state.game, part), said=label)
        look = "danger" if option.verb == "fold" else "go" if option.cost else "plain"
        token = _act(state, f"{option.verb} {part}".strip())
        parts.setdefault(part, []).append(Button(label, token, look, option.cost > wallet))
    if state.terms.hint:
        for part, row in parts.items():
            moment = (state.hand, state.turn)
            token = tokens.write("hint", state.id, part, moment)
            row.append(Button(words.hint(w, state.game, part if several else ""), token))
    return tuple(tuple(row) for row in parts.values())


def _act(state: State, word: str) -> str:
    return tokens.write("act", state.id, word, (state.hand, state.turn))


def low_hands(w: Words, state: State, seat: int, picked: str = "") -> Select | None:
    """The low hands that may be set, the house way first and marked; None in other games.

    `picked` is the one that was chosen to be looked at.
    """
    option = next(
        (one for one in state.rules.options(state.round, seat) if one.verb == "set"), None
    )
    if option is None:
        return None
    first = option.choices[0]
    choices = tuple(
        Choice(
            w("paigow.marked", low=faces(read_cards(low))) if low == first
            else faces(read_cards(low)),
            low,
            low == picked,
        )
        for low in option.choices
    )  # fmt: skip
    token = tokens.write("pick", state.id, "", (state.hand, state.turn))
    return Select(w("paigow.pick"), token, choices)


# --- bets ------------------------------------------------------------------------------------


def _betting(w: Words, state: State, seat: int, wallet: int) -> Message:
    player = state.players[seat]
    close = state.timers.get("close")
    headline, tone, cards, lines = _before(w, state, player)
    laying = state.signal != "red"
    rows, whys = chip_rows(w, state, seat, wallet) if laying else ((), [])
    if player.ready and laying:
        lines.append(w("reply.bank.ready"))
    fields = (
        (w("bank.field.bets"), words.laid(w, state.game, player.bets) or "–"),
        (w("bank.field.staked"), w("word.amount", amount=staked(state.spots, player.bets))),
        (w("bank.field.balance"), w("word.amount", amount=wallet)),
        (w("bank.field.limits"), words.limits(w, state.game, state.terms)),
    )
    controls = (_controls(w, state, seat, wallet),) if laying else ()
    return Message(
        title=words.title(w, state),
        table=state.id,
        headline=headline,
        tone=tone,
        cards=cards,
        text="\n".join([*lines, *([""] if lines and whys else []), *whys]),
        fields=fields,
        rows=(*rows, *controls, _seat_row(w, state.id)),
        clock=close.due if close else None,
        span=words.span(state) if close else None,
        language=w.language,
    )


def _before(
    w: Words, state: State, player: Player
) -> tuple[str, str, tuple[Cards, ...], list[str]]:
    """(headline, tone, cards, lines): the light, and until one bets again the round before."""
    headline, tone = words.signal(w, state), ""
    lines = [told] if (told := silent(w, player)) else []
    played = _played(state, player.person)
    if played is None:
        return headline, tone, (), lines
    view = state.rules.look(state.round, played)
    change = words.change(state.made[played])
    if not player.steps:
        tone = "won" if change > 0 else "lost" if change < 0 else ""
        headline = w(f"bank.after.{tone or 'even'}", signal=headline, amount=abs(change))
    lines += [
        words.number(w, state.began, state.name),
        words.outcomes(w, state.game, state.made[played]),
    ]
    if view.qualifies is not None:
        lines.append(words.qualifies(w, view.qualifies))
    return headline, tone, _cards(w, state, played, view), lines


def result(w: Words, state: State, person: str) -> list[str]:
    """What the bets of a person did in the last round, if they were in it."""
    seat = _played(state, person)
    if seat is None:
        return []
    view = state.rules.look(state.round, seat)
    lines = [words.number(w, state.began, state.name), *words.dealer(w, state, view)]
    lines += [words.yours(w, state.game, hand) for hand in own(view, seat)]
    return [*lines, words.outcomes(w, state.game, state.made[seat])]


def _played(state: State, person: str) -> int | None:
    """The seat of a person in the last round, which is over; None if they were not in it."""
    if not state.made:
        return None
    if (seat := state.seat_of(person)) is not None and state.dealt_in(seat):
        return seat
    return next((seat for seat, (who, _) in state.dealt.items() if who == person), None)


@lru_cache(64)
def denominations(most: int) -> tuple[int, ...]:
    """The chips that make sense up to a limit, in hundredths."""
    fit = [100 * chip for chip in SCALE if 300 * chip <= most] or [100]
    return tuple(fit[-CHIPS:])


def chip_rows(
    w: Words, state: State, seat: int, wallet: int
) -> tuple[tuple[tuple[Button, ...], ...], tuple[str, ...]]:
    """A row of chips for each spot, and why some of them are disabled."""
    rows: list[tuple[Button, ...]] = []
    whys: dict[tuple[Spot, str], None] = {}
    bets = state.players[seat].bets
    laid = dict(bets)
    room = wallet - covered(state.spots, bets) + staked(state.spots, bets)
    chips = denominations(state.terms.most)
    for spot in state.spots:
        why = [_why_not(state, spot, laid, chip, room) for chip in chips]
        may = tuple(not one for one in why)
        lies = laid.get(spot.name, 0)
        moment = (state.hand, 0)
        rows.append(_chip_row(w, state.game, state.id, moment, spot.name, lies, chips, may))
        whys.update(((spot, one), None) for one in why if one)
    have = wallet if any(why == "wallet" for _, why in whys) else 0
    return tuple(rows), words.whys(w, state.game, state.terms, tuple(whys), have)


@lru_cache(1024)
def _chip_row(
    w: Words,
    game: str,
    table: str,
    moment: tuple[int, int],
    spot: str,
    lies: int,
    chips: tuple[int, ...],
    may: tuple[bool, ...],
) -> tuple[Button, ...]:
    """The chips of a spot on which so much lies, and which of them may be laid."""
    group = words.heading(w, game, spot, lies)
    return tuple(
        Button(
            words.chip(w, game, spot, chip),
            tokens.write("chip", table, f"{spot} {chip}", moment),
            disabled=not allowed,
            group=group,
            short=w("bank.button.chip_short", amount=chip),
        )
        for chip, allowed in zip(chips, may, strict=True)
    )


def _why_not(state: State, spot: Spot, laid: dict[str, int], chip: int, room: int) -> str:
    """Why a chip cannot be laid on a spot beside what is laid; `room` is what may be added."""
    lies = laid.get(spot.name, 0)
    most = state.terms.most_on(spot)
    if spot.needs and spot.needs not in laid:
        return "needs"
    if lies >= most:
        return "limit"
    if lies + chip < state.terms.least_on(spot):
        return "least"
    return "wallet" if spot.cover * min(chip, most - lies) > room else ""


def _controls(w: Words, state: State, seat: int, wallet: int) -> tuple[Button, ...]:
    player = state.players[seat]
    again = bool(player.last) and not player.steps and covered(state.spots, player.last) <= wallet
    doubled = any(step.kind == "double" for step in player.steps)
    laid = bool(player.steps)
    may = (again, laid and not doubled, laid, laid, laid and not player.ready)
    word = "repeat" if state.game == "ultimate" else "rebet"
    return _control_row(w, word, state.id, (state.hand, 0), may)


@lru_cache(128)
def _control_row(
    w: Words, again: str, table: str, moment: tuple[int, int], may: tuple[bool, ...]
) -> tuple[Button, ...]:
    verbs = ("repeat", "double", "undo", "clear", "deal")
    return tuple(
        Button(
            w(f"bank.button.{again if verb == 'repeat' else verb}"),
            tokens.write(verb, table, "", moment),
            "go" if verb == "deal" else "plain",
            not allowed,
        )
        for verb, allowed in zip(verbs, may, strict=True)
    )


@lru_cache(64)
def _seat_row(w: Words, table: str) -> tuple[Button, ...]:
    leave = Button(w("button.leave"), tokens.write("leave", table), "quiet")
    return (*felt.about(w, table), leave)


def arranged(w: Words, state: State, seat: int, low: str) -> Message:
    """Both hands as they would be with these two cards low, before Done."""
    view = state.rules.look(state.round, seat)
    dealt = next(hand.cards for hand in view.hands if hand.seat == seat)
    chosen = read_cards(low)
    high = tuple(card for card in dealt if card not in chosen)
    text = "\n".join([
        words.hand(w, state.game, named(seat, "high", high, joker.high(high))),
        words.hand(w, state.game, named(seat, "low", chosen, joker.low(chosen))),
    ])  # fmt: skip
    done = Button(w("paigow.done"), _act(state, f"set {low}"), "go")
    house = Button(w("paigow.house_way"), _act(state, "house"))
    return Message(title=words.title(w, state), text=text, rows=((done, house),),
                   select=low_hands(w, state, seat, low), language=w.language)  # fmt: skip
