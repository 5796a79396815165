"""Cards: a card as a picture and in words, and the cards that a question is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from bot.pages.names import heading, with_bold_label
from bot.pages.page import Option, Page, Picture, Row, Select, page
from bot.pictures.drawing import describe_card, run_in_language
from bot.pictures.pictures import Pictures, picture_key
from bot.table import Table
from bot.texts.catalogue import Entry
from bot.texts.languages import _, current_language, translate, use_words_of
from bot.texts.search import typed_words
from games.kernel import Card, Game, Question

MAX_OPTIONS = 25
MAX_FOUND = 6
"""How many cards are shown for some words: the best one, and the others in a select."""


def card_page(game: Game[Any], card: Card, pictures: Pictures) -> Page:
    name = f"{game.name}-{picture_key(card)}.png"
    drawn = partial(pictures.card, game.name, card, language=current_language())
    shown = Picture(name, drawn, partial(run_in_language, current_language(), describe_card, card))
    title = f"### {translate(card['name'])}\n-# {translate(card['kind'])} · {game.title}"
    facts = [with_bold_label(label, value) for label, value in _facts(card)]
    return page(shown, "\n".join([title, *map(translate, card["text"]), *facts]))


def cards_page(table: Table, seat: int) -> Page:
    """The cards that the question to a seat is about, in words, with a select of them."""
    found = cards_in_question(table, seat)
    if not found:
        return page(heading(table), _("There is no card to look at in your current choice."))
    return page(heading(table), [_in_words(card) for card in found], card_select(table, found))


def card_select(table: Table, found: Iterable[Card]) -> Row:
    options = [
        Option(translate(card["name"]), card["id"], _text(card)) for card in [*found][:MAX_OPTIONS]
    ]
    return Row(Select("card", table.id, placeholder=_("Look at a card"), options=options))


def found_page(shown: Entry, found: Sequence[Entry], typed: str, pictures: Pictures) -> Page:
    """A card, with a select of the others that have the words that somebody typed."""
    others = [
        Option(entry.label, entry.key, _text(entry.card))
        for entry in found[:MAX_FOUND]
        if entry.key != shown.key
    ]
    use_words_of(shown.game.name)
    made = card_page(shown.game, shown.card, pictures)
    if others:
        placeholder = _("Other cards with these words")
        made.parts.append(Row(Select("found", 0, typed_words(typed), placeholder, others)))
    return made


def cards_in_question(table: Table, seat: int) -> list[Card]:
    """The cards that the open moves of a seat are about, each once."""
    question = table.game.question(table.state, seat)
    ids = {id: None for move in question for id in question.cards(move)} if question else ()
    known = table.game.lookup if ids else {}
    return [known[id] for id in ids]


def effects(table: Table, question: Question) -> dict[str, str]:
    """What its card does, for each move that is about exactly one card."""
    ids = {move: question.cards(move) for move in question}
    known = table.game.lookup if any(ids.values()) else {}
    return {move: _text(known[named[0]]) for move, named in ids.items() if len(named) == 1}


def _in_words(card: Card) -> str:
    small = " · ".join(
        _("{label:text}: {value:text}", label=label, value=value) for label, value in _facts(card)
    )
    words = [f"**{translate(card['name'])}**", _text(card), f"\n-# {small}" if small else ""]
    return " ".join(filter(None, words)).replace(" \n", "\n")


def _text(card: Card) -> str:
    return " ".join(map(translate, card["text"]))


def _facts(card: Card) -> list[tuple[str, str]]:
    return [
        (translate(label), translate(value) if isinstance(value, str) else str(value))
        for label, value in card["facts"].items()
    ]
