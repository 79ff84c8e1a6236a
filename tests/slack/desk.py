"""What people do, as it is told to the app, and what the app made of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from tests.slack.check_view import check_action
from tests.slack.clock import Clock
from tests.slack.hooks import Hook, Hooks
from tests.slack.posts import Posts
from tests.slack.refusal import Json, Refusal
from tests.slack.views import Trigger, View, Views
from tests.slack.ways import COMMAND, EVENT, PRESS, Parcel, Ways
from tests.slack.world import DIRECT, Account, Channel, Message


@dataclass(eq=False)
class Deed:
    """Something a person did. `took` is how long the acknowledgement took, in seconds."""

    person: Account
    parcel: Parcel
    trigger: Trigger
    channel: Channel | None = None
    hook: Hook | None = None
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def took(self) -> float:
        return self.parcel.took

    @property
    def modal(self) -> View | None:
        """The form that it opened."""
        return self.trigger.opened

    @property
    def said(self) -> Message | None:
        """The newest answer that this person alone sees, at its address or in its channel."""
        if self.hook and self.hook.said:
            return self.hook.said[-1]
        if self.channel is None:
            return None
        since = [
            one for one in self.channel.messages.values()
            if one.only is self.person and one.made >= self.parcel.at
        ]  # fmt: skip
        return since[-1] if since else None


class Desk:
    """Tells the app what people do, and does what its acknowledgements say."""

    def __init__(
        self, clock: Clock, ways: Ways, hooks: Hooks, views: Views, posts: Posts, team: Json,
        app: str, bot: Account,
    ) -> None:  # fmt: skip
        self._clock = clock
        self._ways = ways
        self._hooks = hooks
        self._views = views
        self._posts = posts
        self._team = team
        self._app = app
        self._bot = bot
        self.deeds: list[Deed] = []

    # --- events -------------------------------------------------------------------------------

    def event(self, event: Json, *, again: bool = False) -> Parcel:
        """An event, as the Events API wraps it; `again`: once more, as if it were another."""
        stamp = event.setdefault("event_ts", self._clock.ts())
        outer: Json = {
            "token": "out of use", "team_id": self._team["id"], "api_app_id": self._app,
            "event": event, "type": "event_callback", "event_id": self._clock.key("Ev"),
            "event_time": int(float(stamp)), "is_ext_shared_channel": False,
            "event_context": f"4-{self._clock.key('c')}",
            "authorizations": [{
                "enterprise_id": None, "team_id": self._team["id"], "user_id": self._bot.id,
                "is_bot": True, "is_enterprise_install": False,
            }],
        }  # fmt: skip
        return self._ways.deliver(Parcel(EVENT, outer))

    # --- deeds --------------------------------------------------------------------------------

    def command(self, person: Account, channel: Channel, command: str, text: str) -> Deed:
        trigger, hook = self._views.trigger(person), self._hooks.make(person, channel, None)
        name = "directmessage" if channel.kind == DIRECT else channel.name
        told: Json = {
            "token": "out of use", "team_id": self._team["id"], "team_domain": self._team["domain"],
            "channel_id": channel.id, "channel_name": name, "user_id": person.id,
            "user_name": person.id.lower(), "command": command, "text": text,
            "api_app_id": self._app, "is_enterprise_install": "false",
            "response_url": self._hooks.url(hook), "trigger_id": trigger.id,
        }  # fmt: skip
        return self._begin(Deed(person, Parcel(COMMAND, told), trigger, channel, hook))

    def press(self, person: Account, place: Message | View, action: Json) -> Deed:
        """An element of a message or a view is used."""
        action = {**action, "action_ts": self._clock.ts()}
        told = self._who("block_actions", person) | {"actions": [action]}
        if isinstance(place, View):
            under = place if place.body["type"] == "modal" else None
            trigger = self._views.trigger(person, under)
            told |= {
                "container": {"type": "view", "view_id": place.id},
                "view": self._views.json(place), "trigger_id": trigger.id,
            }  # fmt: skip
            return self._begin(Deed(person, Parcel(PRESS, told), trigger))
        return self._press_message(person, place, told)

    def _press_message(self, person: Account, message: Message, told: Json) -> Deed:
        channel = message.channel
        trigger, hook = self._views.trigger(person), self._hooks.make(person, channel, message)
        hidden = message.only is not None
        name = "directmessage" if channel.kind == DIRECT else channel.name
        told |= {
            "container": {
                "type": "message", "message_ts": message.ts, "channel_id": channel.id,
                "is_ephemeral": hidden,
            },
            "channel": {"id": channel.id, "name": name}, "state": {"values": {}},
            "response_url": self._hooks.url(hook), "trigger_id": trigger.id,
        }  # fmt: skip
        if not hidden:
            told["message"] = self._posts.json(message)
        return self._begin(Deed(person, Parcel(PRESS, told), trigger, channel, hook))

    def submit(self, person: Account, view: View) -> Deed:
        trigger = self._views.trigger(person, view)
        told = self._who("view_submission", person) | {
            "view": self._views.json(view), "response_urls": [], "trigger_id": trigger.id,
        }  # fmt: skip
        return self._begin(Deed(person, Parcel(PRESS, told), trigger), view)

    def closed(self, person: Account, view: View, *, cleared: bool) -> Deed:
        told = self._who("view_closed", person) | {
            "view": self._views.json(view), "is_cleared": cleared,
        }  # fmt: skip
        return self._begin(Deed(person, Parcel(PRESS, told), self._views.trigger(person)))

    def shortcut(self, person: Account, callback: str) -> Deed:
        trigger = self._views.trigger(person)
        told = self._who("shortcut", person) | {
            "callback_id": callback, "trigger_id": trigger.id, "action_ts": self._clock.ts(),
        }  # fmt: skip
        return self._begin(Deed(person, Parcel(PRESS, told), trigger))

    def again(self, deed: Deed) -> Deed:
        """The same deed, delivered once more, as Slack has been seen to do."""
        payload = dict(deed.parcel.payload)
        copy = Deed(deed.person, Parcel(deed.parcel.kind, payload), deed.trigger, deed.channel,
                    deed.hook)  # fmt: skip
        return self._begin(copy)

    def _who(self, kind: str, person: Account) -> Json:
        team = {"id": self._team["id"], "domain": self._team["domain"]}
        name = person.id.lower()
        return {
            "type": kind, "team": team, "api_app_id": self._app, "token": "out of use",
            "user": {"id": person.id, "username": name, "name": name, "team_id": team["id"]},
            "enterprise": None, "is_enterprise_install": False,
        }  # fmt: skip

    def _begin(self, deed: Deed, view: View | None = None) -> Deed:
        self.deeds.append(deed)
        deed.parcel.then = partial(self._acknowledged, deed, view)
        self._ways.deliver(deed.parcel)
        return deed

    # --- what an acknowledgement says ---------------------------------------------------------

    def _acknowledged(self, deed: Deed, view: View | None) -> None:
        """Do what the app's acknowledgement says. Raises Refusal where it says what it may not."""
        answer = deed.parcel.answer
        if deed.parcel.kind == COMMAND:
            if answer and deed.hook:
                deed.hook.said.append(self._hooks.say(deed.hook, answer))
        elif view is not None:
            self._after_form(deed, view, answer)
        elif answer:
            raise Refusal("invalid_arguments", f"an answer where none is taken: {answer}")

    def _after_form(self, deed: Deed, view: View, answer: Json) -> None:
        action = check_action(answer, view.body, self._posts.shows)
        if action == "errors":
            deed.errors = {key: str(value) for key, value in answer["errors"].items()}
        elif action == "update":
            self._views.replace(view, answer["view"])
        elif action == "push":
            deed.trigger.opened = self._views.make(deed.person, answer["view"], view)
        else:
            self._views.close(view, whole=action == "clear" or len(view.stack) == 1)
