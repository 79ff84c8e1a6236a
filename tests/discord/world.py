"""Who and what there is: people, servers, channels, messages; and what each viewer has seen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests.discord.check_message import EPHEMERAL, SILENT
from tests.discord.clock import Clock, stamp
from tests.discord.refusal import Json, Refusal

VIEW, SEND, EMBED, ATTACH = 1 << 10, 1 << 11, 1 << 14, 1 << 15
MANAGE_GUILD, MANAGE_MESSAGES, HISTORY = 1 << 5, 1 << 13, 1 << 16
MENTION_EVERYONE, MANAGE_THREADS = 1 << 17, 1 << 34
MAKE_THREADS, SEND_IN_THREADS = 1 << 35, 1 << 38
USE_COMMANDS, ADMINISTRATOR = 1 << 31, 1 << 3
EVERYTHING = (1 << 53) - 1
USUAL = (
    VIEW | SEND | EMBED | ATTACH | HISTORY | MAKE_THREADS | SEND_IN_THREADS | USE_COMMANDS | 1 << 18
)  # fmt: skip
TEXT_CHANNEL, DM, NEWS, NEWS_THREAD, THREAD = 0, 1, 5, 10, 11


@dataclass(eq=False)
class Account:
    """A user of Discord. `saw` holds, as JSON, every version of a message they could see."""

    id: int
    name: str
    locale: str = "en-US"
    bot: bool = False
    dms_closed: bool = False
    saw: list[str] = field(default_factory=list)
    pinged: list[Message] = field(default_factory=list)

    def json(self) -> Json:
        return {
            "id": str(self.id), "username": self.name.lower()[:32], "global_name": self.name[:32],
            "discriminator": "0", "avatar": None, "bot": self.bot, "public_flags": 0,
        }  # fmt: skip


@dataclass(eq=False)
class Role:
    id: int
    name: str
    permissions: int

    def json(self) -> Json:
        return {
            "id": str(self.id), "name": self.name, "permissions": str(self.permissions),
            "color": 0, "colors": {"primary_color": 0}, "hoist": False, "position": 0,
            "managed": False, "mentionable": False, "flags": 0,
        }  # fmt: skip


@dataclass(eq=False)
class Member:
    """A user in a server, with a name of their own there, if any."""

    account: Account
    roles: list[Role] = field(default_factory=list)
    nick: str | None = None
    joined: float = 1_600_000_000.0

    def json(self) -> Json:
        return {
            "user": self.account.json(), "nick": self.nick,
            "roles": [str(role.id) for role in self.roles],
            "joined_at": stamp(self.joined), "deaf": False, "mute": False, "flags": 0,
            "avatar": None,
        }  # fmt: skip


@dataclass(eq=False)
class Channel:
    """A text channel, a thread of one that somebody `made`, or a direct message (`people`)."""

    id: int
    kind: int
    name: str = ""
    guild: Guild | None = None
    parent: Channel | None = None
    people: tuple[Account, ...] = ()
    denied: dict[int, int] = field(default_factory=dict)
    archived: bool = False
    locked: bool = False
    messages: dict[int, Message] = field(default_factory=dict)
    made: Account | None = None

    def json(self) -> Json:
        plain: Json = {"id": str(self.id), "type": self.kind, "flags": 0, "last_message_id": None}
        if self.kind == DM:
            return plain | {"recipients": [one.json() for one in self.people if not one.bot]}
        assert self.guild
        plain |= {"guild_id": str(self.guild.id), "name": self.name, "nsfw": False}
        if self.kind == THREAD:
            assert self.parent
            about: Json = {
                "archived": self.archived,
                "locked": self.locked,
                "auto_archive_duration": 1440,
            }
            about |= {"archive_timestamp": stamp(1_600_000_000)}
            plain["type"] = self.parent.type_of_threads
            owner = self.made or self.guild.owner
            plain |= {"parent_id": str(self.parent.id), "owner_id": str(owner.id)}
            return plain | {"thread_metadata": about, "message_count": 0, "member_count": 1}
        denied = [
            {"id": str(who), "type": 0 if who in self.guild.roles else 1, "allow": "0",
             "deny": str(what)}
            for who, what in self.denied.items()
        ]  # fmt: skip
        plain |= {"position": 0, "parent_id": None, "topic": None, "rate_limit_per_user": 0}
        return plain | {"permission_overwrites": denied}

    @property
    def type_of_threads(self) -> int:
        """What the API calls a public thread in this channel."""
        return NEWS_THREAD if self.kind == NEWS else THREAD

    def permissions(self, account: Account) -> int:
        """What an account may do here."""
        if self.kind == DM:
            return EVERYTHING if account in self.people else 0
        assert self.guild
        member = self.guild.members.get(account.id)
        if member is None:
            return 0
        if account is self.guild.owner:
            return EVERYTHING
        allowed = self.guild.everyone.permissions
        for role in member.roles:
            allowed |= role.permissions
        if allowed & ADMINISTRATOR:
            return EVERYTHING
        for place in (self.parent, self):
            for who in (self.guild.id, *(role.id for role in member.roles), account.id):
                allowed &= ~place.denied.get(who, 0) if place else allowed
        return allowed if allowed & VIEW else 0

    def viewers(self) -> Iterator[Account]:
        if self.kind == DM:
            yield from self.people
        elif self.guild:
            for member in self.guild.members.values():
                if self.permissions(member.account) & VIEW:
                    yield member.account


@dataclass(eq=False)
class Guild:
    """A server; the role of everyone has its id."""

    id: int
    name: str
    owner: Account
    everyone: Role
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    left: bool = False

    def json(self, bot: Account) -> Json:
        """What the gateway tells of a server to who has not asked for its members."""
        threads = [c.json() for c in self.channels.values() if c.kind == THREAD and not c.archived]
        return {
            "id": str(self.id), "name": self.name, "icon": None, "owner_id": str(self.owner.id),
            "afk_channel_id": None, "afk_timeout": 300, "verification_level": 1,
            "default_message_notifications": 0, "explicit_content_filter": 0,
            "roles": [role.json() for role in self.roles.values()], "emojis": [], "features": [],
            "mfa_level": 0, "system_channel_flags": 0, "premium_tier": 0, "nsfw_level": 0,
            "system_channel_id": None, "rules_channel_id": None, "vanity_url_code": None,
            "preferred_locale": "en-US", "stickers": [], "joined_at": stamp(1_600_000_000),
            "large": len(self.members) > 250, "unavailable": False, "presences": [],
            "member_count": len(self.members), "voice_states": [], "stage_instances": [],
            "guild_scheduled_events": [], "soundboard_sounds": [], "threads": threads,
            "members": [self.members[bot.id].json()], "max_members": 500000,
            "premium_subscription_count": 0, "premium_progress_bar_enabled": False,
            "channels": [c.json() for c in self.channels.values() if c.kind != THREAD],
        }  # fmt: skip


@dataclass(eq=False)
class Message:
    """A message as it is now. `only` is who an ephemeral one is for."""

    id: int
    channel: Channel
    author: Account
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    flags: int = 0
    nonce: str | None = None
    edited: float | None = None
    only: Account | None = None
    loading: bool = False
    files: dict[str, bytes] = field(default_factory=dict)
    mentioned: list[Account] = field(default_factory=list)
    edits: int = 0
    application: int | None = None

    @property
    def silent(self) -> bool:
        return bool(self.flags & SILENT)

    def json(self, made: float) -> Json:
        plain: Json = {
            "id": str(self.id), "channel_id": str(self.channel.id), "author": self.author.json(),
            "content": self.content, "embeds": self.embeds, "components": self.components,
            "attachments": self.attachments, "flags": self.flags, "type": 0, "tts": False,
            "timestamp": stamp(made),
            "edited_timestamp": stamp(self.edited) if self.edited else None,
            "mention_everyone": False, "mentions": [one.json() for one in self.mentioned],
            "mention_roles": [], "pinned": False,
        }  # fmt: skip
        if self.application is not None and self.author.bot:
            plain["application_id"] = str(self.application)
        if self.nonce is not None:
            plain["nonce"] = self.nonce
        return plain

    def words(self) -> str:
        """Everything that can be read on it, for tests that look for words."""
        parts = [self.content]
        for embed in self.embeds:
            parts += [embed.get("author", {}).get("name", ""), embed.get("title", "")]
            parts.append(embed.get("description", ""))
            parts += [f"{one['name']}: {one['value']}" for one in embed.get("fields", ())]
            parts.append((embed.get("footer") or {}).get("text", ""))
        return "\n".join(part for part in parts if part)

    def seen(self) -> str:
        """All of it that reaches a viewer, buttons and their ids too, as JSON."""
        shown = [self.content, self.embeds, self.components, self.attachments]
        return json.dumps(shown, ensure_ascii=False)


class World:
    """Everything that is, by id. `watchers` are called with each message that is shown anew."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.watchers: list[Callable[[Message], None]] = []
        self.accounts: dict[int, Account] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}

    def account(self, name: str, locale: str = "en-US", *, bot: bool = False) -> Account:
        made = Account(self.clock.snowflake(), name, locale, bot)
        self.accounts[made.id] = made
        return made

    def channel(self, channel_id: int) -> Channel:
        """A channel by its id. Raises Refusal."""
        if channel_id not in self.channels:
            raise Refusal(10003)
        return self.channels[channel_id]

    def direct(self, one: Account, other: Account) -> Channel:
        """The direct messages of two."""
        for channel in self.channels.values():
            if channel.kind == DM and set(channel.people) == {one, other}:
                return channel
        made = Channel(self.clock.snowflake(), DM, people=(one, other))
        self.channels[made.id] = made
        return made

    def share_guild(self, one: Account, other: Account) -> bool:
        return any(
            one.id in guild.members and other.id in guild.members
            for guild in self.guilds.values()
            if not guild.left
        )

    def show(self, message: Message) -> None:
        """Enter what a message now shows into the record of everybody who can see it."""
        seen = message.seen()
        for viewer in [message.only] if message.only else message.channel.viewers():
            if not viewer.bot:
                viewer.saw.append(seen)
        for watch in self.watchers:
            watch(message)

    def ping(self, message: Message, mentions: Json | None) -> None:
        """Note whom a new message reaches on their phone."""
        message.mentioned = list(self._mentioned(message, mentions))
        if message.silent or message.flags & EPHEMERAL:
            return
        reached = set(message.mentioned)
        if message.channel.kind == DM:
            reached |= set(message.channel.people)
        for account in reached - {message.author}:
            if account in message.channel.viewers():
                account.pinged.append(message)

    def _mentioned(self, message: Message, mentions: Json | None) -> Iterator[Account]:
        content = message.content
        parse = ["users", "everyone"] if mentions is None else mentions.get("parse", [])
        listed = set(map(int, (mentions or {}).get("users") or ()))
        may = message.channel.permissions(message.author) & MENTION_EVERYONE
        everyone = ("@everyone" in content or "@here" in content) and "everyone" in parse and may
        for account in self.accounts.values():
            named = f"<@{account.id}>" in content or f"<@!{account.id}>" in content
            if everyone or (named and ("users" in parse or account.id in listed)):
                yield account
