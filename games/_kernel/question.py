"""Questions: what a seat is asked now or may answer in advance, the moves, what is said of each.

A premove is an answer to a later question, so it is listed, shown and labelled like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from games._kernel.choice import ELSE, PASSES, AnyChoice, Premove
from games._kernel.dials import Dials
from games._kernel.forms import Said, Tone
from games._kernel.picks import Picks
from games._kernel.refusals import refuse, refuse_later
from games._kernel.state import State
from games.words import phrase

SET, FORGET = "ahead", "forget"
"""The first words of moves that set a premove and clear it."""
Grid = list[list[str]]


def called(name: str, *, several: bool = False) -> str:
    """The name of a later question, for people to read. If it comes `several` times, an answer that
    stands in is also the next one.
    """
    first = name.removesuffix(ELSE).removesuffix(ELSE)
    spoken = first.replace("_", " ")
    if first == name:
        return spoken
    if several:
        return phrase("{question}, then", question=spoken)
    return phrase("{question}, else", question=spoken)


class Question:
    """A question to a seat. Iterating lists its moves; `in` works for every open one, also for
    those of dials that nobody lists.
    """

    def __init__(
        self,
        choice: AnyChoice,
        g: State,
        seat: int,
        args: Sequence[Any],
        options: Iterable[str],
        name: str = "",
        given: str = "",
        premove: Premove | None = None,
    ) -> None:
        """Takes the open moves as the game lists them, perhaps as a generator, and the answer that
        is `given` and may still be changed. A later question has a `name`.
        """
        self.choice, self.g, self.seat, self.args = choice, g, seat, args
        self.name, self.given = name, given
        self.stays = premove is not None and premove.stays
        self.several = premove is not None and premove.several
        self._options = options
        self._said: dict[str, Said] = {}

    @cached_property
    def moves(self) -> list[str]:
        """The moves; of dials with very many moves a sample that contains (`in`) every open one."""
        return self.choice.listed(self._options)

    def __iter__(self) -> Iterator[str]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __contains__(self, move: str) -> bool:
        if isinstance(self._options, Dials):  # without making the sample
            return move in self._options
        return move in self.moves

    @property
    def prompt(self) -> str:
        """What the seat is asked, for it alone to read; of a later question its name."""
        return self.called or self.choice.prompt_text(self.g, self.args, self.seat)

    @property
    def called(self) -> str:
        """The name of a later question, for people to read."""
        return called(self.name, several=self.several)

    def said(self, move: str) -> Said:
        """What is said of a move, which the game is asked once."""
        if move not in self._said:
            said = self.choice.said(self.g, self.seat, self.args, move)
            self._said[move] = self._without_outcome(said)
        return self._said[move]

    def _without_outcome(self, said: Said) -> Said:
        """What is said of a move of a later question: what it would bring may change until then,
        and may not be known at all.
        """
        return replace(said, consequence="", alarm="") if self.name else said

    def label(self, move: str) -> str:
        """What people read for a move."""
        return self.said(move).label

    def consequence(self, move: str) -> str:
        """What a move would bring; "" for a later question."""
        return self.said(move).brings()

    def alarm(self, move: str) -> str:
        """What the player would regret about a move; "" for a later question."""
        return self.said(move).alarm

    def cards(self, move: str) -> list[str]:
        """The ids in `Game.lookup` of the cards that a move is about."""
        return [*self.said(move).cards]

    def tone(self, move: str) -> Tone:
        """How a move is offered; moves with an alarm are unusual, and those that decline the
        question.
        """
        said = self.said(move)
        declines = bool(said.alarm) or move.split(" ")[0] in PASSES
        return "unusual" if said.tone == "usual" and declines else said.tone

    @cached_property
    def menu(self) -> Grid | Dials | Picks | None:
        """How the moves are arranged; None if they are a plain list."""
        choice, moves = self.choice, self.moves
        if choice.picks and (picks := Picks(choice.picks, moves)).things:
            return picks
        for pattern in (choice.dials, *(form.pattern for form in choice.orders)):
            if pattern and (dials := Dials.from_moves(pattern, moves)).numbers:
                return dials
        return choice.grid or None

    def thing(self, thing: str) -> Said:
        """What is said of one of the things that `Picks` offer."""
        said = self.choice.said_of_thing(self.g, self.seat, self.args, thing)
        return self._without_outcome(said)

    def value(self, dials: Dials, dial: int, number: int) -> str:
        """What people read for a number on a dial, or for the word that it stands for."""
        if not dials.words[dial]:
            return str(number)
        word = dials.words[dial][number]
        return self.choice.label_of_word(self.g, self.seat, self.args, dial, word)

    def answer(self, move: str) -> str:
        """What the seat says to give this answer: for a later question "ahead QUESTION MOVE"."""
        return f"{SET} {self.name} {move}" if self.name else move

    def default(self) -> str:
        """The move of an absent player: sensible and found fast."""
        return self.choice.default_of(self.g, self.seat, self.args)

    def expert(self) -> str:
        """The move of a good player if the game has one, else the default."""
        return self.choice.expert_of(self.g, self.seat, self.args)

    def refuse(self, text: str) -> str:
        """Why a text is no answer, in a sentence."""
        if self.name:
            return refuse_later(self.name, self.moves, text)
        return refuse(self.choice, self.g, self.seat, self.args, self.moves, text)
