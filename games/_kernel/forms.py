"""Forms of moves: what they do, what is said of them, and the commands that are made of them."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import update_wrapper
from typing import Any, Generic, Literal, ParamSpec, TypeAlias, TypeVar, overload

from games._kernel.dials import names_of
from games._kernel.state import State, players
from games.reading import whole_number
from games.words import phrase

MAX_NUMBER = 999_999_999
"""The largest number of a move."""
OPTIONAL = re.compile(r" \[([^\[\]]*\{[^\[\]]*)\]$")
"""The words of a pattern that may be left out: its last ones, with a value among them."""

Tone: TypeAlias = Literal["usual", "unusual", "grave", "setting"]
"""How a move is offered: as usual, gray because players seldom want it, asked back before it
counts, or apart from the moves because it only changes what its player is asked from now on.
"""

Given = ParamSpec("Given")
"""What a rule is given: the state, the player, the arguments of the step and the words."""
SaidOrLabel = TypeVar("SaidOrLabel", bound="Said | str")


@dataclass(slots=True)
class Said:
    """What is said of a move."""

    label: str
    """What people read for it."""
    consequence: str | Callable[[], str] = ""
    """What it would bring its player, or a function that works this out."""
    cards: Iterable[str] = ()
    """The ids of the cards that it is about."""
    tone: Tone = "usual"
    alarm: str = ""
    """What its player would regret, as a sentence: "You would have no employee left."."""

    def brings(self) -> str:
        """The consequence, worked out."""
        return self.consequence() if callable(self.consequence) else self.consequence


class Form(Generic[Given]):
    """One form of moves, such as `"sell {wig:d} {count:d} [{column}]"`: what it does, and what is
    said of it. Its rule can be called like a function.
    """

    def __init__(
        self,
        run: Callable[Given, None],
        pattern: str,
        label: str = "",
        *,
        dials: str = "",
        check: Callable[..., None] | None = None,
    ) -> None:
        """Takes the rule, the pattern of the choice's `dials`, and a function that checks which
        arguments a function takes. ValueError if not the last words alone are in brackets.
        """
        self.pattern = pattern
        self.patterns = _patterns(pattern)
        """The pattern, or the pattern without and with the words that may be left out."""
        self.names = _names(self.patterns[-1])
        """The names of the variable words, in order."""
        self.label = label
        """What people read, as a template over these names."""
        self.is_rarely_useful: bool | Callable[..., bool] = False
        """Whether computer players may ignore the move."""
        self.reason: Callable[..., str | None] | None = None
        self._says: Callable[..., Said | str] | None = None
        self._spoken = {len(_names(each)): _spoken(each, dials) for each in self.patterns}
        self._check = check or do_nothing
        self.does(run)

    def does(self, run: Callable[Given, None]) -> None:
        """Sets the rule."""
        self.check("what “{}” does", run)
        self.run: Callable[..., None] = run.run if isinstance(run, Form) else run
        update_wrapper(self, self.run)

    def __call__(self, *args: Given.args, **kwargs: Given.kwargs) -> None:
        """Carries the rule out."""
        self.run(*args, **kwargs)

    @overload
    def says(self, said: str) -> None: ...
    @overload
    def says(self, said: Callable[Given, SaidOrLabel]) -> Callable[Given, SaidOrLabel]: ...
    def says(self, said: str | Callable[..., Any]) -> Callable[..., Any] | None:
        """Registers what is said of these moves: the label as a template over their words, or a
        function with the arguments of the rule that returns a label or a `Said`.
        """
        self.check("what is said of “{}”", said)
        if isinstance(said, str):
            self.label = said
            return None
        self._says = said
        return said

    def refuses(self, explain: Callable[Given, str | None]) -> Callable[Given, str | None]:
        """Registers why the rulebook forbids such a move where it is not open: a function with the
        arguments of the rule that returns a sentence, or None. The words may name things that are
        not there.
        """
        self.check("what refuses “{}”", explain)
        self.reason = explain
        return explain

    def rarely_useful(
        self, when: bool | Callable[Given, bool] = True
    ) -> bool | Callable[Given, bool]:
        """Registers that such moves hardly ever change the outcome, always or if a function with
        the arguments of the rule says so; playouts leave them out, see `Game.candidate_moves`.
        """
        self.check("rarely_useful of “{}”", when)
        self.is_rarely_useful = when
        return when

    def check(self, what: str, function: Any) -> None:
        """Raises TypeError if a function cannot take the arguments of the rule."""
        optional = len(self.names) - len(_names(self.patterns[0]))
        self._check(what.format(self.pattern), function, *self.names, optional=optional)

    @property
    def is_said(self) -> bool:
        """Whether the game says what people read."""
        return bool(self.label or self._says)

    def said(self, g: State, seat: int, args: Iterable[Any], words: tuple[Any, ...]) -> Said:
        """What is said of the move with these words."""
        given = (g, players(g)[seat], *args, *words)
        if self._says:
            said = self._says(*given)
            return said if isinstance(said, Said) else Said(said)
        template = self.label or self._spoken[len(words)]
        return Said(phrase(template, **dict(zip(self.names, words, strict=False))))

    def read(self, words: list[str]) -> tuple[Any, ...] | None:
        """The variable words of a text, typed; None if it is not of this form."""
        found = (_read(pattern, words) for pattern in self.patterns)
        return next((values for values in found if values is not None), None)


AnyForm = Form[...]
"""A form of some choice."""


@dataclass(slots=True)
class Verb:
    """What a slash command is made from: its help, and the words of its moves."""

    sentence: str
    """The help that Discord shows beside the command."""
    firsts: list[str]
    """The first words of its moves; several if they share a command."""
    words: list[tuple[str, bool]]
    """The name of each word that may follow, and whether it is required; required ones first."""
    numbers: set[str]
    """The names of those words that are numbers in every move."""

    @classmethod
    def of(cls, sentence: str, forms_of_moves: list[AnyForm]) -> Verb:
        """The verb of these forms. A fixed word, like "all" in "pass all", is its own name."""
        patterns = [each.split(" ") for form in forms_of_moves for each in form.patterns]
        firsts = [first for first, *_rest in patterns]
        forms = [rest for _first, *rest in patterns]
        required = min(map(len, forms))
        longest = [part.strip("{}").split(":")[0] for part in max(forms, key=len)]
        numbers = {
            name
            for i, name in enumerate(longest)
            if all(form[i].endswith(":d}") for form in forms if len(form) > i)
        }
        words = [(name, i < required) for i, name in enumerate(longest)]
        return cls(sentence, [*dict.fromkeys(firsts)], words, numbers)


def _patterns(pattern: str) -> list[str]:
    """The patterns that one with words in brackets stands for."""
    found = OPTIONAL.search(pattern)
    patterns = [pattern[: found.start()], OPTIONAL.sub(r" \1", pattern)] if found else [pattern]
    if "[" in patterns[0] or "]" in patterns[0]:
        raise ValueError(f"“{pattern}”: only its last words, with a value, may be in brackets.")
    return patterns


def _spoken(pattern: str, dials: str) -> str:
    """The label of a pattern by default: the pattern itself, or for several dials their names."""
    names = _names(pattern)
    if pattern != dials or len(names) < 2:
        return pattern[:1].upper() + pattern[1:]
    said = zip(names_of(pattern), names, strict=True)
    return ", ".join(f"{dial}: {{{name}}}" for dial, name in said)


def _read(pattern: str, words: list[str]) -> tuple[Any, ...] | None:
    parts = pattern.split(" ")
    if len(parts) != len(words):
        return None
    values: list[Any] = []
    for part, word in zip(parts, words, strict=True):
        if not part.startswith("{"):
            if part != word:
                return None
        elif part.endswith(":d}"):
            number = whole_number(word, MAX_NUMBER)
            if number is None:
                return None
            values.append(number)
        else:
            values.append(word)
    return tuple(values)


def _names(pattern: str) -> tuple[str, ...]:
    """The names of the variable words of a pattern, in order."""
    return tuple(name for _, name, _, _ in string.Formatter().parse(pattern) if name)


def do_nothing(*_args: Any, **_named: Any) -> None:
    """Do nothing."""
