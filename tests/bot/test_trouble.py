"""The database fails, timers fail: nothing is done twice, nothing freezes, nothing loops."""

from __future__ import annotations

from bot.table import RETRY
from storage.db import Conflict, Mistake, Unreachable
from tests.bot.evening import (
    begin,
    check_books,
    fold_out,
    on_turn,
    others,
    seated,
    wallet,
)
from tests.bot.shaky import (
    FIRST_CHIPS,
    RETRY_SECONDS,
    TROUBLE,
    WRONG,
    Mute,
    an_hour,
    may_act,
    shaky_house,
    texts,
)

# --- a commit that was kept although the connection was lost ---------------------------------


async def test_an_act_kept_after_all_is_shown_within_the_retry(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        following = others(house)[others(house).index(player) - 2]
        db.lose("act")
        await house.press(player, house.button(player, "Call"))
        await house.wait(RETRY_SECONDS)
        assert on_turn(house) == following
        assert may_act(house, following)
        assert not may_act(house, player)
        await house.wait(45 - 2 * RETRY_SECONDS)
        assert may_act(house, following), "the next player's clock runs from when they were shown"
        await fold_out(house)
        await check_books(house)


async def test_a_button_pressed_again_after_a_lost_connection_acts_once(
    url: str, keeper: Mute
) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        token = house.button(player, "Call")
        db.lose("act")
        await house.press(player, token, "p1")
        await house.press(player, token, "p1")
        now = on_turn(house)
        assert now != player
        assert may_act(house, now)
        seq = house.table.seq
        await house.press(player, token, "p1")
        await house.press(player, token, "p2")
        assert (on_turn(house), house.table.seq) == (now, seq)


async def test_a_line_repeated_after_a_lost_connection_acts_once(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob")
        await house.say(on_turn(house), "/call")
        big_blind = on_turn(house)
        db.lose("act")
        assert WRONG in await house.say(big_blind, "/check", press="again")
        assert await house.say(big_blind, "/check", press="again") == ""
        assert on_turn(house) == big_blind, "first to act on the flop, who has not acted there"
        assert may_act(house, big_blind)


async def test_chips_of_a_sit_kept_after_all_are_paid_once(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await house.say("Ann", "/open 10/20 6")
        db.lose("sit")
        assert WRONG in await house.say("Ann", "/sit 1000", press="s")
        assert "You sit in seat" in await house.say("Ann", "/sit 1000", press="s")
        assert await wallet(house, "Ann") == FIRST_CHIPS - 100_000
        assert seated(house, "Ann").stack == 100_000
        await check_books(house)


# --- timers that fail or are lost ------------------------------------------------------------


async def test_a_failing_timer_between_hands_pauses_the_table_once(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob")
        await fold_out(house)
        await house.say("Bob", "/away")
        held = {who: seated(house, who).stack for who in ("Ann", "Bob")}
        db.refuse("timer absent", Mistake("a bug"), 1000)
        seq = house.table.seq
        await an_hour(house)
        assert house.table.seq == seq + 1
        assert texts(keeper).count(TROUBLE) == 2, "on the table and aloud"
        assert "is void" not in texts(keeper)
        assert {who: seated(house, who).stack for who in held} == held
        await check_books(house)
        await house.say("Bob", "/back")
        await house.say("Ann", "/resume")
        await house.wait(0)
        assert house.table.state.hand == 2


async def test_a_failing_clock_voids_the_hand_and_waits_for_the_host(
    url: str, keeper: Mute
) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob", "Cat")
        await house.say(on_turn(house), "/raise 500")
        db.refuse("timer turn", Mistake("a bug"), 1000)
        seq = house.table.seq
        await an_hour(house)
        assert house.table.seq == seq + 1
        assert "Hand #1 is void" in texts(keeper)
        assert TROUBLE in texts(keeper)
        assert {seated(house, who).stack for who in ("Ann", "Bob", "Cat")} == {100_000}
        await check_books(house)
        await house.say("Ann", "/resume")
        await house.wait(0)
        assert house.table.state.hand == 2


async def test_a_failing_deal_is_not_tried_for_ever(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob")
        await fold_out(house)
        db.refuse("timer next", Mistake("a bug"), 1000)
        seq = house.table.seq
        await an_hour(house)
        assert house.table.seq == seq + 1
        assert TROUBLE in texts(keeper)
        assert "is void" not in texts(keeper)


async def test_a_clock_goes_on_when_the_database_is_back(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        db.away = True
        await house.wait(120)
        db.away = False
        assert on_turn(house) == player
        await house.wait(RETRY_SECONDS)
        clock = house.seen(player).clock
        assert clock is not None
        assert clock > house.clock.now()
        await house.wait((clock - house.clock.now()) / 1000)
        assert on_turn(house) != player


async def test_a_timer_that_lost_every_race_is_tried_again(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        db.refuse("timer turn", Conflict("lost a race"), 5)
        await house.wait(45 + RETRY_SECONDS)
        clock = house.seen(player).clock
        assert clock is not None
        assert clock > house.clock.now()
        await house.wait((clock - house.clock.now()) / 1000)
        assert on_turn(house) != player


async def test_a_void_that_could_not_be_stored_is_made_up_for(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob", "Cat")
        db.refuse("timer turn", Mistake("a bug"), 1000)
        db.refuse("void", Unreachable("away"), 3)
        await house.wait(45 + 4 * RETRY_SECONDS)
        assert not house.table.state.playing
        assert "Hand #1 is void" in texts(keeper)
        assert TROUBLE in texts(keeper)
        await check_books(house)


async def test_a_lost_row_of_a_timer_is_shown_and_not_done_twice(url: str, keeper: Mute) -> None:
    async with shaky_house(url, keeper) as (house, db):
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        db.lose("timer turn")
        await house.wait(45 + RETRY_SECONDS)
        clock = house.seen(player).clock
        assert clock == house.clock.now() + 45_000 - RETRY
        assert on_turn(house) == player
