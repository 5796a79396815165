"""Reach: legible pictures and complete words, looked for in many positions of the golden games."""

from __future__ import annotations

from bot.pictures import pictures
from tests.benchmarks.figures import figure
from tests.golden import playthroughs
from tests.reach import looked_at, sampled, told_and_untold, unlisted, weak_texts

TWO_MESSAGES = 7000
"""Characters of a long text that `/game text` shows in two messages."""


def run(name: str) -> None:
    """Prints which texts of a game are weak, which facts untold, and how long the words are."""
    written, weak = weak_texts(name, sampled(name, few=1))
    views = looked_at(name, records=len(playthroughs(name)))
    untold = unlisted(name, told_and_untold(name, pictures.describe_fully, views)[1])
    print(f"{name}: {written} texts, {len(views)} views")
    figure("texts that do not stand out", len(weak), "texts", 0)
    figure("facts to look into, told in no view tried", len(untold), "facts")
    longest = max(len(pictures.describe_fully(view)) for view in views)
    figure("the longest text", longest, "characters", TWO_MESSAGES)
    for where, what in weak.items():
        print(f"    {where}: {what}")
    for kind in sorted(untold):
        print(f"    {kind}")
