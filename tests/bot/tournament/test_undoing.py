"""Undoing what a host did: the newest act that can be, and never another than the one named."""

from __future__ import annotations

from bot.tournament.host import GRACE, newest
from bot.tournament.state import State
from storage import ledger
from tests.bot.evening import wallet
from tests.bot.tournament.test_host import of_host, refused, registered, ring, tool
from tests.bot.tournament.test_lobby import announced, lobby_of, own, state_of
from tests.bot.tournament.test_play import ask, played, running, seated
from tests.house import House, open_house, person, text_of

FRESH = "sqlite://"


def moved_on_top() -> State:
    """A level made longer, then a player moved, who has moved by now."""
    state = running(11, size=6, structure={"hands": 0, "minutes": 10})
    who = seated(state.boards[1], state)[0]
    state = of_host(state, "add_time", amount=5)
    return played(of_host(state, "move", word=who, amount=2), 1).state


def test_what_is_done_does_not_keep_what_was_done_before_from_being_undone() -> None:
    state = moved_on_top()
    assert newest(state) == 1
    assert refused(state, "undo") == "tournament.moved_already", "the newest is what was meant"
    draft = ask(state, "undo", "Host", seat=1)
    assert draft.answer == ("tournament_undone", {"what": "add_time", "who": ""})
    assert [act.verb for act in draft.state.undoes] == ["start", "move"]
    assert newest(draft.state) is None
    assert refused(draft.state, "undo", seat=2) == "stale"


def test_every_act_says_whether_it_can_still_be_undone() -> None:
    """What `newest` says can be undone is undone, whatever else was done and came to be."""
    state = running(12, size=6, structure={"hands": 0, "minutes": 10}, late=2, rebuys=1, rebuy=100)
    one, other = seated(state.boards[1], state)[:2]
    for verb, facts in (
        ("add_time", {"amount": 5}),
        ("remove", {"word": one, "amount": GRACE}),
        ("move", {"word": other, "amount": 2}),
        ("pause", {}),
        ("resume", {}),
        ("cancel", {"amount": GRACE}),
    ):
        state = ask(state, verb, "Host", **facts).state
    while (above := newest(state)) is not None:
        verb = state.undoes[-1 - above].verb
        draft = ask(state, "undo", "Host", seat=above, amount=len(state.deeds))
        assert draft.answer
        assert draft.answer[1]["what"] == verb
        state = draft.state
    assert [act.verb for act in state.undoes] == ["start"], "it has begun"


def test_the_answer_names_who_was_meant() -> None:
    state = running(12, size=6)
    who = seated(state.boards[1], state)[0]
    draft = ask(of_host(state, "move", word=who, amount=2), "undo", "Host")
    name = state.entrants[who].name
    assert draft.answer == ("tournament_undone_of", {"what": "move", "who": name})


async def blocked(house: House) -> None:
    """The start can no longer be undone, nor can what was done before it."""
    await announced(house, "turbo 9 100", "Ann", "Bob", "Cat")
    await house.insist("Ann", "/director remove person:Cat")
    await house.say("Ann", "/director start")
    await house.wait(15)


async def test_where_nothing_can_be_undone_it_is_said_which_act_and_why() -> None:
    async with open_house(FRESH) as house:
        await blocked(house)
        before = lobby_of(house).seq
        said = await house.say("Ann", "/director undo")
        assert "the start, cannot be undone: The tournament has begun already." in said
        assert "Nor can anything" in said
        assert "取り消せません" in await house.say("Ann:ja", "/director undo")
        assert lobby_of(house).seq == before
        assert "Only a host" in await house.say("Bob", "/director undo")


async def test_before_another_act_than_the_newest_is_undone_it_is_named_and_asked() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 9 100", "Ann", "Bob", "Cat", "Dan")
        await house.insist("Ann", "/director remove person:Cat")
        await house.insist("Ann", "/director remove person:Dan")
        assert "You are in" in await house.say("Dan", "/register")
        before = lobby_of(house).seq
        said = await house.say("Ann", "/director undo")
        assert "Dan\u2069 is in again already" in said
        assert "instead: taking out (\u2068Cat\u2069)?" in said
        assert lobby_of(house).seq == before, "nothing is done before it is confirmed"
        token = await tool(house, "Undo taking out (\u2068Cat")
        assert "Undone: taking out (\u2068Cat" in await house.insist("Ann", "/director undo")
        assert person("Cat").id in state_of(house).entrants
        assert "counted once" in text_of(await house.press("Ann", token))
        assert "cannot be undone" in await house.say("Ann", "/director undo")


async def test_an_act_that_was_asked_about_before_another_was_done_is_not_undone() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 9 100", "Ann", "Bob", "Cat")
        await house.insist("Ann", "/director remove person:Cat")
        token = await tool(house, "Undo taking out (\u2068Cat")
        await house.insist("Ann", "/director remove person:Bob")
        assert "earlier moment" in text_of(await house.press("Ann", token))
        assert list(state_of(house).entrants) == [person("Ann").id]


# --- a place taken back ----------------------------------------------------------------------


async def test_who_is_brought_back_before_the_start_has_their_place_before_all_who_wait() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 5000", "Ann", "Bob")
        await house.say("Cat", "/register")
        await house.say("Cat", "/give Ann 6000")
        await house.insist("Ann", "/director remove person:Bob")
        assert person("Cat").id in state_of(house).waiting, "who cannot pay gets no place"
        assert "Undone" in await house.say("Ann", "/director undo")
        assert list(state_of(house).entrants) == [person("Ann").id, person("Bob").id]
        assert list(state_of(house).waiting) == [person("Cat").id]
        assert "start" in state_of(house).timers, "it is full again"
        assert await ledger.balance(house.db, state_of(house).account) == 2 * 500_000


async def test_who_is_brought_back_where_no_place_is_left_is_the_first_who_gets_one() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 2 100", "Ann", "Bob")
        for who in ("Cat", "Dan"):
            await house.say(who, "/register")
        await house.insist("Ann", "/director remove person:Bob")
        assert list(state_of(house).entrants) == [person("Ann").id, person("Cat").id]
        await house.say("Bob", "/register")
        assert "number 2" in own(house, "Bob").headline
        assert "Undone" in await house.say("Ann", "/director undo")
        assert list(state_of(house).waiting) == [person("Bob").id, person("Dan").id]
        assert await wallet(house, "Bob") == 1_000_000, "nothing is charged before there is one"
        await house.say("Cat", "/unregister")
        assert person("Bob").id in state_of(house).entrants
        assert list(state_of(house).waiting) == [person("Dan").id]


async def test_a_wallet_that_lacks_the_entry_blocks_no_other_act() -> None:
    async with open_house(FRESH) as house:
        await announced(house, "turbo 9 100", "Ann", "Bob", "Cat")
        await house.insist("Ann", "/director remove person:Cat")
        await house.insist("Ann", "/director remove person:Bob")
        await house.say("Bob", "/give Cat 9990")
        said = await house.say("Ann", "/director undo")
        assert "Bob\u2069 does not hold the entry of 100" in said
        assert "(\u2068Cat\u2069)?" in said


def test_an_early_start_that_is_undone_under_a_removal_waits_again() -> None:
    state = registered(3, start=10**7)
    state = of_host(of_host(state, "remove", word="web:p1"), "start", amount=15_000)
    assert newest(state) == 0
    assert of_host(state, "undo", seat=1).timers["start"].valid == "host", "only what was named"
    assert newest(ring(state, "start")) is None
