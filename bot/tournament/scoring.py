"""The points of a tournament that was played to its end, for the season's table. Pure."""

from __future__ import annotations

from bot.tournament.state import Draft, State
from games import points
from storage import seasons


def points_of(state: State) -> dict[str, int]:
    """What everyone's place is worth, by person; nothing before it is over, nor if called off."""
    if state.phase != "over":
        return {}
    players, scored = len(state.entrants), {}
    for who, place, shared in state.places():
        bought = state.entrants[who].entries + state.entrants[who].rebuys
        scored[who] = points.points(players, place, shared=shared, entries=bought)
    return scored


def keep(draft: Draft) -> None:
    """Note everyone's result in the commit that ends the tournament: it is kept with it or not."""
    state, scored = draft.state, points_of(draft.state)
    for who, place, _ in state.places() if scored else ():
        prize = state.entrants[who].prize
        result = (state.id, who, state.community, draft.at, place, scored[who], prize)
        draft.records.append(seasons.score(seasons.Score(*result)))
