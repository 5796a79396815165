"""Signs in texts: where an emoji stands, if the application has it. A sign is a character that
nobody can type, since names and notes are shown without such characters. When a text is sent, it is
replaced by its emoji, or left out with the space behind it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from bot.pictures.symbols import groups, symbols_of

FIRST = 0xF0000
"""The first of Unicode's supplementary private characters."""
SIGN = re.compile("([\U000f0000-\U000ffffd]) ?")


def sign(symbol: str) -> str:
    """The sign of a symbol, see `bot.pictures.symbols`."""
    return chr(FIRST + _symbols().index(symbol))


def with_signs(text: str, written: Callable[[str], str]) -> str:
    """A text in which signs are written in this way, or left out where that is ""."""

    def write(found: re.Match[str]) -> str:
        emoji = written(_symbols()[ord(found[1]) - FIRST])
        return f"{emoji} " if emoji else ""

    return SIGN.sub(write, text)


def without_signs(text: str) -> str:
    return SIGN.sub("", text)


@cache
def _symbols() -> list[str]:
    """All symbols, by the numbers of their signs."""
    return [f"{group}/{name}" for group in groups() for name in symbols_of(group)]
