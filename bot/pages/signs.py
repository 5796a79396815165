"""Signs in texts: where an emoji stands, if the application has it. They are marks that nobody can
type, since names and notes are shown without such characters, and are replaced when a text is
sent.
"""

from __future__ import annotations

import re
from collections.abc import Callable

BEGIN, END = "\ue000", "\ue001"
"""Private characters around the name of a symbol."""
SIGN = re.compile(f"{BEGIN}([^{END}…]*)(?:{END} ?)?")
"""A sign with the space behind it; one that was cut off has no end."""


def sign(symbol: str) -> str:
    """The sign of a symbol, see `bot.pictures.symbols`."""
    return f"{BEGIN}{symbol}{END}"


def with_signs(text: str, written: Callable[[str], str]) -> str:
    """A text in which signs are written in this way, or left out where that is ""."""

    def write(found: re.Match[str]) -> str:
        emoji = written(found[1]) if END in found[0] else ""
        return f"{emoji} " if emoji else ""

    return SIGN.sub(write, text)


def without_signs(text: str) -> str:
    return with_signs(text, lambda _symbol: "")
