"""What a place in a tournament is worth in a season's table.

Points go by the roots of field and place, as the leader boards of large rooms and most home leagues
have them (√players ÷ √place). Three things differ, each for a reason:

- the last place is taken as nothing: 100 × (√(players ÷ place) − 1). Anyone may announce a
  tournament at any time; where being there were worth something, who enters most would lead;
- who came in more than once, or rebought, gets less, by the root of their entries, as in Dr. Neau's
  formula: a place that took two entries is not worth what one has reached;
- the buy-in does not count. Chips are given away here every day, and a table that two rich friends
  play would outweigh a whole evening.
"""

from __future__ import annotations

from math import sqrt

FULL = 100
"""What the winner of a field of four gets."""


def points(players: int, place: int, *, shared: int = 1, entries: int = 1) -> int:
    """Whole points for a place from 1 among `players`; `shared` players tie from that place on.

    Who ties gets the mean of their places, halves rounded up. Raises ValueError for a place there
    is not, or fewer than one entry.
    """
    if not 1 <= place <= place + shared - 1 <= players or entries < 1:
        raise ValueError("no such place")
    worth = sum(sqrt(players / one) - 1 for one in range(place, place + shared)) / shared
    return int(FULL * worth / sqrt(entries) + 0.5)
