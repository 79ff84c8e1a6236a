"""Structures and the season's table as they are typed after /poker, in both languages."""

from __future__ import annotations

from pathlib import Path

from tests.slack.evening import evening


async def test_a_structure_is_saved_shown_and_played(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Ken:ja") as night:
        ann, ken = night.people
        said = await night.types(ann, "structure save Friday “25/50” 50/100")
        assert "Level 1" in said
        said = await night.types(ann, "structure save Friday levels:“25/50 50/100” minutes:10")
        assert "is saved" in said
        assert "2. 50/100" in said
        told = await night.types(
            ken, "ストラクチャー 保存 名前:金曜 レベル:25/50 100/200 分:5 元:ターボ"
        )
        assert "保存しました" in told
        assert "2. 100/200" in told
        assert "2倍" in told
        assert "保存しました" in await night.types(ken, "ストラクチャー 保存 早い 元:ターボ 分:3")
        listed = await night.types(ann, "structure")
        assert all(name in listed for name in ("turbo", "Friday", "金曜", "早い", "Ken"))
        await night.types(ann, "tournament friday 2")
        await night.until(lambda: any("Friday" in one.words() for one in night.posts()))


async def test_only_who_manages_the_workspace_begins_a_season(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Ken:ja") as night:
        ann, ken = night.people
        ann.account.admin = True
        assert "管理者" in await night.types(ken, "シーズン 新シーズン 秋")
        assert "begins" in await night.types(ann, "season new Autumn")
        assert "Autumn" in await night.types(ken, "シーズン")
        assert "Autumn" in await night.types(ken, "シーズン 一覧")
