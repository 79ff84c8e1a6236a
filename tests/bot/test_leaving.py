"""Getting up from a table, and what happens to who has no chips left."""

from __future__ import annotations

from games import holdem
from tests.bot.evening import (
    FRESH,
    all_in,
    begin,
    check_books,
    fold_out,
    on_turn,
    pass_round,
    seat_of,
    seated,
    settled,
    wallet,
)
from tests.house import House, open_house

# --- leaving ---------------------------------------------------------------------------------


async def test_leaving_between_hands_is_at_once() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        await fold_out(house)
        stack = seated(house, "Ann").stack
        await house.say("Ann", "/leave")
        assert seat_of(house, "Ann") is None
        assert await wallet(house, "Ann") == 900_000 + stack
        await check_books(house)
        await house.wait(10)
        assert not house.table.state.playing


async def test_leaving_when_in_turn_folds_and_frees_the_seat_after_the_hand() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        player = on_turn(house)
        assert "as soon as" in await house.say(player, "/leave")
        assert on_turn(house) != player
        assert seated(house, player).leaving
        assert "leaving already" in await house.say(player, "/leave")
        await fold_out(house)
        assert seat_of(house, player) is None
        await check_books(house)


async def test_leaving_out_of_turn_folds_when_the_turn_comes() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat", "Dan")
        first = on_turn(house)
        state = house.table.state
        assert state.round is not None
        order = [state.chairs[seat].name for seat in holdem.seats(state.round)]
        second = order[(order.index(first) + 1) % 4]
        await house.say(second, "/leave")
        assert on_turn(house) == first
        await house.say(first, "/call")
        assert on_turn(house) not in (first, second)
        [(_, message)] = house.chat.public.values()
        assert f"Folded for ⁨{second}⁩" in message.log
        await pass_round(house)
        assert seat_of(house, second) is None
        await check_books(house)


async def test_who_leaves_all_in_still_wins_what_is_theirs() -> None:
    async with open_house(FRESH, PAUSES="on") as house:
        await begin(house, "Ann", "Bob")
        await all_in(house)
        assert house.table.state.playing
        for who in ("Ann", "Bob"):
            assert "as soon as" in await house.say(who, "/leave")
        await house.wait(10)
        assert not house.table.state.chairs
        purses = sorted([await wallet(house, "Ann"), await wallet(house, "Bob")])
        assert purses in ([900_000, 1_100_000], [1_000_000, 1_000_000])
        await check_books(house)


async def test_only_who_leaves_is_told_what_they_left_with() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        leaver = on_turn(house)
        await house.say(leaver, "/leave")
        answer = await house.say(on_turn(house), "/fold")
        assert not house.table.state.playing
        assert answer == ""


async def test_who_does_not_sit_cannot_leave() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        assert "do not sit" in await house.say("Ann", "/leave")


# --- out of chips ----------------------------------------------------------------------------


async def bust(house: House) -> str:
    """Two or three put everything in until somebody is out of chips; gives a broke one."""
    for _ in range(200):
        await all_in(house)
        if not house.table.state.playing:
            broke = [c.name for c in house.table.state.chairs.values() if not c.stack]
            if broke:
                return broke[0]
        await house.wait(0)
    raise AssertionError("nobody went broke in 200 hands")


async def test_the_broke_stand_up_after_a_minute() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        broke = await bust(house)
        await house.wait(59)
        assert seat_of(house, broke) is not None
        await house.wait(1)
        assert seat_of(house, broke) is None
        [(_, message)] = house.chat.public.values()
        assert f"⁨{broke}⁩ is out of chips and stands up" in message.log
        await check_books(house)


async def test_a_rebuy_in_time_keeps_the_seat() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        broke = await bust(house)
        await house.wait(59)
        await house.click(broke, "Rebuy 2,000")
        assert seated(house, broke).stack == 200_000
        await house.wait(1)
        assert house.table.state.playing
        assert seat_of(house, broke) is not None
        await check_books(house)


async def test_a_rebuy_below_the_least_is_refused() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        broke = await bust(house)
        before = settled(house.table)
        assert "400" in await house.say(broke, "/rebuy 399")
        assert settled(house.table) == before
        assert "500" in await house.say(broke, "/rebuy 500")
        assert seated(house, broke).stack == 50_000
