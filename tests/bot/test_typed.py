"""What people type: words in their order or by name, kind refusals, and never an exception."""

from __future__ import annotations

import asyncio
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.chat import Line
from bot.commands import COMMANDS
from bot.meaning import Value, Word
from bot.typed import read
from games.play import Refused
from tests.bot.evening import FRESH, begin, check_books, settled
from tests.house import HOME, open_house, person

OPEN = COMMANDS["open"].words
SIT = COMMANDS["sit"].words
ORDER = COMMANDS["order"].words
TOURNAMENT = COMMANDS["tournament"].words
STRUCTURE = COMMANDS["structure"].words
EXAMPLE = "/try this"


@pytest.mark.parametrize(
    ("words", "typed", "values"),
    [
        (OPEN, "", {}),
        (OPEN, "10/20", {"blinds": (1000, 2000)}),
        (OPEN, "10／20 8", {"blinds": (1000, 2000), "seats": 8}),
        (OPEN, "10/20 8 fast", {"blinds": (1000, 2000), "seats": 8, "pace": "fast"}),
        (OPEN, "fast", {"pace": "fast"}),
        (OPEN, "1k/2k 400-2千", {"blinds": (100_000, 200_000), "buyin": (40_000, 200_000)}),
        (OPEN, "pace:All_Day Seats:3", {"pace": "all-day", "seats": 3}),
        (OPEN, "ante：big-blind", {"ante": "big_blind"}),
        (OPEN, "friendly:on tab:no", {"friendly": True, "tab": False}),
        (OPEN, "name:late 10/20", {"blinds": (1000, 2000), "name": "late"}),
        (SIT, "1000", {"buyin": 100_000}),
        (SIT, "1000 5", {"buyin": 100_000, "seat": 5}),
        (SIT, "seat:5", {"seat": 5}),
        (SIT, "seat:5 1000", {"seat": 5, "buyin": 100_000}),
        (SIT, "#2", {"table": "#2"}),
        (SIT, "1000 #late", {"buyin": 100_000, "table": "#late"}),
        (SIT, "table:late", {"table": "late"}),
        (ORDER, "quiet 23-7 tables:3", {"quiet": (23 * 60, 7 * 60), "tables": 3}),
        (ORDER, "zone Asia/Tokyo idle off", {"zone": "Asia/Tokyo", "idle": 0}),
        (COMMANDS["kick"].words, "Bob Silver bar on", {"person": "Bob Silver", "bar": True}),
        (
            TOURNAMENT,
            "turbo 9 progressive bounty:5",
            {
                "structure": "turbo",
                "players": 9,
                "progressive": True,
                "bounty": 500,
            },
        ),
        (TOURNAMENT, "progressive off", {"progressive": False}),
        (
            STRUCTURE,
            "save own 1万/2万 → 2万/4万 -> 3万/6万 late:2",
            {
                "what": "save",
                "name": "own",
                "levels": "1万/2万 → 2万/4万 -> 3万/6万",
                "late": 2,
            },
        ),
        (SIT, "#2 1000 5", {"table": "#2", "buyin": 100_000, "seat": 5}),
        (OPEN, "fast 8 10/20", {"pace": "fast", "seats": 8, "blinds": (1000, 2000)}),
        (
            OPEN,
            "uth shared 2-300",
            {"game": "ultimate", "seating": "shared", "buyin": (200, 30_000)},
        ),
        (COMMANDS["pause"].words, "back at 10:30", {"reason": "back at 10:30"}),
    ],
)
def test_words_are_read_in_order_or_by_name(
    words: tuple[Word, ...], typed: str, values: dict[str, Value]
) -> None:
    assert read(words, typed, EXAMPLE) == values


@pytest.mark.parametrize(
    ("words", "typed", "reason"),
    [
        (SIT, "five", "bad_amount.unclear"),
        (SIT, "seat:five", "bad_option"),
        (SIT, "seat:-1", "bad_option"),
        (SIT, "seat:²", "bad_option"),
        (SIT, "seat:", "bad_option"),
        (SIT, "buyin:", "bad_amount.empty"),
        (OPEN, "pace:soon", "bad_option"),
        (OPEN, "10/20 the late show", "bad_option"),
        (OPEN, "blinds:10", "bad_option"),
        (OPEN, "baccarat", "no_such_game"),
        (OPEN, "10 20", "blinds_apart"),
        (OPEN, "1万 2万 fast", "blinds_apart"),
        (OPEN, "buyin:-5-10", "bad_option"),
        (OPEN, "friendly:perhaps", "bad_option"),
        (COMMANDS["give"].words, "Ann", "option_missing"),
        (COMMANDS["give"].words, "", "option_missing"),
        (COMMANDS["show"].words, "third", "bad_option"),
        (COMMANDS["fold"].words, "please", "bad_option"),
        (COMMANDS["daily"].words, "please", "too_many_words"),
    ],
)
def test_words_that_do_not_fit_get_an_example(
    words: tuple[Word, ...], typed: str, reason: str
) -> None:
    with pytest.raises(Refused) as refused:
        read(words, typed, EXAMPLE)
    assert refused.value.reason == reason
    if not reason.startswith("bad_amount"):
        assert refused.value.facts["example"] == EXAMPLE


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("/stt", "sit"),
        ("/foldd", "fold"),
        ("/rais 100", "raise"),
        ("/chekc", "check"),
        ("/TOPUPP", "topup"),
        ("/walet", "wallet"),
        ("/setings", "settings"),
    ],
)
async def test_a_slip_gets_the_nearest_command(typed: str, nearest: str) -> None:
    async with open_house(FRESH) as house:
        answer = await house.say("Ann", typed)
        assert f"Did you mean /{nearest}?" in answer
        assert f"For example: /{nearest}" in answer


@pytest.mark.parametrize("typed", ["/", "/xyzzyplugh", "/🃏", "/" + "x" * 4000, "/@everyone"])
async def test_a_word_far_from_every_command_points_to_help(typed: str) -> None:
    async with open_house(FRESH) as house:
        answer = await house.say("Ann", typed)
        assert "/help" in answer
        assert len(answer) < 200


async def test_capitals_do_not_matter() -> None:
    async with open_house(FRESH) as house:
        assert await house.say("Ann", "/WALLET") == "Your wallet: 10,000"


PAGES = {False: "commands", True: "hosting"}
"""The page of help that lists a command: whether it is for hosts."""


async def test_help_tells_every_command_and_its_words() -> None:
    async with open_house(FRESH) as house:
        pages = {host: await house.say("Ann", f"/help {page}") for host, page in PAGES.items()}
        for name, slash in COMMANDS.items():
            assert [f"/{name} ·" in pages[host] for host in (slash.host, not slash.host)] == [
                True,
                False,
            ]
            told = await house.say("Ann", f"/help {name}")
            assert f"/{name}" in told
            assert [word.name for word in slash.words if word.name not in told] == []
        assert "Did you mean /sit?" in await house.say("Ann", "/help siit")


async def test_usages_are_what_commands_take() -> None:
    async with open_house(FRESH) as house:
        for usage in house.room.usages("en"):
            words = COMMANDS[usage.name].words
            assert [p.name for p in usage.parameters] == [word.name for word in words]
            assert [p.needed for p in usage.parameters] == [word.needed for word in words]


TEXT = st.text(max_size=80) | st.lists(
    st.sampled_from(
        ["0", "-5", "1e30", "NaN", "１００", "1k", "1万", "2.5", "@everyone", "#1", "seat:1", "x:y",
         "buyin:", "table:1", "\u202eabc", "a\0b", "\ud800", "|", "'; DROP TABLE room; --", "🂡",
         "99999999999999999999", "on", "Ann", "Bob", "now", "both", "pace:fast", "：：", "<b>"]
    ),
    max_size=5,
).map(" ".join)  # fmt: skip
HARMLESS = sorted(COMMANDS.keys() - {"language"})


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.sampled_from(HARMLESS) | st.text(max_size=20), TEXT), min_size=30))
def test_whatever_a_stranger_types_is_answered_and_changes_no_hand(
    lines: list[tuple[str, str]],
) -> None:
    async def type_all() -> None:
        async with open_house(FRESH) as house:
            await begin(house, "Ann", "Bob", "Cat")
            [table] = house.manager.tables.values()
            for number, (name, typed) in enumerate(lines):
                line = Line(f"{number}", person("Zoe"), HOME, name, typed)
                if name in ("open", "sit", "wait", "leave", "give", "table", "daily"):
                    continue
                before = settled(table)
                reply = await house.room.line(line)
                await house.settle()
                assert settled(table) == before
                assert reply is not None
                assert reply.message is not None
                assert reply.message.text
                assert "went wrong" not in reply.message.text

    asyncio.run(type_all())


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.sampled_from(HARMLESS), TEXT), min_size=30), st.booleans())
def test_whatever_a_player_types_goes_wrong_nowhere_and_keeps_the_books(
    lines: list[tuple[str, str]], host: bool
) -> None:
    async def type_all() -> None:
        async with open_house(FRESH) as house:
            await begin(house, "Ann", "Bob", "Cat")
            for number, (name, typed) in enumerate(lines):
                who = ("Ann", "Bob", "Cat", "Zoe")[number % 4]
                line = Line(f"{number}", person(who), HOME, name, typed, host)
                reply = await house.room.line(line)
                await house.settle()
                text = reply.message.text if reply and reply.message else ""
                assert "went wrong" not in text, (name, typed)
            await check_books(house)

    asyncio.run(type_all())


@given(words=st.sampled_from([slash.words for slash in COMMANDS.values()]), typed=TEXT)
def test_reading_gives_values_or_a_refusal(words: tuple[Word, ...], typed: str) -> None:
    refused = ""
    values: dict[str, Value] = {}
    try:
        values = read(words, typed, EXAMPLE)
    except Refused as error:
        refused = error.reason
    needed = {word.name for word in words if word.needed}
    if refused:
        kinds = r"bad_option|no_such_game|option_missing|too_many_words|bad_amount\.\w+"
        assert re.fullmatch(kinds, refused)
    else:
        assert needed <= values.keys() <= {word.name for word in words}
