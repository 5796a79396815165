"""Which picture a view gets, and what is drawn ahead of the first one."""

from PIL import Image

from .board import board
from .panel import own_panel
from .reading import View


def draw(view: View) -> Image.Image:
    """Return the board, or what a player sees alone."""
    return board(view) if view["viewer"] is None else own_panel(view)


def warm() -> None:
    """Draw."""
