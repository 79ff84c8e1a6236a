"""A stream has no gap and no fork, and what its batch says is kept with it."""

from __future__ import annotations

import asyncio
from itertools import cycle

import pytest

from storage import journal
from storage.db import Conflict, Database, Repeated
from storage.journal import Deadline, Due, Press, Row


def row(seq: int, checkpoint: str | None = None, *, said: str = "") -> Row:
    return Row(seq, 1000 + seq, f'{{"act": "{said}"}}', "[]", checkpoint)


async def grow(db: Database, table: str, length: int, *checkpoints: int) -> None:
    for seq in range(1, length + 1):
        mark = f"as of {seq}" if seq in checkpoints else None
        await db.commit(journal.append(table, row(seq, mark)))


async def test_a_stream_reads_back_in_order(db: Database) -> None:
    await grow(db, "t", 12)
    await grow(db, "t2", 1)
    assert await journal.rows(db, "t") == [row(seq) for seq in range(1, 13)]
    assert await journal.rows_after(db, "t", 10) == [row(11), row(12)]
    assert await journal.last_seq(db, "t") == 12
    assert await journal.last_seq(db, "nobody's") == 0
    assert await journal.rows(db, "nobody's") == []


async def test_reading_starts_at_the_newest_checkpoint(db: Database) -> None:
    await grow(db, "t", 11, 1, 4, 10)
    assert await journal.rows(db, "t") == [row(10, "as of 10"), row(11)]
    await db.commit(journal.append("t", row(12, "as of 12")))
    assert await journal.rows(db, "t") == [row(12, "as of 12")]
    assert len(await journal.rows_after(db, "t", 0)) == 12


async def test_checkpoints_and_what_lies_between_them_can_be_read_again(db: Database) -> None:
    await grow(db, "t", 11, 1, 4, 10)
    await grow(db, "t2", 2, 2)
    assert await journal.checkpoints(db, "t", 2, "[") == [(10, "[]"), (4, "[]")]
    assert await journal.checkpoints(db, "t", 9, "[]") == [(10, "[]"), (4, "[]"), (1, "[]")]
    between = await journal.rows_between(db, "t", 4, 6)
    assert between == [row(4, "as of 4"), row(5)]
    assert await journal.rows_between(db, "t", 10, 0) == [row(10, "as of 10"), row(11)]
    await db.commit(journal.append("t", Row(12, 1012, "{}", '[["sat"]]', "as of 12")))
    await db.commit(journal.append("t", row(13, "as of 13")))
    assert await journal.checkpoints(db, "t", 9, '"sat"') == [(12, '[["sat"]]')]


@pytest.mark.parametrize("seq", [1, 2, 3, 5, 40])
async def test_only_the_next_row_is_taken(db: Database, seq: int) -> None:
    await grow(db, "t", 3)
    await grow(db, "longer", 39)
    with pytest.raises(Conflict):
        await db.commit(journal.append("t", row(seq), dues=[Due("t", "p", "redraw", seq)]))
    assert await journal.last_seq(db, "t") == 3
    assert await journal.dues(db) == []


async def test_a_stream_begins_with_one(db: Database) -> None:
    with pytest.raises(Conflict):
        await db.commit(journal.append("t", row(2)))
    with pytest.raises(ValueError, match="number 1"):
        journal.append("t", row(0))


async def test_of_a_hundred_at_once_exactly_one_wins_each_seq(
    db: Database, rival: Database
) -> None:
    async def contend(door: Database, seq: int, name: str) -> str | None:
        try:
            await door.commit(journal.append("t", row(seq, said=name), press=Press(name)))
        except Conflict:
            return None
        return name

    for seq in range(1, 6):
        doors = cycle((db, rival))
        names = [f"{seq}-{number}" for number in range(100)]
        tries = (contend(door, seq, name) for door, name in zip(doors, names, strict=False))
        [winner] = [name for name in await asyncio.gather(*tries) if name]
        assert (await journal.rows(db, "t"))[-1] == row(seq, said=winner)
        pressed = await db.load("SELECT id FROM command WHERE seq = ?", seq)
        assert pressed == [(winner,)]


async def test_many_streams_grow_at_once(db: Database) -> None:
    await asyncio.gather(*(grow(db, f"t{number}", 10, 7) for number in range(12)))
    for number in range(12):
        stream = await journal.rows(db, f"t{number}")
        assert [one.seq for one in stream] == [7, 8, 9, 10]


async def test_a_press_counts_once_and_keeps_its_answer(db: Database) -> None:
    await db.commit(journal.append("t", row(1), press=Press("web:17", '"+25"')))
    with pytest.raises(Repeated):
        await db.commit(journal.append("t", row(2), press=Press("web:17", '"+25"')))
    with pytest.raises(Repeated):
        await db.commit(journal.append("another", row(1), press=Press("web:17")))
    assert await journal.answer(db, "web:17") == '"+25"'
    assert await journal.answer(db, "web:18") is None
    assert await journal.last_seq(db, "t") == 1


async def test_old_presses_are_forgotten(db: Database) -> None:
    for seq in (1, 2, 3):
        await db.commit(journal.append("t", row(seq), press=Press(f"p{seq}", "done")))
    await db.commit(journal.forget_presses(before=1003))
    answers = [await journal.answer(db, f"p{seq}") for seq in (1, 2, 3)]
    assert answers == [None, None, "done"]


async def test_deadlines_are_set_replaced_and_cleared_with_the_row(db: Database) -> None:
    turn, away = Deadline("t", "turn", 500, "17.4"), Deadline("t", "away:3", 400, "3")
    other = Deadline("u", "turn", 450, "1.1")
    await db.commit(journal.append("t", row(1), arm=[turn, away]))
    await db.commit(journal.append("u", row(1), arm=[other]))
    assert await journal.deadlines(db) == [away, other, turn]
    later = turn._replace(due=900, valid="17.5")
    with pytest.raises(Conflict):
        await db.commit(journal.append("t", row(1), arm=[later], disarm=["away:3"]))
    assert await journal.deadlines(db, "t") == [away, turn]
    await db.commit(journal.append("t", row(2), arm=[later], disarm=["away:3", "never set"]))
    assert await journal.deadlines(db, "t") == [later]
    await db.commit(journal.append("t", row(3), arm=[turn], disarm=["turn"]))
    assert await journal.deadlines(db) == [other, turn]


async def test_the_newest_mark_counts_and_goes_only_when_that_was_sent(db: Database) -> None:
    draw, whisper = Due("t", "web:lobby", "redraw", 1), Due("t", "web:ann", "private", 1, '"A"')
    await db.commit(journal.append("t", row(1), dues=[draw, whisper]))
    await db.commit(journal.append("t", row(2), dues=[draw._replace(seq=2, body='"new"')]))
    newer = Due("t", "web:lobby", "redraw", 2, '"new"')
    assert await journal.dues(db) == [whisper, newer]
    await db.commit(journal.sent("t", "web:lobby", "redraw", 1))
    assert await journal.dues(db, "t") == [whisper, newer]
    await db.commit(journal.sent("t", "web:lobby", "redraw", 2))
    assert await journal.dues(db, "t") == [whisper]
    assert await journal.dues(db, "u") == []
