"""What every dealer works out once it runs, worked out before `tests.nursery` forks any.

To be imported is all that it is for.
"""

from __future__ import annotations

import gc

from bot.kinds import KINDS
from bot.text import LANGUAGES, words

for language in LANGUAGES:
    words(language)
for kind in KINDS.values():
    kind.warm_up()
gc.freeze()  # nobody need ever look through it again
