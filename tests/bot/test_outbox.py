"""Messages that cannot be sent: tried again until it works, a newer one at once, one complaint."""

from __future__ import annotations

from functools import partial

import pytest

from bot.outbox import Outbox
from tests.clock import DrivenClock


class Wire:
    """Sends a text, unless it is cut."""

    def __init__(self) -> None:
        self.cut = True
        self.sent: list[str] = []

    def put(self, box: Outbox, text: str, key: str = "table") -> None:
        async def send() -> None:
            if self.cut:
                raise OSError("the king of spades")
            self.sent.append(text)

        box.put("lobby", key, send)


async def half_minutes(clock: DrivenClock, box: Outbox, count: int) -> None:
    for _ in range(count):
        clock.advance(30_000)
        await box.idle()


async def test_what_failed_many_times_is_sent_when_it_works_again() -> None:
    clock, wire = DrivenClock(), Wire()
    box = Outbox(clock)
    wire.put(box, "first")
    await box.idle()
    await half_minutes(clock, box, 20)
    wire.cut = False
    await half_minutes(clock, box, 1)
    assert wire.sent == ["first"]
    await half_minutes(clock, box, 20)
    assert wire.sent == ["first"], "once"
    assert clock.next_due() is None


async def test_a_newer_message_does_not_wait_for_the_next_try() -> None:
    clock, wire = DrivenClock(), Wire()
    box = Outbox(clock)
    wire.put(box, "first")
    await box.idle()
    await half_minutes(clock, box, 20)
    wire.cut = False
    wire.put(box, "second")
    await box.idle()
    assert wire.sent == ["second"]
    await half_minutes(clock, box, 20)
    assert wire.sent == ["second"], "the older one is not sent any more"


async def test_one_can_wait_for_a_lane_and_is_not_kept_by_one_that_fails() -> None:
    clock, wire = DrivenClock(), Wire()
    box = Outbox(clock)
    wire.put(box, "first")
    await box.out("lobby")
    assert wire.sent == [], "what waits for another try is not waited for"
    wire.cut = False
    wire.put(box, "second")
    wire.put(box, "third", key="notice")
    await box.out("lobby")
    assert wire.sent == ["second", "third"]
    await box.out("nowhere")


async def test_a_hiccup_after_many_failures_is_tried_again() -> None:
    clock, wire = DrivenClock(), Wire()
    box = Outbox(clock)
    wire.put(box, "first")
    await box.idle()
    await half_minutes(clock, box, 20)
    wire.put(box, "second")
    await box.idle()
    wire.cut = False
    clock.advance(1_000)
    await box.idle()
    assert wire.sent == ["second"]


async def test_a_failure_that_lasts_is_complained_of_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock, wire = DrivenClock(), Wire()
    box = Outbox(clock)
    wire.put(box, "first")
    await box.idle()
    await half_minutes(clock, box, 20)
    wire.put(box, "second")
    await box.idle()
    await half_minutes(clock, box, 20)
    assert [one.getMessage() for one in caplog.records] == ["cannot send table to lobby: OSError"]
    wire.cut = False
    await half_minutes(clock, box, 1)
    wire.cut = True
    wire.put(box, "third")
    await box.idle()
    assert len(caplog.records) == 2, "a new failure is said anew"


async def test_what_fails_holds_up_no_other_message() -> None:
    clock, wire, other = DrivenClock(), Wire(), Wire()
    other.cut = False
    box = Outbox(clock)
    wire.put(box, "fails")
    other.put(box, "goes", "another key")
    await box.idle()
    assert other.sent == ["goes"]
    await box.close()


async def test_what_is_patient_lets_others_go_first_but_not_for_ever() -> None:
    clock, sent = DrivenClock(), list[str]()
    box = Outbox(clock)

    async def send(text: str) -> None:
        # Every message takes a second, and as long as that lasts others come.
        sent.append(text)
        clock.advance(1_000)
        if len(sent) < 30:
            box.put("hall", f"table {len(sent) % 12}", partial(send, f"table {len(sent) % 12}"))

    box.put("hall", "lobby", partial(send, "lobby 1"), 20_000)
    box.put("hall", "table 0", partial(send, "table 0"))
    box.put("hall", "lobby", partial(send, "lobby 2"), 20_000)
    await box.idle()
    assert [text for text in sent if "lobby" in text] == ["lobby 2"]
    assert 19 <= sent.index("lobby 2") <= 21


async def test_what_is_dropped_is_not_sent_nor_tried_again() -> None:
    clock, wire = DrivenClock(), Wire()
    box = Outbox(clock)
    wire.put(box, "fails")
    await box.idle()
    box.drop("lobby", "table")
    wire.cut = False
    await half_minutes(clock, box, 2)
    wire.put(box, "waits")
    box.drop("lobby", "table")
    await box.idle()
    assert wire.sent == []
    assert clock.next_due() is None
