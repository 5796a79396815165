"""What people are called at tables."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from unicodedata import category

from bot.operations.markdown import clean_line
from bot.texts.languages import LANGUAGES, lexicon
from games.words import appearance, template

FALLBACK_NAME = "Player"
"""Replaces a name without any visible character."""
IS_COMPUTER = template(" (computer)")
"""What follows the name of a computer player at the board."""
IS_COMPUTER_OF_LEVEL = template(" — computer player, {level}")
"""What follows it in the lobby."""
BEFORE_REMARK = {"Pd", "Ps", "Pi", "Sm", "Sk"}
"""Unicode's categories of dashes, of brackets and quotation marks that open, and of signs that look
like them, such as "＜".
"""
LETTERS = re.compile(r"[^\W\d_]+( [^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody whom a line of news names: their name then, and their user number, by which it is
    found when their data is erased; 0 for a computer player.
    """

    user: int
    name: str


@lru_cache(maxsize=4096)
def plain_name(name: str) -> str:
    """A name on one line. It cannot call its person a computer player: what says so is cut off."""
    shown = clean_line(name)
    for place, each in enumerate(shown):
        if category(each) in BEFORE_REMARK:
            rest = LETTERS.search(appearance(shown[place + 1 :]))
            if rest and rest[0].startswith(_computer_words()):
                shown = shown[:place].rstrip()
                break
    return shown or FALLBACK_NAME


@cache
def _computer_words() -> tuple[str, ...]:
    """What computer players are called, in all languages."""
    said = [
        lexicon(language).template(remark)
        for remark in (IS_COMPUTER, IS_COMPUTER_OF_LEVEL)
        for language in LANGUAGES
    ]
    return tuple({found[0] for each in said if (found := LETTERS.search(appearance(each)))})
