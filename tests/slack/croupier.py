"""The dealer, started at a Slack on loopback, by either way in."""

from __future__ import annotations

import socket
from pathlib import Path

from tests.croupier import Croupier, begin
from tests.slack.server import Slack

PATH = "/slack/events"


async def launch(slack: Slack, folder: Path, *, http: bool = False, **settings: str) -> Croupier:
    """Start the dealer and wait until it hears Slack: in Socket Mode, or by signed `http`."""
    door = {"SLACK_BOT_TOKEN": slack.bot_token, "SLACK_API_URL": slack.api_url}
    if not http:
        door["SLACK_APP_TOKEN"] = slack.app_token
        return await begin(folder, slack.connected, door | settings)
    port = free_port()
    door |= {"SLACK_SIGNING_SECRET": slack.secret, "SLACK_PORT": str(port)}
    slack.open_door(f"http://127.0.0.1:{port}{PATH}")
    return await begin(folder, slack.verified, door | settings)


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port
