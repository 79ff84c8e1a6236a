"""Everything that can be said is said in both languages: events, refusals, answers, commands."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot import panel, scene
from bot.commands import COMMANDS
from bot.decide import decide
from bot.directed import Order, Seated
from bot.lines import held, line
from bot.state import Command, Draft, Rest, State
from bot.terms import Terms
from bot.text import LANGUAGES, Fact, Words, words
from games import holdem
from games.play import Refused
from games.seating import NOTHING
from tests.bot.evening import FRESH, begin, command, on_turn, said
from tests.house import open_house, person

SOURCE = Path(__file__).parents[2]
JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
PEOPLE = ["Ann", "Bob", "Cat", "Dan", "Eve"]


def japanese(text: str) -> bool:
    """Whether a text is in Japanese; 万 alone is how amounts may be typed in both."""
    return bool(JAPANESE.search(text.replace("万", "")))


class Listening(Words):
    """The words of a language, which remember what they were asked for."""

    def __init__(self, language: str) -> None:
        super().__init__(language, words(language).entries)
        self.heard: set[str] = set()

    def __call__(self, key: str, **facts: Fact) -> str:
        self.heard.add(key)
        return super().__call__(key, **facts)


# --- a random evening ------------------------------------------------------------------------


def random_terms(rng: random.Random) -> Terms:
    """Stakes at which stacks are short, so that blinds and antes put people all-in."""
    kind = rng.choice(["none", "each", "big_blind"])
    return Terms(
        ante=rng.choice([1000, 2000]) if kind == "each" else 0,
        ante_kind=kind,
        least=2000,
        most=rng.choice([6000, 100_000]),
        size=rng.choice([2, 4, 6]),
        pace=rng.choice(["fast", "normal"]),
        friendly=rng.random() < 0.2,
        tab=rng.random() < 0.5,
        pauses=rng.random() < 0.5,
    )


def random_command(rng: random.Random, state: State, lazy: float) -> Command:
    """Mostly what makes a game go on; now and then something else, wanted or not."""
    luck = rng.random()
    if "turn" in state.timers and rng.random() < lazy:
        timer = state.timers["turn"]
        return command("timer", word=f"turn@{timer.valid}", at=timer.due)
    if luck < 0.03:
        return of_a_host(rng, state)
    if luck < 0.2:
        return of_a_player(rng, state)
    if state.round is not None and (waiting := holdem.waiting(state.round)) and luck < 0.9:
        return random_act(rng, state, waiting[0])
    if state.timers and luck < 0.95:
        name, timer = min(state.timers.items(), key=lambda one: one[1].due)
        return command("timer", word=f"{name}@{timer.valid}", at=timer.due)
    return of_a_player(rng, state)


def of_a_host(rng: random.Random, state: State) -> Command:
    verb = rng.choice(
        ["pause", "resume", "resume", "kick", "settings", "void", "restart", "host", "bar", "admit",
         "banish", "order"]
    )  # fmt: skip
    word = rng.choice(["host", "failed"]) if verb == "void" else rng.choice(["", "a word"])
    if verb == "kick":
        word = rng.choice(["web:nobody", *(chair.person for chair in state.chairs.values())])
    if verb in ("host", "bar", "admit", "banish"):
        who = rng.choice(PEOPLE)
        word = person(who).id if verb == "banish" else f"{person(who).id} {who}"
    return command(verb, "Ann", word=word, terms=state.terms, host=True)


def of_a_player(rng: random.Random, state: State) -> Command:
    who, price = rng.choice(PEOPLE), rng.choice([0, 1000, 2000])
    owing = [c.name for c in state.chairs.values() if c.owes != NOTHING and not c.posts]
    if owing and rng.random() < 0.5:
        return command("post", rng.choice(owing))
    verb = rng.choice(
        ["sit"] * 6 + ["post", "topup", "leave", "away", "back", "back"]
        + ["wait", "wait", "unwait", "show", "plan"]
    )  # fmt: skip
    if verb == "show":
        return command("show", who, word=rng.choice(["first", "second", "both"]))
    if verb == "plan":
        return command("plan", who, word=rng.choice(["check_fold", "call"]), amount=price)
    chips = rng.choice([state.terms.least, rng.randrange(20, 60) * 100, state.terms.most])
    return command(verb, who, amount=rng.choice([0, chips]))


def random_act(rng: random.Random, state: State, seat: int) -> Command:
    """Calls and checks more often than not, so that many hands are shown down."""
    assert state.round is not None
    options = holdem.options(state.round, seat)
    option = options[1] if rng.random() < 0.6 else rng.choice(options)
    amount = rng.choice([option.least, option.most]) if option.verb in ("bet", "raise") else 0
    return command("act", state.chairs[seat].name, word=option.verb, amount=amount)


def evening(rng: random.Random, steps: int) -> Iterator[tuple[Draft | None, Refused | None]]:
    """What a table makes of random commands, closing in the end."""
    state = State("t", "web:home", "web:lobby", "1", "web:ann", random_terms(rng))
    now, lazy = 0, rng.choice([0, 0, 0.5])
    stay, quiet = rng.choice([0, 60_000]), rng.choice([0, 0, 0.05])
    closing = command("close", "Ann", word=rng.choice(["", "now"]))
    for given in [command("open", "Ann"), *[None] * steps, closing, *[None] * 20]:
        asked = given or random_command(rng, state, lazy)
        now = max(now + rng.randrange(4000), asked.at)
        seed = f"{rng.getrandbits(256):064x}"
        try:
            rest = Rest(now + 60_000, "07:00 UTC") if rng.random() < quiet else None
            draft = decide(state, replace(asked, at=now, seed=seed, stay=stay, rest=rest))
        except Refused as refused:
            yield None, refused
        else:
            yield draft, None
            state = draft.state
        if state.closed:
            return


def directed_evening() -> Iterator[Draft]:
    """A table of a tournament: the first order, and the hand that it lets be dealt."""
    state = State("t", "web:home", "web:lobby", "1", "web:ann", Terms(tournament="x", size=3))
    note = '["balanced", {"here": "1", "there": "2", "seat": 2}]'
    seats = [Seated(1, "web:ann", "Ann", 5000, 1), Seated(2, "web:bob", "Bob", 5000, 1, note)]
    order = Order(1, seats, 2, 100, 200, 200, False, 1, 7)
    draft = decide(state, command("direct", word=order.to_json()))
    yield draft
    timer = draft.state.timers["next"]
    deal = command("timer", word=f"next@{timer.valid}", at=timer.due, seed="07" * 32)
    yield decide(draft.state, deal)
    state.terms = Terms(tournament="x", size=3, thread=True)
    draft = decide(state, command("direct", word=order.to_json()))
    yield draft
    for told_so in (command("move", word="web:attic"), command("close", word="broken")):
        yield decide(draft.state, told_so)
    yield decide(draft.state, command("close", word="over"))


def told(w: Words, draft: Draft) -> list[str]:
    """What happened, and what who gave the command is answered."""
    made = held(w, draft.state)
    lines = [line(w, said, made) for said in (*draft.said, *draft.notices)]
    if draft.answer:
        lines.append(w(f"reply.{draft.answer[0]}", **draft.answer[1]))
    return lines


def shown(w: Words, state: State) -> list[str]:
    """The table as everybody may look at it."""
    readers = [chair.person for chair in state.chairs.values()]
    readers += [person for person, _ in state.queue] + ["web:nobody"]
    messages = [panel.private(w, state, person) for person in readers]
    return [str(message) for message in (scene.public(w, state), *messages)]


def test_random_evenings_say_everything_in_both_languages() -> None:
    listeners = [Listening(language) for language in LANGUAGES]
    wanted = {key for key in words("en").entries if key.startswith(("event.", "table."))}
    for seed in range(200):
        rng = random.Random(seed)
        for draft, refused in evening(rng, rng.choice([4, 150, 150])):
            for w in listeners:
                lines = [w.refusal(refused)] if refused else told(w, draft) if draft else []
                if draft and (rng.random() < 0.1 or "shown" in said(draft)):
                    lines += shown(w, draft.state)
                assert not [line for line in lines if "{" in line or not line.strip()]
        if all(wanted <= w.heard for w in listeners):
            break
        for draft in directed_evening():
            for w in listeners:
                assert not [line for line in told(w, draft) + shown(w, draft.state) if "{" in line]
    for w in listeners:
        assert " ".join(sorted(wanted - w.heard)) == ""


# --- what the source says --------------------------------------------------------------------


def calls(folder: str) -> Iterator[tuple[str, ast.Call]]:
    for path in sorted((SOURCE / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield f"{path.relative_to(SOURCE)}:{node.lineno}", node


def texts(node: ast.expr) -> list[str]:
    """The texts that an expression may be: a literal, or one of two."""
    if isinstance(node, ast.IfExp):
        return texts(node.body) + texts(node.orelse)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    return []


def facts_of(key: str) -> set[str]:
    entry = words("en").entries[key]
    return {part.fact for form in entry.values() for part in form if part.fact}


def named(call: ast.Call) -> set[str]:
    return {word.arg for word in call.keywords if word.arg}


def function(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


REFUSALS = [
    (place, reason, named(call))
    for folder in ("bot", "games")
    for place, call in calls(folder)
    if function(call) == "Refused" and call.args
    for reason in texts(call.args[0])
]


def test_the_refusals_are_found() -> None:
    assert len({reason for _, reason, _ in REFUSALS}) > 50


@pytest.mark.parametrize("at", range(len(REFUSALS)))
def test_every_refusal_has_its_words_and_their_facts(at: int) -> None:
    place, reason, facts = REFUSALS[at]
    key = f"refusal.{reason}"
    assert key in words("en").entries, place
    assert facts_of(key) <= facts, place


def test_every_refusal_in_the_catalogue_is_one_the_source_knows() -> None:
    said = {
        node.value
        for folder in ("bot", "games")
        for path in (SOURCE / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    refusals = [key for key in words("en").entries if key.startswith("refusal.")]
    reasons = [key.removeprefix("refusal.") for key in refusals]
    # Some are put together from their section and the name of a spot.
    sections = {reason: reason.rpartition(".")[0] + "." for reason in reasons}
    assert [one for one in reasons if one not in said and sections[one] not in said] == []


def test_every_reason_why_there_is_no_raise_has_its_words() -> None:
    reasons = {
        text
        for folder in ("bot", "games")
        for _, call in calls(folder)
        if function(call) == "Refused" and texts(call.args[0]) == ["cannot_raise"]
        for word in call.keywords
        for text in texts(word.value)
    }
    assert reasons == {"only_call", "not_reopened", "nobody_left"}
    for language in LANGUAGES:
        for why in reasons:
            assert words(language).refusal(Refused("cannot_raise", why=why))


def test_every_key_in_the_source_is_in_the_catalogue_with_its_facts() -> None:
    found = 0
    for place, call in calls("bot"):
        if function(call) == "w" and call.args:
            keys = texts(call.args[0])
        elif function(call) == "say" and len(call.args) > 1:
            keys = [f"reply.{key}" for key in texts(call.args[1])]
        elif function(call) == "say" and call.args:
            # A table against the house has words of its own for some of what happens at any table.
            sections = ("table", "bank.event") if place.startswith("bot/bank/") else ("table",)
            for kind in texts(call.args[0]) if call.keywords else ():
                assert any(f"{one}.{kind}" in words("en").entries for one in sections), place
            continue
        else:
            continue
        found += len(keys)
        for key in keys:
            assert key in words("en").entries, place
            spread = any(word.arg is None for word in call.keywords)
            assert spread or facts_of(key) <= named(call) | {"who"} & facts_of(key), place
    assert found > 80


# --- every command ---------------------------------------------------------------------------


async def test_every_command_answers_in_the_language_of_who_asks() -> None:
    for language in LANGUAGES:
        async with open_house(FRESH) as house:
            await begin(house, "Ann", "Bob", "Cat")
            who = f"Yui:{language}"
            await house.say(who, f"/language {language}")
            for name in sorted(COMMANDS, key=lambda name: name in ("language", "close")):
                if name == "table":
                    continue
                for typed in (f"/{name} ?", f"/help {name}", f"/{name[:-1]}x"):
                    answer = await house.say(who, typed)
                    assert answer, typed
                    assert japanese(answer) == (language == "ja"), (typed, answer)


async def test_whoever_has_chosen_nothing_is_answered_as_their_platform_says() -> None:
    async with open_house(FRESH) as house:
        assert japanese(await house.say("Yui:ja", "/wallet"))
        assert not japanese(await house.say("Ann", "/wallet"))
        await house.say("Ann", "/language ja")
        assert japanese(await house.say("Ann", "/wallet"))
        assert "/language ja" in await house.say("Bob", "/language de")


async def test_a_chosen_language_is_kept_over_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/croupier.db"
    async with open_house(url) as house:
        await house.say("Ann", "/language ja")
    async with open_house(url) as house:
        assert japanese(await house.say("Ann", "/wallet", press="p"))


async def test_the_table_speaks_its_own_language_and_each_player_theirs() -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Bob:ja", "Ann", "Cat")
        [(_, public)] = house.chat.public.values()
        assert public.language == "ja"
        assert all(japanese(line) for line in public.log)
        assert not any(japanese(line) for line in house.seen("Ann").log)
        assert all(japanese(line) for line in house.seen("Bob").log)
        assert on_turn(house) in ("Ann", "Bob", "Cat")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_example_is_understood(language: str) -> None:
    async with open_house(FRESH) as house:
        await begin(house, "Ann", "Bob", "Cat")
        usages = house.room.usages(language)
        assert [usage.name for usage in usages] == list(COMMANDS)
        for usage in usages:
            if usage.name in ("close", "table", "help"):
                continue
            answer = await house.say("Ann", usage.example, host=True)
            assert "For example" not in answer, (usage.example, answer)
            assert "went wrong" not in answer, (usage.example, answer)
