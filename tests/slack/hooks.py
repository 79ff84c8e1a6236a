"""Response addresses: five uses in thirty minutes, for whoever did something somewhere."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from tests.slack.clock import Clock
from tests.slack.posts import TEXT_MOST, Posts
from tests.slack.refusal import Json, Refusal
from tests.slack.world import Account, Channel, Message, World

USES_MOST, LASTS = 5, 30 * 60.0
YES = (True, "true")
KNOWN = frozenset({
    "text", "blocks", "attachments", "response_type", "replace_original", "delete_original",
    "unfurl_links", "unfurl_media", "metadata", "thread_ts", "mrkdwn",
})  # fmt: skip


@dataclass(eq=False)
class Hook:
    """An address to answer at; `message` is what was pressed, none after a command."""

    key: str
    person: Account
    channel: Channel
    message: Message | None
    at: float
    uses: int = 0
    said: list[Message] = field(default_factory=list)


class Hooks:
    """Every response address. `unstated` are answers to a press that leave open what becomes of
    the message it was on."""

    def __init__(self, clock: Clock, world: World, posts: Posts) -> None:
        self._clock = clock
        self._world = world
        self._posts = posts
        self._by_key: dict[str, Hook] = {}
        self.base = ""
        self.unstated: list[str] = []

    def make(self, person: Account, channel: Channel, message: Message | None) -> Hook:
        kind = "actions" if message else "commands"
        made = Hook(f"{kind}/{secrets.token_urlsafe(18)}", person, channel, message,
                    self._clock.now())  # fmt: skip
        self._by_key[made.key] = made
        return made

    def url(self, hook: Hook) -> str:
        return f"{self.base}/hooks/{hook.key}"

    def use(self, key: str, body: Json) -> None:
        """An answer at an address. Raises Refusal."""
        hook = self._by_key.get(key)
        if hook is None:
            raise Refusal("not_found")
        if self._clock.now() - hook.at > LASTS:
            raise Refusal("expired_url")
        if hook.uses >= USES_MOST:
            raise Refusal("used_url")
        unknown = set(body) - KNOWN
        if unknown:
            raise Refusal("invalid_arguments", f"unknown: {unknown}")
        if hook.message and not {"replace_original", "delete_original"} & set(body):
            self.unstated.append(str(body)[:200])
        self._answer(hook, body)
        hook.uses += 1

    def _answer(self, hook: Hook, body: Json) -> None:
        pressed = hook.message
        if pressed and body.get("delete_original") in YES:
            if not pressed.gone:
                self._posts.remove(pressed)
        elif pressed and body.get("replace_original") in YES:
            self._check_pictures(hook, body)
            # One that has vanished from the screen is answered as well as one that is there.
            if not pressed.gone:
                self._posts.edit(pressed, {"blocks": [], **body})
                hook.said.append(pressed)
        else:
            self._check_pictures(hook, body)
            hook.said.append(self.say(hook, body))

    def say(self, hook: Hook, body: Json) -> Message:
        """A new message where something was done: for that person alone unless it says else."""
        if len(body.get("text") or "") > TEXT_MOST:
            raise Refusal("msg_too_long")
        if hook.channel.archived:
            raise Refusal("is_archived")
        if body.get("response_type") == "in_channel":
            return self._posts.announce(hook.channel, body)
        return self._posts.slip(hook.channel, hook.person, body)

    def _check_pictures(self, hook: Hook, body: Json) -> None:
        """An address has no rights of its own: it shows no file that was not shared here."""
        for block in body.get("blocks") or ():
            file = block.get("slack_file", {}).get("id") if isinstance(block, dict) else None
            known = self._world.files.get(str(file))
            if file and (known is None or hook.channel.id not in known.shared):
                raise Refusal("invalid_blocks", "invalid slack file [json-pointer:/blocks]")
