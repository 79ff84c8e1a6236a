"""How Slack calls somebody: a mention under the table, and whether they are still there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from adapters.slack_draw import cut, escaped
from adapters.slack_lanes import POST, Lanes, Refused, TooFast
from adapters.slack_people import People, id_of
from adapters.slack_sheets import QUIET, Sheet, Sheets
from adapters.slack_tables import Tables
from bot.chat import Gone
from bot.text import words


class Mentions:
    """`departed` is called with a person who is not in the workspace any more."""

    def __init__(
        self, lanes: Lanes, tables: Tables, sheets: Sheets, people: People,
        departed: Callable[[str], Awaitable[None]],
    ) -> None:  # fmt: skip
        self._lanes = lanes
        self._tables = tables
        self._sheets = sheets
        self._people = people
        self._departed = departed

    async def say(self, person: str, table: str, title: str, language: str) -> Sheet | None:
        """Mention a person under their table; nobody else is."""
        spot = self._tables.spot(table)
        if spot is None:
            return None
        text = escaped(words(language)("slack.your_turn", who="\0", table=title))
        text = cut(text, 2000).replace("\0", f"<@{id_of(person)}>")
        channel = spot.sheet.channel
        sent = await self._lanes.call(POST, channel=channel, text=text, **QUIET)
        return Sheet(channel, str(sent["ts"]), 0.0)

    async def take_back(self, said: Sheet) -> None:
        """Take a mention away."""
        await self._sheets.delete(said)

    async def still_here(self, person: str, table: str) -> bool:
        """Whether a silent player is still in the workspace; asked only now: it costs a request."""
        try:
            member = await self._people.ask(id_of(person))
        except (Gone, Refused, TooFast, OSError):
            return True
        if member.left:
            await self._departed(person)
        return not member.left
