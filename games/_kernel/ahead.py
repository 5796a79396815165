"""Answers in advance: questions that a seat answers before they are asked.

They are given when the question comes, dropped with a word to their owner as soon as they are not
open any more, and known to nobody else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games._kernel.choice import Choice
from games._kernel.state import IllegalMove, State, players
from games.words import Phrase, phrase

AHEAD = ("ahead", "forget")
"""First words of moves that answer a question before it is asked, and that take it back."""


@dataclass(slots=True)
class Foreseen:
    """A later question of a seat."""

    question: str
    choice: Choice
    args: tuple[Any, ...]
    moves: list[str]
    """What may be answered in advance."""


def foreseen(choices: dict[str, Choice], g: State, seat: int) -> Iterator[Foreseen]:
    """The later questions that a seat may answer now."""
    if g.scores is not None:
        return
    now = g.agenda[-1] if seat in g.asked or seat in g.answers else ("",)
    for name, choice in choices.items():
        for args, moves in choice.foreseen(g, players(g)[seat]) if choice.foreseen else ():
            if (name, *args) != (now[0], *now[2:]):
                yield Foreseen(choice.question.format(*args), choice, args, list(moves))


def set_ahead(choices: dict[str, Choice], g: State, seat: int, text: str) -> None:
    """Sets or forgets an answer, as a move says; IllegalMove where that is not open."""
    g.news.clear()
    found, move = read(choices, g, seat, text)
    own = g.ahead.setdefault(seat, {})
    own.pop(found.question, None)
    if move:
        own[found.question] = move
    if not own:
        del g.ahead[seat]


def read(choices: dict[str, Choice], g: State, seat: int, text: str) -> tuple[Foreseen, str]:
    """The question and the answer ("" to forget it) of a move; IllegalMove if not open."""
    verb, _, rest = text.partition(" ")
    own = g.ahead.get(seat, {})
    questions = list(own)
    for found in foreseen(choices, g, seat):
        move = rest.removeprefix(f"{found.question} ")
        if verb == "forget" and rest == found.question and rest in own:
            return found, ""
        if verb == "ahead" and move != rest:
            if move in found.moves:
                return found, move
            sentence = "“{move:text}” cannot be set in advance for {question}. You can: {moves}."
            raise IllegalMove(
                phrase(sentence, move=move[:60], question=found.question, moves=some(found.moves))
            )
        if verb == "ahead" and found.question not in questions:
            questions.append(found.question)
    sentence = "“{move:text}” is nothing you can set in advance now. You can {verb:text}: {others}."
    others = some(questions) if questions else "nothing"
    raise IllegalMove(phrase(sentence, move=text[:60], verb=verb, others=others))


def label(choices: dict[str, Choice], g: State, seat: int, text: str) -> str:
    """What such a move is called for people."""
    found, move = read(choices, g, seat, text)
    if not move:
        return phrase("Forget what was set in advance for {question}", question=found.question)
    named = found.choice.label(g, seat, found.args, move)
    return phrase("In advance, {question}: {move}", question=found.question, move=named)


def given(g: State, choice: Choice, seat: int, args: tuple[Any, ...]) -> str | None:
    """The answer that was set for a question which is now asked, if it is open."""
    if seat not in g.ahead or not choice.foreseen:
        return None
    question = choice.question.format(*args)
    move = g.ahead[seat].pop(question, None)
    if move is None:
        return None
    if move not in choice.open_moves(g, seat, args):
        _tell_dropped(g, seat, question, move)
        return None
    named = choice.label(g, seat, args, move)
    g.say("As you chose in advance, {question}: {move}.", seat, question=question, move=named)
    return move


def drop_passed(choices: dict[str, Choice], g: State) -> None:
    """Drops answers to questions that are past, and those that are not allowed any more."""
    for seat in list(g.ahead):
        open_now = {found.question: found.moves for found in foreseen(choices, g, seat)}
        for question, move in list(g.ahead[seat].items()):
            if move not in open_now.get(question, ()):
                del g.ahead[seat][question]
                _tell_dropped(g, seat, question, move)
        if not g.ahead[seat]:
            del g.ahead[seat]


def _tell_dropped(g: State, seat: int, question: str, move: str) -> None:
    template = (
        "What you set in advance for {question}, {move}, is dropped: it is not open any more."
    )
    g.say(template, seat, question=question, move=move)


def some(texts: list[str]) -> Phrase:
    """The first few of these, and how many more there are."""
    if len(texts) <= 8:
        return phrase("{moves:text}", moves=", ".join(texts))
    return phrase("{moves:text} and {n} more", moves=", ".join(texts[:8]), n=len(texts) - 8)
