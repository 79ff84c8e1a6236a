"""The quiz: five deals, from plain to hard, and for each which hand wins and why.

Nothing is kept: a token carries the seed, the question, the score and the answer. A forged one
only begins the quiz anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import count
from typing import NamedTuple

from bot.chat import Button, Message
from bot.help import back
from bot.lines import in_words, parting, told_apart
from bot.text import Words, cards
from bot.tokens import write
from games import shuffle
from games.cards import RANKS, rank, suit
from games.hands import best, category, describe, strength

LENGTH = 5
_LETTERS = "abc"
_SPLIT = "s"
_WORD = re.compile(r"([0-9a-f]{8})\.([1-5])\.([0-4])(?:\.([abcs]))?")


class Deal:
    """A full board and two or three hands."""

    def __init__(self, board: tuple[int, ...], holes: tuple[tuple[int, ...], ...]) -> None:
        self.board, self.holes = board, holes
        # Own cards stand first, so that of equal cards `best` takes one's own.
        self.strengths = tuple(strength(hole + board) for hole in holes)

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The places of the best hands, counted from 0; several split the pot."""
        top = max(self.strengths)
        return tuple(at for at, one in enumerate(self.strengths) if one == top)

    @property
    def answer(self) -> str:
        """The choice that is right: a, b, c, or s for a split pot."""
        return _LETTERS[self.winners[0]] if len(self.winners) == 1 else _SPLIT

    def best(self, at: int) -> tuple[int, ...]:
        """The five cards that a hand plays."""
        return best(self.holes[at] + self.board)

    def categories(self) -> tuple[str, ...]:
        return tuple(map(category, self.strengths))

    def plays_board(self) -> bool:
        """Whether no own card improves on the board, whoever wins."""
        return strength(self.board) in self.strengths

    def same_ranks(self) -> bool:
        """Whether the winners hold the same ranks in different suits."""
        return len({tuple(sorted(map(rank, self.holes[at]))) for at in self.winners}) == 1


# --- kinds of questions --------------------------------------------------------------------------

Fits = Callable[[Deal], bool]


def _over(better: str, worse: str) -> Fits:
    def fits(deal: Deal) -> bool:
        return set(deal.categories()) == {better, worse} and not deal.plays_board()

    return fits


def _against(name: str) -> Fits:
    """One category, and not by the kickers of two pair that one hand wins."""

    def fits(deal: Deal) -> bool:
        return (
            set(deal.categories()) == {name}
            and len(deal.winners) == 1
            and not (name in _SETS and parting(*deal.strengths) >= _SETS[name])
        )

    return fits


def _kicker(deal: Deal) -> bool:
    """The same pair, two pair or three of a kind, and an own kicker decides."""
    if len(set(deal.categories())) > 1 or deal.categories()[0] not in _SETS:
        return False
    return parting(*deal.strengths) >= _SETS[deal.categories()[0]] and not deal.plays_board()


_SETS = {"pair": 1, "two_pair": 2, "three_of_a_kind": 1}


def _suits(deal: Deal) -> bool:
    return _tie(deal) and deal.same_ranks()


def _board(deal: Deal) -> bool:
    return len(deal.winners) == 2 and deal.plays_board()


def _idle(deal: Deal) -> bool:
    """Own cards differ, but what differs does not play."""
    return _tie(deal) and not deal.same_ranks() and deal.categories()[0] in _SETS


def _tie(deal: Deal) -> bool:
    return len(deal.winners) == 2 and not deal.plays_board()


def _counterfeit(deal: Deal) -> bool:
    """Who led with two pair does not win alone: the river paired the board above one of them."""
    led = leader(deal)
    if set(deal.categories()) != {"two_pair"} or led is None or deal.winners == (led,):
        return False
    name, before = describe(strength(deal.holes[led] + deal.board[:4]))
    after = describe(deal.strengths[led])[1]
    river = rank(deal.board[4])
    return name == "two_pair" and before[:2] != after[:2] and river in map(rank, deal.board[:4])


def leader(deal: Deal) -> int | None:
    """The place of the hand that was ahead alone before the river, or None."""
    before = [strength(hole + deal.board[:4]) for hole in deal.holes]
    top = max(before)
    return before.index(top) if before.count(top) == 1 else None


def _close(deal: Deal) -> bool:
    """Three hands of at least a pair; the best two are of one category and begin alike."""
    second, first = sorted(deal.strengths)[1:]
    return "high_card" not in deal.categories() and parting(first, second) > 0


def _split_of_three(deal: Deal) -> bool:
    return len(deal.winners) == 2 and "high_card" not in deal.categories()


def _suited(board: tuple[int, ...]) -> bool:
    """Whether a flush is possible."""
    suits = list(map(suit, board))
    return max(map(suits.count, suits)) >= 3


def _paired(board: tuple[int, ...]) -> bool:
    return len(set(map(rank, board))) < len(board)


def _connected(board: tuple[int, ...]) -> bool:
    """Whether a straight is possible: three ranks lie within five, the ace high or low."""
    ranks = {rank(card) for card in board} | {-1 for card in board if RANKS[rank(card)] == "A"}
    return any(len(ranks & set(range(low, low + 5))) >= 3 for low in range(-1, 9))


def _made(board: tuple[int, ...]) -> bool:
    return category(strength(board)) not in ("high_card", "pair")


def _river_pairs(board: tuple[int, ...]) -> bool:
    return rank(board[4]) in map(rank, board[:4])


class _Kind(NamedTuple):
    """`board` tells at once which boards are not worth trying."""

    fits: Fits
    hands: int = 2
    split: bool = False
    board: Callable[[tuple[int, ...]], bool] = bool


KINDS: Mapping[str, _Kind] = {
    "trips_two_pair": _Kind(_over("three_of_a_kind", "two_pair")),
    "straight_trips": _Kind(_over("straight", "three_of_a_kind"), board=_connected),
    "flush_straight": _Kind(_over("flush", "straight"), board=_suited),
    "full_house_flush": _Kind(
        _over("full_house", "flush"), board=lambda board: _suited(board) and _paired(board)
    ),
    "kicker": _Kind(_kicker),
    "two_pairs": _Kind(_against("two_pair")),
    "suits": _Kind(_suits, split=True),
    "board": _Kind(_board, split=True, board=_made),
    "idle": _Kind(_idle, split=True),
    "counterfeit": _Kind(_counterfeit, board=_river_pairs),
    "flushes": _Kind(_against("flush"), board=_suited),
    "straights": _Kind(_against("straight"), board=_connected),
    "full_houses": _Kind(_against("full_house"), board=_paired),
    "close": _Kind(_close, hands=3),
    "split_of_three": _Kind(_split_of_three, hands=3, split=True),
}
_LEVELS = (
    ("trips_two_pair", "straight_trips", "flush_straight", "full_house_flush"),
    ("kicker", "two_pairs", "suits"),
    ("kicker", "board", "idle", "counterfeit"),
    ("flushes", "straights", "full_houses", "idle", "counterfeit"),
    ("close", "split_of_three"),
)


def kinds(seed: str) -> tuple[str, ...]:
    """The kinds of a quiz's five questions: rising in difficulty, all different, one a split."""
    chosen: list[str] = []
    for level, pool in enumerate(_LEVELS):
        left = [kind for kind in pool if kind not in chosen]
        if level == LENGTH - 1 and not any(KINDS[kind].split for kind in chosen):
            left = [kind for kind in left if KINDS[kind].split]
        [at, *_] = shuffle.deck(_key(seed, level, "kind"), range(len(left)))
        chosen.append(left[at])
    return tuple(chosen)


@lru_cache(1024)
def deal(seed: str, number: int) -> Deal:
    """Question `number` (from 1) of the quiz with this seed: the same for ever."""
    kind = KINDS[kinds(seed)[number - 1]]
    return next(one for one in _deals(seed, number, kind) if kind.fits(one))


def _deals(seed: str, number: int, kind: _Kind) -> Iterator[Deal]:
    """Chance deals; many hands are tried on one board, for shuffling costs most."""
    size = 2 * kind.hands
    for attempt in count():
        deck = shuffle.deck(_key(seed, number, str(attempt)))
        board, rest = deck[:5], deck[5:]
        for start in range(len(rest) - size if kind.board(board) else 0):
            holes = tuple(rest[at : at + 2] for at in range(start, start + size, 2))
            yield Deal(board, holes)


def _key(seed: str, number: int, word: str) -> bytes:
    return f"croupier/quiz/1/{seed}/{number}/{word}".encode()


# --- asking and answering ------------------------------------------------------------------------


class _At(NamedTuple):
    """Where somebody is in a quiz; `choice` is empty while the question is open."""

    seed: str
    number: int
    score: int
    choice: str = ""

    def word(self) -> str:
        parts = (self.seed, str(self.number), str(self.score), self.choice)
        return ".".join(part for part in parts if part)


def reply(w: Words, table: str, word: str, fresh: str) -> Message:
    """What a press on the quiz is answered with: a question, or whether it was answered rightly.

    `word` is the token's; whatever is none of ours begins a quiz with the seed `fresh`, which is
    eight hexadecimal digits.
    """
    found = _WORD.fullmatch(word)
    at = _At(found[1], int(found[2]), int(found[3]), found[4] or "") if found else _At(fresh, 1, 0)
    if at.score >= at.number:
        at = _At(fresh, 1, 0)
    asked = deal(at.seed, at.number)
    if at.choice not in ("", _SPLIT, *_LETTERS[: len(asked.holes)]):
        at = at._replace(choice="")
    return _verdict(w, table, at, asked) if at.choice else _question(w, table, at, asked)


def _title(w: Words, at: _At) -> str:
    return w("quiz.title", n=at.number, most=LENGTH)


def _question(w: Words, table: str, at: _At, asked: Deal) -> Message:
    holes = [f"{_name(place)}: {cards(hole)}" for place, hole in enumerate(asked.holes)]
    lines = [w("quiz.ask"), "", f"{w('panel.board')}: {cards(asked.board)}", *holes]
    choices = {_LETTERS[place]: hole for place, hole in enumerate(holes)}
    buttons = [
        Button(label, write("quiz", table, at._replace(choice=choice).word()))
        for choice, label in (choices | {_SPLIT: w("quiz.split")}).items()
    ]
    rows = (tuple(buttons[:-1]), (buttons[-1], back(w, table)))
    return Message(title=_title(w, at), text="\n".join(lines), rows=rows, language=w.language)


def _verdict(w: Words, table: str, at: _At, asked: Deal) -> Message:
    right = at.choice == asked.answer
    score = at.score + right
    lines = [
        f"{w('quiz.right' if right else 'quiz.wrong')} {_outcome(w, asked)}",
        "",
        f"{w('panel.board')}: {cards(asked.board)}",
        *(line for place in range(len(asked.holes)) for line in _played(w, asked, place)),
        "",
        *reasons(w, asked),
    ]
    if at.number == LENGTH:
        level = "all" if score == LENGTH else "most" if 2 * score > LENGTH else "few"
        lines += ["", w("quiz.score", n=score, most=LENGTH) + w(f"quiz.score_{level}")]
        onward = Button(w("quiz.again"), write("quiz", table), "go")
    else:
        following = _At(at.seed, at.number + 1, score)
        onward = Button(w("quiz.next"), write("quiz", table, following.word()), "go")
    rows = ((onward, back(w, table)),)
    return Message(title=_title(w, at), text="\n".join(lines), rows=rows, language=w.language)


def _name(place: int) -> str:
    return _LETTERS[place].upper()


def _outcome(w: Words, asked: Deal) -> str:
    names = list(map(_name, asked.winners))
    if len(names) == 1:
        return w("quiz.wins", hand=names[0])
    return w("quiz.splits", hands=w("quiz.and").join(names))


def _played(w: Words, asked: Deal, place: int) -> list[str]:
    """A hand in words and the five cards it plays; the winners are marked."""
    others = asked.strengths[:place] + asked.strengths[place + 1 :]
    mark = "✓ " if place in asked.winners else ""
    hand = told_apart(w, asked.strengths[place], others)
    facts = {"mark": mark, "name": _name(place), "hand": hand}
    return [
        w("quiz.played", hole=asked.holes[place], **facts),
        w("quiz.five", cards=asked.best(place)),
    ]


def reasons(w: Words, asked: Deal) -> list[str]:
    """Why it ends so: what the river did, what beats what, and why the pot is split."""
    lines = []
    if _counterfeit(asked) and (led := leader(asked)) is not None:
        hand = in_words(w, strength(asked.holes[led] + asked.board[:4]))
        lines.append(w("quiz.counterfeit", name=_name(led), hand=hand, cards=asked.board[4:]))
    top = max(asked.strengths)
    if losing := [one for one in asked.strengths if one != top]:
        lines.append(w("quiz.because", reason=_why_better(w, top, max(losing))))
    if len(asked.winners) > 1:
        lines.append(w("quiz.because_split", reason=w(f"quiz.why.{_why_split(asked)}")))
    return lines


def _why_split(asked: Deal) -> str:
    if strength(asked.board) == max(asked.strengths):
        return "split_board"
    return "split_suits" if asked.same_ranks() else "split_equal"


def _why_better(w: Words, better: int, worse: int) -> str:
    name, high = describe(better)
    other, low = describe(worse)
    if name != other:
        return w("quiz.why.beats", better=name, worse=other)
    at = parting(better, worse)
    key = f"quiz.why.{name}_{at}"
    if key not in w.entries:
        key = "quiz.why.flush_later" if name == "flush" else "quiz.why.kicker"
    shared = in_words(w, better)
    return w(key, hand=shared, high=RANKS[high[at]], low=RANKS[low[at]])
