"""The rulebook of a game, read from its RULES.md: a glance, chapters, numbered rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from games import folder

MOST = 3400
"""Characters of rules in a message, with room for its heading."""
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
class Sheet:
    """As much of a chapter as fits a message."""

    name: str
    """The number of the chapter, and of the sheet where there are several: "13", "13/2"."""
    title: str
    text: str


@dataclass(slots=True)
class Rulebook:
    """A game's rules as players read them."""

    glance: str
    chapters: list[Chapter]

    @property
    def sheets(self) -> dict[str, Sheet]:
        """Every chapter by its number, long ones in several sheets, in order."""
        found: dict[str, Sheet] = {}
        for chapter in self.chapters:
            texts = _fitting([f"**{r.number} {r.title}.** {r.text}" for r in chapter.rules])
            for n, text in enumerate(texts):
                name = f"{chapter.number}/{n + 1}" if n else chapter.number
                part = f" ({n + 1} of {len(texts)})" if len(texts) > 1 else ""
                title = f"{chapter.number}. {chapter.title}{part}"
                found[name] = Sheet(name, title, text)
        return found

    @property
    def rules(self) -> dict[str, Rule]:
        """Every rule by its number, in order."""
        return {rule.number: rule for chapter in self.chapters for rule in chapter.rules}


def _fitting(rules: list[str]) -> list[str]:
    """The rules in as few texts as fit, none of them cut."""
    texts: list[str] = []
    for rule in rules:
        if texts and len(texts[-1]) + len(rule) < MOST:
            texts[-1] += f"\n\n{rule}"
        else:
            texts.append(rule)
    return texts


@cache
def rulebook(game: str) -> Rulebook:
    """The rulebook of a game by its name; FileNotFoundError where it has none."""
    text = folder(game).joinpath("RULES.md").read_text(encoding="utf-8")
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
