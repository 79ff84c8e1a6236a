"""The project as a stranger finds it: what the docs name is there, the locks are whole."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import bench.__main__ as bench
from adapters.discord import PERMISSIONS, THREADS
from bot.config import SETTINGS
from bot.text import words

ROOT = Path(__file__).parents[2]
DOCS = (
    "README.md",
    "CONTRIBUTING.md",
    *sorted(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md")),
)
LOCKS = ("requirements.lock", "requirements-dev.lock")


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE))


def blocks(name: str, language: str = "") -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", read(name), re.MULTILINE | re.DOTALL)


def ours() -> Iterator[Path]:
    """Every file of the project that is text, without what is made or installed."""
    made = {"__pycache__", "data", "node_modules"}
    for folder, names, files in os.walk(ROOT):
        names[:] = [
            name
            for name in names
            if name not in made
            and not name.endswith(".egg-info")
            and (name == ".ci" or name[0] != ".")
        ]
        for name in files:
            path = Path(folder, name)
            if name not in (".git", ".env") and b"\0" not in path.read_bytes()[:4096]:
                yield path


# --- docs ------------------------------------------------------------------------------------


def test_the_readme_starts_with_two_commands_that_are_there() -> None:
    first = blocks("README.md")[0]
    assert re.findall(r"^make (\w+)", first, re.MULTILINE) == ["run", "test"]
    assert {"run", "test"} <= targets()


@pytest.mark.parametrize("doc", [*DOCS, "CHANGELOG.md"])
def test_every_make_target_a_doc_names_is_there(doc: str) -> None:
    text = "\n".join([*re.findall(r"`([^`\n]+)`", read(doc)), *blocks(doc)])
    assert set(re.findall(r"^make (\w+)", text, re.MULTILINE)) <= targets()


@pytest.mark.parametrize("doc", DOCS)
def test_every_file_a_doc_names_is_there(doc: str) -> None:
    text = read(doc)
    quoted = re.findall(r"`([\w./-]+/[\w./-]*|[\w-]+\.(?:toml|lock|md))`", text)
    linked = re.findall(r"\]\(([^)#:]+)\)", text)
    made_later = ("data/", ".venv/", "somewhere/")
    for name in quoted:
        if not name.startswith((*made_later, "/")):
            assert (ROOT / name).exists(), name
    for name in linked:
        assert (ROOT / doc).parent.joinpath(name).exists(), name


OF_SLACK = {"poker", "invite"}
"""Slack's own command, and the one that all of ours stand behind there."""


@pytest.mark.parametrize("doc", DOCS)
def test_every_chat_command_a_doc_names_is_there(doc: str) -> None:
    known = words("en").entries
    japanese = {words("ja")(key) for key in known if re.fullmatch(r"slash\.[a-z]+", key)}
    for name in re.findall(r"`/(?:poker )?(\w+)[^`/]*`", read(doc)):
        fine = f"command.{name}.about" in known or name in japanese | OF_SLACK
        assert fine, name


@pytest.mark.parametrize("doc", DOCS)
def test_every_setting_a_doc_names_is_there(doc: str) -> None:
    known = {setting.name for setting in SETTINGS}
    named = set(re.findall(r"`([A-Z]+_[A-Z_]+|WEB|PAUSES)(?:=[^`]*)?`", read(doc)))
    assert named <= known


def test_every_shell_command_a_doc_names_is_there() -> None:
    text = "\n".join(map(read, DOCS))
    named = set(re.findall(r"(?:^|`)(?:\.venv/bin/)?croupier ([a-z]+)", text, re.MULTILINE))
    assert named >= {"audit", "backup"}
    assert named <= set(re.findall(r"\w+", run_python("-m", "bot", "--help")))


def test_the_map_names_every_module_of_the_dealer_and_no_other() -> None:
    guide = read("CONTRIBUTING.md")
    rows = guide.split("| part of `bot/` | modules |\n")[1].split("\n\n")[0].splitlines()[1:]
    named = [name for row in rows for name in re.findall(r"`(?:bot/)?(\w+)/?`", row.split("|")[2])]
    there = {path.stem for path in (ROOT / "bot").glob("[!_]*.py")} | {
        path.name for path in (ROOT / "bot").glob("[!_]*") if path.is_dir()
    }
    assert sorted(named) == sorted(there | {"__main__"})


def test_the_invitations_ask_for_what_the_dealer_needs_in_discord() -> None:
    guide = read("docs/discord.md")
    asked = [int(number) for number in re.findall(r"permissions=(\d+)", guide)]
    assert asked == [PERMISSIONS.value, (PERMISSIONS | THREADS).value]
    assert f"`{PERMISSIONS.value}`" in read("README.md")


def test_the_readme_example_runs() -> None:
    (example,) = blocks("README.md", "python")
    board, *shown, results = run_python("-W", "error", "-c", example).splitlines()
    assert re.fullmatch(r"((10|[2-9AKQJ])[♠♥♦♣] ?){5}", board)
    assert shown
    for line in shown:
        assert re.search(r"Seat [12]\W* shows ", line)
    assert re.fullmatch(r"\{1: (-?\d+), 2: (-?\d+)\}", results)
    assert sum(map(int, re.findall(r": (-?\d+)", results))) == 0


def run_python(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_changelog_has_a_place_for_what_comes() -> None:
    headings = re.findall(r"^## (.+)$", read("CHANGELOG.md"), re.MULTILINE)
    assert headings[0] == "[Unreleased]"
    for heading in headings[1:]:
        assert re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}", heading)


def test_the_licence_is_the_one_that_is_declared() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    assert project["license"] == "MIT"
    assert read("LICENSE").startswith("MIT License\n\nCopyright (c) 2026 The Croupier authors\n")


# --- set-up ----------------------------------------------------------------------------------


def test_ci_runs_the_readme_s_test_command_and_the_checks() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    text = script.read_text("utf-8")
    assert re.search(r"^make test\b", text, re.MULTILINE)
    assert re.search(r"^make check\b", text, re.MULTILINE)


def pins(lock: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==(\S+)", read(lock), re.MULTILINE):
        found.setdefault(name, set()).add(version)
    return found


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_is_pinned_with_its_hashes_and_no_address(lock: str) -> None:
    joined = read(lock).replace("\\\n", " ")
    lines = joined.splitlines()
    assert lines
    for line in lines:
        pinned = r"[\w.-]+==\S+( ; [^#]+?)?(\s+--hash=sha256:[0-9a-f]{64})+\s*"
        assert re.fullmatch(pinned, line), line[:80]


def test_the_tests_run_on_what_the_dealer_runs_on() -> None:
    run, dev = map(pins, LOCKS)
    assert {name: dev.get(name) for name in run} == run


@pytest.mark.parametrize("lock", LOCKS)
def test_the_locks_hold_every_requirement_of_the_project(lock: str) -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    wanted = list(project["dependencies"])
    if "dev" in lock:
        wanted += project["optional-dependencies"]["dev"]
    for requirement in wanted:
        found = re.match(r"[\w.-]+", requirement)
        assert found
        assert found[0] in pins(lock)


def test_no_file_holds_the_address_of_a_registry_or_a_path_of_one_machine() -> None:
    banned = re.compile(
        "|".join(
            [
                r"pypi\.(org|python)" + r"\.?\w*/",
                r"files\.python" + "hosted",
                r"registry\.npm" + "js",
                r"--(extra-)?index" + "-url",
                r"(?<![\w.])/(work|root|Users|home)" + r"/\w",
                r"/opt" + "/pypi",
            ]
        )
    )
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in ours()
        for match in banned.finditer(path.read_text("utf-8", errors="replace"))
    ]
    assert found == []


# --- bench -----------------------------------------------------------------------------------


def test_the_bench_refuses_a_part_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["engine", "roulette"]) == 2
    said = capsys.readouterr()
    assert said.err == f"no such part: roulette; there are {', '.join(bench.PARTS)}\n"
    assert said.out == ""


@pytest.mark.parametrize("part", bench.PARTS)
def test_every_part_of_the_bench_is_there(part: str) -> None:
    assert callable(import_module(f"bench.{part}").run)
