"""What people have played at hold'em is counted: hands, the result, the best hand they showed."""

from __future__ import annotations

import re

from bot.played import note
from bot.state import Draft
from bot.text import plain
from tests.bot.evening import act, all_in, begin, dealt_state, fold_out, pass_round
from tests.house import House, open_house

NET = re.compile(r"result ([+−]?[\d,.]+)")


async def record(house: House, who: str, of: str = "") -> str:
    return plain(await house.say(who, f"/record {of}".strip()))


async def result(house: House, who: str) -> float:
    [net] = NET.findall(await record(house, who))
    return float(net.replace("−", "-").replace(",", ""))


async def test_results_are_what_the_stacks_say_and_sum_to_nothing(url: str) -> None:
    async with open_house(url) as house:
        assert "Nothing has been played" in await record(house, "Ann")
        await begin(house, "Ann", "Ben", "Cat")
        assert "Nothing has been played" in await record(house, "Ann")
        for hand in range(1, 4):
            await pass_round(house)
            chairs = house.table.state.chairs.values()
            assert {chair.name: chair.stack / 100 - 1000 for chair in chairs} == {
                chair.name: await result(house, chair.name) for chair in chairs
            }
            assert f"hands {hand}," in await record(house, "Dan", "Ann")
            await house.wait((house.table.state.timers["next"].due - house.clock.now()) / 1000)


async def test_a_best_hand_is_one_that_was_shown(url: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben")
        await fold_out(house)
        for who in ("Ann", "Ben"):
            assert "Best hand" not in await record(house, who)
        await house.wait((house.table.state.timers["next"].due - house.clock.now()) / 1000)
        await all_in(house)
        for who in ("Ann", "Ben"):
            assert "Best hand shown: " in await record(house, who)


async def test_a_void_hand_does_not_count(url: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "Ben")
        await house.say("Ann", "/close now")
        for who in ("Ann", "Ben"):
            assert "Nothing has been played" in await record(house, who)


async def test_it_is_counted_through_a_restart_and_read_in_ones_own_language(url: str) -> None:
    async with open_house(url) as house:
        await begin(house, "Ann", "花子:ja")
        await fold_out(house)
    async with open_house(url) as house:
        assert "ホールデム：1 ハンド" in await record(house, "花子:ja")


def test_computer_players_have_no_record() -> None:
    state = dealt_state("Ann", "Ben")
    ended = act(state, "fold")
    for chair in ended.chairs.values():
        chair.computer = "steady" if chair.name == "Ben" else ""
    draft = Draft(ended, 0)
    note(draft)
    assert [record.args[1] for record in draft.records] == ["web:ann"]
