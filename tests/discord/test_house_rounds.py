"""A whole round of each game against the house over the wire: slips, choices, results, secrets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.books import held
from tests.casino import faces
from tests.discord.casino import Table
from tests.discord.evening import evening
from tests.discord.users import Impossible, User


@asynccontextmanager
async def seated(
    folder: Path, chip: str, **options: object
) -> AsyncIterator[tuple[Table, User, User]]:
    """(table, Ann, Ken) with a bet by each, laid by buttons; Eve only looks on.

    In the end no chip is lost.
    """
    async with evening(folder, "Ann", "Ken:ja", "Eve") as night:
        table = Table(night)
        ann, ken, eve = night.people
        await table.open(ann, **options)
        await table.join(ann, ken)
        for user in (ann, ken):
            await table.press(user, "chip", chip)
        yield table, ann, ken
        assert not night.letter(eve)
    assert not await held(folder, "stake")
    assert sum((await held(folder, "")).values()) == 0


async def test_ultimate_with_hands_of_ones_own(tmp_path: Path) -> None:
    async with seated(tmp_path, "ante 1000", game="ultimate") as (table, ann, ken):
        night = table.night
        said = await ann.type(night.channel, "bet", {"amount": "35", "spot": "trips"})
        await night.until(lambda: "Trips 35" in table.slip(ann).words())
        assert said.answer
        await table.press(ken, "double")
        await night.until(lambda: "アンティ 20" in table.slip(ken).words())
        await table.press(ken, "undo")
        await night.until(lambda: "アンティ 10" in table.slip(ken).words())
        await table.deal(ann, ken)
        own = {user: table.own(user) for user in (ann, ken)}
        assert [len(cards) for cards in own.values()] == [2, 2]
        await table.street(ann, 0, "Board")
        hint = await night.answer(await table.press(ann, "hint"))
        assert "Play 4x" in hint
        for user in (ann, ken):
            await table.choose(user, "check")
        await table.street(ann, 3, "Board")
        await table.choose(ann, "play2")
        await table.choose(ken, "check")
        board = await table.street(ann, 5, "Board")
        await table.press(ken, "act", "fold")
        await night.until(lambda: table.settled(ann) and table.settled(ken))
        dealer = table.laid(ann, "Dealer")
        assert len(dealer) == 2
        assert not dealer & (board | own[ann] | own[ken])
        mine, his, hers = await table.results()
        assert "Trips 35" in mine
        assert "→" in mine
        assert faces(mine) == own[ann] | board | dealer
        assert "フォールド" in his or "負け" in his
        assert hers == "My result\nYou were not in the last round."
        assert "→" in table.night.table.words()
        # The bets of the last round, once more; a folded hand plays on.
        for user in (ann, ken):
            await table.press(user, "repeat")
        await night.until(lambda: "Trips 35" in table.slip(ann).words())
        await table.press(ann, "clear")
        await table.press(ken, "leave")
        await night.until(lambda: not night.letter(ken))


async def test_ultimate_with_one_hand_that_all_play(tmp_path: Path) -> None:
    async with seated(tmp_path, "ante 1000", game="ultimate", seating="shared") as (
        table,
        ann,
        ken,
    ):
        everyones = ("Everyone's hand", "Board")
        await table.deal(ann, ken)
        shared = await table.street(ann, 2, *everyones)
        assert table.laid(ken, "全員の手札") == shared
        await table.choose(ann, "play4")
        await table.choose(ken, "check")
        await table.street(ann, 5, *everyones)
        await table.choose(ken, "check")
        await table.street(ann, 7, *everyones)
        await table.press(ken, "act", "play1")
        await table.night.until(lambda: table.settled(ann) and table.settled(ken))
        assert len(table.laid(ann, "Dealer")) == 2
        mine, his, _ = await table.results()
        assert "Play 40" in mine
        assert "→" in his


async def test_caribbean_stud_with_several_hands(tmp_path: Path) -> None:
    async with seated(tmp_path, "ante_1 1000", game="caribbean") as (table, ann, ken):
        await table.press(ann, "chip", "ante_2 500")
        await table.night.until(lambda: "5" in table.slip(ann).words())
        await table.deal(ann, ken)
        assert [len(table.own(user)) for user in (ann, ken)] == [10, 5]
        await table.street(ann, 1, "Dealer")
        await table.choose(ann, "play 1")
        await table.choose(ann, "fold 2")
        await table.street(ann, 1, "Dealer")
        await table.press(ken, "act", "play")
        await table.night.until(lambda: table.settled(ann) and table.settled(ken))
        assert len(table.laid(ann, "Dealer")) == 5
        mine, his, _ = await table.results()
        assert "→" in mine
        assert "→" in his


async def test_pai_gow_with_the_list_of_low_hands(tmp_path: Path) -> None:
    async with seated(tmp_path, "bet 1000", game="paigow") as (table, ann, ken):
        night = table.night
        await table.deal(ann, ken)
        assert [len(table.own(user)) for user in (ann, ken)] == [7, 7]
        await table.street(ann, 0, "Dealer")
        slip = table.slip(ann)
        with pytest.raises(Impossible):
            await ann.choose(slip, "no such hand")
        lows = table.lows(ann)
        looked = await ann.choose(slip, lows[-1])
        await night.until(lambda: looked.said)
        both = looked.said
        assert both
        assert table.faces(both) == table.own(ann)
        # Another choice is shown in the same place.
        again = await ann.choose(both, lows[0])
        await night.until(lambda: both.edits)
        assert again.answer
        assert table.faces(both) == table.own(ann)
        table.check_secrets(set())
        [done] = [one for one in table.tokens(ann, both) if "|set " in one]
        await table.push(ann, both, done)
        await night.until(lambda: not table.chooses(ann))
        table.check_secrets(set())
        await table.press(ken, "act", "house")
        await night.until(lambda: table.settled(ann) and table.settled(ken))
        assert len(table.laid(ann, "Dealer")) == 7
        assert both.id not in both.channel.messages
        mine, his, _ = await table.results()
        assert "→" in mine
        assert "→" in his
