"""Every kind of table there is, by what its room is entered as."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.bank.kind import Bank
from bot.bank.state import GAMES
from bot.kind import Kind
from bot.ring import RING
from bot.tournament.kind import LOBBY

KINDS: Mapping[str, Kind[Any]] = {
    RING.game: RING,
    LOBBY.game: LOBBY,
    **{game: Bank(game) for game in GAMES},
}
