"""The quiz: the marked answer is right, the reason is the deciding one, and a token is no power."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256
from itertools import combinations

import pytest
from treys import Card, Evaluator

from bot import quiz
from bot.chat import Message
from bot.quiz import KINDS, LENGTH, Deal
from bot.text import LANGUAGES, card, words
from games.cards import RANKS, name, rank
from tests.bot.evening import FRESH, begin
from tests.house import House, open_house, text_of

TREYS = Evaluator()
TABLE = "0123456789ab"
ENGLISH = words("en")


def seed(number: int) -> str:
    return sha256(str(number).encode()).hexdigest()[:8]


def worth(*parts: tuple[int, ...]) -> int:
    """Another evaluator's opinion, turned round so that more is better."""
    rated: int = TREYS.evaluate([], [Card.new(name(card)) for part in parts for card in part])
    return -rated


def right(deal: Deal) -> str:
    """The right answer by the other evaluator."""
    rated = [worth(hole, deal.board) for hole in deal.holes]
    best = [letter for letter, one in zip("abc", rated, strict=False) if one == max(rated)]
    return best[0] if len(best) == 1 else "s"


def five(deal: Deal, place: int) -> list[int]:
    """The ranks of the best five, most repeated first, by trying every five."""
    cards = deal.holes[place] + deal.board
    chosen = max(combinations(cards, 5), key=worth)
    ranks = Counter(map(rank, chosen))
    straight = set(ranks) == {0, 1, 2, 3, 12}
    by_weight = sorted(ranks.elements(), key=lambda one: (ranks[one], one), reverse=True)
    return [3, 2, 1, 0, -1] if straight else by_weight


def kind_of_hand(deal: Deal, place: int) -> str:
    rated = -worth(deal.holes[place], deal.board)
    called: str = TREYS.class_to_string(TREYS.get_rank_class(rated))
    return called.lower()


def check(deal: Deal) -> None:
    """Everything a question claims, judged by the other evaluator."""
    assert deal.answer == right(deal)
    shown = [*deal.board, *(card for hole in deal.holes for card in hole)]
    assert len(set(shown)) == len(shown)
    for place, hole in enumerate(deal.holes):
        assert worth(deal.best(place)) == worth(hole, deal.board)
        assert set(deal.best(place)) <= set(hole + deal.board)
    check_reasons(deal)


def check_reasons(deal: Deal) -> None:
    """The reason names the two hands where they differ in kind, else the ranks that decide."""
    rated = [worth(hole, deal.board) for hole in deal.holes]
    order = sorted(range(len(rated)), key=rated.__getitem__)
    best, reasons = order[-1], quiz.reasons(ENGLISH, deal)
    assert ("split" in reasons[-1]) == (right(deal) == "s")
    losers = [place for place in order if rated[place] != max(rated)]
    if not losers:
        return
    told = next(line for line in reasons if line.startswith("Why: "))
    if kind_of_hand(deal, best) != kind_of_hand(deal, losers[-1]):
        assert kind_of_hand(deal, best) in told
        assert kind_of_hand(deal, losers[-1]) in told
        return
    pairs = zip(five(deal, best), five(deal, losers[-1]), strict=True)
    high, low = next((one, other) for one, other in pairs if one != other)
    [(named_high, named_low)] = re.findall(r"(\w+) over (\w+)\.", told)
    for called, decides in ((named_high, high), (named_low, low)):
        assert called in {ENGLISH(f"{form}.{RANKS[decides]}") for form in ("rank", "ranks")}


def check_quiz(number: int) -> None:
    deals = [quiz.deal(seed(number), n) for n in range(1, LENGTH + 1)]
    assert len({(deal.board, deal.holes) for deal in deals}) == LENGTH
    chosen = quiz.kinds(seed(number))
    assert len(set(chosen)) == LENGTH
    assert any(deal.answer == "s" for deal in deals)
    for kind, deal in zip(chosen, deals, strict=True):
        check(deal)
        assert len(deal.holes) == KINDS[kind].hands
        assert not KINDS[kind].split or deal.answer == "s"


@pytest.mark.parametrize("start", range(0, 160, 20))
def test_the_marked_answer_and_its_reason_are_right(start: int) -> None:
    for number in range(start, start + 20):
        check_quiz(number)


@pytest.mark.prove
@pytest.mark.parametrize("start", range(1000, 6000, 500))
def test_the_marked_answer_and_its_reason_are_right_in_thousands_of_quizzes(start: int) -> None:
    for number in range(start, start + 500):
        check_quiz(number)


def test_every_kind_and_every_answer_turns_up_about_as_often_as_meant() -> None:
    seeds = list(map(seed, range(300)))
    met = Counter(kind for one in seeds for kind in quiz.kinds(one))
    assert met.keys() == KINDS.keys()
    assert min(met.values()) > 300 / 5 / 2
    answers = Counter(quiz.deal(one, number).answer for one in seeds[:60] for number in (1, 2, 3))
    assert min(answers[letter] for letter in "abs") > 30


def test_a_counterfeit_tells_who_led_and_the_card_that_changed_it() -> None:
    found = 0
    for number in range(60):
        if "counterfeit" not in (chosen := quiz.kinds(seed(number))):
            continue
        deal = quiz.deal(seed(number), chosen.index("counterfeit") + 1)
        before = [worth(hole, deal.board[:4]) for hole in deal.holes]
        led = "AB"[before.index(max(before))]
        story = quiz.reasons(ENGLISH, deal)[0]
        assert f"{led} was ahead with two pair" in story
        assert card(deal.board[4]) in story
        assert deal.answer != led.lower()
        found += 1
    assert found > 10


# --- pressing through it -------------------------------------------------------------------------


def tokens(message: Message) -> list[str]:
    return [button.token for row in message.rows for button in row]


def word(token: str) -> str:
    return token.split("|")[3]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wrong", range(LENGTH + 1))
def test_five_questions_and_a_score(language: str, wrong: int) -> None:
    w = words(language)
    shown = quiz.reply(w, TABLE, "", seed(7))
    for number in range(1, LENGTH + 1):
        deal = quiz.deal(seed(7), number)
        assert all(card(one) in shown.text for one in deal.board)
        choices = {word(token)[-1]: token for token in tokens(shown)[:-1]}
        assert set(choices) == {*"abc"[: len(deal.holes)], "s"}
        assert max(map(len, tokens(shown))) <= 100
        others = sorted(set(choices) - {right(deal)})
        choice = others[0] if number <= wrong else right(deal)
        shown = quiz.reply(w, TABLE, word(choices[choice]), seed(8))
        assert shown.text.startswith(w("quiz.wrong" if number <= wrong else "quiz.right"))
        for place in range(len(deal.holes)):
            assert w("quiz.five", cards=deal.best(place)) in shown.text
        score = w("quiz.score", n=LENGTH - wrong, most=LENGTH)
        assert (score in shown.text) == (number == LENGTH)
        shown = quiz.reply(w, TABLE, word(tokens(shown)[0]), seed(9))
    assert shown == quiz.reply(w, TABLE, "", seed(9))


@pytest.mark.parametrize(
    "forged",
    ["x", "0", f"{'f' * 8}.6.0", f"{'f' * 8}.1.1", f"{'f' * 8}.5.5.a", f"{'F' * 8}.1.0",
     f"{'f' * 9}.1.0", f"{'f' * 8}.1.-1", f"{'f' * 8}.1.0.z", "１" * 8 + ".1.0", "." * 40],
)  # fmt: skip
def test_a_forged_token_begins_a_quiz(forged: str) -> None:
    assert quiz.reply(ENGLISH, TABLE, forged, seed(1)) == quiz.reply(ENGLISH, TABLE, "", seed(1))


def test_a_third_hand_cannot_be_chosen_where_there_are_two() -> None:
    assert len(quiz.deal(seed(1), 1).holes) == 2
    asked = quiz.reply(ENGLISH, TABLE, f"{seed(1)}.1.0.c", seed(2))
    assert asked == quiz.reply(ENGLISH, TABLE, f"{seed(1)}.1.0", seed(2))


async def shown(house: House, who: str, token: str) -> Message:
    reply = await house.press(who, token)
    assert reply is not None
    assert reply.message is not None
    return reply.message


async def test_the_quiz_goes_on_where_the_dealer_knows_nothing_of_it() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob")
        asked = await shown(house, "Ann", f"quiz|{house.table.state.id}||")
    async with open_house(FRESH) as house:
        told = await shown(house, "Zoe:ja", tokens(asked)[0])
        assert told.language == "ja"
        onward = await shown(house, "Zoe:ja", tokens(told)[0])
        assert onward.title == words("ja")("quiz.title", n=2, most=LENGTH)


async def test_a_press_given_twice_deals_the_same_quiz_and_another_press_another() -> None:
    async with open_house(FRESH) as house:
        first = await house.press("Ann", "quiz|||", press="one")
        assert await house.press("Ann", "quiz|||", press="one") == first
        assert await house.press("Ann", "quiz|||", press="two") != first
        assert "Which hand wins?" in await house.say("Ann", "/quiz")
        assert text_of(await house.press("Ann", "quiz|x|y|z|")) == ENGLISH("refusal.table_closed")
