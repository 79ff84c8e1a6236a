"""Messages made, changed and taken away, with every check, record and event that goes with it."""

from __future__ import annotations

from collections.abc import Callable

from tests.slack.check_blocks import MESSAGE, check_blocks, elements_of
from tests.slack.clock import Clock
from tests.slack.refusal import Json, Refusal
from tests.slack.world import DIRECT, PRIVATE, Account, Channel, Message, World

TEXT_MOST, UPDATE_MOST, MARKDOWN_MOST = 40_000, 4_000, 12_000
EVENTS = {"channel": "message.channels", "group": "message.groups", "im": "message.im"}

Tell = Callable[[str, Json], None]
"""Sends an event of a kind to the app, where it hears such."""


class Posts:
    """What the bot and the people write. `early` are the pictures that were shown too soon."""

    def __init__(
        self, world: World, clock: Clock, bot: Account, team: str, app: str, tell: Tell
    ) -> None:
        self._world = world
        self._clock = clock
        self._bot = bot
        self._team = team
        self._app = app
        self._tell = tell
        self.letters = True
        """Whether the app's manifest lets it send direct messages."""
        self.early: list[str] = []

    def json(self, message: Message) -> Json:
        return message.json(self._team, self._app)

    # --- by the bot ---------------------------------------------------------------------------

    def post(self, key: str, body: Json, *, anywhere: bool) -> Message:
        """A message of the bot; `anywhere`: public channels need no joining. Raises Refusal."""
        channel = self._addressed(key)
        self._may_post(channel, anywhere=anywhere)
        return self.announce(channel, body)

    def announce(self, channel: Channel, body: Json) -> Message:
        """A message for everybody in a channel, whoever may write here. Raises Refusal."""
        made = Message(self._clock.ts(), channel, self._bot, names=self._world.names)
        made.thread = str(body.get("thread_ts") or "")
        self._take(made, body, TEXT_MOST)
        channel.messages[made.ts] = made
        self._world.show(made, new=True)
        self._tell_of(made)
        return made

    def _addressed(self, key: str) -> Channel:
        """The channel of an id; a person's id means the messages with them."""
        person = self._world.accounts.get(key)
        if person is None:
            return self._world.channel(key)
        if person.bot:
            raise Refusal("cannot_dm_bot")
        return self._world.direct(person, self._bot)

    def _may_post(self, channel: Channel, *, anywhere: bool) -> None:
        if channel.kind == DIRECT:
            if channel.person.deleted:
                raise Refusal("channel_not_found")
            self.may_write_to(channel.person)
            return
        if self._bot not in channel.members:
            if channel.kind == PRIVATE:
                raise Refusal("channel_not_found")
            if not anywhere:
                raise Refusal("not_in_channel")
        if channel.archived:
            raise Refusal("is_archived")
        if channel.read_only:
            raise Refusal("restricted_action_read_only_channel")

    def may_write_to(self, person: Account) -> None:
        """Whether the bot may send somebody a direct message. Raises Refusal."""
        if person.refuses:
            raise Refusal(person.refuses)
        if not self.letters:
            raise Refusal("messages_tab_disabled")

    def change(self, key: str, ts: str, body: Json) -> Message:
        """Change a message of the bot's own. Raises Refusal."""
        message = self._own(key, ts, "cant_update_message")
        if message.channel.archived:
            raise Refusal("is_inactive")
        return self.edit(message, body, UPDATE_MOST)

    def edit(self, message: Message, body: Json, most: int = TEXT_MOST) -> Message:
        """Change what a message shows, and tell. Raises Refusal."""
        before = self.json(message)
        self._take(message, body, most)
        message.edits += 1
        self._world.show(message, new=False)
        if not message.only:
            changed = {"message": self.json(message), "previous_message": before}
            self._tell_about(message, "message_changed", changed)
        return message

    def delete(self, key: str, ts: str) -> None:
        """Take a message of the bot's own away. Raises Refusal."""
        self.remove(self._own(key, ts, "cant_delete_message"))

    def _own(self, key: str, ts: str, refusal: str) -> Message:
        channel = self._world.channel(key)
        if self._bot not in channel.members and channel.kind == PRIVATE:
            raise Refusal("channel_not_found")
        message = channel.messages.get(ts)
        # Nobody finds an ephemeral message by its stamp.
        if message is None or message.only:
            raise Refusal("message_not_found")
        if message.author is not self._bot:
            raise Refusal(refusal)
        return message

    def whisper(self, key: str, user: str, body: Json) -> Message:
        """A message in a channel that only one of its members sees. Raises Refusal."""
        channel = self._world.channel(key)
        self._may_post(channel, anywhere=False)
        person = self._world.accounts.get(user)
        if person is None or person.deleted or person not in channel.members:
            raise Refusal("user_not_in_channel")
        return self.slip(channel, person, body)

    def slip(self, channel: Channel, person: Account, body: Json) -> Message:
        """An ephemeral message, whoever may write here. Raises Refusal."""
        made = Message(
            self._clock.ts(), channel, self._bot, only=person, names=self._world.names
        )  # fmt: skip
        self._take(made, body, TEXT_MOST)
        channel.messages[made.ts] = made
        self._world.show(made, new=True)
        return made

    def remove(self, message: Message) -> None:
        """Take a message away, whoever does it, and tell of it."""
        del message.channel.messages[message.ts]
        message.gone = True
        if not message.only:
            about = {"deleted_ts": message.ts, "previous_message": self.json(message)}
            self._tell_about(message, "message_deleted", about)

    def _take(self, message: Message, body: Json, most: int) -> None:
        """Put a checked body into a message. Raises Refusal, and changes nothing then."""
        text, blocks = body.get("text") or "", body.get("blocks")
        if body.get("markdown_text"):
            raise Refusal("invalid_arguments", "markdown_text is not kept by this server")
        if not text and not blocks and not body.get("attachments"):
            raise Refusal("no_text")
        if len(text) > most:
            raise Refusal("msg_too_long")
        checked = None if blocks is None else check_blocks(blocks, MESSAGE, self.shows)
        message.text = text
        # Blocks that are not named stay, unless a text comes in their place.
        if checked is not None:
            message.blocks = checked
            name_parts(message.blocks, self._clock)
        elif text:
            message.blocks = []
        if message.file:
            self._world.files[message.file].shared.add(message.channel.id)

    def shows(self, key: str) -> bool:
        """Whether a picture can be shown: it is there, it is whole, Slack has looked it over."""
        file = self._world.files.get(key)
        if file is None or file.deleted or not file.data:
            return False
        if file.ready is None or self._clock.now() < file.ready:
            self.early.append(key)
            return False
        return True

    # --- by people ----------------------------------------------------------------------------

    def chatter(self, channel: Channel, author: Account, text: str) -> Message:
        """A message that a person writes."""
        made = Message(self._clock.ts(), channel, author, text, names=self._world.names)
        channel.messages[made.ts] = made
        self._world.show(made, new=True)
        self._tell_of(made)
        return made

    def _tell_of(self, message: Message) -> None:
        channel = message.channel
        if self._bot in channel.members:
            about = {"channel": channel.id, "channel_type": channel.kind, "event_ts": message.ts}
            self._tell(EVENTS[channel.kind], self.json(message) | about)

    def _tell_about(self, message: Message, subtype: str, about: Json) -> None:
        channel = message.channel
        if self._bot not in channel.members:
            return
        stamp = self._clock.ts()
        told: Json = {
            "type": "message", "subtype": subtype, "hidden": True, "channel": channel.id,
            "channel_type": channel.kind, "ts": stamp, "event_ts": stamp,
        }  # fmt: skip
        self._tell(EVENTS[channel.kind], told | about)


def name_parts(blocks: list[Json], clock: Clock) -> None:
    """Give every block and element an id where it has none, as Slack does."""
    for block in blocks:
        block.setdefault("block_id", clock.key("B"))
        for one in elements_of(block):
            one.setdefault("action_id", clock.key("A"))
