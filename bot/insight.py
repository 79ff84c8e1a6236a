"""What a computer player at hold'em is asked, from what its seat may see alone."""

from __future__ import annotations

from bot import hand
from bot.kind import Puzzle
from bot.state import Command, State
from games import computer, holdem
from games.computer import Choice, Stakes
from games.play import Act, Event
from games.ranges import quality


def puzzle(state: State, seed: bytes) -> Puzzle:
    """The choice of the computer player whose turn it is; `seed` is all the chance it has."""
    round = state.round
    assert round is not None
    [seat] = holdem.waiting(round)
    chair, moment = state.chairs[seat], (state.hand, state.turn)
    stakes = Stakes(state.terms.big, holdem.chip(round))
    options = holdem.options(round, seat)

    def command(choice: Choice) -> Command:
        holdem.play(round, choice.act)
        return _command(chair.person, choice.act, moment)

    return Puzzle(
        choose=computer.choose,
        seen=(holdem.look(round, seat), options, story(state), stakes, chair.computer, seed),
        command=command,
        otherwise=_command(chair.person, holdem.default(round, seat), moment),
        longest=hand.thinking(state),
    )


def _command(person: str, act: Act, moment: tuple[int, int]) -> Command:
    return Command("act", person, amount=act.amount, word=act.verb,
                   hand=moment[0], turn=moment[1])  # fmt: skip


def story(state: State) -> list[Event]:
    """What everybody has seen happen in this hand; an act let pass by is an act."""
    return [
        Event(said.kind.removeprefix("silent_"), said.seat, said.amount, said.cards, said.note)
        for said in state.told
    ]


def warm_up() -> None:
    """Make the tables of the evaluator."""
    quality((0, 5, 10, 15, 20))
