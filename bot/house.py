"""Everything that runs behind one database, put together: the room, its tables, the doors to it."""

from __future__ import annotations

from bot.cardroom import CardRoom
from bot.cashier import Cashier
from bot.chat import Chat
from bot.clock import Clock
from bot.config import Settings
from bot.desk import Desk
from bot.history import History
from bot.manager import Manager
from bot.mind import Mind
from bot.order import Order
from bot.people import People
from bot.rulebook import Rulebook
from bot.table import Lot, secure_lot
from bot.terms import Terms
from bot.tournament.director import Director
from bot.tournament.herald import Herald
from bot.tournament.records import Records
from storage.db import Database


class CardHouse:
    """`chats` are the adapters by platform; fill it before `manager.restore`.

    Cards and seats come from `lot`; another one than the secure one is for simulations alone.
    """

    def __init__(
        self,
        db: Database,
        clock: Clock,
        settings: Settings,
        mind: Mind | None = None,
        lot: Lot = secure_lot,
    ) -> None:
        self.chats: dict[str, Chat] = {}
        people = People(db)
        order = Order(tables=settings.tables_per_channel, tab=settings.tab_allowed)
        rules = Rulebook(db, clock, order)
        terms = Terms(pauses=settings.pauses, language=settings.house_language)
        self.manager = Manager(
            db,
            clock,
            people,
            rules,
            self.chats,
            language=settings.house_language,
            pictures=settings.pictures,
            mind=mind,
            lot=lot,
        )
        herald = Herald(db, self.manager, rules, people, clock)
        self.director = Director(db, self.manager, herald, clock)
        cashier = Cashier(db, clock, settings.start_chips, settings.daily_floor)
        records, practice = Records(db, clock), settings.practice_table
        history = History(db)
        desk = Desk(self.manager, cashier, people, rules, records, history, terms, practice)
        self.room, self.adviser = CardRoom(desk), desk.adviser
