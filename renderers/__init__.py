"""Pictures of views, a module or package per game: `draw(view)`, `describe(view)`, `warm()`; where
a game draws its own cards `draw_card(card)`, where it tells more than `describe` does `tell(view)`.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

SHARED = ("canvas", "cards", "course", "film", "fonts", "telling")


def for_game(name: str) -> ModuleType:
    """Return the picture module of a game; raise LookupError if it has none."""
    if name in SHARED or not name.isidentifier() or find_spec(f"{__name__}.{name}") is None:
        raise LookupError(f"There are no pictures for a game named {name!r}.")
    return import_module(f"{__name__}.{name}")
