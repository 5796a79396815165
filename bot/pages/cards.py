"""Cards: a card as a picture and in words, and the cards that a question is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from bot.pages.names import heading, with_bold_label
from bot.pages.page import (
    MAX_FILES,
    Entries,
    Option,
    Page,
    Part,
    Picture,
    Row,
    Section,
    Select,
    page,
)
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
    title = f"### {translate(card['name'])}\n-# {translate(card['kind'])} · {game.title}"
    facts = [with_bold_label(label, value) for label, value in _facts(card)]
    words = "\n".join([title, *map(translate, card["text"]), *facts])
    return page(_picture(game, card, pictures), words)


def _picture(game: Game[Any], card: Card, pictures: Pictures) -> Picture:
    name = f"{game.name}-{picture_key(card)}.png"
    drawn = partial(pictures.card, game.name, card, language=current_language())
    return Picture(name, drawn, partial(run_in_language, current_language(), describe_card, card))


def cards_page(table: Table, seat: int, pictures: Pictures) -> Page:
    """The cards that the question to a seat is about, with a select of them."""
    found = cards_in_question(table, seat)
    if not found:
        return page(heading(table), _("There is no card to look at in your current choice."))
    shown = beside_pictures(table.game, found, pictures)
    return page(heading(table), *shown, card_select(table, found))


def beside_pictures(
    game: Game[Any], cards: Sequence[Card], pictures: Pictures
) -> list[Part | Entries]:
    """Each card in words beside its picture; those for whose pictures a message has no room as a
    list.
    """
    more = [_in_words(card) for card in cards[MAX_FILES:]]
    shown = [Section(_in_words(card), _picture(game, card, pictures)) for card in cards[:MAX_FILES]]
    return [*shown, *([more] if more else [])]


def card_select(table: Table, found: Iterable[Card]) -> Row:
    options = [
        Option(translate(card["name"]), card["id"], _text(card)) for card in [*found][:MAX_OPTIONS]
    ]
    return Row(Select("card", table.id, placeholder=_("Look at a card"), options=options))


def found_page(shown: Entry, found: Sequence[Entry], typed: str, pictures: Pictures) -> Page:
    """A card, with the others that have the words that somebody typed, and a select of them."""
    others = [entry for entry in found[:MAX_FOUND] if entry.key != shown.key]
    options = [Option(entry.label, entry.key, _text(entry.card)) for entry in others]
    lines = [f"**{entry.label}** {_text(entry.card)}".rstrip() for entry in others]
    small = [_picture(entry.game, entry.card, pictures) for entry in others]
    use_words_of(shown.game.name)
    made = card_page(shown.game, shown.card, pictures)
    if not others:
        return made
    placeholder = _("Other cards with these words")
    select = Row(Select("found", 0, typed_words(typed), placeholder, options))
    return page(*made.parts, *map(Section, lines, small), select)


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
