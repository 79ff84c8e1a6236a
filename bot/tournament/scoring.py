"""The points of a tournament that was played to its end, for the season's table. Pure."""

from __future__ import annotations

from bot.tournament.state import Draft, State
from games import points
from storage import seasons


def points_of(state: State) -> dict[str, int]:
    """What everyone's place is worth, by person; nothing before it is over, if it was called off,
    or with too few players.
    """
    if state.phase != "over" or not counts(state):
        return {}
    return {who: _worth(state, who, place, shared) for who, place, shared in state.places()}


def points_for(state: State, person: str) -> int | None:
    """What one person's place is worth; None where nothing is."""
    if state.phase != "over" or not counts(state):
        return None
    mine = (_worth(state, *one) for one in state.places() if one[0] == person)
    return next(mine, None)


def counts(state: State) -> bool:
    """Whether enough have come in for it to count for the season's table."""
    return len(state.entrants) >= state.plan.scored


def _worth(state: State, who: str, place: int, shared: int) -> int:
    bought = state.entrants[who].entries + state.entrants[who].rebuys
    return points.points(len(state.entrants), place, shared=shared, entries=bought)


def keep(draft: Draft) -> None:
    """Note everyone's result in the commit that ends the tournament: it is kept with it or not."""
    state, scored = draft.state, points_of(draft.state)
    for who, place, _ in state.places() if scored else ():
        prize = state.entrants[who].prize
        result = (state.id, who, state.community, draft.at, place, scored[who], prize)
        draft.records.append(seasons.score(seasons.Score(*result)))
