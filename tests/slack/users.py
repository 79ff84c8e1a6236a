"""What people do in their client: type commands, press, choose, send forms, read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tests.slack.check_blocks import elements_of
from tests.slack.desk import Deed
from tests.slack.refusal import Json
from tests.slack.views import View, blanks
from tests.slack.world import DIRECT, ENTITIES, PUBLIC, Account, Channel, Message

if TYPE_CHECKING:
    from tests.slack.server import Slack

Place = Message | View


class Impossible(AssertionError):
    """The client would not let a person do this."""


def elements(place: Place) -> list[Json]:
    """What can be used there, each with the block it is in."""
    return [
        {**one, "block_id": block["block_id"]}
        for block in place.blocks for one in elements_of(block)
    ]  # fmt: skip


def pressable(place: Place) -> dict[str, Json]:
    """token -> button, of every button that is there."""
    return {str(one.get("value")): one for one in elements(place) if one["type"] == "button"}


class User:
    """One person and their client."""

    def __init__(self, slack: Slack, account: Account) -> None:
        self._slack = slack
        self.account = account

    @property
    def id(self) -> str:
        return self.account.id

    @property
    def name(self) -> str:
        return self.account.name

    @property
    def dm(self) -> Channel:
        """The direct messages with the bot."""
        return self._slack.world.direct(self.account, self._slack.bot)

    # --- reading ------------------------------------------------------------------------------

    def sees(self, channel: Channel) -> list[Message]:
        """The messages they see in a channel now, the oldest first."""
        if channel.kind != PUBLIC and self.account not in channel.members:
            return []
        return [one for one in channel.messages.values() if one.only in (None, self.account)]

    def last(self, channel: Channel) -> Message:
        return self.sees(channel)[-1]

    def home(self) -> View | None:
        """The Home tab as they see it, where the app has published one."""
        return self._slack.views.homes.get(self.account)

    def buttons(self, place: Place) -> dict[str, Json]:
        """label -> button, with the block it is in, of all that they could press."""
        return {
            one["text"]["text"]: one for one in elements(place) if one["type"] == "button"
        }  # fmt: skip

    def choices(self, place: Place) -> dict[str, Json]:
        """text -> the select that offers it, with its block and the option."""
        found = {}
        for one in elements(place):
            for option in _options(one):
                found[option["text"]["text"]] = {**one, "option": option}
        return found

    # --- doing --------------------------------------------------------------------------------

    async def types(self, line: str, channel: Channel, *, wait: bool = True) -> Deed:
        """Send a slash command, as "/name words". Raises Impossible."""
        command, _, text = line.partition(" ")
        if command not in self._slack.manifest.commands:
            raise Impossible(f"no app of this workspace has {command}")
        self._may_be_in(channel)
        text = self._as_sent(command, text.strip())
        deed = self._slack.desk.command(self.account, channel, command, text)
        return await self._wait(deed, wait=wait)

    def _as_sent(self, command: str, text: str) -> str:
        """What was typed, its special signs as entities, people as ids where the app asks so."""
        for entity, sign in reversed(ENTITIES):
            text = text.replace(sign, entity)
        if command in self._slack.manifest.escapes:
            for account in self._slack.world.accounts.values():
                text = text.replace(f"@{account.name}", f"<@{account.id}|{account.id.lower()}>")
        return text

    async def presses(self, label: str, place: Place, *, wait: bool = True) -> Deed:
        """Press the button whose label begins so. Raises Impossible."""
        buttons = self.buttons(place)
        found = [one for name, one in buttons.items() if name.startswith(label)]
        if not found:
            raise Impossible(f"no button {label!r} among {list(buttons)}")
        return await self.presses_old(found[0], place, wait=wait)

    async def presses_old(self, button: Json, place: Place, *, wait: bool = True) -> Deed:
        """Press a button that was there when they last looked. Raises Impossible."""
        self._may_use(place)
        action = {
            "type": "button", "block_id": button["block_id"], "action_id": button["action_id"],
            "text": button["text"],
        }  # fmt: skip
        if "value" in button:
            action["value"] = button["value"]
        return await self._wait(self._slack.desk.press(self.account, place, action), wait=wait)

    async def chooses(self, text: str, place: Place, *, wait: bool = True) -> Deed:
        """Choose an option of a select by how it reads. Raises Impossible."""
        choices = self.choices(place)
        if text not in choices:
            raise Impossible(f"{text!r} is not among {list(choices)}")
        self._may_use(place)
        one = choices[text]
        action = {
            "type": one["type"], "block_id": one["block_id"], "action_id": one["action_id"],
            "selected_option": one["option"],
        }  # fmt: skip
        return await self._wait(self._slack.desk.press(self.account, place, action), wait=wait)

    async def sends(
        self, modal: View | None, values: Mapping[str, str] | None = None, *, wait: bool = True
    ) -> Deed:
        """Fill in a form by its labels and send it; blanks not named stay. Raises Impossible."""
        if modal is None or not modal.open or modal.person is not self.account:
            raise Impossible("no form is open")
        if modal.stack[-1] is not modal:
            raise Impossible("another form lies on top of this one")
        left = dict(values or {})
        for block, element in blanks(modal):
            label, held = block["label"]["text"], modal.values[block["block_id"]]
            named = [key for key in (label, block["block_id"], element["action_id"]) if key in left]
            if named:
                held[element["action_id"]] = self._filled(element, left.pop(named[0]))
            elif not block.get("optional") and _empty(held[element["action_id"]]):
                raise Impossible(f"{label!r} must be filled in")
        if left:
            raise Impossible(f"the form has no such blanks: {list(left)}")
        return await self._wait(self._slack.desk.submit(self.account, modal), wait=wait)

    def _filled(self, element: Json, value: str) -> Json:
        kind = element["type"]
        if kind == "plain_text_input":
            least, most = element.get("min_length", 0), element.get("max_length", 3000)
            if not least <= len(value) <= most:
                raise Impossible(f"{value!r} does not fit {element}")
            return {"type": kind, "value": value}
        if kind == "number_input":
            self._check_number(element, value)
            return {"type": kind, "value": value}
        if kind == "users_select":
            return {"type": kind, "selected_user": value}
        options = {one["text"]["text"]: one for one in _options(element)}
        if value not in options:
            raise Impossible(f"{value!r} is not among {list(options)}")
        if kind == "checkboxes":
            return {"type": kind, "selected_options": [options[value]]}
        return {"type": kind, "selected_option": options[value]}

    def _check_number(self, element: Json, value: str) -> None:
        try:
            number = float(value)
        except ValueError:
            raise Impossible(f"{value!r} is no number") from None
        least = float(element.get("min_value", "-inf"))
        most = float(element.get("max_value", "inf"))
        whole = element["is_decimal_allowed"] or number == int(number)
        if not least <= number <= most or not whole:
            raise Impossible(f"{value!r} does not fit {element}")

    async def closes(self, modal: View, *, whole: bool = False) -> None:
        """Close a form without sending it; the app hears of it where it asked to."""
        for view in self._slack.views.close(modal, whole=whole):
            if view.body.get("notify_on_close"):
                await self._wait(self._slack.desk.closed(self.account, view, cleared=whole))

    async def uses(self, shortcut: str, *, wait: bool = True) -> Deed:
        """Use a global shortcut by its id. Raises Impossible."""
        if shortcut not in self._slack.manifest.shortcuts:
            raise Impossible(f"no app of this workspace has {shortcut}")
        return await self._wait(self._slack.desk.shortcut(self.account, shortcut), wait=wait)

    def opens_home(self, tab: str = "home") -> None:
        """Look at the app's Home tab, or at its messages."""
        event: Json = {
            "type": "app_home_opened", "user": self.id, "channel": self.dm.id, "tab": tab,
        }  # fmt: skip
        home = self.home()
        if home:
            event["view"] = self._slack.views.json(home)
        self._slack.tell("app_home_opened", event)

    def reloads(self) -> None:
        """Load the client anew: what only they saw is gone, and so are forms."""
        for channel in self._slack.world.channels.values():
            for message in list(channel.messages.values()):
                if message.only is self.account:
                    message.gone = True
                    del channel.messages[message.ts]
        for view in self._slack.views.by_id.values():
            if view.person is self.account and view.body["type"] == "modal":
                view.open = False

    def says(self, text: str, channel: Channel) -> Message:
        self._may_be_in(channel)
        return self._slack.posts.chatter(channel, self.account, text)

    # --- what a client allows -----------------------------------------------------------------

    def _may_be_in(self, channel: Channel) -> None:
        if self.account not in channel.members or self.account.deleted:
            raise Impossible(f"{self.name} is not in this channel")
        if channel.archived or channel.deleted:
            raise Impossible("nobody can write here")

    def _may_use(self, place: Place) -> None:
        if self.account.deleted:
            raise Impossible(f"{self.name} has no account any more")
        if isinstance(place, View):
            if place.person is not self.account or not place.open:
                raise Impossible("this view is not in front of them")
        elif place.only not in (None, self.account) or place.gone:
            raise Impossible("this message is not in front of them")
        elif place.channel.kind == DIRECT and self.account not in place.channel.members:
            raise Impossible("these messages are somebody else's")

    async def _wait(self, deed: Deed, *, wait: bool = True) -> Deed:
        if wait:
            await deed.parcel.done.wait()
            if not deed.parcel.acked.is_set():
                raise AssertionError(f"this failed: {deed.parcel.reason}")
        return deed


def _options(element: Json) -> list[Json]:
    groups = element.get("option_groups") or [{"options": element.get("options") or []}]
    return [option for group in groups for option in group["options"]]


def _empty(held: Json) -> bool:
    return not any(value for name, value in held.items() if name != "type")
