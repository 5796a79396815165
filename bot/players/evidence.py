"""News of games that were played out after two moves: what is the same in them, and what counts."""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from typing import Any

from bot.players.courses import Part, numbers
from bot.players.reasons import SEATS, News, Share
from games.kernel import KIND, WORTH
from games.words import phrase, unpack

MOSTLY = 0.55
"""What happens in so many games is usual."""
MUCH = 0.5
"""A cause is this share of the gain."""
SURE_ERRORS = 2.0
"""An amount counts if it is larger by so many standard errors."""
Key = tuple[Any, ...]
"""The same for news that differ in their numbers alone."""


CODE = re.compile(r"\{(\w+):text\}")
"""What a template names by its code."""


def key_of(news: News) -> Key:
    """What news are and name, by codes if they have any, then whom."""
    template, values = news
    others = numbers(news).keys() | {*SEATS, WORTH, KIND}
    things = {name: str(value) for name, value in values.items() if name not in others}
    if WORTH in values:
        things = {name: re.sub(r"\d+", "", thing).strip() for name, thing in things.items()}
    codes = {name: things[name] for name in CODE.findall(template) if name in things}
    return template, (*(codes or things).items(),), tuple(values.get(name) for name in SEATS)


def shares(parts: dict[Part, float]) -> list[Share]:
    """Rounded, the largest ones first."""
    largest = sorted(parts, key=lambda part: -abs(parts[part]))
    rounded = [(part, round(parts[part])) for part in largest]
    return [Share(n, amount_of(*part, abs(n))) for part, n in rounded if n]


def amount_of(template: str, values: tuple[tuple[str, Any], ...], n: int) -> Any:
    return unpack({"say": template, "of": {**dict(values), "n": n}}) if template else None


def said(news: News) -> str:
    return str(phrase(news[0], **news[1]))


def names(text: str, name: str) -> bool:
    """Whether a text has a name as whole words."""
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def sure_mean(values: Sequence[float]) -> float:
    """The mean, or 0 where it may be 0."""
    mean = statistics.fmean(values)
    error = statistics.stdev(values) / len(values) ** 0.5
    return mean if abs(mean) > SURE_ERRORS * error else 0.0
