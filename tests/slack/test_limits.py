"""The server counts by a clock that is driven, says when to come back, and notes who does not."""

from __future__ import annotations

import asyncio
import time

import pytest
from slack_sdk.errors import SlackApiError

from tests.slack.clock import Clock
from tests.slack.limits import Limits
from tests.slack.scene import Scene


def limits() -> tuple[Limits, Clock]:
    start = time.time()
    clock = Clock(lambda: start)
    return Limits(clock), clock


def test_a_workspace_bears_fifty_updates_in_any_minute() -> None:
    counted, clock = limits()
    for _ in range(50):
        assert counted.take("chat.update") == 0
        clock.advance(0.5)
    assert counted.take("chat.update") == 35
    assert counted.exceeded == ["chat.update"]
    clock.advance(35)
    assert counted.take("chat.update") == 0
    assert counted.busiest["chat.update"] == 50


def test_a_channel_bears_short_bursts_and_then_a_message_a_second() -> None:
    counted, clock = limits()
    for _ in range(4):
        assert counted.take("chat.postMessage", "C1") == 0
    assert counted.take("chat.postMessage", "C1") == 1
    assert counted.take("chat.postMessage", "C2") == 0
    for _ in range(20):
        clock.advance(1)
        assert counted.take("chat.postMessage", "C1") == 0


def test_the_tiers_of_methods_differ_and_some_are_untold() -> None:
    counted, _ = limits()
    for method, most in (("users.info", 100), ("conversations.open", 50), ("users.list", 20)):
        assert [counted.take(method) == 0 for _ in range(most + 1)].count(True) == most
    assert all(counted.take("auth.test") == 0 for _ in range(200))


def test_who_comes_back_too_early_is_noted_and_sent_away_again() -> None:
    counted, clock = limits()
    counted.hold("chat.update", "C1", 30)
    clock.advance(10)
    assert counted.take("chat.update", "C2") == 20
    assert "before the time" in counted.exceeded.pop()
    clock.advance(20)
    assert counted.take("chat.update", "C2") == 0


async def test_a_limit_is_told_with_its_wait(scene: Scene) -> None:
    scene.slack.expect("ratelimited")
    scene.slack.limit("chat.postMessage", 30)
    with pytest.raises(SlackApiError) as caught:
        await scene.post()
    assert caught.value.response.status_code == 429
    assert caught.value.response.headers["Retry-After"] == "30"
    scene.slack.clock.advance(30)
    await scene.post()
    assert scene.slack.limits.exceeded == []


async def test_a_limit_that_is_exceeded_fails_the_test(scene: Scene) -> None:
    await asyncio.gather(*(scene.post() for _ in range(4)))
    await scene.bare.refuses("ratelimited", scene.post())
    with pytest.raises(AssertionError, match="postMessage"):
        scene.slack.check()
    scene.slack.limits.exceeded.clear()


async def test_an_answer_that_is_lost_leaves_what_was_done(scene: Scene) -> None:
    scene.slack.fail("chat.postMessage", "internal_error", carried=True)
    with pytest.raises(SlackApiError):
        await scene.post(text="done all the same")
    assert scene.ann.last(scene.channel).words() == "done all the same"
    scene.slack.fail("chat.postMessage", "fatal_error")
    with pytest.raises(SlackApiError):
        await scene.post(text="not done")
    assert len(scene.ann.sees(scene.channel)) == 1
