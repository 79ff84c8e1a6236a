"""Settings from the environment and an `.env` file; `.env.example` lists them all."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

MOST_CHIPS = 10**9


class BadSetting(Exception):
    """A setting that cannot be used; the message is one line and holds no secret."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How this dealer is set up. Chips are in hundredths; what is secret stays out of repr."""

    database_url: str = field(repr=False)
    web: bool
    web_host: str
    web_port: int
    web_url: str | None
    web_invite: str | None = field(repr=False)
    discord_token: str | None = field(repr=False)
    discord_api_url: str | None
    discord_gateway_url: str | None
    discord_four_colours: bool
    slack_bot_token: str | None = field(repr=False)
    slack_app_token: str | None = field(repr=False)
    slack_signing_secret: str | None = field(repr=False)
    slack_host: str
    slack_port: int
    slack_api_url: str | None
    house_language: str
    pauses: bool
    pictures: bool
    start_chips: int
    daily_floor: int
    tab_allowed: bool
    practice_table: bool
    tables_per_channel: int
    log_level: str


class Setting(NamedTuple):
    """`read` gives the value of a text that is not empty, or raises ValueError.

    `wanted` ends the sentence "… is not"; an empty text means the default.
    """

    name: str
    default: str
    read: Callable[[str], Any]
    wanted: str
    secret: bool = False


def _whole(least: int, most: int, times: int = 1) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", text) or not least <= int(text) <= most:
            raise ValueError(text)
        return int(text) * times

    return read


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.lower() not in words:
            raise ValueError(text)
        return text.lower()

    return read


def _switch(text: str) -> bool:
    return {"on": True, "off": False}[_one_of("on", "off")(text)]


def _matching(pattern: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(text)
        return text

    return read


_CHIPS = f"a whole number of chips from 0 to {MOST_CHIPS}, such as "
_ON_OFF = "on or off"

INSTALLED = ("SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET")
"""What an app that installs itself in many workspaces has in its environment."""

SETTINGS = (
    Setting(
        "DATABASE_URL",
        "sqlite:///data/croupier.db",
        _matching(r"sqlite://(/\S.*)?|postgres(ql)?://\S+"),
        "the address of a database, such as sqlite:///data/croupier.db "
        "or postgresql://name:password@host/database",
        secret=True,
    ),
    Setting("WEB", "on", _switch, _ON_OFF),
    Setting(
        "WEB_HOST",
        "127.0.0.1",
        _matching(r"[A-Za-z0-9.:_-]+"),
        "an address or name of this machine, such as 127.0.0.1",
    ),
    Setting("WEB_PORT", "8080", _whole(0, 65535), "a port from 0 to 65535, such as 8080"),
    Setting(
        "WEB_URL",
        "",
        _matching(r"https?://[^\s/]+(/\S*)?"),
        "the address people open, such as https://poker.example.org",
    ),
    Setting(
        "WEB_INVITE",
        "",
        _matching(r"[A-Za-z0-9_-]{16,100}"),
        "16 to 100 letters, digits, - or _",
        secret=True,
    ),
    Setting(
        "DISCORD_TOKEN",
        "",
        _matching(r"[A-Za-z0-9._-]{20,200}"),
        "the token of a bot, from the Discord developer portal",
        secret=True,
    ),
    Setting(
        "DISCORD_API_URL",
        "",
        _matching(r"https?://[^\s/]+(/\S*)?"),
        "the address of a proxy of Discord's API, such as http://127.0.0.1:8080",
    ),
    Setting(
        "DISCORD_GATEWAY_URL",
        "",
        _matching(r"wss?://[^\s/]+(/\S*)?"),
        "the address of a gateway like Discord's, such as ws://127.0.0.1:8081",
    ),
    Setting("DISCORD_FOUR_COLOURS", "off", _switch, _ON_OFF),
    Setting(
        "SLACK_BOT_TOKEN",
        "",
        _matching(r"xoxb-[A-Za-z0-9-]{10,200}"),
        "the token of a bot, which begins with xoxb-",
        secret=True,
    ),
    Setting(
        "SLACK_APP_TOKEN",
        "",
        _matching(r"xapp-[A-Za-z0-9-]{10,250}"),
        "an app-level token, which begins with xapp-",
        secret=True,
    ),
    Setting(
        "SLACK_SIGNING_SECRET",
        "",
        _matching(r"[A-Za-z0-9]{16,100}"),
        "the signing secret of an app, letters and digits",
        secret=True,
    ),
    Setting(
        "SLACK_HOST",
        "127.0.0.1",
        _matching(r"[A-Za-z0-9.:_-]+"),
        "an address or name of this machine, such as 127.0.0.1",
    ),
    Setting("SLACK_PORT", "3000", _whole(0, 65535), "a port from 0 to 65535, such as 3000"),
    Setting(
        "SLACK_API_URL",
        "",
        _matching(r"https?://[^\s/]+(/\S*)?"),
        "the address of an API like Slack's, such as http://127.0.0.1:8080/api",
    ),
    Setting("HOUSE_LANGUAGE", "en", _one_of("en", "ja"), "en or ja"),
    Setting("PAUSES", "on", _switch, _ON_OFF),
    Setting("PICTURES", "on", _switch, _ON_OFF),
    Setting("START_CHIPS", "10000", _whole(0, MOST_CHIPS, 100), _CHIPS + "10000"),
    Setting("DAILY_FLOOR", "2000", _whole(0, MOST_CHIPS, 100), _CHIPS + "2000"),
    Setting("TAB_ALLOWED", "off", _switch, _ON_OFF),
    Setting("PRACTICE_TABLE", "on", _switch, _ON_OFF),
    Setting("TABLES_PER_CHANNEL", "4", _whole(1, 100), "a whole number from 1 to 100, such as 4"),
    Setting(
        "LOG_LEVEL",
        "info",
        _one_of("debug", "info", "warning", "error"),
        "debug, info, warning or error",
    ),
)


def load(environ: Mapping[str, str]) -> Settings:
    """The settings of an environment; raises BadSetting for the first that cannot be used."""
    settings = Settings(**{each.name.lower(): _value(each, environ) for each in SETTINGS})
    if settings.slack_bot_token and all(environ.get(name) for name in INSTALLED):
        # Slack's library would take them for its own, and look for an installation instead.
        names = " and ".join(INSTALLED)
        raise BadSetting(f"{names}: those are another app's; start the dealer without them")
    return settings


def _value(setting: Setting, environ: Mapping[str, str]) -> Any:
    text = environ.get(setting.name, "").strip() or setting.default
    if not text:
        return None
    try:
        return setting.read(text)
    except ValueError:
        said = "its value" if setting.secret else ascii(text[:40])
        raise BadSetting(f"{setting.name}: {said} is not {setting.wanted}") from None


def environment(real: Mapping[str, str], file: Path) -> dict[str, str]:
    """`real` over what `file` says, where there is one; raises BadSetting as `read_env` does."""
    try:
        text = file.read_text("utf-8-sig")
    except FileNotFoundError:
        return dict(real)
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"{file.name} cannot be read: {type(error).__name__}") from None
    return read_env(text, file.name) | dict(real)


def read_env(text: str, name: str = ".env") -> dict[str, str]:
    """The settings of lines `NAME=value`; the value may stand in quotes, `#` begins a comment line.

    Raises BadSetting for a line that is neither, a name unknown, or one given twice.
    """
    known = [setting.name for setting in SETTINGS]
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        key, equals, value = line.partition("=")
        key, value = key.strip(), value.strip()
        if not equals:
            raise BadSetting(f"{name} line {number}: a setting is written NAME=value")
        if key not in known:
            near = get_close_matches(key, known, 1)
            hint = f"; did you mean {near[0]}?" if near else "; .env.example lists them all"
            raise BadSetting(f"{name} line {number}: there is no setting {key[:40]!a}{hint}")
        if key in found:
            raise BadSetting(f"{name} line {number}: {key} is set a second time")
        quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
        found[key] = value[1:-1] if quoted else value
    return found
