"""Discord's markdown: what somebody typed, or calls themselves, is shown as plain text."""

from __future__ import annotations

import re
from unicodedata import category

BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
"""Letters and symbols that are drawn as nothing."""
HIDDEN = {"Cc", "Cf", "Co", "Cs"}
"""Unicode's categories of characters for control, for format (such as the direction of writing and
zero width), for private use, and of halves of pairs.
"""
FORMATTING = re.compile(
    r"[\\*~|`<\[\]]"  # an opening angle begins mentions, emoji, commands and moments
    r"|(?<![^\W_])_|_(?![^\W_])"  # not inside of a word, where it stays as it is
    r"|:(?=//)|@(?=everyone|here)"
)
"""What begins something other than plain text."""
AT_LINE_START = re.compile(r"^([^\S\n]*)(?=(?:-#?|#{1,3}|>|>>>)\s)", re.MULTILINE)
"""The place before what makes a line a list, a heading, small print or a quote."""


def cleaned(name: str) -> str:
    """Returns a name on one line, without characters that nobody sees and that change how others
    are shown; "" where nothing is left.
    """
    return " ".join(_visible(" ".join(name.translate(BLANK).split())).split())


def escaped(text: str) -> str:
    """Returns a text of which Discord makes no format, link, mention, emoji or command."""
    return AT_LINE_START.sub(r"\1\\", FORMATTING.sub(r"\\\g<0>", _visible(text)))


def _visible(text: str) -> str:
    """Returns a text without hidden characters, line breaks excepted."""
    if text.isprintable():
        return text
    return "".join(each for each in text if each == "\n" or category(each) not in HIDDEN)
