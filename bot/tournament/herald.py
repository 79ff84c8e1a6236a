"""Announces the next tournament of a series once one is over: exactly once, whenever the dealer
may have died meanwhile.

What is opened is known by the one before it: the id of the next one follows from that.
"""

from __future__ import annotations

from itertools import count

from bot.chat import Person, Place
from bot.clock import Clock
from bot.manager import Manager, opened_by
from bot.order import Order
from bot.people import People
from bot.rulebook import Rulebook
from bot.state import Command
from bot.table import Table
from bot.tournament import series
from bot.tournament.plan import Plan, free_name
from bot.tournament.state import State
from games.play import Refused
from storage import journal, ledger, rooms
from storage.db import Database

PASSING = ("busy", "failed", "repeated", "wallet_short")
"""Refusals that say nothing of the next time it is tried."""


class Herald:
    """Remembers nothing: what is to be announced is what the lobbies say."""

    def __init__(
        self, db: Database, manager: Manager, rules: Rulebook, people: People, clock: Clock
    ) -> None:
        self._db = db
        self._manager = manager
        self._rules = rules
        self._people = people
        self._clock = clock

    async def announce(self, lobby: Table[State]) -> int:
        """Open what comes after a tournament that is over, or end its series, and tell its lobby.

        Gives until when (ms since 1970) that must wait, 0 where it is done. Raises Refused where it
        may go another time, and whatever the store raises.
        """
        state = lobby.state
        press, opened = await self._found(state)
        if opened is None:
            order = await self._rules.fresh(state.community)
            if rest := order.rest(self._clock.now()):
                return rest.until
            try:
                opened = await self._open(state, press, order)
            except Refused as refused:
                if refused.reason in PASSING:
                    raise
                why = series.ENDS.get(refused.reason, "plan")
                await lobby.ask(Command("end", word=why))
                return 0
        start = Plan.from_json(opened.config).start
        await lobby.ask(Command("go_on", word=opened.id, amount=start))
        return 0

    async def _found(self, state: State) -> tuple[str, rooms.Room | None]:
        """(what opens the next one, that one if it is open already).

        One that was entered in the rooms and of which nobody has seen anything, because the dealer
        died or a wallet was short, never was.
        """
        for number in count(1):
            press = f"after {state.id} {number}"
            room = await rooms.room(self._db, opened_by(press))
            seen = room is not None and await journal.last_seq(self._db, room.id)
            if room is None or seen or room.closed_at is None:
                return press, room if seen else None
        raise AssertionError("there is no end of numbers")

    async def _open(self, state: State, press: str, order: Order) -> rooms.Room:
        """Open it where the present one stands. Raises Refused, and whatever the store raises."""
        held = await ledger.balance(self._db, state.wallet(state.host))
        place = self._place(state)
        plan = series.following(state, order, self._clock.now(), place, held)
        assert plan.series is not None
        others = (table for table in self._manager.at(place.id) if table.kind.lobby)
        taken = [table.state.name for table in others if table.state.id != state.id]
        title = free_name(plan.series.name, taken)
        host = Person(state.host, await self._people.name(state.host))
        table = await self._manager.open(
            place, host, plan, title, press, "tournament", instead=state.id
        )
        room = await rooms.room(self._db, table.state.id)
        assert room is not None
        return room

    def _place(self, state: State) -> Place:
        whole = self._manager.whole(state.place)
        return Place(state.place, state.community, within=whole if whole != state.place else "")
