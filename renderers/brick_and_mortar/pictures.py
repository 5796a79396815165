"""Which picture a view gets, and what is drawn ahead of the first one."""

from PIL import Image

from .board import board
from .finale import finale
from .panel import own_panel
from .reading import View, over


def draw(view: View) -> Image.Image:
    """Return the board, what a player sees alone, or in the end the scores for all."""
    if over(view):
        return finale(view)
    return board(view) if view["viewer"] is None else own_panel(view)


def warm() -> None:
    """Draw."""
