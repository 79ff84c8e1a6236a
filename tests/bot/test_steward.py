"""Order in a whole card room: rules changed and kept, bans, quiet hours, idle tables, hosts."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from bot.chat import Line, Place
from storage import journal, order
from tests.bot.bank.felt import bet_and_deal, choose_all
from tests.bot.bank.felt import check_books as check_house_books
from tests.bot.evening import (
    FRESH,
    begin,
    check_books,
    fold_out,
    on_turn,
    others,
    pass_round,
    seat_of,
    settled,
    wallet,
)
from tests.clock import DrivenClock
from tests.house import HOME, House, open_house, person
from tests.keeper import Keeper

ATTIC = Place("web:attic", "web:home", "#attic")


def plain(text: str) -> str:
    return re.sub("[\u2068\u2069]", "", text)


async def manage(house: House, typed: str, place: Place = HOME) -> str:
    """What a manager types, and the answer."""
    return plain(await house.say("Mia", typed, host=True, place=place))


def log(house: House) -> str:
    [handle] = house.manager.display.handles.values()
    message = house.chat.public[handle or ""][1]
    return plain("\n".join([message.headline, *message.log]))


# --- rules -----------------------------------------------------------------------------------


async def test_the_rules_are_read_by_all_and_changed_by_managers() -> None:
    async with open_house(FRESH, TABLES_PER_CHANNEL="3", TAB_ALLOWED="off") as house:
        shown = await house.say("Ann", "/order")
        for part in ("everyone may open", "at most 3 tables in a channel", "not allowed", "12 h"):
            assert part in shown
        refused = await house.say("Ann", "/order tables:9")
        assert "Only managers" in refused
        assert "Only managers" in await house.say("Ann", "/order log")
        assert await house.say("Ann", "/order") == shown
        answer = await manage(house, "/order tables:2 most:5 tab:on opening:managers idle:off")
        for part in ("at most 2 tables in a channel", "at most 5 tables in all", "are allowed",
                     "only managers", "stays open"):  # fmt: skip
            assert part in answer
        assert plain(await house.say("Ann", "/order")) == answer
        assert "Only managers may open" in await house.say("Ann", "/open")
        assert not house.manager.tables
        assert "is open" in await manage(house, "/open 10/20 tab:on")


@pytest.mark.parametrize(
    "typed",
    ["quiet:7", "quiet:7-7", "zone:Atlantis", "idle:3min", "tables:0", "tables:-1", "most:x",
     "threads:always", "opening:roles", "opening:nobody", "role:Dealers", "tab:perhaps",
     "channels:there", "xyz", "log tables:3", "tables:2 zone:Nowhere", "idle:" + "9" * 1900],
)  # fmt: skip
async def test_nonsense_changes_nothing(typed: str) -> None:
    async with open_house(FRESH) as house:
        before = await manage(house, "/order")
        answer = await manage(house, f"/order {typed}")
        assert answer
        assert answer != before
        assert "went wrong" not in answer
        assert await manage(house, "/order") == before
        assert "Nothing has been changed" in await manage(house, "/order log")


async def test_every_change_is_in_the_log_once() -> None:
    async with open_house(FRESH) as house:
        await house.say("Cat", "/wallet")
        await manage(house, "/order tables:2 quiet:23-7 zone:asia/tokyo")
        await manage(house, "/order tables:2")
        await manage(house, "/order channels:not-here", ATTIC)
        await manage(house, "/order channels:everywhere quiet:off", ATTIC)
        await manage(house, "/ban Cat loud")
        await manage(house, "/unban Cat")
        told = (await manage(house, "/order log")).split("\n")
        assert [re.sub(r"^.* UTC · ", "", line) for line in told] == [
            "Mia: Cat is banned no more",
            "Mia: Cat is banned: loud",
            "Mia: quiet hours: off; no channel is closed to tables any more",
            "Mia: no tables in #attic",
            "Mia: quiet hours: 23:00–07:00; at most 2 tables in a channel; time zone: Asia/Tokyo",
        ]
        rows = await journal.rows_after(house.db, HOME.community, 0)
        assert sum('"verb": "order"' in row.command for row in rows) == 5


async def test_a_change_delivered_twice_is_made_once() -> None:
    async with open_house(FRESH) as house:
        for _ in range(2):
            line = Line("same", person("Mia"), HOME, "order", "tables:2", host=True)
            assert await house.room.line(line)
        await manage(house, "/order tables:3")
        reply = await house.room.line(line)
        assert reply
        assert reply.message
        assert "at most 3 tables" in plain(reply.message.text)
        assert len(await order.rulings(house.db, HOME.community, 10)) == 2


async def test_two_changes_at_the_same_instant_are_both_kept() -> None:
    async with open_house(FRESH) as house:
        await asyncio.gather(
            *(manage(house, f"/order {change}") for change in ("tables:2", "most:7", "tab:off"))
        )
        shown = await manage(house, "/order")
        for part in ("at most 2 tables in a channel", "at most 7 tables in all", "not allowed"):
            assert part in shown
        rules = await order.rules(house.db, HOME.community)
        assert rules == {"tables": "2", "most": "7", "tab": "false"}


async def test_a_restart_keeps_the_order(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with open_house(url) as house:
        await house.say("Cat", "/wallet")
        await manage(house, "/order tables:1 most:9 quiet:23-7 zone:Europe/Berlin idle:2h")
        await manage(house, "/ban Cat")
        shown = await manage(house, "/order")
    async with open_house(url) as house:
        assert await manage(house, "/order") == shown
        assert "banned" in await house.say("Cat", "/open")
        assert "Cat · since" in await manage(house, "/order bans")


async def test_one_community_knows_nothing_of_the_order_of_another() -> None:
    other = Place("web:lobby2", "web:other", "#lobby")
    async with open_house(FRESH) as house:
        await house.say("Cat", "/wallet")
        await manage(house, "/order opening:managers")
        await manage(house, "/ban Cat")
        assert "is open" in await house.say("Cat", "/open", place=other)


# --- how many --------------------------------------------------------------------------------


async def test_of_two_at_the_same_instant_one_gets_the_last_table() -> None:
    async with open_house(FRESH) as house:
        await manage(house, "/order tables:2 most:3")
        assert "is open" in await house.say("Ann", "/open")
        answers = await asyncio.gather(*(house.say(who, "/open") for who in ("Bob", "Cat", "Dan")))
        assert sorted("is open" in answer for answer in answers) == [False, False, True]
        assert len(house.manager.at(HOME.id)) == 2
        answers = await asyncio.gather(
            *(house.say(who, "/open", place=ATTIC) for who in ("Eve", "Fay"))
        )
        assert sorted("3 tables open in all" in answer for answer in answers) == [False, True]
        assert len(house.manager.tables) == 3


async def test_the_house_lays_no_table_where_none_may_be() -> None:
    for typed in ("channels:not-here", "quiet:7-9"):
        async with open_house(FRESH, PRACTICE_TABLE="on") as house:
            await manage(house, f"/order {typed}")
            await house.room.greet(person("Ann"), HOME)
            assert not house.manager.tables
            await manage(house, "/order channels:everywhere quiet:off")
            await house.room.greet(person("Ann"), HOME)
            assert len(house.manager.tables) == 1


# --- bans ------------------------------------------------------------------------------------


async def test_who_is_banned_in_mid_hand_plays_it_out_and_goes_with_their_chips() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        who = on_turn(house)
        assert f"{who} is banned" in await manage(house, f"/ban {who} said so")
        assert on_turn(house) == who
        await house.say(who, "/call")
        assert on_turn(house) != who
        await pass_round(house)
        assert seat_of(house, who) is None
        assert not house.table.state.closed
        everything = [await wallet(house, one) for one in ("Ann", "Bob", "Cat")]
        assert (await wallet(house, who)) > 900_000
        stacks = sum(chair.stack for chair in house.table.state.chairs.values())
        assert sum(everything) + stacks == 3_000_000
        for typed in ("/sit", "/open", "/wait", "/computer add bold"):
            assert "You are banned" in await house.say(who, typed), typed
        await check_books(house)


async def test_who_is_banned_loses_the_table_they_host() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await manage(house, "/ban Ann")
        assert house.table.state.host == person("Bob").id
        assert "Bob is the host of this table now" in log(house)
        assert "Only a host" in await house.say("Ann", "/pause")
        assert "paused" in await house.say("Bob", "/pause")


async def test_who_opens_tables_and_never_sits_can_be_banned() -> None:
    async with open_house(FRESH) as house:
        await house.say("Eve", "/open")
        assert "Eve is banned" in await manage(house, "/ban Eve")
        assert "You are banned" in await house.say("Eve", "/open")
        assert "Only a host" in await house.say("Eve", "/close")


async def test_who_waits_for_a_seat_and_is_banned_waits_no_more() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", table="10/20 2")
        await house.say("Cat", "/wait")
        await manage(house, "/ban Cat")
        assert not house.table.state.queue


async def test_a_ban_at_a_house_table() -> None:
    async with open_house(FRESH) as house:
        await bet_and_deal(house, {"Ann": "10", "Bob": "10"}, "paigow")
        await manage(house, "/ban Bob")
        await choose_all(house, "houseway")
        [table] = house.manager.tables.values()
        assert list(table.state.seated().values()) == ["Ann"]
        for typed in ("/bet 10", "/sit", "/repeat", "/open paigow"):
            assert "You are banned" in await house.say("Bob", typed), typed
        await check_house_books(house)
        await manage(house, "/unban bob")
        assert await house.say("Bob", "/bet 10") == ""


async def test_a_ban_cut_off_by_a_crash_is_carried_out_at_the_next_start(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    clock, chat = DrivenClock(), Keeper()
    async with open_house(url, clock, chat) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await fold_out(house)
        # The ban is kept, and the dealer dies before the table hears of it.
        banned = order.Ban(person("Cat").id, "", person("Mia").id, clock.now())
        await house.db.commit([order.ban(HOME.community, banned)])
    async with open_house(url, clock, chat) as house:
        assert seat_of(house, "Cat") is None
        await check_books(house)


async def test_a_ban_races_with_a_seat_and_wins() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        await house.say("Cat", "/wallet")
        await asyncio.gather(house.say("Cat", "/sit"), manage(house, "/ban Cat"))
        await fold_out(house)
        await house.wait(0)
        assert seat_of(house, "Cat") is None
        await check_books(house)


@pytest.mark.parametrize("typed", ["/ban Zoe", "/ban", "/ban Mia", "/ban Cat " + "x" * 201,
                                   "/unban Cat", "/unban", "/unban @everyone"])  # fmt: skip
async def test_a_ban_that_makes_no_sense(typed: str) -> None:
    async with open_house(FRESH) as house:
        await house.say("Cat", "/wallet")
        await house.say("Mia", "/wallet")
        answer = await manage(house, typed)
        assert answer
        assert "went wrong" not in answer
        assert "Nobody is banned" in await manage(house, "/order bans")


async def test_only_managers_ban() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        for typed in ("/ban Bob", "/unban Bob"):
            assert "Only managers" in await house.say("Ann", typed)
        assert seat_of(house, "Bob") is not None


async def test_the_names_of_who_is_banned_are_offered_to_managers() -> None:
    async with open_house(FRESH) as house:
        for who in ("Cat", "Eve"):
            await house.say(who, "/wallet")
            await manage(house, f"/ban {who}")
        line = Line("x", person("Mia"), HOME, "unban", host=True)
        assert await house.room.suggest(line, "person") == ("Cat", "Eve")
        line = Line("x", person("Ann"), HOME, "unban")
        assert await house.room.suggest(line, "person") == ()
        line = Line("x", person("Mia"), HOME, "order", host=True)
        assert "Asia/Tokyo" in await house.room.suggest(line, "zone")


async def test_a_host_bars_somebody_from_one_table() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await fold_out(house)
        assert "may not sit" in await house.say("Ann", "/kick Cat bar:on")
        assert seat_of(house, "Cat") is None
        assert "host keeps you" in await house.say("Cat", "/sit")
        assert "already" in await house.say("Ann", "/kick Cat bar:on")
        assert "Only a host" in await house.say("Bob", "/kick Ann bar:on")
        assert "yourself" in await house.say("Ann", "/kick Ann bar:on")
        await house.say("Bob", "/open name:other")
        assert "You sit" in await house.say("Cat", "/sit table:other")
        assert "again" in await house.say("Ann", "/kick #1 Cat bar:off")
        assert "not kept" in await house.say("Ann", "/kick #1 Cat bar:off")
        assert "You sit" in await house.say("Cat", "/sit table:1")


async def test_a_manager_bars_the_host_and_the_table_has_another() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await house.say("Ann", "/computer add bold")
        [player] = [one.name for one in house.table.state.chairs.values() if one.computer]
        assert "nobody here" in await manage(house, f"/kick {player} bar:on")
        await manage(house, "/kick Ann bar:on")
        assert house.table.state.host == person("Bob").id
        await house.say("Dan", "/wallet")
        await house.say("Bob", "/kick Dan bar:on")
        assert "host keeps you" in await house.say("Dan", "/sit")


# --- hosts -----------------------------------------------------------------------------------


async def test_a_table_is_handed_over() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        assert "Only a host" in await house.say("Bob", "/host Bob")
        assert "Bob is the host" in plain(await house.say("Ann", "/host Bob"))
        assert "already" in await house.say("Bob", "/host Bob")
        assert "Only a host" in await house.say("Ann", "/pause")
        assert "paused" in await house.say("Bob", "/pause")
        assert "Cat is the host" in await manage(house, "/host Cat")
        assert "Cat is the host of this table now" in log(house)


@pytest.mark.parametrize("typed", ["/host Zoe", "/host", "/host Eve", "/host ⚙ Iris"])
async def test_a_table_is_not_handed_to_who_may_not_host(typed: str) -> None:
    async with open_house(FRESH) as house:
        await house.say("Eve", "/wallet")
        await manage(house, "/ban Eve")
        await house.say("Ann", "/open")
        before = settled(house.table)
        answer = await house.say("Ann", typed)
        assert answer
        assert "went wrong" not in answer
        assert settled(house.table) == before


async def test_where_managers_alone_are_hosts_only_they_hand_a_table_over() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        await manage(house, "/order opening:managers")
        assert "may not be a host" in await house.say("Ann", "/host Bob")
        assert "Bob is the host" in await manage(house, "/host Bob")


async def test_a_host_who_leaves_the_community_is_followed_by_who_sits_longest() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        await fold_out(house)
        await house.room.departed(person("Ann").id, HOME.community)
        await house.settle()
        assert seat_of(house, "Ann") is None
        assert house.table.state.host == person("Bob").id
        await check_books(house)


async def test_the_next_to_sit_down_is_the_host_of_a_table_left_alone() -> None:
    for game in ("", "ultimate"):
        async with open_house(FRESH) as house:
            await house.say("Ann", f"/open {game}")
            await house.room.departed(person("Ann").id, HOME.community)
            await house.settle()
            assert "Only a host" in await house.say("Bob", "/close")
            await house.say("Bob", "/sit")
            assert await house.say("Bob", "/pause")
            [table] = house.manager.tables.values()
            assert table.state.host == person("Bob").id


# --- who looks on ----------------------------------------------------------------------------


async def test_the_public_sees_only_what_is_public() -> None:
    """Whoever has no seat may try every door there is: no hole card comes out of any."""
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        holes = {face for who in ("Ann", "Bob", "Cat") for face in house.seen(who).cards[0].faces}
        assert len(holes) == 6
        tokens = {
            button.token
            for who in ("Ann", "Bob", "Cat")
            for row in house.seen(who).rows
            for button in row
        }
        before = settled(house.table)
        said = [
            await house.say("Eve", typed)
            for typed in ("/cards", "/tables", "/settings", "/show both", "/hint", "/results",
                          "/fold", "/kick Ann", "/order log", "/host Ann", "/wallet Ann")
        ]  # fmt: skip
        foreign = [one for one in tokens if not one.startswith(("sit", "wait", "form|", "help"))]
        said += [str(await house.press("Eve", token)) for token in foreign]
        said += [str(message) for _, message in await house.room.cards(person("Eve"), HOME)]
        said += [str(message) for _, message in house.chat.public.values()]
        said += [str(m) for (who, _), m in house.chat.private.items() if who == person("Eve").id]
        assert not [face for face in holes if face in "\n".join(said)]
        assert settled(house.table) == before
        assert others(house, "Ann") == ["Bob", "Cat"]
