"""Many things at once: opening, refills, kicks, floods; and messages that fail."""

from __future__ import annotations

import asyncio

import pytest

from bot.chat import Line
from bot.state import Command
from games import seating
from games.play import Refused
from storage import ledger
from storage.db import Unreachable
from tests.bot.evening import (
    begin,
    check_books,
    fold_out,
    on_turn,
    seat_of,
    seated,
)
from tests.bot.later import opened_later
from tests.bot.shaky import (
    WRONG,
    Mute,
    Shaky,
    shaky_house,
)
from tests.house import HOME, House, open_house, person, text_of
from tests.keeper import Keeper

# --- opening ---------------------------------------------------------------------------------


async def test_an_open_sent_again_opens_one_table(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        first = await house.say("Ann", "/open", press="o")
        assert "is open" in first
        assert await house.say("Ann", "/open", press="o") == first
        assert len(house.manager.tables) == keeper.posted == 1
        assert "is open" in await house.say("Bob", "/open", press="o"), "an id is one's own"
        assert len(house.manager.tables) == 2


@pytest.mark.parametrize("row", ["room", "open"])
@pytest.mark.parametrize("kept", [False, True])
async def test_an_open_sent_again_after_trouble_opens_its_table(
    url: str, keeper: Mute, row: str, kept: bool
) -> None:
    async with shaky_house(url, keeper) as (house, db):
        if kept:
            db.lose(row)
        else:
            db.refuse(row, Unreachable("away"))
        assert WRONG in await house.say("Ann", "/open", press="o")
        assert "is open" in await house.say("Ann", "/open", press="o")
        assert len(house.manager.tables) == keeper.posted == 1
        assert keeper.public["m1"][1].rows
        await house.say("Ann", "/sit 1000")
        await check_books(house)
    async with opened_later(url, keeper) as house:
        assert seated(house, "Ann").stack == 100_000


async def test_a_channel_holds_its_limit_however_many_open_at_once(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        people = [person(f"P{number}") for number in range(14)]
        lines = [Line(f"o{who.id}", who, HOME, "open", "") for who in people]
        answers = await asyncio.gather(*(house.room.line(line) for line in lines))
        await house.settle()
        said = [text_of(answer) for answer in answers]
        assert sum("is open" in text for text in said) == 4
        assert sum("There are 4 tables here" in text for text in said) == 10
        assert len(house.manager.tables) == keeper.posted == 4


# --- seats, blinds, refills ------------------------------------------------------------------


async def test_back_post_says_post_however_often(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await house.say("Dan", "/sit")
        await house.say("Dan", "/away")
        await house.click("Dan", "Post")
        for _ in range(2):
            assert "You post 20" in await house.say("Dan", "/back post")
            assert seated(house, "Dan").posts
            assert not seated(house, "Dan").away
        for _ in range(2):
            assert "wait for the big blind" in await house.say("Dan", "/back wait")
            assert not seated(house, "Dan").posts


@pytest.mark.parametrize(
    "meanwhile_do", [["/leave"], ["/topup 100"], ["/open 10/20 6", "/sit 1000 table:2"]]
)
async def test_a_refill_counts_wallet_and_tables_at_one_moment(
    url: str, keeper: Mute, meanwhile_do: list[str]
) -> None:
    at, loads = 0, 1
    while at < loads:
        here = url.replace("croupier", f"croupier{at}")
        async with shaky_house(here, Keeper(), START_CHIPS="2000", DAILY_FLOOR="2000") as (
            house,
            db,
        ):
            await house.say("Ann", "/open 10/20 6")
            await house.say("Ann", "/sit 1000")
            loads, answer = await refill_meanwhile(house, db, at, meanwhile_do)
            assert "holds 2,000" in answer, f"before load {at}"
            [minted] = (await ledger.balances(house.db, "mint")).values()
            assert minted == -200_000
            await check_books(house)
        at += 1
    assert at > 2


async def refill_meanwhile(
    house: House, db: Shaky, at: int, meanwhile_do: list[str]
) -> tuple[int, str]:
    """Ann's refill while just before its `at`-th look into the database she does other things.

    Gives how often it looked, and its answer.
    """
    loads = 0

    async def meanwhile() -> None:
        nonlocal loads
        loads += 1
        if loads == at + 1:
            db.before_load = None
            for typed in meanwhile_do:
                assert await house.say("Ann", typed)
            db.before_load = meanwhile

    db.before_load = meanwhile
    reply = await house.room.line(Line("refill", person("Ann"), HOME, "daily", ""))
    db.before_load = None
    return loads, text_of(reply)


@pytest.mark.parametrize(("size", "before"), [(4, (4, 5, 6)), (5, (5, 6, 7)), (2, (7, 9, 10))])
def test_a_shrunk_table_keeps_the_big_blind_moving_on(
    size: int, before: tuple[int, int, int]
) -> None:
    chairs = [seating.Chair(seat) for seat in range(1, size + 1)]
    placement = seating.advance(seating.Positions(*before), chairs, seating.MOST)
    assert placement is not None
    assert placement.big == placement.positions.big_blind == 1


async def test_the_big_blind_moves_on_after_seats_were_taken_away(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        assert "seat 6" in await house.say("Dan", "/sit 1000 6")
        await fold_out(house)
        while big_blind(house) != 6:
            assert house.table.state.hand < 9
            await house.wait(0)
            await fold_out(house)
        await house.say("Dan", "/leave")
        assert "new settings" in await house.say("Ann", "/settings seats 4")
        await house.wait(0)
        assert house.table.state.playing
        assert big_blind(house) == seat_of(house, "Ann") == 1


def big_blind(house: House) -> int:
    positions = house.table.state.positions
    assert positions is not None
    return positions.big_blind


# --- messages --------------------------------------------------------------------------------


async def test_a_table_is_shown_again_where_the_old_message_stays(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob")
        keeper.failing = {"delete"}
        await house.say("Ann", "/table")
        assert list(keeper.public) == ["m1", "m2"]
        assert keeper.public["m2"][1].rows
        player = on_turn(house)
        await house.insist(player, "/fold")
        assert f"{player}\u2069 folds" in "\n".join(keeper.public["m2"][1].log)
        keeper.failing = set()
        await house.wait(60)
        assert list(keeper.public) == ["m2"]


# --- many at once ----------------------------------------------------------------------------


async def test_a_kick_means_the_person_and_not_who_sits_there_now(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await fold_out(house)
        await house.say("Dan", "/wallet")
        seat = seat_of(house, "Bob")
        assert seat is not None
        ask = house.table.ask
        left, sat, kicked = await asyncio.gather(
            ask(Command("leave", person("Bob").id, "Bob")),
            ask(Command("sit", person("Dan").id, "Dan", amount=50_000, seat=seat)),
            ask(Command("kick", person("Ann").id, "Ann", word=person("Bob").id)),
            return_exceptions=True,
        )
        assert left is not None
        assert sat is not None
        assert isinstance(kicked, Refused)
        assert (kicked.reason, kicked.facts) == ("not_sitting", {})
        assert seat_of(house, "Dan") == seat
        await check_books(house)


async def test_a_flood_of_one_person_keeps_nobody_else_out(url: str, keeper: Mute) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        ask = house.table.ask
        flood = [ask(Command("topup", person("Ann").id, "Ann", amount=100)) for _ in range(200)]
        *answers, bobs = await asyncio.gather(
            *flood, ask(Command("away", person("Bob").id, "Bob")), return_exceptions=True
        )
        busy = [one for one in answers if isinstance(one, Refused) and one.reason == "busy"]
        assert len(busy) > 100
        assert bobs == ("away", {})
        assert seated(house, "Bob").away
