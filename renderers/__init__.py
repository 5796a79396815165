"""Pictures of views, a module or package for each game. It has `draw(view)` and `describe(view)`
(the alt text), and may have `draw_card(card)`, `tell(view)` (a longer text), `symbols()` (the
emoji of its things) and `move_boxes(view, move)` (where the pieces of a move are). An installed
game names its module as an entry point of `atelier.renderers`.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

SHARED = (
    "caching",
    "canvas",
    "cards",
    "chart",
    "course",
    "replay",
    "fonts",
    "header",
    "layout",
    "marks",
    "palettes",
    "seats",
    "standings",
    "symbols",
    "transcript",
)
GROUP = "atelier.renderers"


def own_names() -> list[str]:
    """The names of the games of this project that have pictures, without loading these."""
    found = {module.name for module in iter_modules(__path__)}
    return sorted(found.difference(SHARED))


@cache
def for_game(name: str) -> ModuleType:
    """The picture module of a game; raises LookupError if it has none."""
    if name in own_names():
        return import_module(f"{__name__}.{name}")
    from importlib.metadata import entry_points  # seldom needed, and slow to load

    for entry in entry_points(group=GROUP, name=name):
        return entry.load()
    raise LookupError(f"There are no pictures for a game named {name!r}.")
