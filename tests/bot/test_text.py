"""Words: both catalogues say the same; amounts, names and times are read and written well."""

import re
import tomllib
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import text
from bot.text import MOST_CHIPS, Fact, Words, amount, parse_amount, person, words
from games.cards import JOKER, UNKNOWN
from games.cards import cards as parse_cards
from games.play import Refused

BOTH = [words(language) for language in text.LANGUAGES]
KEYS = sorted(words("en").entries)

SAMPLES: dict[str, Fact] = {
    "": "x",
    "chips": 123450,
    "net": -250,
    "person": "Ann",
    "said": "what?",
    "cards": (51, 0),
    "span": 90,
    "moment": 0,
    "time": 0,
}


def blanks(w: Words, key: str) -> dict[str, str]:
    """The facts of an entry, in any of its forms, and how each is shown."""
    parts = [part for entry in w.entries[key].values() for part in entry]
    return {part.fact: part.shown for part in parts if part.fact is not None}


def sample(w: Words, key: str, n: int) -> str:
    facts: dict[str, Fact] = {"n": n}
    for fact, shown in blanks(w, key).items():
        if shown.endswith(".*"):
            first = min(known for known in w.entries if known.startswith(shown[:-1]))
            facts[fact] = first.removeprefix(shown[:-1])
        elif fact != "n":
            facts[fact] = SAMPLES[shown]
    return w(key, **facts)


# --- the catalogues --------------------------------------------------------------------------


def test_both_catalogues_have_the_same_keys_in_the_same_order() -> None:
    english, japanese = (list(w.entries) for w in BOTH)
    assert english == japanese


@pytest.mark.parametrize("key", KEYS)
def test_an_entry_has_the_same_blanks_in_both_languages(key: str) -> None:
    english, japanese = (blanks(w, key) for w in BOTH)
    assert english == japanese


@pytest.mark.parametrize("w", BOTH, ids=text.LANGUAGES)
def test_every_entry_says_something_with_every_fact_in_it(w: Words) -> None:
    for key in KEYS:
        for n in (1, 3):
            said = sample(w, key, n)
            assert "{" not in said
            assert "}" not in said
            assert said.strip() or key == "span.join"
            for fact, shown in blanks(w, key).items():
                if shown == "chips":
                    assert "1,234.50" in said, (key, fact)
                if shown == "person":
                    assert "\u2068Ann\u2069" in said, (key, fact)


@pytest.mark.parametrize("w", BOTH, ids=text.LANGUAGES)
def test_every_key_that_a_blank_points_into_is_there(w: Words) -> None:
    for key in KEYS:
        for shown in blanks(w, key).values():
            if shown.endswith(".*"):
                assert any(known.startswith(shown[:-1]) for known in KEYS), key


def test_a_japanese_entry_is_in_japanese() -> None:
    same_in_both = re.compile(
        r"(position|rank|ranks|span)\.|.*[._]example$|bank\.example_.*|.*\.(blinds_of|hand|join)$"
    )
    kana_or_kanji = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
    untranslated = [
        key
        for key in KEYS
        if not same_in_both.match(key) and not kana_or_kanji.search(sample(words("ja"), key, 2))
    ]
    # An entry of blanks and signs alone has nothing to translate.
    assert [key for key in untranslated if re.search("[a-z]{3}", written(key))] == []


def written(key: str) -> str:
    return "".join(part.words for part in words("ja").entries[key]["other"])


def test_a_command_button_or_field_name_fits_every_platform() -> None:
    for w in BOTH:
        for key in KEYS:
            said = sample(w, key, 2)
            if re.match(r"command\.\w+\.(about|parameter\.)", key):
                assert len(said) <= 100, key
            if key.startswith("button."):
                assert len(said) <= 75, key
            if key.startswith("form.") and not key.endswith(".total"):
                assert len(said) <= 24, key


def test_every_command_has_an_example_that_names_it() -> None:
    for w in BOTH:
        commands = {key.split(".")[1] for key in KEYS if key.startswith("command.")}
        assert commands >= {"open", "sit", "fold", "raise", "help"}
        for name in commands:
            assert w(f"command.{name}.example").split()[0] == f"/{name}"
            assert w(f"command.{name}.about")


@pytest.mark.parametrize(
    "category",
    [key.removeprefix("category.") for key in KEYS if key.startswith("category.")],
)
def test_every_hand_of_every_rank_has_its_words(category: str) -> None:
    for w in BOTH:
        told = {w.hand(category, (rank, (rank + 1) % 13, 3, 2, 1)) for rank in range(13)}
        assert len(told) == (1 if category in ("royal_flush", "five_aces") else 13)


def test_hands_in_words() -> None:
    english, japanese = BOTH
    assert english.hand("two_pair", (11, 7, 3)) == "two pair, kings and nines"
    assert japanese.hand("two_pair", (11, 7, 3)) == "ツーペア（Kと9）"
    assert english.hand("full_house", (4, 8)) == "full house, sixes over tens"
    assert japanese.hand("full_house", (4, 8)) == "フルハウス（6と10）"
    assert english.hand("straight", (3,)) == "straight, five high"
    assert japanese.hand("straight", (3,)) == "ストレート（5ハイ）"
    assert english.hand("high_card", (12, 9, 7, 6, 0)) == "ace high"
    assert english.hand("royal_flush", (12,)) == "royal flush"


def test_a_missing_key_or_fact_is_an_error_and_a_spare_fact_is_not() -> None:
    english = words("en")
    with pytest.raises(KeyError, match="no_such_key"):
        english("event.no_such_key")
    with pytest.raises(KeyError, match="amount"):
        english("event.bet", who="Ann")
    assert english("event.hole", who="Ann", amount=3) == "The cards are dealt"


def test_one_and_many() -> None:
    english, japanese = BOTH
    assert english("panel.seats_free", n=1) == "1 seat free"
    assert english("panel.seats_free", n=0) == "0 seats free"
    assert japanese("panel.seats_free", n=1) == "空席 1"


def test_an_unknown_language_reads_english() -> None:
    assert words("fr").language == "en"
    assert words("ja").language == "ja"


def test_a_catalogue_with_a_blank_nobody_can_fill_is_not_loaded() -> None:
    for template in ("{who:persn}", "{}", "{who!r}"):
        with pytest.raises(ValueError, match=r"event\.bad"):
            dict(text._entries({"event": {"bad": template}}, ""))


def test_a_refusal_in_words() -> None:
    english, japanese = BOTH
    refused = Refused("too_small", least=16000)
    assert english.refusal(refused) == "Too small: the least is 160."
    assert japanese.refusal(refused) == "小さすぎます。最低 160 です。"


def test_no_entry_labels_chips_with_a_currency() -> None:
    for language in text.LANGUAGES:
        path = Path(text.__file__).with_name("locale") / f"{language}.toml"
        source = path.read_text("utf-8")
        assert tomllib.loads(source)
        assert not [sign for sign in source if unicodedata.category(sign) == "Sc"]
        assert "円" not in source


# --- amounts ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hundredths", "shown"),
    [
        (0, "0"),
        (5, "0.05"),
        (50, "0.50"),
        (100, "1"),
        (1250, "12.50"),
        (123400, "1,234"),
        (123405, "1,234.05"),
        (-500, "−5"),
        (-1250, "−12.50"),
        (MOST_CHIPS * 100, "1,000,000,000,000"),
    ],
)
def test_amounts_as_people_see_them(hundredths: int, shown: str) -> None:
    assert amount(hundredths) == shown


def test_net_results_carry_their_sign() -> None:
    assert [text.net(n) for n in (1250, -300, 0)] == ["+12.50", "−3", "0"]


@pytest.mark.parametrize(
    ("typed", "hundredths"),
    [
        ("100", 100_00),
        ("１００", 100_00),
        ("+100", 100_00),
        (" 100 ", 100_00),
        ("　100　", 100_00),
        ("1,000", 1000_00),
        ("１，０００", 1000_00),
        ("1 000 000", 1_000_000_00),
        ("2.5", 2_50),
        ("２．５０", 2_50),
        (".25", 25),
        ("007", 7_00),
        ("1k", 1000_00),
        ("1K", 1000_00),
        ("１ｋ", 1000_00),
        ("1.5k", 1500_00),
        ("1 k", 1000_00),
        ("1.23456k", 1234_56),
        ("2m", 2_000_000_00),
        ("5千", 5000_00),
        ("1万", 10_000_00),
        ("１万", 10_000_00),
        ("1.5万", 15_000_00),
        ("1万5千", 15_000_00),
        ("1万5千5百", 15_500_00),
        ("1万 5000", 15_000_00),
        ("1万１２３４", 11_234_00),
        ("3百", 300_00),
        ("5十", 50_00),
        ("5百万", 5_000_000_00),
        ("3千5百万", 35_000_000_00),
        ("1億2000万", 120_000_000_00),
        ("1億2千3百万4千", 123_004_000_00),
        ("9999億", 999_900_000_000_00),
        ("1000000000000", MOST_CHIPS * 100),
    ],
)
def test_amounts_as_people_type_them(typed: str, hundredths: int) -> None:
    assert parse_amount(typed) == hundredths


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "empty"),
        (" \t\n　", "empty"),
        ("0", "zero"),
        ("0.00", "zero"),
        ("０万", "zero"),
        ("-5", "negative"),
        ("- 5", "negative"),
        ("−5", "negative"),
        ("－５", "negative"),
        ("-1万", "negative"),
        ("+-5", "negative"),
        ("-", "unclear"),
        ("+", "unclear"),
        ("++5", "unclear"),
        ("--5", "unclear"),
        ("1e30", "unclear"),
        ("1e3", "unclear"),
        ("0x10", "unclear"),
        ("1_000", "unclear"),
        ("NaN", "unclear"),
        ("inf", "unclear"),
        ("Infinity", "unclear"),
        ("1,00", "unclear"),
        ("1,0000", "unclear"),
        (",100", "unclear"),
        ("1.000.000", "unclear"),
        ("10 20", "unclear"),
        ("10/20", "unclear"),
        ("5.", "unclear"),
        ("k", "unclear"),
        ("千", "unclear"),
        ("一万", "unclear"),
        ("1k500", "unclear"),
        ("2m5", "unclear"),
        ("1kk", "unclear"),
        ("1万k", "unclear"),
        ("5千1万5億", "unclear"),
        ("1千2千", "unclear"),
        ("5万1億", "unclear"),
        ("1.5万5千", "unclear"),
        ("1万20000", "unclear"),
        ("20000万1億", "unclear"),
        ("²", "unclear"),
        ("½", "unclear"),
        ("①", "unclear"),
        ("٣", "unclear"),
        ("१००", "unclear"),
        ("$5", "unclear"),
        ("max", "unclear"),
        ("@everyone", "unclear"),
        ("\u202e001", "unclear"),
        ("1\u200b0", "unclear"),
        ("🂡", "unclear"),
        ("5\ufe0f\u20e3", "unclear"),
        ("1.234", "fine"),
        ("0.001", "fine"),
        ("1.234567k", "fine"),
        ("1000000000001", "big"),
        ("1000000000000.01", "big"),
        ("10001億", "big"),
        ("9" * 60, "big"),
        ("9" * 65, "long"),
        ("1" * 4000, "long"),
        ("x" * 4000, "long"),
    ],
)
def test_what_is_no_amount_is_refused_with_its_reason(typed: str, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_amount(typed)
    assert refused.value.reason == f"bad_amount.{reason}"
    for w in BOTH:
        assert len(w.refusal(refused.value)) < 120


def test_words_mean_an_amount_only_where_they_are_offered() -> None:
    offered = {"max": 120000, "half": 60000}
    assert parse_amount("max", relative=offered) == 120000
    assert parse_amount(" Half ", relative=offered) == 60000
    assert parse_amount("250", relative=offered) == 25000
    with pytest.raises(Refused):
        parse_amount("all", relative=offered)


@given(st.integers(1, MOST_CHIPS * 100))
def test_what_is_shown_can_be_typed(hundredths: int) -> None:
    assert parse_amount(amount(hundredths)) == hundredths
    assert parse_amount(text.net(hundredths)) == hundredths


@given(st.text() | st.text("0123456789０５.,，+-−kmKM千万億十百 　eE", max_size=20))
def test_any_text_is_an_amount_or_refused_in_words(typed: str) -> None:
    try:
        outcome = amount(parse_amount(typed))
    except Refused as refused:
        outcome = " / ".join(w.refusal(refused) for w in BOTH)
    else:
        assert 0 < parse_amount(typed) <= MOST_CHIPS * 100
    assert outcome


# --- names -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("山田 太郎", "山田 太郎"),
        ("  Ann \t\n  Lee ", "Ann Lee"),
        ("", "someone"),
        (" \u200b\u2060\ufeff ", "someone"),
        ("\u3164", "someone"),
        ("\u0301\u0301", "someone"),
        ("\ufe0f", "someone"),
        ("\u202eevil\u202c", "evil"),
        ("a\u2066b\u2069c", "abc"),
        ("zero\u200bwidth", "zerowidth"),
        ("bell\x07\x00", "bell"),
        ("line\u2028break", "line break"),
        ("Z" + "\u0335" * 50 + "algo", "Z\u0335\u0335algo"),
        ("e\u0301", "é"),
        ("**bold** <b>", "**bold** <b>"),
        ("@everyone", "@everyone"),
        ("🦊 fox", "🦊 fox"),
        ("x" * 32, "x" * 32),
        ("x" * 33, "x" * 31 + "…"),
        ("x" * 4000, "x" * 31 + "…"),
        ("y" * 30 + " z and more", "y" * 30 + "…"),
        ("\ud800lone", "lone"),
    ],
)
def test_names_are_cleaned(name: str, shown: str) -> None:
    assert person(name) == shown


def test_a_name_in_a_sentence_is_isolated() -> None:
    english, japanese = BOTH
    assert english("event.fold", who="\u202enatas") == "\u2068natas\u2069 folds"
    assert japanese("event.fold", who="") == "\u2068名無し\u2069さんがフォールド"


@given(st.text())
def test_no_name_can_turn_break_or_flood_a_line(name: str) -> None:
    shown = person(name)
    assert 1 <= len(shown) <= text.LONGEST_NAME
    assert shown == " ".join(shown.split())
    assert not {unicodedata.bidirectional(sign) for sign in shown} & {
        *("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI", "B", "BN")
    }
    assert person(shown) == shown


# --- cards and times -------------------------------------------------------------------------


def test_cards_in_words() -> None:
    assert text.cards(parse_cards("AsTd2c9h")) == "A♠ 10♦ 2♣ 9♥"
    assert text.cards((UNKNOWN, JOKER)) == "▮ 🃏"
    assert text.cards(()) == ""


@pytest.mark.parametrize(
    ("seconds", "english", "japanese"),
    [
        (-3, "0 s", "0秒"),
        (0, "0 s", "0秒"),
        (45, "45 s", "45秒"),
        (60, "1 min", "1分"),
        (90, "1 min 30 s", "1分30秒"),
        (180, "3 min", "3分"),
        (3605, "1 h 5 s", "1時間5秒"),
        (43200, "12 h", "12時間"),
        (90061, "1 d 1 h", "1日1時間"),
    ],
)
def test_spans_of_time(seconds: int, english: str, japanese: str) -> None:
    assert [w.span(seconds) for w in BOTH] == [english, japanese]


def test_moments_are_in_utc_to_the_second() -> None:
    assert text.moment(1_772_719_629_999) == "2026-03-05 14:07:09 UTC"


@given(st.integers(0, 4_000_000_000))
def test_a_time_of_day_in_a_text_is_found_again(seconds: int) -> None:
    said = f"{text.time_of_day(seconds * 1000)} · Ann"
    assert text.with_times(said, str) == f"{seconds - seconds % 60} · Ann"


def test_what_is_no_time_of_day_stays_as_it_is() -> None:
    said = f"2026-13-05 14:07 UTC, {text.moment(1_772_719_629_999)}"
    assert text.with_times(said, str) == said
