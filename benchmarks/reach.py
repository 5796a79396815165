"""Reach: whether pictures are legible and texts complete in many positions of the golden games."""

from atelier_testing.golden import playthroughs
from atelier_testing.reach import is_listed, looked_at, sampled, shown_untold, weak_texts
from benchmarks.figures import figure
from bot.pictures import drawing

TWO_MESSAGES = 7000
"""`/game text` shows this many characters in two messages."""


def run(name: str) -> None:
    """Prints which texts of a game are hard to read, which facts no text tells, and lengths."""
    written, weak = weak_texts(name, sampled(name, few=1))
    views = looked_at(name, records=len(playthroughs(name)))
    untold = {kind for kind in shown_untold(name, views) if not is_listed(name, kind)}
    print(f"{name}: {written} texts, {len(views)} views")
    figure("texts that do not stand out", len(weak), "texts", 0)
    figure("facts that pictures show and no text tells", len(untold), "facts")
    longest = max(len(drawing.describe_fully(view)) for view in views)
    figure("the longest text", longest, "characters", TWO_MESSAGES)
    for where, what in weak.items():
        print(f"    {where}: {what}")
    for kind in sorted(untold):
        print(f"    {kind}")
