"""What a hand of hold'em adds to what each person has played in their community."""

from __future__ import annotations

from bot.state import Draft
from games import hands, holdem
from storage import tally

GAME = "holdem"


def note(draft: Draft) -> None:
    """Count the hand that is over for every person in it, with the hand they showed, if any.

    What nobody else saw stays with them: it is no best hand.
    """
    state = draft.state
    assert state.round is not None
    for seat in holdem.look(state.round, None).seats:
        chair = state.chairs[seat.seat]
        if chair.computer:
            continue
        hand = _as_text(seat.strength) if seat.strength else ""
        draft.records.append(
            tally.add(
                tally.Tally(
                    state.community,
                    chair.person,
                    GAME,
                    1,
                    seat.total,
                    seat.won,
                    seat.strength,
                    hand,
                )
            )
        )


def _as_text(strength: int) -> str:
    """`two_pair 13 9 5`: a hand as every game keeps it, ranks from 2 to 14."""
    name, ranks = hands.describe(strength)
    return " ".join([name, *(str(rank + 2) for rank in ranks)])
