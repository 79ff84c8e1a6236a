"""A table drawn as an image: what is on it is a description, of which a PNG is made."""

from bot.picture.house import draw_house, places_for
from bot.picture.paint import draw
from bot.picture.subject import HandPicture, HousePicture, SeatPicture, TablePicture

__all__ = [
    "HandPicture",
    "HousePicture",
    "SeatPicture",
    "TablePicture",
    "draw",
    "draw_house",
    "places_for",
]
