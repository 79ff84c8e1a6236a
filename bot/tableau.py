"""What of a table is on its picture, and the same in words: (state, language) -> picture, alt text.

Like all that everybody sees it comes from `holdem.look` for no one in particular.
"""

from __future__ import annotations

from bot import scene
from bot.lines import in_words
from bot.picture import SeatPicture, TablePicture
from bot.state import Chair, State
from bot.text import Words, cards, person
from games import hands, holdem
from games.holdem import SeatView, View

_MARKS = {0x2068: None, 0x2069: None}
"""The marks that isolate a name in a sentence: on the picture names stand apart anyway."""
_NAMED_POTS = 2
"""With more pots than this there is only room for their amounts."""


def painted(w: Words, state: State) -> TablePicture:
    """What the picture of a table shows."""
    view = holdem.look(state.round, None) if state.round is not None else None
    dealt = {seat.seat: seat for seat in view.seats} if view else {}
    chairs = sorted(state.chairs.items())
    middle = _middle(w, state, view)
    return TablePicture(
        size=state.terms.size,
        seats=tuple(
            _seat(w, state, number, chair, dealt.get(number) if state.was_dealt(number) else None)
            for number, chair in chairs
        ),
        button=view.button if view else 0,
        board=view.board if view else (),
        lit=_lit(view) if view else frozenset(),
        pot=view.pot if view else 0,
        pot_text=_plain(f"{w('panel.pot')} {w('word.amount', amount=view.pot)}") if view else "",
        below=middle if view else "",
        banner="" if view else middle,
        title=_plain(w("panel.table", name=state.name)),
        subtitle=_plain(_subtitle(w, state)),
        four_colours=state.terms.cards == "four",
        language=w.language,
    )


def _subtitle(w: Words, state: State) -> str:
    stakes = w("panel.blinds_of", small=state.terms.small, big=state.terms.big)
    return f"{stakes} · {w('panel.hand', n=state.hand)}" if state.hand else stakes


def _plain(text: str) -> str:
    return text.translate(_MARKS)


def _seat(w: Words, state: State, number: int, chair: Chair, seat: SeatView | None) -> SeatPicture:
    note, tone = _note(w, state, chair, seat)
    return SeatPicture(
        number=number,
        name=person(chair.name, w("word.someone")),
        stack=seat.stack if seat and state.playing else chair.stack,
        bet=seat.put if seat else 0,
        cards=seat.cards if seat else (),
        backs=seat.hidden if seat else 0,
        note=_plain(note),
        tone=tone,
        dim=seat.folded if seat else state.playing or chair.away,
        acting=state.playing
        and not state.paused
        and holdem.waiting(scene.round_of(state)) == (number,),
        computer=bool(chair.computer),
    )


def _note(w: Words, state: State, chair: Chair, seat: SeatView | None) -> tuple[str, str]:
    """The one thing to be said of a seat now, and its tone: else the last act."""
    if found := scene.notes(w, state, chair, seat):
        return found[0]
    return (w(f"picture.{seat.last}") if seat and seat.last and state.playing else ""), "plain"


def _lit(view: View) -> frozenset[int]:
    """The cards of the hands that won a showdown."""
    return frozenset(
        card
        for seat in view.seats
        if seat.won and seat.strength and len(view.board) == 5
        for card in hands.best((*seat.cards, *view.board))
    )


def _middle(w: Words, state: State, view: View | None) -> str:
    """What stands in the middle of the table: why nobody plays, what won, the side pots."""
    if state.closed or state.paused or view is None:
        return _plain(scene.status(w, state, view))
    won = [in_words(w, seat.strength) for seat in view.seats if seat.won and seat.strength]
    if won and len(view.board) == 5:
        return " · ".join(text[0].upper() + text[1:] for text in dict.fromkeys(won))
    return _pots(w, view)


def _pots(w: Words, view: View) -> str:
    named = scene.pots(w, view)[1:]
    if len(named) <= _NAMED_POTS:
        return " · ".join(f"{name} {amount}" for name, amount in named)
    return " + ".join(amount for _, amount in named)


# --- the same in words -----------------------------------------------------------------------


def alt(w: Words, picture: TablePicture) -> str:
    """All that the picture says, for those who do not see it."""
    taken = {seat.number for seat in picture.seats}
    said = [picture.title, picture.subtitle]
    said += [_seat_in_words(w, seat, picture.button) for seat in picture.seats]
    if picture.button and picture.button not in taken:
        said.append(w("picture.empty_button", seat=picture.button))
    if free := picture.size - len(taken):
        said.append(w("panel.seats_free", n=free))
    if picture.board or picture.pot:
        said.append(f"{w('panel.board')}: {cards(picture.board) or w('panel.no_board')}")
    said += [picture.pot_text, picture.below, picture.banner]
    stop = w("picture.stop")
    return stop.join(text.removesuffix(stop.strip()) for text in said if text) + stop.rstrip()


def _seat_in_words(w: Words, seat: SeatPicture, button: int) -> str:
    said = [w("picture.seat", seat=seat.number, who=seat.name, amount=seat.stack)]
    said += [w("picture.computer")] * seat.computer
    if seat.cards:
        said.append(cards(seat.cards))
    if seat.backs:
        said.append(w("picture.backs", n=seat.backs))
    if seat.bet:
        said.append(w("panel.in_front", amount=seat.bet))
    said += [seat.note] if seat.note else []
    said += [w("picture.button")] * (seat.number == button)
    said += [w("picture.acting")] * seat.acting
    return w("picture.comma").join(said)
