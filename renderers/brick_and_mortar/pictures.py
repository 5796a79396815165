"""Which picture a view gets, and what is drawn ahead of the first one."""

from PIL import Image

from .board import board
from .reading import View


def draw(view: View) -> Image.Image:
    """Return the board."""
    return board(view)


def warm() -> None:
    """Draw."""
