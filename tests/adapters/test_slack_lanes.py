"""The lane of changes: the newest of each message, whose turn it is first, and nobody for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from adapters.pace import Pace
from adapters.slack_lanes import LATE, REST, TABLE, TURN, Changes, TooFast
from tests.leap import Loop


def played(test: Coroutine[None, None, None]) -> None:
    """Run on a loop whose time leaps."""
    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(test)


class Lane:
    """A lane that lets one change out every ten seconds, and what it has let out."""

    def __init__(self) -> None:
        self.time = asyncio.get_running_loop().time
        self.pace = Pace(1, 0.1, self.time)
        self.changes = Changes(self.pace, self.time)
        self.sent: list[str] = []

    def put(self, key: str, urgency: float, what: str = "") -> None:
        async def send() -> None:
            self.sent.append(what or key)

        self.changes.put(key, urgency, send)

    async def rest(self) -> None:
        await self.changes.rest(10_000)


def test_whose_turn_it_is_goes_first_and_the_newest_is_sent() -> None:
    async def test() -> None:
        lane = Lane()
        lane.put("first", TABLE)
        await asyncio.sleep(0)
        for number in range(5):
            lane.put("letter", REST, f"letter {number}")
            lane.put("table", TABLE, f"table {number}")
        lane.put("turn", TURN)
        await lane.rest()
        assert lane.sent == ["first", "turn", "table 4", "letter 4"]

    played(test())


def test_a_lobby_goes_last() -> None:
    async def test() -> None:
        lane = Lane()
        lane.put("first", TURN)
        await asyncio.sleep(0)
        lane.put("lobby", LATE)
        for number in range(3):
            lane.put(f"table {number}", TABLE)
        lane.put("letter", REST)
        await asyncio.sleep(5)
        lane.put("turn", TURN)
        await lane.rest()
        assert lane.sent[1] == "turn"
        assert lane.sent[-1] == "lobby"

    played(test())


def test_what_has_waited_long_goes_before_a_turn() -> None:
    async def test() -> None:
        lane = Lane()
        lane.put("first", TURN)
        lane.put("letter", REST)
        for number in range(12):
            lane.put(f"turn {number}", TURN)
            await asyncio.sleep(9.5)
        await lane.rest()
        assert lane.sent.index("letter") < 10
        assert len(lane.sent) == 14

    played(test())


def test_turns_go_before_all_that_has_waited_long_but_for_one_in_four() -> None:
    async def test() -> None:
        lane = Lane()
        lane.pace = Pace(1, 1, lane.time)
        lane.changes = Changes(lane.pace, lane.time)
        for number in range(4):
            lane.put(f"letter {number}", REST)
        await asyncio.sleep(0.5)
        lane.pace.silence(REST + 2)
        await asyncio.sleep(REST + 1)
        for number in range(6):
            lane.put(f"turn {number}", TURN)
        await lane.rest()
        turns = [one.startswith("turn") for one in lane.sent[1:]]
        assert turns == [True] * 3 + [False] + [True] * 3 + [False] * 2

    played(test())


def test_a_message_that_becomes_a_turn_lets_older_turns_go_first() -> None:
    async def test() -> None:
        lane = Lane()
        lane.put("first", TABLE)
        lane.put("letter", REST)
        await asyncio.sleep(5)
        lane.put("turn", TURN)
        await asyncio.sleep(1)
        lane.put("letter", TURN, "letter that is a turn")
        assert lane.changes.delay() > 20
        await lane.rest()
        assert lane.sent == ["first", "turn", "letter that is a turn"]
        assert lane.changes.delay() <= 10

    played(test())


def test_what_is_not_needed_any_more_is_not_sent() -> None:
    async def test() -> None:
        lane = Lane()
        lane.put("first", TABLE)
        lane.put("gone", TABLE)
        lane.changes.drop("gone")
        await lane.rest()
        assert lane.sent == ["first"]
        await lane.changes.close()
        lane.put("late", TURN)
        await lane.rest()
        assert lane.sent == ["first"]

    played(test())


def test_a_change_that_came_too_fast_is_sent_when_the_silence_is_over() -> None:
    async def test() -> None:
        lane, tries = Lane(), []

        async def send() -> None:
            tries.append(lane.time())
            if len(tries) == 1:
                lane.pace.silence(30)
                raise TooFast("chat.update")

        lane.changes.put("table", TABLE, send)
        await lane.rest()
        assert len(tries) == 2
        assert tries[1] - tries[0] >= 30

    played(test())


def test_one_message_is_changed_once_at_a_time() -> None:
    async def test() -> None:
        lane, busy, most = Lane(), 0, 0
        lane.pace = Pace(10, 10, lane.time)
        lane.changes = Changes(lane.pace, lane.time)

        async def send() -> None:
            nonlocal busy, most
            busy += 1
            most = max(most, busy)
            await asyncio.sleep(5)
            busy -= 1

        for _ in range(4):
            lane.changes.put("table", TABLE, send)
            await asyncio.sleep(1)
        await lane.rest()
        assert most == 1

    played(test())
