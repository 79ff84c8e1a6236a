"""Short words for tables with computer players, for the tests here."""

from __future__ import annotations

from bot.state import Chair, State
from bot.table import Table
from games import holdem
from tests.house import House


async def sit_among(house: House, who: str, *moods: str, table: str = "10/20 6") -> None:
    """Open a table, sit down and add computer players of these temperaments."""
    assert await house.say(who, f"/open {table}")
    await house.say(who, "/sit 1000")
    for mood in moods:
        await house.say(who, f"/computer add {mood}")
    assert len(computers(house)) == len(moods)


def computers(house: House, table: Table[State] | None = None) -> list[Chair]:
    """The computer players at the only table, by seat."""
    chairs = (table or house.table).state.chairs
    return [chair for _, chair in sorted(chairs.items()) if chair.computer]


def turn_of(house: House) -> Chair | None:
    """Whose turn it is at the only table, if it is anybody's."""
    state = house.table.state
    if not state.playing or state.round is None or not holdem.waiting(state.round):
        return None
    return state.chairs[holdem.waiting(state.round)[0]]


async def until_turn(house: House, who: str = "", limit: int = 60) -> None:
    """Let time go by until it is a person's turn (or this one's), or no hand comes."""
    for _ in range(limit):
        chair = turn_of(house)
        if chair and not chair.computer and chair.name == (who or chair.name):
            return
        if house.clock.next_due() is None:
            return
        house.clock.ring_next()
        await house.settle()
    raise AssertionError("nobody's turn came")


async def play_passively(house: House, hands: int) -> None:
    """People check, or fold to a bet, until so many hands have been dealt and are over."""
    table = house.table
    for _ in range(4000):
        chair = turn_of(house)
        if table.state.hand >= hands and not table.state.playing:
            return
        if chair and not chair.computer:
            state = table.state
            assert state.round is not None
            seat = holdem.waiting(state.round)[0]
            default = holdem.default(state.round, seat)
            await house.say(chair.name, f"/{default.verb}")
        elif house.clock.next_due() is not None:
            house.clock.ring_next()
            await house.settle()
    raise AssertionError(f"only {table.state.hand} hands")
