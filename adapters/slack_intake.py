"""What people do in Slack, on its way to the dealer, and the dealer's answers to them alone.

Everything has been acknowledged before it comes here. It is known by what it carries: buttons and
forms work after a restart, and what Slack delivers twice is done once.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

from adapters.slack_answers import Answers, Leave
from adapters.slack_commands import Reader
from adapters.slack_draw import Json, Pen
from adapters.slack_lanes import Lanes, Refused, TooFast
from adapters.slack_people import PREFIX, Member, People
from adapters.slack_private import Privates
from adapters.slack_tables import Tables
from adapters.slack_views import Origin, form, home, modal, overview, page, typed
from bot.chat import Dealer, Gone, Line, Message, Person, Place, Press
from bot.text import words

REMEMBERED, REPEATS = 10_000, 3600.0
"""So many presses are known again, for so many seconds."""
log = logging.getLogger(__name__)


class Pressed:
    """A press as Slack tells of it: who, on what, where, and what it lets us say."""

    def __init__(self, body: Json, action: Json, answers: Answers) -> None:
        container = body.get("container") or {}
        self.user: Json = body.get("user") or {}
        self.view: Json = body.get("view") or {}
        channel = body.get("channel") or {}
        self.channel = str(channel.get("id") or container.get("channel_id") or "")
        self.channel_name = str(channel.get("name") or "")
        self.ts = str(container.get("message_ts") or "")
        self.ephemeral = bool(container.get("is_ephemeral"))
        self.table = str(action.get("block_id") or "").partition("/")[2]
        self.trigger = str(body.get("trigger_id") or "")
        self.url = str(body.get("response_url") or "")
        self.leave: Leave | None = answers.leave(self.url)
        chosen = action.get("selected_option")
        self.values = {"choice": str(chosen["value"])} if chosen else {}
        # A select carries its token as its own id, for it has no value but what is chosen.
        self.token = str(action.get("action_id" if chosen else "value") or "")
        stamp = action.get("action_ts") or self.trigger
        self.id = f"{self.user.get('id')} {stamp} {self.token} {self.values.get('choice', '')}"


class Intake:
    """Presses, forms, commands, the Home tab and the shortcut. `community` is the workspace."""

    def __init__(
        self, dealer: Dealer, lanes: Lanes, answers: Answers, people: People, tables: Tables,
        privates: Privates, pen: Pen, now: Callable[[], float],
    ) -> None:  # fmt: skip
        self._dealer = dealer
        self._lanes = lanes
        self._answers = answers
        self._people = people
        self._tables = tables
        self._privates = privates
        self._pen = pen
        self._now = now
        self.community = ""
        self._reader = Reader(dealer.usages("en"), dealer.usages("ja"))
        self._seen: OrderedDict[str, float] = OrderedDict()
        self._asked: dict[str, tuple[Leave | None, str]] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._owed: set[asyncio.Task[None]] = set()

    def begin(self, body: Json) -> None:
        """Work on what somebody did; at once, and whatever goes wrong stays with it."""
        kind = str(body.get("type") or ("command" if body.get("command") else ""))
        runs: dict[str, Callable[[Json], Awaitable[None]]] = {
            "block_actions": self._press,
            "view_submission": self._form,
            "command": self._command,
            "shortcut": self._shortcut,
        }
        if run := runs.get(kind):
            task = asyncio.create_task(self._guard(run, body), name=f"Slack {kind}")
            self._owed.add(task)
            task.add_done_callback(self._owed.discard)

    async def _guard(self, run: Callable[[Json], Awaitable[None]], body: Json) -> None:
        try:
            await run(body)
        except (Gone, Refused, TooFast, OSError, TimeoutError) as error:
            why = error.why if isinstance(error, Refused) else type(error).__name__
            log.warning("cannot answer in Slack: %s", why)
        except Exception as error:
            # The words of an error may hold cards: only its kind is written down.
            at = traceback.extract_tb(error.__traceback__)[-1]
            log.error("a request failed: %s at %s:%s", type(error).__name__, at.name, at.lineno)

    async def settle(self, patience: float) -> None:
        """Let what people were promised an answer to be answered, for so many seconds at most."""
        if self._owed:
            await asyncio.wait(self._owed, timeout=patience)

    def _again(self, key: str) -> bool:
        """Whether this was done already: Slack delivers some things several times."""
        now = self._now()
        while self._seen and (
            len(self._seen) > REMEMBERED or now - next(iter(self._seen.values())) > REPEATS
        ):
            self._seen.popitem(last=False)
        if key in self._seen:
            return True
        self._seen[key] = now
        return False

    def _turn(self, user: str) -> asyncio.Lock:
        """What one person does is carried out in its order."""
        return self._turns.setdefault(user, asyncio.Lock())

    # --- presses ------------------------------------------------------------------------------

    async def _press(self, body: Json) -> None:
        for action in body.get("actions") or ():
            pressed = Pressed(body, action, self._answers)
            if not self._again(pressed.id):
                await self._carry_out(pressed)

    async def _carry_out(self, pressed: Pressed) -> None:
        user = str(pressed.user.get("id"))
        turn = self._turn(user)
        async with turn:
            member = await self._who(pressed.user)
            self._note(pressed, member.person)
            place = self._place(pressed.channel, pressed.table, pressed.channel_name)
            token, values = pressed.token, pressed.values
            press = Press(pressed.id, member.person, place, token, values, member.manages)
            reply = await self._dealer.press(press)
        if reply and reply.form:
            origin = Origin(place.id.removeprefix(PREFIX), pressed.url)
            view = form(self._pen, reply.form, origin, member.person.language)
            await self._open(pressed, view, member.person)
        elif pressed.ts:
            await self._say(pressed, member.person, reply.message if reply else None)
        else:
            await self._say_in_view(pressed, member.person, reply.message if reply else None)

    def _note(self, pressed: Pressed, person: Person) -> None:
        """What was pressed may change by that press."""
        if not pressed.ts:
            return
        if pressed.ephemeral:
            if pressed.table:
                self._privates.glance(person.id, pressed.table, pressed.leave)
            return
        self._tables.pressed(pressed.channel, pressed.ts, pressed.leave)
        self._privates.pressed(person.id, pressed.table, pressed.ts, pressed.leave)

    async def _open(self, pressed: Pressed, view: Json, person: Person) -> None:
        """Open a form, over a modal where one is open; what took too long is told."""
        method = "views.push" if pressed.view.get("type") == "modal" else "views.open"
        try:
            await self._lanes.send(method, trigger_id=pressed.trigger, view=view)
        except (Refused, TooFast) as error:
            why = error.why if isinstance(error, Refused) else "ratelimited"
            log.info("a form could not be opened: %s", why)
            late = Message(words(person.language)("slack.late"), language=person.language)
            await self._tell(pressed.leave, person, pressed.channel, late)

    async def _say(self, pressed: Pressed, person: Person, message: Message | None) -> None:
        """An answer below what was pressed.

        A question, or a page of help, gives way to what follows it; so does what showed a table as
        it was to what shows it as it is.
        """
        once = pressed.ephemeral and not pressed.table
        if message is None:
            if once:
                await self._answers.away(pressed.leave)
        elif once or (pressed.ephemeral and message.table == pressed.table):
            await self._answers.instead(pressed.leave, self._privates.draw(message).body())
        else:
            await self._tell(pressed.leave, person, pressed.channel, message)
        await self._tell_closed(pressed.leave, person, pressed.channel)

    async def _tell(
        self, leave: Leave | None, person: Person, channel: str, message: Message
    ) -> None:
        """Say something to one person, by what they did, or else where they did it."""
        body = self._privates.draw(message).body()
        if channel and not await self._answers.below(leave, body):
            user = person.id.removeprefix(PREFIX)
            await self._lanes.call("chat.postEphemeral", channel=channel, user=user, **body)

    async def _tell_closed(self, leave: Leave | None, person: Person, channel: str) -> None:
        """Say once that direct messages do not reach them, where they can read it."""
        if self._privates.untold(person.id):
            told = Message(words(person.language)("slack.closed_to_me"), language=person.language)
            await self._tell(leave, person, channel, told)

    # --- forms --------------------------------------------------------------------------------

    async def _form(self, body: Json) -> None:
        view: Json = body.get("view") or {}
        user: Json = body.get("user") or {}
        key = f"{user.get('id')} {view.get('id')} {view.get('callback_id')}"
        if self._again(key):
            return
        origin = Origin.of(view)
        async with self._turn(str(user.get("id"))):
            member = await self._who(user)
            place = self._place(origin.channel)
            token = str(view.get("callback_id"))
            press = Press(key, member.person, place, token, typed(view), member.manages)
            reply = await self._dealer.press(press)
        message = reply.message if reply else None
        if not origin.url:
            # It was opened on the Home tab, which shows what came of it.
            await self._publish(member.person, message)
        elif message:
            leave = self._answers.leave(origin.url)
            await self._tell(leave, member.person, origin.channel, message)

    # --- commands -----------------------------------------------------------------------------

    async def _command(self, body: Json) -> None:
        user, trigger = str(body.get("user_id")), str(body.get("trigger_id"))
        if self._again(f"{user} {trigger}"):
            return
        leave = self._answers.leave(str(body.get("response_url") or ""))
        channel = str(body.get("channel_id"))
        read = self._reader.read(str(body.get("text") or ""))
        async with self._turn(user):
            member = await self._people.who(user, str(body.get("user_name") or ""))
            self._asked[channel] = (leave, member.person.language)
            others = [(await self._people.who(one)).person for one in read.mentioned]
            # Away from the channels the one table they play at is meant, but for opening another.
            table = "" if read.name == "open" else self._privates.only_table(member.person.id)
            place = self._place(channel, table, str(body.get("channel_name") or ""))
            line = Line(trigger, member.person, place, read.name, read.words, member.manages,
                        people=tuple(others))  # fmt: skip
            reply = await self._dealer.line(line)
        if reply and reply.message:
            await self._tell(leave, member.person, channel, reply.message)
        await self._tell_closed(leave, member.person, channel)

    async def shut_out(self, channel: str) -> None:
        """Tell who typed a command last in a channel that nothing can be posted there."""
        leave, language = self._asked.pop(channel, (None, ""))
        if leave:
            told = Message(words(language)("slack.not_in_channel"), language=language)
            await self._answers.below(leave, self._pen.draw(told).body())

    # --- the Home tab and the shortcut ----------------------------------------------------------

    async def opened_home(self, user: str) -> None:
        """Somebody looks at the Home tab."""
        member = await self._people.who(user)
        await self._publish(member.person)

    async def _publish(self, person: Person, notice: Message | None = None) -> None:
        blocks = await self._overview(person, notice)
        user = person.id.removeprefix(PREFIX)
        await self._lanes.call("views.publish", user_id=user, view=home(blocks))

    async def _overview(self, person: Person, notice: Message | None = None) -> list[Json]:
        seen = await self._dealer.overview(person, self.community)
        return overview(self._pen, seen, notice)

    async def _shortcut(self, body: Json) -> None:
        user: Json = body.get("user") or {}
        trigger = str(body.get("trigger_id"))
        if self._again(f"{user.get('id')} {trigger}"):
            return
        member = await self._who(user)
        view = modal(await self._overview(member.person), member.person.language)
        await self._lanes.send("views.open", trigger_id=trigger, view=view)

    async def _say_in_view(self, pressed: Pressed, person: Person, message: Message | None) -> None:
        """An answer to a press in the Home tab or a modal, where no message can stand below."""
        in_modal = pressed.view.get("type") == "modal"
        if message is None and in_modal:
            view = modal(await self._overview(person), person.language)
            await self._lanes.call("views.update", view_id=pressed.view.get("id"), view=view)
        elif message is None:
            await self._publish(person)
        else:
            title = message.title or words(person.language)("slack.title")
            drawn = self._privates.draw(message)
            view = page(drawn, title, person.language, Origin())
            if in_modal:
                await self._lanes.call("views.update", view_id=pressed.view.get("id"), view=view)
            else:
                await self._show_page(pressed, person, view, message)

    async def _show_page(
        self, pressed: Pressed, person: Person, view: Json, message: Message
    ) -> None:
        try:
            await self._lanes.send("views.open", trigger_id=pressed.trigger, view=view)
        except (Refused, TooFast):
            # Too late to open anything: it is told on the tab itself.
            await self._publish(person, message)

    # --- who and where --------------------------------------------------------------------------

    async def _who(self, user: Json) -> Member:
        name = str(user.get("name") or user.get("username") or "")
        return await self._people.who(str(user.get("id")), name)

    def _place(self, channel: str, table: str = "", name: str = "") -> Place:
        """Where it was done; away from the channels, the place of the table it is about."""
        spot = self._tables.spot(table) if table else None
        if spot and (not channel or channel.startswith("D")):
            channel, name = spot.sheet.channel, ""
        return Place(f"{PREFIX}{channel}", self.community, f"#{name}" if name else "")
