"""The rulebook of a game, read from its RULES.md: a summary, chapters, numbered rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache

from bot.texts.languages import LANGUAGES, current_language, translate, using_language
from bot.texts.search import Search
from games import folder

MAX_CHARACTERS = 3400
"""How many characters of rules a message holds, beside its heading."""
MARKUP_CHARACTERS = len("**  .** \n\n")
"""The markup around the number, the title and the text of a rule."""
CHAPTER = re.compile(r"^## (\d+)\. (.+)$")
RULE = re.compile(r"^\*\*(\d+\.\d+) (.+?)\.?\*\*\s*(.*?)(?:\s*<!-- (.+) -->)?$", re.DOTALL)

NUMBER = re.compile(r"\d+\.\d*")


@dataclass(slots=True)
class Rule:
    number: str
    title: str
    text: str
    other_words: str = ""
    """Words that are not shown, by which people also look for it."""


@dataclass(slots=True)
class Chapter:
    """A numbered chapter with its rules."""

    number: str
    title: str
    rules: list[Rule] = field(default_factory=list[Rule])


@dataclass(slots=True)
class Sheet:
    """As much of a chapter as fits in a message."""

    name: str
    """The number of the chapter, and of the sheet where there are several: "13", "13/2"."""
    chapter: Chapter
    part: int
    parts: int
    """How many sheets the chapter has; `part` counts from 1."""
    rules: list[Rule]


@dataclass(slots=True)
class Rulebook:
    """A game's rules as players read them."""

    glance: str
    """The summary at its beginning."""
    chapters: list[Chapter]

    @property
    def sheets(self) -> dict[str, Sheet]:
        found: dict[str, Sheet] = {}
        for chapter in self.chapters:
            parts = _split(chapter.rules)
            for n, rules in enumerate(parts, start=1):
                name = f"{chapter.number}/{n}" if n > 1 else chapter.number
                found[name] = Sheet(name, chapter, n, len(parts), rules)
        return found

    @property
    def rules(self) -> dict[str, Rule]:
        return {rule.number: rule for chapter in self.chapters for rule in chapter.rules}


def _split(rules: list[Rule]) -> list[list[Rule]]:
    """Splits rules into as few sheets as possible; no rule is cut."""
    sheets: list[list[Rule]] = []
    room = 0
    for rule in rules:
        length = len(rule.number) + len(rule.title) + len(rule.text) + MARKUP_CHARACTERS
        if not sheets or length >= room:
            sheets.append([])
            room = MAX_CHARACTERS
        sheets[-1].append(rule)
        room -= length
    return sheets


def find_rules(game: str, typed: str) -> list[Rule]:
    """The rules whose number begins with what was typed; if there are none, and it is no number of
    a rule, those with its words, the best first.
    """
    rules = rulebook(game).rules
    numbered = [rule for number, rule in rules.items() if number.startswith(typed)]
    if numbered or NUMBER.fullmatch(typed):
        return numbered
    return [rules[number] for number in _search(game, current_language()).found(typed)]


@lru_cache(len(LANGUAGES) * 10)
def _search(game: str, language: str) -> Search[str]:
    """The rules of a game by their words in a language, and by their English ones."""
    with using_language(language, game):
        return Search(
            (
                rule.number,
                translate(rule.title),
                translate(rule.other_words),
                " ".join([translate(chapter.title), rule.title, rule.other_words, rule.text]),
            )
            for chapter in rulebook(game).chapters
            for rule in chapter.rules
        )


@cache
def rulebook(game: str) -> Rulebook:
    """Raises FileNotFoundError where the game has no rules."""
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
            chapters[-1].rules.append(Rule(rule[1], rule[2], rule[3], rule[4] or ""))
        elif chapters and chapters[-1].rules:
            chapters[-1].rules[-1].text += f"\n\n{block}"
        elif not block.startswith("# "):
            glance.append(block)
    return Rulebook("\n\n".join(glance), chapters)
