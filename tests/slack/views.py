"""Modals and Home tabs: opened once by a trigger, stacked, changed, sent and closed."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field

from tests.slack.check_blocks import HOME, MODAL, FileFits
from tests.slack.check_view import check_view
from tests.slack.clock import Clock
from tests.slack.posts import name_parts
from tests.slack.refusal import Json, Refusal
from tests.slack.world import Account, readable

TRIGGER_LASTS = 3.0
STACK_MOST = 3


@dataclass(eq=False)
class Trigger:
    """What a deed may be exchanged for a modal with; `under` is the modal it was done in."""

    id: str
    person: Account
    at: float
    under: View | None = None
    opened: View | None = None
    used: bool = False


@dataclass(eq=False)
class View:
    """A modal or a Home tab as it is now. `values` are what was typed, by block and action."""

    id: str
    person: Account
    body: Json
    hash: str
    stack: list[View] = field(default_factory=list)
    values: dict[str, dict[str, Json]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    open: bool = True
    edits: int = 0

    @property
    def blocks(self) -> list[Json]:
        found: list[Json] = self.body["blocks"]
        return found

    def words(self) -> str:
        """Everything that can be read on it, its title first."""
        title = (self.body.get("title") or {}).get("text", "")
        return "\n".join(part for part in (title, readable(self.blocks, self.names)) if part)

    def json(self, team: str, app: str, bot: str) -> Json:
        root = self.stack[0] if self.stack else self
        at = self.stack.index(self) if self in self.stack else 0
        plain: Json = {
            "id": self.id, "team_id": team, "app_id": app, "app_installed_team_id": team,
            "bot_id": bot, "hash": self.hash, "root_view_id": root.id,
            "previous_view_id": self.stack[at - 1].id if at else None,
            "state": {"values": self.values}, "title": None, "close": None, "submit": None,
            "private_metadata": "", "callback_id": "", "external_id": "", "clear_on_close": False,
            "notify_on_close": False,
        }  # fmt: skip
        return plain | self.body


class Views:
    """Every trigger and every view."""

    def __init__(
        self, clock: Clock, shows: FileFits, names: dict[str, str], team: str, app: str, bot: str
    ) -> None:
        self._clock = clock
        self._shows = shows
        self._names = names
        self._about = (team, app, bot)
        self.triggers: dict[str, Trigger] = {}
        self.by_id: dict[str, View] = {}
        self.homes: dict[Account, View] = {}

    def trigger(self, person: Account, under: View | None = None) -> Trigger:
        key = f"{secrets.randbelow(10**12)}.{secrets.randbelow(10**12)}.{secrets.token_hex(16)}"
        made = Trigger(key, person, self._clock.now(), under)
        self.triggers[key] = made
        return made

    def json(self, view: View) -> Json:
        return view.json(*self._about)

    def open(self, trigger_id: str, body: object) -> View:
        """A modal for who did something just now. Raises Refusal."""
        return self._exchange(trigger_id, body, push=False)

    def push(self, trigger_id: str, body: object) -> View:
        """A modal on top of the one in which somebody did something. Raises Refusal."""
        return self._exchange(trigger_id, body, push=True)

    def _exchange(self, trigger_id: str, body: object, *, push: bool) -> View:
        trigger = self.triggers.get(trigger_id)
        if trigger is None:
            raise Refusal("invalid_trigger_id")
        if trigger.used:
            raise Refusal("exchanged_trigger_id")
        if self._clock.now() - trigger.at > TRIGGER_LASTS:
            raise Refusal("expired_trigger_id")
        if push and (trigger.under is None or not trigger.under.open):
            raise Refusal("not_found")
        checked = check_view(body, MODAL, self._shows)
        if push and trigger.under and len(trigger.under.stack) >= STACK_MOST:
            raise Refusal("push_limit_reached")
        self._check_external(checked, None)
        trigger.used = True
        under = trigger.under if push else None
        trigger.opened = self.make(trigger.person, checked, under)
        return trigger.opened

    def make(self, person: Account, body: Json, under: View | None = None) -> View:
        """A checked modal in front of somebody, on top of another or alone."""
        made = View(self._clock.key("V"), person, body, self._hash(), names=self._names)
        made.stack = under.stack if under else []
        made.stack.append(made)
        self.by_id[made.id] = made
        self._put(made, body)
        return made

    def update(self, body: object, key: str, external: str, hash_: str) -> View:
        """Change a modal that is open. Raises Refusal."""
        found = self.by_id.get(key) if key else self._external(external)
        if found is None or not found.open:
            raise Refusal("not_found")
        if hash_ and hash_ != found.hash:
            raise Refusal("hash_conflict")
        kind = found.body["type"]
        checked = check_view(body, kind, self._shows)
        self._check_external(checked, found)
        self.replace(found, checked)
        return found

    def replace(self, view: View, body: Json) -> None:
        """Show a checked body in an open view."""
        view.hash = self._hash()
        view.edits += 1
        self._put(view, body)

    def publish(self, person: Account, body: object, hash_: str) -> View:
        """Somebody's Home tab. Raises Refusal."""
        checked = check_view(body, HOME, self._shows)
        found = self.homes.get(person)
        if found is None:
            found = View(self._clock.key("V"), person, checked, self._hash(), names=self._names)
            self.homes[person] = self.by_id[found.id] = found
        elif hash_ and hash_ != found.hash:
            raise Refusal("hash_conflict")
        self.replace(found, checked)
        return found

    def close(self, view: View, *, whole: bool = False) -> list[View]:
        """Take a modal (or its whole stack) away; gives the views that went."""
        going = list(view.stack) if whole else [view]
        for one in going:
            one.open = False
            one.stack.remove(one)
        return going

    def _put(self, view: View, body: Json) -> None:
        view.body = body
        name_parts(view.blocks, self._clock)
        kept, view.values = view.values, {}
        for block in view.blocks:
            if block["type"] == "input":
                one = block["element"]
                known = kept.get(block["block_id"], {}).get(one["action_id"])
                view.values[block["block_id"]] = {one["action_id"]: known or initial(one)}
        view.person.saw.append(json.dumps(body, ensure_ascii=False))

    def _hash(self) -> str:
        return f"{int(self._clock.now())}.{secrets.token_hex(4)}"

    def _external(self, external: str) -> View | None:
        for view in self.by_id.values():
            if external and view.open and view.body.get("external_id") == external:
                return view
        return None

    def _check_external(self, body: Json, mine: View | None) -> None:
        other = self._external(str(body.get("external_id") or ""))
        if other is not None and other is not mine:
            raise Refusal("duplicate_external_id")


def initial(element: Json) -> Json:
    """What a blank holds before anybody touches it, as `state.values` has it."""
    kind = element["type"]
    if kind in ("plain_text_input", "number_input"):
        return {"type": kind, "value": element.get("initial_value")}
    if kind == "checkboxes":
        return {"type": kind, "selected_options": element.get("initial_options", [])}
    if kind == "users_select":
        return {"type": kind, "selected_user": element.get("initial_user")}
    return {"type": kind, "selected_option": element.get("initial_option")}


def blanks(view: View) -> list[tuple[Json, Json]]:
    """(block, element) of every blank of a form."""
    return [(one, one["element"]) for one in view.blocks if one["type"] == "input"]
