"""A table drawn as an image: what is on it is a `TablePicture`, `draw` makes a PNG of it."""

from bot.picture.paint import draw
from bot.picture.subject import SeatPicture, TablePicture

__all__ = ["SeatPicture", "TablePicture", "draw"]
