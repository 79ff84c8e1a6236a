"""The cards as emoji of the application's own: uploaded once, found again at every start."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import partial

import discord

from adapters.discord_lanes import Lanes
from bot.chat import Gone
from bot.picture.emoji import FACES, emoji
from bot.picture.studio import drawn

SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
log = logging.getLogger(__name__)


def name_of(face: str, four_colours: bool) -> str:
    """What a card's emoji is called: `c2_As`, `c4_10h`, `c2_back`."""
    deck = "c4_" if four_colours else "c2_"
    return deck + (face[:-1] + SUITS[face[-1]] if face[-1] in SUITS else "back")


async def card_emoji(client: discord.Client, lanes: Lanes, four_colours: bool) -> Mapping[str, str]:
    """What to write for each card; those that are missing are uploaded, which takes a while.

    Empty where Discord will not have them: cards are then written as text.
    """
    names = {face: name_of(face, four_colours) for face in FACES}
    try:
        there = {one.name: one for one in await client.fetch_application_emojis()}
        missing = [face for face, name in names.items() if name not in there]
        images = await drawn(partial(emoji, four_colours)) if missing else {}
        for face in missing:
            upload = partial(client.create_application_emoji, name=names[face], image=images[face])
            made = await lanes.send(0, upload)
            there[made.name] = made
    except (discord.DiscordException, OSError, Gone) as error:
        log.warning("cards are written as text, for their emoji fail: %s", error)
        return {}
    return {face: str(there[name]) for face, name in names.items()}
