"""The rulebook of a game, read from its RULES.md: a glance, chapters, numbered rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

CHAPTER = re.compile(r"^## (\d+)\. (.+)$")
RULE = re.compile(r"^\*\*(\d+\.\d+) (.+?)\.?\*\*\s*(.*)$", re.DOTALL)


@dataclass(slots=True)
class Rule:
    """A numbered rule."""

    number: str
    title: str
    text: str


@dataclass(slots=True)
class Chapter:
    """Rules that belong together."""

    number: str
    title: str
    rules: list[Rule] = field(default_factory=list[Rule])


@dataclass(slots=True)
class Rulebook:
    """A game's rules as players read them."""

    glance: str
    chapters: list[Chapter]

    @property
    def rules(self) -> dict[str, Rule]:
        """Every rule by its number, in order."""
        return {rule.number: rule for chapter in self.chapters for rule in chapter.rules}


@cache
def rulebook(game: str) -> Rulebook:
    """The rulebook of a game by its name; FileNotFoundError where it has none."""
    text = files("games").joinpath(game, "RULES.md").read_text(encoding="utf-8")
    glance: list[str] = []
    chapters: list[Chapter] = []
    for block in (
        " ".join(part.split("\n")) if RULE.match(part) else part
        for part in text.strip().split("\n\n")
    ):
        block = block.strip()
        if heading := CHAPTER.match(block):
            chapters.append(Chapter(heading[1], heading[2].strip()))
        elif (rule := RULE.match(block)) and chapters:
            chapters[-1].rules.append(Rule(rule[1], rule[2], rule[3]))
        elif chapters and chapters[-1].rules:
            chapters[-1].rules[-1].text += f"\n\n{block}"
        elif not block.startswith("# "):
            glance.append(block)
    return Rulebook("\n\n".join(glance), chapters)
