"""The typed commands of house tables: names of games, and refusals that speak of the game meant."""

from __future__ import annotations

import pytest

from bot.bank.lines import PACES
from bot.bank.state import GAMES
from bot.text import LANGUAGES, words
from tests.bot.bank.felt import FRESH, table
from tests.house import open_house

CALLED = {
    "ultimate": ["uth", "UTH", "Ultimate Texas Hold'em", "ultimate hold’em", "game:uth", "ＵＴＨ",
                 "アルティメット・テキサスホールデム", "アルティメット ホールデム"],
    "caribbean": ["csp", "Caribbean Stud", "caribbean stud poker", "カリビアンスタッド",
                  "カリビアン・スタッド・ポーカー"],
    "paigow": ["pgp", "pai gow", "Pai-Gow poker", "パイガオ", "パイガオ ポーカー", "パイゴウ"],
}  # fmt: skip


@pytest.mark.parametrize("game", CALLED)
async def test_a_game_is_understood_by_the_names_people_call_it(game: str) -> None:
    async with open_house(FRESH) as house:
        for called in CALLED[game]:
            assert "is open" in await house.say("Ann", f"/open {called} 5-100"), called
            assert table(house).state.game == game
            assert table(house).state.terms.most == 10_000
            await house.say("Ann", "/close")
        for called in ("ホールデム", "texas hold'em", "NLHE"):
            assert "is open" in await house.say("Ann", f"/open {called} 10/20"), called
            assert house.table.kind.game == "holdem"
            await house.say("Ann", "/close")


@pytest.mark.parametrize("typed", ["5", "10/20", "seats:4", "pace:quick", "shared own", "bets:5"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_refusal_at_opening_speaks_of_the_game_that_was_named(
    game: str, typed: str, language: str
) -> None:
    async with open_house(FRESH) as house:
        w = words(language)
        example = w(f"bank.example_open.{game}")
        answer = await house.say(f"Ann:{language}", f"/open {game} {typed}")
        assert answer.endswith(example)
        assert not house.manager.tables
        assert await house.say(f"Ann:{language}", example) == w("reply.opened", name="1")
        assert table(house).state.game == game
        settled = await house.say(f"Ann:{language}", w(f"bank.example_settings.{game}"))
        assert settled == w("reply.bank.settings_set")
        for bet in ("/bet 10", w(f"bank.example_bet.{game}")):
            assert await house.say(f"Ann:{language}", bet) == ""


async def test_the_example_for_a_setting_is_of_that_setting_and_works() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open ultimate")
        shown = await house.say("Ann", "/settings")
        names = [line.partition(":")[0] for line in shown.split("\n")]
        # An amount that is none has an example of its own.
        for name in set(names) - {"side"}:
            _, _, example = (await house.say("Ann", f"/settings {name} ?")).rpartition("/")
            assert example.startswith(f"settings {name} ")
            assert await house.say("Ann", example) == "The new settings hold from now on."


async def test_which_hand_is_folded_is_said_at_house_tables_alone() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open 10/20")
        assert "games against the house" in await house.say("Ann", "/fold 2")


async def test_a_game_that_is_not_dealt_is_told_which_are() -> None:
    async with open_house(FRESH) as house:
        for typed in ("baccarat", "バカラ", "game:ultimat"):
            answer = await house.say("Ann", f"/open {typed}")
            assert "holdem, ultimate, caribbean, paigow" in answer
        assert "house" in await house.say("Ann", "/open 10/20 bets:5-10")


async def test_spots_are_understood_and_those_nobody_bets_on_explained() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open uth")
        assert await house.say("Ann", "/bet 10 アンティ") == ""
        assert await house.say("Ann", "/bet 5 トリップス") == ""
        assert "by itself" in await house.say("Ann", "/bet 30 blind")
        assert "when you choose" in await house.say("Ann", "/bet 30 プレイ")
        assert "/bet 30 trips" in await house.say("Ann", "/bet 30 bonus")
        assert table(house).state.players[1].bets == (("ante", 1000), ("trips", 500))
        await house.say("Ann", "/close")
        await house.say("Ann", "/open csp")
        assert await house.say("Ann", "/bet 10 ante") == ""
        assert table(house).state.players[1].bets == (("ante_1", 1000),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_paces_that_opening_tells_are_those_of_house_tables_too(language: str) -> None:
    w = words(language)
    clocks = [span for both in PACES.values() for span in both]
    said = w("command.open.parameter.pace").replace(" ", "")
    for seconds in (min(clocks), max(clocks)):
        assert w.span(seconds).replace(" ", "") in said
