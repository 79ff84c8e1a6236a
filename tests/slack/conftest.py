"""A bare app at a workspace of its own, by one way in or by either."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.slack.bare import by_http, by_socket
from tests.slack.scene import Scene
from tests.slack.server import loopback


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    async with loopback() as slack, by_socket(slack) as bare:
        yield Scene(bare)


@pytest.fixture(params=["socket", "http"])
async def either(request: pytest.FixtureRequest) -> AsyncIterator[Scene]:
    """By either way in."""
    way = by_socket if request.param == "socket" else by_http
    async with loopback() as slack, way(slack) as bare:
        yield Scene(bare)
