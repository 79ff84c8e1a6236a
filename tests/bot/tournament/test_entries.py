"""Coming in, waiting for a place, coming in too late: through the real manager, with real chips."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.state import Command
from bot.stream import Answer
from bot.table import Table
from bot.terms import HOUR, MINUTE, SECOND
from bot.tournament.state import State
from games import holdem
from games.play import Refused
from storage import ledger
from tests.bot.evening import wallet
from tests.bot.tournament.arena import check_end, check_field, plan
from tests.bot.tournament.test_lobby import (
    announced,
    arena_in,
    enter,
    lobby_of,
    own,
    shown,
    state_of,
)
from tests.house import HOME, House, open_house, person, text_of

FRESH = "sqlite://"
FULL = 1_000_000
"""What everybody begins with here."""


async def opened(house: House, **terms: Any) -> Table[State]:
    """A tournament with any plan, announced by Ann."""
    host = person("Ann")
    usual: dict[str, Any] = {"size": 6, "most": 6, "fee": 0}
    table = await house.manager.open(HOME, host, plan(**usual | terms), "Any", game="tournament")
    await house.settle()
    return table


async def started(house: House, *people: str, **terms: Any) -> Table[State]:
    table = await opened(house, **terms)
    await enter(house, *people)
    await house.say("Ann", "/director start")
    await house.wait(15)
    assert table.state.phase == "running"
    await house.wait(5)
    return table


def entrant(house: House, who: str) -> Any:
    return state_of(house).entrants[person(who).id]


async def shove(house: House) -> None:
    """Everybody goes all-in until the hand is over."""
    arena = arena_in(house)
    while any(table.state.playing and "turn" in table.state.timers for table in arena.tables()):
        for table in arena.tables():
            state = table.state
            if not state.playing or state.round is None or "turn" not in state.timers:
                continue
            [seat] = holdem.waiting(state.round)
            verbs = {option.verb: option for option in holdem.options(state.round, seat)}
            word = next(verb for verb in ("raise", "bet", "call", "check") if verb in verbs)
            command = Command("act", state.chairs[seat].person, word=word, amount=verbs[word].most)
            await table.ask(command)
        await house.settle()


async def one_broke(house: House) -> str:
    """Play all-in until somebody has no chips; gives their name."""
    while True:
        await shove(house)
        for one in state_of(house).entrants.values():
            if not one.stack:
                return one.name
        await house.wait(5)


async def at_once(
    house: House, lobby: Table[State], at: int, pressed_first: bool, *typed: str
) -> list[str]:
    """Presses (verb and name) in the very millisecond a clock of the lobby rings, before or after
    it; gives the key of what each was answered.
    """
    await house.wait((at - 1 - house.clock.now()) / 1000)
    if not pressed_first:
        house.clock.advance(1)
    asked = [asyncio.create_task(lobby.ask(_pressed(one))) for one in typed]
    # They are in the queue when this returns, and not yet looked at.
    await asyncio.sleep(0)
    if pressed_first:
        house.clock.advance(1)
    await house.settle()
    assert house.clock.now() == at
    return [await answered(one) for one in asked]


async def answered(asked: asyncio.Task[Answer]) -> str:
    """The key of what a press was answered."""
    try:
        answer = await asked
    except Refused as refused:
        return refused.reason
    assert answer
    return answer[0]


def _pressed(typed: str) -> Command:
    verb, _, who = typed.partition(" ")
    return Command(verb, person(who).id, who)


async def chips(house: House, *people: str) -> int:
    return sum([await wallet(house, who) for who in people])


# --- bad input -------------------------------------------------------------------------------


async def test_a_start_in_the_past_announces_nothing_and_charges_nobody() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/daily")
        for start in (1, house.clock.now() - 1, house.clock.now()):
            with pytest.raises(Refused) as caught:
                await opened(house, start=start, added=50_000)
            assert caught.value.reason == "tournament.past"
        assert not house.manager.tables
        assert await wallet(house, "Ann") == FULL


async def test_a_rebuy_above_the_wallet_is_refused_and_changes_nothing() -> None:
    async with open_house(FRESH) as house:
        terms = {"late": 3, "rebuys": 2, "rebuy": FULL}
        lobby = await started(house, "Ann", "Bob", **terms)
        before = lobby.seq
        assert "holds 9,900; this needs 10,000" in await house.say("Bob", "/rebuy")
        assert lobby.seq == before
        assert entrant(house, "Bob").rebuys == 0


async def test_the_tenth_of_nine_seats_is_on_the_list_and_not_charged() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 9 100")
        token = shown(house).rows[0][0].token
        people = [f"P{number}" for number in range(10)]
        replies = await asyncio.gather(*(house.press(who, token) for who in people))
        answers = [text_of(reply) for reply in replies]
        assert sum("You are in." in answer for answer in answers) == 9
        assert sum("waiting list: number 1" in answer for answer in answers) == 1
        state = state_of(house)
        assert (len(state.entrants), len(state.waiting)) == (9, 1)
        assert await ledger.balance(house.db, state.account) == 90_000
        [tenth] = state.waiting.values()
        assert await wallet(house, tenth) == FULL


@pytest.mark.parametrize("pressed_first", [True, False])
async def test_at_the_millisecond_late_entry_closes_one_is_in_or_not_charged(
    pressed_first: bool,
) -> None:
    """The order in which press and clock come says which, and nothing is done by halves."""
    async with open_house(FRESH) as house:
        quick = {"hands": 0, "minutes": 1}
        terms = {"late": 1, "rebuys": 1, "rebuy": 10_000, "structure": quick, "pace": "all-day"}
        lobby = await started(house, "Ann", "Bob", **terms)
        closes = lobby.state.timers["level"].due
        await house.say("Cat", "/wallet")
        late, more = await at_once(house, lobby, closes, pressed_first, "register Cat", "rebuy Bob")
        if pressed_first:
            assert (late, more) == ("tournament_seated", "tournament_chips_coming")
            assert await chips(house, "Bob", "Cat") == 2 * FULL - 30_000
        else:
            assert (late, more) == ("tournament.entries_over", "tournament.rebuys_over")
            assert await chips(house, "Bob", "Cat") == 2 * FULL - 10_000
        assert not state_of(house).entering
        check_field(state_of(house))
        assert (await ledger.audit(house.db)).ok


@pytest.mark.parametrize("pressed_first", [True, False])
async def test_at_the_millisecond_late_entry_closes_who_is_out_still_has_their_minute(
    pressed_first: bool,
) -> None:
    async with open_house(FRESH) as house:
        quick = {"hands": 0, "minutes": 2}
        lobby = await started(house, "Ann", "Bob", late=1, again=1, structure=quick)
        await house.wait(90)
        for who in ("Ann", "Bob"):
            await house.say(who, "/back")
        name = await one_broke(house)
        due = lobby.state.timers["level"].due
        assert lobby.state.timers[f"decide:{person(name).id}"].due > due
        [said] = await at_once(house, lobby, due, pressed_first, f"register {name}")
        assert said == "tournament_seated"
        assert not lobby.state.entering
        assert await wallet(house, name) == FULL - 20_000
        check_field(lobby.state)


@pytest.mark.parametrize("late", [0, 2])
async def test_to_register_at_the_instant_of_the_start_is_to_be_in_or_late(late: int) -> None:
    async with open_house(FRESH) as house:
        start = house.clock.now() + 10 * MINUTE
        lobby = await opened(house, start=start, late=late)
        await enter(house, "Ann", "Bob")
        house.clock.advance(start - house.clock.now())
        assert "You are in." in await house.say("Cat", "/register")
        while lobby.state.phase == "open":
            house.clock.ring_next()
            await house.settle()
        assert house.clock.now() == start
        said = await house.say("Dan", "/register")
        assert ("seat" if late else "closed") in said
        assert await wallet(house, "Dan") == FULL - (10_000 if late else 0)
        assert len(lobby.state.playing()) == 3 + bool(late)
        check_field(lobby.state)


async def test_who_was_knocked_out_as_a_deal_was_proposed_accepts_none() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100", "Ann", "Bob", "Cat")
        await house.wait(15)
        [table] = arena_in(house).tables()
        assert "no hand is being played" in await house.say("Ann", "/chop")
        await house.insist(on_turn(table), "/fold")
        await shove(house)
        state = state_of(house)
        out = [one.name for one in state.entrants.values() if not one.stack]
        if not out:
            # They shared the pot: each has a share and may accept.
            assert state.chop
            assert len(state.chop.shares) == 3
            return
        before = lobby_of(house).seq
        assert state.chop
        assert person(out[0]).id not in state.chop.shares
        with pytest.raises(Refused) as caught:
            await lobby_of(house).ask(Command("accept", person(out[0]).id, out[0]))
        assert caught.value.reason == "tournament.no_chop"
        assert lobby_of(house).seq == before
        assert state_of(house).phase == "running"


def on_turn(table: Table[Any]) -> str:
    [seat] = holdem.waiting(table.state.round)
    name: str = table.state.chairs[seat].name
    return name


async def test_one_person_plays_two_tournaments_at_once() -> None:
    async with open_house(FRESH) as house:
        for name in ("One", "Two"):
            typed = f"/tournament turbo 2 100 rebuys:2 name:{name}"
            assert "is open" in await house.say("Ann", typed)
            for who in ("Ann", "Bob"):
                assert "You are in" in await house.say(who, f"/register name:{name}")
        assert await wallet(house, "Bob") == FULL - 20_000
        await house.wait(15)
        lobbies = {t.state.name: t for t in house.manager.tables.values() if t.kind.lobby}
        assert [one.state.phase for one in lobbies.values()] == ["running", "running"]
        assert "Which tournament" in await house.say("Bob", "/rebuy")
        assert "before the next hand" in await house.say("Bob", "/rebuy name:Two")
        counts = [one.state.entrants[person("Bob").id].rebuys for one in lobbies.values()]
        assert counts == [0, 1]
        # Only in one of them it can still be done, so that one is meant.
        assert "before the next hand" in await house.say("Bob", "/rebuy")
        assert lobbies["One"].state.entrants[person("Bob").id].rebuys == 1
        assert await wallet(house, "Bob") == FULL - 40_000
        assert await wallet(house, "Ann") == FULL - 20_000


async def test_the_add_on_is_taken_once_though_pressed_twice_at_once() -> None:
    async with open_house(FRESH) as house:
        quick = {"hands": 0, "minutes": 1}
        terms = {"late": 1, "addon": 5_000, "addon_stack": 100_000, "structure": quick}
        lobby = await started(house, "Ann", "Bob", **terms)
        for who in ("Ann", "Bob"):
            await house.say(who, "/away")
        assert "after late entry" in await house.say("Bob", "/addon")
        await house.wait(60)
        assert "Break" in shown(house).headline
        [token] = [one.token for one in shown(house).rows[0] if one.label == "Add-on (50)"]
        replies = await asyncio.gather(*(house.press("Bob", token) for _ in range(2)))
        answers = sorted(text_of(reply) for reply in replies)
        assert sum("already" in answer for answer in answers) == 1
        assert await wallet(house, "Bob") == FULL - 10_000 - 5_000
        assert lobby.state.addons == 1
        assert [one.label for row in own(house, "Ann").rows for one in row] == ["Add-on (50)"]
        assert not own(house, "Bob").rows
        check_field(lobby.state)
        assert lobby.state.chips() == 2 * 500_000 + 100_000


# --- rebuys at a real table ------------------------------------------------------------------


async def test_a_rebuy_tournament_by_its_buttons_to_the_last_chip() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100 rebuys:1 by:hands", "Ann", "Bob")
        assert ("Rebuys", "up to 1, 100 each") in shown(house).fields
        await house.wait(15)
        name = await one_broke(house)
        message = own(house, name)
        assert "Rebuy in time and you keep seat" in message.headline
        assert message.clock == state_of(house).timers[f"decide:{person(name).id}"].due
        assert [one.label for one in message.rows[0]] == ["Rebuy (100)", "No, I am out"]
        [table] = arena_in(house).tables()
        beside = house.chat.private[person(name).id, table.state.id]
        assert "a minute to rebuy" in beside.text
        assert beside.rows[-2][0] == message.rows[0][0]
        other = "Bob" if name == "Ann" else "Ann"
        assert "All others are out of chips" in own(house, other).text
        seat = entrant(house, name).seat
        assert "You are in: seat" in text_of(await house.press(name, message.rows[0][0].token))
        assert entrant(house, name).seat == seat
        await house.wait(5)
        assert name in [chair.name for chair in table.state.chairs.values() if chair.stack]
        for _ in range(40):
            if state_of(house).phase == "over":
                break
            broken = await one_broke(house)
            if state_of(house).phase == "running":
                reply = await house.say(broken, "/unregister")
                assert "out" in reply
        check_end(state_of(house), 2)
        assert state_of(house).pool == 20_000 + 10_000 * state_of(house).rebuys
        assert (await ledger.audit(house.db)).ok


async def test_rebuy_at_a_cash_table_is_what_it_was() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open 10/20")
        await house.say("Ann", "/sit 1000")
        assert "topped up by 500" in await house.say("Ann", "/rebuy 500")
        assert "no tournament" in await house.say("Ann", "/addon")


async def test_who_waits_for_a_place_is_answered_about_the_tournament() -> None:
    async with open_house(FRESH) as house:
        await started(house, "Ann", "Bob", most=2, late=3, rebuys=1, rebuy=10_000, addon_stack=500)
        assert "waiting list" in await house.say("Cat", "/register")
        for typed in ("/rebuy", "/addon"):
            assert "You wait for a place" in await house.say("Cat", typed)
        assert "table of a tournament" in await house.say("Dan", "/rebuy"), (
            "it is no matter of theirs"
        )


async def test_who_is_out_is_answered_about_the_tournament_as_well() -> None:
    async with open_house(FRESH) as house:
        await started(house, "Ann", "Bob", "Cat", late=3, rebuys=1, rebuy=10_000)
        [table] = arena_in(house).tables()
        await house.insist(on_turn(table), "/fold")
        name = await one_broke(house)
        await house.say(name, "/unregister")
        assert "no seat in this tournament" in await house.say(name, "/rebuy")


async def test_who_waits_for_a_tournament_and_sits_at_a_cash_table_tops_up_there() -> None:
    async with open_house(FRESH) as house:
        await started(house, "Ann", "Bob", most=2, late=3, rebuys=1, rebuy=10_000)
        await house.say("Cat", "/register")
        await house.say("Cat", "/open 10/20 name:Cash")
        await house.say("Cat", "/sit 1000 table:Cash")
        assert "topped up" in await house.say("Cat", "/rebuy table:Cash")


# --- the waiting list ------------------------------------------------------------------------


async def test_a_place_goes_to_the_first_on_the_list_and_is_told() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        for number, who in enumerate(("Cat", "Dan", "Eve"), 1):
            assert f"number {number}" in await house.say(who, "/register")
        assert "number 2" in await house.say("Dan", "/register"), "they go on waiting"
        assert ("Waiting list", "3 waiting") in shown(house).fields
        assert shown(house).rows[0][0].label == "Join the waiting list"
        assert "number 2 on the waiting list" in own(house, "Dan").headline
        assert await chips(house, "Cat", "Dan", "Eve") == 3 * FULL
        await house.say("Bob", "/unregister")
        state = state_of(house)
        assert list(state.entrants) == [person(who).id for who in ("Ann", "Cat")]
        assert own(house, "Cat").headline == "You are registered."
        assert "number 1 on the waiting list" in own(house, "Dan").headline
        assert await chips(house, "Bob", "Cat") == 2 * FULL - 10_000
        assert any("Cat⁩ gets it" in message.text for _, message in house.chat.public.values())
        assert "off the waiting list" in await house.say("Dan", "/unregister")
        assert "number 1" in own(house, "Eve").headline
        await house.wait(15)
        assert state_of(house).phase == "running"
        assert not state_of(house).waiting
        assert "Nothing was charged" in own(house, "Eve").headline
        assert await wallet(house, "Eve") == FULL


async def test_who_cannot_pay_is_passed_over_and_stays_on_the_list() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 5000", "Ann", "Bob")
        for who in ("Cat", "Dan"):
            await house.say(who, "/register")
        await house.say("Cat", "/give Bob 6000")
        await house.say("Ann", "/unregister")
        state = state_of(house)
        assert person("Dan").id in state.entrants
        assert list(state.waiting) == [person("Cat").id]
        await house.say("Bob", "/unregister")
        assert len(state_of(house).entrants) == 1, "nobody on the list can pay"
        assert "number 2" in await house.say("Eve", "/register"), "behind who came first"
        assert person("Eve").id in state_of(house).entrants, "who can pay has the place at once"
        await house.say("Eve", "/unregister")
        await house.say("Bob", "/give Cat 1000")
        assert "number 1" in await house.say("Cat", "/register")
        assert person("Cat").id in state_of(house).entrants
        assert await wallet(house, "Cat") == 0


@pytest.mark.parametrize("how", ["/ban Ann", "/director remove person:Ann"])
async def test_who_is_sent_away_leaves_a_place_and_who_waits_may_be_sent_away(how: str) -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        for who in ("Cat", "Dan"):
            await house.say(who, "/register")
        await house.say("Host", "/ban Cat", host=True)
        assert list(state_of(house).waiting) == [person("Dan").id]
        await house.insist("Host", how, host=True)
        assert set(state_of(house).entrants) == {person("Bob").id, person("Dan").id}
        assert await chips(house, "Ann", "Cat") == 2 * FULL


async def test_in_play_a_place_is_free_when_somebody_is_out_for_good() -> None:
    async with open_house(FRESH) as house:
        lobby = await started(house, "Ann", "Bob", "Cat", most=3, late=3, rebuys=1, rebuy=10_000)
        assert "waiting list" in await house.say("Dan", "/register")
        [table] = arena_in(house).tables()
        await house.insist(on_turn(table), "/fold")
        name = await one_broke(house)
        assert list(lobby.state.waiting) == [person("Dan").id], "the seat is kept for a minute"
        assert await wallet(house, "Dan") == FULL
        await house.say(name, "/unregister")
        assert "You sit at" in own(house, "Dan").headline
        assert await wallet(house, "Dan") == FULL - 10_000
        check_field(lobby.state)


async def test_a_list_outlives_a_restart_and_is_called_up_after_it() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        await house.say("Cat", "/register")
        lobby = lobby_of(house)
        await house.parts.director.stop()
        await house.say("Bob", "/unregister")
        assert person("Cat").id in lobby.state.waiting
        house.manager.followers.append(house.parts.director.follow)
        await lobby.restore()
        await house.settle()
        assert person("Cat").id in state_of(house).entrants


# --- a sit-and-go that never fills -----------------------------------------------------------


async def test_a_sit_and_go_that_never_fills_is_called_off_a_day_after_the_last_entry() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100 least:3 prize:50", "Ann")
        assert ("Start", "when full; called off 1 d after the last entry") in shown(house).fields
        await house.wait(20 * HOUR // SECOND)
        await enter(house, "Bob")
        assert "At least 3" in await house.say("Ann", "/director start")
        await house.wait(23 * HOUR // SECOND - 1)
        posted = house.chat.posted
        await house.wait(1)
        assert house.chat.posted == posted + 1, "an hour before it is said"
        await house.wait(HOUR // SECOND - 1)
        assert state_of(house).phase == "open"
        await house.wait(1)
        assert state_of(house).phase == "cancelled"
        assert await chips(house, "Ann", "Bob") == 2 * FULL
        assert any("nobody has entered for a day" in text for text in notices(house))
        assert "Back in your wallet: 100" in own(house, "Bob").text
        assert await ledger.balance(house.db, state_of(house).account) == 0


def notices(house: House) -> list[str]:
    return [message.text for _, message in house.chat.public.values()]


async def test_the_day_does_not_run_off_while_the_dealer_is_down() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 3 100", "Ann")
        lobby = lobby_of(house)
        due = lobby.state.timers["unfilled"].due
        house.clock.advance(10 * HOUR)
        await lobby.restore()
        assert lobby.state.timers["unfilled"].due == due + 10 * HOUR
        assert lobby.state.phase == "open"
