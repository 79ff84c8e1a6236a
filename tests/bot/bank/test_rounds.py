"""A round of each game from bet to result, by people pressing and typing; silence; hints."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.bank.adviser import Adviser, rounded
from bot.bank.state import GAMES, Terms
from bot.chat import Press
from bot.text import words
from games import ultimate
from games.banked import Advice
from games.play import Refused
from storage import ledger
from tests.bot.bank.felt import (
    FIRST,
    FRESH,
    MAIN,
    Bare,
    bet_and_deal,
    check_books,
    choose_all,
    public,
    table,
    wallet,
)
from tests.house import HOME, House, open_house, person, text_of


async def nets(house: House) -> dict[str, int]:
    """What the last round changed for each person, by what the game says."""
    state = table(house).state
    return {
        state.dealt[seat][1]: sum(bet.back - bet.staked for bet in made)
        for seat, made in state.made.items()
    }


async def check_paid(house: House, *people: str) -> None:
    """Wallets and the house hold what the results say."""
    won = await nets(house)
    for who in people:
        assert await wallet(house, who) == FIRST + won[who]
    held = await ledger.balance(house.db, "house:web:home")
    assert held == -sum(won.values())
    await check_books(house)


async def test_two_players_play_a_round_of_ultimate() -> None:
    async with open_house(FRESH) as house:
        await bet_and_deal(house, {"Ann": "10", "Bob": "20"}, "ultimate")
        assert "Before the flop" in public(house).headline
        assert "▮ ▮" in public(house).text
        assert await house.click("Ann", "Play 4x · 40") is None
        assert await wallet(house, "Ann") == FIRST - 6000
        assert "You chose: Play 4x" in house.seen("Ann").headline
        await house.click("Bob", "Check")
        assert "Flop" in public(house).headline
        assert not [b for row in house.seen("Ann").rows for b in row if "Play" in b.label]
        await house.click("Bob", "Check")
        assert "Turn and river" in public(house).headline
        await house.click("Bob", "Fold")
        assert not table(house).state.playing
        assert re.search(r"Round 2027-01-15 08:00:00 UTC · table ⁨1⁩", public(house).text)
        for who in ("Ann", "Bob"):
            assert f"{who}⁩ · " in public(house).text
        assert "Ante 20 loses −20 · Blind 20 loses −20 → −40" in public(house).text
        assert "Ante 20 loses −20 · Blind 20 loses −20 → −40" in house.seen("Bob").text
        assert (await nets(house))["Bob"] == -4000
        await check_paid(house, "Ann", "Bob")


async def test_a_round_on_one_shared_hand() -> None:
    async with open_house(FRESH) as house:
        await bet_and_deal(house, {"Ann": "10", "Bob": "20"}, "ultimate seating:shared")
        hand = re.search("Everyone's hand: (.*) ·", public(house).text)
        assert hand
        [shared] = [laid for laid in house.seen("Ann").cards if laid.own]
        assert " ".join(shared.faces) == hand[1]
        await choose_all(house, "check")
        await choose_all(house, "check")
        await choose_all(house, "fold")
        assert await nets(house) == {"Ann": -2000, "Bob": -4000}
        await check_paid(house, "Ann", "Bob")


async def test_a_lone_player_plays_two_hands_of_caribbean() -> None:
    async with open_house(FRESH) as house:
        await house.say("Ann", "/open caribbean")
        await house.say("Ann", "/bet 10 ante-1")
        await house.say("Ann", "/bet 5 ante-3")
        await house.click("Ann", "Deal")
        await house.wait(0)
        assert "The dealer shows" in public(house).log[-1]
        labels = [button.label for row in house.seen("Ann").rows for button in row]
        assert [label for label in labels if "Hint" in label] == ["Hand 1: Hint", "Hand 3: Hint"]
        assert await house.click("Ann", "Hand 1: Play · 20") is None
        assert await wallet(house, "Ann") == FIRST - 3500
        assert await house.say("Ann", "/fold 2") == "You have no hand ⁨2⁩ in this round."
        assert await house.say("Ann", "/fold 3") == ""
        assert not table(house).state.playing
        assert "Ante 3 5 loses −5" in house.seen("Ann").text
        assert "Bets are open" in house.seen("Ann").headline
        change = await wallet(house, "Ann") - FIRST
        told = "You win" if change > 0 else "You lose" if change < 0 else "You break even"
        assert told in house.seen("Ann").headline
        await check_paid(house, "Ann")


async def test_a_round_of_pai_gow_by_hand_and_by_the_house_way() -> None:
    async with open_house(FRESH) as house:
        await bet_and_deal(house, {"Ann": "10", "Bob": "20"}, "paigow")
        select = house.seen("Ann").select
        assert select is not None
        assert select.choices[0].label.endswith("house way")
        assert len(select.choices) <= 21
        low = select.choices[-1]
        shown = await house.press("Ann", select.token, choice=low.value)
        assert shown is not None
        assert shown.message is not None
        assert shown.message.select is not None
        assert f"Low hand: {low.label} · " in shown.message.text
        assert shown.message.text.startswith("High hand: ")
        assert [one for one in shown.message.select.choices if one.chosen] == [
            replace(low, chosen=True)
        ]
        assert table(house).state.rules.waiting(table(house).state.round) == (1, 2)
        await house.press("Ann", shown.message.rows[0][0].token)
        assert [" ".join(laid.faces) for laid in house.seen("Ann").cards][1] == low.label
        assert low.label not in public(house).text, "nobody sees it before the reveal"
        assert low.label not in str(house.seen("Bob"))
        await house.click("Bob", "House way")
        assert not table(house).state.playing
        assert low.label in public(house).text
        await check_paid(house, "Ann", "Bob")


async def test_a_low_hand_that_fouls_cannot_be_set() -> None:
    async with open_house(FRESH) as house:
        await bet_and_deal(house, {"Ann": "10"}, "paigow")
        state = table(house).state
        moment = f"{state.hand}.{state.turn}"
        for low in ("AsAh", "xx", "", "2c"):
            answer = await house.press("Ann", f"pick|{state.id}|{moment}|", choice=low)
            assert "low hand is two" in text_of(answer) or low in str(house.seen("Ann").select)
        assert "two of your cards" in await house.say("Ann", "/set 2c2c")
        assert table(house).state.playing


async def test_a_foul_is_refused_by_the_table_itself() -> None:
    for seed in range(200):
        bare = Bare("paigow")
        bare.deal({"Ann": {"bet": 10}}, seed)
        [option] = bare.state.rules.options(bare.state.round, 1)
        dealt = bare.state.rules.look(bare.state.round, 1).hands[0].cards
        from games.cards import names

        pairs = [names((a, b)) for a in dealt for b in dealt if a != b]
        legal = {frozenset((c[:2], c[2:])) for c in option.choices}
        fouls = [p for p in pairs if frozenset((p[:2], p[2:])) not in legal]
        if fouls:
            with pytest.raises(Refused, match="fouls"):
                bare.do("act", "Ann", word=f"set {fouls[0]}")
            return
    raise AssertionError("no hand with a foul")


# --- silence ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "told", "mine"),
    [
        ("ultimate", "Folded for ⁨Ann⁩", "folded for you"),
        ("caribbean", "Folded hand 1 for ⁨Ann⁩", "folded for you"),
        ("paigow", "⁨Ann⁩: set by the house way", "set by the house way for you"),
    ],
)
async def test_silence_is_told(game: str, told: str, mine: str) -> None:
    async with open_house(FRESH) as house:
        await bet_and_deal(house, {"Ann": "10"}, game)
        await house.wait(25)
        if game == "ultimate":
            assert "Checked for ⁨Ann⁩" in public(house).log
            assert "checked for you" in house.seen("Ann").text
            await house.wait(50)
        assert not table(house).state.playing
        assert told in public(house).log
        assert mine in house.seen("Ann").text
        await check_paid(house, "Ann")


async def test_a_side_bet_of_a_silent_hand_is_paid() -> None:
    for seed in range(300):
        bare = Bare("ultimate")
        bare.deal({"Ann": {"ante": 10, "trips": 10}}, seed)
        while bare.state.playing:
            bare.ring()
        bets = {bet.spot: bet for bet in bare.state.made[1]}
        assert (bets["ante"].outcome, bets["blind"].outcome) == ("lose", "lose")
        if bets["trips"].outcome == "win":
            assert bare.held("wallet:c:web:ann") == FIRST - 3000 + bets["trips"].back
            return
    raise AssertionError("no trips in 300 hands")


async def test_a_street_ends_as_soon_as_all_have_chosen() -> None:
    async with open_house(FRESH) as house:
        await bet_and_deal(house, {"Ann": "10", "Bob": "10"}, "ultimate")
        await house.wait(10)
        await house.click("Ann", "Check")
        due = table(house).state.timers["street"].due
        await house.click("Bob", "Check")
        assert table(house).state.timers["street"].due == house.clock.now() + 25_000 > due


# --- choices that may not be -----------------------------------------------------------------


async def test_choices_of_another_street_or_person_or_twice_do_nothing() -> None:
    async with open_house(FRESH) as house:
        await bet_and_deal(house, {"Ann": "10", "Bob": "10"}, "ultimate")
        ann, bob = house.button("Ann", "Play 4x"), house.button("Bob", "Check")
        await house.press("Ann", ann)
        held = await wallet(house, "Ann")
        assert "chosen already" in text_of(await house.press("Ann", ann))
        assert "do not sit" in text_of(await house.press("Zoe", ann))
        await house.press("Bob", bob)
        assert "chosen already" in await house.say("Ann", "/playbet 4")
        assert text_of(await house.press("Bob", bob)), "the flop is another street"
        assert await wallet(house, "Ann") == held
        assert "cannot be done" in await house.say("Bob", "/playbet 4")
        assert "not done at this table" in await house.say("Bob", "/topup 10")
        await check_books(house)


async def test_a_play_that_the_wallet_cannot_pay_is_refused_and_disabled() -> None:
    async with open_house(FRESH, START_CHIPS="30") as house:
        await bet_and_deal(house, {"Ann": "10"}, "ultimate")
        buttons = {b.label: b.disabled for row in house.seen("Ann").rows for b in row}
        assert buttons["Play 4x · 40"]
        assert buttons["Play 3x · 30"]
        assert "Your wallet holds 10; this needs 40." in await house.say("Ann", "/playbet 4")
        for _ in range(2):
            await house.click("Ann", "Check")
        await house.click("Ann", "Play 1x · 10")
        assert not table(house).state.playing
        await check_books(house)


# --- hints -----------------------------------------------------------------------------------


async def test_a_hint_tells_the_value_of_each_option_and_marks_the_best() -> None:
    async with open_house(FRESH) as house:
        await bet_and_deal(house, {"Ann": "10"}, "ultimate")
        state = table(house).state
        advice = ultimate.advise(state.round, 1)
        assert advice is not None
        text = text_of(await house.click("Ann", "Hint"))
        assert text.startswith("★ ")
        for value in advice.values.values():
            assert rounded(value) in text
        assert text == await house.say("Ann", "/hint")
        assert "do not sit" in await house.say("Zoe", "/hint")
        await house.say("Ann", "/settings hint off")
        assert "Hints are off" in await house.say("Ann", "/hint")
        assert not [b for row in house.seen("Ann").rows for b in row if b.label == "Hint"]


async def test_the_table_answers_others_while_a_hint_is_weighed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_house(FRESH) as house:
        await bet_and_deal(house, {"Ann": "10", "Bob": "10"}, "ultimate")
        await choose_all(house, "check")
        state = table(house).state
        token = house.button("Ann", "Hint")
        weighing = asyncio.create_task(house.room.press(Press("h", person("Ann"), HOME, token)))
        await asyncio.sleep(0)
        await house.say("Bob", "/check")
        assert 2 not in state.rules.waiting(table(house).state.round)
        assert not weighing.done(), "Bob was answered first"
        assert "★" in text_of(await weighing)


async def test_hints_are_kept_for_the_street_and_shared_on_a_shared_hand() -> None:
    bare = Bare("ultimate", Terms(seating="shared"))
    bare.deal({"Ann": {"ante": 10}, "Bob": {"ante": 10}})
    adviser = Adviser()
    texts = [
        (await adviser.hint(words("en"), bare.state, person(who).id, "")).text
        for who in ("Ann", "Bob")
    ]
    assert texts[0] == texts[1]
    adviser.close()


async def test_a_hint_is_weighed_once_and_only_for_who_still_chooses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    weighed = []
    advise = ultimate.advise

    def counted(round: ultimate.Round, seat: int, part: str = "") -> Advice | None:
        weighed.append(seat)
        return advise(round, seat, part)

    monkeypatch.setattr(ultimate, "advise", counted)
    bare = Bare("ultimate", Terms(seating="shared"))
    bare.deal({who: {"ante": 10} for who in ("Ann", "Bob", "Cat")})
    bare.do("act", "Ann", word="check")
    adviser, w = Adviser(), words("en")
    for part in ("", "1", "x"):
        with pytest.raises(Refused, match="nothing_to_weigh"):
            await adviser.hint(w, bare.state, person("Ann").id, part)
    for who in ("Bob", "Cat", "Bob"):
        assert "★" in (await adviser.hint(w, bare.state, person(who).id, "")).text
        with pytest.raises(Refused, match="nothing_to_weigh"):
            await adviser.hint(w, bare.state, person(who).id, "17")
    assert len(weighed) == 1
    adviser.close()


@pytest.mark.parametrize("game", GAMES)
async def test_a_round_has_been_weighed_before_the_first_hint_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    rules, weighed = GAMES[game].rules, list[str]()
    advise = rules.advise

    def noted(round: object, seat: int, part: str = "") -> Advice | None:
        weighed.append(rules.look(round, None).street)
        return advise(round, seat, part)

    monkeypatch.setattr(rules, "advise", noted)
    async with open_house(FRESH) as house:
        await house.say("Ann", f"/open {game}")
        for who in ("Ann", "Bob"):
            await house.say(who, "/sit")
        await house.parts.adviser.rest()
    streets = {
        "ultimate": ["preflop", "flop", "river"],
        "caribbean": ["deal"],
        "paigow": ["setting"],
    }[game]
    assert weighed == streets, "every street once"


def test_a_value_is_rounded_with_its_sign() -> None:
    assert rounded(Fraction(-2)) == "−2.0000"
    assert rounded(Fraction(1, 3)) == "+0.3333"
    assert Advice({}, "").best == ""


# --- one press away --------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("who", ["Ann", "Ann:ja"])
async def test_help_pay_table_and_results_are_one_press_away(game: str, who: str) -> None:
    async with open_house(FRESH) as house:
        await house.say(who, f"/open {game}")
        help_, pays, last = (button.token for button in public(house).rows[1])
        assert len(text_of(await house.press(who, help_))) > 100
        text = text_of(await house.press(who, pays))
        if game == "ultimate":
            assert "500:1" in text
            assert "3:2" in text
            assert "40:1" in text
        elif game == "caribbean":
            assert "100:1" in text
            assert "1:1" in text
        else:
            assert "5%" in text
        assert text_of(await house.press(who, last))
        await house.say(who, f"/bet 10 {MAIN[game].replace('_', '-')}")
        await house.say(who, "/deal")
        await house.wait(100)
        assert "2027-01-15" in text_of(await house.press(who, last))
        mine = text_of(await house.press(who, public(house).rows[0][2].token))
        assert "10" in mine
        assert text_of(await house.press("Zoe", public(house).rows[0][2].token)) == (
            "You were not in the last round."
        )


async def test_what_a_person_has_played_is_counted_with_the_settlement() -> None:
    async with open_house(FRESH) as house:
        assert "Nothing has been played" in await house.say("Ann", "/record")
        await bet_and_deal(house, {"Ann": "10"}, "paigow")
        await choose_all(house, "houseway")
        await house.say("Ann", "/repeat")
        await house.wait(0)
        await choose_all(house, "houseway")
        record = await house.say("Ann", "/record")
        assert "rounds 2, staked 20" in record
        assert "Best hand: " in record
        assert "rounds 2" in await house.say("Bob", "/record Ann")
        assert len((await house.say("Bob", "/results")).splitlines()) == 2
