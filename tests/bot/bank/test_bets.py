"""Laying bets at a house table: limits, balance, repeat, double, undo, clear, the light."""

from __future__ import annotations

import pytest

from bot.bank import felt, slip
from bot.bank.bets import AMBER
from bot.bank.state import Terms
from bot.text import words
from games.play import Refused
from storage import ledger
from tests.bot.bank.felt import (
    FIRST,
    FRESH,
    Bare,
    bet_and_deal,
    check_books,
    choose_all,
    public,
    table,
    wallet,
)
from tests.house import House, open_house, person, text_of


async def seated(house: House, game: str = "ultimate", *people: str) -> None:
    await house.say("Ann", f"/open {game}")
    for who in people or ("Ann",):
        await house.say(who, "/sit")


# --- chips -----------------------------------------------------------------------------------


async def test_an_ante_stakes_itself_and_a_blind_and_lies_in_escrow() -> None:
    async with open_house(FRESH) as house:
        await seated(house)
        assert await house.click("Ann", "Ante +10") is None
        assert await wallet(house, "Ann") == FIRST - 2000
        assert (await ledger.balances(house.db, "hand:")) == {table(house).state.escrow: 2000}
        assert "Ante 10 · Blind 10" in str(house.seen("Ann").fields)
        assert "Ante 10 · Blind 10" in public(house).text
        await check_books(house)


async def test_a_press_beyond_the_limit_fills_up_to_it_and_says_so() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open ultimate bets:2-30")
        assert await house.say("Ann", "/bet 25") == ""
        assert await house.say("Ann", "/bet 25") == "Ante is filled up to its limit of 30."
        assert table(house).state.players[1].bets == (("ante", 3000),)
        assert "at its limit of 30" in await house.say("Ann", "/bet 5")
        assert "Ante: at the limit of 30." in house.seen("Ann").text
        await check_books(house)


async def test_a_side_bet_needs_its_main_bet_and_leaves_with_it() -> None:
    async with open_house(FRESH) as house:
        await seated(house)
        assert "Trips needs a bet on Ante" in await house.say("Ann", "/bet 5 trips")
        assert await wallet(house, "Ann") == FIRST
        await house.click("Ann", "Ante +10")
        await house.click("Ann", "Trips +5")
        await house.click("Ann", "Undo")
        assert table(house).state.players[1].bets == (("ante", 1000),)
        await house.click("Ann", "Trips +5")
        await house.click("Ann", "Clear")
        assert table(house).state.players[1].bets == ()
        assert await wallet(house, "Ann") == FIRST
        await check_books(house)


async def test_an_ante_needs_a_wallet_that_covers_blind_and_play() -> None:
    async with open_house(FRESH, START_CHIPS="29") as house:
        await seated(house)
        answer = await house.say("Ann", "/bet 10")
        assert answer == "Your wallet holds 29; this needs 30. /daily fills it up once a day."
        assert await house.say("Ann", "/bet 9") == ""
        assert await wallet(house, "Ann") == 1100
        assert "Your wallet holds 11; this needs" in await house.say("Ann", "/bet 5 trips")
        await check_books(house)


async def test_what_the_wallet_was_read_to_hold_does_not_count() -> None:
    """Two tables, one wallet: the database refuses what was affordable a moment ago."""
    async with open_house(FRESH, START_CHIPS="50") as house:
        await house.say("Ann", "/open paigow name:one")
        await house.say("Ann", "/open paigow name:two")
        await house.say("Ann", "/bet 40 table:one")
        answer = await house.say("Ann", "/bet 40 table:two")
        assert answer == "Your wallet holds 10; this needs 40. /daily fills it up once a day."
        assert await house.say("Ann", "/bet 10 table:two") == ""
        assert await wallet(house, "Ann") == 0
        await check_books(house)


async def test_the_chips_of_a_spot_stand_behind_its_name_and_what_lies_there() -> None:
    async with open_house(FRESH) as house:
        await seated(house)
        await house.click("Ann", "Ante +5")
        ante, trips = house.seen("Ann").rows[:2]
        assert {button.group for button in ante} == {"Ante · 5"}
        assert [button.short for button in trips] == ["+1", "+5", "+10", "+25", "+100"]
        assert {button.group for button in trips} == {"Trips"}
        assert house.seen("Ann").text == "Trips: 2 at the least."


async def test_chips_the_balance_cannot_pay_are_disabled_with_the_reason() -> None:
    async with open_house(FRESH, START_CHIPS="20") as house:
        await seated(house)
        buttons = {b.label: b for row in house.seen("Ann").rows for b in row}
        assert not buttons["Ante +5"].disabled
        assert buttons["Ante +10"].disabled
        assert "Your balance of 20 does not cover" in house.seen("Ann").text


@pytest.mark.parametrize(
    ("most", "chips"),
    [
        (30_000, (100, 500, 1000, 2500, 10_000)),
        (200, (100,)),
        (1_000_000, (1000, 2500, 10_000, 50_000, 100_000)),
    ],
)
def test_chips_are_those_that_the_limit_makes_sensible(most: int, chips: tuple[int, ...]) -> None:
    assert slip.denominations(most) == chips


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("0", "must be more than 0"),
        ("-5", "cannot be negative"),
        ("2.50", "steps of 1"),
        ("1", "least on Ante is 2"),
        ("abc", "amount"),
        ("10 red", "For example"),
        ("10 ante-2", "no spot called"),
    ],
)
async def test_a_bad_bet_is_refused_and_changes_nothing(typed: str, answer: str) -> None:
    async with open_house(FRESH) as house:
        await seated(house)
        assert answer in await house.say("Ann", f"/bet {typed}")
        assert await wallet(house, "Ann") == FIRST
        assert table(house).state.players[1].steps == ()


@pytest.mark.parametrize("word", ["ante 0", "ante 150", "ante -5", "ante x", "ante", "", "x 100"])
async def test_a_forged_chip_is_refused(word: str) -> None:
    async with open_house(FRESH) as house:
        await seated(house)
        state = table(house).state
        answer = text_of(await house.press("Ann", f"chip|{state.id}|{state.hand}.0|{word}"))
        assert answer
        assert table(house).state.players[1].steps == ()
        await check_books(house)


# --- repeat, double, undo, clear -------------------------------------------------------------


async def test_double_is_once_and_one_step_to_undo() -> None:
    async with open_house(FRESH) as house:
        await seated(house)
        await house.click("Ann", "Ante +10")
        await house.click("Ann", "Trips +5")
        assert "Doubled: 50" in text_of(await house.click("Ann", "Double"))
        assert table(house).state.players[1].bets == (("ante", 2000), ("trips", 1000))
        assert "doubled already" in await house.say("Ann", "/double")
        await house.click("Ann", "Undo")
        assert table(house).state.players[1].bets == (("ante", 1000), ("trips", 500))
        assert "Doubled: 50" in text_of(await house.click("Ann", "Double"))
        await check_books(house)


async def test_double_stops_at_the_limit_and_at_the_balance() -> None:
    async with open_house(FRESH, START_CHIPS="100") as house:
        await house.say("Ann", "/open ultimate bets:2-300")
        await house.say("Ann", "/bet 25")
        answer = await house.say("Ann", "/double")
        assert "as far as limits and balance reach: 66" in answer
        assert table(house).state.players[1].bets == (("ante", 3300),)
        assert await wallet(house, "Ann") == 10_000 - 6600
        await house.say("Ann", "/undo")
        await house.say("Ann", "/settings most 30")
        await house.say("Ann", "/settings bets 2-30")
        assert "reach: 60" in await house.say("Ann", "/double")
        await house.say("Ann", "/clear")
        await house.say("Ann", "/bet 30")
        assert "at its limit already" in await house.say("Ann", "/double")
        await check_books(house)


async def test_undo_takes_bets_back_in_reverse_order() -> None:
    async with open_house(FRESH) as house:
        await seated(house)
        for label in ("Ante +10", "Ante +5", "Trips +5", "Ante +25"):
            await house.click("Ann", label)
        seen = []
        while table(house).state.players[1].steps:
            await house.say("Ann", "/undo")
            seen.append(table(house).state.players[1].bets)
        assert seen == [
            (("ante", 1500), ("trips", 500)), (("ante", 1500),), (("ante", 1000),), (),
        ]  # fmt: skip
        assert "no bet to take back" in await house.say("Ann", "/undo")
        assert await wallet(house, "Ann") == FIRST


async def test_one_press_counts_once_and_two_presses_twice() -> None:
    async with open_house(FRESH) as house:
        await seated(house)
        token = house.button("Ann", "Ante +10")
        for press in ("p1", "p1", "p2", "p1", "p2"):
            await house.press("Ann", token, press)
        assert table(house).state.players[1].bets == (("ante", 2000),)
        undo = house.button("Ann", "Undo")
        for press in ("u1", "u1", "p1"):
            await house.press("Ann", undo, press)
        assert table(house).state.players[1].bets == (("ante", 1000),)
        await check_books(house)


async def test_repeat_lays_the_last_bets_and_deals_for_a_lone_player() -> None:
    async with open_house(FRESH) as house:
        await seated(house)
        assert "no bets to repeat" in await house.say("Ann", "/repeat")
        await house.say("Ann", "/bet 10")
        await house.say("Ann", "/bet 5 trips")
        await bet_and_deal(house, {"Ann": "1"})
        for verb in ("check", "check", "fold"):
            await choose_all(house, verb)
        assert "laid again: 27" in await house.say("Ann", "/repeat")
        await house.wait(0)
        assert table(house).state.playing, "a lone player never waits"
        assert table(house).state.players[1].bets == (("ante", 1100), ("trips", 500))
        await check_books(house)


async def test_repeat_waits_for_the_others_and_stays_within_new_limits() -> None:
    async with open_house(FRESH) as house:
        await bet_and_deal(house, {"Ann": "50", "Bob": "10"}, "paigow")
        await choose_all(house, "houseway")
        await house.say("Ann", "/settings bets 2-20")
        assert "20 in all" in await house.say("Ann", "/repeat")
        await house.wait(0)
        assert not table(house).state.playing
        assert "There are bets already" in await house.say("Ann", "/repeat")


# --- the light -------------------------------------------------------------------------------


async def test_the_light_goes_from_green_over_amber_to_red() -> None:
    async with open_house(FRESH) as house:
        await seated(house)
        assert "clock starts with the first" in public(house).headline
        assert public(house).clock is None
        await house.say("Ann", "/bet 10")
        assert public(house).headline.startswith("🟢")
        assert public(house).clock == house.clock.now() + 25_000
        await house.wait(25 - AMBER / 1000)
        assert public(house).headline.startswith("🟡")
        await house.say("Ann", "/bet 10")
        await house.wait(5)
        assert public(house).headline.startswith("🔴")
        assert table(house).state.playing
        assert "Bets are closed" in await house.say("Ann", "/bet 10")
        assert "Bets are closed" in await house.say("Bob", "/bet 10")
        assert table(house).state.put == {1: 4000}


async def test_everyone_seated_presses_deal_and_nobody_waits_for_who_sits_out() -> None:
    async with open_house(FRESH) as house:
        await seated(house, "paigow", "Ann", "Bob")
        await house.say("Ann", "/bet 10")
        await house.say("Ann", "/deal")
        assert "Waiting for the others" in house.seen("Ann").text
        await house.wait(1)
        assert not table(house).state.playing, "Bob may still want to bet"
        assert "There is no bet yet" in await house.say("Bob", "/deal")
        await house.wait(25)
        await choose_all(house, "houseway")
        assert table(house).state.seat_of(person("Bob").id) is not None
        await house.say("Ann", "/bet 10")
        await house.say("Ann", "/deal")
        await house.wait(0)
        assert table(house).state.playing, "Bob let a window pass"
        assert "⁨Bob⁩ let two rounds pass and stands up" in public(house).log


async def test_two_windows_without_a_bet_and_the_table_sleeps_until_somebody_bets() -> None:
    async with open_house(FRESH) as house:
        await bet_and_deal(house, {"Ann": "10"}, "paigow")
        await choose_all(house, "houseway")
        await house.wait(26)
        assert "close" in table(house).state.timers
        await house.wait(25)
        assert table(house).state.timers.keys() == {"idle"}
        assert "the table sleeps" in public(house).log[-1]
        await house.wait(40_000)
        assert await house.say("Ann", "/repeat")
        await house.wait(0)
        assert table(house).state.playing


# --- whose table -----------------------------------------------------------------------------


def test_twenty_people_have_own_cards_and_the_twenty_first_is_refused() -> None:
    bare = Bare("ultimate")
    for n in range(20):
        bare.do("sit", f"P{n}")
    with pytest.raises(Refused, match="too_many_players"):
        bare.do("sit", "Late")
    with pytest.raises(Refused, match="too_many_players"):
        bare.do("chip", "Late", word="ante", amount=1000)
    shared = Bare("ultimate", Terms(seating="shared"))
    for n in range(60):
        shared.do("chip", f"P{n}", word="ante", amount=1000)
    assert len(shared.state.players) == 60


def test_nine_caribbean_hands_a_round_and_three_a_player() -> None:
    bare = Bare("caribbean")
    for who in ("Ann", "Bob", "Cat"):
        for part in "123":
            bare.do("chip", who, word=f"ante_{part}", amount=1000)
    with pytest.raises(Refused, match="no_such_spot"):
        bare.do("chip", "Ann", word="ante_4", amount=1000)
    with pytest.raises(Refused, match="too_many_hands"):
        bare.do("chip", "Dan", word="ante_1", amount=1000)
    assert person("Dan").id not in bare.state.seats


def test_a_seventh_player_of_pai_gow_is_refused() -> None:
    bare = Bare("paigow")
    for n in range(6):
        bare.do("chip", f"P{n}", word="bet", amount=1000)
    with pytest.raises(Refused, match="too_many_players"):
        bare.do("sit", "Late")


async def test_another_persons_slip_does_nothing_for_them() -> None:
    async with open_house(FRESH) as house:
        await seated(house, "ultimate", "Ann", "Bob")
        await house.say("Ann", "/bet 10")
        undo = house.button("Ann", "Undo")
        assert "no bet to take back" in text_of(await house.press("Bob", undo))
        assert "do not sit" in text_of(await house.press("Zoe", undo))
        assert table(house).state.players[1].bets == (("ante", 1000),)


async def test_a_slip_of_an_earlier_round_is_stale() -> None:
    async with open_house(FRESH) as house:
        await seated(house, "paigow", "Ann")
        old = house.button("Ann", "Bet +10")
        await bet_and_deal(house, {"Ann": "10"})
        await choose_all(house, "houseway")
        before = await wallet(house, "Ann")
        assert await house.press("Ann", old) is not None
        assert await wallet(house, "Ann") == before
        assert table(house).state.players[1].steps == ()


def test_above_fifteen_players_the_message_shows_totals_and_the_ten_biggest() -> None:
    bare = Bare("ultimate", Terms(seating="shared"))
    bets = {f"P{n}": {"ante": 10 + n} for n in range(16)}
    for who, laid in bets.items():
        bare.do("chip", who, word="ante", amount=100 * laid["ante"])
    assert "16 players have bet: Ante 280" in felt.public(words("en"), bare.state).text
    for who in bets:
        bare.do("deal", who)
    bare.ring()
    assert "0 of 16 have chosen" in felt.public(words("en"), bare.state).text
    while bare.state.playing:
        bare.ring()
    text = felt.public(words("en"), bare.state).text
    assert "16 players: 0 won, 560 lost" in text
    assert len([line for line in text.splitlines() if "P" in line and "−" in line]) == 10
    assert "P15" in text
    assert "P0" not in text
    mine = slip.result(words("en"), bare.state, person("P0").id)
    assert "Ante 10 loses −10 · Blind 10 loses −10 → −20" in mine[-1]


async def test_a_slip_shows_what_is_bet_won_or_given_elsewhere() -> None:
    async with open_house(FRESH) as house:

        def balances(who: str) -> list[str]:
            slips = [m for (one, _), m in house.chat.private.items() if one == person(who).id]
            shown = [dict(slip.fields).get("Balance", "") for slip in slips]
            return [balance for balance in shown if balance]

        for number in (1, 2):
            await house.say("Ann", "/open ultimate")
            for who in ("Ann", "Bob"):
                await house.say(who, f"/bet 10 #{number}")
        assert balances("Ann") == balances("Bob") == ["9,960", "9,960"]
        await house.say("Ann", "/undo #2")
        assert balances("Ann") == ["9,980", "9,980"]
        await house.say("Ann", "/give Bob 100")
        assert (balances("Ann"), balances("Bob")) == (["9,880"] * 2, ["10,060"] * 2)
        await house.say("Host", "/grant Ann 20 a prize", host=True)
        assert balances("Ann") == ["9,900"] * 2
        await house.say("Ann", "/leave #1")
        await house.say("Bob", "/clear #1")
        assert balances("Ann") == ["9,920"]
        assert balances("Bob") == ["10,080"] * 2
        await house.say("Ann", "/open 1/2")
        await house.say("Ann", "/sit 200 #3")
        assert balances("Ann") == ["9,720"], "chips taken to a hold'em table as well"
