"""The composition root and the command line; the only module that knows every other.

What only some commands or doors need is imported there: it takes longer than most of them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from bot.config import BadSetting, Settings, environment, load
from storage import ledger
from storage.db import Unfit, Unreachable, open_database

if TYPE_CHECKING:
    from adapters.discord import Discord
    from adapters.slack import Slack
    from adapters.web import Web
    from bot.house import CardHouse
    from bot.memory import Shelves

ABOUT = """A dealer that lives in chat. Without a command it starts the web page. Settings come from
the environment and .env; .env.example lists them."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The command `croupier`: words for people on standard error, results on standard output."""
    parser = _parser()
    wanted = parser.parse_args(arguments)
    try:
        settings = load(environment(os.environ, Path(".env")))
        logging.basicConfig(level=settings.log_level.upper(), format="%(levelname)s %(message)s")
        code: int = wanted.run(settings, wanted)
    except (BadSetting, Unfit, Unreachable, ValueError, OSError) as error:
        print(f"croupier: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("croupier", description=ABOUT)
    parser.set_defaults(run=_run)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    run = commands.add_parser("run", help="start the dealer (what happens without a command)")
    run.set_defaults(run=_run)
    replay = commands.add_parser(
        "replay",
        help="play recorded hands again and compare the stacks",
        description="Play no-limit hold'em hands in PHH notation (.phh, .phhs) again: one JSON "
        "line a hand. Exit code 1 on any error or mismatch.",
    )
    replay.add_argument("files", nargs="+", metavar="FILE", type=Path)
    replay.set_defaults(run=_replay)
    _add_study(commands)
    audit = commands.add_parser(
        "audit",
        help="prove the books",
        description="Check every balance against its entries and print what was found as JSON. "
        "Exit code 1 if one hundredth of a chip is out of place.",
    )
    audit.set_defaults(run=_audit)
    backup = commands.add_parser("backup", help="copy the database while the dealer runs")
    backup.add_argument("path", metavar="PATH", type=Path, help="a file that does not exist yet")
    backup.set_defaults(run=_backup)
    return parser


def _add_study(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The commands that read single hands as lines of JSON; `docs/study.md` has their form."""
    unseen = " Cards listed as seen are counted, but not before the flop."
    for name, about, more in (
        ("settle", "tell what each bet of a hand against the house does", ""),
        ("advise", "tell what each choice in such a hand is worth", unseen),
    ):
        command = commands.add_parser(
            name,
            help=about,
            description=f"{about.capitalize()}: JSON lines in, JSON lines out. Exit code 1 if a "
            f"line could not be answered.{more}",
        )
        command.add_argument("file", nargs="?", metavar="FILE", type=Path, help="or standard input")
        command.set_defaults(run=_study, question=name)


def _run(settings: Settings, wanted: argparse.Namespace) -> int:
    return asyncio.run(_serve(settings))


async def _serve(settings: Settings) -> int:
    """Serve until a signal says stop; then finish what was asked and close the doors."""
    _check_doors(settings)
    from bot.clock import WallClock
    from bot.house import CardHouse
    from bot.memory import Shelves

    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    db = await open_database(settings.database_url, alone=True)
    try:
        house = CardHouse(db, WallClock(), settings)
        doors: list[Web | Discord | Slack] = []
        if settings.web:
            doors.append(await _open_page(house, Shelves(db), settings))
        if settings.discord_token:
            doors.append(await _open_discord(house, Shelves(db), settings))
        if settings.slack_bot_token:
            doors.append(await _open_slack(house, Shelves(db), settings))
        await house.manager.restore()
        await stop.wait()
        print("Closing: hands are kept where they are.", file=sys.stderr)
        for door in doors:
            await door.stop()
        await house.manager.close()
    finally:
        await db.close()
    return 0


def _check_doors(settings: Settings) -> None:
    if not (settings.web or settings.discord_token or settings.slack_bot_token):
        raise BadSetting(
            "WEB=off leaves the dealer without a door; set WEB=on, DISCORD_TOKEN or SLACK_BOT_TOKEN"
        )
    ways = settings.slack_app_token or settings.slack_signing_secret
    if settings.slack_bot_token and not ways:
        raise BadSetting("SLACK_BOT_TOKEN needs SLACK_APP_TOKEN or SLACK_SIGNING_SECRET beside it")
    if ways and not settings.slack_bot_token:
        raise BadSetting("Slack needs SLACK_BOT_TOKEN beside what is set of it")


async def _open_page(house: CardHouse, memory: Shelves, settings: Settings) -> Web:
    from adapters.web import Web

    page = Web(house.room, memory, host=settings.web_host, port=settings.web_port,
               url=settings.web_url, invite=settings.web_invite)  # fmt: skip
    house.chats["web"] = page
    try:
        await page.start()
    except OSError as error:
        where = f"{settings.web_host}, port {settings.web_port}"
        raise BadSetting(f"WEB_HOST, WEB_PORT: cannot serve at {where}: {error}") from None
    _say_where(page)
    return page


async def _open_discord(house: CardHouse, memory: Shelves, settings: Settings) -> Discord:
    assert settings.discord_token
    from adapters.discord import Discord, WrongToken

    door = Discord(house.room, memory, token=settings.discord_token,
                   api_url=settings.discord_api_url, gateway_url=settings.discord_gateway_url,
                   language=settings.house_language,
                   four_colours=settings.discord_four_colours)  # fmt: skip
    house.chats["discord"] = door
    try:
        await door.start()
    except WrongToken:
        raise BadSetting("DISCORD_TOKEN: Discord does not know this token") from None
    print("The dealer is in Discord.", file=sys.stderr)
    return door


async def _open_slack(house: CardHouse, memory: Shelves, settings: Settings) -> Slack:
    assert settings.slack_bot_token
    from adapters.slack import Slack, WrongToken

    door = Slack(house.room, memory, token=settings.slack_bot_token,
                 app_token=settings.slack_app_token, signing_secret=settings.slack_signing_secret,
                 host=settings.slack_host, port=settings.slack_port, api_url=settings.slack_api_url,
                 language=settings.house_language)  # fmt: skip
    house.chats["slack"] = door
    try:
        await door.start()
    except WrongToken as wrong:
        raise BadSetting(f"{wrong}: Slack does not know this token") from None
    except OSError as error:
        where = f"{settings.slack_host}, port {settings.slack_port}"
        raise BadSetting(f"SLACK_HOST, SLACK_PORT: cannot serve at {where}: {error}") from None
    print(f"The dealer is in Slack{door.listens}.", file=sys.stderr)
    return door


def _say_where(page: Web) -> None:
    print(f"The card room is open at {page.url}", file=sys.stderr)
    if not page.invite_link:
        print(f"To be somebody else in a second tab: {page.url}/?as=2", file=sys.stderr)
    if page.invite_link:
        print(f"Invite people with this link: {page.invite_link}", file=sys.stderr)
    if page.host_link:
        print(f"Become a host with this one, and keep it: {page.host_link}", file=sys.stderr)


def _replay(settings: Settings, wanted: argparse.Namespace) -> int:
    from games import phh

    fine = True
    for path in wanted.files:
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            print(f"croupier: {path}: {error}", file=sys.stderr)
            fine = False
            continue
        results = phh.replay_file(str(path), text)
        if not results:
            print(f"croupier: {path}: no hand in this file", file=sys.stderr)
            fine = False
        for result in results:
            print(json.dumps(result.json()))
            fine = fine and (not result.error and result.matches is not False)
    return 0 if fine else 1


def _study(settings: Settings, wanted: argparse.Namespace) -> int:
    """Answer line by line, each as soon as it is read, so that a script may converse."""
    from bot import study

    answers = {"settle": study.settle, "advise": study.advise}[wanted.question]
    fine = True
    with wanted.file.open("rb") if wanted.file else nullcontext(sys.stdin.buffer) as lines:
        for answer in answers(lines):
            print(json.dumps(answer), flush=True)
            fine = fine and "error" not in answer
    return 0 if fine else 1


def _audit(settings: Settings, wanted: argparse.Namespace) -> int:
    async def audit() -> ledger.Audit:
        db = await open_database(settings.database_url, existing=True)
        try:
            return await ledger.audit(db)
        finally:
            await db.close()

    found = asyncio.run(audit())
    print(json.dumps({"ok": found.ok, **asdict(found)}))
    return 0 if found.ok else 1


def _backup(settings: Settings, wanted: argparse.Namespace) -> int:
    async def backup() -> None:
        db = await open_database(settings.database_url, existing=True)
        try:
            await db.backup(wanted.path)
        finally:
            await db.close()

    asyncio.run(backup())
    print(f"Copied to {wanted.path}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
