"""`python -m bench [part …]`: every figure in one run, each part beside its peers.

A part is a module with `run()`, which gives (figure, value) rows.
"""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable

from bench import (
    commit,
    discord,
    engine,
    evaluator,
    first_hand,
    house,
    mind,
    page,
    paigow,
    picture,
    slack,
    stud,
    tables,
    tournament,
)

PARTS: dict[str, Callable[[], list[tuple[str, str]]]] = {
    "engine": engine.run,
    "evaluator": evaluator.run,
    "commit": commit.run,
    "tables": tables.run,
    "paigow": paigow.run,
    "stud": stud.run,
    "house": house.run,
    "picture": picture.run,
    "first_hand": first_hand.run,
    "mind": mind.run,
    "page": page.run,
    "discord": discord.run,
    "slack": slack.run,
    "tournament": tournament.run,
}


def main(chosen: list[str]) -> int:
    """Run the parts named, or all; 2 for a part there is not."""
    unknown = sorted(set(chosen) - set(PARTS))
    if unknown:
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} processors")
    for part in chosen or PARTS:
        began = time.perf_counter()
        rows = PARTS[part]()
        print(f"\n{part} ({time.perf_counter() - began:.0f} s)")
        widest = max((len(figure) for figure, _ in rows), default=0)
        for figure, value in rows:
            print(f"  {figure:<{widest}}  {value}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
