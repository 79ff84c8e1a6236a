"""Whole hands over the wire: the real libraries in their own process, every viewer's record
searched.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.slack.evening import check_secrets, evening, title_of


@pytest.mark.parametrize("http", [False, True], ids=["socket", "http"])
async def test_two_people_play_hands_from_their_direct_messages(tmp_path: Path, http: bool) -> None:
    async with evening(tmp_path, "Ann", "Ken:ja", "Eve", http=http) as night:
        ann, ken, eve = night.people
        table = await night.open(ann)
        await night.sit(ann, ken)
        dealt = {user: set(night.cards(user)) for user in (ann, ken)}
        assert all(len(cards) == 2 for cards in dealt.values())
        first = await night.turn()
        await night.act(first, "Fold", "フォールド")
        await night.until(lambda: "#2" in title_of(night.table))
        check_secrets(night.people, dealt, 1)
        await night.pass_hand()
        # One message all evening, for everybody and for each alone.
        assert night.table is table
        for user in (ann, ken):
            assert len([one for one in user.sees(user.dm) if one.only is None]) == 1
        assert not eve.sees(eve.dm)
        letter = night.letter(ken)
        assert letter
        link = f"archives/{night.channel.id}/p{table.ts.replace('.', '')}"
        assert link in letter.seen()
