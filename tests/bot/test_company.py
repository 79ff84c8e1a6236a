"""Computer players at a table: who may seat them, whose chips they play, when they make room."""

from __future__ import annotations

import pytest

from bot.decide import decide
from bot.ring import RING
from bot.said import MARK
from bot.state import COMPUTER, Command, Timer
from games import holdem
from storage import journal, ledger
from tests.bot.company import computers, play_passively, sit_among, until_turn
from tests.bot.evening import (
    FRESH,
    begin,
    check_books,
    command,
    offered,
    quiet_state,
    said,
    seat_of,
    seated,
    settled,
    wallet,
)
from tests.house import HOME, House, open_house, person

HOUSE = ledger.house(HOME.community)


async def owed(house: House) -> int:
    """What the house has out on the tables."""
    return -await ledger.balance(house.db, HOUSE)


# --- who may ---------------------------------------------------------------------------------


async def test_who_sits_may_add_and_remove_them() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold")
        [one] = computers(house)
        assert (one.computer, one.stack) == ("bold", 200_000)
        assert "goes home" in await house.say("Ann", f"/computer remove {one.name}")
        assert not computers(house)
        await check_books(house)


async def test_who_only_watches_may_not() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold")
        before = settled(house.table)
        assert "Sit down first" in await house.say("Bob", "/computer add bold")
        assert "Sit down first" in await house.say("Bob", "/computer remove")
        assert settled(house.table) == before
        assert "sits down" in await house.say("Zoe", "/computer add careful", host=True)


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ("/computer add angry", "no temperament ⁨angry⁩"),
        ("/computer add " + "x" * 1900, "no temperament"),
        ("/computer remove Zorro", "called ⁨Zorro⁩"),
        ("/computer remove Ann", "called ⁨Ann⁩"),
        ("/computer fire", "does not fit"),
        ("/computer add bold table:nowhere", "no table called"),
    ],
)
async def test_what_makes_no_sense_is_refused(typed: str, part: str) -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold", "careful")
        before = settled(house.table)
        answer = await house.say("Ann", typed)
        assert part in answer
        assert len(answer) < 200
        assert settled(house.table) == before


async def test_a_full_table_takes_no_more() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold", "bold", table="10/20 3")
        assert "Every seat" in await house.say("Ann", "/computer add bold")
        names = {chair.name for chair in computers(house)}
        assert len(names) == 2, "each has a name of its own"


async def test_there_are_none_on_the_tab() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open 10/20 6 tab:on")
        await house.say("Ann", "/sit 1000")
        assert "on the tab" in await house.say("Ann", "/computer add")
        assert not computers(house)
        labels = [b.label for _, m in house.chat.public.values() for row in m.rows for b in row]
        assert not [label for label in labels if "Computer" in label]


async def test_a_host_can_switch_them_off() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold", "steady")
        await house.say("Bob", "/sit")
        assert "Only a host" in await house.say("Bob", "/settings computers off")
        await house.wait(0)
        assert house.table.state.playing
        await house.say("Ann", "/settings computers off")
        assert "switched computer players off" in await house.say("Ann", "/computer add")
        assert len(computers(house)) == 2, "they play the hand to its end"
        await play_passively(house, 1)
        assert not computers(house)
        await check_books(house)


# --- their chips -----------------------------------------------------------------------------


async def test_their_chips_are_the_houses_and_go_back_to_it() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold", "careful")
        assert await owed(house) == 400_000
        minted = await ledger.balance(house.db, "mint")
        await play_passively(house, 12)
        await check_books(house)
        await house.say("Ann", "/close")
        assert not any((await ledger.balances(house.db, "stack:")).values())
        assert await ledger.balance(house.db, "mint") == minted, "no chip was made"
        assert await owed(house) == await wallet(house, "Ann") - 1_000_000
        assert (await ledger.audit(house.db)).ok


async def test_they_are_on_no_list_and_get_no_gifts() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold")
        [one] = computers(house)
        assert (await house.say("Ann", "/top")).splitlines() == ["1. ⁨Ann⁩ · 10,000"]
        for typed in (f"/give {one.name} 100", f"/give {one.person} 100"):
            assert "know nobody" in await house.say("Ann", typed)
        assert "know nobody" in await house.say("Zoe", f"/grant {one.name} 5 luck", host=True)
        assert "know nobody" in await house.say("Ann", f"/wallet {one.name}")
        assert one.stack == 200_000
        await check_books(house)


def test_who_lost_everything_buys_in_again_at_once() -> None:
    broke = 0
    for seed in range(12):
        state = quiet_state("Ann", "Bob", "Cat")
        state.chairs[2].person, state.chairs[2].computer = f"{COMPUTER}2", "bold"
        state.chairs[2].stack = 2000
        state.timers["next"] = Timer(0, "0")
        state = decide(state, command("timer", word="next@0", seed=f"{seed:064x}")).state
        kinds: list[str] = []
        while state.playing:
            assert state.round is not None
            [seat] = holdem.waiting(state.round)
            word = holdem.options(state.round, seat)[1].verb
            draft = decide(state, Command("act", state.chairs[seat].person, word=word))
            state, kinds = draft.state, said(draft)
            moves = draft.moves
        if "rebought" in kinds:
            broke += 1
            assert state.chairs[2].stack == 200_000
            assert moves[-1].entries == {HOUSE: -200_000, "stack:t:computer:2": 200_000}
            assert "next" in state.timers, "the table stays alive"
            assert "broke" not in kinds
    assert broke


async def test_a_void_gives_their_stakes_back() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold", "careful")
        # The first hand may end before it is a person's turn: what was won in it stays won.
        await until_turn(house)
        lent, had = await owed(house), await wallet(house, "Ann")
        began, ann = sum(chair.stack for chair in computers(house)), seated(house, "Ann").stack
        await house.say("Zoe", "/close now", host=True)
        assert await owed(house) == lent - began
        assert await wallet(house, "Ann") == had + ann
        assert (await ledger.audit(house.db)).ok


# --- people come first -----------------------------------------------------------------------


async def test_computers_alone_are_dealt_no_hand() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold", "steady", "careful")
        await until_turn(house)
        hand = house.table.state.hand
        await house.say("Ann", "/leave")
        await house.wait(3600)
        assert (house.table.state.hand, house.table.state.playing) == (hand, False)
        assert len(computers(house)) == 3
        await house.say("Bob", "/sit")
        await until_turn(house)
        assert house.table.state.hand > hand


async def test_no_hand_is_dealt_while_the_only_person_sits_out() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold", "steady")
        await until_turn(house)
        dealt = house.table.state.hand
        await house.say("Ann", "/away")
        await house.wait(600)
        assert (house.table.state.hand, house.table.state.playing) == (dealt, False)
        await house.say("Ann", "/back")
        # Hands that end before it is a person's turn may come in between.
        await until_turn(house)
        assert house.table.state.hand > dealt


async def test_between_hands_a_person_gets_the_seat_at_once() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold", "steady", table="10/20 3")
        assert "You sit in seat 3" in await house.say("Bob", "/sit 500")
        assert [one.computer for one in computers(house)] == ["bold"]
        assert "You sit in seat 2" in await house.say("Cat", "/sit 500 2")
        assert not computers(house)
        assert "full" in await house.say("Dan", "/sit 500")
        await check_books(house)


async def test_in_a_hand_a_computer_makes_room_after_it() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold", "steady", table="10/20 3")
        await until_turn(house)
        assert "makes room for you after this hand" in await house.say("Bob", "/sit 500")
        again = await house.say("Bob", "/sit 500")
        assert "makes room for you after this hand" in again
        assert len(computers(house)) == 2
        await play_passively(house, house.table.state.hand)
        assert len(computers(house)) == 1
        assert offered(house) == ["Bob"]
        assert "You sit" in await house.say("Bob", "/sit 500")
        await check_books(house)


async def test_who_waits_gets_a_seat_and_so_does_each_of_several() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold", "steady", "careful", table="10/20 4")
        await until_turn(house)
        for who in ("Bob", "Cat"):
            assert "wait list" in await house.say(who, "/wait")
        assert sum(one.kicked for one in computers(house)) == 2
        await play_passively(house, house.table.state.hand)
        assert len(computers(house)) == 1
        assert offered(house) == ["Bob", "Cat"]
        assert "makes room" not in await house.say("Dan", "/sit 500")
        assert seat_of(house, "Dan") is not None, "a seat is free for him beside those kept"
        assert not computers(house)
        for who in ("Bob", "Cat"):
            assert "You sit" in await house.say(who, "/sit 500")
        await check_books(house)


async def test_the_first_who_waits_gets_the_seat_of_an_idle_computer_before_the_second() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold", "steady", table="10/20 4")
        await until_turn(house)
        for one in computers(house):
            await house.say("Ann", f"/computer remove {one.name}")
        await house.say("Ann", "/computer add careful")
        for who in ("Pia", "Quy"):
            assert "wait list" in await house.say(who, "/wait")
        assert house.table.state.playing
        assert "You sit in seat 4" in await house.say("Pia", "/sit 500")
        assert [name for _, name in house.table.state.queue] == ["Quy"]
        assert not offered(house)
        await play_passively(house, house.table.state.hand)
        assert offered(house) == ["Quy"]
        assert "You sit" in await house.say("Quy", "/sit 500")
        await check_books(house)


async def test_the_table_shows_a_seat_that_a_computer_has() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold", table="10/20 2")
        [(_, message)] = house.chat.public.values()
        assert message.rows[0][0].label.startswith("Sit with")


# --- they are marked -------------------------------------------------------------------------


async def test_they_are_marked_wherever_they_are_named() -> None:
    async with open_house(FRESH, PICTURES="on") as house:
        await sit_among(house, "Ann", "bold", "steady")
        await play_passively(house, 3)
        names = [one.name for one in computers(house)]
        [(_, message)] = house.chat.public.values()
        texts = [message.text, *message.log, str(house.seen("Ann"))]
        texts.append(await house.say("Ann", "/computer"))
        marked = 0
        for text in texts:
            for name in names:
                assert text.count(name) == text.count(f"{MARK} {name}")
                marked += text.count(name)
        assert marked > 6
        assert message.picture is not None
        assert message.picture.alt.count("computer") == 2


async def test_the_mark_is_in_no_stored_row_so_that_another_one_voids_no_hand() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold")
        await until_turn(house)
        [name] = [one.name for one in computers(house)]
        rows = await journal.rows(house.db, house.table.state.id)
        told = [text for row in rows for text in (row.events, row.checkpoint or "")]
        assert [text for text in told if name in text]
        assert not [text for text in told if MARK in text]
        again = RING.rebuild(row[2:] for row in rows)
        assert again.log == house.table.state.log
        assert [one.called for one in again.log if one.computer][-1] == f"{MARK} {name}"


async def test_no_person_can_bear_the_mark() -> None:
    async with open_house(FRESH) as house:
        await begin(house, f"{MARK}Eve", "Bob")
        messages = [*[m for _, m in house.chat.public.values()], *house.chat.private.values()]
        shown = "\n".join("\n".join([m.text, *m.log]) for m in messages)
        assert "Eve" in shown
        assert MARK not in shown


async def test_nothing_is_sent_to_a_computer() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold")
        await play_passively(house, 2)
        assert {who for who, _ in house.chat.private} == {person("Ann").id}
        assert all(one.person.startswith(COMPUTER) for one in computers(house))


async def test_a_removed_one_plays_its_hand_to_the_end() -> None:
    async with open_house(FRESH) as house:
        await sit_among(house, "Ann", "bold", table="10/20 2")
        await until_turn(house)
        await house.say("Ann", "/computer remove")
        assert [one.kicked for one in computers(house)] == [True]
        assert "no computer" in (await house.say("Ann", "/computer remove")).lower()
        await play_passively(house, 1)
        assert not computers(house)
        assert await owed(house) == seated(house, "Ann").stack - 100_000
        await check_books(house)
