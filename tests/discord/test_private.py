"""What one person alone is told: direct messages, answers only they see, and being called."""

from __future__ import annotations

from pathlib import Path

from tests.discord.evening import Evening, cards_on, evening
from tests.discord.users import User


async def test_closed_direct_messages_are_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        night.discord.expect(50007)
        bob.close_dms()
        table = await night.open(ann)
        await night.sit(ann)
        sat = await bob.press(table, "Sit")
        await night.until(lambda: "#1" in night.table.words())
        await night.until(lambda: night.discord.requests("POST", f"/channels/{bob.dm.id}"))
        peeked = await bob.press(table, "My cards")
        await night.until(lambda: peeked.said)
        glance = peeked.said
        assert glance
        assert len(cards_on(bob, glance)) == 2
        # The answer they have before them is kept up to date, and they play from it.
        while "Fold" not in bob.buttons(glance):
            await night.act(ann, "Call", "Check")
            await night.until(lambda: "Fold" in bob.buttons(glance))
        fold = bob.buttons(glance)["Fold"]
        call = next(one for one in bob.buttons(glance) if one.startswith(("Call", "Check")))
        await bob.press(glance, call)
        await night.until(lambda: fold not in bob.buttons(glance).values())
        await night.until(lambda: any("cannot write to you" in one for one in answers(night, bob)))
        assert sat.answer
        tries = night.discord.requests("POST", f"/channels/{bob.dm.id}/messages")
        assert len(tries) == 1
        assert sum("cannot write to you" in one for one in answers(night, bob)) == 1


async def test_who_cannot_be_written_to_hears_of_it_without_another_press(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Ken:ja") as night:
        ann, ken = night.people
        night.discord.expect(50007)
        ken.close_dms()
        table = await night.open(ann)
        await night.sit(ann)
        await night.answer(await ken.press(table, "Sit"))
        told = "ダイレクトメッセージを送れない"
        await night.until(lambda: any(told in one for one in answers(night, ken)))
        await night.answer(await ken.press(table, "My cards"))
        assert sum(told in one for one in answers(night, ken)) == 1


def answers(night: Evening, user: User) -> list[str]:
    """What only this user sees in the channel."""
    return [one.words() for one in user.reads(night.channel) if one.only]


async def test_who_wants_no_messages_gets_none_and_still_sees_their_cards(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        said = await night.answer(
            await bob.type(night.channel, "reach", {"messages": "off", "calls": "never"})
        )
        assert "no private messages" in said
        table = await night.open(ann)
        await night.sit(ann)
        await night.answer(await bob.press(table, "Sit"))
        await night.until(lambda: night.cards(ann))
        peeked = await bob.press(table, "My cards")
        await night.until(lambda: peeked.said)
        assert peeked.said
        assert len(cards_on(bob, peeked.said)) == 2
        assert not bob.reads(bob.dm)


async def test_who_is_slow_is_called_and_the_call_goes_when_they_act(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        for user in night.people:
            await night.answer(await user.type(night.channel, "reach", {"calls": "at-once"}))
        await night.open(ann, pace="relaxed")
        await night.sit(ann, bob)
        player = await night.turn()
        other = bob if player is ann else ann
        named = f"<@{player.id}>"
        await night.until(lambda: any(named in one.content for one in night.posts()))
        [call] = [one for one in night.posts() if named in one.content]
        # It reaches a phone, and nobody else's.
        assert call in player.account.pinged
        assert call not in other.account.pinged
        await night.act(player, "Call")
        await night.until(lambda: call.id not in night.channel.messages)


async def test_all_in_asks_once_more_and_the_question_goes(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as night:
        ann, bob = night.people
        table = await night.open(ann)
        await night.sit(ann, bob)
        player = await night.turn()
        peeked = await player.press(table, "My cards")
        await night.until(lambda: peeked.said)
        assert peeked.said
        asked = await player.press(peeked.said, "All-in")
        assert "are you sure" in await night.answer(asked)
        question = asked.said
        assert question
        await player.press(question, "Yes")
        await night.until(lambda: question.id not in night.channel.messages)
        assert peeked.said.id in night.channel.messages
        await night.until(lambda: night.on_turn() not in (player, None))
