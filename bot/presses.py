"""What a button, a form or a choice asks for; and all that may be pressed at a hold'em table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot import bankroll, commands, computers, panel, seats, tableside
from bot.bank import presses as house_games
from bot.bank.state import State as HouseTable
from bot.chat import Line, Press, Reply
from bot.desk import Desk
from bot.state import Command, State
from bot.table import Table
from bot.text import parse_amount
from bot.tokens import Token, number, parse
from bot.tournament import lines as tournaments
from bot.tournament.state import State as Tournament
from games import holdem
from games.play import Option, Refused


async def carry_out(desk: Desk, press: Press) -> Reply | None:
    """A press, from its token to the answer. Raises Refused."""
    token = parse(press.token)
    if token.verb in ("help", "quiz"):
        return await _read(desk, press, token)
    table = desk.manager.table(token.table)
    known = _pressed_at(table)
    if token.verb not in known:
        raise Refused("stale")
    return await known[token.verb](desk, press, table, token)


def _pressed_at(table: Table[Any]) -> Mapping[str, Run]:
    if isinstance(table.state, Tournament):
        return tournaments.PRESSES
    return house_games.PRESSES if isinstance(table.state, HouseTable) else _PRESSES


def opens(text: str) -> bool:
    """Whether a press of this token is answered by what it opens, a form or a message."""
    try:
        return parse(text).verb in ("form", "cards", "past", "ask", "computers", "mine", "log")
    except Refused:
        return False


Run = Callable[[Desk, Press, Table[Any], Token], Awaitable[Reply | None]]


def _line(press: Press) -> Line:
    return Line(press.id, press.person, press.place, "")


async def _read(desk: Desk, press: Press, token: Token) -> Reply:
    """A page of help or the quiz: at any time, for anybody, with the table there or gone."""
    if token.verb == "help":
        return await commands.help_page(desk, press.person.id, token.table, token.word)
    return await commands.quiz_reply(desk, press.person.id, token.table, token.word, press.id)


def _plainly(verb: str) -> Run:
    async def run(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
        return await desk.ask(_line(press), table, Command(verb))

    return run


async def _act(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    verb, _, amount = token.word.partition(" ")
    return await _play(desk, press, table, token, verb, int(amount) if number(amount) else 0)


async def _play(
    desk: Desk, press: Press, table: Table[State], token: Token, verb: str, amount: int = 0
) -> Reply | None:
    """An act of a turn: the token's hand and turn make it happen once, whatever its id."""
    command = Command(
        "act",
        person=press.person.id,
        name=press.person.name,
        amount=amount,
        word=verb,
        hand=token.hand,
        turn=token.turn,
    )
    return await desk.answer(press.person.id, await table.ask(command))


def _option(table: Table[State], press: Press, token: Token, *verbs: str) -> tuple[int, Option]:
    """(seat, option) of who pressed, if it is still this moment and their turn."""
    state = table.state
    seat = seats.seat_or_refuse(state, press.person.id)
    if (token.hand, token.turn) != (state.hand, state.turn) or state.round is None:
        raise Refused("stale")
    for option in holdem.options(state.round, seat):
        if option.verb in verbs:
            return seat, option
    raise Refused("not_your_turn")


async def _ask(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    """Ask once more before an all-in, or a fold when a check is free."""
    seat, _ = _option(table, press, token, "fold", "call", "bet", "raise")
    asked = panel.to_confirm(table.state, seat, token.word)
    if not asked:
        raise Refused("stale")
    w = await desk.people.words(press.person.id)
    return Reply(panel.confirm(w, table.state, seat, asked))


async def _form(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    w = await desk.people.words(press.person.id)
    state = table.state
    person = press.person.id
    if token.word in ("bet", "raise"):
        _, option = _option(table, press, token, token.word)
        return Reply(form=panel.raise_form(w, state, option))
    if token.word not in ("sit", "topup"):
        raise Refused("stale")
    if token.word == "sit":
        if state.seat_of(person) is not None:
            raise Refused("already_seated")
        if not state.terms.tab:
            await desk.cashier.wallet(state.community, person)
        least, most, usual = state.terms.least, state.terms.most, bankroll.usual_buy_in(state)
    else:
        chair = state.chairs[seats.seat_or_refuse(state, person)]
        has = chair.stack + chair.pending
        if has >= state.terms.most:
            raise Refused("nothing_to_top_up", most=state.terms.most)
        least = max(state.terms.chip, state.terms.least - has)
        most = usual = state.terms.most - has
    return Reply(form=panel.chips_form(w, state, token.word, least, most, usual))


async def _typed(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    """A form that was sent: an exact raise, a buy-in, a top-up."""
    typed = press.values.get("amount", "")
    if token.word == "sit":
        return await tableside.take_seat(desk, _line(press), table, parse_amount(typed))
    if token.word == "topup":
        command = Command("topup", amount=parse_amount(typed))
        return await desk.ask(_line(press), table, command)
    seat, option = _option(table, press, token, "bet", "raise")
    amount = parse_amount(typed, relative={"min": option.least, "max": option.most})
    if asked := panel.to_confirm(table.state, seat, option.verb, amount):
        w = await desk.people.words(press.person.id)
        return Reply(panel.confirm(w, table.state, seat, asked))
    return await _play(desk, press, table, token, option.verb, amount)


async def _plan(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    verb, _, price = token.word.partition(" ")
    command = Command(
        "plan",
        amount=int(price) if number(price) else 0,
        word=verb,
        hand=token.hand,
        turn=token.turn,
    )
    return await desk.ask(_line(press), table, command)


async def _show(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    command = Command("show", word=token.word, hand=token.hand)
    return await desk.ask(_line(press), table, command)


async def _sit(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    return await tableside.take_seat(desk, _line(press), table, 0)


async def _cards(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    return Reply(await desk.manager.display.private(table, press.person.id))


async def _wait(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    return await tableside.join_queue(desk, _line(press), table)


async def _topup(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    return await tableside.rebuy(desk, _line(press), table)


async def _past(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    hand = int(token.word) if number(token.word) else 0
    return await tableside.past(desk, press.person.id, table, hand)


async def _computers(desk: Desk, press: Press, table: Table[Any], token: Token) -> Reply | None:
    return await computers.menu(desk, _line(press), table)


async def _invite(desk: Desk, press: Press, table: Table[Any], token: Token) -> Reply | None:
    return await computers.invite(desk, _line(press), table, token.word)


async def _dismiss(desk: Desk, press: Press, table: Table[Any], token: Token) -> Reply | None:
    return await computers.dismiss(desk, _line(press), table, token.word)


_PRESSES: Mapping[str, Run] = {
    "act": _act,
    "ask": _ask,
    "form": _form,
    "typed": _typed,
    "plan": _plan,
    "show": _show,
    "sit": _sit,
    "cards": _cards,
    "past": _past,
    "topup": _topup,
    "computers": _computers,
    "invite": _invite,
    "dismiss": _dismiss,
    "wait": _wait,
    "unwait": _plainly("unwait"),
    "post": _plainly("post"),
    "away": _plainly("away"),
    "back": _plainly("back"),
    "leave": _plainly("leave"),
}
