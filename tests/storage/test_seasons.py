"""Seasons and scores are kept on both databases: once each, and for the season that is present."""

from __future__ import annotations

import pytest

from storage import seasons
from storage.batch import Conflict, Database
from storage.seasons import Score, Season, Standing

AUTUMN = Season(1, "autumn", "Autumn", "web:ann", 10)
WINTER = Season(2, "winter", "Winter", "web:ann", 20)


def score(tournament: str, person: str, place: int, points: int, prize: int = 0) -> Score:
    return Score(tournament, person, "home", 5, place, points, prize)


async def test_a_score_counts_for_the_season_that_is_present(db: Database) -> None:
    await db.commit([seasons.score(score("t1", "ann", 1, 41, 100))])
    await db.commit([seasons.begin("home", AUTUMN)])
    await db.commit([seasons.begin("away", WINTER)])
    await db.commit(
        [seasons.score(score("t2", "ann", 2, 0)), seasons.score(score("t2", "bob", 1, 41))]
    )
    await db.commit([seasons.begin("home", WINTER)])
    assert await seasons.standings(db, "home", 0) == [Standing("ann", 41, 1, 1, 1, 1)]
    assert [one.person for one in await seasons.standings(db, "home", 1)] == ["bob", "ann"]
    assert await seasons.standings(db, "home", 2) == []
    assert await seasons.standings(db, "away", 2) == []
    assert await seasons.tournaments(db, "home") == {0: 1, 1: 1}


async def test_a_result_is_kept_once(db: Database) -> None:
    await db.commit([seasons.score(score("t1", "ann", 1, 41))])
    for again in (score("t1", "ann", 1, 41), score("t1", "ann", 2, 500)):
        with pytest.raises(Conflict):
            await db.commit([seasons.score(again)])
    assert await seasons.standings(db, "home", 0) == [Standing("ann", 41, 1, 1, 0, 1)]


async def test_sums_are_put_in_order_by_points_wins_and_the_best_place(db: Database) -> None:
    results = [
        score("t1", "ann", 1, 100, 5), score("t1", "bob", 2, 50, 5), score("t1", "cat", 3, 50),
        score("t2", "ann", 4, 0), score("t2", "bob", 1, 50), score("t2", "cat", 2, 50, 5),
        score("t2", "dan", 3, 100),
    ]  # fmt: skip
    await db.commit([seasons.score(one) for one in results])
    assert await seasons.standings(db, "home", 0) == [
        Standing("ann", 100, 2, 1, 1, 1),
        Standing("bob", 100, 2, 1, 1, 1),
        Standing("cat", 100, 2, 0, 1, 2),
        Standing("dan", 100, 1, 0, 0, 3),
    ]


async def test_a_season_has_a_number_and_a_name_of_its_own(db: Database) -> None:
    await db.commit([seasons.begin("home", AUTUMN)])
    for taken in (AUTUMN._replace(key="x"), AUTUMN._replace(number=2)):
        with pytest.raises(Conflict):
            await db.commit([seasons.begin("home", taken)])
    await db.commit([seasons.begin("home", WINTER)])
    assert await seasons.all_of(db, "home") == [AUTUMN, WINTER]


async def test_only_a_season_without_scores_is_renamed(db: Database) -> None:
    await db.commit([seasons.begin("home", AUTUMN)])
    await db.commit([seasons.begin("home", WINTER)])
    spring = WINTER._replace(key="spring", name="Spring", by="web:bob", at=30)
    await db.commit([seasons.rename("home", spring)])
    assert await seasons.all_of(db, "home") == [AUTUMN, spring]
    await db.commit([seasons.score(score("t1", "ann", 1, 41))])
    with pytest.raises(Conflict):
        await db.commit([seasons.rename("home", WINTER)])
    assert await seasons.all_of(db, "home") == [AUTUMN, spring]
