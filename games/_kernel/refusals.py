"""Refusals: why a text is no move, from the reason of the rulebook or from the open moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games._kernel.choice import AnyChoice
from games._kernel.dials import Dials, SampledMoves
from games._kernel.state import State
from games.words import Phrase, phrase

MAX_EXPLAINED_CHARS = 60
"""Of a refused text no more is repeated; of longer ones no reason is given."""
MAX_LISTED = 8


def refuse(
    choice: AnyChoice, g: State, seat: int, args: Iterable[Any], moves: list[str], text: str
) -> Phrase:
    """Why a text is none of these moves: the reason of the rulebook if the game tells one, else
    what numbers a dial has, or how moves go on that begin alike.
    """
    if text.isascii() and len(text) <= MAX_EXPLAINED_CHARS:
        if reason := choice.reason(g, seat, args, text):
            return reason if isinstance(reason, Phrase) else phrase(reason)
        dials = Dials.from_moves(choice.dials, moves) if choice.dials else None
        if dials and (off := dials.off(text)):
            name, values = off
            numbers = [each for each in values if isinstance(each, int)]
            if not numbers:
                return phrase(
                    "{name} can be {words:text}.", name=name, words=", ".join(map(str, values))
                )
            sentence = "{name} goes from {least} to {most}."
            return phrase(sentence, name=name, least=min(numbers), most=max(numbers))
        if not isinstance(moves, SampledMoves) or moves.dials.all is not None:
            known, following = next_words(moves, text.split(" "))
            if known in moves and not following:
                return phrase("Say only “{known:text}”.", known=known)
            if known and following:
                sentence = "After “{known:text}” you can say {words}."
                return phrase(sentence, known=known, words=first_few(following))
    sentence = "“{move:text}” is not open to you now. You can: {moves}."
    return phrase(sentence, move=text[:MAX_EXPLAINED_CHARS], moves=first_few(moves))


def refuse_later(question: str, moves: list[str], text: str) -> Phrase:
    """Why a text is none of the moves that may be set in advance."""
    sentence = "“{move:text}” cannot be set in advance for {question}. You can: {moves}."
    said = text[:MAX_EXPLAINED_CHARS]
    return phrase(sentence, move=said, question=question, moves=first_few(moves))


def next_words(moves: Iterable[str], said: list[str]) -> tuple[str, list[str]]:
    """The first of these words with which moves begin, and the words that can follow them."""
    known, alike = 0, [move.split(" ") for move in moves]
    for word in said:
        longer = [words for words in alike if words[known : known + 1] == [word]]
        if not longer:
            break
        known, alike = known + 1, longer
    following = dict.fromkeys(words[known] for words in alike if words[known:])
    return " ".join(said[:known]), [*following]


def first_few(texts: list[str]) -> Phrase:
    """The first few texts, and how many more there are."""
    shown = ", ".join(texts[:MAX_LISTED])
    if isinstance(texts, SampledMoves) and texts.dials.all is None:
        return phrase("{moves:text} and many more", moves=shown)
    if len(texts) <= MAX_LISTED:
        return phrase("{moves:text}", moves=shown)
    return phrase("{moves:text} and {n} more", moves=shown, n=len(texts) - MAX_LISTED)
