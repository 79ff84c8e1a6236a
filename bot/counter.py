"""The commands people give at the counter: wallets, gifts, the leaderboard, language."""

from __future__ import annotations

from bot.bank import hands
from bot.chat import Button, Line, Message, Overview, Reply
from bot.desk import Desk
from bot.meaning import whole
from bot.played import GAME
from bot.tableside import Values
from bot.text import Fact, Words
from bot.tokens import write
from games.play import Refused
from storage import ledger
from storage.tally import Tally


async def wallet(desk: Desk, line: Line, values: Values) -> Reply | None:
    community, me = line.place.community, line.person.id
    w = await desk.people.words(me)
    whom = await desk.find(line, str(values["person"])) if "person" in values else me
    lines = await _owned(desk, w, community, me, whom)
    return Reply(Message(text="\n".join(lines), language=w.language))


async def _owned(desk: Desk, w: Words, community: str, me: str, whom: str) -> list[str]:
    """What somebody's wallet and stacks hold, told to `me`."""
    have = await desk.cashier.wallet(community, whom)
    if whom == me:
        lines = [w("reply.wallet", amount=have)]
    else:
        lines = [w("reply.wallet_of", who=await desk.people.name(whom), amount=have)]
    if playing := await desk.cashier.at_tables(community, whom):
        lines.append(w("reply.wallet_stacks", amount=playing))
    return lines


async def overview(desk: Desk, community: str, me: str) -> Overview:
    """A person's tables with their private messages, their wallet, and the other tables."""
    w = await desk.people.words(me)
    here = desk.manager.in_community(community)
    mine = [table for table in here if table.state.seat_of(me) is not None]
    messages = [await desk.manager.display.private(table, me) for table in mine]
    lines = await _owned(desk, w, community, me, me)
    others = [table.kind.summary(w, table.state) for table in here if table not in mine]
    lines += ["", w("reply.tables_title"), *others] if others else []
    lines += [] if here else ["", w("panel.tables_none")]
    text = "\n".join(lines)
    rows = ((Button(w("button.help"), write("help", "")),),)
    counter = Message(text, w("reply.wallet_title"), rows=rows, language=w.language)
    return Overview(tuple(sorted(messages, key=lambda one: one.tone != "turn")), counter)


async def daily(desk: Desk, line: Line, values: Values) -> Reply | None:
    community, me = line.place.community, line.person.id
    added, have = await desk.cashier.daily(community, me)
    desk.manager.display.show_balance([ledger.wallet(community, me)])
    return await desk.say(line.person.id, "daily", amount=added, have=have)


async def give(desk: Desk, line: Line, values: Values) -> Reply | None:
    community, giver, amount = line.place.community, line.person.id, whole(values, "amount")
    taker = await desk.find(line, str(values["person"]))
    new = await desk.cashier.give(community, giver, taker, amount, line.id)
    desk.manager.display.show_balance(ledger.wallet(community, one) for one in (giver, taker))
    name = await desk.people.name(taker)
    facts: dict[str, Fact] = {"who": line.person.name, "to": name, "amount": amount}
    if new:
        desk.manager.display.announce(line.place.id, "reply.given", facts, line.id)
    left = await desk.cashier.wallet(community, giver)
    return await desk.say(giver, "gave", who=name, amount=amount, have=left)


async def grant(desk: Desk, line: Line, values: Values) -> Reply | None:
    if not line.host:
        raise Refused("not_host")
    community, amount = line.place.community, whole(values, "amount")
    taker = await desk.find(line, str(values["person"]))
    reason = str(values.get("reason", ""))
    new = await desk.cashier.grant(community, line.person.id, taker, amount, reason, line.id)
    desk.manager.display.show_balance([ledger.wallet(community, taker)])
    name = await desk.people.name(taker)
    facts: dict[str, Fact] = {
        "who": line.person.name,
        "to": name,
        "amount": amount,
        "reason": reason,
    }
    if new:
        desk.manager.display.announce(line.place.id, "reply.granted", facts, line.id)
    return None


async def top(desk: Desk, line: Line, values: Values) -> Reply | None:
    w = await desk.people.words(line.person.id)
    rows = [
        w("reply.top_row", n=place, who=await desk.people.name(person), amount=amount)
        for place, (person, amount) in enumerate(
            await desk.cashier.top(line.place.community, 10), 1
        )
    ]
    text = "\n".join(rows) or w("reply.top_empty")
    return Reply(Message(title=w("reply.top_title"), text=text, language=w.language))


async def record(desk: Desk, line: Line, values: Values) -> Reply | None:
    """What a person has played here, game by game."""
    me = line.person.id
    w = await desk.people.words(me)
    whom = await desk.find(line, str(values["person"])) if "person" in values else me
    played = await desk.cashier.played(line.place.community, whom)
    rows = [_played(w, one) for one in sorted(played, key=lambda one: one.game != GAME)]
    text = "\n".join(rows) or w("record.none")
    title = w("record.title", who=await desk.people.name(whom))
    return Reply(Message(title=title, text=text, language=w.language))


def _played(w: Words, one: Tally) -> str:
    net = one.back - one.staked
    best = hands.read(w, one.hand) if one.hand else ""
    if one.game == GAME:
        key = "record.ring_best" if best else "record.ring"
        return w(key, n=one.rounds, net=net, hand=best)
    game = w(f"bank.game.{one.game}")
    return w("record.bank", game=game, n=one.rounds, staked=one.staked, back=one.back, net=net,
             hand=best)  # fmt: skip


async def language(desk: Desk, line: Line, values: Values) -> Reply | None:
    await desk.people.choose(line.person.id, str(values["language"]))
    return await desk.say(line.person.id, "language")


async def reach(desk: Desk, line: Line, values: Values) -> Reply | None:
    """How a person wants to be reached: private messages or none, called when."""
    chosen = {name: str(values[name]) for name in ("calls",) if name in values}
    if "messages" in values:
        chosen["messages"] = "on" if values["messages"] else "off"
    me = line.person.id
    kept = await desk.people.wishes(me, chosen)
    w = await desk.people.words(me)
    text = "\n".join(
        [w(f"reply.reach_messages_{kept['messages']}"), w(f"reply.reach_calls_{kept['calls']}")]
    )
    return Reply(Message(text=text, language=w.language))
