"""Wallets: first chips, the refill, gifts, grants, the leaderboard; nothing is ever spent twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.chat import Place
from storage import ledger
from tests.bot.evening import FRESH, begin, check_books, on_turn, seat_of, seated, wallet
from tests.house import HOME, House, open_house, person

DAY = 86_400


async def minted(house: House) -> int:
    return -await ledger.balance(house.db, "mint")


# --- the first chips -------------------------------------------------------------------------


async def test_everyone_is_welcomed_once_in_a_lifetime(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/chips.db"
    async with open_house(url) as house:
        for _ in range(3):
            assert await house.say("Ann", "/wallet") == "Your wallet: 10,000"
        await house.say("Bob", "/wallet")
        await house.say("Ann", "/give Bob 10000")
    async with open_house(url) as house:
        assert await house.say("Ann", "/wallet") == "Your wallet: 0"
        assert await minted(house) == 2_000_000
        await check_books(house)


async def test_many_first_commands_at_once_are_one_welcome() -> None:
    async with open_house(FRESH) as house:
        answers = await asyncio.gather(*(house.say("Ann", "/wallet") for _ in range(8)))
        assert set(answers) == {"Your wallet: 10,000"}
        assert await minted(house) == 1_000_000


async def test_a_crowd_of_newcomers_is_welcomed_at_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/chips.db"
    people = [f"P{number}" for number in range(60)]
    async with open_house(url) as one, open_house(url) as other:
        # Each of the two dealers meets all of them, at the same moment.
        answers = await asyncio.gather(
            *(house.say(who, "/wallet") for who in people for house in (one, other))
        )
        assert set(answers) == {"Your wallet: 10,000"}
        assert await minted(one) == 60 * 1_000_000
        await check_books(one)


async def test_a_house_may_start_everyone_with_nothing() -> None:
    async with open_house(FRESH, START_CHIPS="0") as house:
        assert await house.say("Ann", "/wallet") == "Your wallet: 0"
        assert "2,000" in await house.say("Ann", "/daily")
        await house.say("Bob", "/wallet")
        assert "You gave" in await house.say("Ann", "/give Bob 500")
        assert await wallet(house, "Bob") == 50_000


async def test_each_community_has_wallets_of_its_own() -> None:
    async with open_house(FRESH) as house:
        elsewhere = Place("web:other", "web:away")
        await house.say("Ann", "/wallet")
        await house.say("Bob", "/wallet")
        await house.say("Ann", "/give Bob 9000")
        assert await house.say("Ann", "/wallet", place=elsewhere) == "Your wallet: 10,000"
        assert "know nobody" in await house.say("Ann", "/give Bob 1", place=elsewhere)


async def test_the_wallet_of_another_and_what_lies_on_tables() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        assert await house.say("Ann", "/wallet") == "Your wallet: 9,000\nAt the tables: 1,000"
        assert "9,000" in await house.say("Ann", "/wallet @bob")
        assert "know nobody" in await house.say("Ann", "/wallet Zoe")


# --- the daily refill ------------------------------------------------------------------------


async def test_the_refill_fills_up_to_the_floor_once_a_day() -> None:
    async with open_house(FRESH, START_CHIPS="500") as house:
        assert "by 1,500 and holds 2,000" in await house.say("Ann", "/daily")
        await house.say("Bob", "/wallet")
        await house.say("Ann", "/give Bob 1000")
        assert "had today's refill" in await house.say("Ann", "/daily")
        await house.wait(DAY)
        assert "by 1,000 and holds 2,000" in await house.say("Ann", "/daily")
        assert await minted(house) == 350_000


async def test_the_day_of_the_refill_begins_at_midnight_utc() -> None:
    async with open_house(FRESH, START_CHIPS="500") as house:
        await house.wait(DAY - house.clock.now() // 1000 % DAY - 60)
        await house.say("Ann", "/daily")
        await house.say("Bob", "/wallet")
        await house.say("Ann", "/give Bob 10")
        assert "1 min" in await house.say("Ann", "/daily")
        await house.wait(60)
        assert "by 10" in await house.say("Ann", "/daily")


async def test_chips_at_the_tables_count_for_the_refill() -> None:
    async with open_house(FRESH, START_CHIPS="2000") as house:
        await begin(house, "Ann", "Bob")
        assert "holds 2,000" in await house.say("Ann", "/daily")
        assert await wallet(house, "Ann") == 100_000


async def test_a_full_wallet_gets_no_refill() -> None:
    async with open_house(FRESH) as house:
        assert "fills a wallet up to 2,000" in await house.say("Ann", "/daily")


async def test_refills_at_once_are_one() -> None:
    async with open_house(FRESH, START_CHIPS="500") as house:
        await asyncio.gather(*(house.say("Ann", "/daily") for _ in range(6)))
        assert await wallet(house, "Ann") == 200_000


# --- gifts and grants ------------------------------------------------------------------------


async def test_a_gift_moves_chips_and_everyone_hears_of_it() -> None:
    async with open_house(FRESH) as house:
        await house.say("Bob", "/wallet")
        assert "holds 9,877.50" in await house.say("Ann", "/give Bob 122.50")
        assert await wallet(house, "Bob") == 1_012_250
        [(_, message)] = house.chat.public.values()
        assert message.text == "⁨Ann⁩ gives ⁨Bob⁩ 122.50"
        await check_books(house)


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ("/give Ann 100", "yourself"),
        ("/give Bob 10000.01", "holds 10,000"),
        ("/give Bob 0", "more than 0"),
        ("/give Bob -5", "negative"),
        ("/give Bob 1e30", "no amount"),
        ("/give Bob NaN", "no amount"),
        ("/give Bob 2.505", "two decimals"),
        ("/give Bob 9999999999999999", "more than there can be"),
        ("/give Bob", "amount is missing"),
        ("/give", "person is missing"),
        ("/give @everyone 5", "know nobody"),
        ("/give Zoe 5", "know nobody"),
        ("/give " + "x" * 1900 + " 5", "know nobody"),
        ("/give Bob 5 " + "x" * 4000, "too long"),
    ],
)
async def test_a_bad_gift_is_refused(typed: str, part: str) -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/wallet")
        await house.say("Bob", "/wallet")
        answer = await house.say("Ann", typed)
        assert part in answer
        assert len(answer) < 200
        assert (await wallet(house, "Ann"), await wallet(house, "Bob")) == (1_000_000, 1_000_000)
        assert not house.chat.public


async def test_a_name_of_two_words_can_be_given_to() -> None:
    async with open_house(FRESH) as house:
        await house.say("Mary Ann", "/wallet")
        assert "You gave" in await house.say("Bob", "/give Mary Ann 100")
        assert await wallet(house, "Mary Ann") == 1_010_000
        await house.say("Bob", "/grant Mary Ann 100 for the song", host=True)
        assert await wallet(house, "Mary Ann") == 1_020_000


async def test_whom_two_share_a_name_is_asked_for() -> None:
    async with open_house(FRESH) as house:
        await house.say("Bob", "/wallet")
        await house.say("bOb ", "/wallet")
        assert person("bOb ").id != person("Bob").id
        asked = await house.say("Ann", "/give bob 100")
        assert "Several people" in asked
        for one in ("Bob", "bOb "):
            end = person(one).id[-4:]
            assert end in asked
            assert "You gave" in await house.say("Ann", f"/give Bob {end} 100")
            assert await wallet(house, one) == 1_010_000


async def test_of_two_of_one_name_the_one_who_sits_here_is_meant() -> None:
    async with open_house(FRESH) as house:
        await house.say("Bob", "/wallet")
        await begin(house, "Ann", "bOb ")
        had = await wallet(house, "bOb ")
        assert "You gave" in await house.say("Ann", "/give bob 100")
        assert await wallet(house, "bOb ") == had + 10_000
        assert await wallet(house, "Bob") == 1_000_000


async def test_a_grant_needs_a_host_and_a_reason() -> None:
    async with open_house(FRESH) as house:
        await house.say("Bob", "/wallet")
        assert "Only a host" in await house.say("Ann", "/grant Bob 500 won the quiz")
        assert "reason" in await house.say("Ann", "/grant Bob 500", host=True)
        assert await wallet(house, "Bob") == 1_000_000
        await house.say("Ann", "/grant Bob 500 won the quiz", host=True)
        assert await wallet(house, "Bob") == 1_050_000
        [(_, message)] = house.chat.public.values()
        assert message.text == "⁨Ann⁩ grants ⁨Bob⁩ 500: ⁨won the quiz⁩"
        [newest, *_] = await ledger.history(house.db, "wallet:web:home:web:bob", 2)
        assert (newest.kind, newest.note, newest.amount) == ("grant", "won the quiz", 50_000)
        await check_books(house)


async def test_the_leaderboard_counts_chips_at_the_tables() -> None:
    async with open_house(FRESH) as house:
        assert "Nobody" in await house.say("Ann", "/top")
        await begin(house, "Ann", "Bob")
        await house.say("Cat", "/wallet")
        await house.say("Cat", "/give Bob 1")
        lines = (await house.say("Ann", "/top")).splitlines()
        assert lines[0] == "1. ⁨Bob⁩ · 10,001"
        assert lines[2] == "3. ⁨Cat⁩ · 9,999"
        # What lies on a house table is its owner's until the round is over.
        await house.say("Cat", "/open ultimate 5-500")
        await house.say("Cat", "/bet 400 #2")
        assert (await house.say("Ann", "/top")).splitlines() == lines


# --- never twice -----------------------------------------------------------------------------


async def test_one_wallet_at_three_tables_is_never_spent_twice() -> None:
    async with open_house(FRESH, START_CHIPS="2500") as house:
        for name in ("one", "two", "three"):
            await house.say("Bob", f"/open name:{name}")
        answers = await asyncio.gather(
            *(house.say("Ann", f"/sit 1000 table:{name}") for name in ("one", "two", "three"))
        )
        assert sum("You sit" in answer for answer in answers) == 2
        assert sum("holds 500" in answer for answer in answers) == 1
        assert await wallet(house, "Ann") == 50_000
        seats = [t.state.seat_of("web:ann") for t in house.manager.at(HOME.id)]
        assert seats.count(1) == 2
        await check_books(house)


async def test_gifts_and_buy_ins_at_once_never_overdraw() -> None:
    async with open_house(FRESH, START_CHIPS="1000") as house:
        await house.say("Bob", "/open")
        await house.say("Bob", "/wallet")
        await asyncio.gather(
            *(house.say("Ann", "/give Bob 300") for _ in range(5)),
            house.say("Ann", "/sit 500"),
        )
        left = await wallet(house, "Ann")
        stack = seated(house, "Ann").stack if seat_of(house, "Ann") else 0
        assert left >= 0
        assert left + stack + await wallet(house, "Bob") == 200_000
        await check_books(house)


async def test_the_same_press_gives_once() -> None:
    async with open_house(FRESH) as house:
        await house.say("Bob", "/wallet")
        first = await house.say("Ann", "/give Bob 100", press="p1")
        again = await house.say("Ann", "/give Bob 100", press="p1")
        assert "You gave" in first
        assert again
        assert await wallet(house, "Bob") == 1_010_000
        other = await house.say("Bob", "/give Ann 100", press="p1")
        assert "You gave" in other, "nobody can use up the press of another"


async def test_the_same_press_grants_once() -> None:
    async with open_house(FRESH) as house:
        await house.say("Bob", "/wallet")
        for _ in range(2):
            await house.say("Ann", "/grant Bob 100 luck", host=True, press="p1")
        assert await wallet(house, "Bob") == 1_010_000
        assert len(house.chat.public) == 1


async def test_the_same_press_tops_up_once_and_is_answered_the_same() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        await house.say("Ann", "/sit 500")
        first = await house.say("Ann", "/topup 100", press="p1")
        assert await house.say("Ann", "/topup 100", press="p1") == first
        assert seated(house, "Ann").stack == 60_000
        assert await wallet(house, "Ann") == 940_000


async def test_the_same_press_sits_once_even_after_leaving() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        await house.say("Bob", "/sit 500", press="p1")
        await house.say("Bob", "/sit 500", press="p1")
        assert seated(house, "Bob").stack == 50_000
        await house.say("Bob", "/leave")
        await house.say("Bob", "/sit 500", press="p1")
        assert seat_of(house, "Bob") is None
        assert await wallet(house, "Bob") == 1_000_000


async def test_a_press_told_twice_at_once_is_one() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        await house.say("Ann", "/sit 500")
        await asyncio.gather(*(house.say("Ann", "/topup 100", press="p1") for _ in range(4)))
        assert seated(house, "Ann").stack == 60_000
        await check_books(house)


async def test_the_same_press_acts_once() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        token = house.button(player, "Call")
        await asyncio.gather(*(house.press(player, token, press="p1") for _ in range(3)))
        assert house.table.state.turn == 2
