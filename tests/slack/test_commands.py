"""What is typed after /poker in either language, the Home tab, the shortcut: over the wire."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.slack_commands import Reader, Typed
from bot.commands import usages
from bot.text import words
from tests.slack.evening import evening
from tests.slack.views import View


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(usages(words("en")), usages(words("ja")))


@pytest.mark.parametrize(
    ("text", "name", "rest"),
    [
        ("", "help", ""),
        ("  ", "help", ""),
        ("sit 5000", "sit", "5000"),
        ("/sit 5000", "sit", "5000"),
        ("SIT　5000", "sit", "5000"),
        ("open holdem 50/100", "open", "holdem 50/100"),
        ("開く ホールデム 50/100", "open", "holdem 50/100"),
        ("開く ペース:速い 席数：6", "open", "pace:fast seats:6"),
        ("連絡 呼び出し：なし", "reach", "calls:never"),
        ("opne 5/10", "opne", "5/10"),
        ("close now", "close", "now"),
        ("open name:&lt;b&gt; &amp; co", "open", "name:<b> & co"),
        ("open #C", "open", "#C"),
    ],
)
def test_a_command_is_read_kindly(reader: Reader, text: str, name: str, rest: str) -> None:
    assert reader.read(text) == Typed(name, rest, ())


def test_people_are_meant_by_mention(reader: Reader) -> None:
    read = reader.read("give <@U0AAAAAAA|ann.b> 500")
    assert read == Typed("give", "slack:U0AAAAAAA 500", ("U0AAAAAAA",))
    assert reader.read("kick<@W0AAAAAAA>").mentioned == ("W0AAAAAAA",)
    assert reader.read("<@U0AAAAAAA|ann.b>").name == "help"


async def test_commands_in_both_languages(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Ken:ja") as night:
        ann, ken = night.people
        assert "/poker open" in await night.types(ann, "opne 5/10")
        assert "/poker open" in await night.types(ken, "開け")
        assert "1k" in await night.types(ann, "sit lots")
        index = await ann.types("/poker", night.channel)
        await night.answer(index)
        page = index.said
        assert page
        # A page of help turns in its own place, and back.
        await ann.presses("The rules in short", page)
        await night.until(lambda: page.edits == 1)
        assert "in short" in page.words()
        await ann.presses(next(iter(ann.buttons(page))), page)
        await night.until(lambda: page.edits == 2)
        told = await night.types(ken, "開く ペース:速い 10/20")
        assert "テーブル" in told
        await night.until(night.tables)
        given = await night.types(ann, "give @Ken 500")
        assert "Ken" in given
        assert "10,500" in await night.types(ken, "財布")


async def test_only_who_manages_the_workspace_may_grant(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        ann.account.admin = True
        refused = await night.types(bob, "grant @Bob 500")
        assert "Only a host" in refused
        await ann.types("/poker grant @Bob 500 for coming", night.channel)
        await night.until(lambda: any("for coming" in one.words() for one in night.posts()))
        assert "10,500" in await night.types(bob, "wallet")


async def test_who_manages_another_workspace_manages_nothing_here(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Eve") as night:
        eve = night.people[1]
        eve.account.admin, eve.account.team = True, "T0ELSEWHERE"
        assert "Only a host" in await night.types(eve, "grant @Eve 500")
        assert "10,000" in await night.types(eve, "wallet")


async def test_a_change_that_does_not_tell_of_a_language_is_no_answer_to_it(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, "Ken:ja") as night:
        [ken] = night.people
        told = {"type": "user_change", "user": ken.account.json(night.slack.team["id"])}
        await night.slack.desk.event(told).done.wait()
        assert "残高" in await night.types(ken, "wallet")


async def test_the_home_tab_and_the_shortcut_show_what_waits(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Ken:ja") as night:
        ann, ken = night.people
        ann.opens_home()
        await night.until(ann.home)
        empty = ann.home()
        assert empty
        assert "10,000" in empty.words()
        assert "/poker open" in empty.words()
        await night.open(ann, "10/20 pace:relaxed")
        await night.sit(ann, ken)
        user = await night.turn()
        user.opens_home()
        await night.until(lambda: (home := user.home()) and "#1" in home.words())
        home = user.home()
        assert home
        assert all(card in home.words() for card in night.cards(user))
        label = "Call" if user is ann else "コール"
        await user.presses(label, home)
        await night.until(lambda: night.on_turn() not in (user, None))
        other = await night.turn()
        used = await other.uses("croupier")
        await night.until(lambda: used.modal)
        modal = used.modal
        assert modal
        assert all(card in modal.words() for card in night.cards(other))
        asked = await other.presses("Check" if other is ann else "チェック", modal)
        assert asked.took < 3
        await night.until(lambda: "Flop" in night.table.words())


async def test_a_form_of_the_home_tab_answers_there(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await night.open(night.people[0], "10/20 pace:relaxed")
        await night.sit(*night.people)
        user = await night.turn()
        user.opens_home()
        await night.until(user.home)

        def home() -> View:
            shown = user.home()
            assert shown
            return shown

        opened = await user.presses("Raise…", home())
        await night.until(lambda: opened.modal)
        await user.sends(opened.modal, {"amount": "7"})
        # What cannot be raised to is told above the table.
        await night.until(lambda: not home().words().startswith("Table"))
        assert "40" in home().words().split("\n")[0]
        again = await user.presses("Raise…", home())
        await night.until(lambda: again.modal)
        await user.sends(again.modal, {"amount": "60"})
        await night.until(lambda: "Waiting for" in home().words())
        asked = await user.presses("Help", home())
        await night.until(lambda: asked.modal)


async def test_the_table_they_play_at_is_meant_in_direct_messages(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        await night.open(night.people[0])
        await night.sit(*night.people)
        user = await night.turn()
        await user.types("/poker fold", user.dm)
        await night.until(lambda: "#2" in night.table.words())
