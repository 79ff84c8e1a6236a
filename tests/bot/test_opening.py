"""Opening a hold'em table: its words, its terms, how many there may be."""

from __future__ import annotations

import pytest

from tests.bot.evening import (
    FRESH,
)
from tests.house import open_house


async def test_open_with_options() -> None:
    async with open_house(FRESH) as house:
        typed = "/open 25/50 seats:3 pace:fast ante:big-blind friendly:on buyin:1k-5000 name:Den"
        assert "Den" in await house.say("Ann", typed)
        terms = house.table.state.terms
        assert (terms.small, terms.big) == (2500, 5000)
        assert (terms.least, terms.most) == (100_000, 500_000)
        assert (terms.size, terms.pace, terms.friendly) == (3, "fast", True)
        assert terms.ante_kind == "big_blind"
        [(_, message)] = house.chat.public.values()
        assert "Den" in message.title
        assert ("Blinds", "25/50 · big-blind ante 50 · friendly") in message.fields


async def test_open_without_a_word_is_10_20_for_six() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open")
        terms = house.table.state.terms
        assert (terms.small, terms.big, terms.size, terms.pace) == (1000, 2000, 6, "normal")
        assert (terms.least, terms.most) == (40_000, 200_000)


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ("/open 20/10", "small/big"),
        ("/open 10/20 seats:1", "2 to 10"),
        ("/open 10/20 seats:11", "2 to 10"),
        ("/open 10/20 seats:99999999999999999999999", "seats"),
        ("/open 10/20 pace:hasty", "hasty"),
        ("/open 10/20 buyin:10-2000", "at least 20"),
        ("/open 10/20 buyin:2000-400", "least-most"),
        ("/open blinds:0/0", "blinds"),
        ("/open blinds:1e30/1e31", "blinds"),
        ("/open blinds:NaN/NaN", "blinds"),
        ("/open blinds:-5/10", "blinds"),
        ("/open 0/0", "blinds"),
        ("/open ten/twenty", "blinds"),
        ("/open 10/20 ante:some", "some"),
        ("/open 10/20 name:" + "x" * 40, "32"),
        ("/open " + "x" * 4000, "2000"),
    ],
)
async def test_a_table_that_cannot_be_played_is_not_opened(typed: str, part: str) -> None:
    async with open_house(FRESH) as house:
        assert part in await house.say("Ann", typed)
        assert not house.manager.tables
        assert not house.chat.public


async def test_no_more_tables_than_the_place_may_have() -> None:
    async with open_house(FRESH, TABLES_PER_CHANNEL="2") as house:
        await house.say("Ann", "/open")
        await house.say("Ann", "/open")
        assert "There are 2 tables here" in await house.say("Ann", "/open")
        assert len(house.manager.tables) == 2
