"""A table drawn as an image: what is on it is a description, of which a PNG is made."""

from bot.picture.house import draw_house, places_for
from bot.picture.paint import draw
from bot.picture.scoreboard import MOST_PRIZES, MOST_RANKS, draw_scoreboard
from bot.picture.subject import (
    HandPicture,
    HousePicture,
    RankPicture,
    ScorePicture,
    SeatPicture,
    TablePicture,
)

__all__ = [
    "MOST_PRIZES",
    "MOST_RANKS",
    "HandPicture",
    "HousePicture",
    "RankPicture",
    "ScorePicture",
    "SeatPicture",
    "TablePicture",
    "draw",
    "draw_house",
    "draw_scoreboard",
    "places_for",
]
