"""The host's commands: pause, resume, kick, close, settings; and a night on the tab."""

from __future__ import annotations

import re

import pytest

from bot.terms import SECOND
from games import holdem
from storage import ledger
from tests.bot.evening import (
    FRESH,
    all_in,
    begin,
    check_books,
    fold_out,
    on_turn,
    others,
    pass_round,
    seat_of,
    seated,
    settled,
    wallet,
)
from tests.house import HOME, House, open_house


def plain(text: str) -> str:
    return re.sub("[\u2068\u2069]", "", text)


def notices(house: House) -> list[str]:
    """The messages in the channel but for the tables themselves."""
    tables = house.manager.display.handles.values()
    return [plain(m.text) for handle, (_, m) in house.chat.public.items() if handle not in tables]


def table_message(house: House) -> str:
    [handle] = house.manager.display.handles.values()
    message = house.chat.public[handle or ""][1]
    return plain("\n".join([message.text, *message.log]))


# --- pause and resume ------------------------------------------------------------------------


async def test_a_pause_stops_the_clock_and_refuses_acts() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        await house.wait(40)
        await house.say("Ann", "/pause back in ten minutes")
        assert "Ann pauses the table: back in ten minutes" in table_message(house)
        assert house.seen(player).headline == "Paused"
        assert house.seen(player).clock is None
        before = settled(house.table)
        assert "paused" in await house.say(player, "/call")
        assert settled(house.table) == before
        await house.wait(600)
        assert on_turn(house) == player
        assert settled(house.table) == before


async def test_a_resumed_hand_goes_on_with_the_rest_of_its_clock() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player, round_ = on_turn(house), house.table.state.round
        await house.wait(40)
        await house.say("Ann", "/pause")
        await house.wait(7)
        assert "goes on" in await house.say("Ann", "/resume")
        assert house.table.state.round is round_
        assert on_turn(house) == player
        assert house.seen(player).clock == house.clock.now() + 5 * SECOND
        await house.say(player, "/call")
        assert on_turn(house) != player


async def test_a_pause_between_hands_deals_no_hand() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        await fold_out(house)
        await house.say("Ann", "/pause")
        await house.wait(3600)
        assert house.table.state.hand == 1
        await house.say("Ann", "/resume")
        await house.wait(0)
        assert house.table.state.hand == 2


async def test_a_pause_stops_the_streets_of_an_all_in() -> None:
    async with open_house(FRESH, PAUSES="on") as house:
        await begin(house, "Ann", "Bob")
        await all_in(house)
        await house.wait(2)
        await house.say("Ann", "/pause")
        await house.wait(100)
        state = house.table.state
        assert state.round is not None
        assert len(holdem.look(state.round, None).board) == 3
        await house.say("Ann", "/resume")
        await house.wait(4)
        assert not house.table.state.playing


async def test_pausing_twice_and_resuming_what_runs() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        assert "not paused" in await house.say("Ann", "/resume")
        await house.say("Ann", "/pause")
        assert "already" in await house.say("Ann", "/pause")


@pytest.mark.parametrize(
    "typed", ["/pause", "/resume", "/kick Ann", "/close", "/close now", "/settings pace fast"]
)
async def test_only_a_host_may(typed: str) -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        before = settled(house.table)
        assert "Only a host" in await house.say("Bob", typed)
        assert settled(house.table) == before


async def test_whoever_manages_the_place_is_a_host() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        await house.say("Eve", "/pause", host=True)
        assert house.table.state.paused


@pytest.mark.parametrize("typed", ["/pause", "/settings pace fast", "/kick Cat", "/close"])
async def test_a_host_of_two_tables_says_which(typed: str) -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open name:one")
        await house.say("Ann", "/open name:two")
        await house.say("Cat", "/sit table:two")
        asked = await house.say("Ann", typed)
        assert "Say which one" in asked
        one, two = (settled(table) for table in house.manager.tables.values())
        # It names them as they may be typed.
        assert "table:two" in asked
        await house.say("Ann", f"{typed} table:two")
        assert settled(house.manager.at(HOME.id)[0]) == one
        assert two not in [settled(table) for table in house.manager.tables.values()]


# --- kick ------------------------------------------------------------------------------------


async def test_a_kick_between_hands_is_at_once() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await fold_out(house)
        stack = seated(house, "Bob").stack
        assert "stands up" in await house.say("Ann", "/kick bob")
        assert seat_of(house, "Bob") is None
        assert await wallet(house, "Bob") == 900_000 + stack
        assert f"Bob is stood up by the host with {stack // 100:,}" in table_message(house)
        await check_books(house)


async def test_who_is_kicked_in_a_hand_plays_it_to_its_end() -> None:
    """A host who sits at the table must not win a pot by sending its rival away."""
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        await house.say("Ann", f"/kick {player}")
        assert on_turn(house) == player
        await house.say(player, "/call")
        assert on_turn(house) != player
        await fold_out(house)
        assert seat_of(house, player) is None
        await check_books(house)


async def test_close_now_by_a_host_in_the_hand_waits_for_its_end() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        assert "after this hand" in await house.say("Ann", "/close now")
        assert house.table.state.playing
        await fold_out(house)
        assert not house.manager.tables
        await check_books(house)


async def test_a_kick_of_nobody_changes_nothing() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        before = settled(house.table)
        for typed in ("/kick Zoe", "/kick", "/kick @everyone", "/kick " + "x" * 1900):
            answer = await house.say("Ann", typed)
            assert answer
            assert len(answer) < 200
        assert settled(house.table) == before


async def test_a_kick_of_a_name_that_two_have_asks_which() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        state = house.table.state
        for chair in state.chairs.values():
            if chair.name == "Cat":
                chair.name = "Bob"
        before = settled(house.table)
        assert "Several people" in await house.say("Ann", "/kick Bob")
        assert settled(house.table) == before


# --- close -----------------------------------------------------------------------------------


async def test_a_close_in_a_hand_waits_for_its_end() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        table = house.table
        assert "after this hand" in await house.say("Ann", "/close")
        assert "this is the last hand" in table_message(house)
        assert "closing" in await house.say("Dan", "/sit")
        await pass_round(house)
        assert table.state.closed
        assert not house.manager.tables
        purses = [await wallet(house, who) for who in ("Ann", "Bob", "Cat")]
        assert sum(purses) == 3_000_000
        await check_books(house)
        assert any(text.endswith("The table is closed") for text in notices(house))
        assert not house.chat.private


async def test_a_close_now_voids_the_hand_and_refunds_every_stake() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await house.say(on_turn(house), "/raise 500")
        await house.say(on_turn(house), "/call")
        assert await house.say("Zoe", "/close now", host=True) == "The table is closed."
        assert not house.manager.tables
        for who in ("Ann", "Bob", "Cat"):
            assert await wallet(house, who) == 1_000_000
        await check_books(house)
        assert "Hand #1 is void: the table was closed. Every stake goes back" in "\n".join(
            notices(house)
        )


async def test_a_close_between_hands_is_at_once() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        await house.say("Ann", "/sit")
        await house.say("Bob", "/sit")
        assert await house.say("Ann", "/close") == "The table is closed."
        assert not house.manager.tables
        assert await wallet(house, "Ann") == await wallet(house, "Bob") == 1_000_000
        assert "no table" in await house.say("Ann", "/sit")


async def test_a_closed_table_leaves_no_clock_behind() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        await house.say("Zoe", "/close now", host=True)
        await house.wait(2)
        assert house.clock.next_due() is None


async def test_a_number_is_given_again_once_its_table_is_closed() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        await house.say("Ann", "/open")
        await house.say("Ann", "/close #1")
        await house.say("Ann", "/open")
        assert [table.state.name for table in house.manager.at(HOME.id)] == ["2", "1"]


async def test_a_paused_hand_can_be_closed() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        await house.say("Ann", "/pause")
        await house.say("Ann", "/close")
        await fold_out(house)
        assert not house.manager.tables


# --- settings --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("blinds 50/100", "blinds: 50/100"),
        ("buyin 500-3000", "buyin: 500–3,000"),
        ("seats 9", "seats: 9"),
        ("pace all-day", "all-day"),
        ("friendly on", "friendly: on"),
        ("pauses on", "pauses: on"),
        ("ante each", "ante 2 each"),
        ("language ja", "language: ja"),
    ],
)
async def test_a_setting_is_changed_and_shown(typed: str, shown: str) -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        assert shown not in await house.say("Bob", "/settings")
        assert "next hand" in await house.say("Ann", f"/settings {typed}")
        assert shown in await house.say("Bob", "/settings")


@pytest.mark.parametrize(
    "typed",
    ["blinds 20/10", "blinds 0/0", "blinds x", "buyin 1-2", "buyin 2000-400", "seats 1",
     "seats 11", "seats x", "pace hasty", "friendly maybe", "ante some", "language de",
     "tab on", "host Bob", "blinds", "@everyone 1", "seats " + "9" * 1900],
)  # fmt: skip
async def test_a_bad_setting_is_refused(typed: str) -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        before = settled(house.table)
        answer = await house.say("Ann", f"/settings {typed}")
        assert answer
        assert "went wrong" not in answer
        assert settled(house.table) == before


async def test_nobody_is_set_outside_a_smaller_table() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        await house.say("Ann", "/sit 1000 seat:5")
        before = settled(house.table)
        assert "5 to 10" in await house.say("Ann", "/settings seats 4")
        assert settled(house.table) == before


async def test_new_blinds_hold_from_the_next_hand() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await house.say("Ann", "/settings blinds 50/100")
        state = house.table.state
        assert state.round is not None
        assert holdem.look(state.round, None).bet == 2000
        await fold_out(house)
        await house.wait(0)
        state = house.table.state
        assert state.round is not None
        assert holdem.look(state.round, None).bet == 10_000


async def test_a_big_blind_ante_follows_the_blinds() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open 10/20 ante:big-blind")
        await house.say("Ann", "/settings blinds 50/100")
        assert "big-blind ante 100" in await house.say("Ann", "/settings")


async def test_what_is_posted_follows_the_language_of_the_table() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        await house.say("Ann", "/settings language ja")
        await house.say("Ann", "/close")
        assert {message.language for _, message in house.chat.public.values()} == {"ja"}


# --- on the tab ------------------------------------------------------------------------------


async def test_a_tab_needs_the_houses_leave() -> None:
    async with open_house(FRESH, TAB_ALLOWED="off") as house:
        assert "not allowed" in await house.say("Ann", "/open 10/20 tab:on")
        assert not house.manager.tables


async def test_on_the_tab_nobody_needs_a_wallet_and_the_night_is_read_out() -> None:
    async with open_house(FRESH, START_CHIPS="1") as house:
        await begin(house, "Ann", "Bob", "Cat", table="10/20 6 tab:on")
        assert ("Blinds", "10/20 · on the tab") in house.chat.public["m1"][1].fields
        purses = {who: await wallet(house, who) for who in ("Ann", "Bob", "Cat")}
        player = on_turn(house)
        await house.say(player, "/raise 500")
        [one, two] = others(house, player)
        await fold_out(house)
        won = {who: seated(house, who).stack - 100_000 for who in (player, one, two)}
        await house.say("Ann", "/close")
        [said] = [text for text in notices(house) if "How the night ended" in text]
        assert f"{player}: in 1,000, out 1,030, net +30" in said
        assert {who: await wallet(house, who) for who in purses} == purses
        payments = re.findall(r"(\w+) pays (\w+) ([\d.,]+)", said)
        assert sorted(payments) == sorted(
            [
                (who, player, f"{-lost // 100}")
                for who, lost in won.items()
                if lost < 0
            ]
        )  # fmt: skip
        audit = await ledger.audit(house.db)
        assert audit.ok
        tabs = await ledger.balances(house.db, "tab:")
        assert sorted(tabs.values()) == sorted(won.values())


async def test_a_night_that_nobody_won_owes_nothing() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", table="10/20 6 tab:on")
        await house.say("Zoe", "/close now", host=True)
        [said] = [text for text in notices(house) if "How the night ended" in text]
        assert "Ann: in 1,000, out 1,000, net 0" in said
        assert "Nobody owes anybody anything" in said


async def test_the_tab_is_settled_when_the_table_opens() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open 10/20 tab:on")
        assert await house.say("Ann", "/settings tab off")
        assert house.table.state.terms.tab


async def test_a_buy_in_on_the_tab_has_its_limits_too() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open 1000000000000/1000000000000 tab:on")
        for table in house.manager.tables.values():
            answer = await house.say("Ann", "/sit")
            assert "went wrong" not in answer
            assert (table.state.seat_of("web:ann") is None) == ("You sit" not in answer)
