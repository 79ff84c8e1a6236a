"""A database file and a chat that may fall silent, for every test that asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.shaky import Mute


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/croupier.db"


@pytest.fixture
def keeper() -> Mute:
    return Mute()
