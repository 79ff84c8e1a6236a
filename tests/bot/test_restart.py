"""The dealer starts again: the same cards, the same player to act, a fresh clock, or a void."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.state import Command
from bot.terms import SECOND, Terms
from games import holdem
from storage import journal, ledger, rooms
from storage.db import Statement, open_database
from tests.bot.evening import (
    all_in,
    begin,
    check_books,
    fold_out,
    offered,
    on_turn,
    others,
    pass_round,
    seat_of,
    seated,
    wallet,
)
from tests.bot.later import TEN_MINUTES, all_rows, opened_later, tamper
from tests.clock import START
from tests.house import House, open_house
from tests.keeper import Keeper


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/croupier.db"


@pytest.fixture
def keeper() -> Keeper:
    return Keeper()


def views(house: House) -> list[holdem.View]:
    """The hand as the public and as each seat sees it: all the cards are in there."""
    state = house.table.state
    assert state.round is not None
    seats = [None, *holdem.seats(state.round)]
    return [holdem.look(state.round, seat) for seat in seats]


def table_message(keeper: Keeper, handle: str = "m1") -> str:
    message = keeper.public[handle][1]
    return "\n".join([message.text, *message.log])


async def test_a_hand_goes_on_where_it_was(url: str, keeper: Keeper) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await house.say(on_turn(house), "/raise 60")
        await house.say(on_turn(house), "/call")
        player, before = on_turn(house), views(house)
        await house.wait(40)
        state = house.table.state.to_json()
    posted = keeper.posted
    async with opened_later(url, keeper) as house:
        assert views(house) == before
        assert on_turn(house) == player
        assert house.seen(player).clock == START + TEN_MINUTES + 45 * SECOND
        assert keeper.posted == posted, "the old message is edited"
        assert "the hand goes on" in table_message(keeper)
        now = json.loads(house.table.state.to_json())
        for field in ("chairs", "books", "hand", "turn", "positions", "queue", "terms"):
            assert now[field] == json.loads(state)[field]
        await house.say(player, "/call")
        assert len(views(house)[0].board) == 3
        await fold_out(house)
        await check_books(house)


async def test_buttons_shown_before_still_act_once(url: str, keeper: Keeper) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        token = house.button(player, "Call")
    async with opened_later(url, keeper) as house:
        await house.press(player, token)
        assert on_turn(house) != player
        turn = house.table.state.turn
        await house.press(player, token)
        assert house.table.state.turn == turn


async def test_a_time_bank_that_was_running_is_given_back(url: str, keeper: Keeper) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        await house.wait(45 + 20)
    async with opened_later(url, keeper) as house:
        assert house.seen(player).clock == START + TEN_MINUTES + 45 * SECOND
        await house.wait(45)
        assert on_turn(house) == player
        await house.wait(45)
        assert on_turn(house) != player


async def test_an_all_in_runs_out_on_the_same_board(url: str, keeper: Keeper) -> None:
    async with open_house(url, chat=keeper, PAUSES="on") as house:
        await begin(house, "Ann", "Bob")
        await all_in(house)
        await house.wait(2)
        before = views(house)
        assert len(before[0].board) == 3
    async with opened_later(url, keeper, PAUSES="on") as house:
        assert views(house) == before
        await house.wait(4)
        assert not house.table.state.playing
        assert views(house)[0].board[:3] == before[0].board
        assert len(views(house)[0].board) == 5
        assert keeper.posted == 1
        await check_books(house)


async def test_in_the_pause_after_a_hand_the_next_one_comes(url: str, keeper: Keeper) -> None:
    async with open_house(url, chat=keeper, PAUSES="on") as house:
        await begin(house, "Ann", "Bob")
        await pass_round(house)
        before = views(house)
        stacks = {who: seated(house, who).stack for who in ("Ann", "Bob")}
    async with opened_later(url, keeper, PAUSES="on") as house:
        assert views(house) == before
        assert {who: seated(house, who).stack for who in stacks} == stacks
        if min(stacks.values()) > 0:
            await house.wait(7)
            assert house.table.state.hand == 2
        await check_books(house)


async def test_a_paused_hand_stays_paused(url: str, keeper: Keeper) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player, before = on_turn(house), views(house)
        await house.say("Ann", "/pause")
    async with opened_later(url, keeper) as house:
        assert house.table.state.paused
        await house.wait(1000)
        assert views(house) == before
        assert "paused" in await house.say(player, "/call")
        await house.say("Ann", "/resume")
        assert on_turn(house) == player
        assert house.seen(player).clock == house.clock.now() + 45 * SECOND


async def test_a_wait_list_and_its_offer_are_kept(url: str, keeper: Keeper) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", table="10/20 2")
        await house.say("Cat", "/wait")
        await house.say("Dan", "/wait")
        await fold_out(house)
        await house.say("Bob", "/leave")
        await house.wait(50)
    async with opened_later(url, keeper) as house:
        assert [name for _, name in house.table.state.queue] == ["Cat", "Dan"]
        assert "full" in await house.say("Dan", "/sit")
        await house.wait(59)
        assert offered(house) == ["Cat"]
        assert "You sit" in await house.say("Cat", "/sit")


async def test_plans_top_ups_and_absences_are_kept(url: str, keeper: Keeper) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat", "Dan")
        first = on_turn(house)
        [one, two, three] = others(house, first)
        await house.say(one, "/topup 200")
        await house.click(two, "Check / fold")
        await house.say(three, "/away")
    async with opened_later(url, keeper) as house:
        assert seated(house, one).pending == 20_000
        assert seated(house, two).plan is not None
        assert seated(house, three).away
        due = house.table.state.timers[f"absent:{seat_of(house, three)}"].due
        assert due == START + TEN_MINUTES + 900 * SECOND
        await check_books(house)


async def test_several_tables_and_a_press_answered_before(url: str, keeper: Keeper) -> None:
    async with open_house(url, chat=keeper) as house:
        for name in ("one", "two", "three"):
            await house.say("Ann", f"/open name:{name}")
            await house.wait(1)
        await house.say("Ann", "/sit 500 table:two", press="p1")
        await house.say("Ann", "/topup 100 table:two", press="p2")
        await house.say("Ann", "/close table:three")
    async with opened_later(url, keeper) as house:
        tables = list(house.manager.tables.values())
        assert [table.state.name for table in tables] == ["one", "two"]
        again = await house.say("Ann", "/topup 100 table:two", press="p2")
        assert again == "You topped up by 100."
        assert seated(house, "Ann", tables[1]).stack == 60_000
    notices = [m.text for _, m in keeper.public.values() if m.text == "The table is closed"]
    assert keeper.posted == 3 + len(notices)


async def test_an_old_message_that_is_gone_is_posted_again(url: str, keeper: Keeper) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob")
    keeper.public.clear()
    async with opened_later(url, keeper) as house:
        assert list(keeper.public) == ["m2"]
        await house.say(on_turn(house), "/call")
    async with opened_later(url, keeper):
        assert list(keeper.public) == ["m2"], "the new one is edited from then on"


async def test_a_notice_is_not_posted_again(url: str, keeper: Keeper) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob")
        await house.say("Zoe", "/close now", host=True)
        await house.wait(2)
        posted = keeper.posted
    async with opened_later(url, keeper):
        assert keeper.posted == posted


async def test_a_notice_cut_off_by_a_crash_is_posted_after_all(url: str, keeper: Keeper) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob")
        table = house.table
        db = house.db
        body = json.dumps([["closed", -1, "", 0, [], "", -1]])
        row = journal.Due(table.state.id, "", "notice 99", 99, body)
        await db.commit([Statement(journal.MARK, tuple(row))])
    async with opened_later(url, keeper) as house:
        await house.wait(2)
        texts = [message.text for _, message in keeper.public.values()]
        assert "The table is closed" in texts
        assert not [due for due in await journal.dues(house.db) if due.body]


async def test_a_room_without_a_first_row_is_closed_quietly(url: str, keeper: Keeper) -> None:
    db = await open_database(url)
    room = rooms.Room("r1", "web:home", "web:lobby", "holdem", "web:ann", 1, "1", "{}", START)
    await db.commit(rooms.open_room(room))
    await db.close()
    async with opened_later(url, keeper) as house:
        assert not house.manager.tables
        assert not keeper.public
        assert "is open" in await house.say("Ann", "/open")
        assert house.table.state.name == "1"


# --- a hand that cannot be trusted -----------------------------------------------------------


@pytest.mark.parametrize("events", [None, "[]", "not even JSON", '[["fold",1,"Ann",0,[],"",-1]]'])
async def test_a_hand_that_replays_otherwise_is_void_and_refunded(
    url: str, keeper: Keeper, events: str | None
) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await house.say(on_turn(house), "/call")
        await house.say(on_turn(house), "/raise 500")
    await tamper(url, "act", events, "call")
    async with opened_later(url, keeper) as house:
        assert not house.table.state.playing
        assert {seated(house, who).stack for who in ("Ann", "Bob", "Cat")} == {100_000}
        notice = keeper.public["m2"][1].text
        assert notice.startswith("Hand #1 is void")
        assert "Every stake goes back" in notice
        await check_books(house)
        await house.wait(0)
        assert house.table.state.hand == 2, "the game goes on"
        await fold_out(house)
        await check_books(house)


async def test_a_deal_from_another_seed_is_void(url: str, keeper: Keeper) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob")
        await house.say(on_turn(house), "/call")
    db = await open_database(url)
    for row in await all_rows(db):
        command = json.loads(row.command)
        if "seed" in command:
            command["seed"] = "00" * 32
            sql = "UPDATE journal SET command = ? WHERE seq = ?"
            await db.commit([Statement(sql, (json.dumps(command), row.seq))])
    await db.close()
    async with opened_later(url, keeper) as house:
        assert "void" in keeper.public["m2"][1].text
        assert {seated(house, who).stack for who in ("Ann", "Bob")} == {100_000}
        await check_books(house)


async def test_comings_and_goings_survive_a_void(url: str, keeper: Keeper) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        first = on_turn(house)
        [second, third] = others(house, first)
        await house.say(first, "/call")
        await house.say("Dan", "/sit 700")
        await house.say(second, "/topup 100")
        await house.say(third, "/leave")
    await tamper(url, "act", "[]")
    async with opened_later(url, keeper) as house:
        assert seated(house, "Dan").stack == 70_000
        assert seated(house, second).stack == 110_000
        at_table = seated(house, third).stack if seat_of(house, third) else 0
        assert at_table + await wallet(house, third) == 1_000_000
        await check_books(house)
        await house.say("Zoe", "/close now", host=True)
        assert (await ledger.audit(house.db)).ok
        for who in (first, second, third, "Dan"):
            assert await wallet(house, who) == 1_000_000


async def test_on_the_tab_a_void_leaves_the_night_even(url: str, keeper: Keeper) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat", table="10/20 6 tab:on")
        first = on_turn(house)
        await house.say(first, "/call")
        await house.say(others(house, first)[0], "/leave")
    await tamper(url, "act", "[]")
    async with opened_later(url, keeper) as house:
        await check_books(house)
        await house.say("Zoe", "/close now", host=True)
        texts = "\n".join(message.text for _, message in keeper.public.values())
        assert "Nobody owes anybody anything" in texts
        assert not any((await ledger.balances(house.db, "tab:")).values())


async def test_a_voided_hand_gives_the_button_back(url: str, keeper: Keeper) -> None:
    async with open_house(url, chat=keeper) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await fold_out(house)
        positions = house.table.state.positions
        await house.wait(0)
        await house.say(on_turn(house), "/call")
    await tamper(url, "act", "[]")
    async with opened_later(url, keeper) as house:
        assert house.table.state.positions == positions
        assert keeper.public["m2"][1].text.startswith("Hand #2 is void")


def test_every_field_of_a_table_survives_as_json() -> None:
    terms = Terms(ante=200, ante_kind="each", friendly=True, tab=True, language="ja")
    command = Command("settings", "web:ann", "Ann", 5, 3, "a word", 1, 2, "p", 9, True, "ff", terms)
    assert Command.from_json(command.to_json()) == command
    assert Command.from_json(Command("open").to_json()) == Command("open")
