"""Messages made, changed and taken away, with every check, record and event that goes with it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from tests.discord.check_message import (
    EPHEMERAL,
    LAYOUT,
    SILENT,
    SUPPRESS_EMBEDS,
    Sent,
    check_message,
)
from tests.discord.clock import Clock, made_at
from tests.discord.gateway import Gateway
from tests.discord.refusal import Json, Refusal
from tests.discord.world import (
    ATTACH,
    DM,
    EMBED,
    HISTORY,
    SEND,
    SEND_IN_THREADS,
    THREAD,
    VIEW,
    Account,
    Channel,
    Message,
    World,
)

HOUR = 3600.0
OLD_EDITS = 5
"""Edits of messages older than an hour that a channel bears in an hour (observed to be few)."""
NONCE_LASTS = 300.0


class Posts:
    """`emoji` are the application's own, by id; `unstated` are bodies without allowed_mentions."""

    def __init__(self, world: World, gateway: Gateway, clock: Clock, bot: Account) -> None:
        self._world = world
        self._gateway = gateway
        self._clock = clock
        self._bot = bot
        self.emoji: dict[int, Json] = {}
        self.unstated: list[str] = []
        self._nonces: dict[tuple[int, str], Message] = {}
        self._old_edits: dict[int, deque[float]] = {}

    def json(self, message: Message) -> Json:
        return message.json(made_at(message.id))

    # --- by the bot ---------------------------------------------------------------------------

    def post(self, channel: Channel, sent: Sent) -> Message:
        """A message of the bot in a channel. Raises Refusal."""
        self._may_speak(channel, sent)
        nonce = sent.json.get("nonce")
        if nonce is not None and sent.json.get("enforce_nonce"):
            known = self._nonces.get((channel.id, str(nonce)))
            if known and self._clock.now() - made_at(known.id) < NONCE_LASTS:
                return known
        made = self.create(channel, sent, allowed=SUPPRESS_EMBEDS | SILENT | LAYOUT)
        if nonce is not None:
            made.nonce = str(nonce)
            self._nonces[channel.id, str(nonce)] = made
        return made

    def _may_speak(self, channel: Channel, sent: Sent) -> None:
        if channel.kind == DM:
            [person] = [one for one in channel.people if one is not self._bot]
            if not self._world.share_guild(person, self._bot):
                raise Refusal(50278)
            if person.dms_closed:
                raise Refusal(50007)
            return
        may = self._may_see(channel)
        needed = SEND_IN_THREADS if channel.kind == THREAD else SEND
        needed |= EMBED if sent.json.get("embeds") else 0
        needed |= ATTACH if sent.files else 0
        if may & needed != needed:
            raise Refusal(50013)
        if channel.archived and channel.locked:
            raise Refusal(50083)
        if channel.archived:
            channel.archived = False

    def _may_see(self, channel: Channel) -> int:
        may = channel.permissions(self._bot)
        if not may & VIEW:
            raise Refusal(50001)
        return may

    def create(
        self, channel: Channel, sent: Sent, *, allowed: int, only: Account | None = None,
        exempt: bool = False,
    ) -> Message:  # fmt: skip
        """A checked message; `only` who sees it, `exempt` from the bot's own permissions."""
        check_message(sent, allowed=allowed, emoji=self.emoji)
        made = Message(self._clock.snowflake(), channel, self._bot, only=only)
        made.application = self._bot.id
        made.flags = sent.json.get("flags") or 0
        self._take(made, sent)
        self._enter(made, sent)
        return made

    def _enter(self, message: Message, sent: Sent) -> None:
        message.channel.messages[message.id] = message
        self._note_mentions(sent)
        self._world.ping(message, sent.json.get("allowed_mentions"))
        self._world.show(message)
        if not message.only:
            self._tell("MESSAGE_CREATE", message)

    def _note_mentions(self, sent: Sent) -> None:
        if "allowed_mentions" not in sent.json:
            self.unstated.append(str(sent.json)[:200])

    def change(self, message: Message, sent: Sent) -> Message:
        """An edit by the bot's own authority. Raises Refusal."""
        channel = message.channel
        if channel.kind != DM:
            self._may_see(channel)
        if message.author is not self._bot:
            raise Refusal(50005)
        now = self._clock.now()
        if now - made_at(message.id) > HOUR:
            edits = self._old_edits.setdefault(channel.id, deque())
            while edits and edits[0] <= now - HOUR:
                edits.popleft()
            if len(edits) >= OLD_EDITS:
                raise Refusal(30046, wait=edits[0] + HOUR - now)
            edits.append(now)
        return self.edit(message, sent)

    def edit(self, message: Message, sent: Sent, *, exempt: bool = False) -> Message:
        """Change a message and show it. Raises Refusal."""
        if message.id not in message.channel.messages:
            raise Refusal(10008)
        if message.channel.archived and not message.only:
            raise Refusal(50083)
        allowed = SUPPRESS_EMBEDS | LAYOUT | (EPHEMERAL if exempt else 0)
        kept = {"embeds": message.embeds, "content": message.content}
        whole = Sent(kept | sent.json, sent.files)
        check_message(whole, allowed=allowed, emoji=self.emoji, kept=message.attachments, new=False)
        self._take(message, sent)
        message.edited = self._clock.now()
        message.edits += 1
        self._note_mentions(sent)
        self._world.show(message)
        if not message.only:
            self._tell("MESSAGE_UPDATE", message)
        return message

    def loading(self, channel: Channel, only: Account | None) -> Message:
        """The message that says the bot is thinking."""
        made = Message(self._clock.snowflake(), channel, self._bot, only=only, loading=True)
        made.flags = 1 << 7 | (EPHEMERAL if only else 0)
        channel.messages[made.id] = made
        return made

    def fill(self, message: Message, sent: Sent) -> Message:
        """Put an answer in the place of the one that waits; who sees it stays as it was."""
        check_message(sent, allowed=EPHEMERAL | SUPPRESS_EMBEDS | LAYOUT | SILENT, emoji=self.emoji)
        message.loading = False
        message.flags = EPHEMERAL if message.only else 0
        self._take(message, sent)
        self._enter(message, sent)
        return message

    def delete(self, message: Message) -> None:
        """Take a message away and tell of it."""
        if message.channel.messages.pop(message.id, None) is None:
            raise Refusal(10008)
        if message.only:
            return
        gone: Json = {"id": str(message.id), "channel_id": str(message.channel.id)}
        if message.channel.guild:
            gone["guild_id"] = str(message.channel.guild.id)
        self._gateway.tell_message("MESSAGE_DELETE", message.channel, gone)

    def bot_deletes(self, message: Message) -> None:
        if message.channel.kind != DM:
            self._may_see(message.channel)
        if message.channel.archived:
            raise Refusal(50083)
        if message.author is not self._bot:
            raise Refusal(50013)
        self.delete(message)

    def find(self, channel: Channel, message_id: int) -> Message:
        """A message that the bot may read. Raises Refusal."""
        if channel.kind != DM and not self._may_see(channel) & HISTORY:
            raise Refusal(50013)
        found = channel.messages.get(message_id)
        if found is None or found.only:
            raise Refusal(10008)
        return found

    def _take(self, message: Message, sent: Sent) -> None:
        body = sent.json
        for name, empty in (("content", ""), ("embeds", []), ("components", [])):
            if name in body:
                setattr(message, name, body[name] or empty)
        if body.get("flags") is not None:
            message.flags = message.flags & (EPHEMERAL | SILENT) | body["flags"]
        if "attachments" in body or sent.files:
            message.attachments = self._attach(message, sent)
        for at, embed in enumerate(message.embeds):
            message.embeds[at] = self._resolved(message, embed)

    def _attach(self, message: Message, sent: Sent) -> list[Json]:
        uploads = {file.number: file for file in sent.files}
        kept = {int(one["id"]): one for one in message.attachments}
        listed: list[Mapping[str, Any]] = sent.json.get("attachments") or [
            {"id": file.number} for file in sent.files
        ]
        shown = []
        for one in listed:
            number = int(one["id"])
            if number in kept:
                shown.append(kept[number])
                continue
            file = uploads[number]
            name = str(one.get("filename") or file.name)
            message.files[name] = file.data
            key = self._clock.snowflake()
            kind = "image/png" if name.endswith(".png") else "application/octet-stream"
            url = f"https://cdn.discordapp.example/attachments/{message.channel.id}/{key}/{name}"
            shown.append({
                "id": str(key), "filename": name, "size": len(file.data), "url": url,
                "proxy_url": url, "description": one.get("description"),
                "content_type": kind,
            })  # fmt: skip
        return shown

    @staticmethod
    def _resolved(message: Message, embed: Json) -> Json:
        """An embed with its attachments in place of what it calls them."""
        urls = {f"attachment://{one['filename']}": one["url"] for one in message.attachments}
        shown = dict(embed)
        for name in ("image", "thumbnail"):
            if (embed.get(name) or {}).get("url") in urls:
                shown[name] = embed[name] | {"url": urls[embed[name]["url"]]}
        return shown

    # --- by people ----------------------------------------------------------------------------

    def chatter(self, channel: Channel, author: Account, content: str) -> Message:
        """A message that a person writes."""
        made = Message(self._clock.snowflake(), channel, author, content)
        channel.messages[made.id] = made
        self._world.show(made)
        self._tell("MESSAGE_CREATE", made)
        return made

    def _tell(self, event: str, message: Message) -> None:
        data = self.json(message)
        guild = message.channel.guild
        if guild:
            data["guild_id"] = str(guild.id)
            member = guild.members.get(message.author.id)
            if member:
                data["member"] = {k: v for k, v in member.json().items() if k != "user"}
        self._gateway.tell_message(event, message.channel, data)
