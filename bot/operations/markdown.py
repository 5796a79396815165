"""Discord's markdown: what people type, and their names, are shown as plain text."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category

BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
"""Letters and symbols that look like spaces."""
HIDDEN = {"Cc", "Cf", "Co", "Cs"}
"""Unicode's categories of invisible characters: control, format (such as the direction of writing
and zero width), private use, and surrogates.
"""
MAX_COMBINED = 3
"""Combining characters on one letter. More of them reach into the lines above and below."""
FORMATTING = re.compile(
    r"[\\*~|`<\[\]]"  # "<" begins mentions, emoji, commands and timestamps
    r"|(?<![^\W_])_|_(?![^\W_])"  # not inside a word, where Discord shows it as it is
    r"|:(?=//)|@(?=everyone|here)"
)
"""The characters that begin formatting."""
AT_LINE_START = re.compile(r"^([^\S\n]*)(?=(?:-#?|#{1,3}|>|>>>)\s)", re.MULTILINE)
"""The place before what makes a line a list item, a heading, small text or a quote."""


def clean_line(name: str) -> str:
    """A text on one line, without invisible characters and piles of accents; "" where nothing is
    left.
    """
    text = _without_hidden(" ".join(name.translate(BLANK).split()))
    return " ".join((text if text.isascii() else _without_piles(text)).split())


@lru_cache
def escape_markdown(text: str) -> str:
    """A text in which Discord finds no formatting, link, mention, emoji or command."""
    return AT_LINE_START.sub(r"\1\\", FORMATTING.sub(r"\\\g<0>", _without_hidden(text)))


def _without_hidden(text: str) -> str:
    """A text without invisible characters; line breaks stay."""
    if text.isprintable():
        return text
    return "".join(each for each in text if each == "\n" or category(each) not in HIDDEN)


def _without_piles(text: str) -> str:
    """A text in which each letter has at most `MAX_COMBINED` combining characters, and nothing else
    has any.
    """
    kept, combined = "", MAX_COMBINED
    for each in text:
        if category(each)[0] == "M":
            combined += 1
        else:
            combined = MAX_COMBINED if each == " " else 0
        if combined <= MAX_COMBINED:
            kept += each
    return kept
