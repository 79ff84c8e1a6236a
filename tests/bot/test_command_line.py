"""The command line as scripts use it: what goes to standard output, and the exit codes."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from storage import ledger
from storage.db import open_database

FOLD = """
variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 f', 'p1 f']
finishing_stacks = [99, 101, 100]
"""


def croupier(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder of its own, with nothing of this machine's settings."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env=environment() | settings,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def environment() -> dict[str, str]:
    project = str(Path(__file__).parents[2])
    return {"PATH": os.environ["PATH"], "PYTHONPATH": project, "WEB_PORT": "0"}


def test_replay_prints_a_line_a_hand_and_exits_with_0(tmp_path: Path) -> None:
    (tmp_path / "fold.phh").write_text(FOLD)
    ran = croupier(tmp_path, "replay", "fold.phh")
    assert ran.returncode == 0
    assert json.loads(ran.stdout) == {
        "file": "fold.phh",
        "hand": "1",
        "finishing_stacks": [99, 101, 100],
        "matches": True,
    }
    assert ran.stderr == ""


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (("[99, 101, 100]", "[98, 102, 100]"), {"matches": False}),
        (("'p1 f'", "'p1 cbr 3'"), {"matches": False, "error": True}),
        ((", 'p1 f'", ""), {"error": True}),
    ],
    ids=["another outcome", "an illegal act", "an unfinished hand"],
)
def test_replay_exits_with_1_when_anything_is_off(
    tmp_path: Path, change: tuple[str, str], line: dict[str, object]
) -> None:
    (tmp_path / "bad.phh").write_text(FOLD.replace(*change))
    (tmp_path / "fold.phh").write_text(FOLD)
    ran = croupier(tmp_path, "replay", "bad.phh", "fold.phh")
    assert ran.returncode == 1
    bad, good = (json.loads(each) for each in ran.stdout.splitlines())
    assert good["matches"] is True
    assert ("error" in bad) == ("error" in line)
    if "matches" in line:
        assert bad["matches"] == line["matches"]


def test_replay_names_a_file_that_is_not_there_and_plays_the_others(tmp_path: Path) -> None:
    (tmp_path / "fold.phh").write_text(FOLD)
    ran = croupier(tmp_path, "replay", "none.phh", "fold.phh")
    assert ran.returncode == 1
    assert len(ran.stdout.splitlines()) == 1
    assert "none.phh" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


async def filled(folder: Path) -> None:
    """The dealer's database, with five chips in a wallet."""
    db = await open_database(f"sqlite:///{folder}/data/croupier.db")
    await db.commit(ledger.transfer("a", 1, "first", {"mint": -500, "wallet:web:h:ann": 500}))
    await db.close()


@pytest.mark.parametrize("command", [["audit"], ["backup", "copy.db"]])
def test_a_database_that_is_not_there_is_not_made(tmp_path: Path, command: list[str]) -> None:
    ran = croupier(tmp_path, *command)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "no database" in ran.stderr
    assert list(tmp_path.iterdir()) == []


def test_audit_proves_sound_books_and_finds_a_missing_hundredth(tmp_path: Path) -> None:
    asyncio.run(filled(tmp_path))
    sound = croupier(tmp_path, "audit")
    assert sound.returncode == 0
    assert json.loads(sound.stdout)["ok"] is True
    with sqlite3.connect(tmp_path / "data/croupier.db") as tampered:
        tampered.execute("UPDATE account SET balance = 499 WHERE id = 'wallet:web:h:ann'")
    tampered.close()
    off = croupier(tmp_path, "audit")
    assert off.returncode == 1
    found = json.loads(off.stdout)
    assert (found["ok"], found["wrong"]) == (False, [["wallet:web:h:ann", 499, 500]])


def test_backup_writes_a_copy_and_never_overwrites(tmp_path: Path) -> None:
    asyncio.run(filled(tmp_path))
    first = croupier(tmp_path, "backup", "copy.db")
    assert (first.returncode, first.stdout) == (0, "")
    copied = (tmp_path / "copy.db").read_bytes()
    again = croupier(tmp_path, "backup", "copy.db")
    assert again.returncode == 1
    assert len(again.stderr.splitlines()) == 1
    assert (tmp_path / "copy.db").read_bytes() == copied


@pytest.mark.parametrize(
    ("arguments", "settings", "said"),
    [
        (["dance"], {}, "dance"),
        (["replay"], {}, "FILE"),
        (["audit"], {"DATABASE_URL": "mysql://x"}, "DATABASE_URL"),
        (["run"], {"WEB_PORT": "many"}, "WEB_PORT"),
        (["run"], {"DATABASE_URL": "sqlite:////proc/none/x.db"}, "croupier:"),
    ],
)
def test_an_error_is_said_in_words_without_a_traceback(
    tmp_path: Path, arguments: list[str], settings: dict[str, str], said: str
) -> None:
    ran = croupier(tmp_path, *arguments, **settings)
    assert ran.returncode in (1, 2)
    assert ran.stdout == ""
    assert said in ran.stderr.splitlines()[-1]
    assert "Traceback" not in ran.stderr


def test_help_tells_every_command() -> None:
    ran = croupier(Path.cwd(), "--help")
    assert ran.returncode == 0
    for command in ("run", "replay", "settle", "advise", "audit", "backup"):
        assert command in ran.stdout


HAND = """{"game": "ultimate", "player": ["As", "Kd"], "board": ["Ad", "Kc", "7h", "2s", "3c"], \
"dealer": ["Qs", "Qd"], "ante": 1000, "play": 4}
"""


def test_settle_reads_a_file_and_exits_with_1_for_a_bad_line(tmp_path: Path) -> None:
    (tmp_path / "hands.jsonl").write_text(HAND + "bad\n" + HAND)
    ran = croupier(tmp_path, "settle", "hands.jsonl")
    first, bad, last = map(json.loads, ran.stdout.splitlines())
    assert ran.returncode == 1
    assert (first["net"], bad["line"], last) == (5000, 2, first)
    assert ran.stderr == ""


@pytest.mark.parametrize(("command", "answer"), [("settle", '"net": 5000'), ("advise", '"play1"')])
def test_settle_and_advise_read_standard_input(tmp_path: Path, command: str, answer: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "bot", command],
        cwd=tmp_path,
        env=environment(),
        input=HAND,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert answer in ran.stdout


def test_settle_names_a_file_that_is_not_there(tmp_path: Path) -> None:
    ran = croupier(tmp_path, "settle", "none.jsonl")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "none.jsonl" in ran.stderr


def started(folder: Path, **settings: str) -> tuple[subprocess.Popen[str], str]:
    """A dealer that has said where its page is, and the line it said."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bot"],
        cwd=folder,
        env=environment() | settings,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    return process, process.stderr.readline()


def finish(process: subprocess.Popen[str], how: signal.Signals) -> tuple[int, str]:
    process.send_signal(how)
    _, said = process.communicate(timeout=30)
    return process.returncode, said


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_the_dealer_closes_in_good_order(tmp_path: Path, how: signal.Signals) -> None:
    process, line = started(tmp_path)
    assert "http://127.0.0.1:" in line
    code, said = finish(process, how)
    assert code == 0
    assert "Traceback" not in said


def test_a_second_dealer_on_the_same_database_is_refused(tmp_path: Path) -> None:
    process, _ = started(tmp_path)
    try:
        second = croupier(tmp_path, "run")
        assert second.returncode == 1
        assert len(second.stderr.splitlines()) == 1
        assert croupier(tmp_path, "audit").returncode == 0
    finally:
        finish(process, signal.SIGTERM)


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        ran = croupier(tmp_path, "run", WEB_PORT=port)
    assert ran.returncode == 1
    assert port in ran.stderr
    assert "Traceback" not in ran.stderr


def test_bound_to_the_world_it_prints_a_secret_invite(tmp_path: Path) -> None:
    process, line = started(tmp_path, WEB_HOST="0.0.0.0")
    assert process.stderr is not None
    invite = process.stderr.readline()
    finish(process, signal.SIGTERM)
    assert "http://" in line
    assert "/join/" in invite


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"WEB": "off"}, "WEB=off leaves the dealer without a door"),
        ({"SLACK_BOT_TOKEN": "xoxb-1234567890"}, "SLACK_APP_TOKEN or SLACK_SIGNING_SECRET"),
        ({"SLACK_APP_TOKEN": "xapp-1234567890"}, "Slack needs SLACK_BOT_TOKEN"),
        ({"SLACK_BOT_TOKEN": "xoxp-1234567890"}, "its value is not the token of a bot"),
    ],
)
def test_doors_that_cannot_be_opened_are_told_in_a_line(
    tmp_path: Path, settings: dict[str, str], said: str
) -> None:
    ran = croupier(tmp_path, **settings)
    assert ran.returncode == 1
    assert said in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
    assert "1234567890" not in ran.stderr
