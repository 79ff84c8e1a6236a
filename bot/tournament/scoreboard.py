"""What of a tournament is on its picture: (state, language) -> picture. Nothing in it is hidden."""

from __future__ import annotations

from bot.picture import MOST_PRIZES, MOST_RANKS, RankPicture, ScorePicture
from bot.text import Words, plain
from bot.tournament import words
from bot.tournament.state import Entrant, State

_NAMES = 2 * MOST_RANKS
"""So many stand in two columns as long as they have nothing to compare."""


def painted(w: Words, state: State) -> ScorePicture:
    """What the picture shows: who has entered, who is ahead, what a deal gives, or the results."""
    caption, ranks, more = _ranks(w, state)
    return ScorePicture(
        title=plain(words.title(w, state)),
        count=_count(w, state),
        headline=plain(words.status(w, state)),
        facts=tuple((name, plain(value)) for name, value in _facts(w, state)),
        prizes_caption=w("tournament.field.prizes"),
        # Once it is over each prize stands beside who has won it.
        prizes=_prizes(w, state) if state.phase in ("open", "running") else (),
        ranks_caption=w(f"tournament.picture.{caption}"),
        ranks=ranks,
        more=w("tournament.more", n=more) if more else "",
        language=w.language,
    )


def alt(w: Words, state: State) -> str:
    """The picture for those who do not see it."""
    message = words.public(w, state)
    return plain("\n".join([message.title, message.headline, message.text]))


def _count(w: Words, state: State) -> str:
    if state.phase == "open":
        if state.plan.start:
            return w("tournament.picture.entered", n=len(state.entrants))
        return w("tournament.picture.of", n=len(state.entrants), most=state.plan.most)
    if state.phase == "running":
        return w("tournament.picture.of", n=len(state.playing()), most=state.entries)
    return w("tournament.picture.entered", n=state.entries)


def _facts(w: Words, state: State) -> list[tuple[str, str]]:
    """What there is to know, but for what the picture has elsewhere."""
    elsewhere = {w("tournament.field.prizes"), w("tournament.field.players")}
    facts = dict(words.fields(w, state))
    if (following := w("tournament.field.next")) in facts:
        level = state.blinds(state.level + 1)
        facts[following] = w("tournament.blinds", small=level.small, big=level.big)
    return [(name, value) for name, value in facts.items() if name not in elsewhere]


def _prizes(w: Words, state: State) -> tuple[tuple[str, str], ...]:
    prizes = state.prizes()
    kept = len(prizes) if len(prizes) <= MOST_PRIZES else MOST_PRIZES - 1
    rows = [(str(place), w("word.amount", amount=one)) for place, one in enumerate(prizes, 1)]
    rest = len(prizes) - kept
    last = [(w("tournament.paid", n=len(prizes)), "")] if rest else []
    return (*rows[:kept], *last)


def _ranks(w: Words, state: State) -> tuple[str, tuple[RankPicture, ...], int]:
    """(caption, lines, how many more there are)."""
    if state.phase == "open":
        names = [plain(w.person(one.name)) for one in state.entrants.values()]
        kept = len(names) if len(names) <= _NAMES else _NAMES - 2
        return "entrants", tuple(map(RankPicture, names[:kept])), len(names) - kept
    if state.phase == "running":
        return _ahead(w, state)
    return _results(w, state)


def _ahead(w: Words, state: State) -> tuple[str, tuple[RankPicture, ...], int]:
    chop = state.chop.shares if state.chop else {}
    stacks = sorted(state.playing(), key=lambda one: -chop.get(one.person, one.stack))
    kept = len(stacks) if len(stacks) <= MOST_RANKS else MOST_RANKS - 1
    amounts = [chop.get(one.person, one.stack) for one in stacks[:kept]]
    most = max(amounts, default=1)
    ranks = [
        RankPicture(
            _placed(w, state, one),
            w("word.amount", amount=amount),
            1000 * amount // max(most, 1),
        )
        for one, amount in zip(stacks, amounts, strict=False)
    ]
    return "shares" if chop else "stacks", tuple(ranks), len(stacks) - kept


def _placed(w: Words, state: State, one: Entrant) -> str:
    """A name with the table, where there are several."""
    name = plain(w.person(one.name))
    if state.chop and one.person in state.chop.accepted:
        return f"✓ {name}"
    return f"{name} · {plain(state.boards[one.table].name)}" if len(state.boards) > 1 else name


def _results(w: Words, state: State) -> tuple[str, tuple[RankPicture, ...], int]:
    places = list(state.places())
    kept = len(places) if len(places) <= MOST_RANKS else MOST_RANKS - 1
    ranks = []
    for who, place, shared in places[:kept]:
        one = state.entrants[who]
        won = w("word.amount", amount=one.prize + one.won) if one.prize + one.won else ""
        first_to_last = f"{place}–{place + shared - 1}" if shared > 1 else str(place)
        ranks.append(RankPicture(plain(w.person(one.name)), won, place=first_to_last))
    return "results", tuple(ranks), len(places) - kept
