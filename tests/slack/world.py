"""Who and what there is in a workspace, and what each viewer has seen of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests.slack.check_blocks import walk
from tests.slack.clock import Clock, made_at
from tests.slack.refusal import Json, Refusal

PUBLIC, PRIVATE, DIRECT = "channel", "group", "im"
ENTITIES = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))
TOKEN = re.compile(r"<([^<>\n]*)>")
SHOUTS = re.compile(r"!(channel|here|everyone|group|subteam\^.*)(\|.*)?")
MEANT = re.compile(
    r"[@#][A-Z0-9]{6,}(\|.*)?|!date\^\d+\^.*\|.+|!(channel|here|everyone|group|subteam\^.*)(\|.*)?"
    r"|(https?|mailto|slack):.*"
)


@dataclass(eq=False)
class Account:
    """Somebody in the workspace. `saw` holds, as JSON, every version of all they could see.

    `notified` is what their phone showed; `refuses` is the error that keeps letters from them.
    """

    id: str
    name: str
    locale: str = "en-US"
    bot: bool = False
    deleted: bool = False
    admin: bool = False
    team: str = ""
    """The workspace they are of, where that is another: a guest of a shared channel."""
    refuses: str = ""
    saw: list[str] = field(default_factory=list)
    notified: list[str] = field(default_factory=list)

    def json(self, team: str, *, with_locale: bool = False) -> Json:
        team = self.team or team
        plain: Json = {
            "id": self.id, "team_id": team, "name": self.id.lower(), "deleted": self.deleted,
            "real_name": self.name, "is_bot": self.bot, "updated": 1_600_000_000,
            "is_app_user": False, "tz": "Asia/Tokyo", "tz_offset": 32400,
            "profile": {
                "real_name": self.name, "display_name": self.name, "team": team,
                "real_name_normalized": self.name, "display_name_normalized": self.name,
                "avatar_hash": "g0", "image_72": "https://secure.gravatar.example/72.png",
            },
        }  # fmt: skip
        if not self.deleted:
            plain |= {"is_admin": self.admin, "is_owner": False, "is_restricted": False}
        if with_locale:
            plain["locale"] = self.locale
        return plain


@dataclass(eq=False)
class Channel:
    """A channel, public or private, or the direct messages of the bot with somebody."""

    id: str
    kind: str
    name: str = ""
    members: list[Account] = field(default_factory=list)
    archived: bool = False
    read_only: bool = False
    deleted: bool = False
    messages: dict[str, Message] = field(default_factory=dict)

    @property
    def person(self) -> Account:
        """Who the direct messages are with."""
        return next(one for one in self.members if not one.bot)

    def json(self, team: str) -> Json:
        plain: Json = {
            "id": self.id, "created": 1_600_000_000, "is_archived": self.archived,
            "is_im": self.kind == DIRECT, "is_org_shared": False, "context_team_id": team,
        }  # fmt: skip
        if self.kind == DIRECT:
            return plain | {"user": self.person.id, "is_user_deleted": self.person.deleted}
        return plain | {
            "name": self.name, "name_normalized": self.name, "is_channel": self.kind == PUBLIC,
            "is_group": False, "is_private": self.kind == PRIVATE, "is_general": False,
            "is_mpim": False, "is_shared": False, "creator": "U000000001",
            "topic": {"value": "", "creator": "", "last_set": 0},
            "purpose": {"value": "", "creator": "", "last_set": 0},
        }  # fmt: skip


@dataclass(eq=False)
class File:
    """An upload. `ready` is when Slack has looked it over: before, nothing can show it."""

    id: str
    name: str
    size: int
    alt: str = ""
    title: str = ""
    data: bytes = b""
    ready: float | None = None
    shared: set[str] = field(default_factory=set)
    deleted: bool = False

    def json(self, user: str, now: float) -> Json:
        done = self.ready is not None and now >= self.ready
        kind = self.name.rpartition(".")[2] if done else ""
        return {
            "id": self.id, "created": int(now), "timestamp": int(now), "name": self.name,
            "title": self.title or self.name, "mimetype": f"image/{kind}" if done else "",
            "filetype": kind, "user": user, "size": self.size, "mode": "hosted",
            "is_public": bool(self.shared), "public_url_shared": False, "editable": False,
            "url_private": f"https://files.slack.example/files-pri/{self.id}/{self.name}",
            "permalink": f"https://casino.slack.example/files/{user}/{self.id}/{self.name}",
            "channels": sorted(self.shared), "groups": [], "ims": [], "alt_txt": self.alt,
        }  # fmt: skip


@dataclass(eq=False)
class Message:
    """A message as it is now. `only` is who an ephemeral one is for; `edits` counts its changes."""

    ts: str
    channel: Channel
    author: Account
    text: str = ""
    blocks: list[Json] = field(default_factory=list)
    only: Account | None = None
    thread: str = ""
    edits: int = 0
    gone: bool = False
    names: dict[str, str] = field(default_factory=dict)

    def json(self, team: str, app: str) -> Json:
        plain: Json = {
            "type": "message", "user": self.author.id, "ts": self.ts, "text": self.text,
            "team": team, "blocks": self.blocks,
        }  # fmt: skip
        if self.author.bot:
            plain |= {"bot_id": f"B{self.author.id[1:]}", "app_id": app}
        if self.edits and not self.blocks:
            plain["edited"] = {"user": self.author.id, "ts": self.ts}
        if self.thread:
            plain["thread_ts"] = self.thread
        return plain

    @property
    def made(self) -> float:
        return made_at(self.ts)

    @property
    def file(self) -> str:
        """The id of the first picture it shows, or nothing."""
        return next(
            (
                str(one["slack_file"].get("id", ""))
                for one in walk(self.blocks)
                if "slack_file" in one
            ),
            "",
        )

    def words(self) -> str:
        """Everything that can be read on it, but for its buttons."""
        return readable(self.blocks, self.names) if self.blocks else plain(self.text, self.names)

    def seen(self) -> str:
        """All of it that reaches a viewer, buttons and their values too, as JSON."""
        return json.dumps([self.text, self.blocks], ensure_ascii=False)


def readable(blocks: list[Json], names: dict[str, str]) -> str:
    """What stands on some blocks, a line for each text, as a reader sees it."""
    lines: list[str] = []
    for block in blocks:
        if block["type"] == "actions":
            continue
        for one in walk({key: value for key, value in block.items() if key != "accessory"}):
            if one.get("type") in ("mrkdwn", "markdown"):
                lines.append(plain(one["text"], names))
            elif one.get("type") in ("plain_text", "text"):
                lines.append(str(one["text"]))
            elif "alt_text" in one:
                lines.append(str(one["alt_text"]))
    return "\n".join(lines)


def plain(text: str, names: dict[str, str]) -> str:
    """Markup as it is read: names for ids, words for links, signs for entities."""

    def read(found: re.Match[str]) -> str:
        inner = found[1]
        word, _, label = inner.partition("|")
        if inner.startswith(("@", "#")):
            return inner[0] + (names.get(word[1:]) or label)
        if inner.startswith("!"):
            return label or "@" + word[1:]
        return label or word

    shown = TOKEN.sub(read, text)
    for entity, sign in ENTITIES:
        shown = shown.replace(entity, sign)
    return shown


def markups(message: Message) -> Iterator[str]:
    """Every text of a message in which Slack looks for markup."""
    yield message.text
    for one in walk(message.blocks):
        if one.get("type") in ("mrkdwn", "markdown"):
            yield str(one["text"])


class World:
    """Everything that is, by id. `shouts` are messages that called everybody in a channel,
    `garbled` texts with a bare "<" that readers see as nonsense, `watchers` are called with each
    message that is shown anew."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.watchers: list[Callable[[Message], None]] = []
        self.accounts: dict[str, Account] = {}
        self.channels: dict[str, Channel] = {}
        self.files: dict[str, File] = {}
        self.names: dict[str, str] = {}
        """What people and channels are called, by id."""
        self.shouts: list[str] = []
        self.garbled: list[str] = []

    def account(self, name: str, locale: str = "en-US", *, bot: bool = False) -> Account:
        made = Account(self.clock.key("U"), name, locale, bot)
        self.accounts[made.id] = made
        self.names[made.id] = name
        return made

    def channel(self, key: str) -> Channel:
        """A channel by its id. Raises Refusal."""
        found = self.channels.get(key)
        if found is None or found.deleted:
            raise Refusal("channel_not_found")
        return found

    def direct(self, person: Account, bot: Account) -> Channel:
        """The direct messages of the bot with somebody."""
        for channel in self.channels.values():
            if channel.kind == DIRECT and person in channel.members:
                return channel
        made = Channel(self.clock.key("D"), DIRECT, members=[person, bot])
        self.channels[made.id] = made
        return made

    def viewers(self, channel: Channel) -> list[Account]:
        """Who can read a channel: a public one, everybody in the workspace."""
        found = self.accounts.values() if channel.kind == PUBLIC else channel.members
        return [one for one in found if not one.bot and not one.deleted]

    def show(self, message: Message, *, new: bool) -> None:
        """Enter what a message now shows into the record of everybody who can see it."""
        record, viewers = [message.text, message.blocks], self.viewers(message.channel)
        if message.file:
            shown = self.files[message.file]
            record.append([shown.name, shown.title, shown.alt])
        seen = json.dumps(record, ensure_ascii=False)
        for viewer in [message.only] if message.only else viewers:
            viewer.saw.append(seen)
        for watch in self.watchers:
            watch(message)
        if message.author.bot:
            self._examine(message)
        if new and not message.only:
            for viewer in viewers:
                if viewer is not message.author and self._reaches(message, viewer):
                    viewer.notified.append(plain(message.text, self.names))

    def _reaches(self, message: Message, viewer: Account) -> bool:
        if viewer not in message.channel.members:
            return False
        called = any(f"<@{viewer.id}" in text for text in markups(message))
        return called or message.channel.kind == DIRECT

    def _examine(self, message: Message) -> None:
        for text in markups(message):
            for found in TOKEN.findall(text):
                if SHOUTS.fullmatch(found):
                    self.shouts.append(text)
                if not MEANT.fullmatch(found):
                    self.garbled.append(text)
            if "<" in TOKEN.sub("", text):
                self.garbled.append(text)
