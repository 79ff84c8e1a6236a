"""What may be pressed at a house table: bets, choices, hints, help."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.bank import bets, slip, words
from bot.bank.state import State
from bot.chat import Line, Message, Press, Reply
from bot.desk import Desk
from bot.state import Command
from bot.table import Table
from bot.tokens import Token, number
from games.play import Refused

Run = Callable[[Desk, Press, Table[State], Token], Awaitable[Reply | None]]


async def ask(desk: Desk, line: Line, table: Table[State], command: Command) -> Reply | None:
    """Put a command to a house table, from somebody who has had their first chips."""
    if table.state.terms.hint:
        desk.adviser.practise(table.state.game)
    await desk.cashier.welcome(table.state.community, line.person.id)
    return await desk.ask(line, table, command)


def _line(press: Press) -> Line:
    return Line(press.id, press.person, press.place, "")


async def _chip(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    spot, _, typed = token.word.partition(" ")
    amount = int(typed) if number(typed) else 0
    command = Command("chip", word=spot, amount=amount, hand=token.hand)
    return await ask(desk, _line(press), table, command)


def _betting(verb: str) -> Run:
    async def run(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
        return await ask(desk, _line(press), table, Command(verb, hand=token.hand))

    return run


async def _act(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    """A choice: the token's round and street make it happen once, whatever its id."""
    command = Command("act", word=token.word, hand=token.hand, turn=token.turn)
    return await desk.ask(replace(_line(press), id=""), table, command)


async def _join(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    """Sit down, and the slip comes by itself; who sits already is shown it once more."""
    if table.state.seat_of(press.person.id) is None:
        return await ask(desk, _line(press), table, Command("sit"))
    return Reply(await desk.manager.display.private(table, press.person.id))


async def _cards(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    return Reply(await desk.manager.display.private(table, press.person.id))


async def _leave(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    return await desk.ask(_line(press), table, Command("leave"))


async def _pick(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    """A low hand was chosen: show both hands before Done."""
    state = table.state
    seat = bets.seat_or_refuse(state, press.person.id)
    if (token.hand, token.turn) != (state.hand, state.turn) or not state.playing:
        raise Refused("stale")
    options = state.rules.options(state.round, seat) if state.dealt_in(seat) else ()
    low = press.values.get("choice", "")
    if not options:
        raise Refused("banked.chosen_already")
    if low not in options[0].choices:
        raise Refused("paigow.low_hand")
    w = await desk.people.words(press.person.id)
    return Reply(slip.arranged(w, state, seat, low))


async def _hint(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    state = table.state
    if (token.hand, token.turn) != (state.hand, state.turn):
        raise Refused("stale")
    w = await desk.people.words(press.person.id)
    message = await desk.adviser.hint(w, state, press.person.id, token.word)
    return Reply(replace(message, title=words.hint(w, state.game, token.word)))


async def _result(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    w = await desk.people.words(press.person.id)
    lines = slip.result(w, table.state, press.person.id)
    text = "\n".join(lines) or w("bank.no_result")
    return Reply(Message(title=w("bank.button.my_result"), text=text, language=w.language))


async def _how(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    w = await desk.people.words(press.person.id)
    game = table.state.game
    text = w(f"bank.help.{game}")
    return Reply(Message(title=w(f"bank.game.{game}"), text=text, language=w.language))


async def _pays(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    w = await desk.people.words(press.person.id)
    text = words.pays(w, table.state.game)
    return Reply(Message(title=w("bank.button.pays"), text=text, language=w.language))


async def _last(desk: Desk, press: Press, table: Table[State], token: Token) -> Reply | None:
    w = await desk.people.words(press.person.id)
    text = words.last_results(w, table.state.results)
    return Reply(Message(title=w("bank.last_title"), text=text, language=w.language))


PRESSES: Mapping[str, Run] = {
    "chip": _chip,
    "repeat": _betting("repeat"),
    "double": _betting("double"),
    "undo": _betting("undo"),
    "clear": _betting("clear"),
    "deal": _betting("deal"),
    "act": _act,
    "pick": _pick,
    "join": _join,
    "cards": _cards,
    "leave": _leave,
    "hint": _hint,
    "result": _result,
    "how": _how,
    "pays": _pays,
    "last": _last,
}
