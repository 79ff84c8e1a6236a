"""What people do in their client: type commands, press, choose, send forms, read."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from tests.discord.check_commands import ROLE, USER, fits
from tests.discord.check_message import BUTTON, INPUT, SELECT, walk
from tests.discord.interactions import ANSWER_WITHIN, ASK, COMMAND, FORM, PRESS, Interaction
from tests.discord.refusal import Json
from tests.discord.world import DM, USE_COMMANDS, Account, Channel, Message, Role

if TYPE_CHECKING:
    from tests.discord.server import Discord


class Impossible(AssertionError):
    """The client would not let a person do this."""


class User:
    """One person and their client."""

    def __init__(self, discord: Discord, account: Account) -> None:
        self._discord = discord
        self.account = account

    @property
    def id(self) -> int:
        return self.account.id

    @property
    def dm(self) -> Channel:
        """The direct messages with the bot."""
        return self._discord.world.direct(self.account, self._discord.bot)

    # --- reading ------------------------------------------------------------------------------

    def reads(self, channel: Channel) -> list[Message]:
        """The messages they see in a channel now, the oldest first."""
        if self.account not in channel.viewers():
            return []
        return [
            one for _, one in sorted(channel.messages.items())
            if one.only in (None, self.account) and not one.loading
        ]  # fmt: skip

    def last(self, channel: Channel) -> Message:
        return self.reads(channel)[-1]

    def buttons(self, message: Message) -> dict[str, str]:
        """label -> custom_id of every button they could press."""
        return {
            one["label"]: one["custom_id"] for one in walk(message.components)
            if one.get("type") == BUTTON and "custom_id" in one and not one.get("disabled")
        }  # fmt: skip

    # --- doing --------------------------------------------------------------------------------

    async def press(self, message: Message, label: str, *, wait: bool = True) -> Interaction:
        """Press the button whose label begins so. Raises Impossible."""
        found = [key for name, key in self.buttons(message).items() if name.startswith(label)]
        if not found or message.id not in message.channel.messages:
            raise Impossible(f"no button {label!r} among {list(self.buttons(message))}")
        return await self.press_id(message, found[0], wait=wait)

    async def press_id(self, message: Message, custom_id: str, *, wait: bool = True) -> Interaction:
        """Press a button by its id, also one that was there when they last looked."""
        if message.only not in (None, self.account):
            raise Impossible("this message is somebody else's")
        data = {"custom_id": custom_id, "component_type": BUTTON}
        return await self._begin(PRESS, message.channel, data, message, wait=wait)

    async def choose(self, message: Message, *values: str, wait: bool = True) -> Interaction:
        """Choose from the only select of a message. Raises Impossible."""
        [select] = [one for one in walk(message.components) if one.get("type") == SELECT]
        options = [option["value"] for option in select["options"]]
        if not set(values) <= set(options) or not values:
            raise Impossible(f"{values} are not among {options}")
        data = {"custom_id": select["custom_id"], "component_type": SELECT, "values": list(values)}
        return await self._begin(PRESS, message.channel, data, message, wait=wait)

    async def submit(self, opened: Interaction, *, wait: bool = True, **values: str) -> Interaction:
        """Fill in the form that an interaction opened and send it; blanks not named stay."""
        modal = opened.modal
        if modal is None:
            raise Impossible("no form was opened")
        rows = [self._filled(row, values) for row in modal["components"]]
        if values:
            raise Impossible(f"the form has no such blanks: {list(values)}")
        data = {"custom_id": modal["custom_id"], "components": rows}
        return await self._begin(FORM, opened.channel, data, opened.message, wait=wait)

    def _filled(self, row: Json, values: dict[str, str]) -> Json:
        one = row.get("component") or row["components"][0]
        if one["type"] == SELECT:
            chosen = [values.pop(one["custom_id"])]
            sent: Json = {"type": SELECT, "custom_id": one["custom_id"], "values": chosen}
        else:
            typed = values.pop(one["custom_id"], one.get("value") or "")
            least, most = one.get("min_length") or 0, one.get("max_length") or 4000
            needed = one.get("required", True) and not typed
            if needed or not least <= len(typed) <= most:
                raise Impossible(f"{typed!r} does not fit {one}")
            sent = {"type": INPUT, "custom_id": one["custom_id"], "value": typed}
        if "component" in row:
            return {"type": row["type"], "id": 1, "component": sent}
        return {"type": 1, "components": [sent]}

    async def type(
        self,
        channel: Channel,
        name: str,
        options: Mapping[str, object] | None = None,
        *,
        wait: bool = True,
    ) -> Interaction:
        """Send a slash command as the client would. Raises Impossible."""
        options = options or {}
        command = self._command(channel, name)
        data = self._data(channel, command, options)
        needed = [one["name"] for one in command.get("options", ()) if one.get("required")]
        missing = set(needed) - set(options)
        if missing:
            raise Impossible(f"/{name} needs {missing}")
        return await self._begin(COMMAND, channel, data, wait=wait)

    async def complete(
        self, channel: Channel, name: str, option: str, typed: str = "", /, **options: object
    ) -> list[str]:
        """What autocompletion offers for an option, while typing it."""
        command = self._command(channel, name)
        [asked] = [one for one in command["options"] if one["name"] == option]
        if not asked.get("autocomplete"):
            raise Impossible(f"{option} is not completed")
        data = self._data(channel, command, options)
        data["options"].append(
            {"name": option, "type": asked["type"], "value": typed, "focused": True}
        )
        done = await self._begin(ASK, channel, data)
        return [str(choice["name"]) for choice in done.choices]

    def offered(self, channel: Channel) -> list[str]:
        """The commands their client shows them here, in their language."""
        return [
            str((one.get("name_localizations") or {}).get(self.account.locale, one["name"]))
            for one in self._discord.rest.commands
            if self._may(channel, one)
        ]

    def _may(self, channel: Channel, command: Json) -> bool:
        contexts = command.get("contexts")
        if contexts is not None and (1 if channel.kind == DM else 0) not in contexts:
            return False
        demands = command.get("default_member_permissions")
        may = channel.permissions(self.account)
        if not may & USE_COMMANDS:
            return False
        return channel.kind == DM or demands is None or may & int(demands) == int(demands)

    def _command(self, channel: Channel, name: str) -> Json:
        wanted = name.removeprefix("/")
        for one in self._discord.rest.commands:
            local = (one.get("name_localizations") or {}).get(self.account.locale)
            if wanted in (one["name"], local) and self._may(channel, one):
                return one
        raise Impossible(f"{self.account.name} is not offered /{wanted}")

    def _data(self, channel: Channel, command: Json, options: Mapping[str, object]) -> Json:
        known = {one["name"]: one for one in command.get("options", ())}
        sent, resolved = [], {}
        roles: Json = {}
        for name, value in options.items():
            if name not in known:
                raise Impossible(f"/{command['name']} has no option {name}")
            option = known[name]
            if isinstance(value, User) and option["type"] == USER:
                resolved[str(value.id)] = value.account
                value = str(value.id)
            elif isinstance(value, Role) and option["type"] == ROLE:
                roles[str(value.id)] = value.json()
                value = str(value.id)
            elif option["type"] in (USER, ROLE) or not fits(option, value):
                raise Impossible(f"{name}: {value!r} does not fit {option}")
            sent.append({"name": name, "type": option["type"], "value": value})
        data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": sent}
        if resolved:
            users = {key: account.json() for key, account in resolved.items()}
            members = {
                key: {k: v for k, v in channel.guild.members[account.id].json().items()
                      if k not in ("user", "deaf", "mute")}
                | {"permissions": str(channel.permissions(account))}
                for key, account in resolved.items()
                if channel.guild and account.id in channel.guild.members
            }  # fmt: skip
            data["resolved"] = {"users": users, "members": members}
        if roles:
            data.setdefault("resolved", {})["roles"] = roles
        return data

    async def _begin(
        self, kind: Literal[2, 3, 4, 5], channel: Channel, data: Json,
        message: Message | None = None, *, wait: bool = True,
    ) -> Interaction:  # fmt: skip
        discord = self._discord
        one = discord.desk.begin(kind, self.account, channel, message)
        told = self._told(one, data)
        if channel.guild:
            discord.gateway.tell_guild(channel.guild.id, 0, "INTERACTION_CREATE", told)
        else:
            discord.gateway.tell_first(0, "INTERACTION_CREATE", told)
        if wait:
            await self._wait(one)
        return one

    async def _wait(self, one: Interaction) -> None:
        try:
            await asyncio.wait_for(one.answered.wait(), ANSWER_WITHIN)
        except TimeoutError:
            self._discord.complain(f"{self.account.name} was not answered within 3 s")
            raise AssertionError("this interaction failed") from None

    def _told(self, one: Interaction, data: Json) -> Json:
        discord, channel = self._discord, one.channel
        told: Json = {
            "id": str(one.id), "application_id": str(discord.bot.id), "type": one.kind,
            "token": one.token, "version": 1, "data": data, "channel_id": str(channel.id),
            "channel": channel.json(), "locale": self.account.locale, "entitlements": [],
            "app_permissions": str(channel.permissions(discord.bot)), "context": 0,
            "attachment_size_limit": 10 * 1024 * 1024,
            "authorizing_integration_owners": {"0": str(channel.guild.id if channel.guild else 0)},
        }  # fmt: skip
        if one.message:
            told["message"] = discord.posts.json(one.message)
        if channel.guild:
            member = channel.guild.members[self.account.id].json()
            member["permissions"] = str(channel.permissions(self.account))
            guild = {"id": str(channel.guild.id), "locale": "en-US", "features": []}
            told |= {"member": member, "guild_id": guild["id"], "guild_locale": "en-US"}
            told["guild"] = guild
        else:
            told |= {"user": self.account.json(), "context": 1}
        return told

    # --- outside of the bot -------------------------------------------------------------------

    def says(self, channel: Channel, content: str) -> Message:
        return self._discord.posts.chatter(channel, self.account, content)

    def close_dms(self, *, closed: bool = True) -> None:
        self.account.dms_closed = closed
