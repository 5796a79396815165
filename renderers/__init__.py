"""Pictures of views, a module or package per game: `draw(view)`, `describe(view)`, `warm()`; where
a game draws its own cards `draw_card(card)`, where it tells more than `describe` does `tell(view)`.
Those of an installed game are what its package names as an entry point of `atelier.renderers`.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import ModuleType

SHARED = (
    "caching",
    "canvas",
    "cards",
    "chart",
    "replay",
    "fonts",
    "header",
    "layout",
    "standings",
    "transcript",
)
GROUP = "atelier.renderers"


@cache
def for_game(name: str) -> ModuleType:
    """Return the picture module of a game; raise LookupError if it has none."""
    if name not in SHARED and name.isidentifier():
        if find_spec(f"{__name__}.{name}") is not None:
            return import_module(f"{__name__}.{name}")
        for entry in entry_points(group=GROUP, name=name):
            return entry.load()
    raise LookupError(f"There are no pictures for a game named {name!r}.")
