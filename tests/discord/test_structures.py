"""Structures and the season's table over the wire: typed in a form, completed, read on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.discord.evening import evening
from tests.discord.users import Impossible


async def test_a_structure_is_saved_shown_completed_and_played(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Ken:ja") as night:
        ann, ken = night.people
        terms = {"what": "save", "name": "Friday night", "levels": "25/50 50/100 75/150/150"}
        said = await night.answer(await ann.type(night.channel, "structure", terms))
        assert "Friday night\u2069 is saved" in said
        assert "75/150" in said
        wrong = terms | {"name": "x", "levels": "25/50 20/40"}
        said = await night.answer(await ann.type(night.channel, "structure", wrong))
        assert "Level 2: blinds never shrink" in said
        offered = await ken.complete(night.channel, "トーナメント", "structure", "fri")
        assert offered == ["Friday night"]
        assert await ann.complete(night.channel, "structure", "from", "tu") == ["turbo"]
        told = await ken.type(night.channel, "ストラクチャー", {"name": "Friday night"})
        assert "75/150（150）" in await night.answer(told)
        goes_by = {"structure": "friday night", "players": 2}
        await night.answer(await ken.type(night.channel, "tournament", goes_by))
        await night.until(lambda: any("Friday night" in one.seen() for one in night.posts()))


async def test_only_who_manages_the_server_begins_a_season(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        new = {"what": "new", "name": "Autumn"}
        refused = await night.answer(await bob.type(night.channel, "season", new))
        assert "manage" in refused
        # Ann owns the server.
        begun = await night.answer(await ann.type(night.channel, "season", new))
        assert "Autumn\u2069 begins" in begun
        assert await ann.complete(night.channel, "season", "name", "a") == ["Autumn"]
        shown = await night.answer(await ann.type(night.channel, "season"))
        assert "No tournament" in shown
        with pytest.raises(Impossible):
            await ann.type(night.channel, "season", {"what": "end"})
