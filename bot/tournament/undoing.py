"""What people type and press to undo an act of a host: never another than the one that is named."""

from __future__ import annotations

from typing import Any

from bot import tokens
from bot.chat import Line, Reply
from bot.desk import Desk
from bot.state import Command
from bot.table import Table
from bot.tournament import tools
from bot.tournament.host import check_host, why_not
from bot.tournament.state import State
from games.play import Refused


async def undo(desk: Desk, line: Line, table: Table[State]) -> Reply | None:
    """Undo the newest act; where that cannot be, say why, and ask whether the newest is meant that
    can be undone. Raises Refused.
    """
    state = table.state
    order = await desk.rules.fresh(state.community)
    person = line.person.id
    check_host(state, Command("undo", person, host=line.host, barred=order.bars(person)))
    over = state.phase not in ("open", "running")
    refused = await _why_not(desk, state, 0) if state.undoes and not over else None
    if refused is None:
        return await desk.ask(line, table, Command("undo", amount=len(state.deeds)))
    w, above = await desk.people.words(person), 1
    while above < len(state.undoes) and await _why_not(desk, state, above):
        above += 1
    instead = above if above < len(state.undoes) else None
    return Reply(tools.not_undone(w, state, w.refusal(refused), instead))


async def press(desk: Desk, line: Line, table: Table[Any], word: str) -> Reply | None:
    """Undo the act that a button names, pressed twice once. Raises Refused.

    `word` has how many acts there were then, and how many of those that can be undone lie above it.
    """
    deeds, _, above = word.partition(" ")
    if not (tokens.number(deeds) and tokens.number(above or "0")):
        raise Refused("stale")
    state, command = table.state, Command("undo", amount=int(deeds), seat=int(above or 0))
    known = command.amount == len(state.deeds) and command.seat < len(state.undoes)
    if known and (refused := await _why_not(desk, state, command.seat)):
        raise refused
    return await desk.ask(line, table, command)


async def _why_not(desk: Desk, state: State, above: int) -> Refused | None:
    """Why the act above which so many lie cannot be undone, also by what no lobby knows: who is
    banned, and what their wallet holds.
    """
    act = state.undoes[-1 - above]
    if (refused := why_not(state, act)) or act.verb != "remove":
        return refused
    if (await desk.rules.fresh(state.community)).bars(act.person):
        return Refused("tournament.banned_now", name=act.name)
    held = await desk.cashier.wallet(state.community, act.person) if state.room() > 0 else None
    if held is not None and held < state.plan.cost:
        return Refused("tournament.cannot_pay", name=act.name, amount=state.plan.cost)
    return None
