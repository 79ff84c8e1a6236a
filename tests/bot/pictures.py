"""Tables worth looking at: `python -m tests.bot.pictures` draws them anew into tests/bot/golden.

Look at each before it is committed, also at the width of a phone.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bot.picture import SeatPicture, TablePicture, draw
from games.cards import cards

GOLDEN = Path(__file__).with_name("golden")


def _before_the_flop() -> TablePicture:
    names = (
        "Ann",
        "Bartholomew",
        "Chloé",
        "Dmitri",
        "Ελένη",
        "Fatima",
        "Göran",
        "Hana",
        "Ivo",
        "Jo",
    )
    notes = ("", "Small blind", "Big blind", "Raise", "Fold", "Fold", "Call", "", "", "")
    bets = (0, 1_000, 2_000, 6_000, 0, 0, 6_000, 0, 0, 0)
    seats = tuple(
        SeatPicture(
            number, name, 100_000 + 1_250 * number, bets[number - 1],
            backs=0 if notes[number - 1] == "Fold" else 2, note=notes[number - 1],
            dim=notes[number - 1] == "Fold", acting=number == 8, computer=number in (4, 9),
        )
        for number, name in enumerate(names, 1)
    )  # fmt: skip
    return TablePicture(
        10, seats, 1, pot=15_000, pot_text="Pot 150", title="Table 3", subtitle="10/20 · Hand #12"
    )


def _all_in() -> TablePicture:
    hands = ("AsAd", "KhKd", "QcQs", "9h8h")
    stacks = (0, 0, 0, 87_500)
    names = ("Ann", "Bob", "Cat", "Dan")
    seats = tuple(
        SeatPicture(
            number, name, stack, cards=cards(hand),
            note="" if stack else "all-in", tone="plain" if stack else "all_in",
        )
        for number, (name, stack, hand) in enumerate(zip(names, stacks, hands, strict=True), 1)
    )  # fmt: skip
    return TablePicture(
        6, (*seats, SeatPicture(5, "Eve", 40_000, note="folded", dim=True)), 4, cards("Kc7s2d"),
        pot=262_500, pot_text="Pot 2,625",
        below="1,250 + 900 + 300 + 175",
        title="Table 3", subtitle="10/20 · Hand #31",
    )  # fmt: skip


def _showdown() -> TablePicture:
    seats = (
        SeatPicture(1, "Ann", 248_000, cards=cards("AhKd"), note="wins 1,240", tone="won"),
        SeatPicture(2, "Bob", 34_000, cards=cards("JcJd")),
        SeatPicture(3, "Cat", 99_050, note="folded", dim=True),
        SeatPicture(5, "Dan", 120_000, note="sitting out", dim=True),
        SeatPicture(6, "Eve", 51_200, note="folded", dim=True, computer=True),
    )
    return TablePicture(
        6, seats, 4, cards("AsKhQs7d2c"), frozenset(cards("AhKdAsKhQs")), 124_000, "Pot 1,240",
        "Two pair, aces and kings", title="Friday night", subtitle="10/20 · Hand #7",
        four_colours=True,
    )  # fmt: skip


def _japanese() -> TablePicture:
    seats = (
        SeatPicture(1, "花子", 98_000, 2_000, backs=2, note="BB", acting=True),
        SeatPicture(2, "さくら", 143_500, 24_000, backs=2, note="レイズ"),
        SeatPicture(3, "山田 太郎", 0, 31_050, backs=2, note="オールイン", tone="all_in"),
        SeatPicture(4, "ディーラーボーイ", 56_000, note="フォールド", dim=True, computer=True),
        SeatPicture(5, "渡邉ゆうこ", 120_000, note="離席中", dim=True),
    )
    return TablePicture(
        6, seats, 2, cards("Js10h9d".replace("10", "T")), pot=98_000, pot_text="ポット 980",
        title="テーブル 3", subtitle="10/20 · ハンド #12", language="ja",
    )  # fmt: skip


def _strange_names() -> TablePicture:
    names = (
        "<b onclick=x>Zoë</b>", "😀🎲", "مرحبا", "한국어 이름", "简体汉语", "繁體漢語",
        "\u202eevil\u200b", "Ё" * 4_000, "a\u0301\u0302\u0303\u0304 \U0010fffe",
    )  # fmt: skip
    seats = tuple(
        SeatPicture(number, name, 10 ** (number + 5), backs=2)
        for number, name in enumerate(names, 1)
    )
    return TablePicture(
        9, seats, 5, pot=123_456_789_012_345, pot_text="Pot 1,234,567,890,123.45",
        title="A table with a name that does not fit", subtitle="0.25/0.50 · Hand #123,456",
    )  # fmt: skip


SCENES: Mapping[str, TablePicture] = {
    "empty": TablePicture(
        6, banner="Waiting for players: two can play.", title="Table 3", subtitle="10/20"
    ),
    "before_the_flop": _before_the_flop(),
    "all_in": _all_in(),
    "showdown": _showdown(),
    "japanese": _japanese(),
    "strange_names": _strange_names(),
    "heads_up": TablePicture(
        2,
        (
            SeatPicture(1, "Ann", 87_650, 12_000, backs=2, note="Bet"),
            SeatPicture(2, "Bob", 92_350, backs=2, acting=True),
        ),
        1, cards("Th9s3h2c"), pot=32_000, pot_text="Pot 320", title="Table 9",
        subtitle="10/20 · Hand #2",
    ),
}  # fmt: skip


def main() -> None:
    for name, scene in SCENES.items():
        (GOLDEN / f"{name}.png").write_bytes(draw(scene))


if __name__ == "__main__":
    main()
