"""A tournament in one channel of Slack: two tables, people who are moved, the last one, results."""

from __future__ import annotations

import re
from pathlib import Path

from tests.slack.evening import Evening, cards_on, check_secrets, evening
from tests.slack.users import User
from tests.slack.world import Message

FOUR = ("Ann", "Bob", "Cat", "Ken:ja")


def lobby(night: Evening) -> Message:
    return next(one for one in night.tables() if one.words().startswith("Tournament"))


def table_of(night: Evening, user: User) -> Message | None:
    """The table in the channel to which their own message leads."""
    letter = night.letter(user)
    led = set(re.findall(r"/archives/\w+/p(\d+)", str(letter.blocks))) if letter else set()
    return next((one for one in night.posts() if one.ts.replace(".", "") in led), None)


def closed(night: Evening) -> list[Message]:
    """The tables that have been broken."""
    return [one for one in night.posts() if "Closed" in one.words()]


async def begun(night: Evening) -> None:
    """Four people come in by the button, two sit at each table."""
    ann = night.people[0]
    said = await night.types(
        ann, "tournament turbo players:4 seats:2 buyin:100 pace:relaxed name:Friday"
    )
    assert "open for registration" in said
    await night.until(night.tables)
    for user in night.people:
        assert await night.answer(await user.presses("Register (100)", lobby(night)))
    assert await night.types(ann, "director start")
    await night.until(lambda: all(night.letter(user) for user in night.people))
    await night.until(lambda: all(night.cards(user) for user in night.people))


ACTS = ("All-in", "オールイン", "Call", "コール", "Check", "チェック")


async def all_in(night: Evening) -> None:
    """Whoever must act puts everything in, and says so once more."""
    await night.until(lambda: night.on_turn() or "won" in lobby(night).words())
    user = night.on_turn()
    letter = night.letter(user) if user else None
    if user is None or letter is None:
        return
    acts = {label: token for label, token in night.offered(user, letter).items()
            if token.startswith(("act|", "ask|"))}  # fmt: skip
    label = next((one for want in ACTS for one in acts if one.startswith(want)), None)
    if label is None:
        return
    deed = await user.presses(label, letter)
    if acts[label].startswith("ask|"):
        await night.until(lambda: deed.said)
        assert deed.said
        await user.presses(next(iter(user.buttons(deed.said))), deed.said)
    await night.until(
        lambda: acts[label] not in night.offered(user, night.letter(user) or letter).values()
    )


async def test_two_tables_in_one_channel_become_one_and_somebody_wins(tmp_path: Path) -> None:
    async with evening(tmp_path, *FOUR) as night:
        await begun(night)
        ken = night.people[-1]
        await night.until(lambda: len(night.tables()) == 3)
        await night.until(lambda: all(table_of(night, user) for user in night.people))
        await night.until(lambda: str(lobby(night).blocks).count("/archives/") == 2)
        tables = [one for one in night.tables() if one is not lobby(night)]
        assert all(any(table_of(night, u) is one for u in night.people) for one in tables)
        dealt = {}
        for user in night.people:
            letter = night.letter(user)
            assert letter
            dealt[user] = set(cards_on(user, letter))
        for table in tables:
            # Each table has a deck of its own.
            here = tuple(user for user in night.people if table_of(night, user) is table)
            check_secrets(here, {user: dealt[user] for user in here}, 1)
        deed = await ken.presses("My seat", lobby(night))
        said = await night.answer(deed)
        assert "席" in said
        assert deed.said
        own = table_of(night, ken)
        assert own
        assert own.ts.replace(".", "") in str(deed.said.blocks)

        def told() -> bool:
            # One of the two who are moved reads English, and it stands there until the cards come.
            seen = [text for user in night.people for text in user.account.saw]
            return any("Everybody left sits at one table" in text for text in seen)

        while not told() and "won" not in lobby(night).words():
            await all_in(night)
        assert told()
        await night.until(lambda: len(closed(night)) == 2)
        await night.until(lambda: str(lobby(night).blocks).count("/archives/") == 1)
        [final] = [one for one in night.tables() if one is not lobby(night)]
        await night.until(lambda: [table_of(night, u) for u in night.people].count(final) == 2)
        while "won" not in lobby(night).words():
            await all_in(night)
        await night.until(lambda: "1. " in lobby(night).words())
        for user in night.people:
            said = await night.answer(await user.presses("My result", lobby(night)))
            assert re.search(
                "came in place [234] of 4|share the places|You won|[234]位|優勝", said
            ), said


async def test_one_that_comes_again_is_announced_in_japanese(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ken:ja") as night:
        [ken] = night.people
        said = await night.types(ken, "トーナメント ターボ 開始:日曜20時 毎週 名前:日曜")
        assert "毎週日曜 20:00（UTC）" in said
        await night.until(lambda: any("毎週日曜" in one.seen() for one in night.posts()))
        [shown] = [one for one in night.posts() if "毎週日曜" in one.seen()]
        begins = re.search(r"開始\*\\n<!date\^(\d+)\^", shown.seen())
        assert begins, "on the reader's own clock"
        assert int(begins[1]) % 86_400 == 20 * 3600
        refused = await night.types(ken, "トーナメント ターボ 開始:日曜20時 間隔:毎月")
        assert "every:隔週" in refused
