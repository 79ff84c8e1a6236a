"""What each method of the Web API does with the workspace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.slack.api import Api, flag, needed
from tests.slack.files import Files
from tests.slack.manifest import Manifest
from tests.slack.posts import Posts
from tests.slack.refusal import Json, Refusal
from tests.slack.sockets import Sockets
from tests.slack.views import Views
from tests.slack.world import DIRECT, PRIVATE, PUBLIC, Account, Channel, World

READS = {PUBLIC: "channels:read", PRIVATE: "groups:read", DIRECT: "im:read"}
HISTORIES = {PUBLIC: "channels:history", PRIVATE: "groups:history", DIRECT: "im:history"}


@dataclass
class Methods:
    """The methods over the parts of a workspace."""

    world: World
    posts: Posts
    files: Files
    views: Views
    sockets: Sockets
    manifest: Manifest
    bot: Account
    team: Json
    app: str
    upload_url: Callable[[str], str]

    def add_to(self, api: Api) -> None:
        """Enter every method, with the scopes that its page names."""
        write, reads = ["chat:write"], list(READS.values())
        api.add("apps.connections.open", self._connect)
        api.add("auth.test", self._auth_test)
        api.add("team.info", self._team_info, ["team:read"])
        api.add("chat.postMessage", self._post, write)
        api.add("chat.update", self._update, write)
        api.add("chat.delete", self._delete, write)
        api.add("chat.postEphemeral", self._whisper, write)
        api.add("conversations.open", self._open, ["im:write"])
        api.add("conversations.info", self._info, reads)
        api.add("conversations.members", self._members, reads)
        api.add("conversations.history", self._history, list(HISTORIES.values()))
        api.add("users.info", self._user, ["users:read"])
        api.add("users.conversations", self._conversations, reads)
        api.add("views.open", self._view_open)
        api.add("views.push", self._view_push)
        api.add("views.update", self._view_update)
        api.add("views.publish", self._view_publish)
        api.add("files.getUploadURLExternal", self._ticket, ["files:write"])
        api.add("files.completeUploadExternal", self._complete, ["files:write"])
        api.add("files.delete", self._file_delete, ["files:write"])
        api.add("files.info", self._file_info, ["files:read"])

    # --- about the app ------------------------------------------------------------------------

    def _connect(self, body: Json) -> Json:
        return {"url": self.sockets.ticket()}

    def _auth_test(self, body: Json) -> Json:
        return {
            "url": f"https://{self.team['domain']}.slack.example/", "team": self.team["name"],
            "user": self.manifest.name.lower(), "team_id": self.team["id"],
            "user_id": self.bot.id, "bot_id": f"B{self.bot.id[1:]}", "is_enterprise_install": False,
        }  # fmt: skip

    def _team_info(self, body: Json) -> Json:
        return {"team": self.team}

    # --- messages -----------------------------------------------------------------------------

    def _post(self, body: Json) -> Json:
        [key] = needed(body, "channel")
        anywhere = "chat:write.public" in self.manifest.scopes
        made = self.posts.post(key, body, anywhere=anywhere)
        return {"channel": made.channel.id, "ts": made.ts, "message": self.posts.json(made)}

    def _update(self, body: Json) -> Json:
        key, ts = needed(body, "channel", "ts")
        changed = self.posts.change(key, ts, body)
        told = self.posts.json(changed)
        return {"channel": key, "ts": ts, "text": changed.text, "message": told}

    def _delete(self, body: Json) -> Json:
        key, ts = needed(body, "channel", "ts")
        self.posts.delete(key, ts)
        return {"channel": key, "ts": ts}

    def _whisper(self, body: Json) -> Json:
        key, user = needed(body, "channel", "user")
        return {"message_ts": self.posts.whisper(key, user, body).ts}

    # --- conversations and people -------------------------------------------------------------

    def _open(self, body: Json) -> Json:
        if body.get("channel"):
            channel = self.world.channel(str(body["channel"]))
            if channel.kind != DIRECT:
                raise Refusal("method_not_supported_for_channel_type")
        else:
            [users] = needed(body, "users")
            if "," in users:
                raise Refusal("missing_scope", needed="mpim:write")
            channel = self._letters(self.world.accounts.get(users))
        plain: Json = {"id": channel.id}
        if flag(body, "return_im"):
            plain = channel.json(self.team["id"])
        return {"channel": plain}

    def _letters(self, person: Account | None) -> Channel:
        if person is None:
            raise Refusal("user_not_found")
        if person.bot:
            raise Refusal("cannot_dm_bot")
        if person.deleted:
            raise Refusal("user_disabled")
        if person.refuses:
            raise Refusal(person.refuses)
        return self.world.direct(person, self.bot)

    def _seen(self, key: str, scopes: dict[str, str]) -> Channel:
        """A channel that the bot may look at. Raises Refusal."""
        channel = self.world.channel(key)
        if channel.kind != PUBLIC and self.bot not in channel.members:
            raise Refusal("channel_not_found")
        if scopes[channel.kind] not in self.manifest.scopes:
            raise Refusal("missing_scope", needed=scopes[channel.kind])
        return channel

    def _info(self, body: Json) -> Json:
        channel = self._seen(needed(body, "channel")[0], READS)
        about = channel.json(self.team["id"])
        if channel.kind != DIRECT:
            about["is_member"] = self.bot in channel.members
        return {"channel": about}

    def _members(self, body: Json) -> Json:
        channel = self._seen(needed(body, "channel")[0], READS)
        return {
            "members": [one.id for one in channel.members], "response_metadata": {"next_cursor": ""}
        }  # fmt: skip

    def _history(self, body: Json) -> Json:
        channel = self._seen(needed(body, "channel")[0], HISTORIES)
        if self.bot not in channel.members:
            raise Refusal("not_in_channel")
        newest = [one for one in reversed(channel.messages.values()) if not one.only]
        latest, oldest = str(body.get("latest") or "9"), str(body.get("oldest") or "0")
        inside = [
            one for one in newest if _between(one.ts, oldest, latest, flag(body, "inclusive"))
        ]
        most = int(body.get("limit") or 100)
        shown = [self.posts.json(one) for one in inside[:most]]
        return {"messages": shown, "has_more": len(inside) > most}

    def _user(self, body: Json) -> Json:
        person = self.world.accounts.get(needed(body, "user")[0])
        if person is None:
            raise Refusal("user_not_found")
        return {"user": person.json(self.team["id"], with_locale=flag(body, "include_locale"))}

    def _conversations(self, body: Json) -> Json:
        """Where the bot itself is a member, of the types whose scopes it has."""
        names = {"public_channel": PUBLIC, "private_channel": PRIVATE, "im": DIRECT}
        types = [names[one] for one in str(body.get("types") or "public_channel").split(",")]
        for kind in types:
            if READS[kind] not in self.manifest.scopes:
                raise Refusal("missing_scope", needed=READS[kind])
        hidden = flag(body, "exclude_archived")
        found = [
            one.json(self.team["id"]) for one in self.world.channels.values()
            if self.bot in one.members and one.kind in types and not one.deleted
            and not (hidden and one.archived)
        ]  # fmt: skip
        return {"channels": found, "response_metadata": {"next_cursor": ""}}

    # --- views --------------------------------------------------------------------------------

    def _view_open(self, body: Json) -> Json:
        [trigger] = needed(body, "trigger_id")
        return {"view": self.views.json(self.views.open(trigger, body.get("view")))}

    def _view_push(self, body: Json) -> Json:
        [trigger] = needed(body, "trigger_id")
        return {"view": self.views.json(self.views.push(trigger, body.get("view")))}

    def _view_update(self, body: Json) -> Json:
        key, external = str(body.get("view_id") or ""), str(body.get("external_id") or "")
        hash_ = str(body.get("hash") or "")
        return {"view": self.views.json(self.views.update(body.get("view"), key, external, hash_))}

    def _view_publish(self, body: Json) -> Json:
        if not self.manifest.home:
            raise Refusal("not_enabled")
        person = self.world.accounts.get(needed(body, "user_id")[0])
        if person is None or person.bot or person.deleted:
            raise Refusal("invalid_arguments", "invalid `user_id`")
        hash_ = str(body.get("hash") or "")
        return {"view": self.views.json(self.views.publish(person, body.get("view"), hash_))}

    # --- files --------------------------------------------------------------------------------

    def _ticket(self, body: Json) -> Json:
        name, length = needed(body, "filename", "length")
        ticket, file = self.files.ticket(name, int(length), str(body.get("alt_txt") or ""))
        return {"upload_url": self.upload_url(ticket), "file_id": file.id}

    def _complete(self, body: Json) -> Json:
        needed(body, "files")
        return {"files": self.files.complete(body["files"], str(body.get("channel_id") or ""))}

    def _file_delete(self, body: Json) -> Json:
        self.files.delete(needed(body, "file")[0])
        return {}

    def _file_info(self, body: Json) -> Json:
        return {"file": self.files.info(needed(body, "file")[0])}


def _between(ts: str, oldest: str, latest: str, inclusive: bool) -> bool:
    stamp, least, most = float(ts), float(oldest), float("inf") if latest == "9" else float(latest)
    return least < stamp < most or (inclusive and stamp in (least, most))
