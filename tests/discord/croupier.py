"""The dealer, started at a Discord on loopback."""

from __future__ import annotations

from pathlib import Path

from tests.croupier import Croupier, begin
from tests.discord.server import Discord


async def launch(discord: Discord, folder: Path, **settings: str) -> Croupier:
    """Start the dealer and wait until it is in Discord with its commands registered."""
    door = {
        "DISCORD_TOKEN": discord.token,
        "DISCORD_API_URL": discord.api_url,
        "DISCORD_GATEWAY_URL": discord.gateway_url,
    }
    return await begin(folder, discord.ready, door | settings)
