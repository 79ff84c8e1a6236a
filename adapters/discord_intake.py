"""What people do in Discord, on its way to the dealer, and the dealer's answers to them alone.

Every interaction comes in at one place and is known by what it carries: buttons and forms work
after a restart, for nothing had to be remembered about the message they stand on.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import discord

from adapters.discord_commands import fitting, focused, lacking, line_of, person_of
from adapters.discord_draw import modal
from adapters.discord_lanes import ACKNOWLEDGED, Lanes
from adapters.discord_private import Glance, Privates
from adapters.discord_tables import PREFIX, Tables
from bot.chat import Dealer, Form, Message, Person, Place, Press, Reply, Usage
from bot.text import Words, words

PATIENCE = 2.0
"""Seconds the dealer may take for what a press opens; Discord gives three for the first answer."""

Interaction = discord.Interaction
Kind = discord.InteractionType
FOLLOWUPS, MINUTE = 24, 60.0
"""Answers below that a channel is given in so many seconds; Discord bears 30."""
NONE = discord.AllowedMentions.none()
log = logging.getLogger(__name__)


class Intake:
    """Presses, forms, commands and completions."""

    def __init__(
        self, dealer: Dealer, lanes: Lanes, tables: Tables, privates: Privates,
        now: Callable[[], float],
    ) -> None:  # fmt: skip
        self._dealer = dealer
        self._lanes = lanes
        self._tables = tables
        self._privates = privates
        self._usages: dict[str, Usage] = {one.name: one for one in dealer.usages("en")}
        self._now = now
        self._followed: dict[int, deque[float]] = {}
        self._once: set[int] = set()
        self._owed: set[asyncio.Future[Any]] = set()
        self._runs: dict[Kind, Callable[[Interaction], Awaitable[None]]] = {
            Kind.component: self._press,
            Kind.modal_submit: self._form,
            Kind.application_command: self._command,
            Kind.autocomplete: self._complete,
        }

    async def take(self, interaction: Interaction) -> None:
        """Anything a person did. Whatever goes wrong stays with it."""
        run, task = self._runs.get(interaction.type), asyncio.current_task()
        if run is None or task is None:
            return
        self._owed.add(task)
        try:
            await run(interaction)
        except discord.HTTPException as error:
            self._lanes.refused(error)
            log.warning("cannot answer in Discord: %s", error.code or error.status)
        except Exception as error:
            # The words of an error may hold cards: only its kind is written down.
            at = traceback.extract_tb(error.__traceback__)[-1]
            log.error(
                "an interaction failed: %s at %s:%s", type(error).__name__, at.name, at.lineno
            )
        finally:
            self._owed.discard(task)

    async def settle(self, patience: float) -> None:
        """Let what people were promised an answer to be answered, for so many seconds at most."""
        if self._owed:
            await asyncio.wait(self._owed, timeout=patience)

    # --- presses and forms --------------------------------------------------------------------

    async def _press(self, interaction: Interaction) -> None:
        data: Any = interaction.data or {}
        values = {"choice": data["values"][0]} if data.get("values") else {}
        press = self._pressed(interaction, values)
        if self._dealer.opens(press.token):
            await self._open(interaction, press)
            return
        # Acknowledged before any work; what cannot be acknowledged any more is not carried out.
        aside = not self._may_follow(interaction)
        await _acknowledge(interaction, hidden=aside)
        if not aside:
            self._note(interaction, press.person)
        await self._say(interaction, press.person, await self._dealer.press(press), aside)

    async def _form(self, interaction: Interaction) -> None:
        press = self._pressed(interaction, dict(_typed(interaction)))
        await _acknowledge(interaction, hidden=interaction.message is None)
        if interaction.message:
            self._note(interaction, press.person)
        await self._say(interaction, press.person, await self._dealer.press(press))

    def _note(self, interaction: Interaction, person: Person) -> None:
        self._tables.pressed(interaction)
        self._privates.pressed(person.id, interaction)

    async def _open(self, interaction: Interaction, press: Press) -> None:
        """The first answer is what the press opens: no form may follow an acknowledgement."""
        work = asyncio.ensure_future(self._dealer.press(press))
        self._owed.add(work)
        work.add_done_callback(self._owed.discard)
        done, _ = await asyncio.wait([work], timeout=PATIENCE)
        if not done:
            text = _words(press.person)("discord.late")
            await interaction.response.send_message(text, ephemeral=True, allowed_mentions=NONE)
            return
        reply = work.result()
        if reply and reply.form:
            await interaction.response.send_modal(modal(reply.form))
        elif reply and reply.message:
            drawn = self._privates.draw(reply.message)
            sent = await interaction.response.send_message(
                **_sent(drawn.new()), ephemeral=True, allowed_mentions=NONE
            )
            edit = interaction.edit_original_response
            self._keep(press.person, reply.message, interaction, sent.message_id, edit, drawn.mark)
        else:
            await interaction.response.defer()
        await self._answered(interaction, press.person)

    def _pressed(self, interaction: Interaction, values: dict[str, str]) -> Press:
        person = _person(interaction)
        place = self._place(interaction)
        manages = interaction.permissions.manage_guild
        token = interaction.custom_id or ""
        return Press(str(interaction.id), person, place, token, values, manages)

    # --- commands -----------------------------------------------------------------------------

    async def _command(self, interaction: Interaction) -> None:
        await _acknowledge(interaction, hidden=True)
        person = _person(interaction)
        data: Any = interaction.data or {}
        usage = self._usages.get(str(data.get("name", "")))
        line = line_of(interaction, person, self._place(interaction), usage)
        reply = _forbidden(interaction, person) or await self._dealer.line(line)
        if reply and reply.form:
            reply = Reply(_as_message(reply.form))
        if reply is None or reply.message is None:
            await interaction.delete_original_response()
        else:
            drawn = self._privates.draw(reply.message)
            shown = await interaction.edit_original_response(
                **drawn.change(), allowed_mentions=NONE
            )
            edit = interaction.edit_original_response
            self._keep(person, reply.message, interaction, shown.id, edit, drawn.mark)
        await self._answered(interaction, person)

    async def _complete(self, interaction: Interaction) -> None:
        word, typed = focused(interaction)
        data: Any = interaction.data or {}
        usage = self._usages.get(str(data.get("name", "")))
        line = line_of(interaction, _person(interaction), self._place(interaction), usage)
        offered = await self._dealer.suggest(line, word)
        choices = [discord.app_commands.Choice(name=one, value=one)
                   for one in fitting(offered, typed)]  # fmt: skip
        await interaction.response.autocomplete(choices)

    # --- answers ------------------------------------------------------------------------------

    def _may_follow(self, interaction: Interaction) -> bool:
        """Whether an answer below may still be made in this channel.

        All channels bear only so many in a minute, and no header tells of it. Beyond that an
        acknowledgement makes room for the answer itself, which costs the edit by this press.
        """
        now, made = self._now(), self._followed.setdefault(interaction.channel_id or 0, deque())
        while made and made[0] <= now - MINUTE:
            made.popleft()
        return len(made) < FOLLOWUPS

    async def _say(
        self, interaction: Interaction, person: Person, reply: Reply | None, aside: bool = False
    ) -> None:
        """An answer to who pressed, after the acknowledgement.

        A question asked once is answered in its own place, and goes when nothing is left to say; so
        do pages follow each other in one place.
        """
        message = reply.message if reply else None
        pressed = interaction.message
        ephemeral = pressed is not None and pressed.flags.ephemeral
        page = bool(message and message.rows and not message.table)
        if pressed is None or aside or (ephemeral and (page or pressed.id in self._once)):
            await self._say_in_place(interaction, person, message)
        else:
            if ephemeral and not self._privates.is_glance(pressed.id):
                await self._revive(interaction, person)
            if message:
                await self._say_below(interaction, person, message)
        await self._answered(interaction, person)

    async def _say_in_place(
        self, interaction: Interaction, person: Person, message: Message | None
    ) -> None:
        if interaction.message:
            self._once.discard(interaction.message.id)
        if message is None:
            await interaction.delete_original_response()
            return
        drawn = self._privates.draw(message)
        shown = await interaction.edit_original_response(**drawn.change(), allowed_mentions=NONE)
        edit = interaction.edit_original_response
        self._keep(person, message, interaction, shown.id, edit, drawn.mark)

    async def _say_below(self, interaction: Interaction, person: Person, message: Message) -> None:
        drawn = self._privates.draw(message)
        self._followed.setdefault(interaction.channel_id or 0, deque()).append(self._now())
        sent = await interaction.followup.send(
            **_sent(drawn.new()), ephemeral=True, allowed_mentions=NONE, wait=True
        )
        self._keep(person, message, interaction, sent.id, sent.edit, drawn.mark)

    async def _revive(self, interaction: Interaction, person: Person) -> None:
        """An answer from before a restart showed a table: show what is so now, and keep at it."""
        place = self._place(interaction)
        waiting = await self._dealer.cards(person, place)
        if len(waiting) == 1:
            [(_, message)] = waiting
            await self._say_in_place(interaction, person, message)

    def _keep(
        self, person: Person, message: Message, interaction: Interaction, shown: int | None,
        edit: Callable[..., Awaitable[Any]], mark: str,
    ) -> None:  # fmt: skip
        """Note what an answer is: one that shows a table, or a question asked once."""
        if shown is None:
            return
        if message.table:
            self._privates.glance(person.id, message.table, Glance(interaction, shown, edit, mark))
        elif message.rows:
            self._once.add(shown)

    async def _answered(self, interaction: Interaction, person: Person) -> None:
        """Where it was in a server, they can be told there what they could not be told directly."""
        if interaction.guild_id:
            await self._privates.answered(person.id, interaction, person.language)

    def _place(self, interaction: Interaction) -> Place:
        """Where it was done; in a direct message, the place of the table it is about."""
        channel = interaction.channel_id or 0
        if interaction.guild_id:
            guild, there = f"{PREFIX}{interaction.guild_id}", interaction.channel
            place = Place(f"{PREFIX}{channel}", guild, f"#{getattr(there, 'name', '') or ''}")
            if not isinstance(there, discord.Thread):
                return place
            whole = f"#{there.parent.name}" if there.parent else ""
            return replace(place, within=f"{PREFIX}{there.parent_id}", whole=whole)
        table = self._privates.table_of(interaction.message.id) if interaction.message else None
        spot = self._tables.spot(table) if table else None
        if spot:
            return Place(f"{PREFIX}{spot.channel}", f"{PREFIX}{spot.guild}")
        return Place(f"{PREFIX}{channel}", f"{PREFIX}direct-{interaction.user.id}")


async def _acknowledge(interaction: Interaction, *, hidden: bool) -> None:
    """The first answer, before any work; `hidden` makes room for an answer only they see."""
    try:
        await interaction.response.defer(ephemeral=hidden, thinking=hidden)
    except discord.HTTPException as error:
        # The library asked again because our answer's own answer was lost: it had come through.
        if error.code != ACKNOWLEDGED:
            raise


def language_of(interaction: Interaction) -> str:
    return "ja" if interaction.locale is discord.Locale.japanese else "en"


def _person(interaction: Interaction) -> Person:
    return person_of(interaction.user, language_of(interaction))


def _words(person: Person) -> Words:
    return words(person.language)


def _forbidden(interaction: Interaction, person: Person) -> Reply | None:
    """The answer to a command that shows what we may not show there."""
    w, lacks = _words(person), lacking(interaction)
    if not lacks:
        return None
    named = ", ".join(w(f"discord.permission.{one}") for one in lacks)
    return Reply(Message(text=w("discord.lacks", permissions=named), tone="refused"))


def _sent(parts: dict[str, Any]) -> dict[str, Any]:
    """What the library takes for a new answer: it knows no empty lists."""
    return {name: part for name, part in parts.items() if part not in (None, [])}


def _typed(interaction: Interaction) -> list[tuple[str, str]]:
    """(name, text) of every blank of a form that was sent."""
    data: Any = interaction.data or {}
    found = []
    for row in data.get("components", ()):
        for one in [row["component"]] if "component" in row else row.get("components", ()):
            text = one["values"][0] if one.get("values") else one.get("value")
            found.append((str(one["custom_id"]), str(text or "")))
    return found


def _as_message(form: Form) -> Message:
    """A form that came where none can be opened: its title says what was wanted."""
    return Message(text=form.title)
